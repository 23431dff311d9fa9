"""What people and bot say to each other: interactions, and what came of them."""

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any, Final

from simcord import interactions
from simcord.backend.models import ResponseKind
from simcord.enums import InteractionType

from tests.fuzz.network import Network
from tests.fuzz.people import Form, Person, Seen, Sent, text
from tests.fuzz.simulation import Simulation

PUBLIC_ANSWERS: Final = ("start", "y:rematch")
"""A lobby, or the way to one: everybody is to read it."""

BULB: Final = "💡"
"""Stands before what a hint says, and nowhere else in the texts of a panel."""
CHOICES: Final = InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE
PATIENCE: Final = 20.0
MOST_PATIENCE: Final = 150.0


class Talk:
    """The interactions of a step, and what is still on people's screens of earlier ones.

    `pressed` are the components that were clicked in this step, `asked` says by the interaction's id what it
    was, `on_private` are the ids of those on a message that one person alone saw, which may be gone since,
    `story` tells everything that happened.
    """

    def __init__(self, env: Simulation, network: Network) -> None:
        self._env = env
        self._network = network
        self.sent: list[Sent] = []
        self.pressed: dict[int, tuple[Seen, dict[str, Any]]] = {}
        self.forms: deque[Form] = deque(maxlen=20)
        self.asked: dict[int, str] = {}
        self.on_private: set[int] = set()
        self.story: list[str] = []

    def tell(self, line: str) -> None:
        """Add a line to the story."""
        self.story.append(f"    {line}")

    def send(
        self,
        kind: InteractionType,
        person: Person,
        channel_id: int,
        data: dict[str, Any],
        *,
        words: str,
        message: Mapping[str, Any] | None = None,
        locale: str | None = None,
    ) -> Sent:
        """Tell the bot of an interaction, and do not wait for its answer."""
        backend = self._env.backend
        record, payload = interactions.base_payload(
            backend,
            type=kind,
            channel_id=channel_id,
            guild_id=self._env.guild.id,
            user_id=person.id,
            data=data,
        )
        if message is not None:
            payload["message"] = dict(message)
            record.source_message_id = int(message["id"])
            clicked = self._message(channel_id, record.source_message_id)
            if clicked is not None and clicked.is_ephemeral:
                self.on_private.add(record.id)
        if locale is not None:
            payload["locale"] = locale
        sent = Sent(record, person, words)
        self.sent.append(sent)
        self.asked[record.id] = data.get("custom_id") or words.removeprefix("/yaniv ")
        self.tell(f"{person} {words}")
        backend.emit("INTERACTION_CREATE", payload)
        return sent

    async def answered(self, *, troubled: bool) -> None:
        """Wait until everything that was sent is answered; time passes only if it must.

        In trouble the bot gets some time to finish what it does besides.
        """
        await self._env.rest()
        waited = 0.0
        while self._open or self._network.under_way or (troubled and self._env.busy and waited < PATIENCE):
            if waited > MOST_PATIENCE:
                return
            step = min(self._env.next_timer() or 1.0, 2.0)
            await self._env.pass_time(step)
            waited += step

    @property
    def _open(self) -> bool:
        return any(
            not self.is_lost(sent) and (sent.record.loading or not sent.record.responded)
            for sent in self.sent
            if sent.record.type != CHOICES
        )

    def is_lost(self, sent: Sent) -> bool:
        """Say whether an answer was lost on its way."""
        paths = (f"/interactions/{sent.record.id}/", f"/{sent.record.token}/")
        return any(path in hit for hit in self._network.hits for path in paths)

    def close(self, *, complete: bool, troubled: bool) -> list[str]:
        """Return what is wrong with the answers of this step, and begin the next one.

        Without `complete` the bot is gone: it may not have come to an answer.
        """
        found: list[str] = []
        for sent in self.sent:
            faults = [*self._times(sent), *(self._faults(sent, troubled=troubled) if complete else ())]
            found += [f"{sent.person} {sent.words}: {fault}" for fault in faults]
            if sent.record.modal is not None:
                source = self.pressed.get(sent.record.id)
                message = None if source is None else source[0].payload
                self.forms.append(Form(sent.person, sent.record.channel_id, sent.record.modal, message))
            self.tell(f"→ {sent.person}: {self._answer(sent)}")
        self.sent.clear()
        self.pressed.clear()
        self._network.forget()
        return found

    def _answer(self, sent: Sent) -> str:
        kind = sent.record.response_kind.value if sent.record.response_kind else "nothing"
        return f"{kind}: {self.shown(sent)[:100]!r}"

    def shown(self, sent: Sent) -> str:
        """Return the words of the message that an answer is, or is on; none if there is none."""
        message = self._message(sent.record.channel_id, sent.record.message_id)
        return "" if message is None else text(message.components).replace("\n", " ")

    def _message(self, channel_id: int, message_id: int | None) -> Any:
        return self._env.backend.messages.get(channel_id, {}).get(message_id or 0)

    def _times(self, sent: Sent) -> Iterator[str]:
        times = self._network.answers[str(sent.record.id)]
        # Where the answer to the first one was lost, the bot cannot know that it arrived.
        if times > 1 and not self.is_lost(sent):
            yield f"answered {times} times"

    def _faults(self, sent: Sent, *, troubled: bool) -> Iterator[str]:
        record = sent.record
        if self.is_lost(sent) or (troubled and record.type == CHOICES):
            # Choices that come too late are shown to nobody.
            return
        if not record.responded:
            yield "not answered"
        elif record.loading:
            yield "deferred, and then nothing"
        source = self._message(record.channel_id, record.source_message_id)
        match record.response_kind:
            case ResponseKind.MESSAGE | ResponseKind.DEFERRED if not record.ephemeral:
                if not self.asked[record.id].startswith(PUBLIC_ANSWERS):
                    yield "answered for everybody to read"
            case ResponseKind.UPDATE if source is not None and not source.is_ephemeral:
                yield "a message that everybody reads was changed for one"
            case ResponseKind.UPDATE if source is not None and not source.visible_to(record.user_id):
                yield "somebody else's message was changed"
            case _:
                return
