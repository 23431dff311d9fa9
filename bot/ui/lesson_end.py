"""What the lesson says about calling: the signs, the assaf, and a total that is halved."""

from bot.engine.scoring import RoundResult
from bot.tables.lesson import ADA, BO, Moment, Option, Step
from bot.ui.hand import on_table
from bot.ui.lesson_pages import Page, bold, name_of, remarks_to
from bot.ui.parts import Accent, points
from bot.ui.round_lines import hand_line, headline, luck, points_line
from bot.ui.rules_text import exact_totals_lines
from bot.ui.table import turn_line
from bot.ui.words import Words


def the_signs(words: Words, step: Step) -> Page:
    """Teach what everybody can know of the others' hands."""
    return Page(
        title=words("{names} play", names=name_of(words, step.after, ADA, BO)),
        scene=[turn_line(words, step.after.table.seats[turn.seat], turn) for turn in step.turns],
        reason=[
            words("You may call now. But look first at what the others have done so far:"),
            *_signs(words, step.after),
        ],
        accent=Accent.QUIET,
    )


def to_call(words: Words, step: Step) -> Page:
    """Teach that a call may go wrong."""
    before = step.before
    public = before.view.public

    def remark(option: Option) -> str:
        del option
        return words("Careful, and a good thought: keep it in mind.")

    return Page(
        title=words("To call or not to call"),
        scene=[on_table(words, before.view), *_signs(words, before)],
        question=words("You hold {points} and may call. Do you?", points=points(words, before.view.total)),
        remarks=remarks_to(step, remark),
        reason=[
            words(
                "It is a risk: {bo} has {bo_cards} and throws high ones, but {ada} has {ada_cards} and has "
                "thrown {laid}: the rest may be low.",
                bo=name_of(words, before, BO),
                bo_cards=_cards(words, public.seats[BO].cards),
                ada=name_of(words, before, ADA),
                ada_cards=words.number(public.seats[ADA].cards),
                laid=_laid(words, before, ADA),
            )
        ],
        accent=Accent.YANIV,
    )


def the_assaf(words: Words, step: Step) -> Page:
    """Teach what an assaf costs, and whom."""
    table, result = step.after.table, step.after.result
    penalty = points(words, table.rules.assaf_penalty)
    title, *told = headline(words, table, result)
    assafer = name_of(words, step.after, *result.score.assafers)

    def remark(option: Option) -> str:
        if option == table.rules.assaf_penalty:
            return words("{penalty} for being caught, and your own hand comes on top.", penalty=penalty)
        return words("That is your hand; being caught costs {penalty} more.", penalty=penalty)

    return Page(
        title=title.removeprefix("## "),
        scene=[*told, *_hands(words, step.after, result)],
        question=words(
            "{name} holds no more than you, and that is an assaf. What does your call cost you?",
            name=assafer,
        ),
        remarks=remarks_to(step, remark),
        reason=[
            *_scores(words, step.after, result),
            words("{name} held the least, scores 0 and begins the next round.", name=assafer),
        ],
        last=[
            words(
                "**Remember:** {name} held few cards, and the high ones were gone. That was the warning; "
                "one more turn, down to {safe} or less, would have been safer.",
                name=assafer,
                safe=words.number((result.score.sums[result.score.winner] or 0) - 1),
            ),
        ],
        accent=Accent.ASSAF,
    )


def the_halving(words: Words, step: Step) -> Page:
    """Teach what becomes of a total that lands exactly."""
    table, result = step.after.table, step.after.result
    scored, landed = result.score.points[BO] or 0, result.lowered[BO]
    bo = name_of(words, step.after, BO)

    def remark(option: Option) -> str:
        if option == landed:
            return words("It adds up to that, yes, and just that total is a special one.")
        return words("Some tables play it so. These rules are less generous.")

    return Page(
        title=words("Two rounds later"),
        scene=[
            words("This time you wait until you are that low, and your call stands."),
            *_hands(words, step.after, result),
            words(
                "{name} had {before} and takes {points} now.",
                name=bo,
                before=points(words, result.before[BO]),
                points=words.number(scored),
            ),
        ],
        question=words("That makes exactly {total}. What does it become?", total=words.number(landed)),
        remarks=remarks_to(step, remark),
        reason=[
            *luck(words, table, result),
            *exact_totals_lines(words, table.rules),
            words(
                "That is the one stroke of luck in the scoring: near such a total, "
                "count more carefully than anyone."
            ),
        ],
        last=[
            "### 🎉 " + words("Now you can play!"),
            words("Click cards, then **Draw** or **Take**; click **Yaniv!** when it appears."),
            words(
                "**/yaniv practice** is a match against computers for you alone, also in a direct message."
            ),
        ],
        accent=Accent.YANIV,
    )


def _cards(words: Words, n: int) -> str:
    return words.plural("{n} card", "{n} cards", n)


def _laid(words: Words, moment: Moment, seat: int) -> str:
    turns = moment.view.public.turns
    return bold(words, [card for turn in turns if turn.seat == seat for card in turn.discard])


def _signs(words: Words, moment: Moment) -> list[str]:
    """Return what everybody knows of the others: how many cards they hold, and what they have laid."""
    return [
        words(
            "• {name} holds {cards} and has laid {laid}",
            name=name_of(words, moment, seat),
            cards=_cards(words, moment.view.public.seats[seat].cards),
            laid=_laid(words, moment, seat),
        )
        for seat in (ADA, BO)
    ]


def _hands(words: Words, moment: Moment, result: RoundResult) -> list[str]:
    return [hand_line(words, moment.table, result, seat) for seat in range(len(result.hands))]


def _scores(words: Words, moment: Moment, result: RoundResult) -> list[str]:
    return [
        f"{name_of(words, moment, seat)} · {points_line(words, moment.table, result, seat)}"
        for seat in range(len(result.hands))
    ]
