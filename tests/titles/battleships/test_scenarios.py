"""11.0 The twelve scenarios: forces and places, what is special, and how each is won."""

from collections.abc import Mapping

import pytest

from games.titles.battleships.box import hexes
from games.titles.battleships.box.options import Options
from games.titles.battleships.box.scenarios import SCENARIOS
from games.titles.battleships.rules.gunnery.targets import target_form
from games.titles.battleships.rules.movement.courses import course_form, exits_of
from games.titles.battleships.rules.movement.move import first_move
from games.titles.battleships.rules.repair.control import repair
from games.titles.battleships.rules.scenario.setup import new_game
from games.titles.battleships.rules.scenario.verdict import Outcome, at_last, decided, is_pointless
from games.titles.battleships.rules.sighting.turn import sighting
from games.titles.battleships.rules.torpedoes.torpedoes import torpedo_form
from games.titles.battleships.table.points import sixths_of
from games.titles.battleships.table.sea import Sea
from games.titles.battleships.table.state import Fate
from tests.titles.battleships.box import BOX
from tests.titles.battleships.laid_out import play, refused

rule = pytest.mark.rule


def begun(scenario: str, *, turn: int = 1, options: Options | None = None) -> Sea:
    sea = Sea(new_game(BOX, scenario, options or Options()), BOX)
    sea.state.turn, sea.state.sight = turn, sea.battle.sight + 3
    return sea


def gone(sea: Sea, **fates: Fate) -> Sea:
    """The same sea, these ships gone."""
    for name, fate in fates.items():
        sea.ship(name).fate = fate
    return sea


def scores(sea: Sea, mended: Mapping[str, int]) -> Sea:
    """The same sea, points given by steps that the other side has mended: by ship."""
    for name, steps in mended.items():
        sea.ship(name).mended = steps
    return sea


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
    sea = begun(scenario, options=Options(as_proposed=False))
    first, second = sea.sides
    near = min(hexes.distance(one.at, other.at) for one in sea.fleet(first) for other in sea.fleet(second))
    battle = sea.battle
    assert (battle.turns, battle.sight, battle.night, battle.first, near) == SHEETS[scenario]
    assert tuple(role.key for role in SCENARIOS[scenario].seats) == sea.sides


@rule("battleships", "11.0")
@pytest.mark.parametrize("scenario", list(SCENARIOS))
def test_every_ship_can_sail_on_turn_1_without_running_aground(scenario: str) -> None:
    sea = begun(scenario)
    for side in sea.sides:
        form = course_form(sea, side)
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
    sea = begun("lofoten")
    destroyers = sea.ship("gb_dd")
    assert (sea.moves(destroyers), destroyers.torpedoes, sea.crew(sea.ship("renown"))) == (4, 0, 1)
    assert sea.crew(sea.ship("gneisenau")) == 0


@rule("battleships", "11.1")
@pytest.mark.parametrize(("turn", "edges"), [(7, ()), (8, ("north",))])
def test_lofoten_exit_from_turn_8(turn: int, edges: tuple[str, ...]) -> None:
    sea = begun("lofoten", turn=turn)
    assert exits_of(sea, sea.ship("gneisenau")) == edges
    assert exits_of(sea, sea.ship("renown")) == ()


@rule("battleships", "11.1")
def test_lofoten_the_germans_win_if_both_leave_whole() -> None:
    sea = gone(begun("lofoten", turn=9), gneisenau="left")
    assert decided(sea) is None
    gone(sea, scharnhorst="left")
    assert decided(sea) == Outcome("german", "all_left_whole", "gneisenau")
    sea.ship("scharnhorst").weapons = 1
    assert decided(sea) is None


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
    sea = begun("mers_el_kebir")
    assert course_form(sea, "french").ships == ()
    sea.state.turn = 2
    form = course_form(sea, "french")
    assert {(ship.least, ship.most) for ship in form.ships} == {(0, 2)}
    assert refused(form, "course strasbourg way=3724") == []
    assert refused(form, "course strasbourg way=3724,3723") != []


