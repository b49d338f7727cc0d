"""6.9: photographs of ports."""

import pytest

from games.kernel.events import PUBLIC
from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.orders.missions import Photograph
from games.titles.pq17.presentation import Presentation
from games.titles.pq17.rules.search.cards import photographs
from games.titles.pq17.rules.search.photo import photo
from games.titles.pq17.rules.special.events import event
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.search import Photographed
from games.titles.pq17.state.state import AirUnit, Report, Sky
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch06_search.searches import FIRST
from tests.titles.pq17.ch13_events.happenings import EIGHTEEN, FAILED, SHOWN, norway
from tests.titles.pq17.playing import heard, phase, play

rule = pytest.mark.rule


def over_narvik(**fields: object) -> Board:
    board = arctic(
        force("in_narvik", "axis", "task_force", "0813", "tirpitz", "dd_36a 3", port="narvik"),
        force("false", "axis", "dummy", "0813", port="narvik"),
        air=[AirUnit("spitfire_pr", 1, id="pr", base="wick")],
        **fields,
    )
    phase(board, "allied", orders=(Photograph("pr", "narvik"),))
    return board


@pytest.mark.parametrize(("language", "word"), [("en", "photograph"), ("ja", "写真偵察")])
def test_the_question_is_put_in_both_languages(language: str, word: str) -> None:
    played = play(event(norway()), dice=[EIGHTEEN], cards=[FAILED])
    assert word in Presentation(BOX).explain_question(played.asked[0], language)


@rule("pq17", "6.9", "6.9a", position="PP68")
def test_6_9_photographs() -> None:
    kinds: tuple[WeatherKind, ...] = ("fair", "reduced", "storm", "fog")
    assert [photographs(FIRST, kind) for kind in kinds] == [True, True, True, False]


@rule("pq17", "6.9", "6.9a", "6.2.1e", position="PP68")
def test_6_9_a_photograph() -> None:
    board = over_narvik()
    card = next(name for name, one in board.box.cards.items() if one.day.photo[0])
    assert play(photo(board), cards=[card]).result == "movement"
    report = board.state.reports[-1]
    assert [(one.ship, one.strength) for one in report.names] == [("tirpitz", 0), ("dd_36a", 3)]
    assert (report.level, report.block, report.port) == (4, 0, "narvik")
    assert board.force("in_narvik").level is None
    assert len(board.forces_of("axis")) == 2, "dummies are neither told nor removed"
    assert board.state.air[0].mission == "photo"
    (public,) = heard(board, PUBLIC)
    assert isinstance(public, Photographed)
    assert (public.card, public.names) == (card, ())


@rule("pq17", "6.9")
def test_6_9_a_photograph_that_fails_or_cannot_be_taken() -> None:
    board = over_narvik()
    play(photo(board), cards=[next(name for name, one in board.box.cards.items() if not one.day.photo[0])])
    assert board.state.reports == []
    assert heard(board, "axis")[0].card == ""
    for fields in ({"sky": Sky(kind="fog")}, {"light": "dec_1"}):
        board = over_narvik(**fields)
        play(photo(board))
        assert board.told == []


@rule("pq17", "6.9", "6.9a", "5.3b")
@pytest.mark.parametrize(
    ("light", "weather", "card", "told"),
    [
        ("jul_1", "fair", "card_04", True),
        ("jul_1", "reduced", "card_04", False),
        ("jul_1", "reduced", "card_01", True),
        ("jul_1", "storm", "card_01", True),
        ("jul_1", "fog", "", False),
        ("dec_1", "fair", "", False),
    ],
)
def test_6_9_photographs_by_day_in_weather_that_lets_them_fly(
    light: str, weather: WeatherKind, card: str, told: bool
) -> None:
    board = arctic(
        force("t", "axis", "task_force", "0813", "tirpitz", "dd_36a 3", port="narvik"),
        light=light,
        sky=Sky(weather),
    )
    board.state.air = [AirUnit("spitfire_pr", 1, id="pr", base="wick")]
    phase(board, "allied", orders=(Photograph("pr", "narvik"),))
    play(photo(board), cards=[card] if card else [])
    reports: list[Report] = board.state.reports
    assert [(one.level, one.port) for one in reports] == ([(4, "narvik")] if told else [])
    assert board.force("t").level is None


@rule("pq17", "6.9a", "13.0e")
def test_6_9a_who_hears_what_of_it() -> None:
    """Both sides the list, spectators that the port was photographed and the card; a card that fails shows nothing."""
    board = norway()
    play(event(board), dice=[EIGHTEEN], cards=[SHOWN])
    told = {
        seat: next(one for one in heard(board, seat) if isinstance(one, Photographed)) for seat in ("allied", "public")
    }
    assert [one.ship for one in told["allied"].names] == ["tirpitz", "dd_36a"]
    assert told["public"] == Photographed("allied", "trondheim", SHOWN)
    assert view(board, "public").reports == []
    board = norway()
    play(event(board), dice=[EIGHTEEN], cards=[FAILED])
    assert board.state.reports == []
    assert heard(board, "axis")[-2] == heard(board, "public")[-2] == Photographed("allied", "trondheim")
