"""11.1, 11.2 Fuel: the mark of a force on the time track, and what moves it."""

from collections.abc import Iterable, Sequence

from msgspec import structs

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import ShipClass
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.fuel import Fuel

ALWAYS_FULL: frozenset[ShipClass] = frozenset(("es", "ss", "ax", "mx"))
"""11.1a Ships whose fuel never runs low."""


def burns(box: Box, counters: Iterable[Counter]) -> bool:
    """11.1a Whether a force has a mark that matters: not merchants, auxiliaries, escorts and boats alone."""
    return any(box.ships[one.ship].type not in ALWAYS_FULL for one in counters)


def is_all_heavy(box: Box, counters: Sequence[Counter]) -> bool:
    """11.1.2 A force of heavy ships only."""
    return bool(counters) and all(box.ships[one.ship].is_heavy for one in counters)


def sailing(
    box: Box,
    turn: int,
    counters: Sequence[Counter],
    *,
    far: bool = True,
    german: bool = False,
    training: bool = False,
    soviet_endurance: bool = False,
) -> Fuel:
    """11.1, 11.1.2, 11.1.4, 11.4a, 11.4.1 The mark of a force that leaves port in a turn.

    `far`: heavy ships by themselves go further; of the Axis only in a break-out or from the German box or Kiel, which
    the mark remembers for those that leave light ones behind later (`german`). `training`: out for training;
    `soviet_endurance`: the option holds and Soviet ships are among them.
    """
    numbers = box.numbers.fuel
    if training:
        return Fuel(turn + numbers.training_danger, "training")
    if soviet_endurance and any(box.ships[one.ship].nation == "soviet" for one in counters):
        return Fuel(turn + numbers.soviet_warning)
    turns = numbers.warning_heavy if far and is_all_heavy(box, counters) else numbers.warning
    return Fuel(turn + turns, german=german)


def spent(fuel: Fuel, turns: int) -> Fuel:
    """11.1.3 The mark moved back by so many turns; at Critical there is none left to move."""
    return fuel if fuel.state == "critical" else structs.replace(fuel, turn=fuel.turn - turns)


def burned(box: Box, *, high_speed: bool, surface_combat: bool, air_attack: bool, hunted: bool, convoy: bool) -> int:
    """11.1.3 The turns that a force spends in a turn beyond those that pass: for high speed, one surface combat, an air
    attack suffered and offensive ASW; convoys pay neither of the last two.
    """
    numbers = box.numbers.fuel
    turns = numbers.high_speed * high_speed + numbers.surface_combat * surface_combat
    if not convoy:
        turns += numbers.air_attack * air_attack + numbers.offensive_anti_submarine * hunted
    return turns


def reached(box: Box, fuel: Fuel, turn: int) -> Fuel:
    """11.1, 11.1.3 The fuel phase, once the marker stands on the new turn: a Warning reached or passed makes the force
    Low, with Danger three turns on from now; a Danger makes it Critical.
    """
    if fuel.state == "critical" or fuel.turn > turn:
        return fuel
    if fuel.state == "full":
        return structs.replace(fuel, turn=turn + box.numbers.fuel.danger, state="low")
    return structs.replace(fuel, state="critical")


def combined(box: Box, marks: Sequence[Fuel]) -> Fuel:
    """11.1.1 The mark of forces that become one: that which makes Critical first, so that nobody's state is mended.
    Raises ValueError for none.
    """
    return min(marks, key=lambda fuel: _rank(box, fuel))


def _rank(box: Box, fuel: Fuel) -> tuple[bool, int, bool]:
    runs_out = fuel.turn + (box.numbers.fuel.danger if fuel.state == "full" else 0)
    return fuel.state != "critical", runs_out, fuel.state == "full"


def parted(box: Box, fuel: Fuel, whole: Sequence[Counter], part: Sequence[Counter], *, far: bool) -> Fuel:
    """11.1.1, 11.1.2, 11.4a The mark of a part of a force: the same, but eight turns on for heavy ships out of a mixed
    force. `far`: heavy ships by themselves go further; of the Axis only those that break out or have German oil.
    """
    goes_further = far and is_all_heavy(box, part) and not is_all_heavy(box, whole)
    if not goes_further or fuel.state == "critical":
        return fuel
    return structs.replace(fuel, turn=fuel.turn + box.numbers.fuel.heavy_split)


def freed_of_soviets(box: Box, fuel: Fuel) -> Fuel:
    """11.1.4 Option: a ballast convoy that its Soviet ships leave."""
    return structs.replace(fuel, turn=fuel.turn + box.numbers.fuel.soviet_warning)


def allows_high_speed(fuel: Fuel | None) -> bool:
    """11.2.1–11.2.3 Only a force with full fuel goes at high speed."""
    return fuel is None or fuel.state == "full"


def top_speed(box: Box, fuel: Fuel | None) -> int:
    """11.2.1–11.2.3 The most hexes that fuel leaves to a force: slow at Critical, cruise at Low or in training."""
    speed = box.numbers.speed
    if fuel is not None and fuel.state == "critical":
        return speed.slow
    return speed.high if allows_high_speed(fuel) else speed.cruise
