"""The tap editor: the tapped thing, the possible edits, and the draft after an edit.

It contains no rules; it asks the form. The page holds the tapped thing, the subject, and the order being written.
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
"""Sizes of the picture, in per cent of the initial one."""
MAX_SUGGESTED_EDITS = 10
MIN_HEX_DIGITS = 3
"""Digits that no number of ships or steps has."""
MAX_ACTING = 100
"""The limit on the number of selected units."""
_NUMBER = 9
"""The limit on the digits of a number from a browser."""


@dataclass(frozen=True)
class EditorState:
    """The player's tap state: tapped thing, subject, index of the order being written (-1: none), picture size.

    `shown_digest` distinguishes the page's suggestions from those of a draft that has changed since. `is_group_open`:
    the card of several selected units is open without a tapped thing; `line` is the text of their order.
    """

    tapped: str = ""
    acting: tuple[str, ...] = ()
    focus: int = -1
    zoom: int = ZOOM_PERCENTS[0]
    shown_digest: str = ""
    is_group_open: bool = False
    line: str = ""


@dataclass(frozen=True)
class ShownEdit:
    """A suggested edit as a button, or with the reason why it is unavailable; `lines` are the resulting order."""

    number: int
    action: str
    lines: tuple[str, ...]
    note: str
    price: int
    tone: str
    problems: tuple[ShownProblem, ...] = ()
    legal: bool = True
    changes: tuple[str, ...] = ()
    """The other units whose orders it changes or removes."""


@dataclass(frozen=True)
class Card:
    """The card of a tap: the thing's name, its suggested edits, and the digest by which the page recognizes them."""

    value: str
    name: str
    suggested_edits: tuple[ShownEdit, ...]
    digest: str
    unavailable_reasons: tuple[ShownProblem, ...] = ()
    """Why there are no offers."""


