"""14.11 How the Allies aim and fire."""

import pytest

from games.kernel.requests import Draw
from games.titles.goeben.box.charts import Target
from games.titles.goeben.rules.battle.allied import take_aim
from games.titles.goeben.table.events import battle as told
from games.titles.goeben.table.state import Battle, Damage, Foe
from tests.titles.goeben.box import BOX
from tests.titles.goeben.fights import SEA, battle_sea, fight, misses
from tests.titles.goeben.laid_out import Played, at_sea, play

rule = pytest.mark.rule

FIRST = (6,)
QUIET = "+ammunition=0"


def aims(played: Played) -> list[tuple[str, str, str]]:
    """Who fired which battery at whom."""
    return [(event.ship, event.battery, event.target) for event in played.told(told.Fired)]


@rule("goeben", "14.11")
@rule("goeben", "T.priority")
def test_great_ships_fire_at_great_ships_and_small_ones_at_small_ones() -> None:
    """G18: the battlecruiser at Goeben, the destroyers at Breslau."""
    sea = battle_sea("gb_dd_1 gb_bc_1", goeben=QUIET, breslau=SEA + QUIET)
    dice = [FIRST, misses(4), misses(4), misses(1), misses(2), misses(1), misses(3)]
    assert aims(fight(sea, dice=dice)) == [
        ("gb_bc_1", "primary", "goeben"),
        ("gb_bc_1", "secondary", "goeben"), ("gb_dd_1", "secondary", "breslau"),
        ("gb_dd_1", "tertiary", "breslau"),
        ("gb_bc_1", "torpedo", "goeben"), ("gb_dd_1", "torpedo", "breslau"),
    ]  # fmt: skip


PRIORITIES: dict[str, tuple[Target, ...]] = {
    "gb_bc_1": ("bb", "bc", "b", "ca", "cl", "dd"),
    "gb_ca_1": ("ca", "cl", "dd", "b", "bc", "bb"),
    "fr_cp_1": ("ca", "cl", "dd", "b", "bc", "bb"),
    "gb_lc_1": ("dd", "cl", "ca", "b", "bc", "bb"),
    "gb_dd_1": ("dd", "cl", "ca", "b", "bc", "bb"),
    "fr_convoy_1": ("dd", "cl", "ca", "b", "bc", "bb"),
    "fort_1": ("bb", "bc", "b", "ca", "cl", "dd"),
}
TARGETS = {"bb": "ah_bb_1", "bc": "goeben", "b": "ah_b_1", "ca": "ah_ca_1", "cl": "breslau", "dd": "ah_dd_1"}


@rule("goeben", "T.priority")
@rule("goeben", "14.11")
@pytest.mark.parametrize(("foe", "order"), PRIORITIES.items())
def test_the_targets_of_each_class_in_their_order(foe: str, order: tuple[str, ...]) -> None:
    left = list(order)
    while left:
        there = {TARGETS[one] for one in left}
        sea = at_sea(goeben=SEA, breslau=SEA)
        ships = [str(name) for name in ("goeben", "breslau") if name in there]
        allies = {one.id: Damage() for one in sea.state.consorts if one.id in there}
        sea.state.battle = Battle(SEA, ships=ships, consorts=allies, foes=[Foe(foe)])
        play(sea, take_aim(sea, sea.state.battle.foes[0]))
        assert sea.state.battle.foes[0].target == TARGETS[left.pop(0)]


@rule("goeben", "14.11")
def test_among_equals_the_target_is_drawn_and_kept() -> None:
    foes = "gb_bc_1"
    sea = battle_sea(foes, goeben=QUIET, scenario="captains_four", moltke=SEA + QUIET)
    played = fight(sea, dice=[FIRST, misses(4), misses(4), misses(1)], draws=[(1,)])
    assert aims(played) == [(foes, battery, "moltke") for battery in ("primary", "secondary", "torpedo")]


@rule("goeben", "14.11")
def test_all_see_whom_the_lot_has_found() -> None:
    sea = at_sea("captains_four", goeben=SEA, moltke=SEA)
    sea.state.battle = Battle(SEA, ships=["goeben", "moltke"], foes=[Foe("gb_bc_1")])
    request = take_aim(sea, sea.state.battle.foes[0]).send(None)
    assert request == Draw(("goeben", "moltke"), 1, "aim.1", "14.11", open=True)


@rule("goeben", "14.11")
def test_a_new_target_is_found_when_the_old_one_is_sunk() -> None:
    sea = battle_sea("gb_ca_3", goeben=QUIET, breslau=f"{SEA}{QUIET}+hull=1")
    played = fight(sea, dice=[FIRST, (6, 1, 1), (3,), misses(3), misses(3), misses(1)])
    assert [target for _, _, target in aims(played)] == ["breslau", "goeben", "goeben", "goeben"]


@rule("goeben", "14.11")
def test_the_british_fire_before_the_french_and_the_largest_first() -> None:
    sea = battle_sea("fr_ca_1 gb_dd_1 gb_ca_3 fr_dd_1", goeben=f"{QUIET}+leadership=6")
    dice = [
        FIRST,
        misses(3),
        misses(3), misses(1), misses(4), misses(1),
        misses(3), misses(2), misses(3), misses(2),
        misses(1), misses(3), misses(1), misses(3),
    ]  # fmt: skip
    ships = [ship for ship, battery, _ in aims(fight(sea, dice=dice)) if battery == "secondary"]
    assert ships == ["gb_ca_3", "gb_dd_1", "fr_ca_1", "fr_dd_1"]


@rule("goeben", "14.11")
def test_ships_of_one_nation_fire_at_the_same_time() -> None:
    """Both cruisers have fired at Breslau before she goes down; the French then find Goeben."""
    sea = battle_sea("gb_ca_3 gb_ca_4 fr_ca_1", goeben=f"{QUIET}+leadership=6", breslau=f"{SEA}{QUIET}+hull=1")
    dice = [
        FIRST,
        (6, 1, 1), (6, 1, 1), (3,),
        misses(3), misses(3), misses(4),
        misses(3), misses(3), misses(3),
        misses(1), misses(1), misses(1),
    ]  # fmt: skip
    assert aims(fight(sea, dice=dice))[:5] == [
        ("gb_ca_3", "primary", "breslau"), ("gb_ca_4", "primary", "breslau"),
        ("gb_ca_3", "secondary", "goeben"), ("gb_ca_4", "secondary", "goeben"), ("fr_ca_1", "secondary", "goeben"),
    ]  # fmt: skip


@rule("goeben", "14.11")
@pytest.mark.parametrize("foe", ["gb_bc_1", "gb_ca_2", "gb_lc_4", "gb_dd_1"])
def test_the_allies_roll_for_their_guns_alone(foe: str) -> None:
    """Neither leadership nor armour counts."""
    readout = BOX.allied[foe]
    counts = (readout.primary, readout.secondary, readout.tertiary, readout.torpedoes)
    played = fight(battle_sea(foe, goeben=QUIET), dice=[FIRST, *(misses(count) for count in counts if count)])
    assert [len(event.dice) for event in played.told(told.Fired)] == [count for count in counts if count]
