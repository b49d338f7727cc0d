"""The positions worked out by hand from the rulebook (`positions/`), before the chapters that they are to test.

Each names the rules that it applies, what lies on the map or the display, dice and cards where there are any, the
result, and why. Who writes a chapter turns its positions into tests that bear their ids.
"""

import re
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct

from games.management.rule_coverage import read_ledger

UNTRIED = frozenset[str]()
"""Positions that no test bears the id of; it may only grow shorter."""
TESTED = re.compile(r"(?<![a-z0-9])(pp?)([0-9]+)([a-z]?)(?:_to_p([0-9]+)[a-z]?)?(?![a-z0-9])")
"""`pp31`, `p38a` or `p12_to_p16` in the name or the words of a test."""
FOLDER = Path(__file__).with_name("positions")


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """One position; `dice` also holds cards."""

    id: str
    rules: tuple[str, ...]
    position: str
    result: str
    why: str
    dice: str = ""


class Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of positions."""

    position: tuple[Position, ...]


SHEETS = {path.name: msgspec.toml.decode(path.read_bytes(), type=Sheet) for path in sorted(FOLDER.glob("*.toml"))}
POSITIONS = [position for sheet in SHEETS.values() for position in sheet.position]


def test_no_id_stands_twice() -> None:
    twice = [name for name, count in Counter(position.id for position in POSITIONS).items() if count > 1]
    assert not twice


@pytest.mark.parametrize("file", SHEETS)
def test_every_position_names_rules_of_the_ledger(file: str) -> None:
    known = {rule.id for rule in read_ledger("pq17")}
    strange = {position.id: set(position.rules) - known for position in SHEETS[file].position}
    assert not {name: rules for name, rules in strange.items() if rules}
    assert all(position.rules for position in SHEETS[file].position)


def test_every_chapter_of_an_operation_has_positions() -> None:
    chapters = {rule.partition(".")[0] for position in POSITIONS for rule in position.rules}
    assert {str(number) for number in range(1, 15)} <= chapters


def test_a_position_says_all_that_it_must() -> None:
    silent = [one.id for one in POSITIONS if not (one.position.strip() and one.result.strip() and one.why.strip())]
    assert not silent


def borne_ids() -> set[str]:
    """The ids that tests of the title bear."""
    found: set[str] = set()
    for path in Path(__file__).parent.rglob("test_*.py"):
        words = path.read_text(encoding="utf-8").lower() if path != Path(__file__) else ""
        for kind, first, letter, last in TESTED.findall(
            words.replace("test_", " ").replace("_to_pp", "_to_p").replace("_pp", " pp")
        ):
            numbers = range(int(first), int(last or first) + 1)
            found |= {f"{kind.upper()}{number}{letter.upper() if not last else ''}" for number in numbers}
    return found


def test_every_position_has_a_test_that_bears_its_id_but_those_named() -> None:
    borne = borne_ids()
    bare = {one.id for one in POSITIONS if one.id.upper() not in borne and one.id.rstrip("ab").upper() not in borne}
    assert bare == UNTRIED
