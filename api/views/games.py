"""``games/``: create, find, join, leave and start games."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from django.utils.dateparse import parse_datetime
from msgspec import Meta, Struct, field
from rest_framework import status
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from api.api_view import ApiView
from api.idempotency import accept_idempotency_key
from api.openapi_schema import describe_operation, make_example
from api.request_bodies import RequestBody
from api.request_language import AnyLanguage
from api.text_patterns import ONE_LINE, TIME_OF_DAY
from games.kernel.errors import malformed
from games.persistence.absence_policy import MAX_MISSES, MAX_RESERVE_ANSWER_HOURS, AbsencePolicy
from games.persistence.clock import MAX_CLOCK_TIMES, MAX_GRACE_MINUTES, MAX_THINK_HOURS, Clock
from games.persistence.metadata_visibility import MetadataVisibility, VisibleTo
from games.selectors.access import get_game
from games.selectors.games import GameState, build_game_states, get_game_state, list_games
from games.selectors.open_decisions import get_player_by_name
from games.selectors.point_sources import SeatPoints, list_game_points
from games.services.clock_changes import do_change_clock
from games.services.creation import MAX_DEADLINE_HOURS, SeatAssignment
from games.services.lifecycle import do_abandon_game, do_join_game, do_leave_game, do_start_game
from games.services.mail_delivery import do_resend_newest_email
from games.services.nonces import do_reveal_nonce
from games.services.openings import do_open_game
from games.services.personal_lines import MAX_PERSONAL_LINE
from games.services.purge import do_delete_unbegun
from games.services.stand_ins import do_return_to_seat

Hours = Annotated[int, Meta(ge=1, le=MAX_DEADLINE_HOURS)]
Role = Annotated[str, Meta(max_length=40, description="A seat's key; without it the first that fits.")]
Reason = Annotated[str, Meta(max_length=500)]
InvitationLanguage = Annotated[
    AnyLanguage,
    Meta(
        description="The language of the e-mail to a person without an account; without it English and Japanese. "
        "Players get it in their own language."
    ),
]
PersonalLine = Annotated[
    str, Meta(max_length=MAX_PERSONAL_LINE, description="A line of plain text of yours in the e-mail."), ONE_LINE
]


class SeatRequest(RequestBody, frozen=True, kw_only=True):
    """The occupant of a seat: a player by name, a person by address, or a bot by name; if none is given, any player.

    With `invite` the named person gets an e-mail with a link and the `personal_line`; for a person without an account
    it is in `language`. With `invite` and nobody named, the seat is for players who are invited later.
    """

    role: Annotated[str, Meta(max_length=40)] = field(name="seat")
    player: Annotated[str, Meta(max_length=60)] = ""
    email: Annotated[str, Meta(max_length=254), ONE_LINE] = ""
    bot: Annotated[str, Meta(max_length=40)] = ""
    open: bool = False
    invite: bool = False
    language: InvitationLanguage = ""
    personal_line: PersonalLine = ""


class ClockSettings(RequestBody, frozen=True, kw_only=True):
    """The rules for deadlines, besides the hours for each decision; times and weekdays are those of `time_zone`."""

    at: Annotated[
        list[Annotated[str, Meta(max_length=5), TIME_OF_DAY]],
        Meta(
            max_length=MAX_CLOCK_TIMES, description="Times of day at which decisions are due, instead of after hours."
        ),
    ] = []
    weekdays: Annotated[
        list[Annotated[int, Meta(ge=1, le=7)]],
        Meta(
            max_length=7,
            description="The days on which a deadline may fall, from 1 for Monday to 7; an empty list: all days.",
        ),
    ] = []
    think_hours: Annotated[
        int,
        Meta(
            ge=0,
            le=MAX_THINK_HOURS,
            description="A deadline is the first of the times in `at` that leaves a player at least so many hours.",
        ),
    ] = 0
    grace_minutes: Annotated[
        int,
        Meta(ge=0, le=MAX_GRACE_MINUTES, description="The default is played so many minutes after a missed deadline."),
    ] = 0
    remind: Annotated[
        bool,
        Meta(
            description="Whether several reminders are sent, spread over the time until the deadline; not together "
            "with `reminder_hours`."
        ),
    ] = False


class NewGameClockSettings(ClockSettings, frozen=True, kw_only=True):
    """The rules for deadlines and results of a new game, besides the hours for each decision."""

    wait: Annotated[
        bool, Meta(description="Whether results come out only at the deadline, even if all have answered.")
    ] = False


class MetadataVisibilityRequest(RequestBody, frozen=True, kw_only=True):
    """Who sees facts about a seat's activity; every seat sees its own facts.

    ``umpire``: the umpire, or another moderator without a seat. ``table``: the players, too. ``all``: everybody who
    finds the game.
    """

    awaited: Annotated[
        VisibleTo, Meta(description="Who sees that the seat has an open question, and its deadline.")
    ] = "all"
    late: Annotated[
        VisibleTo, Meta(description="Who sees that the seat has missed a deadline, and that the default was played.")
    ] = "all"
    absent: Annotated[
        VisibleTo, Meta(description="Who sees that the seat is on vacation, or has missed too many deadlines.")
    ] = "all"
    last: Annotated[bool, Meta(description="Whether a player learns that all other players have answered.")] = False


class AbsencePolicyRequest(RequestBody, frozen=True, kw_only=True):
    """What happens after a player has missed `after` deadlines in a row.

    With `reserves`, the reserves are asked to take the seat. With `bot`, a bot answers for the player, who keeps the
    seat and may come back. With both, the bot answers when no reserve is left.
    """

    after: Annotated[int, Meta(ge=0, le=MAX_MISSES, description="The number of deadlines; 0: nobody stands in.")] = 0
    bot: Annotated[str, Meta(max_length=40, description="One of the title's bots, or random.")] = ""
    reserves: Annotated[bool, Meta(description="Whether reserves are asked; also when a player has left.")] = False
    answer_hours: Annotated[
        int, Meta(ge=1, le=MAX_RESERVE_ANSWER_HOURS, description="The hours that each reserve has to answer.")
    ] = 24


class ClockChangeRequest(RequestBody, frozen=True, kw_only=True):
    """A game's complete new rules for deadlines and reminders, and the reason for the change."""

    deadline_hours: Hours | None = None
    reminder_hours: Hours | None = None
    time_zone: Annotated[str, Meta(max_length=64, description="Of the times of day; without it the game's own.")] = ""
    clock: ClockSettings = ClockSettings()
    reason: Reason = ""


