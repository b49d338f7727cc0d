"""6.3, 5.4 read sentence by sentence: who goes along with whom, and what ends it; each result worked out by hand."""

from collections.abc import Coroutine
from typing import Any

import pytest

from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.moves import Decoy, Split
from games.titles.pq17.orders.special import Scatter
from games.titles.pq17.rules.convoy.scattering import scatter_ordered
from games.titles.pq17.rules.movement.segment import movement
from games.titles.pq17.rules.search.air_patrols import radii, sector_hexes
from games.titles.pq17.rules.search.legal_attacks import may_attack
from games.titles.pq17.rules.search.shadowers import begin_shadowing, shadowers_for
from games.titles.pq17.rules.search.shadowing import end_grounded_shadowing
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import AirUnit, Kind, Phase, Plan, Shadow, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.ch06_search.shadowers import combined, convoy_named, followed_by, three_boats, why_ended
from tests.titles.pq17.playing import phase, play
from tests.titles.pq17.under_way import moved
from tests.titles.procedures import Run

rule = pytest.mark.rule


@rule("pq17", "6.3.2", "5.2")
def test_a_pack_that_follows_a_convoy_attacks_neither_it_nor_another() -> None:
    other = convoy_named(name="qp")
    board = followed_by(convoy_named(), "wolfpack", "pack", three_boats(), three_boats(name="free"), other)
    board.identify(other, 1)
    found = {
        (name, target): may_attack(board, board.force(name), board.force(target))
        for name in ("pack", "free")
        for target in ("pq", "qp")
    }
    assert found == {("pack", "pq"): False, ("pack", "qp"): False, ("free", "pq"): True, ("free", "qp"): True}


@rule("pq17", "6.3.5", "5.1.4")
@pytest.mark.parametrize(("by", "who"), [("wolfpack", "pack"), ("radius", "radius"), ("aircraft", "condor")])
def test_the_hex_of_a_port_ends_it(by: str, who: str) -> None:
    target = convoy_named("0404")
    board = followed_by(target, by, who, three_boats("0404"))
    board.state.air = [AirUnit("fw_200", 1, id="condor", base="vaernes", mission="shadow", at="0404")]
    target.plan, target.convoy.destinations = Plan(0, ("0504",), "reykjavik"), ("reykjavik",)
    moved(board)
    assert (target.at, target.port, board.state.shadows, why_ended(board)) == ("0504", "", [], ["port"])
    assert (board.force("pack").at, target.level) == ("0404", 1)
    assert board.state.air[0].mission == ("" if by == "aircraft" else "shadow")


@rule("pq17", "6.3.5", "5.1.4")
def test_cruisers_do_not_follow_into_a_german_port() -> None:
    target = force("t", "axis", "task_force", "0812", "tirpitz", plan=Plan(0, ("0813",), pace="slow"))
    board = followed_by(target, "task_force", "kent", force("kent", "allied", "task_force", "0812", "kent"))
    moved(board, side="axis")
    assert (target.at, board.force("kent").at, board.state.shadows) == ("0813", "0812", [])


@rule("pq17", "6.3.2", "5.1.7")
@pytest.mark.parametrize(
    ("die", "met", "follows"), [(5, "light_drift", True), (9, "heavy_drift", False), (1, "clear", True)]
)
def test_no_german_pack_follows_into_heavy_drift(die: int, met: str, follows: bool) -> None:
    """Light drift is expected, and the convoy meets what the die says; the Axis may not go where drift is heavy."""
    box = arctic().box
    where = [
        one.id
        for one in box.hexes.values()
        if one.zone and one.is_sea and box.charts.ice.expects("jul", one.zone).ice == "light_drift"
    ]
    inside = next(one for one in sorted(where) if not box.charts.ice.expects("jul", box.hexes[one].zone).certain)
    outside = next(one for one in box.waters.ways[inside] if not box.hexes[one].zone and not box.hexes[one].door)
    target = convoy_named(outside, "mv 9")
    target.plan, target.convoy.destinations = Plan(0, (inside,)), ()
    board = followed_by(target, "wolfpack", "pack", three_boats(outside))
    play(_movement(board), dice=[(die,)], cards=["card_04", "card_07"][: 0 if met == "clear" else 2])
    assert target.at == inside
    assert (board.force("pack").at == inside) is follows
    assert bool(board.state.shadows) is follows


def _movement(board: Board) -> Coroutine[Any, Any, str]:
    phase(board, "allied")
    return movement(board)


@rule("pq17", "6.3.1", "6.3.5")
@pytest.mark.parametrize(
    ("at", "to", "goes_on"), [("0507", "0508", False), ("0404", "0403", True), ("0506", "0507", True)]
)
def test_a_radius_follows_as_far_as_it_reaches(at: str, to: str, goes_on: bool) -> None:
    target = force("t", "axis", "task_force", at, "lutzow", plan=Plan(0, (to,), pace="slow"))
    board = followed_by(target, "radius", "radius")
    moved(board, side="axis")
    assert target.at == to
    assert bool(board.state.shadows) is goes_on


