"""A bar that tells how far something has come, for people at a terminal."""

import time
from typing import Final, TextIO

_WIDTH: Final = 30
_SECONDS_BETWEEN: Final = 0.1


class ProgressBar:
    """Draws itself on a terminal and nowhere else; call it with how much is done of how much."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._is_shown = stream.isatty()
        self._drawn_at = 0.0

    def __call__(self, done: int, total: int) -> None:
        """Show that `done` of `total` are done; the last one ends the line."""
        now = time.monotonic()
        if not self._is_shown or (done < total and now - self._drawn_at < _SECONDS_BETWEEN):
            return
        self._drawn_at = now
        bar = ("#" * (_WIDTH * done // total)).ljust(_WIDTH, ".")
        self._stream.write(f"\r[{bar}] {done}/{total}" + ("\n" if done >= total else ""))
        self._stream.flush()
