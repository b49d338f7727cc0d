"""9.4: the option that forces which are to meet may miss each other."""

import pytest

from games.titles.pq17.components.options import Options
from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.orders.move_orders import Combine
from games.titles.pq17.rules.movement.combining import combine_segment, find_each_other
from games.titles.pq17.rules.search.cards import Look, card_finds
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Phase, Sky
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch05_movement.scattered import gale_phase
from tests.titles.pq17.ch09_weather.gales import blowing
from tests.titles.pq17.playing import play
from tests.titles.pq17.procedures import perform
from tests.titles.pq17.under_way import table

rule = pytest.mark.rule


def meeting(*, option: bool = True, sky: str = "storm", port: str = "") -> Board:
    two = [force(name, "allied", "task_force", "0508", "dd_a_i 1", port=port) for name in "ab"]
    return gale_phase(*two, sky=sky, options=Options(storm_combining=option))


def finding(board: Board, *, found: bool) -> str:
    """A card by which a search of a force at ID 3 finds something in this weather, or nothing."""
    look = Look(day=board.is_day, weather=board.state.sky.kind, row="force", level=3)
    return next(name for name, card in BOX.cards.items() if card_finds(card, look) is found)


@rule("pq17", "9.4", position="PP154")
def test_9_4_in_a_storm_forces_combine_only_after_a_card_that_finds() -> None:
    night = [card.day.force[2] for card in BOX.cards.values()]
    finding = next(place for place, result in enumerate(night) if result == "3")
    failing = next(place for place, result in enumerate(night) if result == "-")
    for place, found in ((finding, True), (failing, False)):
        board = meeting()
        run = perform(board, find_each_other(board, board.state.forces, key="m"), draws=[(place,)])
        assert run.result is found


@rule("pq17", "9.4")
def test_9_4_without_the_option_in_fair_weather_or_in_port_no_card_is_drawn() -> None:
    for board in (meeting(option=False), meeting(sky="reduced"), meeting(port="scapa_flow")):
        assert perform(board, find_each_other(board, board.state.forces, key="m")).result is True
        assert board.state.drawn == {}


@rule("pq17", "9.4")
@pytest.mark.parametrize(
    ("storm", "by_option", "card", "together"),
    [(True, True, "-", False), (True, True, "S", True), (True, False, "", True), (False, True, "", True)],
)
def test_9_4_by_option_forces_in_a_storm_combine_if_they_find_each_other(
    storm: bool, by_option: bool, card: str, together: bool
) -> None:
    board = table(
        force("a", "allied", "task_force", "0410", "london"), force("b", "allied", "task_force", "0410", "norfolk"),
        options=Options(storm_combining=by_option), sky=Sky("storm" if storm else "fair"),
    )  # fmt: skip
    board.state.phase = Phase(side="allied", orders=(Combine(("a", "b")),))
    drawn = [finding(board, found=card == "S")] if card else []
    play(combine_segment(board), cards=drawn)
    assert (len(board.forces_of("allied")) == 1) is together


@rule("pq17", "9.4")
@pytest.mark.parametrize(
    ("chosen", "kind", "port", "cards"),
    [
        (True, "storm", "", 1), (True, "gale", "", 1), (True, "fog", "", 0), (False, "gale", "", 0),
        (True, "gale", "reykjavik", 0),
    ],
)  # fmt: skip
@pytest.mark.parametrize(("card", "found"), [("card_35", True), ("card_33", False)])
def test_9_4_forces_in_rough_weather_look_for_each_other(
    chosen: bool, kind: WeatherKind, port: str, cards: int, card: str, found: bool
) -> None:
    """Card 35, row of forces: 1 in a storm, nothing in a gale; card 33: nothing."""
    two = [force(name, "allied", "task_force", "0504", "kent", port=port) for name in "ab"]
    board = blowing(*two, kind=kind, options=Options(storm_combining=chosen))
    played = play(find_each_other(board, two, key="k"), cards=[card][:cards])
    assert played.result is (not cards or (found and kind == "storm"))
