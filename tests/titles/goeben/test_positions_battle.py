"""Positions worked out by hand from the rulebook alone: battles at sea and off the shore.

GP numbers are those of the reader who wrote the positions before seeing any code.
"""

import pytest

from games.kernel.forms import Form
from games.titles.goeben.components.options import Options
from games.titles.goeben.orders.battleplan import BattlePlan
from games.titles.goeben.rules.battle.allied import allied_salvo
from games.titles.goeben.rules.battle.contact import allied_rating
from games.titles.goeben.rules.battle.forces import guns as worth
from games.titles.goeben.rules.battle.forces import speed
from games.titles.goeben.rules.day.outfit import outfit
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.events import day as daily
from games.titles.goeben.state.state import Battle, Damage, Foe, Marker, Visibility, Weather
from tests.titles.goeben.box import BOX
from tests.titles.goeben.fights import SEA, battle_board, fight, misses
from tests.titles.goeben.laid_out import Dice, Played, at_sea, ordered, play, refused

rule = pytest.mark.rule
FIRST = (6,)
SILENT = "+primary=0+secondary=0+tertiary=0"
FORT3, OTHER3, FORT1 = "fort_11", "fort_12", "fort_1"


def shots(played: Played) -> list[tuple[str, str, str, int]]:
    """Ship, battery, target and dice of all fire."""
    return [(event.ship, event.battery, event.target, len(event.dice)) for event in played.told(told.Fired)]


def german(played: Played) -> list[tuple[str, str, int]]:
    """Battery, target and dice of German fire."""
    return [shot[1:] for shot in shots(played) if shot[0] in BOX.german]


def alerts(played: Played) -> list[str]:
    return [event.why for event in played.told(daily.AlertChanged)]


def engaged(board: Board, dice: Dice, says: str = "hold goeben") -> BattlePlan:
    """The form of a battle."""
    form: Form[object] = fight(board, dice=dice, says={"engage": says}).question("engage").form
    assert isinstance(form, BattlePlan)
    return form


# --- 14.6, 14.8, 14.10 torpedoes


@rule("goeben", "14.10")
@pytest.mark.parametrize(("dice", "table", "vp"), [((1, 2, 3, 4), (), 0), ((5, 6, 1, 1), (1, 1), 6)])
def test_gp20_the_dice_of_a_torpedo(dice: tuple[int, ...], table: tuple[int, ...], vp: int) -> None:
    """One box, leadership 4, armour 1; both torpedoes are spent."""
    board = battle_board(
        "gb_lc_2", goeben=SILENT + "+torpedoes=0", breslau=f"{SEA}+secondary=0", doctrine="torpedoes cl"
    )
    rolls = [FIRST, misses(2), dice, *([table] if table else [misses(4), misses(1)])]
    assert german(fight(board, dice=rolls))[0] == ("torpedo", "gb_lc_2", 4)
    assert board.state.vp == vp
    assert board.ship("breslau").torpedoes == 0


@rule("goeben", "14.5")
@rule("goeben", "14.6")
def test_gp22_each_round_has_a_target_of_its_own() -> None:
    board = battle_board("gb_dd_1 gb_dd_2", goeben=SILENT + "+torpedoes=0", breslau=SEA, doctrine="ask-first")
    dice = [FIRST, misses(7), *[misses(1)] * 2, *[misses(2)] * 2, misses(5), *[misses(3)] * 2]
    says = {"engage": "fire breslau at=gb_dd_1\nlaunch breslau at=gb_dd_2 count=1"}
    assert german(fight(board, dice=dice, says=says)) == [("secondary", "gb_dd_1", 7), ("torpedo", "gb_dd_2", 5)]


