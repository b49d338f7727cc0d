"""Celery tasks. Their arguments are only ids; each task may run twice or be lost."""

from uuid import UUID

from celery import Task, shared_task

from worker import due_work, resolve_slices, thinking
from worker.mail.inbound import dispatch
from worker.mail.outbound import delivery
from worker.webhooks import webhook_delivery

EXPIRE_SECONDS = 30
"""Seconds after which a queued task expires, because the sweep has published it again since."""
SWEEP_EXPIRE_SECONDS = 10
"""Seconds after which a queued sweep expires, because the scheduler has published another one since."""


@shared_task(name="worker.tasks.resolve_game")
def resolve_game(game_id: str) -> None:
    """Resolve one game for a slice of time; if more is left, queue the task again behind those of other games."""
    if resolve_slices.advance(game_id):
        resolve_game.apply_async((game_id,), expires=EXPIRE_SECONDS)


@shared_task(name="worker.tasks.think")
def think(game_id: str) -> None:
    """Let a bot compute for long about one question of a game; for further questions, queue the task again."""
    if thinking.think(game_id):
        think.apply_async((game_id,), expires=EXPIRE_SECONDS)


@shared_task(name="worker.tasks.refine_curve")
def refine_curve(game_id: str) -> None:
    """Compute the chances of a finished game for about a second; if more work is left, queue the task again."""
    if thinking.refine_curve(game_id):
        refine_curve.apply_async((game_id,), expires=EXPIRE_SECONDS)


@shared_task(name="worker.tasks.deliver_mail", bind=True)
def deliver_mail(self: Task) -> None:
    """Send due e-mails for a while; if more are due, queue the task again.

    If its process dies, the broker delivers the task again with the same id. By this id the task finds the e-mails that
    it had claimed.
    """
    if delivery.send_due_mail(holder=UUID(self.request.id) if self.request.id else None).more:
        deliver_mail.apply_async(expires=EXPIRE_SECONDS)


@shared_task(name="worker.tasks.handle_inbound")
def handle_inbound() -> None:
    """Process incoming e-mails for a while; if more are due, queue the task again."""
    if dispatch.handle_inbound():
        handle_inbound.apply_async(expires=EXPIRE_SECONDS)


@shared_task(name="worker.tasks.send_webhooks")
def send_webhooks() -> None:
    """Send due webhook calls for a while; if more are due, queue the task again."""
    if webhook_delivery.send_webhooks():
        send_webhooks.apply_async(expires=EXPIRE_SECONDS)


@shared_task(name="worker.tasks.sweep")
def sweep() -> None:
    """Find due work that has no trigger or lost its trigger, and queue due reminders.

    The scheduler publishes this task every few seconds. If more is due than one sweep handles, the sweep queues the
    next sweep behind the tasks that it has published, so that sweeps follow each other until nothing is due.
    """
    found = due_work.find_due_work()
    for game_id in found.games:
        resolve_game.apply_async((game_id,), expires=EXPIRE_SECONDS)
    for game_id in found.curves:
        refine_curve.apply_async((game_id,), expires=EXPIRE_SECONDS)
    if found.inbound:
        handle_inbound.apply_async(expires=EXPIRE_SECONDS)
    if found.mail:
        deliver_mail.apply_async(expires=EXPIRE_SECONDS)
    if found.webhooks:
        send_webhooks.apply_async(expires=EXPIRE_SECONDS)
    if found.more:
        sweep.apply_async(expires=SWEEP_EXPIRE_SECONDS)