@rule("pq17", "6.3.1")
def test_a_soviet_radius_takes_nobody_over() -> None:
    soviet = "0718"
    target = force("t", "axis", "task_force", "0717", "lutzow", plan=Plan(0, (soviet,), pace="slow"))
    board = followed_by(target, "radius", "radius")
    moved(board, side="axis")
    assert (target.at, board.state.shadows, radii(board, "allied", soviet)) == (soviet, [], ("soviet",))


@rule("pq17", "6.3.1", "6.3.2", "5.5", "6.8.1")
def test_nobody_follows_a_convoy_that_has_scattered() -> None:
    target = convoy_named()
    board = followed_by(target, "wolfpack", "pack", three_boats())
    board.state.shadows.append(Shadow("pq", "sector", "barents"))
    board.state.phase = Phase("allied", orders=(Scatter("pq"),))
    Run().carry_out(scatter_ordered(board), board.state, dice=(), draws=(), says=None)
    assert (board.state.shadows, target.level) == ([], 3)
    assert why_ended(board) == ["scattered", "scattered"]
    assert may_attack(board, board.force("pack"), target), "the pack is free for it"


@rule("pq17", "6.3", "1.2.4")
@pytest.mark.parametrize("first", ["a", "b"])
def test_what_followed_a_force_follows_what_it_combines_to(first: str) -> None:
    target, other = (
        force(name, "allied", "task_force", "0712", ship) for name, ship in (("a", "norfolk"), ("b", "kent"))
    )
    board = followed_by(target, "sector", "barents", other)
    board.state.shadows = [Shadow(first, "sector", "barents")]
    combined(board, "allied", "a", "b")
    (one,) = board.state.forces
    assert board.state.shadows == [Shadow(one.id, "sector", "barents")]
    assert one.level == 2
    end_grounded_shadowing(board)


@rule("pq17", "6.3", "6.3.1c", "1.2.4")
def test_a_sector_that_followed_both_follows_one() -> None:
    target, other = (
        force(name, "allied", "task_force", "0712", ship) for name, ship in (("a", "norfolk"), ("b", "kent"))
    )
    board = followed_by(target, "sector", "barents", other)
    board.state.shadows = [Shadow(name, "sector", "barents") for name in "ab"]
    combined(board, "allied", "a", "b")
    assert len(board.state.shadows) == 1


@rule("pq17", "6.3.3", "1.2.4")
def test_a_shadowing_force_that_combines_follows_on() -> None:
    target = force("t", "axis", "task_force", "0410", "tirpitz")
    ours = [force(name, "allied", "task_force", "0410", ship) for name, ship in (("a", "norfolk"), ("b", "kent"))]
    board = followed_by(target, "task_force", "b", *ours)
    combined(board, "allied", "a", "b")
    assert board.state.shadows == [Shadow("t", "task_force", "a")]
    target.plan = Plan(0, ("0411",), pace="slow")
    moved(board, side="axis")
    assert board.force("a").at == "0411"


@rule("pq17", "6.3.3", "1.2.4")
def test_cruisers_that_join_a_convoy_follow_no_longer() -> None:
    target = force("t", "axis", "task_force", "0410", "tirpitz")
    board = followed_by(
        target, "task_force", "a", force("a", "allied", "task_force", "0410", "norfolk"), convoy_named()
    )
    combined(board, "allied", "a", "pq")
    assert (board.state.shadows, target.level) == ([], 1)


@rule("pq17", "6.3.3", "1.2.3", "6.3.4")
@pytest.mark.parametrize(("follows", "part"), [("larger", "t"), ("capital", "t_2")])
def test_a_target_that_parts_on_the_move(follows: Any, part: str) -> None:
    target = force("t", "axis", "task_force", "0712", "tirpitz", "lutzow", "dd_36a 4")
    board = followed_by(target, "task_force", "kent", force("kent", "allied", "task_force", "0712", "kent"))
    board.state.instructions["allied"] = Instructions(follows=follows)
    moved(board, Split("t", ("tirpitz",)), side="axis")
    assert {one.id: sum(ship.strength for ship in one.counters) for one in board.forces_of("axis")} == {
        "t": 8,
        "t_2": 5,
    }
    assert board.state.shadows[0].target == part


@rule("pq17", "6.3.5b", "1.3a")
@pytest.mark.parametrize(("level", "dummies"), [(0, 1), (1, 0)])
def test_who_shakes_off_his_shadower_at_id_0_may_have_a_dummy(level: int, dummies: int) -> None:
    target = force("t", "allied", "task_force", "0610", "norfolk", level=level, plan=Plan(0, ("0609",), pace="slow"))
    board = followed_by(target, "aircraft", "he")
    board.state.air = [AirUnit("he_115", 1, id="he", base="tromso", mission="shadow", at="0610")]
    moved(board, Decoy("t"))
    assert board.state.shadows == []
    assert sum(one.is_dummy for one in board.state.forces) == dummies
    assert all(one.at == target.at for one in board.state.forces)
    assert target.level == (None if level == 0 else 0)


