"""7.5.2 The odds that a player is shown on the battle display, without what the enemy hides."""

import pytest
from msgspec import structs

from games.titles.pq17.orders.draft_odds import throw_facts
from games.titles.pq17.presentation.odds import between, units
from games.titles.pq17.rules.surface.surface_odds import throw_odds
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic
from tests.titles.pq17.box import BOX
from tests.titles.pq17.displays import battle


@pytest.mark.rule("pq17", "7.5.2")
def test_the_shown_odds_are_those_of_the_form() -> None:
    board = arctic()
    board.state.battle = battle(("norfolk 3",), ("admiral_hipper 4",))
    seen = view(board, "axis")
    assert set(units(seen)) == {one.name for one in board.state.battle.units}
    mine, theirs = (board.state.battle.of(side)[0].name for side in ("axis", "allied"))
    wanted = [throw_facts(one) for one in throw_odds(BOX, board.state.battle, "axis") if one.by == mine]
    assert [one.means for one in between(BOX, throw_odds, seen, mine, theirs)] == wanted
    assert between(BOX, throw_odds, seen, mine, mine) == ()


@pytest.mark.rule("pq17", "11.2.3")
def test_the_enemys_fuel_changes_no_odds() -> None:
    shown = []
    for critical in (False, True):
        board = arctic()
        fight = battle(("norfolk 3",), ("admiral_hipper 4",))
        fight.units = [structs.replace(one, critical=critical and one.side == "axis") for one in fight.units]
        board.state.battle = fight
        names = [board.state.battle.of(side)[0].name for side in ("axis", "allied")]
        shown.append(between(BOX, throw_odds, view(board, "allied"), *names))
    assert shown[0] == shown[1]
    assert shown[0]


def test_without_a_battle_no_unit_has_odds() -> None:
    assert units(view(arctic(), "axis")) == ()
