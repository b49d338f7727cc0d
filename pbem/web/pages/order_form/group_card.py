"""The card of an order for several selected units: who gets it, and who does not and why."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from games.kernel.forms import Form
from games.kernel.text import Labels, and_more, join_texts
from games.order_editor.group_edits import Group, GroupEdit, line_edit, line_templates, plain_edits, target_edits
from games.orders.order_set import Orders
from games.selectors.draft_edits import MAX_ORDERS_BY_ACTORS, has_too_many_actors, is_too_long
from pbem.web.pages.order_form.controls import ShownProblem
from pbem.web.pages.order_form.problem_names import ProblemNamer
from pbem.web.pages.order_form.tap_editor import Card, EditorState, ShownEdit, answers_digest

MAX_GROUP_EDITS = 10
MAX_EXAMPLES = 4
MAX_NAMES = 4
"""The maximum number of units that a line names; of the others it only tells the number."""
MAX_REASONS = 4


@dataclass(frozen=True)
class GroupCard(Card):
    """The card of several selected units."""

    examples: tuple[str, ...] = ()
    """Examples of the text, for orders that take a text in the player's own words."""
    line: str = ""
    """The text that the player typed."""


def has_group_card(form: Form[Any], state: EditorState) -> bool:
    """Return True if the page shows the card for an order to several units instead of the card of one thing.

    That is the case if several units are selected and no order is being written. It is also the case if the player has
    opened this card and neither selected a unit nor tapped a thing: the card then says what to do.
    """
    return is_group(form, state) or (state.is_group_open and not state.acting and not state.tapped)


def is_group(form: Form[Any], state: EditorState) -> bool:
    """Return True if several units are selected and no order is being written."""
    return isinstance(form, Orders) and len(state.acting) > 1 and state.focus < 0


def list_group_edits(form: Form[Any], raw: Any, state: EditorState) -> tuple[GroupEdit, ...]:
    """Return the new orders that the selected units can get; if a thing is tapped, only orders that name the thing.

    Without a tapped thing, the orders that most units can get come first. With a tapped thing, orders that no unit can
    get come last.
    """
    if not isinstance(form, Orders) or is_too_long(raw) or has_too_many_actors(raw, state.acting):
        return ()
    group = Group(form, raw, state.acting)
    if state.tapped:
        found = sorted(target_edits(group, state.tapped), key=lambda one: not one.served)
    else:
        found = sorted((*_line_edits(group, state.line), *plain_edits(group)), key=lambda one: -len(one.served))
    return tuple(one for one in found if one.answer != raw or not one.served)[:MAX_GROUP_EDITS]


def _line_edits(group: Group, line: str) -> Iterator[GroupEdit]:
    """Yield the orders with a text in the player's own words: the text is `line` or, if that is empty, an example."""
    for verb, examples in _examples(group).items():
        for text in (line,) if line else examples[:MAX_EXAMPLES]:
            edit = line_edit(group, verb, text)
            if edit is not None:
                yield edit


def _examples(group: Group) -> dict[str, list[str]]:
    """Return examples of the text of orders in the player's own words, by verb; those for most units come first."""
    found: dict[str, dict[str, int]] = {}
    for template in line_templates(group):
        for text in group.form.line_examples(template):
            counts = found.setdefault(template.verb, {})
            counts[text] = counts.get(text, 0) + 1
    return {verb: sorted(counts, key=lambda text: -counts[text]) for verb, counts in found.items()}


def apply_group_edit(form: Form[Any], raw: Any, state: EditorState, place: str) -> tuple[Any, EditorState] | None:
    """Return the draft and the editor state after the edit with index `place` on the common card was accepted.

    `raw` is the draft (JSON). Return None if the draft has changed since the page was made, so that the page showed
    other edits.
    """
    edits = list_group_edits(form, raw, state)
    number = int(place) if place.isdecimal() and len(place) < 3 else len(edits)
    if number >= len(edits) or _digest(edits) != state.shown_digest or not edits[number].served:
        return None
    return edits[number].answer, replace(state, tapped="", is_group_open=False, line="", shown_digest="")


def _digest(edits: Sequence[GroupEdit]) -> str:
    return answers_digest([one.answer for one in edits])


# --- display


