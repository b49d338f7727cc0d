"""5.3: missions of aircraft, and temporary air radii."""

from typing import Any

import pytest
from msgspec import structs

from games.kernel.events import PUBLIC
from games.titles.pq17.components.pieces import Side, WeatherKind
from games.titles.pq17.orders.missions import Declare, Flight, Fly, Missions, Patrol
from games.titles.pq17.orders.move_orders import Combine, Exchange
from games.titles.pq17.orders.orders import AnyOrder
from games.titles.pq17.rules.air.missions import air_movement, holds_temporary, may_fly, missions_part
from games.titles.pq17.rules.movement.combining import combine_segment
from games.titles.pq17.rules.search.air_patrols import end_temporary_radii, may_base_fly, radii
from games.titles.pq17.rules.search.legal_attacks import may_strike
from games.titles.pq17.rules.submarine.attacks import submarine_combat
from games.titles.pq17.rules.weather.weather import aircraft_fly, carriers_operate
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.air import Flown
from games.titles.pq17.state.state import AirUnit, Kind, Sky
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.ch06_search.shadowers import ASIDE
from tests.titles.pq17.ch07_combat.submarine_combat import packs_hunted
from tests.titles.pq17.playing import heard, phase, play
from tests.titles.pq17.strikes import NEAR, OPEN, air, facing
from tests.titles.pq17.under_way import table

rule = pytest.mark.rule


def albacores(**fields: Any) -> Board:
    """Two steps aboard a carrier, beside a pack and a merchant convoy."""
    home = force("home", "allied", "task_force", OPEN, "victorious")
    board = facing(home, force("pack", "axis", "wolfpack", OPEN, "ss_german 2"), side="allied", level=None)
    board.state.air = [air("albacore", "alb", "victorious", **fields)]
    return board


def over(
    unit: str, base: str, *, night: bool = False, weather: WeatherKind = "fair", key: str = "pq17"
) -> tuple[Board, AirUnit]:
    one = AirUnit(unit, 1, id="u", base=base)
    light = "dec_1" if night else "jul_1"
    board = arctic(air=[one], light=light, sky=Sky(weather), scenario=key)
    board.place(force("home", "allied", "task_force", "0409", "victorious"))
    assert board.is_day is not night
    return board, one


@rule("pq17", "5.3", "5.3b", "7.2a", position="PP97")
def test_5_3_what_aircraft_may_be_ordered() -> None:
    board = facing(force("tf", "axis", "task_force", NEAR, "lutzow"), side="allied")
    board.state.air = [
        air("pe_2", "army", "vaenga"),
        air("db_3f", "navy", "vaenga"),
        air("spitfire_pr", "pr", "wick", 1),
        air("hurricane_soviet", "fighter", "vaenga"),
        air("hurricane_soviet", "standing", "vaenga", interceptor=True),
    ]
    flights = {one.unit: one for one in missions_part(board, "allied").flights}
    assert flights["navy"].attack == (NEAR,)
    assert flights["army"].attack == flights["army"].search == ()
    assert flights["pr"].attack == ()
    assert "trondheim" in flights["pr"].photograph
    assert "standing" not in flights


@rule("pq17", "5.3", "5.3.1")
def test_5_3_aircraft_fly_out_in_sight_of_all() -> None:
    board = facing(force("tf", "allied", "task_force", NEAR, "norfolk"))
    board.state.air = [air("ju_88", "ju", "banak"), air("bv_138", "bv", "tromso", 1), air("fw_200", "far", "banak", 1)]
    board.phase.orders = (Fly("ju", "attack", NEAR), Patrol("bv", "0612"), Fly("far", "search", "1108"))
    assert play(air_movement(board)).result == "search"
    assert [(unit.mission, unit.at) for unit in board.state.air] == [
        ("attack", NEAR),
        ("radius", "0612"),
        ("search", "1108"),
    ]
    assert sum(isinstance(event, Flown) for event in heard(board, PUBLIC)) == 3


