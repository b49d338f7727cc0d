"""5.1.1: ships in tow."""

import pytest

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.move_orders import CastOff
from games.titles.pq17.rules.movement.combining import combine_segment
from games.titles.pq17.rules.movement.segment import movement
from games.titles.pq17.rules.movement.speed import allowance
from games.titles.pq17.rules.movement.towing import _tug, may_tow, tow_or_sink
from games.titles.pq17.rules.operation.victory import score
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.movement import Scuttled
from games.titles.pq17.state.state import Phase, Plan
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch01_components.fleets import fleet
from tests.titles.pq17.ch05_movement.sailings import AM, PM, named_task_force, one_task_force
from tests.titles.pq17.playing import phase, play
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import counter
from tests.titles.pq17.under_way import moved, table
from tests.titles.procedures import Run

rule = pytest.mark.rule


@rule("pq17", "5.1.1", "5.1", position="PP36")
def test_5_1_1_a_tow_creeps() -> None:
    towing = one_task_force("0611", "dd_36a 1")
    towing.counters.append(Counter("admiral_hipper", 0, dead=True, towed=True))
    assert [allowance(BOX, towing, "fair", turn) for turn in (AM, PM)] == [0, 1]
    towing.counters[-1].towed = False
    assert [allowance(BOX, towing, "fair", turn) for turn in (AM, PM)] == [0, 0]


@rule("pq17", "5.1.1", "5.1.1a", "5.1.1b", "7.0e")
@pytest.mark.parametrize(("tug", "towed"), [("norfolk", True), ("dd_a_i 2", False), ("es_british 2", False)])
def test_5_1_1_a_battleship_is_towed_by_a_cruiser_or_goes_down(tug: str, *, towed: bool) -> None:
    board = table(force("t", "allied", "task_force", "0410", "duke_of_york", tug))
    board.force("t").counters[0].dead, board.force("t").counters[0].strength = True, 0
    board.state.phase = Phase(side="axis")
    Run().carry_out(combine_segment(board), board.state, dice=(), draws=(), says=None)
    assert any(one.towed for one in board.force("t").counters) is towed
    assert any(isinstance(told.variants[0].event, Scuttled) for told in board.told) is not towed
    if towed:
        moved(board, CastOff("t"))
        assert not any(one.towed or one.tows for one in board.force("t").counters)


@rule("pq17", "5.1.1", "5.1", position="PP36")
def test_5_1_1_a_tow_lies_still_in_the_morning_and_creeps_a_hex_in_the_afternoon() -> None:
    towing = force("t", "axis", "task_force", "0611", "dd_36a 1", plan=Plan(0, ("0612", "0613")))
    towing.counters.append(Counter("admiral_hipper", 0, dead=True, towed=True))
    board = table(towing)
    came = []
    for turn in (9, 10, 11, 12):
        board.state.turn, towing.moved = turn, 0
        phase(board, "axis")
        play(movement(board))
        came.append(towing.at)
    assert came == ["0611", "0612", "0612", "0613"]
    assert [one.towed for one in towing.counters] == [False, True]


@rule("pq17", "5.1.1", "5.1.1a", position="PP37")
@pytest.mark.parametrize(("others", "floats"), [(("dd_36a 3",), False), (("dd_36a 3", "lutzow"), True)])
def test_5_1_1_a_capital_ship_is_towed_by_a_cruiser_at_least(others: tuple[str, ...], floats: bool) -> None:
    board = arctic(named_task_force("t", "axis", "0611", "tirpitz", *others))
    board.state.phase = Phase(side="axis")
    board.force("t").counters[0].dead = True
    tow_or_sink(board)
    assert ("tirpitz" in {one.ship for one in board.force("t").counters}) is floats


@rule("pq17", "5.1.1")
@pytest.mark.parametrize(
    ("tug", "anson", "victorious", "kent", "mv", "dd"),
    [
        ("anson", 1, 1, 1, 1, 1), ("kent", 1, 1, 1, 1, 1), ("jamaica", 1, 1, 1, 1, 1), ("dd_a_i", 0, 0, 1, 1, 1),
        ("tb_hunt", 0, 0, 0, 0, 0), ("es_british", 0, 0, 0, 0, 0), ("mv", 0, 0, 0, 0, 0),
    ],
)  # fmt: skip
def test_5_1_1_who_tows_whom(tug: str, anson: int, victorious: int, kent: int, mv: int, dd: int) -> None:
    wrecks = {"anson": anson, "victorious": victorious, "kent": kent, "mv": mv, "dd_us": dd}
    assert {name: may_tow(BOX.ships[tug], BOX.ships[name]) for name in wrecks} == {
        name: bool(one) for name, one in wrecks.items()
    }


@rule("pq17", "5.1.1", "7.0e")
@pytest.mark.parametrize(
    ("ships", "wreck", "tug", "lies"),
    [
        (("norfolk 3",), "duke_of_york 0+dead", "norfolk", 2),
        (("dd_a_i 3",), "duke_of_york 0+dead", "", 2),
        (("dd_a_i 3",), "norfolk 0+dead", "dd_a_i", 3),
        (("dd_a_i 1",), "norfolk 0+dead", "dd_a_i", 2),
        (("tb_hunt 2",), "norfolk 0+dead", "", 2),
        (("norfolk 3+crippled",), "duke_of_york 0+dead", "", 2),
        (("norfolk 3+tows",), "duke_of_york 0+dead", "", 2),
        (("norfolk 3+tows", "kent 3"), "duke_of_york 0+dead", "kent", 3),
        (("dd_a_i 3",), "mv 1+dead", "dd_a_i", 3),
    ],
)
def test_5_1_1_who_takes_a_ship_in_tow(ships: tuple[str, ...], wreck: str, tug: str, lies: int) -> None:
    """Of a class one ship leaves her counter for it; what is left of it goes free."""
    one = force("t", "allied", "task_force", OPEN)
    one.counters = [counter(words) for words in ships] + [counter(wreck)]
    found = _tug(arctic(one), one, one.counters[-1])
    assert (found.ship if found is not None else "") == tug
    assert len(one.counters) == lies
    if found is not None:
        assert (found.tows, found.strength) == (True, 3 if BOX.ships[found.ship].is_single else 1)


@rule("pq17", "5.1.1a", "3.2d", "2.0")
@pytest.mark.parametrize(("side", "turn_of"), [("allied", "axis"), ("allied", "allied"), ("axis", "allied")])
def test_5_1_1a_a_wreck_without_a_tug_goes_down_in_either_combine_segment(side: str, turn_of: Side) -> None:
    ship = "kent" if side == "allied" else "koln"
    one = fleet("t", ship, "es_british 1" if side == "allied" else "es_german 1", side=side)
    one.counters[0] = Counter(ship, 0, dead=True)
    board = arctic(one)
    board.state.phase = Phase(turn_of)
    Run().carry_out(combine_segment(board), board.state, dice=(), draws=(), says=None)
    assert [counter.ship for counter in one.counters] == ["es_british" if side == "allied" else "es_german"]
    assert score(board.state) == (-6 if side == "allied" else 10)
