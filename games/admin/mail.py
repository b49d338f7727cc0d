"""E-mail in the admin: the outbox, resending, delivery results, and incoming messages."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext_lazy as _

from games.admin.read_only import SecretsAdmin
from games.errors import WrongState
from games.models import IncomingMail, MailEvent, OutgoingMail, Player
from games.selectors.mail_log import hidden_from_playing_staff
from games.selectors.search import search_incoming_mail, search_mail, search_mail_events
from games.services.outbox import do_resend


@admin.register(OutgoingMail)
class OutgoingMailAdmin(SecretsAdmin):
    """All queued and sent e-mails, without their contents, which are not stored."""

    list_display = ("id", "game", "seat", "kind", "status", "attempts", "created_at", "sent_at", "problem")
    list_filter = ("status", "kind")
    list_select_related = ("game", "seat")
    ordering = ("-id",)
    search_fields = ("game", "player", "message_id")
    search_help_text = _("The beginning of a game's name or id, or of a player's name or address; or a Message-ID")
    search = search_mail
    exclude = ("lease", "reference", "sealed")
    actions = ("send_again",)

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Any]":
        """Return the e-mails that `games.selectors.mail_log.hidden_from_playing_staff` does not hide from the user."""
        rows = super(SecretsAdmin, self).get_queryset(request)
        if not isinstance(request.user, Player):
            return rows.none()
        return rows.exclude(hidden_from_playing_staff(request.user))

    @admin.display(description=_("error"))
    def problem(self, mail: OutgoingMail) -> str:
        """Return the beginning of the last error."""
        return mail.error[:80]

    @admin.action(description=_("Send the selected e-mails again"))
    def send_again(self, request: HttpRequest, queryset: "QuerySet[OutgoingMail]") -> None:
        """Queue the chosen e-mails again under their old Message-IDs; each is recorded in the audit log."""
        if not isinstance(request.user, Player):
            return
        count = 0
        for number in queryset.values_list("pk", flat=True):
            try:
                do_resend(by=request.user, mail_id=number)
            except WrongState as error:
                self.message_user(request, error.detail.get(get_language() or "en"), messages.WARNING)
            else:
                count += 1
        text = ngettext("%(count)d e-mail is queued again.", "%(count)d e-mails are queued again.", count)
        self.message_user(request, text % {"count": count}, messages.SUCCESS)


@admin.register(MailEvent)
class MailEventAdmin(SecretsAdmin):
    """Delivery events of e-mails, without their content."""

    list_display = ("at", "mail", "what", "hard", "source", "code", "problem")
    list_filter = ("what", "hard")
    list_select_related = ("mail",)
    ordering = ("-id",)
    search_fields = ("game", "player", "message_id")
    search_help_text = _("The beginning of a game's name or id, or of a player's name or address; or a Message-ID")
    search = search_mail_events
    exclude = ("address", "report")

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Any]":
        """Return the delivery events of the e-mails that `OutgoingMailAdmin` shows to the reader."""
        rows = super(SecretsAdmin, self).get_queryset(request)
        if not isinstance(request.user, Player):
            return rows.none()
        return rows.exclude(hidden_from_playing_staff(request.user, "mail__"))

    @admin.display(description=_("error"))
    def problem(self, event: MailEvent) -> str:
        """Return the beginning of the delivery report."""
        return event.detail[:80]


@admin.register(IncomingMail)
class IncomingMailAdmin(SecretsAdmin):
    """Incoming messages, their senders and results. Their content is a seat's secret and never shown here."""

    list_display = ("received_at", "game", "seat", "way", "proven", "status", "outcome", "attempts", "problem")
    list_filter = ("status", "way", "proven")
    list_select_related = ("game", "seat")
    ordering = ("-received_at",)
    search_fields = ("game", "player", "message_id")
    search_help_text = _("The beginning of a game's name or id, or of a player's name or address; or a Message-ID")
    search = search_incoming_mail
    exclude = ("raw", "tag", "sender", "digest", "cancel_digest", "request", "revision", "pending")

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Any]":
        """Return the e-mails that `games.selectors.mail_log.hidden_from_playing_staff` does not hide from the user.

        That includes e-mails that belong to no game, if they are from a player of one of the user's games.
        """
        rows = super(SecretsAdmin, self).get_queryset(request)
        if not isinstance(request.user, Player):
            return rows.none()
        return rows.exclude(hidden_from_playing_staff(request.user))

    @admin.display(description=_("error"))
    def problem(self, mail: IncomingMail) -> str:
        """Return the beginning of the last error."""
        return mail.error[:80]
