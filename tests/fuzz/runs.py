"""Runs of the fuzzer, each known by its seed."""

from contextlib import ExitStack
from typing import Any, Final, cast
from unittest import mock

from hypothesis import HealthCheck, Phase, Verbosity, settings, stateful
from hypothesis import seed as seeded
from hypothesis import strategies as st
from hypothesis.internal.conjecture import engine, providers
from hypothesis.internal.constants_ast import Constants
from hypothesis.strategies._internal.featureflags import FeatureFlags

from tests.fuzz.machine import Fuzzer

ROOM: Final = 2**20
"""How much Hypothesis may choose in one run; what it has by itself ends after some hundred steps."""


def again(seed: int, steps: int) -> str:
    """Return how to do a run again."""
    return f"python -m tests.fuzz --seed {seed} --steps {steps}"


def run(seed: int, steps: int, *, shrink: bool = False) -> list[str]:
    """Do a run and return its story; what goes wrong is raised, with the story as a note."""
    machine: Any = type("Fuzzer", (Fuzzer,), {"seed": seed, "made": 0})
    phases = [Phase.generate, Phase.shrink] if shrink else [Phase.generate]
    chosen = settings(
        max_examples=2,
        stateful_step_count=steps,
        phases=phases,
        database=None,
        deadline=None,
        report_multiple_bugs=False,
        suppress_health_check=cast("list[HealthCheck]", list(HealthCheck)),
        verbosity=Verbosity.quiet,
    )
    with ExitStack() as stack:
        for module in (engine, stateful):
            stack.enter_context(mock.patch.object(module, "BUFFER_SIZE", ROOM))
        # Hypothesis tries numbers and texts that it finds in whatever modules there are: no run would be the
        # same from another program.
        stack.enter_context(mock.patch.object(providers, "_get_local_constants", Constants))
        stack.enter_context(mock.patch.object(providers, "CONSTANTS_CACHE", dict[object, object]()))
        # Hypothesis would leave out most kinds of steps in most runs; a long run should have them all.
        everything = st.just(FeatureFlags())
        stack.enter_context(mock.patch.object(stateful, "FeatureStrategy", return_value=everything))
        try:
            stateful.run_state_machine_as_test(seeded(seed)(machine), settings=chosen)
        except BaseException as problem:
            problem.add_note("\n".join([*machine.story, again(seed, steps)]))
            raise
    return machine.story
