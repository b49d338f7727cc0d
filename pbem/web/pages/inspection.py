"""What a request asks about the board: a thing, a search, a distance or a ring; with the marks on the picture."""

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
"""Characters of an id or a name in a request."""
POINT = 20
"""Characters of a point in a request."""
_ENDS = ("thing", "from", "to")
"""Parameters that name a thing, or with `_at` a point."""
_RADIUS = 2
"""Digits of the radius of a ring."""


@dataclass(frozen=True)
class Answer:
    """The answer to a request: a card, things to choose from, a distance or a ring, or why there is none.

    `lit`: the marks on the picture. `point`: the middle of the thing on the picture, as ``x,y``.
    """

    card: ThingCard | None = None
    orders: tuple[OrderNames, ...] = ()
    found: tuple[ThingName, ...] = ()
    measurement: Measurement | None = None
    ends: tuple[str, str] = ("", "")
    ring: tuple[ThingName, ...] = ()
    radius: int = 0
    center: str = ""
    refusal: str = ""
    lit: SafeString | None = None
    point: str = ""

    @property
    def is_empty(self) -> bool:
        """True if nothing was asked."""
        return self == Answer()


@dataclass(frozen=True)
class UnitLine:
    """A line of the inventory: the card of a unit, and the orders that it can get now."""

    card: ThingCard
    orders: tuple[str, ...] = field(default=())


def open_current_board(access: Access, language: str, stop: int | None = None) -> InspectedBoard | None:
    """Return the board of an audience, or that of one of its stops; None before the first."""
    try:
        return open_board(access.game, get_view(access, stop), language)
    except Missing:
        return None


def inspection_url(access: Access, stop: int | None) -> str:
    """Return the address of the page for an audience and a stop, to which a question is appended."""
    asked = {"seat": access.audience} | ({"stop": str(stop)} if stop is not None else {})
    return f"{reverse('inspect', args=[access.game.pk])}?{urlencode(asked)}"


def list_unit_lines(board: InspectedBoard, decisions: Sequence[Decision]) -> list[UnitLine]:
    """Return the inventory of a board, with the orders that the units can get in these decisions."""
    return [
        UnitLine(
            card,
            tuple(dict.fromkeys(word for one in decisions for word in name_orders(one, board, card.id))),
        )
        for card in list_units(board)
    ]


def list_seat_decisions(player: Player, access: Access, *, past: bool = False) -> list[Decision]:
    """Return the open decisions of the seat, if it is the player's own; none for a board of the past."""
    if past or access.basis != "seat":
        return []
    return [one for one in list_decisions(player, game_id=access.game.pk) if one.seat == access.audience]


def answer_request(
    player: Player, access: Access, board: InspectedBoard, asked: Mapping[str, str], *, past: bool
) -> Answer:
    """Return the answer to the parameters of a request; a refusal in words if something cannot be read."""
    try:
        if asked.get("do") == "find":
            return _search(player, access, board, asked.get("find", ""), past=past)
        if asked.get("ring") and (start := _thing_of(board, asked, "from")):
            return _ring(board, start, asked["ring"])
        if (start := _thing_of(board, asked, "from")) and (end := _thing_of(board, asked, "to")):
            return _measured(board, start, end)
    except GameError as error:
        told = [problem.message.get(board.language) for problem in error.problems]
        return Answer(refusal=" ".join(told) or error.detail.get(board.language))
    thing = _thing_of(board, asked, "thing")
    if not thing:
        return (
            Answer(refusal=_("an empty part of the picture"))
            if any(f"{one}_at" in asked for one in _ENDS)
            else Answer()
        )
    return _card(player, access, board, thing, past=past)


def _search(player: Player, access: Access, board: InspectedBoard, words: str, *, past: bool) -> Answer:
    """Return the card of the only thing that the words name, or all that they may name."""
    found = find_things(board, words)
    if len(found) != 1:
        return Answer(found=tuple(found), refusal="" if found else words[:MAX_VALUE])
    return _card(player, access, board, found[0].id, past=past)


def _thing_of(board: InspectedBoard, asked: Mapping[str, str], name: str) -> str:
    """Return the thing that a parameter names, or that lies at the point of `NAME_at`; empty if there is none.

    A point is two fractions of the picture's width and height, as ``0.25,0.5``.
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
