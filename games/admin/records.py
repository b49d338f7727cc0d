"""What was written down for good: acts of staff, announcements, and the journal without what is in it."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin.readonly import Guarded
from games.models import AuditEntry, JournalSegment, Notice
from games.selectors.search import acts_found, notices_found, segments_found


@admin.register(AuditEntry)
class AuditEntryAdmin(Guarded):
    """Who looked at what is hidden, and who put a hand into a game."""

    list_display = ("at", "actor", "action", "game", "facts")
    ordering = ("-id",)
    list_filter = ("at",)
    search_fields = ("game", "actor", "action")
    search_help_text = _("The beginning of a game's name or id, of a player's name or address, or of an action")
    found = acts_found


@admin.register(Notice)
class NoticeAdmin(Guarded):
    """The server's announcements."""

    list_display = ("at", "game", "kind", "seats", "author")
    list_filter = ("kind",)
    list_select_related = ("game", "author")
    ordering = ("-at", "-id")
    search_fields = ("game",)
    search_help_text = _("The beginning of a game's name or id, or of the name of a player in it")
    found = notices_found


@admin.register(JournalSegment)
class JournalSegmentAdmin(Guarded):
    """The journal's frame: numbers and hashes. What was answered is for the replay console, which asks the guard."""

    list_display = ("game", "number", "branch", "cause", "at", "entry_count", "event_count", "chain_start")
    list_filter = ("cause",)
    list_select_related = ("game",)
    ordering = ("-id",)
    search_fields = ("game",)
    search_help_text = _("The beginning of a game's name or id, or of the name of a player in it")
    found = segments_found
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
        """The beginning of the chain's hash, to compare by eye."""
        return bytes(row.chain).hex()[:16]
