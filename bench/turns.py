"""Measure a whole turn by e-mail: from its first submitted answer to the last e-mail that reports it.

A turn of The Kaiser's Pirates belongs to one player. It begins with an answer to the question for a plan, and ends when
the next plan is asked for. Within it a player plays a card, another may react, and the end of an attack may be decided.
Each answer is given when the e-mail with its question has arrived. Within a turn only the seat that is asked next gets
an e-mail; all other news waits for the end of the turn (`docs/players/email.md`). The answer that ends a turn sends an
e-mail to every seat.

`probe.py` runs this file with older checkouts too, in which every answer sent e-mails. So it calls only functions that
the older checkouts also have.
"""

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import NamedTuple

from django.db import connection
from django.utils import timezone

from bench.by_mail import answer_open, free_port, game_of_people
from bench.hop import broker_hops
from bench.report import Measure, at_most, median, progress
from bench.sink import Sink, listen
from bench.stored import BareRow
from games.models import Game, OpenRequest, OutgoingMail, Player, Seat

SCENARIO = "four_players"
PLAN = "plan"
"""The kind of question with which a turn begins."""
PATIENCE = 60.0
"""The most seconds for a game to advance, and again for its e-mails to arrive."""
MOST_ANSWERS = 40
"""More answers than any turn has."""
AT_ONCE = timedelta(seconds=10)
"""An e-mail that is due within this time is being sent; news that waits is due in half a day."""
PAUSE = 0.3
"""The seconds before each answer in which no unexpected e-mail may arrive."""


class WrongEmails(RuntimeError):
    """A required e-mail has not arrived, or an unexpected e-mail has."""


class Answer(NamedTuple):
    """An answer that a player submitted, and the e-mails that it caused."""

    seconds: float
    """The seconds until the last of these e-mails arrived."""
    asked: tuple[str, ...]
    """The seats that are asked next."""
    told: tuple[str, ...]
    """The seats that are only informed."""

    @property
    def letters(self) -> int:
        """Return the number of e-mails that arrived."""
        return len(self.asked) + len(self.told)


class Turn(NamedTuple):
    """A player's turn: its answers in order. The last one ends the turn."""

    answers: tuple[Answer, ...]

    @property
    def seconds(self) -> float:
        """Return the sum, over all answers, of the seconds until their last e-mail."""
        return sum(one.seconds for one in self.answers)

    @property
    def letters(self) -> int:
        """Return the number of e-mails in the turn."""
        return sum(one.letters for one in self.answers)


