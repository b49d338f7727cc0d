"""7.4.4, 7.4.5, 7.7.2 Wolfpacks against wolfpacks, air patrols against wolfpacks, and attacks on stragglers."""

from typing import Literal

from msgspec import Struct

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import CONVOY_SHIPS, WeatherKind
from games.titles.pq17.rules.forces.battle_display import draw_ship, merge_ships, single_ships
from games.titles.pq17.rules.forces.torpedoes import Salvo, fire_salvo
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.dice import die

Winner = Literal["attacker", "defender"]
FEW_ENOUGH = 1
"""7.7.2a The highest final die on which a wolfpack has no torpedoes left after it attacked stragglers."""
FAR = 2
"""7.4.5 The number of hexes in a turn from which a pack must move on the surface."""


class Duel(Struct, frozen=True, gc=False):
    """7.4.4 A combat of two wolfpacks: the wolfpack that fires, the die and its modifier, and the enemy's loss.

    `fires`: the attacker or the defender. `sunk`: True if the other wolfpack loses a submarine.
    """

    fires: Winner
    die: int
    modifier: int
    sunk: bool


class Patrol(Struct, frozen=True, gc=False):
    """7.4.5 An air patrol's die at a wolfpack that crosses a hex side, and its modifier.

    `crosses`: True if the wolfpack crosses the hex side nevertheless.
    """

    die: int
    modifier: int
    crosses: bool


async def fight_duel(box: Box, weather: WeatherKind, *, surprise: bool, soviet: bool, key: str) -> Duel:
    """7.4.4, 7.4.4a Roll the ASW die of a combat of two wolfpacks, and return the result.

    A success sinks one submarine. The attacker rolls if it has surprise (7.6); otherwise, the attacked wolfpack rolls.
    The strength of the wolfpacks does not matter. `soviet`: True if the wolfpack that rolls is Soviet. There is no
    second die, and other results have no effect. `key`: the key of the roll in the journal.
    """
    chart = box.charts.anti_submarine
    modifier = (chart.soviet if soviet else 0) + (chart.storm if weather == "storm" else 0)
    thrown = await die(key=key, rule="7.4.4")
    won = chart.result(thrown + modifier) == "success"
    return Duel("attacker" if surprise else "defender", thrown, modifier, won)


def is_patrolled(*, level: int | None, day: bool, hexes: int) -> bool:
    """7.4.5 Return True if an air patrol rolls a die at a wolfpack at each hex side in an enemy air radius.

    It does so if the wolfpack is identified by day, or if the wolfpack tries to move two or more hexes in the turn.
    `level`: the ID level of the wolfpack. `hexes`: the hexes that it is to move.
    """
    return (day and level is not None) or hexes >= FAR


async def roll_patrol(box: Box, weather: WeatherKind, *, soviet: bool, key: str) -> Patrol:
    """7.4.5–7.4.5b Roll an air patrol's ASW die for a hex side, and return the result.

    The usual modifier of an air radius does not apply. Any effect keeps the wolfpack in its hex. The wolfpack then
    loses a hex of movement, and is identified at ID 1 or more. `soviet`: True if the patrol is Soviet. `key`: the key
    of the roll in the journal.
    """
    chart = box.charts.anti_submarine
    modifier = (chart.soviet if soviet else 0) + (chart.storm if weather == "storm" else 0)
    thrown = await die(key=key, rule="7.4.5")
    return Patrol(thrown, modifier, crosses=chart.result(thrown + modifier) == "-")


class Stragglers(Struct, frozen=True, gc=False):
    """7.7.2 The result of a wolfpack's attack on scattered or dispersed ships.

    `attacks`: the torpedoes of each submarine; None if another submarine had already sunk its target. `die`: the final
    die. `expended`: True if the wolfpack has no torpedoes left.
    """

    attacks: tuple[Salvo | None, ...]
    die: int
    expended: bool


async def attack_stragglers(box: Box, boats: int, target: list[Counter], *, torpedoes: int = 1, key: str) -> Stragglers:
    """7.7.2, 7.7.2a Let each submarine attack one transport, and return the result.

    No submarine die and no ASW die is rolled. Lots choose a transport for each submarine before any of them fires, so
    two submarines may get the same transport. If the first submarine sinks it, the second attacks in vain. `boats`: the
    number of submarines. `target`: the ships of the convoy; sunk ships are removed from it. `torpedoes`: the torpedo
    symbols of each submarine. `key`: the prefix of the journal keys of its lots and rolls.
    """
    names = [one for one in target if box.ships[one.ship].type in CONVOY_SHIPS]
    ships = [single for one in names for single in single_ships(box, one)]
    target[:] = [one for one in target if all(one is not other for other in names)]
    drawn_first = [
        await draw_ship(box, ships, key=f"{key}.{boat}.at", rule="7.7.2", secret=True) for boat in range(boats) if ships
    ]
    attacks: list[Salvo | None] = []
    for boat, chosen in enumerate(drawn_first):
        alone = [one for one in ships if one is chosen]
        if not alone:
            attacks.append(None)
            continue
        attacks.append(await fire_salvo(box, alone, torpedoes, key=f"{key}.{boat}"))
        ships = [one for one in ships if one is not chosen] + alone
    target.extend(merge_ships(box, ships))
    thrown = await die(key=f"{key}.end", rule="7.7.2a")
    return Stragglers(tuple(attacks), thrown, thrown <= FEW_ENOUGH)