class ReturnRequest(RequestBody, frozen=True, kw_only=True):
    """The seat to which you return.

    Without it, you return to all of your seats for which a bot stands in or the reserves are asked.
    """

    role: Role = field(default="", name="seat")


class CreateGameRequest(RequestBody, frozen=True, kw_only=True):
    """The new game. Seats that are not named are open. `deadline_hours` are the hours for each decision."""

    title: Annotated[str, Meta(max_length=40)]
    scenario: Annotated[str, Meta(max_length=60)]
    options: dict[str, Any] = {}
    seats: Annotated[list[SeatRequest], Meta(max_length=40)] = []
    name: Annotated[str, Meta(max_length=120), ONE_LINE] = ""
    deadline_hours: Hours | None = None
    reminder_hours: Annotated[Hours | None, Meta(description="Hours before the deadline; less than its hours.")] = None
    release_at: Annotated[
        list[Annotated[str, Meta(max_length=5), TIME_OF_DAY]],
        Meta(
            max_length=24, description="Times of day, such as 18:00, at which results come out; an empty list: at once."
        ),
    ] = []
    time_zone: Annotated[str, Meta(max_length=64, description="Of the times of day; without it the host's.")] = ""
    clock: NewGameClockSettings = NewGameClockSettings()
    openness: MetadataVisibilityRequest = MetadataVisibilityRequest()
    absence: AbsencePolicyRequest = AbsencePolicyRequest()
    umpire: Annotated[str, Meta(max_length=60, description="A player by name, who then holds no seat.")] = ""
    visibility: Annotated[
        Literal["public", "unlisted", "private"],
        Meta(
            description="Who finds the game. `public`: everybody, on the list; `unlisted`: everybody who knows its id; "
            "`private`: its members."
        ),
    ] = "public"
    several_seats: Annotated[
        bool, Meta(description="One player may hold several seats that the scenario calls partners.")
    ] = False
    hints_allowed: Annotated[
        bool | None,
        Meta(description="Whether players may ask the bot for hints; null: only if one player plays against bots."),
    ] = None
    trials: Annotated[
        Literal["bots", "allowed", "off"],
        Meta(
            description="Who may try orders in invented worlds: see `decisions/{id}/trials/`. `bots`: only while all "
            "other seats are bots."
        ),
    ] = "bots"
    begins_when_full: Annotated[
        bool, Meta(description="Whether the game begins as soon as all seats are taken, without `start`.")
    ] = False


