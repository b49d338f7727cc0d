"""Chapter 4: sight, lines of sight and star shells."""

import os
from collections import Counter
from random import Random

import pytest

from games.titles.battleships.components.hexes import within
from games.titles.battleships.components.options import Options
from games.titles.battleships.orders.orders import StarShell, Target
from games.titles.battleships.rules.gunnery.targets import first_targets, second_targets, target_form
from games.titles.battleships.rules.sighting import sight
from games.titles.battleships.rules.sighting.turn import sighting
from games.titles.battleships.rules.torpedoes.torpedoes import torpedo_form
from games.titles.battleships.state.events.sighting import Sighted, TurnBegan
from games.titles.battleships.state.state import Light, Marker
from tests.titles.battleships import by_hand
from tests.titles.battleships.by_hand import is_crossed
from tests.titles.battleships.laid_out import at_sea, play, refused
from tests.titles.battleships.positions import (
    arc,
    blocked,
    crossed,
    distance,
    fort,
    gunneries,
    may_mark,
    night_board,
    seen,
    wrong,
)

rule = pytest.mark.rule
LINES = {
    "4.2b along a column": ("2510", "2514", ("2511", "2512", "2513")),
    "4.2b along a diagonal": ("3020", "3319", ("3120", "3219")),
    "4.2b a hexside between every second pair": ("2512", "2912", ("2712",)),
    "4.2b a side alone": ("2512", "2712", ()),
    "4.2b a side of the other axis": ("2512", "2610", ()),
    "4.2b both of two side by side": ("3015", "3213", ("3115", "3114")),
    "4.2b the long way round a corner": ("2512", "3015", ("2612", "2713", "2714", "2813", "2814", "2915")),
    "4.2b one hex and four that are touched": ("2512", "2709", ("2610",)),
    "4.2b three in a fan": ("2512", "2910", ("2611", "2711", "2810")),
    "4.2b neighbours have nothing between them": ("3015", "3115", ()),
    "4.2b six odd and even columns": ("2512", "3112", ("2712", "2912")),
}
ARCS = [
    # heading, target as seen from 2512, arc
    ("A", "2502", "fore"), ("A", "2906", "fore"), ("A", "2907", "broadside"), ("A", "3512", "broadside"),
    ("A", "2917", "broadside"), ("A", "2918", "aft"), ("A", "2522", "aft"), ("A", "2106", "fore"),
    ("A", "2107", "broadside"), ("A", "2118", "aft"), ("B", "3512", "fore"), ("C", "3512", "fore"),
    ("D", "3512", "broadside"), ("E", "3512", "aft"), ("F", "3512", "aft"), ("D", "2502", "aft"), ("D", "2522", "fore"),
    ("B", "2522", "broadside"), ("C", "2502", "broadside"), ("B", "2602", "broadside"), ("B", "2906", "fore"),
    ("F", "2106", "fore"), ("F", "2906", "broadside"),
]  # fmt: skip
BATTLES = int(os.environ.get("SKIRMISHES", "20"))
GUNS = ("main", "secondary")


# --- 4.1 sight


@rule("battleships", "3.1", "3.2", "4.1")
def test_a_turn_begins_with_an_empty_table_and_a_new_sight() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 4512 A 4", turn=1, sight=3)
    state = board.state
    state.lights, state.markers, state.bombarding = [Light("hood", "2512")], [Marker("hood", "bismarck")], "hood"
    state.chits, state.called, state.astray, state.spotting = {"german": ["1"]}, ["hood"], ["hood"], ["german"]
    played = play(board, sighting(board), dice=[(4,)])
    assert (state.turn, state.sight, played.following) == (2, 14, "first_targets")
    assert (state.lights, state.markers, state.bombarding) == ([], [], "")
    assert (state.chits, state.called, state.astray, state.spotting) == ({}, [], [], [])
    assert [(event.turn, event.inferior) for event in played.told(TurnBegan)] == [(2, "german")]
    assert [(one.base, one.dice, one.distance, one.squall) for one in played.told(Sighted)] == [(10, (4,), 14, False)]


