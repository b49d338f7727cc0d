"""What cargo costs, where it is stowed and how it is lost (8.1-8.4, cargo chart)."""

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.rules.day.outfit import outfit
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.rules.mission.fitting import fit_out, stowage
from games.titles.goeben.rules.ships import cargo
from games.titles.goeben.rules.ships.cargo import hand_over
from games.titles.goeben.rules.ships.damage import hurt
from games.titles.goeben.state.events import day as day_events
from games.titles.goeben.state.events import incidents as incident_events
from tests.titles.goeben.box import BOX
from tests.titles.goeben.days import hull_hit, repair_dice
from tests.titles.goeben.encounters import meet
from tests.titles.goeben.fights import misses
from tests.titles.goeben.laid_out import Played, at_sea, ordered, play, refused

rule = pytest.mark.rule


# --- 8.1 prices


def test_captains_share_what_there_is_by_precedence() -> None:
    board = at_sea("captains")
    take = "cargo=camera_crew,wireless"
    play(board, fit_out(board), says={"stow@goeben": f"take goeben {take}", "stow@breslau": f"take breslau {take}"})
    assert board.ship("goeben").cargo == ["camera_crew", "wireless"]
    assert board.ship("breslau").cargo == ["wireless"]
    assert stowage(board, "breslau").colliers == 0, "the senior captain places the collier"


@rule("goeben", "8.1")
def test_prices_are_those_of_the_chart() -> None:
    prices = {kind: ware.points for kind, ware in stowage(at_sea(), "commander").wares.items()}
    assert prices == {
        "damage_control": 2, "reserve_crew": 2, "seebataillon": 2, "camera_crew": 1, "optics": 1, "mines": 1,
        "seaplane": 4, "calculator": 2, "torpedo_nets": 1, "torpedo_reload": 1, "wireless": 1,
    }  # fmt: skip


@rule("goeben", "T.cargo")
def test_cargo_prices() -> None:
    assert {kind.id: kind.points for kind in BOX.cargo.values()} == {
        "damage_control": 2, "reserve_crew": 2, "seebataillon": 2, "camera_crew": 1, "optics": 1, "mines": 1,
        "seaplane": 4, "calculator": 2, "torpedo_nets": 1, "torpedo_reload": 1, "wireless": 1,
    }  # fmt: skip
    crew = {kind.id for kind in BOX.cargo.values() if kind.sort == "crew"}
    assert crew == {"damage_control", "reserve_crew", "seebataillon", "camera_crew"}
    assert {kind.id: kind.boxes for kind in BOX.cargo.values() if kind.boxes > 1} == {"seaplane": 2}
    assert {kind.id: kind.ships for kind in BOX.cargo.values() if kind.ships != "any"} == {
        "seaplane": "bc", "mines": "cl",
    }  # fmt: skip


@rule("goeben", "T.cargo")
@pytest.mark.parametrize(("space", "hit"), [("bone", False), ("sicily_e", True)])
def test_nets_help_in_port(space: str, hit: bool) -> None:
    board = at_sea(goeben=f"{space}+cargo=torpedo_nets", breslau="pola")
    board.day.queue = [space]
    played = meet(board, "submarine_1", dice=[(5,), (5,), (5,)] if hit else [(5,), (5,)])
    assert played.told(incident_events.TorpedoRun)[0].hit is hit


# --- 8.2 room


@rule("goeben", "8.2")
@pytest.mark.parametrize(
    ("breslau", "fits", "more"),
    [
        pytest.param("hull=2", "wireless,optics", "torpedo_nets", id="8.2 one piece in each hull box"),
        pytest.param("cargo=wireless,optics,torpedo_nets", "camera_crew", "torpedo_reload", id="8.2 boxes are filled"),
    ],
)
def test_cargo_fits_the_hull_boxes_that_are_free(breslau: str, fits: str, more: str) -> None:
    form = stowage(at_sea(breslau=f"messina+{breslau}"), "commander")
    assert refused(form, f"take breslau cargo={fits}") == []
    assert refused(form, f"take breslau cargo={fits},{more}") == ["8.2"]


@rule("goeben", "8.2")
def test_several_of_a_kind_may_be_handed_over() -> None:
    board = at_sea(goeben="pola+cargo=optics", breslau="pola+cargo=optics")
    hand_over(board, board.ship("goeben"), board.ship("breslau"), ("optics",))
    assert board.ship("breslau").cargo == ["optics", "optics"], "only seaplanes stand alone"


@rule("goeben", "8.2.1")
@rule("goeben", "20.1")
@rule("goeben", "23.0")
def test_seaplane_and_mines_come_with_their_options_only() -> None:
    shops = {hold.ship: hold.shop for hold in stowage(at_sea(), "commander").holds}
    assert "seaplane" not in shops["goeben"]
    assert "mines" not in shops["breslau"]
    options = Options(seaplane=True, mines=True)
    shops = {hold.ship: hold.shop for hold in stowage(at_sea(options=options), "commander").holds}
    assert "seaplane" in shops["goeben"]
    assert "seaplane" not in shops["breslau"]
    assert "mines" in shops["breslau"]
    assert "mines" not in shops["goeben"]


@rule("goeben", "8.2.1")
@rule("goeben", "20.1.1")
@pytest.mark.parametrize(
    ("orders", "legal"),
    [
        ("take goeben cargo=seaplane", True), ("take breslau cargo=seaplane", False),
        ("take breslau cargo=mines", True), ("take goeben cargo=mines", False),
    ],
)  # fmt: skip
def test_seaplanes_go_on_battlecruisers_and_mines_on_light_cruisers(orders: str, legal: bool) -> None:
    form = stowage(at_sea(options=Options(seaplane=True, mines=True)), "commander")
    assert (refused(form, orders) == []) is legal
    tight = stowage(at_sea(goeben="messina+hull=1", options=Options(seaplane=True)), "commander")
    assert refused(tight, "take goeben cargo=seaplane") != [], "two boxes"