def read_editor_state(post: QueryDict) -> EditorState:
    """Return the tap state that the request holds.

    Pieces that were ticked since the page was made become the selected units.
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
    """Return the value under a click on the picture, drawn so many pixels wide; empty if there is none.

    The nearest hotspot within the radius of its region counts; those that an answer can name come first.
    """
    try:
        x, y = (float(str(post.get(name, ""))[:_NUMBER]) * hotspots.size[0] / width for name in ("at.x", "at.y"))
    except ValueError:
        return ""
    return hotspot_at(hotspots, x, y, set(form.values()) | {bar.value for bar in form.unavailable_values()})


def list_actors(form: Form[Any], *, include_rare: bool = True) -> dict[str, None]:
    """Return all possible subjects of orders, in the form's order.

    Without `include_rare`, subjects of rare orders only, such as a standing instruction, are left out.
    """
    ways = [way for way in form.cached_templates if include_rare or not way.is_rare] if isinstance(form, Orders) else []
    return dict.fromkeys(
        value for way in ways for field in way.fields if field.name == way.subject for value in field.values
    )


def apply_tap(form: Form[Any], state: EditorState, value: str) -> EditorState:
    """Handle a tap: open the card of the thing.

    A possible subject becomes the subject, and the order being written for another one is put aside.
    """
    if value not in list_actors(form) or state.acting == (value,):
        return replace(state, tapped=value)
    return replace(state, tapped=value, acting=(value,), focus=-1)


def select_units(form: Form[Any], state: EditorState, units: Sequence[str]) -> EditorState:
    """Select these units and open their card: that of the only one, or that of several."""
    able = list_actors(form)
    acting = tuple(dict.fromkeys(unit for unit in units[:MAX_ACTING] if unit in able))
    alone = acting[0] if len(acting) == 1 else ""
    return replace(state, tapped=alone, acting=acting, focus=-1, is_group_open=len(acting) > 1)


def toggle_unit(form: Form[Any], state: EditorState, value: str) -> EditorState:
    """Add a unit to the selected ones, or leave it out; anything else on the picture changes nothing."""
    if value not in list_actors(form):
        return state
    rest = tuple(unit for unit in state.acting if unit != value)
    acting = rest if value in state.acting else (*state.acting, value)
    return replace(state, tapped="", acting=acting, focus=-1, is_group_open=len(acting) > 1)


def focus_order(form: Form[Any], raw: Any, state: EditorState, index: int) -> EditorState:
    """Select an order that was written or changed, and its subject."""
    orders = order_edits.orders_in(raw)
    if not isinstance(form, Orders) or not 0 <= index < len(orders):
        return replace(state, tapped="", focus=-1, shown_digest="")
    way = order_edits.template_of(form, orders[index])
    acting = order_edits.subjects_of(way, orders[index]) if way is not None else ()
    theirs = not acting or set(acting) & set(state.acting)
    return replace(state, tapped="", focus=index, shown_digest="", acting=state.acting if theirs else acting)


def after_order_removed(state: EditorState, index: int) -> EditorState:
    """Return the state after an order was removed: the order being written keeps its place, or there is none."""
    if index == state.focus:
        return replace(state, focus=-1)
    return replace(state, focus=state.focus - 1) if 0 <= index < state.focus else state


def list_nameable_values(form: Form[Any], acting: Sequence[str]) -> dict[str, None]:
    """Return the values that answers can name; in orders, those of the subject and those without a subject.

    The places of paths and counts are left out.
    """
    if not isinstance(form, Orders) or not list_actors(form):
        return dict.fromkeys(form.values())
    ways = (way for way in form.cached_templates if not way.subject or _can_act(way, acting))
    fields = (field for way in ways for field in way.fields if not _counts(field))
    return dict.fromkeys(value for field in fields for value in field.values)


def list_word_values(form: Form[Any]) -> set[str]:
    """Return the values that are words rather than things.

    They are numbers, and values of arguments that are optional, leave no choice, or belong to an instruction.
    """
    things: set[str] = set()
    words: set[str] = set()
    for way in form.cached_templates if isinstance(form, Orders) else ():
        for field in way.fields:
            chosen = field.required and len(field.values) > 1 and not (way.is_rare or _counts(field))
            (things if chosen or field.name == way.subject else words).update(field.values)
    return words - things


def _counts(field: Field) -> bool:
    """Return True if the values are counts, or turns such as `5.am`; numbers of hexes have more digits."""
    numbers = [value.partition(".")[0] for value in field.values]
    return bool(numbers) and all(one.isdecimal() and len(one) < MIN_HEX_DIGITS for one in numbers)


def _can_act(way: OrderTemplate, acting: Sequence[str]) -> bool:
    return any(field.name == way.subject and set(acting) & set(field.values) for field in way.fields)


def list_suggested_edits(form: Form[Any], raw: Any, state: EditorState, labels: Labels) -> tuple[SuggestedEdit, ...]:
    """Return the suggested edits of the tapped thing for the subject, or the reasons why there are none.

    If the subject cannot use it, all subjects get suggestions, except for places: only the selected unit goes there.
    """
    if not state.tapped or is_too_long(raw) or has_too_many_actors(raw, state.acting):
        return ()
    acting = () if state.tapped in state.acting else state.acting
    found = form.suggested_edits(raw, state.tapped, acting, labels)
    if acting and not found and not _is_place(form, state.tapped):
        found = form.suggested_edits(raw, state.tapped, (), labels)
    rare = {way.verb for way in form.cached_templates if way.is_rare} if isinstance(form, Orders) else set()
    ranked = sorted(
        found,
        key=lambda offer: (
            not is_applicable(offer),
            bool(_others_changed(form, raw, state, offer)),
            offer.kind == "leave_out" and state.tapped in state.acting,
            (offer.kind == "new" and (bool(offer.problems), _verb(offer) in rare)) or (False, False),
        ),
    )
    return tuple(_once(ranked)[:MAX_SUGGESTED_EDITS])


def _others_changed(form: Form[Any], raw: Any, hold: EditorState, offer: SuggestedEdit) -> tuple[str, ...]:
    """Return the units other than the subject and the tapped one whose orders an offer changes or removes."""
    if not isinstance(form, Orders):
        return ()
    return changed_units(form, raw, offer, {hold.tapped, *hold.acting}, hold.focus)


def find_default_edit(
    form: Form[Any], raw: Any, state: EditorState, edits: Sequence[SuggestedEdit]
) -> SuggestedEdit | None:
    """Return the edit that a second tap accepts: the first, if it is valid and leaves other units' orders unchanged."""
    offer = next(iter(edits), None)
    if offer is None or not is_applicable(offer) or _others_changed(form, raw, state, offer):
        return None
    return offer


def _is_place(form: Form[Any], value: str) -> bool:
    """Return True if a path can lead to a thing."""
    if not isinstance(form, Orders):
        return False
    charted = any(value in chart.neighbours for chart in form.charts().values())
    return charted or any(value in field.end_places for way in form.cached_templates for field in way.fields)


