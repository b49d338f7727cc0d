"""7.5.2 to 7.5.6, 7.5.8, 7.9: surface combat, by the positions of `positions/07_surface.toml`."""

import pytest

from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.rules.surface.areas import (
    Manoeuvre,
    carry_out_manoeuvres,
    is_broken_off,
    is_screened,
    may_fire_at,
    order_fault,
    return_to_deployment,
)
from games.titles.pq17.rules.surface.exchange import fire_exchange
from games.titles.pq17.rules.surface.gunnery import Aim, fire_guns, firing_counters, gun_modifier
from games.titles.pq17.rules.surface.layout import join_force, lay_out_force, separate_counters
from games.titles.pq17.rules.surface.torpedo_step import Launch, may_launch
from games.titles.pq17.rules.surface.withdrawal import (
    has_warships,
    is_one_sided,
    may_withdraw,
    roll_round_end,
    roll_withdrawal,
    surviving_convoy_ships,
    unescorted_rounds,
    withdrawal_modifier,
)
from games.titles.pq17.state.battle import Battle, Unit
from tests.titles.pq17.box import BOX
from tests.titles.pq17.displays import battle, lies
from tests.titles.pq17.oracles import spreads, strays
from tests.titles.pq17.trial import counter, left, read_counters, run

rule = pytest.mark.rule


@rule("pq17", "7.5.2c")
@rule("pq17", "7.5.2e")
@rule("pq17", "7.5.3")
def test_pp128_who_may_go_where() -> None:
    fight = battle(("dd_a_i 2", "norfolk 3+crippled"), ("dd_36a 3",))
    assert order_fault(fight, Manoeuvre("dd_36a", "torpedo")) == "too_early"
    assert order_fault(fight, Manoeuvre("dd_36a", "screening")) is None
    assert order_fault(fight, Manoeuvre("norfolk", "withdrawal")) == "unable"
    assert order_fault(fight, Manoeuvre("norfolk", "deployment", evades=True)) is None
    fight.surprised = "allied"
    assert order_fault(fight, Manoeuvre("dd_36a", "torpedo")) is None
    assert order_fault(fight, Manoeuvre("dd_a_i", "screening")) == "surprised"
    fight.round = 2
    assert order_fault(fight, Manoeuvre("dd_a_i", "torpedo")) is None
    fight.unit("dd_a_i").area = "withdrawal"
    assert order_fault(fight, Manoeuvre("dd_a_i", "deployment")) == "stays"
    assert order_fault(fight, Manoeuvre("dd_a_i", "withdrawal")) is None


@rule("pq17", "7.5.2e")
def test_who_joins_later_waits_a_round_too() -> None:
    fight = battle(("dd_a_i 2",), ("admiral_hipper 4",), round_=3)
    fight.unit("dd_a_i").joined = 3
    assert order_fault(fight, Manoeuvre("dd_a_i", "torpedo")) == "too_early"


@rule("pq17", "7.5.4")
@pytest.mark.parametrize(
    ("order", "found"),
    [
        (Manoeuvre("dd_a_i", "screening", screens=("admiral_hipper", "lutzow")), None),
        (Manoeuvre("dd_a_i", "torpedo", screens=("admiral_hipper", "lutzow")), None),
        (Manoeuvre("dd_a_i", "screening", screens=("admiral_hipper", "lutzow", "dd_36a")), "too_many"),
        (Manoeuvre("dd_a_i", "screening", screens=("admiral_hipper", "lutzow"), shields="jamaica"), "too_many"),
        (Manoeuvre("dd_a_i", "screening", screens=("admiral_hipper",), shields="jamaica"), None),
        (Manoeuvre("dd_a_i", "screening", shields="jamaica"), "nobody"),
        (Manoeuvre("dd_a_i", "screening", screens=("jamaica",)), "not_there"),
        (Manoeuvre("dd_a_i", "screening", screens=("lutzow",), shields="dd_a_i"), "not_there"),
        (Manoeuvre("dd_a_i", "deployment", screens=("lutzow",)), "no_place"),
        (Manoeuvre("jamaica", "deployment", screens=("lutzow",)), "no_place"),
    ],
)
def test_pp126_screens(order: Manoeuvre, found: str | None) -> None:
    fight = battle(("dd_a_i 2", "jamaica 4"), ("admiral_hipper 4", "lutzow 4", "dd_36a 3"), round_=2)
    assert order_fault(fight, order, [order]) == found


