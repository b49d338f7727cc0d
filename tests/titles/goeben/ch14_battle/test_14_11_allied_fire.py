"""Allied fire and its targets (14.11, priority chart)."""

import pytest

from games.kernel.requests import Draw
from games.titles.goeben.components.charts import Target
from games.titles.goeben.rules.battle.allied import allied_salvo, take_aim
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.state import Battle, Damage, Foe
from tests.titles.goeben.box import BOX
from tests.titles.goeben.fights import SEA, battle_board, fight, misses, shots
from tests.titles.goeben.laid_out import Played, at_sea, play

rule = pytest.mark.rule
CHARTS = BOX.charts
FIRST = (6,)
NO_GUNS = "+ammunition=0"


def aims(played: Played) -> list[tuple[str, str, str]]:
    """Who fired which battery at whom."""
    return [(event.ship, event.battery, event.target) for event in played.told(told.Fired)]


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


def _allied_only(board: Board) -> Played:
    """One Allied salvo, all missing."""
    (foe,) = board.enemies_at(SEA)
    readout = BOX.allied[foe]
    names = [ship.id for ship in board.ships_at(SEA)]
    consorts = {one.id: Damage() for one in board.consorts_at(SEA)}
    board.state.battle = Battle(SEA, ships=names, consorts=consorts, foes=[Foe(foe)], first="allied")
    return play(board, allied_salvo(board, ("secondary",)), dice=[misses(readout.secondary)])


MUTE = "+ammunition=0+torpedoes=0"
"""A ship that cannot fire."""


# --- 14.11 fire


@rule("goeben", "14.11")
def test_firing_order() -> None:
    assert CHARTS.firing.nations == ("britain", "france")
    assert CHARTS.firing.classes == ("bb", "bc", "b", "ca", "cp", "cl", "dd", "convoy")


@rule("goeben", "14.11")
@rule("goeben", "T.priority")
def test_great_ships_fire_at_great_ships_and_small_ones_at_small_ones() -> None:
    """The battlecruiser at Goeben, the destroyers at Breslau."""
    board = battle_board("gb_dd_1 gb_bc_1", goeben=NO_GUNS, breslau=SEA + NO_GUNS)
    dice = [FIRST, misses(4), misses(4), misses(1), misses(2), misses(1), misses(3)]
    assert aims(fight(board, dice=dice)) == [
        ("gb_bc_1", "primary", "goeben"),
        ("gb_bc_1", "secondary", "goeben"), ("gb_dd_1", "secondary", "breslau"),
        ("gb_dd_1", "tertiary", "breslau"),
        ("gb_bc_1", "torpedo", "goeben"), ("gb_dd_1", "torpedo", "breslau"),
    ]  # fmt: skip


@rule("goeben", "T.priority")
@rule("goeben", "14.11")
@pytest.mark.parametrize(("foe", "order"), PRIORITIES.items())
def test_the_targets_of_each_class_in_their_order(foe: str, order: tuple[str, ...]) -> None:
    left = list(order)
    while left:
        there = {TARGETS[one] for one in left}
        board = at_sea(goeben=SEA, breslau=SEA)
        ships = [str(name) for name in ("goeben", "breslau") if name in there]
        allies = {one.id: Damage() for one in board.state.consorts if one.id in there}
        board.state.battle = Battle(SEA, ships=ships, consorts=allies, foes=[Foe(foe)])
        play(board, take_aim(board, board.state.battle.foes[0]))
        assert board.state.battle.foes[0].target == TARGETS[left.pop(0)]


@rule("goeben", "14.11")
def test_among_equals_the_target_is_drawn_and_kept() -> None:
    foes = "gb_bc_1"
    board = battle_board(foes, goeben=NO_GUNS, scenario="captains_four", moltke=SEA + NO_GUNS)
    played = fight(board, dice=[FIRST, misses(4), misses(4), misses(1)], draws=[(1,)])
    assert aims(played) == [(foes, battery, "moltke") for battery in ("primary", "secondary", "torpedo")]


@rule("goeben", "14.11")
def test_all_see_whom_the_lot_has_found() -> None:
    board = at_sea("captains_four", goeben=SEA, moltke=SEA)
    board.state.battle = Battle(SEA, ships=["goeben", "moltke"], foes=[Foe("gb_bc_1")])
    request = take_aim(board, board.state.battle.foes[0]).send(None)
    assert request == Draw(("goeben", "moltke"), 1, "aim.1", "14.11", is_open=True)


@rule("goeben", "14.11")
def test_a_new_target_is_found_when_the_old_one_is_sunk() -> None:
    board = battle_board("gb_ca_3", goeben=NO_GUNS, breslau=f"{SEA}{NO_GUNS}+hull=1")
    played = fight(board, dice=[FIRST, (6, 1, 1), (3,), misses(3), misses(3), misses(1)])
    assert [target for _, _, target in aims(played)] == ["breslau", "goeben", "goeben", "goeben"]


