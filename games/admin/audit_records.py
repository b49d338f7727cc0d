"""Append-only records in the admin: the audit log, announcements, and the journal without its contents."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin.read_only import SecretsAdmin
from games.models import AuditEntry, JournalSegment, Notice
from games.selectors.search import search_audit_entries, search_notices, search_segments


@admin.register(AuditEntry)
class AuditEntryAdmin(SecretsAdmin):
    """The audit log: access to hidden state, and interventions in games."""

    list_display = ("at", "actor", "action", "game", "facts")
    ordering = ("-id",)
    list_filter = ("at",)
    search_fields = ("game", "actor", "action")
    search_help_text = _("The beginning of a game's name or id, of a player's name or address, or of an action")
    search = search_audit_entries


@admin.register(Notice)
class NoticeAdmin(SecretsAdmin):
    """The server's announcements."""

    list_display = ("at", "game", "kind", "seats", "author")
    list_filter = ("kind",)
    list_select_related = ("game", "author")
    ordering = ("-at", "-id")
    search_fields = ("game",)
    search_help_text = _("The beginning of a game's name or id, or of the name of a player in it")
    search = search_notices


@admin.register(JournalSegment)
class JournalSegmentAdmin(SecretsAdmin):
    """The numbers and hashes of journal segments. The answers in them are shown only by the replay console.

    The console uses audited access.
    """

    list_display = ("game", "number", "branch", "cause", "at", "entry_count", "event_count", "chain_start")
    list_filter = ("cause",)
    list_select_related = ("game",)
    ordering = ("-id",)
    search_fields = ("game",)
    search_help_text = _("The beginning of a game's name or id, or of the name of a player in it")
    search = search_segments
    fields = (
        "game",
        "number",
        "branch",
        "parent",
        "cause",
        "at",
        "rules_version",
        "first_entry",
        "entry_count",
        "first_event",
        "event_count",
        "chain_start",
    )

    @admin.display(description=_("hash"))
    def chain_start(self, row: JournalSegment) -> str:
        """Return the first characters of the segment's chain hash."""
        return bytes(row.chain).hex()[:16]
