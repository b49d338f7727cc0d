"""Positions worked out by hand from the rulebook alone: what ships do in port, cargo, repairs, intelligence.

GP numbers are those of the reader who wrote the positions before seeing any code.
"""

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.orders.orders import Repair
from games.titles.goeben.rules.battle.landing import landing
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.day.outfit import outfit
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.rules.incidents.incidents import draws
from games.titles.goeben.rules.mission.fitting import stowage
from games.titles.goeben.rules.search.intelligence import intelligence
from games.titles.goeben.rules.search.revealing import looks
from games.titles.goeben.rules.ships import cargo, repairs
from games.titles.goeben.rules.ships.damage import hurt
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as told
from games.titles.goeben.state.state import Campaign
from games.titles.goeben.visibility.notes import notes_of
from tests.titles.goeben.box import BOX
from tests.titles.goeben.encounters import meet
from tests.titles.goeben.fights import battle_board, fight, misses
from tests.titles.goeben.laid_out import Dice, Played, at_sea, ordered, play, refused

rule = pytest.mark.rule


def outfitted(board: Board, orders: str, dice: Dice = ()) -> dict[tuple[str, str], int]:
    """The repair dice of each ship and track on a day of these orders."""
    rolled = play(ordered(board, orders), outfit(board), dice=dice).told(told.RepairRolled)
    return {(event.ship, event.track): len(event.dice) for event in rolled}


def held(port: str = "algiers", **laid: str) -> Board:
    """A port that Goeben's marines hold."""
    board = at_sea(**{"goeben": port, "breslau": "pola", **laid})  # type: ignore[arg-type]
    board.state.ashore[port] = "goeben"
    board.state.available["seebataillon"] -= 1
    return board


# --- 9.2 marines


@rule("goeben", "9.2.2")
@rule("goeben", "9.2")
def test_gp10_marines_land_once_the_last_defence_is_gone() -> None:
    board = battle_board(
        "", at="algiers", goeben="+cargo=seebataillon", forts={"algiers": "fort_5"}, doctrine="landing"
    )
    played = play(board, landing(board))
    assert played.told(told.CargoLeft) == []
    assert (board.state.ashore, played.kinds, played.following) == ({}, [], "objective"), "not before"
    board.day.queue = ["algiers"]
    fight(board, begin="bombardment", dice=[(1,), (4, *misses(8)), (5,)])
    assert (board.state.vp, board.state.alert) == (2, 2)
    play(board, landing(board))
    assert board.state.ashore == {"algiers": "goeben"}


@rule("goeben", "9.2.3")
@rule("goeben", "7.0")
def test_gp11_a_captured_port_coals_and_repairs_but_does_not_rearm() -> None:
    board = held(goeben="algiers+coal=0+ammunition=1+torpedoes=0+hull=10")
    assert outfitted(board, "outfit goeben\nrepair goeben hull=5", [(3, 4), misses(5)]) == {("goeben", "hull"): 5}
    assert (board.ship("goeben").coal, board.ship("goeben").ammunition, board.ship("goeben").torpedoes) == (4, 1, 0)


@rule("goeben", "9.2.1")
@pytest.mark.parametrize("breslau", ["bone", "algiers_sea"])
def test_gp11_gp12_marines_left_behind_are_lost_and_carried_nowhere(breslau: str) -> None:
    board = held(breslau=breslau)
    play(ordered(board, "move goeben way=algiers_sea"), movement(board))
    assert board.state.ashore == {}
    assert [ship.cargo for ship in board.afloat] == [[], []]
    assert board.state.available["seebataillon"] == BOX.cargo["seebataillon"].count
    assert board.state.forts.get("algiers", []) == [], "the defence does not come back"


@rule("goeben", "9.2")
@pytest.mark.parametrize("lost", [False, True])
def test_gp13_any_warship_holds_the_port(lost: bool) -> None:
    board = held(breslau="algiers")
    if lost:
        hurt(board, board.ship("goeben"), "hull", 12)
    play(ordered(board, "pass" if lost else "move goeben way=algiers_sea"), movement(board))
    assert board.state.ashore == {"algiers": "goeben"}
    play(ordered(board, "move breslau way=algiers_sea"), movement(board))
    assert board.state.ashore == {}


