"""7.5.2i to 7.5.2k: gunfire and torpedoes."""

from typing import Any

import pytest

from games.titles.pq17.orders import battle as ordered
from games.titles.pq17.rules.surface.doctrine import Command, launches
from games.titles.pq17.rules.surface.exchange import _may_run, fire_exchange
from games.titles.pq17.rules.surface.gunnery import Aim, Broadside, Hit, fire_guns, firing_counters, gun_modifier
from games.titles.pq17.rules.surface.torpedo_step import Launch, may_launch
from games.titles.pq17.state.battle import Unit
from games.titles.pq17.state.events.surface import GunsFired
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import PQ17
from tests.titles.pq17.ch07_combat.surface_battles import (
    ARMED,
    PART,
    SAME,
    WHOLE,
    bombed,
    exchange_told,
    orders,
    parted,
    side_command,
)
from tests.titles.pq17.displays import battle, lies
from tests.titles.pq17.engaging import QUIET
from tests.titles.pq17.playing import heard
from tests.titles.pq17.trial import counter, run

rule = pytest.mark.rule


@rule("pq17", "7.5.2i", "7.5.2f", position="PP122")
@pytest.mark.parametrize(
    ("firer", "evading", "target", "least"),
    [
        ("duke_of_york 4", False, "admiral_hipper 4", 6),
        ("duke_of_york 4", True, "admiral_hipper 4", 7),
        ("duke_of_york 4", False, "admiral_hipper 4+crippled", 5),
        ("duke_of_york 4", False, "admiral_hipper 0+dead", 4),
        ("jamaica 4", False, "tirpitz 5", 10),
    ],
)
def test_7_5_2i_the_least_die_that_hits(firer: str, evading: bool, target: str, least: int) -> None:
    gun, ship = counter(firer), counter(target)
    number = BOX.charts.gunnery.hits_from(BOX.ships[gun.ship].type, BOX.ships[ship.ship].type)
    assert number is not None
    assert number - gun_modifier(BOX, Unit("x", "allied", [gun], evading=evading), ship) == least


@rule("pq17", "7.5.2i")
def test_7_5_2i_who_is_sunk_in_the_step_has_fired() -> None:
    fight = battle(("dd_a_i 1",), ("dd_36a 1",))
    run(fire_exchange(BOX, fight, [Aim("dd_36a", "dd_a_i"), Aim("dd_a_i", "dd_36a")], [], key="x"), dice=[(9,), (9,)])
    assert fight.units == []


@rule("pq17", "7.5.2i")
def test_7_5_2i_a_heavy_ship_at_0_stays_on_the_display() -> None:
    fight = battle(("suffolk 2",), ("lutzow 4",))
    run(fire_guns(BOX, fight, [Aim("lutzow", "suffolk")], key="g"), dice=[(8, 8, 0, 0)])
    assert lies(fight, "suffolk") == ["suffolk 0+dead"]
    run(fire_guns(BOX, fight, [Aim("lutzow", "suffolk")], key="g"), dice=[(6, 0, 0, 0)])
    assert [one.name for one in fight.units] == ["lutzow"], "8 with the +2 of a ship dead in the water"


@rule("pq17", "7.5.2i", "7.5.9")
@pytest.mark.parametrize(("dark", "read"), [(False, "lutzow"), (True, "")])
def test_7_5_2i_who_fires_guns_in_the_dark_is_known_to_his_own_side(dark: bool, read: str) -> None:
    board = exchange_told(Broadside(Aim("lutzow", "london"), "lutzow", (4, 9), 1), dark=dark)
    assert heard(board, "axis") == [GunsFired("axis", "lutzow", "lutzow", "london", (4, 9), 1)]
    assert heard(board, "allied") == [GunsFired("axis", "lutzow", read, "london", (4, 9), 1)]


