"""Chart of incidents: weather, breakdowns, mines and attacks."""

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.rules.battle.contact import contact
from games.titles.goeben.rules.battle.raiding import raiding
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.rules.incidents.incidents import draws
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as battle_events
from games.titles.goeben.state.events import day as daily
from games.titles.goeben.state.events import incidents as incident_events
from games.titles.goeben.state.state import Visibility, Weather
from tests.titles.goeben.encounters import both_at, goeben_at, idle, meet, where
from tests.titles.goeben.fights import SEA, alerts, battle_board, consort_gone, fight, german, misses, salvoes, shots
from tests.titles.goeben.laid_out import Dice, at_sea, play, refused

rule = pytest.mark.rule
FIRST = (6,)


def dim(seen: Visibility, foes: str, **rest: object) -> Board:
    return battle_board(foes, weather=Weather(seen), **rest)  # type: ignore[arg-type]


QUIET = "quiet_seas_1 quiet_seas_2 quiet_seas_3 quiet_seas_4 quiet_seas_5 quiet_seas_6"


# --- Allied Submarine


@rule("goeben", "13.chart/Allied Submarine")
@pytest.mark.parametrize("die", [1, 2])
def test_submarine_false_alarm(die: int) -> None:
    board = both_at()
    played = meet(board, "submarine_1", dice=[(die,)])
    assert played.told(incident_events.SubmarineSighted) == [incident_events.SubmarineSighted("sicily_e", die, "alarm")]
    assert played.kinds == []
    assert where(board, "submarine_1") == "pool"


@rule("goeben", "13.chart/Allied Submarine")
@pytest.mark.parametrize("die", [3, 4])
def test_submarine_hunted_costs_coal(die: int) -> None:
    board = both_at()
    played = meet(board, "submarine_1", dice=[(die,)], says={"evade": "choose goeben breslau"})
    assert (board.ship("goeben").coal, board.ship("breslau").coal) == (3, 4)
    assert played.told(incident_events.TorpedoRun) == []
    assert (played.kinds, played.following) == (["evade"], "contact")


@rule("goeben", "13.chart/Allied Submarine")
def test_submarine_hunted_who_stays_may_be_torpedoed() -> None:
    board = both_at()
    played = meet(board, "submarine_1", dice=[(3,), (5,), (1,)], says={"evade": "choose goeben"})
    assert played.told(incident_events.TorpedoRun) == [incident_events.TorpedoRun("breslau", 5, True)]
    assert board.ship("breslau").hull == 3


@rule("goeben", "13.chart/Allied Submarine")
def test_a_ship_without_coal_cannot_run() -> None:
    board = both_at(goeben="sicily_e+coal=0", breslau="sicily_e+coal=0")
    played = meet(board, "submarine_1", dice=[(3,), (4, 1)])
    assert played.kinds == []
    assert [run.hit for run in played.told(incident_events.TorpedoRun)] == [False, False]


@rule("goeben", "13.chart/Allied Submarine")
def test_submarine_torpedo() -> None:
    board = both_at()
    played = meet(board, "submarine_1", dice=[(5,), (4, 6), (4,)])
    assert [(run.ship, run.hit) for run in played.told(incident_events.TorpedoRun)] == [
        ("goeben", False),
        ("breslau", True),
    ]
    assert board.ship("breslau").engines == 4, "torpedo hit table: two engine boxes"
    assert board.ship("goeben").coal == 4


@rule("goeben", "13.chart/Allied Submarine")
@rule("goeben", "17.1")
def test_a_ship_that_a_submarine_cripples_costs_points() -> None:
    board = both_at(breslau="sicily_e+engines=1", goeben="pola")
    meet(board, "submarine_1", dice=[(5,), (6,), (3,)])
    assert board.state.vp == -5


@rule("goeben", "13.chart/Allied Submarine")
@rule("goeben", "17.1")
def test_submarine_rammed() -> None:
    board = both_at()
    played = meet(board, "submarine_1", dice=[(6,)], says={"ram": "breslau"})
    assert board.state.vp == 2
    assert (board.ship("goeben").hull, board.ship("breslau").hull) == (12, 3)
    assert played.told(incident_events.SubmarineRammed) == [incident_events.SubmarineRammed("breslau")]


@rule("goeben", "13.chart/Allied Submarine")
def test_a_ship_alone_rams_without_asking() -> None:
    board = at_sea(goeben="sicily_e", breslau="pola")
    board.day.queue = ["sicily_e"]
    assert meet(board, "submarine_1", dice=[(6,)]).kinds == []
    assert board.ship("goeben").hull == 11


