"""Targets that ships cannot fire or launch at name the rule and the reason, in both languages."""

from typing import Any

import pytest

from games.kernel.text import LANGUAGES
from games.orders.order_set import Orders
from games.titles.battleships.rules.gunnery.targets import target_form
from games.titles.battleships.rules.torpedoes.torpedoes import torpedo_form
from tests.titles.battleships.laid_out import at_sea

rule = pytest.mark.rule


def why(form: Orders[Any], line: str) -> list[tuple[str, str, str]]:
    """Place, code and rule of all that is wrong; reasons are told in words of both languages."""
    found = list(form.problems(form.read(form.parse(line))))
    assert all(problem.message.get(language) for problem in found for language in LANGUAGES)
    return [(problem.pointer, problem.code, problem.rule) for problem in found]


@rule("battleships", "4.1", "4.3", "5.1a", "5.11a")
@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("target hood at=bismarck", []),
        ("target hood at=prinz_eugen", [("/0/at", "barred", "5.1a")]),
        ("secondary hood at=bismarck", [("/0/at", "barred", "5.11a")]),
        ("secondary hood at=de_dd", []),
        ("secondary norfolk at=de_dd", [("/0/ship", "barred", "5.11a")]),
        ("target suffolk at=bismarck", [("/0/ship", "barred", "5.1a")]),
        ("star_shell hood at=3012", [("/0/ship", "barred", "4.3")]),
    ],
)
def test_targets_that_no_marker_may_lie_on(line: str, found: list[tuple[str, str, str]]) -> None:
    """Prinz Eugen is out of sight, and Suffolk has no guns left."""
    ships = ("hood 2512 A 4", "norfolk 2514 A 4", "suffolk 2516 A 4", "bismarck 3012 A 4", "prinz_eugen 1002 A 4")
    board = at_sea(*ships, "de_dd 3010 A 4", sight=12)
    board.ship("suffolk").weapons = 3
    assert why(target_form(board, "british"), line) == found


@rule("battleships", "6.1", "6.2")
@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("launch norfolk at=bismarck", []),
        ("launch norfolk at=prinz_eugen", [("/0/at", "barred", "6.2")]),
        ("launch suffolk at=bismarck", [("/0/ship", "barred", "6.2")]),
    ],
)
def test_targets_that_no_torpedo_runs_to(line: str, found: list[tuple[str, str, str]]) -> None:
    """Suffolk is too far from everybody."""
    board = at_sea("norfolk 2512 A 4", "suffolk 1002 A 4", "bismarck 2712 A 4", "prinz_eugen 3512 A 4")
    assert why(torpedo_form(board, "british"), line) == found
