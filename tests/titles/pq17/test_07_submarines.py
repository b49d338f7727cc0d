"""7.4, 7.7.2: submarines, by the positions of `positions/07_torpedo_submarine.toml` and the worked example of 7.4.3."""

import pytest

from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.rules.forces.submarine_combat import (
    Encounter,
    Escort,
    attack_modifier,
    escort_dice,
    hunting_modifier,
    most_dice,
    roll_hunt,
    usual_quarry,
)
from games.titles.pq17.rules.submarine.attack import submarine_combat as boats_attack
from games.titles.pq17.rules.submarine.boats import attack_stragglers, fight_duel, is_patrolled, roll_patrol
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.submarine_combat import fight
from tests.titles.pq17.trial import left, read_counters, run

rule = pytest.mark.rule
CONVOY = ("mv 8", "mv 8", "palomares 1", "aldersdale 2", "dd_a_i 3", "tb_hunt 1", "tb_novik 1", "es_soviet 1")


@rule("pq17", "7.3.2a", "7.4.2c")
def test_boats_without_torpedoes_are_hunted_and_attack_nobody() -> None:
    target = read_counters("duke_of_york 4", "dd_a_i 3")
    combat = boats_attack(
        BOX, 3, target, escort_dice(BOX, target), ("heavy",), Encounter(day=True, weather="fair"), torpedoes=0, key="s"
    )
    found = run(combat, dice=[(9,), (0,)], secret=True)
    assert (found.before, found.after, found.expended) == ((), (), False)


@rule("pq17", "7.4.1")
@pytest.mark.parametrize(
    ("ships", "boats", "count"),
    [
        (("dd_a_i 1",), 4, 1),
        (("dd_a_i 3",), 4, 1),
        (("dd_a_i 4",), 4, 2),
        (("dd_a_i 2", "tb_hunt 2", "es_british 2"), 4, 4),
        (("dd_a_i 4", "dd_j_r 4", "dd_us 4"), 1, 2),
        (("es_british 4",), 2, 4),
        (("es_british 4",), 1, 2),
        (("norfolk 3", "mv 8"), 4, 0),
    ],
)
def test_pp110_the_dice_of_escorts(ships: tuple[str, ...], boats: int, count: int) -> None:
    assert escort_dice(BOX, read_counters(*ships)).at_most(most_dice(BOX, boats)).dice == count


@rule("pq17", "7.4.1")
@pytest.mark.parametrize(
    ("ships", "dice", "soviet"),
    [
        (("dd_a_i 3", "dd_project_7 2"), 2, 1),
        (("dd_a_i 3", "es_soviet 1"), 2, 1),
        (("dd_a_i 1", "dd_project_7 1"), 1, 0),
        (("dd_a_i 3", "tb_hunt 1", "tb_novik 1", "es_soviet 1"), 3, 1),
    ],
)
def test_pp111_soviet_dice(ships: tuple[str, ...], dice: int, soviet: int) -> None:
    assert escort_dice(BOX, read_counters(*ships)) == Escort(dice, soviet)


@rule("pq17", "7.4.1")
def test_aircraft_add_their_dice_and_the_limit_spares_the_best() -> None:
    assert escort_dice(BOX, read_counters("dd_a_i 1"), aircraft=2) == Escort(3)
    assert Escort(5, 2).at_most(4) == Escort(4, 1)
    assert Escort(5, 2).at_most(2) == Escort(2, 0)


@rule("pq17", "7.0f")
@rule("pq17", "7.4.1")
def test_pp74_ships_dead_or_towing_do_not_count() -> None:
    assert escort_dice(BOX, read_counters("dd_a_i 3", "dd_a_i 1+tows", "norfolk 0+dead")) == Escort(1)


@rule("pq17", "7.4.1")
@rule("pq17", "7.4.1a")
@rule("pq17", "7.4.1b")
@pytest.mark.parametrize(
    ("die", "fate", "sunk", "damaged", "held"),
    [
        (4, (), 0, 0, False),
        (5, (), 0, 0, True),
        (7, (), 0, 0, True),
        (8, (5,), 0, 1, False),
        (8, (6,), 1, 0, False),
        (9, (0,), 0, 1, False),
    ],
)
def test_pp112_a_die_of_a_hunt(die: int, fate: tuple[int, ...], sunk: int, damaged: int, held: bool) -> None:
    rolls = [(die,), *([fate] if fate else [])]
    found = run(roll_hunt(BOX, Escort(1), 4, 0, key="h"), dice=rolls)
    assert (found.sunk, found.damaged, found.held_down) == (sunk, damaged, held)


@rule("pq17", "7.4.1")
def test_a_soviet_five_is_nothing() -> None:
    found = run(roll_hunt(BOX, Escort(2, 1), 4, 0, key="h"), dice=[(4, 5)])
    assert found.modifiers == (0, -1)
    assert not found.held_down