# --- 8.3 limits


@rule("goeben", "8.3")
def test_no_more_of_a_kind_than_there_are_counters() -> None:
    form = stowage(at_sea(), "commander")
    assert refused(form, "take goeben cargo=camera_crew") == []
    assert refused(form, "take goeben cargo=camera_crew\ntake breslau cargo=camera_crew") == ["8.3"]


@rule("goeben", "8.3")
def test_gear_goes_overboard_anywhere_crew_ashore_in_port_only() -> None:
    aboard = "cargo=optics,camera_crew"
    form = plan_form(at_sea(goeben=f"spartivento+{aboard}"), "commander")
    assert refused(form, "leave goeben cargo=optics") == []
    assert refused(form, "leave goeben cargo=camera_crew") != []
    for port, ashore in (("pola", True), ("trieste", True), ("messina", False), ("genoa", False), ("bone", False)):
        form = plan_form(at_sea(goeben=f"{port}+{aboard}"), "commander")
        assert (refused(form, "leave goeben cargo=camera_crew") == []) is ashore, port


@rule("goeben", "8.3")
def test_what_is_left_goes_to_the_available_box() -> None:
    board = ordered(at_sea(goeben="spartivento+cargo=optics,wireless"), "leave goeben cargo=optics")
    played = play(board, outfit(board))
    assert board.ship("goeben").cargo == ["wireless"]
    assert board.state.available["optics"] == BOX.cargo["optics"].count
    assert played.told(day_events.CargoLeft) == [day_events.CargoLeft("goeben", ("optics",))]


@rule("goeben", "8.3")
def test_hull_and_counters_limit_what_is_taken() -> None:
    board = at_sea(goeben="pola+hull=1", breslau="messina+cargo=camera_crew")
    form = plan_form(board, "commander")
    assert refused(form, "take goeben cargo=wireless") == []
    assert refused(form, "take goeben cargo=wireless,optics") == ["8.2"]
    assert refused(form, "take goeben cargo=camera_crew") == ["8.3"]


@rule("goeben", "8.3")
def test_room_is_made_by_what_is_left() -> None:
    board = at_sea(goeben="pola+hull=1+cargo=optics")
    assert refused(plan_form(board, "commander"), "take goeben cargo=wireless") == ["8.2"]
    ordered(board, "leave goeben cargo=optics\ntake goeben cargo=wireless")
    play(board, outfit(board))
    assert board.ship("goeben").cargo == ["wireless"]


@rule("goeben", "8.3")
def test_a_crew_that_was_landed_helps_no_more() -> None:
    board = at_sea(goeben="cattaro+hull=10+cargo=damage_control", breslau="zante")
    form = plan_form(board, "commander")
    assert refused(form, "leave goeben cargo=damage_control\nrepair goeben hull=9") == ["10.1"]
    assert refused(form, "leave goeben cargo=damage_control\nrepair goeben hull=8") == []


@rule("goeben", "8.3")
@pytest.mark.parametrize(
    ("place", "crew"),
    [("pola", True), ("spalato", True), ("naples", False), ("zante", False), ("genoa", False), ("algiers", False)],
)
def test_gear_goes_overboard_anywhere_crews_only_in_friendly_ports(place: str, crew: bool) -> None:
    board = at_sea(goeben=f"{place}+cargo=optics,camera_crew", breslau="zante")
    board.state.ashore["algiers"] = "goeben"
    form = plan_form(board, "commander")
    assert refused(form, "leave goeben cargo=optics") == []
    assert (refused(form, "leave goeben cargo=camera_crew") == []) is crew


@rule("goeben", "8.3.1")
def test_a_change_of_leadership_leaves_cargo_alone() -> None:
    board = at_sea(goeben="zante+cargo=calculator,damage_control,optics,wireless")
    hurt(board, board.ship("goeben"), "leadership", 3)
    assert len(board.ship("goeben").cargo) == 4
    assert cargo.room(board, board.ship("goeben")) == 8


# --- 8.4 losses


@rule("goeben", "8.4")
def test_cargo_goes_with_its_box() -> None:
    board, left = hull_hit("optics,wireless,reserve_crew", 4, 1)
    assert left == ["optics", "wireless", "reserve_crew"], "the empty box goes first"
    assert board.state.available["reserve_crew"] == 2
    board, left = hull_hit("optics,wireless,reserve_crew", 4, 2)
    assert left == ["optics", "wireless"]
    assert board.state.available["reserve_crew"] == 3, "back to the Available box"
    assert Played(board).told(day_events.Damaged) == [day_events.Damaged("breslau", "hull", 2, 2, ("reserve_crew",))]


@rule("goeben", "8.4.1")
def test_cargo_of_a_lost_box_goes_to_the_available_box() -> None:
    board = at_sea(goeben="pola+hull=2+cargo=optics,damage_control", breslau="zante")
    hurt(board, board.ship("goeben"), "hull", 1)
    assert board.ship("goeben").cargo == ["optics"]
    assert board.state.available["damage_control"] == BOX.cargo["damage_control"].count
    repair_dice(board, "repair goeben hull=8", [(6, *misses(7))])
    assert (board.ship("goeben").hull, board.ship("goeben").cargo) == (2, ["optics"]), "mending does not bring it back"
    assert refused(plan_form(board, "commander"), "take goeben cargo=damage_control") == [], "it can be bought again"
