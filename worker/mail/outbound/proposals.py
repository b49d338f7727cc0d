"""Orders ready to copy: a few complete answers to a question, each explained in names.

The default comes first; then the form's proposals, and the richest short answer.
"""

from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.kernel.forms import Form
from games.kernel.text import Labels

MAX_PROPOSALS = 3


class ReadyMadeAnswer(NamedTuple):
    """A complete answer: its label, its meaning, a line an order, and its notation."""

    name: str
    lines: list[str]
    notation: str

    @property
    def description(self) -> str:
        """Return its label and its meaning, which for “no orders” are the same."""
        said = " / ".join(self.lines)
        return self.name if said == self.name else f"{self.name}: {said}"


def list_proposals(form: Form[Any], labels: Labels, language: str) -> list[ReadyMadeAnswer]:
    """Return at most three different answers that would all be accepted."""
    proposed = [(one.name.get(language), form.read(one.answer)) for one in form.proposals()]
    known = [(_("Played without an answer"), form.default()), *proposed, (_("For example"), form.example())]
    found: dict[str, ReadyMadeAnswer] = {}
    for name, answer in known:
        written = form.render(answer)
        said = [line.strip() for line in form.describe(answer, language, labels).splitlines() if line.strip()]
        if next(iter(form.problems(answer)), None) is None:
            found.setdefault(written, ReadyMadeAnswer(name, said, written))
    return list(found.values())[:MAX_PROPOSALS]