@rule("goeben", "14.6")
def test_gp23_one_target_for_the_torpedoes_of_each_ship() -> None:
    board = battle_board("gb_dd_1 gb_dd_2", goeben="+ammunition=0", breslau=f"{SEA}+ammunition=0", doctrine="ask-first")
    allies = [*[misses(1)] * 2, *[misses(2)] * 2]
    two = "launch goeben at=gb_dd_1 count=2\nlaunch breslau at=gb_dd_2 count=2"
    form = engaged(board, [FIRST, *allies, *[misses(5)] * 4, *[misses(3)] * 2], two)
    assert refused(form, "launch goeben at=gb_dd_1 count=1\nlaunch goeben at=gb_dd_2 count=1") == ["14.5"]


@rule("goeben", "14.5")
def test_gp24_hits_beyond_a_sinking_are_lost_and_the_next_round_aims_anew() -> None:
    board = battle_board("gb_dd_1 gb_dd_2", goeben="+tertiary=0+torpedoes=0")
    dice = [FIRST, (6, 6, 6, *misses(6)), (3, 3, 3), misses(7), misses(1), misses(2), misses(3)]
    assert german(fight(board, dice=dice)) == [("primary", "gb_dd_1", 9), ("secondary", "gb_dd_2", 7)]
    assert board.state.vp == 3


@rule("goeben", "14.6.1")
@pytest.mark.parametrize(
    ("foe", "changes", "morale", "dice"),
    [
        ("gb_bc_1", "leadership=1", 0, 0), ("gb_bc_1", "leadership=2", 0, 0), ("gb_bc_1", "leadership=3", 0, 1),
        ("gb_ca_1", "leadership=2", -1, 0), ("gb_bc_1", "leadership=2", 1, 1), ("gb_bc_1", "leadership=1", 1, 0),
    ],
)  # fmt: skip
def test_gp25_gp26_an_attack_of_no_dice_is_not_offered_and_costs_nothing(
    foe: str, changes: str, morale: int, dice: int
) -> None:
    """Leadership of 1 against armour of 3 is one die too few even with good morale."""
    laid = {"goeben": f"{SILENT}+{changes}", "weather": Weather(morale=morale)}
    allies = [*([misses(4)] * 2 if foe == "gb_bc_1" else [misses(2), misses(3), misses(3)])]
    board = battle_board(foe, doctrine="torpedoes bc,ca", **laid)  # type: ignore[arg-type]
    played = fight(board, dice=[FIRST, *allies, *[misses(dice)] * (2 if dice else 0), misses(1)])
    assert len(german(played)) == (2 if dice else 0)
    assert board.ship("goeben").torpedoes == (0 if dice else 2)
    assert bool(played.told(told.TorpedoesSpent)) is (dice > 0)
    board = battle_board(foe, doctrine="ask-first", **laid)  # type: ignore[arg-type]
    form = engaged(board, [FIRST, *allies, *[misses(dice)] * (2 if dice else 0), misses(1)],
                   "launch goeben at=" + foe if dice else "pass")  # fmt: skip
    assert ("launch" in form.templates_by_verb) is (dice > 0)


@rule("goeben", "14.6.1")
def test_gp25_a_torpedo_that_has_lost_its_last_die_is_kept() -> None:
    """It was ordered with one die; a hit on the bridge has taken that since."""
    board = battle_board("gb_bc_1", goeben=f"{SILENT}+leadership=3", doctrine="torpedoes bc")
    played = fight(board, dice=[FIRST, (6, 1, 1, 1), (5,), (1,), misses(4), misses(1)])
    assert (german(played), board.ship("goeben").torpedoes, board.ship("goeben").leadership) == ([], 2, 2)


@rule("goeben", "14.6.1")
@rule("goeben", "14.8.1")
def test_gp27_guns_without_dice_cost_no_ammunition() -> None:
    board = battle_board(
        "gb_bc_1", goeben=SILENT + "+torpedoes=0", breslau=f"{SEA}+leadership=1+secondary=1+torpedoes=0"
    )
    fight(board, dice=[FIRST, misses(4), misses(4), misses(1)])
    assert board.ship("breslau").ammunition == 6


