"""5.4: blocks that shadow go along with their target."""

from typing import Any

import pytest

from games.kernel.errors import Illegal
from games.kernel.events import PUBLIC
from games.titles.pq17.orders.move_orders import Move
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.rules.movement.orders import moves_part
from games.titles.pq17.rules.search import shadowing
from games.titles.pq17.rules.search.shadowers import begin_shadowing
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.search import ShadowEnded
from games.titles.pq17.state.events.submarine import PackPatrolled
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import AirUnit, Plan, Points, Report, Shadow, Sky
from tests.titles.pq17.arctic import force
from tests.titles.pq17.ch06_search.shadowers import (
    BRITISH,
    INSIDE,
    PACK,
    SECTOR,
    SOVIET,
    UNIT,
    convoy_followed,
    convoy_named,
    followed_by,
    followed_in_sector,
    neighbours,
    pack_follows,
    three_boats,
    went_along,
)
from tests.titles.pq17.playing import heard
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.under_way import moved, table

rule = pytest.mark.rule


def cruisers_after(target: str, way: tuple[str, ...], *holding: str, **fields: Any) -> Board:
    """Allied ships that shadow a German cruiser."""
    board = table(
        force("t", "axis", "task_force", target, "admiral_hipper", fuel=Fuel(30)),
        force("k", "allied", "task_force", target, *holding, fuel=Fuel(30)), **fields,
    )  # fmt: skip
    board.identify(board.force("t"), 2)
    begin_shadowing(board, "allied", "k", board.force("t"))
    moved(board, Move("t", way), side="axis")
    return board


def cruisers_follow(*holding: str, fuel: Fuel, way: tuple[str, ...] = ("0410", "0409", "0408"), **fields: Any) -> Board:
    """Tirpitz at high speed, with cruisers that shadow her."""
    board = table(
        force("t", "axis", "task_force", "0411", "tirpitz", fuel=Fuel(25)),
        force("k", "allied", "task_force", "0411", *holding, fuel=fuel),
        **fields,
    )
    board.identify(board.force("t"), 2)
    begin_shadowing(board, "allied", "k", board.force("t"))
    moved(board, Move("t", way, pace="high"), side="axis")
    return board


@rule("pq17", "5.4", "6.3.5")
@pytest.mark.parametrize(
    ("at", "shadow", "why"),
    [
        ("0411", PACK, ""),
        ("0504", PACK, "port"),
        ("0411", UNIT, ""),
        ("0504", UNIT, "port"),
        ("0308", SECTOR, "range"),
        ("0407", SECTOR, "range"),
        ("0412", SECTOR, ""),
    ],
)
def test_5_4_who_follows_goes_along_or_loses_it(at: str, shadow: Shadow, why: str) -> None:
    board = convoy_followed(shadow)
    target = board.force("pq")
    board.step(target, at)
    board.told.clear()
    along = shadowing.move_shadowers(board, target, lambda follower, hex_: True)
    assert [one.who for one in board.state.shadows] == ([shadow.who] if not why else [])
    assert [one.why for one in heard(board, "axis") if isinstance(one, ShadowEnded)] == [why] * bool(why)
    assert [one.id for one in along] == (["u"] if shadow is PACK and not why else [])
    if shadow is PACK:
        assert board.force("u").at == (OPEN if why else at)
    if shadow is UNIT:
        assert board.state.air[0].at == ("" if why else at)


@rule("pq17", "5.4", "5.1.7")
def test_5_4_a_pack_that_may_not_go_there_loses_it() -> None:
    board = convoy_followed(PACK)
    board.step(board.force("pq"), "0411")
    board.told.clear()
    assert shadowing.move_shadowers(board, board.force("pq"), lambda follower, hex_: hex_ != "0411") == []
    assert [one.why for one in heard(board, "axis") if isinstance(one, ShadowEnded)] == ["range"]
    assert board.force("u").at == OPEN


@rule("pq17", "5.4", "6.3.5")
def test_5_4_aircraft_go_along_as_far_as_they_reach() -> None:
    board = followed_in_sector("aircraft", "he")
    board.state.air = [AirUnit("he_115", 1, id="he", base="tromso", mission="shadow", at=INSIDE)]
    tf = board.force("tf")
    for hex_ in ("0711", "0710"):
        board.step(tf, hex_)
        went_along(board, tf)
        assert board.state.air[0].at == hex_
    board.step(tf, "0709")
    went_along(board, tf)
    assert board.state.shadows == []
    assert (board.state.air[0].mission, tf.level) == ("", 1)
    assert any(isinstance(event, ShadowEnded) and event.why == "range" for event in heard(board, PUBLIC))


@rule("pq17", "5.4", "7.4.5", "7.4.5a", "6.3.5")
@pytest.mark.parametrize(
    ("level", "light", "die", "kept"),
    [
        (0, "jul_1", [(4,)], False), (0, "jul_1", [(5,)], True), (2, "jul_1", [(9,)], True),
        (None, "jul_1", [], False), (0, "dec_1", [], False),
    ],
)  # fmt: skip
def test_5_4_air_patrols_meet_a_pack_that_follows(
    level: int | None, light: str, die: list[tuple[int, ...]], kept: bool
) -> None:
    """A pack that goes along crosses hex sides like any other: one that is kept loses the convoy."""
    here, there = neighbours(BRITISH, out=True)
    board = pack_follows(here, there, level=level, die=die, light=light)
    convoy, pack = board.force("c"), board.force("p")
    assert (convoy.at, pack.at, bool(board.state.shadows)) == (there, here if kept else there, not kept)
    assert convoy.level == (1 if kept else 2)
    assert pack.level == (max(level or 0, 1) if kept else level)
    for seat in ("allied", "axis"):
        told = heard(board, seat)
        assert sum(isinstance(one, PackPatrolled) for one in told) == len(die)
        assert [one.why for one in told if isinstance(one, ShadowEnded)] == (["range"] if kept else [])


