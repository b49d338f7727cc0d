"""Whole fights worked out by hand from the rulebook alone, with all their dice; and who is told what.

GP numbers are those of the reader who wrote the positions before seeing any code. Of GP220 the tertiary guns are left
out: with its last coastal defence gone the port is not bombarded any longer (a reading of the title).
"""

import pytest

from games.kernel.events import UMPIRE
from games.titles.goeben.components.options import Options
from games.titles.goeben.rules.battle.landing import landing
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.rules.mission.setup import muster
from games.titles.goeben.rules.ships.tubes import reload_tubes
from games.titles.goeben.state import alert
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.visibility.view import view
from tests.titles.goeben.box import BOX
from tests.titles.goeben.fights import SEA, battle_board, fight, misses
from tests.titles.goeben.laid_out import at_sea, play

rule = pytest.mark.rule
MUTE = "+ammunition=0+torpedoes=0"
"""A ship that cannot fire."""


@rule("goeben", "14.2")
@rule("goeben", "15.crew")
@rule("goeben", "8.4.1")
def test_gp218_a_cruiser_is_sunk_and_nobody_is_left_to_film_it() -> None:
    """Her halved guns take the box that the camera crew lived in."""
    board = battle_board("gb_ca_1", goeben="+torpedoes=0+hull=2+cargo=torpedo_nets,camera_crew", alert=2, turn=3)
    dice = [(4,), (6, 6, 1, 2, 3, 4, 5), (1, 4), (6,), (3,), (6, 1, 1, 1, 1), (3,)]
    played = fight(board, dice=dice)
    goeben = board.ship("goeben")
    assert played.told(told.ContactRolled)[0].result == "gc2"
    assert (board.state.vp, board.state.alert, goeben.ammunition, goeben.hull, goeben.leadership) == (9, 3, 5, 1, 4)
    assert goeben.cargo == ["torpedo_nets"]
    assert played.told(told.FilmRolled) == []


@rule("goeben", "14.7.1")
@rule("goeben", "14.14")
def test_gp219_the_allies_first_in_their_patrol_zone() -> None:
    board = battle_board(
        "gb_bc_2 gb_lc_2", at="malta_pz", breslau="malta_pz", alert=4, turn=4, doctrine="targets cl,bc"
    )  # fmt: skip
    dice = [
        (1,), (4,),  # contact; no break-off
        (6, 2, 2, 5), (6,), (2,), (6, 6, *misses(6)), (3, 3),  # heavy guns
        misses(4), (6, 1, 1, 1), (5,), misses(4),  # medium guns; she withdraws when both ships have fired
    ]  # fmt: skip
    played = fight(board, dice=dice)
    assert played.told(told.ContactRolled)[0].result == "ac1"
    goeben, breslau = board.ship("goeben"), board.ship("breslau")
    assert (goeben.hull, goeben.engines, goeben.ammunition, breslau.ammunition) == (10, 4, 5, 5)
    assert (board.state.vp, board.state.alert, goeben.leadership) == (6 + 6, 5, 4)
    assert "gb_bc_2" not in board.state.pool


@rule("goeben", "16.0")
@rule("goeben", "16.0.2")
@rule("goeben", "16.0.4")
def test_gp220_algiers_is_bombarded_and_may_be_taken() -> None:
    board = battle_board("", at="algiers", goeben="+cargo=seebataillon", forts={"algiers": "fort_11"}, turn=5,
                         doctrine="landing")  # fmt: skip
    dice = [(1,), (4, 5, *misses(7)), (3, 2), (5,), (6, 1, 1), (4,), (6, *misses(6)), (6,)]
    fight(board, dice=dice, begin="bombardment")
    goeben = board.ship("goeben")
    assert (board.state.vp, board.state.alert, goeben.ammunition, goeben.engines) == (5 + 3, 2, 5, 5)
    board.day.queue = ["algiers"]
    play(board, landing(board))
    assert board.state.ashore == {"algiers": "goeben"}


@rule("goeben", "14.15")
@rule("goeben", "14.14")
def test_gp221_a_convoy_is_worth_a_critical_win() -> None:
    board = battle_board(
        "fr_convoy_1 gb_dd_1", at="galita", alert=3, goeben="+torpedoes=0", doctrine="targets convoy,dd"
    )
    dice = [(3,), (6, 6, 6, *misses(4)), (3, 3, 3), misses(7), misses(1), misses(6), misses(2), misses(3)]
    fight(board, dice=dice)
    assert (board.state.vp, board.ship("goeben").leadership, board.ship("breslau").leadership) == (20, 5, 4)


