"""5.1.7, 6.3.5, 9.3, 10.2, 11, 12.4, 15.3, 15.7: what is told to whom, what is left, who may go, each by itself."""

import pytest
from msgspec import structs

from games.titles.pq17.components.campaign import Going
from games.titles.pq17.rules.campaign import withdrawals
from games.titles.pq17.rules.campaign.arrivals import _return
from games.titles.pq17.rules.campaign.composing import _boats, _packs, _shared, _take
from games.titles.pq17.state.roster import Away, Boxes, Unit
from games.titles.pq17.state.sailing import do_convoys_sail, gathered_merchants, unloading_ports
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign

rule = pytest.mark.rule


@rule("pq17", "15.8a", "1.2.2")
@pytest.mark.parametrize(
    ("strength", "blocks", "packs"),
    [(0, 5, []), (1, 5, [1]), (3, 5, [3]), (4, 5, [2, 2]), (6, 5, [3, 3]), (7, 5, [3, 2, 2]), (9, 2, [4, 4]),
     (8, 2, [4, 4]), (5, 1, [4]), (10, 3, [4, 3, 3])],
)  # fmt: skip
def test_packs_of_three_or_of_more_where_blocks_are_few(strength: int, blocks: int, packs: list[int]) -> None:
    assert _packs(strength, 4, blocks) == packs


@rule("pq17", "15.8a", "1.2c")
@pytest.mark.parametrize(("kind", "total"), [("ss_german", 1), ("ss_german", 6), ("ss_german", 13), ("ss_german", 60),
                                             ("ss_british", 5), ("ss_soviet", 9)])  # fmt: skip
def test_half_of_the_boats_are_at_sea_and_no_more_blocks_are_used_than_there_are(kind: str, total: int) -> None:
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


@rule("pq17", "15.0")
@pytest.mark.parametrize(
    ("ship", "strength", "lots"),
    [
        ("dd_a_i", 1, [("main", 1)]),
        ("dd_a_i", 4, [("main", 2), ("cruisers", 2)]),
        ("dd_a_i", 5, [("main", 3), ("cruisers", 2)]),
        ("anson", 4, [("main", 4)]),
        ("victorious", 4, [("main", 4)]),
        ("avenger", 1, [("main", 1)]),
        ("london", 3, [("cruisers", 3)]),
        ("tb_hunt", 3, [("escorts", 3)]),
        ("es_british", 2, [("escorts", 2)]),
        ("aldersdale", 2, [("escorts", 2)]),
    ],
)
def test_which_task_force_a_ship_lies_with(ship: str, strength: int, lots: list[tuple[str, int]]) -> None:
    assert _shared(BOX.ships[ship], strength) == lots


@rule("pq17", "15.2")
@pytest.mark.parametrize(
    ("kind", "strength", "laden", "taken"),
    [
        ("mv", 3, True, [("mv", 3)]),
        ("mv", 9, True, [("mv", 6)]),
        ("mv", 3, False, [("mv", 2)]),
        ("dd_a_i", 3, False, [("dd_a_i", 2), ("dd_a_i", 1)]),
        ("london", 1, False, [("london", 3)]),
        ("kent", 1, False, []),
        ("norfolk", 1, False, []),
    ],
)
def test_what_is_taken_out_of_a_port(kind: str, strength: int, laden: bool, taken: list[tuple[str, int]]) -> None:
    """Nothing crippled, dead or broken down; of a ship with a name all."""
    roster = campaign().roster
    roster.units = [
        Unit("mv", 6, "reykjavik", laden=True), Unit("mv", 2, "reykjavik"), Unit("mv", 5, "loch_ewe", laden=True),
        Unit("dd_a_i", 2, "reykjavik"), Unit("dd_a_i", 3, "reykjavik", crippled=True), Unit("dd_a_i", 4, "reykjavik"),
        Unit("london", 3, "reykjavik"), Unit("kent", 2, "reykjavik", dead=True),
        Unit("norfolk", 3, "reykjavik", inoperative=9),
    ]  # fmt: skip
    before = sum(one.strength for one in roster.units)
    found = _take(BOX, roster, "reykjavik", kind, strength, laden=laden)
    assert [(one.kind, one.strength) for one in found] == taken
    assert sum(one.strength for one in roster.units) == before - sum(one.strength for one in found)


