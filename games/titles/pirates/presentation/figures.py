"""What the box says of cards and ships, in words: their points, their coins, and what they do."""

from collections.abc import Callable
from typing import Any

from games.kernel.requests import Ask
from games.titles.pirates.box.components import Box
from games.titles.pirates.presentation.dice import coin_text
from games.titles.pirates.presentation.labels import Words


class Figures:
    """The figures of one box, in any language."""

    def __init__(self, box: Box) -> None:
        self.box = box

    def points(self, card: str, doubled: bool, say: Words) -> str:
        """What a card is worth in a pile: "9 points", "18 points (doubled)"."""
        times = self.box.numbers.score.doubled if doubled else 1
        worth = self.box.value(card) * times
        return say(f"{worth} points", f"{worth}点") + (say(" (doubled)", "（2倍）") if doubled else "")

    def summary(self, kind: str, say: Words) -> str:
        """What a kind of card does."""
        return self.box.kinds[kind].summary.get(say.language)

    def of(self, card: str, say: Words) -> str:
        """Value and coins of a ship that nobody has yet."""
        if card in self.box.ships:
            ship = self.box.ships[card]
            attack, defence = coin_text(ship.attack), coin_text(ship.defence)
            return say(
                f"{ship.vp} points, attack {attack}, defence {defence}", f"{ship.vp}点、攻撃{attack}、防御{defence}"
            )
        merchant = self.box.merchants[card]
        defence, mine, theirs = map(coin_text, (merchant.defence, merchant.challenge, merchant.response))
        return say(
            f"{merchant.vp} points, defence {defence}, safe port {mine} against {theirs}",
            f"{merchant.vp}点、防御{defence}、安全な航路{mine}対{theirs}",
        )


Explainer = Callable[[Figures, Ask[Any], Words], list[str]]
"""The sentences that explain a question."""
