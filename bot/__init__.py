"""A Discord bot that hosts the card game Yaniv."""
