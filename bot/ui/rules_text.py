"""The rules in force told in words, made from their fields: text and play cannot differ."""

from collections.abc import Callable, Mapping, Sequence

from discord.ui import LayoutView

from bot.engine.cards import parse_cards
from bot.engine.rules import HIGH_JACK, LOW_JACK, LOW_REST, Rules
from bot.ui.cards import cards_text
from bot.ui.lobby import rules_line
from bot.ui.parts import Accent, divider, message, text
from bot.ui.words import Words

Part = Callable[[Words, Rules], Sequence[str]]


def rules_view(words: Words, rules: Rules, base: Rules | None = None) -> LayoutView:
    """Explain exactly these rules (docs/rules.md, sections 1 to 7).

    `base` are the rules they started from, if those are a server's own.
    """
    parts: dict[str, Part] = {
        words("Goal"): _goal,
        words("Your turn"): _turn,
        words("What you may lay"): _LAYING[rules.turn_system],
        words("What you may take"): _TAKING[rules.turn_system],
        words("Points"): points_lines,
        words("Yaniv and assaf"): _calling,
        words("End"): _end,
    }
    told = {title: part(words, rules) for title, part in parts.items()}
    return message(
        Accent.QUIET,
        text("## " + words("How to play"), "-# " + rules_line(words, rules, base)),
        divider(),
        *(text(f"### {title}", *lines) for title, lines in told.items() if lines),
    )


def _goal(words: Words, rules: Rules) -> list[str]:
    return [
        words.plural(
            "Everyone is dealt {n} card. Get rid of points; the lowest total wins the match.",
            "Everyone is dealt {n} cards. Get rid of points; the lowest total wins the match.",
            rules.hand_size,
        ),
        f"{_decks(words, rules)} {_jokers(words, rules)}".strip(),
    ]


def _decks(words: Words, rules: Rules) -> str:
    match rules.decks:
        case 1:
            return words("One deck is used.")
        case 2:
            return words("Two decks are used.")
        case _:
            return words("One deck is used, two for a large table.")


def _jokers(words: Words, rules: Rules) -> str:
    if not rules.jokers:
        return ""
    return words.plural("A deck has {n} joker.", "A deck has {n} jokers.", rules.jokers)


def _turn(words: Words, rules: Rules) -> list[str]:
    return [*_TURN[rules.turn_system](words, rules), _empty_stock(words, rules)]


def _turn_with_draw(words: Words, rules: Rules) -> list[str]:
    del rules
    return [
        words(
            "Lay down one card or several, then draw one: from the stock, or from what was just laid. "
            "Or call Yaniv instead."
        )
    ]


def _turn_without_draw(words: Words, rules: Rules) -> list[str]:
    lines = [
        words(
            "Lay down one card or several; you draw none after it. If you can lay nothing, draw one card "
            "from the stock. Or call Yaniv instead."
        ),
        words("When someone has no card left, the round ends and everyone scores their hand."),
    ]
    if rules.stock_empty == "reshuffle":
        lines.append(words("It also ends when someone can neither lay, draw nor call."))
    return lines


def _empty_stock(words: Words, rules: Rules) -> str:
    if rules.stock_empty == "end_round":
        return words(
            "When the last card of the stock is drawn, the round ends and everyone scores their hand."
        )
    return words("When the stock is empty, the cards laid before are shuffled into a new one.")


def _sets_and_runs(words: Words, rules: Rules) -> list[str]:
    lines = [
        words(
            "One card, a set of one rank ({set}), or a run of three or more in a suit ({run}). Aces are low.",
            set=cards_text(words, parse_cards("9S 9D")),
            run=cards_text(words, parse_cards("5H 6H 7H")),
        )
    ]
    if rules.jokers and rules.jokers_wild:
        lines.append(
            words(
                "A joker may stand for any card of a run ({run}); at least two of its cards are not jokers.",
                run=cards_text(words, parse_cards("5H X1 7H")),
            )
        )
    elif rules.jokers:
        lines.append(words("A joker goes alone or with other jokers."))
    return lines


def _what_fits(words: Words, rules: Rules) -> list[str]:
    lines = [
        words(
            "One card that fits the top card: of its suit, of its rank, or a court on a court ({courts}).",
            courts=cards_text(words, parse_cards("JS QH KD")),
        ),
        words(
            "On any card: three or more of one suit ({series}), or three or four of one rank ({group}).",
            series=cards_text(words, parse_cards("2C 7C KC")),
            group=cards_text(words, parse_cards("9S 9D 9H")),
        ),
        words("The card you pick last is the new top card."),
    ]
    if rules.jokers:
        lines.append(
            words("A joker fits on a joker only and belongs to no suit; three or four jokers go on any card.")
        )
    return lines


def _taking(words: Words, rules: Rules) -> list[str]:
    if rules.set_pickup == "ends":
        taken = words("A single card, or the first or last card of a set or run.")
    else:
        taken = words("A single card, any card of a set, but only the first or last card of a run.")
    return [taken, *_slapping(words, rules)]


