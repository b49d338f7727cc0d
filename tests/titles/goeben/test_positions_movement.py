"""Positions worked out by hand from the rulebook alone: where ships stop, visits to neutral ports, how far they run.

GP numbers are those of the reader who wrote the positions before seeing any code.
"""

import pytest

from games.titles.goeben.bot.admiral import Judgement
from games.titles.goeben.components.options import Options
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.rules.incidents.incidents import draws
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as told
from games.titles.goeben.state.state import Campaign, Log, Note, Warship
from games.titles.goeben.visibility.view import view
from tests.titles.goeben.box import BOX
from tests.titles.goeben.laid_out import at_sea, ordered, play, refused

rule = pytest.mark.rule
UP, DOWN = "gb_lc_2+up", "gb_lc_2"


def refusal(board: Board, orders: str, seat: str = "commander") -> list[tuple[str, str]]:
    """The rule and the words by which the plan of a day is refused."""
    form = plan_form(board, seat)
    return [(problem.rule, problem.message.en) for problem in form.problems(form.read(form.parse(orders)))]


def goes(board: Board, orders: str) -> bool:
    return refusal(board, orders) == []


# --- 4.1(3), 12.5 where ships stop


@rule("goeben", "4.1.3")
@pytest.mark.parametrize("ship", [UP, DOWN])
@pytest.mark.parametrize(
    ("way", "legal"),
    [
        ("move goeben way=spartivento,ionian_c,zante,matapan", False),
        ("move goeben way=spartivento,ionian_c", True),
        ("move goeben way=sicily_e,ionian_s,ionian_e", True),
    ],
)
def test_gp1_gp2_an_allied_ship_or_a_marker_stops_ships(ship: str, way: str, legal: bool) -> None:
    board = at_sea(goeben="messina", lying={"ionian_c": ship})
    assert goes(board, way) is legal
    if not legal:
        ((number, words),) = refusal(board, way)
        assert (number, words) == (
            "4.1.3", "Ships must stop at ionian_c: an incident marker or an Allied ship lies there.",
        )  # fmt: skip


@rule("goeben", "4.1.3")
def test_gp1_without_marks_the_way_leads_around() -> None:
    """Of ways of the same length the free one is taken."""
    board = at_sea(goeben="messina", breslau="pola", lying={"ionian_c": UP})
    played = play(ordered(board, "move goeben way=zante"), movement(board))
    (sailed,) = played.told(told.Sailed)
    assert sailed.route == ("spartivento", "corfu_sea", "zante")


@rule("goeben", "4.1.3")
def test_gp1_the_admiral_knows_where_his_ships_would_stop() -> None:
    board = at_sea(goeben="messina", lying={"ionian_c": UP, "zante": "gb_dd_1"})
    judge = Judgement(BOX, view(board, "commander"))
    assert {"ionian_c", "zante"} <= judge.stops
    assert "corfu_sea" not in judge.stops
    assert judge.days_to(["matapan"], 4)["messina"] == 1, "around them"


@rule("goeben", "12.5.1")
@pytest.mark.parametrize(
    ("start", "way", "legal"),
    [
        ("sicily_e", "move goeben way=malta_pz,tripoli_sea", False),
        ("sicily_e", "move goeben way=malta_pz", True),
        ("malta_pz", "move goeben way=pantelleria,sicilian_channel,galita,cagliari_sea", True),
        ("algiers_sea", "move goeben way=algiers,north_african_pz", False),
        ("algiers_sea", "move goeben way=algiers", True),
        ("adriatic_s", "move goeben way=cattaro,adriatic_c", False),
        ("adriatic_pz", "move goeben way=brindisi,adriatic_s", False),
    ],
)
def test_gp3_gp4_gp5_gp7_zones_and_ports_stop_even_if_nothing_lies_there(start: str, way: str, legal: bool) -> None:
    assert goes(at_sea(goeben=start, breslau="pola"), way) is legal


