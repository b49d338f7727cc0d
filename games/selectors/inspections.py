"""Inspect a board: what a reader knows about a unit or place, and distances, from the stored view of a seat.

A *thing* in this module is a unit, a place or another object with an id on the board.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from games import registry
from games.kernel.errors import malformed
from games.kernel.forms import Form
from games.kernel.hotspots import BoardHotspots
from games.kernel.inspection import MAX_RING, Figure, Inspection, Inspector, Measurement
from games.kernel.reference import Entry, Reference, entries_in, entry_of
from games.kernel.text import LANGUAGES, Labels, join_texts
from games.models import Game
from games.orders.order_set import Orders
from games.selectors.decisions import Decision
from games.selectors.views import StoredView, locate_hotspots, to_typed_view
from games.selectors.word_matching import find_by_name

MAX_FOUND = 20
"""The maximum number of things that a search returns."""
MAX_WORDS = 80
"""The maximum length of the words of a search, in characters."""
_UNKNOWN = ("Nothing on the board is called “{word}”.", "盤上に「{word}」はありません。")
_AMBIGUOUS = ("“{word}” may be: {names}.", "「{word}」に当てはまるもの：{names}。")
_NO_DISTANCES = ("This game has no distances to measure.", "このゲームには距離がありません。")
_NOWHERE = ("One of them is in no known place.", "位置の分からないものがあります。")
_TOO_FAR = ("A ring has a radius of 1 to {most}.", "範囲は1から{most}までです。")


class ThingName(Struct, frozen=True):
    """A thing's id and name."""

    id: str
    name: str


class OrderNames(NamedTuple):
    """The names of the orders that a unit can get in an open decision."""

    decision: Any
    """The decision."""
    orders: tuple[str, ...]
    reasons: tuple[tuple[str, str], ...] = ()
    """If there are no orders, the reasons: (text, number of the rule)."""


class ThingCard(NamedTuple):
    """What the reader knows about a thing."""

    id: str
    name: str
    known: Inspection
    """Its present data, from the view."""
    text: str = ""
    """Its text in the title's reference."""
    rule: str = ""
    """The number of the rule about it."""
    stack: tuple[ThingName, ...] = ()
    """The things inside it, and the other things in the same place."""
    spot: str = ""
    """The id of the hotspot that shows the thing on the picture; may be empty."""


class InspectedBoard(NamedTuple):
    """A stored view with the data that the functions of this module need to inspect it, in one language."""

    stored: StoredView
    view: Any
    """The view as the title's own struct."""
    inspector: Inspector | None
    """The title's functions for inspections; None if it has none."""
    hotspots: BoardHotspots
    labels: Labels
    """Returns the name of an id."""
    reference: Reference
    """The title's reference of pieces and terms."""
    language: str

    @property
    def can_measure(self) -> bool:
        """True if the title can measure distances."""
        return self.inspector is not None and self.inspector.measure is not None

    def name(self, value: str) -> str:
        """Return the name of the thing with the id `value`."""
        return self.labels(value).get(self.language)


def open_board(game: Game, stored: StoredView, language: str, labels: Labels | None = None) -> InspectedBoard:
    """Return a stored view for inspection; `labels` may be those of a question's form instead of the title's."""
    presentation = registry.game_title(game).presentation
    return InspectedBoard(
        stored,
        to_typed_view(game, stored),
        presentation.inspector,
        locate_hotspots(game, stored, language),
        labels or presentation.labels,
        presentation.reference,
        language,
    )


# --- cards


def inspect_thing(board: InspectedBoard, value: str) -> ThingCard | None:
    """Return the card of the thing with the id `value`; None if the seat knows nothing about it."""
    entry = entry_of(value, entries_in(board.reference))
    known = board.inspector.inspect(board.view, value, board.language) if board.inspector is not None else None
    if known is None and entry is None:
        return None
    card = _with_entry(board, known or Inspection(id=value), entry)
    return card._replace(stack=_stack(board, card.known), spot=_spot(board, card.known))


def _with_entry(board: InspectedBoard, known: Inspection, entry: Entry | None) -> ThingCard:
    """Return the card with the text of the reference's entry; with the entry's figures only if `known` has none."""
    if entry is None:
        return ThingCard(known.id, board.name(known.id), known)
    language = board.language
    printed = tuple(Figure(one.name.get(language), one.value.get(language)) for one in entry.facts)
    filled = known if known.figures else _with_figures(known, printed)
    return ThingCard(known.id, board.name(known.id), filled, entry.text.get(language), entry.rule)


def _with_figures(known: Inspection, printed: tuple[Figure, ...]) -> Inspection:
    return Inspection(**{name: getattr(known, name) for name in known.__struct_fields__} | {"figures": printed})


def _stack(board: InspectedBoard, known: Inspection) -> tuple[ThingName, ...]:
    """Return the things inside the thing, then the other things in the same unit or place."""
    found = dict.fromkeys(known.contents)
    for around in (known.inside, known.place):
        if around and around != known.id and board.inspector is not None:
            outer = board.inspector.inspect(board.view, around, board.language)
            found |= dict.fromkeys((around, *(outer.contents if outer is not None and not outer.is_spread else ())))
    return tuple(ThingName(one, board.name(one)) for one in found if one != known.id)


