"""Every refusal of the titles is provoked by a row of a table, and says what the row says; none is left out.

A place that makes a `Problem`, or a reason that withholds a value, and that no row provokes, fails here: write the row
in the table of its title, after a look at the rulebook.
"""

import csv
from collections.abc import Mapping
from types import ModuleType

import pytest

from tests.titles.refusals import battleships, goeben, pirates, pq17
from tests.titles.refusals.places import REASONS, ROOT, places, reasons, withholding
from tests.titles.refusals.rows import Met, Row, met, table

TITLES: Mapping[str, ModuleType] = {
    "battleships": battleships, "goeben": goeben, "pirates": pirates, "pq17": pq17,
}  # fmt: skip
ROWS = [row for title in TITLES for row in table(title)]
OF_NO_RULE = {("pirates", "twice")}
"""Refusals that rest on no rule of the book: a wish that is written twice."""


def provoked(row: Row) -> Met:
    return met(TITLES[row.title].POSITIONS[row.position], row.said)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_a_refusal_names_field_rule_and_reason(row: Row) -> None:
    found = [(one.pointer, one.code, one.rule, one.message.en, one.message.ja) for one in provoked(row).problems]
    assert (row.pointer, row.code, row.rule, row.en, row.ja) in found


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_its_rule_is_in_the_ledger(row: Row) -> None:
    with (ROOT / f"games/titles/{row.title}/rules.tsv").open(encoding="utf-8", newline="") as file:
        known = {line[0] for line in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE) if line}
    assert row.rule in known or _is_chapter(row.rule, known) or (row.title, row.code) in OF_NO_RULE


def _is_chapter(rule: str, known: set[str]) -> bool:
    """Whether a rule heads others in the ledger: a chapter, `14.0`, a paragraph, `3.0(9)`, or a rule with parts."""
    head, _, _ = rule.partition("(")
    head = head.removesuffix(".0")
    return bool(head) and any(one.startswith(f"{head}.") for one in known)


def test_every_place_that_refuses_has_a_row() -> None:
    reached = {place for row in ROWS for place in provoked(row).places}
    assert len(places()) > 100
    assert not [str(place) for place in sorted(places() - reached)]


def test_every_reason_that_withholds_a_value_has_a_row() -> None:
    said = {(row.en.partition(": ")[2] or row.en, row.ja.partition("：")[2] or row.ja) for row in ROWS}
    said |= {(row.en, row.ja) for row in ROWS}
    assert not [where for where, why in reasons().items() if (why.en, why.ja) not in said]


def test_every_module_that_withholds_values_names_its_reasons() -> None:
    assert withholding() == set(REASONS)
