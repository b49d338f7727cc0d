"""11.0 The twelve scenarios: forces and places, what is special, and how each is won."""

from collections.abc import Mapping

import pytest

from games.titles.battleships.components import hexes
from games.titles.battleships.components.options import Options
from games.titles.battleships.components.scenarios import SCENARIOS
from games.titles.battleships.rules.gunnery.targets import target_form
from games.titles.battleships.rules.movement.courses import course_form, exits_of
from games.titles.battleships.rules.movement.move import first_move
from games.titles.battleships.rules.repair.control import repair
from games.titles.battleships.rules.scenario.setup import new_game
from games.titles.battleships.rules.scenario.verdict import Outcome, at_last, decided, is_pointless
from games.titles.battleships.rules.sighting.turn import sighting
from games.titles.battleships.rules.torpedoes.torpedoes import torpedo_form
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.points import sixths_of
from games.titles.battleships.state.state import Fate
from tests.titles.battleships.box import BOX
from tests.titles.battleships.laid_out import play, refused

rule = pytest.mark.rule


def begun(scenario: str, *, turn: int = 1, options: Options | None = None) -> Board:
    board = Board(new_game(BOX, scenario, options or Options()), BOX)
    board.state.turn, board.state.sight = turn, board.battle.sight + 3
    return board


def gone(board: Board, **fates: Fate) -> Board:
    """The same board, these ships gone."""
    for name, fate in fates.items():
        board.ship(name).fate = fate
    return board


def scores(board: Board, mended: Mapping[str, int]) -> Board:
    """The same board, points given by steps that the other side has mended: by ship."""
    for name, steps in mended.items():
        board.ship(name).mended = steps
    return board


# --- the sheets

SHEETS = {
    # turns, base visibility, night, first player, nearest start range
    "lofoten": (14, 8, False, "british", 9), "mers_el_kebir": (12, 10, False, "british", 11),
    "calabria": (16, 11, False, "italian", 11), "spartivento": (14, 11, False, "british", 10),
    "denmark_strait": (15, 12, False, "british", 10), "last_battle": (10, 10, False, "german", 8),
    "force_z": (14, 3, True, "japanese", 9), "tirpitz": (15, 5, False, "german", 8),
    "casablanca": (14, 9, False, "american", 10), "third_solomon": (14, 2, True, "american", 8),
    "north_cape": (18, 1, True, "german", 8), "san_bernardino": (16, 9, False, "japanese", 8),
}  # fmt: skip


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


# --- S1 Lofoten


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


# --- S2 Mers el-Kebir


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


# --- S3, S4


@rule("battleships", "11.3")
def test_calabria_leaving_west_scores_nothing() -> None:
    board = begun("calabria", turn=6)
    assert exits_of(board, board.ship("zara")) == ("west",)
    assert not any(one.full for one in board.battle.exits)
    assert at_last(gone(board, zara="left")).winner == ""
    assert exits_of(begun("calabria", turn=5), board.ship("zara")) == ()


@rule("battleships", "11.4")
@pytest.mark.parametrize(("mended", "winner"), [(14, ""), (15, "british")])
def test_spartivento_by_fifteen_points(mended: int, winner: str) -> None:
    board = begun("spartivento", turn=14)
    board.ship("vittorio_veneto").mended = mended
    assert at_last(board).winner == winner
    assert exits_of(board, board.ship("it_dd")) == ("south",)
    assert exits_of(board, board.ship("renown")) == ()


# --- S5, S6


@rule("battleships", "11.5")
def test_denmark_strait_bismarck_decides() -> None:
    board = begun("denmark_strait", turn=9)
    assert board.crew(board.ship("prince_of_wales")) == -1
    assert exits_of(board, board.ship("bismarck")) == ("south", "west")
    assert decided(gone(begun("denmark_strait"), bismarck="sunk")) == Outcome("british", "sunk", "bismarck")
    assert decided(gone(begun("denmark_strait"), bismarck="left")) == Outcome("german", "left", "bismarck")
    assert decided(gone(begun("denmark_strait"), hood="sunk", prinz_eugen="left")) is None
    assert at_last(gone(begun("denmark_strait"), hood="sunk")).winner == "german"


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


# --- S7, S8


@rule("battleships", "11.7")
def test_force_z_leaves_north_in_full() -> None:
    board = begun("force_z")
    assert exits_of(board, board.ship("repulse")) == ("north",)
    assert {kind for one in board.battle.exits for kind in one.full} >= {"bb", "bc"}
    assert board.crew(board.ship("kongo")) == 1
    board.ship("repulse").fate, board.ship("repulse").full = "left", True
    assert at_last(board).winner == "british"


@rule("battleships", "11.8")
@pytest.mark.parametrize(("dice", "sight"), [([(5,)], 10), ([(6,), (2,)], 3), ([(6,), (5,)], 1), ([(6,), (6,)], 1)])
def test_squalls(dice: list[tuple[int, ...]], sight: int) -> None:
    board = begun("tirpitz", turn=0)
    play(board, sighting(board), dice=dice)
    assert board.state.sight == sight


@rule("battleships", "11.8")
def test_tirpitz_leaves_or_sinks() -> None:
    board = begun("tirpitz", turn=8)
    assert exits_of(board, board.ship("tirpitz")) == ("east",)
    assert board.moves(board.ship("gb_dd")) == 5
    assert decided(gone(begun("tirpitz"), tirpitz="left")) == Outcome("german", "left", "tirpitz")
    assert decided(gone(begun("tirpitz"), tirpitz="sunk")) == Outcome("british", "sunk", "tirpitz")


# --- S9, S10


