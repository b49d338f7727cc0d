"""13.0 The Incident Phase: turning up, drawing, sorting, resolving; and 13.2, where markers are drawn."""

import pytest

from games.titles.goeben.rules.captains import groups
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.day.outfit import outfit
from games.titles.goeben.rules.incidents.incidents import draws, incidents
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import day as daily
from games.titles.goeben.state.events import incidents as told
from games.titles.goeben.state.state import Campaign, Gone
from tests.titles.goeben.encounters import meet
from tests.titles.goeben.laid_out import at_sea, ordered, play

rule = pytest.mark.rule


def where(board: Board, counter: str) -> str:
    """The space in which a counter lies, or the pool, or how it is gone."""
    state = board.state
    places = [space for space, lying in state.lying.items() for marker in lying if marker.id == counter]
    places += ["pool"] * state.pool.count(counter) + [gone.how for gone in state.gone if gone.id == counter]
    places += ["drawn" for names in board.day.drawn.values() for name in names if name == counter]
    assert len(places) == 1, f"{counter}: {places}"
    return places[0]


# --- what lies in the space


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


# --- what is drawn


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


@rule("goeben", "20.0.1")
def test_consorts_draw_markers_too() -> None:
    board = at_sea(goeben="pola", breslau="pola", ah_ca_1="adriatic_c")
    board.day.queue = ["adriatic_c"]
    assert meet(board, "gb_ca_1").told(told.MarkersDrawn) == [told.MarkersDrawn("adriatic_c", ("gb_ca_1",))]


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


# --- 13.2, T.terrain: where


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


@rule("goeben", "24.orders")
def test_a_zone_that_became_open_sea_and_a_new_friend() -> None:
    board = at_sea("campaign", goeben="malta_pz", breslau="genoa", alert=5)
    assert (draws(board, "malta_pz"), draws(board, "genoa")) == (6, 5)
    board.state.campaign = Campaign(high_sea=["malta_pz"], friendly=["italy"])
    assert (draws(board, "malta_pz"), draws(board, "genoa")) == (5, 0)


@rule("goeben", "T.terrain")
@rule("goeben", "13.chart/French Warship")
@rule("goeben", "13.chart/French Troop Convoy")
@pytest.mark.parametrize("space", ["sicily_e", "adriatic_c", "gulf_of_cadiz"])
@pytest.mark.parametrize("marker", ["fr_ca_1", "fr_dd_1", "fr_convoy_1", "french_sortie_1"])
def test_the_french_count_in_the_west_alone(space: str, marker: str) -> None:
    board = at_sea(goeben=space, breslau=space)
    played = meet(board, marker)
    assert played.told(told.MarkersIgnored) == [told.MarkersIgnored(space, (marker,))]
    assert where(board, marker) == "pool"
    assert not board.state.french_sortie


@rule("goeben", "13.chart/French Warship")
@rule("goeben", "13.chart/French Troop Convoy")
@pytest.mark.parametrize("marker", ["fr_ca_1", "fr_convoy_1"])
def test_french_ships_in_the_west_are_laid_for_battle(marker: str) -> None:
    board = at_sea(goeben="galita", breslau="galita")
    meet(board, marker)
    assert board.enemies_at("galita") == [marker]


@rule("goeben", "13.chart/Royal Navy Warship")
@pytest.mark.parametrize("space", ["galita", "sicily_e", "adriatic_c", "gulf_of_cadiz"])
def test_british_ships_are_laid_for_battle_anywhere(space: str) -> None:
    board = at_sea(goeben=space, breslau=space)
    meet(board, "gb_bc_1")
    assert board.enemies_at(space) == ["gb_bc_1"]


@rule("goeben", "13.chart/Allied Merchantman")
def test_a_merchant_waits_for_the_raid() -> None:
    board = at_sea(goeben="sicily_e", breslau="sicily_e")
    meet(board, "merchantman_2")
    assert where(board, "merchantman_2") == "sicily_e"
    assert board.enemies_at("sicily_e") == []


