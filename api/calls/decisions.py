"""``decisions/``: what I must decide, my answers, and how they would be understood."""

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

from api import words
from api.base import Call
from api.calls.forms import Answer, FormBody, form_body
from api.schema import call, example, header
from api.shapes import Body
from api.wire import Notation, StrictJSON
from games import registry
from games.kernel.errors import GameError, Illegal, Malformed, malformed
from games.kernel.text import Text
from games.models.statements import Reading
from games.selectors.access import own_by_token
from games.selectors.advice import AdviceWanted, advice_on, advice_wanted
from games.selectors.decisions import Decision, decision, my_decisions
from games.services.advice import do_advise, do_withdraw_advice
from games.services.answers import TO_ANSWER, check_answer, do_submit_answer, do_withdraw_answer
from games.stored.receipts import Receipt, Understood

NOTATION = "Orders in the text notation: one a line, `verb argument key=value …`, `#` begins a comment."
IF_MATCH = header(
    "If-Match", "The revision that you build on, as in the decision's ETag; else 412.", r'^(\*|"[0-9]+")$'
)
IDEMPOTENCY = header(
    "Idempotency-Key", "The same key and body get the first response again, even after closing.", r"^[!-~]{1,200}$"
)


class DecisionLine(Struct, frozen=True, kw_only=True):
    """An open decision in the list of mine."""

    id: UUID
    game: UUID
    game_name: str
    title: str
    seat: str
    stop: int
    rule: str
    kind: str
    prompt: Text
    opened_at: datetime
    due_at: datetime | None
    revision: int
    ready: bool


class AdvisedBody(Struct, frozen=True, kw_only=True):
    """What an adviser says to a question: a draft of its answer, as JSON and in words."""

    seat: str
    answer: Answer
    text: Text
    at: datetime


class DecisionBody(DecisionLine, frozen=True, kw_only=True):
    """A decision with its form, and the seat's own answer so far (null: none) with its receipt."""

    context: Any
    explanation: Text
    form: FormBody
    closed_at: datetime | None
    outcome: str
    answer: Answer
    receipt: Receipt | None
    advice: list[AdvisedBody]


class AdviceLine(Struct, frozen=True, kw_only=True):
    """A question to `seat` on which `adviser`, a seat of mine, may advise: see `decisions/{id}/advice/`."""

    id: UUID
    game: UUID
    game_name: str
    title: str
    seat: str
    adviser: str
    rule: str
    kind: str
    prompt: Text
    opened_at: datetime
    due_at: datetime | None
    advised: bool


class AdviceBody(AdviceLine, frozen=True, kw_only=True):
    """The question with its form, and my own draft so far (null: none)."""

    context: Any
    explanation: Text
    form: FormBody
    closed_at: datetime | None
    answer: Answer


class DraftBody(Body, frozen=True, kw_only=True):
    """A draft of an answer."""

    answer: Answer


class DecisionList(Struct, frozen=True):
    """My open decisions in all games, the most urgent first; apart from them, decisions of others to advise on."""

    results: list[DecisionLine]
    advice_wanted: list[AdviceLine]
    next: None = None


class AnswerBody(Body, frozen=True, kw_only=True):
    """An answer; `ready` false keeps it as a draft, which counts only when time is up.

    One by which a turn would pass unused is refused as ``would_waste`` unless it comes with `confirm`.
    """

    answer: Answer
    ready: bool = True
    confirm: bool = False


class CheckBody(Body, frozen=True, kw_only=True):
    """An answer to be looked at; with `confirm` also one by which a turn would pass unused."""

    answer: Answer
    ready: bool = True
    confirm: bool = False


class ReadyQuery(Body, frozen=True, kw_only=True):
    """How a text is meant."""

    ready: Annotated[bool, Meta(description="For text/plain: false keeps the answer as a draft.")] = True
    confirm: Annotated[bool, Meta(description="For text/plain: true takes what would leave a turn unused.")] = False


class DecisionQuery(Body, frozen=True, kw_only=True):
    """Which decisions."""

    game: Annotated[UUID | None, Meta(description="Only those of this game.")] = None


class Decisions(Call):
    """All my open decisions."""

    @call("decisions_list", "My open decisions in all games", sends=DecisionList, query=DecisionQuery, tag="decisions")
    def get(self, request: Request) -> Response:
        found = my_decisions(self.player, game_id=self.query(DecisionQuery).game)
        wanted = advice_wanted(self.player, game_id=self.query(DecisionQuery).game)
        advising = [AdviceLine(**_advice_line(one)) for one in wanted]
        return Response(DecisionList([DecisionLine(**line(one)) for one in found], advising))


