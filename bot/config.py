"""Settings, read once at start from the environment and from .env."""

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import NoReturn, Self

from dotenv import dotenv_values

from bot.hosts import wiping_host

LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
MAX_COMPUTER_DELAY = 60.0
MAX_NEXT_ROUND_SECONDS = 3600
MAX_COMPUTER_PROCESSES = 64
MAX_PORT = 65535
_YES = frozenset({"on", "yes", "true", "1"})
_NO = frozenset({"off", "no", "false", "0"})


class SettingsError(ValueError):
    """A setting that cannot be used; the text names it, its value and what is allowed."""


@dataclass(frozen=True)
class Settings:
    """How one bot runs; .env.example explains every setting.

    `computer_delay` is the least and the most seconds a computer player takes for a move,
    `next_round_seconds` the pause after a round before the next one is dealt, `computer_processes` how many
    processes at most think for them. `card_pictures` says whether cards are shown as pictures.
    `test_discord` is where a stand-in for Discord listens on this machine, as host and port, None for Discord
    itself. `wiping_host` is the host this runs on, if it is one that wipes its disk at each restart.
    """

    token: str | None = field(default=None, repr=False)
    database_url: str = field(default="sqlite:///data/yaniv.sqlite3", repr=False)
    log_level: str = "INFO"
    language: str = "en"
    dev_guild_id: int | None = None
    computer_delay: tuple[float, float] = (1.0, 3.0)
    next_round_seconds: int = 20
    computer_processes: int = 1
    card_pictures: bool = True
    test_discord: str | None = None
    wiping_host: str | None = None

    @classmethod
    def from_env(cls, environ: Mapping[str, str], env_file: Path | None) -> Self:
        """Read the settings; a variable in `environ`, even an empty one, wins over the line in `env_file`.

        An empty value stands for the default. A missing `env_file` is no error.
        Raises SettingsError for the first value that cannot be used.
        """
        lines = dotenv_values(env_file, interpolate=False, encoding="utf-8") if env_file is not None else {}

        def read(name: str) -> str:
            return (environ.get(name, lines.get(name)) or "").strip()

        return cls(
            token=read("DISCORD_TOKEN") or None,
            database_url=_database_url(read("DATABASE_URL")),
            log_level=_log_level(read("LOG_LEVEL")),
            language=_language(read("YANIV_LANGUAGE")),
            dev_guild_id=_guild_id(read("DEV_GUILD_ID")),
            computer_delay=_computer_delay(read("COMPUTER_DELAY")),
            computer_processes=_computer_processes(read("COMPUTER_PROCESSES")),
            next_round_seconds=_next_round_seconds(read("NEXT_ROUND_SECONDS")),
            card_pictures=_card_pictures(read("CARD_PICTURES")),
            test_discord=_test_discord(read("YANIV_TEST_DISCORD")),
            wiping_host=wiping_host(environ),
        )


def _refuse(name: str, value: str, allowed: str) -> NoReturn:
    raise SettingsError(f"{name} is {value!r}; allowed: {allowed}")


def _database_url(value: str) -> str:
    if not value:
        return Settings.database_url
    scheme, separator, _ = value.partition("://")
    if not separator or scheme not in {"sqlite", "sqlite+aiosqlite"}:
        # A database address may hold a password: only its first word is repeated.
        _refuse("DATABASE_URL", f"{scheme}://…" if separator else "…", "sqlite:///path/to/file.sqlite3")
    return value


def _log_level(value: str) -> str:
    level = value.upper() or Settings.log_level
    if level not in LOG_LEVELS:
        _refuse("LOG_LEVEL", value, ", ".join(LOG_LEVELS))
    return level


def _language(value: str) -> str:
    if value and not re.fullmatch(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*", value):
        _refuse("YANIV_LANGUAGE", value, "a language code such as en, de or pt-BR")
    return value or Settings.language


def _guild_id(value: str) -> int | None:
    if value and not re.fullmatch(r"[1-9][0-9]{0,19}", value):
        _refuse("DEV_GUILD_ID", value, "the id of a server, digits only")
    return int(value) if value else None


def _computer_delay(value: str) -> tuple[float, float]:
    if not value:
        return Settings.computer_delay
    number = r"([0-9]+(?:\.[0-9]+)?)"
    match = re.fullmatch(rf"{number}(?:\s*-\s*{number})?", value)
    least, most = (float(match[1]), float(match[2] or match[1])) if match else (1.0, 0.0)
    if not least <= most <= MAX_COMPUTER_DELAY:
        _refuse("COMPUTER_DELAY", value, f"seconds from-to such as 1-3, each 0 to {MAX_COMPUTER_DELAY:g}")
    return least, most


def _next_round_seconds(value: str) -> int:
    if not value:
        return Settings.next_round_seconds
    seconds = int(value) if re.fullmatch(r"[0-9]{1,9}", value) else -1
    if not 0 <= seconds <= MAX_NEXT_ROUND_SECONDS:
        _refuse("NEXT_ROUND_SECONDS", value, f"whole seconds, 0 to {MAX_NEXT_ROUND_SECONDS}")
    return seconds


def _computer_processes(value: str) -> int:
    if not value:
        return Settings.computer_processes
    number = int(value) if re.fullmatch(r"[0-9]{1,9}", value) else 0
    if not 1 <= number <= MAX_COMPUTER_PROCESSES:
        _refuse("COMPUTER_PROCESSES", value, f"a whole number, 1 to {MAX_COMPUTER_PROCESSES}")
    return number


def _card_pictures(value: str) -> bool:
    if value.lower() not in _YES | _NO | {""}:
        _refuse("CARD_PICTURES", value, "on, off")
    return value.lower() not in _NO


def _test_discord(value: str) -> str | None:
    """Take the address of a stand-in on this very machine: the token must never be sent anywhere else."""
    if not value:
        return None
    written = re.fullmatch(r"http://(?P<host>[0-9.]+|\[[0-9a-f:]+\]):(?P<port>[0-9]{1,5})/?", value, re.ASCII)
    if written is not None and 0 < int(written["port"]) <= MAX_PORT:
        with suppress(ValueError):
            if ip_address(written["host"].strip("[]")).is_loopback:
                return f"{written['host']}:{int(written['port'])}"
    _refuse("YANIV_TEST_DISCORD", value, "a loopback address with its port such as http://127.0.0.1:8080")
