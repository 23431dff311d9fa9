"""The fuzzer: people at random do what they may and what they may not, and everything promised must hold."""

import random
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar, Final

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from tests.fuzz import acts, alone, faults, forgeries, forms, hints, life, powers, turns
from tests.fuzz.checks import Checks
from tests.fuzz.finish import finish
from tests.fuzz.shown import shown_faults
from tests.fuzz.world import World

Deed = Callable[[World, random.Random], Awaitable[None]]

NUMBERS: Final = st.integers(0, 2**16 - 1)
AUDIT_EVERY: Final = 25


def _act(act: acts.Act) -> Deed:
    async def deed(world: World, chance: random.Random) -> None:
        act(world, chance)

    return deed


AT_ONCE: Final = (acts.click, acts.click, acts.click, acts.command, forgeries.forge, forms.submit)


async def burst(world: World, chance: random.Random) -> None:
    """Let several things happen at once, the same click twice among them."""
    sent: list[Any] = []
    for _ in range(chance.randint(2, 6)):
        again = sent and chance.random() < 0.6
        if again:
            sent.append(acts.click_again(world, chance, chance.choice(sent)))
        else:
            sent.append(chance.choice(AT_ONCE)(world, chance))
        sent = [one for one in sent if one is not None]
        await world.env.turn(chance.choice((0, 0, 0, 1, 3, 8)))


DEEDS: Final[dict[str, tuple[int, Deed]]] = {
    "play": (8, turns.play),
    "click": (6, _act(acts.click)),
    "use_a_command": (3, _act(acts.command)),
    "wait": (3, life.wait),
    "burst": (2, burst),
    "forge": (2, _act(forgeries.forge)),
    "send_a_form": (2, _act(forms.submit)),
    "change_rules": (1, _act(forms.change_rules)),
    "slap": (1, turns.slap),
    "practise": (2, alone.practise),
    "hint": (2, hints.hint),
    "prefer": (1, _act(acts.prefer)),
    "type": (1, _act(acts.autocomplete)),
    "chat": (1, life.chat),
    "moderate": (1, powers.moderate),
    "break_something": (1, faults.break_something),
    "mend": (1, faults.mend),
    "restart": (1, life.restart),
}
"""What a step can be, and in how many rules: what has more of them comes more often."""

QUIET: Final = ("break_something", "moderate", "restart", "forge", "burst", "change_rules")
"""What some runs do without: where there is no trouble more can be checked."""


class Fuzzer(RuleBasedStateMachine):
    """One run. The first one of Hypothesis is made of nothing but zeros: it is let pass without a world."""

    seed: ClassVar[int] = 0
    made: ClassVar[int] = 0
    story: ClassVar[list[str]] = []

    def __init__(self) -> None:
        super().__init__()
        type(self).made += 1
        self.world = None if self.made == 1 else World.begin(self.seed)
        self.checks = None if self.world is None else Checks(self.world)
        chance = random.Random(self.seed)
        self.whole = False
        self.quiet = {name for name in QUIET if chance.random() < 0.25}
        if self.world is not None:
            type(self).story = self.world.talk.story
            self.world.network.rules.append(faults.rules_of_discord(self.world))

    def step(self, name: str, number: int) -> None:
        """Do something, and look whether everything still holds."""
        world, checks = self.world, self.checks
        if world is None or checks is None:
            return
        self.whole = False
        world.run(self._step(world, checks, name, number))

    async def _step(self, world: World, checks: Checks, name: str, number: int) -> None:
        chance = random.Random(f"{self.seed} {number} {name}")
        world.trouble.step += 1
        world.talk.story.append(f"{world.trouble.step} {name}({number}) at {world.env.elapsed:.1f}")
        await (turns.play if name in self.quiet else DEEDS[name][1])(world, chance)
        await world.answered()
        await world.env.pass_time(chance.choice((0.0, 0.0, 0.4, 1.1, 2.5)))
        await world.answered()
        found = checks.step()
        if world.trouble.step % AUDIT_EVERY == 0:
            found += await checks.audit()
            found += await shown_faults(world)
        self._raise(found)
        self.whole = True

    async def _finish(self, world: World, checks: Checks) -> None:
        self.whole = False
        found = await finish(world, random.Random(self.seed))
        self._raise([*found, *checks.step(), *await checks.audit()])

    @staticmethod
    def _raise(found: list[str]) -> None:
        if found:
            raise AssertionError("\n".join(found))

    def teardown(self) -> None:
        """End the run: one that went well until now must come to a good end."""
        world, checks = self.world, self.checks
        if world is None or checks is None:
            return
        self.world = None
        try:
            if self.whole:
                world.run(self._finish(world, checks))
        finally:
            world.end()


def _rule(name: str, number: int) -> Any:
    def deed(self: Fuzzer, number: int) -> None:
        self.step(name, number)

    deed.__name__ = name if number == 0 else f"{name}_{number}"
    return rule(number=NUMBERS)(deed)


for _name, (_weight, _) in DEEDS.items():
    for _index in range(_weight):
        _made = _rule(_name, _index)
        setattr(Fuzzer, _made.__name__, _made)
