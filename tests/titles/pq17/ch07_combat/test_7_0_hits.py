"""7.0: hits, and what they leave of ships."""

import msgspec
import pytest

from games.titles.pq17.rules.forces.hits import Wound, forget_odd_hits, state_modifier, wound
from games.titles.pq17.rules.forces.submarine_combat import Escort, escort_dice
from games.titles.pq17.rules.forces.torpedoes import fire_salvo
from games.titles.pq17.rules.movement.towing import tow_or_sink
from games.titles.pq17.rules.surface.gunnery import Hit
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.surface import ShipHit
from games.titles.pq17.state.state import Loss
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.surface_battles import exchange_told
from tests.titles.pq17.ch15_campaign.orders_of_battle import folded
from tests.titles.pq17.playing import heard, phase
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import counter, read_counters, run

rule = pytest.mark.rule


def hit(words: str, hits: int) -> tuple[int, bool, bool]:
    """Strength left, dead, sunk."""
    one = counter(words)
    found = wound(one, BOX.ships[one.ship], hits)
    assert one.dead == found.dead
    return one.strength, found.dead, found.sunk


@rule("pq17", "7.0", "7.5.9")
@pytest.mark.parametrize("dark", [False, True])
def test_7_0_what_a_hit_does_in_the_dark_its_owner_sees(dark: bool) -> None:
    board = exchange_told(Hit("london", "london", 2, Wound(lost=3, dead=True, sunk=True)), dark=dark)
    whole = ShipHit("allied", "london", "london", 2, 3, dead=True, sunk=True)
    assert heard(board, "allied") == [whole]
    assert heard(board, "axis") == [ShipHit("allied", "london", "", 2, 0) if dark else whole]


@rule("pq17", "7.0", "15.5", "15.5.3b")
@pytest.mark.parametrize(("left", "dead"), [(0, True), (1, False)])
def test_7_0_a_wreck_that_ice_put_out_comes_back_a_wreck(left: int, dead: bool) -> None:
    """Under tow she had no strength left to lose; she lies in port, and is with no operation."""
    there = folded(losses=(Loss("allied", "king_george_v", left, 9, "ice", open=False, at="0516"),))
    (away,) = there.away
    assert (away.unit.strength, away.unit.dead) == (left, dead)


@rule("pq17", "7.0a", "7.0c", "7.0d", positions=("PP70", "PP71"))
@pytest.mark.parametrize(
    ("ship", "hits", "left_over"),
    [
        ("norfolk 1", 1, (0, True, False)),
        ("dd_a_i 1", 1, (0, False, True)),
        ("mv 1", 1, (0, False, True)),
        ("dd_a_i 3", 2, (1, False, False)),
        ("suffolk 2", 2, (0, True, False)),
        ("suffolk 2", 3, (0, False, True)),
        ("aldersdale 1", 2, (0, False, True)),
        ("aldersdale 1", 1, (0, True, False)),
        ("norfolk 3", 0, (3, False, False)),
    ],
)
def test_7_0a_hits_take_steps_and_the_one_beyond_sinks(ship: str, hits: int, left_over: tuple[int, bool, bool]) -> None:
    assert hit(ship, hits) == left_over


@rule("pq17", "7.0b", position="PP72")
def test_7_0b_double_steps_take_two_hits_and_odd_ones_are_forgotten() -> None:
    double = msgspec.structs.replace(BOX.ships["wichita"], steps=(4, 2))
    one = Counter("wichita", 4)
    assert wound(one, double, 1).lost == 0
    assert one.strength == 4
    forget_odd_hits([one])
    assert wound(one, double, 1).lost == 0
    assert wound(one, double, 1).lost == 2, "within a round they add up"
    assert wound(one, double, 2).dead
    assert one.strength == 0


@rule("pq17", "7.0d")
def test_7_0d_any_hit_on_a_ship_dead_in_the_water_sinks_her() -> None:
    dead = Counter("norfolk", 0, dead=True)
    assert wound(dead, BOX.ships["norfolk"], 1).sunk


@rule("pq17", "7.0d")
def test_7_0d_the_hits_of_a_salvo_at_a_ship_are_summed() -> None:
    stack = read_counters("suffolk 2")
    found = run(fire_salvo(BOX, stack, 2, key="t"), dice=[(8, 8), (0,), (5,)])
    assert stack == []
    assert [(one.lost, one.sunk) for one in found.hits] == [(2, 1)]