@rule("goeben", "9.2")
@rule("goeben", "20.0")
def test_gp13_an_austro_hungarian_warship_holds_the_port_too() -> None:
    """20.0 She is led as a German warship is."""
    board = held("port_said", ah_ca_1="port_said", options=Options(austro_hungarian=True))
    play(ordered(board, "move goeben way=delta"), movement(board))
    assert board.state.ashore == {"port_said": "goeben"}
    play(ordered(board, "move ah_ca_1 way=delta"), movement(board))
    assert board.state.ashore == {}


@rule("goeben", "9.2.1")
def test_gp13_marines_are_lost_with_the_last_ship_that_a_storm_takes() -> None:
    board = held(goeben="algiers+hull=1", breslau="pola")
    meet(board, "storm_1 merchantman_1", dice=[(6,)])
    assert board.state.ashore == {}


@rule("goeben", "9.2.5")
@pytest.mark.parametrize(
    ("at", "forts", "lands"),
    [("bone", "", True), ("bone", "fort_1", False), ("toulon", "", False), ("malta", "", False), ("naples", "", False)],
)
def test_gp14_to_gp17_where_marines_may_land(at: str, forts: str, lands: bool) -> None:
    """Not while one unit is left, and never in bases or neutral ports."""
    board = battle_board(
        "", at=at, goeben="+cargo=seebataillon", forts={at: forts} if forts else {}, doctrine="landing"
    )
    play(board, landing(board))
    assert (at in board.state.ashore) is lands


@rule("goeben", "9.2")
def test_gp18_marines_ashore_are_nobodys_cargo() -> None:
    """No sentence lets them aboard again."""
    board = held(breslau="algiers")
    form = plan_form(board, "commander")
    for order in ("hand goeben to=breslau cargo=seebataillon", "take goeben cargo=seebataillon"):
        assert refused(form, order) != []


@rule("goeben", "9.2.4")
def test_gp71_a_captured_port_is_allied_for_incidents() -> None:
    board = held(alert=3)  # type: ignore[arg-type]
    assert draws(board, "algiers") == 4
    meet(board, "allied_patrol_1 minefield_1 quiet_seas_1 quiet_seas_2", dice=[(6,)])
    assert board.state.alert == 4
    assert (board.ship("goeben").hull, board.ship("goeben").engines) == (11, 5)


# --- 10.0 repairs and the crew aboard


CREW = "cargo=reserve_crew"
TRADE = "hand goeben to=breslau cargo=reserve_crew"


@rule("goeben", "4.1.1")
@rule("goeben", "8.5")
@pytest.mark.parametrize(
    ("orders", "dice"),
    [
        ("take goeben cargo=damage_control\nrepair goeben hull=10", 10),
        ("repair goeben hull=8\ntake goeben cargo=damage_control", 8),
    ],
)
def test_gp45_a_crew_bought_before_helps_one_bought_after_does_not(orders: str, dice: int) -> None:
    board = at_sea(goeben="pola+hull=10", breslau="zante")
    assert outfitted(board, orders, [misses(dice)]) == {("goeben", "hull"): dice}
    assert board.ship("goeben").cargo == ["damage_control"]
    fresh = plan_form(at_sea(goeben="pola+hull=10", breslau="zante"), "commander")
    assert refused(fresh, "repair goeben hull=10\ntake goeben cargo=damage_control") == ["10.1"]