@rule("battleships", "4.1")
@rule("battleships", "5.1a")
@pytest.mark.parametrize(
    ("base", "die", "target", "may"),
    [
        (8, 2, "3512", True), (8, 1, "3512", False),  # ten hexes, seen at ten, not at nine
        (12, 6, "3912", True), (12, 6, "4012", True), (12, 6, "4112", False),  # Hood's guns reach fifteen
    ],
)  # fmt: skip
def test_targets_lie_within_sight_and_range(base: int, die: int, target: str, may: bool) -> None:
    assert may_mark(f"hood 2512 A 4 at bismarck {target} A 4", sighting=base + die) is may


@rule("battleships", "4.1a")
@rule("battleships", "4.3b")
def test_the_way_of_seeing_that_costs_least_counts() -> None:
    options = Options(as_proposed=False, radar=True)
    board = at_sea("hood 2512 A 4 radar=type_284", "bismarck 3112 A 4", night=True, sight=4, options=options)
    board.state.lights = [Light("hood", "3112")]
    hood, bismarck = board.ship("hood"), board.ship("bismarck")
    assert sight.seen(board, hood, bismarck) == ("radar", 0)
    bismarck.at = "3312"
    board.state.lights = [Light("hood", "3312")]
    assert sight.seen(board, hood, bismarck) == ("shell", -1)
    board.state.sight = 8
    assert sight.seen(board, hood, bismarck) == ("plain", 0)


@rule("battleships", "4.1a", "4.3")
@pytest.mark.parametrize(
    ("lines", "found"),
    [
        (("target hood at=bismarck",), [("/0/at", "not_sighted", "4.1a")]),
        (("target hood at=bismarck", "star_shell norfolk at=2912"), []),
        (("star_shell hood at=2912", "target hood at=bismarck"), []),
        (("star_shell hood at=2812", "target hood at=bismarck"), [("/1/at", "not_sighted", "4.1a")]),
        (("star_shell hood at=2912", "secondary hood at=prinz_eugen"), [("/1/at", "not_sighted", "4.1a")]),
        (("star_shell hood at=2912", "star_shell norfolk at=2812"), []),
        (("star_shell hood at=2912", "star_shell hood at=2812"), [("/1/ship", "twice", "4.3")]),
    ],
)
def test_by_night_what_is_marked_is_lit_by_somebody(lines: tuple[str, ...], found: list[tuple[str, str, str]]) -> None:
    ships = ("hood 2512 A 4", "norfolk 2514 A 4", "bismarck 2912 A 4", "prinz_eugen 2812 A 4")
    assert wrong(target_form(at_sea(*ships, night=True, sight=1), "british"), *lines) == found


@rule("battleships", "4.1a")
@rule("battleships", "5.1a")
def test_who_may_mark_whom_by_the_words_of_the_text() -> None:
    aims = 0
    for board, _ in gunneries():
        for side in board.sides:
            form = target_form(board, side)
            offered = {(aim.ship, aim.at, "secondary" if aim.secondary else "main"): aim for aim in form.aims}
            lightable = {at for flare in form.flares for at in flare.hexes}
            for ship in board.fleet(side):
                for target in board.enemies(ship):
                    lit = any(light.at == target.at for light in board.state.lights)
                    seen = by_hand.penalty(board, ship, target, lit=lit) is not None
                    by_shell = not seen and target.at in lightable
                    by_shell = by_shell and by_hand.penalty(board, ship, target, lit=True) is not None
                    for guns in GUNS:
                        may = by_hand.may_fire(board, ship, target, guns)
                        aim = offered.get((ship.id, target.id, guns))
                        assert (aim is not None) is (may and (seen or by_shell)), (ship, target, guns)
                        assert aim is None or aim.needs == ("" if seen else target.at)
                        aims += aim is not None
    assert aims >= BATTLES


@rule("battleships", "4.1b")
def test_torpedoes_need_no_sight() -> None:
    board = at_sea("prinz_eugen 2512 A 4", "hood 2912 A 4", sight=1, night=True)
    assert [salvo.at for salvo in torpedo_form(board, "german").salvoes] == ["hood"]


