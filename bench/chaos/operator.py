"""Actions of an operator on the server: expire deadlines, hold games, retry delayed e-mails."""

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any, TypeVar
from uuid import UUID

from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from bench.chaos.tables import HOURS
from games.kernel.errors import GameError
from games.models import Game, OutgoingMail, Player
from games.persistence.position import seats_in_order
from games.selectors.due_work import find_overlooked_games, list_due_games
from games.services import alarms, outbox
from games.services.locks import lock_game
from games.services.resolve.advance import hold_locked_game

T = TypeVar("T")

Status = OutgoingMail.Status
UNSENT = (Status.QUEUED, Status.SENDING)
GIVEN_UP = "its sender died"
FIRST = UUID(int=0)


def when_reachable(act: Callable[..., T]) -> Callable[..., T | None]:
    """Wrap a function so that it returns None, and raises nothing, if the database or the game is not available."""

    @wraps(act)
    def tried(*words: Any) -> T | None:
        try:
            return act(*words)
        except (DatabaseError, GameError):
            return None
        finally:
            connection.close()

    return tried


@when_reachable
def let_time_run_out(game_id: str) -> bool:
    """Move all deadlines of a game's open questions to the present time; return False if there are no deadlines."""
    with transaction.atomic():
        game = lock_game(game_id)
        found = alarms.move_deadlines(game, -timedelta(hours=HOURS + 1), remind_again=False)
        game.wake_at = timezone.now() if found and game.status == Game.Status.RUNNING else game.wake_at
        game.save(update_fields=["wake_at"])
    return bool(found)


@when_reachable
def hold_game(game_id: str) -> bool:
    """Hold a running game, as the server does when its rules fail."""
    with transaction.atomic():
        game = lock_game(game_id)
        if game.status != Game.Status.RUNNING:
            return False
        hold_locked_game(game, "Held by the storm.", seats_in_order(game))
    return True


@when_reachable
def count_unsent_emails() -> int:
    """Return the number of e-mails that are not sent yet."""
    return OutgoingMail.objects.filter(status__in=UNSENT).count()


@when_reachable
def retry_delayed_emails(operator: Player) -> bool:
    """Make delayed e-mails due now, and requeue e-mails that failed because their senders were killed."""
    OutgoingMail.objects.filter(status=Status.QUEUED).update(next_try_at=timezone.now())
    for mail in OutgoingMail.objects.filter(status=Status.FAILED, error__startswith=GIVEN_UP):
        outbox.do_resend(by=operator, mail_id=mail.pk)
    return True


@when_reachable
def stops_of_running() -> dict[str, tuple[int, int]]:
    """Return the stop and the branch of each running game, by game id.

    Games that release results only at fixed hours are left out.
    """
    rows = Game.objects.filter(status=Game.Status.RUNNING, release_at="")
    return {str(pk): (stop, branch) for pk, stop, branch in rows.values_list("pk", "stop", "branch")}


@when_reachable
def count_unfinished() -> tuple[int, int]:
    """Return the numbers of games that are due for the worker and of e-mails that are not sent, at one moment.

    A resolve stores the e-mails in the transaction in which its game stops being due.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        due = {*list_due_games(limit=1000), *find_overlooked_games(start=FIRST, limit=100_000)}
        return len(due), OutgoingMail.objects.filter(status__in=UNSENT).count()
