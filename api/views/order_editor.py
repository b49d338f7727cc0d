"""Orders by tap: completions of a draft, suggested edits, and hotspots on the picture. Nothing is stored."""

from collections.abc import Callable
from typing import Annotated, Any
from uuid import UUID

from django.http import HttpResponse
from msgspec import Meta, Raw, Struct
from rest_framework.request import Request
from rest_framework.response import Response

from api.api_view import ApiView, is_not_modified, respond_with_etag
from api.authentication import PreviewThrottle
from api.openapi_schema import describe_operation, make_example
from api.problems import Unavailable
from api.request_bodies import RequestBody
from api.views.pictures import PictureQuery, PictureView
from api.views.seat_views import IF_NONE_MATCH, NOT_MODIFIED
from games import registry
from games.kernel.codec import encode
from games.kernel.drafts import Completion, SuggestedEdit
from games.kernel.errors import Problem
from games.kernel.hotspots import Hotspot, Polyline, Region
from games.kernel.odds import Odds
from games.kernel.text import Text
from games.models import Player
from games.selectors.bot_answers import propose_answer
from games.selectors.decisions import get_decision
from games.selectors.draft_edits import (
    MAX_PARTS,
    MAX_VALUE_LENGTH,
    draft_completions,
    draft_suggested_edits,
    draft_unavailable_reasons,
    is_light,
)
from games.selectors.views import locate_hotspots
from pbem.previews.processes import run_preview
from pbem.previews.slots import RETRY_SECONDS, PreviewsBusy

ValueName = Annotated[str, Meta(max_length=MAX_VALUE_LENGTH)]
Draft = Annotated[Any, Meta(description="An answer that need be neither whole nor legal; null: none yet.")]


class CompletionsRequest(RequestBody, frozen=True, kw_only=True):
    """A draft of an answer, and a JSON pointer into it."""

    answer: Draft
    pointer: Annotated[
        str, Meta(max_length=MAX_VALUE_LENGTH, description="`/0/way` of orders; empty for what is no order.")
    ] = ""


class SuggestedEditsRequest(RequestBody, frozen=True, kw_only=True):
    """A draft of an answer, and the tapped thing: a place, a ship, a card; `actors` are the subjects of the orders."""

    answer: Draft
    value: ValueName
    actors: Annotated[list[ValueName], Meta(max_length=MAX_PARTS)] = []


class CompletionList(Struct, frozen=True):
    """The values that may come next at the pointer without a new problem."""

    results: list[Completion]


class EditProblem(Struct, frozen=True):
    """One problem: its place in the answer, a stable code, the reason, and the rule that forbids it."""

    pointer: str
    code: str
    detail: Text
    rule: str


class SuggestedEditBody(Struct, frozen=True):
    """One edit that a tap may mean: in words, its cost, and the whole resulting answer.

    `kind` is ``new``, ``set``, ``add``, ``leave_out``, ``to``, ``via``, ``on``, ``back``, ``up`` or ``down``, or
    ``many``: each of several actors gets an order, and `note` says who does not and why. `pointer` is where the answer
    changes. With `problems` the result is invalid or incomplete. `odds` are the chances of the new
    or changed order, if dice decide it.
    """

    kind: str
    pointer: str
    text: Text
    note: Text
    price: int
    band: str
    answer: Draft
    problems: list[EditProblem]
    odds: list[Odds] = []


class SuggestedEditList(Struct, frozen=True):
    """The possible edits: the legal ones first, then incomplete ones, then two that are refused.

    Without any edits, `reasons` say why the tap gives no order.
    """

    results: list[SuggestedEditBody]
    reasons: list[EditProblem] = []


class ProposalBody(Struct, frozen=True):
    """A legal answer that the title's bot would give from your own view: as JSON, in the notation and in words.

    All three are null for a title without a bot.
    """

    answer: Draft
    notation: str | None
    text: Text | None


class HotspotMap(Struct, frozen=True):
    """The places of an answer's values on the picture of a view, in units of the picture's `size`.

    A tap selects the nearest hotspot within the radius of its region. `polylines` are lines between places that are not
    straight.
    """

    game: UUID
    seat: str
    stop: int
    size: tuple[float, float]
    regions: tuple[Region, ...]
    hotspots: tuple[Hotspot, ...]
    polylines: tuple[Polyline, ...]


class PreviewView(ApiView):
    """The base of requests about a draft. They are POSTs but only read, and have their own rate limit."""

    http_method_names = ["post"]
    throttle_classes = (PreviewThrottle,)

    def preview(self, function: Callable[..., bytes], *arguments: Any, is_light: bool) -> Response:
        """Return the JSON that a function of this module computes for the player, as `run_preview` calls it.

        Raises Unavailable if the player has too many previews at once.
        """
        try:
            return Response(Raw(run_preview(self.player.pk, function, self.player, *arguments, is_light=is_light)))
        except PreviewsBusy:
            raise Unavailable(retry_after=RETRY_SECONDS) from None


