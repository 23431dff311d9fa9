"""Draw the card pictures anew: `python -m tools.cards`."""

import sys

from bot.ui.faces import FOLDER
from tools.cards.draw import save

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    sys.stdout.writelines(f"{name}\n" for name in save())
