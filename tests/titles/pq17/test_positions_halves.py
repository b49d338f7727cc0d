"""Halves of positions that the tests of their chapters leave out, each played in its segment."""

import pytest
from msgspec import structs

from games.titles.pq17.orders.attacks import Attack
from games.titles.pq17.orders.doctrine import YesNo
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.surface.attacks import surface_combat
from games.titles.pq17.state.events.surface import Withdrew
from games.titles.pq17.state.state import Lasting, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.ch07_combat.surface_battles import QUIET
from tests.titles.pq17.playing import a_card, heard, phase, play
from tests.titles.pq17.strikes import OPEN

rule = pytest.mark.rule


@rule("pq17", "13.3", "7.5.2l")
@pytest.mark.parametrize(
    ("turn", "takes_cover", "die", "leaves"),
    [
        (12, "no", 4, False),
        (12, "no", 5, True),
        (12, "yes", 2, False),
        (12, "yes", 3, True),
        (13, "no", None, False),
        (13, "yes", None, False),
    ],
)
def test_pp186_warned_a_german_force_must_try_to_leave_and_counts_night_and_weather_as_it_likes(
    turn: int, takes_cover: YesNo, die: int | None, leaves: bool
) -> None:
    """Warned in turn 9, until turn 12: in round 1 of a night in Reduced Visibility."""
    board = phase(
        arctic(
            force("tf", "allied", "task_force", OPEN, "norfolk"), force("r", "axis", "task_force", OPEN, "lutzow"),
            turn=turn, light="dec_1", sky=Sky("reduced"), lasting=Lasting(warning=12),
        ),
        "axis",
    )  # fmt: skip
    board.identify(board.force("tf"), 1)
    board.phase.attacks = (Attack("r", contact_name(board.force("tf"))),)
    board.state.instructions = {"allied": QUIET, "axis": structs.replace(QUIET, takes_cover=takes_cover)}
    dice = [(5,), (0, 0, 0), (0, 0, 0, 0), *([(die,)] if die is not None else []), *([] if leaves else [(0,)])]
    play(surface_combat(board), cards=[a_card("force", "0", day=False, weather=1)], dice=dice)
    told = [(one.side, one.die, bool(one.left)) for one in heard(board, "allied") if isinstance(one, Withdrew)]
    assert told == ([] if die is None else [("axis", die, leaves)])
