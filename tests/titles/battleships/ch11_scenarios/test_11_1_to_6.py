"""Scenarios 1 to 6, and what all have in common (11.0-11.6)."""

from collections.abc import Mapping
from typing import Any

import pytest

from games.titles.battleships.components import hexes
from games.titles.battleships.components.options import Options
from games.titles.battleships.components.scenarios import SCENARIOS
from games.titles.battleships.rules.movement.courses import course_form, exits_of
from games.titles.battleships.rules.movement.move import first_move
from games.titles.battleships.rules.repair.control import repair
from games.titles.battleships.rules.scenario.setup import new_game
from games.titles.battleships.rules.scenario.verdict import Outcome, at_last, decided
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.points import sixths_of
from games.titles.battleships.state.state import Fate
from tests.titles.battleships.box import BOX
from tests.titles.battleships.laid_out import in_battle, play, refused
from tests.titles.battleships.positions import begun, decided_by, gone, trial

rule = pytest.mark.rule
BRITISH = "hood norfolk"


def scores(board: Board, mended: Mapping[str, int]) -> Board:
    """The same board, points given by steps that the other side has mended: by ship."""
    for name, steps in mended.items():
        board.ship(name).mended = steps
    return board


SHEETS = {
    # turns, base visibility, night, first player, nearest start range
    "lofoten": (14, 8, False, "british", 9), "mers_el_kebir": (12, 10, False, "british", 11),
    "calabria": (16, 11, False, "italian", 11), "spartivento": (14, 11, False, "british", 10),
    "denmark_strait": (15, 12, False, "british", 10), "last_battle": (10, 10, False, "german", 8),
    "force_z": (14, 3, True, "japanese", 9), "tirpitz": (15, 5, False, "german", 8),
    "casablanca": (14, 9, False, "american", 10), "third_solomon": (14, 2, True, "american", 8),
    "north_cape": (18, 1, True, "german", 8), "san_bernardino": (16, 9, False, "japanese", 8),
}  # fmt: skip


# --- 11.0


@rule("battleships", "11.0")
@rule("battleships", "1.1")
@pytest.mark.parametrize("scenario", list(SCENARIOS))
def test_sheets(scenario: str) -> None:
    board = begun(scenario, options=Options(as_proposed=False))
    first, second = board.sides
    near = min(hexes.distance(one.at, other.at) for one in board.fleet(first) for other in board.fleet(second))
    battle = board.battle
    assert (battle.turns, battle.sight, battle.night, battle.first, near) == SHEETS[scenario]
    assert tuple(role.key for role in SCENARIOS[scenario].seats) == board.sides


@rule("battleships", "11.0")
@pytest.mark.parametrize("scenario", list(SCENARIOS))
def test_every_ship_can_sail_on_turn_1_without_running_aground(scenario: str) -> None:
    board = begun(scenario)
    for side in board.sides:
        form = course_form(board, side)
        for ship in form.ships:
            assert form.plots[ship.ship].ship.least <= ship.most


@rule("battleships", "11.0")
@pytest.mark.parametrize("scenario", list(SCENARIOS))
def test_options_on_which_a_scenario_rests_are_in_play_unless_declined(scenario: str) -> None:
    proposed = BOX.battles[scenario].proposes
    in_play = new_game(BOX, scenario, Options()).options
    declined = new_game(BOX, scenario, Options(as_proposed=False)).options
    assert all(getattr(in_play, name) for name in proposed)
    assert not any(getattr(declined, name) for name in proposed)


# --- 11.1


@rule("battleships", "11.1", "11.6")
@pytest.mark.parametrize(
    ("hull", "lasting", "whole"), [(0, {}, True), (1, {}, False), (1, {"hood": 1}, True), (2, {"hood": 1}, False)]
)
def test_whole_is_who_has_no_damage_beyond_what_she_had(hull: int, lasting: dict[str, int], whole: bool) -> None:
    board = trial(victory=decided_by("all_left_whole", "hood", "norfolk"), left=BRITISH, lasting_hull=lasting)
    board.ship("hood").hull = hull
    assert (decided(board) is not None) is whole


@rule("battleships", "11.1")
def test_lofoten_heavy_sea() -> None:
    board = begun("lofoten")
    destroyers = board.ship("gb_dd")
    assert (board.moves(destroyers), destroyers.torpedoes, board.crew(board.ship("renown"))) == (4, 0, 1)
    assert board.crew(board.ship("gneisenau")) == 0


@rule("battleships", "11.1")
@pytest.mark.parametrize(("turn", "edges"), [(7, ()), (8, ("north",))])
def test_lofoten_exit_from_turn_8(turn: int, edges: tuple[str, ...]) -> None:
    board = begun("lofoten", turn=turn)
    assert exits_of(board, board.ship("gneisenau")) == edges
    assert exits_of(board, board.ship("renown")) == ()


