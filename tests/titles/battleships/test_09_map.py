"""9.3, 11.0 The map of a scenario: land, hexsides of breakwaters and nets, and how hexes are written."""

from itertools import product

import pytest

from games.titles.battleships.components import hexes
from games.titles.battleships.components.battles import Battery, Sides
from tests.titles.battleships.box import BOX
from tests.titles.battleships.by_hand import distance
from tests.titles.battleships.laid_out import at_sea

rule = pytest.mark.rule


@rule("battleships", "9.3c", "9.3d")
@pytest.mark.parametrize("touching", [False, True])
@pytest.mark.parametrize(("first", "last"), [(33, 40), (34, 37), (41, 43), (42, 42)])
def test_hexsides_part_an_upper_row_from_a_lower(first: int, last: int, touching: bool) -> None:
    """With both hexes in the span of columns, or at least one."""
    sides = Sides(rows=(23, 24), columns=(first, last), touching=touching)
    battle = at_sea("hood 2512 A 4", moles=sides).battle
    around = range(first - 3, last + 4)
    expected = {
        (f"{upper}23", f"{lower}24")
        for upper, lower in product(around, around)
        if distance(f"{upper}23", f"{lower}24") == 1
        and (
            {upper, lower} & set(range(first, last + 1)) if touching else {upper, lower} <= set(range(first, last + 1))
        )
    }
    assert battle.mole_sides == expected
    assert battle.net_sides == frozenset()
    assert at_sea("hood 2512 A 4", nets=sides).battle.net_sides == expected


@rule("battleships", "9.3c", "9.3d", "11.2")
def test_the_hexsides_off_mers_el_kebir() -> None:
    """The breakwater's have both hexes in its span; the net is tied to it, and reaches a half hex farther."""
    battle = BOX.battles["mers_el_kebir"]
    assert (len(battle.mole_sides), len(battle.net_sides)) == (15, 7)
    assert ("4023", "4124") in battle.net_sides - battle.mole_sides


@rule("battleships", "9.3", "9.3b", "10.7")
def test_land_is_what_the_scenario_says_and_where_batteries_stand() -> None:
    fort = Battery(id="fort", side="german", at="2520", attack=9, defence=12, range=12)
    assert at_sea("hood 2512 A 4").battle.shores == frozenset()
    assert at_sea("hood 2512 A 4").battle.open_sea
    assert at_sea("hood 2512 A 4", land=("3030",)).battle.shores == {"3030"}
    assert at_sea("hood 2512 A 4", batteries=(fort,)).battle.shores == {"2520"}
    assert not at_sea("hood 2512 A 4", batteries=(fort,)).battle.open_sea
    rows = at_sea("hood 2512 A 4", land_rows=(33, 34)).battle.shores
    assert rows == {f"{column}{row}" for column in range(11, 56) for row in (33, 34)}
    assert len(BOX.battles["third_solomon"].shores) == 4 + 45 * 5


@rule("battleships", "9.3")
@pytest.mark.parametrize("name", ["", "251", "25123", "2512345", "251234567", "25x2", "-512", "2.12"])
def test_what_is_no_hex_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="no hex"):
        hexes.hex_of(name)


@rule("battleships", "9.3")
@pytest.mark.parametrize(
    ("name", "edges"),
    [
        ("1101", ()), ("5501", ()), ("1134", ()), ("5534", ()), ("3317", ()),
        ("111100", ("north",)), ("110101", ("west",)), ("156101", ("east",)), ("111135", ("south",)),
        ("110100", ("north", "west")), ("156135", ("east", "south")), ("156100", ("north", "east")),
        ("110135", ("south", "west")),
    ],
)  # fmt: skip
def test_the_map_has_four_edges(name: str, edges: tuple[str, ...]) -> None:
    place = hexes.hex_of(name)
    assert hexes.edges_crossed(place) == edges
    assert hexes.on_map(place) is not bool(edges)
    assert hexes.name_of(place) == name


@rule("battleships", "9.3")
@pytest.mark.parametrize(
    ("name", "north", "east", "south", "west"),
    [("1101", 0, -44, -33, 0), ("5534", -33, 0, 0, -44), ("3317", -16, -22, -17, -22), ("108098", 3, -47, -36, 3)],
)
def test_how_far_beyond_an_edge_a_hex_lies(name: str, north: int, east: int, south: int, west: int) -> None:
    found = [hexes.beyond(hexes.hex_of(name), edge) for edge in ("north", "east", "south", "west")]
    assert found == [north, east, south, west]


@rule("battleships", "5.10", "6.2a")
@pytest.mark.parametrize("radius", [1, 2, 5])
def test_hexes_about_a_hex(radius: int) -> None:
    near = hexes.about("2512", radius)
    assert near == {"2512", *hexes.within("2512", radius)}
    assert len(near) == 1 + 3 * radius * (radius + 1)
    assert "2512" not in list(hexes.within("2512", radius))
    assert {distance("2512", at) for at in near} == set(range(radius + 1))
