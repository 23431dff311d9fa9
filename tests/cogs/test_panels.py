"""Hand panels and mentions: they come by themselves, stay current, and ping the right person once."""

from pathlib import Path
from typing import Any, cast

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from bot.app import create_bot
from bot.config import Settings
from bot.ui.words import Languages
from tests.cogs.bursts import command, id_of, seen, tap
from tests.cogs.conftest import discord_with
from tests.cogs.friends import Friends, custom_ids, labels, shown_hand, text
from tests.cogs.play import deal, fixed_shuffle, lay_and_draw, mover, open_lobby

TOKEN_LIFE = 15 * 60
NAMES = ("you", "Ada", "Bo")
PIRATE = {
    "Your turn": "Arr, yer turn",
    "{name} to move": "{name} be movin'",
    "Draw": "Haul",
    "You are seated. Your hand will appear here.": "Yer aboard.",
}


@pytest.fixture
def pirates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bot speak one more language, French by code."""
    folder = tmp_path / "locales"
    folder.mkdir()
    catalogue = Catalog(locale="fr")
    for message, words in PIRATE.items():
        catalogue.add(message, words)
    with (folder / "fr.po").open("wb") as file:
        write_po(file, catalogue)
    spoken = Languages.load(folder)

    def load(default: str) -> Languages:
        assert default == "en"
        return spoken

    monkeypatch.setattr(Languages, "load", load)


async def test_a_hand_comes_without_a_click_after_join_and_deal(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await open_lobby(friends, "you", "Ada")
        assert "Your hand will appear here" in text(friends.panel("Ada"))
        dealt = await friends.click("you", friends.lobby, "Deal")
        assert dealt.ephemeral
        assert dealt.response is not None
        assert len(shown_hand(dealt.response)) == 5
        assert len(shown_hand(friends.panel("Ada"))) == 5


async def test_a_second_panel_makes_the_first_say_so(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        first = friends.panel("you")
        second = await friends.open_hand("you")
        assert "opened again below" in text(first)
        assert labels(first) == []
        await lay_and_draw(friends, "you")
        assert "Ada" in text(second)
        assert "opened again below" in text(first), "the first one stays closed"


async def test_panels_follow_the_moves_of_others(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=2)) as env:
        friends = Friends.arrive(env, *NAMES)
        await deal(friends, *NAMES)
        for name in NAMES:
            assert mover(await friends.running()) == name
            assert "Your turn" in text(friends.panel(name))
            assert "Draw" in labels(friends.panel(name), enabled=True)
            for other in set(NAMES) - {name}:
                assert name in text(friends.panel(other)).splitlines()[1]
                assert "Draw" not in labels(friends.panel(other), enabled=True)
            await lay_and_draw(friends, name)


@pytest.mark.usefixtures("pirates")
async def test_a_panel_stays_in_its_owners_language_whoever_moves(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await open_lobby(friends, "you")
        joined = tap(friends, "Ada", seen(friends, friends.lobby), id_of(friends.lobby, "Join"), locale="fr")
        await env.settle()
        assert "Yer aboard." in joined.words
        panel = joined.result.response
        assert panel is not None
        friends.panels["Ada"] = panel
        dealt = await friends.click("you", friends.lobby, "Deal")
        assert dealt.response is not None
        friends.panels["you"] = dealt.response
        assert "you be movin'" in text(panel)
        await lay_and_draw(friends, "you")
        assert "Arr, yer turn" in text(panel)
        assert "Haul" in labels(panel)
        assert "Ada to move" in text(friends.panel("you"))
        assert "Ada to move" in text(friends.table), "what everybody reads is in the starter's language"
        again = command(friends, "Ada", "hand", locale="he")
        await env.settle()
        assert "Your turn" in again.words


async def test_selections_survive_the_moves_of_others(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        chosen = shown_hand(friends.panel("Ada"))[1]
        await friends.select("Ada", chosen)
        await lay_and_draw(friends, "you")
        assert [label for label in labels(friends.panel("Ada")) if label.startswith("✓")] == [f"✓ {chosen}"]
        await friends.click("Ada", friends.panel("Ada"), "Draw")
        assert chosen in text(friends.table)
        assert not any(label.startswith("✓") for label in labels(friends.panel("Ada")))


async def test_a_card_is_played_with_two_clicks(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        before = (await friends.running()).number
        await friends.select("you", shown_hand(friends.panel("you"))[0])
        take = next(label for label in labels(friends.panel("you"), enabled=True) if label.startswith("Take"))
        await friends.click("you", friends.panel("you"), take)
        assert (await friends.running()).number == before + 1
        taken = take.removeprefix("Take ")
        assert any(label == f"{taken} · new" for label in labels(friends.panel("you")))


@pytest.mark.parametrize(("status", "code"), [(404, 10015), (401, 50027)])
async def test_a_panel_whose_token_ran_out_catches_up_at_its_next_click(
    settings: Settings, status: int, code: int
) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada", speed="none")
        old = text(friends.panel("Ada"))
        if code == 10015:
            await env.advance_time(TOKEN_LIFE + 60)
            await friends.open_hand("you")
        else:
            env.inject_error("PATCH", "/webhooks/*", status=status, code=code, times=None)
        await lay_and_draw(friends, "you")
        assert text(friends.panel("Ada")) == old
        assert mover(await friends.running()) == "Ada"
        env.backend.faults.clear()
        card = shown_hand(friends.panel("Ada"))[0]
        await friends.select("Ada", card)
        assert "Your turn" in text(friends.panel("Ada"))
        await friends.click("Ada", friends.panel("Ada"), "Draw")
        assert mover(await friends.running()) == "you"
        await lay_and_draw(friends, "you")
        assert "Your turn" in text(friends.panel("Ada")), "the click brought a fresh token"


def pinged(friends: Friends) -> list[list[int]]:
    """Return whom each new message pinged, of those that pinged anybody."""
    bodies: list[dict[str, Any]] = [
        cast("dict[str, Any]", request.json)
        for request in friends.env.http_requests
        if request.method == "POST" and isinstance(request.json, dict)
    ]
    allowed = [cast("dict[str, Any]", body.get("allowed_mentions", {})) for body in bodies]
    assert all(mentions.get("parse", []) == [] for mentions in allowed)
    return [mentions["users"] for mentions in allowed if mentions.get("users")]


async def test_the_seat_to_move_is_pinged_by_a_new_message_that_goes_once_they_moved(
    settings: Settings,
) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=2)) as env:
        friends = Friends.arrive(env, *NAMES)
        await deal(friends, *NAMES)
        await env.advance_time(45)
        for name in NAMES:
            user_id = friends.people[name].id
            assert [message.content.split(",")[0] for message in friends.mentions()] == [f"<@{user_id}>"]
            mention = friends.mentions()[0]
            assert labels(mention) == ["My hand"]
            assert pinged(friends)[-1] == [user_id]
            opened = await friends.click(name, mention, "My hand")
            assert opened.response is not None
            friends.panels[name] = opened.response
            await lay_and_draw(friends, name)
            assert mention.id not in [message.id for message in friends.channel.history()]
            await env.advance_time(45)
        assert len(pinged(friends)) == len(NAMES) + 1


async def test_a_mention_is_held_back_while_the_panel_is_in_use_and_comes_after_all(
    settings: Settings,
) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada", speed="none")
        await env.advance_time(60)
        await friends.open_hand("Ada")
        await friends.open_hand("you")
        await lay_and_draw(friends, "you")
        assert friends.mentions() == [], "Ada is at her panel"
        await env.advance_time(39)
        assert friends.mentions() == []
        await friends.select("Ada", shown_hand(friends.panel("Ada"))[0])
        await env.advance_time(30)
        assert friends.mentions() == [], "she clicked in between"
        await env.advance_time(15)
        assert [m.content.split(",")[0] for m in friends.mentions()] == [friends.people["Ada"].mention]
        await env.advance_time(120)
        assert len(friends.mentions()) == 1, "never two at once"
        assert len(pinged(friends)) == 2


async def test_a_vote_or_a_leaver_does_not_ping_again(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=2)) as env:
        friends = Friends.arrive(env, *NAMES)
        await deal(friends, *NAMES)
        await env.advance_time(45)
        first = friends.mentions()[0].id
        await friends.slash("Ada", "end")
        await friends.slash("Bo", "leave")
        assert [message.id for message in friends.mentions()] == [first]
        assert len(pinged(friends)) == 1


async def test_computers_are_not_pinged(settings: Settings) -> None:
    slow = Settings(database_url=settings.database_url, computer_delay=(30.0, 30.0), card_pictures=False)
    async with discord_with(create_bot(slow, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you")
        await deal(friends, "you", computers=1)
        await lay_and_draw(friends, "you")
        await env.advance_time(29)
        assert mover(await friends.running()) != "you"
        assert friends.mentions() == []
        assert pinged(friends) == []


async def test_no_custom_id_names_a_card_of_a_hand(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        table = await friends.running()
        view = table.hand_of(friends.people["you"].id)
        assert view is not None
        codes = {card.code for card in view.hand}
        assert codes.isdisjoint(part for i in custom_ids(friends.panel("you")) for part in i.split(":"))
