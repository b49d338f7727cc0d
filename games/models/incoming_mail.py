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
    """An e-mail from a player's address: to a reply address with a tag for this player, or to the server's own address.

    Other e-mails are not stored. An e-mail about a game that is not opened yet has neither `game` nor `seat`.
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
    """The SHA-256 of the content without the transport headers, so that copies are one row."""
    message_id = models.CharField(max_length=250, blank=True, default="")
    way = models.CharField(_("way in"), max_length=8)
    """How the message came in: "imap", "lmtp", "pipe" or "service"."""
    raw = models.BinaryField()
    """The compressed message; wiped when the message is processed."""
    sender = models.EmailField(_("sender"), max_length=254)
    """The address of the sender; wiped when the message is processed."""
    tag = models.CharField(max_length=64)
    """The tag of the reply address (`games.persistence.mail_tags`)."""
    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE, related_name="incoming")
    seat = models.ForeignKey(Seat, null=True, on_delete=models.CASCADE, related_name="incoming", db_index=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="incoming", db_index=False
    )
    request = models.ForeignKey(OpenRequest, null=True, on_delete=models.CASCADE, related_name="incoming")
    proven = models.BooleanField(_("address proven"))
    """True if the sender is authenticated. Orders from other senders wait in quarantine until `next_try_at`."""
    dated = models.DateTimeField(null=True, blank=True)
    """The date in the message; of two replies, the one with the later date counts."""
    received_at = models.DateTimeField(_("received"), default=timezone.now)
    status = models.CharField(_("status"), max_length=9, choices=Status, default=Status.QUEUED)
    outcome = models.CharField(_("outcome"), max_length=12, blank=True, default="")
    """The result of processing. In an unprocessed row: empty, or the reason why the message is answered without being
    read.
    """
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    next_try_at = models.DateTimeField(_("next attempt"), default=timezone.now)
    revision = models.PositiveIntegerField(default=0)
    """The revision of the question's answer in force when this e-mail entered quarantine."""
    pending = models.TextField(blank=True, default="")
    """The names of the parts in quarantine, one a line; a later e-mail removes parts of the same name.

    Empty: the whole e-mail."""
    cancel_digest = models.CharField(max_length=64, blank=True, default="")
    """The hash of the token that cancels orders in quarantine."""
    error = models.TextField(_("error"), blank=True, default="")

    has_stopped_others = False
    """Not stored. True if this message removed parts of quarantined e-mails; in this case a reply is always sent."""

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
