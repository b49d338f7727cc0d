"""Where the picture of a decision is scrolled to as its page opens: to the units that may act, or to the battle."""

from typing import Any

from pbem.web.pages.order_form.overlay import Overlay
from pbem.web.pages.order_form.tap_editor import list_actors
from tests.titles.asked import Asked, asked_in_games
from tests.titles.goeben.test_whole_games import KEPT
from tests.titles.loading import load


def opening(key: str, one: Asked) -> tuple[Overlay, list[float]]:
    """Return the overlay of a question, and its opening view: a point, the middle, and the extent of all subjects."""
    board = load(key).presentation.render_board(one.view, "en")
    over = Overlay(board.hotspots, load(key).presentation.labels, "en")
    return over, [float(number) for number in over.find_home_point(one.question.form).split(",") if number]


def test_in_battleships_it_contains_every_ship_that_may_act() -> None:
    shown = 0
    for one in asked_in_games("battleships"):
        over, view = opening("battleships", one)
        _, _, x, y, wide, high = view
        for ship in list_actors(one.question.form):
            (across, along) = over.at[ship][0].center
            assert abs(across - x) <= wide / 2 + 1, ship
            assert abs(along - y) <= high / 2 + 1, ship
            shown += 1
    assert shown > 10


def test_in_battleships_it_shows_the_ships_that_have_targets() -> None:
    """Two cruisers far away have nobody in range: a window that cannot show all shows the battle."""
    (one, *_) = (
        one
        for one in asked_in_games("battleships")
        if one.scenario == "denmark_strait" and one.question.kind == "targets" and one.question.seat == "british"
    )
    over, view = opening("battleships", one)
    foe = over.at["bismarck"][0].center
    assert abs(foe[1] - view[1]) < 270


def test_in_goeben_a_battle_opens_on_the_battle() -> None:
    title, battles = load("goeben"), 0
    for run in KEPT.runs("suez_canal-random-1"):
        for question in run.open_questions:
            seen: Any = title.secrecy.view(run.state, question.seat)
            over, view = opening("goeben", Asked("suez_canal", question, seen))
            if seen.battle is not None and view:
                panel = over.spots.regions[0]
                assert panel.key == "battle"
                assert panel.box[1] <= view[1] <= panel.box[1] + panel.box[3], question.kind
                battles += 1
    assert battles