@rule("goeben", "9.2.4")
def test_gp5_a_captured_port_stops_ships_too() -> None:
    board = at_sea(goeben="algiers_sea", breslau="algiers")
    board.state.ashore["algiers"] = "breslau"
    assert not goes(board, "move goeben way=algiers,north_african_pz")


@rule("goeben", "24.orders.1")
def test_gp6_a_zone_turned_to_open_sea_stops_only_by_its_markers() -> None:
    way = "move goeben way=adriatic_pz,adriatic_s"
    for lying, legal in (({"adriatic_pz": "gb_ca_1 gb_ca_2 gb_dd_1 gb_dd_2 quiet_seas_1"}, False), ({}, True)):
        board = at_sea("campaign", goeben="corfu_sea", lying=lying, alert=3)
        board.state.campaign = Campaign(high_sea=["adriatic_pz", "malta_pz"])
        assert goes(board, way) is legal
        assert draws(board, "adriatic_pz") == 3
        assert draws(board, "sardinia_pz") == 4


@rule("goeben", "4.1.3")
def test_gp8_colliers_mines_and_friendly_ships_stop_nobody() -> None:
    board = at_sea(goeben="ionian_c", lying={"zante": "friendly_ship_1+up"})
    board.state.colliers, board.state.mines, board.state.friendly_ships = ["zante"], ["zante"], ["zante"]
    assert goes(board, "move goeben way=zante,matapan")


@rule("goeben", "6.1")
@rule("goeben", "4.1.3")
def test_gp9_each_ship_stops_for_herself() -> None:
    board = at_sea(lying={"ionian_c": UP})
    plan = "move goeben way=spartivento,ionian_c\nmove breslau way=spartivento,corfu_sea,zante,matapan"
    played = play(ordered(board, plan), movement(board))
    assert (board.ship("goeben").at, board.ship("breslau").at) == ("ionian_c", "matapan")
    assert played.board.day.order == ["ionian_c", "matapan"], "two groups from then on"


@rule("goeben", "4.1.3")
@rule("goeben", "25.2")
def test_gp1_a_captain_who_does_not_know_is_stopped_on_the_way() -> None:
    """The form knows what he knows; the ship stops where the counter really lies."""
    board = at_sea("captains", goeben="messina", breslau="pola", lying={"ionian_c": UP})
    way = "move goeben way=spartivento,ionian_c,zante,matapan"
    assert refused(plan_form(board, "goeben"), way) == []
    played = play(ordered(board, way, "goeben"), movement(board))
    (sailed,) = played.told(told.Sailed)
    assert (sailed.route, sailed.speed) == (("spartivento", "ionian_c"), "cruise")
    assert board.day.order == ["ionian_c"]


@rule("goeben", "4.1.3")
@rule("goeben", "25.2")
def test_gp1_old_news_bind_the_captain_who_has_them() -> None:
    """He was told of a ship that has gone since: his form still stops there, hers does not."""
    board = at_sea("captains", goeben="messina", breslau="messina+cargo=wireless")
    board.state.logs["goeben"] = Log(
        spaces={"ionian_c": Note(1, up=("gb_lc_2",))}, ships={"breslau": Warship("breslau", "")}
    )
    assert refused(plan_form(board, "goeben"), "move goeben way=ionian_c,zante") == ["4.1.3"]
    assert refused(plan_form(board, "breslau"), "move breslau way=ionian_c,zante") == []


@rule("goeben", "1.3.1")
def test_gp234_a_refusal_says_the_same_of_one_marker_and_of_five() -> None:
    way = "move goeben way=adriatic_pz,adriatic_s"
    words = set()
    for lying in ("gb_bc_1", "gb_ca_1 gb_ca_2 gb_dd_1 gb_dd_2 quiet_seas_1"):
        board = at_sea("campaign", goeben="corfu_sea", lying={"adriatic_pz": lying})
        board.state.campaign = Campaign(high_sea=["adriatic_pz"])
        words.update(refusal(board, way))
    assert len(words) == 1


