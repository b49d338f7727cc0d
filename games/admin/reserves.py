"""Reserve calls in the admin, read only: the seats, the reserves asked, and the results."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin.read_only import SecretsAdmin
from games.models import Player, ReserveCall, ReserveStep
from games.selectors.access import games_with_secrets_from
from games.selectors.search import search_reserve_calls, search_reserve_steps


@admin.register(ReserveCall)
class ReserveCallAdmin(SecretsAdmin):
    """Reserve calls, one for each absence for which the reserves are or were asked."""

    list_display = ("began_at", "game", "seat", "used_up_at", "ended_at", "outcome")
    list_filter = ("outcome",)
    list_select_related = ("game", "seat")
    ordering = ("-began_at", "-id")
    search_fields = ("game",)
    search_help_text = _("The beginning of a game's name or id, or of the name of a player in it")
    search = search_reserve_calls


@admin.register(ReserveStep)
class ReserveStepAdmin(SecretsAdmin):
    """Requests to reserves and their replies. They show players' ids, not names, so that a person can be erased."""

    list_display = ("at", "call", "player", "what", "until")
    list_filter = ("what",)
    list_select_related = ("call",)
    ordering = ("-at", "-id")
    search_fields = ("game",)
    search_help_text = _("The beginning of a game's name or id, or of the name of a player in it")
    search = search_reserve_steps

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Any]":
        """Return the requests and replies except those in games that `SecretsAdmin` hides from the reader."""
        rows = super(SecretsAdmin, self).get_queryset(request)
        if not isinstance(request.user, Player):
            return rows.none()
        return rows.exclude(call__game__in=list(games_with_secrets_from(request.user).values_list("pk", flat=True)))
