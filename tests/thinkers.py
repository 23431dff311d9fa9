"""Ways to think that tests need."""

from bot.players.advice import Advice, Question
from bot.players.thought import Thought


class AtOnce:
    """Thinks in the event loop, so that nothing depends on how long it takes."""

    def __init__(self, most: int = 1) -> None:
        del most

    async def think(self, thought: Thought) -> int:
        return thought.choice()

    async def advise(self, question: Question) -> Advice:
        return question.advice()

    async def close(self) -> None:
        pass
