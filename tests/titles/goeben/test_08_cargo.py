"""8.0 Cargo taken, left and handed over during the game."""

import pytest

from games.titles.goeben.rules.day.outfit import outfit
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.table.events import day as told
from tests.titles.goeben.box import BOX
from tests.titles.goeben.laid_out import at_sea, ordered, play, refused

rule = pytest.mark.rule


@rule("goeben", "8.5")
@rule("goeben", "T.terrain")
def test_a_friendly_base_sells_cargo_for_leadership_points() -> None:
    sea = at_sea(goeben="pola")
    form = plan_form(sea, "commander")
    assert refused(form, "take goeben cargo=calculator,reserve_crew") == []
    assert refused(form, "take goeben cargo=calculator,reserve_crew,wireless") == ["8.5"]
    ordered(sea, "take goeben cargo=calculator,reserve_crew")
    played = play(sea, outfit(sea))
    assert sea.ship("goeben").cargo == ["calculator", "reserve_crew"]
    assert played.told(told.CargoTaken) == [told.CargoTaken("goeben", ("calculator", "reserve_crew"))]


@rule("goeben", "8.5")
@pytest.mark.parametrize("space", ["trieste", "messina", "genoa", "spartivento"])
def test_no_other_place_sells_cargo(space: str) -> None:
    assert refused(plan_form(at_sea(goeben=space), "commander"), "take goeben cargo=wireless") != []


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
    sea = ordered(at_sea(goeben="spartivento+cargo=optics,wireless"), "leave goeben cargo=optics")
    played = play(sea, outfit(sea))
    assert sea.ship("goeben").cargo == ["wireless"]
    assert sea.state.available["optics"] == BOX.cargo["optics"].count
    assert played.told(told.CargoLeft) == [told.CargoLeft("goeben", ("optics",))]


@rule("goeben", "8.3")
def test_hull_and_counters_limit_what_is_taken() -> None:
    sea = at_sea(goeben="pola+hull=1", breslau="messina+cargo=camera_crew")
    form = plan_form(sea, "commander")
    assert refused(form, "take goeben cargo=wireless") == []
    assert refused(form, "take goeben cargo=wireless,optics") == ["8.2"]
    assert refused(form, "take goeben cargo=camera_crew") == ["8.3"]


@rule("goeben", "8.3")
def test_room_is_made_by_what_is_left() -> None:
    sea = at_sea(goeben="pola+hull=1+cargo=optics")
    assert refused(plan_form(sea, "commander"), "take goeben cargo=wireless") == ["8.2"]
    ordered(sea, "leave goeben cargo=optics\ntake goeben cargo=wireless")
    play(sea, outfit(sea))
    assert sea.ship("goeben").cargo == ["wireless"]


@rule("goeben", "8.6")
@pytest.mark.parametrize("port", ["pola", "trieste", "messina", "genoa"])
def test_cargo_changes_ships_in_a_friendly_or_neutral_port(port: str) -> None:
    sea = ordered(at_sea(goeben=f"{port}+cargo=optics", breslau=port), "hand goeben to=breslau cargo=optics")
    played = play(sea, outfit(sea))
    assert (sea.ship("goeben").cargo, sea.ship("breslau").cargo) == ([], ["optics"])
    assert played.told(told.CargoHanded) == [told.CargoHanded("goeben", "breslau", ("optics",))]


@rule("goeben", "8.6")
def test_a_captured_port_counts_as_friendly() -> None:
    sea = at_sea(goeben="bone+cargo=optics", breslau="bone")
    order = "hand goeben to=breslau cargo=optics"
    assert refused(plan_form(sea, "commander"), order) != []
    sea.state.ashore["bone"] = "goeben"
    assert refused(plan_form(sea, "commander"), order) == []


@rule("goeben", "8.6")
def test_not_at_sea_nor_between_ports() -> None:
    order = "hand goeben to=breslau cargo=optics"
    assert refused(plan_form(at_sea(goeben="stromboli+cargo=optics", breslau="stromboli"), "commander"), order) != []
    assert refused(plan_form(at_sea(goeben="pola+cargo=optics", breslau="trieste"), "commander"), order) != []


@rule("goeben", "8.6")
def test_nobody_takes_more_than_fits() -> None:
    sea = at_sea(goeben="pola+cargo=optics", breslau="pola+hull=1+cargo=wireless")
    assert refused(plan_form(sea, "commander"), "hand goeben to=breslau cargo=optics") == ["8.2"]
