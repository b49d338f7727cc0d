"""Addresses that are told by machine when something happens, and what they are owed."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Webhook(models.Model):
    """One address. With a `game` it hears what all may know of that game; without, what its player gets letters about.

    `sealed` holds the key that signs (`games.stored.sealing`). `after` is the last letter that was looked at, `since`
    when the game was. After many failures in a row it is switched off.
    """

    class Format(models.TextChoices):
        PLAIN = "plain", _("plain")
        DISCORD = "discord", "Discord"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks")
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(_("address"), max_length=500)
    format = models.CharField(_("format"), max_length=8, choices=Format, default=Format.PLAIN)
    sealed = models.BinaryField(default=bytes)
    after = models.BigIntegerField(default=0)
    since = models.DateTimeField(default=timezone.now)
    failures = models.PositiveIntegerField(default=0)
    off_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["created_at"]

    def __str__(self) -> str:
        return str(self.pk)


class WebhookCall(models.Model):
    """One thing that an address is told: a row first, then sent at least once under the same id."""

    class Status(models.TextChoices):
        QUEUED = "queued", _("queued")
        SENT = "sent", _("sent")
        FAILED = "failed", _("failed")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="calls", db_index=False)
    key = models.CharField(max_length=200)
    body = models.BinaryField()
    status = models.CharField(max_length=6, choices=Status, default=Status.QUEUED)
    attempts = models.PositiveIntegerField(default=0)
    next_try_at = models.DateTimeField(default=timezone.now)
    created_at = models.DateTimeField(default=timezone.now)
    error = models.CharField(max_length=200, blank=True, default="")

    class Meta:
        verbose_name = _("webhook call")
        verbose_name_plural = _("webhook calls")
        constraints = [models.UniqueConstraint(fields=["webhook", "key"], name="webhook_call_once")]
        indexes = [
            models.Index(fields=["next_try_at", "id"], condition=models.Q(status="queued"), name="webhook_call_queued")
        ]

    def __str__(self) -> str:
        return str(self.pk)