class GameQuery(RequestBody, frozen=True, kw_only=True):
    """Query parameters that filter games."""

    mine: Annotated[bool, Meta(description="Only games in which I sit, or that I host or umpire.")] = False
    status: Literal["", "open", "running", "held", "paused", "over", "abandoned"] = ""
    title: Annotated[str, Meta(max_length=40)] = ""
    cursor: Annotated[str, Meta(max_length=400, description="From `next` of the page before.")] = ""


class GameList(Struct, frozen=True):
    """A page of games, newest first; `next` is the link to the following page."""

    results: list[GameState]
    next: str | None


class JoinRequest(RequestBody, frozen=True, kw_only=True):
    """The seat (without it, one that is free), and your own nonce for the dice or the nonce's SHA-256."""

    role: Role = field(default="", name="seat")
    nonce: Annotated[
        str,
        Meta(
            max_length=200,
            description="Any text: it goes into the dice. The server keeps it; its salted hash is public at once.",
        ),
        ONE_LINE,
    ] = ""
    nonce_commitment: Annotated[
        str,
        Meta(
            pattern="^([0-9a-f]{64})?$",
            description="Instead: the SHA-256 of a text that only you know, to be revealed before the start.",
        ),
    ] = ""


class RevealNonceRequest(RequestBody, frozen=True, kw_only=True):
    """Your nonce for the dice: the text whose SHA-256 you gave on joining."""

    nonce: Annotated[str, Meta(max_length=200), ONE_LINE]
    role: Role = field(default="", name="seat")


class StartRequest(RequestBody, frozen=True, kw_only=True):
    """With `without_nonces` the game starts although nonces are not revealed; all players are notified of that."""

    without_nonces: bool = False


class LeaveRequest(RequestBody, frozen=True, kw_only=True):
    """The seat that you leave; without it, all of your seats."""

    role: Role = field(default="", name="seat")


class EmptyBody(RequestBody, frozen=True, kw_only=True):
    """An empty object."""


class ReasonRequest(RequestBody, frozen=True, kw_only=True):
    """The reason for the action, which all players can read."""

    reason: Reason = ""


