"""The delivery history of e-mails; append-only."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.outgoing_mail import OutgoingMail


class MailEvent(models.Model):
    """One event in the delivery of an e-mail. Append-only (`games.models.append_only`)."""

    class What(models.TextChoices):
        SENT = "sent", _("sent")
        DELAYED = "delayed", _("delayed")
        DELIVERED = "delivered", _("delivered")
        BOUNCED = "bounced", _("bounced")
        COMPLAINED = "complained", _("complained")
        AGAIN = "again", _("to be sent again")

    mail = models.ForeignKey(OutgoingMail, on_delete=models.CASCADE, related_name="history")
    what = models.CharField(_("what"), max_length=10, choices=What)
    """What happened."""
    hard = models.BooleanField(_("for good"), default=False)
    """True if the address accepts no e-mail at all."""
    source = models.CharField(_("told by"), max_length=8)
    """Who reported the event: "smtp" (the sender process), "report" (an e-mail) or "service"; for `AGAIN`, who wanted
    it.
    """
    address = models.CharField(max_length=64, blank=True, default="")
    """The SHA-256 of the address to which the e-mail went (`games.persistence.address_digest`)."""
    code = models.CharField(_("code"), max_length=12, blank=True, default="")
    """The status code of the mail server, such as "5.1.1"."""
    detail = models.CharField(_("detail"), max_length=500, blank=True, default="")
    """The message of the mail server."""
    report = models.CharField(max_length=64, blank=True, default="")
    """The digest of the delivery report, so that a copy of the report is stored once."""
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("delivery event")
        verbose_name_plural = _("delivery events")
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["mail", "report", "what"], condition=~models.Q(report=""), name="mail_event_once"
            )
        ]
        indexes = [
            models.Index(
                fields=["address", "at"],
                condition=models.Q(what__in=["bounced", "delivered"]),
                name="mail_event_address",
            )
        ]

    def __str__(self) -> str:
        return f"{self.what} {self.mail_id}"