@rule("pq17", "7.5.2i", "7.3.1b")
@pytest.mark.parametrize(("ship", "strength", "hits", "ends", "words"), SAME)
def test_7_5_2i_and_so_is_what_guns_sink(
    ship: str, strength: int, hits: int, ends: tuple[int, bool], words: str
) -> None:
    suffered = bombed(ship, strength, hits).wound
    (hit,) = heard(exchange_told(Hit("london", ship, hits, suffered), dark=False), "axis")
    assert (hit.lost, hit.sunk) == ends
    assert (
        PQ17.presentation.describe_event(hit, "en").split(": ")[-1]
        == f"{words if ship != 'palomares' else 'dead in the water'}."
    )


@rule("pq17", "7.5.2i", "7.5.3")
@pytest.mark.parametrize(
    ("surprised", "fired"), [("", ["allied", "axis"]), ("allied", ["axis"]), ("axis", ["allied", "axis"])]
)
def test_7_5_2i_who_is_sunk_by_guns_has_fired_unless_it_was_surprised(surprised: Any, fired: list[str]) -> None:
    """One destroyer, which Hipper sinks; she misses."""
    fight = battle(("dd_a_i 1",), ("admiral_hipper 4",))
    fight.surprised = surprised
    dice: Any = {"": [(0,), (9, 0, 0, 0)], "allied": [(9, 0, 0, 0)], "axis": [(0,), (9, 0, 0, 0)]}[surprised]
    aimed = [Aim("dd_a_i", "admiral_hipper"), Aim("admiral_hipper", "dd_a_i")]
    found = run(fire_exchange(BOX, fight, aimed, [], key="e"), dice=dice)
    sides = {"dd_a_i": "allied", "admiral_hipper": "axis"}
    assert [sides[one.aim.firer] for one in found.broadsides] == fired
    assert [one.name for one in fight.units] == ["admiral_hipper"]


@rule("pq17", "7.5.2i", "7.5.2k", "7.3.2")
@pytest.mark.parametrize(
    ("change", "runs"),
    [
        ("", True),
        ("firer gone", False),
        ("target gone", False),
        ("elsewhere", False),
        ("spent", False),
        ("screened", False),
    ],
)
def test_7_5_2i_torpedoes_run_after_the_guns_if_both_are_there_and_it_still_may(change: str, runs: bool) -> None:
    fight = battle((f"{ARMED} 2",), ("lutzow 4", "dd_36a 2"), round_=2)
    firer = fight.unit(ARMED)
    firer.area = "deployment" if change == "elsewhere" else "torpedo"
    firer.counters[0].spent = int(change == "spent")
    if change == "screened":
        screen = fight.unit("dd_36a")
        screen.area, screen.screens, fight.unit("lutzow").area = "screening", (ARMED,), "withdrawal"
    gone = {"firer gone": ARMED, "target gone": "lutzow"}.get(change)
    fight.units[:] = [one for one in fight.units if one.name != gone]
    assert _may_run(BOX, fight, Launch(ARMED, "lutzow", 1)) is runs


@rule("pq17", "7.5.2j", "7.5.5", position="PP123")
def test_7_5_2j_who_fires_guns() -> None:
    fight = battle(("tb_old 1", "es_british 2", "dd_a_i 1", "victorious 4"), ("admiral_hipper 4", "tirpitz 5"))
    hipper = fight.unit("admiral_hipper")
    assert [bool(firing_counters(BOX, one, hipper)) for one in fight.of("allied")] == [False, False, True, False]
    boat = fight.unit("tb_old")
    boat.area = "screening"
    assert not firing_counters(BOX, boat, hipper)
    boat.area = "torpedo"
    assert firing_counters(BOX, boat, hipper)
    assert not firing_counters(BOX, fight.unit("dd_a_i"), fight.unit("tirpitz")), (
        "destroyers have no number against her"
    )