@rule("battleships", "11.2")
def test_the_british_keep_three_hexes_off_the_breakwater() -> None:
    sea = begun("mers_el_kebir")
    hood = sea.ship("hood")
    hood.at, hood.heading, hood.speed = "3518", "D", 4
    form = course_form(sea, "british")
    assert refused(form, "course hood way=3519,3520") != []
    hood.at = "3516"
    form = course_form(sea, "british")
    assert refused(form, "course hood way=3517,3518,3519") == []
    assert refused(form, "course hood way=3517,3518,3519,3520") != []


@rule("battleships", "11.2")
@rule("battleships", "9.2")
def test_french_capital_ships_leave_east_in_full() -> None:
    sea = begun("mers_el_kebir", turn=4)
    ship = sea.ship("strasbourg")
    ship.at, ship.heading, ship.speed = "5512", "C", 1
    (edge,) = course_form(sea, "french").plots["strasbourg"].chart.stops[:1]
    play(sea, first_move(sea), says={"courses@french": f"course strasbourg way={edge}"})
    assert (ship.fate, ship.full) == ("left", True)
    assert sixths_of(sea, "french") == 46 * 6


@rule("battleships", "11.2")
@pytest.mark.parametrize(
    ("sunk", "winner"), [((), "french"), (("provence",), "french"), (("provence", "strasbourg"), "british")]
)
def test_the_british_need_sixty_points(sunk: tuple[str, ...], winner: str) -> None:
    """46 for Provence alone, 92 with Strasbourg."""
    fates: dict[str, Fate] = dict.fromkeys(sunk, "sunk")
    sea = gone(begun("mers_el_kebir", turn=12), **fates)
    assert at_last(sea).winner == winner


# --- S3, S4


@rule("battleships", "11.3")
def test_calabria_leaving_west_scores_nothing() -> None:
    sea = begun("calabria", turn=6)
    assert exits_of(sea, sea.ship("zara")) == ("west",)
    assert not any(one.full for one in sea.battle.exits)
    assert at_last(gone(sea, zara="left")).winner == ""
    assert exits_of(begun("calabria", turn=5), sea.ship("zara")) == ()


@rule("battleships", "11.4")
@pytest.mark.parametrize(("mended", "winner"), [(14, ""), (15, "british")])
def test_spartivento_by_fifteen_points(mended: int, winner: str) -> None:
    sea = begun("spartivento", turn=14)
    sea.ship("vittorio_veneto").mended = mended
    assert at_last(sea).winner == winner
    assert exits_of(sea, sea.ship("it_dd")) == ("south",)
    assert exits_of(sea, sea.ship("renown")) == ()


# --- S5, S6


@rule("battleships", "11.5")
def test_denmark_strait_bismarck_decides() -> None:
    sea = begun("denmark_strait", turn=9)
    assert sea.crew(sea.ship("prince_of_wales")) == -1
    assert exits_of(sea, sea.ship("bismarck")) == ("south", "west")
    assert decided(gone(begun("denmark_strait"), bismarck="sunk")) == Outcome("british", "sunk", "bismarck")
    assert decided(gone(begun("denmark_strait"), bismarck="left")) == Outcome("german", "left", "bismarck")
    assert decided(gone(begun("denmark_strait"), hood="sunk", prinz_eugen="left")) is None
    assert at_last(gone(begun("denmark_strait"), hood="sunk")).winner == "german"


@rule("battleships", "11.6")
def test_bismarcks_rudder_hull_and_crew() -> None:
    sea = begun("last_battle")
    bismarck = sea.ship("bismarck")
    assert (bismarck.hull, bismarck.speed, sea.moves(bismarck)) == (2, 1, 2)
    form = course_form(sea, "german")
    assert refused(form, "course bismarck way=2917,2816") == []
    assert refused(form, "course bismarck way=3016,3015") == []
    assert refused(form, "course bismarck way=3016,2916") != []  # two turns
    assert refused(form, "course bismarck way=3117") != []  # 120 degrees
    sailing = form.ships[0]
    assert (sailing.turns, sailing.sharpest) == (1, 1)
    for turn, grade in ((4, 0), (5, -1), (10, -1)):
        sea.state.turn = turn
        assert sea.crew(bismarck) == grade


