"""Describe the numbered answers of an e-mail in the reader's language."""

from typing import Any, NamedTuple

from django.utils.translation import ngettext

from games.kernel.forms import Form
from games.kernel.odds import shorten_odds
from games.kernel.text import Labels
from games.kernel.text_columns import column_width
from worker.mail.proposals import propose_answers

LONG_NAME = 60
"""The width of a name, in columns, above which a short description is the name alone, because it says enough."""
MOST_ODDS = 2
"""The maximum number of odds that are shown beside an answer."""


class ReadyMadeAnswer(NamedTuple):
    """A complete answer in the reader's language."""

    name: str
    """Its label."""
    lines: list[str]
    """Its description, with a line for each order."""
    notation: str
    """The answer in the text notation."""
    odds: str = ""
    """The odds of its attacks in short form; empty if there are none, or too many for one line."""

    @property
    def description(self) -> str:
        """Return the label and the description in one text; if both are the same, as for “no orders”, only once."""
        return self._with_name(" / ".join(self.lines))

    def shorten(self, columns: int) -> str:
        """Return the lines of the description that fit into `columns` characters, and say how many are left out.

        If the name is a whole sentence (`LONG_NAME`), return the name alone.
        """
        if column_width(self.name) > LONG_NAME:
            return self.name
        kept, taken = self.lines[:1], sum(map(column_width, self.lines[:1]))
        for line in self.lines[1:]:
            taken += column_width(line) + 3
            if taken > columns:
                break
            kept.append(line)
        left = len(self.lines) - len(kept)
        more = ngettext("and %(count)d more order", "and %(count)d more orders", left) % {"count": left}
        said = " / ".join([*kept, *([more] if left else [])])
        return self._with_name(said)

    def _with_name(self, said: str) -> str:
        colon = ": " if column_width(self.name) == len(self.name) else "："  # in Japanese it is a wide sign
        said = said if self.name in ("", said) else f"{self.name}{colon}{said}"
        return f"{said} ({self.odds})" if self.odds else said


def describe_answer(name: str, answer: Any, form: Form[Any], labels: Labels, language: str) -> ReadyMadeAnswer:
    """Return an answer (the form's Python value) with the label `name` and its description in the reader's language."""
    lines = [line.strip() for line in form.describe(answer, language, labels).splitlines() if line.strip()]
    return ReadyMadeAnswer(name, lines, form.render(answer), _short_odds(form, answer, language))


def _short_odds(form: Form[Any], answer: Any, language: str) -> str:
    """Return the odds of an answer in short form; "" if there are more than `MOST_ODDS`."""
    odds = [line.odds for line in form.preview(form.write(answer)).lines if line.odds is not None]
    return "; ".join(shorten_odds(one).get(language) for one in odds) if len(odds) <= MOST_ODDS else ""


def list_proposals(form: Form[Any], labels: Labels, language: str) -> list[ReadyMadeAnswer]:
    """Return the answers of `propose_answers` in the reader's language, in the same order."""
    proposed = propose_answers(form)
    return [describe_answer(one.name.get(language), one.answer, form, labels, language) for one in proposed]
