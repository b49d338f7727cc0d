"""7.4: submarine combat from the encounter to the reports."""

from itertools import product

import pytest

from games.kernel.events import PUBLIC
from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.rules.forces.submarine_combat import Encounter, Escort, attack_modifier, boats_of_chart
from games.titles.pq17.rules.search.strikes import strikes_form
from games.titles.pq17.rules.submarine.attack import Encounter as BoatEncounter
from games.titles.pq17.rules.submarine.attack import Fight
from games.titles.pq17.rules.submarine.attack import attack_modifier as modifier_of_attack
from games.titles.pq17.rules.submarine.attack import submarine_combat as boats_attack
from games.titles.pq17.rules.submarine.attacks import submarine_combat
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.submarine import BoatFired, TorpedoesSpent
from games.titles.pq17.state.state import Sky
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.submarine_combat import DAY, fight, packs_hunted
from tests.titles.pq17.playing import a_card, heard, play
from tests.titles.pq17.strikes import OPEN, facing
from tests.titles.pq17.trial import Dice, left, read_counters, run

rule = pytest.mark.rule
CONVOY = ("mv 8", "mv 8", "palomares 1", "aldersdale 2", "dd_a_i 3", "tb_hunt 1", "tb_novik 1", "es_soviet 1")


def fought(boats: int, target: list[Counter], *, dice: Dice, encounter: BoatEncounter = DAY, escorts: int = 0) -> Fight:
    return run(boats_attack(BOX, boats, target, Escort(escorts), ("convoy",), encounter, key="s"), dice=dice)


@rule("pq17", "7.4", "7.4c", "7.4.3a")
def test_7_4_a_pack_attacks_a_convoy() -> None:
    board = packs_hunted("mv 8", boats=2)
    dice = [(8,), (7,), (8,), (2,)]
    assert play(submarine_combat(board), cards=[a_card("force", "0")], dice=dice).result == "surface_combat"
    assert sum(one.strength for one in board.force("pq").counters) == 6
    assert (board.force("pq").level, board.force("pack").level) == (1, 1)
    assert sum(isinstance(event, BoatFired) for event in heard(board, "allied")) == 2
    assert not any(isinstance(event, BoatFired) for event in heard(board, PUBLIC))


@rule("pq17", "7.4", position="PP107")
def test_7_4_modifiers_and_their_limit() -> None:
    easy = Encounter(day=False, weather="reduced", shadowed=True)
    assert attack_modifier(BOX, 4, Escort(1), easy) == 4
    hard = Encounter(day=True, weather="storm", level=3, air_radius=True)
    assert attack_modifier(BOX, 1, Escort(6), hard) == -6
    assert attack_modifier(BOX, 1, Escort(0), hard) == -5
    best = Encounter(day=False, weather="reduced", level=0, shadowed=True)
    assert attack_modifier(BOX, 3, Escort(0), best) == 5
    assert attack_modifier(BOX, 2, Escort(0), best) == 4


@rule("pq17", "7.4", position="PP108")
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
def test_7_4_who_attacks_before_and_after(die: int, before: int, after: int, cancelled: bool) -> None:
    by_day = Encounter(day=True, weather="fair", level=1)
    target = read_counters("mv 8")
    found = fight(3, target, dice=[(die,), *[(0,)] * (before + after)], encounter=by_day, escorts=Escort(0))
    assert found.modifier == 0, "three boats and ID 1"
    assert (len(found.before), len(found.after), found.cancels_refuelling) == (before, after, cancelled)


@rule("pq17", "7.4", "7.4.3", "7.4.3b", positions=("P30", "P31", "P32"))
def test_7_4_the_first_pack() -> None:
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


@rule("pq17", "7.4", "7.4a", "7.4.1a", "7.4.3", positions=("P33", "P34", "P35"))
def test_7_4_the_second_pack() -> None:
    target = read_counters(*CONVOY)
    before = left(target)
    found = fight(2, target, dice=[(7,), (5,), (1, 7, 9), (5,)], named=("heavy", "convoy"))
    assert (found.modifier, found.cancels_refuelling) == (-1, True)
    assert [(one.named, one.found) for one in found.before] == [("heavy", False), ("convoy", True)]
    assert (found.hunt.sunk, found.hunt.damaged, found.hunt.held_down) == (0, 1, True)
    assert found.after == ()
    assert found.expended
    assert sorted(left(target)) == sorted(before)


@rule("pq17", "7.4", position="PP246")
@pytest.mark.parametrize("weather", ["fair", "storm"])
def test_7_4_minus_seven_counts_as_minus_six(weather: WeatherKind) -> None:
    encounter = BoatEncounter(day=True, weather=weather, level=3)
    assert modifier_of_attack(BOX, 2, Escort(3), encounter) == -6
    found = fought(2, read_counters("mv 8"), dice=[(8,), (0, 0, 0), (0,), (0,)], encounter=encounter, escorts=3)
    assert (len(found.before), len(found.after)) == (0, 2)


