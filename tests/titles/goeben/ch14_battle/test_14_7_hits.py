"""When hits take effect, and what they do (14.7, 14.13, hit tables)."""

import pytest

from games.titles.goeben.rules.battle.forces import guns, speed
from games.titles.goeben.rules.battle.forces import guns as worth
from games.titles.goeben.rules.battle.hits import leave, on_counter, on_german
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.state import Battle, Damage, Foe, Gone
from tests.titles.goeben.box import BOX
from tests.titles.goeben.fights import (
    SEA,
    battle_board,
    battle_ended,
    fight,
    first_foe,
    fought,
    in_battle,
    misses,
    shots,
)
from tests.titles.goeben.laid_out import Dice, Played, play

rule = pytest.mark.rule
CHARTS = BOX.charts
FOES = {"bc": "gb_bc_1", "ca": "gb_ca_1", "cp": "fr_cp_1", "cl": "gb_lc_1", "dd": "gb_dd_1", "convoy": "fr_convoy_1"}
GUNNERY, TORPEDO = BOX.charts.gunnery, BOX.charts.torpedo


def struck(dice: Dice, *, table: tuple[str, ...] = GUNNERY.german, hits: int = 1, goeben: str = "") -> dict[str, int]:
    """The tracks of Goeben that a hit changes, by how much."""
    board = in_battle(goeben=goeben)
    ship = board.ship("goeben")
    before = {track: getattr(ship, track) for track in ship.__struct_fields__}
    play(board, on_german(board, "goeben", table, hits), dice=dice)
    return {
        track: getattr(ship, track) - value
        for track, value in before.items()
        if isinstance(value, int) and not isinstance(value, bool) and getattr(ship, track) != value
    }


def counter(dice: Dice, *, table: tuple[str, ...] = GUNNERY.allied, foe: str = "gb_bc_1", hits: int = 1) -> Board:
    board = in_battle(foe)
    played = play(board, on_counter(board, foe, table, hits), dice=dice)
    assert isinstance(played, Played)
    leave(board)
    return board


FIRST = (6,)


# --- 14.7 order


@rule("goeben", "14.7")
@rule("goeben", "14.tables")
@pytest.mark.parametrize(
    ("dice", "changes"),
    [
        ([(1,)], {"primary": -1, "secondary": -1, "tertiary": -1}),
        ([(2,)], {"primary": -2, "secondary": -2, "tertiary": -2}),
        ([(3,)], {"hull": -1}),
        ([(4,)], {"engines": -1}),
        ([(5,), (1,)], {"leadership": -1}),
        ([(5,), (2,)], {}),
        ([(6,), (3,)], {"hull": -3, "engines": -3}),
    ],
)
def test_gunnery_hits_on_german_ships(dice: Dice, changes: dict[str, int]) -> None:
    assert struck(dice) == changes


@rule("goeben", "14.7")
def test_hits_on_a_ship_that_is_sunk_are_lost() -> None:
    assert struck([(3, 6, 6)], hits=3, goeben="+hull=1") == {"hull": -1}


@rule("goeben", "14.7")
def test_a_ship_withdraws_only_when_all_hits_are_resolved() -> None:
    """A magazine behind it still sinks her."""
    board = counter([(5, 6)], hits=2)
    assert first_foe(board).gone == "sunk"
    board = in_battle("gb_bc_1")
    play(board, on_counter(board, "gb_bc_1", GUNNERY.allied, 1), dice=[(5,)])
    assert first_foe(board).gone == "", "not before the salvo is over"


@rule("goeben", "14.7")
def test_a_ship_that_is_to_withdraw_may_be_hit_by_the_next() -> None:
    board = battle_board(
        "gb_lc_1 gb_lc_2", goeben="+secondary=0+tertiary=0", breslau=f"{SEA}+secondary=0", doctrine="targets cl"
    )
    board.ship("breslau").primary = 1
    dice = [(6,), (6, *misses(7)), (5,), (6, *misses(3)), (6,), misses(2), misses(1)]
    played = fight(board, dice=dice)
    assert [(event.ship, event.how) for event in played.told(told.ShipGone)] == [("gb_lc_1", "sunk")]


@rule("goeben", "14.7.1")
@rule("goeben", "14.14")
def test_the_allies_first_in_their_patrol_zone() -> None:
    board = battle_board(
        "gb_bc_2 gb_lc_2", at="malta_pz", breslau="malta_pz", alert=4, turn=4, doctrine="targets cl,bc"
    )  # fmt: skip
    dice = [
        (1,), (4,),  # contact; no break-off
        (6, 2, 2, 5), (6,), (2,), (6, 6, *misses(6)), (3, 3),  # heavy guns
        misses(4), (6, 1, 1, 1), (5,), misses(4),  # medium guns; she withdraws when both ships have fired
    ]  # fmt: skip
    played = fight(board, dice=dice)
    assert played.told(told.ContactRolled)[0].result == "ac1"
    goeben, breslau = board.ship("goeben"), board.ship("breslau")
    assert (goeben.hull, goeben.engines, goeben.ammunition, breslau.ammunition) == (10, 4, 5, 5)
    assert (board.state.vp, board.state.alert, goeben.leadership) == (6 + 6, 5, 4)
    assert "gb_bc_2" not in board.state.pool