@rule("goeben", "4.1.1")
@rule("goeben", "10.1")
@pytest.mark.parametrize(
    ("orders", "goeben", "breslau"),
    [
        (f"{TRADE}\nrepair goeben hull=8\nrepair breslau hull=9", 8, 9),
        (f"repair goeben hull=9\nrepair breslau hull=8\n{TRADE}", 9, 8),
        (f"repair goeben hull=9\n{TRADE}\nrepair breslau hull=9", 9, 9),
    ],
)
def test_gp46_dice_count_the_crew_that_is_aboard_when_they_are_rolled(orders: str, goeben: int, breslau: int) -> None:
    board = at_sea(goeben=f"pola+hull=10+{CREW}", breslau="pola+hull=2")
    rolled = outfitted(board, orders, [misses(goeben), misses(breslau)])
    assert rolled == {("goeben", "hull"): goeben, ("breslau", "hull"): breslau}
    assert board.ship("breslau").cargo == ["reserve_crew"]


@rule("goeben", "4.1.1")
def test_gp46_one_die_more_than_that_is_refused() -> None:
    form = plan_form(at_sea(goeben=f"pola+hull=10+{CREW}", breslau="pola+hull=2"), "commander")
    assert refused(form, f"{TRADE}\nrepair goeben hull=9") == ["10.1"]
    assert refused(form, "repair breslau hull=9") == ["10.1"]


@rule("goeben", "8.3")
def test_gp47_a_crew_that_was_landed_helps_no_more() -> None:
    board = at_sea(goeben="cattaro+hull=10+cargo=damage_control", breslau="zante")
    form = plan_form(board, "commander")
    assert refused(form, "leave goeben cargo=damage_control\nrepair goeben hull=9") == ["10.1"]
    assert refused(form, "leave goeben cargo=damage_control\nrepair goeben hull=8") == []


@rule("goeben", "4.1.1")
def test_gp46_captains_shift_their_cargo_before_either_repairs() -> None:
    """Breslau's captain writes his orders for himself, and has the crew that Goeben's hands over."""
    board = at_sea("captains", goeben=f"pola+hull=10+{CREW}", breslau="pola+hull=2")
    ordered(board, f"{TRADE}\nrepair goeben hull=8", "goeben")
    rolled = outfitted_by(board, "repair breslau hull=8")
    assert rolled == {("goeben", "hull"): 8, ("breslau", "hull"): 8}
    assert board.ship("breslau").cargo == ["reserve_crew"]


def outfitted_by(board: Board, orders: str) -> dict[tuple[str, str], int]:
    rolled = play(ordered(board, orders, "breslau"), outfit(board), dice=[misses(8), misses(8)]).told(told.RepairRolled)
    return {(event.ship, event.track): len(event.dice) for event in rolled}


@rule("goeben", "10.1.1")
@pytest.mark.parametrize(
    ("place", "ship", "dice"),
    [
        ("zante", "", 2), ("matapan", "", 2), ("malta_pz", "", 2), ("north_atlantic", "", 2), ("algiers", "", 4),
        ("marseilles", "", 4), ("malta", "", 4), ("naples", "", 6), ("genoa", "", 7), ("spalato", "", 8),
        ("pola", "", 8),
        ("zante", "+leadership=1", 0), ("zante", "+leadership=2", 0), ("zante", "+leadership=3", 1),
        ("zante", f"+leadership=1+{CREW}", 0), ("zante", "+leadership=1+cargo=damage_control", 1),
        ("pola", "+cargo=damage_control,damage_control,reserve_crew", 13),
    ],
)  # fmt: skip
def test_gp49_gp50_gp51_gp237_repair_dice_by_place_and_crew(place: str, ship: str, dice: int) -> None:
    """Two dice fewer at sea alone: an enemy port is a port."""
    board = at_sea(goeben=f"{place}+hull=10{ship}", breslau="pola")
    assert repairs.dice(board, board.ship("goeben")) == dice
    assert (refused(plan_form(board, "commander"), "repair goeben hull=1") == []) is (dice > 0)


@rule("goeben", "10.1.1")
def test_gp52_a_friendly_ship_helps_in_a_neutral_port_too() -> None:
    board = at_sea(goeben="naples+hull=10", breslau="pola")
    board.state.friendly_ships = ["naples"]
    assert repairs.dice(board, board.ship("goeben")) == 8


