"""Shots: attack, odds, modifiers, range and secondary guns (5.3-5.11, damage point and modifier tables)."""

import os

import pytest

from games.titles.battleships.components import hexes
from games.titles.battleships.rules.gunnery.fire import gunnery
from games.titles.battleships.rules.gunnery.targets import target_form
from games.titles.battleships.state.board import Board
from games.titles.battleships.state.events.gunnery import Fired, Secondaries
from games.titles.battleships.state.state import Marker
from tests.titles.battleships import by_hand
from tests.titles.battleships.by_hand import distance as true_distance
from tests.titles.battleships.laid_out import at_sea, play
from tests.titles.battleships.positions import attack, distance, fight, gunneries, legal_marks, odds, shoot

rule = pytest.mark.rule
SHOTS = {
    # name: firer, target, DPT dice, CRT dice (and the die of an X) -> points, odds, damage
    "5.3 Hood at Bismarck, ten hexes": ("hood 2512 A 4", "bismarck 3512 A 4", (4, 5), (3, 3), 25, "1:1", "1W"),
    "5.3 thirteen hexes": ("hood 2512 A 4", "bismarck 3812 A 4", (3, 4), (4, 4), 20, "1:1", "1S"),
    "5.3 fourteen": ("hood 2512 A 4", "bismarck 3912 A 4", (3, 4), (4, 4), 10, "1:2", ""),
    "5.3 five hexes": ("hood 2512 A 4", "bismarck 3012 A 4", (3, 4), (3, 4), 20, "1:1", "1W"),
    "5.3 four": ("hood 2512 A 4", "bismarck 2912 A 4", (3, 4), (3, 4), 35, "2:1", "2W"),
    "5.3 the five columns of Norfolk": ("norfolk 2512 A 4", "prinz_eugen 2712 A 4", (3, 4), (3, 4), 16, "3:1", "2W"),
    "5.3 three hexes": ("norfolk 2512 A 4", "prinz_eugen 2812 A 4", (3, 4), (3, 4), 10, "2:1", "2W"),
    "5.3 Norfolk, five hexes": ("norfolk 2512 A 4", "prinz_eugen 3012 A 4", (3, 4), (4, 5), 4, "1:2", "1W"),
    "5.3 fourteen, no odds": ("norfolk 2512 A 4", "prinz_eugen 3912 A 4", (3, 4), None, 2, "", ""),
    "5.12 a third less": ("bismarck 2512 A 4 w1", "hood 3512 A 4", (3, 3), (6, 3), 10, "1:1", "1W1S"),
    "5.12 two thirds less": ("bismarck 2512 A 4 w2", "hood 3512 A 4", (3, 3), None, 4, "", ""),
    "5.12 the same, eight": ("bismarck 2512 A 4 w2", "hood 3512 A 4", (4, 4), (5, 4), 6, "1:2", "1W"),
    # speed
    "5.8 at speed two": ("hood 2512 A 4", "bismarck 3512 A 2", (3, 4), (5, 5), 20, "1:1", "1W1S"),
    "5.8 at speed one": ("hood 2512 A 4", "bismarck 3512 A 1", (3, 4), (5, 5), 25, "1:1", "1W1S"),
    "5.8 lying still": ("hood 2512 A 4", "bismarck 3512 A 0", (4, 4), (5, 5), 30, "2:1", "1W1S"),
    # arcs
    "5.7 ahead": ("hood 2512 A 4", "bismarck 2502 A 4", (3, 4), (3, 4), 16, "1:1", "1W"),
    "5.7 astern": ("hood 2512 A 4", "bismarck 2522 A 4", (3, 4), (3, 4), 16, "1:1", "1W"),
    "5.7 thirty degrees off the bow": ("hood 2512 A 4", "bismarck 2906 A 4", (3, 4), (3, 4), 16, "1:1", "1W"),
    "5.7 a little more": ("hood 2512 A 4", "bismarck 2907 A 4", (3, 4), (3, 4), 20, "1:1", "1W"),
    # the ends of the table
    "5.3a below two": ("hood 2512 A 4", "bismarck 2502 A 4", (1, 1), None, 0, "", ""),
    "5.3a above twelve": ("hood 2512 A 4", "bismarck 3512 A 0", (6, 6), (2, 2), 45, "3:1", ""),
    "5.3a the highest column, nine": ("hood 2512 A 4", "bismarck 2912 A 4", (4, 5), (1, 4), 46, "3:1", "1W"),
    # sinking
    "5.12a a battleship survives": ("hood 2512 A 4", "bismarck 2912 A 4", (4, 5), (6, 5, 5), 46, "3:1", "2W2S"),
    "5.12a or not": ("hood 2512 A 4", "bismarck 2912 A 4", (4, 5), (6, 5, 6), 46, "3:1", "sunk"),
    "5.12a a battlecruiser never": ("bismarck 2512 A 4", "hood 3512 A 4", (4, 5), (6, 6), 25, "2:1", "sunk"),
    "5.12a nor a cruiser": ("hood 2512 A 4", "prinz_eugen 3512 A 4", (3, 4), (5, 6), 20, "4:1", "sunk"),
}  # fmt: skip
FIGHTS = {
    # name: ships, marks, dice in the order of the marks, modifiers of each shot, points of each shot
    "5.6 under fire": (
        ("hood 2512 A 4", "bismarck 3512 A 4"), ("hood>bismarck", "bismarck>hood"),
        {"hood>bismarck": (3, 4), "bismarck>hood": (3, 4)}, {"hood>bismarck": -2, "bismarck>hood": -2},
        {"hood>bismarck": 10, "bismarck>hood": 10},
    ),
    "5.5 two at one": (
        ("hood 2512 A 4", "prince_of_wales 2514 A 4", "bismarck 3512 A 4"),
        ("hood>bismarck", "prince_of_wales>bismarck"),
        {"hood>bismarck": (3, 4), "prince_of_wales>bismarck": (3, 4)},
        {"hood>bismarck": -1, "prince_of_wales>bismarck": -1},
        {"hood>bismarck": 16, "prince_of_wales>bismarck": 16},
    ),
    "5.5 three at one are no worse": (
        ("hood 2512 A 4", "prince_of_wales 2514 A 4", "norfolk 2516 A 4", "bismarck 3512 A 4"),
        ("hood>bismarck", "prince_of_wales>bismarck", "norfolk>bismarck"),
        {"hood>bismarck": (4, 4), "prince_of_wales>bismarck": (3, 4), "norfolk>bismarck": (3, 4)},
        {"hood>bismarck": -1, "prince_of_wales>bismarck": -1, "norfolk>bismarck": -1},
        {"hood>bismarck": 20, "prince_of_wales>bismarck": 16, "norfolk>bismarck": 4},
    ),
    "5.4 everything together": (
        ("hood 2512 A 4", "norfolk 2516 A 4", "bismarck 2502 A 1", "prinz_eugen 2504 A 4"),
        ("hood>bismarck", "norfolk>bismarck", "bismarck>hood", "prinz_eugen>hood"),
        {"hood>bismarck": (4, 4), "norfolk>bismarck": (6, 6), "bismarck>hood": (6, 6), "prinz_eugen>hood": (6, 6)},
        # Hood: ahead -1, two fire -1, under fire twice -2, target at one knot +2
        {"hood>bismarck": -2, "norfolk>bismarck": 0, "bismarck>hood": -4, "prinz_eugen>hood": -2},
        {"hood>bismarck": 16, "norfolk>bismarck": 12, "bismarck>hood": 25, "prinz_eugen>hood": 12},
    ),
    "5.5a the secondaries of another ship": (
        ("hood 2512 A 4", "prince_of_wales 2514 A 4", "prinz_eugen 3112 A 4"),
        ("hood+prinz_eugen", "prince_of_wales>prinz_eugen"),
        {"prince_of_wales>prinz_eugen": (3, 4)}, {"prince_of_wales>prinz_eugen": -1},
        {"prince_of_wales>prinz_eugen": 16},
    ),
    "5.5a her own secondaries": (
        ("hood 2512 A 4", "prinz_eugen 3112 A 4"), ("hood>prinz_eugen", "hood+prinz_eugen"),
        {"hood>prinz_eugen": (3, 4)}, {"hood>prinz_eugen": 0}, {"hood>prinz_eugen": 20},
    ),
}  # fmt: skip
BATTLES = int(os.environ.get("SKIRMISHES", "20"))


