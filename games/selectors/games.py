"""Games from outside: what every player may know of them, and what concerns the one who asks."""

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
from games.kernel.events import PUBLIC
from games.kernel.text import Text
from games.models import Branch, Game, Lookout, Observer, OpenRequest, Player, Seat
from games.models.statements import Reading, key, read_together
from games.selectors.access import get_game, may_invite, may_keep_time, may_manage, may_umpire
from games.stored.absence import Absence, absence_of, absence_words
from games.stored.clock import Clock, clock_of
from games.stored.clock_words import clock_words
from games.stored.openness import Eyes, Openness, openness_of, openness_words
from games.stored.release import release_hours
from games.stored.vacation import away_until


class SeatState(Struct, frozen=True, kw_only=True):
    """A seat as all see it. `reserved` says that it is kept for somebody, not for whom.

    `by_invitation` says that nobody takes it who was not asked to. `away_until` is the last day of the vacation that
    its player is on: until then no deadline of this seat runs out. `absent` is who has missed too many deadlines in a
    row, `stand_in` the bot that answers for such a player, `reserves_called` says that the reserves are asked to take
    the seat. All four are for whom the game's policy shows them to.
    """

    role: str = field(name="seat")
    name: Text
    kind: str
    player: str | None
    bot: str
    reserved: bool
    by_invitation: bool
    away_until: date | None
    absent: bool
    stand_in: str
    reserves_called: bool


class Awaited(Struct, frozen=True):
    """A seat that is being asked. It stays here until the question is closed, answered or not.

    `late`: it has not answered though its deadline is over, and has some grace.
    """

    seat: str
    due_at: datetime | None
    late: bool = False


class GameState(Struct, frozen=True, kw_only=True):
    """A game as one player may know it. `stops` are the newest stops of the player's own seats, by role.

    `release_at` are the hours of the day, in `time_zone`, at which results come out; none: as soon as all is in.
    `clock` is what else is agreed on about time, `clock_words` all of it in words. `openness`
    is who sees whom the game waits for; `last`: it waits for the reader alone, where it may say so.
    `waits_for` tells host and umpire of a game that stands still what has to be done before it goes on.
    """

    id: UUID
    name: str
    title: str
    scenario: str
    options: dict[str, Any]
    status: str
    hold_reason: str
    waits_for: tuple[Text, ...]
    step: str
    rules_version: str
    deadline_hours: int | None
    reminder_hours: int | None
    release_at: tuple[str, ...]
    time_zone: str
    clock: Clock
    clock_words: tuple[Text, ...]
    openness: Openness
    openness_words: tuple[Text, ...]
    absence: Absence
    absence_words: Text
    last: bool
    host: str | None
    umpire: str | None
    seats: tuple[SeatState, ...]
    awaited: tuple[Awaited, ...]
    due_at: datetime | None
    commitment: str
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    standings: list[dict[str, Any]] | None
    my_seats: tuple[str, ...]
    stops: dict[str, int]
    may_start: bool
    may_umpire: bool
    may_keep_time: bool
    may_invite: bool
    visibility: str
    several_seats: bool


def list_games(player: Player, *, mine: bool = False, status: str = "", title: str = "") -> "QuerySet[Game]":
    """Games, newest first; `mine` keeps those that the player sits in, hosts or umpires."""
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


def games_behind(games: "QuerySet[Game]", game_id: UUID) -> "QuerySet[Game]":
    """Those of a list, newest first, that come behind one game of it; all of them where there is no such game."""
    created = Game.objects.filter(pk=game_id).values_list("created_at", flat=True).first()
    if created is None:
        return games
    return games.filter(Q(created_at__lt=created) | Q(pk__gt=game_id), created_at__lte=created)


def game_state(player: Player, game_id: UUID | str) -> GameState:
    """One game as the player may know it. Raises Missing."""
    return game_states(player, [get_game(player, game_id)])[0]


def game_states(player: Player, games: Iterable[Game]) -> list[GameState]:
    """The same for a page of games, with as many queries as for one."""
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
    stops = _own_stops(player, seats)
    return [
        _state(
            player,
            game,
            _Around(
                seats=seats[game.pk],
                asked=asked[game.pk],
                commitment=commitments.get((game.pk, game.branch), ""),
                stops=stops[game.pk],
            ),
        )
        for game in found
    ]


def _around(games: Sequence[Game]) -> list[list[Any]]:
    """Seats with their players, open questions with their seats, and branches."""
    here, values = f"game_id IN ({', '.join(['%s'] * len(games))})", [key(game.pk) for game in games]
    return read_together(
        Reading(Seat, f"games_seat.{here}", values, "ORDER BY games_seat.position", parents=(("player", ()),)),
        Reading(
            OpenRequest,
            f"games_openrequest.{here} AND games_openrequest.closed_at IS NULL",
            values,
            "ORDER BY games_seat.position",
            ("game_id", "seat_id", "due_at", "ready"),
            (("seat", ("id", "role")),),
        ),
        Reading(Branch, here, values, "", ("game_id", "number", "commitment")),
    )


def _own_stops(player: Player, seats: dict[UUID, list[Seat]]) -> dict[UUID, dict[str, int]]:
    mine = {(seat.game_id, seat.role) for row in seats.values() for seat in row if seat.player_id == player.pk}
    stops: dict[UUID, dict[str, int]] = defaultdict(dict)
    rows = Lookout.objects.filter(game__in={game for game, _ in mine}) if mine else Lookout.objects.none()
    for game_id, audience, stop in rows.values_list("game_id", "audience", "stop"):
        if (game_id, audience) in mine:
            stops[game_id][audience] = stop
    return stops


