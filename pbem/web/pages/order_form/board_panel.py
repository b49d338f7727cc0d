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
from games.selectors.inspections import InspectedBoard, ThingCard, inspect_thing, list_unit_ids
from pbem.web.pages.order_form.completion_rings import list_completions, list_reroutes, list_selected
from pbem.web.pages.order_form.controls import Choice, ShownProblem
from pbem.web.pages.order_form.form_entries import (
    FormEntries,
    fill_path_gaps,
    from_answer,
    from_complete_answer,
    gives_no_orders,
    to_answer,
)
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
    complete_by_next_tap,
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
"""The maximum initial width of the picture in pixels, and the factor by which a narrower picture is enlarged."""
MAX_PLACES = 320
MAX_IDLE_NAMES = 3
"""The maximum number of units without orders that the bar names, because the bar must fit on a phone's screen."""


@dataclass(frozen=True)
class BoardContext:
    """A question's form, the names of its ids, their places on the picture, and the board as the seat knows it."""

    form: Form[Any]
    labels: Labels
    """The names of the form's ids."""
    language: str
    """The reader's language."""
    hotspots: BoardHotspots
    """The places of ids on the picture."""
    known: InspectedBoard | None = None
    """The board as the seat knows it; None before the seat's first view."""

    def picture_width(self, state: EditorState) -> float:
        """Return the width in pixels at which the picture is shown with the zoom of `state`."""
        return round(min(WIDTH, self.hotspots.size[0] * ENLARGEMENT) * state.zoom / ZOOM_PERCENTS[0])


@dataclass(frozen=True)
class PurseLine:
    """A purse (a unit's budget) in the reader's language, with what the draft takes from it."""

    name: str
    """The name of the purse, with its unit."""
    spent: str
    """The amount that the draft takes from it."""
    limit: str
    """The amount that is available."""
    over: bool
    """True if more is spent than available."""


@dataclass(frozen=True)
class ProposalButton:
    """A button that fills in a proposal: a complete answer that the form offers."""

    name: str
    """The name of the proposal."""
    is_chosen: bool
    """True if the form holds exactly this answer."""


@dataclass(frozen=True)
class BoardPanel:
    """The part of the decision page with the picture, the card, the proposals, the purses and the problems."""

    editor_state: EditorState
    width: int
    """The width of the picture on the page, in pixels."""
    height: int
    """The height of the picture, in pixels."""
    over: SafeString | None
    """The overlay: the draft's orders on the picture; None if nothing is drawn."""
    names: str
    """The things that can be tapped, as JSON: see `Overlay.list_tappable_names`."""
    home: str
    """The initial scroll position: see `Overlay.find_home_point`."""
    lit: str
    """The middle of the card's thing on the picture, as ``x,y``; empty without a card."""
    key: tuple[LegendEntry, ...]
    """The legend of the overlay."""
    dot_count: int
    """The number of places that have a dot instead of a ring."""
    regions: tuple[tuple[str, str, tuple[float, float, float, float]], ...]
    """The key, name and box (left, top, width, height) of each part of the picture."""
    places: tuple[Choice, ...]
    """The things that can be tapped, as a list for players who do not use the picture; empty if nothing can be."""
    acting: tuple[str, ...]
    """The names of the selected units."""
    card: Card | None
    """The card of the tapped thing, or of the selected units; None if it is closed."""
    known: ThingCard | None
    """What the seat knows about the card's thing."""
    proposals: tuple[ProposalButton, ...]
    """The buttons that fill in a complete answer."""
    purses: tuple[PurseLine, ...]
    """The purses that the draft overspends, and those of units that it uses."""
    notes: tuple[str, ...]
    """The effects of the draft that belong to no single order."""
    verdict: FormVerdict
    """The result of checking the draft."""
    problems: tuple[ShownProblem, ...]
    """The problems of the draft in words."""
    idle: str
    """The units without orders: the first few names, and the number of the others."""
    ordered: bool
    """True if the form is one of orders."""
    zooms: tuple[int, ...] = ZOOM_PERCENTS
    """The sizes of the picture that can be chosen, in per cent."""


# --- button actions