class Table:
    """A game of four players whose e-mails arrive in a mail server of this process.

    When a game has ended, a new one replaces it.
    """

    def __init__(self, sink: Sink, *, pictures: bool) -> None:
        self._sink, self._pictures = sink, pictures
        self._begin()

    def turn(self) -> Turn:
        """Play one turn. Raises WrongEmails for a wrong e-mail, TimeoutError if the game does not advance."""
        answers: list[Answer] = []
        while len(answers) < MOST_ANSWERS:
            answers.append(self._answer())
            if self._is_over():
                self._begin()
                return Turn(tuple(answers))
            if PLAN in self._questions().values():
                return Turn(tuple(answers))
        raise RuntimeError(f"{MOST_ANSWERS} answers, and nobody is asked for a {PLAN}: what is a turn now?")

    def _begin(self) -> None:
        self._game_id = game_of_people(SCENARIO)
        self._seats = dict(Seat.objects.filter(game=self._game_id).values_list("player__email", "role"))
        Player.objects.filter(seats__game=self._game_id).update(
            mail_preferences={"pictures": self._pictures, "watch": True}
        )
        self._stop, self._known, self._counted = 0, set[int](), 0
        self._arrivals("the beginning of the game")

    def _answer(self) -> Answer:
        asked = ", ".join(f"{kind} of {role}" for role, kind in self._questions().items())
        self._rest(asked)
        began = time.perf_counter()
        answer_open(self._game_id)
        last, who = self._arrivals(f"the answer to {asked}")
        questions = self._questions()
        return Answer(last - began, *(tuple(one for one in who if (one in questions) is put) for put in (True, False)))

    def _rest(self, asked: str) -> None:
        """Wait for a moment in which no e-mail must arrive. Raises WrongEmails."""
        time.sleep(PAUSE)
        if more := [self._seats[address] for address, _, _ in self._letters()[self._counted :]]:
            raise WrongEmails(f"before the answer to {asked}: letters that were not owed came to {', '.join(more)}")

    def _letters(self) -> list[tuple[str, float, int]]:
        """Return the e-mails of this game that have arrived."""
        return [letter for letter in self._sink.letters if letter[0] in self._seats]

    def _arrivals(self, after: str) -> tuple[float, list[str]]:
        """Wait for all e-mails of a stop; return the time of the last one, and the seats of all.

        Raises WrongEmails or TimeoutError. `after`: what led to the stop, for messages.
        """
        self._await_stop(after)
        owed = self._owed()
        until = time.monotonic() + PATIENCE
        while (lacking := self._counted + len(owed) - len(self._letters())) > 0 and time.monotonic() < until:
            self._sink.wait_for(len(self._sink.letters) + lacking, 0.5)
        letters = self._letters()[self._counted :]
        got = Counter(self._seats[address] for address, _, _ in letters)
        if not letters or got != Counter(owed) or not owed >= self._must_hear():
            raise WrongEmails(self._trouble(after, got, owed | self._must_hear()))
        self._counted += len(letters)
        return letters[-1][1], list(got)

    def _await_stop(self, after: str) -> None:
        until = time.monotonic() + PATIENCE
        while (stop := Game.objects.values_list("stop", flat=True).get(pk=self._game_id)) == self._stop:
            if time.monotonic() > until:
                raise TimeoutError(f"{after}: the game stands still at stop {stop} for {PATIENCE:.0f} s")
            time.sleep(0.01)
        self._stop = stop

    def _owed(self) -> set[str]:
        """Return the seats with an e-mail that is being sent; several rows for one seat are one e-mail."""
        rows = OutgoingMail.objects.filter(game=self._game_id, next_try_at__lte=timezone.now() + AT_ONCE)
        fresh = dict(rows.exclude(pk__in=self._known).values_list("pk", "seat__role"))
        self._known |= set(fresh)
        return set(fresh.values())

    def _must_hear(self) -> set[str]:
        """Return the seats that must get an e-mail: those that are asked; all seats when a turn or the game is over."""
        questions = self._questions()
        return set(self._seats.values()) if PLAN in questions.values() or self._is_over() else set(questions)

    def _questions(self) -> dict[str, str]:
        """Return the kind of question that each seat is asked now."""
        rows = OpenRequest.objects.filter(game=self._game_id, closed_at=None, ready=False)
        return dict(rows.values_list("seat__role", "kind"))

    def _is_over(self) -> bool:
        return Game.objects.filter(pk=self._game_id, status=Game.Status.OVER).exists()

    def _trouble(self, after: str, got: Counter[str], due: set[str]) -> str:
        """Return in words what is wrong with the e-mails.

        `got`: the seats that got one; `due`: the seats that should.
        """
        missing, more = due - set(got), got - Counter(due)
        rows = OutgoingMail.objects.filter(game=self._game_id, seat__role__in=missing, stop=self._stop)
        state = [
            f"{role}: {status}, {tries} tries, {error or 'no error'}"
            for role, status, tries, error in rows.values_list("seat__role", "status", "attempts", "error")
        ]
        return (
            f"{after}: {sum(got.values())} letters came, {len(due)} should have; "
            f"missing: {', '.join(sorted(missing)) or 'none'}; "
            f"too many: {', '.join(sorted(more.elements())) or 'none'}; "
            f"in the outbox of those who miss one: {'; '.join(state) or 'nothing'}"
        )