def _survived(board: Board, shot: Fired | Secondaries, result: str) -> str:
    """5.12 A battleship rolls once more for an X, and sinks on a six alone."""
    if result == "X" and board.counter(board.ship(shot.target)).kind == "bb":
        return "X" if shot.saved == 6 else "2W2S"
    return result


# --- 5.3 shots


@rule("battleships", "5.3")
@rule("battleships", "5.3a")
@rule("battleships", "5.7")
@rule("battleships", "5.8")
@rule("battleships", "5.12")
@rule("battleships", "5.12a")
@rule("battleships", "T.dpt")
@rule("battleships", "T.crt")
@pytest.mark.parametrize("name", list(SHOTS))
def test_single_shots_from_dice_to_damage(name: str) -> None:
    firer, target, dpt, crt, points, column, damage = SHOTS[name]
    shot = shoot(firer, target, dpt, crt)
    assert (shot.points, shot.odds, shot.damage) == (points, column, damage)


@rule("battleships", "5.3")
@rule("battleships", "T.mod")
def test_every_shot_comes_to_what_the_text_and_the_charts_say() -> None:
    fired = 0
    for board, shots in gunneries():
        assert len(shots) <= len(board.state.markers)
        markers = {(one.firer, one.guns): one for one in board.state.markers}
        for shot in shots:
            against = board.ship(shot.target)
            if isinstance(shot, Secondaries):
                assert (shot.odds, shot.result) == (
                    "1:1",
                    _survived(board, shot, by_hand.result("1:1", sum(shot.combat))),
                )
                continue
            marker, ship = markers[shot.firer, "main"], board.ship(shot.firer)
            far = by_hand.distance(ship.at, against.at)
            changed = by_hand.attack(board, ship, far)
            roll = sum(shot.dice) + sum(by_hand.modifiers(board, marker, against))
            points = by_hand.points(changed, roll)
            odds = by_hand.odds(points, board.counter(against).defence)
            assert (shot.distance, shot.changed, shot.points, shot.odds) == (far, changed, points, odds), (shot, roll)
            assert shot.result == (_survived(board, shot, by_hand.result(odds, sum(shot.combat))) if odds else "-")
            fired += 1
    assert fired >= BATTLES // 2


