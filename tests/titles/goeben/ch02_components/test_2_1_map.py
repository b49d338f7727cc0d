"""The map: zones, ports, lines and what the terrain chart says of each space (2.1, terrain effects chart)."""

import pytest

from games.titles.goeben.components.waters import reach
from games.titles.goeben.rules.day.movement import movement
from games.titles.goeben.rules.day.outfit import outfit
from games.titles.goeben.rules.incidents.incidents import draws, incidents
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import incidents as told
from tests.titles.goeben.box import BOX
from tests.titles.goeben.days import cut
from tests.titles.goeben.encounters import quiet
from tests.titles.goeben.laid_out import at_sea, ordered, play

rule = pytest.mark.rule
WATERS = BOX.waters
SQUARE = {"a": ("b", "d"), "b": ("a", "c"), "c": ("b", "d", "e"), "d": ("a", "c"), "e": ("c",), "f": ()}


def zone(goeben: str = "malta_pz", breslau: str = "malta_pz", alert: int = 3, **ships: str) -> Board:
    return at_sea(goeben=f"{goeben}+hull=9", breslau=f"{breslau}+hull=3", alert=alert, **ships)


# --- 2.1 zones


def test_size_and_kinds() -> None:
    assert (len(BOX.spaces), len(WATERS.lines)) == (116, 209)
    assert all(WATERS.neighbours(space) for space in BOX.spaces)


def test_lines_lead_both_ways() -> None:
    for space, others in WATERS.ways.items():
        assert space not in others
        assert all(space in WATERS.ways[other] for other in others)


@pytest.mark.parametrize(
    ("start", "goal", "moves"),
    [
        ("messina", "constantinople", 10), ("messina", "pola", 7), ("messina", "philippeville", 5),
        ("messina", "toulon", 7), ("messina", "alexandria", 8), ("messina", "port_said", 9),
        ("messina", "north_atlantic", 12), ("messina", "genoa", 6), ("athens", "constantinople", 4),
        ("malta", "messina", 3),
    ],
)  # fmt: skip
def test_distances(start: str, goal: str, moves: int) -> None:
    assert WATERS.distance(start, goal) == moves == WATERS.distance(goal, start)


def test_places_that_the_rulebook_names() -> None:
    spaces = BOX.spaces
    assert (spaces["messina"].owner, spaces["messina"].side) == ("italy", "neutral")
    assert (spaces["brindisi"].kind, spaces["brindisi"].side) == ("port", "neutral")
    assert (spaces["pola"].kind, spaces["pola"].owner, spaces["pola"].side) == ("naval_base", "austria", "central")
    assert (spaces["genoa"].kind, spaces["genoa"].side) == ("naval_base", "neutral")
    assert spaces["north_atlantic"].kind == "atlantic_exit"
    assert [space.id for space in spaces.values() if space.owner == "spain" and space.kind == "port"] == [
        "cadiz", "barcelona", "palma",
    ]  # fmt: skip


def test_ways_end_where_ships_must_stop() -> None:
    assert reach(SQUARE, "b", 2, stops="b")["e"] == 2, "leaving such a space is free"
    assert reach(SQUARE, "a", 3, stops="b") == {"a": 0, "b": 1, "d": 1, "c": 2, "e": 3}


def test_reach_counts_moves() -> None:
    assert reach(SQUARE, "a", 1) == {"a": 0, "b": 1, "d": 1}
    assert set(reach(WATERS.ways, "messina", 1)) == {"messina", "sicily_e", "spartivento", "stromboli"}


@rule("goeben", "2.1")
def test_the_western_mediterranean_has_three_doors() -> None:
    """2.1: from Gibraltar to the space north-west of Bizerte and the one north of Messina."""
    inside = reach(cut("galita", "stromboli", "gibraltar_pz"), "toulon", 200)
    assert {WATERS.zone(space) for space in inside} == {"western"}
    assert set(inside) | {"galita", "stromboli", "gibraltar_pz"} == set(WATERS.within("western"))


@rule("goeben", "2.1")
def test_the_adriatic_has_one_door() -> None:
    inside = reach(cut("adriatic_pz"), "pola", 200)
    assert set(inside) | {"adriatic_pz"} == set(WATERS.within("adriatic"))


# --- terrain chart


@rule("goeben", "T.terrain")
def test_the_terrain_chart() -> None:
    terrain = BOX.charts.terrain
    assert {name: one.draws for name, one in terrain.items()} == {
        "high_sea": 0, "patrol_zone": 1, "friendly_base": None, "friendly_port": None, "neutral_base": 0,
        "neutral_port": 0, "allied_base": 2, "allied_port": 1, "captured_port": 1,
    }  # fmt: skip
    assert {name: (one.coal, one.ammunition) for name, one in terrain.items() if one.coal} == {
        "friendly_base": (2, 2), "friendly_port": (2, 1), "neutral_base": (2, 0), "neutral_port": (1, 0),
        "captured_port": (2, 0),
    }  # fmt: skip
    assert [name for name, one in terrain.items() if not one.stop] == ["high_sea"]
    assert [name for name, one in terrain.items() if one.once] == ["neutral_base", "neutral_port"]


@rule("goeben", "T.terrain")
def test_the_zones_of_the_terrain_chart() -> None:
    zones = BOX.charts.zones
    assert [name for name, one in zones.items() if one.austrians] == ["eastern", "adriatic"]
    assert [name for name, one in zones.items() if not one.french] == ["atlantic", "eastern", "adriatic"]
    assert [name for name, one in zones.items() if not one.draws] == ["marmara"]


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