@rule("pq17", "7.4")
def test_7_4_the_sum_of_all_that_counts_is_held_at_six() -> None:
    """All combinations, summed by hand's own table and held at the end alone."""
    weathers = {"fair": 0, "reduced": 1, "fog": 0, "storm": -1}
    for boats, dice, weather, day in product((1, 2, 3, 4), (0, 1, 3, 9), weathers, (True, False)):
        for level, shadowed, radius in product((None, 0, 1, 3), (True, False), (True, False)):
            met = Encounter(day=day, weather=weather, level=level, shadowed=shadowed, air_radius=radius)
            total = weathers[weather] + (boats >= 3) + 2 * (not day) - (level or 0) + shadowed - radius - dice
            assert attack_modifier(BOX, boats, Escort(dice), met) == max(min(total, 6), -6)


@rule("pq17", "7.4", "7.4.1")
@pytest.mark.parametrize(
    ("modified", "boats", "attacks"),
    [
        (-7, 4, (0, 0)), (-1, 4, (0, 0)), (0, 4, (0, 1)), (2, 4, (0, 3)), (2, 2, (0, 2)), (4, 1, (1, 1)),
        (5, 4, (1, 3)),
        (6, 4, (2, 4)), (8, 4, (3, 4)), (10, 4, (4, 0)), (15, 3, (3, 0)),
    ],
)  # fmt: skip
def test_7_4_how_many_boats_attack(modified: int, boats: int, attacks: tuple[int, int]) -> None:
    assert boats_of_chart(BOX, boats, modified) == attacks


@rule("pq17", "7.4a", "7.3.2a")
def test_7_4a_torpedoes_are_spent_and_the_enemy_is_not_told() -> None:
    board = packs_hunted("mv 8", boats=1)
    play(submarine_combat(board), cards=[a_card("force", "0")], dice=[(9,), (0,)])
    assert board.force("pack").counters[0].used
    assert any(isinstance(event, TorpedoesSpent) for event in heard(board, "axis"))
    assert not any(isinstance(event, TorpedoesSpent) for event in heard(board, "allied"))


@rule("pq17", "7.4a", position="PP109")
@pytest.mark.parametrize(("die", "level", "expended"), [(7, 1, True), (6, 0, False), (9, 3, True), (8, 0, False)])
def test_7_4a_torpedoes_are_spent_by_the_unmodified_die(die: int, level: int, expended: bool) -> None:
    encounter = Encounter(day=True, weather="fair", level=level)
    found = fight(2, read_counters("mv 8"), dice=[(die,), (0,), (0,)], encounter=encounter, escorts=Escort(0))
    assert (len(found.before), found.expended) == (2, expended)


@rule("pq17", "7.4a", position="PP109")
def test_7_4a_not_if_a_boat_did_not_attack() -> None:
    by_day = Encounter(day=True, weather="fair", level=1)
    found = fight(3, read_counters("mv 8"), dice=[(7,), (0,), (0,), (5,)], encounter=by_day, escorts=Escort(0))
    assert (len(found.before), len(found.after), found.expended) == (2, 1, True)
    held = fight(4, read_counters("mv 8"), dice=[(5,), (0,), (5,), (0,)], encounter=by_day, escorts=Escort(1))
    assert (len(held.before), len(held.after), held.expended) == (1, 1, False)


@rule("pq17", "7.4a", position="PP247")
def test_7_4a_all_boats_of_the_pack_must_have_attacked() -> None:
    """A boat sunk before her turn has not attacked: then the pack keeps its torpedoes (a reading)."""
    low = BoatEncounter(day=True, weather="fair", level=3)
    alone = fought(1, read_counters("mv 8"), dice=[(3,), (0,)], encounter=low)
    assert (len(alone.before), len(alone.after), alone.expended) == (0, 1, True)
    three = fought(3, read_counters("mv 8"), dice=[(3,), (0,)], encounter=low)
    assert (len(three.after), three.expended) == (1, False)
    dark = BoatEncounter(day=False, weather="fair")
    lost = fought(2, read_counters("mv 8"), dice=[(5,), (0,), (0, 0, 8), (6,)], encounter=dark, escorts=3)
    assert (len(lost.before), lost.hunt.sunk, len(lost.after), lost.expended) == (1, 1, 0, False)


@rule("pq17", "7.4b", "7.4.1b", position="PP113")
def test_7_4b_held_down_leaves_one() -> None:
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


@rule("pq17", "7.4d", "9.2.5")
def test_7_4d_no_submarine_combat_in_a_gale() -> None:
    prey = force("tf", "allied", "task_force", OPEN, "norfolk")
    board = facing(prey, force("pack", "axis", "wolfpack", OPEN, "ss_german 2"), sky=Sky(kind="gale"))
    assert strikes_form(board, "axis").targets[0].forces == ()
