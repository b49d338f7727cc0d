"""Celery tasks. They carry ids only, may run twice or be lost, and call the modules beside them."""

from uuid import UUID

from celery import Task, shared_task

from worker import due_work, resolve_slices
from worker.mail.inbound import dispatch
from worker.mail.outbound import delivery
from worker.webhooks import webhook_delivery

EXPIRE_SECONDS = 30
"""Seconds after which a call is obsolete: the sweep has made the same one since."""
SWEEP_EXPIRE_SECONDS = 10
"""Seconds after which a queued sweep expires, because the scheduler has run its own: this keeps the queue short."""


@shared_task(name="worker.tasks.resolve_game")
def resolve_game(game_id: str) -> None:
    """Resolve one game; after a slice, the rest waits behind the tasks of other games."""
    if resolve_slices.advance(game_id):
        resolve_game.apply_async((game_id,), expires=EXPIRE_SECONDS)


@shared_task(name="worker.tasks.deliver_mail", bind=True)
def deliver_mail(self: Task) -> None:
    """Send due e-mails for a while; the rest waits behind the tasks of other senders.

    A task whose process dies is delivered again with its old id, by which it finds its claimed e-mails.
    """
    if delivery.send_due_mail(holder=UUID(self.request.id) if self.request.id else None).more:
        deliver_mail.apply_async(expires=EXPIRE_SECONDS)


@shared_task(name="worker.tasks.handle_inbound")
def handle_inbound() -> None:
    """Process incoming mail for a while; the rest waits behind other tasks."""
    if dispatch.handle_inbound():
        handle_inbound.apply_async(expires=EXPIRE_SECONDS)


@shared_task(name="worker.tasks.send_webhooks")
def send_webhooks() -> None:
    """Send due webhook calls for a while; the rest waits behind other tasks."""
    if webhook_delivery.send_webhooks():
        send_webhooks.apply_async(expires=EXPIRE_SECONDS)


@shared_task(name="worker.tasks.sweep")
def sweep() -> None:
    """Find due work without a trigger, or whose trigger was lost, and queue due reminders.

    The scheduler calls it every few seconds. While more is due than one sweep takes, the next sweep is queued behind
    its work: so it continues until nothing is due, at the rate of the workers.
    """
    found = due_work.find_due_work()
    for game_id in found.games:
        resolve_game.apply_async((game_id,), expires=EXPIRE_SECONDS)
    if found.inbound:
        handle_inbound.apply_async(expires=EXPIRE_SECONDS)
    if found.mail:
        deliver_mail.apply_async(expires=EXPIRE_SECONDS)
    if found.webhooks:
        send_webhooks.apply_async(expires=EXPIRE_SECONDS)
    if found.more:
        sweep.apply_async(expires=SWEEP_EXPIRE_SECONDS)
