"""The points, dice and effects of cards as text."""

from collections.abc import Callable
from typing import Any

from games.kernel.requests import Ask
from games.titles.pirates.components.box import Box
from games.titles.pirates.presentation.dice import coin_text
from games.titles.pirates.presentation.labels import Words


class Figures:
    """Formats the points, dice and effects of cards as text, in any language."""

    def __init__(self, box: Box) -> None:
        self.box = box

    def points(self, card: str, doubled: bool, say: Words) -> str:
        """Return the points of a card in a pile as text: "9 points", "18 points (doubled)"."""
        times = self.box.numbers.score.doubled if doubled else 1
        worth = self.box.value(card) * times
        return say("{worth} points", "{worth}点", worth=worth) + (say(" (doubled)", "（2倍）") if doubled else "")

    def summary(self, kind: str, say: Words) -> str:
        """Return the effect of a kind of card as text."""
        return self.box.kinds[kind].summary.get(say.language)

    def of(self, card: str, say: Words) -> str:
        """Return the points and dice of a ship as text."""
        if card in self.box.ships:
            ship = self.box.ships[card]
            attack, defence = coin_text(ship.attack), coin_text(ship.defence)
            return say(
                "{vp} points, attack {attack}, defence {defence}",
                "{vp}点、攻撃{attack}、防御{defence}",
                vp=ship.vp,
                attack=attack,
                defence=defence,
            )
        merchant = self.box.merchants[card]
        defence, mine, theirs = map(coin_text, (merchant.defence, merchant.challenge, merchant.response))
        return say(
            "{vp} points, defence {defence}, safe port {mine} against {theirs}",
            "{vp}点、防御{defence}、安全な航路{mine}対{theirs}",
            vp=merchant.vp,
            defence=defence,
            mine=mine,
            theirs=theirs,
        )


Explainer = Callable[[Figures, Ask[Any], Words], list[str]]
"""A function that returns the sentences that explain a question, from (figures, question, words)."""