@rule("battleships", "5.3b")
@pytest.mark.parametrize(
    ("points", "defence", "column"),
    [
        (35, 10, "3:1"), (30, 10, "3:1"), (29, 10, "2:1"), (20, 10, "2:1"), (19, 10, "1:1"), (10, 10, "1:1"),
        (9, 10, "1:2"), (5, 10, "1:2"), (4, 10, ""), (0, 1, ""),
        (8, 15, "1:2"), (7, 15, ""), (13, 25, "1:2"), (12, 25, ""), (5, 9, "1:2"), (4, 9, ""),  # odd defences
        (45, 9, "5:1"), (44, 9, "4:1"), (36, 9, "4:1"), (35, 9, "3:1"), (100, 1, "5:1"),
    ],
)  # fmt: skip
def test_odds_are_rounded_in_favour_of_the_defender(points: int, defence: int, column: str) -> None:
    assert odds(points, defence) == column


@rule("battleships", "5.3b")
def test_below_the_lowest_odds_nothing_more_is_rolled_or_told() -> None:
    """Norfolk at fourteen hexes: no combat dice, and none that a battleship throws for an X (5.12)."""
    board = at_sea("norfolk 2512 A 4", "prinz_eugen 3912 A 4")
    board.state.markers = [Marker("norfolk", "prinz_eugen")]
    (fired,) = play(board, gunnery(board), dice=[(3, 4)]).told(Fired)
    assert (fired.odds, fired.combat, fired.result, fired.saved) == ("", (), "-", 0)


