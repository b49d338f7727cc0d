"""The board panel of a decision: picture with overlay, suggestion card, proposals, purses, remaining problems."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.utils.safestring import SafeString

from games.kernel.drafts import Annotation, Completion, SuggestedEdit
from games.kernel.forms import Choose, Form
from games.kernel.hotspots import BoardHotspots
from games.kernel.text import Labels, and_more, join_texts
from games.order_editor import order_edits
from games.orders.order_set import Orders
from games.selectors.draft_edits import MAX_VALUE_LENGTH
from games.selectors.inspections import InspectedBoard, ThingCard, inspect_thing
from pbem.web.pages.order_form.completion_rings import list_completions, list_reroutes, list_selected
from pbem.web.pages.order_form.controls import Choice, ShownProblem
from pbem.web.pages.order_form.form_entries import FormEntries, fill_path_gaps, from_answer, to_answer
from pbem.web.pages.order_form.form_verdict import FormVerdict, judge_entries
from pbem.web.pages.order_form.group_card import apply_group_edit, build_group_card, has_group_card, is_group
from pbem.web.pages.order_form.overlay import LegendEntry, Overlay, build_legend, select_nearest
from pbem.web.pages.order_form.problem_names import ProblemNamer
from pbem.web.pages.order_form.tap_editor import (
    ZOOM_PERCENTS,
    Card,
    EditorState,
    apply_suggested_edit,
    apply_tap,
    build_card,
    find_default_edit,
    find_value_at,
    list_actors,
    list_nameable_values,
    list_suggested_edits,
    list_word_values,
    select_units,
    toggle_unit,
)

BOARD_ACTIONS = ("at", "place", "open", "who", "take", "close", "zoom", "propose", "tick", "many")
"""Commands of the buttons on the picture, the card, an order box or a proposal."""
WIDTH, ENLARGEMENT = 820.0, 1.2
"""The initial width of the picture in pixels, and its enlargement over its own width if that is small."""
MAX_PLACES = 320
MAX_IDLE_NAMES = 3
"""The number of units without orders that the bar names; the bar stays on the screen of a phone."""


@dataclass(frozen=True)
class BoardContext:
    """A question, the names of its ids, their places on the picture, and the seat's view; None before the first."""

    form: Form[Any]
    labels: Labels
    language: str
    hotspots: BoardHotspots
    known: InspectedBoard | None = None

    def picture_width(self, hold: EditorState) -> float:
        """Return the width of the picture in pixels."""
        return round(min(WIDTH, self.hotspots.size[0] * ENLARGEMENT) * hold.zoom / ZOOM_PERCENTS[0])


@dataclass(frozen=True)
class PurseLine:
    """The amount spent from a purse, and its total."""

    name: str
    spent: str
    limit: str
    over: bool
    """True if more is spent than available."""


@dataclass(frozen=True)
class BoardPanel:
    """The part of the page that shows a draft beside its form.

    Without `places` nothing on the picture can be tapped; `dot_count` is the number of further places that can be
    tapped, which have a dot instead of a ring.
    """

    hold: EditorState
    width: int
    height: int
    over: SafeString | None
    names: str
    home: str
    lit: str
    """The point of the thing of the card, as ``x,y``; empty without one."""
    key: tuple[LegendEntry, ...]
    dot_count: int
    regions: tuple[tuple[str, str, tuple[float, float, float, float]], ...]
    places: tuple[Choice, ...]
    acting: tuple[str, ...]
    card: Card | None
    known: ThingCard | None
    """What the seat knows about the thing of the card."""
    proposals: tuple[str, ...]
    purses: tuple[PurseLine, ...]
    notes: tuple[str, ...]
    verdict: FormVerdict
    problems: tuple[ShownProblem, ...]
    idle: str
    """The units without orders: the first few names, and the number of the rest."""
    ordered: bool
    zooms: tuple[int, ...] = ZOOM_PERCENTS


# --- button actions


