"""7.1.3, 7.2.4b, 12.4, 12.7b: who comes to a raid on a port or airfield, who goes for what, what merchants lose."""

from typing import Any

import pytest

from games.titles.pq17.rules.special.raids import RaidTerms, _aimed, _spread
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.trial import left, read_counters

rule = pytest.mark.rule


@rule("pq17", "12.4a", "7.2.4")
@pytest.mark.parametrize(
    ("only", "aimed"), [("", ["tirpitz", "dd_36a"]), ("tirpitz", ["tirpitz"]), ("lutzow", []), ("ss_german", [])]
)
def test_submarines_in_port_are_no_targets_and_of_a_bombing_order_one_ship_is(only: str, aimed: list[str]) -> None:
    lying = [force("t", "axis", "task_force", "1111", "tirpitz", "dd_36a 2", "ss_german 1", port="trondheim")]
    assert [one.ship for one in _aimed(arctic(), lying, RaidTerms(day=True, only=only))] == aimed


@rule("pq17", "12.7b")
@pytest.mark.parametrize(
    ("after", "price", "lies"),
    [
        ((5, 3), 2, ["mv 5", "mo 3"]),
        ((4, 3), 2, ["mv 5", "mo 3"]),
        ((3, 3), 2, ["mv 4", "mo 3"]),
        ((3, 2), 2, ["mv 5", "mo 2"]),
        ((1, 3), 2, ["mv 3", "mo 3"]),
        ((2, 3), 3, ["mv 4", "mo 3"]),
        ((5, 0), 3, ["mv 5", "mo 2"]),
    ],
)
def test_so_many_hits_sink_a_merchant_and_one_left_over_none(after: Any, price: int, lies: list[str]) -> None:
    ships = read_counters("mv 5", "mo 3", "norfolk 3")
    before = {id(one): one.strength for one in ships}
    for one, strength in zip(ships, after, strict=False):
        one.strength = strength
    row = [[one] for one in ships if one.strength]
    _spread(arctic(), row, ships, before, price)
    found = sorted((text for stack in row for text in left(stack)), key=lambda text: text.startswith("mo"))
    assert [text for text in found if not text.startswith("norfolk")] == lies
