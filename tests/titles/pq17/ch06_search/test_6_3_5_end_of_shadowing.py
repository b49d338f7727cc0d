"""6.3.5: what ends shadowing, and dummies beside the target."""

from typing import Any

import pytest

from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.move_orders import Combine, Decoy, Move
from games.titles.pq17.rules.movement.combining import combine_segment
from games.titles.pq17.rules.movement.ice import remove_damaged_ships
from games.titles.pq17.rules.movement.segment import _escaped, movement
from games.titles.pq17.rules.movement.towing import tow_or_sink
from games.titles.pq17.rules.search import shadowing
from games.titles.pq17.rules.search.casualties import settle_losses, strength_by_ship
from games.titles.pq17.rules.search.segment import search
from games.titles.pq17.rules.search.shadowing import (
    end_grounded_shadowing,
    end_in_port,
    forget_force,
    level_after_shadowing,
    release_target,
)
from games.titles.pq17.rules.special.events import event
from games.titles.pq17.rules.special.mishaps import _damaged
from games.titles.pq17.state.events.forces import BlocksChanged
from games.titles.pq17.state.events.search import ShadowEnded
from games.titles.pq17.state.state import AirUnit, Phase, Plan, Shadow, Sky
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch06_search.shadowers import (
    HEX,
    INSIDE,
    PACK,
    SECTOR,
    UNIT,
    convoy_followed,
    convoy_named,
    cruiser_followed,
    dummies_at,
    followed_by,
    followed_in_sector,
    identified_before,
    offered,
    three_boats,
    went_along,
    why_ended,
)
from tests.titles.pq17.playing import a_card, heard, phase, play
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import read_counters
from tests.titles.pq17.under_way import moved, table

rule = pytest.mark.rule


def test_a_force_that_goes_is_followed_no_longer() -> None:
    board = followed_in_sector("sector", "barents")
    forget_force(board, board.force("tf"))
    assert board.state.shadows == []


@rule("pq17", "6.3.5", "6.3.5b", "6.8.1")
@pytest.mark.parametrize(
    ("level", "others", "why", "after"),
    [
        (2, (), "range", 1),
        (1, (), "range", 0),
        (0, (), "range", None),
        (2, (UNIT,), "range", 2),
        (2, (), "scattered", 2),
        (None, (), "range", None),
    ],
)
def test_6_3_5_the_id_of_what_nothing_follows_any_longer_falls(level: Any, others: Any, why: Any, after: Any) -> None:
    board = convoy_followed(PACK, *others, level=level)
    target, block = board.force("pq"), board.force("pq").block
    shadowing.end_shadowing(board, target, PACK, why)
    assert target.level == after
    assert board.state.shadows == list(others)
    assert [one for one in heard(board, "allied") if isinstance(one, ShadowEnded)] == [
        ShadowEnded("axis", "wolfpack", OPEN, block, why, force="pq")
    ]
    assert [one for one in heard(board, "axis") if isinstance(one, ShadowEnded)] == [
        ShadowEnded("axis", "wolfpack", OPEN, block, why, who="u")
    ]


@rule("pq17", "6.3.5", "6.3.1a")
def test_6_3_5_aircraft_that_give_up_go_home() -> None:
    board = convoy_followed(UNIT)
    shadowing.end_shadowing(board, board.force("pq"), UNIT, "range")
    assert (board.state.air[0].mission, board.state.air[0].at) == ("", "")


@rule("pq17", "6.3.5", "9.2.3", "9.2.5")
@pytest.mark.parametrize(
    ("sky", "flies", "works"),
    [("fair", True, True), ("storm", True, True), ("fog", False, True), ("gale", False, False)],
)
def test_6_3_5_weather_ends_what_cannot_fly_in_it(sky: Any, flies: bool, works: bool) -> None:
    board = convoy_followed(UNIT, PACK, SECTOR, sky=sky)
    shadowing.end_grounded_shadowing(board)
    assert [one.by for one in board.state.shadows] == ["aircraft"] * flies + ["wolfpack"] + ["sector"] * works
    assert {one.why for one in heard(board, "axis") if isinstance(one, ShadowEnded)} <= {"weather"}