@rule("goeben", "13.chart/Allied Submarine")
def test_a_consort_may_ram() -> None:
    board = at_sea(goeben="adriatic_c", breslau="pola", ah_bb_1="adriatic_c")
    board.day.queue = ["adriatic_c"]
    meet(board, "submarine_1", dice=[(6,)], says={"ram": "ah_bb_1"})
    assert consort_gone(board, "ah_bb_1") == "damaged"
    assert board.state.vp == 2 - 8
    assert board.ship("goeben").hull == 12


@rule("goeben", "13.chart/Allied Submarine")
@pytest.mark.parametrize(
    ("dice", "runs", "coal", "hulls"),
    [
        ([(2,)], None, 4, (12, 4)), ([(3,), (4,)], "goeben", 3, (12, 4)), ([(4,), (5,), (1,)], "goeben", 3, (12, 3)),
        ([(5,), (4, 5), (1,)], None, 4, (12, 3)), ([(5,), (6, 4), (1,)], None, 4, (11, 4)),
    ],
)  # fmt: skip
def test_a_submarine_costs_coal_or_a_check(dice: Dice, runs: str | None, coal: int, hulls: tuple[int, int]) -> None:
    board = at_sea(goeben="zante", breslau="zante")
    meet(board, "submarine_1", dice=dice, says={"evade": f"choose {runs}"} if runs else None)
    assert board.ship("goeben").coal == coal
    assert (board.ship("goeben").hull, board.ship("breslau").hull) == hulls


@rule("goeben", "13.chart/Allied Submarine")
def test_without_coal_nobody_runs_and_a_rammed_submarine_is_worth_two() -> None:
    board = goeben_at("zante", "+coal=0")
    meet(board, "submarine_1", dice=[(3,), (4,)])
    board = at_sea(goeben="zante", breslau="zante")
    meet(board, "submarine_1", dice=[(6,)], says={"ram": "breslau"})
    assert (board.state.vp, board.ship("breslau").hull) == (2, 3)


# --- Collier Attacked


@rule("goeben", "13.chart/Collier Attacked")
@rule("goeben", "17.1")
def test_collier_attacked() -> None:
    board = both_at()
    board.state.colliers = ["corfu_sea", "denusa"]
    played = meet(board, "collier_attacked_1", dice=[(5, 6)])
    assert board.state.colliers == ["corfu_sea"]
    assert board.state.vp == -1
    assert played.told(daily.CollierGone) == [daily.CollierGone("denusa", "attacked")]


@rule("goeben", "13.chart/Collier Attacked")
def test_no_collier_no_attack() -> None:
    assert idle(meet(both_at(), "collier_attacked_1"))


@rule("goeben", "13.chart/Collier Attacked.1")
def test_a_die_for_each_collier() -> None:
    board = goeben_at("zante")
    board.state.colliers = ["matapan", "delta"]
    meet(board, "collier_attacked_1", dice=[(6, 5)])
    assert (board.state.colliers, board.state.vp) == (["delta"], -1)
    board = goeben_at("zante")
    board.state.colliers = []
    meet(board, "collier_attacked_1")


# --- Limited Visibility


@rule("goeben", "13.chart/Limited Visibility")
@pytest.mark.parametrize(
    ("die", "visibility"),
    [(1, "secondary"), (2, "secondary"), (3, "tertiary"), (4, "tertiary"), (5, "none"), (6, "none")],
)
def test_limited_visibility(die: int, visibility: str) -> None:
    board = both_at()
    played = meet(board, "limited_visibility_1", dice=[(die,)])
    assert board.day.weather["sicily_e"].visibility == visibility
    assert played.told(incident_events.VisibilityRolled) == [
        incident_events.VisibilityRolled("sicily_e", die, visibility)
    ]


@rule("goeben", "13.chart/Limited Visibility")
def test_no_battle_where_nothing_can_be_seen() -> None:
    board = battle_board("gb_lc_1", weather=Weather(visibility="none"))
    fight(board)
    assert board.enemies_at(SEA) == []
    assert "gb_lc_1" in board.state.pool


@rule("goeben", "13.chart/Limited Visibility")
@rule("goeben", "13.chart/Limited Visibility.1")
@pytest.mark.parametrize(
    ("visibility", "dice", "order"),
    [
        (
            "secondary", (7, 5, 3, 3, 4, 3, 1),
            "goeben primary secondary, gb_ca_3 primary secondary, goeben tertiary, gb_ca_3 tertiary torpedo",
        ),
        (
            "tertiary", (7, 5, 4, 3, 3, 3, 1),
            "goeben primary secondary tertiary, gb_ca_3 primary secondary tertiary torpedo",
        ),
    ],
)  # fmt: skip
def test_fire_opens_at_the_range_of_the_weather(visibility: Visibility, dice: tuple[int, ...], order: str) -> None:
    """The guns of greater range fire with those of the range at which fire opens."""
    board = battle_board("gb_ca_3", weather=Weather(visibility=visibility))
    played = fight(board, dice=[FIRST, *map(misses, dice)])
    salvo = [part.split() for part in order.split(", ")]
    assert salvoes(played) == [(ship, battery) for ship, *batteries in salvo for battery in batteries]


