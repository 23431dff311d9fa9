"""What all tests share: a record of every request that a bot made in a simulated Discord."""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
import simcord

RECORD = "YANIV_RECORD_REQUESTS"
_SNOWFLAKE = re.compile(r"(?<![0-9])[0-9]{17,20}(?![0-9])")
_recorded: dict[str, dict[str, Any]] = {}


def record_requests(env: simcord.Env) -> None:
    """Keep the requests of an environment for the check against Discord's own description."""
    if os.environ.get(RECORD):
        for entry in env.http_requests:
            request = {"method": entry.method, "path": entry.path, "params": entry.params, "json": entry.json}
            # Which of Discord's own numbers stand in it makes no other request of it.
            alike = _SNOWFLAKE.sub("0", json.dumps(request, sort_keys=True, default=str))
            _recorded.setdefault(alike, request)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what a process that ran tests beside others has recorded."""
    _recorded.update(json.loads(getattr(node, "workeroutput", {}).get(RECORD, "{}")))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the recorded requests where the caller wants them; one process of several hands them on."""
    target = os.environ.get(RECORD)
    if not target:
        return
    beside: dict[str, str] | None = getattr(session.config, "workeroutput", None)
    if beside is not None:
        beside[RECORD] = json.dumps(_recorded, default=str)
        return
    Path(target).parent.mkdir(parents=True, exist_ok=True)
    Path(target).write_text(json.dumps([*_recorded.values()], default=str), encoding="utf-8")