@rule("pq17", "7.5.4")
def test_pp126_a_crippled_ship_screens_nothing_and_nobody_shields_who_leaves() -> None:
    fight = battle(("dd_a_i 2+crippled", "jamaica 4", "dd_j_r 1"), ("lutzow 4",), round_=2)
    fight.unit("dd_a_i").area = "screening"
    assert order_fault(fight, Manoeuvre("dd_a_i", "screening", screens=("lutzow",))) == "unable"
    order = Manoeuvre("dd_j_r", "screening", screens=("lutzow",), shields="jamaica")
    assert order_fault(fight, order, [order, Manoeuvre("jamaica", "withdrawal")]) == "not_there"


@rule("pq17", "7.5.4a")
@rule("pq17", "7.5.4b")
def test_pp127_who_fires_at_whom() -> None:
    fight = battle(("dd_a_i 2", "mv 5", "jamaica 4"), ("admiral_hipper 4", "lutzow 4"))
    carry_out_manoeuvres(
        fight, [Manoeuvre("dd_a_i", "screening", screens=("admiral_hipper",)), Manoeuvre("mv", "withdrawal")]
    )
    screen, hipper, lutzow, transports, jamaica = (
        fight.unit(name) for name in ("dd_a_i", "admiral_hipper", "lutzow", "mv", "jamaica")
    )
    assert not may_fire_at(fight, screen, lutzow)
    assert may_fire_at(fight, screen, hipper)
    assert may_fire_at(fight, hipper, screen)
    assert is_screened(fight, hipper, transports)
    assert not may_fire_at(fight, hipper, transports)
    assert may_fire_at(fight, lutzow, transports)
    assert may_fire_at(fight, hipper, jamaica), "who lies in Deployment is not screened by this"
    assert may_fire_at(fight, jamaica, hipper)
    assert not may_fire_at(fight, jamaica, transports)


@rule("pq17", "7.5.4")
def test_a_screen_before_one_ship_in_deployment() -> None:
    fight = battle(("dd_a_i 2", "jamaica 4", "norfolk 3"), ("lutzow 4",))
    carry_out_manoeuvres(fight, [Manoeuvre("dd_a_i", "screening", screens=("lutzow",), shields="jamaica")])
    lutzow = fight.unit("lutzow")
    assert [may_fire_at(fight, lutzow, fight.unit(name)) for name in ("jamaica", "norfolk")] == [False, True]


@rule("pq17", "7.5.2d")
@rule("pq17", "7.5.2p")
def test_areas_at_the_end_of_a_round() -> None:
    fight = battle(("dd_a_i 2", "mv 5"), ("lutzow 4",))
    carry_out_manoeuvres(fight, [Manoeuvre("dd_a_i", "screening", True, ("lutzow",)), Manoeuvre("mv", "withdrawal")])
    return_to_deployment(fight)
    screen = fight.unit("dd_a_i")
    assert (screen.area, screen.evading, screen.screens) == ("deployment", False, ())
    assert fight.unit("mv").area == "withdrawal"
    assert not is_broken_off(fight)
    for unit in fight.units:
        unit.area = "withdrawal"
    assert is_broken_off(fight)


