"""``decisions/``: your open decisions, your answers, and checks of answers."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Annotated, Any, NamedTuple
from uuid import UUID

import msgspec
from msgspec import Meta, Struct
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from api import request_language
from api.api_view import ApiView
from api.idempotency import PATTERN, read_idempotency_key
from api.media_types import NotationParser, StrictJSONParser
from api.openapi_schema import describe_operation, make_example, make_header
from api.request_bodies import RequestBody
from api.views.form_schemas import Answer, FormBody, form_body
from games import registry
from games.database.batch import SelectQuery
from games.kernel.errors import GameError, Illegal, Malformed
from games.kernel.text import Text
from games.persistence.receipts import InterpretedAnswer, Receipt
from games.selectors.access import own_request_by_token_query
from games.selectors.advice import AdviceRequest, get_advice_request, list_advice_requests
from games.selectors.decisions import Decision, get_decision, list_decisions
from games.services.advice import do_advise, do_withdraw_advice
from games.services.answers import ANSWERING_COLUMNS, check_answer, do_submit_answer, do_withdraw_answer

NOTATION = "Orders in the text notation: one a line, `verb argument key=value …`, `#` begins a comment."
IF_MATCH = make_header(
    "If-Match", "The revision that you build on, as in the decision's ETag; else 412.", r'^(\*|(W/)?"[0-9]+")$'
)
IDEMPOTENCY = make_header(
    "Idempotency-Key", "The same key and body get the first response again, even after closing.", PATTERN
)


class DecisionLine(Struct, frozen=True, kw_only=True):
    """An open decision (a question to one of your seats) in a list."""

    id: UUID
    game: UUID
    game_name: str
    title: Annotated[str, Meta(description="The key of the title.")]
    seat: Annotated[str, Meta(description="The key of the seat that is asked.")]
    stop: Annotated[int, Meta(description="The seat's own number of the stop at which the question was asked.")]
    rule: Annotated[str, Meta(description="The number of the rule that asks.")]
    kind: Annotated[str, Meta(description="The kind of question, such as `battle`.")]
    prompt: Text
    opened_at: datetime
    due_at: Annotated[datetime | None, Meta(description="The deadline; null if there is none.")]
    revision: Annotated[
        int, Meta(description="The number of answers and withdrawals so far: the ETag of the decision.")
    ]
    ready: Annotated[
        bool, Meta(description="True if the last answer is submitted, or if a standing order will answer.")
    ]


class AdviceGivenBody(Struct, frozen=True, kw_only=True):
    """An adviser's draft of the answer to a question, as JSON and in words."""

    seat: Annotated[str, Meta(description="The key of the adviser's seat.")]
    answer: Answer
    text: Text
    at: Annotated[datetime, Meta(description="When the draft was written.")]


class DecisionBody(DecisionLine, frozen=True, kw_only=True):
    """A decision with its form, and the seat's answer so far with its receipt (both null if there is none).

    `context` is the title's own data about the question, `explanation` its prompt.
    """

    context: Any
    explanation: Text
    form: FormBody
    closed_at: Annotated[datetime | None, Meta(description="When the question was closed; null while it is open.")]
    outcome: Annotated[
        str,
        Meta(
            description=(
                "How it was closed: answered, draft, default, withdrawn, reopened, standing or "
                "own_default; empty while it is open."
            )
        ),
    ]
    answer: Answer
    receipt: Receipt | None
    advice: Annotated[list[AdviceGivenBody], Meta(description="The advisers' drafts of an answer.")]


class AdviceRequestLine(Struct, frozen=True, kw_only=True):
    """A question to `seat` on which `adviser`, your seat, may advise: see `decisions/{id}/advice/`."""

    id: UUID
    game: UUID
    game_name: str
    title: Annotated[str, Meta(description="The key of the title.")]
    seat: str
    adviser: str
    rule: Annotated[str, Meta(description="The number of the rule that asks.")]
    kind: Annotated[str, Meta(description="The kind of question.")]
    prompt: Text
    opened_at: datetime
    due_at: Annotated[datetime | None, Meta(description="The deadline; null if there is none.")]
    advised: Annotated[bool, Meta(description="True if you have written a draft of the answer.")]


