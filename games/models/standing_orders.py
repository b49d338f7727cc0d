"""Standing orders: answers that a seat gives before the question."""

import uuid

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.seat import Seat


class StandingOrder(models.Model):
    """One standing order of one seat, for one kind of question.

    The order is deleted at the end of its player's tenure.
    """

    class Applies(models.TextChoices):
        WHEN_ASKED = "when_asked", _("when asked")
        DEADLINE = "deadline", _("when time is up")

    class Lasts(models.TextChoices):
        GAME = "game", _("until changed")
        ONCE = "once", _("once")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="standing_orders", db_index=False)
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="standing_orders")
    position = models.PositiveSmallIntegerField()
    """The order with the lowest position is tried first."""
    kind = models.CharField(max_length=60)
    content = models.BinaryField()
    """The conditions and the answer as packed JSON, as secret as a sealed answer."""
    applies = models.CharField(max_length=10, choices=Applies, default=Applies.WHEN_ASKED)
    """Whether the order answers at once, or only after the question's deadline."""
    lasts = models.CharField(max_length=8, choices=Lasts, default=Lasts.GAME)
    revision = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(default=timezone.now)
    off_at = models.DateTimeField(null=True, blank=True)
    """When the order was switched off; such an order is kept until its player changes or removes it."""
    off_reason = models.JSONField(default=dict, blank=True)
    """Why the order was switched off, in all languages."""

    class Meta:
        verbose_name = _("standing order")
        verbose_name_plural = _("standing orders")
        ordering = ["game", "seat", "position"]
        indexes = [models.Index(fields=["game", "seat", "position"], name="standing_in_order")]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"
