"""9.0 Ports and naval bases: who may enter, and neutral ports."""

import pytest

from games.titles.goeben.orders.orders import Move
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.day.outfit import outfit
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.rules.ships.ports import Port, port_at
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as told
from games.titles.goeben.state.state import Campaign
from tests.titles.goeben.laid_out import at_sea, ordered, play, refused

rule = pytest.mark.rule


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


@rule("goeben", "24.orders")
def test_campaigns_change_sides_and_zones() -> None:
    board = at_sea("campaign")
    board.state.campaign = Campaign(friendly=["italy"], high_sea=["malta_pz"])
    assert port_at(board, "genoa") == Port("friendly", base=True)
    assert port_at(board, "athens") == Port("neutral", base=True)
    assert ports.terrain_key(board, "malta_pz") == "high_sea"
    assert ports.terrain_key(board, "adriatic_pz") == "patrol_zone"


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


def stay(board: Board, text: str = "pass") -> None:
    """A day in which everything but the plan passes without news."""
    board.day.plans.clear()
    ordered(board, text)
    play(board, movement(board))


@rule("goeben", "9.1")
def test_a_neutral_port_is_visited_once() -> None:
    """G8"""
    board = at_sea(goeben="adriatic_pz+coal=3", breslau="adriatic_pz", turn=4)
    stay(board, "move goeben,breslau way=brindisi")
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
    stay(board, "move goeben,breslau way=adriatic_pz")
    assert refused(plan_form(board, "commander"), "move breslau way=brindisi") != []


@rule("goeben", "9.1")
def test_one_ship_closes_the_port_to_all() -> None:
    board = at_sea(goeben="spartivento", breslau="messina")
    assert refused(plan_form(board, "commander"), "move goeben way=messina") == []
    stay(board)
    assert refused(plan_form(board, "commander"), "move breslau way=stromboli\nmove goeben way=messina") != []


@rule("goeben", "9.1")
def test_leaving_where_one_began_is_no_visit() -> None:
    """G9"""
    board = at_sea()
    stay(board, "move goeben,breslau way=spartivento")
    assert board.state.visited == []
    board = at_sea()
    stay(board, "move breslau way=spartivento")
    assert board.state.visited == ["messina"], "Goeben has stayed"


@rule("goeben", "9.1")
def test_a_ship_without_engines_stays_and_works() -> None:
    board = at_sea(goeben="messina+engines=0", breslau="spartivento")
    board.state.visited = ["messina"]
    assert refused(plan_form(board, "commander"), "repair goeben engines=3") == []


@rule("goeben", "9.1")
def test_friendly_ports_are_never_closed() -> None:
    board = at_sea(goeben="pola", breslau="pola")
    stay(board)
    assert board.state.visited == []


@rule("goeben", "9.2")
def test_a_port_is_held_while_a_warship_stays() -> None:
    board = at_sea(goeben="bone", breslau="messina")
    board.state.available["seebataillon"] -= 1
    board.state.ashore["bone"] = "goeben"
    assert port_at(board, "bone") == Port("captured", base=False)
    stay(board)
    assert board.state.ashore == {"bone": "goeben"}
    played_before = len(board.told)
    stay(board, "move breslau way=spartivento\nmove goeben way=galita")
    assert board.state.ashore == {}
    assert board.ship("goeben").cargo == [], "they are lost"
    assert len(board.told) > played_before
    assert port_at(board, "bone") == Port("allied", base=False)


@rule("goeben", "9.2")
def test_a_landing_party_without_a_ship_is_lost() -> None:
    board = at_sea(goeben="bone")
    board.state.available["seebataillon"] -= 1
    before = board.state.available["seebataillon"]
    board.state.ashore["bone"] = "goeben"
    board.ship("goeben").sunk, board.ship("goeben").at = True, ""
    ports.abandon(board, {})
    assert board.state.ashore == {}
    assert board.state.available["seebataillon"] == before + 1
