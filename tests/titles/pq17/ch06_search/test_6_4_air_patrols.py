"""6.4: air radii and sectors that search."""

from collections import Counter as Tally
from typing import Any

import pytest
from msgspec import structs

from games.kernel.events import PUBLIC
from games.titles.pq17.components import hexes
from games.titles.pq17.components.pieces import SECTORS, Sector, Side, WeatherKind
from games.titles.pq17.orders.missions import Missions, SectorSearch, Watch
from games.titles.pq17.rules.search.air_patrols import holds_radius, radii, sector_hexes
from games.titles.pq17.rules.search.segment import name_sectors, search
from games.titles.pq17.state.events.search import SectorsNamed
from games.titles.pq17.state.state import AirUnit, Phase, Shadow, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch06_search.shadowers import small_convoy
from tests.titles.pq17.openings import operation
from tests.titles.pq17.playing import a_card, heard, phase, play
from tests.titles.pq17.strikes import OPEN

rule = pytest.mark.rule


def _reached(bases: dict[int, str], enemies: dict[int, str]) -> tuple[set[str], dict[str, int]]:
    near = {}
    for one in BOX.waters.ways:
        apart = [hexes.distance(one, base) for reach, row in bases.items() for base in row.split()]
        if any(hexes.distance(one, base) <= reach for reach, row in bases.items() for base in row.split()):
            near[one] = min(apart)
    taken = {base for row in enemies.values() for base in row.split()}
    return {one for one in near if one not in taken}, near


@rule("pq17", "6.4.1", "T.scenarios.a")
def test_6_4_1_air_radii_follow_from_their_bases() -> None:
    """Data sheet 2.4: the nearer base has a hex in reach of both; no radius holds a port or base of the other camp."""
    british = {2: "0504 0505 1107 1206", 1: "1205 1305"}
    soviet = {1: "0817 0919 1119"}
    axis = {2: "1408 1111 0814 0815", 1: "1309 0913 0816"}
    places = [*BOX.ports.values(), *BOX.airfields.values()]
    closed = {side: {one.hex for one in places if one.side != side} for side in ("allied", "axis")}
    found = {}
    for name, bases, side in (("british", british, "allied"), ("soviet", soviet, "allied"), ("axis", axis, "axis")):
        found[name] = ({one for one in _reached(bases, {})[0] if one not in closed[side]}, _reached(bases, {})[1])
    allied = {one: min(found[n][1].get(one, 99) for n in ("british", "soviet")) for one in BOX.waters.ways}
    german = {one: found["axis"][1].get(one, 99) for one in BOX.waters.ways}
    assert BOX.areas.british_radius.hexes == {one for one in found["british"][0] if allied[one] < german[one]}
    assert BOX.areas.soviet_radius.hexes == {one for one in found["soviet"][0] if allied[one] < german[one]}
    assert BOX.areas.axis_radius.hexes == {one for one in found["axis"][0] if german[one] < allied[one]}
    assert [len(one.hexes) for one in (BOX.areas.british_radius, BOX.areas.soviet_radius, BOX.areas.axis_radius)] == [
        45, 11, 38,
    ]  # fmt: skip


@rule("pq17", "6.4.1", "6.4.1b", "9.5")
def test_6_4_1_radii_work_in_all_weather_but_gale() -> None:
    inside = sorted(arctic().box.areas.axis_radius.hexes)[0]
    board = arctic()
    for weather, there in (("storm", True), ("fog", True), ("gale", False)):
        board.state.sky.kind = weather
        assert bool(radii(board, "axis", inside)) is there
    board.state.sky.local = {"norway": ("fair", 9)}
    assert radii(board, "axis", inside)
    board.state.air = [AirUnit("bv_138", 1, id="bv", base="tromso", mission="radius", at=OPEN)]
    assert radii(board, "axis", OPEN) == ("germany",)