@rule("pq17", "6.3.5")
@pytest.mark.parametrize(("name", "why"), [("pq", "gone"), ("u", "released")])
def test_6_3_5_who_leaves_the_map_follows_and_is_followed_no_more(name: str, why: str) -> None:
    other = Shadow("other", "aircraft", "x")
    board = convoy_followed(PACK, other, phase=Phase("axis"))
    shadowing.forget_force(board, board.force(name))
    assert board.state.shadows == [other]
    assert [one.why for one in heard(board, "axis") if isinstance(one, ShadowEnded)] == [why]


@rule("pq17", "6.3.5", "6.3.1")
def test_6_3_5_what_lost_its_target_by_a_failed_search_does_not_begin_again_at_once() -> None:
    """The card shows nothing: what followed goes home, and the level falls (6.3.5b)."""
    board = identified_before()
    board.state.air = [AirUnit("fw_200", 1, id="condor", base="vaernes", mission="shadow", at=OPEN)]
    board.state.shadows = [Shadow("pq", "aircraft", "condor")]
    play(search(board), cards=[a_card("both", "-", submarine=False)])
    assert (board.state.shadows, board.force("pq").level, offered(board)) == ([], 1, ())


@rule("pq17", "6.3.5")
def test_6_3_5_a_base_with_interceptors_and_a_port_end_it() -> None:
    board = followed_in_sector("sector", "barents")
    board.step(board.force("tf"), "0714")
    went_along(board, board.force("tf"))
    assert board.state.shadows, "the base must be of the target's own side"
    board = followed_in_sector("sector", "barents")
    end_in_port(board, board.force("tf"))
    assert board.state.shadows == []


@rule("pq17", "6.3.5", "5.4")
def test_6_3_5_a_sector_follows_to_its_border() -> None:
    board = followed_in_sector("sector", "barents")
    board.step(board.force("tf"), "0711")
    went_along(board, board.force("tf"))
    assert board.state.shadows
    board.step(board.force("tf"), "0309")
    went_along(board, board.force("tf"))
    assert board.state.shadows == []


@rule("pq17", "6.3.5")
@pytest.mark.parametrize(
    ("by", "who", "weather", "goes_on"),
    [
        ("aircraft", "he", "storm", True),
        ("aircraft", "he", "fog", False),
        ("sector", "barents", "fog", True),
        ("sector", "barents", "gale", False),
        ("wolfpack", "pack", "gale", True),
    ],
)
def test_6_3_5_weather_ends_it(by: str, who: str, weather: WeatherKind, goes_on: bool) -> None:
    board = followed_in_sector(by, who, sky=Sky(kind=weather))
    board.state.air = [AirUnit("he_115", 1, id="he", base="tromso", mission="shadow", at=INSIDE)]
    end_grounded_shadowing(board)
    assert bool(board.state.shadows) is goes_on


@rule("pq17", "6.3.5", "6.2.1f")
def test_6_3_5_a_search_that_fails_ends_it() -> None:
    board = followed_in_sector("sector", "barents")
    board.force("tf").level = 0
    play(search(board), cards=[a_card("air", "-")])
    assert board.state.shadows == []
    assert board.force("tf").level is None
    ended = [event for event in heard(board, "allied") if isinstance(event, ShadowEnded)]
    assert [(event.why, event.force, event.who) for event in ended] == [("lost", "tf", "")]


@rule("pq17", "6.3.5", "7.0e", "5.1.1a")
def test_6_3_5_aircraft_that_shadowed_a_wreck_go_home_when_she_is_scuttled() -> None:
    """Nobody is there to tow her; the flying boat is free for another mission."""
    wreck = force("x", "axis", "task_force", OPEN)
    wreck.counters = read_counters("lutzow 0+dead")
    unit = AirUnit("catalina", 1, id="cat", base="akureyri", mission="shadow", at=OPEN)
    board = phase(arctic(wreck, air=[unit], shadows=[Shadow("x", "aircraft", "cat")]), "allied")
    board.identify(wreck, 2)
    tow_or_sink(board)
    assert (board.state.forces, board.state.shadows, unit.mission, unit.at) == ([], [], "", "")


