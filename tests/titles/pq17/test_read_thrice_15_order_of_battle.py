"""15.3 to 15.6 read a third time: who comes, who is called, repaired and replaced; worked out from the text alone."""

from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.rules.campaign import (
    arrivals,
    repairs,
    replacements,
    special_forces,
    unloading,
)
from games.titles.pq17.rules.campaign.composing import compose_operation
from games.titles.pq17.rules.campaign.folding import fold_operation
from games.titles.pq17.rules.forces import green_crews
from games.titles.pq17.rules.movement.ice import remove_damaged_ships
from games.titles.pq17.rules.special.homecoming import _give_up
from games.titles.pq17.rules.special.mishaps import weather_damage
from games.titles.pq17.state.roster import Away, Boxes, Unit
from games.titles.pq17.state.state import Sky
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign, in_play
from tests.titles.pq17.playing import play as drawing
from tests.titles.pq17.rosters import KEYS, lies, roster

rule = pytest.mark.rule


@rule("pq17", "15.3.2", "15.4.3")
@pytest.mark.parametrize(
    ("taken", "offered"),
    [
        ([], ["anson", "dd_j_r 2"]), (["jul_1.anson"], ["dd_j_r 2"]), (["jul_1.dd_j_r"], ["anson"]),
        (["jul_1.anson", "jul_1.dd_j_r"], []),
    ],
)  # fmt: skip
def test_pp716_who_came_with_a_green_crew_is_not_brought_by_the_situation(taken: list[str], offered: list[str]) -> None:
    """Anson was sunk since, or lies in dock: there is no second one."""
    there = campaign().roster
    there.fortnight, there.taken = KEYS.index("jul_1"), taken
    found = []
    for wanted in ("heavy", "light"):
        bare = BOX.campaign.bare(BOX.campaign.fortnights[there.fortnight], {})
        begun = compose_operation(BOX, structs.replace(there, units=[*there.units]), bare, [], {}, {"allied": wanted})
        found += [one.units for one in begun.reinforcements if one.side == "allied"]
    assert sorted({unit for units in found for unit in units}) == offered


@rule("pq17", "15.3", "15.7.4", "T.units")
@pytest.mark.parametrize(
    ("away", "comes"),
    [
        ([Away(Unit("lutzow", 3, "narvik"), "leave")], True), ([], False),
        ([Away(Unit("lutzow", 3, "kiel"), "repair", 99)], False), ([Away(Unit("koln", 2, "narvik"), "leave")], False),
    ],
)  # fmt: skip
def test_pp717_a_ship_that_was_sunk_does_not_come_back_by_the_schedule(away: list[Away], comes: bool) -> None:
    """Luetzow comes in May, leaves in July and comes again in December, unless she was sunk in between."""
    there = roster("dec_1", away=[*away])
    arrivals.place_arrivals(BOX, there)
    assert lies(there, "lutzow") == ([(4, "altenfjord")] if comes else [])
    assert [one.unit.kind for one in there.away if one.unit.kind == "lutzow"] == (
        [] if comes or not away or away[0].unit.kind == "koln" else ["lutzow"]
    )


@rule("pq17", "15.3.2", "15.3")
@pytest.mark.parametrize(("why", "heavy"), [("leave", ["lutzow"]), ("", [])])
def test_pp752_nor_by_the_reinforcements_situation(why: Any, heavy: list[str]) -> None:
    there = campaign().roster
    there.fortnight, there.away = KEYS.index("dec_1"), [Away(Unit("lutzow", 4, "narvik"), why)] * bool(why)
    bare = BOX.campaign.bare(BOX.campaign.fortnights[there.fortnight], {})
    begun = compose_operation(BOX, there, bare, [], {}, {"axis": "heavy"})
    assert [unit for one in begun.reinforcements if one.side == "axis" for unit in one.units] == heavy


@rule("pq17", "15.3", "12.2.1a")
def test_pp718_nor_one_that_broke_out_for_good() -> None:

    board = in_play("dec_1")
    board.roster.away = [Away(Unit("lutzow", 4, "trondheim"), "leave", operation="break_out")]
    _give_up(board)
    arrivals.place_arrivals(BOX, board.roster)
    assert lies(board.roster, "lutzow") == []


@rule("pq17", "15.3", "T.units")
def test_pp719_no_other_ship_is_listed_twice_but_those_that_come_back_by_name() -> None:
    seen = [entry.kind for one in BOX.campaign.fortnights for coming in one.arrivals for entry in coming.entries
            if entry.kind in BOX.ships and BOX.ships[entry.kind].is_single]  # fmt: skip
    begun = {entry.kind for entry in BOX.campaign.begin.ships}
    assert sorted({kind for kind in seen if seen.count(kind) > 1 or kind in begun}) == ["lutzow"]


