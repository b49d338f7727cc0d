"""Triggers from services to tasks. Best effort; the periodic sweep picks up lost ones."""

from celery import Task

from games.services import triggers
from worker import resolve_slices, tasks


def register_triggers() -> None:
    """Register functions that publish tasks as the services' triggers after a commit."""
    triggers.register_trigger(triggers.RESOLVE, trigger_resolve)
    triggers.register_trigger(triggers.BOTS, trigger_resolve)
    triggers.register_trigger(triggers.MAIL, trigger_mail)
    triggers.register_trigger(triggers.INBOUND, trigger_inbound)


def trigger_resolve(game_id: str) -> None:
    """Publish the task that resolves the game, unless the current task does that."""
    if not resolve_slices.is_advancing(game_id):
        _call(tasks.resolve_game, game_id)


def trigger_mail(game_id: str) -> None:
    """Publish the task that sends e-mails."""
    _call(tasks.deliver_mail)


def trigger_inbound(nothing: str) -> None:
    """Publish the task that processes incoming e-mails."""
    _call(tasks.handle_inbound)


def _call(task: Task, *args: str) -> None:
    """Send the task to its queue, once. Raises what kombu raises if the broker does not accept it."""
    task.apply_async(args, expires=tasks.EXPIRE_SECONDS, retry=False)
