"""`/yaniv me`: what a person prefers holds at once, wherever they see something, and for nobody else."""

from typing import Any

import pytest
from simcord.enums import ComponentType
from simcord.results import ResponseMessage

from bot.app import create_bot
from bot.config import Settings
from bot.personal import NOTHING_SAID, Personal, Pings, Sorting
from bot.store import Store
from bot.store.errors import Unavailable
from bot.ui import people as people_module
from tests.cogs.bursts import command, seen, tap
from tests.cogs.cast import stored
from tests.cogs.conftest import discord_with
from tests.cogs.forms import add_manager, fill_in, forged, said
from tests.cogs.friends import Friends, custom_ids, labels, parts, shown_hand, text
from tests.cogs.play import deal, fixed_shuffle, lay_and_draw, stacked
from tests.cogs.test_forgeries import with_button

# Dealt to "you", "Ada" in turn: you hold 11 and call in your second turn, Ada holds 49.
LOW = "AS KS AH KH AD QS 6S QH 2H 9C 3S 8C AC"


def chosen(page: ResponseMessage, what: str) -> str:
    """Return the value that a select of the page shows."""
    (select,) = [part for part in parts(page) if part.get("custom_id") == f"y:me:{what}"]
    return next(option["value"] for option in select["options"] if option.get("default"))