# --- 4.2 lines of sight


@rule("battleships", "4.2")
@rule("battleships", "4.2b")
@pytest.mark.parametrize(
    ("land", "stands"),
    [
        (("2712",), True),  # land upon the line, by day and night
        (("2611", "2612"), False),  # between two hexes of land
        (("2811",), False),
        (("2512", "2912"), False),  # one's own hex and the target's
    ],
)
@pytest.mark.parametrize("light", ["day", "night"])
def test_land_in_the_way(light: str, land: tuple[str, ...], stands: bool) -> None:
    assert blocked("2512", "2912", light=light, land=land) is stands


@rule("battleships", "4.2a")
@pytest.mark.parametrize(
    ("light", "between", "side", "stands"),
    [
        ("day", "2712", "own", False),  # by day nobody is in the way
        ("night", "2712", "own", True),  # a friend upon the line
        ("night", "2712", "enemy", False),  # an enemy is not
        ("night", "2611", "own", False),  # a friend beside it
        ("night", "2612", "own", False),
    ],
)
def test_ships_in_the_way(light: str, between: str, side: str, stands: bool) -> None:
    assert blocked("2512", "2912", light=light, ships={between: side}) is stands


@rule("battleships", "4.2b")
@pytest.mark.parametrize("name", list(LINES))
def test_hexes_that_a_line_crosses(name: str) -> None:
    one, other, between = LINES[name]
    assert crossed(one, other) == between
    assert set(crossed(other, one)) == set(between)


@rule("battleships", "4.2b")
@pytest.mark.parametrize("one", ["2512", "3015"], ids=["odd column", "even column"])
def test_hexes_that_lines_in_every_direction_cross(one: str) -> None:
    near = sorted(within(one, 5))
    for other in near:
        assert set(crossed(one, other)) == {at for at in near if is_crossed(one, other, at)}, other


@rule("battleships", "4.2b")
@pytest.mark.parametrize("far", range(6, 20))
def test_hexes_that_long_lines_cross(far: int) -> None:
    """A line in each of some directions, as steep and as flat as may be."""
    dice = Random(far)
    for other in dice.sample(sorted(set(within("3017", far)) - set(within("3017", far - 1))), 3):
        between = [at for at in within("3017", far) if distance("3017", at) + distance(at, other) <= far + 1]
        assert set(crossed("3017", other)) == {at for at in between if is_crossed("3017", other, at)}, other


# --- 4.3 star shells


@rule("battleships", "4.3")
@pytest.mark.parametrize(("target", "may"), [("3012", True), ("3112", False)])
def test_a_star_shell_carries_five_hexes(target: str, may: bool) -> None:
    board = at_sea("hood 2512 A 4", f"bismarck {target} A 4", night=True, sight=2)
    assert [flare.hexes for flare in target_form(board, "british").flares] == ([(target,)] if may else [])


@rule("battleships", "4.3")
def test_star_shells_are_offered_over_enemies_and_over_what_they_are_wanted_for() -> None:
    """Friends alone are not worth a shell; an enemy is, in sight or not."""
    board = at_sea(
        "hood 2512 A 4", "norfolk 2514 A 4", "bismarck 2812 A 4", "prinz_eugen 2912 A 4", night=True, sight=3
    )
    form = target_form(board, "british")
    assert {flare.ship: set(flare.hexes) for flare in form.flares} == {
        "hood": {"2812", "2912"}, "norfolk": {"2812", "2912"}
    }  # fmt: skip


@rule("battleships", "4.3")
@rule("battleships", "4.3a")
@pytest.mark.parametrize(
    ("firer", "target", "lit", "expected"),
    [
        ("3712", "2512", "2512", "shell"),  # twelve hexes
        ("3812", "2512", "2512", ""),  # thirteen
        ("3712", "2512", "2612", ""),  # the light stands in the next hex
        ("2912", "2512", "2512", "plain"),  # four hexes: seen without it, no penalty
        ("3012", "2512", "2512", "shell"),  # five
    ],
)
def test_what_a_star_shell_lights(firer: str, target: str, lit: str, expected: str) -> None:
    """By night, sighting distance four."""
    assert seen(firer, target, sighting=4, lit=(lit,)) == expected


