"""Release of a held game: restart its step from the checkpoint and keep the answers and dice that fit the new rules.

After `ReplayDiverged` the recorded journal of the step no longer fits the rules. A `JournalMigration` offers its
answers and dice to a new run. An answer goes to the question of the same seat and key, in the recorded sequence, if the
live form accepts it. A roll is used for a roll with the same key and sides, a draw for a draw with the same key, count
and pool. All others are dropped and reported: the seat is asked again, and the dice are rolled again.

Drive the new run on a separate branch (`branch=`, with the new branch's chance): kept dice keep the number of their
first roll, and no number may serve two rolls.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from games.kernel.chance import Chance
from games.kernel.driver import DriveResult, ViewFactory
from games.kernel.errors import GameError
from games.kernel.journal import Entry, SeatAnswer, fingerprint
from games.kernel.requests import Ask, Draw, Roll

QuestionKey = tuple[str, str]
"""Seat and key of a question."""


class RecordedAnswer(Struct, frozen=True):
    """An answer from the old journal."""

    seat: str
    key: str
    """The key of its question."""
    number: int
    """The number of its journal entry."""
    given: SeatAnswer
    is_sealed: bool
    """True if the rules had not received the answer when the game was held, because other seats had not answered."""


class MigrationReport(Struct, frozen=True):
    """The result of a migration: what happened to each recorded answer and to the dice."""

    kept: tuple[RecordedAnswer, ...]
    """Answers that were replayed."""
    waiting: tuple[RecordedAnswer, ...]
    """Answers to questions that are open now; they stay sealed."""
    refused: tuple[RecordedAnswer, ...]
    """Answers that the form of their question does not accept now: notify their seats, and ask again."""
    obsolete: tuple[RecordedAnswer, ...]
    """Answers to questions that the rules have not asked again."""
    dice_kept: int
    """The number of rolls and draws whose recorded results were used."""
    dice_dropped: int
    """The number of rolls and draws whose recorded results were not used."""


class JournalMigration:
    """The answer source and the chance for a new run of the step from its checkpoint. Use it for one drive only."""

    def __init__(
        self, recorded: Sequence[Entry], chance: Chance, *, sealed: Mapping[QuestionKey, SeatAnswer] | None = None
    ) -> None:
        self._chance = chance
        self._offers: dict[QuestionKey, deque[RecordedAnswer]] = {}
        self._dice: dict[str, deque[Entry]] = {}
        self._taken: list[tuple[int, RecordedAnswer]] = []
        self._refused: list[RecordedAnswer] = []
        self._origins: dict[tuple[int, int], tuple[int, int]] = {}
        for entry in recorded:
            if entry.kind == "ask":
                for key, answer in zip(_keys(entry), entry.given, strict=True):
                    self._offer(RecordedAnswer(answer.seat, key, entry.number, answer, is_sealed=False))
            else:
                self._dice.setdefault(entry.fingerprint, deque()).append(entry)
        number = recorded[-1].number + 1 if recorded else 0
        for (seat, key), answer in (sealed or {}).items():
            self._offer(RecordedAnswer(seat, key, number, answer, is_sealed=True))

    def _offer(self, offer: RecordedAnswer) -> None:
        self._offers.setdefault((offer.seat, offer.key), deque()).append(offer)

    def answer_question(self, question: Ask[Any], number: int, view_factory: ViewFactory) -> SeatAnswer | None:
        """Return the next recorded answer to this question if the form still accepts the answer; otherwise None."""
        offers = self._offers.get((question.seat, question.key))
        if not offers:
            return None
        offer = offers.popleft()
        try:
            question.form.accept(offer.given.answer)
        except GameError:
            self._refused.append(offer)
            return None
        self._taken.append((number, offer))
        return offer.given

    def answer(self, request: Roll | Draw, branch: int, number: int) -> tuple[int, ...]:
        """Return the recorded dice of an equal request, or new dice if there are none."""
        rolled = self._dice.get(fingerprint(request))
        if not rolled:
            return self._chance.answer(request, branch, number)
        entry = rolled.popleft()
        if entry.draw is not None:
            self._origins[branch, number] = entry.draw
        return entry.drawn

    def entries(self, run: DriveResult) -> list[Entry]:
        """Return the run's new entries for storage: kept dice have the branch and number of their first roll."""
        return [self._renumbered(entry) for entry in run.entries]

    def _renumbered(self, entry: Entry) -> Entry:
        if entry.draw is None:
            return entry
        return msgspec.structs.replace(entry, draw=self._origins.get(entry.draw, entry.draw))

    def report(self, run: DriveResult) -> MigrationReport:
        """Return the report of a run that has stopped. `run` is the result of the drive."""
        fed = {entry.number for entry in run.entries}
        return MigrationReport(
            kept=tuple(offer for number, offer in self._taken if number in fed),
            waiting=tuple(offer for number, offer in self._taken if number not in fed),
            refused=tuple(self._refused),
            obsolete=tuple(offer for offers in self._offers.values() for offer in offers),
            dice_kept=len(self._origins),
            dice_dropped=sum(map(len, self._dice.values())),
        )


def _keys(entry: Entry) -> Iterable[str]:
    """Return the question's key for each answer of an entry, which stores a single key if all questions share it."""
    keys = entry.key.split(",")
    return keys * len(entry.given) if len(keys) == 1 else keys
