"""Mail that is owed to a seat: a row first, the letter later."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.seat import Seat


class OutgoingMail(models.Model):
    """One letter to one seat. It holds references only; the text is rendered when it is sent.

    `player` is who sat there when it was owed: a letter to somebody who has left the seat is dropped. `message_id` is
    an HMAC, the same at every attempt, so that duplicates are one message to the reader.
    """

    class Kind(models.TextChoices):
        STOP = "stop", _("stop")
        REMINDER = "reminder", _("reminder")
        NOTICE = "notice", _("notice")
        OVER = "over", _("game over")
        MESSAGE = "message", _("message")
        ADVICE = "advice", _("advice")

    class Status(models.TextChoices):
        QUEUED = "queued", _("queued")
        SENDING = "sending", _("sending")
        SENT = "sent", _("sent")
        FAILED = "failed", _("failed")
        BOUNCED = "bounced", _("bounced")
        DROPPED = "dropped", _("dropped")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="mails", db_index=False)
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="mails")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="mails"
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    stop = models.PositiveIntegerField()
    seat_stop = models.PositiveIntegerField(_("stop of the seat"))
    reference = models.CharField(max_length=64, blank=True, default="")
    """What it is about where a stop has several of a kind: the id of a decision, a notice or a message's copy."""
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.QUEUED)
    attempts = models.PositiveIntegerField(_("attempts"), default=0)
    created_at = models.DateTimeField(_("owed since"), default=timezone.now)
    next_try_at = models.DateTimeField(_("next attempt"), default=timezone.now)
    leased_until = models.DateTimeField(null=True, blank=True)
    lease = models.UUIDField(null=True, blank=True)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    message_id = models.CharField(max_length=200)
    error = models.TextField(_("error"), blank=True, default="")

    class Meta:
        verbose_name = _("mail")
        verbose_name_plural = _("mail")
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["game", "stop", "seat", "kind", "reference"], name="mail_once")]
        indexes = [
            models.Index(
                fields=["next_try_at"], condition=models.Q(status__in=["queued", "sending"]), name="mail_to_send"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.message_id}"