@rule("goeben", "14.11")
def test_the_british_fire_before_the_french_and_the_largest_first() -> None:
    board = battle_board("fr_ca_1 gb_dd_1 gb_ca_3 fr_dd_1", goeben=f"{NO_GUNS}+leadership=6")
    dice = [
        FIRST,
        misses(3),
        misses(3), misses(1), misses(4), misses(1),
        misses(3), misses(2), misses(3), misses(2),
        misses(1), misses(3), misses(1), misses(3),
    ]  # fmt: skip
    ships = [ship for ship, battery, _ in aims(fight(board, dice=dice)) if battery == "secondary"]
    assert ships == ["gb_ca_3", "gb_dd_1", "fr_ca_1", "fr_dd_1"]


@rule("goeben", "14.11")
def test_ships_of_one_nation_fire_at_the_same_time() -> None:
    """Both cruisers have fired at Breslau before she goes down; the French then find Goeben."""
    board = battle_board("gb_ca_3 gb_ca_4 fr_ca_1", goeben=f"{NO_GUNS}+leadership=6", breslau=f"{SEA}{NO_GUNS}+hull=1")
    dice = [
        FIRST,
        (6, 1, 1), (6, 1, 1), (3,),
        misses(3), misses(3), misses(4),
        misses(3), misses(3), misses(3),
        misses(1), misses(1), misses(1),
    ]  # fmt: skip
    assert aims(fight(board, dice=dice))[:5] == [
        ("gb_ca_3", "primary", "breslau"), ("gb_ca_4", "primary", "breslau"),
        ("gb_ca_3", "secondary", "goeben"), ("gb_ca_4", "secondary", "goeben"), ("fr_ca_1", "secondary", "goeben"),
    ]  # fmt: skip


@rule("goeben", "14.11")
@pytest.mark.parametrize("foe", ["gb_bc_1", "gb_ca_2", "gb_lc_4", "gb_dd_1"])
def test_the_allies_roll_for_their_guns_alone(foe: str) -> None:
    """Neither leadership nor armour counts."""
    readout = BOX.allied[foe]
    counts = (readout.primary, readout.secondary, readout.tertiary, readout.torpedoes)
    played = fight(battle_board(foe, goeben=NO_GUNS), dice=[FIRST, *(misses(count) for count in counts if count)])
    assert [len(event.dice) for event in played.told(told.Fired)] == [count for count in counts if count]


@rule("goeben", "14.11.1")
@rule("goeben", "T.priority")
@pytest.mark.parametrize(
    ("foe", "ships", "target"),
    [
        ("gb_bc_1", "goeben breslau", "goeben"), ("gb_dd_1", "goeben breslau", "breslau"),
        ("gb_ca_1", "goeben breslau", "breslau"), ("gb_lc_2", "goeben", "goeben"), ("gb_bc_1", "breslau", "breslau"),
        ("gb_bc_1", "goeben breslau ah_bb_1 ah_b_1", "ah_bb_1"), ("gb_ca_1", "breslau ah_ca_1 ah_dd_1", "ah_ca_1"),
        ("gb_dd_1", "breslau ah_ca_1 ah_dd_1", "ah_dd_1"), ("fr_convoy_1", "goeben breslau", "breslau"),
    ],
)  # fmt: skip
def test_whom_the_allies_aim_at(foe: str, ships: str, target: str) -> None:
    places = {name: SEA for name in ships.split() if name.startswith("ah")}
    board = battle_board(foe, goeben="", breslau="pola", doctrine="targets bc", **places)  # type: ignore[arg-type]
    for ship in board.state.ships:
        ship.at = SEA if ship.id in ships.split() else "pola"
    played = _allied_only(board)
    assert {shot[2] for shot in shots(played)} == {target}


@rule("goeben", "14.11.1")
def test_ships_of_a_nation_fire_at_once_the_french_after_the_british() -> None:
    """Two British cruisers have aimed at Breslau when she sinks; the French one, who fires later, at Goeben."""
    board = battle_board("gb_ca_1 gb_ca_2 fr_ca_1", at="galita", goeben=MUTE, breslau=f"galita+hull=1{MUTE}")
    dice = [
        (6,),
        (6, 1),
        misses(3),
        (3,),
        misses(3),
        misses(1),
        misses(4),
        misses(3),
        misses(4),
        misses(3),
        *[misses(1)] * 3,
    ]
    played = fight(board, dice=dice)
    fired = [(event.ship, event.battery, event.target) for event in played.told(told.Fired)]
    assert fired[:2] == [("gb_ca_1", "primary", "breslau"), ("gb_ca_2", "primary", "breslau")]
    assert {target for ship, _, target in fired if ship == "fr_ca_1"} == {"goeben"}


# --- priority chart


@rule("goeben", "T.priority")
def test_targeting_priority() -> None:
    large, middle, small = "bb bc b ca cl dd", "ca cl dd b bc bb", "dd cl ca b bc bb"
    assert {name: " ".join(targets) for name, targets in CHARTS.priority.items()} == {
        "bb": large, "bc": large, "b": large, "ca": middle, "cp": middle, "cl": small, "dd": small, "convoy": small,
        "fort": large,
    }  # fmt: skip