@rule("goeben", "10.1")
def test_gp53_dice_are_allotted_before_they_are_rolled() -> None:
    board = at_sea(goeben="pola+engines=4+hull=9+primary=3", breslau="zante")
    outfitted(board, "repair goeben primary=3 engines=2 hull=3", [(1, 5), (6, 6, 2), (5, 4, 6)])
    goeben = board.ship("goeben")
    assert (goeben.primary, goeben.engines, goeben.hull) == (5, 5, 11)


@rule("goeben", "10.1")
def test_gp46_no_more_dice_are_rolled_than_there_are() -> None:
    board = at_sea(goeben="pola+hull=9+engines=4", breslau="zante")
    assert repairs.allotted(board, board.ship("goeben"), Repair("goeben", engines="5", hull="9")) == {
        "engines": 5,
        "hull": 3,
    }


@rule("goeben", "10.0.1")
def test_gp54_gp55_only_guns_engines_and_hull_can_be_mended() -> None:
    form = plan_form(at_sea(goeben="pola+leadership=2+torpedoes=0+ammunition=0+coal=0", breslau="zante"), "commander")
    assert "repair" not in form.templates_by_verb


@rule("goeben", "10.1")
@rule("goeben", "4.1.2")
def test_gp56_who_tried_in_vain_stays_and_the_other_sails() -> None:
    board = at_sea(goeben="zante+hull=10", breslau="zante")
    form = plan_form(board, "commander")
    assert refused(form, "repair goeben hull=2\nmove goeben way=matapan") == ["4.1"]
    outfitted(board, "repair goeben hull=2\nmove breslau way=matapan", [misses(2)])
    play(board, movement(board), says={"revise": "move breslau way=matapan"})
    assert (board.ship("goeben").at, board.ship("breslau").at) == ("zante", "matapan")


@rule("goeben", "8.4.1")
def test_gp57_gp112_gp227_cargo_of_a_lost_box_goes_to_the_available_box() -> None:
    board = at_sea(goeben="pola+hull=2+cargo=optics,damage_control", breslau="zante")
    hurt(board, board.ship("goeben"), "hull", 1)
    assert board.ship("goeben").cargo == ["optics"]
    assert board.state.available["damage_control"] == BOX.cargo["damage_control"].count
    outfitted(board, "repair goeben hull=8", [(6, *misses(7))])
    assert (board.ship("goeben").hull, board.ship("goeben").cargo) == (2, ["optics"]), "mending does not bring it back"
    assert refused(plan_form(board, "commander"), "take goeben cargo=damage_control") == [], "it can be bought again"


# --- 3.7, 8.0 cargo


EIGHT = "calculator,damage_control,reserve_crew,seebataillon"
"""Cargo for eight points."""


@rule("goeben", "3.7.1")
@pytest.mark.parametrize(
    ("orders", "legal"),
    [
        (f"take goeben cargo={EIGHT}\ntake breslau cargo={EIGHT}", True),
        (
            f"take goeben cargo={EIGHT},optics\ntake breslau cargo=calculator,damage_control,reserve_crew,wireless",
            False,
        ),
        ("take breslau cargo=damage_control,wireless,optics,torpedo_reload", True),
        ("take breslau cargo=damage_control,wireless,optics,torpedo_reload,torpedo_nets", False),
        ("take goeben cargo=camera_crew\ntake breslau cargo=camera_crew", False),
        ("take goeben cargo=wireless\ntake goeben cargo=wireless\ntake breslau cargo=wireless", False),
        ("take breslau cargo=mines", False),
        ("take goeben cargo=seaplane", False),
    ],
)
def test_gp92_gp93_gp94_points_boxes_and_counters(orders: str, legal: bool) -> None:
    """Each ship has eight points of her own, Breslau four boxes; there are one Camera Crew and two Wireless."""
    assert (refused(stowage(at_sea(), "commander"), orders) == []) is legal


