"""Chapter 6 read sentence by sentence: who searches whom, in what row and weather, what is told, how levels fall."""

from typing import Any

import pytest

from games.titles.pq17.components.pieces import Side, WeatherKind
from games.titles.pq17.orders.missions import Photograph, SectorSearch
from games.titles.pq17.orders.moves import Decoy, Move
from games.titles.pq17.rules.search.air_patrols import holds_radius, radii, sector_hexes
from games.titles.pq17.rules.search.cards import Look, card_entry, card_finds
from games.titles.pq17.rules.search.photo import photo
from games.titles.pq17.rules.search.searchers import search_conditions, searchers_of
from games.titles.pq17.rules.search.segment import name_sectors, search
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.search import Searched
from games.titles.pq17.state.reporting import report_fields
from games.titles.pq17.state.state import AirUnit, Convoy, Kind, Points, Report, Shadow, Sky, Strength
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.playing import a_card, heard, phase, play
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.under_way import moved

rule = pytest.mark.rule


def row(board: Board, side: Side = "axis", name: str = "x") -> tuple[str | None, bool]:
    found = searchers_of(board, side, board.force(name))
    return found.row, found.soviet and found.row is not None


@rule("pq17", "6.2", "6.2a", "6.5", "6.8")
@pytest.mark.parametrize(
    ("kind", "words", "port", "searched"),
    [
        ("task_force", ("lutzow",), "", True),
        ("wolfpack", ("ss_german 1",), "", True),
        ("dummy", (), "", True),
        ("convoy", ("mv_german 2",), "", False),
        ("convoy", ("mv_german 2", "es_german 1"), "", True),
        ("task_force", ("lutzow",), "narvik", False),
        ("dummy", (), "narvik", False),
    ],
)
def test_blocks_that_search(kind: Kind, words: tuple[str, ...], port: str, searched: bool) -> None:
    """0813 lies in the Axis radius too: what the radius adds is a row of its own."""
    at = "0813" if port else OPEN
    board = arctic(
        force("s", "axis", kind, at, *words, port=port),
        force("x", "allied", "task_force", at, "kent"),
    )
    alone = "air" if port else None
    both = "both" if port else "force"
    assert row(board)[0] == (both if searched else alone)


@rule("pq17", "6.2", "6.2a")
@pytest.mark.parametrize(
    ("unit", "mission", "at", "found"),
    [
        ("bv_138", "search", OPEN, "air"),
        ("bv_138", "search", "0309", None),
        ("bv_138", "radius", OPEN, "air"),
        ("bv_138", "radius", "0309", None),
        ("bv_138", "", "", None),
    ],
)
def test_aircraft_that_search(unit: str, mission: Any, at: str, found: str | None) -> None:
    board = arctic(force("x", "allied", "task_force", OPEN, "kent"))
    board.state.air = [AirUnit(unit, 1, id="u", base="tromso", mission=mission, at=at)]
    assert row(board)[0] == found


@rule("pq17", "6.2d", "6.2a")
@pytest.mark.parametrize(
    ("blocks", "unit", "found"),
    [
        (("dd_project_7 1",), "", ("force", True)),
        (("dd_project_7 1",), "mbr_2", ("both", True)),
        (("dd_project_7 1",), "catalina", ("both", False)),
        (("dd_project_7 1", "kent"), "", ("force", False)),
        ((), "mbr_2", ("air", True)),
        ((), "catalina", ("air", False)),
        (("kent",), "mbr_2", ("both", False)),
    ],
)
def test_the_star_is_for_searches_by_soviets_alone(blocks: tuple[str, ...], unit: str, found: tuple[str, bool]) -> None:
    board = arctic(force("x", "axis", "task_force", OPEN, "lutzow"))
    for number, one in enumerate(blocks):
        board.place(force(f"s{number}", "allied", "task_force", OPEN, one))
    if unit:
        board.state.air = [AirUnit(unit, 1, id="u", base="", mission="search", at=OPEN)]
    assert row(board, "allied") == found