class GameCursorPagination(CursorPagination):
    """Pagination of the list of games by cursor: the pages stay the same while games are added."""

    page_size = 50
    ordering = ("-created_at", "id")

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Return the cursor in the request's query, as a `next` link has it; None for the first page.

        Raises NotFound for an invalid cursor.
        """
        cursor = super().decode_cursor(request)
        if cursor is not None and cursor.position is not None and _moment(str(cursor.position)) is None:
            raise NotFound(self.invalid_cursor_message)
        return cursor


def _moment(text: str) -> datetime | None:
    try:
        found = parse_datetime(text)
    except ValueError:
        return None
    return found if found is not None and found.tzinfo else None


_NEW = {
    "title": "pirates",
    "scenario": "two_players",
    "options": {},
    "name": "North Sea 12",
    "seats": [{"seat": "red", "open": True}, {"seat": "black", "bot": "captain"}],
    "deadline_hours": 48,
    "reminder_hours": 12,
}


class GameListView(ApiView):
    """``games/``: list games, and create one."""

    @describe_operation("games_list", "Games, newest first", sends=GameList, query=GameQuery, tag="games")
    def get(self, request: Request) -> Response:
        asked = self.parse_query(GameQuery)
        pages = GameCursorPagination()
        rows = list_games(self.player, mine=asked.mine, status=asked.status, title=asked.title)
        found = pages.paginate_queryset(rows, request, view=self) or []
        return Response(GameList(build_game_states(self.player, found), pages.get_next_link()))

    @accept_idempotency_key
    @describe_operation(
        "games_create",
        "Create a game",
        reads=CreateGameRequest,
        sends=GameState,
        status=201,
        tag="games",
        sent_headers=["Location"],
        examples=[make_example("Against a bot", _NEW)],
    )
    def post(self, request: Request) -> Response:
        wanted = self.parse_body(CreateGameRequest)
        wishes = [_wish(index, seat) for index, seat in enumerate(wanted.seats)]
        game = do_open_game(
            host=self.player,
            takes_seats=False,
            title=wanted.title,
            scenario=wanted.scenario,
            options=wanted.options,
            seats=wishes,
            name=wanted.name,
            deadline_hours=wanted.deadline_hours,
            reminder_hours=wanted.reminder_hours,
            release_at=wanted.release_at,
            time_zone=wanted.time_zone,
            absence=msgspec.convert(msgspec.to_builtins(wanted.absence), AbsencePolicy),
            openness=msgspec.convert(msgspec.to_builtins(wanted.openness), MetadataVisibility),
            clock=msgspec.convert(msgspec.to_builtins(wanted.clock), Clock),
            umpire=get_player_by_name(wanted.umpire, "/umpire") if wanted.umpire else None,
            visibility=wanted.visibility,
            several_seats=wanted.several_seats,
            hints_allowed=wanted.hints_allowed,
            trials=wanted.trials,
            begins_when_full=wanted.begins_when_full,
        )
        place = request.build_absolute_uri(f"{game.pk}/")
        return Response(get_game_state(self.player, game.pk), status.HTTP_201_CREATED, headers={"Location": place})


def _wish(index: int, seat: SeatRequest) -> SeatAssignment:
    if seat.open and (seat.player or seat.email or seat.bot or seat.invite):
        raise malformed(f"/seats/{index}", "An open seat is nobody's.", "空席には誰も指定できません。", "one_of")
    return SeatAssignment(
        role=seat.role,
        player=seat.player,
        email=seat.email,
        bot=seat.bot,
        invite=seat.invite,
        language=seat.language,
        personal_line=seat.personal_line,
    )


class GameDetailView(ApiView):
    """``games/{id}/``: read one game, and delete one that never started."""

    @describe_operation(
        "games_retrieve", "A game: status, seats, who is asked until when", sends=GameState, tag="games"
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        return Response(get_game_state(self.player, game_id))

    @describe_operation(
        "games_delete",
        "Delete a game that never began",
        status=204,
        tag="games",
        about="Its host, its umpire or staff; where others sit, it is called off first, so that they are told.",
    )
    def delete(self, request: Request, game_id: UUID) -> Response:
        do_delete_unbegun(by=self.player, game_id=game_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class JoinView(ApiView):
    """``games/{id}/join/``: take a seat."""

    @accept_idempotency_key
    @describe_operation(
        "games_join",
        "Take a seat",
        reads=JoinRequest,
        sends=GameState,
        tag="games",
        examples=[make_example("A seat by name", {"seat": "red", "nonce": "any words of mine"})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        wanted = self.parse_body(JoinRequest)
        do_join_game(
            player=self.player,
            game_id=game_id,
            role=wanted.role,
            nonce=wanted.nonce,
            nonce_commitment=wanted.nonce_commitment,
        )
        return Response(get_game_state(self.player, game_id))


class NonceView(ApiView):
    """``games/{id}/nonce/``: reveal a nonce."""

    @accept_idempotency_key
    @describe_operation(
        "games_nonce",
        "Lay open the nonce that you committed to",
        reads=RevealNonceRequest,
        sends=GameState,
        tag="games",
        about="Once all seats are taken, and before the start, which waits for it. Nobody sees it before that.",
        examples=[make_example("The text itself", {"nonce": "any words of mine"})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        wanted = self.parse_body(RevealNonceRequest)
        do_reveal_nonce(player=self.player, game_id=game_id, nonce=wanted.nonce, role=wanted.role)
        return Response(get_game_state(self.player, game_id))


class LeaveView(ApiView):
    """``games/{id}/leave/``: leave a seat."""

    @accept_idempotency_key
    @describe_operation(
        "games_leave",
        "Leave a seat",
        reads=LeaveRequest,
        sends=GameState,
        tag="games",
        about="Before the start the seat is free again. Later the rule's defaults are played at the deadlines.",
        examples=[make_example("All my seats", {})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        do_leave_game(player=self.player, game_id=game_id, role=self.parse_body(LeaveRequest).role)
        return Response(get_game_state(self.player, game_id))


class ReturnView(ApiView):
    """``games/{id}/return/``: return from an absence."""

    @accept_idempotency_key
    @describe_operation(
        "games_return",
        "Take over again from the bot that stands in for me",
        reads=ReturnRequest,
        sends=GameState,
        tag="games",
        about="An answer of one's own does the same. No reserve is asked to take the seat any more.",
        examples=[make_example("All my seats", {})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        do_return_to_seat(player=self.player, game_id=game_id, role=self.parse_body(ReturnRequest).role)
        return Response(get_game_state(self.player, game_id))


class ClockView(ApiView):
    """``games/{id}/clock/``: change the rules for deadlines and reminders."""

    @describe_operation(
        "games_clock",
        "Change the clock of a game",
        reads=ClockChangeRequest,
        sends=GameState,
        tag="games",
        about="Staff, umpire, or the host of a game without an umpire, three times within 30 days; before the "
        "start the player who manages the game. Open questions "
        "are due by the new rule, but not before their old deadline or 24 hours from now, whichever comes first. "
        "Fields that are left out take their defaults; the release of results stays. All players are notified.",
        examples=[make_example("Two days", {"deadline_hours": 48, "reason": "It is summer."})],
    )
    def put(self, request: Request, game_id: UUID) -> Response:
        wanted = self.parse_body(ClockChangeRequest)
        do_change_clock(
            by=self.player,
            game_id=game_id,
            deadline_hours=wanted.deadline_hours,
            reminder_hours=wanted.reminder_hours,
            time_zone=wanted.time_zone,
            clock=msgspec.convert(msgspec.to_builtins(wanted.clock), Clock),
            reason=wanted.reason,
        )
        return Response(get_game_state(self.player, game_id))


class SeatPointsList(Struct, frozen=True):
    """The sources of each seat's points, the winner first. A source whose `seat` is empty counts for every seat."""

    results: list[SeatPoints]


