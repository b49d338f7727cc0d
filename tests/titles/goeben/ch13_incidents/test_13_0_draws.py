"""How many incidents are drawn, where, and where the markers go (13.0-13.2)."""

import pytest

from games.titles.goeben.rules.battle.contact import contact
from games.titles.goeben.rules.battle.raiding import raiding
from games.titles.goeben.rules.captains import groups
from games.titles.goeben.rules.incidents.incidents import draws, incidents
from games.titles.goeben.rules.incidents.markers import MARKERS
from games.titles.goeben.state.events import incidents as told
from games.titles.goeben.state.state import Gone
from tests.titles.goeben.box import BOX
from tests.titles.goeben.encounters import goeben_at, meet, where
from tests.titles.goeben.laid_out import at_sea, play

rule = pytest.mark.rule


# --- 13.0 draws


def test_nobody_at_sea_draws_nothing() -> None:
    board = at_sea()
    for ship in board.state.ships:
        ship.sunk, ship.at = True, ""
    played = meet(board, "")
    assert played.following == "contact"
    assert played.told(told.MarkersDrawn) == []


def test_ships_drawn_for_a_group_that_is_lost_sail_on() -> None:
    board = at_sea(goeben="pola", breslau="sicily_e+hull=1", alert=2)
    board.day.queue = ["sicily_e"]
    meet(board, "gb_ca_1 merchantman_1 storm_1", dice=[(6,)])
    assert board.ship("breslau").sunk
    assert where(board, "gb_ca_1") == where(board, "merchantman_1") == "pool"


def test_every_kind_of_marker_has_its_procedure() -> None:
    assert set(MARKERS) | {"merchantman"} == set(BOX.incidents)


@rule("goeben", "13.0")
def test_what_lies_here_is_turned_up() -> None:
    board = at_sea(goeben="malta_pz", breslau="malta_pz", lying={"malta_pz": "gb_ca_1 quiet_seas_1 gb_dd_2"})
    played = meet(board, "quiet_seas_9")
    assert played.told(told.MarkersTurnedUp)[0].markers == ("gb_ca_1", "quiet_seas_1", "gb_dd_2")
    assert board.enemies_at("malta_pz") == ["gb_ca_1", "gb_dd_2"], "ships stay for the battle"
    assert where(board, "quiet_seas_1") == "pool"
    assert played.following == "contact"


@rule("goeben", "13.0")
def test_elsewhere_nothing_is_turned_up() -> None:
    board = at_sea(goeben="sicily_e", breslau="sicily_e", lying={"malta_pz": "gb_ca_1"})
    played = meet(board, "quiet_seas_9")
    assert played.told(told.MarkersTurnedUp) == []
    assert not board.markers_at("malta_pz")[0].up
    assert (played.kinds, played.following) == ([], "contact"), "no other space is left"


@rule("goeben", "24.3")
@rule("goeben", "13.0")
def test_a_marker_that_stood_in_for_a_ship_is_resolved_first() -> None:
    board = at_sea(goeben="malta_pz", breslau="malta_pz", alert=2, lying={"malta_pz": "pursue_1 merchantman_1"})
    played = meet(board, "conflicting_orders_1")
    assert [event.kind for event in played.told(told.Befell)] == ["pursue", "conflicting_orders"]
    assert where(board, "pursue_1") == "pool"
    assert where(board, "merchantman_1") == "malta_pz", "for the raid"


@rule("goeben", "13.0")
def test_a_marker_that_intelligence_found_is_resolved_when_ships_come() -> None:
    board = at_sea(
        goeben="malta_pz", breslau="malta_pz", alert=2, lying={"malta_pz": "gb_ca_1 quiet_seas_1 gb_bc_1+up"}
    )
    for marker in board.markers_at("malta_pz")[:2]:
        marker.up = marker.found = True
    meet(board, "quiet_seas_9")
    assert where(board, "quiet_seas_1") == "pool"
    assert board.enemies_at("malta_pz") == ["gb_ca_1", "gb_bc_1"]


@rule("goeben", "13.0")
@rule("goeben", "5.3")
@pytest.mark.parametrize("alert", range(1, 7))
def test_as_many_are_drawn_as_the_alert_says(alert: int) -> None:
    board = at_sea(goeben="sicily_e", breslau="sicily_e", alert=alert)
    board.state.pool = [name for name in board.state.pool if name.startswith("quiet")]
    board.day.queue = board.occupied()
    played = play(board, incidents(board))
    assert len(played.told(told.MarkersDrawn)[0].markers) == alert == draws(board, "sicily_e")


