"""Draw the card pictures anew: `python -m tools.cards`."""

import sys

from bot.ui.faces import CARD_PICTURES
from tools.cards.draw import save

if __name__ == "__main__":
    CARD_PICTURES.mkdir(exist_ok=True)
    sys.stdout.writelines(f"{name}\n" for name in save())
