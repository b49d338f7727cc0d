"""1.2c, 9.5, 11.1.3, 13.0, 13.6: small conditions of random events, of what comes, and of what a turn's way costs."""

from typing import Any

import pytest

from games.kernel.events import PUBLIC
from games.titles.pq17.components.scenarios import Reinforcement
from games.titles.pq17.rules.special import events
from games.titles.pq17.rules.special.mishaps import (
    _falls_out,
    _is_inshore,
    _set_apart,
    _sound,
    collision,
    grounding,
    small_ships,
)
from games.titles.pq17.rules.special.reinforcements import (
    _has_room,
    home_port,
)
from games.titles.pq17.state.events.special import Mishap
from games.titles.pq17.state.state import Phase
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch13_events.happenings import TAKEN
from tests.titles.pq17.playing import heard, play
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import read_counters

rule = pytest.mark.rule


@rule("pq17", "13.3", "13.0e")
def test_orders_from_above_last_four_turns_the_present_one_included() -> None:
    board = arctic()
    play(events._superiors_warning(board, "axis"))
    assert (board.state.lasting.warning, board.state.lasting.directive) == (12, 0)
    play(events._fuhrer_directive(board, "axis"))
    assert (board.state.lasting.warning, board.state.lasting.directive) == (12, 12)


@rule("pq17", "13.0d")
def test_what_may_be_raided_by_an_event() -> None:
    board = arctic()
    norway = {one.id for one in BOX.airfields.values() if one.side == "axis"}
    assert set(events.raid_targets(board, "allied")) == norway
    assert set(events.raid_targets(board, "axis")) == {"murmansk", "arkhangelsk", "vaenga", "yagodnik"}


@rule("pq17", "13.0a")
def test_who_may_collide_and_who_may_run_aground() -> None:
    one = force("t", "allied", "convoy", OPEN)
    words = ("mv 2", "london 3", "dd_a_i 1", "tb_hunt 1", "es_british 1", "ss_british 1", "aldersdale 2", "mo 0+dead")
    one.counters = read_counters(*words)
    assert [ship.ship for ship in small_ships(arctic(one), one)] == ["mv", "dd_a_i", "tb_hunt", "es_british"]
    leads = next(hex_.id for hex_ in BOX.hexes.values() if hex_.leads)
    coast = next(hex_.id for hex_ in BOX.hexes.values() if hex_.kind == "coast" and not hex_.leads)
    for at, allied, axis in (
        (leads, True, True),
        (coast, True, False),
        (OPEN, False, False),
        ("kara_sea", False, False),
    ):
        board = arctic()
        assert _is_inshore(board, force("a", "allied", "task_force", at)) is allied
        assert _is_inshore(board, force("b", "axis", "task_force", at)) is axis


@rule("pq17", "13.0a")
@pytest.mark.parametrize(("holding", "left"), [(("mv 3",), 1), (("mv 1",), None), (("mv 2", "dd_a_i 1"), 1)])
def test_two_ships_collide_if_there_are_two_and_their_owner_alone_hears_of_it(holding: Any, left: int | None) -> None:
    board = arctic(force("pq", "allied", "convoy", OPEN, *holding))
    board.state.phase = Phase("allied")
    play(collision(board, "allied"))
    held = [one for force_ in board.state.forces for one in force_.counters if one.ship == "mv"]
    assert (held[0].strength if held else None) == (left if holding != ("mv 2", "dd_a_i 1") else None)
    told = {
        seat: [event for event in heard(board, seat) if isinstance(event, Mishap)]
        for seat in ("allied", "axis", PUBLIC)
    }
    assert [len(found) for found in told.values()] == [1, 0, 0]
    assert len(told["allied"][0].ships) == min(2, sum(int(one.split()[1]) for one in holding))
    assert not any(loss.open for loss in board.state.losses)