@rule("battleships", "4.3")
def test_a_battery_fires_no_star_shells() -> None:
    board = fort("hood 2508 C 4", "bismarck 2513 A 4", night=True)
    assert [flare.ship for flare in target_form(board, "german").flares] == ["bismarck"]


@rule("battleships", "4.3")
def test_a_ship_that_fired_a_star_shell_by_order_lights_nothing_else_for_a_doctrine() -> None:
    board = at_sea(
        "hood 2512 A 4", "norfolk 2513 A 4", "bismarck 2508 A 4", "prinz_eugen 2608 A 4", night=True, sight=1
    )  # fmt: skip
    form = target_form(board, "british")
    text = "star_shell hood at=2508\nstar_shell norfolk at=2508\nengage prinz_eugen light=yes"
    orders = form.meant(form.accept(form.parse(text)))
    fired = Counter(order.ship for order in orders if isinstance(order, StarShell))
    assert fired == {"hood": 1, "norfolk": 1}
    assert Target("hood", "prinz_eugen") not in orders  # nobody is left to light her


@rule("battleships", "4.3")
@pytest.mark.parametrize(
    ("lines", "rules"),
    [
        ("star_shell hood at=2912\nstar_shell norfolk at=2812", []),
        ("star_shell hood at=2912\nstar_shell hood at=2812", ["4.3"]),
    ],
)
def test_every_ship_fires_a_star_shell_once_in_a_turn(lines: str, rules: list[str]) -> None:
    """4.3 says one ship a turn of any ship: taken as once a turn for each."""
    assert refused(target_form(night_board(), "british"), lines) == rules


@rule("battleships", "4.3.1")
@rule("battleships", "4.3")
def test_both_sides_light_up_with_their_targets_and_once_a_ship() -> None:
    board = at_sea("hood 2512 A 4", "bismarck 2912 A 4", night=True, sight=3)
    says = {"targets@british": "star_shell hood at=2912\ntarget hood at=bismarck"}
    play(board, first_targets(board), says=says)
    assert [(light.ship, light.at) for light in board.state.lights] == [("hood", "2912")]
    assert [(marker.target, marker.sight) for marker in board.state.markers] == [("bismarck", "shell")]
    assert not sight.can_light(board, board.ship("hood"))
    play(board, second_targets(board), says={"targets@german": "star_shell bismarck at=2512\ntarget bismarck at=hood"})
    assert len(board.state.lights) == 2
    twice = at_sea("hood 2512 A 4", "bismarck 2912 A 4", "prinz_eugen 2812 A 4", night=True, sight=1)
    form = target_form(twice, "british")
    assert refused(form, "star_shell hood at=2912\nstar_shell hood at=2812") == ["4.3"]
    assert refused(form, "target hood at=bismarck") == ["4.1a"]


@rule("battleships", "4.3c")
def test_lights_go_out_and_3w_fires_none() -> None:
    board = at_sea("hood 2512 A 4 w3", "norfolk 2514 A 4", "bismarck 2912 A 4", night=True, sight=3)
    assert {flare.ship for flare in target_form(board, "british").flares} == {"norfolk"}
    board.state.lights = [Light("norfolk", "2912")]
    play(board, sighting(board), dice=[(3,)])
    assert board.state.lights == []
    day = at_sea("hood 2512 A 4", "bismarck 2912 A 4")
    assert target_form(day, "british").flares == ()


# --- arcs


@rule("battleships", "T.arc")
@pytest.mark.parametrize(("heading", "target", "expected"), ARCS)
def test_arcs_with_their_boundaries(heading: str, target: str, expected: str) -> None:
    """A line of thirty degrees off the bow or the stern belongs to the narrow arc."""
    assert arc("2512", heading, target) == expected