def _spot(board: InspectedBoard, known: Inspection) -> str:
    """Return the id of the thing, or of the unit or place that contains it, whichever the picture shows; else ""."""
    drawn = {spot.id for spot in board.hotspots.hotspots}
    return next((one for one in (known.id, known.inside, known.place) if one in drawn), "")


def list_unit_ids(board: InspectedBoard) -> tuple[str, ...]:
    """Return the ids of the seat's own units; empty if the title has no inspections."""
    return board.inspector.units(board.view) if board.inspector is not None else ()


def list_units(board: InspectedBoard) -> list[ThingCard]:
    """Return the cards of the reader's own units in the title's order; their `stack` is empty."""
    if board.inspector is None:
        return []
    language, entries = board.language, entries_in(board.reference)
    known = (board.inspector.inspect(board.view, unit, language) for unit in board.inspector.units(board.view))
    return [_with_entry(board, one, entry_of(one.id, entries)) for one in known if one is not None]


def find_things(board: InspectedBoard, words: str) -> list[ThingName]:
    """Return the things whose names match what a player wrote (`words`), the reader's own units first."""
    return [ThingName(one, board.name(one)) for one in _matching(board, words)[:MAX_FOUND]]


def _matching(board: InspectedBoard, words: str) -> list[str]:
    said = words.strip()[:MAX_WORDS]
    known = _known_ids(board)
    if said in known:
        return [said]
    names = {one: (one, *(board.labels(one).get(language) for language in LANGUAGES)) for one in known}
    return find_by_name(said, names)


def _known_ids(board: InspectedBoard) -> dict[str, None]:
    """Return the ids of the reader's own units, of other things that the seat knows, and of the picture's hotspots."""
    inspector, view = board.inspector, board.view
    things = (*inspector.units(view), *inspector.things(view)) if inspector is not None else ()
    return dict.fromkeys((*things, *(spot.id for spot in board.hotspots.hotspots)))


# --- orders


def list_possible_orders(decisions: Iterable[Decision], board: InspectedBoard, value: str) -> list[OrderNames]:
    """Return for each decision the orders that the unit with the id `value` can get, or the reasons for none."""
    return [_orders_of(one, board, value) for one in decisions if one.closed_at is None]


def name_orders(decision: Decision, board: InspectedBoard, value: str) -> tuple[str, ...]:
    """Return the names of the orders that the unit with the id `value` can get in a decision."""
    return tuple(map(board.name, verbs_of(decision.question.form, value)))


def _orders_of(decision: Decision, board: InspectedBoard, value: str) -> OrderNames:
    form: Form[Any] = decision.question.form
    orders = name_orders(decision, board, value)
    if orders:
        return OrderNames(decision, orders)
    reasons = form.no_edit_reasons(value, (), form.labels_in_context(board.labels))
    return OrderNames(decision, (), tuple((one.message.get(board.language), one.rule) for one in reasons))


def verbs_of(form: Form[Any], value: str) -> tuple[str, ...]:
    """Return the verbs of the orders that the unit `value` can get, or else of the orders with the unit as an argument.

    If the form does not ask for orders, return the unit's id if it can be chosen, else nothing.
    """
    if not isinstance(form, Orders):
        return (value,) if value in form.values() else ()
    ways = sorted(form.cached_templates, key=lambda way: way.is_rare)
    named = [(way, field) for way in ways for field in way.fields if value in field.values]
    own = [way for way, field in named if field.name == way.subject] or [way for way, _field in named]
    return tuple(dict.fromkeys(way.verb for way in own))


# --- distances


def measure(board: InspectedBoard, start: str, end: str) -> Measurement:
    """Return the distance between two things, given by their names as people write them.

    Raises Malformed if a name is unclear, or if there is no distance.
    """
    if board.inspector is None or board.inspector.measure is None:
        raise malformed("", *_NO_DISTANCES)
    here, there = name_one(board, start, "/from"), name_one(board, end, "/to")
    found = board.inspector.measure(board.view, here, there, board.language)
    if found is None:
        raise malformed("", *_NOWHERE)
    return found


def ring_around(board: InspectedBoard, start: str, radius: int) -> tuple[str, tuple[str, ...]]:
    """Return the id of the thing named `start`, and the places at the distance `radius` from it.

    Raises Malformed if the name is unclear, the radius out of range, or the title has no distances.
    """
    if board.inspector is None or board.inspector.ring is None:
        raise malformed("", *_NO_DISTANCES)
    if not 1 <= radius <= MAX_RING:
        raise malformed("/ring", *_TOO_FAR, most=MAX_RING)
    center = name_one(board, start, "/from")
    return center, board.inspector.ring(board.view, center, radius)


def name_one(board: InspectedBoard, words: str, pointer: str) -> str:
    """Return the id of the only thing that the words name. Raises Malformed at `pointer` unless exactly one matches."""
    found: Sequence[str] = _matching(board, words)
    if len(found) == 1:
        return found[0]
    if not found:
        raise malformed(pointer, *_UNKNOWN, word=words[:MAX_WORDS])
    names = join_texts([board.labels(one) for one in found[:MAX_FOUND]])
    raise malformed(pointer, *_AMBIGUOUS, word=words[:MAX_WORDS], names=names)
