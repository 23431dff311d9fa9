"""What the characters say at the end of a round: one voice each, seldom, and the same when drawn again."""

from dataclasses import replace

import pytest

from bot.engine.match import Player
from bot.engine.scoring import RoundKind, RoundResult
from bot.players.characters import CHARACTERS, character_of
from bot.players.levels import LEVELS
from bot.tables.values import Table
from bot.ui.round_end import match_end_view, round_end_view
from bot.ui.voices import ONE_IN, VOICES, voice_line
from tests.ui.scenes import ENGLISH, call, dealt_match, shown, table

HIGH = ("KS QS 9D 3C 5S", "9H 8H 3S 4D 2S")


def over(*players: Player, caught: bool = False) -> Table:
    """Return a table at which the first of three has called."""
    first, second = ("AS AH AC 2H 2D", "X1 X2 AD 2C 3D") if caught else ("AS X1 X2 AH 2H", HIGH[0])
    match = dealt_match((first, second, HIGH[1]), "TS", "7C 8C", names=players)
    call(match, 0)
    return table(match=match)


def result_of(at: Table) -> RoundResult:
    return at.results()[-1]


def lines(at: Table, count: int = 300) -> list[str]:
    """Return what is said in the same round of many matches."""
    return [voice_line(ENGLISH, replace(at, id=number), result_of(at)) for number in range(1, count + 1)]


NOA, GIL, ADA = Player("Noa", "normal"), Player("Gil", "easy"), Player("Ada")


def test_every_character_has_a_level_that_there_is_and_a_voice_with_lines_of_its_own() -> None:
    assert {*VOICES} == {*CHARACTERS}
    assert all(character.level in LEVELS for character in CHARACTERS.values())
    said = [line for voice in VOICES.values() for line in (voice.stood, voice.caught, voice.catching)]
    assert len(set(said)) == len(said)
    assert max(map(len, said)) <= 60


def test_a_character_whose_call_stood_says_so_in_about_one_of_three_rounds() -> None:
    at = over(NOA, ADA, Player("Bo"))
    assert result_of(at).score.kind is RoundKind.YANIV
    said = lines(at)
    assert {*said} == {"", "💬 **🤖 Noa**: “As planned.”"}
    assert 0.7 / ONE_IN < sum(map(bool, said)) / len(said) < 1.3 / ONE_IN


def test_who_was_caught_and_who_caught_speak_and_never_both() -> None:
    at = over(NOA, GIL, ADA, caught=True)
    assert result_of(at).score.kind is RoundKind.ASSAF
    assert {*lines(at)} == {
        "",
        f"💬 **🤖 Noa**: “{VOICES['Noa'].caught}”",
        f"💬 **🤖 Gil**: “{VOICES['Gil'].catching}”",
    }


@pytest.mark.parametrize(
    "caller", [Player("Noa"), Player("Noa", "greedy"), Player("Noa", "easy"), Player("Maya", "normal")]
)
def test_nobody_else_says_anything(caller: Player) -> None:
    """Neither a person of that name, nor a computer of another level in an old record, nor a guest."""
    assert character_of(caller.name, caller.kind) is None
    assert not any(lines(over(caller, ADA, Player("Bo"))))


def test_it_stands_in_the_message_of_the_round_and_nowhere_twice() -> None:
    at = over(NOA, ADA, Player("Bo"))
    speaking = next(n for n in range(1, 50) if voice_line(ENGLISH, replace(at, id=n), result_of(at)))
    drawn = shown(round_end_view(ENGLISH, replace(at, id=speaking), 1))
    assert drawn.count("As planned.") == 1
    assert drawn == shown(round_end_view(ENGLISH, replace(at, id=speaking), 1))
    silent = next(n for n in range(1, 50) if not voice_line(ENGLISH, replace(at, id=n), result_of(at)))
    assert "💬" not in shown(round_end_view(ENGLISH, replace(at, id=silent), 1))
    assert "💬" not in shown(match_end_view(ENGLISH, replace(at, id=silent)))
