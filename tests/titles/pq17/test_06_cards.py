"""6.2, 6.6, 6.7, 6.9, 7.1.1: reading cards, and ID levels, by the positions of `positions/06_search.toml`."""

import msgspec
import pytest

from games.titles.pq17.components.pieces import RESULTS, Result, Searching, WeatherKind
from games.titles.pq17.rules.search.cards import (
    LOCATING,
    Look,
    card_entry,
    card_finds,
    card_row,
    cards_to_locate,
    cards_to_locate_by_option,
    grounds_of_owner,
    grounds_on_card,
    level_gain,
    photographs,
)
from games.titles.pq17.rules.search.identification import (
    becomes_unidentified,
    level_after_combat,
    level_after_moving,
    raised_level,
)
from games.titles.pq17.rules.search.shadowing import level_after_shadowing
from tests.titles.pq17.ch06_search.searches import FIRST, card, card_look

rule = pytest.mark.rule


@rule("pq17", "6.2a")
def test_pp52_the_row() -> None:
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
def test_the_printed_card(rows: Searching, day: bool, results: str) -> None:
    kinds: tuple[WeatherKind, ...] = ("fair", "reduced", "storm", "fog")
    assert "".join(card_entry(FIRST, Look(day=day, weather=kind, row=rows)) for kind in kinds) == results
    assert card_entry(FIRST, Look(day=day, weather="gale", row=rows)) == results[3]


@rule("pq17", "6.2b")
@pytest.mark.parametrize(
    ("result", "found_at"),
    [("0", [0, 1, 2, 3]), ("1", [1, 2, 3]), ("2", [2, 3]), ("3", [3]), ("U", [None, 0, 1, 2, 3]), ("-", [])],
)
def test_pp46_pp47_numbers(result: Result, found_at: list[int | None]) -> None:
    assert [level for level in (None, 0, 1, 2, 3) if card_finds(card(result), card_look(level))] == found_at


@rule("pq17", "6.2b")
@rule("pq17", "1.1.3")
def test_pp49_a_friendly_coast() -> None:
    assert not card_finds(card("S"), card_look())
    assert card_finds(card("S"), card_look(friendly_coast=True))
    assert card_finds(card("S"), card_look(shadowed=True))


@rule("pq17", "6.2c")
def test_pp50_interceptors() -> None:
    assert card_finds(card("+"), card_look())
    assert not card_finds(card("+"), card_look(near_interceptors=True))
    assert card_finds(card("U"), card_look(near_interceptors=True))


@rule("pq17", "6.2d")
def test_pp51_the_star() -> None:
    assert not card_finds(card("U", star=True), card_look(soviet=True))
    assert card_finds(card("U", star=True), card_look())
    assert card_finds(card("U"), card_look(soviet=True))


@rule("pq17", "6.2e")
@rule("pq17", "6.1")
def test_pp46_pp48_the_level_found() -> None:
    assert raised_level(None, level_gain(card("0"), card_look())) == 2
    assert raised_level(2, 3) == 3
    assert [level_gain(FIRST, Look(day=True, weather=kind, row="air")) for kind in ("fair", "reduced", "gale")] == [
        3,
        2,
        1,
    ]
    assert level_gain(FIRST, Look(day=False, weather="reduced", row="air")) == 1


@rule("pq17", "6.2.2")
@rule("pq17", "1.4.3")
def test_p4_p5_pp57_who_may_refuse() -> None:
    plus = card("+")
    assert grounds_of_owner(plus, card_look(weather="fog"), carriers=1, cams=1) == ("carrier",)
    assert grounds_of_owner(plus, card_look(weather="reduced"), carriers=1, cams=1) == ("carrier", "cam")
    assert grounds_of_owner(plus, card_look(weather="fog"), cams=1) == ()
    assert grounds_of_owner(card("U"), card_look(), carriers=1, cams=1) == ()
    assert grounds_of_owner(plus, card_look()) == ()


@rule("pq17", "6.2.2")
@rule("pq17", "6.6.1a")
def test_pp58_the_submerged_submarine() -> None:
    boat = card("U", submarine=True)
    assert grounds_of_owner(boat, card_look(), wolfpack=True) == ("wolfpack",)
    assert grounds_of_owner(boat, card_look(), wolfpack=True, passing=True) == ()
    assert grounds_of_owner(card("U"), card_look(), wolfpack=True) == ()
    at_night = msgspec.structs.replace(card_look(), day=False)
    night = msgspec.structs.replace(boat, night=msgspec.structs.replace(boat.night, force=("U",) * 4))
    assert card_finds(night, at_night)
    assert grounds_of_owner(night, at_night, wolfpack=True) == ()


