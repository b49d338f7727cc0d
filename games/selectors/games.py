"""Read the public data of games, and what concerns the reader in them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone
from msgspec import Struct, field

from games import registry
from games.database.batch import SelectQuery, fetch_batch, key
from games.kernel.events import PUBLIC
from games.kernel.text import Text, join_texts
from games.models import Branch, CurrentView, Game, Observer, OpenRequest, Player, Seat
from games.persistence.absence_policy import AbsencePolicy, describe_absence_policy, load_absence_policy
from games.persistence.bot_hints import describe_hint_rule
from games.persistence.clock import Clock, load_clock
from games.persistence.clock_text import describe_clock
from games.persistence.metadata_visibility import (
    MetadataVisibility,
    Viewer,
    describe_metadata_visibility,
    load_metadata_visibility,
)
from games.persistence.release_hours import load_release_hours
from games.persistence.vacation import vacation_end
from games.selectors.access import get_game, may_control_clock, may_invite, may_manage, may_umpire
from games.selectors.bot_hints import count_hints, visible_hints


class SeatState(Struct, frozen=True, kw_only=True):
    """A seat as a reader may see it.

    The game's settings decide who sees the last four fields.
    """

    role: str = field(name="seat")
    name: Text
    kind: str
    """``player``, ``bot`` or ``open``."""
    player: str | None
    """The name of the player; None if there is none."""
    bot: str
    """The name of the bot; empty if there is none."""
    reserved: bool
    """True if the seat is reserved for a person, who is not named."""
    by_invitation: bool
    """True if only invited players may take the seat."""
    away_until: date | None
    """The last day of the player's vacation, until which no deadline of this seat expires."""
    absent: bool
    """True if the player has missed too many deadlines in a row."""
    stand_in: str
    """The bot that answers for an absent player."""
    reserves_called: bool
    """True if the reserves are asked to take the seat."""


class AwaitedSeat(Struct, frozen=True):
    """A seat with an open question. It is listed until the question is closed, answered or not."""

    seat: str
    due_at: datetime | None
    late: bool = False
    """True if the seat has not answered by its deadline, and its grace period runs."""


class GameState(Struct, frozen=True, kw_only=True):
    """A game as one player, the reader, may see it."""

    id: UUID
    name: str
    title: str
    scenario: str
    options: dict[str, Any]
    status: str
    hold_reason: str
    """Why the game is on hold, for moderators; else empty."""
    waits_for: tuple[Text, ...]
    """What must be done before a stopped game continues, for host and umpire."""
    step: str
    """The key of the present step."""
    rules_version: str
    deadline_hours: int | None
    reminder_hours: int | None
    release_at: tuple[str, ...]
    """The times of day, in `time_zone`, at which results are released; empty: when all answers are in."""
    time_zone: str
    clock: Clock
    """The other rules about time."""
    clock_description: tuple[Text, ...]
    """All rules about time in words, a sentence each."""
    openness: MetadataVisibility
    """Who sees whose turn it is."""
    metadata_visibility_description: tuple[Text, ...]
    absence: AbsencePolicy
    """What happens to the seats of absent players."""
    absence_policy_description: Text
    last: bool
    """True if the game waits only for the reader, and the reader may know that."""
    host: str | None
    umpire: str | None
    seats: tuple[SeatState, ...]
    awaited: tuple[AwaitedSeat, ...]
    """The seats with an open question, as far as the reader may see them."""
    due_at: datetime | None
    """The first deadline among those that the reader may see."""
    commitment: str
    """The commitment to the dice of the present branch."""
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    standings: list[dict[str, Any]] | None
    """The result list of a finished game."""
    my_seats: tuple[str, ...]
    """The roles of the reader's seats."""
    stops: dict[str, int]
    """The newest stops of the reader's seats, by role."""
    may_start: bool
    may_umpire: bool
    may_control_clock: bool
    may_invite: bool
    visibility: str
    several_seats: bool
    hints_allowed: bool
    hints_used: dict[str, int]
    """The numbers of questions for which the bot gave a hint, by role, as far as the reader may see them."""
    trials: str


def list_games(player: Player, *, mine: bool = False, status: str = "", title: str = "") -> "QuerySet[Game]":
    """Return the games that the player may find, newest first.

    With `mine`, only those in which the player is seated, host, umpire or observer. `status` and `title` (a key) limit
    the result to these; empty: no limit.
    """
    games = Game.objects.select_related("host", "umpire").order_by("-created_at", "id")
    seated = Seat.objects.filter(player=player).order_by().values("game")
    observed = Observer.objects.filter(player=player).order_by().values("game")
    ruled = (Game.objects.filter(**{what: player}).order_by().values("pk") for what in ("host", "umpire"))
    own = seated.union(observed, *ruled)
    if mine:
        games = games.filter(pk__in=own)
    elif not player.is_staff:
        games = games.filter(Q(visibility=Game.Visibility.PUBLIC) | Q(pk__in=own))
    if status:
        games = games.filter(status=status)
    return games.filter(title=title) if title else games