@rule("battleships", "11.6")
def test_bismarcks_two_steps_cannot_be_mended_and_a_third_can() -> None:
    sea = begun("last_battle")
    bismarck = sea.ship("bismarck")
    play(sea, repair(sea))
    bismarck.hull = 3
    play(sea, repair(sea), dice=[(2,)])
    assert (bismarck.hull, bismarck.mended) == (2, 1)


@rule("battleships", "11.6")
@pytest.mark.parametrize(
    ("fates", "hurt", "winner"),
    [({"bismarck": "sunk"}, "", "british"), ({"bismarck": "sunk", "rodney": "sunk"}, "", "german"),
     ({"bismarck": "sunk"}, "weapons", "german"), ({"bismarck": "sunk"}, "hull", "german"), ({}, "", "german")],
)  # fmt: skip
def test_the_british_must_keep_their_battleships_whole(fates: dict[str, Fate], hurt: str, winner: str) -> None:
    sea = gone(begun("last_battle", turn=10), **fates)
    if hurt:
        setattr(sea.ship("king_george_v"), hurt, 3)
    outcome = decided(sea, at_end_of_turn=True) or at_last(sea)
    assert outcome.winner == winner


# --- S7, S8


@rule("battleships", "11.7")
def test_force_z_leaves_north_in_full() -> None:
    sea = begun("force_z")
    assert exits_of(sea, sea.ship("repulse")) == ("north",)
    assert {kind for one in sea.battle.exits for kind in one.full} >= {"bb", "bc"}
    assert sea.crew(sea.ship("kongo")) == 1
    sea.ship("repulse").fate, sea.ship("repulse").full = "left", True
    assert at_last(sea).winner == "british"


@rule("battleships", "11.8")
@pytest.mark.parametrize(("dice", "sight"), [([(5,)], 10), ([(6,), (2,)], 3), ([(6,), (5,)], 1), ([(6,), (6,)], 1)])
def test_squalls(dice: list[tuple[int, ...]], sight: int) -> None:
    sea = begun("tirpitz", turn=0)
    play(sea, sighting(sea), dice=dice)
    assert sea.state.sight == sight


@rule("battleships", "11.8")
def test_tirpitz_leaves_or_sinks() -> None:
    sea = begun("tirpitz", turn=8)
    assert exits_of(sea, sea.ship("tirpitz")) == ("east",)
    assert sea.moves(sea.ship("gb_dd")) == 5
    assert decided(gone(begun("tirpitz"), tirpitz="left")) == Outcome("german", "left", "tirpitz")
    assert decided(gone(begun("tirpitz"), tirpitz="sunk")) == Outcome("british", "sunk", "tirpitz")


# --- S9, S10


@rule("battleships", "11.9")
def test_jean_bart_lies_fixed_and_the_light_ships_still_on_turn_1() -> None:
    sea = begun("casablanca")
    assert {ship.ship for ship in course_form(sea, "french").ships if ship.most} == set()
    sea.state.turn = 2
    assert {ship.ship for ship in course_form(sea, "french").ships if ship.most} == {
        "fr_cl_galissonniere", "fr_dd", "fr_dd_2"
    }  # fmt: skip
    assert sea.counter(sea.ship("jean_bart")).attack == 21


@rule("battleships", "11.9")
@pytest.mark.parametrize(
    ("fates", "weapons", "winner"),
    [({}, 0, "french"), ({"fr_dd": "sunk"}, 0, "french"), ({"fr_dd": "sunk", "el_hank": "sunk"}, 0, "american"),
     ({"jean_bart": "sunk"}, 0, "american"), ({"fr_dd": "sunk"}, 3, "american"),
     ({"el_hank": "sunk", "massachusetts": "sunk"}, 0, "french")],
)  # fmt: skip
def test_the_americans_must_silence_a_battery(fates: dict[str, Fate], weapons: int, winner: str) -> None:
    sea = gone(begun("casablanca", turn=14), **fates)
    sea.ship("jean_bart").weapons = weapons
    assert at_last(sea).winner == winner


@rule("battleships", "11.9")
@rule("battleships", "11.13")
def test_more_points_are_more_by_the_least_part() -> None:
    """A sixth more is more."""
    sea = gone(begun("casablanca", turn=14), el_hank="sunk")
    # 24 points for the battery; American destroyers sunk give 16, and a step that cannot be mended the rest but a part
    gone(sea, us_dd="sunk")
    other = sea.ship("us_dd_2")
    other.mended, other.weapons, other.hull = 1, 2, 0  # one point and a third of sixteen
    assert at_last(sea).winner == "american"
    other.hull = 1  # one and a half of sixteen: 25 against 24
    assert at_last(sea).winner == "french"


