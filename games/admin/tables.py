"""Games and seats in the admin; games change through services alone."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.admin import replay
from games.admin.readonly import ReadOnly
from games.kernel.errors import GameError
from games.models import Game, Player, Seat
from games.services.hold import do_release
from games.services.umpire import do_pause, do_resume


class SeatInline(admin.TabularInline):
    """Who sits where."""

    model = Seat
    fields = ("role", "kind", "player", "bot", "reserved_for", "since")
    readonly_fields = fields
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Game)
class GameAdmin(ReadOnly):
    """All games, with the way into the replay console."""

    list_display = ("name", "title", "scenario", "status", "step", "host", "created_at", "console")
    list_filter = ("status", "title", "scenario")
    list_select_related = ("host",)
    search_fields = ("name", "seats__player__username")
    date_hierarchy = "created_at"
    inlines = (SeatInline,)
    actions = ("pause", "resume", "release")
    fields = (
        "console",
        "name",
        "title",
        "scenario",
        "options",
        "status",
        "step",
        "rules_version",
        "deadline_hours",
        "reminder_hours",
        "release_at",
        "time_zone",
        "host",
        "umpire",
        "branch",
        "created_at",
        "started_at",
        "paused_at",
        "ended_at",
        "standings",
    )

    def get_urls(self) -> list[URLPattern]:
        """The replay console stands beside each game's own page."""
        own = [
            path("<uuid:game_id>/replay/", self.admin_site.admin_view(replay.console), name="games_game_replay"),
            path(
                "<uuid:game_id>/replay/board.svg", self.admin_site.admin_view(replay.picture), name="games_game_picture"
            ),
        ]
        return own + super().get_urls()

    @admin.display(description=_("replay console"))
    def console(self, game: Game) -> str | SafeString:
        """The way into the replay console."""
        if not game.stop:
            return "–"
        return format_html('<a href="{}">{}</a>', reverse("admin:games_game_replay", args=[game.pk]), _("replay"))

    @admin.action(description=_("Pause the selected games"))
    def pause(self, request: HttpRequest, queryset: "QuerySet[Game]") -> None:
        """Stop the clocks."""
        self._each(request, queryset, do_pause)

    @admin.action(description=_("Let the selected games go on after a pause"))
    def resume(self, request: HttpRequest, queryset: "QuerySet[Game]") -> None:
        """Let the clocks run again."""
        self._each(request, queryset, do_resume)

    @admin.action(description=_("Release the selected games from hold"))
    def release(self, request: HttpRequest, queryset: "QuerySet[Game]") -> None:
        """Go on under the rules as they are now."""
        self._each(request, queryset, do_release)

    def _each(self, request: HttpRequest, queryset: "QuerySet[Game]", act: Callable[..., object]) -> None:
        if not isinstance(request.user, Player):
            return
        for game in queryset:
            try:
                act(by=request.user, game_id=game.pk)
            except GameError as error:
                self.message_user(request, f"{game}: {error.detail.get(get_language() or 'en')}", messages.ERROR)
            else:
                self.message_user(request, str(game), messages.SUCCESS)