@rule("pq17", "6.2a", "6.2b")
@pytest.mark.parametrize(
    ("weather", "day", "force_", "air", "both"),
    [
        ("fair", True, "-", "U", "S"),
        ("reduced", True, "-", "U", "+"),
        ("storm", True, "-", "U", "-"),
        ("fog", True, "-", "U", "-"),
        ("gale", True, "-", "U", "-"),
        ("fair", False, "-", "U", "-"),
        ("gale", False, "-", "U", "-"),
    ],
)
def test_the_printed_card_is_read_where_light_and_weather_say(
    weather: WeatherKind, day: bool, force_: str, air: str, both: str
) -> None:
    card = BOX.cards["card_01"]
    rows = {"force": force_, "air": air, "both": both}
    found = {name: card_entry(card, Look(day=day, weather=weather, row=name)) for name in rows}
    assert found == rows


@rule("pq17", "6.2b", "1.1.3")
@pytest.mark.parametrize(
    ("side", "at", "friendly"),
    [
        ("allied", "1206", True),
        ("allied", "1405", True),
        ("allied", "0504", False),
        ("allied", "0817", False),
        ("allied", "1111", False),
        ("axis", "1111", True),
        ("axis", "0815", True),
        ("axis", "1608", True),
        ("axis", "1206", False),
        ("axis", "0214", False),
        ("axis", "0817", False),
    ],
)
def test_coasts_that_count_as_friendly_to_the_searcher(side: Side, at: str, friendly: bool) -> None:
    assert BOX.hexes[at].coasts
    other = "axis" if side == "allied" else "allied"
    board = arctic(force("x", other, "task_force", at, "kent" if other == "allied" else "lutzow"))
    seen = search_conditions(board, side, board.force("x"), "both", soviet=False)
    assert seen.friendly_coast is friendly


@rule("pq17", "6.2c", "1.1.2")
@pytest.mark.parametrize(
    ("side", "at", "key", "near"),
    [
        ("axis", "0814", "pq17", True),
        ("axis", "0714", "pq17", True),
        ("axis", "0613", "pq17", False),
        ("axis", "0715", "pq12", True),
        ("axis", "0716", "pq12", True),
        ("axis", "0913", "pq17", False),
        ("allied", "0714", "pq17", False),
        ("allied", "0817", "pq17", True),
        ("allied", "0717", "pq17", True),
        ("allied", "0616", "pq17", False),
        ("axis", "0817", "pq17", True),
    ],
)
def test_a_plus_fails_in_the_reach_of_the_targets_own_fighters(side: Side, at: str, key: str, near: bool) -> None:
    assert BOX.has_interceptors(side, at, BOX.operations[key].month) is near
    board = arctic(force("x", side, "task_force", at, "kent"), scenario=key)
    seen = search_conditions(board, "allied" if side == "axis" else "axis", board.force("x"), "air", soviet=False)
    assert seen.near_interceptors is near


@rule("pq17", "6.2b", "6.2")
@pytest.mark.parametrize("level", [None, 0, 1, 2, 3])
@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_a_number_finds_whom_it_does_not_exceed(level: int | None, number: int) -> None:
    for card in BOX.cards.values():
        seen = Look(day=True, weather="fair", row="force", level=level)
        if card_entry(card, seen) == str(number):
            assert card_finds(card, seen) is (level is not None and level >= number)


EXAMPLE = ("duke_of_york", "victorious", "suffolk", "jamaica", "dd_a_i 4", "aldersdale", "mv 24")


@rule("pq17", "6.2.1", "6.2.1a", "6.2.1c", "6.2.1d", "6.2.1g")
def test_the_convoy_of_the_example() -> None:
    """The text's own example: five counters of warships, four of them heavy, a carrier, twenty-five other ships."""
    one = force("c", "allied", "convoy", OPEN, *EXAMPLE, told=4)
    assert report_fields(BOX, one, 0) == {"kind": "convoy", "level": 0}
    assert report_fields(BOX, one, 1) == {"kind": "convoy", "level": 1, "about": 4, "large": True}
    assert report_fields(BOX, one, 2) == {
        "kind": "convoy",
        "level": 2,
        "warships": 5,
        "heavy": 4,
        "carrier": True,
        "ships": 25,
    }
    assert report_fields(BOX, one, 3) == {
        "kind": "convoy",
        "level": 3,
        "ships": 25,
        "strengths": (
            Strength("capital", 2, 8),
            Strength("carrier", 1, 4),
            Strength("cruiser", 2, 6),
            Strength("light", 1, 4),
        ),
    }