@rule("pq17", "7.5.2i")
@rule("pq17", "7.5.2f")
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
def test_pp122_the_least_die_that_hits(firer: str, evading: bool, target: str, least: int) -> None:
    gun, ship = counter(firer), counter(target)
    number = BOX.charts.gunnery.hits_from(BOX.ships[gun.ship].type, BOX.ships[ship.ship].type)
    assert number is not None
    assert number - gun_modifier(BOX, Unit("x", "allied", [gun], evading=evading), ship) == least


@rule("pq17", "11.2.3")
def test_critical_fuel_spoils_the_aim() -> None:
    assert gun_modifier(BOX, Unit("x", "allied", read_counters("jamaica 4"), critical=True), counter("lutzow 4")) == -1


@rule("pq17", "7.5.2j")
@rule("pq17", "7.5.5")
def test_pp123_who_fires_guns() -> None:
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


@rule("pq17", "7.5.2g")
def test_pp124_everybody_is_aimed_at_before_somebody_twice() -> None:
    fight = battle(("jamaica 4", "norfolk 3", "dd_a_i 1"), ("admiral_hipper 4", "lutzow 4"))
    three_at_one = [Aim(one, "admiral_hipper") for one in ("jamaica", "norfolk", "dd_a_i")]
    assert not spreads(BOX, fight, three_at_one)
    assert spreads(BOX, fight, [*three_at_one[:2], Aim("dd_a_i", "lutzow")])
    assert spreads(BOX, fight, three_at_one[:1])


@rule("pq17", "7.5.2g")
def test_as_far_as_the_guns_reach() -> None:
    """Only the cruiser reaches the battleship: the destroyers may both take the other."""
    fight = battle(("jamaica 4", "dd_a_i 1", "dd_j_r 1"), ("tirpitz 5", "dd_36a 2"))
    assert spreads(BOX, fight, [Aim("jamaica", "tirpitz"), Aim("dd_a_i", "dd_36a"), Aim("dd_j_r", "dd_36a")])
    assert not spreads(BOX, fight, [Aim("jamaica", "dd_36a"), Aim("dd_a_i", "dd_36a")])
    assert strays(BOX, fight, [Aim("dd_a_i", "tirpitz")]) == [Aim("dd_a_i", "tirpitz")]


@rule("pq17", "7.5.2h")
def test_pp125_who_divides_fire() -> None:
    alone = battle(("dd_a_i 4",), ("admiral_hipper 4", "lutzow 4"))
    divided = [Aim("dd_a_i", "admiral_hipper", 2), Aim("dd_a_i", "lutzow", 2)]
    assert strays(BOX, alone, divided) == []
    two = battle(("dd_a_i 4", "dd_j_r 1"), ("admiral_hipper 4", "lutzow 4"))
    assert strays(BOX, two, divided) == divided


@rule("pq17", "7.5.2i")
def test_who_is_sunk_in_the_step_has_fired() -> None:
    fight = battle(("dd_a_i 1",), ("dd_36a 1",))
    run(fire_exchange(BOX, fight, [Aim("dd_36a", "dd_a_i"), Aim("dd_a_i", "dd_36a")], [], key="x"), dice=[(9,), (9,)])
    assert fight.units == []


@rule("pq17", "7.5.2h", "7.5.3")
@pytest.mark.parametrize(("dice", "shares"), [((0, 0, 0, 0), (2, 2)), ((9, 0, 0, 0), (2, 1)), ((9, 9, 0, 0), (2,))])
def test_who_is_hit_before_he_divides_his_fire_divides_what_is_left(
    dice: tuple[int, ...], shares: tuple[int, ...]
) -> None:
    fight = battle(("dd_a_i 4",), ("admiral_hipper 4", "lutzow 4"))
    fight.surprised = "allied"
    aimed = [Aim("admiral_hipper", "dd_a_i"), Aim("dd_a_i", "admiral_hipper", 2), Aim("dd_a_i", "lutzow", 2)]
    fired = run(fire_exchange(BOX, fight, aimed, [], key="x"), dice=[dice, *((0,) * one for one in shares)])
    assert [len(one.dice) for one in fired.broadsides] == [4, *shares]


