"""15.8: what goes into an operation of a campaign, and what comes back."""

from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.administration import Moor
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.campaign.administration import _moor
from games.titles.pq17.rules.campaign.composing import _boats, _packs, compose_operation
from games.titles.pq17.rules.campaign.folding import _origin
from games.titles.pq17.rules.campaign.fortnight import fortnight
from games.titles.pq17.rules.campaign.sheets import administration as sheet
from games.titles.pq17.state.counters import Counter as Ships
from games.titles.pq17.state.roster import Roster, Unit
from games.titles.pq17.state.state import Convoy, Force
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign, embarked, in_play
from tests.titles.pq17.ch15_campaign.administration import at_administration, lying_on, refused, settle
from tests.titles.pq17.ch15_campaign.orders_of_battle import folded, lies_ready
from tests.titles.pq17.playing import play
from tests.titles.pq17.strikes import OPEN

rule = pytest.mark.rule


def _at_sea(**said: Any) -> dict[str, int]:
    """Strength at sea as the campaign begins, of the navies' submarines and of Soviet destroyers and torpedo boats."""
    board = campaign()
    board.state.instructions = {side: Instructions(left_at_sea=part) for side, part in said.items()}
    embarked(board)
    found: dict[str, int] = {}
    for block in board.state.forces:
        for one in block.counters if block.kind == "wolfpack" or block.id == "soviet_patrol" else ():
            ship = BOX.ships[one.ship]
            sort = one.ship if ship.type == "ss" else f"soviet {ship.type}"
            found[sort] = found.get(sort, 0) + one.strength * (not block.port)
    return found


def _whole(sort: str) -> int:
    """All strength of a sort with which the campaign begins."""

    def is_of(kind: str) -> bool:
        ship = BOX.ships.get(kind)
        if ship is None:
            return False
        return kind == sort if ship.type == "ss" else ship.nation == "soviet" and sort == f"soviet {ship.type}"

    return sum(unit.strength for unit in campaign().roster.units if is_of(unit.kind))


@rule("pq17", "15.8")
def test_15_8_a_task_force_that_was_at_sea_goes_where_its_owner_says() -> None:
    board = at_administration("apr_2", Unit("dd_a_i", 2, "scapa_flow", afloat=True), Unit("dd_a_i", 3, "reykjavik"))
    assert "trondheim" not in sheet(board, "allied").afloat["dd_a_i"]
    settle(board, {"administration@allied": "moor dd_a_i port=reykjavik"})
    assert lying_on(board, "dd_a_i") == [(5, "reykjavik")]
    assert [one[0] for one in refused(board, "allied", "moor dd_a_i port=reykjavik")] == ["/0/order"]


@rule("pq17", "15.8", "1.1.1")
def test_15_8_soviet_ships_go_to_soviet_ports_and_german_ones_to_norway() -> None:
    board = at_administration(
        "apr_2", Unit("dd_project_7", 2, "murmansk", afloat=True), Unit("tirpitz", 5, "narvik", afloat=True)
    )
    assert set(sheet(board, "allied").afloat["dd_project_7"]) == {"murmansk", "arkhangelsk"}
    assert "kiel" not in sheet(board, "axis").afloat["tirpitz"]
    settle(board)
    assert lying_on(board, "tirpitz") == [(5, "narvik")]


@rule("pq17", "15.8")
@pytest.mark.parametrize(("ship", "home"), [
    ("london", "scapa_flow"), ("tirpitz", "trondheim"), ("dd_project_7", "murmansk"), ("dd_us", "scapa_flow"),
])  # fmt: skip
def test_15_8_ships_at_sea_are_put_in_a_friendly_port(ship: str, home: str) -> None:
    force = Force(id="tf", side=BOX.ships[ship].side, kind="task_force", block=1, at="0615", counters=[Ships(ship, 1)])
    (unit,) = folded(force).units
    assert (unit.place, unit.afloat) == (home, True)


@rule("pq17", "15.8", "1.2.3")
def test_15_8_capital_ships_lie_with_half_of_the_destroyers_and_cruisers_with_the_others() -> None:
    """So do carriers; torpedo boats and escorts are a force of their own, the odd destroyer goes with the larger."""
    _, forces = lies_ready(
        Unit("duke_of_york", 4, "scapa_flow"), Unit("victorious", 3, "scapa_flow"), Unit("london", 3, "scapa_flow"),
        Unit("dd_a_i", 5, "scapa_flow"), Unit("tb_hunt", 2, "scapa_flow"), Unit("dd_us", 1, "scapa_flow"),
        Unit("es_british", 2, "scapa_flow"), Unit("aldersdale", 2, "scapa_flow"),
        Unit("avenger", 2, "clyde"), Unit("dd_j_r", 2, "clyde"),
    )  # fmt: skip
    assert forces == {
        "main_scapa_flow": ("duke_of_york 4", "victorious 3", "dd_a_i 3", "dd_us 1"),
        "cruisers_scapa_flow": ("london 3", "dd_a_i 2"),
        "escorts_scapa_flow": ("tb_hunt 2", "es_british 2", "aldersdale 2"),
        "main_clyde": ("avenger 2", "dd_j_r 1"),
        "cruisers_clyde": ("dd_j_r 1",),
    }


