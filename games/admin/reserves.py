"""Calls for reserves in the admin: whose seat needed a player, who was asked, and what came of it. Read only."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin.readonly import Guarded
from games.models import Player, ReserveCall, ReserveStep
from games.selectors.access import shut_games
from games.selectors.search import calls_found, steps_found


@admin.register(ReserveCall)
class ReserveCallAdmin(Guarded):
    """One line for each absence for which reserves were called."""

    list_display = ("began_at", "game", "seat", "used_up_at", "ended_at", "outcome")
    list_filter = ("outcome",)
    list_select_related = ("game", "seat")
    ordering = ("-began_at", "-id")
    search_fields = ("game",)
    search_help_text = _("The beginning of a game's name or id, or of the name of a player in it")
    found = calls_found


@admin.register(ReserveStep)
class ReserveStepAdmin(Guarded):
    """Who was asked, and what they said. Players are numbers here, so that a person can be erased."""

    list_display = ("at", "call", "player", "what", "until")
    list_filter = ("what",)
    list_select_related = ("call",)
    ordering = ("-at", "-id")
    search_fields = ("game",)
    search_help_text = _("The beginning of a game's name or id, or of the name of a player in it")
    found = steps_found

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Any]":
        """None of a game in which the reader plays."""
        rows = super(Guarded, self).get_queryset(request)
        if not isinstance(request.user, Player):
            return rows.none()
        return rows.exclude(call__game__in=list(shut_games(request.user).values_list("pk", flat=True)))