@rule("goeben", "13.0")
def test_markers_are_sorted_and_resolved_in_the_order_of_drawing() -> None:
    board = at_sea(goeben="stromboli", breslau="stromboli", alert=3)
    played = meet(board, "pursue_1 gb_ca_1 conflicting_orders_1 merchantman_1 fr_convoy_1 pursue_2")
    assert [event.kind for event in played.told(told.Befell)] == ["pursue", "conflicting_orders", "pursue"]
    assert board.enemies_at("stromboli") == ["gb_ca_1", "fr_convoy_1"]
    assert where(board, "merchantman_1") == "stromboli"
    assert board.state.alert == 4
    assert board.day.drawn == {}


@rule("goeben", "13.0")
@rule("goeben", "6.1")
def test_each_group_draws_for_itself() -> None:
    board = at_sea(goeben="sicily_e", breslau="malta_se")
    board.day.order = ["malta_se", "sicily_e"]
    groups.begin(board, "incidents")
    first = meet(board, "quiet_seas_1")
    assert first.following == "incidents"
    second = meet(board, "gb_ca_1")
    assert second.following == "contact"
    assert [event.space for event in second.told(told.MarkersDrawn)] == ["malta_se", "sicily_e"]
    assert board.enemies_at("sicily_e") == ["gb_ca_1"]


@rule("goeben", "13.0")
@pytest.mark.parametrize(
    ("markers", "alert"),
    [("pursue_1 conflicting_orders_1", 5), ("conflicting_orders_1 pursue_1", 6)],
)
def test_markers_are_resolved_in_the_order_of_drawing(markers: str, alert: int) -> None:
    board = goeben_at("galita", alert=6)
    meet(board, f"{markers} quiet_seas_1 quiet_seas_2 quiet_seas_3 quiet_seas_4")
    assert board.state.alert == alert


@rule("goeben", "13.0.1")
def test_ships_in_one_space_draw_once() -> None:
    board = at_sea(goeben="zante", breslau="zante", alert=2)
    assert meet(board, "quiet_seas_1 quiet_seas_2").following == "contact"
    board = at_sea(goeben="zante", breslau="matapan", alert=2)
    assert meet(board, "quiet_seas_1 quiet_seas_2").following == "incidents"
    assert meet(board, "quiet_seas_1 quiet_seas_2").following == "contact"


@rule("goeben", "13.0.2")
@rule("goeben", "5.1.1")
def test_the_next_group_draws_by_the_new_alert_level() -> None:
    """Pursue adds no marker to the draw that it came with."""
    board = at_sea(goeben="zante", breslau="matapan", alert=2)
    meet(board, "pursue_1 quiet_seas_1")
    assert (board.state.alert, draws(board, "matapan")) == (3, 3)
    meet(board, "quiet_seas_1 quiet_seas_2 quiet_seas_3")


@rule("goeben", "13.0.3")
@rule("goeben", "14.1.1")
@rule("goeben", "4.1.4")
def test_what_lay_there_fights_together_with_what_is_drawn() -> None:
    lying = {"toulon_pz": "fr_ca_3 quiet_seas_1 fr_dd_1", "sardinia_pz": "fr_ca_1"}
    board = goeben_at("toulon_pz", lying=lying)
    meet(board, "gb_lc_2 quiet_seas_2")
    assert board.enemies_at("toulon_pz") == ["fr_ca_3", "fr_dd_1", "gb_lc_2"]
    assert {"quiet_seas_1", "quiet_seas_2"} <= set(board.state.pool)
    assert [marker.up for marker in board.markers_at("sardinia_pz")] == [False]
    board.state.doctrines, board.day.queue = {"commander": ()}, ["toulon_pz"]
    play(board, contact(board), dice=[(6,)])
    assert board.state.battle is not None
    assert [foe.id for foe in board.state.battle.foes] == ["fr_ca_3", "fr_dd_1", "gb_lc_2"]


@rule("goeben", "13.0.3")
def test_a_merchant_waits_for_the_raid_and_a_ship_for_the_battle() -> None:
    board = goeben_at("galita", alert=3)
    meet(board, "storm_1 merchantman_1 fr_ca_1", dice=[(1,)])
    assert [marker.id for marker in board.markers_at("galita")] == ["merchantman_1", "fr_ca_1"]


