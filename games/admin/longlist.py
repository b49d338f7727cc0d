"""Lists of any length in the admin: pages by place instead of by number, numbers of rows estimated, searches by index.

A page further back costs what the first one does, because it begins behind a row that is named, not behind so many
rows. Nothing is counted that does not stand on the page, and nothing is sorted but by an index.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import ValidationError
from django.db import connection
from django.db.models import Q, QuerySet
from django.http import HttpRequest

ROWS = 40
BEHIND = "behind"
"""The parameter of an address that names the last row of the page before."""


class LongList(admin.ModelAdmin):
    """A model whose list may grow for years. `ordering` must be what an index gives."""

    list_per_page = ROWS
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    sortable_by: ClassVar[tuple[str, ...]] = ()
    change_list_template = "admin/games/long_list.html"
    found: ClassVar[Callable[[str], QuerySet[Any]] | None] = None
    """What a search finds."""

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return LongChangeList

    def get_search_results(
        self, request: HttpRequest, queryset: "QuerySet[Any]", search_term: str
    ) -> tuple["QuerySet[Any]", bool]:
        """The rows that `found` finds, in place of a search in the middle of every text."""
        find, text = type(self).found, search_term.strip().replace("\0", "")
        if find is None or not text:
            return queryset, False
        return queryset.filter(pk__in=find(text).order_by().values("pk")), False


class LongChangeList(ChangeList):
    """One page of a list, which begins behind a row."""

    next_url = ""
    first_url = ""

    def get_queryset(self, request: HttpRequest, exclude_parameters: Any = None) -> "QuerySet[Any]":
        """The rows that are filtered and searched for; filters and searches begin at the front again."""
        self.params.pop(BEHIND, None)
        return super().get_queryset(request, exclude_parameters)

    def get_filters_params(self, params: Any = None) -> dict[str, Any]:
        """The parameters that filter; the place is none of them."""
        found = super().get_filters_params(params)
        found.pop(BEHIND, None)
        return found

    def get_ordering(self, request: HttpRequest, queryset: "QuerySet[Any]") -> list[Any]:
        """The one order that there is."""
        return order_of(self.model_admin)

    def get_results(self, request: HttpRequest) -> None:
        """Read one row more than the page shows, to know whether another page follows."""
        rows, place = self.queryset, request.GET.get(BEHIND, "")
        if place:
            rows = rows.filter(self._behind(place))
            self.first_url = self.get_query_string()
        found = list(rows[: self.list_per_page + 1])
        self.result_list = found[: self.list_per_page]
        more = len(found) > self.list_per_page
        if more:
            self.next_url = self.get_query_string({BEHIND: self.result_list[-1].pk})
        whole = not (more or place)
        self.result_count = len(found) if whole else max(estimated_count(self.queryset), len(found))
        self.full_result_count, self.show_full_result_count = None, False
        self.show_admin_actions = True
        self.can_show_all = self.multi_page = False
        self.paginator = self.model_admin.get_paginator(request, self.result_list, self.list_per_page)

    def _behind(self, place: str) -> Q:
        """What comes behind the row with this key, in the order of the list; everything if there is no such row."""
        order = order_of(self.model_admin)
        try:
            row = self.root_queryset.filter(pk=place).values_list(*[name.lstrip("-") for name in order]).first()
        except (ValidationError, ValueError):
            row = None
        return Q() if row is None else behind(order, row)


def order_of(table: admin.ModelAdmin) -> list[str]:
    """The one order of a list."""
    return [str(name) for name in table.ordering or ("-pk",)]


def behind(order: Sequence[str], values: Sequence[Any]) -> Q:
    """What comes behind a row with these `values` in that `order`; its first part is a range, which an index takes."""
    found, alike = Q(), Q()
    for name, value in zip(order, values, strict=True):
        field, beyond = (name[1:], "lt") if name.startswith("-") else (name, "gt")
        found |= alike & Q(**{f"{field}__{beyond}": value})
        alike &= Q(**{field: value})
    first, edge = (order[0][1:], "lte") if order[0].startswith("-") else (order[0], "gte")
    return Q(**{f"{first}__{edge}": values[0]}) & found


def estimated_count(rows: "QuerySet[Any]") -> int:
    """About how many rows there are, by the database's own statistics; SQLite has none, and counts."""
    if connection.vendor != "postgresql":
        return rows.count()
    plan = json.loads(rows.order_by().explain(format="json"))
    return int(plan[0]["Plan"]["Plan Rows"])
