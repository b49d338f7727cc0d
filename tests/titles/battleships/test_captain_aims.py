"""The captain fights for what decides the battle, and keeps off his own mines."""

from typing import Any

import pytest

from games.titles.battleships.bot.judgement import AHEAD, DECISIVE, Judgement
from games.titles.battleships.bot.odds import Odds
from games.titles.battleships.components import hexes
from games.titles.battleships.components.battles import Decisive, Exit, Victory
from games.titles.battleships.orders.orders import Target
from games.titles.battleships.rules.movement.courses import course_form
from games.titles.battleships.state.board import Board
from games.titles.battleships.visibility.view import view
from tests.titles.battleships.box import BOX
from tests.titles.battleships.laid_out import at_sea
from tests.titles.battleships.test_captain import answer, ends, marks

rule = pytest.mark.rule
BISMARCK = (Decisive("sunk", ("bismarck",), "british"), Decisive("left", ("bismarck",), "german"))


def judged(board: Board, seat: str = "british") -> Judgement:
    return Judgement(board.box, Odds(BOX.tables), view(board, seat))


@rule("battleships", "11.13")
def test_he_fires_at_the_ship_that_decides_the_battle() -> None:
    """The cruiser is easier to hurt; but if Bismarck sinks the battle is won."""
    ships = ("hood 2512 A 4", "prinz_eugen 3514 A 4", "bismarck 3512 A 4 w1")
    assert marks(at_sea(*ships)) == [Target("hood", "prinz_eugen")]
    assert marks(at_sea(*ships, victory=Victory(decisive=BISMARCK))) == [Target("hood", "bismarck")]


@pytest.mark.parametrize(("decisive", "chased"), [(BISMARCK, "bismarck"), ((), "prinz_eugen")])
def test_he_pursues_the_ship_that_decides_the_battle(decisive: tuple[Decisive, ...], chased: str) -> None:
    """Both are out of sight and as far away; Prinz Eugen is hurt, and Bismarck runs."""
    ships = ("hood 2820 A 4", "bismarck 4020 A 4", "prinz_eugen 1620 A 4 w2 s3")
    board = at_sea(*ships, sight=5, victory=Victory(decisive=decisive))
    at = ends(board)["hood"][0]
    far = {name: hexes.distance(at, where) for name, where in (("bismarck", "4020"), ("prinz_eugen", "1620"))}
    assert min(far, key=far.__getitem__) == chased


@rule("battleships", "11.13")
def test_each_side_knows_what_decides() -> None:
    """The Germans lose the battle with Bismarck, and the British by a third of the damage to the King George V."""
    whole = (Decisive("sunk", ("bismarck",), "british", ("king_george_v",)), BISMARCK[1])
    board = at_sea("king_george_v 2820 A 4", "bismarck 4020 A 4", "prinz_eugen 1620 A 4",
                   victory=Victory(decisive=whole))  # fmt: skip
    british, german = judged(board), judged(board, "german")
    assert (british.prizes, british.charges) == ({"bismarck"}, {"king_george_v"})
    assert (german.prizes, german.charges) == (set(), {"bismarck"})
    assert british.weight(british.ship("bismarck")) == DECISIVE
    assert british.weight(british.ship("prinz_eugen")) == 100


@pytest.mark.parametrize(("points", "turn", "guarded"), [
    (False, 1, True), (True, 1, False), (True, 10 - AHEAD, True),
])  # fmt: skip
@rule("battleships", "9.2")
def test_the_edge_by_which_the_enemy_wins_is_guarded(points: bool, turn: int, guarded: bool) -> None:
    """Where points win too, the fight comes first, until the edge is about to open."""
    board = at_sea(
        "hood 2820 A 4", "bismarck 2818 A 4", "prinz_eugen 1620 A 4", turn=turn, turns=15,
        exits=(Exit("german", ("south",), 10),), victory=Victory(decisive=BISMARCK, points=points),
    )  # fmt: skip
    assert judged(board).escapes == ({"bismarck": ("south",)} if guarded else {})


# --- mines


def crossed(mined: tuple[str, ...], **battle: Any) -> list[str]:
    """The hexes that Hood enters on her way to an enemy who is out of sight."""
    board = at_sea("hood 2820 A 4", "bismarck 4020 A 4", sight=5, **battle)
    board.state.mines = {"british": mined}
    form = course_form(board, "british")
    return [at for path in form.courses(tuple(answer(board, form))).values() for at in path]


@rule("battleships", "10.6")
def test_he_keeps_off_his_own_mines() -> None:
    way = crossed(())
    assert len(way) > 1
    assert not set(crossed((way[0],))) & {way[0]}
    assert not set(crossed((way[-1],))) & {way[-1]}


@rule("battleships", "10.6")
def test_where_all_courses_lead_over_mines_he_goes_on() -> None:
    around = tuple(hexes.neighbour("2820", one) for one in hexes.HEADINGS)
    assert set(crossed(around)) & set(around)
