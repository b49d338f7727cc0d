"""6.0 to 6.2: ID levels, who searches whom, with which card and row."""

from collections import Counter as Tally
from typing import Any

import pytest

from games.kernel.events import PUBLIC
from games.titles.pq17.components.pieces import Result, Searching, Side, WeatherKind
from games.titles.pq17.rules.search import identification
from games.titles.pq17.rules.search.cards import Look, card_entry, card_finds, card_row, level_gain
from games.titles.pq17.rules.search.identification import raised_level
from games.titles.pq17.rules.search.searchers import search_conditions, searchers_of
from games.titles.pq17.rules.search.segment import search
from games.titles.pq17.rules.submarine.attacks import submarine_combat
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.search import DummyFound, Identified, Reported, Searched
from games.titles.pq17.state.state import AirUnit, Kind, Shadow
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch06_search.searches import FIRST, card, card_look, meeting, row_of, searcher
from tests.titles.pq17.ch07_combat.submarine_combat import packs_hunted
from tests.titles.pq17.playing import a_card, cards_with, gains, heard, phase, play
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import read_counters

rule = pytest.mark.rule


def row(board: Board, side: Side = "axis", name: str = "x") -> tuple[str | None, bool]:
    found = searchers_of(board, side, board.force(name))
    return found.row, found.soviet and found.row is not None


def _failing(row_: str) -> list[str]:
    return [name for name, card in BOX.cards.items() if getattr(card.day, row_)[0] == "-"]


@rule("pq17", "6.0", "1.8.1", "7.0")
def test_6_0_dice_of_a_fight_are_open_to_both_sides_and_to_nobody_else() -> None:
    board = packs_hunted("mv 8", "dd_a_i 3", boats=2)
    play(submarine_combat(board), cards=[a_card("force", "0")], dice=[(5,), (7,), (0,), (0,), (0,)])
    seen = {seat: [type(event).__name__ for event in heard(board, seat)] for seat in ("allied", "axis", PUBLIC)}
    assert "SubmarinesMet" in seen["allied"]
    assert "SubmarinesMet" in seen["axis"]
    assert not {"SubmarinesMet", "BoatFired", "Hunted"} & set(seen[PUBLIC])


@rule("pq17", "6.2", "6.2a", "6.5", position="PP52")
def test_6_2_radii_dummies_and_the_row() -> None:
    inside = sorted(arctic().box.areas.axis_radius.hexes)[0]
    board = arctic(force("prey", "allied", "task_force", inside, "norfolk"))
    assert row_of(board, "axis", "prey") == "air"
    board.place(force("lure", "axis", "dummy", inside))
    assert row_of(board, "axis", "prey") == "both"
    far = arctic(force("prey", "allied", "task_force", OPEN, "norfolk"), force("lure", "axis", "dummy", OPEN))
    assert row_of(far, "axis", "prey") == "force"
    assert row_of(arctic(force("prey", "allied", "task_force", OPEN, "norfolk")), "axis", "prey") is None


@rule("pq17", "6.2", "6.2e", "6.2.1", "6.2.1g")
def test_6_2_a_block_is_found() -> None:
    board = meeting(force("prey", "allied", "task_force", OPEN, "norfolk", "dd_a_i 2"))
    card = a_card("force", "U", submarine=False)
    assert play(search(board), cards=[card]).result == "strikes"
    prey = board.force("prey")
    assert prey.level == min(gains(card), 3)
    report = board.state.reports[-1]
    assert (report.to, report.source, report.kind, report.level) == ("axis", "search", "task_force", prey.level)
    told = heard(board, "axis")
    assert [type(event) for event in told] == [Searched, Identified, Reported]
    assert told[0].card == card
    assert told[1].force == ""
    assert [type(event) for event in heard(board, PUBLIC)] == [Searched, Identified]
    assert board.phase.found == ["prey"]


