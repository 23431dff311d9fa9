"""What all tests share: a record of every request that a bot made in a simulated Discord."""

import json
import os
from pathlib import Path
from typing import Any

import simcord

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
