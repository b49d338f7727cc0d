"""7.4.4, 7.4.5, 7.7.2 Submarines against submarines, submarines under air patrols, and attacks on stragglers."""

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
"""7.7.2a The highest die that turns a wolfpack over after it attacked stragglers."""
FAR = 2
"""7.4.5 The number of hexes in a turn from which a pack runs on the surface."""


class Duel(Struct, frozen=True, gc=False):
    """7.4.4 A combat of packs: which one fires, the die and its modifier, and whether the other pack loses a boat."""

    fires: Winner
    die: int
    modifier: int
    sunk: bool


class Patrol(Struct, frozen=True, gc=False):
    """7.4.5 An air patrol's die at a pack that crosses a hex side, its modifier, and whether the pack crossed."""

    die: int
    modifier: int
    crosses: bool


async def fight_duel(box: Box, weather: WeatherKind, *, surprise: bool, soviet: bool, key: str) -> Duel:
    """7.4.4, 7.4.4a Roll the one ASW die of a combat of packs, and return the result; a success sinks one boat.

    The attacker rolls if it has surprise (7.6), otherwise the attacked pack does; the strength of the packs does not
    matter. `soviet`: the pack that rolls is Soviet. There is no second die, and other results have no effect.
    """
    chart = box.charts.anti_submarine
    modifier = (chart.soviet if soviet else 0) + (chart.storm if weather == "storm" else 0)
    thrown = await die(key=key, rule="7.4.4")
    won = chart.result(thrown + modifier) == "success"
    return Duel("attacker" if surprise else "defender", thrown, modifier, won)


def is_patrolled(*, level: int | None, day: bool, hexes: int) -> bool:
    """7.4.5 Return True if a pack risks a die at each hex side in an enemy air radius.

    That is the case if it is identified by day, or if it tries to move two or more hexes in the turn.
    """
    return (day and level is not None) or hexes >= FAR


async def roll_patrol(box: Box, weather: WeatherKind, *, soviet: bool, key: str) -> Patrol:
    """7.4.5–7.4.5b Roll one ASW die for a hex side, without the usual modifier of an air radius; return the result.

    Any effect keeps the pack in its hex: it loses a hex of movement, and is identified at ID 1 or more.
    """
    chart = box.charts.anti_submarine
    modifier = (chart.soviet if soviet else 0) + (chart.storm if weather == "storm" else 0)
    thrown = await die(key=key, rule="7.4.5")
    return Patrol(thrown, modifier, crosses=chart.result(thrown + modifier) == "-")


class Stragglers(Struct, frozen=True, gc=False):
    """7.7.2 The result of a pack's attack on scattered or dispersed ships.

    `attacks`: the torpedoes of each boat; None if another boat had already sunk its target. `die`: the final die.
    `expended`: the pack has no torpedoes left.
    """

    attacks: tuple[Salvo | None, ...]
    die: int
    expended: bool


async def attack_stragglers(box: Box, boats: int, target: list[Counter], *, torpedoes: int = 1, key: str) -> Stragglers:
    """7.7.2, 7.7.2a Let each boat attack one transport, and return the result; there is no submarine die and no ASW.

    All transports are drawn before any boat fires, so two boats may draw the same one. If the first sinks it, the
    second attacks in vain.
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
