"""``games/{id}/admin/``: what staff and a game's umpire may do; each act is told to all and noted down."""

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

from api.access import CostlyLimit
from api.base import Call
from api.calls.decisions import DecisionLine, inside, line
from api.calls.forms import Answer, FormBody, form_body
from api.calls.games import Hours, Nothing, Reason, WithReason
from api.calls.sight import MOST
from api.schema import call, example
from api.shapes import Body
from games import registry
from games.kernel.errors import malformed
from games.models import MailEvent
from games.selectors.decisions import Decision
from games.selectors.delivery import histories, unreachable_seats
from games.selectors.games import GameState, game_state
from games.selectors.mail import letters_of_game
from games.selectors.messages import messages_behind
from games.selectors.replay import replay_stops
from games.selectors.umpire import open_decision, open_decisions, player_named
from games.services.export import export_game
from games.services.hold import do_release
from games.services.outbox import do_resend_to_seat
from games.services.rewind import do_rewind
from games.services.umpire import do_act_for, do_extend, do_hold, do_pause, do_resume, do_substitute
from games.stored.receipts import Receipt

SeatKey = Annotated[str, Meta(min_length=1, max_length=40)]


class Rewinding(Body, frozen=True, kw_only=True):
    """Back to the beginning of the step that was played at a stop, as `admin/stops/` counts them, and why."""

    stop: Annotated[int, Meta(ge=1, le=MOST)]
    reason: Annotated[str, Meta(min_length=1, max_length=500, pattern=r"\S")]


class Extending(Body, frozen=True, kw_only=True):
    """How many hours more for every open decision, and why."""

    hours: Hours
    reason: Reason = ""


class Substituting(Body, frozen=True, kw_only=True):
    """Which seat, and who is to take it: a player by name, or a bot."""

    seat: SeatKey
    player: Annotated[str, Meta(max_length=60)] = ""
    bot: Annotated[str, Meta(max_length=40)] = ""
    reason: Reason = ""


class Acting(Body, frozen=True, kw_only=True):
    """An answer in a seat's place: as JSON, or as `notation`."""

    decision: UUID
    answer: Answer | msgspec.UnsetType = msgspec.UNSET
    notation: Annotated[str, Meta(max_length=20_000)] | None = None
    reason: Reason = ""


class Holding(Body, frozen=True, kw_only=True):
    """Why; all players read it."""

    reason: Annotated[str, Meta(min_length=1, max_length=500, pattern=r"\S")]


class LetterEvent(Struct, frozen=True):
    """What happened to a letter, who told so, and what was said."""

    what: str
    at: datetime
    source: str
    code: str
    detail: str


class LetterLine(Struct, frozen=True):
    """A letter on file: to which seat, of what kind, what became of it, and what happened on its way."""

    id: int
    role: str = field(name="seat")
    kind: str
    status: str
    created_at: datetime
    sent_at: datetime | None
    error: str
    history: list[LetterEvent]


class LetterList(Struct, frozen=True):
    """The letters of a game, newest first, and the seats whose letters come back: none are sent there."""

    results: list[LetterLine]
    unreachable: list[str]
    next: None = None


class StopLine(Struct, frozen=True):
    """A stop: its number in the order of writing, its branch, why it was written, and who saw something new."""

    stop: int
    branch: int
    cause: str
    at: datetime
    audiences: tuple[str, ...]


class StopList(Struct, frozen=True):
    """Every stop of a game in the order of writing, rewound ones included."""

    results: list[StopLine]
    next: None = None


class AskedBody(DecisionLine, frozen=True, kw_only=True):
    """An open decision of any seat, with its form; sealed answers stay sealed here."""

    form: FormBody


class AskedList(Struct, frozen=True):
    """The open decisions of a game, in table order."""

    results: list[AskedBody]
    next: None = None


class ExportBody(Struct, frozen=True):
    """A game as a document; `format` is its version. Another server of this kind reads it."""

    format: int
    pack: dict[str, str]
    game: dict[str, Any]
    seats: list[dict[str, Any]]
    requests: list[dict[str, Any]]
    tables: dict[str, list[dict[str, Any]]]
    messages: list[dict[str, Any]]


