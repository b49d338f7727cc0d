"""Tokens of scripts in the admin: seen and revoked, never made."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from knox.models import AuthToken

from games.admin.readonly import ReadOnly
from games.selectors.search import players_found

admin.site.unregister(AuthToken)


def tokens_found(text: str) -> "QuerySet[AuthToken]":
    """The tokens of players whose name or address begins like `text`."""
    return AuthToken.objects.filter(user__in=players_found(text).values("pk"))


@admin.register(AuthToken)
class TokenAdmin(ReadOnly):
    """Whose tokens there are. With one made here, staff could play, and look, as somebody else."""

    list_display = ("user", "created", "expiry")
    list_select_related = ("user",)
    ordering = ("user_id", "digest")
    search_fields = ("user",)
    search_help_text = _("The beginning of a name or address")
    found = tokens_found
    fields = ("user", "created", "expiry")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return admin.ModelAdmin.has_delete_permission(self, request, obj)
