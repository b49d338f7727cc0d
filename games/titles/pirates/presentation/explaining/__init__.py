"""What a seat must decide, in a few sentences: what happened, and what the answers do; a module for each chapter."""

from collections.abc import Iterable
from typing import Any

from games.kernel.requests import Ask
from games.titles.pirates.box.components import Box
from games.titles.pirates.orders.forms import PlayForm
from games.titles.pirates.orders.occasions import LATER
from games.titles.pirates.orders.orders import kind_of
from games.titles.pirates.presentation.explaining import attack, phantom, rounds, turn
from games.titles.pirates.presentation.figures import Figures
from games.titles.pirates.presentation.labels import Labels, Words

EXPLAINERS = turn.EXPLAINERS | attack.EXPLAINERS | rounds.EXPLAINERS | phantom.EXPLAINERS
"""How each kind of question is explained."""


class Explaining:
    """The explanations of all questions."""

    def __init__(self, box: Box, labels: Labels) -> None:
        self.figures = Figures(box)
        self.labels = labels

    def explain(self, ask: Ask[Any], language: str) -> str:
        """A paragraph; below it, for a choice among cards, a line on each of them."""
        say = Words(self.labels, language)
        explainer = EXPLAINERS.get(ask.kind)
        if explainer is None:
            return ask.prompt.get(language)
        return say(" ", "").join(explainer(self.figures, ask, say)) + self._card_lines(ask, say)

    def _card_lines(self, ask: Ask[Any], say: Words) -> str:
        """One line for each kind of card among the options of a reaction or among the cards laid down."""
        if ask.kind in ("react", "aftermath", "reflag", "arrange", "exchange_information"):
            cards: Iterable[str] = (option.partition("/")[0] for option in ask.form.values())
        elif isinstance(ask.form, PlayForm):
            cards = ask.form.cards
        else:
            return ""
        kinds = dict.fromkeys(kind_of(card) for card in cards if card != LATER)
        return "".join(f"\n- {say.name(kind)}: {self.figures.summary(kind, say)}" for kind in kinds)
