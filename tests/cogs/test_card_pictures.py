"""Cards as pictures: brought in at the start, shown once they are all there, and text where they are not."""

import logging
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest
import simcord
from discord.utils import utcnow

from bot.app import create_bot
from bot.config import Settings
from bot.ui.emojis import AFTER_REFUSAL, AFTER_TROUBLE, CardEmojis
from bot.ui.faces import FOLDER, FOUR_COLOURS, TWO_COLOURS, face_name, picture_of
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, labels, parts, text
from tests.cogs.play import fixed_shuffle, stacked

ALL = TWO_COLOURS | FOUR_COLOURS
NAMES = {name: face_name(name, (FOLDER / f"{name}.png").read_bytes()) for name in ALL}
EMOJIS = "/applications/*/emojis"
TAKEN = {"method": "POST", "path": EMOJIS, "status": 400, "code": 50035, "message": "In name: Already taken"}
INVALID_EMOJI: dict[str, Any] = {"status": 400, "code": 50035, "message": "In emoji.id: Invalid emoji"}
CALLABLE = "AS KS AH KH AD QS 2S QH 2H JC 3S"
DECK = "9S KS 9D KH X1 KD 4C KC 5H QS 7S"
PICTURE = re.compile(r"<:([a-z_0-9]+):[0-9]+>")


@pytest.fixture
def pictures(settings: Settings) -> Settings:
    """Return settings with cards as pictures."""
    return replace(settings, card_pictures=True)


def uploaded(env: simcord.Env) -> list[str]:
    """Return the names of the emojis that the application has."""
    return sorted(emoji.name for emoji in env.backend.application_emojis.values())


def requests(env: simcord.Env, method: str) -> int:
    """Return how many requests of that kind were made for emojis."""
    return sum(entry.method == method and "/emojis" in entry.path for entry in env.http_requests)


def cards_of(env: simcord.Env) -> CardEmojis:
    bot: Any = env.bot
    return bot.desk.panels.cards


async def brought_in(env: simcord.Env) -> CardEmojis:
    """Let the bot bring in what is missing."""
    cards = cards_of(env)
    cards.start()
    await env.settle()
    return cards


@asynccontextmanager
async def dealing(settings: Settings, cards: str) -> AsyncGenerator[Friends]:
    """Deal these cards to two friends."""
    async with discord_with(create_bot(settings, shuffler=stacked(cards), first_dealer=1)) as env:
        await env.settle()
        yield await dealt(env)


async def dealt(env: simcord.Env) -> Friends:
    """Let two friends open a lobby, deal and open their hands."""
    friends = Friends.arrive(env, "you", "Ada")
    await friends.slash("you", "start")
    await friends.click("Ada", friends.lobby, "Join")
    await friends.click("you", friends.lobby, "Deal")
    for name in friends.people:
        await friends.open_hand(name)
    return friends


def on_buttons(message: Any) -> dict[str, str]:
    """Return the pictures on the buttons of a message by the labels beside them."""
    return {
        part["label"]: picture_of(part["emoji"]["name"]) or ""
        for part in parts(message)
        if part["type"] == 2 and part.get("emoji")
    }


def in_text(message: Any) -> list[str]:
    """Return the pictures in the texts of a message."""
    return [picture_of(name) or "" for name in PICTURE.findall(text(message))]


# --- bringing them in


async def test_a_start_uploads_every_picture_once(pictures: Settings) -> None:
    async with discord_with(create_bot(pictures)) as env:
        await env.settle()
        assert uploaded(env) == sorted(NAMES.values())
        assert set(cards_of(env).faces.pictures) == ALL
        assert (requests(env, "POST"), requests(env, "DELETE")) == (len(ALL), 0)


async def test_the_next_start_uploads_nothing(pictures: Settings) -> None:
    async with discord_with(create_bot(pictures)) as env:
        await env.settle()
        env.http_requests.clear()
        await env.bot.close()
        await env.restart_bot(create_bot(pictures))
        await env.settle()
        assert (requests(env, "GET"), requests(env, "POST"), requests(env, "DELETE")) == (1, 0, 0)
        assert set(cards_of(env).faces.pictures) == ALL


