"""Chapter 6: torpedoes."""

import os
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

import pytest

from games.titles.battleships.components.battles import Sides
from games.titles.battleships.orders.orders import Launch, Strike
from games.titles.battleships.orders.torpedoes import Salvo, TorpedoForm
from games.titles.battleships.rules.gunnery.fire import gunnery
from games.titles.battleships.rules.gunnery.targets import first_targets
from games.titles.battleships.rules.torpedoes.torpedoes import reached, torpedo_form, torpedoes
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.events.gunnery import Damaged
from games.titles.battleships.state.events.torpedoes import Launched, Ran, TorpedoHit, Unsealed
from tests.titles.battleships import by_hand
from tests.titles.battleships.laid_out import at_sea, play
from tests.titles.battleships.positions import begun, launch, legal_launches, number_to_hit, wrong
from tests.titles.battleships.skirmishes import moments

rule = pytest.mark.rule
RUNS = {
    # name: ships (launcher first), target, dice, tested in order with their numbers, who is struck, CRT total, damage
    "6.2 six hits at four hexes": (
        ("prinz_eugen 2512 A 4", "hood 2912 A 4"), "hood", (3, 3, 3, 4), (("hood", 6),), "hood", 7, "2W"),
    "6.2 seven misses": (
        ("prinz_eugen 2512 A 4", "hood 2912 A 4"), "hood", (3, 4), (("hood", 6),), "", None, ""),
    "6.2 at a ship of speed one": (
        ("prinz_eugen 2512 A 4", "hood 2912 A 1"), "hood", (3, 5, 3, 3), (("hood", 8),), "hood", 6, "1S"),
    "6.2d from astern": (
        ("prinz_eugen 2512 A 4", "hood 2912 B 4"), "hood", (3, 3, 5, 5), (("hood", 6),), "hood", 7, "2W"),
    "6.2d from ahead": (
        ("prinz_eugen 2512 A 4", "hood 2912 E 4"), "hood", (3, 3, 4, 4), (("hood", 6),), "hood", 5, "1W"),
    "T.torp below two is two": (
        ("prinz_eugen 2512 A 4", "hood 2912 F 4"), "hood", (3, 3, 1, 2), (("hood", 6),), "hood", 2, ""),
    "6.2a a friend on the way is struck": (
        ("prinz_eugen 2512 A 4", "de_dd 2712 A 5", "hood 2912 A 4"), "hood",
        (3, 4, 5, 6), (("de_dd", 7),), "de_dd", 11, "sunk"),
    "6.2a or missed, and the torpedo runs on": (
        ("prinz_eugen 2512 A 4", "de_dd 2712 A 5", "hood 2912 A 4"), "hood",
        (4, 4, 3, 3, 4, 4), (("de_dd", 7), ("hood", 6)), "hood", 8, "1W1S"),
    "6.2b ships beside the line are not in its way": (
        ("prinz_eugen 2512 A 4", "de_dd 2611 A 5", "norfolk 2812 A 5", "hood 2912 A 4"), "hood",
        (3, 3, 4, 5), (("hood", 6),), "hood", 9, "2W1S"),
    "6.2a beyond the target": (
        ("prinz_eugen 2512 A 4", "hood 2813 A 4", "norfolk 3014 A 2"), "hood",
        (4, 4, 3, 3, 3, 4), (("hood", 7), ("norfolk", 6)), "norfolk", 7, "2W"),
    "6.2a but not beyond five hexes": (
        ("prinz_eugen 2512 A 4", "hood 2813 A 4", "norfolk 3115 A 2"), "hood", (4, 4), (("hood", 7),), "", None, ""),
}  # fmt: skip
BATTLES = int(os.environ.get("SKIRMISHES", "20"))
FIRST = 60_000
"""Other battles than those of `test_skirmishes.py`."""


class Salvoes(NamedTuple):
    """A board before torpedoes are launched, and what was told then: launches, and each torpedo's tests and hits."""

    board: Board
    launched: list[Launched]
    runs: dict[str, list[Any]]


@cache
def salvoes() -> tuple[Salvoes, ...]:
    return tuple(_salvoes())


def _salvoes() -> Iterator[Salvoes]:
    for board, events in moments(range(FIRST, FIRST + BATTLES), "gunnery", "torpedoes"):
        runs = [event for event in events if isinstance(event, Ran | TorpedoHit)]
        by_ship = {name: list(hers) for name, hers in groupby(runs, lambda one: one.ship)}
        yield Salvoes(board, [event for event in events if isinstance(event, Launched)], by_ship)