@rule("goeben", "13.chart/Limited Visibility.1")
def test_one_die_for_visibility_however_many_markers() -> None:
    board = both_at()
    played = meet(board, "limited_visibility_1 limited_visibility_2", dice=[(3,)])
    assert [event.idle for event in played.told(incident_events.Befell)] == [False, True]
    assert board.day.weather["sicily_e"].visibility == "tertiary"


@rule("goeben", "13.chart/Limited Visibility.1")
def test_guns_that_fire_together_share_a_target() -> None:
    board = dim("secondary", "gb_dd_1 gb_lc_2", doctrine="ask-first")
    allies = [misses(2), misses(1)]
    dice = [FIRST, misses(8), misses(6), *allies, misses(6), misses(2), misses(4), misses(1), misses(3)]
    says = {
        "engage": "fire goeben at=gb_lc_2 battery=secondary\nfire goeben at=gb_dd_1\nlaunch goeben at=gb_lc_2 count=1"
    }
    played = fight(board, dice=dice, says=says)
    assert german(played) == [
        ("primary", "gb_lc_2", 8), ("secondary", "gb_lc_2", 6), ("tertiary", "gb_dd_1", 6), ("torpedo", "gb_lc_2", 4),
    ]  # fmt: skip
    form = played.question("engage").form
    two = "fire goeben at=gb_dd_1 battery=primary\nfire goeben at=gb_lc_2 battery=secondary"
    assert refused(form, two) != []


@rule("goeben", "13.chart/Limited Visibility.1")
@rule("goeben", "14.7.1")
def test_all_three_batteries_fire_before_any_hit_counts() -> None:
    """Dublin sinks by the heavy guns, what the others hit is lost."""
    board = dim("tertiary", "gb_lc_2 gb_dd_1", doctrine="targets cl")
    dice = [FIRST, (6, 6, *misses(6)), misses(6), (6, *misses(4)), (3, 3, 3), misses(1), misses(2), misses(3)]
    played = fight(board, dice=dice)
    assert german(played) == [("primary", "gb_lc_2", 8), ("secondary", "gb_lc_2", 6), ("tertiary", "gb_lc_2", 5)]
    assert board.state.vp == 6


@rule("goeben", "13.chart/Limited Visibility.1")
@rule("goeben", "14.11")
def test_allied_guns_that_fire_together_draw_one_target() -> None:
    silent = "+ammunition=0+torpedoes=0"
    board = dim("secondary", "gb_ca_1", goeben=silent, breslau=SEA + silent)
    played = fight(board, dice=[FIRST, misses(2), misses(3), misses(3), misses(1)])
    assert shots(played)[:2] == [("gb_ca_1", "primary", "breslau", 2), ("gb_ca_1", "secondary", "breslau", 3)]
    board = dim("tertiary", "gb_ca_1", options=Options(fleet="all_four"), goeben="+hull=12", moltke="pola",
                breslau=SEA + silent, stralsund=SEA + silent)  # fmt: skip
    board.ship("goeben").at = "pola"
    played = fight(board, dice=[FIRST, misses(2), misses(3), misses(3), misses(1)], draws=[(1,)])
    assert {shot[2] for shot in shots(played)} == {"stralsund"}


@rule("goeben", "13.chart/Limited Visibility.1")
@rule("goeben", "14.2.1")
def test_hits_of_the_first_salvo_count_before_the_second_side_fires() -> None:
    board = dim("secondary", "gb_dd_1 gb_dd_2", goeben="+torpedoes=0")
    dice = [FIRST, (6, *misses(8)), misses(7), (3,), misses(1), misses(6), misses(2), misses(3)]
    played = fight(board, dice=dice)
    assert shots(played)[2] == ("gb_dd_2", "secondary", "goeben", 1)
    assert "gb_dd_1" not in [shot[0] for shot in shots(played)]


@rule("goeben", "13.chart/Limited Visibility.2")
def test_without_sight_nothing_is_fired_and_the_ships_go_back() -> None:
    board = dim("none", "gb_lc_2")
    played = fight(board)
    assert (alerts(played), board.ship("goeben").ammunition) == ([], 6)
    assert "gb_lc_2" in board.state.pool


# --- Mechanical Breakdown


@rule("goeben", "13.chart/Mechanical Breakdown")
def test_breakdown() -> None:
    board = both_at()
    played = meet(board, "breakdown_1", dice=[(6, 5)])
    assert (board.ship("goeben").engines, board.ship("breslau").engines) == (5, 6)
    assert played.told(incident_events.Hazard)[0].struck == ("goeben",)