def whole_turn(turns: int) -> Iterator[Measure]:
    """Measure turns without and with pictures alternately, and separately the answers that end a turn."""
    if connection.vendor != "postgresql":
        return
    with BareRow() as row:
        hops, played = played_turns(turns, row)
        bare = row.seconds
    plain, drawn = played[False], played[True]
    yield Measure("broker hop, publish to start of the task, p50", 1000 * median(hops), "ms")
    yield from _letters([*plain, *drawn])
    ends, ends_drawn = (median([turn.answers[-1].seconds for turn in some]) for some in (plain, drawn))
    yield Measure("end of a turn: answer, broker, resolve, four letters", 1000 * ends, "ms", note="pictures apart")
    yield at_most("end of a turn in bare commits", ends / bare, "×", 40, f"pictures apart; {1000 * bare:.2f} ms each")
    yield Measure("four pictures of the end of a turn", 1000 * (ends_drawn - ends), "ms", note="by difference")
    within = [one.seconds for turn in plain for one in turn.answers[:-1]]
    note = "pictures apart; a letter to who is asked next"
    yield Measure("answer within a turn: answer, broker, resolve, its letters", 1000 * median(within), "ms", note=note)
    yield from _whole(plain, drawn)


def played_turns(turns: int, row: BareRow) -> tuple[list[float], dict[bool, list[Turn]]]:
    """Return the latencies of the broker in seconds, and the turns played: by True with pictures, by False without.

    Bare commits are measured in between, with `row`.
    """
    OutgoingMail.objects.update(status=OutgoingMail.Status.SENT)
    sink, port = Sink(), free_port()
    controller = listen(sink, port)
    played: dict[bool, list[Turn]] = {False: [], True: []}
    try:
        with _worker(port):
            progress("waiting for the worker")
            hops = broker_hops(50)
            tables = {pictures: Table(sink, pictures=pictures) for pictures in played}
            for number in range(turns):
                progress(f"turn {number + 1} of {turns}")
                for pictures, table in tables.items():
                    played[pictures].append(table.turn())
                row.sample(30)
    finally:
        controller.stop()
    return hops, played


@contextmanager
def _worker(port: int) -> Iterator[None]:
    """Run a Celery worker in its own process; its e-mail goes to the sink."""
    mail = {"PBEM_MAIL_URL": f"smtp://127.0.0.1:{port}"}
    command = [sys.executable, "-m", "celery", "-A", "pbem", "worker", "--pool", "solo", "--loglevel", "ERROR"]
    command += ["--include", "bench.hop", "--without-gossip", "--without-mingle"]
    child = subprocess.Popen(command, env={**os.environ, **mail}, stdout=sys.stderr)
    try:
        yield
    finally:
        child.terminate()
        child.wait(30)


def _letters(turns: Sequence[Turn]) -> Iterator[Measure]:
    """Measure the number of e-mails in a turn, and count those that ask and those that only inform."""
    count = len(turns)
    answers = sum(len(turn.answers) for turn in turns) / count
    asked = sum(len(one.asked) for turn in turns for one in turn.answers) / count
    told = sum(len(one.told) for turn in turns for one in turn.answers) / count
    ends = sum(turn.answers[-1].letters for turn in turns) / count
    note = (
        f"{count} turns of {answers:.1f} answers; {asked:.1f} letters ask something of their readers, "
        f"{told:.1f} only tell; {ends:.1f} of all leave at the turn's end"
    )
    yield Measure("letters of a whole turn, four players", (asked + told), "letters", note=note)


def usual_length(turns: Sequence[Turn]) -> int:
    """Return the most frequent number of answers in a turn; the smallest if there are several.

    Turns of other lengths are not compared.
    """
    lengths = Counter(len(turn.answers) for turn in turns)
    return min(length for length, count in lengths.items() if count == max(lengths.values()))


def _whole(plain: Sequence[Turn], drawn: Sequence[Turn]) -> Iterator[Measure]:
    length = usual_length([*plain, *drawn])
    without, with_ = ([one.seconds for one in some if len(one.answers) == length] for some in (plain, drawn))
    note = f"{len(without)} turns of {length} answers, from the plan to the last letter of its end"
    yield Measure("whole turn, pictures apart", 1000 * median(without), "ms", note=note)
    yield Measure("whole turn, with pictures", 1000 * median(with_), "ms", note=f"{len(with_)} turns")