@rule("pq17", "7.5.3")
def test_pp129_with_surprise_she_has_not() -> None:
    fight = battle(("dd_a_i 1",), ("admiral_hipper 4",))
    fight.surprised = "allied"
    run(
        fire_exchange(BOX, fight, [Aim("dd_a_i", "admiral_hipper"), Aim("admiral_hipper", "dd_a_i")], [], key="x"),
        dice=[(0, 0, 0, 9)],
    )
    assert [one.name for one in fight.units] == ["admiral_hipper"]


@rule("pq17", "7.5.3")
@pytest.mark.parametrize(("caught", "left_over"), [("allied", "dd_36a"), ("axis", "dd_a_i")])
def test_whoever_is_surprised_fires_last(caught: str, left_over: str) -> None:
    fight = battle(("dd_a_i 1",), ("dd_36a 1",))
    fight.surprised = caught
    run(fire_exchange(BOX, fight, [Aim("dd_36a", "dd_a_i"), Aim("dd_a_i", "dd_36a")], [], key="x"), dice=[(9,)])
    assert [one.name for one in fight.units] == [left_over]


@rule("pq17", "7.5.3")
def test_torpedoes_of_a_surprise_come_before_the_guns_of_the_surprised() -> None:
    fight = battle(("suffolk 2",), ("dd_36a 2",))
    fight.surprised = "allied"
    fight.unit("dd_36a").area = "torpedo"
    done = run(
        fire_exchange(BOX, fight, [Aim("suffolk", "dd_36a")], [Launch("dd_36a", "suffolk")], key="x"),
        dice=[(0, 9), (9,)],
    )
    assert done.broadsides == ()
    assert [one.name for one in fight.units] == ["dd_36a"]


@rule("pq17", "7.5.3")
def test_surprise_lasts_one_round() -> None:
    fight = battle(("dd_a_i 1",), ("dd_36a 1",), round_=2)
    fight.surprised = "allied"
    run(fire_exchange(BOX, fight, [Aim("dd_36a", "dd_a_i"), Aim("dd_a_i", "dd_36a")], [], key="x"), dice=[(9,), (9,)])
    assert fight.units == []


@rule("pq17", "7.5.2b")
@rule("pq17", "7.3.2")
def test_light_ships_that_join_merge_into_the_fewest_counters() -> None:
    fight = battle(("dd_a_i 3",), ("lutzow 4",), round_=3)
    fight.unit("dd_a_i").joined = 1
    join_force(BOX, fight, "allied", read_counters("dd_a_i 2+spent=1", "dd_j_r 1", "dd_a_i 1+crippled"))
    assert [(one.name, one.joined, left(one.counters)) for one in fight.of("allied")] == [
        ("dd_a_i", 1, ["dd_a_i 4"]),
        ("dd_a_i.2", 3, ["dd_a_i 1"]),
        ("dd_j_r", 3, ["dd_j_r 1"]),
        ("dd_a_i.3", 3, ["dd_a_i 1+crippled"]),
    ]
    assert fight.unit("dd_a_i").counters[0].spent == 1, "of torpedoes spent the worse holds"


@rule("pq17", "7.9")
@rule("pq17", "7.9a")
@pytest.mark.parametrize(
    ("die", "fate", "wreck"),
    [
        (3, "sunk", []),
        (4, "dead_in_water", ["dd_a_i 0+dead"]),
        (5, "crippled", ["dd_a_i 0+crippled"]),
        (6, "crippled", ["dd_a_i 0+crippled"]),
        (7, "damaged", []),
    ],
)
def test_pp143_the_fate_of_destroyers(die: int, fate: str, wreck: list[str]) -> None:
    fight = battle(("dd_a_i 3",), ("lutzow 4",))
    _, hits = run(fire_guns(BOX, fight, [Aim("lutzow", "dd_a_i")], fates=True, key="g"), dice=[(0, 0, 0, 9), (die,)])
    assert [one[1] for one in hits[0].fates] == [fate]
    assert lies(fight, "dd_a_i") == ["dd_a_i 2"]
    assert [words for unit in fight.units if unit.name == "dd_a_i.2" for words in left(unit.counters)] == wreck
    assert fight.unit("dd_a_i").is_able()


