"""Answer a request about the board: a thing's card, a search, a distance or a ring, with marks for the picture.

A thing is what the board shows, such as a unit or a place. A ring is all places at one distance from a thing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.errors import Missing
from games.kernel.errors import GameError
from games.kernel.hotspots import hotspot_at
from games.kernel.inspection import Measurement
from games.kernel.text import join_sentences
from games.models import Player
from games.selectors.access import Access
from games.selectors.decisions import Decision, list_decisions
from games.selectors.inspections import (
    InspectedBoard,
    OrderNames,
    ThingCard,
    ThingName,
    find_things,
    inspect_thing,
    list_possible_orders,
    list_units,
    measure,
    name_orders,
    open_board,
    ring_around,
)
from games.selectors.views import get_view
from pbem.web.pages.order_form.overlay import Overlay

MAX_VALUE = 80
"""The maximum length of an id or a name in a request."""
POINT = 20
"""The maximum length of a point in a request."""
_ENDS = ("thing", "from", "to")
"""Parameters that name a thing by its id or, with the suffix `_at`, by a point on the picture."""
_RADIUS = 2
"""The maximum number of digits in the radius of a ring."""


@dataclass(frozen=True)
class Answer:
    """The answer to a request about the board, in the reader's language.

    Only the fields of one kind of answer are set: a card, a list of things, a distance, a ring or a refusal.
    """

    card: ThingCard | None = None
    """A card: what the seat knows about a thing."""
    orders: tuple[OrderNames, ...] = ()
    """The orders that the thing of the card can get."""
    found: tuple[ThingName, ...] = ()
    """The things that match a search."""
    measurement: Measurement | None = None
    """A distance and the way."""
    ends: tuple[str, str] = ("", "")
    """The names of the two ends of the distance."""
    ring: tuple[ThingName, ...] = ()
    """The things at the distance `radius` from the thing named `center`."""
    radius: int = 0
    """The radius of the ring."""
    center: str = ""
    """The name of the thing in the middle of the ring."""
    refusal: str = ""
    """The reason why there is no answer."""
    lit: SafeString | None = None
    """The marks that show the answer on the picture, as SVG."""
    point: str = ""
    """The middle of the thing, of the distance's end or of the ring on the picture, as ``x,y``; empty if it is not
    shown.
    """

    @property
    def is_empty(self) -> bool:
        """True if the request asked nothing."""
        return self == Answer()


@dataclass(frozen=True)
class UnitLine:
    """A line in the list of a seat's own units: the card of a unit, and the names of the orders that it can get now."""

    card: ThingCard
    orders: tuple[str, ...] = field(default=())


def open_current_board(access: Access, language: str, stop: int | None = None) -> InspectedBoard | None:
    """Return the current board of an audience, or its board at `stop`; None if there is no such board yet."""
    try:
        return open_board(access.game, get_view(access, stop), language)
    except Missing:
        return None


def inspection_url(access: Access, stop: int | None) -> str:
    """Return the URL of the inspection page for an audience and a stop; the request is appended to its query."""
    asked = {"seat": access.audience} | ({"stop": str(stop)} if stop is not None else {})
    return f"{reverse('inspect', args=[access.game.pk])}?{urlencode(asked)}"


def list_unit_lines(board: InspectedBoard, decisions: Sequence[Decision]) -> list[UnitLine]:
    """Return a line for each of the audience's own units, with the orders that the unit can get in these decisions."""
    return [
        UnitLine(
            card,
            tuple(dict.fromkeys(word for one in decisions for word in name_orders(one, board, card.id))),
        )
        for card in list_units(board)
    ]


def list_seat_decisions(player: Player, access: Access, *, past: bool = False) -> list[Decision]:
    """Return the open decisions of the seat whose board is inspected, if the player holds the seat; otherwise [].

    `access` says which seat it is. Return [] also if the board is a `past` one.
    """
    if past or access.basis != "seat":
        return []
    return [one for one in list_decisions(player, game_id=access.game.pk) if one.seat == access.audience]