def _check_hit(board: Board, hit: TorpedoHit) -> None:
    """6.1, 6.2 The odds of the launcher; three less from ahead or astern."""
    ship, against = board.ship(hit.ship), board.ship(hit.against)
    end_on = by_hand.arc(against.at, against.heading, ship.at) != "broadside"
    result = by_hand.result(hit.odds, sum(hit.combat) - 3 * end_on)
    if result == "X" and board.counter(against).kind == "bb":
        result = "X" if hit.saved == 6 else "2W2S"
    assert hit.result == result


# --- 6.0 who carries them


@rule("battleships", "6.0")
def test_who_carries_torpedoes() -> None:
    board = begun("force_z")
    carriers = {ship.id for ship in board.state.ships if ship.torpedoes}
    assert {"atago", "jp_dd", "gb_dd"} <= carriers
    assert not {"kongo", "repulse", "prince_of_wales"} & carriers
    assert torpedo_form(board, "japanese").salvoes == ()


# --- 6.1 targets


@rule("battleships", "6.1", "6.2a")
def test_a_doctrine_of_torpedoes_leaves_alone_whoever_has_orders() -> None:
    salvoes = (
        Salvo("a", "x", 3, 6, "3:1", "bb"), Salvo("a", "y", 2, 7, "3:1", "dd"), Salvo("b", "x", 4, 5, "3:1", "bb"),
        Salvo("b", "y", 4, 8, "3:1", "dd", friend=True),
    )  # fmt: skip
    form = TorpedoForm(salvoes=salvoes, crew=("a", "b"), prey=("x", "y"))
    assert form.meant((Strike(("nearest",)),)) == (Launch("a", "y"), Launch("b", "x"))
    assert form.meant((Launch("a", "x"), Strike(("nearest",)))) == (Launch("a", "x"), Launch("b", "x"))
    assert form.meant((Strike(("x",), ("b",)), Strike(("nearest",)))) == (Launch("b", "x"), Launch("a", "y"))
    assert form.meant((Strike(("x",), within="3"),)) == (Launch("a", "x"),)
    assert form.meant((Strike(("x",), chance="6"),)) == (Launch("a", "x"),)
    assert form.meant((Strike(("x",), chance="5"),)) == (Launch("a", "x"), Launch("b", "x"))
    assert form.meant((Strike(("y",), ("b",)),)) == ()


@rule("battleships", "6.1", "6.2a")
def test_what_is_said_of_a_launch() -> None:
    board = at_sea("jp_dd 2512 A 4", "atago 2611 A 4 spent", "iowa 2711 A 1", "us_dd 2812 A 4")
    form = torpedo_form(board, "japanese")
    lines = form.preview(form.parse("launch jp_dd at=iowa\nlaunch jp_dd at=us_dd")).lines
    odds = (
        "sunk <1% · damaged 14% · hits a friend 83% · 0.5 steps on average",
        "sunk 16% · damaged 41% · 2.1 steps on average",
    )
    assert [(line.pointer, line.tone, line.text.en) for line in lines] == [
        ("/0/at", "risk", f"range 2, hits on 10 or less, then 5:1; a friend on the line: {odds[0]}"),
        ("/1/at", "spends", f"range 3, hits on 7 or less, then 5:1: {odds[1]}"),
    ]


@rule("battleships", "6.1")
def test_only_who_could_launch_is_asked_and_where_nobody_can_nothing_is_unsealed() -> None:
    board = at_sea("norfolk 2512 A 4", "bismarck 2812 A 4")
    played = play(board, torpedoes(board))
    assert played.kinds == ["torpedoes@british"]
    assert [(event.ships, event.targets) for event in played.told(Unsealed)] == [((), ())]
    assert played.following == "first_move"
    far = at_sea("norfolk 2512 A 4", "bismarck 3812 A 4")
    played = play(far, torpedoes(far))
    assert (played.kinds, played.told(Unsealed)) == ([], [])


@rule("battleships", "6.1", "3.2")
@pytest.mark.parametrize(("turn", "first"), [(1, "norfolk"), (2, "prinz_eugen")])
def test_all_launches_are_shown_together_the_inferiors_first(turn: int, first: str) -> None:
    board = at_sea("norfolk 2512 A 4", "prinz_eugen 2712 A 4", turn=turn)
    says = {"torpedoes@british": "launch norfolk at=prinz_eugen", "torpedoes@german": "launch prinz_eugen at=norfolk"}
    played = play(board, torpedoes(board), dice=[(6, 6), (6, 6)], says=says)
    (shown,) = played.told(Unsealed)
    both = ("norfolk", "prinz_eugen")
    assert (shown.ships, shown.targets) == ((both, both[::-1]) if first == "norfolk" else (both[::-1], both))
    assert [(event.ship, event.distance, event.odds) for event in played.told(Launched)] == [
        (name, 2, "3:1") for name in shown.ships
    ]