def apply_board_action(
    board: BoardContext, entered: FormEntries, state: EditorState, post: QueryDict, verb: str, place: str
) -> tuple[FormEntries, EditorState]:
    """Return the form's entries and the editor state after a button whose command is one of `BOARD_ACTIONS`.

    `verb` is the command, and `place` the text after its colon: a value, units with commas, a zoom or an index.
    """
    form, raw = board.form, to_draft(board.form, entered)
    if verb == "at":
        value = find_value_at(form, board.hotspots, post, board.picture_width(state)) if board.hotspots.size[0] else ""
        if post.get("also") and (not value or value in list_actors(form)):
            return entered, toggle_unit(form, state, value)
        return _tapped(board, entered, raw, state, value)
    if verb == "tick":
        return entered, select_units(form, state, place.split(","))
    if verb == "many":
        chosen = select_units(form, state, state.acting)
        return entered, replace(chosen, is_group_open=not chosen.tapped)
    if verb == "place":
        return entered, apply_tap(form, state, str(post.get("place", "")))
    if verb == "open":
        return entered, apply_tap(form, state, place[:MAX_VALUE_LENGTH])
    if verb == "who":
        return entered, apply_tap(form, state, place) if place in list_actors(form) else state
    if verb == "zoom":
        return entered, replace(state, zoom=int(place)) if place in map(str, ZOOM_PERCENTS) else state
    if verb == "propose":
        found = form.proposals()
        number = int(place) if place.isdecimal() and len(place) < 3 else len(found)
        return (
            (from_complete_answer(form, found[number].answer), EditorState(zoom=state.zoom))
            if number < len(found)
            else (entered, state)
        )
    if verb == "take":
        done = _taken(board, raw, state, place)
        return (from_answer(form, done[0]), done[1]) if done is not None else (entered, state)
    acting = () if state.tapped in state.acting else state.acting
    return entered, replace(state, tapped="", acting=acting, is_group_open=False, line="")


def _taken(board: BoardContext, raw: Any, state: EditorState, place: str) -> tuple[Any, EditorState] | None:
    """Return the draft and the editor state after the card's edit with index `place` was accepted.

    Return None if the draft has changed, so that the page showed other edits.
    """
    if is_group(board.form, state):
        return apply_group_edit(board.form, raw, state, place)
    return apply_suggested_edit(board.form, raw, state, board.labels, place)


def _tapped(
    table: BoardContext, entered: FormEntries, raw: Any, state: EditorState, value: str
) -> tuple[FormEntries, EditorState]:
    """Return the form's entries and the editor state after a tap on a thing (`value`), which opens its card.

    A second tap on the same thing accepts the card's first edit, if that changes no other unit's order. So does a tap
    on the thing that the order of this edit still lacks, such as the target after the card and the ship.
    """
    if value and value == state.tapped and is_group(table.form, state):
        done = apply_group_edit(table.form, raw, state, "0")
        return (from_answer(table.form, done[0]), done[1]) if done is not None else (entered, state)
    if value and value == state.tapped:
        offers = list_suggested_edits(table.form, raw, state, table.labels)
        first = find_default_edit(table.form, raw, state, offers)
        done = apply_suggested_edit(table.form, raw, state, table.labels, "0") if first is not None else None
        if done is not None:
            return from_answer(table.form, done[0]), done[1]
    done = complete_by_next_tap(table.form, raw, state, table.labels, value) if value else None
    if done is not None:
        return from_answer(table.form, done[0]), done[1]
    return entered, apply_tap(table.form, state, value) if value else replace(state, tapped="")


def to_draft(form: Form[Any], entered: FormEntries) -> Any:
    """Return the entries as the JSON of an answer, with gaps in paths filled; None if nothing was chosen yet."""
    raw = fill_path_gaps(form, to_answer(form, entered))
    return None if isinstance(form, Choose) and raw == "" else raw


# --- display


