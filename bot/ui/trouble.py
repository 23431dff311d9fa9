"""What Discord, or the way there, answers in place of what was asked for: all its codes, and nowhere else."""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final

import aiohttp
import discord

UNKNOWN_CHANNEL: Final = 10003
UNKNOWN_MESSAGE: Final = 10008
UNKNOWN_EMOJI: Final = 10014
UNKNOWN_WEBHOOK: Final = 10015
UNKNOWN_INTERACTION: Final = 10062
TOO_MANY_EMOJIS: Final = 30008
TOO_MANY_EDITS_OF_OLD_MESSAGES: Final = 30046
INTERACTION_ALREADY_ACKNOWLEDGED: Final = 40060
MISSING_ACCESS: Final = 50001
CANNOT_MESSAGE_USER: Final = 50007
MISSING_PERMISSIONS: Final = 50013
INVALID_WEBHOOK_TOKEN: Final = 50027
INVALID_FORM: Final = 50035
THREAD_IS_ARCHIVED: Final = 50083
NO_SERVER_IN_COMMON: Final = 50278


class EditRefused(OSError):
    """An edit of an old message that Discord would let us make later only: it is posted anew instead."""


TROUBLE: Final = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""Everything that a request to Discord may raise; timeouts and reset connections are OSErrors."""


class Trouble(Enum):
    """What an error means for whoever made the request."""

    MESSAGE_GONE = "message gone"
    CHANNEL_GONE = "channel gone"
    NOT_EDITABLE = "not editable any more"
    """A message in an archived thread, or one older than an hour: it can be posted anew."""
    EXPIRED = "token expired"
    TOO_LATE = "too late"
    """An interaction that was not acknowledged within 3 s."""
    ALREADY_ACKNOWLEDGED = "already acknowledged"
    EMOJI_REFUSED = "emoji refused"
    """An emoji that Discord does not take, in a message or as a new one."""
    EMOJI_GONE = "emoji gone"
    FORBIDDEN = "forbidden"
    CLOSED = "takes no direct messages"
    TEMPORARY = "temporary"
    """Discord or the way there is busy or broken: the same request may succeed later."""
    REFUSED = "refused"


_BY_CODE: Final[Mapping[int, Trouble]] = MappingProxyType(
    {
        UNKNOWN_CHANNEL: Trouble.CHANNEL_GONE,
        UNKNOWN_MESSAGE: Trouble.MESSAGE_GONE,
        UNKNOWN_EMOJI: Trouble.EMOJI_GONE,
        UNKNOWN_WEBHOOK: Trouble.EXPIRED,
        INVALID_WEBHOOK_TOKEN: Trouble.EXPIRED,
        UNKNOWN_INTERACTION: Trouble.TOO_LATE,
        INTERACTION_ALREADY_ACKNOWLEDGED: Trouble.ALREADY_ACKNOWLEDGED,
        TOO_MANY_EMOJIS: Trouble.EMOJI_REFUSED,
        TOO_MANY_EDITS_OF_OLD_MESSAGES: Trouble.NOT_EDITABLE,
        THREAD_IS_ARCHIVED: Trouble.NOT_EDITABLE,
        CANNOT_MESSAGE_USER: Trouble.CLOSED,
        NO_SERVER_IN_COMMON: Trouble.CLOSED,
        MISSING_ACCESS: Trouble.FORBIDDEN,
        MISSING_PERMISSIONS: Trouble.FORBIDDEN,
    }
)


def trouble_of(error: Exception) -> Trouble:
    """Return what one of the errors in `TROUBLE` means."""
    if not isinstance(error, discord.HTTPException):
        return Trouble.NOT_EDITABLE if isinstance(error, EditRefused) else Trouble.TEMPORARY
    if error.code in _BY_CODE:
        return _BY_CODE[error.code]
    if error.code == INVALID_FORM and "emoji" in error.text.lower():
        # Which field is wrong stands in the text alone: "In components.0.emoji.id: Invalid emoji".
        return Trouble.EMOJI_REFUSED
    if error.status == 401:
        return Trouble.EXPIRED
    if error.status == 403:
        return Trouble.FORBIDDEN
    # A 404 that does not name what is unknown comes from something before Discord's own servers.
    passing = error.status in (404, 408, 429) or error.status >= 500
    return Trouble.TEMPORARY if passing else Trouble.REFUSED


def described(error: Exception) -> str:
    """Return an error for the log: its numbers or its kind, never its text, which may quote what was sent."""
    if isinstance(error, discord.HTTPException):
        return f"{trouble_of(error).value}: status {error.status}, code {error.code}"
    return f"{trouble_of(error).value}: {type(error).__name__}"


def start_refused(error: discord.DiscordException) -> str:
    """Return what Discord did when the bot could not start, by its numbers alone, for the owner."""
    if isinstance(error, discord.ConnectionClosed):
        return f"closed the connection for good, with the code {error.code}"
    if isinstance(error, discord.HTTPException):
        return f"refused the start: status {error.status}, code {error.code}"
    return f"refused the start: {type(error).__name__}"


def retry_after(error: Exception) -> float:
    """Return after how many seconds Discord wants to be asked again; 0 if it did not say."""
    if isinstance(error, discord.RateLimited):
        return error.retry_after
    if not isinstance(error, discord.HTTPException) or error.status != 429:
        return 0.0
    try:
        return max(float(error.response.headers.get("Retry-After", "0")), 0.0)
    except ValueError:
        return 0.0