class AdviceRequestBody(AdviceRequestLine, frozen=True, kw_only=True):
    """The question to another seat with its form, and your own draft of the answer so far (null: none).

    `context` is the title's own data about the question, `explanation` its prompt.
    """

    context: Any
    explanation: Text
    form: FormBody
    closed_at: Annotated[datetime | None, Meta(description="When the question was closed; null while it is open.")]
    answer: Answer


class DraftRequest(RequestBody, frozen=True, kw_only=True):
    """A draft of the answer to another seat's question, as advice."""

    answer: Answer


class DecisionList(Struct, frozen=True):
    """Your open decisions in all games, the most urgent first.

    Decisions of other seats on which you may advise are listed separately.
    """

    results: list[DecisionLine]
    advice_requests: list[AdviceRequestLine]
    next: str | None = None


class AnswerRequest(RequestBody, frozen=True, kw_only=True):
    """An answer; with `ready` false it is saved as a draft, which counts only at the deadline.

    An answer that lets the seat do nothing although it could act is refused as ``needs_confirmation``, unless `confirm`
    is true.
    """

    answer: Answer
    ready: bool = True
    confirm: bool = False


class CheckAnswerRequest(RequestBody, frozen=True, kw_only=True):
    """An answer to check; `confirm` permits an answer that lets the seat do nothing although it could act."""

    answer: Answer
    ready: bool = True
    confirm: bool = False


class TextAnswerQuery(RequestBody, frozen=True, kw_only=True):
    """Query parameters for an answer as text."""

    ready: Annotated[bool, Meta(description="For text/plain: false keeps the answer as a draft.")] = True
    confirm: Annotated[bool, Meta(description="For text/plain: true takes what would leave a turn unused.")] = False


class DecisionQuery(RequestBody, frozen=True, kw_only=True):
    """Query parameters that filter decisions."""

    game: Annotated[UUID | None, Meta(description="Only those of this game.")] = None


class DecisionListView(ApiView):
    """``decisions/``: list your open decisions."""

    @describe_operation(
        "decisions_list", "My open decisions in all games", sends=DecisionList, query=DecisionQuery, tag="decisions"
    )
    def get(self, request: Request) -> Response:
        found = list_decisions(self.player, game_id=self.parse_query(DecisionQuery).game)
        wanted = list_advice_requests(self.player, game_id=self.parse_query(DecisionQuery).game)
        advising = [AdviceRequestLine(**_advice_line(one)) for one in wanted]
        return Response(DecisionList([DecisionLine(**to_decision_line(one)) for one in found], advising))


class DecisionDetailView(ApiView):
    """``decisions/{id}/``: read one decision."""

    @describe_operation(
        "decisions_retrieve",
        "A decision with its form",
        sends=DecisionBody,
        tag="decisions",
        sent_headers=["ETag", "Cache-Control"],
        about="Open or closed, for the seat's present player. The ETag is the revision of the answer.",
    )
    def get(self, request: Request, decision_id: UUID) -> Response:
        found = get_decision(self.player, decision_id)
        return Response(_body(found), headers={"ETag": found.etag, "Cache-Control": "private, no-cache"})


_EXAMPLES = [
    make_example("One of the options", {"answer": "red_merchant_3", "ready": True}),
    make_example("Nothing", {"answer": None}),
    make_example("Orders", {"answer": [{"order": "leave", "ship": "emden"}], "ready": False}),
    make_example("Notation", "choose red_merchant_3", media="text/plain"),
]


class AnswerInput(NamedTuple):
    """An answer in a request, as JSON or as text; the other one is None.

    `ready` is False for a draft. `confirm` permits an answer that lets the seat do nothing although it could act.
    """

    answer: bytes | None
    text: str | None
    ready: bool
    confirm: bool