@rule("pq17", "6.3.5", "7.8a", "10.2.6")
@pytest.mark.parametrize(
    ("how", "room", "kept"),
    [("sunk", False, False), ("sunk", True, True), ("ice", False, False), ("weather", True, False)],
)
def test_6_3_5_aircraft_that_shadow_when_their_carrier_is_gone(how: str, room: bool, kept: bool) -> None:
    """Another carrier in the hex takes them in after a fight, and they go on; else the target is followed no more."""
    home = force("v", "allied", "task_force", OPEN, "victorious", "kent")
    other = force("o", "allied", "task_force", OPEN, "avenger")
    target = force("t", "axis", "task_force", "0309", "tirpitz")
    unit = AirUnit("albacore", 1, id="a", base="victorious", mission="shadow", at="0309")
    board = phase(arctic(home, target, *([other] if room else []), air=[unit]), "axis")
    board.identify(target, 2)
    board.state.shadows = [Shadow("t", "aircraft", "a")]
    before = strength_by_ship(BOX, home)
    if how == "ice":
        play(
            remove_damaged_ships(
                board, home, [next(one for one in BOX.cards.values() if one.damage.heavy)], whole=False, key="k"
            )
        )
    else:
        home.counters.pop(0)
    if how == "sunk":
        play(settle_losses(board, home, before, key="k"))
    if how == "weather":
        _damaged(board, home, ["victorious"])
    end_grounded_shadowing(board)
    assert (bool(board.state.shadows), target.level) == (kept, 2 if kept else 1)
    assert [one.base for one in board.state.air] == (["avenger"] if kept else [])


@rule("pq17", "6.3.5", "6.3.1", "6.3.2")
def test_6_3_5_bases_with_interceptors_end_shadowing_from_the_air_alone() -> None:
    """A convoy that comes next to Murmansk: the pack goes on, the Barents sector and a Fw 200 of Banak turn back."""
    convoy = force("c", "allied", "convoy", "0616", "mv 9", "dd_a_i 2", plan=Plan(0, ("0717",), "murmansk"))
    board = table(convoy, force("u", "axis", "wolfpack", "0616", "ss_german 2"))
    board.state.air = [AirUnit("fw_200", 1, id="condor", base="banak", mission="shadow", at="0616")]
    board.identify(convoy, 2)
    board.state.shadows = [
        Shadow("c", "aircraft", "condor"), Shadow("c", "sector", "barents"), Shadow("c", "wolfpack", "u"),
    ]  # fmt: skip
    month = board.operation.month
    assert [board.box.has_interceptors("allied", at, month) for at in ("0616", "0717")] == [False, True]
    moved(board)
    assert (convoy.at, board.force("u").at, convoy.level) == ("0717", "0717", 2)
    assert [one.by for one in board.state.shadows] == ["wolfpack"]
    assert {one.why for one in heard(board, "axis") if isinstance(one, ShadowEnded)} == {"base"}


@rule("pq17", "6.3.5", "9.5", "13.4")
@pytest.mark.parametrize(("until", "side", "kept"), [(9, "allied", True), (9, "axis", False), (10, "axis", True)])
def test_6_3_5_who_shadows_in_local_weather_that_is_over_gives_up(until: int, side: Any, kept: bool) -> None:
    """A gale, and fair weather over North Norway that holds in the Allied phase of its last turn alone."""
    prey = force("c", "allied", "convoy", "0611", "mv 5")
    board = table(prey, sky=Sky("gale", local={"norway": ("fair", until)}))
    board.identify(prey, 2)
    board.state.air = [AirUnit("bv_138", 1, id="bv", base="tromso", mission="shadow", at="0611")]
    board.state.shadows = [Shadow("c", "aircraft", "bv")]
    board.state.phase = Phase(side=side)
    play(event(board), dice=[(3, 4)])
    assert (bool(board.state.shadows), prey.level) == (kept, 2 if kept else 1)
    assert board.state.air[0].mission == ("shadow" if kept else "")
    for seat in ("allied", "axis"):
        ended = [told for told in heard(board, seat) if isinstance(told, ShadowEnded)]
        assert [told.why for told in ended] == ([] if kept else ["weather"])


