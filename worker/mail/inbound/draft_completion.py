"""Complete a draft by e-mail: the lines of a later e-mail are added to the orders of an e-mail with refused lines.

A writer who is told that one line is refused sends that line again, and not the others.
"""

from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from games.kernel.text import Text
from games.order_editor.order_edits import subjects_of, template_of
from games.orders.order_set import Orders

ADDED = Text(
    "These lines are added to your draft. Reply “ready” to submit all of it, or “undo” to withdraw it.",
    "これらの行を下書きに加えました。全部を提出するには「準備完了」、取り下げるには「元に戻す」と返信してください。",
)
ADDED_AND_SUBMITTED = Text(
    "These lines are added to your draft, and all of it is submitted.",
    "これらの行を下書きに加え、全部を提出しました。",
)
REPLACES_DRAFT = Text(
    "These lines are not valid together with your draft, so they replace it. Reply “ready” to submit them.",
    "これらの行は下書きと両立しないため、下書きを置き換えました。提出するには「準備完了」と返信してください。",
)


class Completion(NamedTuple):
    """A draft to which the orders of an e-mail were added."""

    notation: str
    """The draft in the text notation."""
    keeps_draft: bool
    """True if the orders of the earlier draft are still in it."""


def complete_draft(form: Orders[Any], draft: list[Any], text: str) -> Completion | None:
    """Return the draft with the valid orders of `text` added; None if these replace the whole draft.

    An added order replaces the draft's order for the same units.
    """
    added = form.write(form.accept(form.parse(text)))
    rest = list(_without_units(form, draft, added))
    if not rest:
        return None
    verbs = {one["order"] for one in added}
    units = {unit for one in added for unit in _units(form, one)}
    for kept in (
        rest,
        [one for one in rest if one["order"] not in verbs],
        [one for one in rest if not units & set(_units(form, one))],
    ):
        answer = form.read([*kept, *added])
        if kept and next(form.problems(answer), None) is None:
            return Completion(form.render(answer), keeps_draft=True)
    return Completion(text, keeps_draft=False)


def _units(form: Orders[Any], order: Any) -> tuple[str, ...]:
    template = template_of(form, order)
    return subjects_of(template, order) if template is not None else ()


def _without_units(form: Orders[Any], draft: list[Any], added: Collection[Any]) -> Iterator[Any]:
    """Yield the orders of a draft without the units that an added order of the same verb names."""
    for order in draft:
        if order in added:
            continue
        template = template_of(form, order)
        same = [one for one in added if one["order"] == order["order"]]
        named = {unit for one in same for unit in _units(form, one)}
        own = _units(form, order)
        left = [unit for unit in own if unit not in named]
        if template is None or left == list(own):
            yield order
        elif left:
            yield {**order, template.subject: left}