# --- 14.13 damage of Allied ships


@rule("goeben", "14.13")
@rule("goeben", "17.1")
@pytest.mark.parametrize(("type_", "points"), [("bc", 6), ("ca", 3), ("cp", 2), ("cl", 2), ("dd", 1), ("convoy", 10)])
def test_damaged_ships_leave_for_points(type_: str, points: int) -> None:
    for foe in (Foe(FOES[type_], Damage(hull=1)), Foe(FOES[type_], gone="withdrawn")):
        board = fought(foe)
        battle_ended(board)
        assert board.state.vp == points
        assert board.state.gone[-1] == Gone(foe.id, "withdrawn" if foe.gone else "damaged", 1)
        assert foe.id not in board.state.pool


@rule("goeben", "14.13")
@rule("goeben", "17.1")
@pytest.mark.parametrize(("type_", "points"), [("bc", 18), ("ca", 9), ("cp", 6), ("cl", 6), ("dd", 3), ("convoy", 20)])
def test_sunk_ships_are_worth_more_and_once(type_: str, points: int) -> None:
    name = FOES[type_]
    board = battle_board(name, doctrine="targets bc")
    dice = {"bc": 6, "ca": 7, "cp": 8, "cl": 8, "dd": 9, "convoy": 7}[type_]
    fight(board, dice=[(6,), (6, *misses(dice - 1)), (6,)])
    assert board.state.vp == points
    assert Gone(name, "sunk", 1) in board.state.gone


@rule("goeben", "14.13")
@rule("goeben", "14.tables")
@pytest.mark.parametrize(
    ("table", "die", "damage", "gone"),
    [
        (GUNNERY.allied, 1, Damage(guns=1), ""), (GUNNERY.allied, 2, Damage(guns=1), ""),
        (GUNNERY.allied, 3, Damage(hull=1), ""), (GUNNERY.allied, 4, Damage(engines=1), ""),
        (GUNNERY.allied, 5, Damage(), "withdrawn"), (GUNNERY.allied, 6, Damage(), "sunk"),
        (TORPEDO.allied, 1, Damage(hull=1), ""), (TORPEDO.allied, 2, Damage(torpedoes=1), ""),
        (TORPEDO.allied, 3, Damage(engines=1), ""), (TORPEDO.allied, 4, Damage(engines=1), ""),
        (TORPEDO.allied, 5, Damage(), ""), (TORPEDO.allied, 6, Damage(), "sunk"),
    ],
)  # fmt: skip
def test_hits_on_allied_ships(table: tuple[str, ...], die: int, damage: Damage, gone: str) -> None:
    found = first_foe(counter([(die,)], table=table))
    assert (found.damage, found.gone) == (damage, gone)


@rule("goeben", "14.13")
@pytest.mark.parametrize(
    ("damage", "worth"),
    [
        (Damage(), (3, 1, 4, 1)), (Damage(guns=1), (2, 1, 2, 1)), (Damage(guns=2), (0, 0, 0, 1)),
        (Damage(engines=1), (3, 1, 4, 0)), (Damage(torpedoes=1), (3, 1, 4, 0)), (Damage(hull=1), (3, 1, 4, 1)),
    ],
)  # fmt: skip
def test_what_damage_leaves_of_guns_and_torpedoes(damage: Damage, worth: tuple[int, ...]) -> None:
    board = in_battle("gb_ca_2")
    first_foe(board).damage = damage
    batteries = ("primary", "secondary", "tertiary", "torpedo")
    assert tuple(guns(board, "gb_ca_2", battery) for battery in batteries) == worth  # type: ignore[arg-type]


@rule("goeben", "14.13")
@pytest.mark.parametrize(("engines", "left"), [(0, 4), (1, 1), (2, 0)])
def test_what_damage_leaves_of_speed(engines: int, left: int) -> None:
    assert speed(in_battle(), BOX.allied["gb_ca_1"], Damage(engines=engines)) == left


@rule("goeben", "14.13")
def test_damage_beyond_the_armour_sinks() -> None:
    """Armour 2; hull, guns and engines hit."""
    board = in_battle("gb_ca_1")
    play(board, on_counter(board, "gb_ca_1", GUNNERY.allied, 2), dice=[(3, 1)])
    assert first_foe(board).gone == ""
    play(board, on_counter(board, "gb_ca_1", GUNNERY.allied, 1), dice=[(4,)])
    assert first_foe(board).gone == "sunk"
    assert board.state.vp == 9


