"""13.0e, 6.9 The photograph that an Allied 18 brings, besides fair weather over Kola."""

import pytest

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.missions import Photograph
from games.titles.pq17.rules.search.photo import photo
from games.titles.pq17.rules.special.events import event
from games.titles.pq17.state.events.search import Photographed
from games.titles.pq17.state.events.special import LocalWeather
from games.titles.pq17.state.state import AirUnit, Sky
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch13_events.happenings import EIGHTEEN, FAILED, SEVENTEEN, SHOWN, norway
from tests.titles.pq17.playing import Played, heard, play

rule = pytest.mark.rule


def options(played: Played) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(one.seat, one.rule, one.form.options) for one in played.asked]


@rule("pq17", "13.0e", "6.9", "6.9a")
def test_an_allied_eighteen_clears_kola_and_photographs_a_port() -> None:
    board = norway()
    played = play(event(board), dice=[EIGHTEEN], cards=[SHOWN], says={"event": "choose narvik"})
    assert options(played) == [("allied", "13.0e", ("trondheim", "narvik"))]
    assert board.state.sky.local == {"kola": ("fair", 9)}
    (report,) = board.state.reports
    assert (report.source, report.port, report.level, [one.ship for one in report.names]) == (
        "photo", "narvik", 4, ["lutzow"],
    )  # fmt: skip
    assert not board.state.air, "no aircraft is needed"


@rule("pq17", "13.0e", "6.9")
def test_without_an_answer_it_is_the_fullest_port() -> None:
    board = norway()
    play(event(board), dice=[EIGHTEEN], cards=[SHOWN])
    assert [one.ship for one in board.state.reports[0].names] == ["tirpitz", "dd_36a"]


@rule("pq17", "13.0e", "6.9")
@pytest.mark.parametrize(
    ("side", "dice", "fields"),
    [
        ("allied", SEVENTEEN, {}),
        ("axis", EIGHTEEN, {}),
        ("allied", EIGHTEEN, {"light": "dec_1"}),
        ("allied", EIGHTEEN, {"forces": []}),
    ],
)
def test_not_by_another_event_nor_by_night_nor_where_nobody_lies(
    side: Side, dice: tuple[int, int], fields: dict[str, object]
) -> None:
    board = norway(side)
    for name, value in fields.items():
        setattr(board.state, name, value)
    played = play(event(board), dice=[dice])
    assert not [one for one in played.asked if one.key == "free_photograph"]
    assert not [one for one in heard(board, "allied") if isinstance(one, Photographed)]
    if (side, dice) == ("allied", EIGHTEEN):
        assert LocalWeather("kola", "fair", 9) in heard(board, "allied")


@rule("pq17", "13.0e", "13.4")
@pytest.mark.parametrize(("weather", "shown"), [("fair", True), ("gale", False)])
def test_the_card_is_read_in_the_general_weather(weather: str, shown: bool) -> None:
    card = next(name for name, one in BOX.cards.items() if one.day.photo[0] and not one.day.photo[3])
    board = norway(sky=Sky(weather))
    play(event(board), dice=[EIGHTEEN], cards=[card])
    assert bool(board.state.reports) is shown


@rule("pq17", "13.0e", "6.9")
def test_aircraft_may_photograph_the_same_port_besides() -> None:
    board = norway(air=[AirUnit("spitfire_pr", 1, id="pr", base="wick")])
    play(event(board), dice=[EIGHTEEN], cards=[FAILED])
    board.state.drawn, board.phase.orders = {}, (Photograph("pr", "trondheim"),)
    play(photo(board), cards=[SHOWN])
    assert [one.ship for one in board.state.reports[0].names] == ["tirpitz", "dd_36a"]