@rule("goeben", "8.2.1")
@rule("goeben", "20.1.1")
@pytest.mark.parametrize(
    ("orders", "legal"),
    [
        ("take goeben cargo=seaplane", True), ("take breslau cargo=seaplane", False),
        ("take breslau cargo=mines", True), ("take goeben cargo=mines", False),
    ],
)  # fmt: skip
def test_gp94_seaplanes_and_mines(orders: str, legal: bool) -> None:
    form = stowage(at_sea(options=Options(seaplane=True, mines=True)), "commander")
    assert (refused(form, orders) == []) is legal
    tight = stowage(at_sea(goeben="messina+hull=1", options=Options(seaplane=True)), "commander")
    assert refused(tight, "take goeben cargo=seaplane") != [], "two boxes"


@rule("goeben", "3.9")
@pytest.mark.parametrize(
    ("mission", "space", "legal"),
    [
        ("suez_canal", "ionian_c", True), ("suez_canal", "malta_pz", True), ("suez_canal", "matapan", True),
        ("suez_canal", "messina", False), ("suez_canal", "pola", False), ("suez_canal", "bosphorus", False),
        ("atlantic_breakout", "north_atlantic", True),
    ],
)  # fmt: skip
def test_gp95_where_a_collier_may_wait(mission: str, space: str, legal: bool) -> None:
    assert (refused(stowage(at_sea(mission=mission), "commander"), f"station {space}") == []) is legal


@rule("goeben", "8.5")
@pytest.mark.parametrize(
    ("port", "ship", "cargo", "legal"),
    [
        ("cattaro", "+leadership=5", "calculator,damage_control,optics", True),
        ("cattaro", "+leadership=5", "calculator,damage_control,reserve_crew", False),
        ("spalato", "+leadership=5", "optics", False), ("trieste", "", "optics", False),
        ("cattaro", "+leadership=3", "damage_control,damage_control", False),
        ("cattaro", "+leadership=3", "damage_control,optics", True),
    ],
)  # fmt: skip
def test_gp114_re_equipping_at_a_base(port: str, ship: str, cargo: str, legal: bool) -> None:
    form = plan_form(at_sea(goeben=port + ship, breslau="zante"), "commander")
    assert (refused(form, f"take goeben cargo={cargo}") == []) is legal


@rule("goeben", "8.3.1")
def test_gp92_a_change_of_leadership_leaves_cargo_alone() -> None:
    board = at_sea(goeben="zante+cargo=calculator,damage_control,optics,wireless")
    hurt(board, board.ship("goeben"), "leadership", 3)
    assert len(board.ship("goeben").cargo) == 4
    assert cargo.room(board, board.ship("goeben")) == 8


@rule("goeben", "8.3")
@pytest.mark.parametrize(
    ("place", "crew"),
    [("pola", True), ("spalato", True), ("naples", False), ("zante", False), ("genoa", False), ("algiers", False)],
)
def test_gp111_gear_goes_overboard_anywhere_crews_only_in_friendly_ports(place: str, crew: bool) -> None:
    board = at_sea(goeben=f"{place}+cargo=optics,camera_crew", breslau="zante")
    board.state.ashore["algiers"] = "goeben"
    form = plan_form(board, "commander")
    assert refused(form, "leave goeben cargo=optics") == []
    assert (refused(form, "leave goeben cargo=camera_crew") == []) is crew


@rule("goeben", "8.6.1")
@pytest.mark.parametrize(
    ("place", "captured", "legal"),
    [("zante", False, False), ("brindisi", False, True), ("bone", True, True), ("pola", False, True),
     ("algiers", False, False)],
)  # fmt: skip
def test_gp113_gp115_where_cargo_changes_ships(place: str, captured: bool, legal: bool) -> None:
    board = at_sea(goeben=f"{place}+cargo=optics,reserve_crew", breslau=f"{place}+hull=2")
    if captured:
        board.state.ashore[place] = "goeben"
    form = plan_form(board, "commander")
    assert (refused(form, "hand goeben to=breslau cargo=optics,reserve_crew") == []) is legal
    full = at_sea(goeben=f"{place}+cargo=optics,reserve_crew", breslau=f"{place}+hull=1")
    assert refused(plan_form(full, "commander"), "hand goeben to=breslau cargo=optics,reserve_crew") != []