def apply_board_action(
    board: BoardContext, entered: FormEntries, hold: EditorState, post: QueryDict, verb: str, place: str
) -> tuple[FormEntries, EditorState]:
    """Return the entries and the tap state after a tap, an accepted suggestion or a proposal."""
    form, raw = board.form, to_draft(board.form, entered)
    if verb == "at":
        value = find_value_at(form, board.hotspots, post, board.picture_width(hold)) if board.hotspots.size[0] else ""
        if post.get("also"):
            return entered, toggle_unit(form, hold, value)
        return _tapped(board, entered, raw, hold, value)
    if verb == "tick":
        return entered, select_units(form, hold, place.split(","))
    if verb == "many":
        chosen = select_units(form, hold, hold.acting)
        return entered, replace(chosen, is_group_open=not chosen.tapped)
    if verb == "place":
        return entered, apply_tap(form, hold, str(post.get("place", "")))
    if verb == "open":
        return entered, apply_tap(form, hold, place[:MAX_VALUE_LENGTH])
    if verb == "who":
        return entered, apply_tap(form, hold, place) if place in list_actors(form) else hold
    if verb == "zoom":
        return entered, replace(hold, zoom=int(place)) if place in map(str, ZOOM_PERCENTS) else hold
    if verb == "propose":
        found = form.proposals()
        number = int(place) if place.isdecimal() and len(place) < 3 else len(found)
        return (
            (from_answer(form, found[number].answer), EditorState(zoom=hold.zoom))
            if number < len(found)
            else (entered, hold)
        )
    if verb == "take":
        done = _taken(board, raw, hold, place)
        return (from_answer(form, done[0]), done[1]) if done is not None else (entered, hold)
    acting = () if hold.tapped in hold.acting else hold.acting
    return entered, replace(hold, tapped="", acting=acting, is_group_open=False, line="")


def _taken(board: BoardContext, raw: Any, hold: EditorState, place: str) -> tuple[Any, EditorState] | None:
    """Return the draft and the tap state after an offer of the card; None if the page showed other offers."""
    if is_group(board.form, hold):
        return apply_group_edit(board.form, raw, hold, place)
    return apply_suggested_edit(board.form, raw, hold, board.labels, place)


def _tapped(
    table: BoardContext, entered: FormEntries, raw: Any, hold: EditorState, value: str
) -> tuple[FormEntries, EditorState]:
    """Handle a tap, which opens the card of a thing.

    A second tap on the same thing accepts the first suggestion, which never changes another unit's order.
    """
    if value and value == hold.tapped and is_group(table.form, hold):
        done = apply_group_edit(table.form, raw, hold, "0")
        return (from_answer(table.form, done[0]), done[1]) if done is not None else (entered, hold)
    if value and value == hold.tapped:
        offers = list_suggested_edits(table.form, raw, hold, table.labels)
        first = find_default_edit(table.form, raw, hold, offers)
        done = apply_suggested_edit(table.form, raw, hold, table.labels, "0") if first is not None else None
        if done is not None:
            return from_answer(table.form, done[0]), done[1]
    return entered, apply_tap(table.form, hold, value) if value else replace(hold, tapped="")


def to_draft(form: Form[Any], entered: FormEntries) -> Any:
    """Return the draft as the form reads it: None if nothing was chosen yet; gaps in paths are filled."""
    raw = fill_path_gaps(form, to_answer(form, entered))
    return None if isinstance(form, Choose) and raw == "" else raw


# --- display