@rule("pq17", "5.3.1")
def test_5_3_1_temporary_radii_end_with_the_enemys_submarine_combat() -> None:
    board = packs_hunted("mv 8")
    board.phase.attacks = ()
    board.state.air = [
        air("catalina", "cat", "lerwick", 1, mission="radius", at=OPEN),
        air("bv_138", "bv", "tromso", 1, mission="radius", at=OPEN),
    ]
    play(submarine_combat(board))
    assert [unit.mission for unit in board.state.air] == ["", "radius"]


@rule("pq17", "5.3.1")
def test_5_3_1_temporary_radii() -> None:
    board = facing(force("pack", "axis", "wolfpack", "1108", "ss_german 2"), side="allied")
    board.state.air = [air("catalina", "cat", "lerwick", 1), air("hampden", "hampden", "sumburgh")]
    flights = {one.unit: one for one in missions_part(board, "allied").flights}
    assert "1309" not in flights["cat"].patrol, "no enemy port"
    assert flights["hampden"].patrol == ()
    german = facing(force("tf", "allied", "task_force", OPEN, "norfolk"))
    german.state.air = [air("bv_138", "bv", "tromso", 1)]
    assert OPEN in missions_part(german, "axis").flights[0].patrol
    german.state.light = "dec_1"
    assert missions_part(german, "axis").flights[0].patrol == (), "the Axis holds none at night"


@rule("pq17", "5.3.1", position="PP44")
@pytest.mark.parametrize(
    ("aircraft", "base", "steps", "hexes"), [("catalina", "lerwick", 1, 1), ("albacore", "victorious", 2, 2)]
)
def test_5_3_1_a_radius_of_one_hex_for_each_step(aircraft: str, base: str, steps: int, hexes: int) -> None:
    board = albacores()
    board.state.air = [air(aircraft, "unit", base, steps)]
    (flight,) = missions_part(board, "allied").flights
    form = Missions(flights=(flight,))
    (way,) = (one for one in form.templates() if one.verb == "patrol")
    also = [field for field in way.fields if field.name == "also"]
    assert flight.radii == hexes == 1 + sum(field.most for field in also)
    to, *others = ("0310", "0309", "0411")[:hexes]
    board.phase.orders = (Patrol("unit", to, tuple(others)),)
    play(air_movement(board))
    held = [at for at in ("0310", "0309", "0411") if radii(board, "allied", at)]
    assert held == sorted([to, *others], reverse=True)
    assert [(one.at, one.strength) for one in heard(board, PUBLIC)] == [(at, 1) for at in (to, *others)]
    assert [(one.at, one.strength) for one in view(board, "axis").flying] == sorted((at, 1) for at in (to, *others))


@rule("pq17", "5.3.1", position="PP44")
@pytest.mark.parametrize(("month", "hexes"), [("1943-07", 0), ("1943-08", 1)])
def test_5_3_1_the_axis_at_night(month: str, hexes: int) -> None:
    board = facing(force("tf", "allied", "task_force", OPEN, "norfolk"), light="dec_1")
    board.state.air = [air("bv_138", "bv", "tromso", 1)]
    board.state.composed = structs.replace(board.operation, month=month)
    (flight,) = missions_part(board, "axis").flights
    assert (min(len(flight.patrol), 1), flight.radii) == (hexes, 1)


@rule("pq17", "5.3.1")
def test_5_3_1_a_unit_holds_two_hexes_and_not_one_twice() -> None:
    here = Missions(flights=(Flight("alb", patrol=("0309", "0310"), radii=2),))
    assert [one.code for one in here.conflicts((Patrol("alb", "0310", ("0310",)),))] == ["twice"]
    assert [*here.conflicts((Patrol("alb", "0310", ("0309",)),))] == []
    assert [*here.conflicts((Patrol("alb", "0310"),))] == []


@rule("pq17", "5.3.1")
def test_5_3_1_of_two_hexes_that_are_ordered_the_one_in_range_is_held() -> None:
    far, near = "1108", "0309"
    board = albacores()
    board.phase.orders = (Patrol("alb", far, (near,)),)
    play(air_movement(board))
    assert (board.state.air[0].at, board.state.air[0].also) == (near, ())
    assert [one.strength for one in heard(board, PUBLIC)] == [2]
    board = albacores()
    board.phase.orders = (Patrol("alb", far, (far,)),)
    play(air_movement(board))
    assert (board.state.air[0].mission, heard(board, PUBLIC)) == ("", [])


