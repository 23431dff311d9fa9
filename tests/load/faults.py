"""Faults for the bot's requests, put in by a test: the next request on a route meets the first that fits."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from tests.load.routes import Named


class Kind(StrEnum):
    """What goes wrong."""

    SERVER_ERROR = "500"
    BAD_GATEWAY = "502"
    RATE_LIMIT = "429"
    FORBIDDEN = "403"
    NOT_FOUND = "404"
    HANG = "timeout"
    RESET = "reset"
    SLOW = "latency"


_FORBIDDEN: Final = (50013, "Missing Permissions")
_NOT_FOUND: Final = {
    "send": (10003, "Unknown Channel"),
    "edit": (10008, "Unknown Message"),
    "delete": (10008, "Unknown Message"),
    "make thread": (10003, "Unknown Channel"),
    "edit thread": (10003, "Unknown Channel"),
    "callback": (10062, "Unknown interaction"),
    "edit original": (10015, "Unknown Webhook"),
    "edit private": (10008, "Unknown Message"),
    "followup": (10015, "Unknown Webhook"),
}


@dataclass(eq=False)
class Fault:
    """A fault for `times` requests on a route, in one channel or in all.

    `code` is Discord's own for a 403 or 404 that is not to be the usual one of the route. `seconds` is how
    long a request is kept waiting, or told to wait. With `done` the request is carried out all the same and
    only its answer is lost.
    """

    route: str
    kind: Kind
    times: int = 1
    channel_id: int | None = None
    code: int | None = None
    seconds: float = 0.0
    done: bool = False
    met: int = 0

    def error(self) -> tuple[int, str]:
        """Return Discord's code and words for a 403 or 404."""
        code, words = (
            _FORBIDDEN if self.kind is Kind.FORBIDDEN else _NOT_FOUND.get(self.route, (0, "Not Found"))
        )
        return (code, words) if self.code is None else (self.code, words)


@dataclass
class Faults:
    """The faults that wait for a request; `given` are all there ever were."""

    waiting: list[Fault] = field(default_factory=list[Fault])
    given: list[Fault] = field(default_factory=list[Fault])

    def add(self, fault: Fault) -> Fault:
        """Let a fault happen; what it met is counted in it."""
        if fault not in self.waiting:
            self.waiting.append(fault)
            self.given.append(fault)
        return fault

    def meet(self, named: Named, channel_id: int | None) -> Fault | None:
        """Return the fault for a request, None for one that goes through."""
        for fault in self.waiting:
            if fault.route == named.route and fault.channel_id in (None, channel_id):
                fault.met += 1
                if fault.met >= fault.times:
                    self.waiting.remove(fault)
                return fault
        return None

    def remove(self, fault: Fault) -> None:
        """Let what would meet it go through again."""
        if fault in self.waiting:
            self.waiting.remove(fault)
