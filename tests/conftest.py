"""What all tests share: a bot in a simulated Discord, and a record of every request it made."""

import json
import os
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
import simcord

from bot.app import YanivBot, create_bot
from bot.config import Settings

RECORD = "YANIV_RECORD_REQUESTS"
_recorded: list[dict[str, Any]] = []


def record_requests(env: simcord.Env) -> None:
    """Keep the requests of an environment for the check against Discord's own description."""
    if os.environ.get(RECORD):
        _recorded.extend(
            {"method": entry.method, "path": entry.path, "params": entry.params, "json": entry.json}
            for entry in env.http_requests
        )


def pytest_sessionfinish() -> None:
    """Write the recorded requests where the caller wants them."""
    target = os.environ.get(RECORD)
    if target:
        Path(target).parent.mkdir(parents=True, exist_ok=True)
        Path(target).write_text(json.dumps(_recorded, default=str), encoding="utf-8")