@rule("pq17", "5.4", "7.4.5b")
def test_5_4_outside_all_radii_nobody_patrols() -> None:
    board = pack_follows("0411", "0412", level=2, die=[])
    assert (board.force("p").at, bool(board.state.shadows)) == ("0412", True)


@rule("pq17", "5.4", "5.1.9a")
@pytest.mark.parametrize(
    ("way", "inside", "halves"), [(("0303",), False, -4), (("0404",), False, 0), (("0303",), True, 0)]
)
def test_5_4_patrol_white_leaves_its_area_in_the_wake_of_a_german(
    way: tuple[str, ...], inside: bool, halves: int
) -> None:
    """Hipper is no capital ship; where he was identified the reports say."""
    reports = [Report(to="allied", turn=9, source="search", at="0305", kind="task_force", level=0)] if inside else []
    board = cruisers_after("0304", way, "kent", patrol=["kent"], scenario="pq18", light="sep_1", reports=reports)
    assert board.force("k").at == way[-1]
    assert sum(one.points for one in board.state.bookings) == halves


@rule("pq17", "5.4", "4.3.2a")
@pytest.mark.parametrize(("left", "goes", "spent"), [(6, True, 2), (0, False, 0)])
def test_5_4_soviet_ships_that_follow_beyond_their_waters_pay_or_lose_him(left: int, goes: bool, spent: int) -> None:
    here, there = neighbours(SOVIET, out=True)
    points = {"home_fleet": Points(), "severny_flot": Points(left=left), "gruppe_nord": Points()}
    board = cruisers_after(here, (there,), "kent", "dd_project_7 1", command=points)
    assert (board.force("k").at, bool(board.state.shadows)) == (there if goes else here, goes)
    assert board.state.command["severny_flot"].spent == spent


@rule("pq17", "5.4", "6.3")
def test_5_4_who_follows_is_offered_no_hexes_of_its_own() -> None:
    board = pack_follows("0411", "0412", level=2, die=[])
    board.state.turn = 10
    for one in board.state.forces:
        one.moved = 0
    assert {mover.force: mover.hexes for mover in moves_part(board, "axis").movers} == {"p": 0}
    moved(board, Move("p", ("0413",)), side="axis")
    assert board.force("p").at == "0412"


@rule("pq17", "5.4", "5.1", "11.1.3", "11.2.2", "9.2.4")
@pytest.mark.parametrize(
    ("holding", "fuel", "sky", "way", "at", "burned"),
    [
        (("kent",), Fuel(20), "fair", 3, "0408", 3), (("kent",), Fuel(20), "fair", 2, "0409", 0),
        (("kent",), Fuel(12, "low"), "fair", 3, "0409", 0), (("kent",), Fuel(8, "critical"), "fair", 3, "0410", 0),
        (("kent", "dd_us 1"), Fuel(20), "storm", 3, "0409", 0), (("kent",), Fuel(20), "storm", 3, "0408", 3),
        (("kent", "es_british 1"), Fuel(20), "fair", 3, "0409", 0),
    ],
)  # fmt: skip
def test_5_4_who_shadows_keeps_up_as_fast_as_it_can_and_burns_what_that_costs(
    holding: tuple[str, ...], fuel: Fuel, sky: Any, way: int, at: str, burned: int
) -> None:
    """Both are told where the shadow is shaken off; the ID of a target that got away falls by one."""
    board = cruisers_follow(*holding, fuel=fuel, way=("0410", "0409", "0408")[:way], sky=Sky(sky))
    shadower, target = board.force("k"), board.force("t")
    kept = at == target.at
    assert (target.at, shadower.at, shadower.spent) == ("0408" if way == 3 else "0409", at, burned)
    assert (bool(board.state.shadows), target.level) == (kept, 2 if kept else 1)
    for seat in ("allied", "axis"):
        ended = [told for told in heard(board, seat) if isinstance(told, ShadowEnded)]
        assert [told.why for told in ended] == ([] if kept else ["range"])


@rule("pq17", "5.4", "6.3")
def test_5_4_a_shadower_does_not_move_in_its_own_phase() -> None:
    board = followed_by(convoy_named(), "wolfpack", "pack", three_boats(), three_boats("0412", "free"))
    for name in ("pack", "free"):
        board.force(name).plan = Plan(0, ("0411" if name == "pack" else "0413",))
    moved(board, side="axis")
    assert (board.force("pack").at, board.force("free").at) == ("0410", "0413")
    assert board.state.shadows


@rule("pq17", "5.4", "6.3")
def test_5_4_the_form_gives_a_shadower_no_way() -> None:
    board = followed_by(convoy_named(), "wolfpack", "pack", three_boats(), three_boats("0412", "free"))
    part = moves_part(board, "axis")
    assert {one.force: one.hexes for one in part.movers} == {"pack": 0, "free": 2}
    form = PhaseForm(forces=("free", "pack"), moves=part)
    form.accept(form.parse("move free way=0413"))
    with pytest.raises(Illegal):
        form.accept(form.parse("move pack way=0411"))


@rule("pq17", "5.4", "6.6", "6.3")
def test_5_4_it_moves_with_its_target_whose_level_holds() -> None:
    target = convoy_named()
    board = followed_by(target, "wolfpack", "pack", three_boats())
    target.plan = Plan(0, ("0411", "0412"), "murmansk")
    moved(board)
    assert (target.at, target.level, board.force("pack").at, board.force("pack").level) == ("0411", 2, "0411", None)