def build_board_panel(board: BoardContext, entered: FormEntries, state: EditorState) -> BoardPanel:
    """Return the board panel for the form's entries and the editor state."""
    form, raw = board.form, to_draft(board.form, entered)
    judged = judge_entries(form, entered, raw)
    reach = list_completions(form, raw, state)
    ringed = select_nearest(reach)
    near = {one.value for one in ringed}
    farther = {one.value: one for one in (*list_reroutes(form, raw, state), *reach) if one.value not in near}
    known = inspect_thing(board.known, state.tapped) if board.known is not None and state.tapped else None
    spot = known.spot or state.tapped if known is not None else state.tapped
    edits = () if has_group_card(form, state) else list_suggested_edits(form, raw, state, board.labels)
    over = _drawn_over(board, raw, state, spot, ringed, tuple(farther.values()), edits)
    size = board.hotspots.size
    width = board.picture_width(state)
    return BoardPanel(
        editor_state=state,
        width=int(width),
        height=round(width * size[1] / size[0]) if size[0] else 0,
        **_overlay_fields(over, board, spot),
        key=(*build_legend(ringed, board.language), *(over.legend if over is not None else ())),
        dot_count=sum(value in over.at for value in farther) if over is not None else 0,
        regions=tuple((pane.key, pane.name.get(board.language), pane.box) for pane in board.hotspots.regions),
        places=list_places(
            board, state, *([one.value for one in some] for some in (ringed, (*reach, *farther.values())))
        ),
        acting=tuple(board.labels(value).get(board.language) for value in state.acting),
        card=_card_of(board, raw, state, edits),
        known=known,
        proposals=list_proposals(board, entered, raw),
        purses=list_purse_lines(board, raw),
        notes=describe_draft(board, raw),
        verdict=judged,
        problems=describe_problems(board, judged),
        idle=describe_idle_units(board, raw),
        ordered=isinstance(form, Orders),
    )


def _card_of(board: BoardContext, raw: Any, state: EditorState, edits: Sequence[SuggestedEdit]) -> Card | None:
    """Return the card of several selected units, or of the tapped thing with the `edits` that it suggests."""
    if has_group_card(board.form, state):
        return build_group_card(board.form, raw, state, board.labels, board.language)
    return build_card(board.form, raw, state, board.labels, board.language, edits)


def _overlay_fields(over: Overlay | None, board: BoardContext, spot: str) -> dict[str, Any]:
    """Return the panel's fields that come from the overlay; `spot` is the id under which the card's thing is drawn."""
    if over is None:
        return {"over": None, "names": "", "home": "", "lit": ""}
    own = list_unit_ids(board.known) if board.known is not None else ()
    names, home = over.list_tappable_names(board.form), over.find_home_point(board.form, own)
    return {"over": over.svg(), "names": names, "home": home, "lit": over.find_point(spot)}


def _drawn_over(
    table: BoardContext,
    raw: Any,
    state: EditorState,
    spot: str,
    ringed: Sequence[Completion],
    farther: Sequence[Completion],
    edits: Sequence[SuggestedEdit],
) -> Overlay | None:
    """Return the overlay of a draft; None if the picture has no hotspots.

    `spot`: the id under which the card's thing is drawn. Completions in `ringed` get rings, those in `farther` dots.
    `edits`: those that the card's thing suggests; the default one is drawn.
    """
    if not table.hotspots.hotspots:
        return None
    over = Overlay(table.hotspots, table.labels, table.language)
    selected = list_selected(table.form, raw, state)
    over.draw_reach(() if is_group(table.form, state) else selected)
    over.draw_rings(ringed, selected)
    over.draw_dots(farther)
    over.draw_orders(table.form, raw, table.form.annotations(raw))
    if state.tapped:
        over.draw_tapped(spot)
    if state.tapped and not is_group(table.form, state):
        _draw_tried(over, table, raw, state, edits)
    return over


def draw_answer_overlay(board: BoardContext, raw: Any) -> SafeString | None:
    """Return an SVG that shows the orders of an answer (`raw`, JSON) on the picture.

    Return None if the picture has no hotspots, or if nothing is drawn.
    """
    marks = board.form.annotations(raw)
    if not board.hotspots.hotspots or not marks:
        return None
    over = Overlay(board.hotspots, board.labels, board.language)
    over.draw_orders(board.form, raw, marks)
    return over.svg()


def _draw_tried(
    over: Overlay, table: BoardContext, raw: Any, state: EditorState, edits: Sequence[SuggestedEdit]
) -> None:
    """Draw the paths and links that the card's default edit would add to the draft."""
    first = find_default_edit(table.form, raw, state, edits)
    if first is not None:
        known = table.form.annotations(raw)
        over.draw_tried([mark for mark in _marks_of(table, first) if mark not in known], first.band)


