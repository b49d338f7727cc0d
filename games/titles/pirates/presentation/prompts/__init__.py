"""The explanation of a seat's decision in a few sentences: the situation and the effects of the answers.

The package has a module for each chapter.
"""

from collections.abc import Iterable
from typing import Any

from games.kernel.requests import Ask
from games.titles.pirates.components.box import Box
from games.titles.pirates.orders.forms import PlayForm
from games.titles.pirates.orders.occasions import LATER
from games.titles.pirates.orders.orders import kind_of
from games.titles.pirates.presentation.figures import Figures
from games.titles.pirates.presentation.labels import Labels, Words
from games.titles.pirates.presentation.prompts import attack, phantom, rounds, turn

EXPLAINERS = turn.EXPLAINERS | attack.EXPLAINERS | rounds.EXPLAINERS | phantom.EXPLAINERS
"""The function that returns the sentences about a question, by kind of question."""


class PromptFormatter:
    """Explains the questions to players."""

    def __init__(self, box: Box, labels: Labels) -> None:
        self.figures = Figures(box)
        self.labels = labels

    def explain(self, ask: Ask[Any], language: str) -> str:
        """Return a paragraph that explains a question. For a choice among cards, add a line about each card."""
        say = Words(self.labels, language)
        explainer = EXPLAINERS.get(ask.kind)
        if explainer is None:
            return ask.prompt.get(language)
        return say(" ", "").join(explainer(self.figures, ask, say)) + self._card_lines(ask, say)

    def _card_lines(self, ask: Ask[Any], say: Words) -> str:
        """Return one line for each kind of card among the options of a reaction or among the cards laid down."""
        if ask.kind in ("react", "aftermath", "reflag", "arrange", "exchange_information"):
            cards: Iterable[str] = (option.partition("/")[0] for option in ask.form.values())
        elif isinstance(ask.form, PlayForm):
            cards = ask.form.cards
        else:
            return ""
        kinds = dict.fromkeys(kind_of(card) for card in cards if card != LATER)
        return "".join(f"\n- {say.name(kind)}: {self.figures.summary(kind, say)}" for kind in kinds)