@rule("battleships", "5.3c")
@rule("battleships", "5.10")
@rule("battleships", "T.range")
@pytest.mark.parametrize(
    ("ship", "weapons", "hexes", "expected"),
    [
        ("hood", 0, 1, 126), ("hood", 0, 2, 126), ("hood", 0, 3, 84), ("hood", 0, 4, 84), ("hood", 0, 5, 42),
        ("hood", 0, 13, 42), ("hood", 0, 14, 21), ("hood", 0, 15, 21),
        # damage first, then the distance, both rounded down
        ("hood", 1, 13, 28), ("hood", 2, 13, 14), ("hood", 1, 14, 14), ("hood", 2, 14, 7),
        ("bismarck", 1, 5, 25), ("bismarck", 2, 5, 12), ("bismarck", 1, 14, 12), ("bismarck", 2, 14, 6),
        ("bismarck", 1, 4, 50), ("bismarck", 2, 2, 36), ("yamato", 1, 5, 52), ("yamato", 2, 5, 26),
        ("norfolk", 0, 14, 5), ("norfolk", 1, 2, 21), ("norfolk", 2, 14, 1), ("gb_dd", 2, 5, 2), ("gb_dd", 1, 2, 12),
        # no guns at all
        ("hood", 3, 1, 0),
    ],
)  # fmt: skip
def test_attack_by_damage_and_distance(ship: str, weapons: int, hexes: int, expected: int) -> None:
    assert attack(ship, weapons, hexes) == expected


# --- 5.4 modifiers


@rule("battleships", "4.3b", "5.5")
def test_a_shot_by_star_shell_is_a_risk_and_others_at_the_target_are_reckoned_with() -> None:
    board = at_sea("hood 2512 A 4", "norfolk 2514 A 4", "bismarck 3012 A 4", night=True, sight=1)
    form = target_form(board, "british")
    draft = form.parse("star_shell hood at=3012\ntarget hood at=bismarck\ntarget norfolk at=bismarck")
    lines = form.preview(draft).lines
    assert [(line.pointer, line.tone) for line in lines] == [("/1/at", "risk"), ("/2/at", "risk")]
    assert [sum(one.amount for one in line.odds.modifiers) for line in lines if line.odds] == [-2, -2]
    assert "by star shell −1" in lines[0].text.en


@rule("battleships", "T.mod", "5.7", "5.11")
@pytest.mark.parametrize(
    ("ships", "order", "said", "tone"),
    [
        (("hood 2512 A 4", "bismarck 2502 A 4"), "target hood at=bismarck",
         "range 10, fore, attack 42, in sight: sunk <1% · damaged 49% · 0.7 steps on average · −1 ahead or astern 5.7",
         "free"),
        (("hood 2512 A 4", "bismarck 2522 A 4"), "target hood at=bismarck",
         "range 10, aft, attack 42, in sight: sunk <1% · damaged 49% · 0.7 steps on average · −1 ahead or astern 5.7",
         "free"),
        (("hood 2512 A 4", "bismarck 3912 A 4"), "target hood at=bismarck",
         "range 14, broadside, attack 21, in sight: sunk <1% · damaged 38% · 0.5 steps on average", "free"),
        (("norfolk 2512 A 4", "bismarck 3512 A 4"), "target norfolk at=bismarck",
         "range 10, broadside, attack 11, in sight: sunk <1% · damaged 11% · 0.1 steps on average", "free"),
        (("hood 2512 A 4", "prinz_eugen 2912 A 0"), "secondary hood at=prinz_eugen",
         "range 4, broadside, in sight: sunk 3% · damaged 69% · 1.1 steps on average", "free"),
    ],
)  # fmt: skip
def test_what_is_said_of_a_shot(ships: tuple[str, ...], order: str, said: str, tone: str) -> None:
    form = target_form(at_sea(*ships), "british")
    (line,) = form.preview(form.parse(order)).lines
    assert (line.text.en, line.tone, line.pointer) == (said, tone, "/0/at")


