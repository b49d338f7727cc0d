"""5.12 to 5.15, 10.12, 11.10 Rolls on the combat table, special damage, and what a phase does to a ship in all."""

from typing import Any

import pytest

from games.titles.battleships.components.options import Options
from games.titles.battleships.components.tables import harm_of
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.damage import Struck, settle, strike, tell_special
from games.titles.battleships.state.events.gunnery import Damaged, SpecialHit, Sunk
from games.titles.battleships.state.events.scenario import Disheartened
from tests.titles.battleships.laid_out import at_sea, in_battle, play

rule = pytest.mark.rule
SPECIAL = Options(as_proposed=False, special_damage=True, flagship=True, radar=True)


def board_of(*ships: str, options: Options = SPECIAL, **fields: Any) -> Board:
    return at_sea(*(ships or ("hood 2512 A 4", "norfolk 2514 A 4", "bismarck 3512 A 4")), options=options, **fields)


def struck(board: Board, ship: str, odds: str, *dice: tuple[int, ...], modifier: int = 0) -> Struck:
    result: Struck = play(board, strike(board, board.ship(ship), odds, "trial", "5.3", modifier), dice=dice).result
    return result


# --- the roll


@rule("battleships", "5.12a", "T.crt")
@pytest.mark.parametrize(
    ("ship", "dice", "result", "saved"),
    [
        ("bismarck", [(6, 6), (5,)], "2W2S", 5), ("bismarck", [(6, 6), (6,)], "X", 6),
        ("bismarck", [(6, 6), (1,)], "2W2S", 1),
        ("hood", [(6, 6)], "X", 0), ("norfolk", [(6, 6)], "X", 0), ("bismarck", [(6, 5)], "1W1S", 0),
    ],
)  # fmt: skip
def test_only_a_battleship_may_be_saved(ship: str, dice: list[tuple[int, ...]], result: str, saved: int) -> None:
    found = struck(board_of(options=Options(as_proposed=False)), ship, "1:1", *dice)
    assert (str(found.harm), found.saved, found.dice, found.special) == (result, saved, dice[0], "")


@rule("battleships", "10.12", "6.2d")
@pytest.mark.parametrize(
    ("odds", "dice", "modifier", "special"),
    [
        ("3:1", [(3, 4), (3, 4)], 0, "deck"), ("3:1", [(3, 3)], 0, ""), ("3:1", [(5, 5), (3, 4)], -3, "deck"),
        ("3:1", [(3, 4)], -3, ""), ("1:2", [(3, 4)], 0, ""), ("1:2", [(5, 6), (4, 4)], 0, "radar"),
        ("3:1", [(1, 1)], -3, ""), ("1:1", [(5, 6), (4, 5)], 0, "rudder"), ("1:1", [(3, 4), (5, 5)], 0, "bridge"),
        ("1:1", [(3, 4), (5, 6)], 0, "power"), ("1:1", [(3, 4), (6, 6)], 0, "none"),
        ("1:1", [(3, 4), (3, 3)], 0, "none"),
        ("1:1", [(3, 4), (1, 1)], 0, "none"),
    ],
)  # fmt: skip
def test_what_special_damage_a_roll_brings_after_its_modifier(
    odds: str, dice: list[tuple[int, ...]], modifier: int, special: str
) -> None:
    found = struck(board_of(), "bismarck", odds, *dice, modifier=modifier)
    assert (found.special, found.special_dice) == (special, dice[-1] if special else ())


@rule("battleships", "11.10")
def test_south_dakotas_first_special_damage_is_her_power_on_two_more_totals() -> None:
    for total, first, second in (((3, 4), "power", "deck"), ((4, 4), "power", "radar"), ((4, 5), "rudder", "rudder")):
        board = in_battle("third_solomon", options=Options())
        found = [struck(board, "south_dakota", "3:1", (3, 4), total).special for _ in range(2)]
        assert found == [first, second]
        assert struck(board, "washington", "3:1", (3, 4), total).special == second
    late = in_battle("third_solomon", options=Options())
    assert [struck(late, "south_dakota", "3:1", (3, 4), one).special for one in ((4, 5), (3, 4))] == ["rudder", "deck"]


# --- what it does


@rule("battleships", "10.12a", "10.12b", "10.12c")
@pytest.mark.parametrize("night", [False, True])
@pytest.mark.parametrize(
    ("hit", "field", "value"),
    [("deck", "burning", 6), ("radar", "radar_lost", True), ("rudder", "jammed", 5), ("bridge", "shaken", 6),
     ("power", "unlit", 6), ("none", "", 0), ("", "", 0)],
)  # fmt: skip
def test_each_hit_does_one_thing(hit: str, field: str, value: Any, night: bool) -> None:
    board = board_of("hood 2512 A 4 radar=type_284", "bismarck 3512 A 4", night=night, turn=5)
    hood = board.ship("hood")
    settle(board, [Struck("hood", (3, 4), 0, harm_of("-"), hit)])
    found = {name: getattr(hood, name) for name in ("burning", "radar_lost", "jammed", "shaken", "unlit")}
    expected = {"burning": 0, "radar_lost": False, "jammed": 0, "shaken": 0, "unlit": 0}
    if hit != "deck" or night:
        expected |= {field: value} if field else {}
    assert found == expected


