"""Who may do what: every verb has its row, and every refusal its sentence."""

import pytest

from bot.tables.access import ACCESS, admit, may
from bot.tables.errors import NotManager
from bot.tables.values import Person
from bot.ui.clicks import VERBS
from cogs.yaniv import Yaniv

COMMANDS = {command.name for command in Yaniv.__cog_app_commands__}
PART_OF_OPTIONS = {"save"}


def test_every_button_and_command_has_its_row() -> None:
    assert set(ACCESS) == {*VERBS, *COMMANDS, *PART_OF_OPTIONS}


def test_a_verb_without_a_row_is_let_in_by_nobody() -> None:
    with pytest.raises(KeyError):
        admit("anything", None, Person(1, "Ada"))


def test_what_a_server_prefers_is_changed_by_its_managers() -> None:
    assert may("settings", None, Person(1, "Ada", manager=True))
    with pytest.raises(NotManager):
        admit("settings", None, Person(1, "Ada", moderator=True))
