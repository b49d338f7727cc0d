"""Mail in the admin: the outbox, sending again, what became of letters, and what came in."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext_lazy as _

from games.admin.readonly import Guarded
from games.errors import WrongState
from games.models import IncomingMail, MailEvent, OutgoingMail, Player
from games.selectors.access import shut_games
from games.selectors.search import events_found, incoming_found, mail_found
from games.services.outbox import do_resend


@admin.register(OutgoingMail)
class OutgoingMailAdmin(Guarded):
    """Every letter that is owed or was sent. What is in it is not stored; it is written anew when it is sent."""

    list_display = ("id", "game", "seat", "kind", "status", "attempts", "created_at", "sent_at", "problem")
    list_filter = ("status", "kind")
    list_select_related = ("game", "seat")
    ordering = ("-id",)
    search_fields = ("game", "player", "message_id")
    search_help_text = _("The beginning of a game's name or id, or of a player's name or address; or a Message-ID")
    found = mail_found
    exclude = ("lease", "reference", "sealed")
    actions = ("send_again",)

    @admin.display(description=_("error"))
    def problem(self, mail: OutgoingMail) -> str:
        """The beginning of what went wrong."""
        return mail.error[:80]

    @admin.action(description=_("Send the selected letters again"))
    def send_again(self, request: HttpRequest, queryset: "QuerySet[OutgoingMail]") -> None:
        """Queue letters once more under their old Message-IDs; each leaves an audit entry."""
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
        text = ngettext("%(count)d letter is queued again.", "%(count)d letters are queued again.", count)
        self.message_user(request, text % {"count": count}, messages.SUCCESS)


@admin.register(MailEvent)
class MailEventAdmin(Guarded):
    """What happened to letters on their way. Nothing of what is in them."""

    list_display = ("at", "mail", "what", "hard", "source", "code", "problem")
    list_filter = ("what", "hard")
    list_select_related = ("mail",)
    ordering = ("-id",)
    search_fields = ("game", "player", "message_id")
    search_help_text = _("The beginning of a game's name or id, or of a player's name or address; or a Message-ID")
    found = events_found
    exclude = ("address", "report")

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Any]":
        """None of a game in which the reader plays, nor of anybody whom the reader plays with."""
        rows = super(Guarded, self).get_queryset(request)
        if not isinstance(request.user, Player):
            return rows.none()
        return rows.exclude(mail__game__in=list(shut_games(request.user).values_list("pk", flat=True)))

    @admin.display(description=_("error"))
    def problem(self, event: MailEvent) -> str:
        """The beginning of what was said."""
        return event.detail[:80]


@admin.register(IncomingMail)
class IncomingMailAdmin(Guarded):
    """What came in, by whom and what became of it. What it said is a seat's secret, and not shown here to anybody."""

    list_display = ("received_at", "game", "seat", "way", "proven", "status", "outcome", "attempts", "problem")
    list_filter = ("status", "way", "proven")
    list_select_related = ("game", "seat")
    ordering = ("-received_at",)
    search_fields = ("game", "player", "message_id")
    search_help_text = _("The beginning of a game's name or id, or of a player's name or address; or a Message-ID")
    found = incoming_found
    exclude = ("raw", "tag", "sender", "digest", "cancel_digest", "request", "revision")

    @admin.display(description=_("error"))
    def problem(self, mail: IncomingMail) -> str:
        """The beginning of what went wrong."""
        return mail.error[:80]
