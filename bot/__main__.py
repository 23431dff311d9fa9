"""The command line: `python -m bot run`, `demo` or `simulate`."""

import argparse
import asyncio
import contextlib
import errno
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from bot.config import Settings, SettingsError
from bot.engine.errors import YanivError
from bot.engine.rules import Rules
from bot.players.levels import computer
from bot.presets import DEFAULT, preset, shipped_presets
from bot.progress import ProgressBar
from bot.rule_fields import with_field
from bot.simulate import Simulation, simulate

USAGE_ERROR = 2
INTERRUPTED = 130


class _Refused(Exception):
    """Something that cannot be done as asked; the text says why."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """End with one sentence instead of the whole usage, which `--help` shows."""
        self.exit(USAGE_ERROR, f"{self.prog}: {message}\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out one command and return the exit status: 0, or 2 with one sentence on standard error."""
    options = _parser().parse_args(arguments)
    try:
        return options.command(options)
    except (_Refused, SettingsError) as error:
        return _refuse(str(error))
    except YanivError as error:
        return _refuse(error.sentence())
    except KeyboardInterrupt:
        return INTERRUPTED


def _refuse(sentence: str) -> int:
    sys.stderr.write(f"yaniv: {sentence}\n")
    return USAGE_ERROR


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m bot", description="Yaniv, the card game, in a Discord channel.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)

    run = commands.add_parser("run", help="start the bot on Discord, with the token from .env")
    run.set_defaults(command=_run)

    demo = commands.add_parser("demo", help="play in a local browser page, without Discord")
    demo.add_argument(
        "--rules", default=DEFAULT, metavar="PRESET", help=f"a name of data/rules (default: {DEFAULT})"
    )
    demo.add_argument("--port", type=_port, default=0, help="port of the page (default: any free one)")
    demo.add_argument("--no-browser", action="store_true", help="print the address only, open no browser")
    demo.set_defaults(command=_demo)

    simulation = commands.add_parser("simulate", help="let computer players play and print how it went")
    simulation.add_argument(
        "--rules", default=DEFAULT, metavar="PRESET", help=f"a name of data/rules (default: {DEFAULT})"
    )
    simulation.add_argument(
        "--set",
        dest="changes",
        type=_change,
        action="append",
        default=[],
        metavar="FIELD=VALUE",
        help="change one rule, as often as wanted, like --set jokers=4 --set exact_totals=50:25,100:50",
    )
    simulation.add_argument("--players", type=int, default=4, metavar="N", help="seats, 2 to 8 (default: 4)")
    simulation.add_argument(
        "--matches", type=_positive, default=1, metavar="N", help="matches to play (default: 1)"
    )
    simulation.add_argument(
        "--seed", type=int, default=0, metavar="S", help="same seed, same matches (default: 0)"
    )
    simulation.add_argument(
        "--computers",
        type=_words,
        default=["greedy"],
        metavar="LEVEL,…",
        help="the level of each seat; a shorter list goes on from its beginning (default: greedy)",
    )
    simulation.add_argument(
        "--single-rounds",
        action="store_true",
        help="stop each match after its first round; the seats deal in turn",
    )
    simulation.add_argument(
        "--record", type=Path, metavar="FILE", help="write the matches, one record a line"
    )
    simulation.add_argument(
        "--count-legal",
        action="store_true",
        help="note the number of legal discards with every recorded play",
    )
    simulation.set_defaults(command=_simulate)
    return parser


def _positive(text: str) -> int:
    return _whole(text, 1, 10**9)


def _port(text: str) -> int:
    return _whole(text, 0, 65535)


def _whole(text: str, low: int, high: int) -> int:
    with contextlib.suppress(ValueError):
        if low <= int(text) <= high:
            return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {low} to {high}")


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",")]


def _change(text: str) -> tuple[str, str]:
    field, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form field=value")
    return field.strip(), value


def _rules(options: argparse.Namespace) -> Rules:
    rules = preset(options.rules)
    for field, value in options.changes:
        rules = with_field(rules, field, value)
    return rules


def _run(_options: argparse.Namespace) -> int:
    settings = Settings.from_env(os.environ, Path(".env"))
    if settings.token is None:
        raise _Refused("there is no DISCORD_TOKEN in .env or the environment; `make demo` plays without one")
    # A preset that is broken should stop the start, not somebody's match.
    shipped_presets()
    # Only this command needs Discord and the database.
    from bot.process import run  # noqa: PLC0415

    return run(settings)


def _demo(options: argparse.Namespace) -> int:
    rules = preset(options.rules).preset
    # Only this command needs the simulated Discord, which a bot that is hosted does without.
    try:
        from bot.demo.command import run_demo  # noqa: PLC0415
        from bot.demo.session import lobby  # noqa: PLC0415
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "bot":
            raise
        raise _Refused(f"the demo needs {error.name}, which `make install` installs") from None
    from bot.app import create_bot  # noqa: PLC0415

    with tempfile.TemporaryDirectory(prefix="yaniv-demo-", ignore_cleanup_errors=True) as directory:
        # A demo begins anew each time and leaves the matches of a hosted bot alone.
        settings = Settings(database_url=f"sqlite:///{Path(directory).as_posix()}/demo.sqlite3")
        demo = run_demo(
            lambda: create_bot(settings),
            port=options.port,
            open_browser=not options.no_browser,
            scene=lobby(rules),
        )
        try:
            asyncio.run(demo)
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
            raise _Refused(f"port {options.port} cannot be used: {os.strerror(error.errno)}") from None
    return 0


def _simulate(options: argparse.Namespace) -> int:
    rules = _rules(options)
    rules.check_seats(options.players)
    names: list[str] = options.computers
    if len(names) > options.players:
        raise _Refused(f"{len(names)} computer players are too many for {options.players} seats")
    for name in names:
        computer(name)
    levels = tuple(names[seat % len(names)] for seat in range(options.players))
    plan = Simulation(
        rules,
        levels,
        options.matches,
        options.seed,
        count_legal=options.count_legal,
        single_rounds=options.single_rounds,
    )
    try:
        with contextlib.ExitStack() as stack:
            record = None
            if options.record is not None:
                record = stack.enter_context(options.record.open("w", encoding="utf-8", newline="\n"))
            figures = simulate(plan, record=record, progress=ProgressBar(sys.stderr))
    except OSError as error:
        raise _Refused(f"{options.record} cannot be written: {error.strerror}") from None
    sys.stdout.write(json.dumps(figures) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
