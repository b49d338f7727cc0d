"""Secret actions of a seat between two positions: nobody else may notice that they happened.

Each action happens in a transaction that is rolled back. Everything that an observer can read is compared with what the
observer reads without the action.
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

Action = Callable[[Game], Any]
RECEIPT = "receipt"
"""The name of the response to the observer's own answer."""


def nothing(game: Game) -> None:
    """Change nothing."""


class SecretAction(NamedTuple):
    """An action that only some seats may notice."""

    name: str
    do: Action
    known_to: tuple[str, ...]
    """The seats that may notice it."""
    after: Action = nothing
    """What happens afterwards, with or without the secret action."""
    own_world: bool = True
    """False for an action that changes nothing of other such actions: they are tested together in one world."""

    def __str__(self) -> str:
        return self.name


def noticed_differences(game: Game, role: str, actions: Iterable[SecretAction], only: str = "") -> list[str]:
    """Return the differences by which a seat notices secret actions. `only` as in `everything`."""
    without: dict[Action, Read] = {}
    found: list[str] = []
    for group in _worlds(actions):
        after = group[0].after
        if after not in without:
            without[after] = _seen(game, role, nothing, after, only)
        done = in_turn(*(action.do for action in group))
        told = differences(without[after], _seen(game, role, done, after, only))
        found += (f"{', '.join(map(str, group))}: {what}" for what in told)
    return found


def _worlds(actions: Iterable[SecretAction]) -> Iterator[list[SecretAction]]:
    """Yield the actions that are tested together."""
    together: list[SecretAction] = []
    for action in actions:
        if action.own_world:
            yield [action]
        else:
            together.append(action)
    if together:
        yield together


def in_turn(*done: Action) -> Action:
    """Return an action that performs several actions one after the other."""

    def do(game: Game) -> None:
        for one in done:
            one(game)

    return do


def _seen(game: Game, role: str, do: Action, after: Action, only: str) -> Read:
    """Return everything that a seat reads, and its receipts, after two actions that are then rolled back."""
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
    """Yield the responses to the player's own answers."""
    known: dict[str, str] = {}
    caller = Caller(player)
    for row in OpenRequest.objects.filter(game=game, seat__player=player, closed_at=None).select_related("seat"):
        found = caller.put(f"decisions/{row.pk}/answer/", {"answer": example(game, row), "ready": False})
        yield RECEIPT, steady(f"{found.status_code} {headers_of(found)} {found.content.decode()}", known)


def player_of(game: Game, role: str) -> Player:
    """Return the player of a seat."""
    return Player.objects.get(seats__game=game, seats__role=role)


def asked(game: Game, role: str) -> OpenRequest:
    """Return the open question of a seat."""
    return OpenRequest.objects.select_related("seat__player", "game").get(game=game, seat__role=role, closed_at=None)


def example(game: Game, row: OpenRequest, number: int = 0) -> Any:
    """Return the example answer of a question's form, or a sample if `number` is not 0."""
    form = serialization.read_question(registry.game_title(game), row.question).form
    return form.write(form.example() if not number else form.sample(lambda limit: number % limit))


def answers(role: str, number: int = 0, **how: Any) -> Action:
    """Return the action that a seat answers."""

    def do(game: Game) -> None:
        row = asked(game, role)
        body = msgspec.json.encode(example(game, row, number))
        do_submit_answer(player=player_of(game, role), request_id=row.pk, answer=body, **how)

    return do


def takes_back(role: str) -> Action:
    """Return the action that a seat answers and withdraws the answer."""

    def do(game: Game) -> None:
        answers(role, ready=False)(game)
        do_withdraw_answer(player=player_of(game, role), request_id=asked(game, role).pk)

    return do


def writes(role: str, *to: str) -> Action:
    """Return the action that a seat sends a message to others."""
    return lambda game: do_send_message(
        player=player_of(game, role), game_id=game.pk, seat=role, to=to, text="Shall we?"
    )