@rule("goeben", "14.8.1")
def test_gp169_torpedoes_cost_no_ammunition_and_one_battery_costs_one() -> None:
    board = battle_board("gb_lc_2", goeben="+ammunition=0+torpedoes=1", doctrine="torpedoes cl")
    assert german(fight(board, dice=[FIRST, misses(2), misses(4), misses(1)])) == [("torpedo", "gb_lc_2", 4)]
    board = battle_board("gb_lc_2", goeben="+primary=0+secondary=0+torpedoes=0")
    fight(board, dice=[FIRST, misses(2), misses(5), misses(1)])
    assert board.ship("goeben").ammunition == 5


# --- 13.chart/Limited Visibility


def dim(seen: Visibility, foes: str, **rest: object) -> Board:
    return battle_board(foes, weather=Weather(seen), **rest)  # type: ignore[arg-type]


@rule("goeben", "13.chart/Limited Visibility.1")
def test_gp28_guns_that_fire_together_share_a_target() -> None:
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
def test_gp29_all_three_batteries_fire_before_any_hit_counts() -> None:
    """Dublin sinks by the heavy guns, what the others hit is lost."""
    board = dim("tertiary", "gb_lc_2 gb_dd_1", doctrine="targets cl")
    dice = [FIRST, (6, 6, *misses(6)), misses(6), (6, *misses(4)), (3, 3, 3), misses(1), misses(2), misses(3)]
    played = fight(board, dice=dice)
    assert german(played) == [("primary", "gb_lc_2", 8), ("secondary", "gb_lc_2", 6), ("tertiary", "gb_lc_2", 5)]
    assert board.state.vp == 6


@rule("goeben", "13.chart/Limited Visibility.1")
@rule("goeben", "14.11")
def test_gp30_allied_guns_that_fire_together_draw_one_target() -> None:
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
def test_gp31_hits_of_the_first_salvo_count_before_the_second_side_fires() -> None:
    board = dim("secondary", "gb_dd_1 gb_dd_2", goeben="+torpedoes=0")
    dice = [FIRST, (6, *misses(8)), misses(7), (3,), misses(1), misses(6), misses(2), misses(3)]
    played = fight(board, dice=dice)
    assert shots(played)[2] == ("gb_dd_2", "secondary", "goeben", 1)
    assert "gb_dd_1" not in [shot[0] for shot in shots(played)]


@rule("goeben", "13.chart/Limited Visibility.2")
def test_gp34_without_sight_nothing_is_fired_and_the_ships_go_back() -> None:
    board = dim("none", "gb_lc_2")
    played = fight(board)
    assert (alerts(played), board.ship("goeben").ammunition) == ([], 6)
    assert "gb_lc_2" in board.state.pool


# --- 16.0 alert


def shore(board: Board, dice: Dice, says: dict[str, str] | None = None) -> Played:
    return fight(board, dice=[FIRST, *dice], says=says, begin="bombardment")


@rule("goeben", "16.alert")
@rule("goeben", "16.0.3")
def test_gp58_without_german_fire_there_was_no_bombardment() -> None:
    board = battle_board("", at="algiers", goeben="+ammunition=0", forts={"algiers": FORT3}, alert=2)
    played = shore(board, [misses(3)])
    assert shots(played) == [(FORT3, "primary", "goeben", 3)], "the fight is forced (12.5)"
    assert alerts(played) == []
    assert board.state.alert == 2


@rule("goeben", "16.alert")
def test_gp59_who_holds_his_fire_raises_no_alarm() -> None:
    board = battle_board("", at="algiers", forts={"algiers": FORT3}, doctrine="ask-first")
    assert alerts(shore(board, [misses(3)], {"engage": "hold goeben"})) == []
    assert board.ship("goeben").ammunition == 6


@rule("goeben", "16.alert")
def test_gp60_one_round_of_german_fire_is_enough() -> None:
    board = battle_board("", at="algiers", forts={"algiers": FORT3})
    assert alerts(shore(board, [(4, *misses(8)), (5,)])) == ["bombardment"]
    assert (board.state.alert, board.ship("goeben").ammunition, board.state.vp) == (2, 5, 3)


