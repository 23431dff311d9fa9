"""Discord's errors are known by their codes in one place, and by what they mean everywhere else."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.ui.trouble import TROUBLE, EditRefused, Trouble, described, retry_after, trouble_of

ROOT = Path(__file__).parents[2]


def answered(status: int, code: int = 0, retry: str | None = None) -> discord.HTTPException:
    """Return the error with which the library reports such an answer."""
    headers = {} if retry is None else {"Retry-After": retry}
    response: Any = SimpleNamespace(status=status, reason="Error", headers=headers)
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    default = discord.DiscordServerError if status >= 500 else discord.HTTPException
    return kinds.get(status, default)(response, {"code": code, "message": "secret words"})


@pytest.mark.parametrize(
    ("status", "code", "meaning"),
    [
        (401, 50027, Trouble.EXPIRED),
        (404, 10015, Trouble.EXPIRED),
        (401, 0, Trouble.EXPIRED),
        (404, 10003, Trouble.CHANNEL_GONE),
        (404, 10008, Trouble.MESSAGE_GONE),
        (404, 10062, Trouble.TOO_LATE),
        (400, 40060, Trouble.ALREADY_ACKNOWLEDGED),
        (429, 30046, Trouble.NOT_EDITABLE),
        (400, 30046, Trouble.NOT_EDITABLE),
        (400, 50083, Trouble.NOT_EDITABLE),
        (403, 50001, Trouble.FORBIDDEN),
        (403, 50013, Trouble.FORBIDDEN),
        (403, 50007, Trouble.CLOSED),
        (403, 50278, Trouble.CLOSED),
        (403, 0, Trouble.FORBIDDEN),
        (429, 0, Trouble.TEMPORARY),
        (404, 0, Trouble.TEMPORARY),
        (500, 0, Trouble.TEMPORARY),
        (502, 0, Trouble.TEMPORARY),
        (503, 0, Trouble.TEMPORARY),
        (504, 0, Trouble.TEMPORARY),
        (400, 50035, Trouble.REFUSED),
        (405, 0, Trouble.REFUSED),
        (400, 30008, Trouble.EMOJI_REFUSED),
        (404, 10014, Trouble.EMOJI_GONE),
    ],
)
def test_an_answer_means_what_discord_says_it_means(status: int, code: int, meaning: Trouble) -> None:
    error = answered(status, code)
    assert isinstance(error, TROUBLE)
    assert trouble_of(error) is meaning
    assert described(error) == f"{meaning.value}: status {status}, code {code}"


def test_a_form_that_is_refused_for_an_emoji_says_so_in_its_text_alone() -> None:
    response: Any = SimpleNamespace(status=400, reason="Error", headers={})
    invalid = {"_errors": [{"code": "COMPONENT_INVALID_EMOJI", "message": "Invalid emoji"}]}
    fault = {"components": {"0": {"components": {"3": {"emoji": {"id": invalid}}}}}}
    told: dict[str, Any] = {"code": 50035, "message": "Invalid Form Body", "errors": fault}
    assert trouble_of(discord.HTTPException(response, told)) is Trouble.EMOJI_REFUSED
    told["errors"] = {"components": {"0": {"label": {"_errors": [{"code": "X", "message": "Too long"}]}}}}
    assert trouble_of(discord.HTTPException(response, told)) is Trouble.REFUSED


@pytest.mark.parametrize(
    "error",
    [
        TimeoutError(),
        ConnectionResetError(104, "secret words"),
        aiohttp.ClientOSError(104, "secret words"),
        aiohttp.ServerDisconnectedError("secret words"),
        aiohttp.ServerTimeoutError("secret words"),
        aiohttp.ClientPayloadError("secret words"),
        discord.RateLimited(60),
    ],
    ids=lambda error: type(error).__name__,
)
def test_what_happens_on_the_way_to_discord_may_go_better_next_time(error: Exception) -> None:
    assert isinstance(error, TROUBLE)
    assert trouble_of(error) is Trouble.TEMPORARY
    assert described(error) == f"temporary: {type(error).__name__}"


def test_an_edit_that_would_have_to_wait_counts_as_impossible() -> None:
    assert isinstance(EditRefused(), TROUBLE)
    assert trouble_of(EditRefused()) is Trouble.NOT_EDITABLE


@pytest.mark.parametrize(
    ("error", "seconds"),
    [
        (answered(429, retry="1.5"), 1.5),
        (answered(429, retry="soon"), 0),
        (answered(429), 0),
        (answered(503, retry="7"), 0),
        (discord.RateLimited(61.0), 61.0),
        (TimeoutError(), 0),
    ],
)
def test_discord_may_say_when_to_come_again(error: Exception, seconds: float) -> None:
    assert retry_after(error) == seconds


def test_no_other_file_knows_discords_errors() -> None:
    """Neither by code or status, nor by the library's classes for them."""
    # The start catches what keeps it from logging in, which is none of a request's errors.
    classes = r"\b(HTTPException|NotFound|Forbidden|DiscordServerError|RateLimited|ClientError)\b"
    numbers = r"\b(10003|10008|10015|10062|30046|40060|50001|50013|50027|50083)\b"
    known = re.compile(rf"{classes}|{numbers}|\b(error|problem)\.(code|status)\b")
    files = [*ROOT.glob("bot/**/*.py"), *ROOT.glob("cogs/**/*.py")]
    where = {file.relative_to(ROOT).as_posix() for file in files if known.search(file.read_text("utf-8"))}
    assert where == {"bot/ui/trouble.py"}