@rule("pq17", "13.0a")
def test_where_nobody_can_run_aground_its_owner_hears_that_too() -> None:
    board = arctic(force("pq", "allied", "convoy", OPEN, "mv 3"))
    board.state.phase = Phase("allied")
    play(grounding(board, "allied"))
    assert [(one.what, one.ships) for one in heard(board, "allied") if isinstance(one, Mishap)] == [("grounding", ())]
    assert not [one for one in heard(board, "axis") if isinstance(one, Mishap)]


@rule("pq17", "13.0b")
def test_who_can_break_down() -> None:
    one = force("t", "allied", "task_force", OPEN)
    one.counters = read_counters("london 3", "ss_british 2", "mv 2", "kent 0+dead", "dd_a_i 2", "norfolk 3")
    one.counters[-1].inoperative = True
    assert [ship.ship for ship in _sound(arctic(one), one)] == ["london", "mv", "dd_a_i"]


@rule("pq17", "13.0b")
@pytest.mark.parametrize(
    ("words", "left"),
    [("london 3", [(3, True)]), ("dd_a_i 1", [(1, True)]), ("dd_a_i 3", [(2, False), (1, True)])],
)
def test_who_broke_down_lies_in_a_counter_of_her_own(words: str, left: list[tuple[int, bool]]) -> None:
    one = force("t", "allied", "task_force", OPEN)
    one.counters = read_counters(words)
    broken = _set_apart(arctic(one), one, one.counters[0])
    assert broken.inoperative
    assert [(ship.strength, ship.inoperative) for ship in one.counters] == left


@rule("pq17", "13.0b", "1.2c")
@pytest.mark.parametrize(
    ("others", "ships", "parts", "goes"),
    [
        (0, ("koln 2", "dd_36a 2"), True, True),
        (0, ("koln 2",), False, True),
        (TAKEN - 1, ("koln 2", "dd_36a 2"), False, False),
        (TAKEN - 2, ("koln 2", "dd_36a 2"), True, True),
        (TAKEN - 1, ("koln 2",), False, True),
    ],
)
def test_at_sea_she_leaves_her_force_if_there_is_a_block(others: int, ships: Any, parts: bool, goes: bool) -> None:
    blocks = [
        force(f"o{number}", "axis", "task_force", "0813", "tb_35_37 1", port="narvik") for number in range(others)
    ]
    one = force("t", "axis", "task_force", "0612", *ships)
    board = arctic(one, *blocks)
    one.counters[0].inoperative = True
    _falls_out(board, one, one.counters[0])
    away = board.force("t_inop") if parts else one
    assert ("t_inop" in {block.id for block in board.state.forces}) is parts
    assert (away.plan is not None) is goes


@rule("pq17", "13.6", "1.2c", "1.2.2")
@pytest.mark.parametrize(
    ("others", "at", "kind", "comes", "room"),
    [
        (0, "narvik", "task_force", ("koln",), True),
        (TAKEN - 1, "narvik", "task_force", ("koln",), True),
        (TAKEN, "narvik", "task_force", ("koln",), True),
        (TAKEN, "trondheim", "task_force", ("koln",), False),
    ],
)
def test_whether_there_is_room_for_what_comes(others: int, at: str, kind: Any, comes: Any, room: bool) -> None:
    """A block of its own, or a force of its kind in that port."""
    blocks = [force(f"o{number}", "axis", kind, "0813", "tb_35_37 1", port="narvik") for number in range(others)]
    board = arctic(*blocks)
    entries = Reinforcement("axis", at, comes).entries
    assert _has_room(board, "axis", [(at, entries)]) is room


@rule("pq17", "13.6")
def test_what_names_no_port_comes_to_the_first_of_its_side() -> None:
    board = arctic()
    assert home_port(board, "axis", "narvik") == "narvik"
    for side in ("allied", "axis"):
        first = next(port for group in board.operation.forces if group.side == side for port in group.ports)
        assert home_port(board, "axis" if side == "axis" else "allied", "banak") == first