@rule("battleships", "10.12a")
def test_no_radar_is_lost_where_there_is_none() -> None:
    board = board_of()
    settle(board, [Struck("norfolk", (3, 4), 0, harm_of("-"), "radar")])
    assert not board.ship("norfolk").radar_lost


@rule("battleships", "10.12b", "10.9")
@pytest.mark.parametrize(
    ("ship", "hit", "flag"),
    [
        ("bismarck", "bridge", True),
        ("bismarck", "deck", False),
        ("hood", "bridge", False),
        ("norfolk", "bridge", False),
    ],
)
def test_that_a_bridge_is_a_flagships_is_told(ship: str, hit: str, flag: bool) -> None:
    board = board_of()
    board.state.flags = {"german": "bismarck", "british": "suffolk"}

    async def told() -> None:
        tell_special(board, Struck(ship, (3, 4), 0, harm_of("1W"), hit, (5, 5)))

    (event,) = play(board, told()).told(SpecialHit)
    assert (event.ship, event.dice, event.hit, event.flag) == (ship, (5, 5), hit, flag)


@rule("battleships", "10.12")
def test_where_nothing_special_is_hit_nothing_is_told() -> None:
    board = board_of()
    tell_special(board, None)
    tell_special(board, Struck("hood", (3, 3), 0, harm_of("1W")))
    assert board.told == []


# --- a phase in all


@rule("battleships", "3.1a", "5.14", "5.15")
@pytest.mark.parametrize(
    ("before", "results", "told", "now", "sunk"),
    [
        ("", ["-"], None, (0, 0), False),
        ("", ["1W"], (1, 0), (1, 0), False),
        ("", ["1W", "1W1S"], (2, 1), (2, 1), False),
        ("w2", ["2W"], (1, 0), (3, 0), False),
        ("w3", ["2W"], None, (3, 0), False),
        ("w3 s2", ["1W"], None, (3, 2), False),
        ("w3 s2", ["1S"], (0, 1), (3, 3), True),
        ("w2 s3", ["2S"], None, (2, 3), False),
        ("w1 s1", ["2W", "2S"], (2, 2), (3, 3), True),
        ("", ["X"], None, (0, 0), True),
        ("", ["1W", "X"], (1, 0), (1, 0), True),
    ],
)
def test_the_damage_of_a_phase_adds_up(
    before: str, results: list[str], told: tuple[int, int] | None, now: tuple[int, int], sunk: bool
) -> None:
    board = board_of(f"hood 2512 A 4 {before}".strip(), "bismarck 3512 A 4")
    settle(board, [Struck("hood", (3, 4), 0, harm_of(result)) for result in results])
    events = [told_.variants[0].event for told_ in board.told]
    damaged = [event for event in events if isinstance(event, Damaged)]
    assert [(one.weapons, one.hull, one.now_weapons, one.now_hull) for one in damaged] == (
        [(*told, *now)] if told else []
    )
    assert [event.at for event in events if isinstance(event, Sunk)] == ["2512"] * sunk
    assert board.ship("hood").fate == ("sunk" if sunk else "")


@rule("battleships", "5.15", "10.12b")
def test_a_ship_that_sinks_suffers_no_special_damage_but_of_her_bridge() -> None:
    board = board_of(turn=5)
    settle(board, [Struck("hood", (6, 6), 0, harm_of("X")), Struck("hood", (3, 4), 0, harm_of("1W"), "power")])
    hood = board.ship("hood")
    assert (hood.fate, hood.unlit) == ("sunk", 0)
    flag = board_of(turn=5)
    flag.state.flags = {"british": "hood"}
    settle(flag, [Struck("hood", (6, 6), 0, harm_of("X")), Struck("hood", (3, 4), 0, harm_of("1W"), "bridge")])
    events = [told.variants[0].event for told in flag.told if isinstance(told.variants[0].event, Disheartened)]
    assert [(event.side, event.ship, event.sunk) for event in events] == [
        ("british", "hood", False),
        ("british", "hood", True),
    ]
    assert flag.state.disheartened == {"british": 2}


@rule("battleships", "10.9", "10.9a")
@pytest.mark.parametrize("flag", ["hood", "norfolk"])
def test_whether_the_flagship_is_sunk_all_learn(flag: str) -> None:
    board = board_of()
    board.state.flags = {"british": flag}
    settle(board, [Struck("hood", (6, 6), 0, harm_of("X"))])
    (sunk,) = [told.variants[0].event for told in board.told if isinstance(told.variants[0].event, Sunk)]
    assert sunk.flag is (flag == "hood")
    assert board.state.flags == ({} if flag == "hood" else {"british": "norfolk"})
    assert board.state.suspects["british"] == (["hood"] if flag == "hood" else ["norfolk"])
    assert board.state.disheartened == ({"british": 1} if flag == "hood" else {})