class _GivenCall(ApiView):
    """The base class of views that read an answer from a request."""

    parser_classes = [StrictJSONParser, NotationParser]

    def read_answer(self, kind: type[AnswerRequest] | type[CheckAnswerRequest]) -> AnswerInput:
        """Return the answer in the request: JSON of the type `kind`, or plain text."""
        asked = self.parse_query(TextAnswerQuery)
        if (self.request.content_type or "").startswith(NotationParser.media_type):
            text: Any = self.request.data
            return AnswerInput(None, text if isinstance(text, str) else "", asked.ready, asked.confirm)
        body = self.parse_body(kind)
        answer = msgspec.json.encode(body.answer)
        return AnswerInput(answer, None, body.ready and asked.ready, body.confirm or asked.confirm)


class AnswerView(_GivenCall):
    """``decisions/{id}/answer/``: submit and withdraw an answer."""

    def prefetch_query(self, digest: str) -> SelectQuery | None:
        """Return the database query for the question to answer, by the hash (`digest`) of the caller's token."""
        return (
            own_request_by_token_query(digest, self.kwargs["decision_id"], ANSWERING_COLUMNS)
            if self.request.method == "PUT"
            else None
        )

    @describe_operation(
        "decisions_answer",
        "Seal an answer",
        reads=AnswerRequest,
        text=NOTATION,
        sends=Receipt,
        status=202,
        query=TextAnswerQuery,
        headers=[IF_MATCH, IDEMPOTENCY],
        tag="decisions",
        sent_headers=["ETag"],
        about="Replaces my last answer until the decision closes. Nobody sees it before all that is needed is in.",
        examples=_EXAMPLES,
    )
    def put(self, request: Request, decision_id: UUID) -> Response:
        given = self.read_answer(AnswerRequest)
        with point_into_body("/answer"):
            receipt = do_submit_answer(
                player=self.player,
                request_id=decision_id,
                answer=given.answer,
                text=given.text,
                ready=given.ready,
                confirmed=given.confirm,
                if_match=read_if_match(request),
                idempotency_key=read_idempotency_key(request),
                prefetched=next(iter(self.prefetched), None),
            )
        return Response(receipt, status.HTTP_202_ACCEPTED, headers={"ETag": f'"{receipt.revision}"'})

    @describe_operation(
        "decisions_withdraw",
        "Take my answer back while the decision is open",
        status=204,
        headers=[IF_MATCH],
        tag="decisions",
        sent_headers=["ETag"],
    )
    def delete(self, request: Request, decision_id: UUID) -> Response:
        revision = do_withdraw_answer(player=self.player, request_id=decision_id, if_match=read_if_match(request))
        return Response(status=status.HTTP_204_NO_CONTENT, headers={"ETag": f'"{revision}"'})


class CheckAnswerView(_GivenCall):
    """``decisions/{id}/check/``: check an answer without submitting it."""

    @describe_operation(
        "decisions_check",
        "How an answer would be understood, without giving it",
        reads=CheckAnswerRequest,
        text=NOTATION,
        sends=InterpretedAnswer,
        query=TextAnswerQuery,
        tag="decisions",
        examples=_EXAMPLES,
    )
    def post(self, request: Request, decision_id: UUID) -> Response:
        given = self.read_answer(CheckAnswerRequest)
        with point_into_body("/answer"):
            understood = check_answer(
                player=self.player,
                request_id=decision_id,
                answer=given.answer,
                text=given.text,
                confirmed=given.confirm or not given.ready,
            )
        return Response(understood)


