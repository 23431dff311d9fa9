"""What the lesson says while its round is played: scene, question, and why the answer is what it is.

Cards and figures are those of the match; what stands here are only the words around them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.engine.actions import CallYaniv, Play
from bot.engine.cards import Card
from bot.tables.lesson import ADA, BO, Moment, Option, Step
from bot.ui.cards import pictures
from bot.ui.hand import on_table
from bot.ui.parts import Accent, names, points
from bot.ui.rules_text import points_lines
from bot.ui.table import turn_line
from bot.ui.words import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """The words of a step: all of them lines of markdown.

    `remarks` hold what is said to each choice, in their order, empty for the right one. `reason` follows
    whatever was chosen, and at once where there is nothing to choose; `last` is what to take along.
    """

    title: str
    scene: Sequence[str]
    question: str = ""
    remarks: Sequence[str] = ()
    reason: Sequence[str]
    last: Sequence[str] = ()
    accent: Accent = Accent.PLAYING


def bold(words: Words, cards: Sequence[Card]) -> str:
    """Return cards as they stand out in a sentence."""
    return f"**{pictures(words, *cards)}**"


def name_of(words: Words, moment: Moment, *seats: int) -> str:
    """Return the names on seats as they stand out in a sentence."""
    return names(words, moment.table.seats, seats)


def remarks_to(step: Step, remark: Callable[[Option], str]) -> list[str]:
    """Return what is said to each choice, nothing to the right one."""
    return ["" if position == step.right else remark(option) for position, option in enumerate(step.options)]


def you_begin(words: Words, step: Step) -> Page:
    """Teach that a pair sheds much, and that a known card is worth taking."""
    view, laid = step.before.view, step.turns[0].discard
    rules = view.public.rules
    shed, open_card = points(words, rules.hand_sum(laid)), bold(words, view.public.discard)

    def remark(option: Option) -> str:
        match option:
            case Play(_, discard, None):
                return words(
                    "{cards} it is! Only the draw differs, for {card} lies open.",
                    cards=bold(words, discard),
                    card=open_card,
                )
            case Play(_, discard, _):
                return words(
                    "{card} is your highest card, but the pair sheds {more} instead of {less}.",
                    card=bold(words, discard),
                    more=shed,
                    less=words.number(rules.hand_sum(discard)),
                )
            case _:
                return ""

    return Page(
        title=words("You begin"),
        scene=[
            words(
                "You play against {players}. Whoever holds the fewest points wins the round; "
                "with {limit} or less you may call **Yaniv**.",
                players=name_of(words, step.before, ADA, BO),
                limit=words.number(rules.yaniv_limit),
            ),
            "-# " + " ".join(points_lines(words, rules)),
            on_table(words, view),
        ],
        question=words(
            "Lay one card, or several of one rank; then take the open card, or draw from the stock. "
            "What do you do?"
        ),
        remarks=remarks_to(step, remark),
        reason=[
            words(
                "A pair sheds {points} and a card at once, "
                "and {card}, which you know, beats a card that nobody has seen.",
                points=shed,
                card=open_card,
            )
        ],
    )


def ada_plays(words: Words, step: Step) -> Page:
    """Teach who may take what."""
    shed = step.after.view.public.rules.hand_sum(step.turns[0].discard)
    return Page(
        title=words("{name} plays", name=name_of(words, step.after, ADA)),
        scene=_turns(words, step),
        reason=[
            words(
                "Another pair, and {points} gone. Only {next}, who comes next, may take one of these cards; "
                "you may take what {next} lays.",
                points=points(words, shed),
                next=name_of(words, step.after, BO),
            )
        ],
        accent=Accent.QUIET,
    )


def a_run(words: Words, step: Step) -> Page:
    """Teach that of a run only the ends may be taken."""
    public = step.after.view.public
    middle = [card for card in public.discard if card not in public.takeable]
    return Page(
        title=words("{name} plays", name=name_of(words, step.after, BO)),
        scene=[
            *_turns(words, step),
            words("Three or more in a row of one suit are a **run**."),
        ],
        question=words("You are next, and one of these cards is out of your reach. Which?"),
        remarks=remarks_to(
            step,
            lambda option: words(
                "{card} is an end of the run: that one you may take.",
                card=bold(words, [option] if isinstance(option, Card) else []),
            ),
        ),
        reason=[
            words(
                "Of a run only the ends may be taken, {cards}, and never {middle}. "
                "Of a pair you may take either.",
                cards=_each(words, public.takeable),
                middle=bold(words, middle),
            ),
        ],
    )


def the_king(words: Words, step: Step) -> Page:
    """Teach what is no run, and that a card which fits nothing stays where it is."""
    view, laid = step.before.view, step.turns[0].discard
    worth = view.public.rules.hand_sum

    def remark(option: Option) -> str:
        match option:
            case Play(_, discard, None):
                return words(
                    "{cards} are in a row, but not of one suit: they are no run and cannot go together.",
                    cards=bold(words, discard),
                )
            case Play(_, discard, Card() as taken):
                return words(
                    "{cards} it is! But {card} makes no pair and no run with your cards: "
                    "{points} to get rid of again.",
                    cards=bold(words, discard),
                    card=bold(words, [taken]),
                    points=points(words, worth([taken])),
                )
            case _:
                return ""

    return Page(
        title=words("Your second turn"),
        scene=[on_table(words, view)],
        question=words("What do you do?"),
        remarks=remarks_to(step, remark),
        reason=[
            words(
                "{king} is worth {points}. {cards} could be taken, and neither goes with your cards: "
                "so you draw from the stock.",
                king=bold(words, laid),
                points=points(words, worth(laid)),
                cards=_each(words, view.public.takeable),
            )
        ],
    )


def high_cards(words: Words, step: Step) -> Page:
    """Teach how far it is to Yaniv."""
    view = step.after.view
    limit = view.public.rules.yaniv_limit
    return Page(
        title=words("{names} play", names=name_of(words, step.after, ADA, BO)),
        scene=_turns(words, step),
        reason=[
            words("Both throw high cards: whoever is caught with them scores them."),
            words.plural(
                "You hold {held}, {n} point too many to call Yaniv.",
                "You hold {held}, {n} points too many to call Yaniv.",
                view.total - limit,
                held=words.number(view.total),
            ),
        ],
        accent=Accent.QUIET,
    )


def the_joker(words: Words, step: Step) -> Page:
    """Teach when one may call, and what a joker is worth."""
    view, held = step.before.view, step.after.view
    worth, limit = view.public.rules.hand_sum, words.number(view.public.rules.yaniv_limit)
    drawn = [] if held.new is None else [held.hand[held.new]]

    def remark(option: Option) -> str:
        match option:
            case CallYaniv():
                return words(
                    "Soon! You hold {points}, and Yaniv is called with {limit} or less.",
                    points=points(words, view.total),
                    limit=limit,
                )
            case Play(_, _, Card() as taken):
                return words(
                    "{card} would put {points} back into your hand; most cards left in the stock are lower.",
                    card=bold(words, [taken]),
                    points=points(words, worth([taken])),
                )
            case _:
                return ""

    return Page(
        title=words("Your third turn"),
        scene=[on_table(words, view)],
        question=words("What do you do?"),
        remarks=remarks_to(step, remark),
        reason=[
            words(
                "The highest card goes, and you draw {card}: a joker costs nothing. "
                "You hold {points} now, and may call with {limit}.",
                card=bold(words, drawn),
                points=words.number(held.total),
                limit=limit,
            )
        ],
    )


def _turns(words: Words, step: Step) -> list[str]:
    return [turn_line(words, step.after.table.seats[turn.seat], turn) for turn in step.turns]


def _each(words: Words, cards: Sequence[Card]) -> str:
    return words.list([bold(words, [card]) for card in cards])
