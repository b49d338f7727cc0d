"""Tasks. They carry ids only, may run twice or be lost, and leave the work to the modules beside them."""

from uuid import UUID

from celery import Task, shared_task

from worker import resolving, sweeping
from worker.inbound import handling
from worker.mail import delivery
from worker.webhooks import sending

EXPIRES = 30
"""Seconds after which a call is worth nothing: the sweep has made the same one since."""
LOOK_AGAIN = 10
"""Seconds after which the scheduler has looked anew itself: no more lies in the queue than can be done soon."""


@shared_task(name="worker.tasks.resolve_game")
def resolve_game(game_id: str) -> None:
    """Play one game on; what is left after a slice waits behind the tasks of other games."""
    if resolving.advance(game_id):
        resolve_game.apply_async((game_id,), expires=EXPIRES)


@shared_task(name="worker.tasks.deliver_mail", bind=True)
def deliver_mail(self: Task) -> None:
    """Send mail that is due for a while; what is left then waits behind the tasks of other senders.

    A task whose process dies is handed out again under its old id, by which it finds what it had in hand.
    """
    if delivery.deliver(holder=UUID(self.request.id) if self.request.id else None).more:
        deliver_mail.apply_async(expires=EXPIRES)


@shared_task(name="worker.tasks.handle_inbound")
def handle_inbound() -> None:
    """Handle mail that has come in for a while; what is left then waits behind the tasks of others."""
    if handling.handle_inbound():
        handle_inbound.apply_async(expires=EXPIRES)


@shared_task(name="worker.tasks.send_webhooks")
def send_webhooks() -> None:
    """Send what webhooks are owed for a while; what is left then waits behind the tasks of others."""
    if sending.send_webhooks():
        send_webhooks.apply_async(expires=EXPIRES)


@shared_task(name="worker.tasks.sweep")
def sweep() -> None:
    """Find what is due and was not hinted at, or whose hint was lost. The scheduler calls it every few seconds.

    While more is due than one look takes, the next look waits behind what this one found: so it goes on until nothing
    is due, at the rate of the workers.
    """
    found = sweeping.look_around()
    for game_id in found.games:
        resolve_game.apply_async((game_id,), expires=EXPIRES)
    if found.inbound:
        handle_inbound.apply_async(expires=EXPIRES)
    if found.mail:
        deliver_mail.apply_async(expires=EXPIRES)
    if found.webhooks:
        send_webhooks.apply_async(expires=EXPIRES)
    if found.more:
        sweep.apply_async(expires=LOOK_AGAIN)
