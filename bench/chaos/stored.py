"""The database's content after a run, as plain data for `verdict`; tests can falsify it."""

from collections import Counter
from datetime import datetime, timedelta
from typing import Any

from msgspec import Struct

from bench.chaos.wanted import Wanted, wanted
from games.kernel.journal import Entry
from games.models import (
    Game,
    JournalSegment,
    Message,
    Notice,
    OpenRequest,
    OutgoingMail,
    SealedAnswer,
    Seat,
    SigningKey,
    StandingOrder,
    Tenure,
)
from games.persistence import serialization
from games.persistence.receipts import read_receipt

JUST_NOW = timedelta(seconds=30)
"""A game whose results were due for no longer than this was about to be played on."""


class Question(Struct, frozen=True, kw_only=True):
    """A decision: its place in the journal, and how it was closed ("" while it is open)."""

    id: str
    game: str
    seat: str
    branch: int
    stop: int
    entry: int
    key: str
    outcome: str = ""
    revision: int = 0
    ready: bool = False


class Sealed(Struct, frozen=True, kw_only=True):
    """One revision of an answer. `answer`: None if it was withdrawn; `hash`: the hash in its receipt, if any."""

    decision: str
    revision: int
    answer: Any
    ready: bool
    withdrawn: bool = False
    channel: str = "rest"
    hash: str = ""


class Segment(Struct, frozen=True, kw_only=True):
    """The content of one journal segment."""

    game: str
    number: int
    branch: int
    cause: str
    first_entry: int
    entries: list[Entry]
    first_event: int
    event_count: int
    at: float = 0.0


class Owed(Struct, frozen=True, kw_only=True):
    """A row of the outbox."""

    message_id: str
    game: str
    seat: str
    stop: int
    kind: str
    status: str
    address: str
    error: str = ""
    reference: str = ""
    seat_stop: int = 0
    left: bool = False
    """Its reader has got up from the seat."""


class Table(Struct, frozen=True, kw_only=True):
    """The state of a game. `waits`: the reason why it waits, or ""."""

    id: str
    name: str
    status: str
    waits: str
    steady: list[str]
    """Seats that one player had from the beginning to the end."""
    why: str = ""


class Stored(Struct, frozen=True, kw_only=True):
    """All rows that the verdict needs."""

    questions: list[Question] = []
    sealed: list[Sealed] = []
    segments: list[Segment] = []
    owed: list[Owed] = []
    wanted: list[Wanted] = []
    tables: list[Table] = []
    orders: set[str] = set()
    kept: set[tuple[str, str, str]] = set()
    """Game, seat and kind of standing orders there are."""
    said: Counter[str] = Counter()
    deeds: Counter[str] = Counter()
    """Notices by their reason."""
    keys: dict[str, str] = {}
    """Public keys for signatures, by id."""


def read(ended: datetime) -> Stored:
    """Read all rows from the database of a server that was stopped at the time `ended`."""
    orders = StandingOrder.objects.values_list("id", "game", "seat__role", "kind")
    games = [(game, _steady(game)) for game in Game.objects.order_by("created_at")]
    reasons = (facts.get("reason", "") for facts in Notice.objects.values_list("facts", flat=True))
    return Stored(
        questions=list(map(_question, OpenRequest.objects.select_related("seat").defer("question"))),
        sealed=list(map(_sealed, SealedAnswer.objects.all())),
        segments=list(map(_segment, JournalSegment.objects.order_by("game", "number"))),
        owed=list(map(_owed, OutgoingMail.objects.select_related("seat", "player"))),
        wanted=[one for game, steady in games for one in wanted(game, steady)],
        tables=[_table(game, steady, ended) for game, steady in games],
        orders={str(pk) for pk, *_ in orders},
        kept={(str(game), seat, kind) for _, game, seat, kind in orders},
        said=Counter(Message.objects.values_list("text", flat=True)),
        deeds=Counter(filter(None, reasons)),
        keys=dict(SigningKey.objects.values_list("id", "public")),
    )


def _question(row: OpenRequest) -> Question:
    return Question(
        id=str(row.pk),
        game=str(row.game_id),
        seat=row.seat.role,
        branch=row.branch,
        stop=row.stop,
        entry=row.entry,
        key=row.key,
        outcome=row.outcome,
        revision=row.revision,
        ready=row.ready,
    )


def _sealed(row: SealedAnswer) -> Sealed:
    return Sealed(
        decision=str(row.request_id),
        revision=row.revision,
        answer=None if row.answer is None else serialization.read_answer(row.answer),
        ready=row.ready,
        withdrawn=row.answer is None,
        channel=row.channel,
        hash=read_receipt(row.receipt).hash if row.receipt else "",
    )


def _segment(row: JournalSegment) -> Segment:
    return Segment(
        game=str(row.game_id),
        number=row.number,
        branch=row.branch,
        cause=row.cause,
        first_entry=row.first_entry,
        entries=serialization.read_entries(row.entries),
        first_event=row.first_event,
        event_count=row.event_count,
        at=row.at.timestamp(),
    )


def _owed(row: OutgoingMail) -> Owed:
    """The letter, of no game and no seat if it is to a person."""
    return Owed(
        message_id=row.message_id,
        game=str(row.game_id or ""),
        seat=row.seat.role if row.seat else "",
        stop=row.stop,
        kind=row.kind,
        status=row.status,
        address=row.player.email if row.player else "",
        error=row.error,
        reference=row.reference,
        seat_stop=row.seat_stop,
        left=row.seat is not None and row.player_id != row.seat.player_id,
    )


def _steady(game: Game) -> list[str]:
    """Seats that one player had from the beginning to the end."""
    if game.started_at is None:
        return []
    seats = Seat.objects.filter(game=game, kind=Seat.Kind.PLAYER, since__lte=game.started_at)
    held = Counter(Tenure.objects.filter(seat__game=game).values_list("seat", flat=True))
    return [seat.role for seat in seats if held[seat.pk] == 1]


def _table(game: Game, steady: list[str], ended: datetime) -> Table:
    return Table(
        id=str(game.pk),
        name=f"{game.name}: {game.title} {game.scenario}",
        status=game.status,
        waits=_waits(game, ended),
        steady=steady,
        why=game.hold_reason,
    )


def _waits(game: Game, ended: datetime) -> str:
    """What a running game waited for when the server ended: somebody, or the hour of its results."""
    questions = OpenRequest.objects.filter(game=game, closed_at=None)
    if questions.filter(ready=False).exists():
        return "an answer"
    return "its hour" if questions.exists() and game.due_from and game.due_from > ended - JUST_NOW else ""
