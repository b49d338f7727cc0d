"""Games and seats in the admin, read only: games change only through services."""

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

from games import registry
from games.admin import replay_console
from games.admin.read_only import ReadOnlyAdmin
from games.kernel.catalogues import supported
from games.kernel.errors import GameError
from games.models import Game, Player, Seat
from games.selectors.games import get_public_step
from games.selectors.search import search_games
from games.services.hold import do_release
from games.services.umpire import do_pause, do_resume


class SeatInline(admin.TabularInline):
    """The seats of a game with their players, on the game's page."""

    model = Seat
    fields = ("role", "kind", "player", "bot", "reserved_for", "since")
    readonly_fields = fields
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class TitleFilter(admin.SimpleListFilter):
    """A filter that offers all titles of the server, also those without games."""

    title, parameter_name = _("title"), "title"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(key, registry.current_title(key).name.get(_language())) for key in registry.title_keys()]

    def queryset(self, request: HttpRequest, queryset: "QuerySet[Game]") -> "QuerySet[Game]":
        return queryset.filter(title=self.value()) if self.value() else queryset


class ScenarioFilter(admin.SimpleListFilter):
    """A filter that offers the scenarios of the chosen title or, without one, of all titles."""

    title, parameter_name = _("scenario"), "scenario"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        chosen = request.GET.get("title", "")
        titles = [registry.current_title(key) for key in registry.title_keys() if chosen in ("", key)]
        return [
            (name, scenario.name.get(_language())) for title in titles for name, scenario in title.scenarios.items()
        ]

    def queryset(self, request: HttpRequest, queryset: "QuerySet[Game]") -> "QuerySet[Game]":
        return queryset.filter(scenario=self.value()) if self.value() else queryset


def _language() -> str:
    return supported(get_language())


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """All games, with links to the replay console."""

    list_display = ("name", "title", "scenario", "status", "step_shown", "host", "created_at", "console")
    ordering = ("-created_at", "id")
    list_filter = ("status", TitleFilter, ScenarioFilter, "created_at")
    list_select_related = ("host",)
    search_fields = ("name", "seats")
    search_help_text = _("The beginning of a game's name or id, or of the name or address of a player in it")
    search = search_games
    inlines = (SeatInline,)
    actions = ("pause", "resume", "release")
    fields = (
        "console",
        "name",
        "title",
        "scenario",
        "options",
        "status",
        "step_shown",
        "rules_version",
        "deadline_hours",
        "reminder_hours",
        "release_at",
        "clock",
        "openness",
        "absence",
        "hints_allowed",
        "trials",
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

    @admin.display(description=_("step"))
    def step_shown(self, game: Game) -> str:
        """Return the name of the present step as the public may see it, because staff may play in the game."""
        return get_public_step(game)

    def get_urls(self) -> list[URLPattern]:
        """Return the admin's URLs with those of the replay console."""
        own = [
            path(
                "<uuid:game_id>/replay/",
                self.admin_site.admin_view(replay_console.show_console),
                name="games_game_replay",
            ),
            path(
                "<uuid:game_id>/replay/board.svg",
                self.admin_site.admin_view(replay_console.draw_picture),
                name="games_game_picture",
            ),
        ]
        return own + super().get_urls()

    @admin.display(description=_("replay console"))
    def console(self, game: Game) -> str | SafeString:
        """Return the link to the replay console; a dash for a game that has not started."""
        if not game.stop:
            return "–"
        return format_html('<a href="{}">{}</a>', reverse("admin:games_game_replay", args=[game.pk]), _("replay"))

    @admin.action(description=_("Pause the selected games"))
    def pause(self, request: HttpRequest, queryset: "QuerySet[Game]") -> None:
        """Pause the selected games, and show a message about each refusal."""
        self._each(request, queryset, do_pause)

    @admin.action(description=_("Let the selected games go on after a pause"))
    def resume(self, request: HttpRequest, queryset: "QuerySet[Game]") -> None:
        """Resume the selected games, and show a message about each refusal."""
        self._each(request, queryset, do_resume)

    @admin.action(description=_("Release the selected games from hold"))
    def release(self, request: HttpRequest, queryset: "QuerySet[Game]") -> None:
        """Release the selected held games under the present rules, and show a message about each refusal."""
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
