"""An outage of Discord is told once, however many matches there are and however often they are tried."""

import logging
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.ui.troubled import Troubled

BROKEN = TimeoutError()


def refused(status: int, code: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    return discord.HTTPException(response, {"code": code, "message": "9S"})


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO, "bot.ui.troubled")
    return caplog


def test_an_outage_is_one_line_at_its_beginning_and_one_at_its_end(lines: pytest.LogCaptureFixture) -> None:
    troubled = Troubled()
    for _ in range(3):
        for match_id in (1, 2, 3):
            troubled.not_drawn(match_id, BROKEN if match_id % 2 else refused(503, 0))
    for match_id in (2, 1, 7):
        troubled.over(match_id)
    assert lines.messages == ["Match 1: not drawn, temporary: TimeoutError."]
    troubled.over(3)
    assert lines.messages[1:] == ["All matches are drawn again."]
    troubled.not_drawn(2, BROKEN)
    assert lines.messages[2:] == ["Match 2: not drawn, temporary: TimeoutError."], "the next one is told"


def test_what_concerns_one_match_is_told_once_for_each(lines: pytest.LogCaptureFixture) -> None:
    troubled = Troubled()
    for _ in range(3):
        for match_id in (1, 2):
            troubled.not_drawn(match_id, refused(403, 50001))
    assert lines.messages == [
        f"Match {match_id}: not drawn, forbidden: status 403, code 50001." for match_id in (1, 2)
    ]
    troubled.not_drawn(1, refused(404, 10003))
    assert lines.messages[2:] == ["Match 1: not drawn, channel gone: status 404, code 10003."]
    troubled.over(1)
    troubled.over(2)
    assert len(lines.messages) == 3
    assert "9S" not in lines.text