def build_group_card(form: Form[Any], raw: Any, state: EditorState, labels: Labels, language: str) -> Card | None:
    """Return the common card of the selected units; None if the card is closed.

    `raw` is the draft (JSON).
    """
    if not (state.tapped or state.is_group_open) or not isinstance(form, Orders):
        return None
    if not state.acting:
        return Card("", _("No piece is ticked"), (), "", (ShownProblem(_("Tick pieces in the list first."), ""),))
    names = ProblemNamer(form, labels, language)
    edits = list_group_edits(form, raw, state)
    examples = _examples(Group(form, raw, state.acting)) if not state.tapped else {}
    count = {"count": len(state.acting), "thing": labels(state.tapped).get(language)}
    return GroupCard(
        state.tapped,
        (_("%(thing)s: for %(count)s pieces") if state.tapped else _("%(count)s pieces")) % count,
        tuple(_shown(number, edit, state, names) for number, edit in enumerate(edits)),
        _digest(edits),
        () if edits else tuple(_reasons(form, raw, state, names)),
        tuple(dict.fromkeys(text for some in examples.values() for text in some)),
        state.line,
    )


def _named(units: Sequence[str], labels: Labels, language: str) -> str:
    """Return the names of the first `MAX_NAMES` units, and the number of the others."""
    return and_more(join_texts(map(labels, units[:MAX_NAMES])), len(units) - MAX_NAMES).get(language)


def _reasons(form: Orders[Any], raw: Any, state: EditorState, names: ProblemNamer) -> Iterator[ShownProblem]:
    """Yield the reasons why the selected units can get no order."""
    if has_too_many_actors(raw, state.acting):
        yield ShownProblem(
            _("Orders times selected units are at most %(most)s: select fewer units.") % {"most": MAX_ORDERS_BY_ACTORS},
            "",
        )
        return
    if not state.tapped:
        yield ShownProblem(_("Tap where they go, or what they aim at."), "")
        return
    for one in form.no_edit_reasons(state.tapped, state.acting, names.labels)[:MAX_REASONS]:
        yield ShownProblem(names.name_text(one.message.get(names.language)), one.rule)


def _shown(number: int, edit: GroupEdit, state: EditorState, names: ProblemNamer) -> ShownEdit:
    """Return an order for several units as a button, with the reasons why some or all of them do not get it."""
    verb, language = names.labels(edit.verb).get(names.language), names.language
    target = edit.line or (names.labels(state.tapped).get(language) if state.tapped else "")
    all_, some = len(state.acting), len(edit.served)
    whom = (
        _("For all %(all)s") % {"all": all_}
        if some == all_
        else _("For %(some)s of %(all)s: %(units)s")
        % {"some": some, "all": all_, "units": _named(edit.served, names.labels, language)}
    )
    return ShownEdit(
        number=number,
        action=": ".join(filter(None, (verb, target))),
        lines=(whom,) if some else (),
        note="",
        price=0,
        tone="",
        problems=(*_refusals(edit, names), *_unfinished(edit, names)),
        legal=bool(edit.served),
        changes=tuple(names.labels(unit).get(language) for unit in edit.replaced),
        is_default=number == 0 and not edit.replaced,
    )


def _refusals(edit: GroupEdit, names: ProblemNamer) -> Iterator[ShownProblem]:
    """Yield which units do not get the order and why, grouped by reason."""
    found: dict[tuple[str, str], list[str]] = {}
    for one in edit.refused:
        told = [(names.name_text(why.message.get(names.language)), why.rule) for why in one.problems[:1]]
        found.setdefault(told[0] if told else (_("no such order now."), ""), []).extend(one.units)
    for (reason, rule), units in list(found.items())[:MAX_REASONS]:
        who = _named(units, names.labels, names.language)
        yield ShownProblem(_("Not %(units)s: %(reason)s") % {"units": who, "reason": reason}, rule)
    rest = [unit for units in list(found.values())[MAX_REASONS:] for unit in units]
    if rest:
        yield ShownProblem(_("Not %(units)s.") % {"units": _named(rest, names.labels, names.language)}, "")


def _unfinished(edit: GroupEdit, names: ProblemNamer) -> tuple[ShownProblem, ...]:
    """Return the missing parts of the new orders, each once."""
    texts = dict.fromkeys(names.name_text(one.message.get(names.language)) for one in edit.unfinished)
    return tuple(ShownProblem(text, "") for text in list(texts)[:MAX_REASONS])
