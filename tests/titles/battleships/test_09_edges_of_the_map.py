"""9.2, 9.3b, 10.10b The open map laid anew at each of its edges, and who leaves it how."""

from itertools import combinations

import pytest

from games.titles.battleships.components import hexes
from games.titles.battleships.components.battles import Exit
from games.titles.battleships.components.options import Options
from games.titles.battleships.rules.movement.courses import course_form, exits_of
from games.titles.battleships.rules.movement.move import _needed, first_move, second_move
from games.titles.battleships.state.events.movement import Departed, Moved, Shifted
from games.titles.battleships.state.state import Light, Record, Shot
from tests.titles.battleships.by_hand import distance
from tests.titles.battleships.laid_out import at_sea, in_battle, play

rule = pytest.mark.rule


@rule("battleships", "9.3b")
@pytest.mark.parametrize(
    ("hood", "shift"),
    [
        ("hood 2501 A 1", (0, 1)), ("hood 2502 A 1", None), ("hood 2502 A 5", (0, 4)),
        ("hood 2534 D 1", (0, -1)), ("hood 2533 D 1", None), ("hood 2533 D 4", (0, -3)),
        ("hood 1112 F 1", (2, 0)), ("hood 1112 F 2", (2, 0)), ("hood 1112 F 3", (4, 0)), ("hood 1212 F 1", None),
        ("hood 5512 C 1", (-2, 0)), ("hood 5512 C 2", (-2, 0)), ("hood 5512 C 3", (-4, 0)), ("hood 5412 C 1", None),
        ("hood 1101 F 2", (2, 1)), ("hood 5534 C 1", (-2, 0)),
    ],
)  # fmt: skip
def test_the_open_map_is_laid_anew_by_as_much_as_is_needed(hood: str, shift: tuple[int, int] | None) -> None:
    """By whole pairs of columns; nobody's place among the others changes, and what is written lies with them."""
    board = at_sea(hood, "norfolk 3020 A 0", "bismarck 3118 A 0", "prinz_eugen 3310 A 0", turn=1)
    board.state.lights = [Light("norfolk", "3118")]
    board.state.record = Record(turn=1, shots=[Shot("norfolk", "bismarck", "main", "3020", "3118")])
    before = {ship.id: ship.at for ship in board.afloat}
    played = play(board, first_move(board))
    (moved,) = [event for event in played.told(Moved) if event.ship == "hood"]
    before["hood"] = moved.way[-1]
    after = {ship.id: ship.at for ship in board.afloat}
    assert [(event.columns, event.rows) for event in played.told(Shifted)] == ([shift] if shift else [])
    assert all(hexes.on_map(hexes.hex_of(at)) for at in after.values())
    for one, other in combinations(before, 2):
        assert distance(before[one], before[other]) == distance(after[one], after[other])
    columns, rows = shift or (0, 0)
    for name, at in before.items():
        column, row = hexes.column_row(hexes.hex_of(at))
        assert hexes.column_row(hexes.hex_of(after[name])) == (column + columns, row + rows)
    assert board.state.lights[0].at == after["bismarck"]
    (shot,) = board.state.record.shots
    assert (shot.origin, shot.at) == (after["norfolk"], after["bismarck"])


@rule("battleships", "9.3b")
@pytest.mark.parametrize(
    ("found", "by"),
    [
        ([11, 55], 0),
        ([10], 1),
        ([7, 30], 4),
        ([56], -1),
        ([60, 20], -5),
        ([10, 56], 1),
        ([30], 0),
        ([11, 60], -5),
        ([12, 60], -5),
    ],
)
def test_how_much_a_row_or_a_column_must_grow(found: list[int], by: int) -> None:
    assert _needed(found, 11, 55) == by


@rule("battleships", "9.3b")
def test_the_map_is_laid_anew_for_the_side_that_moved() -> None:
    board = at_sea("hood 2512 A 0", "bismarck 5512 C 2", turn=1)
    board.ship("hood").at = "102512"  # pushed beyond the edge before; she may lie there
    assert play(board, second_move(board)).told(Shifted) == [Shifted(-2, 0)]


@rule("battleships", "9.2")
@pytest.mark.parametrize(
    ("exit_", "turn", "edges"),
    [
        (Exit("british", ("north", "east")), 1, ("north", "east")),
        (Exit("british", ("north",), from_turn=4), 3, ()),
        (Exit("british", ("north",), from_turn=4), 4, ("north",)),
        (Exit("british", ("north",), from_turn=4), 5, ("north",)),
        (Exit("german", ("north",)), 1, ()),
        (Exit("british", ("north",), kinds=("bb", "bc")), 1, ("north",)),
        (Exit("british", ("north",), kinds=("bb",)), 1, ()),
    ],
)
def test_by_which_edges_a_ship_may_leave_now(exit_: Exit, turn: int, edges: tuple[str, ...]) -> None:
    board = at_sea("hood 2512 A 4", "bismarck 4512 A 4", exits=(exit_,), turn=turn)
    assert exits_of(board, board.ship("hood")) == edges


