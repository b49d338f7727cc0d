"""11.1, 11.2 The fuel marker of a force on the track of turns, and the rules that move it."""

from collections.abc import Iterable, Sequence

from msgspec import structs

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import ShipClass
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.fuel import Fuel

ALWAYS_FULL: frozenset[ShipClass] = frozenset(("es", "ss", "ax", "mx"))
"""11.1a The types of ships that never run low on fuel."""


def needs_fuel(box: Box, counters: Iterable[Counter]) -> bool:
    """11.1a Return True if a force with these counters needs a fuel marker.

    A force that has only merchants, auxiliaries, escorts and submarines needs no marker.
    """
    return any(box.ships[one.ship].type not in ALWAYS_FULL for one in counters)


def is_all_heavy(box: Box, counters: Sequence[Counter]) -> bool:
    """11.1.2 Return True if all of these counters are heavy ships."""
    return bool(counters) and all(box.ships[one.ship].is_heavy for one in counters)


def fuel_at_sailing(
    box: Box,
    turn: int,
    counters: Sequence[Counter],
    *,
    far: bool = True,
    german: bool = False,
    training: bool = False,
    soviet_endurance: bool = False,
) -> Fuel:
    """11.1, 11.1.2, 11.1.4, 11.4a, 11.4.1 Return the fuel marker of a force that leaves port on a turn.

    `far`: True if a force of heavy ships gets its longer endurance; for the Axis, only in a break-out, or from the
    German box or Kiel. `german`: True if the force sails from the German box or Kiel; the marker records this for heavy
    ships that later leave the light ships. `training`: True if the force leaves for training. `soviet_endurance`: True
    if Soviet ships shorten the endurance of their force, by an option.
    """
    numbers = box.numbers.fuel
    if training:
        return Fuel(turn + numbers.training_danger, "training")
    if soviet_endurance and any(box.ships[one.ship].nation == "soviet" for one in counters):
        return Fuel(turn + numbers.soviet_warning)
    turns = numbers.warning_heavy if far and is_all_heavy(box, counters) else numbers.warning
    return Fuel(turn + turns, german=german)


def spend_fuel(fuel: Fuel, turns: int) -> Fuel:
    """11.1.3 Return the fuel marker moved `turns` turns earlier. A Critical marker is not moved."""
    return fuel if fuel.state == "critical" else structs.replace(fuel, turn=fuel.turn - turns)


def extra_fuel(
    box: Box, *, high_speed: bool, surface_combat: bool, air_attack: bool, hunted: bool, convoy: bool
) -> int:
    """11.1.3 Return the turns of fuel that a force burns in a turn in addition to the elapsed turn.

    The force burns fuel for high speed, for a surface battle, for an air attack on it, and for its own attack on a
    wolfpack (`hunted`). A convoy burns none for air attacks and for attacks on wolfpacks.
    """
    numbers = box.numbers.fuel
    turns = numbers.high_speed * high_speed + numbers.surface_combat * surface_combat
    if not convoy:
        turns += numbers.air_attack * air_attack + numbers.offensive_anti_submarine * hunted
    return turns


def fuel_on_turn(box: Box, fuel: Fuel, turn: int) -> Fuel:
    """11.1, 11.1.3 Return a fuel marker as it is after the fuel phase, when the turn marker is on `turn`.

    A force that reaches or passes its Warning becomes Low, with its Danger three turns later. A force that reaches or
    passes its Danger becomes Critical.
    """
    if fuel.state == "critical" or fuel.turn > turn:
        return fuel
    if fuel.state == "full":
        return structs.replace(fuel, turn=turn + box.numbers.fuel.danger, state="low")
    return structs.replace(fuel, state="critical")


def combined_fuel(box: Box, marks: Sequence[Fuel]) -> Fuel:
    """11.1.1 Return the marker of a combined force: of the markers `marks`, the one that becomes Critical first.

    Raises ValueError if `marks` is empty.
    """
    return min(marks, key=lambda fuel: _rank(box, fuel))


def _rank(box: Box, fuel: Fuel) -> tuple[bool, int, bool]:
    runs_out = fuel.turn + (box.numbers.fuel.danger if fuel.state == "full" else 0)
    return fuel.state != "critical", runs_out, fuel.state == "full"


def parted_fuel(box: Box, fuel: Fuel, whole: Sequence[Counter], part: Sequence[Counter], *, far: bool) -> Fuel:
    """11.1.1, 11.1.2, 11.4a Return the fuel marker of a part of a force (`part`) after the force (`whole`) has split.

    The part gets the marker of the whole force. For heavy ships that leave a mixed force, the marker is eight turns
    later if `far` is True. For the Axis, `far` is True only in a break-out or with German oil.
    """
    goes_further = far and is_all_heavy(box, part) and not is_all_heavy(box, whole)
    if not goes_further or fuel.state == "critical":
        return fuel
    return structs.replace(fuel, turn=fuel.turn + box.numbers.fuel.heavy_split)


def fuel_without_soviets(box: Box, fuel: Fuel) -> Fuel:
    """11.1.4 Option: return the fuel marker of a convoy in ballast after its Soviet ships have left.

    The marker moves `soviet_warning` turns later (`FuelNumbers`).
    """
    return structs.replace(fuel, turn=fuel.turn + box.numbers.fuel.soviet_warning)


def allows_high_speed(fuel: Fuel | None) -> bool:
    """11.2.1–11.2.3 Return True if the fuel allows high speed: it must be full. `fuel`: None without a marker."""
    return fuel is None or fuel.state == "full"


def top_speed(box: Box, fuel: Fuel | None) -> int:
    """11.2.1–11.2.3 Return the most hexes that the fuel allows in a turn.

    The limit is slow speed at Critical, and cruise speed at Low or in training.
    """
    speed = box.numbers.speed
    if fuel is not None and fuel.state == "critical":
        return speed.slow
    return speed.high if allows_high_speed(fuel) else speed.cruise