@rule("pq17", "6.3.5", "5.1.4")
@pytest.mark.parametrize(("by", "who"), [("wolfpack", "pack"), ("radius", "radius"), ("aircraft", "condor")])
def test_6_3_5_the_hex_of_a_port_ends_it(by: str, who: str) -> None:
    target = convoy_named("0404")
    board = followed_by(target, by, who, three_boats("0404"))
    board.state.air = [AirUnit("fw_200", 1, id="condor", base="vaernes", mission="shadow", at="0404")]
    target.plan, target.convoy.destinations = Plan(0, ("0504",), "reykjavik"), ("reykjavik",)
    moved(board)
    assert (target.at, target.port, board.state.shadows, why_ended(board)) == ("0504", "", [], ["port"])
    assert (board.force("pack").at, target.level) == ("0404", 1)
    assert board.state.air[0].mission == ("" if by == "aircraft" else "shadow")


@rule("pq17", "6.3.5", "5.1.4")
def test_6_3_5_cruisers_do_not_follow_into_a_german_port() -> None:
    target = force("t", "axis", "task_force", "0812", "tirpitz", plan=Plan(0, ("0813",), pace="slow"))
    board = followed_by(target, "task_force", "kent", force("kent", "allied", "task_force", "0812", "kent"))
    moved(board, side="axis")
    assert (target.at, board.force("kent").at, board.state.shadows) == ("0813", "0812", [])


@rule("pq17", "6.3.5", "9.2.3", "9.2.4", "9.2.5")
@pytest.mark.parametrize(
    ("unit", "base", "goes_on"),
    [
        ("bv_138", "tromso", {"fair", "reduced", "storm"}),
        ("albacore", "victorious", {"fair", "reduced"}),
    ],
)
@pytest.mark.parametrize("weather", ["fair", "reduced", "fog", "storm", "gale"])
def test_6_3_5_weather_that_grounds_a_shadowing_unit(
    unit: str, base: str, goes_on: set[str], weather: WeatherKind
) -> None:
    side = "axis" if unit == "albacore" else "allied"
    ship = "lutzow" if side == "axis" else "norfolk"
    board = followed_by(force("t", side, "task_force", "0610", ship), "aircraft", "u")
    board.place(force("home", "allied", "task_force", "0611", "victorious"))
    board.state.air = [AirUnit(unit, 1, id="u", base=base, mission="shadow", at="0610")]
    board.state.sky = Sky(weather)
    end_grounded_shadowing(board)
    assert bool(board.state.shadows) is (weather in goes_on)


@rule("pq17", "6.3.5a")
@pytest.mark.parametrize(("word", "left"), [("yes", 0), ("no", 2)])
def test_6_3_5a_shadowers_give_up_by_instruction(word: Any, left: int) -> None:
    board = convoy_followed(
        PACK, UNIT, instructions={"axis": Instructions(releases=word), "allied": Instructions(releases="yes")}
    )
    shadowing.release_target(board, board.force("pq"))
    assert len(board.state.shadows) == left


@rule("pq17", "6.3.5a")
def test_6_3_5a_the_shadower_gives_up() -> None:
    board = followed_in_sector("sector", "barents")
    release_target(board, board.force("tf"))
    assert board.state.shadows
    board.state.instructions["axis"] = Instructions(releases="yes")
    release_target(board, board.force("tf"))
    assert board.state.shadows == []