def _slapping(words: Words, rules: Rules) -> list[str]:
    match rules.slap_down:
        case "singles":
            onto = words("the single card you just laid")
        case "singles_and_sets":
            onto = words("the single card or set you just laid")
        case _:
            return []
    return [
        words(
            "**Slap-down**: a card from the stock that has the rank of {cards} may follow it, "
            "until the next player moves. Never a joker, never your last card.",
            cards=onto,
        )
    ]


def _no_taking(words: Words, rules: Rules) -> list[str]:
    del words, rules
    return []


def points_lines(words: Words, rules: Rules) -> list[str]:
    """Return what the cards count (docs/rules.md, sections 2 and 5)."""
    lines = [words("Ace 1, number cards their number, {courts}.", courts=_courts(words, rules))]
    if rules.jack_rule:
        lines.append(
            words(
                "Every jack counts {low} if the rest of the hand is {limit} or less, else {high}.",
                low=words.number(LOW_JACK),
                limit=words.number(LOW_REST),
                high=words.number(HIGH_JACK),
            )
        )
    if rules.jokers:
        lines.append(words("Jokers count {points}.", points=words.number(rules.joker_points)))
    return lines


def _courts(words: Words, rules: Rules) -> str:
    jack, queen, king = (words.number(points) for points in rules.court_points)
    if rules.jack_rule:
        if queen == king:
            return words("queen and king {points} each", points=king)
        return words("queen {queen}, king {king}", queen=queen, king=king)
    if jack == queen == king:
        return words("jack, queen and king {points} each", points=jack)
    return words("jack {jack}, queen {queen}, king {king}", jack=jack, queen=queen, king=king)


def _calling(words: Words, rules: Rules) -> list[str]:
    limit = words.number(rules.yaniv_limit)
    if rules.last_lap:
        call = words(
            "With {limit} points or less in hand you may call Yaniv: everyone else plays one more turn, "
            "then all show their cards; at once if the round ends before.",
            limit=limit,
        )
    else:
        call = words(
            "With {limit} points or less in hand you may call Yaniv: everyone shows their cards.", limit=limit
        )
    return [
        call,
        words("If you hold the least you score 0, everyone else their hand."),
        _assaf(words, rules),
        *_zeroed(words, rules),
        *_streak(words, rules),
    ]


def _assaf(words: Words, rules: Rules) -> str:
    penalty = words.number(rules.assaf_penalty)
    match rules.assaf_on, rules.assaf_adds_hand:
        case "lower", True:
            line = words("If someone holds less, that is an assaf: you score {n} and your hand.", n=penalty)
        case "lower", _:
            line = words("If someone holds less, that is an assaf: you score {n}.", n=penalty)
        case _, True:
            line = words(
                "If someone holds as little or less, that is an assaf: you score {n} and your hand.",
                n=penalty,
            )
        case _:
            line = words("If someone holds as little or less, that is an assaf: you score {n}.", n=penalty)
    if not rules.assaf_extra:
        return line
    extra = words("Each further one who catches you adds {n}.", n=words.number(rules.assaf_extra))
    return f"{line} {extra}"


def _zeroed(words: Words, rules: Rules) -> list[str]:
    match rules.assaf_zero:
        case "lowest":
            return [words("The lowest of the others then scores 0.")]
        case "assafers":
            return [words("Whoever caught you then scores 0.")]
        case "all_others":
            return [words("All others then score 0.")]
        case _:
            return []


def _streak(words: Words, rules: Rules) -> list[str]:
    if not rules.streak_bonus:
        return []
    bonus = words.number(rules.streak_bonus)
    return [words("Every third round you win in a row takes {n} off your points.", n=bonus)]


def exact_totals_lines(words: Words, rules: Rules) -> list[str]:
    """Return what becomes of the totals that are lowered, the lowest first (docs/rules.md, section 7)."""
    return [
        words(
            "A total that lands on exactly {total} becomes {lower}.",
            total=words.number(total),
            lower=words.number(lower),
        )
        for total, lower in sorted(rules.exact_totals.items())
    ]


def _end(words: Words, rules: Rules) -> list[str]:
    return [*exact_totals_lines(words, rules), _match_end(words, rules), _next_round(words, rules)]


def _match_end(words: Words, rules: Rules) -> str:
    target = words.number(rules.target)
    if rules.end == "last_standing":
        return words(
            "Whoever has {target} or more drops out. The last one left wins; if the last ones all drop out "
            "in the same round, the lowest of them.",
            target=target,
        )
    return words(
        "The match ends when someone has {target} or more. The lowest total wins, ties share.", target=target
    )


def _next_round(words: Words, rules: Rules) -> str:
    if rules.next_starter == "winner":
        return words("Whoever wins a round starts the next.")
    return words("The deal moves on by one seat each round.")


_TURN: Mapping[str, Part] = {"discard_then_draw": _turn_with_draw, "match_or_draw": _turn_without_draw}
_LAYING: Mapping[str, Part] = {"discard_then_draw": _sets_and_runs, "match_or_draw": _what_fits}
_TAKING: Mapping[str, Part] = {"discard_then_draw": _taking, "match_or_draw": _no_taking}
