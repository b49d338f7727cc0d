"""The outbox: rows of e-mails to send, and the slots of the processes that send them."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.seat import Seat


class OutgoingMail(models.Model):
    """One e-mail to one seat or, without game and seat (kind ``account``), to one person.

    The row of a seat's e-mail contains only references; the text is written when the e-mail is sent.
    """

    class Kind(models.TextChoices):
        STOP = "stop", _("stop")
        REMINDER = "reminder", _("reminder")
        NOTICE = "notice", _("notice")
        OVER = "over", _("game over")
        MESSAGE = "message", _("message")
        ADVICE = "advice", _("advice")
        REPLY = "reply", _("answer to mail")
        ACCOUNT = "account", _("account")

    class Status(models.TextChoices):
        QUEUED = "queued", _("queued")
        SENDING = "sending", _("sending")
        SENT = "sent", _("sent")
        FAILED = "failed", _("failed")
        DELIVERED = "delivered", _("delivered")
        BOUNCED = "bounced", _("bounced")
        COMPLAINED = "complained", _("complained")
        DROPPED = "dropped", _("dropped")
        MERGED = "merged", _("included in a later e-mail")

    game = models.ForeignKey(
        Game, null=True, blank=True, on_delete=models.CASCADE, related_name="mails", db_index=False
    )
    seat = models.ForeignKey(Seat, null=True, blank=True, on_delete=models.CASCADE, related_name="mails")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="mails"
    )
    """The player who held the seat when the e-mail was queued; if this player has left the seat, the e-mail is dropped.
    """
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    stop = models.PositiveIntegerField()
    """The number of the game's stop, which players never see."""
    seat_stop = models.PositiveIntegerField(_("stop of the seat"))
    reference = models.CharField(max_length=64, blank=True, default="")
    """The id of the decision, notice or message copy that the e-mail is about, if a stop can have several of these."""
    sealed = models.BinaryField(default=bytes)
    """The encrypted data (an address, a link, a code) of an e-mail about an account; wiped after sending."""
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.QUEUED)
    attempts = models.PositiveIntegerField(_("attempts"), default=0)
    deaths = models.PositiveSmallIntegerField(_("senders lost"), default=0)
    """The number of attempts during which the sender process died."""
    created_at = models.DateTimeField(_("queued since"), default=timezone.now)
    next_try_at = models.DateTimeField(_("next attempt"), default=timezone.now)
    leased_until = models.DateTimeField(null=True, blank=True)
    lease = models.UUIDField(null=True, blank=True)
    """The id of the sender process that sends the e-mail; it holds the row until `leased_until`."""
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)
    message_id = models.CharField(max_length=200)
    """The Message-ID, the same at every attempt to send, so that mail programs show duplicates as one message."""
    error = models.TextField(_("error"), blank=True, default="")

    has_receipts = False
    """Not stored. True if the e-mail includes receipts, whose data must be wiped once it is sent."""
    went_to = ""
    """Not stored, except as a digest in the delivery history. The address to which the e-mail has just been sent.
    """

    class Meta:
        verbose_name = _("mail")
        verbose_name_plural = _("mail")
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["game", "stop", "seat", "kind", "reference"], name="mail_once")]
        indexes = [
            models.Index(fields=["message_id"], name="mail_by_message_id"),
            models.Index(fields=["kind", "-id"], name="mail_by_kind"),
            models.Index(
                fields=["status", "-id"],
                condition=models.Q(status__in=["failed", "bounced", "dropped"]),
                name="mail_not_sent",
            ),
            models.Index(fields=["next_try_at", "id"], condition=models.Q(status="queued"), name="mail_queued"),
            models.Index(
                fields=["player", "id"],
                condition=models.Q(status__in=["queued", "sending"]),
                name="mail_under_way_by_reader",
            ),
            models.Index(fields=["leased_until"], condition=models.Q(status="sending"), name="mail_in_hand"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.message_id}"


class SenderSlot(models.Model):
    """A permit to send e-mail, numbered from 1; the number of permits limits the concurrent sender processes."""

    number = models.PositiveSmallIntegerField(primary_key=True)
    holder = models.UUIDField(null=True, blank=True)
    """The id of the sender process that has the permit until `leased_until`."""
    leased_until = models.DateTimeField(null=True, blank=True)
    resume_at = models.DateTimeField(null=True, blank=True)
    """Until then no sender gets a permit, because the mail server is unavailable."""

    def __str__(self) -> str:
        return f"sender {self.number}"