async def test_what_is_chosen_is_shown_on_the_same_page_and_kept(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you")
        opened = await friends.slash("you", "me")
        assert opened.ephemeral
        page = await friends.prefer("you", pings="never", sorting="suit", cards="text", colours="four")
        wishes = {what: chosen(page, what) for what in ("pings", "sorting", "cards", "colours", "language")}
        assert wishes == {
            "pings": "never",
            "sorting": "suit",
            "cards": "text",
            "colours": "four",
            "language": "-",
        }
        await friends.bot.close()
        await env.restart_bot(create_bot(settings))
        again = (await friends.slash("you", "me")).response
        assert again is not None
        assert {what: chosen(again, what) for what in wishes} == wishes
        assert env.errors == []


async def test_a_language_holds_at_once_for_the_page_and_every_answer(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        page = await friends.prefer("you", language="fr")
        assert "Tes réglages" in text(page)
        assert "Pour commencer" in text((await friends.slash("you", "help")).response or page)
        assert "Il n’y a pas de partie ici." in said(await friends.slash("you", "table"))
        assert "Getting started" in text((await friends.slash("Ada", "help")).response or page)
        await friends.choose("you", page, "y:me:language", "-")
        assert "Your settings" in text(page), "that of their Discord again"
        in_german = command(friends, "you", "help", locale="de")
        await env.settle()
        assert "Erste Schritte" in in_german.words


async def test_an_open_hand_follows_its_owner_whoever_moves(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        before = shown_hand(friends.panel("Ada"))
        await friends.prefer("Ada", language="de", sorting="suit")
        panel = friends.panel("Ada")
        assert "you ist dran" in text(panel)
        assert sorted(shown_hand(panel)) == sorted(before)
        assert shown_hand(panel) != before
        await lay_and_draw(friends, "you")
        assert "Du bist dran" in text(panel), "redrawn by somebody else's move"
        assert "Ada to move" in text(friends.panel("you"))
        assert "Ada to move" in text(friends.table), "everybody reads the table in its own language"


async def test_clicks_on_an_older_panel_mean_the_cards_that_it_shows(settings: Settings) -> None:
    """Two orders of one hand are on the screen; each click selects the card that was clicked."""
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        old = seen(friends, friends.panel("you"))
        ids = [custom_id for custom_id in custom_ids(friends.panel("you")) if custom_id.startswith("y:card")]
        clicked = dict(zip(ids, shown_hand(friends.panel("you")), strict=True))
        await friends.prefer("you", sorting="suit")
        for custom_id in ids:
            one = tap(friends, "you", old, custom_id)
            await env.settle()
            marked = [label for label in labels(one.result.response or friends.panel("you")) if "✓" in label]
            assert f"✓ {clicked[custom_id]}" in marked
            again = tap(friends, "you", old, custom_id)
            await env.settle()
            assert again.acknowledgements == 1


async def test_public_messages_are_in_the_servers_language_else_in_that_the_starter_chose(
    settings: Settings,
) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await friends.prefer("you", language="es")
        await friends.slash("you", "start")
        assert "¿Quién juega al Yaniv?" in text(friends.channel.history()[-1])
        await friends.slash("you", "end")
        manager = add_manager(friends, "Mo")
        del manager
        panel = (await friends.slash("Mo", "settings")).response
        assert panel is not None
        await fill_in(friends, "Mo", await friends.click("Mo", panel, "Language"), language="de")
        await friends.slash("you", "start")
        assert "Wer spielt Yaniv?" in text(friends.channel.history()[-1])


async def test_a_lucky_word_is_read_by_all_when_its_owner_wins_with_a_call(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=stacked(LOW), first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        page = await friends.prefer("you")
        asked = await friends.click("you", page, "Change lucky word")
        told = await fill_in(friends, "you", asked, lucky="@everyone **abra**")
        assert "Your lucky word: **@\u200beveryone \\*\\*abra\\*\\***" in said(told)
        await win_with_a_call(friends)
        assert "🍀 **you**: “@\u200beveryone \\*\\*abra\\*\\*”" in text(friends.table)
        await friends.click("Ada", friends.table, "Next round")
        assert "abra" in text(friends.message("Yaniv!", "called with")), "the round keeps it as a memory"


async def test_a_server_that_wants_no_lucky_words_sees_none(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=stacked(LOW), first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        add_manager(friends, "Mo")
        panel = (await friends.slash("Mo", "settings")).response
        assert panel is not None
        await fill_in(friends, "Mo", await friends.click("Mo", panel, "Lucky words"), words="no")
        forged(friends, "you", "y:me:lucky", lucky="abracadabra")
        await env.settle()
        await win_with_a_call(friends)
        assert "called with" in text(friends.table)
        assert "abracadabra" not in text(friends.table)


async def test_a_round_keeps_who_won_it_and_their_word_whoever_comes_later(
    settings: Settings,
) -> None:
    async with discord_with(create_bot(settings, shuffler=stacked(LOW), first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada", "Bo")
        forged(friends, "you", "y:me:lucky", lucky="abra")
        forged(friends, "Bo", "y:me:lucky", lucky="sesame")
        await env.settle()
        await win_with_a_call(friends)
        round_over = friends.table
        won = ("🍀 **you**: “abra”", "**you** called with 7", "⭐ **you** ·")
        await friends.slash("you", "leave")
        left = text(friends.message("called with"))
        assert all(line in left for line in won)
        assert "**🤖 Noa** starts the next round" in left
        await friends.click("Bo", friends.table, "Take a seat")
        await friends.click("Ada", friends.table, "Next round")
        memory = text(friends.message("called with"))
        assert friends.message("called with").id == round_over.id
        assert all(line in memory for line in won)
        assert "Bo" not in memory
        assert "sesame" not in memory
        assert "Bo to move" in text(friends.table)


async def win_with_a_call(friends: Friends) -> None:
    """Let "you" win a round with a call."""
    await deal(friends, "you", "Ada")
    await friends.select("you", "6♠")
    await friends.click("you", friends.panel("you"), "Draw")
    await friends.select("Ada", "K♠")
    await friends.click("Ada", friends.panel("Ada"), "Draw")
    call = [label for label in labels(friends.panel("you")) if label.startswith("Yaniv!")]
    if not call:
        await lay_and_draw(friends, "you")
        await lay_and_draw(friends, "Ada")
    await friends.click("you", friends.panel("you"), "Yaniv!")


async def test_the_page_opens_from_the_table_too(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        more = (await friends.click("you", friends.table, "More")).response
        assert more is not None
        assert "Your settings" in said(await friends.click("you", more, "My settings"))


async def test_what_another_process_changed_is_seen_when_the_page_is_opened(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        other = await Store.open(settings.database_url)
        await other.change_personal(friends.people["you"].id, lambda _: Personal(language="fr"))
        await other.close()
        assert "Your turn" in text(friends.panel("you"))
        assert "Tes réglages" in said(await friends.slash("you", "me"))
        assert "À toi" in text(friends.panel("you")), "and its hands follow"


FORGED = (
    ("language", "xx"),
    ("language", ""),
    ("pings", "everybody"),
    ("cards", "CHANNEL"),
    ("colours", "\u0664"),
    ("sorting", "x" * 100),
    ("lucky_word", "abra"),
    ("welcomed", "True"),
    ("everything", "1"),
)


@pytest.mark.parametrize("public", [False, True])
async def test_choices_that_nobody_was_offered_change_nothing(settings: Settings, public: bool) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await deal(friends, "you", "Ada")
        page = await friends.prefer("you", pings="never")
        message = seen(friends, friends.table if public else page)
        before = stored(settings)
        for what, value in FORGED:
            custom_id, kind = f"y:me:{what}", ComponentType.STRING_SELECT
            shown = with_button(message, custom_id, kind=kind)
            one = tap(friends, "you", shown, custom_id, component=kind, chosen=value)
            await env.settle()
            assert one.acknowledgements == 1
            assert one.is_private or not public
            assert "went wrong" not in one.words
        for one in (
            forged(friends, "you", "y:me:lucky", lucky="x" * 21),
            forged(friends, "you", "y:me:lucky", word="abra"),
            forged(friends, "you", "y:me:sorting", sorting=["suit"]),
            forged(friends, "you", "y:me", lucky="abra"),
        ):
            await env.settle()
            assert one.acknowledgements == 1
            assert "went wrong" not in one.words
        assert stored(settings) == before
        assert env.errors == []


async def test_nobody_chooses_for_somebody_else(settings: Settings) -> None:
    async with discord_with(create_bot(settings)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        page = await friends.prefer("you", pings="never")
        before, shown = stored(settings), text(page)
        kind = ComponentType.STRING_SELECT
        one = tap(friends, "Ada", seen(friends, page), "y:me:pings", component=kind, chosen="direct")
        await env.settle()
        assert one.acknowledgements == 1
        assert one.is_private
        assert stored(settings) == before
        assert text(page) == shown


async def test_a_click_is_answered_in_time_while_it_cannot_be_known_what_is_preferred(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        await friends.prefer("you", language="fr")

        async def fail(store: Store, user_id: int) -> Personal:
            raise Unavailable

        monkeypatch.setattr(Store, "personal_of", fail)
        monkeypatch.setattr(people_module, "STALE", people_module.STALE * 0)
        assert "Pour commencer" in said(await friends.slash("you", "help")), "what was known still holds"
        assert "Getting started" in said(await friends.slash("Ada", "help"))
        refused = said(await friends.slash("you", "me"))
        assert "went wrong" not in refused
        assert "Tes réglages" not in refused
        assert env.errors == []


async def test_nothing_of_what_others_prefer_is_told_to_anybody(settings: Settings) -> None:
    async with discord_with(create_bot(settings, shuffler=fixed_shuffle, first_dealer=1)) as env:
        friends = Friends.arrive(env, "you", "Ada")
        forged(friends, "you", "y:me:lucky", lucky="abracadabra")
        await env.settle()
        await friends.prefer("you", pings="never", language="de")
        secret = ("abracadabra", "never")
        page: Any = (await friends.slash("Ada", "me")).response
        assert not [word for word in secret if word in text(page)]
        assert await friends.bot.desk.tables.store.personal_of(friends.people["Ada"].id) == NOTHING_SAID
        known = friends.bot.desk.people.known(friends.people["you"].id)
        assert (known.pings, known.sorting) == (Pings.NEVER, Sorting.RANK)
