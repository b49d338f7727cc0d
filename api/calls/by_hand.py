"""Orders by hand: what a draft could become, and where things are on the picture. Nothing is stored."""

from typing import Annotated, Any
from uuid import UUID

from django.http import HttpResponse
from msgspec import Meta, Struct
from rest_framework.request import Request
from rest_framework.response import Response

from api.access import LookLimit
from api.base import Call, is_known, tagged
from api.calls.pictures import Picture, PictureQuery
from api.calls.sight import IF_NONE_MATCH, UNCHANGED
from api.schema import call, example
from api.shapes import Body
from games.kernel.byhand.prices import Offer, Priced
from games.kernel.byhand.spots import Bend, Pane, Place
from games.kernel.codec import encode
from games.kernel.text import Text
from games.selectors.drafts import LONGEST, MOST_PARTS, draft_offers, draft_reach
from games.selectors.views import board_spots

Word = Annotated[str, Meta(max_length=LONGEST)]
Draft = Annotated[Any, Meta(description="An answer that need be neither whole nor legal; null: none yet.")]


class ReachBody(Body, frozen=True, kw_only=True):
    """A draft of an answer, and a JSON pointer into it."""

    answer: Draft
    at: Annotated[str, Meta(max_length=LONGEST, description="`/0/way` of orders; empty for what is no order.")] = ""


class OffersBody(Body, frozen=True, kw_only=True):
    """A draft of an answer, and what was tapped on: a place, a ship, a card; `acting` are those who are to act."""

    answer: Draft
    value: Word
    acting: Annotated[list[Word], Meta(max_length=MOST_PARTS)] = []


class ReachList(Struct, frozen=True):
    """What may be given there next, without anything new being wrong."""

    results: list[Priced]


class Fault(Struct, frozen=True):
    """What would be wrong: where in the answer, a stable code, why, and the rule that forbids it."""

    pointer: str
    code: str
    detail: Text
    rule: str


class OfferBody(Struct, frozen=True):
    """One thing that the tap could mean: in words, its price, and the whole answer then.

    `change` is ``new``, ``set``, ``add``, ``leave_out``, ``to``, ``via``, ``on``, ``back``, ``up`` or ``down``;
    `pointer` is where the answer changes. With `problems` it cannot be given so, or not yet.
    """

    change: str
    pointer: str
    text: Text
    note: Text
    price: int
    band: str
    answer: Draft
    problems: list[Fault]


class OfferList(Struct, frozen=True):
    """What the tap could mean: the legal ones first, then what lacks something, then two that are refused."""

    results: list[OfferBody]


class SpotsBody(Struct, frozen=True):
    """Where the values of answers are on the picture of a view, in units of the `size` of the picture.

    A tap means the nearest spot within the radius of its pane. `bends` are lines between places that are not straight.
    """

    game: UUID
    seat: str
    stop: int
    size: tuple[float, float]
    panes: tuple[Pane, ...]
    spots: tuple[Place, ...]
    bends: tuple[Bend, ...]


class Look(Call):
    """A question about a draft. It reads, though it comes as POST: it has a limit of its own, beside that of writes."""

    http_method_names = ["post"]
    throttle_classes = (LookLimit,)


class Reach(Look):
    """What can come next."""

    @call(
        "decisions_reach",
        "What an argument of a draft may take next",
        reads=ReachBody,
        sends=ReachList,
        tag="decisions",
        about="Of a path the places that it can be led on to, each with the whole way. Judged by the form alone.",
        examples=[example("A way", {"answer": [{"order": "move", "ships": ["goeben"]}], "at": "/0/way"})],
    )
    def post(self, request: Request, decision_id: UUID) -> Response:
        body = self.body(ReachBody)
        return Response(ReachList(list(draft_reach(self.player, decision_id, body.answer, body.at))))


class Offers(Look):
    """What a tap can mean."""

    @call(
        "decisions_offers",
        "What a tap on something could make of a draft",
        reads=OffersBody,
        sends=OfferList,
        tag="decisions",
        about="Each offer is the whole answer then, with its price. Judged by the form alone; nothing is stored.",
        examples=[example("A tap on a ship", {"answer": [], "value": "mowe", "acting": []})],
    )
    def post(self, request: Request, decision_id: UUID) -> Response:
        body = self.body(OffersBody)
        found = draft_offers(self.player, decision_id, body.answer, body.value, tuple(body.acting))
        return Response(OfferList(list(map(_offer, found))))


def _offer(offer: Offer) -> OfferBody:
    faults = [Fault(one.pointer, one.code, one.message, one.rule) for one in offer.problems]
    return OfferBody(offer.change, offer.pointer, offer.text, offer.note, offer.price, offer.band, offer.answer, faults)


class Spots(Picture):
    """Where things are on the picture."""

    @call(
        "games_spots",
        "Where things are on the picture of what my seat sees",
        sends=SpotsBody,
        query=PictureQuery,
        headers=[IF_NONE_MATCH],
        others=UNCHANGED,
        tag="sight",
        about="For `board.svg` of the same seat, stop and language. A title without spots has none.",
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        sight = self.sight(game_id, self.query(PictureQuery), "-spots")
        if is_known(request, sight.etag):
            return tagged(request, sight.etag, b"")
        found, view = board_spots(sight.game, sight.view, sight.language), sight.view
        body = SpotsBody(game_id, view.audience, view.stop, found.size, found.panes, found.spots, found.bends)
        return tagged(request, sight.etag, encode(body))
