"""4, 5, 10.1 to 10.4, 10.8, 10.11 Who may fire at whom, and what every shot comes to, worked out a second time.

The battles of `skirmishes.py`, gunnery phase by gunnery phase, with any options, against `by_hand.py`.
"""

import os
from functools import cache

import pytest

from games.titles.battleships.rules.gunnery.targets import target_form
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.events.gunnery import Fired, Secondaries
from tests.titles.battleships import by_hand
from tests.titles.battleships.skirmishes import moments

rule = pytest.mark.rule
BATTLES = int(os.environ.get("SKIRMISHES", "20"))
FIRST = 50_000
"""Other battles than those of `test_skirmishes.py`."""
GUNS = ("main", "secondary")


@cache
def gunneries() -> tuple[tuple[Board, list[Fired | Secondaries]], ...]:
    """The boards of many battles before their guns are fired, each with all shots then."""
    found = moments(range(FIRST, FIRST + BATTLES), "second_targets", "gunnery")
    return tuple(
        (board, [event for event in events if isinstance(event, Fired | Secondaries)]) for board, events in found
    )


@rule("battleships", "4.1a")
@rule("battleships", "5.1a")
def test_who_may_mark_whom_by_the_words_of_the_text() -> None:
    aims = 0
    for board, _ in gunneries():
        for side in board.sides:
            form = target_form(board, side)
            offered = {(aim.ship, aim.at, "secondary" if aim.secondary else "main"): aim for aim in form.aims}
            lightable = {at for flare in form.flares for at in flare.hexes}
            for ship in board.fleet(side):
                for target in board.enemies(ship):
                    lit = any(light.at == target.at for light in board.state.lights)
                    seen = by_hand.penalty(board, ship, target, lit=lit) is not None
                    by_shell = not seen and target.at in lightable
                    by_shell = by_shell and by_hand.penalty(board, ship, target, lit=True) is not None
                    for guns in GUNS:
                        may = by_hand.may_fire(board, ship, target, guns)
                        aim = offered.get((ship.id, target.id, guns))
                        assert (aim is not None) is (may and (seen or by_shell)), (ship, target, guns)
                        assert aim is None or aim.needs == ("" if seen else target.at)
                        aims += aim is not None
    assert aims >= BATTLES


@rule("battleships", "5.3")
@rule("battleships", "T.mod")
def test_every_shot_comes_to_what_the_text_and_the_charts_say() -> None:
    fired = 0
    for board, shots in gunneries():
        assert len(shots) <= len(board.state.markers)
        markers = {(one.firer, one.guns): one for one in board.state.markers}
        for shot in shots:
            against = board.ship(shot.target)
            if isinstance(shot, Secondaries):
                assert (shot.odds, shot.result) == (
                    "1:1",
                    _survived(board, shot, by_hand.result("1:1", sum(shot.combat))),
                )
                continue
            marker, ship = markers[shot.firer, "main"], board.ship(shot.firer)
            far = by_hand.distance(ship.at, against.at)
            changed = by_hand.attack(board, ship, far)
            roll = sum(shot.dice) + sum(by_hand.modifiers(board, marker, against))
            points = by_hand.points(changed, roll)
            odds = by_hand.odds(points, board.counter(against).defence)
            assert (shot.distance, shot.changed, shot.points, shot.odds) == (far, changed, points, odds), (shot, roll)
            assert shot.result == (_survived(board, shot, by_hand.result(odds, sum(shot.combat))) if odds else "-")
            fired += 1
    assert fired >= BATTLES // 2


def _survived(board: Board, shot: Fired | Secondaries, result: str) -> str:
    """5.12 A battleship rolls once more for an X, and sinks on a six alone."""
    if result == "X" and board.counter(board.ship(shot.target)).kind == "bb":
        return "X" if shot.saved == 6 else "2W2S"
    return result