@rule("battleships", "11.10")
@pytest.mark.parametrize(("row", "may"), [("27", False), ("28", True), ("29", True)])
def test_kirishima_bombards_from_two_rows(row: str, may: bool) -> None:
    sea = begun("third_solomon")
    sea.ship("kirishima").at = f"30{row}"
    form = target_form(sea, "japanese")
    assert (form.bombards == "kirishima") is may
    sea.ship("kirishima").weapons = 3
    assert target_form(sea, "japanese").bombards == ""


@rule("battleships", "11.10")
def test_three_bombardments_win() -> None:
    sea = begun("third_solomon")
    for count, winner in ((2, None), (3, "japanese")):
        sea.state.bombarded = count
        outcome = decided(sea)
        assert (outcome.winner if outcome else None) == winner


@rule("battleships", "11.10")
def test_both_american_battleships_have_early_radar() -> None:
    sea = begun("third_solomon")
    assert {sea.ship(name).radar for name in ("washington", "south_dakota")} == {"mark_3"}
    assert sea.ship("kirishima").radar == ""
    assert {"2513", "2514", "2613", "2614", "3030", "5534"} <= sea.battle.shores


# --- S11, S12


@rule("battleships", "11.11")
def test_north_cape_radar_and_surprise() -> None:
    sea = begun("north_cape")
    scharnhorst = sea.ship("scharnhorst")
    assert sea.radar(scharnhorst) is None
    assert {sea.ship(name).radar for name in ("duke_of_york", "gb_cl_town")} == {"type_284m"}
    assert sea.ship("norfolk").radar == "type_284"
    grades = {}
    for turn in (1, 2, 3):
        sea.state.turn = turn
        grades[turn] = sea.crew(scharnhorst)
    assert grades == {1: -1, 2: -1, 3: 0}


@rule("battleships", "11.11")
def test_north_cape_is_decided_by_scharnhorst_alone() -> None:
    assert decided(gone(begun("north_cape"), scharnhorst="sunk")) == Outcome("british", "sunk", "scharnhorst")
    assert decided(gone(begun("north_cape"), scharnhorst="left")) == Outcome("german", "left", "scharnhorst")
    assert at_last(gone(begun("north_cape", turn=18), gb_dd="sunk")).winner == "german"
    assert at_last(begun("north_cape", turn=18)).winner == "german"
    sea = begun("north_cape", turn=10)
    assert set(exits_of(sea, sea.ship("scharnhorst"))) == {"east", "south"}


@rule("battleships", "11.12")
@pytest.mark.parametrize(("mended", "winner"), [(29, ""), (30, "japanese")])
def test_san_bernardino_by_thirty_points(mended: int, winner: str) -> None:
    sea = begun("san_bernardino", turn=16)
    sea.ship("iowa").mended, sea.ship("alabama").mended = 15, mended - 15
    assert at_last(sea).winner == winner
    assert exits_of(sea, sea.ship("yamato")) == ("east",)
    assert {sea.ship(name).radar for name in ("iowa", "washington")} == {"mark_8"}


# --- in general


@rule("battleships", "11.13")
def test_a_battle_ends_early_only_when_nobody_could_gain_anything() -> None:
    sea = begun("calabria")
    assert not is_pointless(sea)
    for ship in sea.fleet("british"):
        ship.fate = "sunk"
    assert is_pointless(sea)
    other = begun("spartivento")
    for ship in other.fleet("british"):
        ship.fate = "sunk"
    assert not is_pointless(other)  # the Italians may still leave south


@rule("battleships", "6.0")
def test_who_carries_torpedoes() -> None:
    sea = begun("force_z")
    carriers = {ship.id for ship in sea.state.ships if ship.torpedoes}
    assert {"atago", "jp_dd", "gb_dd"} <= carriers
    assert not {"kongo", "repulse", "prince_of_wales"} & carriers
    assert torpedo_form(sea, "japanese").salvoes == ()