@rule("goeben", "16.alert")
@rule("goeben", "16.0.1")
@rule("goeben", "14.8.1")
def test_gp61_gp194_a_sea_fight_and_a_bombardment_count_each() -> None:
    board = battle_board("gb_dd_1", at="algiers", forts={"algiers": FORT3})
    assert alerts(fight(board, dice=[FIRST, (6, *misses(8)), (3,)])) == ["battle"]
    board.day.queue = ["algiers"]
    assert alerts(shore(board, [(4, *misses(8)), (5,)])) == ["battle", "bombardment"]
    assert (board.state.alert, board.ship("goeben").ammunition) == (3, 4)


@rule("goeben", "16.alert")
@pytest.mark.parametrize("weather", [Weather("none"), Weather(storm=True)])
def test_gp63_no_bombardment_no_alarm(weather: Weather) -> None:
    board = battle_board("", at="algiers", forts={"algiers": FORT3}, weather=weather)
    assert alerts(fight(board, begin="bombardment")) == []


@rule("goeben", "16.alert")
def test_gp64_a_sea_fight_counts_whoever_fired() -> None:
    board = battle_board("gb_lc_2", goeben="+ammunition=0+torpedoes=0")
    assert alerts(fight(board, dice=[FIRST, misses(2), misses(1)])) == ["battle"]


@rule("goeben", "14.4.2")
def test_gp64_break_off_and_no_contact_raise_no_alarm() -> None:
    board = battle_board("gb_lc_2", doctrine="break-off cl")
    assert alerts(fight(board, dice=[FIRST])) == []
    assert (board.ship("goeben").ammunition, board.ship("goeben").coal, board.state.vp) == (6, 4, 0)
    assert "gb_lc_2" in board.state.pool, "GP165"
    board = battle_board("gb_lc_2", alert=6)
    assert alerts(fight(board, dice=[(3,)])) == []


# --- 14.3 contact


def rated(at: str = SEA, foes: str = "gb_lc_2", **rest: object) -> int:
    board = battle_board(foes, at=at, **rest)  # type: ignore[arg-type]
    board.state.battle = Battle(at, ships=["goeben"], foes=[Foe(name) for name in foes.split()])
    return allied_rating(board)


@rule("goeben", "9.2.4")
@rule("goeben", "14.3")
def test_gp70_a_captured_port_is_allied_for_contact() -> None:
    board = battle_board("gb_lc_2", at="algiers", alert=3)
    board.state.ashore["algiers"] = "goeben"
    (event,) = fight(board, dice=[(1,)]).told(told.ContactRolled)
    assert (event.german, event.allied, event.first) == (8, 9, "")


@rule("goeben", "14.3")
@pytest.mark.parametrize(
    ("at", "foes", "alert", "rating"),
    [
        (SEA, "gb_lc_2", 2, 7), ("malta_pz", "gb_lc_2", 6, 12), ("algiers", "gb_lc_2", 2, 8),
        ("malta", "gb_lc_2", 2, 8), ("brindisi", "gb_lc_2", 2, 7), (SEA, "gb_ca_1 gb_dd_1", 2, 7),
        (SEA, "fr_convoy_1", 2, 4),
        (SEA, "fr_convoy_1 gb_ca_1", 2, 6),
    ],
)  # fmt: skip
def test_gp154_gp157_what_the_allies_bring_to_contact(at: str, foes: str, alert: int, rating: int) -> None:
    assert rated(at, foes, alert=alert) == rating


@rule("goeben", "14.3")
@pytest.mark.parametrize(
    ("total", "result"),
    [(-9, "ac2"), (-6, "ac2"), (-4, "ac2"), (-3, "ac1"), (-1, "ac1"), (0, "none"), (1, "gc1"), (3, "gc1"), (4, "gc2"),
     (9, "gc2")],
)  # fmt: skip
def test_gp154_the_edges_of_the_contact_chart(total: int, result: str) -> None:
    assert BOX.charts.contact.meeting(total) == result


