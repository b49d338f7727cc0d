"""Check whether a running game can continue under the installed rules, without dice and without storing anything.

The check uses the same questions, answers, standing orders and driver as `do_resolve`.
"""

import logging
from collections.abc import Iterator
from typing import Any, NoReturn

from django.utils import timezone

from games import registry
from games.errors import Unreadable
from games.kernel.driver import DriveResult, ViewFactory, drive
from games.kernel.errors import ReplayDiverged
from games.kernel.journal import SeatAnswer
from games.kernel.requests import Ask, Draw, Roll
from games.models import Game, OpenRequest, Seat
from games.persistence import serialization
from games.persistence.position import load_position
from games.services.resolve.loading import load_unlocked_game
from games.services.resolve.pending_answers import PendingAnswers, load_pending_answers
from games.services.resolve.view_writer import list_audiences

logger = logging.getLogger(__name__)


def check_resolve(game: Game) -> list[str]:
    """Return the reasons for which the next `do_resolve` would hold the game or ask questions again; empty if none.

    For a held game, only check whether its journal can be replayed.
    """
    try:
        registry.game_title(game)
    except Unreadable as error:
        return [error.why]
    taken = load_unlocked_game(game)
    seats = taken.seats
    probe = _Probe(load_pending_answers(taken, timezone.now()))
    try:
        run = _played(game, seats, probe)
        faults = [] if game.status == Game.Status.HELD else list(probe.faults(game))
        if run and run.events and not run.entries:
            faults.append(f"tells {len(run.events)} events more")
        return faults + list(_unreadable(game))
    except ReplayDiverged as error:
        return [f"{type(error).__name__}: {error}"]
    except Exception as error:
        logger.exception("game %s: the rules fail", game.pk)
        return [f"{type(error).__name__}: {error}"]


def _played(game: Game, seats: list[Seat], probe: "_Probe") -> DriveResult | None:
    """Return the run up to the open questions; None if the journal ends before it reaches them."""
    here = load_position(game)
    try:
        run = drive(
            here.title,
            here.checkpoint,
            here.recorded,
            probe.supply,
            chance=probe,
            published_events=here.published_events,
        )
    except _Enough:
        return None
    run.views(here.title, list_audiences(seat.role for seat in seats))
    return run


def _unreadable(game: Game) -> Iterator[str]:
    """Yield a message for each open question that the installed rules can no longer read."""
    title = registry.game_title(game)
    for row in OpenRequest.objects.filter(game=game, closed_at=None).select_related("seat").order_by("seat__position"):
        if why := serialization.unreadable_reason(title, row.question):
            yield f"the question {row.key} to {row.seat.role} cannot be read: {why}"


class _Enough(Exception):
    """The run needs dice, or asks more than the questions at the end of the journal."""


class _Probe:
    """The answer source and the dice of a dry run: it collects the questions at the end of the journal.

    Questions after those, and all rolls, end the run with `_Enough`.
    """

    def __init__(self, waiting: PendingAnswers) -> None:
        self._waiting = waiting
        self._number: int | None = None
        self._asked: list[Ask[Any]] = []
        self._ahead: set[str] = set()

    def supply(self, question: Ask[Any], number: int, look: ViewFactory) -> SeatAnswer | None:
        """Record a question; return None if it is open (the run stops there), else its answer by a standing order.

        Raises _Enough for a question at a later journal entry than the first one.
        """
        if self._number not in (None, number):
            raise _Enough
        self._number = number
        self._asked.append(question)
        if self._waiting.is_open(question, number):
            return None
        given = self._waiting.get_answer(question, number, look)
        if given is not None:
            self._ahead.add(question.seat)
        return given

    def answer(self, request: Roll | Draw, branch: int, number: int) -> NoReturn:
        """Raise _Enough: a dry run rolls no dice."""
        raise _Enough

    def faults(self, game: Game) -> Iterator[str]:
        """Yield the faults: the rules ask other questions than those open, or refuse an answer already given."""
        requests = self._waiting.requests
        open_ = {one.seat: one for one in self._asked if self._waiting.is_open(one, self._number or 0)}
        if requests.keys() - open_.keys():
            found = sorted((one.seat, one.key, one.kind) for one in self._asked if one.seat not in self._ahead)
            stored = sorted((role, row.key, row.kind) for role, row in requests.items())
            yield f"asks {found or 'nothing'}, while {stored} is being asked"
        elif not requests and game.due_from is None and game.status == Game.Status.RUNNING:
            yield "nothing is waited for"
        for role, question in open_.items():
            if self._waiting.is_refused(question):
                yield f"refuses the answer that {role} has given to {question.key}"
