"""7.0, 7.3: hits and torpedoes, by the positions of `positions/07_*.toml`."""

from fractions import Fraction

import msgspec
import pytest

from games.titles.pq17.orders.odds import HIGHEST
from games.titles.pq17.rules.forces.battle_display import may_stack, ship_count
from games.titles.pq17.rules.forces.hits import forget_odd_hits, split_off, state_modifier, wound
from games.titles.pq17.rules.forces.odds import torpedo_odds
from games.titles.pq17.rules.forces.torpedoes import fire_salvo, torpedo_attacks, torpedo_modifier
from games.titles.pq17.state.counters import Counter
from tests.titles.pq17.box import BOX
from tests.titles.pq17.trial import counter, left, read_counters, run

rule = pytest.mark.rule


def hit(words: str, hits: int) -> tuple[int, bool, bool]:
    """Strength left, dead, sunk."""
    one = counter(words)
    found = wound(one, BOX.ships[one.ship], hits)
    assert one.dead == found.dead
    return one.strength, found.dead, found.sunk


@rule("pq17", "7.0a")
@rule("pq17", "7.0c")
@rule("pq17", "7.0d")
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
def test_pp70_pp71_hits_take_steps_and_the_one_beyond_sinks(
    ship: str, hits: int, left_over: tuple[int, bool, bool]
) -> None:
    assert hit(ship, hits) == left_over


@rule("pq17", "7.0d")
def test_any_hit_on_a_ship_dead_in_the_water_sinks_her() -> None:
    dead = Counter("norfolk", 0, dead=True)
    assert wound(dead, BOX.ships["norfolk"], 1).sunk


@rule("pq17", "7.0b")
def test_pp72_double_steps_take_two_hits_and_odd_ones_are_forgotten() -> None:
    double = msgspec.structs.replace(BOX.ships["wichita"], steps=(4, 2))
    one = Counter("wichita", 4)
    assert wound(one, double, 1).lost == 0
    assert one.strength == 4
    forget_odd_hits([one])
    assert wound(one, double, 1).lost == 0
    assert wound(one, double, 1).lost == 2, "within a round they add up"
    assert wound(one, double, 2).dead
    assert one.strength == 0


@rule("pq17", "7.0g")
@rule("pq17", "7.3.1c")
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
def test_pp73_the_state_of_a_target(ship: str, bonus: int) -> None:
    assert state_modifier(counter(ship), crippled=1, dead=2) == bonus


@rule("pq17", "7.0f")
def test_ships_dead_or_towing_do_not_count() -> None:
    assert [
        one.counts() for one in read_counters("dd_a_i 1", "dd_a_i 1+tows", "norfolk 0+dead", "norfolk 0+towed")
    ] == [
        True,
        False,
        False,
        False,
    ]


def test_strength_in_a_state_of_its_own_lies_apart() -> None:
    counters = read_counters("mv 5")
    split_off(BOX, counters, counters[0], 2).crippled = True
    assert left(counters) == ["mv 3", "mv 2+crippled"]
    with pytest.raises(ValueError, match="cannot give"):
        split_off(BOX, counters, counters[0], 4)


@rule("pq17", "7.2.4")
@rule("pq17", "7.2.4a")
@pytest.mark.parametrize(
    ("stack", "sea", "port"),
    [
        (("mv 8", "aldersdale 2"), True, True),
        (("mv 8", "mo 1", "aldersdale 2"), False, False),
        (("dd_a_i 3", "es_british 1"), True, True),
        (("dd_a_i 3", "es_british 2"), False, False),
        (("norfolk 3", "london 3"), False, False),
        (("mv 1", "dd_a_i 1"), False, False),
        (("mv 1", "mv 1+dead"), False, True),
        (("norfolk 3",), True, True),
    ],
)
def test_pp86_what_may_be_stacked(stack: tuple[str, ...], sea: bool, port: bool) -> None:
    assert may_stack(BOX, read_counters(*stack)) is sea
    assert may_stack(BOX, read_counters(*stack), in_port=True) is port


@rule("pq17", "7.2.6a")
def test_pp95_ships_of_a_stack_weigh_alike() -> None:
    assert [ship_count(BOX, one) for one in read_counters("mv 5", "palomares 1", "aldersdale 2")] == [5, 1, 1]


@rule("pq17", "7.3a")
@rule("pq17", "7.3.2c")
@pytest.mark.parametrize(
    ("ship", "symbols", "count"),
    [
        ("lutzow 4", 1, 1),
        ("lutzow 4", 2, 2),
        ("dd_a_i 3", 1, 3),
        ("dd_a_i 3", 2, 6),
        ("dd_a_i 3+spent=1", 2, 3),
        ("tb_35_37 1", 2, 2),
        ("tb_35_37 2", 1, 2),
        ("tb_35_37 2", 2, 4),
        ("tb_hunt 2", 1, 0),
    ],
)
def test_p29_pp101_the_dice_of_a_torpedo_attack(ship: str, symbols: int, count: int) -> None:
    assert torpedo_attacks(BOX, counter(ship), symbols) == count


@rule("pq17", "7.3.1")
@pytest.mark.parametrize(("ship", "least"), [("duke_of_york 4", 7), ("jamaica 4", 8), ("mv 1", 7)])
def test_pp102_the_least_die_that_succeeds(ship: str, least: int) -> None:
    one, needed = counter(ship), BOX.charts.torpedo.succeeds
    assert needed - torpedo_modifier(BOX, one) == least
    assert needed - torpedo_modifier(BOX, one, evading=True) == least + 1
    one.dead = True
    assert needed - torpedo_modifier(BOX, one) == least - 2


