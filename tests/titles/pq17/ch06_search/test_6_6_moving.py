"""6.6: what moving does to ID levels."""

from typing import Any

import pytest

from games.titles.pq17.orders.move_orders import Decoy, Move
from games.titles.pq17.rules.forces.composition import combined_level
from games.titles.pq17.rules.movement.passage import lower_level
from games.titles.pq17.rules.search import identification, shadowing
from games.titles.pq17.rules.search.identification import becomes_unidentified
from games.titles.pq17.state.state import Convoy, Kind, Points, Shadow, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.ch06_search.shadowers import pack_follows
from tests.titles.pq17.playing import heard, phase
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.under_way import moved, table

rule = pytest.mark.rule


@rule("pq17", "6.6", "6.8.1")
@pytest.mark.parametrize(
    ("moved", "turn", "scattered", "level"),
    [(True, 9, False, 1), (False, 9, False, 2), (False, 10, False, 1), (True, 9, True, 2), (True, 10, False, 1)],
)
def test_6_6_the_id_falls_by_moving_or_in_an_afternoon_but_not_of_scattered_ships(
    moved: bool, turn: int, scattered: bool, level: int
) -> None:
    one = force("pq", "allied", "convoy", OPEN, "mv 8", level=2, convoy=Convoy(laden=True, scattered=scattered))
    board = arctic(one, turn=turn)
    lower_level(board, one, moved=moved)
    assert one.level == level
    assert bool(heard(board, "axis")) is (level != 2)


@rule("pq17", "6.6", "5.4")
@pytest.mark.parametrize(("turn", "side", "level"), [(9, "axis", 2), (10, "axis", 1), (9, "allied", 2)])
def test_6_6_who_follows_loses_no_level_for_going_along(turn: int, side: Any, level: int) -> None:
    """A reading: it does not move in its own segment, and so falls by one there in PM turns alone."""
    board = pack_follows("0411", "0412", level=2, die=[], turn=turn)
    phase(board, side)
    if side == "axis":
        moved(board, side="axis")
    assert board.force("p").level == level


@rule("pq17", "6.6", "6.8.1", "9.2.5a")
def test_6_6_a_scattered_convoy_that_a_gale_holds_keeps_its_id_in_the_afternoon() -> None:
    for scattered, level in ((True, 3), (False, 2)):
        convoy = force("c", "allied", "convoy", OPEN, "mv 5", convoy=Convoy(laden=True, scattered=scattered))
        board = table(convoy, turn=10, sky=Sky("gale", stopped=["c"]))
        board.identify(convoy, 3)
        moved(board)
        assert (convoy.at, convoy.level) == (OPEN, level)


@rule("pq17", "6.6", "6.6a", "6.3")
@pytest.mark.parametrize(
    ("turn", "level", "way", "shadowed", "after"),
    [
        (9, 3, ("0311",), False, 2),
        (9, 3, ("0311", "0312"), False, 2),
        (9, 3, (), False, 3),
        (10, 3, (), False, 2),
        (10, 3, ("0311",), False, 2),
        (9, 1, ("0311",), False, 0),
        (9, 0, ("0311",), False, None),
        (9, 0, (), False, None),
        (10, 0, (), False, None),
        (9, 0, ("0311",), True, 0),
        (10, 2, (), True, 2),
        (10, 2, ("0311",), True, 2),
        (10, 1, (), False, 0),
    ],
)
def test_6_6_levels_fall_by_one_for_moving_or_the_afternoon(
    turn: int, level: int, way: tuple[str, ...], shadowed: bool, after: int | None
) -> None:
    at = {"": "0610", "0311": "0611", "0312": "0612"}
    one = force("t", "allied", "task_force", at[""], "kent", level=level)
    points = {"home_fleet": Points(left=4), "severny_flot": Points()}
    board = arctic(one, turn=turn, start=8, command=points)
    board.state.shadows = [Shadow("t", "sector", "barents")] if shadowed else []
    moved(board, *([Move("t", tuple(at[hex_] for hex_ in way))] if way else []))
    assert one.level == after


@rule("pq17", "6.6", position="PP62")
@pytest.mark.parametrize(
    ("level", "moved", "morning", "shadowed", "now"),
    [
        (2, True, True, False, 1), (2, True, False, False, 1), (2, False, False, False, 1),
        (2, False, True, False, 2), (2, True, False, True, 2), (0, True, True, False, 0), (1, True, True, False, 0),
        (None, True, True, False, None),
    ],
)  # fmt: skip
def test_6_6_a_level_falls_by_moving_or_in_an_afternoon(
    level: int | None, moved: bool, morning: bool, shadowed: bool, now: int | None
) -> None:
    assert identification.level_after_moving(level, moved=moved, morning=morning, shadowed=shadowed) == now


@rule("pq17", "6.6a")
def test_6_6a_a_block_at_0_stands_up() -> None:
    assert becomes_unidentified(0, shadowed=False)
    assert not becomes_unidentified(0, shadowed=True)
    assert not becomes_unidentified(1, shadowed=False)
    assert not becomes_unidentified(None, shadowed=False)


@rule("pq17", "6.6a", "1.3a", "1.3c")
@pytest.mark.parametrize(
    ("kind", "words", "level", "dummies"),
    [
        ("task_force", ("lutzow",), 0, 1),
        ("task_force", ("lutzow",), 1, 0),
        ("wolfpack", ("ss_german 2",), 0, 0),
        ("convoy", ("mv_german 2",), 0, 1),
    ],
)
def test_6_6a_who_stands_up_may_have_a_dummy_beside_him(
    kind: Kind, words: tuple[str, ...], level: int, dummies: int
) -> None:
    one = force("t", "axis", kind, "0610", *words, level=level)
    board = arctic(one, start=8, command={"gruppe_nord": Points(left=4)})
    moved(board, Decoy("t"), side="axis")
    assert sum(block.is_dummy for block in board.state.forces) == dummies
    assert one.level == (None if level == 0 else 1)


@rule("pq17", "6.6a", "6.3.5b", "1.2.4")
def test_6_6a_who_stands_up_and_what_is_left_when_shadowing_ends_or_forces_combine() -> None:
    assert [identification.becomes_unidentified(level, shadowed=False) for level in (None, 0, 1)] == [
        False,
        True,
        False,
    ]
    assert not identification.becomes_unidentified(0, shadowed=True)
    assert [shadowing.level_after_shadowing(level) for level in (0, 1, 3)] == [None, 0, 2]
    assert combined_level([None, 0]) == 0
    assert combined_level([2, None, 3, 1]) == 3
    assert combined_level([None, None]) is None
