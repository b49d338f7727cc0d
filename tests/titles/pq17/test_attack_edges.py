"""5.2, 6.3, 6.4.2, 7.1 Each condition of who may attack, strike, follow and search, by itself."""

import pytest

from games.titles.pq17.components.options import Options
from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.rules.search.location import most_cards
from games.titles.pq17.rules.search.public_options import public_targets
from games.titles.pq17.rules.special.writing import situation_part
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import Chit, Shadow, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch06_search.shadowers import attacks, small_convoy, two_boats
from tests.titles.pq17.strikes import OPEN, air, facing

rule = pytest.mark.rule


@rule("pq17", "7.1", "7.4.2a", "7.5")
def test_a_task_force_attacks_with_a_ship_that_can_and_nothing_else_does() -> None:
    norfolk = force("tf", "allied", "task_force", OPEN, "norfolk")
    raider = force("r", "axis", "task_force", OPEN, "lutzow")
    assert attacks(norfolk, raider)
    crippled = force("tf", "allied", "task_force", OPEN)
    crippled.counters = [Counter("norfolk", 3, crippled=True)]
    assert not attacks(crippled, raider)
    sunk = force("tf", "allied", "task_force", OPEN)
    sunk.counters = [Counter("norfolk", 0)]
    assert not attacks(sunk, raider)
    assert not attacks(force("lure", "allied", "dummy", OPEN), raider)
    assert not attacks(force("c", "allied", "convoy", OPEN, "mv 8", "norfolk"), raider)
    for weather, fights in (("storm", True), ("gale", False)):
        assert attacks(norfolk, two_boats(), sky=Sky(weather)) is fights


@rule("pq17", "7.4.2", "9.2.5", "5.2")
@pytest.mark.parametrize(("weather", "asked"), [("storm", True), ("gale", False)])
def test_in_a_gale_nobody_is_asked_about_boats(weather: WeatherKind, asked: bool) -> None:
    board = facing(two_boats(), side="allied", sky=Sky(weather), air=[air("catalina", "u", "lerwick", at=OPEN)])
    board.state.air[0].mission = "attack"
    assert bool(public_targets(board, "allied")) is asked
    board.state.air = []
    board.place(force("tf", "allied", "task_force", OPEN, "norfolk"))
    assert bool(public_targets(board, "allied")) is asked


@rule("pq17", "7.1.1o")
def test_by_option_only_who_follows_this_target_lets_a_second_card_be_drawn() -> None:
    board = facing(
        small_convoy(),
        force("other", "allied", "task_force", OPEN, "norfolk"),
        options=Options(second_card=True),
        sky=Sky("storm"),
    )
    board.state.shadows = [Shadow("other", "aircraft", "u")]
    before = most_cards(board, "air", board.force("pq"))
    board.state.shadows = [Shadow("pq", "aircraft", "u")]
    assert (before, most_cards(board, "air", board.force("pq"))) == (1, 2)


@rule("pq17", "12.14.2", "12.0a")
def test_chariots_go_for_ports_of_south_norway_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.titles.pq17.rules.forces.situations.is_usable", lambda *args, **named: True)
    board: Board = arctic(chits={"allied": Chit("t", "title")})
    targets = situation_part(board, "allied").targets
    assert targets
    assert {BOX.ports[one].hex for one in targets} <= set(BOX.areas.south_norway.hexes)
