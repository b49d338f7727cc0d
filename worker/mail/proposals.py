"""Orders ready to copy: a few whole answers to a question, each with what it says in names.

What is played without an answer stands first; then what the form proposes, and the richest answer that is easily said.
"""

from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.kernel.forms import Form
from games.kernel.text import Labels

MOST = 3


class Proposed(NamedTuple):
    """A whole answer: what it is, what it says, a line an order, and how it is written."""

    name: str
    said: list[str]
    written: str

    @property
    def told(self) -> str:
        """What it is and what it says, which for “no orders” is the same."""
        said = " / ".join(self.said)
        return self.name if said == self.name else f"{self.name}: {said}"


def proposals(form: Form[Any], labels: Labels, language: str) -> list[Proposed]:
    """At most three different answers that would all be accepted."""
    proposed = [(one.name.get(language), form.read(one.answer)) for one in form.proposals()]
    known = [(_("Played without an answer"), form.default()), *proposed, (_("For example"), form.example())]
    found: dict[str, Proposed] = {}
    for name, answer in known:
        written = form.render(answer)
        said = [line.strip() for line in form.describe(answer, language, labels).splitlines() if line.strip()]
        if next(iter(form.problems(answer)), None) is None:
            found.setdefault(written, Proposed(name, said, written))
    return list(found.values())[:MOST]