@rule("pq17", "15.8", "15.2")
@pytest.mark.parametrize(("part_of", "name", "port"), [("", "a", 0), ("", "b", 1), ("b", "x", 1), ("", "other", None)])
def test_15_8_a_convoy_set_out_from_the_port_of_its_own_or_of_the_one_it_is_part_of(
    part_of: str, name: str, port: int | None
) -> None:
    board = arctic(scenario="pq17")
    ids = {"a": board.operation.convoys[0].id, "b": board.operation.convoys[1].id}
    one = force(ids.get(name, name), "allied", "convoy", OPEN, "mv 1", convoy=Convoy(part_of=ids.get(part_of, part_of)))
    assert _origin(board, one) == ("reykjavik" if port is None else board.operation.convoys[port].port)
    bare = force(ids["b"], "allied", "task_force", OPEN, "london")
    assert _origin(board, bare) == board.operation.convoys[1].port


@rule("pq17", "15.8", "1.1.1")
@pytest.mark.parametrize(
    ("kind", "side", "may", "never"),
    [
        ("london", "allied", {"reykjavik", "scapa_flow", "loch_ewe", "clyde"},
         {"lerwick", "liverpool", "akureyri", "seydisfjord", "murmansk", "barentsburg"}),
        ("dd_us", "allied", {"reykjavik", "scapa_flow"}, {"murmansk", "arkhangelsk", "lerwick"}),
        ("dd_project_7", "allied", {"murmansk", "arkhangelsk"},
         {"reykjavik", "scapa_flow", "iokanka", "belushya_guba"}),
        ("tirpitz", "axis", {"trondheim", "narvik", "bergen"}, {"kiel", "stavanger", "bodo"}),
    ],
)  # fmt: skip
def test_15_8_friendly_ports_are_those_that_there_are_for_ships(
    kind: str, side: Side, may: set[str], never: set[str]
) -> None:
    """Lerwick serves submarines alone, and a temporary port is there only where the fortnight has it."""
    board = in_play("mar_1")
    board.roster.units = [Unit(kind, 1, "scapa_flow", afloat=True)]
    ports = set(sheet(board, side).afloat[kind])
    assert may <= ports
    assert not never & ports


@rule("pq17", "15.8")
def test_15_8_a_port_that_a_force_of_the_fortnight_begins_in_is_there() -> None:
    board = in_play("mar_1")
    (first, *_) = BOX.campaign.begin.forces
    board.state.composed = structs.replace(board.operation, forces=(structs.replace(first, ports=("akureyri",)),))
    board.roster.units = [Unit("london", 3, "scapa_flow", afloat=True)]
    assert "akureyri" in sheet(board, "allied").afloat["london"]


@rule("pq17", "15.8")
def test_15_8_who_was_at_sea_lies_where_her_owner_says_and_joins_her_like() -> None:
    there = Roster(units=[
        Unit("jamaica", 3, "scapa_flow", afloat=True), Unit("dd_a_i", 2, "reykjavik", afloat=True),
        Unit("dd_a_i", 3, "reykjavik"), Unit("tb_hunt", 1, "clyde", emergency=True),
        Unit("tb_hunt", 1, "clyde", afloat=True), Unit("kent", 3, "scapa_flow"),
    ])  # fmt: skip
    _moor(there, {"allied": (Moor("jamaica", "reykjavik"), Moor("kent", "reykjavik"))})
    found = sorted((one.kind, one.strength, one.place, one.afloat) for one in there.units)
    assert found == [
        ("dd_a_i", 5, "reykjavik", False), ("jamaica", 3, "reykjavik", False), ("kent", 3, "scapa_flow", False),
        ("tb_hunt", 1, "clyde", False), ("tb_hunt", 1, "clyde", False),
    ]  # fmt: skip


@rule("pq17", "15.8a")
@pytest.mark.parametrize(
    ("total", "part", "at_sea"),
    [(0, 2, 0), (1, 2, 1), (1, 3, 1), (2, 2, 1), (2, 3, 1), (3, 3, 1), (5, 2, 2), (5, 3, 1), (6, 3, 2), (8, 3, 2),
     (9, 3, 3)],
)  # fmt: skip
def test_15_8a_a_part_rounded_down_but_one_at_least(total: int, part: int, at_sea: int) -> None:
    roster = campaign().roster
    roster.units = [Unit("ss_british", total, "lerwick")] if total else []
    packs, groups = _boats(BOX, roster, "ss_british", part)
    assert sum(packs) == at_sea
    lying = sum(int(one.ships[0].split()[1]) for one in groups) + sum(one.strength for one in roster.units)
    assert lying == total - at_sea