@rule("pq17", "6.4.1")
@pytest.mark.parametrize(
    ("at", "allied", "axis"),
    [
        ("0305", ("britain",), ()),
        ("0204", (), ()),
        ("0504", ("britain",), ()),
        ("0717", (), ()),
        ("0718", ("soviet",), ()),
        ("0716", (), ("germany",)),
        ("0715", (), ("germany",)),
        ("1111", (), ("germany",)),
        ("0214", (), ()),
        ("0310", (), ()),
        ("1119", ("soviet",), ()),
        ("1206", ("britain",), ()),
        ("1109", (), ()),
        ("1406", (), ()),
    ],
)
def test_6_4_1_printed_radii(at: str, allied: tuple[str, ...], axis: tuple[str, ...]) -> None:
    board = arctic()
    assert (radii(board, "allied", at), radii(board, "axis", at)) == (allied, axis)
    board.state.sky = Sky("gale")
    assert (radii(board, "allied", at), radii(board, "axis", at)) == ((), ())


@rule("pq17", "6.4.1a", "5.3.1a", position="PP69")
def test_6_4_1a_the_radius_of_a_carrier() -> None:
    def holds(weather: WeatherKind, crippled: bool = False) -> bool:
        board = arctic(force("home", "allied", "task_force", OPEN, "victorious"), sky=Sky(kind=weather))
        board.force("home").counters[0].crippled = crippled
        return holds_radius(board, board.force("home"))

    assert [holds(kind) for kind in ("fair", "reduced", "fog", "storm", "gale")] == [True, True, False, False, False]
    assert not holds("fair", crippled=True)
    german = arctic(force("gz", "axis", "task_force", OPEN, "graf_zeppelin"))
    assert holds_radius(german, german.force("gz"))
    german.state.light = "dec_1"
    assert not german.is_day
    assert not holds_radius(german, german.force("gz"))


@rule("pq17", "6.4.1a", "5.3.1a", "7.8a")
@pytest.mark.parametrize(
    ("ship", "side", "light", "state", "holds"),
    [
        ("victorious", "allied", "jul_1", "", True),
        ("victorious", "allied", "dec_1", "", True),
        ("avenger", "allied", "jul_1", "", True),
        ("victorious", "allied", "jul_1", "crippled", False),
        ("victorious", "allied", "jul_1", "dead", False),
        ("graf_zeppelin", "axis", "jul_1", "", True),
        ("graf_zeppelin", "axis", "dec_1", "", False),
        ("kent", "allied", "jul_1", "", False),
    ],
)
def test_6_4_1a_carriers_that_hold_a_radius(ship: str, side: Side, light: str, state: str, holds: bool) -> None:
    one = force("t", side, "task_force", OPEN, ship)
    if state:
        setattr(one.counters[0], state, True)
    assert holds_radius(arctic(one, light=light), one) is holds
    one.port = "scapa_flow"
    assert not holds_radius(arctic(one, light=light), one)


@rule("pq17", "6.4.2")
def test_6_4_2_every_radius_lies_in_a_sector_of_its_camp() -> None:
    for area, sectors in (
        (BOX.areas.british_radius, {"british"}),
        (BOX.areas.soviet_radius, {"soviet"}),
        (BOX.areas.axis_radius, {"stavanger", "trondheim", "barents"}),
    ):
        assert all(sectors & set(BOX.hexes[one].sectors) for one in area.hexes)
    counts = Tally(sector for one in BOX.hexes.values() for sector in one.sectors)
    assert counts == {"british": 148, "soviet": 34, "stavanger": 46, "trondheim": 67, "barents": 103}


@rule("pq17", "6.4.2", "6.4.2b", "6.3.1c", position="PP66")
def test_6_4_2_a_sector_and_the_forces_that_it_follows() -> None:
    board = arctic()
    most = sector_hexes(board, "barents")
    assert most == 4
    board.state.shadows = [Shadow(str(number), "sector", "barents") for number in range(3)]
    assert sector_hexes(board, "barents") == 1
    board.state.shadows += [Shadow("0", "sector", "barents", ("larger",))]
    assert sector_hexes(board, "barents") == 1, "two forces that it followed have combined"
    board.state.shadows += [Shadow(str(number), "sector", "barents") for number in (3, 4)]
    assert sector_hexes(board, "barents") == 0
    board.state.shadows = []
    board.state.sky.kind = "gale"
    assert sector_hexes(board, "barents") == 0