@rule("pq17", "5.3.1")
def test_5_3_1_who_loses_a_step_loses_the_second_hex_and_both_end_with_the_enemys_submarine_combat() -> None:
    board = albacores(mission="radius", at="0310", also=("0309",))
    assert radii(board, "allied", "0309") == ("britain",)
    board.state.air[0].damaged = 1
    assert (radii(board, "allied", "0310"), radii(board, "allied", "0309")) == (("britain",), ())
    board.state.air[0].damaged = 0
    end_temporary_radii(board, "axis")
    assert board.state.air[0].over == ("0310", "0309")
    end_temporary_radii(board, "allied")
    assert (board.state.air[0].mission, board.state.air[0].at, board.state.air[0].also) == ("", "", ())


@rule("pq17", "5.3.1")
@pytest.mark.parametrize(
    ("unit", "base", "day", "night"),
    [
        ("bv_138", "tromso", True, False), ("he_115", "kirkenes", True, False), ("fw_200", "vaernes", False, False),
        ("catalina", "akureyri", True, True), ("hampden", "sumburgh", False, False), ("mbr_2", "murmansk", True, True),
        ("albacore", "victorious", True, True),
    ],
)  # fmt: skip
def test_5_3_1_who_holds_a_radius_for_a_while(unit: str, base: str, day: bool, night: bool) -> None:
    assert holds_temporary(*over(unit, base)) is day
    assert holds_temporary(*over(unit, base, night=True)) is night


