"""7.5.2 (iii), (iv), 7.5.3 The guns and torpedoes of a round. Surprise decides who fires first."""

from collections.abc import Sequence

from msgspec import Struct

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.rules.surface.gunnery import Aim, Broadside, Hit, fire_guns
from games.titles.pq17.rules.surface.torpedo_step import Launch, Run, may_launch, run_torpedoes
from games.titles.pq17.state.battle import Battle


class Exchange(Struct, frozen=True, gc=False):
    """7.5.2 The results of the fire in a round.

    `broadsides`: the gunnery dice of each counter. `hits`: the effects of the guns. `runs`: the torpedo launches and
    their effects.
    """

    broadsides: tuple[Broadside, ...]
    hits: tuple[Hit, ...]
    runs: tuple[Run, ...]


async def fire_exchange(
    box: Box, battle: Battle, aims: Sequence[Aim], launches: Sequence[Launch], *, fates: bool = False, key: str
) -> Exchange:
    """7.5.2i, 7.5.2k, 7.5.3 Fire the guns of both sides at once, then the torpedoes of surviving ships.

    Returns the results. In the first round of a surprise, all guns and torpedoes of the attacker come before those of
    the surprised side. `fates`: True if the option for destroyers applies (7.9). `key`: the prefix of the journal keys
    of its rolls.
    """
    sides: list[tuple[Side, ...]] = [("allied", "axis")]
    if battle.surprised and battle.round == 1:
        sides = [("axis",), ("allied",)] if battle.surprised == "allied" else [("allied",), ("axis",)]
    broadsides: list[Broadside] = []
    hits: list[Hit] = []
    runs: list[Run] = []
    for number, firing in enumerate(sides):
        of = {one.name for one in battle.units if one.side in firing}
        there = [one for one in aims if one.firer in of and _is_there(battle, one.target)]
        fired, struck = await fire_guns(box, battle, there, fates=fates, key=f"{key}.{number}.guns")
        left = [one for one in launches if one.firer in of and _may_run(box, battle, one)]
        runs += await run_torpedoes(box, battle, left, key=f"{key}.{number}.torpedoes")
        broadsides += fired
        hits += struck
    return Exchange(tuple(broadsides), tuple(hits), tuple(runs))


def _is_there(battle: Battle, name: str) -> bool:
    return any(one.name == name for one in battle.units)


def _may_run(box: Box, battle: Battle, launch: Launch) -> bool:
    return _is_there(battle, launch.firer) and _is_there(battle, launch.target) and may_launch(box, battle, launch)