@rule("pq17", "6.4.2", "6.3.1c")
@pytest.mark.parametrize(("followed", "left"), [(0, 2), (1, 1), (2, 0), (3, 0)])
def test_6_4_2_a_sector_searches_a_hex_less_for_each_force_that_it_shadows(followed: int, left: int) -> None:
    board = arctic(shadows=[Shadow(f"pq{n}", "sector", "barents") for n in range(followed)])
    board.state.shadows += [Shadow("other", "sector", "trondheim"), Shadow("more", "aircraft", "barents")]
    most = board.operation.sectors or board.box.charts.sectors.searched(board.operation.calendar_month)
    assert sector_hexes(board, "barents") == max(most["barents"] - followed, 0)
    board.state.composed = structs.replace(board.operation, sectors={"barents": 2})
    assert sector_hexes(board, "barents") == left


@rule("pq17", "6.4.2", "6.4.2a")
def test_6_4_2_without_orders_sectors_search_different_hexes_the_narrowest_first() -> None:
    wide = Watch("barents", 2, ("0412", "0413", "0414"))
    narrow = Watch("trondheim", 1, ("0412", "0413"))
    assert Missions(watches=(wide, narrow)).default_orders() == (
        SectorSearch("trondheim", ("0412",)), SectorSearch("barents", ("0413", "0414"))
    )  # fmt: skip
    assert Missions(watches=(Watch("barents", 2, ("0412",)), Watch("trondheim", 2, ("0412",)))).default_orders() == (
        SectorSearch("barents", ("0412",)),
    )


@rule("pq17", "6.4.2", "6.4.2a")
def test_6_4_2_no_hex_is_searched_by_two_sectors_and_none_outside_its_own() -> None:
    shared = [one for one, hex_ in BOX.hexes.items() if {"barents", "trondheim"} <= set(hex_.sectors)]
    assert shared, "sectors overlap on the map"
    board = phase(arctic(small_convoy(at=shared[0])), "axis")
    name_sectors(board, "axis")
    assert sum(shared[0] in hexes for hexes in board.phase.sectors.values()) == 1
    outside = next(one for one, hex_ in BOX.hexes.items() if hex_.is_sea and "stavanger" not in hex_.sectors)
    board.phase.orders = (SectorSearch("stavanger", (outside,)),)
    name_sectors(board, "axis")
    assert board.phase.sectors["stavanger"] == []


@rule("pq17", "6.4.2", "6.4.2a")
def test_6_4_2_the_hexes_of_sectors_are_told_to_their_side_in_order() -> None:
    barents = sorted(name for name, one in BOX.hexes.items() if "barents" in one.sectors and one.is_sea)[:6]
    board = arctic(*(force(f"t{number}", "allied", "task_force", at, "london") for number, at in enumerate(barents)))
    board.state.phase = Phase("axis")
    name_sectors(board, "axis")
    told = {
        seat: [one for one in heard(board, seat) if isinstance(one, SectorsNamed)]
        for seat in ("axis", "allied", PUBLIC)
    }
    assert [len(found) for found in told.values()] == [1, 0, 0]
    assert list(told["axis"][0].hexes) == sorted(one for hexes in board.phase.sectors.values() for one in hexes)
    assert len(told["axis"][0].hexes) > 1


@rule("pq17", "6.4.2", "6.3.1c", "9.2.5")
@pytest.mark.parametrize("sector", ["barents", "trondheim", "stavanger", "british", "soviet"])
def test_6_4_2_a_sector_searches_a_hex_less_for_each_that_it_follows_and_none_in_a_gale(sector: Any) -> None:
    board = arctic()
    most = {**BOX.charts.sectors.searched(board.operation.calendar_month), **board.operation.sectors}.get(sector, 0)
    for following in range(most + 2):
        board.state.shadows = [Shadow(f"f{number}", "sector", sector) for number in range(following)]
        board.state.shadows += [Shadow("x", "aircraft", sector), Shadow("y", "sector", "another")]
        assert sector_hexes(board, sector) == max(most - following, 0)
    board.state.shadows = []
    board.state.sky = Sky("gale")
    assert sector_hexes(board, sector) == 0