# --- 9.1, 20.0 neutral ports


@rule("goeben", "20.0.6")
def test_gp65_austro_hungarian_ships_visit_neutral_ports_as_german_ones() -> None:
    board = at_sea(
        options=Options(austro_hungarian=True), goeben="zante", breslau="zante", ah_cl_1="adriatic_s", turn=3
    )
    play(ordered(board, "move ah_cl_1 way=brindisi"), movement(board))
    assert board.state.visited == [], "she came, and may stay"
    play(ordered(board, "pass"), movement(board))
    assert board.state.visited == ["brindisi"]
    form = plan_form(board, "commander")
    assert refused(form, "pass") == ["9.1"], "she must leave"
    assert refused(form, "move ah_cl_1 way=adriatic_s") == []
    board.ship("goeben").at = "adriatic_s"
    assert not goes(board, "move ah_cl_1 way=adriatic_pz\nmove goeben way=brindisi")


@rule("goeben", "20.0.6")
def test_gp65_a_port_that_a_german_ship_has_visited_is_closed_to_her_allies() -> None:
    board = at_sea(options=Options(austro_hungarian=True), ah_cl_1="corfu_sea")
    board.state.visited = ["corfu"]
    assert not goes(board, "move ah_cl_1 way=corfu")


@rule("goeben", "20.0")
@pytest.mark.parametrize(
    ("start", "goal", "legal"),
    [
        ("messina", "stromboli", False), ("sicilian_channel", "galita", False), ("tenedos", "dardanelles", False),
        ("sicily_e", "messina", True), ("cyclades_w", "athens", True),
    ],
)  # fmt: skip
def test_gp66_the_seas_of_the_austro_hungarian_navy(start: str, goal: str, legal: bool) -> None:
    board = at_sea(options=Options(austro_hungarian=True), ah_cl_1=start, goeben="pola", breslau="pola")
    assert goes(board, f"move ah_cl_1 way={goal}") is legal


@rule("goeben", "20.0.1")
def test_gp67_an_austro_hungarian_ship_does_nothing_in_port() -> None:
    board = at_sea(options=Options(austro_hungarian=True), ah_cl_1="brindisi", goeben="pola", breslau="pola")
    form = plan_form(board, "commander")
    for order in ("outfit ah_cl_1", "repair ah_cl_1 hull=1", "take ah_cl_1 cargo=optics", "coal ah_cl_1"):
        assert refused(form, order) != [], order
    assert refused(form, "pass") == [], "she may stay a day"


@rule("goeben", "9.1.1")
@pytest.mark.parametrize(("breslau", "visited"), [("pass", ["messina"]), ("move breslau way=spartivento", [])])
def test_gp90_the_first_port_counts_only_for_who_stays(breslau: str, visited: list[str]) -> None:
    board = at_sea()
    plan = "move goeben way=sicily_e" + (f"\n{breslau}" if breslau != "pass" else "")
    play(ordered(board, plan), movement(board))
    assert board.state.visited == visited
    board.state.turn = 2
    assert (refused(plan_form(board, "commander"), "pass") == ["9.1"]) is bool(visited)
    assert goes(board, "move goeben way=messina\nmove breslau way=corfu_sea") is (visited == [])


@rule("goeben", "9.1.2")
def test_gp41_a_start_that_a_bonus_allows_is_no_visit() -> None:
    board = at_sea("campaign", goeben="taranto", breslau="pola", turn=1)
    board.state.campaign = Campaign(starts=["taranto"])
    play(ordered(board, "pass"), movement(board))
    assert board.state.visited == [], "not even by staying the first day"
    board.state.turn = 2
    play(ordered(board, "pass"), movement(board))
    assert board.state.visited == ["taranto"]


