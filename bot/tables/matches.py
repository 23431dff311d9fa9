"""What can be done in a running match. Each method takes the place's lock, commits, then returns."""

from bot.tables.absence import Absence
from bot.tables.ending import Ending
from bot.tables.playing import Playing


class Matches(Playing, Ending, Absence):
    """The use cases of a running match."""
