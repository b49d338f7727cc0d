"""What others may do in secret while nothing is played on: whoever does not take part must not notice that it was done.

Each deed is done, all that an observer can read is compared with what it reads without it, and the deed is undone.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from typing import Any, NamedTuple

import msgspec
import time_machine
from django.db import transaction

from games import registry
from games.errors import GameError
from games.models import Advice, Game, MessageCopy, OpenRequest, Player
from games.persistence import position, serialization
from games.persistence.working_drafts import DraftEntries
from games.selectors.seats import get_access
from games.services.advice import do_advise
from games.services.answers import do_submit_answer, do_withdraw_answer
from games.services.messages import do_mark_read, do_send_message
from games.services.notebook import do_write_notes
from games.services.reminders import do_send_reminders
from games.services.standing_orders import do_add_order
from games.services.working_drafts import do_save_draft
from tests.api.conftest import Caller
from tests.gate.reading import Read, differences, everything, headers_of, newest_letter, steady
from tests.gate.worlds import START

Do = Callable[[Game], Any]
RECEIPT = "receipt"
"""By this name goes what an answer of one's own is met with."""


def nothing(game: Game) -> None:
    """Leave the game alone."""


class Deed(NamedTuple):
    """Something done in secret, and the seats that may notice it; `after` is done then, and would be done anyhow.

    What is not to be done `alone` takes nothing back that other such deeds have done.
    """

    name: str
    do: Do
    by: tuple[str, ...]
    after: Do = nothing
    alone: bool = True

    def __str__(self) -> str:
        return self.name


def noticed(game: Game, role: str, deeds: Iterable[Deed], only: str = "") -> list[str]:
    """What tells a seat that deeds were done: those that leave each other alone in one world, the others each in one
    of its own. `only` as in `everything`.
    """
    without: dict[Do, Read] = {}
    found: list[str] = []
    for group in _worlds(deeds):
        after = group[0].after
        if after not in without:
            without[after] = _seen(game, role, nothing, after, only)
        done = in_turn(*(deed.do for deed in group))
        told = differences(without[after], _seen(game, role, done, after, only))
        found += (f"{', '.join(map(str, group))}: {what}" for what in told)
    return found


def _worlds(deeds: Iterable[Deed]) -> Iterator[list[Deed]]:
    """The deeds of each world."""
    together: list[Deed] = []
    for deed in deeds:
        if deed.alone:
            yield [deed]
        else:
            together.append(deed)
    if together:
        yield together


def in_turn(*done: Do) -> Do:
    """One thing after the other."""

    def do(game: Game) -> None:
        for one in done:
            one(game)

    return do


def _seen(game: Game, role: str, do: Do, after: Do, only: str) -> Read:
    """All that a seat reads, and the receipt for an answer of its own, in a world that is gone afterwards."""
    player = player_of(game, role)
    with time_machine.travel(START, tick=False) as clock, transaction.atomic():
        letters = newest_letter()
        do(game)
        clock.move_to(START + timedelta(hours=2))
        after(game)
        clock.move_to(START + timedelta(hours=30))
        found = everything(player, game, letters_after=letters, only=only)
        found += _receipts(player, game) if re.search(only, RECEIPT) else []
        transaction.set_rollback(True)
    position._kept.clear()
    return found


def _receipts(player: Player, game: Game) -> Iterator[tuple[str, str]]:
    """What an answer of one's own is met with."""
    known: dict[str, str] = {}
    caller = Caller(player)
    for row in OpenRequest.objects.filter(game=game, seat__player=player, closed_at=None).select_related("seat"):
        found = caller.put(f"decisions/{row.pk}/answer/", {"answer": example(game, row), "ready": False})
        yield RECEIPT, steady(f"{found.status_code} {headers_of(found)} {found.content.decode()}", known)


def player_of(game: Game, role: str) -> Player:
    """Who sits there."""
    return Player.objects.get(seats__game=game, seats__role=role)


def asked(game: Game, role: str) -> OpenRequest:
    """What the seat is asked."""
    return OpenRequest.objects.select_related("seat__player", "game").get(game=game, seat__role=role, closed_at=None)


def example(game: Game, row: OpenRequest, number: int = 0) -> Any:
    """The example of the question's own form, or another answer."""
    form = serialization.read_question(registry.game_title(game), row.question).form
    return form.write(form.example() if not number else form.sample(lambda limit: number % limit))