@rule("battleships", "9.1", "9.2")
@pytest.mark.parametrize(("full", "counts"), [(("bc",), True), (("bb", "bc"), True), (("bb",), False), ((), False)])
def test_who_leaves_by_an_exit_counts_in_full_if_the_scenario_says_so(full: tuple[str, ...], counts: bool) -> None:
    exits = (Exit("german", ("north",), full=("bb",)), Exit("british", ("north",), full=full))
    board = at_sea("hood 2501 A 4", "bismarck 4512 A 4", exits=exits)
    played = play(board, first_move(board), says={"courses": 'steer hood by="ahead 1"'})
    assert [(event.ship, event.edge, event.full, event.lost) for event in played.told(Departed)] == [
        ("hood", "north", counts, False)
    ]
    hood = board.ship("hood")
    assert (hood.fate, hood.full, hood.at) == ("left", counts, "")
    assert played.told(Shifted) == []


@rule("battleships", "7.2b", "9.2", "10.10c")
@pytest.mark.parametrize(("speed", "asked"), [(1, "pass"), (4, "pass"), (1, 'steer hood by="on"')])
def test_nobody_leaves_by_an_exit_unless_ordered_to(speed: int, asked: str) -> None:
    board = at_sea(f"hood 2501 A {speed}", "bismarck 4512 A 4", exits=(Exit("british", ("north",)),), land=("1134",))
    played = play(board, first_move(board), says={"courses": asked})
    assert played.told(Departed) == []
    assert hexes.on_map(hexes.hex_of(board.ship("hood").at))


@rule("battleships", "10.10b")
@pytest.mark.parametrize("land", ["1134", "2401", "2603"])
def test_with_land_near_or_far_who_has_no_command_runs_straight_off_the_map(land: str) -> None:
    board = at_sea(
        "hood 2502 A 4", "bismarck 4512 A 4", land=(land,), options=Options(as_proposed=False, command=True)
    )  # fmt: skip
    board.state.astray = ["hood"]
    (ship,) = course_form(board, "british").ships
    assert ship.line == ("2501", "125100")
    assert [event.lost for event in play(board, first_move(board)).told(Departed)] == [True]


@rule("battleships", "10.10b")
def test_who_is_lost_to_the_battle_counts_nothing_where_others_would() -> None:
    exits = (Exit("british", ("north",), full=("bc",)),)
    board = at_sea(
        "hood 2501 A 4",
        "bismarck 4512 A 4",
        land=("1134",),
        exits=exits,
        options=Options(as_proposed=False, command=True),
    )
    board.state.astray = ["hood"]
    played = play(board, first_move(board))
    assert [(event.edge, event.full, event.lost) for event in played.told(Departed)] == [("north", False, True)]
    assert (board.ship("hood").fate, board.ship("hood").full) == ("lost", False)


@rule("battleships", "7.1")
def test_who_lay_still_and_does_not_move_is_not_told_of() -> None:
    """Who stops is: her speed is another."""
    board = at_sea("hood 2512 A 1", "norfolk 2612 A 0", "bismarck 4512 A 4")
    played = play(board, first_move(board), says={"courses": "stop hood\nstop norfolk"})
    assert [(event.ship, event.way, event.speed) for event in played.told(Moved)] == [("hood", (), 0)]
    assert board.state.record.ways == {}


@rule("battleships", "10.11", "11.2")
def test_who_lies_still_by_the_scenario_has_not_turned() -> None:
    board = in_battle("mers_el_kebir", turn=1)
    board.ship("dunkerque").turned = True
    play(board, second_move(board))
    assert not board.ship("dunkerque").turned


@rule("battleships", "10.11")
@pytest.mark.parametrize(
    ("by", "turned"), [("ahead 2", False), ("port, ahead 2", True), ("ahead 1, port, ahead 1", True)]
)
def test_who_has_turned_in_her_last_move(by: str, turned: bool) -> None:
    board = at_sea("hood 2512 A 4", "bismarck 4512 A 4")
    board.ship("hood").turned = not turned
    play(board, first_move(board), says={"courses": f'steer hood by="{by}"'})
    assert board.ship("hood").turned is turned
