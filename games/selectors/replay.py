"""Read the data of the replay console, for staff only: every stop of a game as any audience saw it, answers, dice."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from msgspec import convert

from games import registry
from games.errors import missing
from games.kernel.chance import Chance
from games.kernel.journal import Entry
from games.kernel.requests import Draw, Roll
from games.kernel.text import Text
from games.kernel.title import Title
from games.models import BotReason, Game, JournalSegment, OpenRequest, Player, SeatView
from games.persistence import serialization
from games.persistence.receipts import describe_answer
from games.selectors.audited_access import umpire_view
from games.selectors.events import AudienceEvent, list_events_between
from games.selectors.views import StoredView, get_view_at

BOT_CHANNEL = "bot"
"""The channel of bots' answers."""


@dataclass(frozen=True)
class ReplayStop:
    """One stop of the replay."""

    number: int
    """Its number in the order of storage."""
    branch: int
    cause: str
    """Why the stop was stored (`JournalSegment.Cause`)."""
    at: datetime
    audiences: tuple[str, ...]
    """The audiences with a new view."""
    questions: tuple[tuple[str, Text], ...] = ()
    """Pairs of an asked role and the question's text; empty if the caller did not ask for them."""
    kinds: tuple[tuple[str, str], ...] = ()
    """Pairs of an asked role and the kind of its question."""


@dataclass(frozen=True)
class JournalAnswer:
    """An answer in the journal."""

    seat: str
    key: str
    """The name of the question within its step."""
    answer: Any
    """The answer as JSON."""
    channel: str
    """How the answer came, such as "web" or "bot"."""
    at: str
    text: Text = field(default_factory=lambda: Text("", ""))
    """The answer in words."""
    question: Text = field(default_factory=lambda: Text("", ""))
    """The question's text; empty if it is not stored."""
    reason: Text = field(default_factory=lambda: Text("", ""))
    """A bot's reason for its answer; empty for players' answers."""


@dataclass(frozen=True)
class RollRecord:
    """A roll or a draw, with the data that verify it."""

    branch: int
    """The number of the branch that rolled."""
    number: int
    """The number of the roll or draw within the branch's sequence of dice."""
    kind: str
    """``roll`` or ``draw``."""
    key: str
    """The name of the roll or draw within its step."""
    of: tuple[int, ...]
    """The sides of each die, or the size of the pool."""
    drawn: tuple[int, ...]
    """The values of the dice, or the indices of the drawn members in the pool."""

    def matches(self, chance: Chance) -> bool:
        """Return True if `chance`, the dice of the branch, gives exactly this result."""
        if self.kind == "roll":
            request: Roll | Draw = Roll(self.of, self.key, "")
        else:
            request = Draw(tuple(map(str, range(sum(self.of)))), len(self.drawn), self.key, "")
        return chance.answer(request, self.branch, self.number) == self.drawn


@dataclass(frozen=True)
class ReplayPage:
    """The data of one stop as one audience saw it, with all answers and rolls of the stop."""

    number: int
    """The number of the stop."""
    first: int
    """The number of the first stop."""
    last: int
    """The number of the last stop."""
    previous: int | None
    """The number of the stop before; None for the first."""
    next: int | None
    """The number of the stop after; None for the last."""
    branch: int
    cause: str
    at: datetime
    audience: str
    view: StoredView | None
    events: list[AudienceEvent]
    answers: list[JournalAnswer]
    rolls: list[RollRecord]
    asked: list[tuple[OpenRequest, Text]]
    """The questions asked at the stop, each with its text."""


def list_replay_stops(player: Player, game_id: UUID | str, *, newest_with_questions: int = 0) -> list[ReplayStop]:
    """Return all stops of a game in the order of storage.

    Only the newest `newest_with_questions` stops have their questions. Raises Missing if the player may not know of the
    game; Forbidden for all but staff and umpire without a seat.
    """
    game = umpire_view(player, game_id, action="replay_stops").game
    seen: dict[int, list[str]] = {}
    for number, audience in SeatView.objects.filter(game=game).order_by("id").values_list("number", "audience"):
        seen.setdefault(number, []).append(audience)
    rows = JournalSegment.objects.filter(game=game).order_by("number").values_list("number", "branch", "cause", "at")
    asked = _questions_of(game, [row[0] for row in rows][-newest_with_questions:]) if newest_with_questions else {}
    kinds: dict[int, list[tuple[str, str]]] = {}
    requests = OpenRequest.objects.filter(game=game).order_by("stop", "seat__role", "entry")
    for number, role, kind in requests.values_list("stop", "seat__role", "kind"):
        kinds.setdefault(number, []).append((role, kind))
    return [
        ReplayStop(
            *(number, branch, cause, at, tuple(seen.get(number, ()))),
            questions=tuple(asked.get(number, ())),
            kinds=tuple(kinds.get(number, ())),
        )
        for number, branch, cause, at in rows
    ]


