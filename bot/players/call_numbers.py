"""A call in the numbers that a trained network asks for (docs/rules.md, section 7).

`tools/training/numbers.h` makes the same numbers.
"""

from math import exp
from typing import Final

from bot.players.outlook import Outlook, Rival

LATE: Final = 20
"""Later turns than that are all alike."""
FEW: Final = 2
MOST: Final = 4
"""So many hidden cards and more are alike."""
ROOM: Final = 8
"""So many points left for them and more are alike."""
SHARES: Final = (0.0, 0.03, 0.08)
"""How much rarer a card may be in the other hand for each of its points."""


def call_numbers(of: Outlook, rival: Rival, enough: int) -> list[float]:
    """Return the numbers that tell whether a rival holds `enough` points or fewer, which is an assaf."""
    points = of.rules.points
    room = enough - of.rules.hand_sum(list(rival.known))
    hidden = rival.cards - len(rival.known)
    fitting = min(max(room, 0), ROOM)
    low = (
        sum(points(card) <= room for card in of.unseen.cards) / of.unseen.number if of.unseen.number else 0.0
    )
    last = rival.last
    single, several = len(last) == 1, len(last) > 1
    thrown = of.rules.hand_sum(list(last)) // len(last) if last else 0
    before = rival.before_last
    return [
        1.0,
        *[float(hidden == number) for number in (1, 2, 3, 4)],
        *[float(fitting) if hidden == number else 0.0 for number in (1, 2, 3, 4)],
        float(hidden == 0 and room >= 0),
        float(room < 0),
        float(fitting) if hidden >= MOST else 0.0,
        *[low if hidden == number else 0.0 for number in (1, 2, 3)],
        low if hidden >= MOST else 0.0,
        float(thrown * single),
        float(thrown * (single and hidden <= FEW)),
        float(single and thrown <= 4),
        float(several),
        float(thrown * several),
        float(rival.took),
        float(len(rival.known)),
        float(min(of.turns, LATE)),
        float(enough),
        points(before[0]) * 0.1 if len(before) == 1 else 0.0,
        float(len(before) == 1),
        *[_chance_of(room, hidden, of, share) for share in SHARES],
        float(hidden == 0),
        float(of.turns <= 1),
    ]


def _chance_of(room: int, hidden: int, of: Outlook, share: float) -> float:
    """Return the chance that so many unseen cards are worth `room` or less, each drawn by itself."""
    if room < 0:
        return 0.0
    if not hidden:
        return 1.0
    weights = [0.0] * (room + 1)
    total = 0.0
    for card in of.unseen.cards:
        worth = max(of.rules.points(card), 0)
        weight = exp(-share * worth)
        total += weight
        if worth <= room:
            weights[worth] += weight
    sums = [1.0] + [0.0] * room
    for _ in range(hidden):
        sums = [
            sum(sums[less] * weights[points - less] for less in range(points + 1)) / total
            for points in range(room + 1)
        ]
    return sum(sums)
