"""What the bot may do in a channel, as far as Discord has told it."""

import discord

from bot.tables.values import Table


def may_speak(client: discord.Client, table: Table) -> bool:
    """Say whether the bot may post where a match is; True where that is not known."""
    guild = None if table.guild_id is None else client.get_guild(table.guild_id)
    channel = None if guild is None else guild.get_channel_or_thread(table.place.id)
    if guild is None or channel is None:
        return True
    may = channel.permissions_for(guild.me)
    speaks = may.send_messages_in_threads if isinstance(channel, discord.Thread) else may.send_messages
    return may.view_channel and speaks