def reads(role: str) -> Action:
    """Return the action that a seat reads its messages."""

    def do(game: Game) -> None:
        for copy in MessageCopy.objects.filter(game=game, seat__role=role):
            do_mark_read(player=player_of(game, role), copy_id=copy.pk)

    return do


def notes(role: str) -> Action:
    """Return the action that a player writes private notes."""
    return lambda game: do_write_notes(player=player_of(game, role), game_id=game.pk, text=f"{role}: beware of mines")


def works_on_orders(role: str) -> Action:
    """Return the action that a player types on the decision page, which saves a draft."""

    def do(game: Game) -> None:
        first, typed = DraftEntries(), DraftEntries(chosen=("secret",), text=f"{role}: a secret plan")
        do_save_draft(player=player_of(game, role), request_id=asked(game, role).pk, entries=typed, first=first)

    return do


def orders(role: str, raw: dict[str, Any]) -> Action:
    """Return the action that a seat adds a standing order."""
    return lambda game: do_add_order(player=player_of(game, role), game_id=game.pk, seat=role, raw=raw)


def advises(role: str) -> Action:
    """Return the action that a seat advises the seats that are asked."""

    def do(game: Game) -> None:
        for row in Advice.objects.filter(request__game=game, request__closed_at=None, seat__role=role):
            body = msgspec.json.encode(example(game, OpenRequest.objects.get(pk=row.request_id)))
            do_advise(player=player_of(game, role), request_id=row.request_id, answer=body)

    return do


def is_watched(role: str) -> Action:
    """Return the action that staff without a seat open the view of a seat."""
    return lambda game: get_access(Player.objects.get(username="umpire"), game.pk, role)


def reminders(game: Game) -> None:
    """Send reminders to all who have not answered."""
    OpenRequest.objects.filter(game=game, closed_at=None, ready=False).update(remind_at=START)
    do_send_reminders()


def secret_actions_of(game: Game, role: str) -> Iterator[SecretAction]:
    """Yield the secret actions that a seat of any title can perform now."""
    if OpenRequest.objects.filter(game=game, seat__role=role, closed_at=None).exists():
        yield SecretAction(f"{role} drafts", answers(role, ready=False), (role,), own_world=False)
        yield SecretAction(f"{role} works on orders", works_on_orders(role), (role,), own_world=False)
        yield SecretAction(f"{role} takes back", takes_back(role), (role,))
        if OpenRequest.objects.filter(game=game, closed_at=None).count() > 1:
            yield SecretAction(f"{role} seals", answers(role, 1), (role,))
            yield SecretAction(f"{role} seals before reminders go out", answers(role), (role,), reminders)
    rules = [
        msgspec.to_builtins(rule) for kind in registry.game_title(game).standing_orders.kinds for rule in kind.examples
    ]
    for raw in [raw for raw in rules if _is_possible(game, orders(role, raw))][:2]:
        yield SecretAction(f"{role} orders {raw['kind']}", orders(role, raw), (role,), own_world=False)
    others = game.seats.exclude(role=role).order_by("position").values_list("role", flat=True)
    for other in [other for other in others if _is_possible(game, writes(role, other))][:1]:
        yield SecretAction(f"{role} writes to {other}", writes(role, other), (role, other), own_world=False)
    yield SecretAction(f"{role} takes notes", notes(role), (role,), own_world=False)
    yield SecretAction(f"{role} advises", advises(role), (role, "commander", "red"), own_world=False)
    Player.objects.create_superuser("umpire", "umpire@example.org", "pw")
    yield SecretAction(f"{role} is watched", is_watched(role), (), own_world=False)


def _is_possible(game: Game, do: Action) -> bool:
    """Return True if the action is not refused."""
    with transaction.atomic():
        try:
            do(game)
        except GameError:
            return False
        finally:
            transaction.set_rollback(True)
    return True