@rule("battleships", "6.1")
@rule("battleships", "6.2a")
@rule("battleships", "6.2b")
@rule("battleships", "6.2d")
@pytest.mark.parametrize("name", list(RUNS))
def test_what_a_torpedo_hits_on_its_run(name: str) -> None:
    ships, target, dice, tested, struck, crt, damage = RUNS[name]
    run = launch(ships, target, dice)
    assert run.tested == tested
    assert run.struck == struck
    assert (run.crt, run.damage) == (crt, damage)


@rule("battleships", "6.1a")
@pytest.mark.parametrize(
    ("launcher", "odds", "damage"),
    [
        ("prinz_eugen 2512 A 4", "3:1", "2W1S"), ("norfolk 2512 A 4", "3:1", "2W1S"),
        ("atago 2512 A 4", "4:1", "1W2S"), ("de_dd 2512 A 4", "4:1", "1W2S"), ("jp_dd 2512 A 4", "5:1", "sunk"),
        ("jp_cl_agano 2512 A 4", "4:1", "1W2S"), ("lutzow 2512 A 4", "3:1", "2W1S"),
    ],
)  # fmt: skip
def test_odds_by_launcher(launcher: str, odds: str, damage: str) -> None:
    """At a battlecruiser four hexes off, abeam, two threes and then nine."""
    target = "kongo 2912 A 4" if launcher.startswith("norfolk") else "hood 2912 A 4"
    run = launch((launcher, target), target.split()[0], (3, 3, 4, 5))
    assert (run.odds, run.damage) == (odds, damage)


@rule("battleships", "6.1b")
@rule("battleships", "5.6")
def test_guns_and_torpedoes_serve_in_one_turn_and_torpedoes_are_no_fire() -> None:
    board = at_sea("prinz_eugen 2512 A 4", "hood 2912 A 4")
    play(board, first_targets(board), says={"targets@german": "target prinz_eugen at=hood"})
    play(board, gunnery(board), dice=[(1, 1)])
    played = play(board, torpedoes(board), dice=[(6, 6)], says={"torpedoes@german": "launch prinz_eugen at=hood"})
    assert played.told(Damaged) == []
    assert len(board.state.markers) == 1


# --- 6.2 the run


@rule("battleships", "6.2", "9.3c")
@pytest.mark.parametrize(
    ("origin", "target", "columns", "way"),
    [
        ("2522", "2525", (20, 30), "2523"),
        ("2524", "2521", (20, 30), ""),
        ("2525", "2521", (20, 30), "2524"),
        ("2522", "2525", (20, 24), "2523 2524 2525 2526 2527"),
        ("2522", "2525", (26, 30), "2523 2524 2525 2526 2527"),
        ("2522", "2525", (25, 25), "2523"),
        ("2522", "2524", (25, 25), "2523"),
        ("2524", "2622", (20, 30), ""),
        ("2525", "2623", (20, 30), ""),
        ("2526", "2624", (20, 30), "2624"),
        ("2323", "2723", (20, 30), "2523 2723"),
        ("2423", "2823", (20, 30), "2623 2823"),
    ],
)
def test_no_torpedo_crosses_a_breakwater(origin: str, target: str, columns: tuple[int, int], way: str) -> None:
    """It parts row 23 from row 24. Along a hexside (the last five) both ways round must be walled."""
    board = at_sea("hood 3012 A 4", moles=Sides(rows=(23, 24), columns=columns))
    assert " ".join(reached(board, origin, target)) == way