@rule("goeben", "14.3.2")
@rule("goeben", "14.3.3")
@pytest.mark.parametrize(
    ("goeben", "breslau", "german"),
    [
        ("", "pola", 8), ("+cargo=optics", "pola", 10), ("+cargo=wireless", "", 8),
        ("+cargo=wireless", "+cargo=wireless", 9), ("+cargo=optics", "+cargo=optics", 10),
        ("+leadership=5+engines=1", "+leadership=3", 9), ("+cargo=wireless,wireless", "", 8),
    ],
)  # fmt: skip
def test_gp155_gp156_what_the_germans_bring_to_contact(goeben: str, breslau: str, german: int) -> None:
    at = breslau if breslau == "pola" else SEA + breslau
    board = battle_board("gb_lc_2", goeben=goeben, breslau=at, doctrine="break-off cl")
    (event,) = fight(board, dice=[FIRST]).told(told.ContactRolled)
    assert event.german == german


@rule("goeben", "14.3")
@pytest.mark.parametrize(("alert", "die", "first"), [(2, 1, ""), (2, 3, "german")])
def test_gp158_dim_light_leaves_only_firm_contacts(alert: int, die: int, first: str) -> None:
    board = battle_board("gb_lc_2", alert=alert, weather=Weather("secondary"), doctrine="break-off cl")
    (event,) = fight(board, dice=[(die,)]).told(told.ContactRolled)
    assert event.first == first


@rule("goeben", "14.4.1")
def test_gp161_a_fleet_with_a_convoy_breaks_off_as_a_whole() -> None:
    board = battle_board("fr_convoy_1 gb_ca_1", at="galita", goeben="+leadership=1", alert=6)
    fight(board, dice=[(1,)])
    assert {"fr_convoy_1", "gb_ca_1"} <= set(board.state.pool)


# --- 14.4 break-off


@rule("goeben", "14.4.3")
@pytest.mark.parametrize(
    ("at", "barred", "lying"),
    [
        (SEA, [], {}),
        (SEA, ["zante"], {"zante": "gb_lc_1+up"}),
        (SEA, [], {"zante": "friendly_ship_1+up"}),
        ("sicily_e", ["messina", "malta_pz"], {"malta_pz": "quiet_seas_1"}),
        ("sicily_e", ["messina"], {}),
        ("adriatic_n", ["venice"], {}),
        ("algiers_sea", ["algiers"], {}),
    ],
)
def test_gp85_gp163_where_ships_may_break_off_to(at: str, barred: list[str], lying: dict[str, str]) -> None:
    """A Friendly Ship that is set aside bars nothing."""
    board = battle_board("gb_lc_2", at=at, doctrine="ask-first", lying=lying)
    open_ = [space for space in BOX.waters.neighbours(at) if space not in barred]
    form = engaged(board, [FIRST], f"withdraw goeben to={open_[0]}")
    assert sorted(form.exits["goeben"]) == sorted(open_)


@rule("goeben", "9.2.4")
def test_gp163_a_captured_port_is_no_refuge() -> None:
    board = battle_board("gb_lc_2", at="algiers_sea", doctrine="ask-first", breslau="algiers")
    board.state.ashore["algiers"] = "breslau"
    assert "algiers" not in engaged(board, [FIRST], "withdraw goeben to=formentera").exits["goeben"]


@rule("goeben", "14.4.3")
def test_gp164_where_no_space_is_open_the_fight_goes_on() -> None:
    board = battle_board("gb_dd_1", at="toulon", lying={"toulon_pz": "fr_dd_1"}, doctrine="ask-first")
    form = engaged(board, [FIRST, misses(1), misses(2), misses(3)])
    assert form.exits == {}


