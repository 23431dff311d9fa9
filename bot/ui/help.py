"""Help by topic: what to do first, and what there is to know beside the rules."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from discord.ui import LayoutView

from bot.engine.rules import Rules
from bot.ui.clicks import button, select
from bot.ui.lobby import rules_line
from bot.ui.parts import Accent, divider, message, rows, text
from bot.ui.rules_text import rules_view
from bot.ui.words import N_, Words

__all__ = ["ABOUT_RULES", "TOPICS", "help_view", "rules_view", "welcome_text"]

_FIRST: Final = "start"
ABOUT_RULES: Final = "rules"
_COMMANDS_TOPIC: Final = "commands"

TOPICS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "start": N_("Getting started"),
        "turn": N_("A turn"),
        "calling": N_("Yaniv and Assaf"),
        ABOUT_RULES: N_("The rules here"),
        "buttons": N_("The buttons"),
        "computers": N_("Computers and hints"),
        "away": N_("When somebody is away"),
        _COMMANDS_TOPIC: N_("Every command"),
        "settings": N_("Settings"),
        "privacy": N_("What others see"),
    }
)
"""What help can be had about, as it is chosen, and its title."""


_LINES: Final[Mapping[str, Sequence[str]]] = MappingProxyType(
    {
        "start": (
            N_("Write **/yaniv start**, wait for friends to **Join** or **Add computer**, then **Deal**."),
            N_("Your cards come in a message that only you can see."),
            N_("Click cards, then **Draw** or **Take**; click **Yaniv!** when it appears."),
            N_("New to the game? **/yaniv tutorial** plays a round with you, **/yaniv rules** explains it."),
        ),
        "turn": (
            N_("Lay down one card, a set of one rank, or a run of three or more in one suit."),
            N_("Then draw from the stock, or take a card that the player before you has laid."),
            N_("You may pick your cards before it is your turn. What you draw is marked “new”."),
            N_("When time is up, the bot lays your most expensive cards for you. It never calls for you."),
            N_("The French rules go otherwise: there you lay what fits, and draw only if nothing does."),
        ),
        "calling": (
            N_("Whoever holds few points may call **Yaniv!** at the start of their turn instead of playing."),
            N_("If everybody else has more, the caller scores nothing and the others score their hands."),
            N_("If somebody has as little or less, that is an **assaf**, and the caller pays for it."),
            N_("Whoever has the lowest total at the end wins the match."),
        ),
        ABOUT_RULES: (
            N_("**Rules** below explains exactly these, **/yaniv rules** any others."),
            N_("In the lobby, whoever opened the table may change every rule under **Options**."),
        ),
        "buttons": (
            N_("**My hand** opens your cards anew, as often as you like."),
            N_("**Table ↓** moves the table to the bottom of the channel."),
            N_("**More** has the rules, the scores and your settings, and lets you leave or end the match."),
            N_("**Slap down** is there for a moment when what you drew fits what you laid."),
            N_("Old buttons work as well, after a restart too."),
        ),
        "computers": (
            N_("**/yaniv practice** is a match against computers for you alone, also in a direct message."),
            N_("Computers play **Easy**, **Normal** or **Hard**; a lobby's host chooses under **Options**."),
            N_("They see what you would see in their place, and no other card."),
            N_("**Hint** below your hand says what is best now, and why, where the host allows it."),
            N_("Hints are counted in the score sheet. In practice they are always there."),
        ),
        "away": (
            N_("Whoever misses two turns in a row is away, and a computer plays for them."),
            N_("**I'm back** gives the seat back, with its cards and points."),
            N_("While everybody is away the match waits. After a week without a move it is closed."),
            N_("Whoever leaves hands the seat to a computer. A friend may take it from the next round on."),
        ),
        "settings": (
            N_("**/yaniv me** is yours: language, cards, sorting, pings, and a lucky word."),
            N_("Everybody reads your lucky word when you win with a call."),
            N_("**/yaniv settings** is for those who manage the server: rules, speed, language, channels."),
        ),
        "privacy": (
            N_("Your hand, your settings and every refusal are seen by you alone."),
            N_("The others see how many cards you hold, what you lay and what you take from the table."),
            N_("The bot reads no messages. It keeps names, moves and scores of matches, and your settings."),
        ),
    }
)

_COMMANDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "start": N_("open a lobby here, with computer players if you like"),
        "hand": N_("open your hand, as often as you like"),
        "table": N_("post the table again at the bottom"),
        "practice": N_("play alone against computers"),
        "scores": N_("score sheet and leaderboard"),
        "rules": N_("the rules of the match here, or of any preset"),
        "tutorial": N_("learn the game in ten steps, for you alone"),
        "me": N_("your language, your cards, pings, and a lucky word"),
        "leave": N_("leave; a computer takes your seat"),
        "end": N_("end the match, if most want to"),
        "settings": N_("what matches in this server start with"),
        "help": N_("this page"),
    }
)


def help_view(words: Words, topic: str = _FIRST, rules: Rules | None = None) -> LayoutView:
    """Return help about a topic, with all topics to choose from; `rules` are those in force here.

    Raises KeyError for a topic that is none of `TOPICS`.
    """
    title, about_rules = TOPICS[topic], topic == ABOUT_RULES
    topics = [(value, words(name), "") for value, name in TOPICS.items()]
    return message(
        Accent.QUIET,
        text(
            "## " + words(title),
            rules_line(words, rules) if about_rules and rules is not None else "",
            *(f"- {words(line)}" for line in _LINES.get(topic, ())),
            *(_commands(words) if topic == _COMMANDS_TOPIC else ()),
        ),
        *(rows(button("rules", label=words("Rules"))) if about_rules else ()),
        divider(),
        *rows(select("help", options=topics, chosen=topic)),
    )


def _commands(words: Words) -> list[str]:
    return [f"**/yaniv {name}** · {words(does)}" for name, does in _COMMANDS.items()]


def welcome_text(words: Words) -> str:
    """Return the one line for somebody who plays for the first time."""
    return "-# 👋 " + words("New here? **/yaniv tutorial** shows the game, **/yaniv help** the rest.")