@rule("goeben", "14.15")
def test_gp221_the_convoy_breaks_off_when_it_is_first() -> None:
    board = battle_board("fr_convoy_1 gb_dd_1", at="galita", alert=6)
    played = fight(board, dice=[(1,)])
    assert played.told(told.ContactRolled)[0].result == "ac1"
    assert {"fr_convoy_1", "gb_dd_1"} <= set(board.state.pool)


@rule("goeben", "14.14.1")
@rule("goeben", "17.1.1")
@pytest.mark.parametrize(("foes", "vp", "leadership"), [("gb_ca_1", -15, 3), ("gb_ca_1 gb_dd_1", -12, 4)])
def test_gp222_gains_and_losses_of_a_battle_are_weighed_together(foes: str, vp: int, leadership: int) -> None:
    """Breslau is sunk, Goeben's engines are shot to pieces; a destroyer that was sunk makes up for it."""
    helped = "dd" in foes
    guns = "+primary=1+secondary=0+tertiary=0+torpedoes=0+engines=1"
    board = battle_board(foes, goeben=guns + ("" if helped else "+ammunition=0"), breslau=f"{SEA}+hull=1{MUTE}",
                         doctrine="targets dd")  # fmt: skip
    first = [(6, *misses(4)), (3,)] if helped else []
    fight(board, dice=[(6,), *first, (6, 1), (3,), (6, 1, 1), (4,), misses(3), misses(1)])
    assert (board.state.vp, board.ship("goeben").leadership) == (vp, leadership)


@rule("goeben", "14.14")
@pytest.mark.parametrize(
    ("foes", "dice", "vp", "leadership"),
    [
        ("gb_ca_1 gb_lc_2", [(6, 6, 6, *misses(4)), (3, 3, 3), (6, 6, *misses(4)), (3, 3)], 15, 5),
        ("gb_ca_1 gb_dd_1", [(6, 6, 6, *misses(4)), (3, 3, 3), (6, *misses(6)), (3,)], 12, 4),
    ],
)  # fmt: skip
def test_gp185_fifteen_points_and_no_fewer(foes: str, dice: list[tuple[int, ...]], vp: int, leadership: int) -> None:
    board = battle_board(foes, goeben="+torpedoes=0", doctrine="targets ca,cl,dd")
    fight(board, dice=[(6,), *dice])
    assert (board.state.vp, board.ship("goeben").leadership) == (vp, leadership)


@rule("goeben", "15.crew")
@pytest.mark.parametrize(("aboard", "vp"), [("goeben", 3 + 4), ("breslau", 3 + 4), ("", 3)])
def test_gp186_a_camera_crew_films_whoever_sank_her(aboard: str, vp: int) -> None:
    crew = "+cargo=camera_crew"
    board = battle_board("gb_dd_1", goeben=crew if aboard == "goeben" else "",
                         breslau=SEA + MUTE + (crew if aboard == "breslau" else ""))  # fmt: skip
    fight(board, dice=[(6,), (6, *misses(8)), (3,), *([(4,)] if aboard else [])])
    assert board.state.vp == vp


@rule("goeben", "15.crew")
def test_gp186_nothing_is_filmed_where_nobody_sank() -> None:
    board = battle_board("gb_dd_1", goeben="+secondary=0+tertiary=0+torpedoes=0+cargo=camera_crew")
    played = fight(board, dice=[(6,), (6, *misses(8)), (5,)])
    assert played.told(told.FilmRolled) == []
    assert board.state.vp == 1, "she withdrew"
    assert (played.kinds, board.state.battle) == ([], None)


@rule("goeben", "14.10")
@pytest.mark.parametrize(("left", "after"), [(0, 2), (1, 1), (2, 2)])
def test_gp184_spare_torpedoes_fill_empty_tubes(left: int, after: int) -> None:
    """The errata and the cargo chart speak of a value of 0."""
    board = at_sea(goeben=f"zante+torpedoes={left}+cargo=torpedo_reload")
    reload_tubes(board, board.ship("goeben"))
    assert board.ship("goeben").torpedoes == after


@rule("goeben", "14.8")
@rule("goeben", "16.0.3")
def test_gp225_who_has_spent_all_on_maximum_fire_is_silent_ashore() -> None:
    board = battle_board(
        "gb_dd_1", at="algiers", goeben="+ammunition=2", forts={"algiers": "fort_1"}, doctrine="maximum dd"
    )
    fight(board, dice=[(6,), (6, *misses(17)), (3,)])
    assert board.ship("goeben").ammunition == 0
    board.day.queue = ["algiers"]
    played = fight(board, dice=[(6,), (1,)], begin="bombardment")
    assert [event.ship for event in played.told(told.Fired)][1:] == ["fort_1"]


