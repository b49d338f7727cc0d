"""5.2, 6.3, 6.4.2, 7.1 Each condition of who may attack, strike, follow and search, by itself."""

from typing import Any

import pytest

from games.titles.pq17.components.options import Options
from games.titles.pq17.components.pieces import Side, WeatherKind
from games.titles.pq17.orders.missions import SectorSearch
from games.titles.pq17.rules.search.legal_attacks import COUNTER, reported_strength
from games.titles.pq17.rules.search.location import most_cards
from games.titles.pq17.rules.search.public_options import public_targets
from games.titles.pq17.rules.search.searchers import Lookout
from games.titles.pq17.rules.search.segment import name_sectors
from games.titles.pq17.rules.search.shadowing import choose_followed_part
from games.titles.pq17.rules.special.writing import situation_part
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import Chit, Convoy, Report, Shadow, Sky, Strength
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch06_search.shadowers import ASIDE, attacks, small_convoy, two_boats
from tests.titles.pq17.playing import phase
from tests.titles.pq17.strikes import OPEN, air, facing

rule = pytest.mark.rule


@rule("pq17", "7.1", "7.4.2a", "7.5")
def test_a_task_force_attacks_with_a_ship_that_can_and_nothing_else_does() -> None:
    norfolk = force("tf", "allied", "task_force", OPEN, "norfolk")
    raider = force("r", "axis", "task_force", OPEN, "lutzow")
    assert attacks(norfolk, raider)
    crippled = force("tf", "allied", "task_force", OPEN)
    crippled.counters = [Counter("norfolk", 3, crippled=True)]
    assert not attacks(crippled, raider)
    sunk = force("tf", "allied", "task_force", OPEN)
    sunk.counters = [Counter("norfolk", 0)]
    assert not attacks(sunk, raider)
    assert not attacks(force("lure", "allied", "dummy", OPEN), raider)
    assert not attacks(force("c", "allied", "convoy", OPEN, "mv 8", "norfolk"), raider)
    for weather, fights in (("storm", True), ("gale", False)):
        assert attacks(norfolk, two_boats(), sky=Sky(weather)) is fights


@rule("pq17", "6.8.1", "7.1")
@pytest.mark.parametrize(
    ("scattered", "at", "near"),
    [(True, OPEN, True), (True, ASIDE, True), (True, "0308", False), (False, OPEN, True), (False, ASIDE, False)],
)
def test_a_scattered_convoy_is_attacked_and_searched_from_the_next_hex_too(
    scattered: bool, at: str, near: bool
) -> None:
    prey = small_convoy(convoy=Convoy(laden=True, destinations=("arkhangelsk",), scattered=scattered))
    hunter = two_boats(at=at)
    assert attacks(hunter, prey) is near
    board = phase(arctic(prey, hunter), "axis")
    assert [one.id for one in Lookout(board, "axis").forces(prey)] == (["pack"] if near else [])
    hunter.moved = 0
    board.identify(prey, 1)
    assert (public_targets(board, "axis") == [prey]) is near


@rule("pq17", "6.3.2", "6.2")
@pytest.mark.parametrize(
    ("follows", "searches"), [("pq", ["pack"]), ("other", []), ("", ["pack"])], ids=["it", "another", "nobody"]
)
def test_who_follows_one_block_searches_no_other(follows: str, searches: list[str]) -> None:
    board = phase(arctic(small_convoy(), two_boats(), force("other", "allied", "task_force", OPEN, "norfolk")), "axis")
    board.state.shadows = [Shadow(follows, "wolfpack", "pack")] if follows else []
    assert [one.id for one in Lookout(board, "axis").forces(board.force("pq"))] == searches


@rule("pq17", "6.3.1", "6.3.1b", "6.4.2")
@pytest.mark.parametrize(
    ("at", "by", "side", "asked"),
    [("0412", "", "axis", True), ("0412", "barents", "axis", False), ("0305", "", "axis", False)],
    ids=["in a sector", "a sector follows it already", "in none"],
)
def test_a_sector_could_follow_what_it_may_search(at: str, by: str, side: Side, asked: bool) -> None:
    assert bool({"barents", "trondheim"} & set(BOX.hexes[at].sectors)) is (at == "0412")
    board = facing(force("pq", "allied", "task_force", at, "london"), found=["pq"])
    board.state.shadows = [Shadow("pq", "sector", by)] * bool(by)
    assert (public_targets(board, side) == [board.force("pq")]) is asked


