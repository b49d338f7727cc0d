"""Seaplanes: cargo and reconnaissance (20.1, 21.2)."""

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.rules.mission.fitting import stowage
from games.titles.goeben.rules.search.intelligence import intelligence
from games.titles.goeben.rules.ships.cargo import hand_over
from games.titles.goeben.state.state import Weather
from tests.titles.goeben.box import BOX
from tests.titles.goeben.days import hull_hit
from tests.titles.goeben.fights import battle_board, fight, met, rating
from tests.titles.goeben.laid_out import at_sea, ordered, play, refused

rule = pytest.mark.rule
LYING = {"malta_pz": "gb_ca_1 gb_bc_1 gb_dd_1", "toulon_pz": "fr_ca_1"}


# --- 20.1 cargo


@rule("goeben", "20.1")
@rule("goeben", "20.1.1")
def test_a_seaplane_takes_two_boxes_and_is_alone() -> None:
    board = at_sea(options=Options(seaplane=True), goeben="messina+hull=1")
    assert refused(stowage(board, "commander"), "take goeben cargo=seaplane") == ["8.2"]
    board = at_sea(options=Options(seaplane=True), goeben="messina+cargo=seaplane")
    assert "20.1.1" in refused(stowage(board, "commander"), "take goeben cargo=seaplane")


@rule("goeben", "20.1.1")
def test_a_seaplane_is_lost_with_either_box() -> None:
    _, left = hull_hit("optics,seaplane", 3, 1, "goeben")
    assert left == ["optics"]


@rule("goeben", "20.1.1")
@pytest.mark.parametrize(("to", "cargo"), [("goeben", ["seaplane"]), ("moltke", []), ("breslau", [])])
def test_a_seaplane_goes_to_a_battlecruiser_that_has_none(to: str, cargo: list[str]) -> None:
    """Two boxes of a large hull; neither does a second one come aboard, nor does a light cruiser take one."""
    board = at_sea(options=Options(seaplane=True, fleet="all_four"), goeben="pola+cargo=seaplane", moltke="pola+hull=1")
    board.ship("stralsund").cargo = ["seaplane"]
    hand_over(board, board.ship("stralsund"), board.ship(to), ("seaplane",))
    assert (board.ship(to).cargo, board.ship("stralsund").cargo) == (cargo, ["seaplane"])
    board.ship("moltke").hull = 2
    hand_over(board, board.ship("goeben"), board.ship("moltke"), ("seaplane",))
    assert (board.ship("goeben").cargo, board.ship("moltke").cargo) == ([], ["seaplane"])


@rule("goeben", "20.1.2")
@rule("goeben", "20.1")
def test_a_seaplane_helps_by_day_in_clear_weather() -> None:
    flying = Options(seaplane=True)
    assert rating(goeben="+cargo=seaplane", options=flying).german == 8 + 2  # type: ignore[arg-type]
    hazy = Weather(visibility="secondary")
    assert rating(goeben="+cargo=seaplane", options=flying, weather=hazy).german == 8  # type: ignore[arg-type]
    dark = battle_board("gb_lc_1", goeben="+cargo=seaplane", options=Options(night=True), doctrine="break-off cl")
    assert met(fight(dark, dice=[(2,), (6,)])).german == 8


# --- 21.2 reconnaissance


@rule("goeben", "21.2")
@pytest.mark.parametrize(
    ("die", "lost", "up"), [(1, True, False), (2, False, False), (3, False, False), (4, False, True)]
)
def test_a_seaplane_scouts_the_next_space(die: int, lost: bool, up: bool) -> None:
    board = at_sea(options=Options(seaplane=True), goeben="sicily_e+cargo=seaplane", lying=LYING)
    form = plan_form(board, "commander")
    assert refused(form, "scout goeben space=toulon_pz") != []
    assert refused(form, "scout breslau space=spartivento") != []
    ordered(board, "scout goeben space=malta_pz")
    play(board, intelligence(board), dice=[(die,)])
    assert ("seaplane" not in board.ship("goeben").cargo) is lost
    assert board.state.available["seaplane"] == BOX.cargo["seaplane"].count - (not lost)
    assert all(marker.up is up for marker in board.markers_at("malta_pz"))


@rule("goeben", "21.2")
def test_once_a_day() -> None:
    board = at_sea(options=Options(seaplane=True), goeben="sicily_e+cargo=seaplane", lying=LYING)
    text = "scout goeben space=malta_pz\nscout goeben space=spartivento"
    assert refused(plan_form(board, "commander"), text) == ["4.1"]


@rule("goeben", "21.2.1")
@pytest.mark.parametrize(
    ("die", "lost", "shown"), [(1, True, 0), (2, False, 0), (3, False, 0), (4, False, 3), (6, False, 3)]
)
def test_the_seaplane_looks_besides_the_attempt(die: int, lost: bool, shown: int) -> None:
    board = at_sea(options=Options(seaplane=True), goeben="bizerte+cargo=seaplane", breslau="pola",
                   lying={"galita": "gb_ca_1 gb_dd_1"}, forts={"galita": "fort_1"})  # fmt: skip
    ordered(board, "intelligence goeben\nscout goeben space=galita")
    play(board, intelligence(board), dice=[(2,), (die,)])
    markers = [*board.markers_at("galita"), *board.state.forts["galita"]]
    assert sum(marker.up for marker in markers) == shown
    assert ("seaplane" in board.ship("goeben").cargo) is not lost
