"""What all tests share: a record of all requests to a simulated Discord, and catalogues read once."""

import json
import os
from collections.abc import Generator
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
import simcord

from bot.ui import words
from bot.ui.words import Words
from tests.recording import Requests

RECORD = "YANIV_RECORD_REQUESTS"
_recorded: Final = Requests()


@pytest.fixture(scope="session", autouse=True)
def catalogues_read_once() -> Generator[None]:
    """Read a catalogue again only if it has changed: more than a thousand tests start a bot each."""
    read = words.read_catalogue

    @cache
    def read_at(file: Path, changed_at: int) -> Words:
        del changed_at
        return read(file)

    def read_once(file: Path) -> Words:
        return read_at(file, file.stat().st_mtime_ns)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words, "read_catalogue", read_once)
        yield


def record_requests(env: simcord.Env) -> None:
    """Keep the requests of an environment for the check against Discord's own description."""
    if os.environ.get(RECORD):
        for entry in env.http_requests:
            _recorded.add(
                {"method": entry.method, "path": entry.path, "params": entry.params, "json": entry.json}
            )


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take over what a process that ran tests beside others has recorded."""
    _recorded.take_over(json.loads(getattr(node, "workeroutput", {}).get(RECORD, "{}")))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the recorded requests where the caller wants them; one process of several hands them on."""
    target = os.environ.get(RECORD)
    if not target:
        return
    beside: dict[str, str] | None = getattr(session.config, "workeroutput", None)
    if beside is not None:
        beside[RECORD] = json.dumps(_recorded.kept)
        return
    Path(target).parent.mkdir(parents=True, exist_ok=True)
    Path(target).write_text(json.dumps([*_recorded.written()]), encoding="utf-8")
