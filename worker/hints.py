"""Hints from services to tasks. A hint that the broker does not take is lost, and found again by the sweep."""

from games.services import hooks
from worker import resolving, tasks
from worker.calling import call


def register() -> None:
    """Turn what services say after a commit into tasks."""
    hooks.register(hooks.RESOLVE, hint_game)
    hooks.register(hooks.BOTS, hint_game)
    hooks.register(hooks.MAIL, hint_mail)
    hooks.register(hooks.INBOUND, hint_inbound)


def hint_game(game_id: str) -> None:
    """Have the game played on, unless that is being done right here."""
    if not resolving.is_advancing(game_id):
        call(tasks.resolve_game, game_id, expires=tasks.EXPIRES)


def hint_mail(game_id: str) -> None:
    """Have the mail sent."""
    call(tasks.deliver_mail, expires=tasks.EXPIRES)


def hint_inbound(nothing: str) -> None:
    """Have mail that has come in handled."""
    call(tasks.handle_inbound, expires=tasks.EXPIRES)