class _Around(NamedTuple):
    """What other tables say of a game; `stops` are those of the reader's own seats."""

    seats: list[Seat]
    asked: list[OpenRequest]
    commitment: str
    stops: dict[str, int]


def _state(player: Player, game: Game, around: _Around) -> GameState:
    seats, rules = around.seats, (player.is_staff or player.pk == game.umpire_id) and may_umpire(player, game)
    eyes = Eyes({seat.role for seat in seats if seat.player_id == player.pk}, rules)
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
        may_keep_time=rules or may_keep_time(player, game),
        may_invite=may_invite(player, game),
        visibility=game.visibility,
        several_seats=game.several_seats,
    )


def _time(game: Game) -> dict[str, Any]:
    return {
        "deadline_hours": game.deadline_hours,
        "reminder_hours": game.reminder_hours,
        "release_at": release_hours(game),
        "time_zone": game.time_zone,
        "clock": clock_of(game.clock),
        "clock_words": agreed_time(game),
    }


def agreed_time(game: Game) -> tuple[Text, ...]:
    """What is agreed on about time, in words."""
    hours, zone = release_hours(game), game.time_zone
    return clock_words(clock_of(game.clock), game.deadline_hours, game.reminder_hours, hours, zone)


def _waiting(game: Game, asked: Sequence[OpenRequest], eyes: Eyes) -> dict[str, Any]:
    """Whom the game waits for, as far as these eyes may see it."""
    policy, now = openness_of(game.openness), timezone.now()
    shown = [one for one in asked if eyes.see(policy.awaited, one.seat.role)]
    open_ones = [one.seat.role for one in asked if not one.ready]
    alone = len(asked) > len(open_ones) == 1 and open_ones[0] in eyes.own
    return {
        "awaited": tuple(_awaited(one, policy, eyes, now) for one in shown),
        "due_at": min((one.due_at for one in shown if one.due_at), default=None),
        "last": policy.last and alone and game.status == Game.Status.RUNNING,
        "openness": policy,
        "openness_words": openness_words(policy),
        "absence": absence_of(game.absence),
        "absence_words": absence_words(absence_of(game.absence)),
    }


def _awaited(row: OpenRequest, policy: Openness, eyes: Eyes, now: datetime) -> Awaited:
    late = not row.ready and row.due_at is not None and row.due_at < now
    return Awaited(row.seat.role, row.due_at, late and eyes.see(policy.late, row.seat.role))


def _is_full(game: Game, seats: list[Seat]) -> bool:
    """Whether a game that has not begun has somebody in every seat."""
    return game.status == Game.Status.OPEN and all(seat.kind != Seat.Kind.OPEN for seat in seats)


def _step(game: Game, *, insider: bool) -> str:
    """The step as all may know it; the umpire sees which it is, and so does everybody when the game is over."""
    if insider or game.status == Game.Status.OVER:
        return game.step
    return public_step(game)


def public_step(game: Game) -> str:
    """The step under the name that everybody may know."""
    if not game.step or game.title not in registry.title_keys():
        return ""
    return registry.current_title(game.title).step_shown(game.scenario, game.step, PUBLIC)


def _waits_for(game: Game, seats: list[Seat]) -> Iterator[Text]:
    """What a game that stands still waits for."""
    if game.status not in (Game.Status.PAUSED, Game.Status.HELD):
        return
    if free := [seat.role for seat in seats if seat.kind == Seat.Kind.OPEN]:
        yield Text(
            f"Players or bots are needed for: {', '.join(free)}.",
            f"プレイヤーかボットが必要な席: {'、'.join(free)}",
        )
    if game.status == Game.Status.PAUSED and game.paused_until is not None:
        yield Text("It goes on when the host resumes it, or by itself.", "主催者が再開するか、自動的に続行します。")
    elif game.status == Game.Status.PAUSED:
        yield Text("It goes on when the umpire or staff resumes it.", "審判またはスタッフが再開すると続行します。")
    else:
        yield Text(
            "It goes on when the umpire or staff releases it.", "審判またはスタッフが保留を解除すると続行します。"
        )


def _seat_states(game: Game, seats: list[Seat], eyes: Eyes) -> tuple[SeatState, ...]:
    scenario = registry.naming_title(game).scenarios.get(game.scenario)
    names, now = scenario.names if scenario else {}, timezone.now()
    seen = {seat.role for seat in seats if eyes.see(openness_of(game.openness).absent, seat.role)}
    return tuple(
        SeatState(
            role=seat.role,
            name=names.get(seat.role, Text(seat.role, seat.role)),
            kind=seat.kind,
            player=seat.player.username if seat.player else None,
            bot=seat.bot,
            reserved=bool(seat.reserved_for) and seat.kind == Seat.Kind.OPEN,
            away_until=away_until(seat.player, now) if seat.player and seat.role in seen else None,
            stand_in=seat.stand_in if seat.role in seen else "",
            reserves_called=seat.role in seen and seat.reserves_called,
            absent=seat.role in seen and seat.misses >= settings.PBEM_ABSENT_AFTER,
            by_invitation=seat.by_invitation and seat.kind == Seat.Kind.OPEN,
        )
        for seat in seats
    )