@rule("battleships", "11.9")
def test_jean_bart_lies_fixed_and_the_light_ships_still_on_turn_1() -> None:
    board = begun("casablanca")
    assert {ship.ship for ship in course_form(board, "french").ships if ship.most} == set()
    board.state.turn = 2
    assert {ship.ship for ship in course_form(board, "french").ships if ship.most} == {
        "fr_cl_galissonniere", "fr_dd", "fr_dd_2"
    }  # fmt: skip
    assert board.counter(board.ship("jean_bart")).attack == 21


@rule("battleships", "11.9")
@pytest.mark.parametrize(
    ("fates", "weapons", "winner"),
    [({}, 0, "french"), ({"fr_dd": "sunk"}, 0, "french"), ({"fr_dd": "sunk", "el_hank": "sunk"}, 0, "american"),
     ({"jean_bart": "sunk"}, 0, "american"), ({"fr_dd": "sunk"}, 3, "american"),
     ({"el_hank": "sunk", "massachusetts": "sunk"}, 0, "french")],
)  # fmt: skip
def test_the_americans_must_silence_a_battery(fates: dict[str, Fate], weapons: int, winner: str) -> None:
    board = gone(begun("casablanca", turn=14), **fates)
    board.ship("jean_bart").weapons = weapons
    assert at_last(board).winner == winner


@rule("battleships", "11.9")
@rule("battleships", "11.13")
def test_more_points_are_more_by_the_least_part() -> None:
    """A sixth more is more."""
    board = gone(begun("casablanca", turn=14), el_hank="sunk")
    # 24 points for the battery; American destroyers sunk give 16, and a step that cannot be mended the rest but a part
    gone(board, us_dd="sunk")
    other = board.ship("us_dd_2")
    other.mended, other.weapons, other.hull = 1, 2, 0  # one point and a third of sixteen
    assert at_last(board).winner == "american"
    other.hull = 1  # one and a half of sixteen: 25 against 24
    assert at_last(board).winner == "french"


@rule("battleships", "11.10")
@pytest.mark.parametrize(("row", "may"), [("27", False), ("28", True), ("29", True)])
def test_kirishima_bombards_from_two_rows(row: str, may: bool) -> None:
    board = begun("third_solomon")
    board.ship("kirishima").at = f"30{row}"
    form = target_form(board, "japanese")
    assert (form.bombards == "kirishima") is may
    board.ship("kirishima").weapons = 3
    assert target_form(board, "japanese").bombards == ""


@rule("battleships", "11.10")
def test_three_bombardments_win() -> None:
    board = begun("third_solomon")
    for count, winner in ((2, None), (3, "japanese")):
        board.state.bombarded = count
        outcome = decided(board)
        assert (outcome.winner if outcome else None) == winner


@rule("battleships", "11.10")
def test_both_american_battleships_have_early_radar() -> None:
    board = begun("third_solomon")
    assert {board.ship(name).radar for name in ("washington", "south_dakota")} == {"mark_3"}
    assert board.ship("kirishima").radar == ""
    assert {"2513", "2514", "2613", "2614", "3030", "5534"} <= board.battle.shores


# --- S11, S12


@rule("battleships", "11.11")
def test_north_cape_radar_and_surprise() -> None:
    board = begun("north_cape")
    scharnhorst = board.ship("scharnhorst")
    assert board.radar(scharnhorst) is None
    assert {board.ship(name).radar for name in ("duke_of_york", "gb_cl_town")} == {"type_284m"}
    assert board.ship("norfolk").radar == "type_284"
    grades = {}
    for turn in (1, 2, 3):
        board.state.turn = turn
        grades[turn] = board.crew(scharnhorst)
    assert grades == {1: -1, 2: -1, 3: 0}


@rule("battleships", "11.11")
def test_north_cape_is_decided_by_scharnhorst_alone() -> None:
    assert decided(gone(begun("north_cape"), scharnhorst="sunk")) == Outcome("british", "sunk", "scharnhorst")
    assert decided(gone(begun("north_cape"), scharnhorst="left")) == Outcome("german", "left", "scharnhorst")
    assert at_last(gone(begun("north_cape", turn=18), gb_dd="sunk")).winner == "german"
    assert at_last(begun("north_cape", turn=18)).winner == "german"
    board = begun("north_cape", turn=10)
    assert set(exits_of(board, board.ship("scharnhorst"))) == {"east", "south"}


@rule("battleships", "11.12")
@pytest.mark.parametrize(("mended", "winner"), [(29, ""), (30, "japanese")])
def test_san_bernardino_by_thirty_points(mended: int, winner: str) -> None:
    board = begun("san_bernardino", turn=16)
    board.ship("iowa").mended, board.ship("alabama").mended = 15, mended - 15
    assert at_last(board).winner == winner
    assert exits_of(board, board.ship("yamato")) == ("east",)
    assert {board.ship(name).radar for name in ("iowa", "washington")} == {"mark_8"}


# --- in general


@rule("battleships", "11.13")
def test_a_battle_ends_early_only_when_nobody_could_gain_anything() -> None:
    board = begun("calabria")
    assert not is_pointless(board)
    for ship in board.fleet("british"):
        ship.fate = "sunk"
    assert is_pointless(board)
    other = begun("spartivento")
    for ship in other.fleet("british"):
        ship.fate = "sunk"
    assert not is_pointless(other)  # the Italians may still leave south


@rule("battleships", "6.0")
def test_who_carries_torpedoes() -> None:
    board = begun("force_z")
    carriers = {ship.id for ship in board.state.ships if ship.torpedoes}
    assert {"atago", "jp_dd", "gb_dd"} <= carriers
    assert not {"kongo", "repulse", "prince_of_wales"} & carriers
    assert torpedo_form(board, "japanese").salvoes == ()