@rule("goeben", "13.0.3")
@rule("goeben", "14.15")
def test_a_convoy_is_fought_and_never_raided() -> None:
    board = goeben_at("galita")
    meet(board, "fr_convoy_1")
    assert board.enemies_at("galita") == ["fr_convoy_1"]
    board.day.queue = ["galita"]
    play(board, raiding(board))
    assert board.state.vp == 0


# --- 13.1 markers leave or return


@rule("goeben", "13.1")
def test_markers_go_back_when_all_are_resolved() -> None:
    """Two cannot be drawn twice: the pool is without them while they count."""
    board = at_sea(goeben="sicily_e", breslau="sicily_e")
    board.state.pool = ["quiet_seas_1", "pursue_1", "gb_ca_1"]
    board.state.alert = 6
    played = meet(board, "quiet_seas_1 pursue_1 gb_ca_1")
    assert played.told(told.MarkersDrawn)[0].markers == ("quiet_seas_1", "pursue_1", "gb_ca_1")
    assert board.state.pool == ["quiet_seas_1", "pursue_1"]


@rule("goeben", "13.1")
def test_markers_are_drawn_without_moving_too() -> None:
    board = at_sea(goeben="sicily_e", breslau="sicily_e")
    assert board.day.routes == {}
    assert meet(board, "quiet_seas_1").told(told.MarkersDrawn) != []


@rule("goeben", "13.1")
def test_a_marker_used_up_is_gone() -> None:
    board = at_sea(goeben="adriatic_c", breslau="adriatic_c", turn=3)
    played = meet(board, "fleet_sorties_1")
    assert board.state.gone[-1] == Gone("fleet_sorties_1", "used", 3)
    assert "fleet_sorties_1" not in board.state.pool
    assert played.told(told.MarkerUsedUp) == [told.MarkerUsedUp("fleet_sorties")]


@rule("goeben", "13.1")
def test_nothing_is_drawn_twice_by_one_group() -> None:
    board = goeben_at("malta_pz", alert=3)
    board.state.pool = ["quiet_seas_1", "quiet_seas_2"]
    meet(board, "quiet_seas_1 quiet_seas_2")
    assert sorted(board.state.pool) == ["quiet_seas_1", "quiet_seas_2"]


@rule("goeben", "13.1.1")
@rule("goeben", "7.4")
def test_a_collier_draws_nothing_and_changes_no_draw() -> None:
    board = goeben_at("zante")
    board.state.colliers = ["matapan", "zante"]
    assert sorted(board.occupied()) == ["pola", "zante"]
    assert draws(board, "zante") == 1


# --- 13.2 places


@rule("goeben", "13.2")
@rule("goeben", "T.terrain")
@pytest.mark.parametrize(
    ("space", "alert", "count"),
    [
        ("sicily_e", 2, 2),
        ("malta_pz", 2, 3),
        ("pola", 6, 0),
        ("trieste", 6, 0),
        ("messina", 3, 0),
        ("messina", 4, 4),
        ("athens", 3, 0),
        ("athens", 4, 4),
        ("constantinople", 6, 0),
        ("dardanelles", 6, 0),
        ("bone", 2, 3),
        ("malta", 2, 4),
        ("gulf_of_cadiz", 2, 2),
    ],
)
def test_the_place_says_how_many(space: str, alert: int, count: int) -> None:
    board = at_sea(goeben=space, breslau=space, alert=alert)
    assert draws(board, space) == count
    board.day.queue = board.occupied()
    quiet = tuple(board.state.pool.index(f"quiet_seas_{number}") for number in range(1, count + 1))
    played = play(board, incidents(board), draws=[quiet] if quiet else [])
    assert [len(event.markers) for event in played.told(told.MarkersDrawn)] == ([count] if count else [])


@rule("goeben", "13.2")
def test_a_port_that_was_taken_still_draws_as_an_allied_one() -> None:
    board = at_sea(goeben="bone", breslau="bone")
    board.state.ashore["bone"] = "goeben"
    assert draws(board, "bone") == 2


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
def test_how_many_markers_are_drawn(space: str, alert: int, number: int) -> None:
    assert draws(goeben_at(space, alert=alert), space) == number
