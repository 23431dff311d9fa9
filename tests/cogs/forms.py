"""Forms as people fill them in."""

from typing import Any

import discord
from simcord.actors import MemberActor
from simcord.components import walk_components
from simcord.enums import InteractionType
from simcord.results import InteractionResult

from tests.cogs.bursts import Tap, send
from tests.cogs.friends import Friends, Shown, text

TEXT, CHOICE, LABEL = 4, 3, 18


def fields(shown: InteractionResult) -> dict[str, dict[str, Any]]:
    """Return the fields of a form that is shown, by their custom_ids."""
    form = shown.modal
    assert form is not None, "no form was shown"
    parts = [part for label in form["components"] for part in walk_components([label])]
    return {part["custom_id"]: part for part in parts if part.get("custom_id")}


def as_shown(shown: InteractionResult) -> dict[str, str]:
    """Return what a form is filled in with."""
    return {name: _value(field) for name, field in fields(shown).items() if field["type"] in (TEXT, CHOICE)}


def _value(field: dict[str, Any]) -> str:
    if field["type"] == TEXT:
        return field.get("value") or ""
    return next((option["value"] for option in field["options"] if option.get("default")), "")


async def fill_in(
    friends: Friends, name: str, shown: InteractionResult, /, **changed: Any
) -> InteractionResult:
    """Let someone change some fields of a form and send it in."""
    values = as_shown(shown) | changed
    chosen = {field for field, part in fields(shown).items() if part["type"] == CHOICE}
    sent = {field: [value] if field in chosen else value for field, value in values.items()}
    done = await friends.people[name].submit_modal(shown, sent)
    assert done.acknowledged, "the form was not answered"
    return done


async def options_of(friends: Friends, name: str) -> Shown:
    """Let someone open the options of the lobby; return their private panel."""
    opened = await friends.click(name, friends.lobby, "Options")
    assert opened.response is not None
    assert opened.ephemeral
    return opened.response


async def change(
    friends: Friends, name: str, panel: Shown, group: str, /, **changed: Any
) -> InteractionResult:
    """Let someone open a group of options and change some of them."""
    return await fill_in(friends, name, await friends.click(name, panel, group), **changed)


def forged(friends: Friends, name: str, custom_id: str, /, **values: str | list[str]) -> Tap:
    """Send in a form that was never shown: a text a field, or a list of what was chosen."""
    components = [
        {"type": LABEL, "component": {"type": CHOICE, "custom_id": field, "values": value}}
        if isinstance(value, list)
        else {"type": LABEL, "component": {"type": TEXT, "custom_id": field, "value": value}}
        for field, value in values.items()
    ]
    data: dict[str, Any] = {"custom_id": custom_id, "components": components}
    return send(friends, name, InteractionType.MODAL_SUBMIT, data)


def said(result: InteractionResult) -> str:
    """Return the words of a private answer."""
    assert result.response is not None
    assert result.response.ephemeral
    return text(result.response)


def add_manager(friends: Friends, name: str) -> MemberActor:
    """Let someone come who may manage the server."""
    role = friends.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    member = friends.guild.add_member(friends.env.create_user(name), roles=[role])
    friends.people[name] = member
    return member
