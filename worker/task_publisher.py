"""Publish tasks when services trigger them. Best effort; the periodic sweep finds work whose trigger was lost."""

from celery import Task

from games.services import triggers
from worker import resolve_slices, tasks


def register_triggers() -> None:
    """Register the functions of this module as the triggers that services call after a commit."""
    triggers.register_trigger(triggers.RESOLVE, trigger_resolve)
    triggers.register_trigger(triggers.BOTS, trigger_resolve)
    triggers.register_trigger(triggers.THINK, trigger_think)
    triggers.register_trigger(triggers.CURVE, trigger_curve)
    triggers.register_trigger(triggers.MAIL, trigger_mail)
    triggers.register_trigger(triggers.INBOUND, trigger_inbound)


def trigger_resolve(game_id: str) -> None:
    """Publish the task that resolves the game, unless the current task is resolving it."""
    if not resolve_slices.is_advancing(game_id):
        _call(tasks.resolve_game, game_id)


def trigger_think(game_id: str) -> None:
    """Publish the task in which a bot may compute for long about a question of the game."""
    _call(tasks.think, game_id)


def trigger_curve(game_id: str) -> None:
    """Publish the task that computes the chances of a finished game."""
    _call(tasks.refine_curve, game_id)


def trigger_mail(game_id: str) -> None:
    """Publish the task that sends the due e-mails of all games. `game_id` is not used."""
    _call(tasks.deliver_mail)


def trigger_inbound(game_id: str) -> None:
    """Publish the task that processes incoming e-mails. `game_id` is not used."""
    _call(tasks.handle_inbound)


def _call(task: Task, *args: str) -> None:
    """Send the task to its queue, without a retry. Raises kombu's exception if the broker does not accept it."""
    task.apply_async(args, expires=tasks.EXPIRE_SECONDS, retry=False)
