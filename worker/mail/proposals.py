"""Compute the numbered answers that an e-mail offers to a question; a reply with only a number submits that answer.

The answers are computed from the stored question, both for the e-mail and for its reply, so that the numbers agree.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from games.kernel.forms import Choose, Form, MayChoose
from games.kernel.text import LANGUAGES, Labels, Text
from games.orders.order_set import Orders

MAX_PROPOSALS = 5
DEFAULT = Text("The default", "回答がない場合の命令")
EXAMPLE = Text("For example", "例")
_NAMELESS = Text("", "")


class ProposedAnswer(NamedTuple):
    """A complete answer that the question accepts."""

    name: Text
    """A label, such as "no orders"; empty if the answer's description is enough."""
    answer: Any
    """The form's Python value."""
    notation: str
    """The answer in the text notation."""


def propose_answers(form: Form[Any]) -> list[ProposedAnswer]:
    """Return at most `MAX_PROPOSALS` different answers: the default first, if it can be given as an answer."""
    found: dict[str, ProposedAnswer] = {}
    for name, answer in _candidates(form):
        notation = form.render(answer)
        if notation not in found and next(iter(form.problems(answer)), None) is None:
            found[notation] = ProposedAnswer(name, answer, notation)
        if len(found) == MAX_PROPOSALS:
            break
    return list(found.values())


def _candidates(form: Form[Any]) -> Iterator[tuple[Text, Any]]:
    yield DEFAULT, form.default()
    yield from ((one.name, form.read(one.answer)) for one in form.proposals())
    if isinstance(form, Choose | MayChoose):
        yield from ((_NAMELESS, value) for value in form.options)
        return
    yield EXAMPLE, form.example()


def lists_all_answers(form: Form[Any]) -> bool:
    """Return True if no answer is possible except those that `propose_answers` returns."""
    if not isinstance(form, Choose | MayChoose):
        return False
    return len(form.options) + isinstance(form, MayChoose) == len(propose_answers(form))


def takes_numbers(form: Form[Any], labels: Labels) -> bool:
    """Return True if a reply that is only a number can be read as the number of a proposal.

    False if a value of the form, or the value's name, is a number. Always True for a form of orders, because orders
    begin with a verb.
    """
    if isinstance(form, Orders):
        return True
    names = (labels(value) for value in form.values())
    words = {*form.values(), *(name.get(language) for name in names for language in LANGUAGES)}
    return not any(word.strip().isdecimal() and len(word.strip()) < 3 for word in words)