@rule("battleships", "11.1")
def test_lofoten_the_germans_win_if_both_leave_whole() -> None:
    board = gone(begun("lofoten", turn=9), gneisenau="left")
    assert decided(board) is None
    gone(board, scharnhorst="left")
    assert decided(board) == Outcome("german", "all_left_whole", "gneisenau")
    board.ship("scharnhorst").weapons = 1
    assert decided(board) is None


@rule("battleships", "11.1")
@rule("battleships", "11.13")
@pytest.mark.parametrize(
    ("mended", "winner"),
    [({}, ""), ({"gneisenau": 9}, ""), ({"gneisenau": 10}, "british"), ({"renown": 10}, "german"),
     ({"gneisenau": 12, "renown": 3}, "")],
)  # fmt: skip
def test_lofoten_by_ten_points(mended: dict[str, int], winner: str) -> None:
    assert at_last(scores(begun("lofoten", turn=14), mended)).winner == winner


# --- 11.2


@rule("battleships", "11.2", "11.9", "10.7")
@pytest.mark.parametrize(
    ("scenario", "side", "turn", "movers"),
    [
        ("mers_el_kebir", "french", 1, 0), ("mers_el_kebir", "french", 2, 6), ("mers_el_kebir", "british", 1, 6),
        ("casablanca", "french", 1, 1), ("casablanca", "french", 2, 4), ("casablanca", "american", 1, 5),
    ],
)  # fmt: skip
def test_who_lies_still_at_first(scenario: str, side: str, turn: int, movers: int) -> None:
    """Jean Bart, who is moored, is no light ship; batteries never move."""
    board = in_battle(scenario, turn=turn, options=Options(as_proposed=False, batteries=True))
    assert len(course_form(board, side).ships) == movers


@rule("battleships", "11.2")
@rule("battleships", "9.3c")
def test_the_french_lie_still_on_turn_1_and_behind_the_breakwater_later() -> None:
    board = begun("mers_el_kebir")
    assert course_form(board, "french").ships == ()
    board.state.turn = 2
    form = course_form(board, "french")
    assert {(ship.least, ship.most) for ship in form.ships} == {(0, 2)}
    assert refused(form, "course strasbourg way=3724") == []
    assert refused(form, "course strasbourg way=3724,3723") != []


@rule("battleships", "11.2")
def test_the_british_keep_three_hexes_off_the_breakwater() -> None:
    board = begun("mers_el_kebir")
    hood = board.ship("hood")
    hood.at, hood.heading, hood.speed = "3518", "D", 4
    form = course_form(board, "british")
    assert refused(form, "course hood way=3519,3520") != []
    hood.at = "3516"
    form = course_form(board, "british")
    assert refused(form, "course hood way=3517,3518,3519") == []
    assert refused(form, "course hood way=3517,3518,3519,3520") != []


@rule("battleships", "11.2")
@rule("battleships", "9.2")
def test_french_capital_ships_leave_east_in_full() -> None:
    board = begun("mers_el_kebir", turn=4)
    ship = board.ship("strasbourg")
    ship.at, ship.heading, ship.speed = "5512", "C", 1
    (edge,) = course_form(board, "french").plots["strasbourg"].chart.stops[:1]
    play(board, first_move(board), says={"courses@french": f"course strasbourg way={edge}"})
    assert (ship.fate, ship.full) == ("left", True)
    assert sixths_of(board, "french") == 46 * 6


@rule("battleships", "11.2")
@pytest.mark.parametrize(
    ("sunk", "winner"), [((), "french"), (("provence",), "french"), (("provence", "strasbourg"), "british")]
)
def test_the_british_need_sixty_points(sunk: tuple[str, ...], winner: str) -> None:
    """46 for Provence alone, 92 with Strasbourg."""
    fates: dict[str, Fate] = dict.fromkeys(sunk, "sunk")
    board = gone(begun("mers_el_kebir", turn=12), **fates)
    assert at_last(board).winner == winner


# --- 11.3


@rule("battleships", "11.3")
def test_calabria_leaving_west_scores_nothing() -> None:
    board = begun("calabria", turn=6)
    assert exits_of(board, board.ship("zara")) == ("west",)
    assert not any(one.full for one in board.battle.exits)
    assert at_last(gone(board, zara="left")).winner == ""
    assert exits_of(begun("calabria", turn=5), board.ship("zara")) == ()


# --- 11.4


@rule("battleships", "11.4")
@pytest.mark.parametrize(("mended", "winner"), [(14, ""), (15, "british")])
def test_spartivento_by_fifteen_points(mended: int, winner: str) -> None:
    board = begun("spartivento", turn=14)
    board.ship("vittorio_veneto").mended = mended
    assert at_last(board).winner == winner
    assert exits_of(board, board.ship("it_dd")) == ("south",)
    assert exits_of(board, board.ship("renown")) == ()


