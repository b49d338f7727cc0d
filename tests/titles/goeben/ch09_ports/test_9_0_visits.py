"""Kinds of ports, and the one visit to a neutral port (9.0, 9.1)."""

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.orders.orders import Move
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.day.outfit import outfit
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.rules.ships.ports import Port, port_at
from games.titles.goeben.state.events import day as told
from games.titles.goeben.state.state import Campaign
from tests.titles.goeben.days import accepted, quiet_day, stayed
from tests.titles.goeben.encounters import goeben_at
from tests.titles.goeben.laid_out import at_sea, ordered, play, refused

rule = pytest.mark.rule


# --- 9.0 kinds


@rule("goeben", "9.0")
@pytest.mark.parametrize(
    ("space", "side", "base"),
    [
        ("trieste", "friendly", False), ("pola", "friendly", True), ("messina", "neutral", False),
        ("genoa", "neutral", True), ("bone", "allied", False), ("malta", "allied", True),
    ],
)  # fmt: skip
def test_six_kinds_of_port(space: str, side: ports.Side, base: bool) -> None:
    board = at_sea()
    assert port_at(board, space) == Port(side, base)
    assert ports.terrain_key(board, space) == f"{side}_{'base' if base else 'port'}"


@rule("goeben", "9.0")
def test_the_open_sea_is_no_port() -> None:
    board = at_sea()
    assert port_at(board, "spartivento") is None
    assert ports.terrain_key(board, "spartivento") == "high_sea"
    assert ports.terrain_key(board, "malta_pz") == "patrol_zone"


@rule("goeben", "9.0")
@rule("goeben", "9.0.1")
def test_every_port_but_a_visited_one_may_be_entered() -> None:
    board = at_sea(goeben="adriatic_n", breslau="malta_pz")
    form = plan_form(board, "commander")
    for move in ("goeben way=pola", "goeben way=venice", "breslau way=malta"):
        assert refused(form, f"move {move}") == [], move


@rule("goeben", "9.0.1")
@pytest.mark.parametrize("space", ["malta", "bone"])
def test_allied_ports_outfit_nobody_unless_they_are_held(space: str) -> None:
    board = at_sea(goeben=f"{space}+coal=0")
    assert refused(plan_form(board, "commander"), "outfit goeben") != []


@rule("goeben", "9.0.1")
def test_german_ships_enter_allied_ports() -> None:
    assert refused(plan_form(goeben_at("algiers_sea"), "commander"), "move goeben way=algiers") == []


@rule("goeben", "9.0.2")
@pytest.mark.parametrize("port", ["pola", "algiers"])
def test_nobody_is_sent_out_of_friendly_and_enemy_ports(port: str) -> None:
    board = at_sea(goeben=port, breslau="zante")
    for _ in range(3):
        play(ordered(board, "pass"), movement(board))
    assert board.state.visited == []


# --- 9.1 neutral ports


@rule("goeben", "9.1")
def test_a_neutral_port_is_visited_once() -> None:
    board = at_sea(goeben="adriatic_pz+coal=3", breslau="adriatic_pz", turn=4)
    quiet_day(board, "move goeben,breslau way=brindisi")
    assert board.state.visited == []
    ordered(board, "outfit goeben,breslau")
    play(board, outfit(board), dice=[(6,)])
    played = play(board, movement(board))
    assert board.ship("goeben").at == "brindisi"
    assert board.state.visited == ["brindisi"]
    assert played.told(told.PortVisited) == [told.PortVisited("brindisi")]
    form = plan_form(board, "commander")
    assert "9.1" in refused(form, "pass")
    assert refused(form, "outfit goeben") != []
    assert refused(form, "repair goeben hull=1") != []
    assert refused(form, "move goeben,breslau way=adriatic_pz") == []
    assert {order.goal for order in form.default() if isinstance(order, Move)} <= {"adriatic_pz", "adriatic_s"}
    quiet_day(board, "move goeben,breslau way=adriatic_pz")
    assert refused(plan_form(board, "commander"), "move breslau way=brindisi") != []


