"""Measure games in the database: resolving, and stored bytes. Times are compared with committing one small row."""

import secrets
from collections.abc import Iterator
from uuid import UUID

from django.db import connection, transaction

from bench.report import Measure, at_most, clocked, median, progress, quantile, repeat
from games import registry
from games.kernel.errors import GameError
from games.models import Checkpoint, EventSegment, Game, JournalSegment, OpenRequest, SealedAnswer, Seat, SeatView
from games.models.player import Player
from games.services import triggers
from games.services.bots import do_play_bots
from games.services.creation import SeatAssignment, do_create_game
from games.services.lifecycle import do_start_game
from games.services.players import do_create_player
from games.services.profile import do_update_player
from games.services.resolve.advance import do_resolve


class BareRow:
    """A table with one small row, for measuring a bare transaction.

    Call `sample` between the measured runs, so that samples and runs have the same load. `seconds` is the median.
    """

    def __init__(self) -> None:
        self.times: list[float] = []

    def __enter__(self) -> "BareRow":
        with connection.cursor() as cursor:
            cursor.execute("CREATE TABLE IF NOT EXISTS bench_bare (id integer, body text)")
        return self

    def __exit__(self, *raised: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE bench_bare")

    def commit(self) -> None:
        """Commit a transaction with one INSERT."""
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("INSERT INTO bench_bare VALUES (1, 'one small row')")

    def sample(self, count: int) -> None:
        """Measure `count` commits, after a few without measurement."""
        repeat(5, self.commit)
        self.times += repeat(count, self.commit)

    def commit_shape(self) -> None:
        """Commit a transaction as large as a turn: 20 kB of state, 22 orders, 7 reports and 7 e-mails."""
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT id FROM bench_bare LIMIT 1")
            for body, count in (("s" * 20_000, 1), ("o" * 200, 22), ("r" * 2_000, 7), ("m" * 200, 7)):
                cursor.executemany("INSERT INTO bench_bare VALUES (1, %s)", [(body,)] * count)

    @property
    def seconds(self) -> float:
        """Return the median of all samples in seconds."""
        return median(self.times)


def host() -> Player:
    """Return a player who creates games, and gets all news by e-mail at once."""
    name = f"bench-{secrets.token_hex(4)}"
    player = do_create_player(name=name, email=f"{name}@example.org")
    return do_update_player(player=player, mail_preferences={"watch": True})


def held_by(seat: Seat) -> Player:
    """Return the player of a seat."""
    if seat.player is None:
        raise ValueError(f"nobody holds the seat {seat.role}")
    return seat.player


def bot_game(owner: Player, scenario: str = "two_players", *, bot: str = "random", title: str = "pirates") -> UUID:
    """Create and start a game with bots in all seats; return its id."""
    roles = registry.current_title(title).seats(scenario)
    seats = [SeatAssignment(role=role, bot=bot) for role in roles]
    game = do_create_game(host=owner, title=title, scenario=scenario, seats=seats, name="Bench")
    do_start_game(player=owner, game_id=game.pk)
    return game.pk


def play_out(game_id: UUID, times: list[float]) -> None:
    """Let bots play a game to its end; append to `times` the seconds of each `do_resolve` that advanced it."""
    while True:
        with clocked(times), triggers.collect_triggers():
            resolved = do_resolve(game_id)
        if not resolved.has_advanced:
            times.pop()
        if resolved.over:
            return
        if resolved.held or not (do_play_bots(game_id, limit=8) or resolved.more):
            raise GameError


def resolving(games: int) -> Iterator[Measure]:
    """Measure `do_resolve` from the call to the commit, with one answer at each stop."""
    owner = host()
    before, times = _stored_bytes(), list[float]()
    held = 0
    stops = 0
    with BareRow() as row:
        row.sample(100)
        shaped: list[float] = []
        for number in range(games):
            progress(f"resolving game {number + 1} of {games}")
            game_id = bot_game(owner)
            play_out(game_id, times)
            row.sample(100)
            shaped += repeat(50, row.commit_shape)
            stops += Game.objects.get(pk=game_id).stop
            held += payload(game_id)
        bare = row.seconds
    yield Measure("bare commit of one small row, p50", 1000 * bare, "ms")
    yield Measure("bare transaction of a turn's shape, in bare commits", median(shaped) / bare, "×", note="raw SQL")
    yield at_most("resolve, p50 in bare transactions of a turn's shape", median(times) / median(shaped), "×", 2.7)
    yield Measure("resolve, entry to commit, p50", 1000 * median(times), "ms", note=f"{len(times)} resolves")
    yield Measure("resolve, entry to commit, p99", 1000 * quantile(times, 0.99), "ms")
    yield at_most("resolve, p50 in bare commits", median(times) / bare, "×", 8)
    yield Measure("resolve, p99 in bare commits", quantile(times, 0.99) / bare, "×")
    yield at_most("stored per stop (payload columns)", held / stops / 1000, "kB", 3)
    yield Measure("stored per stop (tables and indexes)", (_stored_bytes() - before) / stops / 1000, "kB")


def days(games: int) -> Iterator[Measure]:
    """Measure `do_resolve` in campaigns of Goeben, 1914: the time of each call, and of all calls of a game day."""
    owner, times = host(), list[float]()
    mornings = 0
    with BareRow() as row:
        row.sample(100)
        for number in range(games):
            progress(f"resolving campaign {number + 1} of {games}")
            game_id = bot_game(owner, "campaign", title="goeben")
            play_out(game_id, times)
            row.sample(100)
            mornings += OpenRequest.objects.filter(game=game_id, kind="plan").count()
        bare = row.seconds
    yield Measure("resolve, Goeben, p50 in bare commits", median(times) / bare, "×", note=f"{len(times)} resolves")
    yield Measure(
        "all resolves of a day, Goeben, in bare commits", sum(times) / mornings / bare, "×", note=f"{mornings} days"
    )


def payload(game_id: UUID) -> int:
    """Return the bytes of a game's rows: states, journal, events, questions, answers, views."""
    return sum(
        len(bytes(value or b""))
        for rows, columns in (
            (Checkpoint.objects.filter(game=game_id), ("state",)),
            (JournalSegment.objects.filter(game=game_id), ("entries",)),
            (EventSegment.objects.filter(game=game_id), ("told",)),
            (OpenRequest.objects.filter(game=game_id), ("question",)),
            (SealedAnswer.objects.filter(request__game=game_id), ("answer", "receipt")),
            (SeatView.objects.filter(game=game_id), ("view",)),
        )
        for row in rows.values_list(*columns)
        for value in row
    )


def _stored_bytes() -> int:
    """Return the bytes of all tables and indexes; 0 if the database cannot tell."""
    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relname LIKE 'games_%%' AND relkind = 'r'"
        )
        return int(cursor.fetchone()[0])


def open_decisions(owner: Player) -> list[OpenRequest]:
    """Return the open questions of a player."""
    return list(OpenRequest.objects.filter(seat__player=owner, closed_at=None).select_related("seat"))