@rule("battleships", "T.mod")
@rule("battleships", "5.4")
@rule("battleships", "5.5a")
@rule("battleships", "5.5")
@rule("battleships", "5.6")
@pytest.mark.parametrize("name", list(FIGHTS))
def test_modifiers_of_shots_in_company(name: str) -> None:
    ships, marks, dice, modifiers, points = FIGHTS[name]
    fought = fight(ships, marks, dice)
    assert {key: shot.modifier for key, shot in fought.main.items()} == modifiers
    assert {key: shot.points for key, shot in fought.main.items()} == points


# --- 5.10 range


@rule("battleships", "5.10", "6.2a")
@pytest.mark.parametrize("radius", [1, 2, 5])
def test_hexes_about_a_hex(radius: int) -> None:
    near = hexes.about("2512", radius)
    assert near == {"2512", *hexes.within("2512", radius)}
    assert len(near) == 1 + 3 * radius * (radius + 1)
    assert "2512" not in list(hexes.within("2512", radius))
    assert {true_distance("2512", at) for at in near} == set(range(radius + 1))


@rule("battleships", "5.10")
@pytest.mark.parametrize(
    ("one", "other", "hexes"),
    [
        ("2512", "2512", 0), ("2512", "2612", 1), ("2512", "2611", 1), ("2611", "2511", 1), ("2611", "2510", 2),
        ("2512", "2712", 2), ("2512", "2610", 2), ("2512", "3012", 5), ("2512", "3015", 6), ("2512", "2808", 5),
        ("2512", "3812", 13), ("2512", "3912", 14), ("1101", "5534", 55),
    ],
)  # fmt: skip
def test_distances_count_the_target_not_the_firer(one: str, other: str, hexes: int) -> None:
    assert distance(one, other) == distance(other, one) == hexes


# --- 5.11 secondary guns


@rule("battleships", "5.11")
@rule("battleships", "5.11a")
@pytest.mark.parametrize(
    ("firer", "target", "may"),
    [
        ("hood 2512 A 4", "prinz_eugen 3212 A 4", True), ("hood 2512 A 4", "prinz_eugen 3312 A 4", False),
        ("hood 2512 A 4", "bismarck 2912 A 4", False),  # not at a battleship
        ("hood 2512 A 4 w2", "prinz_eugen 3212 A 4", True), ("hood 2512 A 4 w3", "prinz_eugen 3212 A 4", False),
        ("norfolk 2512 A 4", "prinz_eugen 3212 A 4", False),  # a cruiser has none
        ("hood 2512 A 4", "prinz_eugen 2506 A 4", True),  # ahead
    ],
)  # fmt: skip
def test_whom_secondaries_reach(firer: str, target: str, may: bool) -> None:
    assert (target.split()[0] in legal_marks(firer, target).secondary) is may


@rule("battleships", "5.11")
@pytest.mark.parametrize(
    ("crt", "damage"), [((2, 3), ""), ((3, 3), "1W"), ((4, 4), "1S"), ((6, 5), "1W1S"), ((6, 6), "sunk")]
)
def test_secondaries_always_fire_at_even_odds(crt: tuple[int, int], damage: str) -> None:
    fought = fight(("hood 2512 A 4 w2", "prinz_eugen 3212 A 4"), ("hood+prinz_eugen",), {"hood+prinz_eugen": crt})
    (shot,) = fought.secondary.values()
    assert (shot.odds, shot.damage) == ("1:1", damage)