def _questions_of(game: Game, numbers: list[int]) -> dict[int, list[tuple[str, Text]]]:
    """Return for each of these stops the pairs of an asked role and the question's text."""
    title, found = registry.game_title(game), dict[int, list[tuple[str, Text]]]()
    rows = OpenRequest.objects.filter(game=game, stop__in=numbers).order_by("seat__role", "entry")
    for stop, role, question in rows.values_list("stop", "seat__role", "question"):
        found.setdefault(stop, []).append((role, serialization.read_question(title, question).prompt))
    return found


def get_replay_page(
    player: Player, game_id: UUID | str, number: int | None = None, audience: str = "umpire"
) -> ReplayPage:
    """Return one stop (default: the newest) as `audience` saw it, with its answers, dice and questions.

    Raises Missing without such a game or stop; Forbidden for all but staff and umpire without a seat.
    """
    game = umpire_view(player, game_id, action="replay_page").game
    numbers = list(JournalSegment.objects.filter(game=game).order_by("number").values_list("number", flat=True))
    number = numbers[-1] if number is None and numbers else number
    if number not in numbers:
        raise missing()
    segment = JournalSegment.objects.get(game=game, number=number)
    place = numbers.index(number)
    entries = serialization.read_entries(segment.entries)
    return ReplayPage(
        number=number,
        first=numbers[0],
        last=numbers[-1],
        previous=numbers[place - 1] if place else None,
        next=numbers[place + 1] if place + 1 < len(numbers) else None,
        branch=segment.branch,
        cause=segment.cause,
        at=segment.at,
        audience=audience,
        view=get_view_at(game, audience, number),
        events=list_events_between(game, audience, number - 1, number),
        answers=list(_answers(game, segment, entries)),
        rolls=extract_rolls(entries),
        asked=list(_asked(game, number)),
    )


def _asked(game: Game, number: int) -> Iterable[tuple[OpenRequest, Text]]:
    title = registry.game_title(game)
    for row in OpenRequest.objects.filter(game=game, stop=number).select_related("seat"):
        yield row, serialization.read_question(title, row.question).prompt


def extract_rolls(entries: Iterable[Entry]) -> list[RollRecord]:
    """Return the dice and draws among journal entries."""
    return [
        RollRecord(*entry.draw, entry.kind, entry.key, entry.of, entry.drawn)
        for entry in entries
        if entry.draw is not None
    ]


def _answers(game: Game, segment: JournalSegment, entries: list[Entry]) -> Iterable[JournalAnswer]:
    """Yield the answers in journal entries of a segment, in words if the question is stored."""
    title = registry.game_title(game)
    asked = {
        (request.entry, request.seat.role): request
        for request in OpenRequest.objects.filter(
            game=game, branch=segment.branch, entry__in=[entry.number for entry in entries if entry.given]
        ).select_related("seat")
    }
    reasons = {row.request_id: convert(row.text, Text) for row in BotReason.objects.filter(request__in=asked.values())}
    for entry in entries:
        for given in entry.given:
            request = asked.get((entry.number, given.seat))
            reason = reasons.get(request.pk) if request is not None and given.channel == BOT_CHANNEL else None
            said = (*_told_of(title, request, given.answer), reason or Text("", ""))
            yield JournalAnswer(given.seat, entry.key, given.answer, given.channel, given.at, *said)


def _told_of(title: Title[Any], request: OpenRequest | None, answer: Any) -> tuple[Text, Text]:
    """Return the answer in words, and the question's text; both empty without a stored question."""
    if request is None:
        return Text("", ""), Text("", "")
    question = serialization.read_question(title, request.question)
    return describe_answer(title, question.form, question.form.read(answer)), question.prompt