@rule("goeben", "9.1")
def test_gp116_gp118_both_must_leave_after_the_stay_of_one() -> None:
    board = at_sea(goeben="corfu", breslau="corfu_sea", turn=5)
    assert goes(board, "outfit goeben\nmove breslau way=corfu")
    play(ordered(board, "move breslau way=corfu"), movement(board))
    assert board.state.visited == ["corfu"]
    form = plan_form(board, "commander")
    assert refused(form, "pass") == ["9.1", "9.1"]
    assert refused(form, "outfit goeben") != [], "nothing is to be had any more"


@rule("goeben", "9.1")
def test_gp117_who_enters_and_leaves_has_not_visited() -> None:
    board = at_sea(goeben="naples", breslau="pola", turn=5)
    play(ordered(board, "move goeben way=tyrrhenian_s"), movement(board))
    assert board.state.visited == []


@rule("goeben", "9.1")
def test_gp119_a_ship_without_engines_stays_and_the_game_goes_on() -> None:
    """Reading: she may go on mending her engines, since she cannot obey."""
    board = at_sea(goeben="naples+engines=0", breslau="pola", turn=6)
    board.state.visited = ["naples"]
    assert goes(board, "pass")
    assert goes(board, "repair goeben engines=6")


@rule("goeben", "9.0.2")
@pytest.mark.parametrize("port", ["pola", "algiers"])
def test_gp120_nobody_is_sent_out_of_friendly_and_enemy_ports(port: str) -> None:
    board = at_sea(goeben=port, breslau="zante")
    for _ in range(3):
        play(ordered(board, "pass"), movement(board))
    assert board.state.visited == []


@rule("goeben", "12.5.2")
def test_gp121_a_ship_that_begins_in_the_atlantic_may_leave_it() -> None:
    board = at_sea("campaign", goeben="north_atlantic", breslau="gulf_of_cadiz", mission="suez_canal")
    board.state.campaign = Campaign(starts=["north_atlantic"])
    assert goes(board, "move goeben way=gulf_of_cadiz")
    assert not goes(board, "move breslau way=north_atlantic")


# --- 12.0 speeds


@rule("goeben", "12.3.1")
@rule("goeben", "6.2.1")
@pytest.mark.parametrize(
    ("ship", "steps", "coal", "dice"),
    [("goeben", 4, 0, 0), ("goeben", 5, 1, 0), ("goeben", 6, 1, 1), ("moltke", 5, 0, 0), ("moltke", 6, 1, 0),
     ("moltke", 7, 1, 1)],
)  # fmt: skip
def test_gp129_gp133_what_speed_costs(ship: str, steps: int, coal: int, dice: int) -> None:
    way = ("spartivento", "ionian_c", "zante", "matapan", "kithera", "cyclades_w", "athens")
    board = at_sea(options=Options(fleet="all_four"), goeben="messina", moltke="messina")
    marks = ",".join(way[:steps])
    play(ordered(board, f"move {ship} way={marks}"), movement(board), dice=[(3,)] * dice)
    assert (board.ship(ship).at, board.ship(ship).coal) == (way[steps - 1], 4 - coal)


@rule("goeben", "12.4.1")
def test_gp133_an_engine_box_less_ends_the_emergency_speed() -> None:
    board = at_sea(options=Options(fleet="moltke"), moltke="messina+engines=6")
    berth = next(one for one in plan_form(board, "commander").berths if one.ship == "moltke")
    assert (berth.cruise, berth.maximum, berth.emergency) == (5, 6, 6)


@rule("goeben", "12.0")
@rule("goeben", "6.2.2")
def test_gp129_without_coal_of_her_own_a_ship_cruises() -> None:
    """The bunkers of her consort do not help."""
    board = at_sea(goeben="messina+coal=0", breslau="messina+coal=5")
    assert goes(board, "move goeben way=matapan")
    assert not goes(board, "move goeben way=kithera")
    assert goes(board, "move breslau way=kithera")