@rule("pq17", "6.2.1a", "1.2.1b")
@pytest.mark.parametrize(
    ("words", "large"),
    [
        (("mv 10",), False),
        (("mv 11",), True),
        (("mv 10", "palomares"), True),
        (("mv 9", "aldersdale"), False),
        (("mv 9", "mo 2"), True),
    ],
)
def test_eleven_ships_are_a_large_convoy(words: tuple[str, ...], large: bool) -> None:
    assert report_fields(BOX, force("c", "allied", "convoy", OPEN, *words, told=1), 1)["large"] is large


@rule("pq17", "6.2.1d")
def test_what_is_left_of_damaged_ships_is_told() -> None:
    one = force("t", "allied", "task_force", OPEN, "duke_of_york 2", "dd_a_i 3", "ss_soviet 1")
    assert report_fields(BOX, one, 3)["strengths"] == (
        Strength("capital", 1, 2),
        Strength("light", 1, 3),
        Strength("submarine", 1, 1),
    )


@rule("pq17", "6.2", "6.3a", "6.5")
def test_one_card_for_every_block_whoever_searches_it() -> None:
    board = phase(
        arctic(
            force("h", "axis", "task_force", OPEN, "lutzow"),
            force("w", "axis", "wolfpack", OPEN, "ss_german 2"),
            force("l", "axis", "dummy", OPEN),
            force("a", "allied", "task_force", OPEN, "kent", level=1),
            force("b", "allied", "dummy", OPEN),
            force("far", "allied", "task_force", "0308", "london"),
        ),
        "axis",
    )
    play(
        search(board),
        cards=[a_card("force", "-"), next(one for one in _failing("force") if one != a_card("force", "-"))],
    )
    assert len([event for event in heard(board, "axis") if isinstance(event, Searched)]) == 2
    assert (board.force("a").level, board.force("b").is_dummy) == (1, True), "a search that fails changes nothing"


def _failing(row_: str) -> list[str]:
    return [name for name, card in BOX.cards.items() if getattr(card.day, row_)[0] == "-"]


@rule("pq17", "6.5", "6.2")
def test_a_dummy_that_finds_stays_and_is_not_shown() -> None:
    board = phase(arctic(force("l", "axis", "dummy", OPEN), force("x", "allied", "task_force", OPEN, "kent")), "axis")
    play(search(board), cards=[a_card("force", "U", submarine=False)])
    assert board.force("x").level is not None
    assert (board.force("l").level, board.force("l").is_dummy) == (None, True)
    assert [one.level for one in view(board, "allied").blocks if one.side == "axis"] == [None]


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
def test_carriers_that_hold_a_radius(ship: str, side: Side, light: str, state: str, holds: bool) -> None:
    one = force("t", side, "task_force", OPEN, ship)
    if state:
        setattr(one.counters[0], state, True)
    assert holds_radius(arctic(one, light=light), one) is holds
    one.port = "scapa_flow"
    assert not holds_radius(arctic(one, light=light), one)


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
def test_printed_radii(at: str, allied: tuple[str, ...], axis: tuple[str, ...]) -> None:
    board = arctic()
    assert (radii(board, "allied", at), radii(board, "axis", at)) == (allied, axis)
    board.state.sky = Sky("gale")
    assert (radii(board, "allied", at), radii(board, "axis", at)) == ((), ())


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
def test_how_many_hexes_a_sector_searches_day_and_night(key: str, counts: dict[str, int]) -> None:
    for light in ("jul_1", "dec_1"):
        board = arctic(scenario=key, light=light)
        assert {name: sector_hexes(board, name) for name in counts} == counts
        board.state.sky = Sky("fog")
        assert {name: sector_hexes(board, name) for name in counts} == counts
        board.state.sky = Sky("gale")
        assert not any(sector_hexes(board, name) for name in counts)


@rule("pq17", "6.4.2", "6.4.2a", "6.3.1c")
@pytest.mark.parametrize(("followed", "named"), [(0, 4), (1, 3), (4, 0)])
def test_a_sector_searches_no_more_hexes_than_it_may(followed: int, named: int) -> None:
    places = [
        one.id for one in BOX.hexes.values() if "barents" in one.sectors and one.id not in BOX.areas.axis_radius.hexes
    ]
    forces = [force(f"x{number}", "allied", "dummy", at) for number, at in enumerate(places[:6])]
    board = phase(arctic(*forces), "axis", orders=(SectorSearch("barents", tuple(places[:6])),))
    board.state.shadows = [Shadow(f"x{number}", "sector", "barents") for number in range(followed)]
    name_sectors(board, "axis")
    assert board.phase.sectors["barents"] == places[:named]