@rule("goeben", "16.0")
@rule("goeben", "T.priority")
def test_gp190_a_coastal_defence_aims_at_the_battlecruiser() -> None:
    board = battle_board("", at="algiers", goeben=MUTE, breslau=f"algiers{MUTE}", forts={"algiers": "fort_11"})
    played = fight(board, dice=[(6,), misses(3)], begin="bombardment")
    assert [(event.target, len(event.dice)) for event in played.told(told.Fired)] == [("goeben", 3)]


@rule("goeben", "14.11.1")
def test_gp174_ships_of_a_nation_fire_at_once_the_french_after_the_british() -> None:
    """Two British cruisers have aimed at Breslau when she sinks; the French one, who fires later, at Goeben."""
    board = battle_board("gb_ca_1 gb_ca_2 fr_ca_1", at="galita", goeben=MUTE, breslau=f"galita+hull=1{MUTE}")
    dice = [
        (6,),
        (6, 1),
        misses(3),
        (3,),
        misses(3),
        misses(1),
        misses(4),
        misses(3),
        misses(4),
        misses(3),
        *[misses(1)] * 3,
    ]
    played = fight(board, dice=dice)
    fired = [(event.ship, event.battery, event.target) for event in played.told(told.Fired)]
    assert fired[:2] == [("gb_ca_1", "primary", "breslau"), ("gb_ca_2", "primary", "breslau")]
    assert {target for ship, _, target in fired if ship == "fr_ca_1"} == {"goeben"}


@rule("goeben", "22.0.1")
@pytest.mark.parametrize(("cargo", "dice"), [("", [7, 6, 5]), ("+cargo=optics", [9, 7, 6])])
def test_gp203_guns_by_night(cargo: str, dice: list[int]) -> None:
    board = battle_board("gb_dd_1", goeben=f"+torpedoes=0{cargo}", options=Options(night=True))
    rolls = [misses(dice[0]), misses(dice[1]), misses(1), misses(dice[2]), misses(1), misses(3)]
    played = fight(board, dice=[(2,), (6,), *rolls])
    assert [len(event.dice) for event in played.told(told.Fired) if event.ship == "goeben"] == dice


@rule("goeben", "5.2")
@pytest.mark.parametrize(("before", "by", "after"), [(5, 2 - 1, 6), (6, 1, 6), (1, -1, 1), (6, 1 - 1, 6)])
def test_gp100_the_alert_level_stays_between_one_and_six(before: int, by: int, after: int) -> None:
    board = at_sea(alert=before)
    alert.change(board, by, "test")
    assert board.state.alert == after


# --- set-up, and who is told what


@rule("goeben", "3.2")
@rule("goeben", "3.3.1")
@rule("goeben", "3.4.1")
@rule("goeben", "1.3.1")
def test_gp87_gp88_gp89_gp229_the_set_up_is_nobodys_to_see() -> None:
    board = at_sea()
    play(board, muster(board))
    laid = {zone: len(board.markers_at(zone)) for zone in (*BOX.numbers.setup.british, *BOX.numbers.setup.french)}
    assert laid == {
        "gibraltar_pz": 2, "adriatic_pz": 5, "malta_pz": 3, "alexandria_pz": 2, "toulon_pz": 3, "north_african_pz": 2,
        "sardinia_pz": 1,
    }  # fmt: skip
    assert (len(board.state.pool), len(board.state.forts_aside)) == (41, 5)
    assert sum(map(len, board.state.forts.values())) == 15
    assert "gb_bc_4" not in [*board.state.pool, *(one.id for markers in board.state.lying.values() for one in markers)]
    seen = view(board, "commander")
    assert (seen.truth, seen.pool_order) == ({}, [])
    assert all(not note.up and not note.forts_up for note in seen.spaces.values())
    assert view(board, UMPIRE).truth


@rule("goeben", "17.1")
def test_gp196_points_below_zero_stop_nobody() -> None:
    board = at_sea(vp=-3)
    assert plan_form(board, "commander").cached_templates


@rule("goeben", "6.3")
@pytest.mark.parametrize(("hits", "sunk", "vp"), [((6,), True, -10), ((5,), False, 0)])
def test_gp103_gp181_a_critical_hit_takes_hull_and_engines(hits: tuple[int, ...], sunk: bool, vp: int) -> None:
    """The same die for both tracks: four boxes sink Breslau."""
    board = battle_board("gb_lc_2", breslau=SEA + MUTE)
    board.ship("goeben").at = "pola"
    more = [(4,)] if hits == (6,) else [(2,)]
    rest = [] if sunk else [misses(1)]
    fight(board, dice=[(6,), (6, 1), hits, *more, *rest])
    assert (board.ship("breslau").sunk, board.state.vp) == (sunk, vp)
