"""Help, and the rules in force told in words."""

from discord.ui import LayoutView

from bot.engine.cards import parse_cards
from bot.engine.rules import Rules
from bot.ui.cards import cards_text
from bot.ui.lobby import rules_line
from bot.ui.parts import Accent, divider, message, text
from bot.ui.words import Words


def help_view(words: Words) -> LayoutView:
    """Return what to do first, and every command in a line."""
    commands = {
        "start": words("open a lobby here, with computer players if you like"),
        "hand": words("open your hand, as often as you like"),
        "table": words("post the table again at the bottom"),
        "scores": words("score sheet and leaderboard"),
        "rules": words("the rules, in short"),
        "leave": words("leave; a computer takes your seat"),
        "end": words("end the match, if most want to"),
        "help": words("this page"),
    }
    return message(
        Accent.OPEN,
        text(
            "## " + words("Yaniv, the card game"),
            words("Write **/yaniv start**, wait for friends to **Join** or **Add computer**, then **Deal**."),
            words("Your cards come in a message that only you can see."),
        ),
        divider(),
        text(*(f"**/yaniv {name}** · {does}" for name, does in commands.items())),
    )


def rules_view(words: Words, rules: Rules) -> LayoutView:
    """Explain the rules in force (docs/rules.md, sections 2, 3 and 7)."""
    parts = {
        words("Goal"): _goal(words, rules),
        words("Your turn"): _turn(words, rules),
        words("What you may lay"): _discards(words, rules),
        words("What you may take"): _taking(words, rules),
        words("Points"): _points(words, rules),
        words("Yaniv and assaf"): _calling(words, rules),
        words("End"): _end(words, rules),
    }
    return message(
        Accent.OPEN,
        text("## " + words("How to play"), "-# " + rules_line(words, rules)),
        divider(),
        *(text(f"**{title}**", *lines) for title, lines in parts.items()),
    )


def _goal(words: Words, rules: Rules) -> list[str]:
    return [
        words.plural(
            "Everyone is dealt {n} card. Get rid of points; the lowest total wins the match.",
            "Everyone is dealt {n} cards. Get rid of points; the lowest total wins the match.",
            rules.hand_size,
        )
    ]


def _turn(words: Words, rules: Rules) -> list[str]:
    del rules
    return [
        words(
            "Lay down one card or several, then draw one: from the stock, or from what was just laid. "
            "Or call Yaniv instead."
        )
    ]


def _discards(words: Words, rules: Rules) -> list[str]:
    lines = [
        words(
            "One card, a set of one rank ({set}), or a run of three or more in a suit ({run}). Aces are low.",
            set=cards_text(words, parse_cards("9S 9D")),
            run=cards_text(words, parse_cards("5H 6H 7H")),
        )
    ]
    if rules.jokers:
        lines.append(words("A joker goes alone or with other jokers."))
    return lines


def _taking(words: Words, rules: Rules) -> list[str]:
    if rules.set_pickup == "ends":
        return [words("A single card, or the first or last card of a set or run.")]
    return [words("A single card, any card of a set, but only the first or last card of a run.")]


def _points(words: Words, rules: Rules) -> list[str]:
    jack, queen, king = (words.number(points) for points in rules.court_points)
    if jack == queen == king:
        courts = words("jack, queen and king {points} each", points=jack)
    else:
        courts = words("jack {jack}, queen {queen}, king {king}", jack=jack, queen=queen, king=king)
    counted = words("Ace 1, number cards their number, {courts}.", courts=courts)
    if not rules.jokers:
        return [counted]
    return [counted, words("Jokers count {points}.", points=words.number(rules.joker_points))]


def _calling(words: Words, rules: Rules) -> list[str]:
    limit = words.number(rules.yaniv_limit)
    return [
        words(
            "With {limit} points or less in hand you may call Yaniv: everyone shows their cards.", limit=limit
        ),
        words("If you hold the least you score 0, everyone else their hand."),
        _assaf(words, rules),
        *_zeroed(words, rules),
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


def _end(words: Words, rules: Rules) -> list[str]:
    lines = [
        words(
            "A total that lands on exactly {total} becomes {lower}.",
            total=words.number(total),
            lower=words.number(lower),
        )
        for total, lower in sorted(rules.exact_totals.items())
    ]
    over = words(
        "The match ends when someone has {target} or more. The lowest total wins, ties share.",
        target=words.number(rules.target),
    )
    if rules.next_starter == "winner":
        return [*lines, over, words("Whoever wins a round starts the next.")]
    return [*lines, over, words("The deal moves on by one seat each round.")]
