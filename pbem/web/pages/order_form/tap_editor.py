"""The tap editor: the tapped thing, the possible edits, and the draft after an edit.

A thing is a value that the form knows, such as a unit, a place or a card. The module contains no rules: it asks the
form. What the player has tapped and selected (`EditorState`) is in hidden fields of the page between two requests.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

import msgspec
from django.http import QueryDict
from django.utils.translation import gettext as _

from games.kernel.drafts import NO_TEXT, SuggestedEdit
from games.kernel.edits import UNFINISHED_CODES
from games.kernel.errors import Problem
from games.kernel.forms import Choose, Form, MayChoose
from games.kernel.hotspots import BoardHotspots, hotspot_at
from games.kernel.text import Labels
from games.order_editor import order_edits
from games.order_editor.side_effects import changed_units
from games.orders.order_set import Field, Orders, OrderTemplate
from games.selectors.draft_edits import MAX_VALUE_LENGTH, has_too_many_actors, is_too_long
from pbem.web.pages.order_form.controls import ShownProblem
from pbem.web.pages.order_form.problem_names import ProblemNamer

ZOOM_PERCENTS = (100, 150, 200)
"""Sizes of the picture, in per cent of its initial size."""
MAX_SUGGESTED_EDITS = 10
MIN_HEX_DIGITS = 3
"""The minimum number of digits of a hex's number; numbers of ships or steps have fewer."""
MAX_ACTING = 100
"""The maximum number of selected units."""
_NUMBER = 9
"""The maximum length of a number from a browser."""


@dataclass(frozen=True)
class EditorState:
    """What a player has tapped and selected, as the page sends it with each request."""

    tapped: str = ""
    """The thing whose card is open; "" if none is."""
    acting: tuple[str, ...] = ()
    """The ids of the selected units, which the next order is given to."""
    focus: int = -1
    """The index in the draft of the order that taps extend; -1 if there is none."""
    zoom: int = ZOOM_PERCENTS[0]
    """The size of the picture, in per cent."""
    shown_digest: str = ""
    """The digest of the suggested edits on the page, by which the server sees that the draft has changed since."""
    is_group_open: bool = False
    """True if the card of several selected units is open."""
    line: str = ""
    """The order for several units that the player typed on their card."""


@dataclass(frozen=True)
class ShownEdit:
    """A suggested edit of the draft, as a button or with the reasons why it is not available."""

    number: int
    """Its index on the card."""
    action: str
    """The text of the button."""
    lines: tuple[str, ...]
    """The resulting order and its effects, in words."""
    note: str
    """The cost of the changed order's path in words."""
    price: int
    """This cost as a number, in the unit of the form's movement rule; 0 without a path."""
    tone: str
    """The severity of the cost: "free", "spends" or "risk"; "" if there is no cost."""
    problems: tuple[ShownProblem, ...] = ()
    """The reasons why it is not available, or what is still missing after it."""
    legal: bool = True
    """True if it can be taken."""
    changes: tuple[str, ...] = ()
    """The names of other units whose orders the edit changes or removes."""
    is_default: bool = False
    """A second tap on the thing accepts the edit."""


@dataclass(frozen=True)
class Card:
    """The card of the tapped thing."""

    value: str
    """The id of the thing."""
    name: str
    """Its name for players."""
    suggested_edits: tuple[ShownEdit, ...]
    """The edits of the draft that the tap can mean, the likeliest first."""
    digest: str
    """The digest of these edits (`edits_digest`)."""
    unavailable_reasons: tuple[ShownProblem, ...] = ()
    """The reasons why there are no suggested edits, or only edits that add orders that are seldom given."""


def read_editor_state(post: QueryDict) -> EditorState:
    """Return the editor state in a posted form.

    Units that were ticked in the list of units since the page was made become the selected units.
    """
    zoom, focus = post.get("zoom", ""), post.get("focus", "")
    ticks = post.getlist("tick")
    ticked_anew = set(ticks) != set(str(post.get("ticked", "")).split())
    acting = ticks if ticked_anew else post.getlist("acting")
    return EditorState(
        tapped=str(post.get("card", ""))[:MAX_VALUE_LENGTH],
        acting=tuple(dict.fromkeys(str(one)[:MAX_VALUE_LENGTH] for one in acting[:MAX_ACTING])),
        focus=int(focus) if focus.isdecimal() and len(focus) < 4 and not ticked_anew else -1,
        zoom=int(zoom) if zoom in map(str, ZOOM_PERCENTS) else ZOOM_PERCENTS[0],
        shown_digest=str(post.get("seen", "")),
        is_group_open=bool(post.get("many")),
        line=str(post.get("many_line", "")).strip()[:MAX_VALUE_LENGTH],
    )