@rule("goeben", "9.2.1")
def test_gp19_marines_are_lost_when_all_ships_break_off() -> None:
    board = battle_board("gb_lc_2", at="algiers", doctrine="break-off cl")
    board.state.ashore["algiers"] = "goeben"
    board.state.available["seebataillon"] -= 1
    fight(board, dice=[FIRST])
    assert board.state.ashore == {}
    assert board.state.available["seebataillon"] == 2


# --- 14.5, 14.9, 14.11, 14.13


@rule("goeben", "14.5.2")
@pytest.mark.parametrize(
    ("foe", "goeben", "dice"),
    [
        ("gb_bc_1", "", [6, 4, 3]), ("gb_dd_1", "", [9, 7, 6]),
        ("gb_lc_2", "+cargo=reserve_crew,calculator", [11, 9, 8]),
        ("gb_lc_2", "+cargo=reserve_crew,reserve_crew", [9, 7, 6]),
        ("gb_lc_2", "+cargo=calculator,calculator", [10, 8, 7]),
    ],
)  # fmt: skip
def test_gp166_the_dice_of_the_batteries(foe: str, goeben: str, dice: list[int]) -> None:
    """Two of a kind add no more than one; Breslau's crew helps nobody else."""
    board = battle_board(
        foe, goeben=goeben + "+torpedoes=0", breslau=f"{SEA}+ammunition=0+torpedoes=0+cargo=reserve_crew"
    )
    readout = BOX.allied[foe]
    allies = [getattr(readout, battery) for battery in ("primary", "secondary", "tertiary")]
    rolls = [misses(count) for pair in zip(dice, allies, strict=True) for count in pair if count]
    played = fight(board, dice=[FIRST, *rolls, misses(readout.torpedoes)])
    assert [count for _, _, count in german(played)] == dice


@rule("goeben", "14.9.1")
@pytest.mark.parametrize(("ammunition", "offered"), [(2, True), (1, False)])
def test_gp168_maximum_fire_wants_two_ammunition(ammunition: int, offered: bool) -> None:
    board = battle_board("gb_dd_1", goeben=f"+ammunition={ammunition}", doctrine="ask-first")
    form = engaged(board, [FIRST, misses(1), misses(2), misses(3)])
    assert ("full_fire" in form.templates_by_verb) is offered


@rule("goeben", "14.9.1")
def test_gp168_maximum_fire_costs_two_for_the_whole_battle_and_leaves_torpedoes_alone() -> None:
    board = battle_board("gb_dd_1", goeben="+torpedoes=1", doctrine="maximum dd\ntorpedoes dd")
    played = fight(board, dice=[FIRST, misses(18), misses(14), misses(1), misses(12), misses(2), misses(5), misses(3)])
    assert [count for _, _, count in german(played)] == [18, 14, 12, 5]
    assert board.ship("goeben").ammunition == 4


@rule("goeben", "14.11.1")
@rule("goeben", "T.priority")
@pytest.mark.parametrize(
    ("foe", "ships", "target"),
    [
        ("gb_bc_1", "goeben breslau", "goeben"), ("gb_dd_1", "goeben breslau", "breslau"),
        ("gb_ca_1", "goeben breslau", "breslau"), ("gb_lc_2", "goeben", "goeben"), ("gb_bc_1", "breslau", "breslau"),
        ("gb_bc_1", "goeben breslau ah_bb_1 ah_b_1", "ah_bb_1"), ("gb_ca_1", "breslau ah_ca_1 ah_dd_1", "ah_ca_1"),
        ("gb_dd_1", "breslau ah_ca_1 ah_dd_1", "ah_dd_1"), ("fr_convoy_1", "goeben breslau", "breslau"),
    ],
)  # fmt: skip
def test_gp173_whom_the_allies_aim_at(foe: str, ships: str, target: str) -> None:
    places = {name: SEA for name in ships.split() if name.startswith("ah")}
    board = battle_board(foe, goeben="", breslau="pola", doctrine="targets bc", **places)  # type: ignore[arg-type]
    for ship in board.state.ships:
        ship.at = SEA if ship.id in ships.split() else "pola"
    played = _allied_only(board)
    assert {shot[2] for shot in shots(played)} == {target}