class OneDecision(Call):
    """One decision."""

    @call(
        "decisions_retrieve",
        "A decision with its form",
        sends=DecisionBody,
        tag="decisions",
        about="Open or closed, for the seat's present player. The ETag is the revision of the answer.",
    )
    def get(self, request: Request, decision_id: UUID) -> Response:
        found = decision(self.player, decision_id)
        return Response(_body(found), headers={"ETag": found.etag, "Cache-Control": "private, no-cache"})


_EXAMPLES = [
    example("One of the options", {"answer": "red_merchant_3", "ready": True}),
    example("Nothing", {"answer": None}),
    example("Orders", {"answer": [{"order": "leave", "ship": "emden"}], "ready": False}),
    example("Notation", "choose red_merchant_3", media="text/plain"),
]


class Given(NamedTuple):
    """An answer as JSON or as text, whether it is meant for good, and whether also if it leaves a turn unused."""

    answer: bytes | None
    text: str | None
    ready: bool
    confirm: bool


class _GivenCall(Call):
    """A call that brings an answer."""

    parser_classes = [StrictJSON, Notation]

    def given(self, kind: type[AnswerBody] | type[CheckBody]) -> Given:
        """The answer as it came."""
        asked = self.query(ReadyQuery)
        if (self.request.content_type or "").startswith(Notation.media_type):
            text: Any = self.request.data
            return Given(None, text if isinstance(text, str) else "", asked.ready, asked.confirm)
        body = self.body(kind)
        answer = msgspec.json.encode(body.answer)
        return Given(answer, None, body.ready and asked.ready, body.confirm or asked.confirm)


class AnswerCall(_GivenCall):
    """Sealing an answer, and taking it back."""

    def along(self, digest: str) -> Reading | None:
        """The question that is answered."""
        return own_by_token(digest, self.kwargs["decision_id"], TO_ANSWER) if self.request.method == "PUT" else None

    @call(
        "decisions_answer",
        "Seal an answer",
        reads=AnswerBody,
        text=NOTATION,
        sends=Receipt,
        status=202,
        query=ReadyQuery,
        headers=[IF_MATCH, IDEMPOTENCY],
        tag="decisions",
        about="Replaces my last answer until the decision closes. Nobody sees it before all that is needed is in.",
        examples=_EXAMPLES,
    )
    def put(self, request: Request, decision_id: UUID) -> Response:
        given = self.given(AnswerBody)
        with inside("/answer"):
            receipt = do_submit_answer(
                player=self.player,
                request_id=decision_id,
                answer=given.answer,
                text=given.text,
                ready=given.ready,
                confirmed=given.confirm,
                if_match=if_match(request),
                idempotency_key=_idempotency_key(request),
                found=next(iter(self.came_along), None),
            )
        return Response(receipt, status.HTTP_202_ACCEPTED, headers={"ETag": f'"{receipt.revision}"'})

    @call(
        "decisions_withdraw",
        "Take my answer back while the decision is open",
        status=204,
        headers=[IF_MATCH],
        tag="decisions",
    )
    def delete(self, request: Request, decision_id: UUID) -> Response:
        revision = do_withdraw_answer(player=self.player, request_id=decision_id, if_match=if_match(request))
        return Response(status=status.HTTP_204_NO_CONTENT, headers={"ETag": f'"{revision}"'})


class Check(_GivenCall):
    """A rehearsal."""

    @call(
        "decisions_check",
        "How an answer would be understood, without giving it",
        reads=CheckBody,
        text=NOTATION,
        sends=Understood,
        query=ReadyQuery,
        tag="decisions",
        examples=_EXAMPLES,
    )
    def post(self, request: Request, decision_id: UUID) -> Response:
        given = self.given(CheckBody)
        with inside("/answer"):
            understood = check_answer(
                player=self.player,
                request_id=decision_id,
                answer=given.answer,
                text=given.text,
                confirmed=given.confirm or not given.ready,
            )
        return Response(understood)


