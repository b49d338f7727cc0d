"""Webhooks, devices that show notifications, and the calls to them."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Webhook(models.Model):
    """One webhook: with a `game` it is called for that game's public events, else for its player's e-mails.

    A webhook with the format ``push`` is a *device*: a browser of its player that shows notifications (RFC 8030). After
    many failures in a row a webhook is switched off.
    """

    class Format(models.TextChoices):
        PLAIN = "plain", _("plain")
        DISCORD = "discord", "Discord"
        PUSH = "push", _("notifications")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="webhooks")
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(_("address"), max_length=1000)
    """The URL that is called; of a device, the browser's endpoint at the push service."""
    label = models.CharField(_("name"), max_length=60, blank=True, default="")
    """The player's name for the device."""
    format = models.CharField(_("format"), max_length=8, choices=Format, default=Format.PLAIN)
    sealed = models.BinaryField(default=bytes)
    """The encrypted signing key (`games.persistence.encryption`), or the encrypted keys of the device's browser."""
    after = models.BigIntegerField(default=0)
    """The number of the last e-mail that was handled."""
    since = models.DateTimeField(default=timezone.now)
    """When the game was last looked at."""
    failures = models.PositiveIntegerField(default=0)
    """The number of failed calls in a row."""
    off_at = models.DateTimeField(null=True, blank=True)
    """When the webhook was switched off; null: it is on."""
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["created_at"]

    def __str__(self) -> str:
        return str(self.pk)


class WebhookSender(models.Model):
    """The state of one player's webhook calls: only one worker at a time sends them, and test calls are limited."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="webhook_sender"
    )
    holder = models.UUIDField(null=True, blank=True)
    """The id of the worker that may send until `leased_until`."""
    leased_until = models.DateTimeField(null=True, blank=True)
    released_at = models.DateTimeField(null=True, blank=True)
    """The end of the last call."""
    tests_since = models.DateTimeField(default=timezone.now)
    tests = models.PositiveSmallIntegerField(default=0)
    """The number of test calls since `tests_since`."""

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
    """The name of the event that caused the call, so that it causes only one."""
    body = models.BinaryField()
    """The JSON that is sent."""
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
