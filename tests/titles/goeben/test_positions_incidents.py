"""Positions worked out by hand from the rulebook alone: what befalls ships at the end of their way.

GP numbers are those of the reader who wrote the positions before seeing any code.
"""

import pytest

from games.titles.goeben.components.options import Options
from games.titles.goeben.rules.battle.contact import contact
from games.titles.goeben.rules.battle.raiding import raiding
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.rules.incidents.incidents import draws
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.state import Campaign, Marker
from tests.titles.goeben.box import BOX
from tests.titles.goeben.encounters import meet
from tests.titles.goeben.laid_out import Dice, at_sea, ordered, play, refused

rule = pytest.mark.rule
QUIET = "quiet_seas_1 quiet_seas_2 quiet_seas_3 quiet_seas_4 quiet_seas_5 quiet_seas_6"
ADRIATIC = {"adriatic_pz": "gb_ca_1 gb_dd_1"}


def alone(space: str, changes: str = "", **rest: object) -> Board:
    """Goeben alone in a space; Breslau lies at Pola, where nothing is drawn."""
    return at_sea(goeben=space + changes, breslau="pola", **rest)  # type: ignore[arg-type]


# --- 13.0, 13.2 drawing


@rule("goeben", "13.2.1")
@rule("goeben", "13.2.2")
@pytest.mark.parametrize(
    ("space", "alert", "number"),
    [
        ("zante", 3, 3), ("matapan", 3, 3), ("malta_pz", 3, 4), ("algiers", 3, 4), ("malta", 3, 5), ("pola", 3, 0),
        ("spalato", 3, 0), ("brindisi", 3, 0), ("genoa", 3, 0), ("constantinople", 3, 0), ("dardanelles", 3, 0),
        ("north_atlantic", 3, 3), ("brindisi", 4, 4), ("genoa", 4, 4), ("constantinople", 4, 0), ("dardanelles", 4, 0),
        ("malta", 6, 8),
    ],
)  # fmt: skip
def test_gp134_how_many_markers_are_drawn(space: str, alert: int, number: int) -> None:
    assert draws(alone(space, alert=alert), space) == number


@rule("goeben", "13.0.1")
def test_gp135_ships_in_one_space_draw_once() -> None:
    board = at_sea(goeben="zante", breslau="zante", alert=2)
    assert meet(board, "quiet_seas_1 quiet_seas_2").following == "contact"
    board = at_sea(goeben="zante", breslau="matapan", alert=2)
    assert meet(board, "quiet_seas_1 quiet_seas_2").following == "incidents"
    assert meet(board, "quiet_seas_1 quiet_seas_2").following == "contact"


@rule("goeben", "13.0.2")
@rule("goeben", "5.1.1")
def test_gp99_gp101_the_next_group_draws_by_the_new_alert_level() -> None:
    """Pursue adds no marker to the draw that it came with."""
    board = at_sea(goeben="zante", breslau="matapan", alert=2)
    meet(board, "pursue_1 quiet_seas_1")
    assert (board.state.alert, draws(board, "matapan")) == (3, 3)
    meet(board, "quiet_seas_1 quiet_seas_2 quiet_seas_3")


@rule("goeben", "13.0.3")
@rule("goeben", "14.1.1")
@rule("goeben", "4.1.4")
def test_gp136_what_lay_there_fights_together_with_what_is_drawn() -> None:
    lying = {"toulon_pz": "fr_ca_3 quiet_seas_1 fr_dd_1", "sardinia_pz": "fr_ca_1"}
    board = alone("toulon_pz", lying=lying)
    meet(board, "gb_lc_2 quiet_seas_2")
    assert board.enemies_at("toulon_pz") == ["fr_ca_3", "fr_dd_1", "gb_lc_2"]
    assert {"quiet_seas_1", "quiet_seas_2"} <= set(board.state.pool)
    assert [marker.up for marker in board.markers_at("sardinia_pz")] == [False]
    board.state.doctrines, board.day.queue = {"commander": ()}, ["toulon_pz"]
    play(board, contact(board), dice=[(6,)])
    assert board.state.battle is not None
    assert [foe.id for foe in board.state.battle.foes] == ["fr_ca_3", "fr_dd_1", "gb_lc_2"]


@rule("goeben", "13.0")
@pytest.mark.parametrize(
    ("markers", "alert"),
    [("pursue_1 conflicting_orders_1", 5), ("conflicting_orders_1 pursue_1", 6)],
)
def test_gp137_markers_are_resolved_in_the_order_of_drawing(markers: str, alert: int) -> None:
    board = alone("galita", alert=6)
    meet(board, f"{markers} quiet_seas_1 quiet_seas_2 quiet_seas_3 quiet_seas_4")
    assert board.state.alert == alert