def _allied_only(board: Board) -> Played:
    """One Allied salvo, all missing."""
    (foe,) = board.enemies_at(SEA)
    readout = BOX.allied[foe]
    names = [ship.id for ship in board.ships_at(SEA)]
    consorts = {one.id: Damage() for one in board.consorts_at(SEA)}
    board.state.battle = Battle(SEA, ships=names, consorts=consorts, foes=[Foe(foe)], first="allied")
    return play(board, allied_salvo(board, ("secondary",)), dice=[misses(readout.secondary)])


@rule("goeben", "14.13.2")
@pytest.mark.parametrize(
    ("hits", "guns", "pace", "torpedoes"),
    [(Damage(guns=1), [1, 2, 2], 4, 1), (Damage(guns=2), [0, 0, 0], 4, 1), (Damage(engines=1), [2, 3, 3], 1, 0),
     (Damage(engines=2), [2, 3, 3], 0, 0), (Damage(hull=2), [2, 3, 3], 4, 1)],
)  # fmt: skip
def test_gp176_gp226_what_damage_does_to_an_allied_ship(
    hits: Damage, guns: list[int], pace: int, torpedoes: int
) -> None:
    board = battle_board("gb_ca_1")
    board.state.battle = Battle(SEA, ships=["goeben"], foes=[Foe("gb_ca_1", hits)])
    assert [worth(board, "gb_ca_1", battery) for battery in ("primary", "secondary", "tertiary")] == guns
    assert worth(board, "gb_ca_1", "torpedo") == torpedoes
    assert speed(board, BOX.allied["gb_ca_1"], hits) == pace


@rule("goeben", "14.13.1")
@rule("goeben", "14.13.3")
@pytest.mark.parametrize(
    ("foe", "table", "vp", "fate"),
    [
        ("gb_dd_1", (3,), 3, "sunk"), ("gb_dd_1", (5,), 1, "withdrawn"), ("gb_lc_2", (5,), 2, "withdrawn"),
        ("gb_ca_1", (5, 3, 3, 3), 9, "sunk"), ("gb_ca_1", (5, 3, 3), 3, "withdrawn"), ("gb_bc_1", (6,), 18, "sunk"),
        ("gb_bc_1", (5,), 6, "withdrawn"), ("gb_bc_1", (3, 3, 3, 3), 18, "sunk"),
    ],
)  # fmt: skip
def test_gp177_gp180_points_are_scored_once_a_ship(foe: str, table: tuple[int, ...], vp: int, fate: str) -> None:
    board = battle_board(foe, goeben="+secondary=0+tertiary=0+torpedoes=0")
    count = {"dd": 9, "cl": 8, "ca": 7, "bc": 6}[BOX.allied[foe].type]
    hits = (*[6] * len(table), *misses(count - len(table)))
    fight(board, dice=[FIRST, hits, table])
    assert board.state.vp == vp
    assert [gone.how for gone in board.state.gone if gone.id == foe] == [fate]


@rule("goeben", "14.13.4")
def test_gp180_a_damaged_ship_leaves_the_scenario_and_scores_her_class() -> None:
    board = battle_board("gb_ca_1", goeben="+secondary=0+tertiary=0+torpedoes=0")
    fight(board, dice=[FIRST, (6, 6, *misses(5)), (3, 4), misses(2), misses(3), misses(3)])
    assert (board.state.vp, "gb_ca_1" in board.state.pool) == (3, False)
    assert [gone.how for gone in board.state.gone if gone.id == "gb_ca_1"] == ["damaged"]


