"""Tokens of scripts in the admin: seen and revoked, never made."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from knox.models import AuthToken

from games.admin.readonly import ReadOnly

admin.site.unregister(AuthToken)


@admin.register(AuthToken)
class TokenAdmin(ReadOnly):
    """Whose tokens there are. With one made here, staff could play, and look, as somebody else."""

    list_display = ("user", "created", "expiry")
    list_select_related = ("user",)
    search_fields = ("user__username",)
    fields = ("user", "created", "expiry")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return admin.ModelAdmin.has_delete_permission(self, request, obj)
