"""Long lists in the admin: keyset pagination, estimated row counts, searches through an index.

A later page takes as long as the first one, because it starts after a given row, not after a number of rows. Rows
outside the page are not counted, and rows are sorted only by an index.
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

ROWS_PER_PAGE = 40
AFTER_PARAMETER = "behind"
"""The query parameter that names the last row of the previous page."""


class KeysetAdmin(admin.ModelAdmin):
    """The admin of a model whose list may grow for years; ``ordering`` must be the order of an index."""

    list_per_page = ROWS_PER_PAGE
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    sortable_by: ClassVar[tuple[str, ...]] = ()
    change_list_template = "admin/games/long_list.html"
    search: ClassVar[Callable[[str], QuerySet[Any]] | None] = None
    """The function that returns the rows for a search text; None: no search."""

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return KeysetChangeList

    def get_search_results(
        self, request: HttpRequest, queryset: "QuerySet[Any]", search_term: str
    ) -> tuple["QuerySet[Any]", bool]:
        """Return the rows that `search` finds, instead of Django's substring search."""
        find, text = type(self).search, search_term.strip().replace("\0", "")
        if find is None or not text:
            return queryset, False
        return queryset.filter(pk__in=find(text).order_by().values("pk")), False


class KeysetChangeList(ChangeList):
    """One page of a list, which starts after the last row of the previous page."""

    next_url = ""
    first_url = ""

    def get_queryset(self, request: HttpRequest, exclude_parameters: Any = None) -> "QuerySet[Any]":
        """Return the rows that filters and search leave, from the first page on."""
        self.params.pop(AFTER_PARAMETER, None)
        return super().get_queryset(request, exclude_parameters)

    def get_filters_params(self, params: Any = None) -> dict[str, Any]:
        """Return the parameters of the URL that are filters, without the parameter for the page."""
        found = super().get_filters_params(params)
        found.pop(AFTER_PARAMETER, None)
        return found

    def get_ordering(self, request: HttpRequest, queryset: "QuerySet[Any]") -> list[Any]:
        """Return the ordering of the list, which users cannot change."""
        return list_ordering(self.model_admin)

    def get_results(self, request: HttpRequest) -> None:
        """Read one row more than the page shows, to know whether another page follows."""
        rows, place = self.queryset, request.GET.get(AFTER_PARAMETER, "")
        if place:
            rows = rows.filter(self._behind(place))
            self.first_url = self.get_query_string()
        found = list(rows[: self.list_per_page + 1])
        self.result_list = found[: self.list_per_page]
        more = len(found) > self.list_per_page
        if more:
            self.next_url = self.get_query_string({AFTER_PARAMETER: self.result_list[-1].pk})
        whole = not (more or place)
        self.result_count = len(found) if whole else max(estimate_count(self.queryset), len(found))
        self.full_result_count, self.show_full_result_count = None, False
        self.show_admin_actions = True
        self.can_show_all = self.multi_page = False
        self.paginator = self.model_admin.get_paginator(request, self.result_list, self.list_per_page)

    def _behind(self, place: str) -> Q:
        """Return the condition for rows after the row with the primary key `place`; for all if there is no such row."""
        order = list_ordering(self.model_admin)
        try:
            row = self.root_queryset.filter(pk=place).values_list(*[name.lstrip("-") for name in order]).first()
        except (ValidationError, ValueError):
            row = None
        return Q() if row is None else rows_after(order, row)


def list_ordering(table: admin.ModelAdmin) -> list[str]:
    """Return the names of the columns by which a list is ordered, with "-" before a descending one.

    By default the newest row comes first.
    """
    return [str(name) for name in table.ordering or ("-pk",)]


def rows_after(order: Sequence[str], values: Sequence[Any]) -> Q:
    """Return the condition for rows that come after the row with these `values` of the columns in `order`.

    The first part of the condition is a range of the first column, so that the database uses the index.
    """
    found, alike = Q(), Q()
    for name, value in zip(order, values, strict=True):
        field, beyond = (name[1:], "lt") if name.startswith("-") else (name, "gt")
        found |= alike & Q(**{f"{field}__{beyond}": value})
        alike &= Q(**{field: value})
    first, edge = (order[0][1:], "lte") if order[0].startswith("-") else (order[0], "gte")
    return Q(**{f"{first}__{edge}": values[0]}) & found


def estimate_count(rows: "QuerySet[Any]") -> int:
    """Return the approximate number of rows from the database's statistics; on SQLite the exact number."""
    if connection.vendor != "postgresql":
        return rows.count()
    plan = json.loads(rows.order_by().explain(format="json"))
    return int(plan[0]["Plan"]["Plan Rows"])
