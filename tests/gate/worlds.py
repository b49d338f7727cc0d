"""Two worlds on the server: a game played on as it is, and once more with all dealt anew that one seat cannot know.

Others do what looks the same from outside or, where their answers lie sealed, something else. All that the observer can
read at each stop must be the same in both, until it is told something that it may learn.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest
import time_machine
from django.db import transaction

from games import registry
from games.kernel.conformance.leaks import Listener, ObservedEvent, find_leak
from games.kernel.driver import DriveResult, drive
from games.kernel.errors import ReplayDiverged
from games.kernel.requests import Ask
from games.kernel.title_parts import NO_EQUIVALENT, same_answer
from games.models import Game, OpenRequest, Player
from games.persistence import position, serialization
from games.services.answers import do_submit_answer
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve import advance
from games.services.resolve.advance import do_resolve
from tests.gate.reading import Read, differences, everything, newest_letter

START = datetime.fromisoformat("2026-11-20T12:00:00+00:00")
TRIES = 6
"""Deals tried for another world in which the same was answered up to now."""

WHOLE = 1
"""The stop at which everything is read; at the others, what changes most."""

Choice = Callable[["World", Ask[Any], random.Random], Any]
"""What a seat answers, by chance."""

Redeal = Callable[[Any, str, Any], Any]
"""Another state that a seat cannot tell from this one."""


@dataclass
class World:
    """One of the two: what was asked and answered in it, and all that the observer read and heard, by stop."""

    game: Game
    player: Player
    role: str
    choose: Choice
    unlike: bool = False
    only: str = ""
    reading: Callable[..., Read] = everything
    asked: list[dict[str, tuple[Ask[Any], Any]]] = field(default_factory=list)
    seen: list[Read] = field(default_factory=list)
    told: list[list[ObservedEvent]] = field(default_factory=list)

    def play(self, like: "World | None", seed: int, stops: int, *, reading: bool = True) -> None:
        """Play on: by chance, or as much like the other world as what is public goes, until it tells them apart."""
        letters = newest_letter()
        for number in range(stops):
            with time_machine.travel(START + timedelta(hours=number), tick=False):
                if reading:
                    self.seen.append(self._read(letters, whole=number == WHOLE))
                if number == stops - 1:
                    return  # what would come of it nobody would read
                answers = self._answers(number, like, random.Random(f"{seed} {number} {like is not None}"))
                if not answers:
                    return
                self.asked.append(answers)
                for role, (question, answer) in answers.items():
                    submit(self.game, role, msgspec.json.encode(question.form.write(answer)))
                self.told.append(self._resolve())
                if like is not None and find_leak(like.told[number], self.told[number]) is not None:
                    return  # what is read from now on may differ

    def _read(self, letters: int, *, whole: bool) -> Read:
        return self.reading(self.player, self.game, letters_after=letters, whole=whole, only=self.only)

    def _resolve(self) -> list[ObservedEvent]:
        """Play on to the next stop, listening as the observer."""
        ears = Listener(registry.game_title(self.game), self.game.scenario, self.role)
        heard: list[ObservedEvent] = []

        def listening(title: Any, *args: Any, **named: Any) -> DriveResult:
            run = drive(ears.title, *args, **named)
            heard.extend(ears.observed(run))
            return run

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(advance, "drive", listening)
            resolve(self.game)
        return heard

    def _answers(
        self, number: int, like: "World | None", whim: random.Random
    ) -> dict[str, tuple[Ask[Any], Any]] | None:
        """What everybody answers; None where nothing does that looks the same from outside."""
        title, found = registry.game_title(self.game), {}
        for row in OpenRequest.objects.filter(game=self.game, closed_at=None).select_related("seat"):
            question, role = serialization.read_question(title, row.question), row.seat.role
            if like is None:
                found[role] = (question, self.choose(self, question, whim))
                continue
            if number >= len(like.asked) or role not in like.asked[number]:
                return None
            other, given = like.asked[number][role]
            if (
                role != self.role
                and self.unlike
                and title.secrecy.secret_until_revealed(question)
                and title.secrecy.secret_until_revealed(other)
            ):
                found[role] = (question, self.choose(self, question, whim))
                continue
            twin = same_answer if role == self.role else title.secrecy.equivalent_answer
            if other.kind != question.kind or (answer := twin(other, given, question)) is NO_EQUIVALENT:
                return None  # the worlds were told apart before this stop, or can be followed no longer
            found[role] = (question, answer)
        return found


def compared(here: World, there: World) -> Iterator[int | str]:
    """The stops that were the same up to where the worlds were told apart openly; in words, what told them apart."""
    for number, (ours, theirs) in enumerate(zip(here.seen, there.seen, strict=True)):
        found = [f"stop {number}: {what}" for what in differences(ours, theirs)]
        yield from found
        if found:
            return
        yield number
    if there.told:
        apart = find_leak(here.told[len(there.told) - 1], there.told[-1])
        yield from [f"stop {len(there.told)}: {apart}"] if apart else []


def pair(
    game: Game,
    player: Player,
    role: str,
    whim: random.Random,
    choose: Choice,
    *,
    stops: int,
    unlike: bool = False,
    besides: Callable[[Game], None] = lambda game: None,
    alike: Callable[[Game], None] = lambda game: None,
    redeal: Redeal | None = None,
    only: str = "",
    reading: Callable[..., Read] = everything,
) -> tuple[World, World] | None:
    """Play a game on in the true world and in another one, and return both; the game itself is left unchanged.

    `alike` is done in the first world, `besides` in the other. `redeal` replaces the redeal of all facts that the seat
    cannot know; `only` is that of `everything`, and `reading` may replace `everything`. Return None if there was
    nothing hidden to deal.

    Only stops that can be compared are read. Their number is known after the other world was played. So the first world
    is played without reading, and then once more with reading, as far as the other world went.
    """
    seed, deal = whim.randrange(1000), random.Random(whim.random())
    here, there, again = (World(game, player, role, choose, unlike, only, reading) for _ in range(3))
    with _then_gone(game, alike):
        here.play(None, seed, stops, reading=False)
    with _then_gone(game, besides, lambda: deal_anew(game, role, deal, redeal)) as dealt:
        if not dealt:
            return None
        there.play(here, seed, stops)
    with _then_gone(game, alike):
        again.play(None, seed, len(there.seen))
    assert again.told == here.told[: len(again.told)], "something went another way because it was read"
    here.seen = again.seen
    return here, there


@contextmanager
def _then_gone(game: Game, begin: Callable[[Game], None], deal: Callable[[], bool] = lambda: True) -> Iterator[bool]:
    """Dealt, if that can be done, and begun; afterwards the game stands where it stood."""
    with transaction.atomic():
        dealt = deal()
        if dealt:
            with time_machine.travel(START, tick=False):
                begin(game)
        yield dealt
        transaction.set_rollback(True)
    position._kept.clear()


def submit(game: Game, role: str, answer: bytes, **how: Any) -> None:
    """The seat's player answers."""
    row = OpenRequest.objects.select_related("seat__player").get(game=game, seat__role=role, closed_at=None)
    do_submit_answer(player=row.seat.player, request_id=row.pk, answer=answer, **how)