@rule("pq17", "7.4.1c")
def test_pp114_the_severest_results_count() -> None:
    found = run(roll_hunt(BOX, Escort(3), 2, 0, key="h"), dice=[(8, 8, 9), (3, 7, 9)])
    assert (found.sunk, found.damaged) == (2, 0)
    found = run(roll_hunt(BOX, Escort(2), 2, 0, key="h"), dice=[(8, 8), (3, 7)])
    assert (found.sunk, found.damaged) == (1, 1)


@rule("pq17", "7.4.2")
@rule("pq17", "9.2.4")
@pytest.mark.parametrize(
    ("weather", "offensive", "radius", "modifier"),
    [
        ("fair", False, False, 0),
        ("reduced", True, False, -1),
        ("storm", True, False, -2),
        ("fair", False, True, 1),
        ("fair", True, True, 0),
    ],
)
def test_pp115_what_is_added_to_a_hunt(weather: WeatherKind, offensive: bool, radius: bool, modifier: int) -> None:
    assert hunting_modifier(BOX, weather, offensive=offensive, air_radius=radius) == modifier


@rule("pq17", "7.4")
def test_pp107_modifiers_and_their_limit() -> None:
    easy = Encounter(day=False, weather="reduced", shadowed=True)
    assert attack_modifier(BOX, 4, Escort(1), easy) == 4
    hard = Encounter(day=True, weather="storm", level=3, air_radius=True)
    assert attack_modifier(BOX, 1, Escort(6), hard) == -6
    assert attack_modifier(BOX, 1, Escort(0), hard) == -5
    best = Encounter(day=False, weather="reduced", level=0, shadowed=True)
    assert attack_modifier(BOX, 3, Escort(0), best) == 5
    assert attack_modifier(BOX, 2, Escort(0), best) == 4


@rule("pq17", "7.4")
@pytest.mark.parametrize(
    ("die", "before", "after", "cancelled"),
    [
        (1, 0, 1, False),
        (2, 0, 3, False),
        (3, 0, 3, False),
        (4, 1, 2, True),
        (5, 1, 2, True),
        (6, 2, 1, True),
        (8, 3, 0, True),
    ],
)
def test_pp108_who_attacks_before_and_after(die: int, before: int, after: int, cancelled: bool) -> None:
    by_day = Encounter(day=True, weather="fair", level=1)
    target = read_counters("mv 8")
    found = fight(3, target, dice=[(die,), *[(0,)] * (before + after)], encounter=by_day, escorts=Escort(0))
    assert found.modifier == 0, "three boats and ID 1"
    assert (len(found.before), len(found.after), found.cancels_refuelling) == (before, after, cancelled)


@rule("pq17", "7.4b")
@rule("pq17", "7.4.1b")
def test_pp113_held_down_leaves_one() -> None:
    by_day = Encounter(day=True, weather="fair", level=1)
    found = fight(
        4,
        read_counters("mv 8"),
        dice=[(7,), (0,), (5, 6, 8), (3,), (0,)],
        encounter=by_day,
        escorts=Escort(3),
    )
    assert found.modifier == -3
    assert (len(found.before), found.hunt.damaged, found.hunt.held_down, len(found.after)) == (1, 1, True, 1)
    found = fight(
        4, read_counters("mv 8"), dice=[(7,), (0,), (0, 0, 8), (3,), (0,), (0,)], encounter=by_day, escorts=Escort(3)
    )
    assert len(found.after) == 2, "of four one attacked and one is gone"


@rule("pq17", "7.4a")
@pytest.mark.parametrize(("die", "level", "expended"), [(7, 1, True), (6, 0, False), (9, 3, True), (8, 0, False)])
def test_pp109_torpedoes_are_spent_by_the_unmodified_die(die: int, level: int, expended: bool) -> None:
    encounter = Encounter(day=True, weather="fair", level=level)
    found = fight(2, read_counters("mv 8"), dice=[(die,), (0,), (0,)], encounter=encounter, escorts=Escort(0))
    assert (len(found.before), found.expended) == (2, expended)


@rule("pq17", "7.4a")
def test_pp109_not_if_a_boat_did_not_attack() -> None:
    by_day = Encounter(day=True, weather="fair", level=1)
    found = fight(3, read_counters("mv 8"), dice=[(7,), (0,), (0,), (5,)], encounter=by_day, escorts=Escort(0))
    assert (len(found.before), len(found.after), found.expended) == (2, 1, True)
    held = fight(4, read_counters("mv 8"), dice=[(5,), (0,), (5,), (0,)], encounter=by_day, escorts=Escort(1))
    assert (len(held.before), len(held.after), held.expended) == (1, 1, False)


