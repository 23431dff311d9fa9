"""What tests of computer players share."""

from collections.abc import Iterator
from unittest.mock import patch

import pytest

from bot.players import search


@pytest.fixture(scope="module")
def thinking_little() -> Iterator[None]:
    """Let a search end soon, for tests that ask for very many decisions."""
    with patch.object(search, "TURNS", 40):
        yield