@rule("pq17", "7.9a")
def test_a_wreck_fires_no_more_and_the_next_hit_sinks_it() -> None:
    fight = battle(("dd_a_i 0+crippled",), ("lutzow 4",))
    assert not firing_counters(BOX, fight.unit("dd_a_i"), fight.unit("lutzow"))
    run(fire_guns(BOX, fight, [Aim("lutzow", "dd_a_i")], fates=True, key="g"), dice=[(0, 0, 0, 7)])
    assert [one.name for one in fight.units] == ["lutzow"]


@rule("pq17", "7.5.2i")
def test_a_heavy_ship_at_0_stays_on_the_display() -> None:
    fight = battle(("suffolk 2",), ("lutzow 4",))
    run(fire_guns(BOX, fight, [Aim("lutzow", "suffolk")], key="g"), dice=[(8, 8, 0, 0)])
    assert lies(fight, "suffolk") == ["suffolk 0+dead"]
    run(fire_guns(BOX, fight, [Aim("lutzow", "suffolk")], key="g"), dice=[(6, 0, 0, 0)])
    assert [one.name for one in fight.units] == ["lutzow"], "8 with the +2 of a ship dead in the water"


@rule("pq17", "7.2.6a")
def test_gunfire_falls_on_a_ship_of_the_stack() -> None:
    fight = Battle("axis", [], day=True)
    lay_out_force(fight, "allied", [read_counters("mv 5", "aldersdale 2")])
    lay_out_force(fight, "axis", [read_counters("lutzow 4")])
    run(fire_guns(BOX, fight, [Aim("lutzow", "mv")], key="g"), dice=[(6, 6, 0, 0)], lots=[0, 5])
    assert lies(fight, "mv") == ["mv 4", "aldersdale 1"]


@rule("pq17", "7.5.5")
def test_pp135_escorts_come_back() -> None:
    fight = battle(("es_british 2",), ("lutzow 4",))
    _, hits = run(fire_guns(BOX, fight, [Aim("lutzow", "es_british")], key="g"), dice=[(9, 9, 0, 0)])
    assert [one.name for one in fight.units] == ["lutzow"]
    assert [(one.ship, one.wound.lost) for one in hits] == [("es_british", 2)]


@rule("pq17", "7.5.2k")
@rule("pq17", "7.3.2")
def test_torpedoes_are_launched_from_their_area_and_marked() -> None:
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
def test_torpedoes_run_at_the_same_time() -> None:
    fight = battle(("dd_a_i 1",), ("dd_36a 1",), round_=2)
    for unit in fight.units:
        unit.area = "torpedo"
    launches = [Launch("dd_36a", "dd_a_i"), Launch("dd_a_i", "dd_36a")]
    run(fire_exchange(BOX, fight, [], launches, key="x"), dice=[(9,), (3,), (9,), (3,)])
    assert fight.units == []


@rule("pq17", "7.3.1c")
def test_ships_hurt_lie_apart_so_that_the_rest_may_manoeuvre() -> None:
    fight = battle(("mv 5",), ("lutzow 4",))
    unit = fight.unit("mv")
    unit.counters += read_counters("mv 1+crippled")
    separate_counters(fight)
    assert [(one.name, left(one.counters)) for one in fight.of("allied")] == [
        ("mv", ["mv 5"]),
        ("mv.2", ["mv 1+crippled"]),
    ]


