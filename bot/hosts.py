"""Hosts that wipe the disk of a process at each restart, and whether a database there would stay."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

# The environment variables, or how their names begin, by which a host makes itself known.
_MARKS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "DYNO": "Heroku",
        "RENDER": "Render",
        "RAILWAY_": "Railway",
        "FLY_APP_NAME": "Fly.io",
        "K_SERVICE": "Cloud Run",
    }
)
_WITHOUT_VOLUMES: Final = frozenset({"Heroku"})


def wiping_host(variables: Iterable[str]) -> str | None:
    """Return the host that sets these environment variables, None for one that keeps its disk."""
    for variable in variables:
        for mark, host in _MARKS.items():
            if variable == mark or (mark.endswith("_") and variable.startswith(mark)):
                return host
    return None


def stays(file: Path, host: str) -> bool:
    """Say whether a file lies on a volume, which a wiping host keeps."""
    if host in _WITHOUT_VOLUMES:
        return False
    folder = file.absolute().parent
    while not folder.exists():
        folder = folder.parent
    return folder.stat().st_dev != Path(folder.anchor).stat().st_dev
