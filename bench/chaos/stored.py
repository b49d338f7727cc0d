"""The content of the database after a run, as plain data for `verdict`. Tests of the verdict change these data."""

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
"""A game whose release hour was at most this long ago need not have continued yet."""


class Question(Struct, frozen=True, kw_only=True):
    """A question to a seat."""

    id: str
    game: str
    seat: str
    branch: int
    stop: int
    entry: int
    """The number of its journal entry."""
    key: str
    """The name of the question within its step."""
    outcome: str = ""
    """How it was closed; empty while it is open."""
    revision: int = 0
    ready: bool = False


class Sealed(Struct, frozen=True, kw_only=True):
    """A revision of an answer to a question."""

    decision: str
    revision: int
    answer: Any
    """None for a withdrawal."""
    ready: bool
    withdrawn: bool = False
    channel: str = "rest"
    hash: str = ""
    """The hash in the receipt of this revision; empty if there is none."""


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
    """A row of the outbox: an e-mail to a seat, or to an address."""

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
    """True if the recipient has left the seat."""


class Table(Struct, frozen=True, kw_only=True):
    """A game."""

    id: str
    name: str
    status: str
    """Its status (`Game.Status`)."""
    waits: str
    """What it waits for; empty if it waits for nothing."""
    steady: list[str]
    """The seats that one player had from the beginning to the end."""
    why: str = ""
    """Why it is on hold; empty if it is not."""


class Stored(Struct, frozen=True, kw_only=True):
    """All stored data that the verdict needs."""

    questions: list[Question] = []
    """The questions to seats."""
    sealed: list[Sealed] = []
    """The revisions of answers."""
    segments: list[Segment] = []
    """The journal segments."""
    owed: list[Owed] = []
    """The rows of the outbox."""
    wanted: list[Wanted] = []
    """The e-mails that seats had to get."""
    tables: list[Table] = []
    """The games."""
    orders: set[str] = set()
    """The ids of the standing orders."""
    kept: set[tuple[str, str, str]] = set()
    """The game, seat and kind of each standing order in force."""
    said: Counter[str] = Counter()
    """The number of press messages, by text."""
    deeds: Counter[str] = Counter()
    """The number of notices about umpire actions, by the reason of the action."""
    keys: dict[str, str] = {}
    """The public keys that verify signatures, by id."""


def read(ended: datetime) -> Stored:
    """Read all rows from the database, after the server was stopped at the time `ended`."""
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
    """Return an e-mail of the outbox; game and seat are "" if it is to a person."""
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
    """Return the seats that one player had from the beginning to the end."""
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
    """Return the reason why a running game waited when the server ended: "an answer", "its hour", or ""."""
    questions = OpenRequest.objects.filter(game=game, closed_at=None)
    if questions.filter(ready=False).exists():
        return "an answer"
    return "its hour" if questions.exists() and game.due_from and game.due_from > ended - JUST_NOW else ""