@rule("goeben", "14.tables.1")
def test_gp182_gp223_no_hit_touches_the_torpedo_tubes() -> None:
    """The second entry of the torpedo table costs Breslau two boxes of hull; the fifth is a dud."""
    board = battle_board("gb_dd_1", goeben="+ammunition=0+torpedoes=0", breslau=f"{SEA}+ammunition=0")
    played = fight(board, dice=[FIRST, misses(1), misses(2), (5, 6, 4), (2, 5)])
    assert shots(played)[-1] == ("gb_dd_1", "torpedo", "breslau", 3)
    assert (board.ship("breslau").hull, board.ship("breslau").torpedoes) == (2, 2)


# --- 13.chart/Friendly Ship and break-off


FRIEND = {SEA: "friendly_ship_1+up"}


def met_a_friend(goeben: str, breslau: str) -> Board:
    """The morning after a Friendly Ship was drawn at sea."""
    board = at_sea(goeben=goeben, breslau=breslau, lying=FRIEND, turn=4)
    board.state.friendly_ships = [SEA]
    return board


@rule("goeben", "13.chart/Friendly Ship")
def test_gp81_who_broke_off_finds_no_friend() -> None:
    board = battle_board("gb_lc_2", lying={}, breslau=SEA, doctrine="ask-first")
    board.state.pool.remove("friendly_ship_1")
    board.lay(SEA, Marker("friendly_ship_1", up=True))
    board.state.friendly_ships = [SEA]
    fight(board, dice=[FIRST], says={"engage": "withdraw goeben,breslau to=zante"})
    assert {ship.at for ship in board.afloat} == {"zante"}
    play(ordered(board, "pass"), outfit(board))
    assert "friendly_ship_1" in board.state.pool
    assert board.state.friendly_ships == []


@rule("goeben", "13.chart/Friendly Ship")
def test_gp82_gp52_who_stays_gets_coal_and_two_dice_each() -> None:
    board = met_a_friend(f"{SEA}+coal=1+hull=10", f"{SEA}+coal=3+hull=3")
    ordered(board, "outfit goeben,breslau\ncoal goeben,breslau\nrepair goeben hull=4\nrepair breslau hull=4")
    assert refused(plan_form(board, "commander"), "repair goeben hull=5") != []
    play(board, outfit(board), dice=[(5,), misses(4), misses(4)])
    assert (board.ship("goeben").coal, board.ship("breslau").coal) == (4, 5)
    assert "friendly_ship_1" in board.state.pool


@rule("goeben", "13.chart/Friendly Ship")
def test_gp83_gp84_coal_goes_to_those_who_outfit_there() -> None:
    board = met_a_friend(f"{SEA}+coal=0", f"{SEA}+coal=0")
    play(ordered(board, "outfit goeben\nmove breslau way=zante"), outfit(board), dice=[(6,)])
    assert (board.ship("goeben").coal, board.ship("breslau").coal) == (4, 0)
    board = met_a_friend(f"{SEA}+coal=0", f"{SEA}+coal=0")
    board.ship("goeben").sunk, board.ship("goeben").at = True, ""
    play(ordered(board, "outfit breslau"), outfit(board), dice=[(4,)])
    assert board.ship("breslau").coal == 4


@rule("goeben", "13.chart/Friendly Ship")
def test_gp84_who_sails_leaves_her_unused() -> None:
    board = met_a_friend(f"{SEA}+coal=0", "pola")
    play(ordered(board, "move goeben way=zante"), outfit(board))
    assert (board.ship("goeben").coal, "friendly_ship_1" in board.state.pool) == (0, True)


@rule("goeben", "13.chart/Friendly Ship")
def test_gp86_gp52_she_brings_coal_even_to_an_enemy_port() -> None:
    board = at_sea(goeben="algiers+coal=0+hull=10", breslau="pola", lying={"algiers": "friendly_ship_1+up"})
    board.state.friendly_ships = ["algiers"]
    play(ordered(board, "outfit goeben\nrepair goeben hull=6"), outfit(board), dice=[(3,), misses(6)])
    assert board.ship("goeben").coal == 3
