"""The card pictures of the demo: they are there as if an earlier start had uploaded them."""

from simcord import Env
from simcord.backend.cdn import CDN_BASE

from bot.ui.faces import FOLDER, face_name


def lay_out(env: Env) -> dict[str, tuple[str, bytes]]:
    """Make an emoji of every card picture, and return what a page shows for each.

    simcord takes emojis that a bot uploads, but forgets what they show.
    """
    shown: dict[str, tuple[str, bytes]] = {}
    for file in sorted(FOLDER.glob("*.png")):
        png = file.read_bytes()
        emoji = env.backend.create_application_emoji(face_name(file.stem, png))
        shown[f"{CDN_BASE}/emojis/{emoji.id}.png"] = (file.name, png)
    return shown
