"""``decisions/{id}/help/`` and ``odds/``: what an order or a term means, and the chances of an attack."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct
from rest_framework.request import Request
from rest_framework.response import Response

from api.api_view import ApiView
from api.authentication import PreviewThrottle
from api.openapi_schema import describe_operation
from api.request_bodies import RequestBody
from games.kernel.odds import Odds
from games.kernel.text import Text
from games.selectors.odds import MAX_PAIRS, compute_decision_odds, list_known_units
from games.selectors.topics import Topic, explain_decision_topic

MAX_WORDS = 200
_CACHE = {"Cache-Control": "private, no-cache"}


class HelpQuery(RequestBody, frozen=True, kw_only=True):
    """Query parameters of an explanation."""

    word: Annotated[
        str, Meta(max_length=MAX_WORDS, description="An order or a term, in any language; none: the question itself.")
    ] = ""


class OddsQuery(RequestBody, frozen=True, kw_only=True):
    """Query parameters of odds."""

    units: Annotated[
        str,
        Meta(max_length=MAX_WORDS, description="The attacker and the target, `hood bismarck`; or one of them."),
    ] = ""


class TopicList(Struct, frozen=True):
    """The explanations of a word: of the order with this name, and of the entry in the reference."""

    results: list[Topic]


class KnownUnit(Struct, frozen=True):
    """A unit whose odds can be asked for."""

    id: str
    name: Text


class PairOddsBody(Struct, frozen=True):
    """The odds of an attacker against a target, in thousandths."""

    attacker: str
    target: str
    odds: list[Odds]


class OddsList(Struct, frozen=True):
    """The units that can be named, your own first, and the odds for the units in the query."""

    units: list[KnownUnit]
    results: list[PairOddsBody]


class HelpView(ApiView):
    """``decisions/{id}/help/``: explain an order or a term."""

    throttle_classes = (PreviewThrottle,)

    @describe_operation(
        "decisions_help",
        "What an order or a term means",
        sends=TopicList,
        query=HelpQuery,
        tag="decisions",
        sent_headers=["Cache-Control"],
        about="The same as the line `help engage` in an e-mail.",
    )
    def get(self, request: Request, decision_id: UUID) -> Response:
        found = explain_decision_topic(self.player, decision_id, self.parse_query(HelpQuery).word)
        return Response(TopicList(found), headers=_CACHE)


class OddsView(ApiView):
    """``decisions/{id}/odds/``: the chances of attacks."""

    throttle_classes = (PreviewThrottle,)

    @describe_operation(
        "decisions_odds",
        "The chances of an attack, from what my seat knows",
        sends=OddsList,
        query=OddsQuery,
        tag="decisions",
        sent_headers=["Cache-Control"],
        about=f"The same as the line `odds hood bismarck` in an e-mail; with one name up to {MAX_PAIRS} pairs.",
    )
    def get(self, request: Request, decision_id: UUID) -> Response:
        words = self.parse_query(OddsQuery).units
        units = [KnownUnit(unit, name) for unit, name in list_known_units(self.player, decision_id)]
        found = compute_decision_odds(self.player, decision_id, words) if words else []
        results = [PairOddsBody(one.attacker, one.target, list(one.odds)) for one in found]
        return Response(OddsList(units, results), headers=_CACHE)
