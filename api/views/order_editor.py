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
from api.views.games import EmptyBody
from api.views.pictures import PictureQuery, PictureView
from api.views.seat_views import IF_NONE_MATCH, NOT_MODIFIED
from games.errors import WrongState
from games.kernel.codec import encode
from games.kernel.drafts import Completion, SuggestedEdit
from games.kernel.errors import Problem
from games.kernel.hotspots import Hotspot, Polyline, Region
from games.kernel.odds import Odds
from games.kernel.text import Text
from games.models import Player
from games.selectors.draft_edits import (
    MAX_PARTS,
    MAX_VALUE_LENGTH,
    draft_completions,
    draft_suggested_edits,
    draft_unavailable_reasons,
    is_light,
)
from games.selectors.views import locate_hotspots
from games.services.bot_hints import do_give_hint
from pbem.previews.processes import is_over_budget, run_preview
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
    """A draft of an answer, and the tapped `value`: a place, a ship, a card; `actors` are the units to order."""

    answer: Draft
    value: ValueName
    actors: Annotated[list[ValueName], Meta(max_length=MAX_PARTS)] = []


class CompletionList(Struct, frozen=True):
    """The values that can be entered at the pointer without a new problem."""

    results: list[Completion]


class EditProblem(Struct, frozen=True):
    """One problem of an answer."""

    pointer: Annotated[str, Meta(description="The JSON pointer to its place in the answer.")]
    code: Annotated[str, Meta(description="A stable code.")]
    detail: Text
    rule: Annotated[str, Meta(description="The number of the rule that forbids it, or empty.")]


class SuggestedEditBody(Struct, frozen=True):
    """One edit of the draft that a tap may mean: in words, its cost, and the whole resulting answer.

    `text` describes the resulting order. If there are `problems`, the resulting answer is invalid or incomplete. With
    the kind `many`, `note` says which actors get no order and why; otherwise it is the cost in words.
    """

    kind: Annotated[
        str,
        Meta(
            description=(
                "new, set, add, leave_out, to, via, on, back, up or down; or many: each of several actors "
                "gets an order."
            )
        ),
    ]
    pointer: Annotated[str, Meta(description="The JSON pointer to the place where the answer changes.")]
    text: Text
    note: Text
    price: Annotated[int, Meta(description="The cost of the edit, such as the length of a path.")]
    band: Annotated[str, Meta(description="The cost band: free, spends or risk; empty without a cost.")]
    answer: Draft
    problems: list[EditProblem]
    odds: Annotated[list[Odds], Meta(description="The chances of the new or changed order, if dice decide it.")] = []


class SuggestedEditList(Struct, frozen=True):
    """The possible edits: legal edits first, then incomplete ones, then at most two illegal ones.

    If there are no edits, `reasons` say why the tap gives no order.
    """

    results: list[SuggestedEditBody]
    reasons: list[EditProblem] = []


class ProposalBody(Struct, frozen=True):
    """A legal answer that the title's bot would give from your own view: as JSON, in the text notation and in words.

    All three fields are null in a game without hints, and for a title without a bot.
    """

    answer: Draft
    notation: str | None
    text: Text | None


class HotspotMap(Struct, frozen=True):
    """The places of an answer's values on the picture of a view, in units of the picture's `size`.

    A tap selects the nearest hotspot within the radius of its region. `polylines` are the lines between two places, if
    they are not straight.
    """

    game: UUID
    seat: Annotated[str, Meta(description="The seat whose view is shown.")]
    stop: Annotated[int, Meta(description="The seat's own number of the stop.")]
    size: Annotated[tuple[float, float], Meta(description="The width and height of the picture.")]
    regions: Annotated[tuple[Region, ...], Meta(description="The parts of the picture.")]
    hotspots: Annotated[tuple[Hotspot, ...], Meta(description="The places of values on the picture.")]
    polylines: Annotated[tuple[Polyline, ...], Meta(description="The lines between two places that are not straight.")]


class PreviewView(ApiView):
    """The base class of views for requests about a draft: POSTs that change nothing, with their own rate limit."""

    http_method_names = ["post"]
    throttle_classes = (PreviewThrottle,)

    def preview(self, function: Callable[..., bytes], *arguments: Any, is_light: bool) -> Response:
        """Return the JSON that `function`, called with `arguments` in a preview process, computes for the player.

        Raises Unavailable if the player has too many previews at once.
        """
        try:
            return Response(Raw(run_preview(self.player.pk, function, self.player, *arguments, is_light=is_light)))
        except PreviewsBusy:
            raise Unavailable(RETRY_SECONDS, is_own_load=is_over_budget(self.player.pk)) from None


class CompletionsView(PreviewView):
    """``decisions/{id}/reach/``: list the values that can be entered next in a draft."""

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
    """``decisions/{id}/offers/``: list the edits that a tap can make to a draft."""

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
    """``decisions/{id}/proposal/``: propose a sensible answer."""

    http_method_names = ["get"]

    @describe_operation(
        "decisions_proposal",
        "A sensible answer, for players who are new to a title",
        sends=ProposalBody,
        tag="decisions",
        about="The answer of a hint, in games with `hints_allowed`; it counts as a hint. Null in other games.",
    )
    def get(self, request: Request, decision_id: UUID) -> Response:
        return self.preview(_proposal, decision_id, is_light=False)


def _proposal(player: Player, decision_id: UUID) -> bytes:
    try:
        found = do_give_hint(player=player, request_id=decision_id)
    except WrongState:
        return encode(ProposalBody(None, None, None))
    return encode(ProposalBody(found.answer, found.notation, found.text))


class HintBody(Struct, frozen=True):
    """The answer that the bot would give from your own view, as JSON, in the text notation and in words, and why."""

    answer: Draft
    notation: str
    text: Text
    reason: Text


class HintView(PreviewView):
    """``decisions/{id}/hint/``: give a hint: the bot's answer with its reason."""

    @describe_operation(
        "decisions_hint",
        "What the bot would do, and why",
        reads=EmptyBody,
        sends=HintBody,
        tag="decisions",
        about="Only in a game with `hints_allowed`, else 409. The bot knows what your seat knows. Each decision with a "
        "hint is counted for the seat: see `hints_used` of the game. Nothing is submitted.",
        examples=[make_example("A hint", {})],
    )
    def post(self, request: Request, decision_id: UUID) -> Response:
        self.parse_body(EmptyBody)
        return self.preview(_hint, decision_id, is_light=False)


def _hint(player: Player, decision_id: UUID) -> bytes:
    found = do_give_hint(player=player, request_id=decision_id)
    return encode(HintBody(found.answer, found.notation, found.text, found.reason))


class HotspotsView(PictureView):
    """``games/{id}/spots/``: list the places on the picture that can be tapped."""

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
