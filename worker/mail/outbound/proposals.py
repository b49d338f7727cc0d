"""The numbered answers of an e-mail in the reader's words."""

from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.kernel.forms import Form
from games.kernel.odds import shorten_odds
from games.kernel.text import Labels
from games.kernel.text_columns import column_width
from worker.mail.proposals import propose_answers

MOST_ODDS = 2
"""The most odds that are shown beside an answer."""


class ReadyMadeAnswer(NamedTuple):
    """A complete answer: its label, its description with a line for each order, its notation, and its odds if short."""

    name: str
    lines: list[str]
    notation: str
    odds: str = ""

    @property
    def description(self) -> str:
        """Return the label and the description, which for “no orders” are the same."""
        return self.shorten(sum(map(column_width, self.lines)) + 3 * len(self.lines))

    def shorten(self, columns: int) -> str:
        """Return the description with as many whole lines as fit, at least one, and the number of the others."""
        kept, taken = self.lines[:1], sum(map(column_width, self.lines[:1]))
        for line in self.lines[1:]:
            taken += column_width(line) + 3
            if taken > columns:
                break
            kept.append(line)
        left = len(self.lines) - len(kept)
        said = " / ".join([*kept, *([_("and %(count)d more") % {"count": left}] if left else [])])
        said = said if self.name in ("", said) else f"{self.name}: {said}"
        return f"{said} ({self.odds})" if self.odds else said


def describe_answer(name: str, answer: Any, form: Form[Any], labels: Labels, language: str) -> ReadyMadeAnswer:
    """Return a typed answer under a name in the reader's language."""
    lines = [line.strip() for line in form.describe(answer, language, labels).splitlines() if line.strip()]
    return ReadyMadeAnswer(name, lines, form.render(answer), _short_odds(form, answer, language))


def _short_odds(form: Form[Any], answer: Any, language: str) -> str:
    """Return the odds of an answer if they are few; for several orders the e-mail has no room beside each."""
    odds = [line.odds for line in form.preview(form.write(answer)).lines if line.odds is not None]
    return "; ".join(shorten_odds(one).get(language) for one in odds) if len(odds) <= MOST_ODDS else ""


def list_proposals(form: Form[Any], labels: Labels, language: str) -> list[ReadyMadeAnswer]:
    """Return the answers of `propose_answers` in the reader's language, in the same order."""
    proposed = propose_answers(form)
    return [describe_answer(one.name.get(language), one.answer, form, labels, language) for one in proposed]
