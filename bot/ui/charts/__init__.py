"""The score chart of a match: what it shows, the process that draws it, and its way into the message.

Only `drawing` knows matplotlib, and only that process, `python -m bot.ui.charts`, knows `drawing`.
"""