@rule("pq17", "15.3.3", "15.2.2")
@pytest.mark.parametrize(
    ("boxed", "comes"),
    [(("mv 6",), True), (("mv 5", "mc 1"), True), (("mv 5", "mo 4"), False), (("mv 5",), False)],
)
def test_pp720_cargo_for_aircraft_is_of_both_ports_and_of_no_tanker(boxed: tuple[str, ...], comes: bool) -> None:
    """Three in Murmansk and the others in Arkhangelsk; a P-40 unit of two steps wants six."""
    units = [(kind, int(count)) for kind, count in (one.split() for one in boxed)]
    there = roster("jun_1", boxes={
        "murmansk": Boxes([Unit("mv", 3, "murmansk")]),
        "arkhangelsk": Boxes([Unit(kind, count - 3 * (kind == "mv"), "arkhangelsk") for kind, count in units]),
    })  # fmt: skip
    unloading.unload_merchants(BOX, there)
    arrivals.place_arrivals(BOX, there)
    assert bool(lies(there, "p_40")) is comes


@rule("pq17", "15.4.1", "15.4.2")
@pytest.mark.parametrize(
    ("side", "wanted", "barred"),
    [
        ("allied", {"dd_a_i": 4}, ""), ("allied", {"dd_a_i": 5}, "15.4.1"), ("allied", {"dd_a_i": 2, "tb_old": 2}, ""),
        ("allied", {"dd_a_i": 3, "tb_old": 2}, "15.4.1"), ("allied", {"dd_a_i": 4, "dd_us": 4}, ""),
        ("allied", {"dd_us": 5}, "15.4.1"), ("allied", {"dd_j_r": 1}, "15.4.1"), ("allied", {"tb_35_37": 1}, "15.4.1"),
        ("axis", {"tb_35_37": 2}, ""), ("axis", {"tb_35_37": 3}, "15.4.2"), ("axis", {"dd_36a": 1}, "15.4.2"),
    ],
)  # fmt: skip
def test_pp721_so_many_may_be_called(side: Side, wanted: dict[str, int], barred: str) -> None:
    assert special_forces.call_barred_by(BOX, side, wanted) == barred


@rule("pq17", "15.4", "15.4a")
@pytest.mark.parametrize(("kept", "left", "points"), [(0, 0, 0), (3, 3, -6), (4, 4, -8), (9, 4, -8)])
def test_pp722_they_leave_in_the_next_phase_wherever_they_are_or_are_paid_again(
    kept: int, left: int, points: int
) -> None:
    there = roster("may_1", Unit("dd_us", 4, "murmansk", emergency=True), Unit("dd_us", 4, "scapa_flow"))
    assert special_forces.release_forces(BOX, there, "allied", kept) == points
    assert sum(strength for strength, place in lies(there, "dd_us") if place == "murmansk") == left
    assert (4, "scapa_flow") in lies(there, "dd_us")


@rule("pq17", "15.4.3c", "15.4a")
def test_pp723_green_ones_must_go() -> None:
    there = roster("may_1", Unit("tb_35_37", 2, "narvik", green=True, emergency=True))
    assert special_forces.release_forces(BOX, there, "axis", 2) == 0
    assert there.units == []