class Stops(Call):
    """The stops to go back to."""

    @call("admin_stops", "Every stop of the game", sends=StopList, tag="admin")
    def get(self, request: Request, game_id: UUID) -> Response:
        found = replay_stops(self.player, game_id)
        return Response(StopList([StopLine(one.number, one.branch, one.cause, one.at, one.audiences) for one in found]))


class Asked(Call):
    """The questions that are open."""

    @call("admin_decisions", "The open decisions of all seats", sends=AskedList, tag="admin")
    def get(self, request: Request, game_id: UUID) -> Response:
        return Response(AskedList([_asked(one) for one in open_decisions(self.player, game_id)]))


def _asked(found: Decision) -> AskedBody:
    return AskedBody(**line(found), form=form_body(found.question.form, registry.game_title(found.game).labels))


class Said(Struct, frozen=True):
    """What one seat said to others."""

    id: UUID
    sender: str
    receivers: list[str]
    text: str
    at: datetime


class SaidList(Struct, frozen=True):
    """All that was said in a game, in order."""

    results: list[Said]
    next: None = None


class Press(Call):
    """Who said what to whom."""

    @call("admin_messages", "All messages of the game", sends=SaidList, tag="admin")
    def get(self, request: Request, game_id: UUID) -> Response:
        found = messages_behind(self.player, game_id)
        return Response(SaidList([Said(one.pk, one.sender, one.receivers, one.text, one.at) for one in found]))


