"""7.4 Submarine combat: the dice of escorts and aircraft against submarines, and how many submarines attack."""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from games.titles.pq17.components.combat_charts import ALL_BOATS
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import CONVOY_SHIPS, HEAVY_SHIPS, LIGHT_SHIPS, ShipClass, WeatherKind
from games.titles.pq17.orders.draft_odds import RollModifier, total_of
from games.titles.pq17.rules.forces.stack_odds import FACES
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.dice import dice

Answer = Literal["-", "held_down", "success"]


class Escort(Struct, frozen=True, gc=False):
    """7.4.1 The number of dice that a force rolls against submarines, and how many of these are Soviet."""

    dice: int = 0
    soviet: int = 0

    def at_most(self, count: int) -> "Escort":
        """Return the escort limited to `count` dice; Soviet dice are dropped first."""
        kept = min(self.dice, count)
        return Escort(kept, max(self.soviet - (self.dice - kept), 0))


class Hunt(Struct, frozen=True, gc=False):
    """7.4.1, 7.4.1a, 7.4.1b, 7.4.1c The result of anti-submarine (ASW) dice against a wolfpack."""

    dice: tuple[int, ...] = ()
    """The first dice, the Soviet ones last."""
    modifiers: tuple[int, ...] = ()
    """The modifier of each first die."""
    fates: tuple[int, ...] = ()
    """The second dice of the successes."""
    sunk: int = 0
    """The strength of submarines sunk."""
    damaged: int = 0
    """The strength of submarines sent home."""
    held_down: bool = False
    """True if the wolfpack is held down."""

    @property
    def lost(self) -> int:
        """Return the strength that the wolfpack has lost, sunk or sent home."""
        return self.sunk + self.damaged


def escort_dice(box: Box, counters: Sequence[Counter], *, aircraft: int = 0) -> Escort:
    """7.4.1, 7.0f Return the dice of a force against submarines.

    There is one die for every three destroyers and torpedo boats, rounded up, and one die for each strength of escorts.
    `aircraft`: the strength of aircraft with the ASW symbol; each strength gets a die. The Soviet dice are the dice
    that the force would lose without its Soviet ships.
    """
    able = [one for one in counters if one.counts()]
    others = [one for one in able if box.ships[one.ship].nation != "soviet"]
    whole, without = _thrown(box, able), _thrown(box, others)
    return Escort(whole + aircraft, whole - without)