@rule("pq17", "6.2", "1.2b")
def test_6_2_every_block_has_a_card_of_its_own_those_alike_in_an_order_that_says_nothing() -> None:
    board = meeting(force("lure", "allied", "dummy", OPEN), force("prey", "allied", "task_force", OPEN, "norfolk"))
    assert board.force("lure").block == board.force("prey").block
    play(search(board), cards=[a_card("force", "U", submarine=False), a_card("force", "-")])
    assert [one.id for one in board.state.forces] == ["hunter", "prey"], "the first card fell on the dummy"


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
def test_6_2_blocks_that_search(kind: Kind, words: tuple[str, ...], port: str, searched: bool) -> None:
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
def test_6_2_aircraft_that_search(unit: str, mission: Any, at: str, found: str | None) -> None:
    board = arctic(force("x", "allied", "task_force", OPEN, "kent"))
    board.state.air = [AirUnit(unit, 1, id="u", base="tromso", mission=mission, at=at)]
    assert row(board)[0] == found


@rule("pq17", "6.2", "6.3a", "6.5")
def test_6_2_one_card_for_every_block_whoever_searches_it() -> None:
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


@rule("pq17", "6.2a", position="PP52")
def test_6_2a_the_row() -> None:
    assert card_row(force=False, air=True) == "air"
    assert card_row(force=True, air=True) == "both"
    assert card_row(force=True, air=False) == "force"
    assert card_row(force=False, air=False) is None


@rule("pq17", "6.2a")
@pytest.mark.parametrize(
    ("rows", "day", "results"),
    [
        ("force", True, "----"),
        ("air", True, "UUUU"),
        ("both", True, "S+--"),
        ("air", False, "UUUU"),
        ("both", False, "----"),
    ],
)
def test_6_2a_the_printed_card(rows: Searching, day: bool, results: str) -> None:
    kinds: tuple[WeatherKind, ...] = ("fair", "reduced", "storm", "fog")
    assert "".join(card_entry(FIRST, Look(day=day, weather=kind, row=rows)) for kind in kinds) == results
    assert card_entry(FIRST, Look(day=day, weather="gale", row=rows)) == results[3]


@rule("pq17", "6.2a", "6.3a", position="PP53")
def test_6_2a_a_shadower_counts_for_its_target_alone() -> None:
    board = arctic(
        searcher(),
        force("a", "allied", "task_force", OPEN, "norfolk"),
        force("b", "allied", "task_force", OPEN, "london"),
    )
    board.state.shadows = [Shadow("a", "sector", "barents")]
    assert row_of(board, "axis", "a") == "both"
    assert row_of(board, "axis", "b") == "force"
    board.state.shadows = [Shadow("a", "task_force", "hunter")]
    assert row_of(board, "axis", "b") is None, "a shadowing force searches nothing else"


@rule("pq17", "6.2a", "6.3a", position="P6")
@pytest.mark.parametrize(("result", "found"), [("U", True), ("0", False), ("1", False)])
def test_6_2a_an_unidentified_block_beside_a_shadowed_one_is_found_by_u_alone(result: Any, found: bool) -> None:
    """The Trondheim sector follows TF 2, where no other searches; the other block is searched by the force in the hex,
    in the row `force`.
    """
    board = arctic(
        force("tf2", "allied", "task_force", OPEN, "victorious", level=2),
        force("other", "allied", "task_force", OPEN, "norfolk"),
        force("hunter", "axis", "task_force", OPEN, "lutzow"),
        shadows=[Shadow("tf2", "sector", "trondheim")],
    )  # fmt: skip
    phase(board, "axis")
    play(search(board), cards=cards_with("force", result, 2))
    assert (board.force("other").level is not None) is found