@rule("goeben", "13.chart/Mechanical Breakdown")
def test_engines_that_stand_still_break_no_further() -> None:
    board = at_sea(goeben="sicily_e+engines=0", breslau="pola")
    board.day.queue = ["sicily_e"]
    meet(board, "breakdown_1", dice=[(6,)])
    assert board.ship("goeben").engines == 0
    assert board.state.vp == 0


@rule("goeben", "13.chart/Mechanical Breakdown")
def test_engines_break_down_but_not_below_nothing() -> None:
    board = at_sea(goeben="zante", breslau="zante")
    meet(board, "breakdown_1", dice=[(6, 5)])
    assert (board.ship("goeben").engines, board.ship("breslau").engines) == (5, 6)
    board = goeben_at("zante", "+engines=0")
    meet(board, "breakdown_1", dice=[(6,)])
    assert board.ship("goeben").engines == 0


# --- Minefield


@rule("goeben", "13.chart/Minefield")
@pytest.mark.parametrize("space", ["malta", "bone"])
def test_minefield(space: str) -> None:
    board = both_at(space)
    meet(board, "minefield_1", dice=[(5, 6)])
    goeben, breslau = board.ship("goeben"), board.ship("breslau")
    assert (goeben.hull, goeben.engines) == (12, 6)
    assert (breslau.hull, breslau.engines) == (3, 5)


@rule("goeben", "13.chart/Minefield")
@pytest.mark.parametrize("space", ["malta_pz", "sicily_e"])
def test_no_mines_at_sea(space: str) -> None:
    assert idle(meet(both_at(space), "minefield_1"))


@rule("goeben", "13.chart/Minefield.1")
@pytest.mark.parametrize(
    ("space", "alert", "dice", "hull"),
    [("malta_pz", 1, [], 12), ("brindisi", 4, [], 12), ("algiers", 1, [(6,)], 11), ("algiers", 1, [(5,)], 12)],
)
def test_mines_lie_off_allied_ports_alone(space: str, alert: int, dice: Dice, hull: int) -> None:
    board = goeben_at(space, alert=alert)
    meet(board, " ".join(["minefield_1", *QUIET.split()[: draws(board, space) - 1]]), dice=dice)
    assert (board.ship("goeben").hull, board.ship("goeben").engines) == (hull, 6 if hull == 12 else 5)


# --- Storm


@rule("goeben", "13.chart/Storm")
def test_storm() -> None:
    board = both_at()
    meet(board, "gb_ca_1 storm_1", dice=[(5, 6)])
    assert (board.ship("goeben").hull, board.ship("breslau").hull) == (12, 3)
    assert board.day.weather["sicily_e"].storm, "no fighting here today"
    assert board.enemies_at("sicily_e") == ["gb_ca_1"]


@rule("goeben", "13.chart/Storm")
def test_no_battle_in_a_storm_and_the_allies_stay() -> None:
    board = battle_board("gb_lc_1", weather=Weather(storm=True))
    played = fight(board)
    assert board.enemies_at(SEA) == ["gb_lc_1"]
    assert played.told(battle_events.NoBattle) == [battle_events.NoBattle(SEA, "storm")]
    assert played.following == "raiding"


@rule("goeben", "13.chart/Storm.1")
@rule("goeben", "20.0")
def test_storm_hurts_the_engines_of_consorts() -> None:
    board = at_sea(goeben="pola", breslau="pola", ah_bb_1="adriatic_c", ah_ca_1="adriatic_c")
    board.day.queue = ["adriatic_c"]
    played = meet(board, "storm_1", dice=[(6, 5)])
    assert [(one.id, one.gone) for one in board.state.consorts if one.gone] == [("ah_bb_1", "damaged")]
    assert played.told(incident_events.ConsortLost) == [incident_events.ConsortLost("ah_bb_1", "adriatic_c", "damaged")]
    assert board.state.vp == -8
    assert [one.id for one in board.consorts_at("adriatic_c")] == ["ah_ca_1"]


@rule("goeben", "13.chart/Storm.2")
def test_in_a_storm_ships_stay_and_merchants_are_taken() -> None:
    board = at_sea(goeben="zante", breslau="zante", alert=3)
    meet(board, "storm_1 gb_lc_2 merchantman_1", dice=[(6, 1)])
    assert (board.ship("goeben").hull, board.ship("breslau").hull) == (11, 4)
    assert play(board, contact(board)).following == "raiding"
    assert board.enemies_at("zante") == ["gb_lc_2"]
    play(board, raiding(board), dice=[(3,)])
    assert board.state.vp == 3 + 4
    way = "move goeben way=zante,matapan"
    board.ship("goeben").at = "ionian_c"
    assert refused(plan_form(board, "commander"), way) == ["4.1.3"]
