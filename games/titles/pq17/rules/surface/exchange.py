"""7.5.2 (iii), (iv), 7.5.3 The guns and torpedoes of a round, in the order that surprise gives them."""

from collections.abc import Sequence

from msgspec import Struct

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import Side
from games.titles.pq17.rules.surface.gunnery import Aim, Broadside, Hit, gunfire
from games.titles.pq17.rules.surface.torpedo_step import Launch, Run, may_launch, torpedoes
from games.titles.pq17.table.battle import Battle


class Exchange(Struct, frozen=True, gc=False):
    """7.5.2 What the guns and torpedoes of a round did."""

    broadsides: tuple[Broadside, ...]
    hits: tuple[Hit, ...]
    runs: tuple[Run, ...]


async def exchange(
    box: Box, battle: Battle, aims: Sequence[Aim], launches: Sequence[Launch], *, fates: bool = False, key: str
) -> Exchange:
    """7.5.2i, 7.5.2k, 7.5.3 Both sides fire their guns at the same time, then both their torpedoes, as far as they are
    still there. In the first round of a surprise all guns and torpedoes of the attacker come before anything of the
    side surprised.
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
        fired, struck = await gunfire(box, battle, there, fates=fates, key=f"{key}.{number}.guns")
        left = [one for one in launches if one.firer in of and _may_run(box, battle, one)]
        runs += await torpedoes(box, battle, left, key=f"{key}.{number}.torpedoes")
        broadsides += fired
        hits += struck
    return Exchange(tuple(broadsides), tuple(hits), tuple(runs))


def _is_there(battle: Battle, name: str) -> bool:
    return any(one.name == name for one in battle.units)


def _may_run(box: Box, battle: Battle, launch: Launch) -> bool:
    return _is_there(battle, launch.firer) and _is_there(battle, launch.target) and may_launch(box, battle, launch)
