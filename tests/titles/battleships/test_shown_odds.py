"""5.3, 6.1 The odds that a player is shown agree with the rules: the same modifiers, and chances over all throws."""

from itertools import product

import pytest

from games.titles.battleships.components.tables import harm_of
from games.titles.battleships.orders.targets import Aim
from games.titles.battleships.presentation.odds import between
from games.titles.battleships.rules.gunnery.targets import target_form
from games.titles.battleships.rules.torpedoes import torpedoes
from games.titles.battleships.state.board import Board
from games.titles.battleships.visibility.view import view
from tests.titles.battleships.box import BOX
from tests.titles.battleships.laid_out import at_sea

DICE = [one + other for one, other in product(range(1, 7), repeat=2)]


def thrown(board: Board, aim: Aim) -> tuple[int, int]:
    """The thousandths in which a shot sinks a whole target, and damages her, over all throws."""
    tables, target = board.tables, board.ship(aim.at)
    counter, sunk, damaged = board.counter(target), 0.0, 0.0
    for first in DICE:
        odds = tables.combat.odds_of(tables.damage.points(aim.attack, first + aim.modifier), counter.defence)
        for second in DICE if odds else ():
            harm = tables.combat.result(odds, second)
            saved = (tables.combat.battleship_sinks_on - 1) / 6 if harm.sinks and counter.kind == "bb" else 0
            assert not saved or harm_of(tables.combat.battleship_damage)
            sunk += (1 - saved) if harm.sinks else 0
            damaged += saved if harm.sinks else bool(harm)
    return round(1000 * sunk / 36**2), round(1000 * damaged / 36**2)


@pytest.mark.parametrize(
    "ships",
    [
        ("hood 2512 A 4", "bismarck 3512 A 4"),
        ("hood 2512 B 4", "bismarck 3012 A 1"),
        ("norfolk 2512 A 4", "prinz_eugen 2816 C 0"),
        ("bismarck 2512 D 4 w1", "hood 2612 A 4"),
    ],
)
@pytest.mark.rule("battleships", "5.3")
def test_the_shown_odds_of_a_shot_are_those_of_the_rules(ships: tuple[str, ...]) -> None:
    board = at_sea(*ships)
    checked = 0
    for side in board.sides:
        for aim in target_form(board, side).aims:
            if aim.secondary:
                continue
            shot = between(BOX, view(board, side), aim.ship, aim.at)[0]
            assert sum(one.amount for one in shot.modifiers) == aim.modifier
            assert f"attack {aim.attack}" in shot.means.en
            assert (shot.outcomes[0].chance, shot.outcomes[1].chance) == thrown(board, aim)
            checked += 1
    assert checked


@pytest.mark.rule("battleships", "6.1")
def test_the_shown_odds_of_torpedoes_are_those_of_the_rules() -> None:
    board = at_sea("norfolk 2512 A 4", "bismarck 2712 A 4")
    mine, theirs = board.ship("norfolk"), board.ship("bismarck")
    found = [one for one in between(BOX, view(board, mine.side), "norfolk", "bismarck") if one.rule == "6.1"]
    assert bool(found) == (torpedoes.can_launch(board, mine) and torpedoes.may_launch_at(board, mine, theirs))
    if found:
        number = torpedoes.number_of(board, mine, theirs, 2)
        assert f"hit on {number} or less" in found[0].means.en


def test_no_odds_beyond_the_range_nor_against_friends() -> None:
    board = at_sea("hood 0501 A 4", "norfolk 0503 A 4", "bismarck 3535 A 4")
    seen = view(board, board.ship("hood").side)
    assert between(BOX, seen, "hood", "norfolk") == ()
    assert between(BOX, seen, "norfolk", "bismarck") == ()