def build_board_panel(board: BoardContext, entered: FormEntries, hold: EditorState) -> BoardPanel:
    """Return the board panel for the entries and the tap state."""
    form, raw = board.form, to_draft(board.form, entered)
    judged = judge_entries(form, entered, raw)
    reach = list_completions(form, raw, hold)
    ringed = select_nearest(reach)
    farther = {one.value: one for one in (*list_reroutes(form, raw, hold), *reach) if one not in ringed}
    for one in ringed:
        farther.pop(one.value, None)
    known = inspect_thing(board.known, hold.tapped) if board.known is not None and hold.tapped else None
    spot = known.spot or hold.tapped if known is not None else hold.tapped
    over = _drawn_over(board, raw, hold, spot, ringed, tuple(farther.values()))
    size = board.hotspots.size
    width = board.picture_width(hold)
    return BoardPanel(
        hold=hold,
        width=int(width),
        height=round(width * size[1] / size[0]) if size[0] else 0,
        **_overlay_fields(over, form, spot),
        key=(*build_legend(ringed, board.language), *(over.legend if over is not None else ())),
        dot_count=sum(value in over.at for value in farther) if over is not None else 0,
        regions=tuple((pane.key, pane.name.get(board.language), pane.box) for pane in board.hotspots.regions),
        places=list_places(
            board, hold, *([one.value for one in some] for some in (ringed, (*reach, *farther.values())))
        ),
        acting=tuple(board.labels(value).get(board.language) for value in hold.acting),
        card=_card_of(board, raw, hold),
        known=known,
        proposals=tuple(one.name.get(board.language) for one in form.proposals()),
        purses=list_purse_lines(board, raw),
        notes=describe_draft(board, raw),
        verdict=judged,
        problems=describe_problems(board, judged),
        idle=describe_idle_units(board, raw),
        ordered=isinstance(form, Orders),
    )


def _card_of(board: BoardContext, raw: Any, hold: EditorState) -> Card | None:
    """Return the card of the tapped thing or of several selected units."""
    build = build_group_card if has_group_card(board.form, hold) else build_card
    return build(board.form, raw, hold, board.labels, board.language)


def _overlay_fields(over: Overlay | None, form: Form[Any], spot: str) -> dict[str, Any]:
    """Return the fields of the panel that come from the overlay; `spot` is what the picture shows of the card."""
    if over is None:
        return {"over": None, "names": "", "home": "", "lit": ""}
    names, home = over.list_tappable_names(form), over.find_home_point(form)
    return {"over": over.svg(), "names": names, "home": home, "lit": over.find_point(spot)}


def _drawn_over(
    table: BoardContext,
    raw: Any,
    hold: EditorState,
    spot: str,
    ringed: Sequence[Completion],
    farther: Sequence[Completion],
) -> Overlay | None:
    """Return the overlay of a draft; None if the picture has no hotspots."""
    if not table.hotspots.hotspots:
        return None
    over = Overlay(table.hotspots, table.labels, table.language)
    selected = list_selected(table.form, raw, hold)
    over.draw_reach(() if is_group(table.form, hold) else selected)
    over.draw_rings(ringed, selected)
    over.draw_dots(farther)
    over.draw_orders(table.form, raw, table.form.annotations(raw))
    if hold.tapped:
        over.draw_tapped(spot)
    if hold.tapped and not is_group(table.form, hold):
        _draw_tried(over, table, raw, hold)
    return over


def draw_answer_overlay(board: BoardContext, raw: Any) -> SafeString | None:
    """Return the overlay of an answer's orders; None if the picture has no hotspots or nothing is drawn."""
    marks = board.form.annotations(raw)
    if not board.hotspots.hotspots or not marks:
        return None
    over = Overlay(board.hotspots, board.labels, board.language)
    over.draw_orders(board.form, raw, marks)
    return over.svg()


def _draw_tried(over: Overlay, table: BoardContext, raw: Any, hold: EditorState) -> None:
    """Draw the path of the card's first offer."""
    offers = list_suggested_edits(table.form, raw, hold, table.labels)
    first = find_default_edit(table.form, raw, hold, offers)
    if first is not None:
        known = table.form.annotations(raw)
        over.draw_tried([mark for mark in _marks_of(table, first) if mark not in known], first.band)


def _marks_of(table: BoardContext, offer: SuggestedEdit) -> Sequence[Annotation]:
    return table.form.annotations(offer.answer)


