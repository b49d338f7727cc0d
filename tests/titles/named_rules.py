"""The rules that a title names to its players: in questions, refusals, options, odds, points and the reference."""

import ast
import csv
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from games.management.rule_coverage import read_ledger
from tests.titles.loading import TITLES, load

NUMBER = re.compile(r"(?:[0-9A-Z]{1,2}\.\d+(?:\.\d+)*[a-z]?|\d+\.0\(\d+\)|\d+\.chart/.+|T\.\w+)")
"""A string that is a rule number and nothing else."""
OPTION = re.compile(r"(\d+\.\d[\d.]*[a-z]?)(?:, [\d.]+)*: ")
"""How the description of an option begins."""
UNTOLD = ("bot", "visibility/leaves.py", "presentation/tempo.py")
"""What players never read the numbers of: a bot, the rules of the leaves of a state; tempos are no rules."""


@cache
def named_rules(key: str) -> dict[str, str]:
    """Every rule that a title names, with one place where it does."""
    return {**dict(_in_refusals(key)), **dict(_in_reference(key)), **dict(_in_code(key))}


def _in_code(key: str) -> Iterator[tuple[str, str]]:
    root = TITLES / key
    for path in sorted(root.rglob("*.py")):
        place = str(path.relative_to(root))
        if place.startswith(UNTOLD):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        unread = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in unread:
                if NUMBER.fullmatch(node.value):
                    yield node.value, f"{place}:{node.lineno}"
                elif found := OPTION.match(node.value):
                    yield found[1], f"{place}:{node.lineno}"


def _in_refusals(key: str) -> Iterator[tuple[str, str]]:
    path = Path(__file__).parent / "refusals" / f"{key}.tsv"
    if path.exists():
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
                if row[4]:
                    yield row[4], path.name


def _in_reference(key: str) -> Iterator[tuple[str, str]]:
    presentation = load(key).presentation
    for chapter in presentation.reference:
        yield from ((entry.rule, f"reference: {entry.id}") for entry in chapter.entries if entry.rule)
    for chart in presentation.charts:
        yield from ((rule, f"chart: {chart.key}") for rule in chart.rules)
        cells = [cell.en for row in chart.rows for cell in row[1:] if NUMBER.fullmatch(cell.en)]
        yield from ((cell, f"chart: {chart.key}") for cell in cells if is_known(key, cell))


def is_known(key: str, rule: str) -> bool:
    """Whether a rule stands in the ledger, or heads others there: a chapter, `14.0`, or a paragraph, `3.0(9)`."""
    known = _ledger(key)
    head = rule.partition("(")[0].removesuffix(".0")
    return rule in known or (
        bool(re.fullmatch(r"\d+(\.\d+)*", head)) and any(one.startswith(f"{head}.") for one in known)
    )


@cache
def _ledger(key: str) -> frozenset[str]:
    return frozenset(rule.id for rule in read_ledger(key))