def _once(offers: Sequence[SuggestedEdit]) -> list[SuggestedEdit]:
    """Return the suggestions without repetitions of a valid one.

    Removed are refused ones, because a path is extended instead of written again, and new orders equal to an extended
    one.
    """
    legal = [offer for offer in offers if is_applicable(offer) and offer.text.en]
    said = {offer.text.en for offer in legal}
    begun = {offer.text.en for offer in legal if offer.kind != "new"}
    return [offer for offer in offers if offer.text.en not in _before(offer, said, begun)]


def _before(offer: SuggestedEdit, said: Set[str], begun: Set[str]) -> Set[str]:
    """Return the key by which an offer repeats another."""
    if not is_applicable(offer):
        return said
    return begun if offer.kind == "new" else frozenset()


def edits_digest(edits: Sequence[SuggestedEdit]) -> str:
    """Return the digest of these edits."""
    return answers_digest([offer.answer for offer in edits])


def answers_digest(answers: Sequence[Any]) -> str:
    """Return the digest of these answers."""
    return sha256(msgspec.json.encode(answers)).hexdigest()[:16]


def apply_suggested_edit(
    form: Form[Any], raw: Any, state: EditorState, labels: Labels, place: str
) -> tuple[Any, EditorState] | None:
    """Return the draft and the tap state after an edit was accepted; None if the page showed other edits."""
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


def is_applicable(edit: SuggestedEdit) -> bool:
    """Return True if an edit is legal, or only incomplete."""
    return is_only_unfinished(edit.problems)


def is_only_unfinished(problems: Iterable[Problem]) -> bool:
    """Return True if all problems only report missing parts."""
    return all(problem.code in UNFINISHED_CODES for problem in problems)


# --- display


def build_card(form: Form[Any], raw: Any, state: EditorState, labels: Labels, language: str) -> Card | None:
    """Return the open card; None if nothing was tapped."""
    if not state.tapped:
        return None
    offers = list_suggested_edits(form, raw, state, labels)
    names = ProblemNamer(form, labels, language)
    shown = [_shown(form, number, offer, names) for number, offer in enumerate(offers)]
    told = tuple(
        replace(one, changes=tuple(labels(who).get(language) for who in _others_changed(form, raw, state, offer)))
        for one, offer in zip(shown, offers, strict=True)
    )
    reasons = () if offers else form.no_edit_reasons(state.tapped, state.acting, labels)
    why = tuple(ShownProblem(one.message.get(language), one.rule) for one in reasons)
    return Card(
        state.tapped,
        labels(state.tapped).get(language),
        _told_apart(form, raw, told, offers, names),
        edits_digest(offers),
        why,
    )


def _told_apart(
    form: Form[Any], raw: Any, shown: Sequence[ShownEdit], offers: Sequence[SuggestedEdit], names: ProblemNamer
) -> tuple[ShownEdit, ...]:
    """Return the offers; two with the same text each say what they change."""
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
    """Return a suggestion with its first line as the heading.

    The heading is the new order, else the changed one; its effects follow.
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
    """Return the effects of the order that an offer makes or changes, shown before it is taken.

    For a path the cost shows them.
    """
    first = offer.pointer.split("/")[1] if offer.pointer else ""
    if isinstance(form, Choose | MayChoose):
        yield from (names.name_text(line.text.get(names.language)) for line in form.preview(offer.answer).lines)
        return
    if offer.problems or not isinstance(form, Orders) or offer.price or offer.band or offer.note != NO_TEXT:
        return
    for line in form.preview(offer.answer).lines:
        if line.pointer.split("/")[1:2] == [first] and offer.kind != "leave_out":
            yield names.name_text(line.text.get(names.language))


def _verb(offer: SuggestedEdit) -> str:
    """Return the verb of the order that an offer changes; empty if it changes none."""
    first = offer.pointer.split("/")[1] if offer.pointer else ""
    orders = order_edits.orders_in(offer.answer)
    order = orders[int(first)] if first.isdecimal() and int(first) < len(orders) else {}
    verb = order.get("order") if isinstance(order, dict) else ""
    return verb if isinstance(verb, str) else ""


def describe_change(change: str) -> str:
    """Return the text of the button for a change that the editor offers."""
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
