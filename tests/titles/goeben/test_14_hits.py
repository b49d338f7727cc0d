"""14.7, 14.13 The hit tables."""

import pytest

from games.titles.goeben.rules.battle.forces import guns, speed
from games.titles.goeben.rules.battle.hits import leave, on_counter, on_german
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.state import Battle, Damage, Foe
from tests.titles.goeben.box import BOX
from tests.titles.goeben.fights import SEA, battle_board, fight, misses
from tests.titles.goeben.laid_out import Dice, Played, at_sea, play

rule = pytest.mark.rule

GUNS = {"primary": 5, "secondary": 3, "tertiary": 2}
GUNNERY, TORPEDO = BOX.charts.gunnery, BOX.charts.torpedo


def engaged(foe: str = "gb_ca_1", goeben: str = "", **damage: int) -> Board:
    """Goeben and an Allied ship in battle."""
    board = at_sea(goeben=SEA + goeben, lying={SEA: f"{foe}+up"})
    board.state.battle = Battle(SEA, ships=["goeben"], foes=[Foe(foe, Damage(**damage))])
    return board


def struck(dice: Dice, *, table: tuple[str, ...] = GUNNERY.german, hits: int = 1, goeben: str = "") -> dict[str, int]:
    """The tracks of Goeben that a hit changes, by how much."""
    board = engaged(goeben=goeben)
    ship = board.ship("goeben")
    before = {track: getattr(ship, track) for track in ship.__struct_fields__}
    play(board, on_german(board, "goeben", table, hits), dice=dice)
    return {
        track: getattr(ship, track) - value
        for track, value in before.items()
        if isinstance(value, int) and not isinstance(value, bool) and getattr(ship, track) != value
    }


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


@rule("goeben", "14.7")
def test_hits_on_a_ship_that_is_sunk_are_lost() -> None:
    assert struck([(3, 6, 6)], hits=3, goeben="+hull=1") == {"hull": -1}


@rule("goeben", "17.1.1")
@rule("goeben", "17.1")
def test_engines_shot_to_pieces_cost_points() -> None:
    board = engaged(goeben="+engines=1")
    play(board, on_german(board, "goeben", GUNNERY.german, 1), dice=[(4,)])
    assert board.state.vp == -5


def counter(dice: Dice, *, table: tuple[str, ...] = GUNNERY.allied, foe: str = "gb_bc_1", hits: int = 1) -> Board:
    board = engaged(foe)
    played = play(board, on_counter(board, foe, table, hits), dice=dice)
    assert isinstance(played, Played)
    leave(board)
    return board


def foe(board: Board) -> Foe:
    assert board.state.battle is not None
    return board.state.battle.foes[0]


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
    found = foe(counter([(die,)], table=table))
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
    board = engaged("gb_ca_2")
    foe(board).damage = damage
    batteries = ("primary", "secondary", "tertiary", "torpedo")
    assert tuple(guns(board, "gb_ca_2", battery) for battery in batteries) == worth  # type: ignore[arg-type]


@rule("goeben", "14.13")
@pytest.mark.parametrize(("engines", "left"), [(0, 4), (1, 1), (2, 0)])
def test_what_damage_leaves_of_speed(engines: int, left: int) -> None:
    assert speed(engaged(), BOX.allied["gb_ca_1"], Damage(engines=engines)) == left


@rule("goeben", "14.13")
def test_damage_beyond_the_armour_sinks() -> None:
    """G19: armour 2; hull, guns and engines hit."""
    board = engaged("gb_ca_1")
    play(board, on_counter(board, "gb_ca_1", GUNNERY.allied, 2), dice=[(3, 1)])
    assert foe(board).gone == ""
    play(board, on_counter(board, "gb_ca_1", GUNNERY.allied, 1), dice=[(4,)])
    assert foe(board).gone == "sunk"
    assert board.state.vp == 9


@rule("goeben", "14.7")
def test_a_ship_withdraws_only_when_all_hits_are_resolved() -> None:
    """A magazine behind it still sinks her."""
    board = counter([(5, 6)], hits=2)
    assert foe(board).gone == "sunk"
    board = engaged("gb_bc_1")
    play(board, on_counter(board, "gb_bc_1", GUNNERY.allied, 1), dice=[(5,)])
    assert foe(board).gone == "", "not before the salvo is over"


@rule("goeben", "14.7")
def test_a_ship_that_is_to_withdraw_may_be_hit_by_the_next() -> None:
    board = battle_board(
        "gb_lc_1 gb_lc_2", goeben="+secondary=0+tertiary=0", breslau=f"{SEA}+secondary=0", doctrine="targets cl"
    )
    board.ship("breslau").primary = 1
    dice = [(6,), (6, *misses(7)), (5,), (6, *misses(3)), (6,), misses(2), misses(1)]
    played = fight(board, dice=dice)
    assert [(event.ship, event.how) for event in played.told(told.ShipGone)] == [("gb_lc_1", "sunk")]
