"""The exit of a held game: back to the step's checkpoint, keeping what still fits under the new rules.

After `ReplayDiverged` the recorded journal of the step is no longer a game. A `Salvage` offers its answers and dice to
a new run: each answer to the question of the same seat and key, in the order given, if the live form accepts it; each
roll to the same key and sides (each draw to the same key, count and pool). What does not fit is left behind and
reported; its seat is asked again, and dice without a match are rolled anew.

Drive the new run on a branch of its own (`branch=`, with the new branch's chance): kept dice keep the number under
which they were first rolled, and no number is used for two rolls.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from games.kernel.chance import Chance
from games.kernel.driver import Look, Run
from games.kernel.errors import GameError
from games.kernel.journal import Entry, Given, fingerprint
from games.kernel.requests import Ask, Draw, Roll

Name = tuple[str, str]
"""Seat and key of a question."""


class Offer(Struct, frozen=True):
    """An answer from before: to which question (seat and key), under which entry number, and whether it was sealed.

    A sealed answer had not been fed yet when the game was held: the question was still open for others.
    """

    seat: str
    key: str
    number: int
    given: Given
    sealed: bool


class Outcome(Struct, frozen=True):
    """What became of the old journal.

    `kept` were fed again; `waiting` fit the questions that are open now, and stay sealed for them; `refused` were
    offered to their question but its form does not accept them now: tell their seats, and ask again; `unasked` answer
    questions that the rules have not asked again. `dice_kept` and `dice_dropped` count rolls and draws.
    """

    kept: tuple[Offer, ...]
    waiting: tuple[Offer, ...]
    refused: tuple[Offer, ...]
    unasked: tuple[Offer, ...]
    dice_kept: int
    dice_dropped: int


class Salvage:
    """Supply and chance of one run from the step's checkpoint. Use it for a single `drive`."""

    def __init__(
        self, recorded: Sequence[Entry], chance: Chance, *, sealed: Mapping[Name, Given] | None = None
    ) -> None:
        self._chance = chance
        self._offers: dict[Name, deque[Offer]] = {}
        self._dice: dict[str, deque[Entry]] = {}
        self._taken: list[tuple[int, Offer]] = []
        self._refused: list[Offer] = []
        self._origins: dict[tuple[int, int], tuple[int, int]] = {}
        for entry in recorded:
            if entry.kind == "ask":
                for key, answer in zip(_keys(entry), entry.given, strict=True):
                    self._offer(Offer(answer.seat, key, entry.number, answer, sealed=False))
            else:
                self._dice.setdefault(entry.fingerprint, deque()).append(entry)
        number = recorded[-1].number + 1 if recorded else 0
        for (seat, key), answer in (sealed or {}).items():
            self._offer(Offer(seat, key, number, answer, sealed=True))

    def _offer(self, offer: Offer) -> None:
        self._offers.setdefault((offer.seat, offer.key), deque()).append(offer)

    def supply(self, question: Ask[Any], number: int, look: Look) -> Given | None:
        """The next old answer to this question, if its form still accepts it; else None, and the seat is asked."""
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
        """The dice rolled before for the same request, else new ones."""
        rolled = self._dice.get(fingerprint(request))
        if not rolled:
            return self._chance.answer(request, branch, number)
        entry = rolled.popleft()
        if entry.draw is not None:
            self._origins[branch, number] = entry.draw
        return entry.drawn

    def entries(self, run: Run) -> list[Entry]:
        """The run's new entries as they must be stored: kept dice under the branch and number of their first roll."""
        return [self._renumbered(entry) for entry in run.entries]

    def _renumbered(self, entry: Entry) -> Entry:
        if entry.draw is None:
            return entry
        return msgspec.structs.replace(entry, draw=self._origins.get(entry.draw, entry.draw))

    def outcome(self, run: Run) -> Outcome:
        """What was kept and what was not, once the run has stopped."""
        fed = {entry.number for entry in run.entries}
        return Outcome(
            kept=tuple(offer for number, offer in self._taken if number in fed),
            waiting=tuple(offer for number, offer in self._taken if number not in fed),
            refused=tuple(self._refused),
            unasked=tuple(offer for offers in self._offers.values() for offer in offers),
            dice_kept=len(self._origins),
            dice_dropped=sum(map(len, self._dice.values())),
        )


def _keys(entry: Entry) -> Iterable[str]:
    """The key of each answer: an entry names a key once where all its questions share it."""
    keys = entry.key.split(",")
    return keys * len(entry.given) if len(keys) == 1 else keys