# --- taps


def find_value_at(form: Form[Any], hotspots: BoardHotspots, post: QueryDict, width: float) -> str:
    """Return the value at the point of the picture that was clicked; empty if there is none.

    `width` is the picture's width on the page in pixels. The nearest hotspot within the radius of its region counts;
    hotspots of values that an answer can name are preferred.
    """
    try:
        x, y = (float(str(post.get(name, ""))[:_NUMBER]) * hotspots.size[0] / width for name in ("at.x", "at.y"))
    except ValueError:
        return ""
    return hotspot_at(hotspots, x, y, set(form.values()) | {bar.value for bar in form.unavailable_values()})


def list_actors(form: Form[Any], *, include_rare: bool = True) -> dict[str, None]:
    """Return all units that an order can be given to, as the keys of a dict, in the sequence of the form.

    Without `include_rare`, omit units that only have rare orders, such as a standing instruction.
    """
    templates = (
        [template for template in form.cached_templates if include_rare or not template.is_rare]
        if isinstance(form, Orders)
        else []
    )
    return dict.fromkeys(
        value
        for template in templates
        for field in template.fields
        if field.name == template.subject
        for value in field.values
    )


def apply_tap(form: Form[Any], state: EditorState, value: str) -> EditorState:
    """Return the state after a tap on `value`: its card is open.

    If an order can be given to `value`, it also becomes the selected unit, and taps no longer extend the earlier order.
    """
    if value not in list_actors(form) or state.acting == (value,):
        return replace(state, tapped=value)
    return replace(state, tapped=value, acting=(value,), focus=-1)


def select_units(form: Form[Any], state: EditorState, units: Sequence[str]) -> EditorState:
    """Return the state in which these units are selected and their card is open.

    It is the card of the only unit, or the common card of several.
    """
    able = list_actors(form)
    acting = tuple(dict.fromkeys(unit for unit in units[:MAX_ACTING] if unit in able))
    alone = acting[0] if len(acting) == 1 else ""
    return replace(state, tapped=alone, acting=acting, focus=-1, is_group_open=len(acting) > 1)


def toggle_unit(form: Form[Any], state: EditorState, value: str) -> EditorState:
    """Return the state with a unit added to the selected ones, or removed if it was among them.

    A value that is no unit changes nothing.
    """
    if value not in list_actors(form):
        return state
    rest = tuple(unit for unit in state.acting if unit != value)
    acting = rest if value in state.acting else (*state.acting, value)
    return replace(state, tapped="", acting=acting, focus=-1, is_group_open=len(acting) > 1)


def focus_order(form: Form[Any], raw: Any, state: EditorState, index: int) -> EditorState:
    """Return the state in which taps extend the order at `index` of the draft `raw`.

    The units of that order are selected, unless one of them already is. Without such an order, no order is extended.
    """
    orders = order_edits.orders_in(raw)
    if not isinstance(form, Orders) or not 0 <= index < len(orders):
        return replace(state, tapped="", focus=-1, shown_digest="")
    template = order_edits.template_of(form, orders[index])
    acting = order_edits.subjects_of(template, orders[index]) if template is not None else ()
    theirs = not acting or set(acting) & set(state.acting)
    return replace(state, tapped="", focus=index, shown_digest="", acting=state.acting if theirs else acting)


def after_order_removed(state: EditorState, index: int) -> EditorState:
    """Return the state after the draft's order at `index` was removed, with `focus` adjusted to the new indexes."""
    if index == state.focus:
        return replace(state, focus=-1)
    return replace(state, focus=state.focus - 1) if 0 <= index < state.focus else state


def list_nameable_values(form: Form[Any], acting: Sequence[str]) -> dict[str, None]:
    """Return the values that an answer can contain, as the keys of a dict, in the sequence of the form.

    In a form of orders, these are the arguments of the orders that the units `acting` can be given, and of the orders
    that no unit is given. Places on a path, numbers and turns are omitted.
    """
    if not isinstance(form, Orders) or not list_actors(form):
        return dict.fromkeys(form.values())
    templates = (template for template in form.cached_templates if not template.subject or _can_act(template, acting))
    fields = (field for template in templates for field in template.fields if not _counts(field))
    return dict.fromkeys(value for field in fields for value in field.values)


