"""The commands in the languages that Discord shows them in.

Whoever types a command finds it by its English name in any language, and Discord shows it by its translated
one; so messages name commands in English (`/yaniv start`). Discord has no Hebrew for commands.
"""

from typing import Final

from discord import Locale
from discord.app_commands import TranslationContextTypes, Translator, locale_str

from bot.ui.words import N_, Languages

COMMANDS: Final = frozenset(
    {
        N_("start"),
        N_("hand"),
        N_("table"),
        N_("practice"),
        N_("scores"),
        N_("rules"),
        N_("leave"),
        N_("end"),
        N_("settings"),
        N_("me"),
        N_("help"),
        N_("tutorial"),
    }
)
"""The names of all commands below `/yaniv`: lower-case, 1 to 32 characters, without spaces."""

OPTIONS: Final = frozenset(
    {N_("rules"), N_("computers"), N_("level"), N_("speed"), N_("thread"), N_("preset")}
)
"""The names of everything that can be chosen with a command, as long as those."""


class CommandWords(Translator):
    """Translates names, descriptions and choices by the message catalogues."""

    def __init__(self, languages: Languages) -> None:
        self._languages: Final = languages

    async def translate(
        self, string: locale_str, locale: Locale, context: TranslationContextTypes
    ) -> str | None:
        """Return a text in Discord's `locale`; None where the English one stands there too."""
        del context
        words = self._languages.speaking(locale.value)
        said = string.message if words is None else words(string.message)
        return None if said == string.message else said