@rule("pq17", "7.5.2k", "7.3.2")
def test_7_5_2k_torpedoes_are_launched_from_their_area_and_marked() -> None:
    fight = battle(("dd_a_i 2",), ("tirpitz 5",), round_=2)
    launch = Launch("dd_a_i", "tirpitz")
    assert not may_launch(BOX, fight, launch)
    fight.unit("dd_a_i").area = "torpedo"
    assert may_launch(BOX, fight, launch)
    for spent in (1, 2):
        run(fire_exchange(BOX, fight, [], [launch], key="x"), dice=[(0, 0)])
        assert fight.unit("dd_a_i").counters[0].spent == spent
    assert not may_launch(BOX, fight, launch)


@rule("pq17", "7.5.2k")
def test_7_5_2k_torpedoes_run_at_the_same_time() -> None:
    fight = battle(("dd_a_i 1",), ("dd_36a 1",), round_=2)
    for unit in fight.units:
        unit.area = "torpedo"
    launches = [Launch("dd_36a", "dd_a_i"), Launch("dd_a_i", "dd_36a")]
    run(fire_exchange(BOX, fight, [], launches, key="x"), dice=[(9,), (3,), (9,), (3,)])
    assert fight.units == []


@rule("pq17", "7.5.2k", "7.3.2c")
@pytest.mark.parametrize(
    ("orders", "area", "round_", "expected"),
    [
        ((), "torpedo", 2, ("anson", 1)),
        ((), "deployment", 2, None),
        ((ordered.Launch("dd_36a", ("london",), "2", "2"),), "torpedo", 2, ("london", 2)),
        ((ordered.Launch("dd_36a", ("london",), "3", "2"),), "torpedo", 2, None),
        ((ordered.Launch("dd_36a", ("london",), "2", "2"),), "torpedo", 3, ("london", 2)),
        ((ordered.Launch("dd_36a", ("gone", "london"), "2", "1"),), "torpedo", 2, ("london", 1)),
        ((ordered.Launch("dd_36a", ("gone",), "2", "1"),), "torpedo", 2, ("anson", 1)),
        ((ordered.Launch("lutzow", ("london",), "2", "1"),), "torpedo", 2, ("anson", 1)),
    ],
)
def test_7_5_2k_at_whom_torpedoes_run(orders: Any, area: Any, round_: int, expected: Any) -> None:
    """At whom was named, else the most valuable; from the round that was named, else one symbol at once."""
    fight = battle(("london 3", "anson 5"), ("dd_36a 2",), round_=round_)
    fight.unit("dd_36a").area, fight.unit("dd_36a").joined = area, 1
    found = [(one.target, one.symbols) for one in launches(BOX, fight, Command("axis", orders))]
    assert found == ([expected] if expected else [])


@rule("pq17", "7.5.2k", "7.2.4a")
@pytest.mark.parametrize(
    ("given", "fire"),
    [
        ((ordered.Launch(WHOLE, (), since="3"),), []),
        ((ordered.Launch(PART, (), since="3"),), [WHOLE]),
        ((ordered.Launch(WHOLE, (), since="3"), ordered.Launch(PART, (), since="2")), [PART]),
        ((ordered.Launch(WHOLE, (), since="2"), ordered.Launch(PART, (), since="2", symbols="2")), [WHOLE, PART]),
        ((ordered.Launch("lutzow", (), since="3"),), [WHOLE, PART]),
    ],
)
def test_7_5_2k_who_was_parted_holds_its_torpedoes_as_its_unit_does(
    given: tuple[ordered.Launch, ...], fire: list[str]
) -> None:
    """Hurt in the Torpedo Attack area by the guns, it launches in the same round, or not (7.5.2)."""
    for command in orders(*given):
        found = launches(BOX, parted("anson 5", "london 3", area="torpedo"), command)
        assert [one.firer for one in found] == fire
        assert [one.symbols for one in found if one.firer == PART] == [int(given[-1].symbols)] * (PART in fire)


