"""7.4.4, 7.4.5, 7.7.2 Boats against boats, boats under air patrol, and boats among stragglers."""

from typing import Literal

from msgspec import Struct

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import CONVOY_SHIPS, WeatherKind
from games.titles.pq17.rules.forces.stacks import drawn, singles, together
from games.titles.pq17.rules.forces.torpedoes import Salvo, salvo
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.dice import die

Winner = Literal["attacker", "defender"]
FEW_ENOUGH = 1
"""7.7.2a The highest die that turns a wolfpack over after it attacked stragglers."""
FAR = 2
"""7.4.5 A pack that tries so many hexes in a turn runs on the surface."""


class Duel(Struct, frozen=True, gc=False):
    """7.4.4 Packs against each other: who fires, the die and what was added, and whether the other loses a boat."""

    fires: Winner
    die: int
    modifier: int
    sunk: bool


class Patrol(Struct, frozen=True, gc=False):
    """7.4.5 The die of an air patrol at a pack that crosses a hex side, what was added, and whether it got across."""

    die: int
    modifier: int
    crosses: bool


async def duel(box: Box, weather: WeatherKind, *, surprise: bool, soviet: bool, key: str) -> Duel:
    """7.4.4, 7.4.4a One ASW die whatever the strength, by the attacker if he has surprise (7.6), else by the attacked
    pack; `soviet`: that pack is Soviet. A success sinks one boat, without a second die; nothing else counts.
    """
    chart = box.charts.anti_submarine
    modifier = (chart.soviet if soviet else 0) + (chart.storm if weather == "storm" else 0)
    thrown = await die(key=key, rule="7.4.4")
    won = chart.result(thrown + modifier) == "success"
    return Duel("attacker" if surprise else "defender", thrown, modifier, won)


def is_patrolled(*, level: int | None, day: bool, hexes: int) -> bool:
    """7.4.5 Whether a pack risks a die at each side into or out of a hex of an enemy air radius: identified by day, or
    by day or night if it tries two hexes or more in the turn.
    """
    return (day and level is not None) or hexes >= FAR


async def patrol(box: Box, weather: WeatherKind, *, soviet: bool, key: str) -> Patrol:
    """7.4.5–7.4.5b One ASW die for a side, without what an air radius otherwise adds; any result but nothing keeps the
    pack where it is, with the hex of movement lost and at least ID 1.
    """
    chart = box.charts.anti_submarine
    modifier = (chart.soviet if soviet else 0) + (chart.storm if weather == "storm" else 0)
    thrown = await die(key=key, rule="7.4.5")
    return Patrol(thrown, modifier, crosses=chart.result(thrown + modifier) == "-")


class Stragglers(Struct, frozen=True, gc=False):
    """7.7.2 A pack among scattered or dispersed ships: each boat's torpedoes, None for one whose ship another had sunk,
    the die at the end, and whether the pack has spent its torpedoes.
    """

    attacks: tuple[Salvo | None, ...]
    die: int
    expended: bool


async def among_stragglers(box: Box, boats: int, target: list[Counter], *, torpedoes: int = 1, key: str) -> Stragglers:
    """7.7.2, 7.7.2a Each boat attacks one transport, drawn before any has fired, so that two may find the same: what
    the first sank the second attacks in vain. No submarine die and no ASW.
    """
    names = [one for one in target if box.ships[one.ship].type in CONVOY_SHIPS]
    ships = [single for one in names for single in singles(box, one)]
    target[:] = [one for one in target if all(one is not other for other in names)]
    drawn_first = [
        await drawn(box, ships, key=f"{key}.{boat}.at", rule="7.7.2", secret=True) for boat in range(boats) if ships
    ]
    attacks: list[Salvo | None] = []
    for boat, chosen in enumerate(drawn_first):
        alone = [one for one in ships if one is chosen]
        if not alone:
            attacks.append(None)
            continue
        attacks.append(await salvo(box, alone, torpedoes, key=f"{key}.{boat}"))
        ships = [one for one in ships if one is not chosen] + alone
    target.extend(together(box, ships))
    thrown = await die(key=f"{key}.end", rule="7.7.2a")
    return Stragglers(tuple(attacks), thrown, thrown <= FEW_ENOUGH)