def list_word_values(form: Form[Any]) -> set[str]:
    """Return the values that are mere words without a place on the board, such as numbers and "yes".

    They occur only in arguments that are numbers, are optional, have a single value, or belong to a rare order.
    """
    things: set[str] = set()
    words: set[str] = set()
    for template in form.cached_templates if isinstance(form, Orders) else ():
        for field in template.fields:
            chosen = field.required and len(field.values) > 1 and not (template.is_rare or _counts(field))
            (things if chosen or field.name == template.subject else words).update(field.values)
    return words - things


def _counts(field: Field) -> bool:
    """Return True if all values of a field are numbers such as counts, or turns such as "5.am", but not hexes."""
    numbers = [value.partition(".")[0] for value in field.values]
    return bool(numbers) and all(one.isdecimal() and len(one) < MIN_HEX_DIGITS for one in numbers)


def _can_act(template: OrderTemplate, acting: Sequence[str]) -> bool:
    return any(field.name == template.subject and set(acting) & set(field.values) for field in template.fields)


def list_suggested_edits(form: Form[Any], raw: Any, state: EditorState, labels: Labels) -> tuple[SuggestedEdit, ...]:
    """Return the edits that the tapped thing suggests for the selected units; unavailable ones have `problems`.

    If the thing suggests no edit for the selected units, return the edits for any unit. This does not apply to a place,
    because the player wants the selected units to go there.
    """
    if not state.tapped or is_too_long(raw) or has_too_many_actors(raw, state.acting):
        return ()
    acting = () if state.tapped in state.acting else state.acting
    found = form.suggested_edits(raw, state.tapped, acting, labels)
    if acting and not found and not _is_place(form, state.tapped):
        found = form.suggested_edits(raw, state.tapped, (), labels)
    ranked = sorted(
        found,
        key=lambda offer: (
            not is_applicable(offer),
            bool(_others_changed(form, raw, state, offer)),
            offer.kind == "leave_out" and state.tapped in state.acting,
            (offer.kind == "new" and (_is_rare(form, offer), bool(offer.problems))) or (False, False),
        ),
    )
    return tuple(_once(ranked)[:MAX_SUGGESTED_EDITS])


def _is_rare(form: Form[Any], offer: SuggestedEdit) -> bool:
    """Return True for an edit that adds an order that is seldom given."""
    if not isinstance(form, Orders) or offer.kind != "new":
        return False
    return not any(template.verb == _verb(offer) and not template.is_rare for template in form.cached_templates)


def _others_changed(form: Form[Any], raw: Any, state: EditorState, offer: SuggestedEdit) -> tuple[str, ...]:
    """Return the units, except the selected and the tapped ones, whose orders an edit changes or removes."""
    if not isinstance(form, Orders):
        return ()
    return changed_units(form, raw, offer, {state.tapped, *state.acting}, state.focus)


def find_default_edit(
    form: Form[Any], raw: Any, state: EditorState, edits: Sequence[SuggestedEdit]
) -> SuggestedEdit | None:
    """Return the edit that a second tap accepts; None if there is none.

    It is the first edit, if it is applicable, adds no order that is seldom given, and changes no other unit's order.
    """
    offer = next(iter(edits), None)
    if offer is None or not is_applicable(offer) or _is_rare(form, offer) or _others_changed(form, raw, state, offer):
        return None
    return offer


def _is_place(form: Form[Any], value: str) -> bool:
    """Return True if a thing is a place to which a path can lead."""
    if not isinstance(form, Orders):
        return False
    charted = any(value in chart.neighbours for chart in form.charts().values())
    return charted or any(value in field.end_places for template in form.cached_templates for field in template.fields)


def _once(offers: Sequence[SuggestedEdit]) -> list[SuggestedEdit]:
    """Return the suggested edits without those whose text repeats the text of an applicable edit.

    An unavailable edit is removed if any applicable edit has its text; an applicable edit that makes a new order is
    removed if an edit of a present order, such as an extended path, has its text.
    """
    legal = [offer for offer in offers if is_applicable(offer) and offer.text.en]
    said = {offer.text.en for offer in legal}
    begun = {offer.text.en for offer in legal if offer.kind != "new"}
    return [offer for offer in offers if offer.text.en not in _before(offer, said, begun)]