def whimsical(world: "World", question: Ask[Any], whim: random.Random) -> Any:
    """Some legal answer."""
    return question.form.sample(whim.randrange)


def started(title: str, scenario: str, **wishes: Any) -> Game:
    """A game between players p_<role>, waiting for its first answers; they get all letters, and no pictures."""
    host = Player.objects.create_user("host", "host@example.org", "pw")
    allowed = {"hints_allowed": True, "trials": Game.Trials.ALLOWED}
    game = do_create_game(host=host, title=title, scenario=scenario, name="Emden", **{**allowed, **wishes})
    for seat in game.seats.filter(kind="open").order_by("position"):
        player = Player.objects.create_user(f"p_{seat.role}", f"{seat.role}@example.org", "pw")
        do_join_game(player=player, game_id=game.pk, role=seat.role)
    do_start_game(player=host, game_id=game.pk)
    do_resolve(game.pk)
    Player.objects.update(mail_preferences={"stops": True, "pictures": False, "reminders": True}, language="en")
    game.refresh_from_db()
    return game


def play_on(game: Game, whim: random.Random, stops: int, choose: Choice = whimsical) -> None:
    """Play on by chance, so many stops."""
    title = registry.game_title(game)
    for _ in range(stops):
        world = World(game, game.host, "", choose)
        for row in OpenRequest.objects.filter(game=game, closed_at=None).select_related("seat"):
            question = serialization.read_question(title, row.question)
            submit(game, row.seat.role, msgspec.json.encode(question.form.write(choose(world, question, whim))))
        resolve(game)
        game.refresh_from_db()


def resolve(game: Game) -> None:
    """Play on to the next stop, at its hour where results come out at fixed hours."""
    do_resolve(game.pk)
    game.refresh_from_db()
    if game.release_at and game.due_from is not None:
        do_resolve(game.pk, now=game.due_from)


def to_a_secret(game: Game, role: str, whim: random.Random, choose: Choice, *, most: int = 40) -> None:
    """Play on by chance to a stop at which something hidden from the seat can be dealt anew."""
    for _ in range(most):
        play_on(game, whim, 1, choose)
        with transaction.atomic():
            dealt = deal_anew(game, role, whim)
            transaction.set_rollback(True)
        position._kept.clear()
        if dealt:
            return
    pytest.fail("nothing hidden could be dealt anew")


def deal_anew(game: Game, role: str, whim: random.Random, redeal: Redeal | None = None) -> bool:
    """Put another true state under the game, which the observer cannot tell from this one; false where there is none.

    What was answered and rolled since the checkpoint stays, as far as it still fits.
    """
    game.refresh_from_db()
    title, here = registry.game_title(game), position.load_position(game)
    deal = redeal or title.secrecy.deal_other_world
    for bold in range(TRIES):
        dealt = title.write_state(deal(title.read_state(here.checkpoint.state), role, _seldom(whim, bold)))
        checkpoint = msgspec.structs.replace(here.checkpoint, state=dealt)
        recorded = [msgspec.structs.replace(entry, state="") for entry in here.recorded]
        try:
            run = drive(
                title, checkpoint, recorded, chance=position.RecordedDiceOnly(), published_events=here.published_events
            )
        except ReplayDiverged:
            continue
        open_ = set(OpenRequest.objects.filter(game=game, closed_at=None).values_list("seat__role", "key"))
        if (
            dealt == here.checkpoint.state
            or not open_ <= {(one.seat, one.key) for one in run.open_questions}
            or run.events
        ):
            continue
        for question in run.open_questions:
            rows = OpenRequest.objects.filter(game=game, seat__role=question.seat, closed_at=None)
            rows.update(question=serialization.pack(question))
        found = here._replace(checkpoint=checkpoint, keyframe=(checkpoint.number, dealt), recorded=recorded)
        position.cache_position(game, found, position.load_last_views(game))
        return True
    return False


def _seldom(whim: random.Random, bold: int) -> Callable[[int], int]:
    """Moves the less, the more often it was tried: a hand that keeps some can be played in both worlds alike."""
    return lambda limit: whim.randrange(limit) if whim.random() < 0.6 / (1 + bold) else 0