@rule("goeben", "13.0.3")
def test_gp137_a_merchant_waits_for_the_raid_and_a_ship_for_the_battle() -> None:
    board = alone("galita", alert=3)
    meet(board, "storm_1 merchantman_1 fr_ca_1", dice=[(1,)])
    assert [marker.id for marker in board.markers_at("galita")] == ["merchantman_1", "fr_ca_1"]


@rule("goeben", "13.1")
def test_gp138_nothing_is_drawn_twice_by_one_group() -> None:
    board = alone("malta_pz", alert=3)
    board.state.pool = ["quiet_seas_1", "quiet_seas_2"]
    meet(board, "quiet_seas_1 quiet_seas_2")
    assert sorted(board.state.pool) == ["quiet_seas_1", "quiet_seas_2"]


@rule("goeben", "13.chart/French Troop Convoy.1")
@rule("goeben", "13.2.2")
@pytest.mark.parametrize("space", ["zante", "adriatic_c", "north_atlantic"])
@pytest.mark.parametrize("marker", ["fr_ca_1", "fr_convoy_1", "french_sortie_1"])
def test_gp139_gp140_french_markers_count_in_the_western_mediterranean_alone(space: str, marker: str) -> None:
    board = alone(space)
    meet(board, marker)
    assert marker in board.state.pool
    assert board.enemies_at(space) == []
    assert not board.state.french_sortie


@rule("goeben", "13.1.1")
@rule("goeben", "7.4")
def test_gp109_a_collier_draws_nothing_and_changes_no_draw() -> None:
    board = alone("zante")
    board.state.colliers = ["matapan", "zante"]
    assert sorted(board.occupied()) == ["pola", "zante"]
    assert draws(board, "zante") == 1


# --- 13.chart


@rule("goeben", "13.chart/French Navy Sortie.1")
def test_gp141_the_french_fleet_sweeps_colliers_and_closes_two_zones() -> None:
    board = at_sea(goeben="toulon_pz", breslau="galita")
    swept = ["toulon_pz", "north_african_pz", "minorca_n", "minorca_s", "algiers_sea", "sardinia_pz"]
    board.state.colliers = [*swept, "galita", "tenes_sea", "formentera"]
    board.day.queue = ["toulon_pz"]
    meet(board, "french_sortie_1 quiet_seas_1")
    assert board.state.colliers == ["galita", "tenes_sea", "formentera"]
    assert board.state.vp == 0
    form = plan_form(board, "commander")
    board.ship("breslau").at = "minorca_s"
    assert refused(plan_form(board, "commander"), "move breslau way=north_african_pz") != []
    assert refused(form, "move goeben way=minorca_n") == []


@rule("goeben", "13.chart/French Navy Sortie.1")
@pytest.mark.parametrize(("changes", "orders"), [("+hull=10", "repair goeben hull=2"), ("+engines=0", "pass")])
def test_gp141_who_does_not_or_cannot_leave_is_lost(changes: str, orders: str) -> None:
    board = alone("toulon_pz", changes)
    board.state.french_sortie = True
    board.state.pool.remove("french_sortie_1")
    board.lay("toulon_pz", Marker("french_sortie_1", up=True))
    ordered(board, orders)
    board.day.outfitted = ["goeben"] if "repair" in orders else []
    play(board, movement(board))
    assert board.ship("goeben").sunk
    assert board.state.vp == -40
    assert "french_sortie_1" in board.state.pool


@rule("goeben", "13.chart/Allied Patrol")
@pytest.mark.parametrize(("space", "after"), [("malta_pz", 3), ("algiers", 3), ("malta", 3), ("zante", 2)])
def test_gp142_where_a_patrol_raises_the_alert(space: str, after: int) -> None:
    board = alone(space, alert=2)
    number = draws(board, space)
    meet(board, " ".join(["allied_patrol_1", *QUIET.split()[: number - 1]]))
    assert board.state.alert == after


