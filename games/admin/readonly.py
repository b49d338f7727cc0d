"""What the admin may look at but not touch, and what those who play may not even look at."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

from games.admin.longlist import LongList
from games.models import Player
from games.selectors.access import shut_games


class ReadOnly(LongList):
    """History is append-only, and games change through services alone: no adding, changing or deleting by hand."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Only the filters on offer: an address could otherwise ask about any field, hidden ones too."""
        offered = {getattr(one, "parameter_name", one) for one in self.list_filter}
        return lookup.partition("__")[0] in offered and "\0" not in str(value)


class Guarded(ReadOnly):
    """Records of what happens in games: none of a game in which the reader sits or sat, until it is over.

    How many there are, and when, tells already who was asked, reminded or has not answered yet.
    """

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Any]":
        rows = super().get_queryset(request)
        if not isinstance(request.user, Player):
            return rows.none()
        return rows.exclude(game__in=list(shut_games(request.user).values_list("pk", flat=True)))
