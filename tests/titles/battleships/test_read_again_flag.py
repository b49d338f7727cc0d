"""10.9, 10.12 Flagships, read a second time."""

import pytest

from games.titles.battleships.box.options import Options
from games.titles.battleships.box.tables import harm_of
from games.titles.battleships.rules.movement.courses import course_form
from games.titles.battleships.rules.movement.move import first_move
from games.titles.battleships.table.damage import Struck, settle
from games.titles.battleships.table.sea import Sea
from tests.titles.battleships.laid_out import at_sea, in_battle, play, refused

rule = pytest.mark.rule


def led_by_kongo() -> Sea:
    """Kongo leads the good Japanese crews of Force Z, on turn 3."""
    options = Options(as_proposed=False, crews=True, flagship=True, special_damage=True)
    sea = in_battle("force_z", turn=3, options=options)
    sea.state.flags = {"japanese": "kongo", "british": "repulse"}
    return sea


@rule("battleships", "10.9a")
@rule("battleships", "10.12b")
@pytest.mark.parametrize("strikes", [("-", "X"), ("X", "-")])
def test_a_flagship_that_loses_her_bridge_and_is_sunk_in_one_phase_costs_two_grades(strikes: tuple[str, str]) -> None:
    """5.2 All that was done in a phase counts, in whatever order it was rolled."""
    sea = led_by_kongo()
    settle(sea, [Struck("kongo", (3, 4), 0, harm_of(strikes[0]), "bridge", (5, 5)),
                 Struck("kongo", (6, 6), 0, harm_of(strikes[1]))])  # fmt: skip
    assert sea.ship("kongo").fate == "sunk"
    assert sea.crew(sea.ship("haruna")) == -1
    assert sea.crew(sea.ship("repulse")) == 0


@rule("battleships", "10.9a")
def test_a_ship_that_bears_no_flag_disheartens_nobody_by_her_bridge_when_she_sinks() -> None:
    sea = led_by_kongo()
    settle(sea, [Struck("atago", (3, 4), 0, harm_of("X"), "bridge", (5, 5))])
    assert sea.crew(sea.ship("haruna")) == 1
    assert "atago" not in sea.suspects("japanese")


@rule("battleships", "10.9b")
@pytest.mark.parametrize(("speeds", "may"), [((1, 1, 1), True), ((1, 2, 1), False), ((0, 0, 0), True), ((1, 1), False)])
def test_the_flag_passes_after_three_turns_together_none_of_them_faster_than_one(
    speeds: tuple[int, ...], may: bool
) -> None:
    options = Options(as_proposed=False, flagship=True)
    sea = at_sea("hood 2512 A 1", "norfolk 2512 A 1", "bismarck 4512 A 4", options=options)
    sea.state.flags = {"british": "hood", "german": "bismarck"}
    row = 12
    for turn, speed in enumerate(speeds):
        sea.state.turn = 1 + 2 * turn
        way = ",".join(f"25{row - step:02}" for step in range(1, speed + 1))
        row -= speed
        say = f"course hood,norfolk way={way}" if speed else "stop hood,norfolk"
        play(sea, first_move(sea), says={"courses@british": say})
    sea.state.turn += 2
    assert (refused(course_form(sea, "british"), "shift_flag norfolk") == []) is may
