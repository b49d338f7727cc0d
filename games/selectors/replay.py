"""Data of the replay console: any stop of a game from any side, with its answers and dice. Staff only."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from games import registry
from games.errors import missing
from games.kernel.chance import Chance
from games.kernel.journal import Entry
from games.kernel.requests import Draw, Roll
from games.kernel.text import Text
from games.kernel.title import Title
from games.models import Game, JournalSegment, OpenRequest, Player, SeatView
from games.persistence import serialization
from games.persistence.receipts import describe_answer
from games.selectors.audited_access import umpire_view
from games.selectors.events import AudienceEvent, list_events_between
from games.selectors.views import StoredView, get_view_at


@dataclass(frozen=True)
class ReplayStop:
    """One stop of the replay: its number in the order of writing, and the audiences with a new view.

    `kinds` are the seats asked at the stop, each with the kind of its question; `questions` have the prompts, and are
    empty if the caller did not ask for them.
    """

    number: int
    branch: int
    cause: str
    at: datetime
    audiences: tuple[str, ...]
    questions: tuple[tuple[str, Text], ...] = ()
    kinds: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class JournalAnswer:
    """An answer in the journal, in words, with its question if that is stored."""

    seat: str
    key: str
    answer: Any
    channel: str
    at: str
    text: Text = field(default_factory=lambda: Text("", ""))
    question: Text = field(default_factory=lambda: Text("", ""))


@dataclass(frozen=True)
class RollRecord:
    """Dice or a draw: the branch and number for its verification, and the result.

    `of` are the sides of each die, or the size of the pool that `drawn` indexes.
    """

    branch: int
    number: int
    kind: str
    key: str
    of: tuple[int, ...]
    drawn: tuple[int, ...]

    def matches(self, chance: Chance) -> bool:
        """Return True if these dice give exactly this result."""
        if self.kind == "roll":
            request: Roll | Draw = Roll(self.of, self.key, "")
        else:
            request = Draw(tuple(map(str, range(sum(self.of)))), len(self.drawn), self.key, "")
        return chance.answer(request, self.branch, self.number) == self.drawn


@dataclass(frozen=True)
class ReplayPage:
    """The data of one stop as one audience saw it."""

    number: int
    first: int
    last: int
    previous: int | None
    next: int | None
    branch: int
    cause: str
    at: datetime
    audience: str
    view: StoredView | None
    events: list[AudienceEvent]
    answers: list[JournalAnswer]
    rolls: list[RollRecord]
    asked: list[tuple[OpenRequest, Text]]
    """Each question with its prompt."""


def list_replay_stops(player: Player, game_id: UUID | str, *, newest_with_questions: int = 0) -> list[ReplayStop]:
    """Return all stops of a game in the order of writing.

    The newest `newest_with_questions` stops have their questions. Raises Missing, Forbidden.
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
    """Return the questions of these stops, by stop, each with its seat."""
    title, found = registry.game_title(game), dict[int, list[tuple[str, Text]]]()
    rows = OpenRequest.objects.filter(game=game, stop__in=numbers).order_by("seat__role", "entry")
    for stop, role, question in rows.values_list("stop", "seat__role", "question"):
        found.setdefault(stop, []).append((role, serialization.read_question(title, question).prompt))
    return found


def get_replay_page(
    player: Player, game_id: UUID | str, number: int | None = None, audience: str = "umpire"
) -> ReplayPage:
    """Return one stop (default: the newest) as `audience` saw it, with its answers, dice and questions.

    Raises Missing, Forbidden.
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
    """Return the answers of a segment, in words if the question is stored."""
    title = registry.game_title(game)
    asked = {
        (request.entry, request.seat.role): request
        for request in OpenRequest.objects.filter(
            game=game, branch=segment.branch, entry__in=[entry.number for entry in entries if entry.given]
        ).select_related("seat")
    }
    for entry in entries:
        for given in entry.given:
            words, prompt = _told_of(title, asked.get((entry.number, given.seat)), given.answer)
            yield JournalAnswer(given.seat, entry.key, given.answer, given.channel, given.at, words, prompt)


def _told_of(title: Title[Any], request: OpenRequest | None, answer: Any) -> tuple[Text, Text]:
    """Return the answer in words, and its question."""
    if request is None:
        return Text("", ""), Text("", "")
    question = serialization.read_question(title, request.question)
    return describe_answer(title, question.form, question.form.read(answer)), question.prompt
