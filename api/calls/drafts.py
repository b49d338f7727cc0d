"""``decisions/{id}/reach/`` and ``offers/``: what a draft of an answer could become. Nothing is stored."""

from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import Meta, Struct
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Call
from api.calls.decisions import Answer
from api.schema import call, example
from api.shapes import Body
from games.kernel.byhand.prices import Offer, Priced
from games.kernel.text import Text
from games.selectors import drafts

VALUE = 200
SEVERAL = 100


class ReachBody(Body, frozen=True, kw_only=True):
    """A draft, perhaps unfinished (null: not begun), and the JSON pointer of what is to be given next."""

    at: Annotated[str, Meta(max_length=VALUE)]
    answer: Answer = None


class OffersBody(Body, frozen=True, kw_only=True):
    """A draft, the value that was tapped, and who acts (nobody named: whoever can)."""

    value: Annotated[str, Meta(max_length=VALUE)]
    acting: Annotated[list[Annotated[str, Meta(max_length=VALUE)]], Meta(max_length=SEVERAL)] = []
    answer: Answer = None


class ReachList(Struct, frozen=True):
    """Values that may be given next without anything new being wrong."""

    results: list[Priced]
    next: None = None


class Reason(Struct, frozen=True):
    """What would be wrong: where in the answer, what, and the rule that forbids it."""

    pointer: str
    code: str
    text: Text
    rule: str


class OfferBody(Struct, frozen=True, kw_only=True):
    """What a tap can make of the draft: the whole `answer` then, in words, its price, and what would be wrong with it.

    `change` is new, set, add, leave_out, to, via, on, back, up or down; `pointer` is where the answer changes.
    """

    change: str
    pointer: str
    text: Text
    note: Text
    price: int
    band: str
    answer: Answer
    problems: list[Reason]


class OfferList(Struct, frozen=True):
    """Offers: the legal ones, those that still lack something, then a few with the reason why not."""

    results: list[OfferBody]
    next: None = None


class Reach(Call):
    """What an argument could take next."""

    @call(
        "decisions_reach",
        "What a draft of my answer may take next",
        reads=ReachBody,
        sends=ReachList,
        tag="decisions",
        about="Of a path, every place that it can be led on to, with the way there and its price. Nothing is stored.",
        examples=[example("A path", {"answer": [{"order": "move", "ships": ["goeben"]}], "at": "/0/way"})],
    )
    def post(self, request: Request, decision_id: UUID) -> Response:
        asked = self.body(ReachBody)
        found = drafts.reach(self.player, decision_id, msgspec.json.encode(asked.answer), asked.at)
        return Response(ReachList(list(found)))


class Offers(Call):
    """What a tap could mean."""

    @call(
        "decisions_offers",
        "What naming a value can make of a draft of my answer",
        reads=OffersBody,
        sends=OfferList,
        tag="decisions",
        about="Every offer is a whole answer: take one, and ask again. Nothing is stored.",
        examples=[example("A place", {"answer": [], "value": "messina", "acting": ["goeben"]})],
    )
    def post(self, request: Request, decision_id: UUID) -> Response:
        asked = self.body(OffersBody)
        draft = msgspec.json.encode(asked.answer)
        found = drafts.offers(self.player, decision_id, draft, asked.value, asked.acting)
        return Response(OfferList([_body(offer) for offer in found]))


def _body(offer: Offer) -> OfferBody:
    reasons = [Reason(one.pointer, one.code, one.message, one.rule) for one in offer.problems]
    return OfferBody(
        change=offer.change,
        pointer=offer.pointer,
        text=offer.text,
        note=offer.note,
        price=offer.price,
        band=offer.band,
        answer=offer.answer,
        problems=reasons,
    )
