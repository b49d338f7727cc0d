"""2.1 The map: zones, places and ways."""

import pytest

from games.titles.goeben.components.waters import reach
from tests.titles.goeben.box import BOX

WATERS = BOX.waters
rule = pytest.mark.rule


def cut(*closed: str) -> dict[str, tuple[str, ...]]:
    """The ways without some spaces."""
    return {a: tuple(b for b in others if b not in closed) for a, others in WATERS.ways.items() if a not in closed}


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


@rule("goeben", "12.5")
def test_the_black_sea_lies_behind_constantinople_and_is_closed() -> None:
    inside = reach(cut("constantinople"), "odessa", 200)
    assert set(inside) == set(WATERS.within("black_sea"))
    assert not BOX.charts.zones["black_sea"].open


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


# ---------------------------------------------------------------- ways


SQUARE = {"a": ("b", "d"), "b": ("a", "c"), "c": ("b", "d", "e"), "d": ("a", "c"), "e": ("c",), "f": ()}


def test_ways_end_where_ships_must_stop() -> None:
    assert reach(SQUARE, "b", 2, stops="b")["e"] == 2, "leaving such a space is free"
    assert reach(SQUARE, "a", 3, stops="b") == {"a": 0, "b": 1, "d": 1, "c": 2, "e": 3}


def test_reach_counts_moves() -> None:
    assert reach(SQUARE, "a", 1) == {"a": 0, "b": 1, "d": 1}
    assert set(reach(WATERS.ways, "messina", 1)) == {"messina", "sicily_e", "spartivento", "stromboli"}
