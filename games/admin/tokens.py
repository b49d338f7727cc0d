"""API tokens in the admin: staff can list and revoke tokens, but not create them."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from knox.models import AuthToken

from games.admin.read_only import ReadOnlyAdmin
from games.selectors.search import search_players

admin.site.unregister(AuthToken)


def search_tokens(text: str) -> "QuerySet[AuthToken]":
    """Return the tokens of players whose name or address begins with `text`."""
    return AuthToken.objects.filter(user__in=search_players(text).values("pk"))


@admin.register(AuthToken)
class TokenAdmin(ReadOnlyAdmin):
    """API tokens. Staff cannot create one here: they could play, and see secrets, as another player."""

    list_display = ("user", "created", "expiry")
    list_select_related = ("user",)
    ordering = ("user_id", "digest")
    search_fields = ("user",)
    search_help_text = _("The beginning of a name or address")
    search = search_tokens
    fields = ("user", "created", "expiry")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return admin.ModelAdmin.has_delete_permission(self, request, obj)