# --- 7.0 what a place supplies


@rule("goeben", "7.0")
@rule("goeben", "7.1.2")
def test_gp105_one_roll_for_all_ships_each_within_her_limit() -> None:
    board = at_sea(goeben="pola+ammunition=2", breslau="pola+ammunition=3")
    ordered(board, "outfit goeben,breslau\nrearm goeben,breslau")
    play(board, outfit(board), dice=[(4, 2)])
    assert (board.ship("goeben").ammunition, board.ship("breslau").ammunition) == (6, 5)
    board = ordered(at_sea(goeben="spalato+ammunition=5", breslau="zante"), "outfit goeben")
    play(board, outfit(board), dice=[(5,)])
    assert board.ship("goeben").ammunition == 6


@rule("goeben", "7.0")
@rule("goeben", "7.3.1")
@pytest.mark.parametrize(
    ("place", "dice"),
    [("pola", 2), ("spalato", 2), ("genoa", 2), ("brindisi", 1), ("algiers", 0), ("malta", 0), ("toulon", 0),
     ("zante", 0)],
)  # fmt: skip
def test_gp107_the_dice_of_coal(place: str, dice: int) -> None:
    board = at_sea(goeben=f"{place}+coal=0", breslau="ionian_c")
    if dice:
        play(ordered(board, "outfit goeben"), outfit(board), dice=[(1,) * dice])
    else:
        assert refused(plan_form(board, "commander"), "outfit goeben") != []
    assert board.ship("goeben").coal == dice


@rule("goeben", "7.4")
def test_gp108_a_collier_serves_who_is_there_and_leaves() -> None:
    board = at_sea(goeben="zante+coal=0", breslau="zante+coal=4")
    board.state.colliers = ["zante"]
    play(ordered(board, "outfit goeben,breslau\ncoal goeben,breslau"), outfit(board), dice=[(6, 1)])
    assert (board.ship("goeben").coal, board.ship("breslau").coal, board.state.colliers) == (4, 5, [])
    board = at_sea(goeben="zante+coal=0", breslau="matapan+coal=0")
    board.state.colliers = ["zante"]
    play(ordered(board, "pass"), outfit(board))
    assert board.state.colliers == ["zante"], "nobody coaled"


# --- 11.0 intelligence


@rule("goeben", "11.1")
@pytest.mark.parametrize(
    ("value", "findings"),
    [
        (0, ("si", "none", "none", "none", "none", "ir")), (1, ("si", "none", "none", "none", "ir", "je")),
        (2, ("si", "none", "none", "ir", "je", "je_ib")), (3, ("si", "none", "ir", "ib", "jf", "je_ib")),
    ],
)  # fmt: skip
def test_gp122_every_cell_of_the_intelligence_table(value: int, findings: tuple[str, ...]) -> None:
    assert tuple(BOX.charts.intelligence.finding(die, value) for die in range(1, 7)) == findings


@rule("goeben", "11.1")
@pytest.mark.parametrize(
    ("leadership", "wireless", "value"),
    [(0, False, 0), (2, False, 0), (3, False, 1), (4, False, 1), (5, False, 2), (7, False, 2), (2, True, 1),
     (6, True, 3)],
)  # fmt: skip
def test_gp123_the_intelligence_value(leadership: int, wireless: bool, value: int) -> None:
    assert BOX.charts.intelligence.value(leadership, wireless) == value


def tried(board: Board, dice: Dice, draws: Dice = (), at: str = "") -> Played:
    where = f" at={at}" if at else ""
    return play(ordered(board, f"intelligence goeben{where}"), intelligence(board), dice=dice, draws=draws)


@rule("goeben", "11.2.3")
@pytest.mark.parametrize(
    ("ship", "die", "before", "after"),
    [("", 6, 1, 1), ("", 6, 3, 2), ("+leadership=5+cargo=wireless", 5, 2, 1), ("+leadership=5+cargo=wireless", 5, 1, 1),
     ("+leadership=5+cargo=wireless", 5, 5, 3), ("", 1, 6, 6), ("", 1, 3, 4)],
)  # fmt: skip
def test_gp124_the_alert_level_stays_on_its_track(ship: str, die: int, before: int, after: int) -> None:
    board = at_sea(goeben=f"zante{ship}", alert=before)
    tried(board, [(die,)])
    assert board.state.alert == after