def games_after(games: "QuerySet[Game]", game_id: UUID) -> "QuerySet[Game]":
    """Return those of `games`, newest first, that follow the game with this id; all if there is no such game."""
    created = Game.objects.filter(pk=game_id).values_list("created_at", flat=True).first()
    if created is None:
        return games
    return games.filter(Q(created_at__lt=created) | Q(pk__gt=game_id), created_at__lte=created)


def get_game_state(player: Player, game_id: UUID | str) -> GameState:
    """Return one game as the player may see it. Raises Missing if the player may not see it."""
    return build_game_states(player, [get_game(player, game_id)])[0]


def build_game_states(player: Player, games: Iterable[Game]) -> list[GameState]:
    """Return several games as the player may see them; the number of queries does not grow with the number of games."""
    found = list(games)
    if not found:
        return []
    sitting, open_ones, begun = _around(found)
    seats: dict[UUID, list[Seat]] = defaultdict(list)
    for seat in sitting:
        seats[seat.game_id].append(seat)
    asked: dict[UUID, list[OpenRequest]] = defaultdict(list)
    for one in open_ones:
        asked[one.game_id].append(one)
    commitments = {(one.game_id, one.number): one.commitment for one in begun}
    stops, hints = _own_stops(player, seats), count_hints(found)
    return [
        _state(
            player,
            game,
            _Around(
                seats=seats[game.pk],
                asked=asked[game.pk],
                commitment=commitments.get((game.pk, game.branch), ""),
                stops=stops[game.pk],
                hints=hints[game.pk],
            ),
        )
        for game in found
    ]


def _around(games: Sequence[Game]) -> list[list[Any]]:
    """Return three lists for all of the games: seats with players, open questions with seats, and branches."""
    here, values = f"game_id IN ({', '.join(['%s'] * len(games))})", [key(game.pk) for game in games]
    return fetch_batch(
        SelectQuery(Seat, f"games_seat.{here}", values, "ORDER BY games_seat.position", parents=(("player", ()),)),
        SelectQuery(
            OpenRequest,
            f"games_openrequest.{here} AND games_openrequest.closed_at IS NULL",
            values,
            "ORDER BY games_seat.position",
            ("game_id", "seat_id", "due_at", "ready"),
            (("seat", ("id", "role")),),
        ),
        SelectQuery(Branch, here, values, "", ("game_id", "number", "commitment")),
    )


def _own_stops(player: Player, seats: dict[UUID, list[Seat]]) -> dict[UUID, dict[str, int]]:
    mine = {(seat.game_id, seat.role) for row in seats.values() for seat in row if seat.player_id == player.pk}
    stops: dict[UUID, dict[str, int]] = defaultdict(dict)
    rows = CurrentView.objects.filter(game__in={game for game, _ in mine}) if mine else CurrentView.objects.none()
    for game_id, audience, stop in rows.values_list("game_id", "audience", "stop"):
        if (game_id, audience) in mine:
            stops[game_id][audience] = stop
    return stops


class _Around(NamedTuple):
    """A game's data from other tables; `stops` (of the reader's own seats) and `hints` (their number) are by role."""

    seats: list[Seat]
    asked: list[OpenRequest]
    commitment: str
    stops: dict[str, int]
    hints: dict[str, int]


def _state(player: Player, game: Game, around: _Around) -> GameState:
    seats, rules = around.seats, (player.is_staff or player.pk == game.umpire_id) and may_umpire(player, game)
    eyes = Viewer({seat.role for seat in seats if seat.player_id == player.pk}, rules)
    return GameState(
        id=game.pk,
        name=game.name,
        title=game.title,
        scenario=game.scenario,
        options=game.options,
        status=game.status,
        hold_reason=game.hold_reason if rules else "",
        waits_for=tuple(_waits_for(game, seats)) if may_manage(player, game) else (),
        step=_step(game, insider=rules),
        rules_version=game.rules_version,
        **_time(game),
        host=game.host.username if game.host else None,
        umpire=game.umpire.username if game.umpire else None,
        seats=_seat_states(game, seats, eyes),
        **_waiting(game, around.asked, eyes),
        commitment=around.commitment,
        created_at=game.created_at,
        started_at=game.started_at,
        ended_at=game.ended_at,
        standings=game.standings,
        my_seats=tuple(seat.role for seat in seats if seat.player_id == player.pk),
        stops=around.stops,
        may_start=_is_full(game, seats) and may_manage(player, game),
        may_umpire=rules,
        may_control_clock=rules or may_control_clock(player, game),
        may_invite=may_invite(player, game),
        **_agreed(game, around.hints, eyes),
    )


def _agreed(game: Game, hints: dict[str, int], eyes: Viewer) -> dict[str, Any]:
    return {
        "visibility": game.visibility,
        "several_seats": game.several_seats,
        "hints_allowed": game.hints_allowed,
        "hints_used": visible_hints(game, hints, eyes),
        "trials": game.trials,
    }


def _time(game: Game) -> dict[str, Any]:
    return {
        "deadline_hours": game.deadline_hours,
        "reminder_hours": game.reminder_hours,
        "release_at": load_release_hours(game),
        "time_zone": game.time_zone,
        "clock": load_clock(game.clock),
        "clock_description": describe_time_rules(game),
    }