@rule("pq17", "7.5.2k", "7.5.2g", position="PP302")
def test_7_5_2k_torpedoes_too_are_spread_over_all_that_can_be_reached() -> None:
    """Two units of destroyers in Torpedo Attack, a cruiser and a destroyer before them: one at each; at a cruiser alone
    both.
    """
    fight = battle(("dd_a_i 2", "dd_j_r 2"), ("lutzow 4", "dd_36a 2"), round_=2)
    for name in ("dd_a_i", "dd_j_r"):
        fight.unit(name).area = "torpedo"
    command = Command("allied", (), QUIET)
    assert sorted(one.target for one in launches(BOX, fight, command)) == ["dd_36a", "lutzow"]
    fight.units[:] = [one for one in fight.units if one.name != "dd_36a"]
    assert [one.target for one in launches(BOX, fight, command)] == ["lutzow", "lutzow"]


@rule("pq17", "7.5.2k", "7.3.2")
def test_7_5_2k_torpedoes_of_both_sides_run_at_the_same_time() -> None:
    """Each sinks the other; both have spent a symbol."""
    fight = battle(("dd_a_i 1",), ("dd_36a 1",), round_=2)
    for unit in fight.units:
        unit.area = "torpedo"
    launched = [Launch("dd_a_i", "dd_36a"), Launch("dd_36a", "dd_a_i")]
    found = run(fire_exchange(BOX, fight, [], launched, key="e"), dice=[(9,), (3,), (9,), (3,)])
    assert ([len(one.salvo.dice) for one in found.runs], fight.units) == ([1, 1], [])


@rule("pq17", "7.5.2k")
@pytest.mark.parametrize(
    ("area", "since", "round_", "order", "fired"),
    [
        ("torpedo", "1", 2, (), [("lutzow", 1)]),
        ("deployment", "1", 2, (), []),
        ("torpedo", "3", 2, ("koln",), []),
        ("torpedo", "2", 2, ("koln",), [("koln", 1)]),
        ("torpedo", "1", 2, ("koln", "lutzow"), [("koln", 1)]),
    ],
)
def test_7_5_2k_torpedoes_run_from_their_area_as_ordered(
    area: Any, since: Any, round_: int, order: tuple[str, ...], fired: list[tuple[str, int]]
) -> None:
    fight = battle((f"{ARMED} 2",), ("lutzow 4", "koln 2"), round_=round_)
    fight.unit(ARMED).area = area
    orders = (ordered.Launch(ARMED, order, since=since),) if order else ()
    assert [(one.target, one.symbols) for one in launches(BOX, fight, side_command("allied", *orders))] == fired


@rule("pq17", "7.5.2k")
@pytest.mark.parametrize(("round_", "target"), [(2, None), (3, "koln"), (4, "koln"), (5, "lutzow"), (9, "lutzow")])
def test_7_5_2k_a_later_order_to_launch_takes_the_place_of_an_earlier_one(round_: int, target: str | None) -> None:
    """However they are written: at Koeln from round 3, at Luetzow from round 5; before that they hold their fire."""
    orders = [ordered.Launch(ARMED, ("koln",), since="3"), ordered.Launch(ARMED, ("lutzow",), since="5")]
    for given in (orders, orders[::-1]):
        fight = battle((f"{ARMED} 2",), ("lutzow 4", "koln 2"), round_=round_)
        fight.unit(ARMED).area = "torpedo"
        found = launches(BOX, fight, side_command("allied", *given))
        assert [one.target for one in found] == ([target] if target else [])


@rule("pq17", "7.5.2k", "7.5.4")
def test_7_5_2k_nobody_launches_at_whom_he_is_kept_off() -> None:
    fight = battle((f"{ARMED} 2",), ("lutzow 4", "dd_36a 2"), round_=2)
    fight.unit(ARMED).area = "torpedo"
    screen = fight.unit("dd_36a")
    screen.area, screen.screens, fight.unit("lutzow").area = "screening", (ARMED,), "withdrawal"
    assert [one.target for one in launches(BOX, fight, side_command("allied"))] == ["dd_36a"]
    spent = battle((f"{ARMED} 2+spent=1",), ("lutzow 4",), round_=2)
    spent.unit(ARMED).area = "torpedo"
    assert launches(BOX, spent, side_command("allied")) == []
