"""Each position worked out by hand from the rulebook (`positions/`) has a test whose mark names it.

A position names the rules that it applies, what lies on the map or the display, dice and cards where there are any, the
result, and why. Its test says so in its mark: `@rule("pq17", "7.5.4", position="PP126")`.
"""

import ast
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct

from games.management.rule_coverage import read_ledger

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


def positions_with_a_test() -> set[str]:
    """The positions that marks of tests name."""
    found: set[str] = set()
    for path in Path(__file__).parent.rglob("test_*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call):
                for word in call.keywords:
                    if word.arg in ("position", "positions"):
                        value = ast.literal_eval(word.value)
                        found.update((value,) if isinstance(value, str) else value)
    return found


def test_each_position_is_tested_and_no_other() -> None:
    assert {position.id for position in POSITIONS} == positions_with_a_test()
