"""9.0 Ports and naval bases: who may enter, and neutral ports."""

import pytest

from games.titles.goeben.orders.orders import Move
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.day.outfit import outfit
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.rules.ships.ports import Port, port_at
from games.titles.goeben.table.events import day as told
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Campaign
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
    sea = at_sea()
    assert port_at(sea, space) == Port(side, base)
    assert ports.terrain_key(sea, space) == f"{side}_{'base' if base else 'port'}"


@rule("goeben", "9.0")
def test_the_open_sea_is_no_port() -> None:
    sea = at_sea()
    assert port_at(sea, "spartivento") is None
    assert ports.terrain_key(sea, "spartivento") == "high_sea"
    assert ports.terrain_key(sea, "malta_pz") == "patrol_zone"


@rule("goeben", "24.orders")
def test_campaigns_change_sides_and_zones() -> None:
    sea = at_sea("campaign")
    sea.state.campaign = Campaign(friendly=["italy"], high_sea=["malta_pz"])
    assert port_at(sea, "genoa") == Port("friendly", base=True)
    assert port_at(sea, "athens") == Port("neutral", base=True)
    assert ports.terrain_key(sea, "malta_pz") == "high_sea"
    assert ports.terrain_key(sea, "adriatic_pz") == "patrol_zone"


@rule("goeben", "9.0")
@rule("goeben", "9.0.1")
def test_every_port_but_a_visited_one_may_be_entered() -> None:
    sea = at_sea(goeben="adriatic_n", breslau="malta_pz")
    form = plan_form(sea, "commander")
    for move in ("goeben way=pola", "goeben way=venice", "breslau way=malta"):
        assert refused(form, f"move {move}") == [], move


@rule("goeben", "9.0.1")
@pytest.mark.parametrize("space", ["malta", "bone"])
def test_allied_ports_outfit_nobody_unless_they_are_held(space: str) -> None:
    sea = at_sea(goeben=f"{space}+coal=0")
    assert refused(plan_form(sea, "commander"), "outfit goeben") != []


def stay(sea: Sea, text: str = "pass") -> None:
    """A day in which everything but the plan passes without news."""
    sea.day.plans.clear()
    ordered(sea, text)
    play(sea, movement(sea))


@rule("goeben", "9.1")
def test_a_neutral_port_is_visited_once() -> None:
    """G8"""
    sea = at_sea(goeben="adriatic_pz+coal=3", breslau="adriatic_pz", turn=4)
    stay(sea, "move goeben,breslau way=brindisi")
    assert sea.state.visited == []
    ordered(sea, "outfit goeben,breslau")
    play(sea, outfit(sea), dice=[(6,)])
    played = play(sea, movement(sea))
    assert sea.ship("goeben").at == "brindisi"
    assert sea.state.visited == ["brindisi"]
    assert played.told(told.PortVisited) == [told.PortVisited("brindisi")]
    form = plan_form(sea, "commander")
    assert "9.1" in refused(form, "pass")
    assert refused(form, "outfit goeben") != []
    assert refused(form, "repair goeben hull=1") != []
    assert refused(form, "move goeben,breslau way=adriatic_pz") == []
    assert {order.goal for order in form.default() if isinstance(order, Move)} <= {"adriatic_pz", "adriatic_s"}
    stay(sea, "move goeben,breslau way=adriatic_pz")
    assert refused(plan_form(sea, "commander"), "move breslau way=brindisi") != []


@rule("goeben", "9.1")
def test_one_ship_closes_the_port_to_all() -> None:
    sea = at_sea(goeben="spartivento", breslau="messina")
    assert refused(plan_form(sea, "commander"), "move goeben way=messina") == []
    stay(sea)
    assert refused(plan_form(sea, "commander"), "move breslau way=stromboli\nmove goeben way=messina") != []


@rule("goeben", "9.1")
def test_leaving_where_one_began_is_no_visit() -> None:
    """G9"""
    sea = at_sea()
    stay(sea, "move goeben,breslau way=spartivento")
    assert sea.state.visited == []
    sea = at_sea()
    stay(sea, "move breslau way=spartivento")
    assert sea.state.visited == ["messina"], "Goeben has stayed"


@rule("goeben", "9.1")
def test_a_ship_without_engines_stays_and_works() -> None:
    sea = at_sea(goeben="messina+engines=0", breslau="spartivento")
    sea.state.visited = ["messina"]
    assert refused(plan_form(sea, "commander"), "repair goeben engines=3") == []


@rule("goeben", "9.1")
def test_friendly_ports_are_never_closed() -> None:
    sea = at_sea(goeben="pola", breslau="pola")
    stay(sea)
    assert sea.state.visited == []


@rule("goeben", "9.2")
def test_a_port_is_held_while_a_warship_stays() -> None:
    sea = at_sea(goeben="bone", breslau="messina")
    sea.state.available["seebataillon"] -= 1
    sea.state.ashore["bone"] = "goeben"
    assert port_at(sea, "bone") == Port("captured", base=False)
    stay(sea)
    assert sea.state.ashore == {"bone": "goeben"}
    played_before = len(sea.told)
    stay(sea, "move breslau way=spartivento\nmove goeben way=galita")
    assert sea.state.ashore == {}
    assert sea.ship("goeben").cargo == [], "they are lost"
    assert len(sea.told) > played_before
    assert port_at(sea, "bone") == Port("allied", base=False)


@rule("goeben", "9.2")
def test_a_landing_party_without_a_ship_is_lost() -> None:
    sea = at_sea(goeben="bone")
    sea.state.available["seebataillon"] -= 1
    before = sea.state.available["seebataillon"]
    sea.state.ashore["bone"] = "goeben"
    sea.ship("goeben").sunk, sea.ship("goeben").at = True, ""
    ports.abandon(sea, {})
    assert sea.state.ashore == {}
    assert sea.state.available["seebataillon"] == before + 1
