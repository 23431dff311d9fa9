"""A small bot that behaves as a card table does: it moves on its own, after a click and in the background."""

import asyncio
import re
import sys
import time
from datetime import timedelta
from typing import Any, ClassVar

import discord
from discord import app_commands
from discord.ext import commands

_COMPUTER_THINKS = 1.5


class ToyButton(
    discord.ui.DynamicItem[discord.ui.Button[discord.ui.LayoutView]], template=r"y:(?P<verb>[a-z]+)"
):
    """A button of the toy; its component id is the same in every drawing."""

    IDS: ClassVar[dict[str, int]] = {"add": 101, "hand": 102, "more": 103, "tick": 104}

    def __init__(self, verb: str) -> None:
        label = {"add": "Add one", "hand": "My hand", "more": "Table ↓", "tick": "Tick"}[verb]
        self.verb = verb
        super().__init__(
            discord.ui.Button(
                label=label, custom_id=f"y:{verb}", style=discord.ButtonStyle.secondary, id=self.IDS[verb]
            )
        )

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "ToyButton":
        return cls(match["verb"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        bot = interaction.client
        assert isinstance(bot, ToyBot)
        await getattr(bot, f"on_press_{self.verb}")(interaction)
        bot.start_beating()


class ToyBot(commands.Bot):
    """Counts clicks; a computer answers each "Add one" after a while.

    `beat_every` makes it, from the first click on, edit everything again and again, every so many seconds, as
    a table full of fast computers would. `deadline_in` adds a countdown of so many seconds.
    `slow` is how many seconds of work each tick takes.
    """

    def __init__(self, *, beat_every: float = 0, deadline_in: float = 0, slow: float = 0) -> None:
        super().__init__(command_prefix=commands.when_mentioned, intents=discord.Intents(guilds=True))
        self.beat_every = beat_every
        self.deadline_in = deadline_in
        self.slow = slow
        self.deadline = ""
        self.note = ""
        self.clicks = 0
        self.ticks = 0
        self.computer_moves = 0
        self.beats = 0
        self.beating = False
        self.closed_cleanly = False
        self.table: discord.Message | None = None
        self.panels: dict[int, tuple[discord.Webhook, int]] = {}
        self.working: set[asyncio.Task[None]] = set()

    async def setup_hook(self) -> None:
        self.add_dynamic_items(ToyButton)
        group = app_commands.Group(name="yaniv", description="A toy")

        @group.command(name="start", description="Start a table")
        async def start(
            interaction: discord.Interaction[Any], rules: str = "classic", computers: int = 0
        ) -> None:
            self.note = f"{rules}, {computers} computers"
            if self.deadline_in:
                until = discord.utils.utcnow() + timedelta(seconds=self.deadline_in)
                self.deadline = f"until {discord.utils.format_dt(until, 'R')}"
            await interaction.response.send_message(view=self.draw_table())
            self.table = await interaction.original_response()

        self.tree.add_command(group)
        await self.tree.sync()

    async def close(self) -> None:
        self.closed_cleanly = True
        for task in self.working:
            task.cancel()
        await super().close()

    def draw_table(self) -> discord.ui.LayoutView:
        view = discord.ui.LayoutView(timeout=None)
        counts = f"clicks {self.clicks} · computer moves {self.computer_moves} · beats {self.beats}"
        text = f"## Table\n{counts}\n{self.note} {self.deadline}"
        row = discord.ui.ActionRow[discord.ui.LayoutView](id=90)
        for verb in ("add", "hand", "more"):
            row.add_item(ToyButton(verb))
        view.add_item(discord.ui.Container(discord.ui.TextDisplay(text), row, accent_colour=0x2E8B57))
        return view

    def draw_panel(self) -> discord.ui.LayoutView:
        view = discord.ui.LayoutView(timeout=None)
        view.add_item(
            discord.ui.TextDisplay(f"your panel: ticks {self.ticks} · computer moves {self.computer_moves}")
        )
        row = discord.ui.ActionRow[discord.ui.LayoutView](id=91)
        row.add_item(ToyButton("tick"))
        view.add_item(row)
        return view

    async def redraw(self) -> None:
        if self.table is not None:
            await self.table.edit(view=self.draw_table())
        for webhook, message_id in self.panels.values():
            await webhook.edit_message(message_id, view=self.draw_panel())

    async def on_press_add(self, interaction: discord.Interaction[Any]) -> None:
        self.clicks += 1
        await interaction.response.edit_message(view=self.draw_table())
        self.spawn(self._computer())

    async def on_press_tick(self, interaction: discord.Interaction[Any]) -> None:
        self.ticks += 1
        await asyncio.to_thread(time.sleep, self.slow)
        await interaction.response.edit_message(view=self.draw_panel())

    async def on_press_hand(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(view=self.draw_panel(), ephemeral=True)
        message = await interaction.original_response()
        webhook = discord.Webhook.partial(interaction.application_id, interaction.token, client=self)
        self.panels[interaction.user.id] = (webhook, message.id)

    async def on_press_more(self, interaction: discord.Interaction[Any]) -> None:
        assert isinstance(interaction.channel, discord.TextChannel)
        await interaction.response.defer()
        if self.table is not None:
            await self.table.delete()
        self.note = "reposted"
        self.table = await interaction.channel.send(view=self.draw_table())

    def spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self.working.add(task)
        task.add_done_callback(self.working.discard)

    async def _computer(self) -> None:
        await asyncio.sleep(_COMPUTER_THINKS)
        self.computer_moves += 1
        await self.redraw()

    def start_beating(self) -> None:
        if self.beat_every and not self.beating:
            self.beating = True
            self.spawn(self._beat())

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self.beat_every)
            self.beats += 1
            await self.redraw()


async def _run_alone(toy: ToyBot) -> int:
    from bot.demo.command import run_demo

    await run_demo(lambda: toy, open_browser=False)
    return len(asyncio.all_tasks()) - 1


def main() -> None:
    """Run the demo with the toy, as a process of its own."""
    toy = ToyBot()
    left = asyncio.run(_run_alone(toy))
    sys.stdout.write(f"closed cleanly: {toy.closed_cleanly}, tasks left: {left}\n")


if __name__ == "__main__":
    main()