@rule("goeben", "13.chart/Allied Submarine")
@pytest.mark.parametrize(
    ("dice", "runs", "coal", "hulls"),
    [
        ([(2,)], None, 4, (12, 4)), ([(3,), (4,)], "goeben", 3, (12, 4)), ([(4,), (5,), (1,)], "goeben", 3, (12, 3)),
        ([(5,), (4, 5), (1,)], None, 4, (12, 3)), ([(5,), (6, 4), (1,)], None, 4, (11, 4)),
    ],
)  # fmt: skip
def test_gp143_the_submarine(dice: Dice, runs: str | None, coal: int, hulls: tuple[int, int]) -> None:
    board = at_sea(goeben="zante", breslau="zante")
    meet(board, "submarine_1", dice=dice, says={"evade": f"choose {runs}"} if runs else None)
    assert board.ship("goeben").coal == coal
    assert (board.ship("goeben").hull, board.ship("breslau").hull) == hulls


@rule("goeben", "13.chart/Allied Submarine")
def test_gp143_without_coal_nobody_runs_and_a_rammed_submarine_is_worth_two() -> None:
    board = alone("zante", "+coal=0")
    meet(board, "submarine_1", dice=[(3,), (4,)])
    board = at_sea(goeben="zante", breslau="zante")
    meet(board, "submarine_1", dice=[(6,)], says={"ram": "breslau"})
    assert (board.state.vp, board.ship("breslau").hull) == (2, 3)


@rule("goeben", "13.chart/Austro-Hungarian Fleet Sorties.1")
def test_gp144_what_was_drawn_turns_back_what_lay_there_stays() -> None:
    board = at_sea(goeben="adriatic_pz", breslau="zante", lying=ADRIATIC)
    board.day.order = board.day.queue = ["adriatic_pz", "zante"]
    meet(board, "gb_lc_2 gb_bc_1")
    assert board.enemies_at("adriatic_pz") == ["gb_ca_1", "gb_dd_1", "gb_lc_2", "gb_bc_1"]
    meet(board, "fleet_sorties_1")
    assert board.enemies_at("adriatic_pz") == ["gb_ca_1", "gb_dd_1"]
    assert "fleet_sorties_1" not in board.state.pool, "it leaves the game"


@rule("goeben", "13.chart/Austro-Hungarian Fleet Sorties.1")
def test_gp144_with_nobody_in_the_adriatic_the_marker_goes_back() -> None:
    board = at_sea(goeben="zante", breslau="galita")
    board.day.queue = ["zante"]
    meet(board, "fleet_sorties_1")
    assert "fleet_sorties_1" in board.state.pool


@rule("goeben", "20.0.5")
@rule("goeben", "13.chart/Austro-Hungarian Fleet Sorties.1")
@pytest.mark.parametrize(("scenario", "option"), [("suez_canal", True), ("austrian", False)])
def test_gp145_gp69_ships_come_out_to_pola_by_the_option(scenario: str, option: bool) -> None:
    """The scenario with an Austro-Hungarian commander brings the option along, and cannot be had without."""
    board = at_sea(scenario, goeben="zante", breslau="pola", options=Options(austro_hungarian=option))
    assert board.state.options.austro_hungarian
    meet(board, "fleet_sorties_1", dice=[(4,)])
    assert [one.at for one in board.state.consorts if one.at] == ["pola"] * 4
    assert board.state.alert == 2


@rule("goeben", "13.chart/Collier Attacked.1")
def test_gp146_a_die_for_each_collier() -> None:
    board = alone("zante")
    board.state.colliers = ["matapan", "delta"]
    meet(board, "collier_attacked_1", dice=[(6, 5)])
    assert (board.state.colliers, board.state.vp) == (["delta"], -1)
    board = alone("zante")
    board.state.colliers = []
    meet(board, "collier_attacked_1")


@rule("goeben", "13.chart/Central Powers Fleet Sortie.1")
@pytest.mark.parametrize(
    ("friend", "space", "used"),
    [("", "adriatic_c", False), ("ottoman", "adriatic_c", True), ("ottoman", "zante", False), ("italy", "galita", True),
     ("italy", "adriatic_c", False)],
)  # fmt: skip
def test_gp147_an_earlier_alliance_sends_ships_back_in_its_sea(friend: str, space: str, used: bool) -> None:
    board = at_sea("campaign", goeben=space, breslau="pola", alert=2)
    board.state.campaign = Campaign(friendly=[friend] if friend else [])
    ship = "fr_convoy_1" if space == "galita" else "gb_lc_2"
    meet(board, f"{ship} central_sortie_1")
    assert (ship in board.state.pool) is used
    assert ("central_sortie_1" in board.state.pool) is not used