def describe_time_rules(game: Game) -> tuple[Text, ...]:
    """Return the game's rules about time in words."""
    hours, zone = load_release_hours(game), game.time_zone
    return describe_clock(load_clock(game.clock), game.deadline_hours, game.reminder_hours, hours, zone)


def describe_agreements(game: Game) -> tuple[Text, ...]:
    """Return what players should know before they take a seat, in words: rules about time, and hints if allowed."""
    hints = (describe_hint_rule(allowed=True),) if game.hints_allowed else ()
    return (*describe_time_rules(game), *hints)


def _waiting(game: Game, asked: Sequence[OpenRequest], eyes: Viewer) -> dict[str, Any]:
    """Return the fields of `GameState` about awaited seats and absences, as far as the viewer may see them.

    The computation takes equally long whether or not other seats have answered.
    """
    policy, now = load_metadata_visibility(game.openness), timezone.now()
    shown = [one for one in asked if eyes.may_see(policy.awaited, one.seat.role)]
    open_ones = [role for role, ready in [(one.seat.role, one.ready) for one in asked] if not ready]
    alone = len(asked) > len(open_ones) == 1 and open_ones[0] in eyes.seats
    return {
        "awaited": tuple(_awaited(one, policy, eyes, now) for one in shown),
        "due_at": min((one.due_at for one in shown if one.due_at), default=None),
        "last": policy.last and alone and game.status == Game.Status.RUNNING,
        "openness": policy,
        "metadata_visibility_description": describe_metadata_visibility(policy),
        "absence": load_absence_policy(game.absence),
        "absence_policy_description": describe_absence_policy(load_absence_policy(game.absence)),
    }


def _awaited(row: OpenRequest, policy: MetadataVisibility, eyes: Viewer, now: datetime) -> AwaitedSeat:
    is_visible = eyes.may_see(policy.late, row.seat.role)
    late = not row.ready and row.due_at is not None and row.due_at < now
    return AwaitedSeat(row.seat.role, row.due_at, late and is_visible)


def _is_full(game: Game, seats: list[Seat]) -> bool:
    """Return True if every seat of a game that has not started is taken."""
    return game.status == Game.Status.OPEN and all(seat.kind != Seat.Kind.OPEN for seat in seats)


def begins_when_full(game: Game) -> bool:
    """Return True if the game starts automatically when all seats are taken; otherwise its host starts it."""
    return game.openings.exists()


def _step(game: Game, *, insider: bool) -> str:
    """Return the key of the game's step: the actual one for an `insider`, else the one that the public may see."""
    if insider or game.status == Game.Status.OVER:
        return game.step
    return get_public_step(game)


def get_public_step(game: Game) -> str:
    """Return the key of the game's present step, as the public may see it."""
    if not game.step or game.title not in registry.title_keys():
        return ""
    return registry.current_title(game.title).secrecy.visible_step(game.scenario, game.step, PUBLIC)


def _waits_for(game: Game, seats: list[Seat]) -> Iterator[Text]:
    """Yield, in words, what must be done before a stopped game continues."""
    if game.status not in (Game.Status.PAUSED, Game.Status.HELD):
        return
    if free := [seat.role for seat in seats if seat.kind == Seat.Kind.OPEN]:
        yield Text(
            "Players or bots are needed for: {free}.",
            "プレイヤーかボットが必要な席：{free}",
        ).format(free=join_texts(map(Text.same, free)))
    if game.status == Game.Status.PAUSED and game.paused_until is not None:
        yield Text("It goes on when the host resumes it, or automatically.", "主催者が再開するか、自動的に続行します。")
    elif game.status == Game.Status.PAUSED:
        yield Text("It goes on when the umpire or staff resumes it.", "審判またはスタッフが再開すると続行します。")
    else:
        yield Text(
            "It goes on when the umpire or staff releases it.", "審判またはスタッフが保留を解除すると続行します。"
        )


def _seat_states(game: Game, seats: list[Seat], eyes: Viewer) -> tuple[SeatState, ...]:
    scenario = registry.title_for_names(game).scenarios.get(game.scenario)
    names, now = scenario.role_names if scenario else {}, timezone.now()
    seen = {seat.role for seat in seats if eyes.may_see(load_metadata_visibility(game.openness).absent, seat.role)}
    return tuple(
        SeatState(
            role=seat.role,
            name=names.get(seat.role, Text(seat.role, seat.role)),
            kind=seat.kind,
            player=seat.player.username if seat.player else None,
            bot=seat.bot,
            reserved=bool(seat.reserved_for) and seat.kind == Seat.Kind.OPEN,
            away_until=vacation_end(seat.player, now) if seat.player and seat.role in seen else None,
            stand_in=seat.stand_in if seat.role in seen else "",
            reserves_called=seat.role in seen and seat.reserves_called,
            absent=seat.role in seen and seat.misses >= settings.PBEM_ABSENT_AFTER_MISSES,
            by_invitation=seat.by_invitation and seat.kind == Seat.Kind.OPEN,
        )
        for seat in seats
    )
