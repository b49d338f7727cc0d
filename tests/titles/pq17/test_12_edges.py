"""12.8a to 12.14, 7.2.6, 7.5.2k, 7.7, 13.1: what special situations score and when not, each condition by itself; what
aircraft and torpedoes do whose target is gone.
"""

import pytest

from games.titles.pq17.rules.air.elusive import _turned_away
from games.titles.pq17.rules.air.row import Sortie
from tests.titles.pq17.arctic import arctic
from tests.titles.pq17.box import BOX
from tests.titles.pq17.trial import read_counters

rule = pytest.mark.rule


@rule("pq17", "13.1")
def test_who_was_meant_for_the_elusive_ship_goes_for_the_most_valuable_that_has_room() -> None:
    row = [read_counters("norfolk 3"), read_counters("mv 3"), read_counters("anson 5"), read_counters("dd_a_i 2")]
    board = arctic()
    flown = [Sortie("a", 0), Sortie("b", 1), Sortie("c", 0), Sortie("d", 0, 2), Sortie("e", 0), Sortie("f", 2)]
    found, turned = _turned_away(board, row, flown, 0)
    values = {ship: BOX.ships[ship].value for ship in ("mv", "anson", "dd_a_i")}
    assert max(values, key=lambda ship: values[ship]) == "anson"
    assert {one.unit: one.target for one in found if one.unit in ("b", "f")} == {"b": 1, "f": 2}
    first, second, third = (next(one.target for one in found if one.unit == name) for name in "ace")
    assert (first, next(one.target for one in found if one.unit == "d")) == (2, 2)
    assert (second == 2, third == 2) == (False, False), "two units at one ship in a wave are enough"
    assert turned == {"a", "c", "d", "e"}
    assert _turned_away(board, row[:1], [Sortie("a", 0)], 0) == ([], frozenset())
    assert _turned_away(board, [*row[:1], []], [Sortie("a", 0)], 0) == ([], frozenset())
