"""7.5.2 to 7.5.6, 7.5.8, 7.9: surface combat, by the positions of `positions/07_surface.toml`."""

import pytest

from games.titles.pq17.rules.surface.withdrawal import (
    withdrawal_modifier,
)
from tests.titles.pq17.box import BOX

rule = pytest.mark.rule


@rule("pq17", "13.3")
def test_pp186_a_warning_from_superiors() -> None:
    assert withdrawal_modifier(BOX, "reduced", day=False, warned=True, others=False) == 2
    assert withdrawal_modifier(BOX, "reduced", day=False, warned=True) == 4
    assert withdrawal_modifier(BOX, "fair", day=True, slower=True) == -1