@rule("pq17", "6.3.5a", "6.3.5b")
@pytest.mark.parametrize(("releases", "left"), [("yes", 0), ("no", 1)])
def test_6_3_5a_shadowers_are_released_before_a_move_and_no_dummy_comes_where_it_begins(
    releases: Any, left: int
) -> None:
    """6.3.5b On its own move the dummy comes where the force stops."""
    board = arctic(
        force("t", "allied", "task_force", OPEN, "london", level=0),
        shadows=[Shadow("t", "sector", "barents")],
        instructions={"axis": Instructions(releases=releases), "allied": Instructions(decoys="yes")},
    )
    board.state.phase = Phase("allied")
    shadowing.release_target(board, board.force("t"))
    assert len(board.state.shadows) == left
    assert not any(one.is_dummy for one in board.state.forces)


@rule("pq17", "6.3.5a", "6.3.5b", "6.6")
@pytest.mark.parametrize(("releases", "level"), [("yes", 1), ("no", 3)])
def test_6_3_5a_who_is_released_before_it_moves_is_not_shadowed_as_it_moves(releases: Any, level: int) -> None:
    """One level for the end of it, as by weather or a failed search, and one for the way."""
    convoy = force("c", "allied", "convoy", "0410", "mv 9", "dd_a_i 2", plan=Plan(0, ("0411",), "murmansk"))
    board = table(convoy, force("u", "axis", "wolfpack", "0410", "ss_german 2"))
    board.identify(convoy, 3)
    board.state.shadows = [Shadow("c", "wolfpack", "u")]
    board.state.instructions["axis"] = Instructions(releases=releases)
    moved(board)
    assert (convoy.at, convoy.level) == ("0411", level)


@rule("pq17", "6.3.5a")
@pytest.mark.parametrize(("releases", "at"), [("yes", "0410"), ("no", "0411")])
def test_6_3_5a_a_shadower_gives_up_before_its_target_moves(releases: Any, at: str) -> None:
    target = convoy_named()
    target.plan = Plan(0, ("0411", "0412"), "murmansk")
    board = followed_by(target, "wolfpack", "pack", three_boats())
    board.state.instructions["axis"] = Instructions(releases=releases)
    moved(board)
    assert board.force("pack").at == at
    assert target.level == (0 if releases == "yes" else 2), "one for the end (6.3.5b), one for the way (6.6)"


@rule("pq17", "6.3.5b", position="PP61")
def test_6_3_5b_the_end_of_shadowing() -> None:
    assert level_after_shadowing(2) == 1
    assert level_after_shadowing(1) == 0
    assert level_after_shadowing(0) is None


@rule("pq17", "6.3.5b", "1.3a")
@pytest.mark.parametrize("decoys", ["yes", "no"])
@pytest.mark.parametrize("level", [0, 1])
def test_6_3_5b_who_the_weather_frees_at_id_0_has_a_dummy_if_that_stands_ordered(level: int, decoys: str) -> None:
    """Gale grounds the seaplane: ID 1 falls to 0 and the block stays up; ID 0 stands up, and a dummy may come."""
    board = cruiser_followed(level, decoys)
    board.state.sky = Sky("gale")
    end_grounded_shadowing(board)
    comes = level == 0 and decoys == "yes"
    assert dummies_at(board) == ([("allied", HEX)] if comes else [])
    assert board.force("t").level == (None if level == 0 else 0)
    if comes:
        assert [one for one in heard(board, "axis") if isinstance(one, BlocksChanged)] == [
            BlocksChanged("allied", HEX, 1, 2)
        ]


@rule("pq17", "6.3.5b", "6.3.5", "6.2.1f")
@pytest.mark.parametrize("decoys", ["yes", "no"])
def test_6_3_5b_who_a_search_fails_to_find_again_has_one_and_nobody_is_asked(decoys: str) -> None:
    board = phase(cruiser_followed(0, decoys), "axis")
    played = play(search(board), cards=[a_card("air", "-")])
    assert (board.state.shadows, board.force("t").level) == ([], None)
    assert dummies_at(board) == ([("allied", HEX)] if decoys == "yes" else [])
    assert played.asked == []


