"""15.8a, 15.8.2 How many submarines and Soviet ships are at sea as an operation begins: their owner says it."""

from typing import Any

import pytest

from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.campaign.composing import _boats
from games.titles.pq17.state.roster import Unit
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign, embarked
from tests.titles.pq17.ch15_campaign.administration import at_administration, refused, settle

rule = pytest.mark.rule


@rule("pq17", "15.8a")
@pytest.mark.parametrize(
    ("total", "part", "at_sea"),
    [(0, 2, 0), (1, 2, 1), (1, 3, 1), (2, 2, 1), (2, 3, 1), (3, 3, 1), (5, 2, 2), (5, 3, 1), (6, 3, 2), (8, 3, 2),
     (9, 3, 3)],
)  # fmt: skip
def test_a_part_rounded_down_but_one_at_least(total: int, part: int, at_sea: int) -> None:
    roster = campaign().roster
    roster.units = [Unit("ss_british", total, "lerwick")] if total else []
    packs, groups = _boats(BOX, roster, "ss_british", part)
    assert sum(packs) == at_sea
    lying = sum(int(one.ships[0].split()[1]) for one in groups) + sum(one.strength for one in roster.units)
    assert lying == total - at_sea


def _at_sea(**said: Any) -> dict[str, int]:
    """Strength at sea as the campaign begins, of the navies' submarines and of Soviet destroyers and torpedo boats."""
    board = campaign()
    board.state.instructions = {side: Instructions(left_at_sea=part) for side, part in said.items()}
    embarked(board)
    found: dict[str, int] = {}
    for force in board.state.forces:
        for one in force.counters if force.kind == "wolfpack" or force.id == "soviet_patrol" else ():
            ship = BOX.ships[one.ship]
            sort = one.ship if ship.type == "ss" else f"soviet {ship.type}"
            found[sort] = found.get(sort, 0) + one.strength * (not force.port)
    return found


@rule("pq17", "15.8a", "15.8.2")
def test_each_side_says_it_for_its_own() -> None:
    halves = _at_sea()
    for side in ("allied", "axis"):
        thirds = _at_sea(**{side: "a_third"})
        for sort, strength in halves.items():
            ours = (sort == "ss_german") == (side == "axis")
            whole = _whole(sort)
            assert strength == max(whole // 2, 1)
            assert thirds[sort] == (max(whole // 3, 1) if ours else strength)
    assert (
        {"ss_british", "ss_german", "ss_soviet", "soviet dd", "soviet tb"} >= set(halves) >= {"ss_german", "soviet dd"}
    )


def _whole(sort: str) -> int:
    """All strength of a sort with which the campaign begins."""

    def is_of(kind: str) -> bool:
        ship = BOX.ships.get(kind)
        if ship is None:
            return False
        return kind == sort if ship.type == "ss" else ship.nation == "soviet" and sort == f"soviet {ship.type}"

    return sum(unit.strength for unit in campaign().roster.units if is_of(unit.kind))


@rule("pq17", "15.8a")
def test_it_is_ordered_between_operations_and_stays() -> None:
    board = at_administration("mar_2")
    settle(board, {"administration@axis": "instruct left_at_sea does=a_third"})
    assert [board.state.instructed(side).left_at_sea for side in ("allied", "axis")] == ["a_half", "a_third"]
    settle(board)
    assert board.state.instructed("axis").left_at_sea == "a_third"


@rule("pq17", "15.8a")
def test_nothing_between_and_nothing_else_can_be_said() -> None:
    board = at_administration("mar_2")
    assert [field for field, *_ in refused(board, "axis", "instruct left_at_sea does=half")] == ["/0/does"]
