"""7.5.9: optional night actions."""

import pytest

from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.attacks import Attack
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.surface.attacks import surface_combat
from games.titles.pq17.rules.surface.engagement import _is_worse
from games.titles.pq17.state.events.surface import BattleJoined
from games.titles.pq17.visibility.redeal import conserved
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.surface_battles import QUIET, cruisers
from tests.titles.pq17.engaging import attacked
from tests.titles.pq17.playing import a_card, heard, phase, play
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import left, read_counters

rule = pytest.mark.rule


@rule("pq17", "7.5.9")
def test_7_5_9_counters_face_down_at_night() -> None:
    board = cruisers(light="dec_1", options=Options(face_down=True))
    card = a_card("force", "0", day=False)
    dice = [(0,), (9, 0, 0), (0, 0, 0, 0), (9,)]
    play(surface_combat(board), cards=[card], dice=dice)
    joined = next(event for event in heard(board, "allied") if isinstance(event, BattleJoined))
    assert joined.units == ("axis_1", "allied_1")
    assert joined.ships == ((), (("norfolk", 3),))
    assert [board.force(name).level for name in ("tf", "hipper")] == [1, 2], "the damaged force alone is shown"
    assert board.state.reports[-1].block == board.force("hipper").block


@rule("pq17", "7.5.9", "7.9", "7.9a", position="PP279")
def test_7_5_9_a_destroyer_crippled_in_the_dark_is_damage() -> None:
    tf = force("t", "allied", "task_force", OPEN, "dd_a_i 2")
    hipper = force("h", "axis", "task_force", OPEN, "admiral_hipper")
    board = phase(arctic(tf, hipper, light="dec_1", options=Options(face_down=True, destroyer_fate=True)), "axis")
    board.identify(tf, 1)
    before = conserved(BOX, board.state)
    board.phase.attacks = (Attack("h", contact_name(tf)),)
    board.state.instructions = {"allied": QUIET, "axis": QUIET}
    dice = [(0,), (0, 0), (9, 0, 0, 0), (5,), (0,)]
    play(surface_combat(board), cards=[a_card("force", "0", day=False)], dice=dice)
    assert (tf.level, hipper.level) == (2, None)
    assert left(tf.counters) == ["dd_a_i 1", "dd_a_i 0+crippled"]
    assert (board.state.losses, board.state.bookings) == ([], [])
    assert conserved(BOX, board.state) == before


@rule("pq17", "7.5.9", "7.5.2q", position="PP268")
def test_7_5_9_after_a_battle_in_the_dark_only_who_was_hurt_in_it_is_shown() -> None:
    """Norfolk was Crippled before: she was not hit, and keeps the level that she had."""
    tf = force("t", "allied", "task_force", OPEN, "norfolk")
    tf.counters[0].crippled = True
    hipper = force("h", "axis", "task_force", OPEN, "admiral_hipper")
    board = attacked(tf, hipper, light="dec_1", options=Options(face_down=True))
    dice = [(0,), (9, 0, 0), (0, 0, 0, 0), (9,)]
    play(surface_combat(board), cards=[a_card("force", "0", day=False)], dice=dice)
    assert [board.force(name).level for name in ("t", "h")] == [1, 2]


@rule("pq17", "7.5.9")
@pytest.mark.parametrize(
    ("now", "wrecked", "worse"),
    [
        (("london 3",), 0, False),
        (("london 2",), 0, True),
        (("london 3+crippled",), 0, True),
        (("london 3+crippled",), 1, False),
        (("london 3+dead",), 0, True),
    ],
)
def test_7_5_9_which_forces_were_damaged(now: tuple[str, ...], wrecked: int, worse: bool) -> None:
    one = force("tf", "allied", "task_force", OPEN)
    one.counters = read_counters(*now)
    held = {ship.ship: ship.strength for ship in one.counters}
    assert _is_worse(one, {"london": 3}, held, wrecked) is worse