class AdviceCall(_GivenCall):
    """A draft for somebody else's answer."""

    @call(
        "decisions_advice",
        "A decision of another seat on which I may advise",
        sends=AdviceBody,
        tag="decisions",
        about="For the seats that the question names as advisers. Nobody waits for advice.",
    )
    def get(self, request: Request, decision_id: UUID) -> Response:
        return Response(_advice_body(advice_on(self.player, decision_id)), headers=_PRIVATE)

    @call(
        "decisions_advise",
        "Leave advice",
        reads=DraftBody,
        text=NOTATION,
        sends=AdviceBody,
        tag="decisions",
        about="Replaces my last advice. The seat that decides sees it, nobody else; it never counts as the answer.",
        examples=[
            example("One of the options", {"answer": "red_merchant_3"}),
            example("Notation", "choose red_merchant_3", media="text/plain"),
        ],
    )
    def put(self, request: Request, decision_id: UUID) -> Response:
        advice_on(self.player, decision_id)
        if (request.content_type or "").startswith(Notation.media_type):
            text: Any = request.data
            do_advise(player=self.player, request_id=decision_id, text=text if isinstance(text, str) else "")
        else:
            answer = msgspec.json.encode(self.body(DraftBody).answer)
            with inside("/answer"):
                do_advise(player=self.player, request_id=decision_id, answer=answer)
        return Response(_advice_body(advice_on(self.player, decision_id)), headers=_PRIVATE)

    @call("decisions_advice_withdraw", "Take my advice back", status=204, tag="decisions")
    def delete(self, request: Request, decision_id: UUID) -> Response:
        do_withdraw_advice(player=self.player, request_id=decision_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


_PRIVATE = {"Cache-Control": "private, no-cache"}


@contextmanager
def inside(place: str) -> Iterator[None]:
    """Make the pointers of refusals, which lead into the answer, lead into the body."""
    try:
        yield
    except (Malformed, Illegal) as error:
        raise moved(error, place) from None


def moved(error: GameError, place: str) -> GameError:
    """The same refusal with pointers that begin at `place`."""
    problems = (msgspec.structs.replace(one, pointer=place + one.pointer) for one in error.problems)
    return type(error)(*problems, detail=error.detail)


def if_match(request: Request) -> int | None:
    """The revision that the client builds on; None without a condition, -1 for a tag that we never gave."""
    tag = request.headers.get("If-Match", "*").strip()
    if tag == "*":
        return None
    found = re.fullmatch(r'"(\d{1,9})"', tag)
    return int(found[1]) if found else -1


def _idempotency_key(request: Request) -> str:
    key = request.headers.get("Idempotency-Key", "").strip()
    if not re.fullmatch(r"[!-~]{0,200}", key):
        raise malformed(
            "", "An Idempotency-Key has at most 200 visible characters.", "キーは表示可能な200文字以内です。", "header"
        )
    return key


def line(found: Decision) -> dict[str, Any]:
    """What the list of decisions says of one."""
    return {
        "id": found.id,
        "game": found.game.pk,
        "game_name": found.game.name,
        "title": found.game.title,
        "seat": found.seat,
        "stop": found.stop,
        "rule": found.rule,
        "kind": found.kind,
        "prompt": found.question.prompt,
        "opened_at": found.opened_at,
        "due_at": found.due_at,
        "revision": found.revision,
        "ready": found.ready,
    }


def _body(found: Decision) -> DecisionBody:
    title = registry.game_title(found.game)
    return DecisionBody(
        **line(found),
        context=found.question.context,
        explanation=words.both(lambda language: title.explain(found.question, language)),
        form=form_body(found.question.form, title.labels),
        closed_at=found.closed_at,
        outcome=found.outcome,
        answer=found.answer,
        receipt=msgspec.convert(found.receipt, Receipt) if found.receipt else None,
        advice=[AdvisedBody(seat=a.seat, answer=a.answer, text=a.description, at=a.at) for a in found.advice],
    )


def _advice_line(found: AdviceWanted) -> dict[str, Any]:
    return {
        "id": found.id,
        "game": found.game.pk,
        "game_name": found.game.name,
        "title": found.game.title,
        "seat": found.seat,
        "adviser": found.adviser,
        "rule": found.rule,
        "kind": found.kind,
        "prompt": found.question.prompt,
        "opened_at": found.opened_at,
        "due_at": found.due_at,
        "advised": found.answered,
    }


def _advice_body(found: AdviceWanted) -> AdviceBody:
    title = registry.game_title(found.game)
    return AdviceBody(
        **_advice_line(found),
        context=found.question.context,
        explanation=words.both(lambda language: title.explain(found.question, language)),
        form=form_body(found.question.form, title.labels),
        closed_at=found.closed_at,
        answer=found.answer,
    )