@rule("pq17", "7.5.2l")
@pytest.mark.parametrize(
    ("weather", "day", "least"),
    [("fair", False, 6), ("fog", True, 5), ("gale", True, 4), ("fair", True, 7), ("reduced", False, 5)],
)
def test_pp130_the_least_die_that_withdraws(weather: WeatherKind, day: bool, least: int) -> None:
    assert BOX.charts.withdrawal.succeeds - withdrawal_modifier(BOX, weather, day=day) == least


@rule("pq17", "13.3")
def test_pp186_a_warning_from_superiors() -> None:
    assert withdrawal_modifier(BOX, "reduced", day=False, warned=True, others=False) == 2
    assert withdrawal_modifier(BOX, "reduced", day=False, warned=True) == 4
    assert withdrawal_modifier(BOX, "fair", day=True, slower=True) == -1


@rule("pq17", "7.5.2l")
def test_each_unit_leaves_by_its_own_modifier() -> None:
    fight = battle(("jamaica 4", "dd_a_i 1", "norfolk 3"), ("lutzow 4",))
    fight.unit("dd_a_i").area = "torpedo"
    found = run(roll_withdrawal(BOX, fight, "allied", {"jamaica": 0, "dd_a_i": 1, "lutzow": 5}, key="w"), dice=[(6,)])
    assert found.left == ("dd_a_i",)
    assert [one.name for one in fight.units] == ["jamaica", "norfolk", "lutzow"]


@rule("pq17", "7.5.2n")
def test_p44_pp132_who_may_withdraw() -> None:
    fight = battle(("mv 5", "jamaica 4", "norfolk 3+crippled", "kent 0+dead"), ("lutzow 4",))
    assert [may_withdraw(BOX, one, friendly_coast=False) for one in fight.of("allied")] == [False, True, False, False]
    assert may_withdraw(BOX, fight.unit("mv"), friendly_coast=True)


@rule("pq17", "7.5.2r")
@pytest.mark.parametrize(
    ("round_", "die", "over"),
    [(1, 0, True), (1, 1, False), (5, 4, True), (5, 5, False), (9, 8, True), (9, 9, False), (10, 9, True)],
)
def test_p43_p47_pp133_the_end_of_a_battle(round_: int, die: int, over: bool) -> None:
    fight = battle(("jamaica 4",), ("lutzow 4",), round_=round_)
    assert run(roll_round_end(fight, key="e"), dice=[(die,)]) == (die, over)


@rule("pq17", "7.5.2r")
def test_a_side_without_warships() -> None:
    fight = battle(("mv 5", "aldersdale 2"), ("lutzow 4",))
    assert is_one_sided(BOX, fight)
    assert not has_warships(BOX, fight.of("allied"))
    lay_out_force(fight, "allied", [read_counters("es_british 1")])
    assert not is_one_sided(BOX, fight)


@rule("pq17", "7.5.8")
@pytest.mark.parametrize(
    ("weather", "day", "escorted", "surprised", "rounds"),
    [
        ("fair", True, False, False, 2),
        ("fair", True, True, True, 4),
        ("reduced", False, False, False, 1),
        ("reduced", True, True, False, 2),
        ("fair", False, True, True, 3),
        ("fog", False, False, False, 1),
        ("storm", True, True, False, 1),
        ("gale", True, True, True, 2),
        ("gale", False, True, True, 1),
    ],
)
def test_pp138_rounds_against_convoy_ships(
    weather: WeatherKind, day: bool, escorted: bool, surprised: bool, rounds: int
) -> None:
    assert unescorted_rounds(weather, day=day, escorted=escorted, surprised=surprised) == rounds


@rule("pq17", "7.5.8b")
def test_pp139_what_survives_scatters() -> None:
    fight = battle(("mv 3", "es_british 1"), ("lutzow 4",))
    assert surviving_convoy_ships(BOX, fight.of("allied")) == ["mv"]
