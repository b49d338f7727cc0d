"""Chapter 12: what chits let be done and what they score, by PP174 to PP185."""

import pytest

from games.titles.pq17.components.pieces import SIDES
from games.titles.pq17.rules.forces.situations import (
    is_elusive,
)
from games.titles.pq17.state.state import Phase
from tests.titles.pq17.arctic import arctic

rule = pytest.mark.rule


@rule("pq17", "13.1")
def test_an_elusive_target_holds_for_the_phase() -> None:
    assert is_elusive(arctic(phase=Phase("axis", event="elusive_target")))
    assert not is_elusive(arctic(phase=Phase("axis", event="signals")))
    assert not is_elusive(arctic())
    assert SIDES == ("allied", "axis")
