"""``games/``: creating, finding, joining, leaving and starting games."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils.dateparse import parse_datetime
from msgspec import Meta, Struct, field
from rest_framework import status
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Call
from api.schema import call, example
from api.shapes import Body
from games.kernel.errors import malformed
from games.selectors.access import get_game
from games.selectors.games import GameState, game_state, game_states, list_games
from games.selectors.umpire import player_named
from games.services.changing_clock import do_change_clock
from games.services.creation import MAX_HOURS, SeatWish, do_create_game
from games.services.delivery import do_send_me_again
from games.services.invitations import invite_those_named
from games.services.lifecycle import do_abandon_game, do_join_game, do_leave_game, do_start_game
from games.services.nonces import do_reveal_nonce
from games.services.purge import do_delete_unbegun
from games.services.standing_in import do_return
from games.stored.absence import MOST_HOURS, MOST_MISSES, Absence
from games.stored.clock import MOST_GRACE, MOST_THINKING, MOST_TIMES, Clock
from games.stored.openness import Openness, Who

Hours = Annotated[int, Meta(ge=1, le=MAX_HOURS)]
Role = Annotated[str, Meta(max_length=40, description="A seat's key; without it the first that fits.")]
Reason = Annotated[str, Meta(max_length=500)]


class SeatRequest(Body, frozen=True, kw_only=True):
    """Who is to sit in a seat: a player by name, somebody by address, a bot by name, or whoever comes.

    With `invite` whoever is named gets a letter with a link, and a seat for which nobody is named is only for those
    who are invited later.
    """

    role: Annotated[str, Meta(max_length=40)] = field(name="seat")
    player: Annotated[str, Meta(max_length=60)] = ""
    email: Annotated[str, Meta(max_length=254)] = ""
    bot: Annotated[str, Meta(max_length=40)] = ""
    open: bool = False
    invite: bool = False


class ClockRule(Body, frozen=True, kw_only=True):
    """When decisions are due, beside the hours for each; times and weekdays are those of `time_zone`."""

    at: Annotated[
        list[Annotated[str, Meta(max_length=5)]],
        Meta(max_length=MOST_TIMES, description="Times of the day at which decisions are due, in place of hours."),
    ] = []
    weekdays: Annotated[
        list[Annotated[int, Meta(ge=1, le=7)]],
        Meta(max_length=7, description="1 for Monday to 7: days on which a deadline may fall; none: all."),
    ] = []
    think_hours: Annotated[
        int, Meta(ge=0, le=MOST_THINKING, description="A player's least time before one of the times in `at` counts.")
    ] = 0
    grace_minutes: Annotated[
        int, Meta(ge=0, le=MOST_GRACE, description="After the deadline, until something is played in a seat's place.")
    ] = 0
    remind: Annotated[bool, Meta(description="Reminders scaled to the time that there was; not with fixed hours.")] = (
        False
    )


class ClockWish(ClockRule, frozen=True, kw_only=True):
    """What is agreed on about time, beside the hours for each decision."""

    wait: Annotated[bool, Meta(description="Nothing comes out before the deadline, though all have answered.")] = False


class OpennessWish(Body, frozen=True, kw_only=True):
    """Who sees whom the game waits for; a seat always sees its own. `table`: those who play, and the umpire."""

    awaited: Annotated[Who, Meta(description="Which seat is asked, and until when.")] = "all"
    late: Annotated[Who, Meta(description="Which has let its deadline pass, and that a default was played.")] = "all"
    absent: Annotated[Who, Meta(description="Which is on vacation, or has missed too many deadlines.")] = "all"
    last: Annotated[bool, Meta(description="Whether a player hears that all others have answered.")] = False


class AbsenceWish(Body, frozen=True, kw_only=True):
    """What follows so many deadlines missed in a row: the reserves are asked to take the seat, a bot stands in for its
    player, who keeps the seat and may come back, or both, the bot when no reserve is left.
    """

    after: Annotated[int, Meta(ge=0, le=MOST_MISSES, description="0: nobody stands in.")] = 0
    bot: Annotated[str, Meta(max_length=40, description="One of the title's bots, or random.")] = ""
    reserves: Annotated[bool, Meta(description="Whether reserves are asked; also when a player has left.")] = False
    answer_hours: Annotated[int, Meta(ge=1, le=MOST_HOURS, description="That each reserve has to answer.")] = 24


class ClockChange(Body, frozen=True, kw_only=True):
    """The whole of a game's rule of deadlines and reminders, and why it is changed."""

    deadline_hours: Hours | None = None
    reminder_hours: Hours | None = None
    time_zone: Annotated[str, Meta(max_length=64, description="Without it the game's own.")] = ""
    clock: ClockRule = ClockRule()
    reason: Reason = ""