@rule("pq17", "7.4.3")
@rule("pq17", "7.4.3c")
def test_pp117_a_group_that_is_not_there_is_attacked_in_vain() -> None:
    by_day = Encounter(day=True, weather="fair", level=1)
    target = read_counters("mv 8")
    found = fight(3, target, dice=[(8,), (4,)], named=("heavy", "light", "convoy"), encounter=by_day, escorts=Escort(0))
    assert [(one.named, one.found) for one in found.before] == [("heavy", False), ("light", False), ("convoy", True)]
    assert [usual_quarry(convoy=True), usual_quarry(convoy=False)] == [("convoy",), ("heavy",)]


@rule("pq17", "7.4")
@rule("pq17", "7.4.3")
@rule("pq17", "7.4.3b")
def test_p30_to_p32_the_first_pack() -> None:
    target = read_counters(*CONVOY)
    found = fight(
        3,
        target,
        dice=[(3,), (2, 4, 7), (7,), (8,)],
        encounter=Encounter(day=False, weather="fog", level=1),
        lots=(0, 2),
    )
    assert (found.die, found.modifier) == (3, -1)
    assert found.before == ()
    assert found.hunt.held_down, "the Soviet 7 is 6"
    assert [one.salvo.hits[0].sunk for one in found.after] == [2]
    assert sum(one.strength for one in target if one.ship == "mv") == 14
    assert not found.cancels_refuelling


@rule("pq17", "7.4")
@rule("pq17", "7.4a")
@rule("pq17", "7.4.1a")
@rule("pq17", "7.4.3")
def test_p33_to_p35_the_second_pack() -> None:
    target = read_counters(*CONVOY)
    before = left(target)
    found = fight(2, target, dice=[(7,), (5,), (1, 7, 9), (5,)], named=("heavy", "convoy"))
    assert (found.modifier, found.cancels_refuelling) == (-1, True)
    assert [(one.named, one.found) for one in found.before] == [("heavy", False), ("convoy", True)]
    assert (found.hunt.sunk, found.hunt.damaged, found.hunt.held_down) == (0, 1, True)
    assert found.after == ()
    assert found.expended
    assert sorted(left(target)) == sorted(before)


@rule("pq17", "7.4.4")
@rule("pq17", "7.4.4a")
@pytest.mark.parametrize(
    ("surprise", "soviet", "die", "fires", "sunk"),
    [
        (True, False, 8, "attacker", True),
        (False, False, 8, "defender", True),
        (True, False, 7, "attacker", False),
        (True, True, 8, "attacker", False),
        (True, True, 9, "attacker", True),
    ],
)
def test_pp118_boats_against_boats(surprise: bool, soviet: bool, die: int, fires: str, sunk: bool) -> None:
    found = run(fight_duel(BOX, "fair", surprise=surprise, soviet=soviet, key="d"), dice=[(die,)])
    assert (found.fires, found.sunk) == (fires, sunk)


@rule("pq17", "7.4.5")
@pytest.mark.parametrize(
    ("level", "day", "hexes", "risks"),
    [
        (0, True, 1, True),
        (2, False, 1, False),
        (None, True, 1, False),
        (None, False, 2, True),
        (None, True, 2, True),
    ],
)
def test_pp119_who_runs_under_air_patrol(level: int | None, day: bool, hexes: int, risks: bool) -> None:
    assert is_patrolled(level=level, day=day, hexes=hexes) is risks


@rule("pq17", "7.4.5")
@rule("pq17", "7.4.5a")
@rule("pq17", "7.4.5b")
@pytest.mark.parametrize(
    ("soviet", "die", "crosses"),
    [(False, 4, True), (False, 5, False), (True, 5, True), (True, 6, False), (False, 9, False)],
)
def test_p36_p37_pp120_the_die_of_a_patrol(soviet: bool, die: int, crosses: bool) -> None:
    assert run(roll_patrol(BOX, "reduced", soviet=soviet, key="p"), dice=[(die,)]).crosses is crosses


@rule("pq17", "7.7.2")
@rule("pq17", "7.7.2a")
@pytest.mark.parametrize(("end", "expended"), [(0, True), (1, True), (2, False)])
def test_pp121_two_boats_at_the_same_straggler(end: int, expended: bool) -> None:
    target = read_counters("mv 3", "es_british 1")
    found = run(
        attack_stragglers(BOX, 2, target, key="g"),
        dice=[(7,), (3,), (end,)],
        lots=[1, 1],
        secret=True,
    )
    assert found.attacks[0] is not None
    assert found.attacks[0].hits[0].sunk == 1
    assert found.attacks[1] is None
    assert found.expended is expended
    assert sorted(left(target)) == ["es_british 1", "mv 2"]


@rule("pq17", "7.7.2")
def test_each_boat_has_a_straggler_of_its_own() -> None:
    target = read_counters("mv 3", "palomares 1")
    found = run(attack_stragglers(BOX, 2, target, key="g"), dice=[(7,), (0,), (6,), (5,)], lots=[0, 2])
    assert [one is not None for one in found.attacks] == [True, True]
    assert sorted(left(target)) == ["mv 1+crippled", "mv 2", "palomares 1"]