# --- who sees it


@rule("goeben", "25.2")
def test_only_captains_present_see_what_is_drawn() -> None:
    board = at_sea("captains", goeben="sicily_e", breslau="malta_se")
    board.day.queue = ["sicily_e"]
    played = meet(board, "gb_ca_1 pursue_1")
    assert len(played.heard("goeben", told.MarkersDrawn)) == 1
    assert played.heard("breslau", told.MarkersDrawn) == played.heard("public", told.MarkersDrawn) == []
    assert len(played.heard("breslau", daily.AlertChanged)) == 1, "the alert level is open to all"
    assert board.state.reports[0].seats == ("goeben",)


@rule("goeben", "13.1")
def test_a_marker_used_up_is_gone() -> None:
    board = at_sea(goeben="adriatic_c", breslau="adriatic_c", turn=3)
    played = meet(board, "fleet_sorties_1")
    assert board.state.gone[-1] == Gone("fleet_sorties_1", "used", 3)
    assert "fleet_sorties_1" not in board.state.pool
    assert played.told(told.MarkerUsedUp) == [told.MarkerUsedUp("fleet_sorties")]


# --- T.terrain: what ships draw that have outfitted


def zone(goeben: str = "malta_pz", breslau: str = "malta_pz", alert: int = 3, **ships: str) -> Board:
    return at_sea(goeben=f"{goeben}+hull=9", breslau=f"{breslau}+hull=3", alert=alert, **ships)


@rule("goeben", "T.terrain")
@rule("goeben", "T.terrain.1")
@pytest.mark.parametrize("alert", [1, 3, 6])
@pytest.mark.parametrize("order", ["repair", "leave"])
def test_a_ship_that_outfits_in_a_patrol_zone_draws_as_many_markers_as_the_alert_level(alert: int, order: str) -> None:
    """All that is done in the first phase is outfitting (4.1): the column says nothing of who only repairs."""
    board = zone("malta_pz+cargo=optics", "pola", alert)
    ordered(board, {"repair": "repair goeben hull=1", "leave": "leave goeben cargo=optics"}[order])
    play(board, outfit(board), dice=[(1,)] if order == "repair" else [])
    play(board, movement(board))
    assert draws(board, "malta_pz") == alert
    board.day.queue = ["malta_pz"]
    (drawn,) = play(board, incidents(board), draws=[quiet(board, alert)]).told(told.MarkersDrawn)
    assert len(drawn.markers) == alert


@rule("goeben", "T.terrain")
@rule("goeben", "T.terrain.1")
@pytest.mark.parametrize(("outfitted", "more"), [("", 1), ("goeben", 1), ("breslau", 1), ("goeben breslau", 0)])
def test_with_a_ship_that_has_not_outfitted_they_draw_as_always(outfitted: str, more: int) -> None:
    """One draw for all in the space (13.0.1): the ship that lies there without outfitting counts."""
    board = zone()
    board.day.outfitted = outfitted.split()
    assert draws(board, "malta_pz") == 3 + more


@rule("goeben", "T.terrain")
@rule("goeben", "T.terrain.1")
def test_a_consort_outfits_never() -> None:
    board = zone("adriatic_pz", "pola", ah_ca_1="adriatic_pz")
    board.day.outfitted = ["goeben"]
    assert draws(board, "adriatic_pz") == 4


@rule("goeben", "T.terrain")
@rule("goeben", "T.terrain.1")
@pytest.mark.parametrize(("space", "count"), [("bone", 4), ("malta", 5), ("sicily_e", 3), ("genoa", 0), ("pola", 0)])
def test_elsewhere_outfitting_changes_no_draw(space: str, count: int) -> None:
    board = zone(space, space)
    board.day.outfitted = ["goeben", "breslau"]
    assert draws(board, space) == count


def quiet(board: Board, count: int) -> tuple[int, ...]:
    """Where so many quiet seas are in the pool."""
    return tuple(place for place, name in enumerate(board.state.pool) if name.startswith("quiet_seas"))[:count]
