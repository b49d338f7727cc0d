"""Would a game under way go on under the rules as they are installed? Changes nothing, rolls nothing, opens no answer.

Everything is judged by what `do_resolve` itself goes by: its questions and answers, its standing orders, its driver.
"""

import logging
from collections.abc import Iterator
from typing import Any, NoReturn

from django.utils import timezone

from games import registry
from games.errors import Unreadable
from games.kernel.driver import Look, Run, drive
from games.kernel.errors import ReplayDiverged
from games.kernel.journal import Given
from games.kernel.requests import Ask, Draw, Roll
from games.models import Game, OpenRequest, Seat
from games.services.resolve.taking_up import looked_at
from games.services.resolve.views import audiences
from games.services.resolve.waiting import Waiting, waiting_for
from games.stored import packing
from games.stored.position import position

logger = logging.getLogger(__name__)


def check_resolve(game: Game) -> list[str]:
    """Why the game would be held, or its questions asked anew, when next it is played on; nothing where neither is so.

    A game that is held already is only asked whether its journal can be played again.
    """
    try:
        registry.game_title(game)
    except Unreadable as error:
        return [error.why]
    taken = looked_at(game)
    seats = taken.seats
    probe = _Probe(waiting_for(taken, timezone.now()))
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


def _played(game: Game, seats: list[Seat], probe: "_Probe") -> Run | None:
    """The run as far as the journal and what was said ahead carry it; None where dice are wanted, or more answers."""
    here = position(game)
    try:
        run = drive(here.title, here.checkpoint, here.recorded, probe.supply, chance=probe, published=here.published)
    except _Enough:
        return None
    run.views(here.title, audiences(seat.role for seat in seats))
    return run


def _unreadable(game: Game) -> Iterator[str]:
    """Stored questions that can be shown no more."""
    title = registry.game_title(game)
    for row in OpenRequest.objects.filter(game=game, closed_at=None).select_related("seat").order_by("seat__position"):
        if why := packing.why_unreadable(title, row.question):
            yield f"the question {row.key} to {row.seat.role} cannot be read: {why}"


class _Enough(Exception):
    """The run has left what is recorded; whatever comes now is play."""


class _Probe:
    """Supply and chance of a run that ends where the record does: notes what is asked there, and answers none of it."""

    def __init__(self, waiting: Waiting) -> None:
        self._waiting = waiting
        self._number: int | None = None
        self._asked: list[Ask[Any]] = []
        self._ahead: set[str] = set()

    def supply(self, question: Ask[Any], number: int, look: Look) -> Given | None:
        """What was said ahead to the first question; those that are open wait."""
        if self._number not in (None, number):
            raise _Enough
        self._number = number
        self._asked.append(question)
        if self._waiting.is_open(question, number):
            return None
        given = self._waiting.supply(question, number, look)
        if given is not None:
            self._ahead.add(question.seat)
        return given

    def answer(self, request: Roll | Draw, branch: int, number: int) -> NoReturn:
        """Dice are not rolled here."""
        raise _Enough

    def faults(self, game: Game) -> Iterator[str]:
        """What is wrong with the questions of the stop and the answers to them."""
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