@rule("goeben", "13.chart/Minefield.1")
@pytest.mark.parametrize(
    ("space", "alert", "dice", "hull"),
    [("malta_pz", 1, [], 12), ("brindisi", 4, [], 12), ("algiers", 1, [(6,)], 11), ("algiers", 1, [(5,)], 12)],
)
def test_gp149_mines_lie_off_allied_ports_alone(space: str, alert: int, dice: Dice, hull: int) -> None:
    board = alone(space, alert=alert)
    meet(board, " ".join(["minefield_1", *QUIET.split()[: draws(board, space) - 1]]), dice=dice)
    assert (board.ship("goeben").hull, board.ship("goeben").engines) == (hull, 6 if hull == 12 else 5)


@rule("goeben", "13.chart/Mechanical Breakdown")
def test_gp148_engines_break_down_but_not_below_nothing() -> None:
    board = at_sea(goeben="zante", breslau="zante")
    meet(board, "breakdown_1", dice=[(6, 5)])
    assert (board.ship("goeben").engines, board.ship("breslau").engines) == (5, 6)
    board = alone("zante", "+engines=0")
    meet(board, "breakdown_1", dice=[(6,)])
    assert board.ship("goeben").engines == 0


@rule("goeben", "13.chart/Morale Check.2")
@rule("goeben", "13.chart/Morale Check")
@pytest.mark.parametrize(
    ("turn", "vp", "dice"), [(1, 0, 0), (2, 10, 1), (2, 11, -1), (3, 15, 1), (3, 16, -1), (4, 20, 1), (4, 21, -1),
                             (2, -5, 1)]
)  # fmt: skip
def test_gp150_gp224_morale(turn: int, vp: int, dice: int) -> None:
    board = alone("zante", turn=turn, vp=vp)
    meet(board, "morale_check_1")
    found = board.day.weather["zante"].morale if "zante" in board.day.weather else 0
    assert found == dice


@rule("goeben", "13.chart/Quiet Seas.1")
def test_gp152_quiet_seas_go_back_into_the_pool() -> None:
    board = alone("zante")
    meet(board, "quiet_seas_1")
    assert "quiet_seas_1" in board.state.pool


@rule("goeben", "13.chart/Intelligence from Berlin.1")
def test_gp128_a_word_from_berlin_is_no_attempt_of_the_day() -> None:
    board = alone("zante", alert=3)
    meet(board, "berlin_1 quiet_seas_1 quiet_seas_2", says={"choice": "jam"} if board.state.lying else None)
    assert (board.state.alert, board.day.tried) == (2, "")


@rule("goeben", "13.chart/Storm.2")
def test_gp151_in_a_storm_ships_stay_and_merchants_are_taken() -> None:
    board = at_sea(goeben="zante", breslau="zante", alert=3)
    meet(board, "storm_1 gb_lc_2 merchantman_1", dice=[(6, 1)])
    assert (board.ship("goeben").hull, board.ship("breslau").hull) == (11, 4)
    assert play(board, contact(board)).following == "raiding"
    assert board.enemies_at("zante") == ["gb_lc_2"]
    play(board, raiding(board), dice=[(3,)])
    assert board.state.vp == 3 + 4
    way = "move goeben way=zante,matapan"
    board.ship("goeben").at = "ionian_c"
    assert refused(plan_form(board, "commander"), way) == ["4.1.3"], "GP1"


@rule("goeben", "13.0.3")
@rule("goeben", "14.15")
def test_gp235_a_convoy_is_fought_and_never_raided() -> None:
    board = alone("galita")
    meet(board, "fr_convoy_1")
    assert board.enemies_at("galita") == ["fr_convoy_1"]
    board.day.queue = ["galita"]
    play(board, raiding(board))
    assert board.state.vp == 0


@rule("goeben", "9.0.1")
def test_gp236_german_ships_enter_allied_ports() -> None:
    assert refused(plan_form(alone("algiers_sea"), "commander"), "move goeben way=algiers") == []


@rule("goeben", "23.0.2")
@pytest.mark.parametrize(
    ("start", "space", "legal"),
    [("messina", "spartivento", True), ("messina", "messina", False), ("adriatic_n", "venice", False),
     ("adriatic_n", "pola", True), ("galita", "bizerte", True), ("messina", "zante", False)],
)  # fmt: skip
def test_gp204_where_mines_may_be_laid(start: str, space: str, legal: bool) -> None:
    board = at_sea(goeben="pola", breslau=f"{start}+cargo=mines", options=Options(mines=True))
    way = "" if space == start else f"move breslau way={space if space != 'zante' else 'spartivento'}\n"
    assert (refused(plan_form(board, "commander"), f"{way}mine breslau space={space}") == []) is legal
    assert BOX.cargo["mines"].ships == "cl"
