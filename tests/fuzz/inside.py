"""What no user sees of the bot: the one place of the fuzzer that looks into its parts."""

from typing import Any

from bot.app import YanivBot
from bot.store.values import Place
from bot.tables.values import Table


def tables_in_memory(bot: YanivBot) -> list[Table]:
    """Return the open tables that are in memory; looking is no use of them."""
    registry: Any = bot.desk.tables.registry
    return list(registry._tables.values())


def held_locks(bot: YanivBot) -> list[Place]:
    """Return the places whose lock somebody holds."""
    registry: Any = bot.desk.tables.registry
    return [place for place, lock in registry._locks.items() if lock.locked()]


def waiting_timers(bot: YanivBot) -> list[Any]:
    """Return the names of all timers that wait."""
    timers: Any = bot.desk.tables.timers
    return list(timers._waiting)


def running_jobs(bot: YanivBot) -> int:
    """Return how many timed jobs have begun and not ended."""
    timers: Any = bot.desk.tables.timers
    return len(timers._running)