class Returning(Body, frozen=True, kw_only=True):
    """Which seat; without it all of mine for which a bot stands in."""

    role: Role = field(default="", name="seat")


class NewGame(Body, frozen=True, kw_only=True):
    """What a game is to be. Seats that are not named are open. Hours are for each decision."""

    title: Annotated[str, Meta(max_length=40)]
    scenario: Annotated[str, Meta(max_length=60)]
    options: dict[str, Any] = {}
    seats: Annotated[list[SeatRequest], Meta(max_length=40)] = []
    name: Annotated[str, Meta(max_length=120)] = ""
    deadline_hours: Hours | None = None
    reminder_hours: Annotated[Hours | None, Meta(description="Hours before the deadline; less than its hours.")] = None
    release_at: Annotated[
        list[Annotated[str, Meta(max_length=5)]],
        Meta(max_length=24, description="Hours of the day, like 18:00, at which results come out; none: at once."),
    ] = []
    time_zone: Annotated[str, Meta(max_length=64, description="Of those hours; without it the host's.")] = ""
    clock: ClockWish = ClockWish()
    openness: OpennessWish = OpennessWish()
    absence: AbsenceWish = AbsenceWish()
    umpire: Annotated[str, Meta(max_length=60, description="A player by name, who then holds no seat.")] = ""
    visibility: Annotated[
        Literal["public", "unlisted", "private"],
        Meta(description="On the list; for whoever knows its id; or for those alone who belong to it."),
    ] = "public"
    several_seats: Annotated[
        bool, Meta(description="One player may hold several seats that the scenario calls partners.")
    ] = False


class GameQuery(Body, frozen=True, kw_only=True):
    """Which games."""

    mine: Annotated[bool, Meta(description="Only games in which I sit, or that I host or umpire.")] = False
    status: Literal["", "open", "running", "held", "paused", "over", "abandoned"] = ""
    title: Annotated[str, Meta(max_length=40)] = ""
    cursor: Annotated[str, Meta(max_length=400, description="From `next` of the page before.")] = ""


class GameList(Struct, frozen=True):
    """A page of games, newest first; `next` leads to the page that follows."""

    results: list[GameState]
    next: str | None


class Joining(Body, frozen=True, kw_only=True):
    """Which seat, and a word of one's own that goes into the dice."""

    role: Role = field(default="", name="seat")
    nonce: Annotated[
        str,
        Meta(
            max_length=200,
            description="Any text: it goes into the dice. The server keeps it; its salted hash is public at once.",
        ),
    ] = ""
    nonce_commitment: Annotated[
        str,
        Meta(
            pattern="^([0-9a-f]{64})?$",
            description="Instead: the SHA-256 of a text that only you know, to be laid open before the start.",
        ),
    ] = ""


class Revealing(Body, frozen=True, kw_only=True):
    """The text whose SHA-256 was given on joining."""

    nonce: Annotated[str, Meta(max_length=200)]
    role: Role = field(default="", name="seat")


class Starting(Body, frozen=True, kw_only=True):
    """Whether to begin without nonces that were never laid open; all are told."""

    without_nonces: bool = False


