"""7.2 (d), (e) A strike on a row of ships, wave by wave: first all anti-aircraft fire, then bombs and torpedoes."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import WeatherKind
from games.titles.pq17.rules.air import flak as guns
from games.titles.pq17.rules.air.bombing import Bombed, Bombs, drop_bombs
from games.titles.pq17.rules.air.combat import Units, aircraft_type
from games.titles.pq17.rules.air.row import Sortie, target_now
from games.titles.pq17.rules.forces.battle_display import Stack
from games.titles.pq17.rules.forces.hits import count_damaged
from games.titles.pq17.rules.forces.torpedoes import Salvo, fire_salvo
from games.titles.pq17.rules.weather.weather import cam_serves


class Place(Struct, frozen=True, gc=False):
    """The circumstances of a strike: light, weather, port, and options.

    `port_guns`: the anti-aircraft value of the port (7.2.5b, 0 for none). `cam_from`: CAM ships launch if at least this
    strength attacks one target (7.2.5c; 0: never). `elusive`: the ids of the units that could not find their target, so
    that all their bombs have a worse modifier (13.1). `fates`: True if the option for destroyers applies (7.9).
    """

    day: bool
    weather: WeatherKind
    port_guns: int = 0
    in_port: bool = False
    cam_from: int = 2
    elusive: frozenset[str] = frozenset()
    fates: bool = False


class Attack(Struct, frozen=True, gc=False):
    """7.2.6 One unit's attack in its wave."""

    unit: str
    """The id of the air unit."""
    target: int | None
    """The index of the attacked stack in the row; None if the unit broke off."""
    bombs: Bombs | None = None
    """The result of the bombs; None if the unit dropped none."""
    salvo: Salvo | None = None
    """The result of the torpedoes; None if the unit dropped none."""
    stack: tuple[str, ...] = ()
    """The ids of the ships in the attacked stack."""


class Wave(Struct, frozen=True, gc=False):
    """7.2 (e) One wave: the anti-aircraft fire at its units (`flak`), and the attacks of the units."""

    flak: tuple[guns.Flak, ...] = ()
    attacks: tuple[Attack, ...] = ()


async def strike(
    box: Box, row: list[Stack], units: Units, sorties: Sequence[Sortie], place: Place, *, key: str
) -> list[Wave]:
    """7.2.4–7.2.7, 7.1.3b Resolve all waves of a strike in order, and return them.

    Sunk ships leave the row, but the indices of the other stacks stay the same. Units lose strength by anti-aircraft
    fire. Units without torpedoes bomb. `key`: the prefix of the journal keys of its rolls.
    """
    waves = []
    for number in sorted({sortie.wave for sortie in sorties}):
        flying = [one for one in sorties if one.wave == number and units[one.unit].flying]
        waves.append(await _wave(box, row, units, flying, place, key=f"{key}.{number}"))
    return waves


async def _wave(box: Box, row: list[Stack], units: Units, sorties: Sequence[Sortie], place: Place, *, key: str) -> Wave:
    at: dict[str, int] = {}
    for sortie in sorties:
        target = target_now(box, row, sortie, list(at.values()))
        if target is not None:
            at[sortie.unit] = target
    coming = [sortie for sortie in sorties if sortie.unit in at]
    fired = await _fire(box, row, units, coming, at, place, key=f"{key}.flak")
    attacks = [Attack(one.unit, None) for one in sorties if one.unit not in at]
    for sortie in coming:
        if units[sortie.unit].flying and row[at[sortie.unit]]:
            attacks.append(await _attack(box, row, units, sortie, at[sortie.unit], place, key=f"{key}.{sortie.unit}"))
    return Wave(tuple(fired), tuple(attacks))


async def _fire(
    box: Box,
    row: list[Stack],
    units: Units,
    coming: Sequence[Sortie],
    at: Mapping[str, int],
    place: Place,
    *,
    key: str,
) -> list[guns.Flak]:
    """7.2.5–7.2.5c Fire at the attackers of a wave, and return the results.

    Each target fires at its own attackers, then stacks beside the targets fire, then the port. `at`: by attacking unit,
    the index of its target. `key`: the prefix of the journal keys of its rolls.
    """
    found: list[guns.Flak] = []
    torpedoes = {one.unit: _torpedoes(box, units, one) for one in coming}
    serving = {target: _cams(box, row, units, target, at, place) for target in dict.fromkeys(at.values())}
    aimed = [(one.unit, guns.flak_value(box, row[at[one.unit]]), serving[at[one.unit]]) for one in coming]
    for beside, attacked in guns.supporting_stacks(box, row, set(at.values())).items():
        at_them = [one.unit for one in coming if at[one.unit] in attacked]
        worst = max(at_them, key=lambda name: (torpedoes[name], units[name].flying))
        aimed.append((worst, guns.flak_value(box, row[beside]), 0))
    if place.port_guns:
        aimed += [(one.unit, place.port_guns, 0) for one in coming]
    for number, (name, worth, cams) in enumerate(aimed):
        if worth is not None and units[name].flying:
            found.append(
                await guns.fire_flak(
                    box, name, units[name], worth,
                    torpedoes=torpedoes[name], day=place.day, cams=cams, key=f"{key}.{number}",
                )
            )  # fmt: skip
    return found


def _cams(box: Box, row: list[Stack], units: Units, target: int, at: Mapping[str, int], place: Place) -> int:
    """7.2.5c, 1.4.3 Return the number of CAM ships that launch for a target in this wave, and mark them as used."""
    strength = sum(units[name].flying for name, where in at.items() if where == target)
    if not cam_serves(place.weather) or not place.cam_from or strength < place.cam_from:
        return 0
    count = guns.unused_cams(box, row[target])
    for one in row[target]:
        if box.ships[one.ship].role == "mc":
            one.used = True
    return count


def _torpedoes(box: Box, units: Units, sortie: Sortie) -> bool:
    return sortie.torpedoes and aircraft_type(box, units[sortie.unit]).torpedoes > 0


async def _attack(
    box: Box, row: list[Stack], units: Units, sortie: Sortie, target: int, place: Place, *, key: str
) -> Attack:
    unit, stack = units[sortie.unit], tuple(dict.fromkeys(one.ship for one in row[target]))
    if _torpedoes(box, units, sortie) and not place.in_port:
        count = unit.flying * aircraft_type(box, unit).torpedoes
        fired = await fire_salvo(box, row[target], count, key=key, from_air=True)
        return Attack(sortie.unit, target, salvo=fired, stack=stack)
    dropped = await drop_bombs(
        box, row[target], unit, in_port=place.in_port, day=place.day, elusive=sortie.unit in place.elusive,
        fates=place.fates, key=key,
    )  # fmt: skip
    return Attack(sortie.unit, target, bombs=dropped, stack=stack)


def bomb_results(waves: Sequence[Wave]) -> list[Bombed]:
    """7.2.6a Return the results of all bombs in these waves."""
    return [one for wave in waves for attack in wave.attacks if attack.bombs is not None for one in attack.bombs.bombed]


def bombed_home(waves: Sequence[Wave]) -> dict[str, int]:
    """7.9c Return by class the strength of destroyers that go home damaged after these waves."""
    found: dict[str, int] = {}
    for one in bomb_results(waves):
        if one.fates:
            found[one.ship] = found.get(one.ship, 0) + count_damaged([one.fates])
    return found