@rule("pq17", "5.3.1")
@pytest.mark.parametrize(("month", "holds"), [("1943-07", False), ("1943-08", True), ("1943-12", True)])
def test_5_3_1_the_axis_at_night_from_august_1943(month: str, holds: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    board, unit = over("bv_138", "tromso", night=True)
    operation = structs.replace(board.operation, month=month)
    monkeypatch.setattr(type(board), "operation", property(lambda _: operation))
    assert holds_temporary(board, unit) is holds


@rule("pq17", "5.3.1", "5.3")
def test_5_3_1_missions_reach_as_far_as_the_unit_and_no_radius_lies_over_an_enemy_port() -> None:
    near, far = force("n", "axis", "task_force", "0408", "lutzow"), force("f", "axis", "task_force", "0415", "koln")
    board = arctic(near, far, force("k", "axis", "task_force", "0812", "admiral_scheer"))
    board.state.air = [
        AirUnit("hudson", 1, id="u", base="kaldadarnes"),
        AirUnit("catalina", 1, id="c", base="akureyri"),
    ]
    (hudson, catalina) = missions_part(board, "allied").flights
    assert (hudson.search, hudson.attack, hudson.escort) == (("0408",), ("0408",), ())
    assert catalina.search == ("0408", "0812")
    assert "0813" not in catalina.patrol
    assert "0812" in catalina.patrol


@rule("pq17", "5.3.1", "6.4.1b", "9.2.3", "9.2.5")
@pytest.mark.parametrize(
    ("weather", "holds"), [("fair", True), ("reduced", True), ("storm", True), ("fog", False), ("gale", False)]
)
def test_5_3_1_a_temporary_radius_holds_in_weather_that_lets_its_unit_fly(weather: WeatherKind, holds: bool) -> None:
    board = arctic(sky=Sky(weather))
    board.state.air = [AirUnit("bv_138", 1, id="u", base="bergen", mission="radius", at="0310")]
    assert bool(radii(board, "axis", "0310")) is holds
    assert radii(board, "allied", "0310") == ()


@rule("pq17", "5.3.1")
@pytest.mark.parametrize(("aircraft", "may"), [("catalina", True), ("fw_200", False), ("bf_109", False)])
def test_5_3_1_who_may_hold_a_temporary_radius(aircraft: str, may: bool) -> None:
    assert holds_temporary(arctic(), AirUnit(aircraft, 1, id="a", base="akureyri")) is may


@rule("pq17", "5.3.1a")
def test_5_3_1a_a_carrier_has_a_radius_only_while_it_is_declared() -> None:
    board = arctic(force("home", "allied", "task_force", OPEN, "victorious"))
    assert radii(board, "allied", OPEN) == ()
    board.state.declared = ["home"]
    assert radii(board, "allied", OPEN) == ("britain",)
    board.state.sky.kind = "storm"
    assert radii(board, "allied", OPEN) == ()


@rule("pq17", "5.3.1a")
def test_5_3_1a_a_carrier_declares_its_radius_and_not_which_block_it_is_in() -> None:
    board = facing(force("home", "allied", "task_force", OPEN, "victorious"), side="allied", level=None)
    board.phase.orders = (Declare("home"),)
    play(air_movement(board))
    (event,) = heard(board, "axis")
    assert (event.at, event.force) == (OPEN, "")
    assert board.state.declared == ["home"]


@rule("pq17", "5.3.1a")
def test_5_3_1a_a_radius_that_is_not_declared_again_ends_with_the_next_phase_of_its_side() -> None:
    carriers = (force("home", "allied", "task_force", OPEN, "victorious"),
                force("gz", "axis", "task_force", "0309", "graf_zeppelin"))  # fmt: skip
    board = facing(*carriers, side="allied", level=None, declared=["home", "gz"])
    play(air_movement(board))
    assert board.state.declared == ["gz"]


@rule("pq17", "5.3.1a", "1.2.4", "1.2.5")
@pytest.mark.parametrize("what", ["combine", "exchange", "gone"])
def test_5_3_1a_a_radius_goes_with_the_carrier_that_declared_it(what: str) -> None:
    """Into a force that she combines with, or that takes her in exchange; it ends with her block. All may look on."""
    board = table(force("a", "allied", "task_force", "0411", "kent", "london"),
                  force("v", "allied", "task_force", "0411", "victorious", "dd_a_i 2"))  # fmt: skip
    board.state.declared = ["v"]
    orders: dict[str, AnyOrder] = {
        "combine": Combine(("a", "v")),
        "exchange": Exchange("a", "v", ("kent",), ("victorious",)),
    }
    phase(board, "allied", orders=(orders[what],) if what in orders else ())
    if what == "gone":
        board.remove(board.force("v"))
    play(combine_segment(board))
    assert radii(board, "allied", "0411") == (() if what == "gone" else ("britain",))
    for seat in ("allied", "axis"):
        assert view(board, seat).radii == ([] if what == "gone" else ["0411"])


@rule("pq17", "5.3.1a", "3.2b")
@pytest.mark.parametrize("afloat", [True, False])
def test_5_3_1a_a_carrier_that_was_lost_on_its_way_declares_nothing(afloat: bool) -> None:
    """To ice, or in a fight in passing, before aircraft fly."""
    board = table(force("v", "allied", "task_force", "0411", "victorious"), force("a", "allied", "dummy", "0412"))
    phase(board, "allied", orders=(Declare("v"),))
    if not afloat:
        board.remove(board.force("v"))
    play(air_movement(board))
    assert board.state.declared == (["v"] if afloat else [])


@rule("pq17", "5.3a", "7.2c")
def test_5_3a_at_night_and_in_bad_weather() -> None:
    units = (
        air("he_115", "he", "tromso", 1),
        air("ju_88", "ju", "banak"),
    )
    british = (air("hampden", "hampden", "sumburgh"), air("albacore", "albacore", "victorious"))

    def flying(**fields: object) -> list[str]:
        home = force("home", "allied", "task_force", OPEN, "victorious")
        board = arctic(force("tf", "allied", "task_force", NEAR, "norfolk"), home, **fields)
        board.place(force("lure", "axis", "dummy", OPEN))
        board.place(force("false", "axis", "dummy", "1108"))
        board.state.air = [*units, *british]
        return [one.unit for side in ("axis", "allied") for one in missions_part(board, side).flights]

    assert flying() == ["he", "ju", "hampden", "albacore"]
    assert flying(light="dec_1") == ["he", "hampden", "albacore"]
    assert flying(sky=Sky(kind="storm")) == ["he", "ju", "hampden"]
    assert flying(sky=Sky(kind="fog")) == []


@rule("pq17", "5.3a", "9.2.3", "9.2.4", position="PP43")
@pytest.mark.parametrize(("weather", "land", "carrier"), [
    ("fair", True, True), ("fog", False, False), ("storm", True, False),
])  # fmt: skip
def test_5_3a_what_the_weather_leaves_on_the_ground(weather: WeatherKind, land: bool, carrier: bool) -> None:
    assert (aircraft_fly(weather), carriers_operate(weather)) == (land, carrier)
    board = arctic(sky=Sky(weather))
    assert (may_base_fly(board, "banak", carrier=False), may_base_fly(board, "victorious", carrier=True)) == (
        land,
        carrier,
    )


@rule("pq17", "5.3a", "9.2.3", "9.2.4", "9.2.5")
@pytest.mark.parametrize(
    ("unit", "base", "by_night"),
    [
        ("ju_88", "bardufoss", False), ("he_111", "bardufoss", False), ("fw_200", "vaernes", True),
        ("bv_138", "tromso", True), ("he_115", "kirkenes", True), ("ju_88d", "bardufoss", True),
        ("hampden", "sumburgh", True), ("beaufort", "wick", True), ("halifax", "wick", True),
        ("catalina", "akureyri", True),
        ("albacore", "victorious", True), ("fulmar", "victorious", False), ("hurricane_british", "wick", False),
        ("spitfire_pr", "wick", False), ("pe_2", "vaenga", False), ("db_3f", "vaenga", False),
        ("mbr_2", "murmansk", True),
    ],
)  # fmt: skip
def test_5_3a_who_flies_in_what(unit: str, base: str, by_night: bool) -> None:
    assert may_fly(*over(unit, base))
    assert may_fly(*over(unit, base, night=True)) is by_night
    weathers = [may_fly(*over(unit, base, weather=kind)) for kind in ("reduced", "fog", "storm", "gale")]
    assert weathers == [True, False, base != "victorious", False]


@rule("pq17", "5.3b", "7.2a", "7.4.2")
@pytest.mark.parametrize(
    ("unit", "side", "kind", "may"),
    [
        (air("ju_88", "u", "banak"), "axis", "convoy", True),
        (air("ju_88", "u", "banak", at=ASIDE), "axis", "convoy", False),
        (air("ju_88", "u", "banak", mission="search"), "axis", "convoy", False),
        (air("ju_88", "u", "banak", aborted=2), "axis", "convoy", False),
        (air("ju_88", "u", "banak", aborted=1), "axis", "convoy", True),
        (air("ju_88", "u", "banak"), "allied", "convoy", False),
        (air("fw_190", "u", "banak", mission="escort"), "axis", "convoy", True),
        (air("fw_190", "u", "banak"), "axis", "convoy", False),
        (air("bv_138", "u", "tromso", 1), "axis", "convoy", False),
        (air("hampden", "u", "vaenga"), "allied", "task_force", True),
        (air("hampden", "u", "vaenga"), "allied", "wolfpack", False),
        (air("catalina", "u", "lerwick", 1), "allied", "wolfpack", True),
        (air("catalina", "u", "lerwick", 1), "allied", "task_force", False),
        (air("sea_hurricane", "u", "victorious", mission="escort"), "allied", "wolfpack", False),
    ],
)
def test_5_3b_what_a_unit_may_strike(unit: AirUnit, side: Side, kind: Kind, may: bool) -> None:
    words = {"convoy": ("mv 8",), "task_force": ("lutzow",), "wolfpack": ("ss_german 2",)}[kind]
    prey = force("prey", "allied" if kind == "convoy" else "axis", kind, OPEN, *words)
    unit.mission, unit.at = unit.mission or "attack", unit.at or OPEN
    assert may_strike(facing(prey, side=side), side, unit, prey) is may