@rule("goeben", "11.2.2")
@pytest.mark.parametrize(
    ("space", "lying", "forts", "ship", "die", "shown"),
    [
        ("adriatic_pz", "gb_ca_1 gb_ca_2 gb_dd_1 gb_dd_2 quiet_seas_1", "", "", 5, 2),
        ("adriatic_pz", "gb_ca_1", "", "", 5, 1),
        ("adriatic_pz", "gb_ca_1 gb_ca_2 gb_dd_1 gb_dd_2 quiet_seas_1", "", "+leadership=5+cargo=wireless", 4, 5),
        ("toulon", "", "fort_1 fort_5", "", 5, 2),
        ("alexandria", "", "fort_1 fort_5", "+leadership=5+cargo=wireless", 4, 2),
    ],
)  # fmt: skip
def test_gp125_what_intelligence_turns_up(space: str, lying: str, forts: str, ship: str, die: int, shown: int) -> None:
    board = at_sea(goeben=f"zante{ship}", lying={space: lying} if lying else {}, forts={space: forts} if forts else {})
    tried(board, [(die,)], at=space)
    markers = [*board.markers_at(space), *board.state.forts.get(space, [])]
    assert sum(marker.up for marker in markers) == shown


@rule("goeben", "11.2.2")
def test_gp125_nothing_is_looked_for_on_the_high_seas() -> None:
    board = at_sea("campaign", lying={"adriatic_pz": "gb_ca_1", "malta_pz": "gb_ca_2"})
    board.state.campaign = Campaign(high_sea=["adriatic_pz"])
    assert looks(notes_of(board, "commander")) == ("malta_pz",)


@rule("goeben", "11.2.1")
@rule("goeben", "2.2")
def test_gp126_ships_that_were_found_slip_away_coastal_defences_do_not() -> None:
    board = at_sea(options=Options(return_on_alert=True), goeben="zante+leadership=5+cargo=wireless", breslau="pola",
                   lying={"malta_pz": "gb_lc_2"}, forts={"malta": "fort_1"}, turn=2)  # fmt: skip
    tried(board, [(4,)], at="malta_pz")
    board.day.tried = ""
    tried(board, [(4,)], at="malta")
    meet(board, "pursue_1", draws=())
    assert "gb_lc_2" in board.state.pool
    assert [fort.up for fort in board.state.forts["malta"]] == [True]


@rule("goeben", "11.1")
@rule("goeben", "20.0.1")
def test_gp127_one_attempt_a_day_for_the_whole_force() -> None:
    form = plan_form(at_sea(breslau="zante", ah_cl_1="pola"), "commander")
    assert refused(form, "intelligence goeben\nintelligence breslau") == ["11.1"]
    assert refused(form, "intelligence ah_cl_1") != []


@rule("goeben", "21.2.1")
@pytest.mark.parametrize(
    ("die", "lost", "shown"), [(1, True, 0), (2, False, 0), (3, False, 0), (4, False, 3), (6, False, 3)]
)
def test_gp202_gp128_the_seaplane_looks_besides_the_attempt(die: int, lost: bool, shown: int) -> None:
    board = at_sea(options=Options(seaplane=True), goeben="bizerte+cargo=seaplane", breslau="pola",
                   lying={"galita": "gb_ca_1 gb_dd_1"}, forts={"galita": "fort_1"})  # fmt: skip
    ordered(board, "intelligence goeben\nscout goeben space=galita")
    play(board, intelligence(board), dice=[(2,), (die,)])
    markers = [*board.markers_at("galita"), *board.state.forts["galita"]]
    assert sum(marker.up for marker in markers) == shown
    assert ("seaplane" in board.ship("goeben").cargo) is not lost