@rule("pq17", "6.6", "6.6a", "6.3")
@pytest.mark.parametrize(
    ("turn", "level", "way", "shadowed", "after"),
    [
        (9, 3, ("0311",), False, 2),
        (9, 3, ("0311", "0312"), False, 2),
        (9, 3, (), False, 3),
        (10, 3, (), False, 2),
        (10, 3, ("0311",), False, 2),
        (9, 1, ("0311",), False, 0),
        (9, 0, ("0311",), False, None),
        (9, 0, (), False, None),
        (10, 0, (), False, None),
        (9, 0, ("0311",), True, 0),
        (10, 2, (), True, 2),
        (10, 2, ("0311",), True, 2),
        (10, 1, (), False, 0),
    ],
)
def test_levels_fall_by_one_for_moving_or_the_afternoon(
    turn: int, level: int, way: tuple[str, ...], shadowed: bool, after: int | None
) -> None:
    at = {"": "0610", "0311": "0611", "0312": "0612"}
    one = force("t", "allied", "task_force", at[""], "kent", level=level)
    points = {"home_fleet": Points(left=4), "severny_flot": Points()}
    board = arctic(one, turn=turn, start=8, command=points)
    board.state.shadows = [Shadow("t", "sector", "barents")] if shadowed else []
    moved(board, *([Move("t", tuple(at[hex_] for hex_ in way))] if way else []))
    assert one.level == after


@rule("pq17", "6.6a", "1.3a", "1.3c")
@pytest.mark.parametrize(
    ("kind", "words", "level", "dummies"),
    [
        ("task_force", ("lutzow",), 0, 1),
        ("task_force", ("lutzow",), 1, 0),
        ("wolfpack", ("ss_german 2",), 0, 0),
        ("convoy", ("mv_german 2",), 0, 1),
    ],
)
def test_who_stands_up_may_have_a_dummy_beside_him(
    kind: Kind, words: tuple[str, ...], level: int, dummies: int
) -> None:
    one = force("t", "axis", kind, "0610", *words, level=level)
    board = arctic(one, start=8, command={"gruppe_nord": Points(left=4)})
    moved(board, Decoy("t"), side="axis")
    assert sum(block.is_dummy for block in board.state.forces) == dummies
    assert one.level == (None if level == 0 else 1)


@rule("pq17", "6.8.1", "6.6")
@pytest.mark.parametrize("turn", [9, 10])
def test_a_scattered_convoy_stays_at_id_3(turn: int) -> None:
    voyage = Convoy(laden=True, destinations=("murmansk",), destination="murmansk", scattered=True)
    one = force("c", "allied", "convoy", "0610", "mv 9", level=3, convoy=voyage)
    board = arctic(one, turn=turn, start=8, command={"home_fleet": Points(left=4), "severny_flot": Points()})
    moved(board)
    assert one.level == 3


@rule("pq17", "6.9", "6.9a", "5.3b")
@pytest.mark.parametrize(
    ("light", "weather", "card", "told"),
    [
        ("jul_1", "fair", "card_04", True),
        ("jul_1", "reduced", "card_04", False),
        ("jul_1", "reduced", "card_01", True),
        ("jul_1", "storm", "card_01", True),
        ("jul_1", "fog", "", False),
        ("dec_1", "fair", "", False),
    ],
)
def test_photographs_by_day_in_weather_that_lets_them_fly(
    light: str, weather: WeatherKind, card: str, told: bool
) -> None:
    board = arctic(
        force("t", "axis", "task_force", "0813", "tirpitz", "dd_36a 3", port="narvik"),
        light=light,
        sky=Sky(weather),
    )
    board.state.air = [AirUnit("spitfire_pr", 1, id="pr", base="wick")]
    phase(board, "allied", orders=(Photograph("pr", "narvik"),))
    play(photo(board), cards=[card] if card else [])
    reports: list[Report] = board.state.reports
    assert [(one.level, one.port) for one in reports] == ([(4, "narvik")] if told else [])
    assert board.force("t").level is None