# --- 11.5


@rule("battleships", "11.5", "11.13")
@pytest.mark.parametrize(
    ("event", "gone", "outcome"),
    [
        ("sunk", {}, None),
        ("sunk", {"sunk": "hood"}, Outcome("german", "sunk", "hood")),
        ("sunk", {"sunk": "norfolk"}, Outcome("german", "sunk", "norfolk")),
        ("sunk", {"left": "hood"}, None),
        ("left", {"left": "norfolk"}, Outcome("german", "left", "norfolk")),
        ("left", {"sunk": "norfolk"}, None),
        ("all_left_whole", {"left": "hood"}, None),
        ("all_left_whole", {"left": BRITISH}, Outcome("german", "all_left_whole", "hood")),
        ("all_left_whole", {"left": "hood", "sunk": "norfolk"}, None),
    ],
)
def test_what_decides_at_once(event: str, gone: dict[str, str], outcome: Outcome | None) -> None:
    board = trial(victory=decided_by(event, "hood", "norfolk"), **gone)
    assert decided(board) == decided(board, at_end_of_turn=True) == outcome


@rule("battleships", "11.5")
def test_denmark_strait_bismarck_decides() -> None:
    board = begun("denmark_strait", turn=9)
    assert board.crew(board.ship("prince_of_wales")) == -1
    assert exits_of(board, board.ship("bismarck")) == ("south", "west")
    assert decided(gone(begun("denmark_strait"), bismarck="sunk")) == Outcome("british", "sunk", "bismarck")
    assert decided(gone(begun("denmark_strait"), bismarck="left")) == Outcome("german", "left", "bismarck")
    assert decided(gone(begun("denmark_strait"), hood="sunk", prinz_eugen="left")) is None
    assert at_last(gone(begun("denmark_strait"), hood="sunk")).winner == "german"


# --- 11.6


@rule("battleships", "11.6")
@pytest.mark.parametrize(
    ("fields", "crippled"),
    [({}, False), ({"weapons": 3}, True), ({"hull": 3}, True), ({"weapons": 2, "hull": 2}, False),
     ({"fate": "sunk"}, True), ({"fate": "left"}, False)],
)  # fmt: skip
def test_an_end_that_asks_for_whole_ships_is_lost_by_a_cripple_and_looked_at_when_the_turn_ends(
    fields: dict[str, Any], crippled: bool
) -> None:
    board = trial(sunk="hood", victory=decided_by("sunk", "hood", whole=("prinz_eugen", "bismarck")))
    for name, value in fields.items():
        setattr(board.ship("bismarck"), name, value)
    assert decided(board) is None
    won, lost = Outcome("german", "sunk", "hood"), Outcome("british", "otherwise", "bismarck")
    assert decided(board, at_end_of_turn=True) == (lost if crippled else won)


@rule("battleships", "11.6")
def test_bismarcks_rudder_hull_and_crew() -> None:
    board = begun("last_battle")
    bismarck = board.ship("bismarck")
    assert (bismarck.hull, bismarck.speed, board.moves(bismarck)) == (2, 1, 2)
    form = course_form(board, "german")
    assert refused(form, "course bismarck way=2917,2816") == []
    assert refused(form, "course bismarck way=3016,3015") == []
    assert refused(form, "course bismarck way=3016,2916") != []  # two turns
    assert refused(form, "course bismarck way=3117") != []  # 120 degrees
    sailing = form.ships[0]
    assert (sailing.turns, sailing.sharpest) == (1, 1)
    for turn, grade in ((4, 0), (5, -1), (10, -1)):
        board.state.turn = turn
        assert board.crew(bismarck) == grade


@rule("battleships", "11.6")
def test_bismarcks_two_steps_cannot_be_mended_and_a_third_can() -> None:
    board = begun("last_battle")
    bismarck = board.ship("bismarck")
    play(board, repair(board))
    bismarck.hull = 3
    play(board, repair(board), dice=[(2,)])
    assert (bismarck.hull, bismarck.mended) == (2, 1)


@rule("battleships", "11.6")
@pytest.mark.parametrize(
    ("fates", "hurt", "winner"),
    [({"bismarck": "sunk"}, "", "british"), ({"bismarck": "sunk", "rodney": "sunk"}, "", "german"),
     ({"bismarck": "sunk"}, "weapons", "german"), ({"bismarck": "sunk"}, "hull", "german"), ({}, "", "german")],
)  # fmt: skip
def test_the_british_must_keep_their_battleships_whole(fates: dict[str, Fate], hurt: str, winner: str) -> None:
    board = gone(begun("last_battle", turn=10), **fates)
    if hurt:
        setattr(board.ship("king_george_v"), hurt, 3)
    outcome = decided(board, at_end_of_turn=True) or at_last(board)
    assert outcome.winner == winner