class Leaving(Body, frozen=True, kw_only=True):
    """Which seat; without it all of mine."""

    role: Role = field(default="", name="seat")


class Nothing(Body, frozen=True, kw_only=True):
    """An empty object."""


class WithReason(Body, frozen=True, kw_only=True):
    """Why; all players read it."""

    reason: Reason = ""


class GamePages(CursorPagination):
    """Pages that stay put while games are added."""

    page_size = 50
    ordering = ("-created_at", "id")

    def decode_cursor(self, request: Request) -> Cursor | None:
        """The place that `next` named. Raises NotFound for one that is no moment, which no game could follow."""
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


class Games(Call):
    """All games."""

    @call("games_list", "Games, newest first", sends=GameList, query=GameQuery, tag="games")
    def get(self, request: Request) -> Response:
        asked = self.query(GameQuery)
        pages = GamePages()
        rows = list_games(self.player, mine=asked.mine, status=asked.status, title=asked.title)
        found = pages.paginate_queryset(rows, request, view=self) or []
        return Response(GameList(game_states(self.player, found), pages.get_next_link()))

    @call(
        "games_create",
        "Create a game",
        reads=NewGame,
        sends=GameState,
        status=201,
        tag="games",
        examples=[example("Against a bot", _NEW)],
    )
    def post(self, request: Request) -> Response:
        wanted = self.body(NewGame)
        wishes = [_wish(index, seat) for index, seat in enumerate(wanted.seats)]
        with transaction.atomic():
            game = do_create_game(
                host=self.player,
                title=wanted.title,
                scenario=wanted.scenario,
                options=wanted.options,
                seats=wishes,
                name=wanted.name,
                deadline_hours=wanted.deadline_hours,
                reminder_hours=wanted.reminder_hours,
                release_at=wanted.release_at,
                time_zone=wanted.time_zone,
                absence=msgspec.convert(msgspec.to_builtins(wanted.absence), Absence),
                openness=msgspec.convert(msgspec.to_builtins(wanted.openness), Openness),
                clock=msgspec.convert(msgspec.to_builtins(wanted.clock), Clock),
                umpire=player_named(wanted.umpire, "/umpire") if wanted.umpire else None,
                visibility=wanted.visibility,
                several_seats=wanted.several_seats,
            )
            invite_those_named(self.player, game, wishes)
        place = request.build_absolute_uri(f"{game.pk}/")
        return Response(game_state(self.player, game.pk), status.HTTP_201_CREATED, headers={"Location": place})


def _wish(index: int, seat: SeatRequest) -> SeatWish:
    if seat.open and (seat.player or seat.email or seat.bot or seat.invite):
        raise malformed(f"/seats/{index}", "An open seat is nobody's.", "空席には誰も指定できません。", "one_of")
    return SeatWish(role=seat.role, player=seat.player, email=seat.email, bot=seat.bot, invite=seat.invite)