def _marks_of(table: BoardContext, offer: SuggestedEdit) -> Sequence[Annotation]:
    return table.form.annotations(offer.answer)


def list_places(board: BoardContext, state: EditorState, near: Sequence[str], far: Sequence[str]) -> tuple[Choice, ...]:
    """Return the list of things to tap for players who do not use the picture; at most `MAX_PLACES`.

    `near`: the ids of completions that have a ring on the picture. `far`: the ids of those that have a dot. First come
    the `near` ones, then all units that can get orders, the other arguments of orders, values that are not available,
    and last the `far` ones. Units that can only get rare orders (`OrderTemplate.is_rare`), and words such as "yes", are
    left out unless they are on the picture. The list is empty if the picture shows none of the values, as for a bid.
    """
    form, next_ = board.form, {*near, *far}
    barred = (bar.value for bar in form.unavailable_values() if bar.value)
    found = dict.fromkeys((*near, *list_actors(form), *list_nameable_values(form, state.acting), *barred, *far))
    drawn = {spot.id for spot in board.hotspots.hotspots}
    if drawn and found.keys().isdisjoint(drawn):
        return ()
    seldom = list_actors(form).keys() - list_actors(form, include_rare=False).keys() - drawn
    unmeant = seldom | (list_word_values(form) - drawn if drawn else set())
    known = [value for value in found if value not in unmeant]
    return tuple(
        Choice(value, board.labels(value).get(board.language), chosen=value in next_) for value in known[:MAX_PLACES]
    )


def list_proposals(board: BoardContext, entered: FormEntries, raw: Any) -> tuple[ProposalButton, ...]:
    """Return a button for each proposal of the form; `raw` is the draft (JSON).

    The proposal "no orders" counts as chosen only if the player has chosen it, not if no order was entered yet.
    """
    is_begun = bool(raw) or gives_no_orders(board.form, entered)
    return tuple(
        ProposalButton(one.name.get(board.language), is_begun and one.answer == raw) for one in board.form.proposals()
    )


def find_actors(board: BoardContext, raw: Any, pointer: str) -> str:
    """Return the names of the units that one order of a draft is given to, joined by commas; "" if there are none.

    `raw` is the draft, `pointer` a JSON pointer to the order or to a part of it.
    """
    first, orders = pointer.split("/")[1:2], order_edits.orders_in(raw)
    number = int(first[0]) if first and first[0].isdecimal() else len(orders)
    if not isinstance(board.form, Orders) or number >= len(orders):
        return ""
    template = order_edits.template_of(board.form, orders[number])
    names = order_edits.subjects_of(template, orders[number]) if template is not None else ()
    return ", ".join(board.labels(name).get(board.language) for name in names)


def list_purse_lines(board: BoardContext, raw: Any) -> tuple[PurseLine, ...]:
    """Return a line for each purse that the draft overspends.

    Also return one for each purse of a unit from which the draft spends anything.
    """
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
    """Return the effects of the draft (`raw`, JSON) that belong to no single order, in words.

    Odds are left out, because the options show them.
    """
    names = ProblemNamer(board.form, board.labels, board.language)
    found = (line for line in board.form.preview(raw).lines if not line.pointer and line.odds is None)
    lines = (line.text.get(board.language) for line in found)
    return tuple(map(names.name_text, lines))


def describe_problems(board: BoardContext, verdict: FormVerdict) -> tuple[ShownProblem, ...]:
    """Return all problems of the checked draft in words, with names instead of ids; equal ones appear once."""
    shown = (ShownProblem(one.message.get(board.language), one.rule) for one in verdict.problems)
    return tuple(dict.fromkeys(ProblemNamer(board.form, board.labels, board.language).name_problems(shown)))


def describe_idle_units(board: BoardContext, raw: Any) -> str:
    """Return a text with the names of the first units without an order, and the number of the others.

    `raw` is the draft (JSON). E-mails list these units in the same way. Units that only have rare orders are left out.
    """
    missed = board.form.units_without_orders(raw) if isinstance(board.form, Orders) else ()
    named = join_texts(map(board.labels, missed[:MAX_IDLE_NAMES]))
    return and_more(named, len(missed) - MAX_IDLE_NAMES).get(board.language)
