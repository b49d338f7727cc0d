"""1.5: the counters of aircraft, bases, float planes and interceptors."""

import re
from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.components.box import load
from games.titles.pq17.components.pieces import SIDES
from games.titles.pq17.components.scenarios import Entry, Reinforcement
from games.titles.pq17.orders.missions import Fly
from games.titles.pq17.rules.air.missions import air_movement, missions_part
from games.titles.pq17.rules.campaign.fortnight import bid, fortnight, prepared
from games.titles.pq17.rules.forces.carriers import carrier_aircraft
from games.titles.pq17.rules.operation.setup import _counters_of, set_up_allied, set_up_axis, starting_aircraft
from games.titles.pq17.rules.search.public_options import public_targets
from games.titles.pq17.rules.special.reinforcements import _place_aircraft
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.campaign import ForcesReady
from games.titles.pq17.state.state import AirUnit, Chit, Phase
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.ch06_search.shadowers import ASIDE, small_convoy
from tests.titles.pq17.faults import edited, refused
from tests.titles.pq17.playing import play
from tests.titles.pq17.strikes import OPEN, air, facing
from tests.titles.procedures import Run

rule = pytest.mark.rule


@rule("pq17", "1.5", "1.5.1a")
def test_1_5_aircraft() -> None:
    assert BOX.ships["victorious"].embarked == (("albacore", 2), ("albacore", 2), ("fulmar", 2), ("fulmar", 1))
    assert [BOX.ships[one].capacity for one in ("victorious", "avenger", "graf_zeppelin", "tirpitz")] == [7, 3, 4, 0]
    kinds = BOX.aircraft
    fights = [kinds[one].value for one in ("bf_109", "fulmar", "albacore", "bf_110")]
    assert (fights[0] - fights[1], fights[0] - fights[2], fights[3] - fights[2]) == (2, 4, 2)
    assert kinds["bf_110"].plus
    assert (kinds["ju_88"].type, kinds["ju_88"].lighter, kinds["he_111"].torpedoes) == ("mb", True, 2)
    assert {one.id for one in kinds.values() if one.naval} == {"db_3f", "mbr_2", "gst"}
    holders = {one.id for one in kinds.values() if one.reconnaissance and one.anti_submarine}
    assert {"bv_138", "he_115", "catalina", "hudson", "albacore"} <= holders
    assert "fw_200" not in holders


@rule("pq17", "1.5", "1.5.1")
@pytest.mark.parametrize(("strength", "counters"), [(1, [1]), (2, [2]), (3, [2, 1]), (5, [2, 2, 1])])
def test_1_5_aircraft_that_come_lie_in_counters_of_their_kind(strength: int, counters: list[int]) -> None:
    board = arctic()
    _place_aircraft(board, Entry("ju_88", strength), "banak", "1")
    assert [unit.strength for unit in board.state.air] == counters
    assert len({unit.id for unit in board.state.air}) == len(counters)


@rule("pq17", "1.5", "1.5.1")
@pytest.mark.parametrize(("strength", "units"), [(1, [1]), (2, [2]), (3, [2, 1]), (5, [2, 2, 1])])
def test_1_5_aircraft_come_in_counters_of_their_kind(strength: int, units: list[int]) -> None:
    board = arctic()
    _place_aircraft(board, Reinforcement("axis", "banak", (f"ju_88 {strength}",)).entries[0], "banak", "1")
    assert [one.strength for one in board.state.air] == units
    assert len({one.id for one in board.state.air}) == len(units)
    assert {one.base for one in board.state.air} == {"banak"}


@rule("pq17", "1.5", "1.1.2", "15.5.4")
def test_1_5_units_are_counted_through_and_printed_fighters_lack_what_they_lost() -> None:
    board = arctic()
    board.state.composed = structs.replace(
        board.operation, air={"banak": ("ju_88 3", "bf_109 2"), "vaenga": ("pe_2 2",), "bardufoss": ("ju_88 2",)}
    )
    carrier = force("gz", "axis", "task_force", "0813", "graf_zeppelin", port="narvik")
    found = list(starting_aircraft(board, "axis", [carrier]))
    listed = [(one.id, one.strength, one.base) for one in found if not one.interceptor and one.base != "graf_zeppelin"]
    assert listed == [
        ("ju_88_1", 2, "banak"),
        ("ju_88_2", 1, "banak"),
        ("bf_109_3", 2, "banak"),
        ("ju_88_4", 2, "bardufoss"),
    ]
    assert any(one.base == "graf_zeppelin" for one in found)
    printed = [one for one in found if one.interceptor]
    assert printed
    assert all(BOX.airfields[one.base].side == "axis" for one in printed)
    assert [_counters_of(strength, 2) for strength in (1, 2, 3, 4)] == [[1], [2], [2, 1], [2, 2]]