class CompletionsView(PreviewView):
    """List the values that can come next in a draft."""

    @describe_operation(
        "decisions_reach",
        "What an argument of a draft may take next",
        reads=CompletionsRequest,
        sends=CompletionList,
        tag="decisions",
        about="Of a path the places that it can be led on to, each with the whole way. Judged by the form alone.",
        examples=[make_example("A way", {"answer": [{"order": "move", "ships": ["goeben"]}], "pointer": "/0/way"})],
    )
    def post(self, request: Request, decision_id: UUID) -> Response:
        body = self.parse_body(CompletionsRequest)
        light = is_light(body.answer)
        return self.preview(_completions, decision_id, body.answer, body.pointer, is_light=light)


def _completions(player: Player, decision_id: UUID, draft: Any, pointer: str) -> bytes:
    return encode(CompletionList(list(draft_completions(player, decision_id, draft, pointer))))


class SuggestedEditsView(PreviewView):
    """List the edits that a tap can make to a draft."""

    @describe_operation(
        "decisions_offers",
        "What a tap on something could make of a draft",
        reads=SuggestedEditsRequest,
        sends=SuggestedEditList,
        tag="decisions",
        about="Each offer is the whole answer then, with its price. Judged by the form alone; nothing is stored. "
        "Orders times actors are at most 1000. The offers are at most 256 KB: of more, the last ones are left out. "
        "While your other previews are computed: 503, try again.",
        examples=[make_example("A tap on a ship", {"answer": [], "value": "mowe", "actors": []})],
    )
    def post(self, request: Request, decision_id: UUID) -> Response:
        body = self.parse_body(SuggestedEditsRequest)
        light, actors = is_light(body.answer, body.actors), tuple(body.actors)
        return self.preview(_suggested_edits, decision_id, body.answer, body.value, actors, is_light=light)


def _suggested_edits(player: Player, decision_id: UUID, draft: Any, value: str, acting: tuple[str, ...]) -> bytes:
    found = draft_suggested_edits(player, decision_id, draft, value, acting)
    reasons = () if found else draft_unavailable_reasons(player, decision_id, value, acting)
    return encode(SuggestedEditList(list(map(_offer, found)), list(map(_fault, reasons))))


def _fault(one: Problem) -> EditProblem:
    return EditProblem(one.pointer, one.code, one.message, one.rule)


def _offer(offer: SuggestedEdit) -> SuggestedEditBody:
    faults = list(map(_fault, offer.problems))
    return SuggestedEditBody(
        offer.kind,
        offer.pointer,
        offer.text,
        offer.note,
        offer.price,
        offer.band,
        offer.answer,
        faults,
        list(offer.odds),
    )


class ProposalView(PreviewView):
    """Propose a sensible answer."""

    http_method_names = ["get"]

    @describe_operation(
        "decisions_proposal",
        "A sensible answer, for players who are new to a title",
        sends=ProposalBody,
        tag="decisions",
        about="The bot answers from what your seat knows. Nothing is stored.",
    )
    def get(self, request: Request, decision_id: UUID) -> Response:
        return self.preview(_proposal, decision_id, is_light=False)


def _proposal(player: Player, decision_id: UUID) -> bytes:
    asked = get_decision(player, decision_id)
    chosen = propose_answer(player, asked)
    if chosen is None:
        return encode(ProposalBody(None, None, None))
    form = asked.question.form
    labels = form.labels_in_context(registry.game_title(asked.game).presentation.labels)
    words = Text.each(lambda language: form.describe(chosen.typed, language, labels))
    return encode(ProposalBody(form.write(chosen.typed), form.render(chosen.typed), words))


class HotspotsView(PictureView):
    """List the places on the picture that can be tapped."""

    @describe_operation(
        "games_spots",
        "Where things are on the picture of what my seat sees",
        sends=HotspotMap,
        query=PictureQuery,
        headers=[IF_NONE_MATCH],
        others=NOT_MODIFIED,
        tag="sight",
        sent_headers=["ETag", "Cache-Control"],
        about="For `board.svg` of the same seat, stop and language. A title without spots has none.",
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        sight = self.get_source(game_id, self.parse_query(PictureQuery), "-spots")
        if is_not_modified(request, sight.etag):
            return respond_with_etag(request, sight.etag, b"")
        found, view = locate_hotspots(sight.game, sight.view, sight.language), sight.view
        body = HotspotMap(game_id, view.audience, view.stop, found.size, found.regions, found.hotspots, found.polylines)
        return respond_with_etag(request, sight.etag, encode(body))