@rule("pq17", "6.3.5b", "6.3.2")
def test_6_3_5b_who_is_let_go_in_the_enemys_combine_segment_has_one() -> None:
    """The shadowing cruiser joins a convoy, which follows nobody."""
    target = force("t", "axis", "task_force", "0410", "lutzow", level=0)
    convoy = force("pq", "allied", "convoy", "0410", "mv 9", "dd_a_i 2")
    board = cruiser_followed(0, "no", force("a", "allied", "task_force", "0410", "kent"), convoy, target=target)
    board.state.shadows, board.state.air = [Shadow("t", "task_force", "a")], []
    board.state.instructions["axis"] = Instructions(decoys="yes")
    play(combine_segment(phase(board, "allied", orders=(Combine(("a", "pq")),))))
    assert (board.state.shadows, dummies_at(board)) == ([], [("axis", "0410")])


@rule("pq17", "6.3.5b", "1.3a")
def test_6_3_5b_on_the_way_it_comes_once_and_where_the_force_stops() -> None:
    """5.3 A He 115 flies 3 hexes from Tromso (0711): 0608 is out of range. The force goes on to 0607."""
    target = force(
        "t", "allied", "task_force", "0609", "norfolk", level=0, plan=Plan(0, ("0608", "0607"), pace="cruise")
    )
    board = cruiser_followed(0, target=target)
    play(movement(phase(board, "allied")))
    assert (target.at, board.state.shadows) == ("0607", [])
    assert dummies_at(board) == [("allied", "0607")]


@rule("pq17", "6.3.5b")
def test_6_3_5b_the_enemy_hears_of_it_what_he_hears_of_one_that_was_ordered() -> None:
    told = []
    for decoys, orders in (("yes", ()), ("no", (Decoy("t"),))):
        target = force("t", "allied", "task_force", "0609", "norfolk", level=0)
        board = cruiser_followed(0, decoys, target=target)
        play(movement(phase(board, "allied", orders=(Move("t", ("0608", "0607")), *orders))))
        told.append((heard(board, "axis"), view(board, "axis"), view(board, "public")))
    assert told[0] == told[1]


@rule("pq17", "6.3.5b")
def test_6_3_5b_none_comes_beside_a_force_that_is_gone() -> None:
    board = cruiser_followed(0)
    forget_force(board, board.force("t"))
    assert (board.state.shadows, dummies_at(board)) == ([], [])


@rule("pq17", "6.3.5b")
@pytest.mark.parametrize(
    ("before", "now", "port", "ordered", "standing", "comes"),
    [
        (0, None, "", True, "no", True),
        (0, None, "", False, "yes", True),
        (0, None, "", False, "no", False),
        (None, None, "", True, "no", False),
        (0, 0, "", True, "no", False),
        (0, None, "reykjavik", True, "no", False),
    ],
)
def test_6_3_5b_who_shook_off_his_shadowers_has_a_dummy_beside_him_if_ordered(
    before: int | None, now: int | None, port: str, ordered: bool, standing: Any, comes: bool
) -> None:
    one = force("t", "allied", "task_force", "0504", "london", port=port, level=now)
    board = arctic(one, instructions={"allied": Instructions(decoys=standing)})
    board.state.phase = Phase("allied", orders=(Decoy("t"),) * ordered)
    _escaped(board, one, before, set())
    assert any(other.is_dummy for other in board.state.forces) is comes


@rule("pq17", "6.3.5b", "1.3a")
@pytest.mark.parametrize(("level", "dummies"), [(0, 1), (1, 0)])
def test_6_3_5b_who_shakes_off_his_shadower_at_id_0_may_have_a_dummy(level: int, dummies: int) -> None:
    target = force("t", "allied", "task_force", "0610", "norfolk", level=level, plan=Plan(0, ("0609",), pace="slow"))
    board = followed_by(target, "aircraft", "he")
    board.state.air = [AirUnit("he_115", 1, id="he", base="tromso", mission="shadow", at="0610")]
    moved(board, Decoy("t"))
    assert board.state.shadows == []
    assert sum(one.is_dummy for one in board.state.forces) == dummies
    assert all(one.at == target.at for one in board.state.forces)
    assert target.level == (None if level == 0 else 0)