@rule("pq17", "1.5", "1.5.1a", "5.3")
@pytest.mark.parametrize(
    ("ship", "aboard"),
    [
        ("victorious", [("albacore", 2), ("albacore", 2), ("fulmar", 2), ("fulmar", 1)]),
        ("avenger", [("sea_hurricane", 2), ("swordfish", 1)]),
    ],
)
def test_1_5_a_carrier_has_a_unit_for_each_of_her_counters(ship: str, aboard: list[tuple[str, int]]) -> None:
    units = list(carrier_aircraft(BOX, ships(ship)))
    assert [(one.aircraft, one.strength) for one in units] == aboard
    assert len({one.id for one in units}) == len(aboard)


@rule("pq17", "1.5", "5.3")
def test_1_5_both_squadrons_of_a_carrier_fly() -> None:
    home = force("home", "allied", "task_force", "0409", "victorious")
    board = arctic(
        home, force("x", "axis", "task_force", "0410", "lutzow"), air=list(carrier_aircraft(BOX, home.counters))
    )
    names = [one.id for one in board.state.air if one.aircraft == "albacore"]
    board.state.phase = Phase("allied", orders=tuple(Fly(name, "attack", "0410") for name in names))
    Run().carry_out(air_movement(board), board.state, dice=(), draws=(), says=None)
    assert [(one.aircraft, one.at) for one in board.state.air if one.mission == "attack"] == [("albacore", "0410")] * 2


@rule("pq17", "1.5")
@pytest.mark.parametrize("key", list(BOX.operations))
def test_1_5_no_two_air_units_bear_one_id(key: str) -> None:
    board = arctic(scenario=key)
    holding = [Counter(ship, one.strength) for ship, one in BOX.ships.items() if one.embarked]
    based = (unit for side in SIDES for unit in starting_aircraft(board, side, board.forces_of(side)))
    units = [*based, *carrier_aircraft(BOX, holding)]
    assert len({one.id for one in units}) == len(units)
    assert all(0 < one.strength <= BOX.aircraft[one.aircraft].strength for one in units)


@rule("pq17", "1.5.1", position="PP10")
@pytest.mark.parametrize(("more", "holds"), [
    ((), True), (("he_111 1",), True), (("he_111 2",), False), (("he_111 1", "fw_200 1"), False),
])  # fmt: skip
def test_1_5_1_twenty_steps_with_the_printed_fighters(more: tuple[str, ...], holds: bool) -> None:
    """Seventeen steps of the list lie at Bardufoss, and its counter of two printed fighters."""
    units = ["ju_88 10", "he_111 6", "bf_109 1", *more]
    line = f"bardufoss = {units!r}"
    files = edited("scenario_08_pq17.toml", lambda text: re.sub(r"(?m)^bardufoss = .*$", line, text))
    if holds:
        assert load(files).operations["pq17"].air["bardufoss"] == tuple(units)
    else:
        assert "too many for a base" in str(refused(files))


@rule("pq17", "1.5.3", "5.3")
def test_1_5_3_interceptors_fly_no_missions() -> None:
    board = arctic(force("c", "allied", "convoy", "0714", "mv 5"), light="jul_1")
    kinds = {"bf_109": True, "ju_88": False}
    board.state.air = [AirUnit(kind, 2, id=kind, base="banak", interceptor=fixed) for kind, fixed in kinds.items()]
    assert [one.unit for one in missions_part(board, "axis").flights] == ["ju_88"]
    board.state.air[0].interceptor = False
    assert [one.unit for one in missions_part(board, "axis").flights] == ["bf_109", "ju_88"]


@rule("pq17", "1.5a", "15.6.3")
def test_1_5a_all_see_the_aircraft_on_land_as_an_operation_is_ready() -> None:
    """Those of the beginning, as they come into play afterwards; Renown and her like carry none."""
    board = campaign()
    play(fortnight(board))
    for side in ("allied", "axis"):
        board.state.chits[side] = Chit("a", "none")
    play(bid(board), says={"bid@allied": "choose 1", "bid@axis": "choose 0"})
    play(prepared(board))
    (ready,) = [one.for_seat("allied") for one in board.told if isinstance(one.for_seat("allied"), ForcesReady)]
    assert "ju_88 3 banak" in ready.axis
    assert "hurricane_soviet 6 vaenga" in ready.allied
    play(set_up_axis(board))
    play(set_up_allied(board))
    for side, told in (("allied", ready.allied), ("axis", ready.axis)):
        steps = sum(one.strength for one in board.state.air if not one.interceptor and one.base not in BOX.ships
                    and BOX.aircraft[one.aircraft].side == side)  # fmt: skip
        assert sum(int(unit.split()[1]) for unit in told) == steps


@rule("pq17", "1.5a", "5.3", "7.1")
@pytest.mark.parametrize(
    ("aircraft", "at", "mission", "asked"),
    [
        ("ju_88", OPEN, "attack", True),
        ("fw_190", OPEN, "escort", True),
        ("ju_88", ASIDE, "attack", False),
        ("ju_88", OPEN, "search", False),
        ("swordfish", OPEN, "attack", False),
    ],
)
def test_1_5a_aircraft_over_a_block_are_asked_what_they_do_there(
    aircraft: str, at: str, mission: Any, asked: bool
) -> None:
    board = facing(small_convoy(), air=[air(aircraft, "u", "banak", 1, at=at, mission=mission)])
    assert (public_targets(board, "axis") == [board.force("pq")]) is asked