@rule("pq17", "6.3.5", "9.2.3", "9.2.4", "9.2.5")
@pytest.mark.parametrize(
    ("unit", "base", "goes_on"),
    [
        ("bv_138", "tromso", {"fair", "reduced", "storm"}),
        ("albacore", "victorious", {"fair", "reduced"}),
    ],
)
@pytest.mark.parametrize("weather", ["fair", "reduced", "fog", "storm", "gale"])
def test_weather_that_grounds_a_shadowing_unit(unit: str, base: str, goes_on: set[str], weather: WeatherKind) -> None:
    side = "axis" if unit == "albacore" else "allied"
    ship = "lutzow" if side == "axis" else "norfolk"
    board = followed_by(force("t", side, "task_force", "0610", ship), "aircraft", "u")
    board.place(force("home", "allied", "task_force", "0611", "victorious"))
    board.state.air = [AirUnit(unit, 1, id="u", base=base, mission="shadow", at="0610")]
    board.state.sky = Sky(weather)
    end_grounded_shadowing(board)
    assert bool(board.state.shadows) is (weather in goes_on)


@rule("pq17", "6.3.5a")
@pytest.mark.parametrize(("releases", "at"), [("yes", "0410"), ("no", "0411")])
def test_a_shadower_gives_up_before_its_target_moves(releases: Any, at: str) -> None:
    target = convoy_named()
    target.plan = Plan(0, ("0411", "0412"), "murmansk")
    board = followed_by(target, "wolfpack", "pack", three_boats())
    board.state.instructions["axis"] = Instructions(releases=releases)
    moved(board)
    assert board.force("pack").at == at
    assert target.level == (0 if releases == "yes" else 2), "one for the end (6.3.5b), one for the way (6.6)"


@rule("pq17", "6.3.2", "6.3b", "6.3.3")
@pytest.mark.parametrize(
    ("follower", "ships", "target", "may"),
    [
        ("wolfpack", ("ss_german 1",), "convoy", True), ("wolfpack", ("ss_german 1",), "task_force", False),
        ("task_force", ("lutzow",), "convoy", False), ("dummy", (), "convoy", False),
    ],
)  # fmt: skip
def test_german_blocks_that_follow(follower: Kind, ships: tuple[str, ...], target: Kind, may: bool) -> None:
    held = ("mv 8", "dd_a_i 1") if target == "convoy" else ("norfolk",)
    board = arctic(
        force("f", "axis", follower, "0410", *ships),
        force("x", "allied", target, "0410", *held),
    )
    phase(board, "axis")
    board.identify(board.force("x"), 0)
    board.phase.found.append("x")
    assert shadowers_for(board, "axis", board.force("x")) == (("f",) if may else ())


@rule("pq17", "6.3.3")
@pytest.mark.parametrize(
    ("ships", "hurt", "may"),
    [
        (("norfolk",), 0, True), (("norfolk",), 1, False), (("norfolk", "kent"), 1, True),
        (("duke_of_york",), 0, False), (("dd_a_i 4",), 0, False), (("scylla",), 0, True), (("adventure",), 0, True),
    ],
)  # fmt: skip
def test_which_allied_forces_follow(ships: tuple[str, ...], hurt: int, may: bool) -> None:
    board = arctic(
        force("f", "allied", "task_force", "0410", *ships), force("x", "axis", "task_force", "0410", "dd_36a 2")
    )
    board.force("f").counters[0].strength -= hurt
    phase(board, "allied")
    board.identify(board.force("x"), 1)
    assert shadowers_for(board, "allied", board.force("x")) == (("f",) if may else ())


@rule("pq17", "6.3.1", "6.3.1a")
@pytest.mark.parametrize(
    ("unit", "base", "may"),
    [("catalina", "akureyri", True), ("hudson", "kaldadarnes", True), ("mbr_2", "murmansk", False)],
)
def test_which_aircraft_follow(unit: str, base: str, may: bool) -> None:
    board = arctic(force("x", "axis", "task_force", "0508", "lutzow"))
    board.state.air = [AirUnit(unit, 1, id="u", base=base, mission="search", at="0508")]
    phase(board, "allied")
    board.identify(board.force("x"), 1)
    assert shadowers_for(board, "allied", board.force("x")) == (("u",) if may else ())


@rule("pq17", "6.3.1c", "6.4.2")
def test_every_force_followed_takes_a_hex_of_its_sector() -> None:
    ours = [force(name, "allied", "task_force", "0712", "kent") for name in "ab"]
    board = arctic(*ours)
    phase(board, "axis")
    most = sector_hexes(board, "barents")
    for count, one in enumerate(ours, 1):
        board.identify(one, 1)
        begin_shadowing(board, "axis", "sector_barents", one)
        assert sector_hexes(board, "barents") == most - count