def _thrown(box: Box, counters: Sequence[Counter]) -> int:
    screen = sum(one.strength for one in counters if box.ships[one.ship].type in ("dd", "tb"))
    slow = sum(one.strength for one in counters if box.ships[one.ship].type == "es")
    return -(-screen // box.charts.anti_submarine.ships_per_die) + slow


def most_dice(box: Box, boats: int) -> int:
    """7.4.1 Return the most dice that count against a wolfpack of `boats` strength: two for each submarine."""
    return box.charts.anti_submarine.dice_per_boat * boats


def hunting_modifier(box: Box, weather: WeatherKind, *, offensive: bool, air_radius: bool) -> int:
    """7.4.1, 7.4.2, 9.2.4 Return the modifier of each die against a wolfpack: the sum of `hunting_modifiers`.

    The parameters are those of `hunting_modifiers`.
    """
    return total_of(hunting_modifiers(box, weather, offensive=offensive, air_radius=air_radius))


def hunting_modifiers(box: Box, weather: WeatherKind, *, offensive: bool, air_radius: bool) -> tuple[RollModifier, ...]:
    """7.4.1, 7.4.2, 9.2.4 Return the modifiers of each die against a wolfpack, one by one.

    `offensive`: True if a force or aircraft attack the wolfpack. `air_radius`: True if an air radius of the attacker
    covers the hex.
    """
    chart = box.charts.anti_submarine
    found = [
        ("storm", chart.storm * (weather == "storm"), "9.2.4"),
        ("offensive", chart.offensive * offensive, "7.4.2"),
        ("air_radius", chart.air_radius * air_radius, "7.4.1"),
    ]
    return tuple(one for one in found if one[1])


async def roll_hunt(box: Box, escorts: Escort, boats: int, modifier: int, *, key: str) -> Hunt:
    """7.4.1–7.4.1c Roll the dice against a wolfpack of `boats` strength, and return the result.

    `escorts`: the number of dice; at most `most_dice` of them are rolled. `modifier`: see `hunting_modifier`. For each
    success, a second die decides whether a submarine is sunk or damaged (sent home). Sunk submarines count first; at
    most the strength of the wolfpack is lost. The caller removes the lost strength. `key`: the key of the first roll in
    the journal, and the prefix of the key of the second roll.
    """
    chart = box.charts.anti_submarine
    able = escorts.at_most(most_dice(box, boats))
    thrown = await dice(able.dice, key=key, rule="7.4.1")
    modifiers = tuple(
        modifier + (chart.soviet if place >= able.dice - able.soviet else 0) for place in range(able.dice)
    )
    answers: list[Answer] = [chart.result(one + more) for one, more in zip(thrown, modifiers, strict=True)]
    fates = await dice(answers.count("success"), key=f"{key}.fate", rule="7.4.1a")
    sunk = min(sum(one >= chart.sunk for one in fates), boats)
    damaged = min(len(fates) - sum(one >= chart.sunk for one in fates), boats - sunk)
    return Hunt(thrown, modifiers, fates, sunk, damaged, held_down="held_down" in answers)


Quarry = Literal["heavy", "light", "convoy"]
"""7.4.3 The groups of ships. Each attacking submarine attacks a ship of one of these groups."""
GROUPS: Mapping[Quarry, frozenset[ShipClass]] = {"heavy": HEAVY_SHIPS, "light": LIGHT_SHIPS, "convoy": CONVOY_SHIPS}
MANY_BOATS = 3
"""7.4 The strength from which a pack gets a bonus for its attack."""


class Encounter(Struct, frozen=True, kw_only=True, gc=False):
    """7.4 The circumstances of a submarine combat, except the ships in it."""

    day: bool
    """True by day."""
    weather: WeatherKind
    """The weather in the hex."""
    level: int | None = None
    """The ID level of the wolfpack; None if it is unidentified."""
    shadowed: bool = False
    """True if another wolfpack shadows the target."""
    air_radius: bool = False
    """True if an air radius of the target's side covers the hex."""
    offensive: bool = False
    """True if a task force attacks the wolfpack on its own initiative (7.4.2a)."""


def attack_modifier(box: Box, boats: int, escorts: Escort, encounter: Encounter) -> int:
    """7.4 Return the sum of all modifiers of the submarine die, limited to the range that the chart allows.

    All dice of the escorts count, even dice that are not rolled because the wolfpack is small. `boats`: the strength of
    the wolfpack.
    """
    chart = box.charts.submarine
    total = total_of(attack_modifiers(box, boats, encounter)) + chart.escort * escorts.dice
    return min(max(total, -chart.limit), chart.limit)


def attack_modifiers(box: Box, boats: int, encounter: Encounter) -> tuple[RollModifier, ...]:
    """7.4 Return the modifiers of the submarine die one by one, without the modifier for the escorts' dice.

    `boats`: the strength of the wolfpack.
    """
    chart = box.charts.submarine
    found = [
        ("weather", chart.weather.get(encounter.weather, 0), "7.4"),
        ("night", chart.night * (not encounter.day), "7.4"),
        ("three_boats", chart.three_boats * (boats >= MANY_BOATS), "7.4"),
        ("identified", chart.identified * (encounter.level or 0), "7.4"),
        ("other_pack", chart.shadowed * encounter.shadowed, "7.4"),
        ("air_radius", chart.air_radius * encounter.air_radius, "7.4"),
    ]
    return tuple(one for one in found if one[1])


def usual_quarry(*, convoy: bool) -> tuple[Quarry, ...]:
    """7.4.3c Return the default target groups: transports for a convoy, heavy ships for a task force."""
    return ("convoy",) if convoy else ("heavy",)


def boats_of_chart(box: Box, boats: int, modified: int) -> tuple[int, int]:
    """7.4 Return the number of submarines that attack before the escorts' dice, and the most that attack after them.

    `boats`: the strength of the wolfpack. `modified`: the submarine die with its modifier.
    """
    first, second = box.charts.submarine.attacks(modified)
    return _count(boats, first), _count(boats, second)


def _count(boats: int, most: int) -> int:
    return boats if most >= ALL_BOATS else min(boats, most)


def mean_attacking_boats(box: Box, boats: int, dice: int, encounter: Encounter) -> int:
    """7.4 Return the mean number of attacking submarines against so many escort `dice`, in hundredths.

    `boats`: the strength of the wolfpack. The losses of the wolfpack by the escorts' dice are not included.
    """
    modifier, total = attack_modifier(box, boats, Escort(dice), encounter), 0
    for face in FACES:
        first, second = boats_of_chart(box, boats, face + modifier)
        total += first + min(second, boats - first)
    return 100 * total // len(FACES)


def torpedo_hits(box: Box, quarry: Quarry) -> tuple[int, int]:
    """7.3.1 Return the lowest faces of a die that hit the easiest and the hardest undamaged ship of a target group."""
    chart = box.charts.torpedo
    found = [chart.succeeds - more for kind, more in chart.targets.items() if kind in GROUPS[quarry]]
    return min(found), max(found)