@rule("pq17", "15.4.3a")
@pytest.mark.parametrize(("strength", "dice"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_pp724_a_green_crew_throws_a_die_for_two(strength: int, dice: int) -> None:
    (one,) = force("t", "allied", "task_force", "0310", "jamaica").counters
    assert green_crews.gunnery_dice(BOX, structs.replace(one, green=True), strength) == dice
    assert green_crews.gunnery_dice(BOX, one, strength) == strength


@rule("pq17", "15.4.3b")
@pytest.mark.parametrize(("value", "more"), [(4, 2), (5, 3), (1, 1), (30, 15)])
def test_pp725_sunk_while_green_costs_half_more_rounded_up(value: int, more: int) -> None:
    assert green_crews.green_bonus(value) == more


@rule("pq17", "15.4.3b")
@pytest.mark.parametrize(("operations", "off"), [(1, "aug_1"), (2, "jul_2"), (3, "jul_1")])
def test_pp726_jamaica_is_trained_a_fortnight_sooner_for_each_operation(operations: int, off: str) -> None:
    assert green_crews.trained_from(KEYS.index("aug_2"), operations) == KEYS.index(off)


@rule("pq17", "15.5.1", "15.5.1a", "15.7.5")
@pytest.mark.parametrize(
    ("unit", "barred"),
    [
        (Unit("lutzow", 3, "german"), ""), (Unit("lutzow", 3, "kiel"), ""), (Unit("lutzow", 3, "kirkenes"), ""),
        (Unit("koln", 1, "german"), ""), (Unit("london", 2, "english_channel"), ""),
        (Unit("london", 2, "clyde"), "15.5.1"),
        (Unit("tirpitz", 4, "kiel"), "15.5.1a"), (Unit("tirpitz", 4, "german"), "15.5.1a"),
        (Unit("tirpitz", 4, "tromso"), ""), (Unit("tirpitz", 0, "trondheim", dead=True), "15.5"),
        (Unit("tirpitz", 4, "trondheim", crippled=True), "15.5"), (Unit("washington", 4, "scapa_flow"), "15.5"),
    ],
)  # fmt: skip
def test_pp727_where_ships_are_repaired(unit: Unit, barred: str) -> None:
    """The German box holds ports (5.7.1), as the Channel is a home of British ships; Tirpitz is mended in Norway."""
    assert repairs.may_repair(BOX, unit) == barred


@rule("pq17", "15.5.1", "15.5")
@pytest.mark.parametrize(("steps", "back", "strength"), [(1, 5, 3), (2, 10, 4)])
def test_pp728_part_of_the_damage_may_be_repaired(steps: int, back: int, strength: int) -> None:
    there = roster("mar_1", Unit("lutzow", 2, "german"))
    assert repairs.repair(BOX, there, there.units[0], steps, "german") == 0
    (away,) = there.away
    assert (away.back, away.unit.strength, away.unit.place) == (back, strength, "german")


@rule("pq17", "15.5", "15.5.3b")
@pytest.mark.parametrize("how", ["ice", "weather"])
def test_pp729_who_was_crippled_before_ice_put_her_out_is_crippled_as_she_comes_back(how: Any) -> None:
    """What ice did is mended; what the enemy did to her is not (15.5)."""

    one = force("t", "allied", "task_force", "0310", "london 2")
    one.counters[0].crippled = True
    board = in_play("mar_1", one)
    if how == "ice":
        drawing(remove_damaged_ships(board, one, [BOX.cards["card_01"]], whole=False, key="k"))
    else:
        board.state.sky = Sky("gale")
        drawing(weather_damage(board), cards=["card_01"])
    assert board.state.forces == []
    fold_operation(board)
    (away,) = board.roster.away
    assert (away.unit.kind, away.unit.strength, away.unit.crippled, away.back) == ("london", 2, True, 1)


@rule("pq17", "15.5.2")
@pytest.mark.parametrize(("key", "damaged", "back"), [("mar_1", 1, 1), ("mar_1", 7, 3), ("mar_2", 7, 0)])
def test_pp730_a_third_of_the_damaged_boats_rounded_up(key: str, damaged: int, back: int) -> None:
    assert repairs.return_boats(BOX, roster(key, damaged_boats=damaged)) == back


@rule("pq17", "15.5.3")
@pytest.mark.parametrize(("key", "sails"), [("mar_2", False), ("apr_1", False), ("apr_2", True)])
def test_pp731_a_warship_that_broke_down_in_march_i_sails_after_the_third_fortnight(key: str, sails: bool) -> None:
    one = force("t", "allied", "task_force", "0310", "london")
    one.counters[0].inoperative = True
    board = in_play("mar_1", one)
    fold_operation(board)
    board.roster.fortnight = KEYS.index(key)
    repairs.mend_breakdowns_and_aircraft(BOX, board.roster)
    assert (not board.roster.units[0].inoperative) is sails


@rule("pq17", "15.5.3", "15.2.2a")
def test_pp732_a_merchant_that_broke_down_is_unloaded_like_the_others() -> None:
    one = force("pq12", "allied", "convoy", "0817", "mv 4", port="murmansk")
    one.counters[0].inoperative = True
    board = in_play("mar_1", one)
    fold_operation(board)
    assert [(unit.kind, unit.inoperative) for unit in board.roster.units] == [("mv", 0)]


@rule("pq17", "15.6.1")
@pytest.mark.parametrize(("key", "back"), [("apr_1", 0), ("apr_2", 3)])
@pytest.mark.parametrize("port", ["reykjavik", "scapa_flow", "loch_ewe"])
def test_pp733_cam_ships_and_oilers_of_the_month_come_in_its_second_fortnight(key: str, back: int, port: str) -> None:
    there = roster(key)
    replacements.replace_auxiliaries(BOX, there, ["mc", "aldersdale", "mo", "palomares", "mv"], port)
    assert len(there.units) == back
    assert {one.place for one in there.units} <= {port}


@rule("pq17", "15.6.4")
@pytest.mark.parametrize(("arrived", "steps"), [(0, 0), (1, 1), (3, 1), (4, 2), (15, 5)])
def test_pp734_a_soviet_step_for_every_three_merchants_or_part_of_three(arrived: int, steps: int) -> None:
    assert replacements.soviet_steps(BOX, arrived) == steps


@rule("pq17", "15.6.3")
def test_pp735_a_destroyed_unit_comes_back_with_one_step_and_what_is_left_over_is_lost() -> None:
    there = roster("may_1", Unit("bf_109", 1, "banak"), away=[Away(Unit("ju_88", 1, "banak"), "lost")])
    assert replacements.add_replacement_steps(BOX, there, "bf_109", "banak", 3) == 2
    assert replacements.add_replacement_steps(BOX, there, "ju_88", "banak", 1) == 0
    assert sorted((one.kind, one.strength) for one in there.units) == [("bf_109", 2), ("ju_88", 1)]