async def test_an_upload_that_was_interrupted_half_way_goes_on_where_it_was(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        cards, upload, made = cards_of(env), env.bot.create_application_emoji, 0

        async def interrupted(**options: Any) -> Any:
            nonlocal made
            made += 1
            if made > 30:
                await cards.close()
            return await upload(**options)

        with patch.object(env.bot, "create_application_emoji", interrupted):
            await brought_in(env)
        assert len(uploaded(env)) == 30
        assert not cards.faces
        assert await brought_in(env)
        assert uploaded(env) == sorted(NAMES.values())
        assert requests(env, "POST") == len(ALL)
        assert set(cards.faces.pictures) == ALL


async def test_a_changed_face_replaces_the_old_one_which_is_deleted_after_it(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        for name in NAMES.values():
            changed = name.startswith(("nine_of_spades", "card_back"))
            env.backend.create_application_emoji(f"{name[:-4]}0000" if changed else name)
        foreign = ["logo", "nine_of_spades", "nine_of_swords_0000", "my_nine_of_spades_0000"]
        for name in foreign:
            env.backend.create_application_emoji(name)
        await brought_in(env)
        assert uploaded(env) == sorted([*NAMES.values(), *foreign])
        made = [entry.method for entry in env.http_requests if "/emojis" in entry.path]
        assert [method for method in made if method != "GET"] == ["POST", "POST", "DELETE", "DELETE"]


async def test_two_processes_at_once_end_with_one_emoji_a_picture(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        bot: Any = env.bot
        cards = cards_of(env)
        other = CardEmojis(bot, bot.desk.tables.timers, utcnow)
        cards.start()
        other.start()
        await env.settle()
        await env.settle()
        assert uploaded(env) == sorted(NAMES.values())
        there = {emoji.id for emoji in env.backend.application_emojis.values()}
        for known in (cards, other):
            assert {picture.id for picture in known.faces.pictures.values()} == there


async def test_a_name_that_another_process_took_is_no_refusal(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        upload = env.bot.create_application_emoji

        async def taken(*, name: str, image: bytes) -> Any:
            if name.startswith("ace_of_hearts"):
                env.backend.create_application_emoji(name)
                env.backend.faults.append({**TAKEN, "times": 1})
            return await upload(name=name, image=image)

        with patch.object(env.bot, "create_application_emoji", taken):
            cards = await brought_in(env)
        assert uploaded(env) == sorted(NAMES.values())
        assert set(cards.faces.pictures) == ALL


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (400, 50035), (400, 30008)])
async def test_where_uploads_are_refused_cards_stay_text_and_it_is_said_once(
    settings: Settings, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    bot = create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)
    async with discord_with(bot) as env:
        env.inject_error("POST", EMOJIS, status=status, code=code, times=None)
        with caplog.at_level(logging.INFO, "bot.ui.emojis"):
            await brought_in(env)
            await env.advance_time(AFTER_REFUSAL.total_seconds() * 2)
        assert requests(env, "POST") == 1
        (line,) = caplog.messages
        assert f"status {status}, code {code}" in line
        friends = await dealt(env)
        assert (in_text(friends.table), on_buttons(friends.panel("you"))) == ([], {})


async def test_where_discord_is_in_trouble_the_upload_goes_on_later(
    settings: Settings, pictures: Settings
) -> None:
    async with discord_with(create_bot(settings)) as env:
        env.inject_error("POST", EMOJIS, status=503)
        await env.bot.close()
        await env.restart_bot(create_bot(pictures))
        await env.settle()
        assert not cards_of(env).faces
        await env.advance_time(AFTER_TROUBLE.total_seconds())
        assert set(cards_of(env).faces.pictures) == ALL


# --- showing them


async def test_cards_appear_as_pictures_beside_their_names(pictures: Settings) -> None:
    async with dealing(pictures, DECK) as friends:
        hand = friends.panel("you")
        assert on_buttons(hand) == {
            "4♣": "four_of_clubs",
            "5♥": "five_of_hearts",
            "9♠": "nine_of_spades",
            "9♦": "nine_of_diamonds",
            "Joker": "black_joker",
            "Draw": "card_back",
            "Take 7♠": "seven_of_spades",
        }
        assert in_text(friends.table) == ["seven_of_spades", "seven_of_spades"]
        await friends.select("you", "9♠", "9♦")
        assert {"✓ 9♠", "✓ 9♦"} <= set(labels(friends.panel("you")))
        assert not {"✓ 9♠", "✓ 9♦"} & set(on_buttons(friends.panel("you"))), "no wider than before"
        await friends.click("you", friends.panel("you"), "Draw")
        assert in_text(friends.table) == ["nine_of_spades", "nine_of_diamonds"] * 2


async def test_a_table_that_discord_refuses_for_a_picture_is_drawn_in_text(pictures: Settings) -> None:
    async with dealing(pictures, DECK) as friends:
        env = friends.env
        env.inject_error("PATCH", "/channels/*/messages/*", **INVALID_EMOJI)
        await friends.select("you", "9♠")
        await friends.click("you", friends.panel("you"), "Draw")
        assert in_text(friends.table) == []
        assert "9♠" in text(friends.table)
        assert not cards_of(env).faces
        await env.advance_time(AFTER_REFUSAL.total_seconds())
        assert set(cards_of(env).faces.pictures) == ALL


async def test_a_finished_round_that_discord_refuses_for_a_picture_loses_its_buttons_even_so(
    pictures: Settings,
) -> None:
    async with dealing(pictures, CALLABLE) as friends:
        await friends.click("you", friends.panel("you"), "Yaniv!")
        finished = friends.message("Yaniv!", "called with")
        assert "Next round" in labels(finished)
        friends.env.inject_error("PATCH", f"/channels/*/messages/{finished.id}", **INVALID_EMOJI)
        await friends.click("Ada", finished, "Next round")
        finished = friends.message("Yaniv!", "called with")
        assert labels(finished) == []
        assert in_text(finished) == []


async def test_a_panel_that_discord_refuses_for_a_picture_is_drawn_in_text(pictures: Settings) -> None:
    async with dealing(pictures, DECK) as friends:
        friends.env.inject_error("POST", "/interactions/*/callback", **INVALID_EMOJI)
        await friends.select("you", "9♠")
        assert "✓ 9♠" in labels(friends.panel("you"))
        assert on_buttons(friends.panel("you")) == {}


async def test_a_panel_that_follows_the_match_is_drawn_in_text_too(pictures: Settings) -> None:
    async with dealing(pictures, DECK) as friends:
        await friends.select("you", "9♠")
        friends.env.inject_error("PATCH", "/webhooks/*", **INVALID_EMOJI)
        await friends.click("you", friends.panel("you"), "Draw")
        assert on_buttons(friends.panel("Ada")) == {}
        assert "Take 9♠" in labels(friends.panel("Ada"))
