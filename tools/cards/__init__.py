"""Draws the card pictures of data/cards: `make cards`."""
