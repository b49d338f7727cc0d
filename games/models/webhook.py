"""Webhooks and the calls to make to them."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Webhook(models.Model):
    """One webhook. With a `game` it gets that game's public news; without one, the news that its player gets by e-mail.

    `sealed` holds the signing key (`games.persistence.encryption`). `after` is the last e-mail handled, `since` when
    the game was last looked at. After many failures in a row the webhook is switched off.
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


class WebhookSender(models.Model):
    """The state of one player's webhook calls: at most one is in flight, and test calls are limited.

    `holder` may send until `leased_until`; `released_at` is the end of the last call. `tests` counts the test calls
    since `tests_since`.
    """

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="webhook_sender"
    )
    holder = models.UUIDField(null=True, blank=True)
    leased_until = models.DateTimeField(null=True, blank=True)
    released_at = models.DateTimeField(null=True, blank=True)
    tests_since = models.DateTimeField(default=timezone.now)
    tests = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.player_id)


class WebhookCall(models.Model):
    """One call to a webhook: stored first, then sent at least once under the same id."""

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