@rule("pq17", "6.2.1", "7.1")
@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({"about": 3}, 3),
        ({"warships": 3, "heavy": 1}, 4),
        ({"warships": 3}, 3),
        ({"strengths": (Strength("light", 2, 5), Strength("carrier", 1, 4))}, 5),
        ({}, None),
    ],
)
def test_how_strong_a_block_is_by_what_was_told_of_it(told: dict[str, Any], expected: int | None) -> None:
    board = facing(small_convoy())
    block = board.force("pq").block
    board.state.reports = [Report(to="axis", turn=8, source="search", at=OPEN, block=block, **told)]
    found = reported_strength(board, "axis", board.force("pq"))
    assert found == (expected if expected is None or "strengths" in told else expected * COUNTER)
    board.state.reports.append(Report(to="axis", turn=9, source="search", at=OPEN, block=block))
    assert reported_strength(board, "axis", board.force("pq")) == found, "what says nothing of it takes nothing back"


@rule("pq17", "7.4.2", "9.2.5", "5.2")
@pytest.mark.parametrize(("weather", "asked"), [("storm", True), ("gale", False)])
def test_in_a_gale_nobody_is_asked_about_boats(weather: WeatherKind, asked: bool) -> None:
    board = facing(two_boats(), side="allied", sky=Sky(weather), air=[air("catalina", "u", "lerwick", at=OPEN)])
    board.state.air[0].mission = "attack"
    assert bool(public_targets(board, "allied")) is asked
    board.state.air = []
    board.place(force("tf", "allied", "task_force", OPEN, "norfolk"))
    assert bool(public_targets(board, "allied")) is asked


@rule("pq17", "7.1.1o")
def test_by_option_only_who_follows_this_target_lets_a_second_card_be_drawn() -> None:
    board = facing(
        small_convoy(),
        force("other", "allied", "task_force", OPEN, "norfolk"),
        options=Options(second_card=True),
        sky=Sky("storm"),
    )
    board.state.shadows = [Shadow("other", "aircraft", "u")]
    before = most_cards(board, "air", board.force("pq"))
    board.state.shadows = [Shadow("pq", "aircraft", "u")]
    assert (before, most_cards(board, "air", board.force("pq"))) == (1, 2)


@rule("pq17", "6.4.2", "6.4.2a")
def test_no_hex_is_searched_by_two_sectors_and_none_outside_its_own() -> None:
    shared = [one for one, hex_ in BOX.hexes.items() if {"barents", "trondheim"} <= set(hex_.sectors)]
    assert shared, "sectors overlap on the map"
    board = phase(arctic(small_convoy(at=shared[0])), "axis")
    name_sectors(board, "axis")
    assert sum(shared[0] in hexes for hexes in board.phase.sectors.values()) == 1
    outside = next(one for one, hex_ in BOX.hexes.items() if hex_.is_sea and "stavanger" not in hex_.sectors)
    board.phase.orders = (SectorSearch("stavanger", (outside,)),)
    name_sectors(board, "axis")
    assert board.phase.sectors["stavanger"] == []


@rule("pq17", "6.3.4")
@pytest.mark.parametrize(
    ("prefers", "chosen"),
    [(("convoy",), "pq"), (("capital",), "heavy"), (("larger",), "many"), (("convoy", "larger"), "pq")],
)
def test_each_word_of_what_a_shadower_prefers_counts(prefers: tuple[str, ...], chosen: str) -> None:
    parts = [
        force("many", "allied", "task_force", OPEN, "dd_a_i 9"), force("heavy", "allied", "task_force", OPEN, "anson"),
        force("pq", "allied", "convoy", OPEN, "mv 3"),
    ]  # fmt: skip
    board = arctic(*parts, shadows=[Shadow("pq", "aircraft", "u", prefers)])
    choose_followed_part(board, "allied", parts)
    assert [one.target for one in board.state.shadows] == [chosen]


@rule("pq17", "12.14.2", "12.0a")
def test_chariots_go_for_ports_of_south_norway_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.titles.pq17.rules.forces.situations.is_usable", lambda *args, **named: True)
    board: Board = arctic(chits={"allied": Chit("t", "title")})
    targets = situation_part(board, "allied").targets
    assert targets
    assert {BOX.ports[one].hex for one in targets} <= set(BOX.areas.south_norway.hexes)