class PointsView(ApiView):
    """``games/{id}/points/``: the sources of the points of a finished game."""

    @describe_operation(
        "games_points",
        "Where the points came from",
        sends=SeatPointsList,
        tag="games",
        about="Empty until the game is over. Each line names its rule.",
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        return Response(SeatPointsList(list_game_points(self.player, game_id)))


class ResendEmailView(ApiView):
    """``games/{id}/letter/``: resend your newest e-mail."""

    @accept_idempotency_key
    @describe_operation(
        "games_letter_again",
        "Resend my last e-mail of this game",
        reads=EmptyBody,
        status=204,
        tag="games",
        about="Under its old Message-ID; not within minutes of the last time, nor while my address takes no mail.",
        examples=[make_example("Nothing", {})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        self.parse_body(EmptyBody)
        get_game(self.player, game_id)
        do_resend_newest_email(player=self.player, game_id=game_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class StartView(ApiView):
    """``games/{id}/start/``: start a game."""

    @accept_idempotency_key
    @describe_operation(
        "games_start",
        "Start the game",
        reads=StartRequest,
        sends=GameState,
        status=202,
        tag="games",
        about="The host's word when every seat is taken and every committed nonce is revealed. "
        "The first questions follow within seconds.",
        examples=[make_example("Nothing", {})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        wanted = self.parse_body(StartRequest)
        do_start_game(player=self.player, game_id=game_id, without_nonces=wanted.without_nonces)
        return Response(get_game_state(self.player, game_id), status.HTTP_202_ACCEPTED)


class AbandonView(ApiView):
    """``games/{id}/abandon/``: end a game without a result."""

    @accept_idempotency_key
    @describe_operation(
        "games_abandon",
        "Call the game off",
        reads=ReasonRequest,
        sends=GameState,
        tag="games",
        about="The host before the start and in a game without an umpire; staff and the game's umpire at any time. All "
        "players are notified.",
        examples=[make_example("Before the start", {"reason": "Too few players."})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        do_abandon_game(player=self.player, game_id=game_id, reason=self.parse_body(ReasonRequest).reason)
        return Response(get_game_state(self.player, game_id))