@rule("pq17", "6.4.2", "T.scenarios.a", position="PP292")
@pytest.mark.parametrize(
    ("key", "hexes"),
    [("pq6", {"british": 2, "soviet": 1, "stavanger": 0, "trondheim": 0, "barents": 1}),
     ("pq8", {"british": 2, "soviet": 1, "stavanger": 1, "trondheim": 2, "barents": 1})],
)  # fmt: skip
def test_6_4_2_in_pq6_of_the_german_sectors_barents_alone_searches(key: str, hexes: dict[Sector, int]) -> None:
    board = operation(key)
    assert {sector: sector_hexes(board, sector) for sector in SECTORS} == hexes


@rule("pq17", "6.4.2", "6.4.2b")
@pytest.mark.parametrize(
    ("key", "counts"),
    [
        ("jw51b", {"british": 2, "soviet": 1, "stavanger": 1, "trondheim": 2, "barents": 1}),
        ("pq12", {"british": 3, "soviet": 1, "stavanger": 2, "trondheim": 3, "barents": 2}),
        ("pq17", {"british": 4, "soviet": 2, "stavanger": 2, "trondheim": 4, "barents": 4}),
        ("pq18", {"british": 3, "soviet": 1, "stavanger": 2, "trondheim": 3, "barents": 2}),
    ],
)
def test_6_4_2_how_many_hexes_a_sector_searches_day_and_night(key: str, counts: dict[str, int]) -> None:
    for light in ("jul_1", "dec_1"):
        board = arctic(scenario=key, light=light)
        assert {name: sector_hexes(board, name) for name in counts} == counts
        board.state.sky = Sky("fog")
        assert {name: sector_hexes(board, name) for name in counts} == counts
        board.state.sky = Sky("gale")
        assert not any(sector_hexes(board, name) for name in counts)


@rule("pq17", "6.4.2", "6.4.2a", "6.3.1c")
@pytest.mark.parametrize(("followed", "named"), [(0, 4), (1, 3), (4, 0)])
def test_6_4_2_a_sector_searches_no_more_hexes_than_it_may(followed: int, named: int) -> None:
    places = [
        one.id for one in BOX.hexes.values() if "barents" in one.sectors and one.id not in BOX.areas.axis_radius.hexes
    ]
    forces = [force(f"x{number}", "allied", "dummy", at) for number, at in enumerate(places[:6])]
    board = phase(arctic(*forces), "axis", orders=(SectorSearch("barents", tuple(places[:6])),))
    board.state.shadows = [Shadow(f"x{number}", "sector", "barents") for number in range(followed)]
    name_sectors(board, "axis")
    assert board.phase.sectors["barents"] == places[:named]


@rule("pq17", "6.4.2a", "6.4.2")
def test_6_4_2a_sectors_search_what_was_named_before_any_card() -> None:
    place = next(one.id for one in arctic().box.hexes.values() if one.sectors == ("trondheim", "barents"))
    assert place not in arctic().box.areas.axis_radius.hexes
    board = phase(arctic(force("prey", "allied", "task_force", place, "norfolk")), "axis")
    board.phase.orders = (SectorSearch("trondheim", (place,)),)
    play(search(board), cards=[a_card("air", "-")])
    assert board.phase.sectors["trondheim"] == [place]
    assert board.phase.sectors["barents"] == [], "what was not ordered is not searched twice"
    assert [type(event).__name__ for event in heard(board, "allied")] == ["Searched"], "hexes are not told"


@rule("pq17", "6.4.2a")
def test_6_4_2a_sectors_look_where_the_enemy_stands_and_not_where_their_own_side_does() -> None:
    enemy = force("c", "allied", "task_force", "0408", "london")
    own = force("r", "axis", "task_force", "0409", "lutzow")
    board = phase(arctic(enemy, own), "axis")
    name_sectors(board, "axis")
    assert {hex_ for hexes in board.phase.sectors.values() for hex_ in hexes} == {"0408"}
    board.phase.orders = (SectorSearch("trondheim", ("0409",)),)
    name_sectors(board, "axis")
    assert board.phase.sectors["trondheim"] == ["0409"]
