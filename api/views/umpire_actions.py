"""``games/{id}/admin/``: actions of staff and a game's umpire; each is announced to all and logged."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.http import HttpResponse
from msgspec import Meta, Struct, field
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from api.api_view import ApiView
from api.authentication import ExpensiveReadThrottle
from api.idempotency import accept_idempotency_key
from api.openapi_schema import describe_operation, make_example
from api.request_bodies import RequestBody
from api.views.decisions import DecisionLine, point_into_body, to_decision_line
from api.views.form_schemas import Answer, FormBody, form_body
from api.views.games import EmptyBody, Hours, Reason, ReasonRequest
from api.views.seat_views import MAX_NUMBER
from games import registry
from games.kernel.errors import malformed
from games.models import MailEvent
from games.persistence.receipts import Receipt
from games.selectors.decisions import Decision
from games.selectors.games import GameState, get_game_state
from games.selectors.mail_delivery import list_unreachable_seats, load_delivery_histories
from games.selectors.mail_log import list_game_mail
from games.selectors.messages import list_all_messages
from games.selectors.open_decisions import get_open_decision, get_player_by_name, list_open_decisions
from games.selectors.replay import list_replay_stops
from games.services.export import export_game
from games.services.hold import do_release
from games.services.outbox import do_resend_to_seat
from games.services.rewind import do_rewind
from games.services.umpire import do_act_for, do_extend, do_hold, do_pause, do_resume, do_substitute

SeatKey = Annotated[str, Meta(min_length=1, max_length=40)]


class RewindRequest(RequestBody, frozen=True, kw_only=True):
    """The stop to rewind to, a number from `admin/stops/`, and the reason.

    The game goes back to the beginning of the step in which the stop lies.
    """

    stop: Annotated[int, Meta(ge=1, le=MAX_NUMBER)]
    reason: Annotated[str, Meta(min_length=1, max_length=500, pattern=r"\S")]


class ExtendRequest(RequestBody, frozen=True, kw_only=True):
    """The additional hours for every open decision, and the reason."""

    hours: Hours
    reason: Reason = ""


class SubstituteRequest(RequestBody, frozen=True, kw_only=True):
    """The seat that gets a substitute, and its new occupant: a player by name, or a bot."""

    seat: SeatKey
    player: Annotated[str, Meta(max_length=60)] = ""
    bot: Annotated[str, Meta(max_length=40)] = ""
    reason: Reason = ""


class ActForSeatRequest(RequestBody, frozen=True, kw_only=True):
    """An answer for a seat, as JSON or as `notation`."""

    decision: UUID
    answer: Answer | msgspec.UnsetType = msgspec.UNSET
    notation: Annotated[str, Meta(max_length=20_000)] | None = None
    reason: Reason = ""


class HoldRequest(RequestBody, frozen=True, kw_only=True):
    """The reason; all players read it."""

    reason: Annotated[str, Meta(min_length=1, max_length=500, pattern=r"\S")]


class EmailEventBody(Struct, frozen=True):
    """A delivery event of an e-mail."""

    event: Annotated[str, Meta(description="What happened, such as a bounce.")]
    at: datetime
    source: Annotated[str, Meta(description="Where the report comes from.")]
    code: Annotated[str, Meta(description="The status code in the report.")]
    detail: Annotated[str, Meta(description="The text of the report.")]


class EmailBody(Struct, frozen=True):
    """An e-mail in the outbox."""

    id: int
    role: str = field(name="seat")
    kind: Annotated[str, Meta(description="The kind of e-mail.")]
    status: Annotated[str, Meta(description="Its status in the outbox.")]
    created_at: datetime
    sent_at: Annotated[datetime | None, Meta(description="When it was sent; null if it was not.")]
    error: Annotated[str, Meta(description="The last error, or empty.")]
    history: Annotated[list[EmailEventBody], Meta(description="Its delivery events, the oldest first.")]


class EmailList(Struct, frozen=True):
    """The e-mails of a game, newest first, and the seats to which none are sent because their e-mails bounce."""

    results: list[EmailBody]
    unreachable: list[str]
    next: str | None = None


class AdminStopBody(Struct, frozen=True):
    """A stop: a stored position in which the game waited for answers."""

    stop: Annotated[int, Meta(description="Its number in the order of storage.")]
    branch: Annotated[int, Meta(description="The number of its line of play; a rewind begins a new one.")]
    cause: Annotated[str, Meta(description="What caused it.")]
    at: datetime
    audiences: Annotated[tuple[str, ...], Meta(description="The audiences that got a new view.")]


class AdminStopList(Struct, frozen=True):
    """Every stop of a game in the order of storage, including those undone by a rewind."""

    results: list[AdminStopBody]
    next: str | None = None


class OpenDecisionBody(DecisionLine, frozen=True, kw_only=True):
    """An open decision of any seat, with its form but without the answer."""

    form: FormBody


class OpenDecisionList(Struct, frozen=True):
    """The open decisions of a game, in table order."""

    results: list[OpenDecisionBody]
    next: str | None = None


class ExportBody(Struct, frozen=True):
    """A game as a document that another server of this kind can import."""

    format: Annotated[int, Meta(description="The version of the format.")]
    pack: Annotated[
        dict[str, str], Meta(description="The data files of the title with which the game was started, by name.")
    ]
    game: dict[str, Any]
    seats: list[dict[str, Any]]
    requests: Annotated[list[dict[str, Any]], Meta(description="The questions to the seats.")]
    tables: Annotated[dict[str, list[dict[str, Any]]], Meta(description="The rows of other tables, by table.")]
    messages: Annotated[list[dict[str, Any]], Meta(description="The press.")]


class AdminStopsView(ApiView):
    """``games/{id}/admin/stops/``: list the stops to which a game can be rewound."""

    @describe_operation("admin_stops", "Every stop of the game", sends=AdminStopList, tag="admin")
    def get(self, request: Request, game_id: UUID) -> Response:
        found = list_replay_stops(self.player, game_id)
        return Response(
            AdminStopList([AdminStopBody(one.number, one.branch, one.cause, one.at, one.audiences) for one in found])
        )


class OpenDecisionsView(ApiView):
    """``games/{id}/admin/decisions/``: list the open questions of a game."""

    @describe_operation("admin_decisions", "The open decisions of all seats", sends=OpenDecisionList, tag="admin")
    def get(self, request: Request, game_id: UUID) -> Response:
        return Response(OpenDecisionList([_asked(one) for one in list_open_decisions(self.player, game_id)]))


def _asked(found: Decision) -> OpenDecisionBody:
    return OpenDecisionBody(
        **to_decision_line(found),
        form=form_body(found.question.form, registry.game_title(found.game).presentation.labels),
    )


class PressMessageBody(Struct, frozen=True):
    """A message from one seat to others."""

    id: UUID
    sender: str
    receivers: list[str]
    text: str
    at: datetime


class PressMessageList(Struct, frozen=True):
    """All press of a game, in order."""

    results: list[PressMessageBody]
    next: str | None = None


class AllMessagesView(ApiView):
    """``games/{id}/admin/messages/``: read all press of a game."""

    @describe_operation("admin_messages", "All messages of the game", sends=PressMessageList, tag="admin")
    def get(self, request: Request, game_id: UUID) -> Response:
        found = list_all_messages(self.player, game_id)
        return Response(
            PressMessageList([PressMessageBody(one.pk, one.sender, one.receivers, one.text, one.at) for one in found])
        )


class RewindView(ApiView):
    """``games/{id}/admin/rewind/``: rewind a game."""

    @accept_idempotency_key
    @describe_operation(
        "admin_rewind",
        "Go back to an earlier stop",
        reads=RewindRequest,
        sends=GameState,
        tag="admin",
        about="A new branch with dice of its own; nothing is deleted, and all players are told.",
        examples=[make_example("Back to the beginning", {"stop": 1, "reason": "A wrong card was dealt."})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        wanted = self.parse_body(RewindRequest)
        do_rewind(by=self.player, game_id=game_id, number=wanted.stop, reason=wanted.reason)
        return Response(get_game_state(self.player, game_id))


class ExtendView(ApiView):
    """``games/{id}/admin/extend/``: extend the deadlines of a game."""

    @accept_idempotency_key
    @describe_operation(
        "admin_extend",
        "Give every open decision more time",
        reads=ExtendRequest,
        sends=GameState,
        tag="admin",
        examples=[make_example("A day", {"hours": 24, "reason": "Holidays."})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        wanted = self.parse_body(ExtendRequest)
        do_extend(by=self.player, game_id=game_id, hours=wanted.hours, reason=wanted.reason)
        return Response(get_game_state(self.player, game_id))


class _WithReason(ApiView):
    """The base class of views for an action that needs only a reason; `service` executes the action."""

    service: Callable[..., Any]

    def perform(self, game_id: UUID) -> Response:
        wanted = self.parse_body(ReasonRequest)
        type(self).service(by=self.player, game_id=game_id, reason=wanted.reason)
        return Response(get_game_state(self.player, game_id))


class PauseView(_WithReason):
    """``games/{id}/admin/pause/``: pause a game, which stops its clocks."""

    service = staticmethod(do_pause)

    @accept_idempotency_key
    @describe_operation(
        "admin_pause",
        "Stop the clocks",
        reads=ReasonRequest,
        sends=GameState,
        tag="admin",
        about="Answers are taken, but nothing is resolved until the game is resumed.",
        examples=[make_example("Holidays", {"reason": "Until the 2nd."})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        return self.perform(game_id)


class ResumeView(_WithReason):
    """``games/{id}/admin/resume/``: resume a game, which restarts its clocks."""

    service = staticmethod(do_resume)

    @accept_idempotency_key
    @describe_operation(
        "admin_resume",
        "Let the clocks run again",
        reads=ReasonRequest,
        sends=GameState,
        tag="admin",
        about="Every deadline moves by the length of the pause.",
        examples=[make_example("Back", {})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        return self.perform(game_id)


class ReleaseView(_WithReason):
    """``games/{id}/admin/release/``: release a held game, which then continues."""

    service = staticmethod(do_release)

    @accept_idempotency_key
    @describe_operation(
        "admin_release",
        "Let a held game go on",
        reads=ReasonRequest,
        sends=GameState,
        tag="admin",
        about="Answers and dice of the step are kept where they fit the present rules; the rest is asked again.",
        examples=[make_example("Looked at", {"reason": "The rules were mended."})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        return self.perform(game_id)


class HoldView(ApiView):
    """``games/{id}/admin/hold/``: hold a game, which stops it until it is released."""

    @accept_idempotency_key
    @describe_operation(
        "admin_hold",
        "Hold the game",
        reads=HoldRequest,
        sends=GameState,
        tag="admin",
        about="No answers are taken until it is released; then the step is played again with what was answered.",
        examples=[make_example("A doubt", {"reason": "A rule is in doubt."})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        do_hold(by=self.player, game_id=game_id, reason=self.parse_body(HoldRequest).reason)
        return Response(get_game_state(self.player, game_id))


class EmailListView(ApiView):
    """``games/{id}/admin/letters/``: list the e-mails of a game."""

    @describe_operation(
        "admin_letters", "The latest e-mails of the game, without their contents", sends=EmailList, tag="admin"
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        found = list_game_mail(self.player, game_id)
        lines = [
            EmailBody(
                one.id,
                one.role,
                one.code,
                one.status,
                one.created_at,
                one.sent_at,
                one.error,
                [_event(event) for event in one.history],
            )
            for one in found
        ]
        return Response(EmailList(lines, list_unreachable_seats(game_id)))


class ResendEmailView(ApiView):
    """``games/{id}/admin/letters/{id}/resend/``: resend an e-mail of a game."""

    @accept_idempotency_key
    @describe_operation(
        "admin_resend",
        "Resend an e-mail",
        reads=EmptyBody,
        sends=EmailBody,
        tag="admin",
        about="Under the same Message-ID, if the player to whom it was addressed still holds the seat.",
        examples=[make_example("Nothing", {})],
    )
    def post(self, request: Request, game_id: UUID, letter_id: int) -> Response:
        self.parse_body(EmptyBody)
        mail = do_resend_to_seat(by=self.player, game_id=game_id, mail_id=letter_id)
        role = mail.seat.role if mail.seat else ""
        line = (mail.pk, role, mail.kind, mail.status, mail.created_at, mail.sent_at, mail.error)
        return Response(EmailBody(*line, _history(mail.pk)))


def _history(mail_id: int) -> list[EmailEventBody]:
    return [_event(one) for one in load_delivery_histories([mail_id])[mail_id]]


def _event(one: MailEvent) -> EmailEventBody:
    return EmailEventBody(one.what, one.at, one.source, one.code, one.detail)


class SubstituteView(ApiView):
    """``games/{id}/admin/substitute/``: give a seat to a substitute."""

    @accept_idempotency_key
    @describe_operation(
        "admin_substitute",
        "Put another player, or a bot, into a seat",
        reads=SubstituteRequest,
        sends=GameState,
        tag="admin",
        about="A player who has seen another seat's secrets of this game may not take it.",
        examples=[make_example("A bot", {"seat": "red", "bot": "random"})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        wanted = self.parse_body(SubstituteRequest)
        if bool(wanted.player) == bool(wanted.bot):
            raise malformed("", "Name a player or a bot.", "プレイヤーかボットを指定してください。", "one_of")
        do_substitute(
            by=self.player,
            game_id=game_id,
            role=wanted.seat,
            player=get_player_by_name(wanted.player) if wanted.player else None,
            bot=wanted.bot,
            reason=wanted.reason,
        )
        return Response(get_game_state(self.player, game_id))


class ActForSeatView(ApiView):
    """``games/{id}/admin/act/``: answer for a seat."""

    @accept_idempotency_key
    @describe_operation(
        "admin_act",
        "Answer in a seat's place",
        reads=ActForSeatRequest,
        sends=Receipt,
        status=202,
        tag="admin",
        about="All players are told that it was done, not what.",
        examples=[
            make_example("As text", {"decision": "00000000-0000-4000-8000-000000000000", "notation": "pass"}),
        ],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        wanted = self.parse_body(ActForSeatRequest)
        given = None if wanted.answer is msgspec.UNSET else msgspec.json.encode(wanted.answer)
        asked = get_open_decision(self.player, game_id, wanted.decision)
        with point_into_body("/answer" if given is not None else "/notation"):
            receipt = do_act_for(
                by=self.player, request_id=asked.id, answer=given, text=wanted.notation, reason=wanted.reason
            )
        return Response(receipt, status.HTTP_202_ACCEPTED)


class ExportView(ApiView):
    """``games/{id}/admin/export/``: export a whole game."""

    throttle_classes = (ExpensiveReadThrottle,)

    @describe_operation(
        "admin_export",
        "The whole game as one document",
        sends=ExportBody,
        tag="admin",
        sent_headers=["Cache-Control"],
        about="A document of a running game leaves out the secrets of its dice.",
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        data = export_game(by=self.player, game_id=game_id)
        response = HttpResponse(data, content_type="application/json")
        response["Content-Disposition"] = f'attachment; filename="game-{game_id}.json"'
        response["Cache-Control"] = "no-store"
        return response