def answer_request(
    player: Player, access: Access, board: InspectedBoard, asked: Mapping[str, str], *, past: bool
) -> Answer:
    """Return the answer to a request about the board: a card, a search, a distance or a ring.

    `asked` are the parameters of the request: "thing" (the id of a thing), "from", "to", "ring" (a radius), "find" (a
    text to search for) and so on. If they ask for something impossible, the answer is a refusal in words. With `past`,
    the board is not the current one, so that no orders are listed.
    """
    try:
        if asked.get("do") == "find":
            return _search(player, access, board, asked.get("find", ""), past=past)
        if asked.get("ring") and (start := _thing_of(board, asked, "from")):
            return _ring(board, start, asked["ring"])
        if (start := _thing_of(board, asked, "from")) and (end := _thing_of(board, asked, "to")):
            return _measured(board, start, end)
    except GameError as error:
        told = join_sentences(problem.message for problem in error.problems).get(board.language)
        return Answer(refusal=told or error.detail.get(board.language))
    thing = _thing_of(board, asked, "thing")
    if not thing:
        return (
            Answer(refusal=_("an empty part of the picture"))
            if any(f"{one}_at" in asked for one in _ENDS)
            else Answer()
        )
    return _card(player, access, board, thing, past=past)


def _search(player: Player, access: Access, board: InspectedBoard, words: str, *, past: bool) -> Answer:
    """Return the card of the thing that matches the words, or the list of things if several match."""
    found = find_things(board, words)
    if len(found) != 1:
        return Answer(found=tuple(found), refusal="" if found else words[:MAX_VALUE])
    return _card(player, access, board, found[0].id, past=past)


def _thing_of(board: InspectedBoard, asked: Mapping[str, str], name: str) -> str:
    """Return the id of the thing that parameter `name`, or the point in parameter `NAME_at`, refers to; "" if none.

    A point consists of fractions of the picture's width and height, such as ``0.25,0.5``.
    """
    point = asked.get(f"{name}_at", "")[:POINT].split(",")
    if len(point) == 2 and board.hotspots.size[0]:
        try:
            x, y = (float(one) * size for one, size in zip(point, board.hotspots.size, strict=True))
        except ValueError:
            return ""
        return hotspot_at(board.hotspots, x, y)
    return asked.get(name, "")[:MAX_VALUE]


def _card(player: Player, access: Access, board: InspectedBoard, thing: str, *, past: bool) -> Answer:
    card = inspect_thing(board, thing)
    if card is None:
        return Answer(refusal=board.name(thing))
    over = Overlay(board.hotspots, board.labels, board.language)
    over.draw_tapped(card.spot)
    decisions = list_seat_decisions(player, access, past=past) if card.known.own else []
    orders = tuple(list_possible_orders(decisions, board, thing))
    return Answer(card=card, orders=orders, lit=over.svg(), point=over.find_point(card.spot))


def _measured(board: InspectedBoard, start: str, end: str) -> Answer:
    found = measure(board, start, end)
    over = Overlay(board.hotspots, board.labels, board.language)
    over.draw_measurement(found.path or (found.start, found.end), found.distance)
    ends = board.name(found.start), board.name(found.end)
    return Answer(measurement=found, ends=ends, lit=over.svg(), point=over.find_point(found.end))


def _ring(board: InspectedBoard, start: str, radius: str) -> Answer:
    number = int(radius) if radius.isdecimal() and len(radius) <= _RADIUS else 0
    center, places = ring_around(board, start, number)
    over = Overlay(board.hotspots, board.labels, board.language)
    over.draw_marks(places)
    over.draw_tapped(center)
    named: Sequence[ThingName] = [ThingName(one, board.name(one)) for one in places]
    return Answer(ring=tuple(named), radius=number, center=board.name(center), lit=over.svg(),
                  point=over.find_point(center))  # fmt: skip