def answers(role: str, number: int = 0, **how: Any) -> Do:
    """The seat answers."""

    def do(game: Game) -> None:
        row = asked(game, role)
        body = msgspec.json.encode(example(game, row, number))
        do_submit_answer(player=player_of(game, role), request_id=row.pk, answer=body, **how)

    return do


def takes_back(role: str) -> Do:
    """The seat answers, and thinks better of it."""

    def do(game: Game) -> None:
        answers(role, ready=False)(game)
        do_withdraw_answer(player=player_of(game, role), request_id=asked(game, role).pk)

    return do


def writes(role: str, *to: str) -> Do:
    """The seat writes to others, as far as it may."""
    return lambda game: do_send_message(
        player=player_of(game, role), game_id=game.pk, seat=role, to=to, text="Shall we?"
    )


def reads(role: str) -> Do:
    """The seat reads its messages."""

    def do(game: Game) -> None:
        for copy in MessageCopy.objects.filter(game=game, seat__role=role):
            do_mark_read(player=player_of(game, role), copy_id=copy.pk)

    return do


def notes(role: str) -> Do:
    """The seat's player writes down what nobody else is to read."""
    return lambda game: do_write_notes(player=player_of(game, role), game_id=game.pk, text=f"{role}: beware of mines")


def works_on_orders(role: str) -> Do:
    """The seat's player types on the decision page, and has it saved automatically."""

    def do(game: Game) -> None:
        first, typed = DraftEntries(), DraftEntries(chosen=("secret",), text=f"{role}: a secret plan")
        do_save_draft(player=player_of(game, role), request_id=asked(game, role).pk, entries=typed, first=first)

    return do


def orders(role: str, raw: dict[str, Any]) -> Do:
    """The seat gives an order ahead."""
    return lambda game: do_add_order(player=player_of(game, role), game_id=game.pk, seat=role, raw=raw)


def advises(role: str) -> Do:
    """The seat advises whoever is asked."""

    def do(game: Game) -> None:
        for row in Advice.objects.filter(request__game=game, request__closed_at=None, seat__role=role):
            body = msgspec.json.encode(example(game, OpenRequest.objects.get(pk=row.request_id)))
            do_advise(player=player_of(game, role), request_id=row.request_id, answer=body)

    return do


def is_watched(role: str) -> Do:
    """Staff that sit nowhere look through a seat's eyes."""

    return lambda game: get_access(Player.objects.get(username="umpire"), game.pk, role)


def reminders(game: Game) -> None:
    """Everybody who has not answered is reminded."""
    OpenRequest.objects.filter(game=game, closed_at=None, ready=False).update(remind_at=START)
    do_send_reminders()


def deeds_of(game: Game, role: str) -> Iterator[Deed]:
    """What a seat of any title may do in secret now."""
    if OpenRequest.objects.filter(game=game, seat__role=role, closed_at=None).exists():
        yield Deed(f"{role} drafts", answers(role, ready=False), (role,), alone=False)
        yield Deed(f"{role} works on orders", works_on_orders(role), (role,), alone=False)
        yield Deed(f"{role} takes back", takes_back(role), (role,))
        if OpenRequest.objects.filter(game=game, closed_at=None).count() > 1:
            yield Deed(f"{role} seals", answers(role, 1), (role,))
            yield Deed(f"{role} seals before reminders go out", answers(role), (role,), reminders)
    rules = [
        msgspec.to_builtins(rule) for kind in registry.game_title(game).standing_orders.kinds for rule in kind.examples
    ]
    for raw in [raw for raw in rules if _is_possible(game, orders(role, raw))][:2]:
        yield Deed(f"{role} orders {raw['kind']}", orders(role, raw), (role,), alone=False)
    others = game.seats.exclude(role=role).order_by("position").values_list("role", flat=True)
    for other in [other for other in others if _is_possible(game, writes(role, other))][:1]:
        yield Deed(f"{role} writes to {other}", writes(role, other), (role, other), alone=False)
    yield Deed(f"{role} takes notes", notes(role), (role,), alone=False)
    yield Deed(f"{role} advises", advises(role), (role, "commander", "red"), alone=False)
    Player.objects.create_superuser("umpire", "umpire@example.org", "pw")
    yield Deed(f"{role} is watched", is_watched(role), (), alone=False)


def _is_possible(game: Game, do: Do) -> bool:
    """Whether the deed is not refused."""
    with transaction.atomic():
        try:
            do(game)
        except GameError:
            return False
        finally:
            transaction.set_rollback(True)
    return True
