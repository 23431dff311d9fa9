"""What the bot may do in a channel, as far as Discord has told it."""

import discord

from bot.tables.values import Table


def may_speak(client: discord.Client, table: Table) -> bool:
    """Say whether the bot may post where a match is; True where that is not known."""
    may, in_thread = _permissions(client, table)
    return may is None or (
        may.view_channel and (may.send_messages_in_threads if in_thread else may.send_messages)
    )


def may_attach(client: discord.Client, table: Table) -> bool:
    """Say whether the bot may add a picture to its messages there; True where that is not known."""
    may, _ = _permissions(client, table)
    return may is None or may.attach_files


def _permissions(client: discord.Client, table: Table) -> tuple[discord.Permissions | None, bool]:
    """Return what the bot may do where a match is, None if not known, and whether that is a thread."""
    guild = None if table.guild_id is None else client.get_guild(table.guild_id)
    channel = None if guild is None else guild.get_channel_or_thread(table.place.id)
    if guild is None or channel is None:
        return None, False
    return channel.permissions_for(guild.me), isinstance(channel, discord.Thread)