def _before(offer: SuggestedEdit, said: Set[str], begun: Set[str]) -> Set[str]:
    """Return the texts that make an edit a repetition: `said` of all applicable edits, `begun` of those not "new"."""
    if not is_applicable(offer):
        return said
    return begun if offer.kind == "new" else frozenset()


def edits_digest(edits: Sequence[SuggestedEdit]) -> str:
    """Return a digest of the answers after these edits, by which a change of the list is detected."""
    return answers_digest([offer.answer for offer in edits])


def answers_digest(answers: Sequence[Any]) -> str:
    """Return a short digest (16 hexadecimal digits) of these answers, by which a change of the list is detected."""
    return sha256(msgspec.json.encode(answers)).hexdigest()[:16]


def apply_suggested_edit(
    form: Form[Any], raw: Any, state: EditorState, labels: Labels, place: str
) -> tuple[Any, EditorState] | None:
    """Return the draft and the editor state after the edit with index `place` on the card was accepted.

    `raw` is the draft (JSON). Return None if the draft has changed since the page was made, so that the page showed
    other edits.
    """
    offers = list_suggested_edits(form, raw, state, labels)
    number = int(place) if place.isdecimal() and len(place) < 3 else len(offers)
    if number >= len(offers) or edits_digest(offers) != state.shown_digest or not is_applicable(offers[number]):
        return None
    offer = offers[number]
    first = offer.pointer.split("/")[1] if offer.pointer else ""
    index = int(first) if first.isdecimal() else -1
    if not state.acting and isinstance(form, Orders):
        return offer.answer, replace(state, tapped="", focus=index, shown_digest="")
    return offer.answer, focus_order(form, offer.answer, state, index)


def complete_by_next_tap(
    form: Form[Any], raw: Any, state: EditorState, labels: Labels, value: str
) -> tuple[Any, EditorState] | None:
    """Return the draft and the editor state after taps on a card, a ship and now its target, `value`.

    The open card's default edit is accepted, because the order that `value` suggests now would be unfinished, and the
    order of that edit takes `value` without a problem. Otherwise return None: the tap only opens the card of `value`.
    """
    if not state.acting or state.tapped in ("", value, *state.acting) or is_too_long(raw) or value in list_actors(form):
        return None
    present = next(iter(list_suggested_edits(form, raw, replace(state, tapped=value), labels)), None)
    if present is None or not present.problems or not is_applicable(present):
        return None
    edits = list_suggested_edits(form, raw, state, labels)
    if find_default_edit(form, raw, state, edits) is None or edits[0].kind != "new" or edits[0].problems:
        return None
    done = apply_suggested_edit(form, raw, replace(state, shown_digest=edits_digest(edits)), labels, "0")
    if done is None:
        return None
    after = replace(done[1], tapped=value)
    target = next(iter(list_suggested_edits(form, done[0], after, labels)), None)
    return (done[0], after) if target is not None and target.kind in ("add", "set") and not target.problems else None


def is_applicable(edit: SuggestedEdit) -> bool:
    """Return True if the draft after an edit is legal, or only incomplete."""
    return is_only_unfinished(edit.problems)


def is_only_unfinished(problems: Iterable[Problem]) -> bool:
    """Return True if each of the problems only reports a missing part, or if there are none."""
    return all(problem.code in UNFINISHED_CODES for problem in problems)


# --- display


def build_card(
    form: Form[Any],
    raw: Any,
    state: EditorState,
    labels: Labels,
    language: str,
    edits: Sequence[SuggestedEdit] | None = None,
) -> Card | None:
    """Return the card of the tapped thing; None if nothing is tapped.

    `raw` is the draft (JSON). `edits` are those that the thing suggests, if the caller has computed them
    (`list_suggested_edits`).
    """
    if not state.tapped:
        return None
    offers = list_suggested_edits(form, raw, state, labels) if edits is None else edits
    names = ProblemNamer(form, labels, language)
    shown = [_shown(form, number, offer, names) for number, offer in enumerate(offers)]
    default = find_default_edit(form, raw, state, offers)
    told = tuple(
        replace(
            one,
            changes=tuple(labels(who).get(language) for who in _others_changed(form, raw, state, offer)),
            is_default=offer is default,
        )
        for one, offer in zip(shown, offers, strict=True)
    )
    reasons = _reasons(form, state, offers, labels)
    why = tuple(ShownProblem(one.message.get(language), one.rule) for one in reasons)
    return Card(
        state.tapped,
        labels(state.tapped).get(language),
        _told_apart(form, raw, told, offers, names),
        edits_digest(offers),
        why,
    )


