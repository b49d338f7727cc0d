"""8.1, 8.2, 10.7 The chances shown beside repairs are the frequencies of the rules."""

from collections import defaultdict
from fractions import Fraction

import pytest

from games.kernel.odds import Odds
from games.titles.battleships.orders.orders import Tries
from games.titles.battleships.rules.movement.courses import course_form
from games.titles.battleships.rules.repair.control import repair
from games.titles.battleships.state.board import Board
from tests.titles.battleships.ch10_options.test_10_5_carriers_and_batteries import battery
from tests.titles.battleships.laid_out import at_sea
from tests.titles.battleships.positions import moved
from tests.titles.every_throw import every_end

rule = pytest.mark.rule
FAR = "bismarck 5530 A 0"
TRIES = ("both", "hull_first", "guns", "hull")


def shown(board: Board, tries: str) -> list[Odds]:
    """The odds that the form shows for a repair order of Hood."""
    form = course_form(board, "british")
    lines = form.preview(form.write(form.accept(form.parse(f"mend hood tries={tries}")))).lines
    return [line.odds for line in lines if line.odds is not None]


@rule("battleships", "8.1")
@rule("battleships", "8.1a")
@rule("battleships", "8.2")
@pytest.mark.parametrize("tries", TRIES)
@pytest.mark.parametrize("ship", ["w1", "s2", "w1 s1", "w2 s3", "w1 s1 used8", "w1 s1 used9"])
def test_the_chances_of_repairs_are_those_of_all_dice(ship: str, tries: str) -> None:
    def make() -> Board:
        board = at_sea(f"hood 2512 A 4 {ship}", FAR)
        moved(board, f"mend hood tries={tries}")
        return board

    (odds,) = shown(make(), tries)
    before = make().ship("hood")
    found: dict[str, Fraction] = defaultdict(Fraction)
    mean = Fraction(0)
    for weight, board in every_end(make, repair):
        after = board.ship("hood")
        guns, hull = before.weapons - after.weapons, before.hull - after.hull
        name = "guns and hull" if guns and hull else "guns" if guns else "hull" if hull else "nothing"
        found[name] += weight
        mean += weight * (guns + hull)
    names = {"no effect": "nothing"} | {f"{one} repaired": one for one in ("guns", "hull", "guns and hull")}
    assert {names[one.name.en] for one in odds.outcomes} == set(found)
    assert all(abs(one.chance - 1000 * found[names[one.name.en]]) <= 1 for one in odds.outcomes)
    assert abs(odds.expected[0].hundredths - 100 * mean) <= 1
    assert "9.1a" in odds.note.en


@rule("battleships", "10.7a")
@pytest.mark.parametrize(("weapons", "tries"), [(1, "both"), (2, "guns"), (2, "hull")])
def test_the_chances_of_a_battery_are_those_of_all_dice(weapons: int, tries: Tries) -> None:
    def make() -> Board:
        board = battery(FAR)
        board.ship("fort").weapons, board.ship("fort").tries = weapons, tries
        return board

    control = course_form(make(), "german").control
    assert control is not None
    odds = control.odds_of("fort", tries)
    mean = sum(
        (weight * (weapons - board.ship("fort").weapons) for weight, board in every_end(make, repair)), Fraction(0)
    )
    assert (odds is None) == (not mean)
    assert odds is None or abs(odds.expected[0].hundredths - 100 * mean) <= 1


@rule("battleships", "8.1a")
def test_whoever_repairs_nothing_sees_no_chances() -> None:
    assert shown(at_sea("hood 2512 A 4 w1", FAR), "none") == []


@rule("battleships", "8.1")
def test_a_form_without_damaged_ships_holds_no_repairs() -> None:
    assert course_form(at_sea("hood 2512 A 4", FAR), "british").control is None