@rule("pq17", "7.3.1")
def test_escorts_can_be_torpedoed() -> None:
    stack = read_counters("dd_a_i 2")
    found = run(fire_salvo(BOX, stack, 2, key="t"), dice=[(9, 8), (3,)])
    assert left(stack) == ["dd_a_i 1"]
    assert [one.sunk for one in found.hits] == [1]


@rule("pq17", "7.3.1a")
@rule("pq17", "7.3.1b")
@rule("pq17", "7.3.1d")
@pytest.mark.parametrize(
    ("ship", "damage", "from_air", "after"),
    [
        ("duke_of_york 4", 1, False, ["duke_of_york 4"]),
        ("duke_of_york 4", 2, False, ["duke_of_york 3"]),
        ("duke_of_york 4", 5, False, ["duke_of_york 3+crippled"]),
        ("duke_of_york 4", 9, False, ["duke_of_york 1"]),
        ("wichita 4", 0, False, ["wichita 3"]),
        ("wichita 4", 8, False, ["wichita 1"]),
        ("wichita 4", 9, False, []),
        ("suffolk 2", 5, False, ["suffolk 0+dead"]),
        ("suffolk 2", 8, False, []),
        ("mv 3", 0, False, ["mv 2", "mv 1+crippled"]),
        ("mv 3", 1, False, ["mv 2", "mv 1+dead"]),
        ("mv 3", 7, False, ["mv 2"]),
        ("mv 3", 8, False, ["mv 1"]),
        ("mv 3", 8, True, ["mv 2"]),
        ("mv 3", 9, True, ["mv 2"]),
    ],
)
def test_pp103_torpedo_damage(ship: str, damage: int, from_air: bool, after: list[str]) -> None:
    stack = read_counters(ship)
    run(fire_salvo(BOX, stack, 1, key="t", from_air=from_air), dice=[(9,), (damage,)])
    assert left(stack) == after


@rule("pq17", "7.3.1d")
def test_pp104_the_second_ship_is_drawn_from_the_same_target() -> None:
    stack = read_counters("mv 1", "aldersdale 2")
    found = run(fire_salvo(BOX, stack, 1, key="t"), dice=[(9,), (8,)], lots=[0])
    assert stack == []
    assert [(one.ship, one.lost, one.sunk) for one in found.hits] == [("mv", 1, 1), ("aldersdale", 2, 1)]


@rule("pq17", "7.3.1", "7.4.6")
@pytest.mark.parametrize(("lot", "hits"), [(0, 1), (1, 0)])
def test_a_torpedo_that_runs_at_submarines_of_a_convoy_is_lost(lot: int, hits: int) -> None:
    stack = read_counters("suffolk 2", "ss_british 2")
    found = run(fire_salvo(BOX, stack, 1, key="t"), dice=[(9,), *[(2,)] * hits], lots=[lot])
    assert (len(found.hits), "ss_british 2" in left(stack)) == (hits, True)


@rule("pq17", "7.3.1", "7.4.6")
def test_at_submarines_alone_no_torpedo_is_drawn_for_and_their_odds_are_nothing() -> None:
    boats = read_counters("ss_british 2")
    assert run(fire_salvo(BOX, boats, 1, key="t"), dice=[(9,)]).hits == ()
    assert torpedo_odds(BOX, boats) == (HIGHEST + 1, Fraction(0))
    least, mean = torpedo_odds(BOX, read_counters("suffolk 2", "ss_british 2"))
    assert (least, mean) == (
        torpedo_odds(BOX, read_counters("suffolk 2"))[0],
        torpedo_odds(BOX, read_counters("suffolk 2"))[1] / 2,
    )


@rule("pq17", "7.0d")
def test_the_hits_of_a_salvo_at_a_ship_are_summed() -> None:
    stack = read_counters("suffolk 2")
    found = run(fire_salvo(BOX, stack, 2, key="t"), dice=[(8, 8), (0,), (5,)])
    assert stack == []
    assert [(one.lost, one.sunk) for one in found.hits] == [(2, 1)]


@rule("pq17", "7.3.1")
def test_p32_two_merchants_by_one_torpedo() -> None:
    stack = read_counters("mv 8", "mv 8", "palomares 1", "aldersdale 2")
    run(fire_salvo(BOX, stack, 1, key="t"), dice=[(7,), (8,)], lots=[0, 3])
    assert left(stack) == ["mv 6", "mv 8", "palomares 1", "aldersdale 2"]


@rule("pq17", "7.3.1")
def test_p22_one_merchant_from_the_air() -> None:
    stack = read_counters("mv 5", "aldersdale 2")
    found = run(fire_salvo(BOX, stack, 2, key="t", from_air=True), dice=[(5, 7), (6,)], lots=[0])
    assert left(stack) == ["mv 4", "aldersdale 2"]
    assert found.dice == (5, 7)


@rule("pq17", "7.3.1")
def test_torpedoes_that_find_nothing_left_are_lost() -> None:
    stack = read_counters("mv 1")
    found = run(fire_salvo(BOX, stack, 2, key="t"), dice=[(9, 9), (3,)])
    assert stack == []
    assert len(found.hits) == 1


@rule("pq17", "7.3.1c")
def test_a_merchant_dead_in_the_water_sinks_when_struck_dead_again() -> None:
    stack = read_counters("mv 1+dead")
    assert run(fire_salvo(BOX, stack, 1, key="t"), dice=[(5,), (1,)]).hits[0].sunk == 1
    assert stack == []