@rule("goeben", "14.13.1")
@rule("goeben", "14.13.3")
@pytest.mark.parametrize(
    ("foe", "table", "vp", "fate"),
    [
        ("gb_dd_1", (3,), 3, "sunk"), ("gb_dd_1", (5,), 1, "withdrawn"), ("gb_lc_2", (5,), 2, "withdrawn"),
        ("gb_ca_1", (5, 3, 3, 3), 9, "sunk"), ("gb_ca_1", (5, 3, 3), 3, "withdrawn"), ("gb_bc_1", (6,), 18, "sunk"),
        ("gb_bc_1", (5,), 6, "withdrawn"), ("gb_bc_1", (3, 3, 3, 3), 18, "sunk"),
    ],
)  # fmt: skip
def test_points_are_scored_once_a_ship(foe: str, table: tuple[int, ...], vp: int, fate: str) -> None:
    board = battle_board(foe, goeben="+secondary=0+tertiary=0+torpedoes=0")
    count = {"dd": 9, "cl": 8, "ca": 7, "bc": 6}[BOX.allied[foe].type]
    hits = (*[6] * len(table), *misses(count - len(table)))
    fight(board, dice=[FIRST, hits, table])
    assert board.state.vp == vp
    assert [gone.how for gone in board.state.gone if gone.id == foe] == [fate]


@rule("goeben", "14.13.2")
@pytest.mark.parametrize(
    ("hits", "guns", "pace", "torpedoes"),
    [(Damage(guns=1), [1, 2, 2], 4, 1), (Damage(guns=2), [0, 0, 0], 4, 1), (Damage(engines=1), [2, 3, 3], 1, 0),
     (Damage(engines=2), [2, 3, 3], 0, 0), (Damage(hull=2), [2, 3, 3], 4, 1)],
)  # fmt: skip
def test_what_damage_does_to_an_allied_ship(hits: Damage, guns: list[int], pace: int, torpedoes: int) -> None:
    board = battle_board("gb_ca_1")
    board.state.battle = Battle(SEA, ships=["goeben"], foes=[Foe("gb_ca_1", hits)])
    assert [worth(board, "gb_ca_1", battery) for battery in ("primary", "secondary", "tertiary")] == guns
    assert worth(board, "gb_ca_1", "torpedo") == torpedoes
    assert speed(board, BOX.allied["gb_ca_1"], hits) == pace


@rule("goeben", "14.13.4")
def test_a_damaged_ship_leaves_the_scenario_and_scores_her_class() -> None:
    board = battle_board("gb_ca_1", goeben="+secondary=0+tertiary=0+torpedoes=0")
    fight(board, dice=[FIRST, (6, 6, *misses(5)), (3, 4), misses(2), misses(3), misses(3)])
    assert (board.state.vp, "gb_ca_1" in board.state.pool) == (3, False)
    assert [gone.how for gone in board.state.gone if gone.id == "gb_ca_1"] == ["damaged"]


# --- hit tables


@rule("goeben", "14.tables")
def test_hit_tables() -> None:
    gunnery, torpedo, shore = CHARTS.gunnery, CHARTS.torpedo, CHARTS.shore
    assert (gunnery.hits, torpedo.hits, torpedo.netted, shore.hits) == (6, 5, 6, 4)
    assert gunnery.german == ("guns_1", "guns_2", "hull_1", "engines_1", "bridge", "critical")
    assert gunnery.allied == ("guns", "guns", "hull", "engines", "withdraws", "magazine")
    assert torpedo.german == ("hull_1", "hull_2", "engines_1", "engines_2", "dud", "critical")
    assert torpedo.allied == ("hull", "torpedoes", "engines", "engines", "dud", "magazine")
    assert shore.port == ("outcry", "none", "morale", "morale", "fort", "fort")
    assert shore.base == ("outcry", "none", "none", "morale", "fort", "magazine")


@rule("goeben", "14.tables")
@pytest.mark.parametrize(
    ("dice", "changes"),
    [
        ([(1,)], {"hull": -1}),
        ([(2,)], {"hull": -2}),
        ([(3,)], {"engines": -1}),
        ([(4,)], {"engines": -2}),
        ([(5,)], {}),
        ([(6,), (2,)], {"hull": -2, "engines": -2}),
    ],
)
def test_torpedo_hits_on_german_ships(dice: Dice, changes: dict[str, int]) -> None:
    assert struck(dice, table=TORPEDO.german) == changes


@rule("goeben", "14.tables.1")
def test_no_hit_touches_the_torpedo_tubes() -> None:
    """The second entry of the torpedo table costs Breslau two boxes of hull; the fifth is a dud."""
    board = battle_board("gb_dd_1", goeben="+ammunition=0+torpedoes=0", breslau=f"{SEA}+ammunition=0")
    played = fight(board, dice=[FIRST, misses(1), misses(2), (5, 6, 4), (2, 5)])
    assert shots(played)[-1] == ("gb_dd_1", "torpedo", "breslau", 3)
    assert (board.ship("breslau").hull, board.ship("breslau").torpedoes) == (2, 2)