@rule("battleships", "6.2")
@rule("battleships", "6.2c")
@rule("battleships", "6.2e")
@pytest.mark.parametrize(
    ("launcher", "target", "may"),
    [
        ("prinz_eugen 2512 A 4", "hood 3012 A 4", True), ("prinz_eugen 2512 A 4", "hood 3112 A 4", False),
        ("prinz_eugen 2512 A 4", "hood 2709 A 4", False),  # thirty degrees off the bow
        ("prinz_eugen 2512 A 4", "hood 2710 A 4", True), ("prinz_eugen 2512 A 4", "hood 2509 A 4", False),
        ("prinz_eugen 2512 A 4", "hood 2515 A 4", False), ("prinz_eugen 2512 C 4", "hood 2912 A 4", False),
        ("prinz_eugen 2512 A 4 w2", "hood 2912 A 4", True), ("prinz_eugen 2512 A 4 w3", "hood 2912 A 4", False),
        ("prinz_eugen 2512 A 4 spent", "hood 2912 A 4", False), ("bismarck 2512 A 4", "hood 2912 A 4", False),
    ],
)  # fmt: skip
def test_who_may_launch_at_whom(launcher: str, target: str, may: bool) -> None:
    assert ("hood" in legal_launches(launcher, target)) is may


@rule("battleships", "6.2")
@pytest.mark.parametrize(("land", "may"), [((), True), (("2612",), False), (("3112",), True), (("2613",), True)])
def test_no_torpedo_crosses_land(land: tuple[str, ...], may: bool) -> None:
    """From 2512 to 2812 the line crosses 2612 and 2712."""
    board = at_sea("norfolk 2512 A 4", "bismarck 2812 A 4", land=land)
    assert [salvo.at for salvo in torpedo_form(board, "british").salvoes] == ["bismarck"] * may


@rule("battleships", "6.2")
@rule("battleships", "6.2a")
@pytest.mark.parametrize(("land", "tested"), [((), ["bismarck", "prinz_eugen"]), (("2812",), ["bismarck"])])
def test_a_torpedo_that_missed_ends_at_land_beyond_her(land: tuple[str, ...], tested: list[str]) -> None:
    board = at_sea("norfolk 2512 A 4", "bismarck 2711 A 4", "prinz_eugen 2910 A 4", land=land and ("2810", "2811"))
    played = play(
        board, torpedoes(board), dice=[(6, 6)] * len(tested), says={"torpedoes": "launch norfolk at=bismarck"}
    )
    assert [test.against for test in played.told(Ran)] == tested
    assert len(played.told(Launched)) == 1


@rule("battleships", "6.2")
def test_who_may_launch_at_whom_by_the_words_of_the_text() -> None:
    found = 0
    for board, _, _ in salvoes():
        for side in board.sides if board.battle.moles is None else ():
            offered = {(one.ship, one.at): one.number for one in torpedo_form(board, side).salvoes}
            for ship in board.fleet(side):
                for target in board.enemies(ship):
                    number = offered.get((ship.id, target.id))
                    assert (number is not None) is by_hand.may_launch(board, ship, target), (ship, target)
                    assert number in (None, by_hand.number_to_hit(board, ship, target) if number is not None else None)
            found += len(offered)
    assert found >= BATTLES


@rule("battleships", "6.2a")
def test_a_torpedo_runs_five_hexes() -> None:
    board = at_sea("hood 3012 A 4")
    assert reached(board, "2512", "2511") == ("2511", "2510", "2509", "2508", "2507")
    assert reached(board, "2512", "2508") == ("2511", "2510", "2509", "2508", "2507")
    land = at_sea("hood 3012 A 4", land=("2509",))
    assert reached(land, "2512", "2511") == ("2511", "2510")


@rule("battleships", "6.2a")
@rule("battleships", "6.2d")
def test_torpedoes_test_whoever_lies_on_five_hexes_of_their_line_nearest_first_until_one_is_struck() -> None:
    launched = 0
    for board, launches, runs in salvoes():
        for torpedo in launches if board.battle.open_sea else ():
            events = runs.get(torpedo.ship, [])
            tests = [event for event in events if isinstance(event, Ran)]
            hits = [event for event in events if isinstance(event, TorpedoHit)]
            ship, target = board.ship(torpedo.ship), board.ship(torpedo.target)
            on_line = {one.id for one in board.afloat if by_hand.run_through(ship.at, target.at, one.at)}
            far = [by_hand.distance(ship.at, board.ship(test.against).at) for test in tests]
            assert far == sorted(far)
            assert [test.number for test in tests] == [
                by_hand.number_to_hit(board, ship, board.ship(test.against)) for test in tests
            ]
            assert [test.struck for test in tests] == [sum(test.dice) <= test.number for test in tests]
            assert [hit.against for hit in hits] == [test.against for test in tests if test.struck]
            tested = {test.against for test in tests}
            missed = {name for name in on_line - tested if not hits or by_hand.distance(
                ship.at, board.ship(name).at) < far[-1]}  # fmt: skip
            assert tested <= on_line
            assert not missed
            for hit in hits:
                _check_hit(board, hit)
            launched += 1
    assert launched >= BATTLES // 5


