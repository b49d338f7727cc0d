"""Incoming e-mail: stored raw first, then processed once."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.open_request import OpenRequest
from games.models.seat import Seat


class IncomingMail(models.Model):
    """An e-mail with a valid tag from its player's address, or to the server itself. No other e-mail is stored.

    An e-mail about a game that does not exist yet (one to be opened) has neither `game` nor `seat`.

    `digest` is the SHA-256 of the content without the transport headers, so that copies are one row. `raw` is deflated;
    it is wiped with `sender` when the message is done. `dated` is the sender's own date; of two replies, the later one
    counts. An order from an address without authentication (not `proven`) waits until `next_try_at`; the token behind
    `cancel_digest` cancels it. The `outcome` of an unprocessed row is the reason why the message is answered but not
    read; it is empty for all others.
    """

    class Status(models.TextChoices):
        QUEUED = "queued", _("queued")
        WAITING = "waiting", _("waiting")
        HANDLED = "handled", _("handled")
        CANCELLED = "cancelled", _("cancelled")
        IGNORED = "ignored", _("ignored")
        FAILED = "failed", _("failed")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    digest = models.CharField(max_length=64, unique=True)
    message_id = models.CharField(max_length=250, blank=True, default="")
    way = models.CharField(_("way in"), max_length=8)
    raw = models.BinaryField()
    sender = models.EmailField(_("sender"), max_length=254)
    tag = models.CharField(max_length=64)
    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE, related_name="incoming")
    seat = models.ForeignKey(Seat, null=True, on_delete=models.CASCADE, related_name="incoming", db_index=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="incoming", db_index=False
    )
    request = models.ForeignKey(OpenRequest, null=True, on_delete=models.CASCADE, related_name="incoming")
    proven = models.BooleanField(_("address proven"))
    dated = models.DateTimeField(null=True, blank=True)
    received_at = models.DateTimeField(_("received"), default=timezone.now)
    status = models.CharField(_("status"), max_length=9, choices=Status, default=Status.QUEUED)
    outcome = models.CharField(_("outcome"), max_length=12, blank=True, default="")
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    next_try_at = models.DateTimeField(_("next attempt"), default=timezone.now)
    revision = models.PositiveIntegerField(default=0)
    """The revision of the answer that was in force when this one began to wait."""
    pending = models.TextField(blank=True, default="")
    """The parts that wait, one a line; a later e-mail about the same removes its part. Empty: all of it."""
    cancel_digest = models.CharField(max_length=64, blank=True, default="")
    error = models.TextField(_("error"), blank=True, default="")

    has_stopped_others = False
    """Not stored. True if this message removed parts of waiting e-mails; then the reply is always sent."""

    class Meta:
        verbose_name = _("incoming mail")
        verbose_name_plural = _("incoming mail")
        ordering = ["-received_at"]
        indexes = [
            models.Index(
                fields=["next_try_at"],
                condition=models.Q(status__in=["queued", "waiting"]),
                name="incoming_due",
            ),
            models.Index(fields=["player", "received_at"], name="incoming_by_player"),
            models.Index(fields=["cancel_digest"], condition=~models.Q(cancel_digest=""), name="incoming_cancel"),
        ]

    def __str__(self) -> str:
        return f"{self.status} {self.message_id}"
