"""A store in a file of its own, and as many more on the same file as a test wants."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.store import Store


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "folder that is not there yet" / "yaniv.sqlite3"


@pytest.fixture
def url(file: Path) -> str:
    return f"sqlite:///{file}"


@pytest.fixture
async def open_store(url: str) -> AsyncGenerator[Callable[[], Awaitable[Store]]]:
    async with AsyncExitStack() as opened:

        async def open_another() -> Store:
            store = await Store.open(url)
            opened.push_async_callback(store.close)
            return store

        yield open_another


@pytest.fixture
async def store(open_store: Callable[[], Awaitable[Store]]) -> Store:
    return await open_store()
