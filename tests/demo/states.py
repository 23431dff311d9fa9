"""Every state that a player meets, as a table of friends would see it: for the gallery."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final

from discord.ui import LayoutView, View

from bot.engine.match import Match, Player
from bot.engine.rules import CLASSIC
from bot.personal import NOTHING_SAID, CardStyle, Personal, Pings, Sorting
from bot.players.advice import Question
from bot.store.values import EndedBy, GuildSettings, Leaderboard, LeaderboardRow, Place, PlaceKind
from bot.tables.attendance import Attendance, Person
from bot.tables.hints import Hint
from bot.tables.lesson import Step, lesson
from bot.tables.values import Table
from bot.ui.calls import turn_buttons, turn_text
from bot.ui.charts.drawing import draw
from bot.ui.charts.sheet import score_chart
from bot.ui.charts.values import Drawn
from bot.ui.computers import computers_view
from bot.ui.hand import coming_view, hand_view, opened_again_view, waiting_view
from bot.ui.help import TOPICS, help_view, rules_view, welcome_text
from bot.ui.lobby import lobby_view, removal_view
from bot.ui.me import me_view
from bot.ui.options import options_view
from bot.ui.parts import with_line
from bot.ui.practice import practice_more_view, practice_view
from bot.ui.refusals import matches_view, notice_view
from bot.ui.round_end import match_end_view, round_end_view
from bot.ui.scores import scores_view
from bot.ui.settings import settings_view
from bot.ui.table import more_view, table_view
from bot.ui.tutorial import tutorial_view
from bot.ui.words import Languages, Words
from tests.ui.scenes import FRENCH, TRAVELLERS, call, dealt_match, example_match, play, played_match, table

Draw = Callable[[Words], LayoutView | View]
FRIENDS: Final = ("Ben", "Ada Lovelace", "יעל", "Chloé ✨")
_HANDS: Final = ("9S 9D 4C 2H KH", "5H 6H 7H QC 2S", "TD JH 8S 3D AC", "QS 8D KC 4D JD")


@dataclass(frozen=True)
class State:
    """How something looks: `private` to a person or not, with a `content` of plain text or a `chart`."""

    draw: Draw
    private: bool = False
    content: Callable[[Words], str] | None = None
    chart: Callable[[Words], bytes] | None = None


def _dealt(*, before: tuple[int, ...] | None = None) -> Match:
    return dealt_match(_HANDS, "3S", "7C 8C 9C TC", names=FRIENDS, before=before)


def _unsorted() -> Match:
    """Return a match just dealt in which it is not best to lay the highest card."""
    return dealt_match(("4S 6H TC JD KC", "KH QD 9C 3C 5S"), "TS", "7C 8C", names=FRIENDS[:2])


def _played() -> Match:
    """Return a match in which two turns were played, and the third seat is to move."""
    match = _dealt(before=(12, 48, 0, 31))
    play(match, 0, "9S 9D")
    play(match, 1, "5H 6H 7H", "9S")
    return match


def _called(*, assaf: bool) -> Match:
    """Return a match whose first round somebody called; with `assaf`, another had less."""
    mine, other = ("AS 2S 2H X2 2D", "AD AH X1 AC 3D") if assaf else ("AS X1 X2 AH 2H", "AD 9C 3D AC 4C")
    hands = (mine, "KS QS 9D 3C 5S", other, "9H 8H 3S 4D 2C")
    match = dealt_match(hands, "TS", "7C 8C", names=FRIENDS, before=(20, 22, 43, 7))
    call(match, 0)
    return match


def _with_computers() -> Match:
    match = example_match()
    match.players = (Player("Ben"), Player("Ada Lovelace"), Player("Noa", "greedy"))
    return match


def states(languages: Languages) -> Mapping[str, State]:
    """Return every state by its name; deadlines lie a little ahead of now."""
    soon = datetime.now(UTC) + timedelta(seconds=95)
    lobby = table(FRIENDS[:2], deadline=soon)
    full = table((*FRIENDS[:3], Player("Noa", "greedy")), deadline=soon)
    dealt, played = table(match=_dealt(), deadline=soon), table(match=_played(), deadline=soon)
    away = replace(played, attendance=Attendance(missed={1: 2, 3: 1}))
    paused = replace(played, deadline=None, attendance=Attendance(missed=dict.fromkeys(range(4), 2)))
    yaniv, assaf = (table(match=_called(assaf=assaf), deadline=soon) for assaf in (False, True))
    claimed = replace(
        table(match=_with_computers(), deadline=soon), attendance=Attendance(claims={2: Person(7, "Dan")})
    )
    long = table(match=played_match(FRIENDS, 5, rounds=9), deadline=soon)
    over = table(match=played_match(FRIENDS, 5, rounds=200))
    stopped = table(match=_stopped())
    french = table(match=played_match(FRIENDS, 4, turns=6, rules=FRENCH), deadline=soon)
    slapping = table(match=played_match(FRIENDS, 6, turns=7, rules=TRAVELLERS), deadline=soon)
    board = Leaderboard(
        tuple(LeaderboardRow(n, FRIENDS[n % 4], 20 - n, 12 - n, 90 - 9 * n, 10.5 + n) for n in range(6)), 6
    )
    house = replace(CLASSIC, preset="house", hand_size=7, yaniv_limit=5, jokers=4)
    settings = GuildSettings(guild_id=900, rules=TRAVELLERS, rules_name="travellers", locale="de")
    chosen = Personal(
        language="he",
        cards=CardStyle.TEXT,
        four_colours=True,
        pings=Pings.DIRECT,
        sorting=Sorting.SUIT,
        lucky_word="abracadabra! ✨",
    )
    private: dict[str, Draw] = {
        "hand waiting": lambda words: waiting_view(words, lobby),
        "hand of a newcomer": lambda words: with_line(waiting_view(words, lobby), welcome_text(words)),
        "hand sorted by suit": _hand(dealt, 0, 2, 3, personal=Personal(sorting=Sorting.SUIT)),
        "hand dealt": _hand(dealt, 0),
        "hand two selected": _hand(dealt, 0, 2, 3),
        "hand not a discard": _hand(dealt, 0, 0, 1),
        "hand off turn": _hand(played, 1, 0),
        "hand drawn a card": _hand(played, 0),
        "hand may call": _hand(table(match=_may_call(), deadline=soon), 0),
        "hand with hints": _hand(replace(table(match=_may_call(), deadline=soon), hints=True), 0),
        "hand with a hint": _hand(
            replace(table(match=_may_call(), deadline=soon), hints=True), 0, hint=_hint(_may_call())
        ),
        "hand away": _hand(away, 1),
        "hand after yaniv": _hand(yaniv, 1),
        "hand after the match": _hand(over, 1),
        "hand french": _hand(french, _mover(french)),
        "hand travellers": _hand(slapping, _mover(slapping), 0),
        "hand opened again": opened_again_view,
        "hand coming": lambda words: coming_view(words, claimed, 2),
        "practice": _alone(dealt, 2, 3),
        "practice off turn": _alone(table(match=_played()), seat=1),
        "practice may call": _alone(table(match=_may_call())),
        "practice after assaf": _alone(assaf),
        "practice after the match": _alone(over),
        "practice more": lambda words: practice_more_view(words, long),
        "practice with a hint": _alone(table(match=_unsorted()), hint=_hint(_unsorted())),
        "computers": lambda words: computers_view(words, full),
        "removal": lambda words: removal_view(words, full),
        "more": lambda words: more_view(words, played, 101, may_end=True),
        "options": lambda words: options_view(words, table(FRIENDS, rules=house), CLASSIC, [], may_save=True),
        "settings": lambda words: settings_view(words, settings, ["Friday night"], languages),
        "scores": lambda words: scores_view(words, long, board, page=1, pages=3, here=True, month=False),
        "me": lambda words: me_view(words, NOTHING_SAID, languages, "en-US"),
        "me with everything": lambda words: me_view(words, chosen, languages, "en-US"),
        **{f"help {topic}": _help(topic) for topic in TOPICS},
        "rules": lambda words: rules_view(words, CLASSIC),
        "rules changed": lambda words: rules_view(words, house, CLASSIC),
        "matches": lambda words: matches_view(words, [("<#1>", True), ("<#2>", False)]),
        **{
            f"lesson {step.number:02}{'' if choice is None else ' answered'}": _step(step, choice)
            for step in lesson()
            for choice in ((None, 0) if step.options else (None,))
        },
        "refusal": lambda words: notice_view(words, words("Something went wrong. Please try again.")),
    }
    public: dict[str, Draw] = {
        "lobby": lambda words: lobby_view(words, lobby),
        "lobby full": lambda words: lobby_view(words, full),
        "lobby changed": lambda words: lobby_view(words, table(FRIENDS, rules=house), base=CLASSIC),
        "lobby dealt": lambda words: lobby_view(
            words, dealt, table_link="https://discord.com/channels/1/2/3"
        ),
        "lobby closed": lambda words: lobby_view(words, table(FRIENDS, lobby_ended=EndedBy.EXPIRED)),
        "table dealt": lambda words: table_view(words, dealt),
        "table played": lambda words: table_view(words, played),
        "table away": lambda words: table_view(words, away),
        "table paused": lambda words: table_view(words, paused),
        "table after a restart": lambda words: table_view(words, played, absence=timedelta(minutes=7)),
        "table french": lambda words: table_view(words, french),
        "table travellers": lambda words: table_view(words, slapping),
        "yaniv": lambda words: round_end_view(words, yaniv, 1),
        "yaniv with a lucky word": lambda words: round_end_view(words, yaniv, 1, lucky_word="abracadabra!"),
        "assaf": lambda words: round_end_view(words, assaf, 1),
        "round end with a guest coming": lambda words: round_end_view(words, claimed, 1),
        "match stopped": lambda words: match_end_view(words, stopped),
    }
    return {
        **{name: State(draw) for name, draw in public.items()},
        "match end": State(
            lambda words: match_end_view(words, over, Drawn(b"")),
            chart=lambda words: draw(score_chart(words, over)).png,
        ),
        "mention": State(lambda words: turn_buttons(words, played), content=lambda w: turn_text(w, played)),
        **{name: State(draw, private=True) for name, draw in private.items()},
    }


def _step(step: Step, choice: int | None) -> Draw:
    told = step.told_to(FRIENDS[0])
    return lambda words: tutorial_view(words, told, choice)


def _hand(
    at: Table,
    seat: int,
    *selection: int,
    personal: Personal = NOTHING_SAID,
    hint: Hint | None = None,
) -> Draw:
    view = at.hand_of(100 + seat)
    assert view is not None
    return lambda words: hand_view(words, at, view, selection, personal=personal, hint=hint)


def _alone(at: Table, *selection: int, seat: int = 0, hint: Hint | None = None) -> Draw:
    at = replace(at, place=Place(PlaceKind.PERSON, 100 + seat), deadline=None, hints=True)
    view = at.hand_of(100 + seat)
    assert view is not None
    return lambda words: practice_view(words, at, view, selection, hint=hint)


def _hint(match: Match) -> Hint:
    view, legal = match.seat_view(0), match.legal_actions()
    advice = Question("hard", view, legal, seed=1).advice()
    return Hint.of(view, legal, advice)


def _help(topic: str) -> Draw:
    return lambda words: help_view(words, topic, CLASSIC)


def _mover(at: Table) -> int:
    assert at.match is not None
    assert at.match.to_move is not None
    return at.match.to_move


def _may_call() -> Match:
    hands = ("AS X1 X2 AH 2H", *_HANDS[1:])
    return dealt_match(hands, "3S", "7C 8C", names=FRIENDS)


def _stopped() -> Match:
    match = _called(assaf=True)
    match.stop(EndedBy.STOPPED)
    return match