@rule("pq17", "15.8a", "15.8.2")
def test_15_8a_each_side_says_it_for_its_own() -> None:
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


@rule("pq17", "15.8a")
def test_15_8a_it_is_ordered_between_operations_and_stays() -> None:
    board = at_administration("mar_2")
    settle(board, {"administration@axis": "instruct left_at_sea does=a_third"})
    assert [board.state.instructed(side).left_at_sea for side in ("allied", "axis")] == ["a_half", "a_third"]
    settle(board)
    assert board.state.instructed("axis").left_at_sea == "a_third"


@rule("pq17", "15.8a")
def test_15_8a_nothing_between_and_nothing_else_can_be_said() -> None:
    board = at_administration("mar_2")
    assert [field for field, *_ in refused(board, "axis", "instruct left_at_sea does=half")] == ["/0/does"]


@rule("pq17", "15.8a")
@pytest.mark.parametrize(("strength", "at_sea", "narvik", "kirkenes"), [
    (8, 4, 2, 2), (9, 4, 3, 2), (5, 2, 2, 1), (1, 1, 0, 0),
])  # fmt: skip
def test_15_8a_half_of_the_submarines_are_at_sea_and_the_others_lie_in_their_ports(
    strength: int, at_sea: int, narvik: int, kirkenes: int
) -> None:
    board = campaign()
    play(fortnight(board))
    board.roster.units = [Unit("ss_german", strength, "bergen"), Unit("ss_british", 4, "lerwick")]
    begun = compose_operation(BOX, board.roster, board.operation, [], {})
    lying = {group.ports[0]: group.entries[0].strength for group in begun.forces}
    assert sum(begun.wolfpacks) == at_sea
    assert (lying.get("narvik", 0), lying.get("kirkenes", 0)) == (narvik, kirkenes)
    assert (begun.british_submarines, lying["lerwick"]) == (2, 2)


@rule("pq17", "15.8a")
@pytest.mark.parametrize(("total", "lying"), [(1, []), (2, [1]), (3, [1, 1]), (5, [2, 1]), (6, [2, 1]), (7, [2, 2])])
def test_15_8a_the_boats_in_port_are_shared_between_two_ports(total: int, lying: list[int]) -> None:
    roster = campaign().roster
    roster.units = [Unit("ss_german", total, "bergen")]
    packs, groups = _boats(BOX, roster, "ss_german", 2)
    assert [int(one.ships[0].split()[1]) for one in groups] == lying
    assert sum(packs) + sum(lying) == total
    assert roster.units == []


@rule("pq17", "15.8a", "1.2.2")
@pytest.mark.parametrize(
    ("strength", "blocks", "packs"),
    [(0, 5, []), (1, 5, [1]), (3, 5, [3]), (4, 5, [2, 2]), (6, 5, [3, 3]), (7, 5, [3, 2, 2]), (9, 2, [4, 4]),
     (8, 2, [4, 4]), (5, 1, [4]), (10, 3, [4, 3, 3])],
)  # fmt: skip
def test_15_8a_packs_of_three_or_of_more_where_blocks_are_few(strength: int, blocks: int, packs: list[int]) -> None:
    assert _packs(strength, 4, blocks) == packs


@rule("pq17", "15.8a", "1.2c")
@pytest.mark.parametrize(("kind", "total"), [("ss_german", 1), ("ss_german", 6), ("ss_german", 13), ("ss_german", 60),
                                             ("ss_british", 5), ("ss_soviet", 9)])  # fmt: skip
def test_15_8a_half_of_the_boats_are_at_sea_and_no_more_blocks_are_used_than_there_are(kind: str, total: int) -> None:
    roster = campaign().roster
    roster.units = [Unit(kind, total, "bergen" if kind == "ss_german" else "murmansk")]
    packs, groups = _boats(BOX, roster, kind, 2)
    lying = sum(int(one.ships[0].split()[1]) for one in groups)
    left = sum(one.strength for one in roster.units)
    assert sum(packs) + lying + left == total
    ship, most = BOX.ships[kind], BOX.numbers.forces.wolfpack
    blocks = getattr(BOX.numbers.blocks, ship.side).wolfpack // (1 if ship.side == "axis" else 2)
    assert len(packs) + len(groups) <= blocks
    assert max(packs) <= most
    assert sum(packs) == (total if total == 1 else min(total // 2, (blocks - (2 if kind == "ss_german" else 1)) * most))


@rule("pq17", "15.8a")
@pytest.mark.parametrize(("strength", "at_sea"), [(2, 1), (3, 1), (4, 2), (7, 3)])
def test_15_8a_half_of_the_submarines_rounded_down_are_at_sea(strength: int, at_sea: int) -> None:
    there = campaign().roster
    there.units = [Unit("ss_british", strength, "lerwick")]
    assert (
        compose_operation(BOX, there, BOX.campaign.bare(BOX.campaign.fortnights[0], {}), [], {}).british_submarines
        == at_sea
    )