@rule("pq17", "6.2a", "6.8", "7.0f")
@pytest.mark.parametrize(
    ("kind", "holding", "row"),
    [
        ("convoy", ("mv 9",), None), ("convoy", ("mv 9", "aldersdale 2"), None),
        ("convoy", ("mv 9", "es_british 1"), "force"),
        ("convoy", ("mv 9", "dd_a_i 1+tows", "kent 0+dead+towed"), None), ("dummy", (), "force"),
        ("task_force", ("kent 0+dead+towed", "dd_a_i 1+tows"), None), ("wolfpack", ("ss_british 1",), "force"),
    ],
)  # fmt: skip
def test_6_2a_what_searches_in_its_hex(kind: Any, holding: tuple[str, ...], row: str | None) -> None:
    prey, own = force("t", "axis", "task_force", OPEN, "lutzow"), force("k", "allied", kind, OPEN)
    own.counters = read_counters(*holding)
    board = phase(arctic(prey, own), "allied")
    assert searchers_of(board, "allied", prey).row == row
    board.state.shadows = [Shadow("t", "sector", "british")]
    assert searchers_of(board, "allied", prey).row == ("both" if row else "air"), "what follows searches too"


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
def test_6_2a_the_printed_card_is_read_where_light_and_weather_say(
    weather: WeatherKind, day: bool, force_: str, air: str, both: str
) -> None:
    card = BOX.cards["card_01"]
    rows = {"force": force_, "air": air, "both": both}
    found = {name: card_entry(card, Look(day=day, weather=weather, row=name)) for name in rows}
    assert found == rows


@rule("pq17", "6.2b", positions=("PP46", "PP47"))
@pytest.mark.parametrize(
    ("result", "found_at"),
    [("0", [0, 1, 2, 3]), ("1", [1, 2, 3]), ("2", [2, 3]), ("3", [3]), ("U", [None, 0, 1, 2, 3]), ("-", [])],
)
def test_6_2b_numbers(result: Result, found_at: list[int | None]) -> None:
    assert [level for level in (None, 0, 1, 2, 3) if card_finds(card(result), card_look(level))] == found_at


@rule("pq17", "6.2b", "1.1.3", position="PP49")
def test_6_2b_a_friendly_coast() -> None:
    assert not card_finds(card("S"), card_look())
    assert card_finds(card("S"), card_look(friendly_coast=True))
    assert card_finds(card("S"), card_look(shadowed=True))


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
def test_6_2b_coasts_that_count_as_friendly_to_the_searcher(side: Side, at: str, friendly: bool) -> None:
    assert BOX.hexes[at].coasts
    other = "axis" if side == "allied" else "allied"
    board = arctic(force("x", other, "task_force", at, "kent" if other == "allied" else "lutzow"))
    seen = search_conditions(board, side, board.force("x"), "both", soviet=False)
    assert seen.friendly_coast is friendly


@rule("pq17", "6.2b", "6.2")
@pytest.mark.parametrize("level", [None, 0, 1, 2, 3])
@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_6_2b_a_number_finds_whom_it_does_not_exceed(level: int | None, number: int) -> None:
    for one in BOX.cards.values():
        seen = Look(day=True, weather="fair", row="force", level=level)
        if card_entry(one, seen) == str(number):
            assert card_finds(one, seen) is (level is not None and level >= number)


@rule("pq17", "6.2c", position="PP50")
def test_6_2c_interceptors() -> None:
    assert card_finds(card("+"), card_look())
    assert not card_finds(card("+"), card_look(near_interceptors=True))
    assert card_finds(card("U"), card_look(near_interceptors=True))


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
def test_6_2c_a_plus_fails_in_the_reach_of_the_targets_own_fighters(side: Side, at: str, key: str, near: bool) -> None:
    assert BOX.has_interceptors(side, at, BOX.operations[key].month) is near
    board = arctic(force("x", side, "task_force", at, "kent"), scenario=key)
    seen = search_conditions(board, "allied" if side == "axis" else "axis", board.force("x"), "air", soviet=False)
    assert seen.near_interceptors is near