@rule("battleships", "6.2b")
def test_of_several_in_one_hex_the_others_come_in_drawn_order_and_batteries_never() -> None:
    board = at_sea("norfolk 2512 A 4", "bismarck 2711 A 4", "tirpitz 2711 A 4", "scharnhorst 2711 A 4")
    says = {"torpedoes@british": "launch norfolk at=tirpitz"}
    played = play(board, torpedoes(board), dice=[(6, 6)] * 3, draws=[(1, 0)], says=says)
    assert [test.against for test in played.told(Ran)] == ["tirpitz", "scharnhorst", "bismarck"]


@rule("battleships", "6.2b")
@pytest.mark.parametrize("marked", ["bismarck", "tirpitz"])
def test_of_ships_in_one_hex_the_marked_one_is_tried_first(marked: str) -> None:
    board = at_sea("norfolk 2512 A 4", "bismarck 2711 A 4", "tirpitz 2711 A 4")
    played = play(board, torpedoes(board), dice=[(6, 6)] * 2, says={"torpedoes@british": f"launch norfolk at={marked}"})
    assert next(test.against for test in played.told(Ran)) == marked


@rule("battleships", "6.2c")
def test_a_ship_launches_once_and_doctrines_may_be_several() -> None:
    board = at_sea("prinz_eugen 2512 A 4", "lutzow 2514 A 4", "hood 2812 A 4", "norfolk 2912 A 4")
    form = torpedo_form(board, "german")
    assert wrong(form, "launch prinz_eugen at=hood", "launch lutzow at=hood") == []
    assert wrong(form, "strike hood", "strike nearest") == []
    assert wrong(form, "launch lutzow at=hood", "strike hood", "launch lutzow at=norfolk") == [
        ("/2/ship", "twice", "6.2c")
    ]


@rule("battleships", "6.2c", "10.5")
@pytest.mark.parametrize(("left", "reloaded"), [(2, 8), (1, 0)])
def test_who_has_another_salvo_waits_three_turns_for_it(left: int, reloaded: int) -> None:
    board = at_sea("atago 2512 A 4", "hood 2912 A 4", turn=5)
    atago = board.ship("atago")
    atago.torpedoes = left
    play(board, torpedoes(board), dice=[(6, 6)], says={"torpedoes": "launch atago at=hood"})
    assert (atago.torpedoes, atago.reloaded) == (left - 1, reloaded)


@rule("battleships", "6.2c")
def test_who_is_to_launch_twice_is_pointed_at() -> None:
    board = at_sea("prinz_eugen 2512 A 4", "lutzow 2514 A 4", "hood 2812 A 4", "norfolk 2912 A 4")
    form = torpedo_form(board, "german")
    text = "launch prinz_eugen at=norfolk\nlaunch lutzow at=hood\nlaunch prinz_eugen at=hood"
    found = [(one.pointer, one.code, one.rule) for one in form.problems(form.read(form.parse(text)))]
    assert found == [("/2/ship", "twice", "6.2c")]


@rule("battleships", "6.2d")
@pytest.mark.parametrize(("heading", "modifier"), [("A", 0), ("D", 0), ("B", -3), ("C", 0), ("E", -3), ("F", 0)])
def test_a_torpedo_from_ahead_or_astern_does_less(heading: str, modifier: int) -> None:
    """From 2512 at a ship in 2910, who is struck from the west-south-west."""
    board = at_sea("norfolk 2512 A 4", f"bismarck 2910 {heading} 4")
    played = play(
        board, torpedoes(board), dice=[(1, 1), (3, 3)], says={"torpedoes@british": "launch norfolk at=bismarck"}
    )
    (hit,) = played.told(TorpedoHit)
    assert (hit.modifier, hit.combat) == (modifier, (3, 3))
    assert hit.result == {0: "1S", -3: "-"}[modifier]


# --- torpedo table


@rule("battleships", "T.torp")
@pytest.mark.parametrize(
    ("speed", "hexes", "number"),
    [(0, 1, 12), (0, 5, 8), (1, 1, 11), (2, 3, 8), (3, 3, 8), (4, 4, 6), (5, 1, 8), (6, 1, 8), (5, 5, 4), (6, 5, 4)],
)
def test_numbers_to_hit_by_speed_and_range(speed: int, hexes: int, number: int) -> None:
    assert number_to_hit(speed, hexes) == number
