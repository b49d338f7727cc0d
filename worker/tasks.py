"""Tasks. They carry ids only, may run twice or be lost, and leave the work to the modules beside them."""

from celery import shared_task

from games.selectors.due import mail_is_being_sent
from worker import resolving, sweeping
from worker.mail import delivery

EXPIRES = 60
"""Seconds after which a call is worth nothing: the sweep has made the same one since."""


@shared_task(name="worker.tasks.resolve_game")
def resolve_game(game_id: str) -> None:
    """Play one game on; what is left after a slice waits behind the tasks of other games."""
    if resolving.advance(game_id):
        resolve_game.apply_async((game_id,), expires=EXPIRES)


@shared_task(name="worker.tasks.deliver_mail")
def deliver_mail() -> None:
    """Send the mail that is due. One sender at a time is enough, and a mail server that hangs holds up only one."""
    if mail_is_being_sent():
        return
    if delivery.deliver().more:
        deliver_mail.apply_async(expires=EXPIRES)


@shared_task(name="worker.tasks.sweep")
def sweep() -> None:
    """Find what is due and was not hinted at, or whose hint was lost. The scheduler calls it every few seconds."""
    found = sweeping.look_around()
    for game_id in found.games:
        resolve_game.apply_async((game_id,), expires=EXPIRES)
    if found.mail:
        deliver_mail.apply_async(expires=EXPIRES)