@rule("pq17", "6.2d", position="PP51")
def test_6_2d_the_star() -> None:
    assert not card_finds(card("U", star=True), card_look(soviet=True))
    assert card_finds(card("U", star=True), card_look())
    assert card_finds(card("U"), card_look(soviet=True))


@rule("pq17", "6.2d", position="PP51")
def test_6_2d_all_searchers_soviet() -> None:
    board = arctic(
        force("prey", "axis", "task_force", OPEN, "admiral_hipper"),
        force("red", "allied", "task_force", OPEN, "dd_project_7 2"),
    )
    assert searchers_of(board, "allied", board.force("prey")).soviet
    board.place(force("false", "allied", "dummy", OPEN))
    assert not searchers_of(board, "allied", board.force("prey")).soviet


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
def test_6_2d_the_star_is_for_searches_by_soviets_alone(
    blocks: tuple[str, ...], unit: str, found: tuple[str, bool]
) -> None:
    board = arctic(force("x", "axis", "task_force", OPEN, "lutzow"))
    for number, one in enumerate(blocks):
        board.place(force(f"s{number}", "allied", "task_force", OPEN, one))
    if unit:
        board.state.air = [AirUnit(unit, 1, id="u", base="", mission="search", at=OPEN)]
    assert row(board, "allied") == found


@rule("pq17", "6.2e", "6.1", positions=("PP46", "PP48"))
def test_6_2e_the_level_found() -> None:
    assert raised_level(None, level_gain(card("0"), card_look())) == 2
    assert raised_level(2, 3) == 3
    assert [level_gain(FIRST, Look(day=True, weather=kind, row="air")) for kind in ("fair", "reduced", "gale")] == [
        3,
        2,
        1,
    ]
    assert level_gain(FIRST, Look(day=False, weather="reduced", row="air")) == 1


@rule("pq17", "6.2e")
def test_6_2e_a_dummy_that_is_found_goes() -> None:
    board = meeting(force("lure", "allied", "dummy", OPEN))
    play(search(board), cards=[a_card("force", "U", submarine=False)])
    assert [one.id for one in board.state.forces] == ["hunter"]
    for seat in ("allied", "axis", PUBLIC):
        assert any(isinstance(event, DummyFound) for event in heard(board, seat))


@rule("pq17", "6.2e", "6.1")
@pytest.mark.parametrize(
    ("level", "gain", "now"), [(None, 1, 1), (None, 3, 3), (0, 2, 2), (2, 1, 3), (2, 3, 3), (3, 1, 3), (1, 0, 1)]
)
def test_6_2e_a_search_raises_no_level_beyond_three(level: int | None, gain: int, now: int) -> None:
    assert identification.raised_level(level, gain) == now


@rule("pq17", "6.2f", "6.2.1f", "1.7b")
def test_6_2f_a_card_that_fails_is_shown_to_nobody() -> None:
    board = meeting(force("prey", "allied", "task_force", OPEN, "norfolk"))
    board.force("prey").level = 1
    card = a_card("force", "-")
    play(search(board), cards=[card])
    assert heard(board, "axis")[0].card == card
    for seat in ("allied", PUBLIC):
        (event,) = heard(board, seat)
        assert (event.card, event.row, event.found) == ("", None, False)
    assert board.force("prey").level == 1
    assert board.state.reports == []


@rule("pq17", "T.search")
def test_t_search_every_kind_of_result_is_on_some_card() -> None:
    faces = [face for card in BOX.cards.values() for face in (card.day, card.night)]
    for row, found in (("force", "-0123US"), ("air", "-0123U+S"), ("both", "-0123U+S")):
        assert {result for face in faces for result in getattr(face, row)} == set(found)
    assert {face.submarine for face in faces} == {True, False}
    counts = Tally((card.star, card.halts, card.disperses) for card in BOX.cards.values())
    assert all(any(key[place] for key in counts) for place in range(3))