def _reasons(form: Form[Any], state: EditorState, offers: Sequence[SuggestedEdit], labels: Labels) -> Sequence[Problem]:
    """Return why there is no offer; if a unit has only seldom orders, the rules that bar its others."""
    if not offers:
        return form.no_edit_reasons(state.tapped, state.acting, labels)
    if state.tapped not in list_actors(form) or not all(_is_rare(form, one) for one in offers):
        return ()
    return [one for one in form.no_edit_reasons(state.tapped, state.acting, labels) if one.rule]


def _told_apart(
    form: Form[Any], raw: Any, shown: Sequence[ShownEdit], offers: Sequence[SuggestedEdit], names: ProblemNamer
) -> tuple[ShownEdit, ...]:
    """Return the shown edits; if several have the same text, each also names the order that it replaces."""
    alike = Counter((one.action, one.lines) for one in shown)
    found: list[ShownEdit] = []
    for one, offer in zip(shown, offers, strict=True):
        place = offer.pointer.split("/")[1:2]
        number = int(place[0]) if place and place[0].isdecimal() else len(order_edits.orders_in(raw))
        old = form.describe_draft(order_edits.orders_in(raw)[number : number + 1], names.language, names.labels)
        if alike[one.action, one.lines] > 1 and old:
            one = replace(one, lines=(*one.lines, _("instead of: %(order)s") % {"order": old}))
        found.append(one)
    return tuple(found)


def _shown(form: Form[Any], number: int, offer: SuggestedEdit, names: ProblemNamer) -> ShownEdit:
    """Return an edit as the card shows it.

    The text of the button is a new order, or the name of a change; the resulting order and its effects follow.
    """
    language = names.language
    lines = tuple(offer.text.get(language).splitlines()) or (names.labels(_verb(offer)).get(language),)
    does, rest = (lines[0], lines[1:]) if offer.kind == "new" else (describe_change(offer.kind), lines)
    return ShownEdit(
        number=number,
        action=does,
        lines=(*filter(None, rest), *_foretold(form, offer, names)),
        note=offer.note.get(language),
        price=offer.price,
        tone=offer.band,
        problems=names.name_problems(ShownProblem(one.message.get(language), one.rule) for one in offer.problems),
        legal=is_applicable(offer),
    )


def _foretold(form: Form[Any], offer: SuggestedEdit, names: ProblemNamer) -> Iterator[str]:
    """Yield the previewed effects of the order that an edit makes or changes.

    If the edit shows a cost, yield only the chances, such as those of a mine on the path.
    """
    first = offer.pointer.split("/")[1] if offer.pointer else ""
    if isinstance(form, Choose | MayChoose):
        yield from (names.name_text(line.text.get(names.language)) for line in form.preview(offer.answer).lines)
        return
    if offer.problems or not isinstance(form, Orders) or offer.kind == "leave_out":
        return
    is_path = bool(offer.price or offer.band or offer.note != NO_TEXT)
    for line in form.preview(offer.answer).lines:
        if line.pointer.split("/")[1:2] == [first] and (line.odds is not None or not is_path):
            yield names.name_text(line.text.get(names.language))


def _verb(offer: SuggestedEdit) -> str:
    """Return the verb of the order that an edit makes or changes; empty if there is none."""
    first = offer.pointer.split("/")[1] if offer.pointer else ""
    orders = order_edits.orders_in(offer.answer)
    order = orders[int(first)] if first.isdecimal() and int(first) < len(orders) else {}
    verb = order.get("order") if isinstance(order, dict) else ""
    return verb if isinstance(verb, str) else ""


def describe_change(change: str) -> str:
    """Return the text of the button for a kind of edit (`SuggestedEdit.kind`)."""
    words: Mapping[str, str] = {
        "new": _("Order this"),
        "set": _("Choose this"),
        "add": _("Add this"),
        "leave_out": _("Leave this out"),
        "to": _("Go here"),
        "via": _("By way of here"),
        "on": _("Then on to here"),
        "back": _("Back to here"),
        "up": _("Move forward"),
        "down": _("Move back"),
    }
    return words.get(change, change)
