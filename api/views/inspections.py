"""``games/{id}/units/``, ``inspect/`` and ``measure/``: units, what a seat knows about them, and distances."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct
from rest_framework.request import Request
from rest_framework.response import Response

from api import request_language
from api.api_view import ApiView
from api.authentication import PreviewThrottle
from api.openapi_schema import describe_operation
from api.request_language import AnyLanguage
from api.views.seat_views import ViewQuery
from games.errors import missing
from games.kernel.inspection import MAX_RING, Figure, Measurement
from games.selectors.access import Access
from games.selectors.decisions import Decision, list_decisions
from games.selectors.inspections import (
    MAX_WORDS,
    InspectedBoard,
    ThingCard,
    ThingName,
    inspect_thing,
    list_possible_orders,
    list_units,
    measure,
    name_one,
    open_board,
    ring_around,
)
from games.selectors.seats import get_access
from games.selectors.views import get_view

_CACHE = {"Cache-Control": "private, no-cache"}
_Words = Annotated[str, Meta(max_length=MAX_WORDS, description="An id or a name of a thing or a place on the board.")]


class BoardQuery(ViewQuery, frozen=True, kw_only=True):
    """Query parameters: the view whose board is read (seat and stop), and the language of the names."""

    language: Annotated[AnyLanguage, Meta(description="Without it the reader's language.")] = ""


class ThingQuery(BoardQuery, frozen=True, kw_only=True):
    """Query parameters: the view, the language, and the id or name of the thing (unit or place)."""

    thing: _Words


class MeasureQuery(BoardQuery, frozen=True, kw_only=True):
    """Query parameters: the view, the language, a start, and either the end of the way or the radius of a ring."""

    start: _Words
    end: _Words = ""
    radius: Annotated[int, Meta(ge=1, le=MAX_RING, description="Without an end: the radius of a ring.")] = 1


class OrderNamesBody(Struct, frozen=True):
    """The names of the orders of an open decision that a unit can get now; if there are none, the reasons."""

    decision: UUID
    orders: tuple[str, ...]
    reasons: tuple[str, ...]


class CardBody(Struct, frozen=True, kw_only=True):
    """What the seat knows about a thing (a unit or place)."""

    id: str
    name: str
    kind: Annotated[str, Meta(description="The kind of thing in words.")]
    own: Annotated[bool, Meta(description="True if the seat commands it.")]
    place: Annotated[str, Meta(description="The id of its place.")]
    inside: Annotated[str, Meta(description="The id of the unit that carries it, or empty.")]
    where: Annotated[str, Meta(description="Its place in words.")]
    known: Annotated[str, Meta(description="When the seat learned this, in words; empty if it is current.")]
    state: Annotated[str, Meta(description="Its condition in words.")]
    figures: Annotated[tuple[Figure, ...], Meta(description="Its figures, such as its speed.")]
    lines: Annotated[tuple[str, ...], Meta(description="Further sentences about it.")]
    text: Annotated[str, Meta(description="Its text in the reference.")]
    rule: Annotated[str, Meta(description="The number of the rule about it, or empty.")]
    spot: Annotated[str, Meta(description="The id by which `spots/` shows it.")]
    stack: Annotated[
        tuple[ThingName, ...], Meta(description="The things inside it, and the other things in the same place.")
    ]
    orders: Annotated[list[OrderNamesBody], Meta(description="The orders that it can get now.")]


class UnitList(Struct, frozen=True):
    """The seat's own units, each with what the seat knows about it."""

    seat: str
    stop: int
    results: list[CardBody]
    next: str | None = None


class MeasurementBody(Struct, frozen=True):
    """The answer to a measurement: a distance with its way, or the places on a ring; the other is null or empty."""

    way: Measurement | None
    ring: list[ThingName]


class _InspectionView(ApiView):
    """The base class of this module's views: it checks access, and loads the board and the seat's open decisions."""

    throttle_classes = (PreviewThrottle,)

    def open(self, game_id: UUID, query: BoardQuery) -> tuple[Access, InspectedBoard]:
        """Return the player's access to the game and the board of the requested view. Raises Missing, Forbidden."""
        access = get_access(self.player, game_id, query.seat)
        language = query.language or request_language.current_language()
        return access, open_board(access.game, get_view(access, query.stop), language)

    def decisions(self, access: Access, query: BoardQuery) -> list[Decision]:
        """Return the open decisions of the seat; none for a view of the past."""
        if access.basis != "seat" or query.stop is not None:
            return []
        return [one for one in list_decisions(self.player, game_id=access.game.pk) if one.seat == access.audience]


class UnitsView(_InspectionView):
    """``games/{id}/units/``: the seat's own units."""

    @describe_operation(
        "games_units",
        "My units: where they are, how they are, what they may do",
        sends=UnitList,
        query=BoardQuery,
        tag="sight",
        sent_headers=["Cache-Control"],
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        query = self.parse_query(BoardQuery)
        access, board = self.open(game_id, query)
        decisions = self.decisions(access, query)
        results = [_body(board, card, decisions) for card in list_units(board)]
        return Response(UnitList(access.audience, board.stored.stop, results), headers=_CACHE)


class InspectView(_InspectionView):
    """``games/{id}/inspect/``: what the seat knows about a thing."""

    @describe_operation(
        "games_inspect",
        "What my seat knows about a thing or a place",
        sends=CardBody,
        query=ThingQuery,
        tag="sight",
        sent_headers=["Cache-Control"],
        about="The card that a tap on the board shows. A name that fits several things is refused with their names.",
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        query = self.parse_query(ThingQuery)
        access, board = self.open(game_id, query)
        card = inspect_thing(board, name_one(board, query.thing, "/thing"))
        if card is None:
            raise missing()
        return Response(_body(board, card, self.decisions(access, query)), headers=_CACHE)


class MeasureView(_InspectionView):
    """``games/{id}/measure/``: a distance, or the places on a ring."""

    @describe_operation(
        "games_measure",
        "How far it is, by the rules of the title",
        sends=MeasurementBody,
        query=MeasureQuery,
        tag="sight",
        sent_headers=["Cache-Control"],
        about="With `end` the way, arcs and lines of sight; with `radius` the places at that distance.",
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        query = self.parse_query(MeasureQuery)
        _access, board = self.open(game_id, query)
        if query.end:
            return Response(MeasurementBody(measure(board, query.start, query.end), []), headers=_CACHE)
        _center, places = ring_around(board, query.start, query.radius)
        named = [ThingName(one, board.name(one)) for one in places]
        return Response(MeasurementBody(None, named), headers=_CACHE)


def _body(board: InspectedBoard, card: ThingCard, decisions: list[Decision]) -> CardBody:
    known = card.known
    orders = list_possible_orders(decisions, board, card.id) if known.own else []
    return CardBody(
        id=card.id,
        name=card.name,
        kind=known.kind,
        own=known.own,
        place=known.place,
        inside=known.inside,
        where=known.where,
        known=known.known,
        state=known.state,
        figures=known.figures,
        lines=known.lines,
        text=card.text,
        rule=card.rule,
        spot=card.spot,
        stack=card.stack,
        orders=[OrderNamesBody(one.decision.id, one.orders, tuple(why for why, _ in one.reasons)) for one in orders],
    )
