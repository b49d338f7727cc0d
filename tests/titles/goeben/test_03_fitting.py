"""3.0(7), 3.0(9), 8.1, 8.2 Fitting out before the first day."""

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.rules.mission.fitting import fit_out, stowage
from games.titles.goeben.state.events import setup as told
from tests.titles.goeben.box import BOX
from tests.titles.goeben.laid_out import at_sea, play, refused

rule = pytest.mark.rule


@rule("goeben", "3.7")
@rule("goeben", "8.1")
def test_each_ship_has_points_by_leadership_which_is_not_spent() -> None:
    """G7"""
    board = at_sea()
    form = stowage(board, "commander")
    assert [(hold.ship, hold.points) for hold in form.holds] == [("goeben", 8), ("breslau", 8)]
    played = play(
        board, fit_out(board), says={"stow": "take goeben cargo=calculator,damage_control\nstation spartivento"}
    )
    assert board.ship("goeben").cargo == ["calculator", "damage_control"]
    assert board.ship("goeben").leadership == 4
    assert board.state.available["calculator"] == BOX.cargo["calculator"].count - 1
    assert told.FittedOut("goeben", ("calculator", "damage_control")) in played.told(told.FittedOut)
    assert played.following == "morning"


@rule("goeben", "3.7.1")
@rule("goeben", "3.7")
@rule("goeben", "8.1")
def test_nobody_spends_more_points_than_he_has() -> None:
    form = stowage(at_sea(), "commander")
    bought = "take goeben cargo=calculator,damage_control,reserve_crew,seebataillon"
    assert refused(form, bought) == []
    assert refused(form, f"{bought}\ntake goeben cargo=wireless") == ["8.1"]


@rule("goeben", "8.1")
def test_prices_are_those_of_the_chart() -> None:
    prices = {kind: ware.points for kind, ware in stowage(at_sea(), "commander").wares.items()}
    assert prices == {
        "damage_control": 2, "reserve_crew": 2, "seebataillon": 2, "camera_crew": 1, "optics": 1, "mines": 1,
        "seaplane": 4, "calculator": 2, "torpedo_nets": 1, "torpedo_reload": 1, "wireless": 1,
    }  # fmt: skip


@rule("goeben", "8.2")
def test_one_piece_of_cargo_in_each_hull_box() -> None:
    form = stowage(at_sea(breslau="messina+hull=2"), "commander")
    assert refused(form, "take breslau cargo=wireless,optics") == []
    assert refused(form, "take breslau cargo=wireless,optics,torpedo_nets") == ["8.2"]


@rule("goeben", "8.2")
def test_what_is_aboard_fills_boxes() -> None:
    form = stowage(at_sea(breslau="messina+cargo=wireless,optics,torpedo_nets"), "commander")
    assert refused(form, "take breslau cargo=camera_crew") == []
    assert refused(form, "take breslau cargo=camera_crew,torpedo_reload") == ["8.2"]


@rule("goeben", "8.3")
def test_no_more_of_a_kind_than_there_are_counters() -> None:
    form = stowage(at_sea(), "commander")
    assert refused(form, "take goeben cargo=camera_crew") == []
    assert refused(form, "take goeben cargo=camera_crew\ntake breslau cargo=camera_crew") == ["8.3"]


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


@rule("goeben", "20.1")
@rule("goeben", "20.1.1")
def test_a_seaplane_takes_two_boxes_and_is_alone() -> None:
    board = at_sea(options=Options(seaplane=True), goeben="messina+hull=1")
    assert refused(stowage(board, "commander"), "take goeben cargo=seaplane") == ["8.2"]
    board = at_sea(options=Options(seaplane=True), goeben="messina+cargo=seaplane")
    assert "20.1.1" in refused(stowage(board, "commander"), "take goeben cargo=seaplane")


@rule("goeben", "3.9.1")
@rule("goeben", "3.9")
def test_one_collier_on_any_sea_space() -> None:
    board = at_sea()
    form = stowage(board, "commander")
    assert "malta_pz" in form.seas
    assert "cape_gata" in form.seas
    assert not any(BOX.spaces[space].harbour for space in form.seas)
    assert "black_sea_c" not in form.seas
    assert refused(form, "station spartivento\nstation stromboli") == ["3.0(9)"]
    play(board, fit_out(board), says={"stow": "station cape_gata"})
    assert board.state.colliers == ["cape_gata"]


@rule("goeben", "3.9")
def test_a_collier_that_nobody_places_waits_near_the_ships() -> None:
    board = at_sea()
    play(board, fit_out(board), says={"stow": "pass"})
    assert len(board.state.colliers) == 1
    assert BOX.waters.distance("messina", board.state.colliers[0]) == 1


@rule("goeben", "19.0.1")
@rule("goeben", "19.0")
def test_two_battlecruisers_have_two_colliers() -> None:
    board = at_sea(options=Options(fleet="all_four"))
    play(board, fit_out(board), says={"stow": "station spartivento\nstation matapan"})
    assert board.state.colliers == ["spartivento", "matapan"]


def test_captains_share_what_there_is_by_precedence() -> None:
    board = at_sea("captains")
    take = "cargo=camera_crew,wireless"
    play(board, fit_out(board), says={"stow@goeben": f"take goeben {take}", "stow@breslau": f"take breslau {take}"})
    assert board.ship("goeben").cargo == ["camera_crew", "wireless"]
    assert board.ship("breslau").cargo == ["wireless"]
    assert stowage(board, "breslau").colliers == 0, "the senior captain places the collier"