def list_places(board: BoardContext, hold: EditorState, near: Sequence[str], far: Sequence[str]) -> tuple[Choice, ...]:
    """Return the things that can be named without the picture.

    Near completions come first, then all others by name, then distant ones. If orders have subjects, these are the
    other possible subjects and the values for the present ones. Left out are subjects of rare orders and mere words,
    even those on the picture, because an instruction or a yes is no place. The list is empty if none of it is on the
    picture, as with a number to bid.
    """
    form, next_ = board.form, {*near, *far}
    barred = (bar.value for bar in form.unavailable_values() if bar.value)
    found = dict.fromkeys((*near, *list_actors(form), *list_nameable_values(form, hold.acting), *barred, *far))
    drawn = {spot.id for spot in board.hotspots.hotspots}
    if drawn and found.keys().isdisjoint(drawn):
        return ()
    seldom = list_actors(form).keys() - list_actors(form, include_rare=False).keys() - drawn
    unmeant = seldom | (list_word_values(form) - drawn if drawn else set())
    known = [value for value in found if value not in unmeant]
    return tuple(
        Choice(value, board.labels(value).get(board.language), chosen=value in next_) for value in known[:MAX_PLACES]
    )


def find_actors(board: BoardContext, raw: Any, pointer: str) -> str:
    """Return the subject of the order at a pointer; empty if there is no order or no subject."""
    first, orders = pointer.split("/")[1:2], order_edits.orders_in(raw)
    number = int(first[0]) if first and first[0].isdecimal() else len(orders)
    if not isinstance(board.form, Orders) or number >= len(orders):
        return ""
    way = order_edits.template_of(board.form, orders[number])
    names = order_edits.subjects_of(way, orders[number]) if way is not None else ()
    return ", ".join(board.labels(name).get(board.language) for name in names)


def list_purse_lines(board: BoardContext, raw: Any) -> tuple[PurseLine, ...]:
    """Return the amounts spent from each purse: those of the present subjects, by owner, and overspent ones."""
    if not isinstance(board.form, Orders):
        return ()
    spent, acting, found = board.form.preview(raw).spent, list_actors(board.form), []
    for purse in board.form.purses():
        owner = f"{board.labels(purse.subject).get(board.language)}: " if purse.subject else ""
        paid = spent.get(purse.key, 0)
        over = paid > purse.limit
        if over or (purse.subject in acting and purse.limit and paid):
            name = owner + purse.name.get(board.language)
            found.append(PurseLine(name, purse.format_amount(paid), purse.format_amount(purse.limit), over))
    return tuple(found)


def describe_draft(board: BoardContext, raw: Any) -> tuple[str, ...]:
    """Return the draft's effects that belong to no single order, in words; odds are shown beside their option."""
    names = ProblemNamer(board.form, board.labels, board.language)
    found = (line for line in board.form.preview(raw).lines if not line.pointer and line.odds is None)
    lines = (line.text.get(board.language) for line in found)
    return tuple(map(names.name_text, lines))


def describe_problems(board: BoardContext, verdict: FormVerdict) -> tuple[ShownProblem, ...]:
    """Return the problems of the draft that are not shown beside a field, in words."""
    shown = (ShownProblem(one.message.get(board.language), one.rule) for one in verdict.problems)
    return tuple(dict.fromkeys(ProblemNamer(board.form, board.labels, board.language).name_problems(shown)))


def describe_idle_units(board: BoardContext, raw: Any) -> str:
    """Return the first subjects without an order, and the number of the others, as a text.

    E-mails list them in the same way. Rare orders do not count.
    """
    missed = board.form.units_without_orders(raw) if isinstance(board.form, Orders) else ()
    named = join_texts(map(board.labels, missed[:MAX_IDLE_NAMES]))
    return and_more(named, len(missed) - MAX_IDLE_NAMES).get(board.language)
