"""Read-only admin pages, and records that staff who play cannot see."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

from games.admin.keyset_admin import KeysetAdmin
from games.models import Player
from games.selectors.access import games_with_secrets_from


class ReadOnlyAdmin(KeysetAdmin):
    """An admin without adding, changing or deleting, because history never changes and only services change games."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Return True only for filters that the page offers: other lookups in the URL could query hidden fields."""
        offered = {getattr(one, "parameter_name", one) for one in self.list_filter}
        return lookup.partition("__")[0] in offered and "\0" not in str(value)


class SecretsAdmin(ReadOnlyAdmin):
    """An admin that hides records of unfinished games in which the user holds or held a seat.

    The mere number and times of such records reveal which seats were asked or reminded, or have not answered.
    """

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Any]":
        rows = super().get_queryset(request)
        if not isinstance(request.user, Player):
            return rows.none()
        return rows.exclude(game__in=list(games_with_secrets_from(request.user).values_list("pk", flat=True)))