@rule("pq17", "7.0d", "7.3.1d")
def test_7_0d_a_torpedo_that_hits_a_ship_another_has_sunk_is_lost() -> None:
    """The first torpedo hits the oiler, the second sinks a merchant and her with it."""
    stack = read_counters("mv 3", "aldersdale 2")
    hits = run(fire_salvo(BOX, stack, 2, key="s"), dice=[(9, 9), (0,), (8,)], lots=[3, 0, 2]).hits
    assert [(one.ship, one.lost, one.sunk) for one in hits] == [("mv", 1, 1), ("aldersdale", 2, 1)]
    assert [(one.ship, one.strength) for one in stack] == [("mv", 2)]


@rule("pq17", "7.0d", position="PP223")
@pytest.mark.parametrize(
    ("ship", "salvos", "after"),
    [
        ("aldersdale 2", (2,), ["dead"]),
        ("aldersdale 2", (3,), ["sunk"]),
        ("aldersdale 2", (1, 1, 1), ["1", "dead", "sunk"]),
        ("duke_of_york 1", (1, 1), ["dead", "sunk"]),
    ],
)
def test_7_0d_the_hit_beyond_the_last_step_sinks(ship: str, salvos: tuple[int, ...], after: list[str]) -> None:
    one, found = counter(ship), []
    for hits in salvos:
        suffered = wound(one, BOX.ships[one.ship], hits)
        found.append("sunk" if suffered.sunk else "dead" if one.dead else str(one.strength))
    assert found == after


@rule("pq17", "7.0e", "5.1.1", "5.1.1a")
@pytest.mark.parametrize(
    ("wrecks", "tugs", "floats"),
    [
        (("kent 0+dead",), ("dd_a_i 1",), ["kent"]), (("kent 0+dead", "norfolk 0+dead"), ("dd_a_i 1",), ["kent"]),
        (("kent 0+dead", "norfolk 0+dead"), ("dd_a_i 2",), ["kent", "norfolk"]), (("kent 0+dead",), ("tb_hunt 4",), []),
        (("duke_of_york 0+dead",), ("dd_a_i 4",), []), (("duke_of_york 0+dead",), ("kent 1",), ["duke_of_york"]),
        (("kent 0+dead",), ("dd_a_i 1+crippled",), []), (("aldersdale 0+dead",), ("dd_a_i 1",), ["aldersdale"]),
    ],
)  # fmt: skip
def test_7_0e_who_is_towed_at_the_end_of_a_combine_segment(
    wrecks: tuple[str, ...], tugs: tuple[str, ...], floats: list[str]
) -> None:
    one = force("t", "allied", "task_force", OPEN)
    one.counters = read_counters(*wrecks, *tugs)
    board = phase(arctic(one), "axis")
    tow_or_sink(board)
    assert [ship.ship for ship in one.counters if ship.towed] == floats
    assert len(board.state.losses) == len(wrecks) - len(floats)


@rule("pq17", "7.0f")
def test_7_0f_ships_dead_or_towing_do_not_count() -> None:
    assert [
        one.counts() for one in read_counters("dd_a_i 1", "dd_a_i 1+tows", "norfolk 0+dead", "norfolk 0+towed")
    ] == [
        True,
        False,
        False,
        False,
    ]


@rule("pq17", "7.0f", "7.4.1", position="PP74")
def test_7_0f_7_4_1_ships_dead_or_towing_do_not_count() -> None:
    assert escort_dice(BOX, read_counters("dd_a_i 3", "dd_a_i 1+tows", "norfolk 0+dead")) == Escort(1)


@rule("pq17", "7.0g", "7.3.1c", position="PP73")
@pytest.mark.parametrize(
    ("ship", "bonus"),
    [
        ("norfolk 3+crippled", 1),
        ("norfolk 0+dead", 2),
        ("norfolk 0+dead+crippled", 2),
        ("norfolk 0+towed", 2),
        ("norfolk 3+tows", 0),
    ],
)
def test_7_0g_the_state_of_a_target(ship: str, bonus: int) -> None:
    assert state_modifier(counter(ship), crippled=1, dead=2) == bonus