class AdviceView(_GivenCall):
    """``decisions/{id}/advice/``: draft an answer for another seat's decision."""

    @describe_operation(
        "decisions_advice",
        "A decision of another seat on which I may advise",
        sends=AdviceRequestBody,
        tag="decisions",
        sent_headers=["Cache-Control"],
        about="For the seats that the question names as advisers. Nobody waits for advice.",
    )
    def get(self, request: Request, decision_id: UUID) -> Response:
        return Response(_advice_body(get_advice_request(self.player, decision_id)), headers=_PRIVATE)

    @describe_operation(
        "decisions_advise",
        "Leave advice",
        reads=DraftRequest,
        text=NOTATION,
        sends=AdviceRequestBody,
        tag="decisions",
        sent_headers=["Cache-Control"],
        about="Replaces my last advice. The seat that decides sees it, nobody else; it never counts as the answer.",
        examples=[
            make_example("One of the options", {"answer": "red_merchant_3"}),
            make_example("Notation", "choose red_merchant_3", media="text/plain"),
        ],
    )
    def put(self, request: Request, decision_id: UUID) -> Response:
        get_advice_request(self.player, decision_id)
        if (request.content_type or "").startswith(NotationParser.media_type):
            text: Any = request.data
            do_advise(player=self.player, request_id=decision_id, text=text if isinstance(text, str) else "")
        else:
            answer = msgspec.json.encode(self.parse_body(DraftRequest).answer)
            with point_into_body("/answer"):
                do_advise(player=self.player, request_id=decision_id, answer=answer)
        return Response(_advice_body(get_advice_request(self.player, decision_id)), headers=_PRIVATE)

    @describe_operation("decisions_advice_withdraw", "Take my advice back", status=204, tag="decisions")
    def delete(self, request: Request, decision_id: UUID) -> Response:
        do_withdraw_advice(player=self.player, request_id=decision_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


_PRIVATE = {"Cache-Control": "private, no-cache"}


@contextmanager
def point_into_body(place: str) -> Iterator[None]:
    """In the block, change each refusal so that its JSON pointers point into the request's body.

    `place` is the pointer to the answer in the body.
    """
    try:
        yield
    except (Malformed, Illegal) as error:
        raise with_pointer_prefix(error, place) from None


def with_pointer_prefix(error: GameError, place: str) -> GameError:
    """Return a copy of a refusal with `place` added before the JSON pointer of each problem."""
    problems = (msgspec.structs.replace(one, pointer=place + one.pointer) for one in error.problems)
    return type(error)(*problems, detail=error.detail)


def read_if_match(request: Request) -> int | None:
    """Return the revision number in the If-Match header; None without the header, -1 for any other tag."""
    tag = request.headers.get("If-Match", "*").strip()
    if tag == "*":
        return None
    found = re.fullmatch(r'(?:W/)?"(\d{1,9})"', tag)  # compression makes an ETag weak
    return int(found[1]) if found else -1


def _question_line(found: Decision | AdviceRequest) -> dict[str, Any]:
    """Return the fields that a line has for each kind of question."""
    return {
        "id": found.id,
        "game": found.game.pk,
        "game_name": found.game.name,
        "title": found.game.title,
        "seat": found.seat,
        "rule": found.rule,
        "kind": found.kind,
        "prompt": found.question.prompt,
        "opened_at": found.opened_at,
        "due_at": found.due_at,
    }


def to_decision_line(found: Decision) -> dict[str, Any]:
    """Return the fields of a `DecisionLine` for a decision."""
    return {**_question_line(found), "stop": found.stop, "revision": found.revision, "ready": found.ready}


def _question_body(found: Decision | AdviceRequest) -> dict[str, Any]:
    """Return the fields that a body has for each kind of question, in addition to those of its line."""
    title = registry.game_title(found.game)
    return {
        "context": found.question.context,
        "explanation": request_language.both(
            lambda language: title.presentation.explain_question(found.question, language)
        ),
        "form": form_body(found.question.form, title.presentation.labels),
        "closed_at": found.closed_at,
        "answer": found.answer,
    }


def _body(found: Decision) -> DecisionBody:
    return DecisionBody(
        **to_decision_line(found),
        **_question_body(found),
        outcome=found.outcome,
        receipt=msgspec.convert(found.receipt, Receipt) if found.receipt else None,
        advice=[AdviceGivenBody(seat=a.seat, answer=a.answer, text=a.description, at=a.at) for a in found.advice],
    )


def _advice_line(found: AdviceRequest) -> dict[str, Any]:
    return {**_question_line(found), "adviser": found.adviser, "advised": found.answered}


def _advice_body(found: AdviceRequest) -> AdviceRequestBody:
    return AdviceRequestBody(**_advice_line(found), **_question_body(found))