@rule("pq17", "15.3")
def test_who_comes_back_from_an_operation_lies_in_the_port_of_his_side() -> None:
    roster = campaign().roster
    coming = next(one for past in BOX.campaign.fortnights for one in past.arrivals if one.returns)
    roster.units = []
    roster.away = [Away(Unit("london", 3, "gibraltar"), "operation", operation=coming.returns),
                   Away(Unit("kent", 2, "gibraltar"), "operation", operation="another")]  # fmt: skip
    bare = structs.replace(coming, less=(), share="")
    _return(BOX, roster, bare)
    assert [(one.kind, one.strength) for one in roster.units] == [("london", 3)]
    assert roster.units[0].place in BOX.ports
    assert roster.units[0].place != "gibraltar"
    assert [one.unit.kind for one in roster.away] == ["kent"]


@rule("pq17", "15.7.2", "15.7.2a")
@pytest.mark.parametrize(
    ("units", "wanted", "gone", "points"),
    [
        ([("dd_a_i", 3, "scapa_flow")], 2, 2, 0),
        ([("dd_a_i", 3, "reykjavik")], 2, 0, -2),
        ([("dd_a_i", 1, "scapa_flow")], 2, 1, -1),
        ([("dd_us", 4, "scapa_flow")], 2, 0, -2),
    ],
)
def test_ships_of_a_type_that_are_missing_count_as_sunk_by_half(
    units: list[tuple[str, int, str]], wanted: int, gone: int, points: int
) -> None:
    roster = campaign().roster
    roster.units, roster.away = [Unit(*one) for one in units], []
    going = Going(side="allied", units=(f"dd {wanted}",))
    found = withdrawals._of_a_type(BOX, roster, going, going.entries[0], {})
    least = min(ship.value for ship in BOX.ships.values() if ship.type == "dd" and ship.nation == "britain")
    assert sum(one.unit.strength for one in roster.away) == gone
    assert found == points * (least * withdrawals.HALVES // 2)


@rule("pq17", "15.2", "15.3.1")
def test_who_has_gathered_can_sail() -> None:
    roster = campaign().roster
    roster.units = [Unit("mv", 30, "reykjavik", laden=True), Unit("mv", 9, "reykjavik"),
                    Unit("mv", 7, "reykjavik", laden=True, crippled=True),
                    Unit("mv", 5, "reykjavik", laden=True, dead=True),
                    Unit("mo", 29, "reykjavik", laden=True)]  # fmt: skip
    assert gathered_merchants(roster) == 59
    roster.months = 10
    summer = next(place for place, one in enumerate(BOX.campaign.fortnights) if one.calendar_month == "jul")
    roster.fortnight = summer
    assert not do_convoys_sail(BOX, roster)
    roster.units[0].strength += 1
    assert do_convoys_sail(BOX, roster)
    roster.units = []
    roster.fortnight = 2 * roster.months - 1
    assert do_convoys_sail(BOX, roster), "the last fortnight"
    roster.months, roster.fortnight = (summer + 1) // 2 + 1, summer
    assert do_convoys_sail(BOX, roster) is (summer + 1 == 2 * roster.months)


@rule("pq17", "15.2.1", "15.2.2")
@pytest.mark.parametrize(
    ("waiting", "strength", "first"),
    [
        (0, 11, "murmansk"),
        (0, 41, "murmansk"),
        (0, 42, "arkhangelsk"),
        (60, 11, "arkhangelsk"),
    ],
)
def test_the_port_that_has_unloaded_first_is_proposed(waiting: int, strength: int, first: str) -> None:
    roster = campaign().roster
    roster.boxes = {}
    if waiting:
        roster.boxes["murmansk"] = Boxes([Unit("mv", waiting, "murmansk")])
    assert unloading_ports(BOX, roster, strength)[0] == first