@rule("pq17", "6.2.2b")
def test_the_symbols_are_the_same_whatever_a_block_holds() -> None:
    assert grounds_on_card(card("+", submarine=True), card_look()) == ("carrier", "cam", "wolfpack")
    assert grounds_on_card(card("3", submarine=True), card_look(1)) == (), "a card that fails is not shown"


@rule("pq17", "6.9")
@rule("pq17", "6.9a")
def test_pp68_photographs() -> None:
    kinds: tuple[WeatherKind, ...] = ("fair", "reduced", "storm", "fog")
    assert [photographs(FIRST, kind) for kind in kinds] == [True, True, True, False]


@rule("pq17", "7.1.1")
@rule("pq17", "7.1.1a")
def test_p10_pp75_pp76_locating() -> None:
    assert LOCATING == {"air": "air", "task_force": "force", "wolfpack": "force"}
    assert cards_to_locate(shadowed=False, scattered=False) == 1
    assert cards_to_locate(shadowed=True, scattered=False) == cards_to_locate(shadowed=False, scattered=True) == 2
    located = [result for result in RESULTS if card_finds(card(result), card_look(2))]
    assert sorted(located) == sorted(["0", "1", "2", "U", "+"])


@rule("pq17", "7.1.1o")
def test_pp77_the_second_card_by_option() -> None:
    assert cards_to_locate_by_option("task_force", scattered=False, weather="fair", by_aircraft=True) == 1
    assert cards_to_locate_by_option("task_force", scattered=False, weather="fog", by_allied_aircraft=True) == 2
    assert cards_to_locate_by_option("task_force", scattered=False, weather="fog", by_task_force=True) == 2
    assert cards_to_locate_by_option("wolfpack", scattered=False, weather="fair") == 1
    assert cards_to_locate_by_option("wolfpack", scattered=False, weather="fog", by_wolfpack=True) == 2
    assert cards_to_locate_by_option("air", scattered=False, weather="fair") == 2
    assert cards_to_locate_by_option("air", scattered=False, weather="reduced") == 1
    assert cards_to_locate_by_option("air", scattered=False, weather="reduced", by_aircraft=True) == 2
    assert cards_to_locate_by_option("air", scattered=True, weather="storm") == 2


@rule("pq17", "6.7")
def test_pp65_combat_raises_and_never_lowers() -> None:
    assert [level_after_combat(level, "surface", day=True) for level in (None, 1, 3)] == [3, 3, 3]
    assert [level_after_combat(level, "surface", day=False) for level in (None, 1, 3)] == [2, 2, 3]
    assert [level_after_combat(0, "air", day=day) for day in (True, False)] == [2, 1]
    assert [level_after_combat(level, "submarine", day=True) for level in (None, 0, 2)] == [1, 1, 2]


@rule("pq17", "6.6")
@pytest.mark.parametrize(
    ("level", "moved", "morning", "shadowed", "after"),
    [
        (2, True, True, False, 1),
        (2, True, False, False, 1),
        (2, False, True, False, 2),
        (2, False, False, False, 1),
        (2, True, False, True, 2),
        (0, True, True, False, 0),
        (None, True, True, False, None),
    ],
)
def test_pp62_moving_lowers(level: int | None, moved: bool, morning: bool, shadowed: bool, after: int | None) -> None:
    assert level_after_moving(level, moved=moved, morning=morning, shadowed=shadowed) == after


@rule("pq17", "6.6a")
def test_a_block_at_0_stands_up() -> None:
    assert becomes_unidentified(0, shadowed=False)
    assert not becomes_unidentified(0, shadowed=True)
    assert not becomes_unidentified(1, shadowed=False)
    assert not becomes_unidentified(None, shadowed=False)


@rule("pq17", "6.3.5b")
def test_pp61_the_end_of_shadowing() -> None:
    assert level_after_shadowing(2) == 1
    assert level_after_shadowing(1) == 0
    assert level_after_shadowing(0) is None