class OneGame(Call):
    """One game."""

    @call("games_retrieve", "A game: status, seats, who is asked until when", sends=GameState, tag="games")
    def get(self, request: Request, game_id: UUID) -> Response:
        return Response(game_state(self.player, game_id))

    @call(
        "games_delete",
        "Delete a game that never began",
        status=204,
        tag="games",
        about="Its host, its umpire or staff; where others sit, it is called off first, so that they are told.",
    )
    def delete(self, request: Request, game_id: UUID) -> Response:
        do_delete_unbegun(by=self.player, game_id=game_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class Join(Call):
    """Taking a seat."""

    @call(
        "games_join",
        "Take a seat",
        reads=Joining,
        sends=GameState,
        tag="games",
        examples=[example("A seat by name", {"seat": "red", "nonce": "any words of mine"})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        wanted = self.body(Joining)
        do_join_game(
            player=self.player,
            game_id=game_id,
            role=wanted.role,
            nonce=wanted.nonce,
            nonce_commitment=wanted.nonce_commitment,
        )
        return Response(game_state(self.player, game_id))


class Nonce(Call):
    """Laying a nonce open."""

    @call(
        "games_nonce",
        "Lay open the nonce that you committed to",
        reads=Revealing,
        sends=GameState,
        tag="games",
        about="Once all seats are taken, and before the start, which waits for it. Nobody sees it before that.",
        examples=[example("The text itself", {"nonce": "any words of mine"})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        wanted = self.body(Revealing)
        do_reveal_nonce(player=self.player, game_id=game_id, nonce=wanted.nonce, role=wanted.role)
        return Response(game_state(self.player, game_id))


class Leave(Call):
    """Getting up."""

    @call(
        "games_leave",
        "Leave a seat",
        reads=Leaving,
        sends=GameState,
        tag="games",
        about="Before the start the seat is free again. Later the rule's defaults are played at the deadlines.",
        examples=[example("All my seats", {})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        do_leave_game(player=self.player, game_id=game_id, role=self.body(Leaving).role)
        return Response(game_state(self.player, game_id))


class Return(Call):
    """Coming back."""

    @call(
        "games_return",
        "Take over again from the bot that stands in for me",
        reads=Returning,
        sends=GameState,
        tag="games",
        about="An answer of one's own does the same. No reserve is asked to take the seat any more.",
        examples=[example("All my seats", {})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        do_return(player=self.player, game_id=game_id, role=self.body(Returning).role)
        return Response(game_state(self.player, game_id))


class ChangeClock(Call):
    """Another rule of deadlines."""

    @call(
        "games_clock",
        "Change the clock of a game",
        reads=ClockChange,
        sends=GameState,
        tag="games",
        about="Staff, umpire, or the host of a game without one, who may so three times within 30 days; before the "
        "start whoever manages the game. Open questions "
        "are due by the new rule, but not before their old deadline or 24 hours from now, whichever comes first. "
        "What is left out is as unless agreed; when results come out stays as it is. All players are told.",
        examples=[example("Two days", {"deadline_hours": 48, "reason": "It is summer."})],
    )
    def put(self, request: Request, game_id: UUID) -> Response:
        wanted = self.body(ClockChange)
        do_change_clock(
            by=self.player,
            game_id=game_id,
            deadline_hours=wanted.deadline_hours,
            reminder_hours=wanted.reminder_hours,
            time_zone=wanted.time_zone,
            clock=msgspec.convert(msgspec.to_builtins(wanted.clock), Clock),
            reason=wanted.reason,
        )
        return Response(game_state(self.player, game_id))


class LetterAgain(Call):
    """My newest letter once more."""

    @call(
        "games_letter_again",
        "Send my newest letter of this game again",
        reads=Nothing,
        status=204,
        tag="games",
        about="Under its old Message-ID; not within minutes of the last time, nor while my address takes no mail.",
        examples=[example("Nothing", {})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        self.body(Nothing)
        get_game(self.player, game_id)
        do_send_me_again(player=self.player, game_id=game_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class Start(Call):
    """The beginning."""

    @call(
        "games_start",
        "Start the game",
        reads=Starting,
        sends=GameState,
        status=202,
        tag="games",
        about="The host's word when every seat is taken and every nonce that was committed to is laid open. "
        "The first questions follow within seconds.",
        examples=[example("Nothing", {})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        wanted = self.body(Starting)
        do_start_game(player=self.player, game_id=game_id, without_nonces=wanted.without_nonces)
        return Response(game_state(self.player, game_id), status.HTTP_202_ACCEPTED)


class Abandon(Call):
    """The end without a result."""

    @call(
        "games_abandon",
        "Call the game off",
        reads=WithReason,
        sends=GameState,
        tag="games",
        about="The host before the start, staff and the game's umpire at any time. All players are told.",
        examples=[example("Before the start", {"reason": "Too few players."})],
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        do_abandon_game(player=self.player, game_id=game_id, reason=self.body(WithReason).reason)
        return Response(game_state(self.player, game_id))