class Rewind(Call):
    """Going back."""

    @call(
        "admin_rewind",
        "Go back to an earlier stop",
        reads=Rewinding,
        sends=GameState,
        tag="admin",
        about="A new branch with dice of its own; nothing is deleted, and all players are told.",
        examples=[example("Back to the beginning", {"stop": 1, "reason": "A wrong card was dealt."})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        wanted = self.body(Rewinding)
        do_rewind(by=self.player, game_id=game_id, number=wanted.stop, reason=wanted.reason)
        return Response(game_state(self.player, game_id))


class Extend(Call):
    """More time."""

    @call(
        "admin_extend",
        "Give every open decision more time",
        reads=Extending,
        sends=GameState,
        tag="admin",
        examples=[example("A day", {"hours": 24, "reason": "Holidays."})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        wanted = self.body(Extending)
        do_extend(by=self.player, game_id=game_id, hours=wanted.hours, reason=wanted.reason)
        return Response(game_state(self.player, game_id))


class _WithReason(Call):
    """An act that needs no more than a reason."""

    act: Callable[..., Any]

    def done(self, game_id: UUID) -> Response:
        wanted = self.body(WithReason)
        type(self).act(by=self.player, game_id=game_id, reason=wanted.reason)
        return Response(game_state(self.player, game_id))


class Pause(_WithReason):
    """Stopping the clocks."""

    act = staticmethod(do_pause)

    @call(
        "admin_pause",
        "Stop the clocks",
        reads=WithReason,
        sends=GameState,
        tag="admin",
        about="Answers are taken, but nothing is resolved until the game is resumed.",
        examples=[example("Holidays", {"reason": "Until the 2nd."})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        return self.done(game_id)


class Resume(_WithReason):
    """Letting the clocks run."""

    act = staticmethod(do_resume)

    @call(
        "admin_resume",
        "Let the clocks run again",
        reads=WithReason,
        sends=GameState,
        tag="admin",
        about="Every deadline moves by the length of the pause.",
        examples=[example("Back", {})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        return self.done(game_id)


class Release(_WithReason):
    """The exit from a hold."""

    act = staticmethod(do_release)

    @call(
        "admin_release",
        "Let a held game go on",
        reads=WithReason,
        sends=GameState,
        tag="admin",
        about="Answers and dice of the step are kept where they fit the present rules; the rest is asked anew.",
        examples=[example("Looked at", {"reason": "The rules were mended."})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        return self.done(game_id)


class Hold(Call):
    """Stopping everything."""

    @call(
        "admin_hold",
        "Hold the game",
        reads=Holding,
        sends=GameState,
        tag="admin",
        about="No answers are taken until it is released; then the step is played again with what was answered.",
        examples=[example("A doubt", {"reason": "A rule is in doubt."})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        do_hold(by=self.player, game_id=game_id, reason=self.body(Holding).reason)
        return Response(game_state(self.player, game_id))


class Letters(Call):
    """The letters of a game."""

    @call("admin_letters", "The newest letters of the game, without their contents", sends=LetterList, tag="admin")
    def get(self, request: Request, game_id: UUID) -> Response:
        found = letters_of_game(self.player, game_id)
        lines = [
            LetterLine(
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
        return Response(LetterList(lines, unreachable_seats(game_id)))


class Resend(Call):
    """One of them once more."""

    @call(
        "admin_resend",
        "Send a letter again",
        reads=Nothing,
        sends=LetterLine,
        tag="admin",
        about="Under the same Message-ID, to whoever sat there when it was owed and sits there still.",
        examples=[example("Nothing", {})],
    )
    def post(self, request: Request, game_id: UUID, letter_id: int) -> Response:
        self.body(Nothing)
        mail = do_resend_to_seat(by=self.player, game_id=game_id, mail_id=letter_id)
        role = mail.seat.role if mail.seat else ""
        line = (mail.pk, role, mail.kind, mail.status, mail.created_at, mail.sent_at, mail.error)
        return Response(LetterLine(*line, _history(mail.pk)))


def _history(letter: int) -> list[LetterEvent]:
    return [_event(one) for one in histories([letter])[letter]]


def _event(one: MailEvent) -> LetterEvent:
    return LetterEvent(one.what, one.at, one.source, one.code, one.detail)


class Substitute(Call):
    """Somebody else in a seat."""

    @call(
        "admin_substitute",
        "Put another player, or a bot, into a seat",
        reads=Substituting,
        sends=GameState,
        tag="admin",
        about="Whoever ever saw another seat's secrets of this game may not take it.",
        examples=[example("A bot", {"seat": "red", "bot": "random"})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        wanted = self.body(Substituting)
        if bool(wanted.player) == bool(wanted.bot):
            raise malformed("", "Name a player or a bot.", "プレイヤーかボットを指定してください。", "one_of")
        do_substitute(
            by=self.player,
            game_id=game_id,
            role=wanted.seat,
            player=player_named(wanted.player) if wanted.player else None,
            bot=wanted.bot,
            reason=wanted.reason,
        )
        return Response(game_state(self.player, game_id))


class Act(Call):
    """An answer in a seat's place."""

    @call(
        "admin_act",
        "Answer in a seat's place",
        reads=Acting,
        sends=Receipt,
        status=202,
        tag="admin",
        about="All players are told that it was done, not what.",
        examples=[
            example("As text", {"decision": "00000000-0000-4000-8000-000000000000", "notation": "pass"}),
        ],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        wanted = self.body(Acting)
        given = None if wanted.answer is msgspec.UNSET else msgspec.json.encode(wanted.answer)
        asked = open_decision(self.player, game_id, wanted.decision)
        with inside("/answer" if given is not None else "/notation"):
            receipt = do_act_for(
                by=self.player, request_id=asked.id, answer=given, text=wanted.notation, reason=wanted.reason
            )
        return Response(receipt, status.HTTP_202_ACCEPTED)


class Export(Call):
    """The whole game."""

    throttle_classes = (CostlyLimit,)

    @call(
        "admin_export",
        "The whole game as one document",
        sends=ExportBody,
        tag="admin",
        about="A document of a running game leaves out the secrets of its dice.",
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        data = export_game(by=self.player, game_id=game_id)
        response = HttpResponse(data, content_type="application/json")
        response["Content-Disposition"] = f'attachment; filename="game-{game_id}.json"'
        response["Cache-Control"] = "no-store"
        return response
