"""Help: what to do first, and every command."""

from discord.ui import LayoutView

from bot.ui.parts import Accent, divider, message, text
from bot.ui.rules_text import rules_view
from bot.ui.words import Words

__all__ = ["help_view", "rules_view"]


def help_view(words: Words) -> LayoutView:
    """Return what to do first, and every command in a line."""
    commands = {
        "start": words("open a lobby here, with computer players if you like"),
        "hand": words("open your hand, as often as you like"),
        "table": words("post the table again at the bottom"),
        "scores": words("score sheet and leaderboard"),
        "tutorial": words("learn the game in ten steps, for you alone"),
        "rules": words("the rules of the match here, or of any preset"),
        "leave": words("leave; a computer takes your seat"),
        "end": words("end the match, if most want to"),
        "settings": words("what matches in this server start with"),
        "help": words("this page"),
    }
    return message(
        Accent.OPEN,
        text(
            "## " + words("Yaniv, the card game"),
            words("Write **/yaniv start**, wait for friends to **Join** or **Add computer**, then **Deal**."),
            words("Your cards come in a message that only you can see."),
            words("Click cards, then **Draw** or **Take**; click **Yaniv!** when it appears."),
            words(
                "New to the game? **/yaniv tutorial** plays a round with you, **/yaniv rules** explains it."
            ),
        ),
        divider(),
        text(*(f"**/yaniv {name}** · {does}" for name, does in commands.items())),
    )