@rule("goeben", "9.1")
def test_one_ship_closes_the_port_to_all() -> None:
    board = at_sea(goeben="spartivento", breslau="messina")
    assert refused(plan_form(board, "commander"), "move goeben way=messina") == []
    quiet_day(board)
    assert refused(plan_form(board, "commander"), "move breslau way=stromboli\nmove goeben way=messina") != []


@rule("goeben", "9.1")
def test_leaving_where_one_began_is_no_visit() -> None:
    board = at_sea()
    quiet_day(board, "move goeben,breslau way=spartivento")
    assert board.state.visited == []
    board = at_sea()
    quiet_day(board, "move breslau way=spartivento")
    assert board.state.visited == ["messina"], "Goeben has stayed"


@rule("goeben", "9.1")
def test_a_ship_without_engines_stays_and_works() -> None:
    board = at_sea(goeben="messina+engines=0", breslau="spartivento")
    board.state.visited = ["messina"]
    assert refused(plan_form(board, "commander"), "repair goeben engines=3") == []


@rule("goeben", "9.1")
def test_friendly_ports_are_never_closed() -> None:
    board = at_sea(goeben="pola", breslau="pola")
    quiet_day(board)
    assert board.state.visited == []


@rule("goeben", "9.1")
@pytest.mark.parametrize("ship", ["goeben", "ah_cl_1"])
def test_a_port_that_has_been_closed_takes_nobody_in(ship: str) -> None:
    board = at_sea(options=Options(austro_hungarian=True), goeben="adriatic_pz", breslau="pola", ah_cl_1="adriatic_pz")
    board.state.visited = ["brindisi"]
    assert stayed(board, ship, "brindisi")


@rule("goeben", "9.1")
def test_both_must_leave_after_the_stay_of_one() -> None:
    board = at_sea(goeben="corfu", breslau="corfu_sea", turn=5)
    assert accepted(board, "outfit goeben\nmove breslau way=corfu")
    play(ordered(board, "move breslau way=corfu"), movement(board))
    assert board.state.visited == ["corfu"]
    form = plan_form(board, "commander")
    assert refused(form, "pass") == ["9.1", "9.1"]
    assert refused(form, "outfit goeben") != [], "nothing is to be had any more"


@rule("goeben", "9.1")
def test_who_enters_and_leaves_has_not_visited() -> None:
    board = at_sea(goeben="naples", breslau="pola", turn=5)
    play(ordered(board, "move goeben way=tyrrhenian_s"), movement(board))
    assert board.state.visited == []


@rule("goeben", "9.1")
def test_a_ship_without_engines_stays_and_the_game_goes_on() -> None:
    """Reading: she may go on mending her engines, since she cannot obey."""
    board = at_sea(goeben="naples+engines=0", breslau="pola", turn=6)
    board.state.visited = ["naples"]
    assert accepted(board, "pass")
    assert accepted(board, "repair goeben engines=6")


@rule("goeben", "9.1.1")
@pytest.mark.parametrize(("breslau", "visited"), [("pass", ["messina"]), ("move breslau way=spartivento", [])])
def test_the_first_port_counts_only_for_who_stays(breslau: str, visited: list[str]) -> None:
    board = at_sea()
    plan = "move goeben way=sicily_e" + (f"\n{breslau}" if breslau != "pass" else "")
    play(ordered(board, plan), movement(board))
    assert board.state.visited == visited
    board.state.turn = 2
    assert (refused(plan_form(board, "commander"), "pass") == ["9.1"]) is bool(visited)
    assert accepted(board, "move goeben way=messina\nmove breslau way=corfu_sea") is (visited == [])


@rule("goeben", "9.1.2")
def test_a_start_that_a_bonus_allows_is_no_visit() -> None:
    board = at_sea("campaign", goeben="taranto", breslau="pola", turn=1)
    board.state.campaign = Campaign(starts=["taranto"])
    play(ordered(board, "pass"), movement(board))
    assert board.state.visited == [], "not even by staying the first day"
    board.state.turn = 2
    play(ordered(board, "pass"), movement(board))
    assert board.state.visited == ["taranto"]
