"""5.6, 9.3.2, 9.3.3 What a gale takes out of a convoy sails as one part of it, in its hex, until it comes back."""

from msgspec import structs

from games.titles.pq17.box.contents import Box
from games.titles.pq17.rules.forces.composition import apart, free_blocks, merged
from games.titles.pq17.rules.forces.parts import parts_of
from games.titles.pq17.rules.forces.points import merchants
from games.titles.pq17.rules.forces.stacks import drawn
from games.titles.pq17.rules.joining import combine
from games.titles.pq17.rules.search.parting import blocks_changed, face
from games.titles.pq17.rules.weather.gale import dispersal, rejoins
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.events.convoy import Dispersed, Rejoined
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force


def together(sea: Sea, force: Force) -> int:
    """9.3.2 The merchants of a convoy that are not dispersed."""
    return sum(one.strength for one in _whole(sea, force))


def _whole(sea: Sea, force: Force) -> list[Counter]:
    return [one for one in force.counters if sea.box.ships[one.ship].type == "mx" and not one.dispersed]


async def disperse(sea: Sea) -> None:
    """3.2b, 9.3.2 In a gale Allied convoys whose card has the boxed D come apart, in their movement segment."""
    if sea.phase.side != "allied" or sea.state.sky.kind != "gale":
        return
    names = sea.state.sky.dispersing
    for force in sea.as_seen([one for one in sea.forces_of("allied") if one.id in names]):
        voyage = force.convoy
        if voyage is not None and force.at_sea and not voyage.scattered and not voyage.part_of:
            await _disperse(sea, force)


async def _disperse(sea: Sea, force: Force) -> None:
    """9.3.2, 9.3.2a Merchants drawn at random go to the dispersed part: a block of its own, or, if none is left, marked
    where they are. One always stays.
    """
    card = structs.replace(next(iter(sea.box.cards.values())), disperses=True)
    key = f"dispersal.{sea.called(force)}"
    found = await dispersal(sea.box, card, together(sea, force), sea.state.sky.dispersal, key=key)
    leaving = [
        await _leaves(sea, force, f"{key}.{number}") for number in range(min(found.ships, together(sea, force) - 1))
    ]
    name = _set_apart(sea, force, leaving) if leaving else ""
    sea.tell_side(force.side, Dispersed(force.side, force.id, found.dice, len(leaving), name))


async def _leaves(sea: Sea, force: Force, key: str) -> Counter:
    """A random merchant leaves."""
    chosen = await drawn(sea.box, _whole(sea, force), key=key, rule="9.3.2", secret=True)
    gone = apart(sea.box, chosen, 1)
    force.counters = [one for one in force.counters if one.strength or one is not chosen]
    return gone


def _set_apart(sea: Sea, force: Force, leaving: list[Counter]) -> str:
    """9.3.2, 9.3.2a The block of the dispersed part, new or there already; "" where there is none."""
    parts = parts_of(sea, force)
    if parts:
        parts[0].counters = merged([*parts[0].counters, *leaving])
        return parts[0].id
    if not free_blocks(sea.box, sea.state.forces, force.side, "convoy") or force.convoy is None:
        force.counters = merged([*force.counters, *(structs.replace(one, dispersed=True) for one in leaving)])
        return ""
    voyage = structs.replace(force.convoy, been=list(force.convoy.been), part_of=force.id)
    new = Force(
        id=f"{force.id}_dispersed",
        side=force.side,
        kind="convoy",
        block=0,
        at=force.at,
        level=force.level,
        counters=merged(leaving),
        convoy=voyage,
        moved=force.moved,
    )
    sea.place(new)
    blocks_changed(sea, new, before=-1, force=new.id, left=force.id, faces=face(new))
    return new.id


async def rejoin(sea: Sea) -> None:
    """9.3.3 The combine segment of a turn without storm or gale: each convoy with a dispersed part rolls."""
    for force in sea.as_seen(sea.forces_of(sea.phase.side)):
        away = [one for one in force.counters if one.dispersed]
        if (away or parts_of(sea, force)) and force.at_sea:
            await _rejoin(sea, force)


async def _rejoin(sea: Sea, force: Force) -> None:
    rolled = await rejoins(sea.box, sea.state.sky.kind, key=f"rejoining.{sea.called(force)}")
    if rolled is None:
        return
    thrown, result = rolled
    parts = parts_of(sea, force)
    away = sum(merchants(sea.box, one) for one in parts) + sum(one.strength for one in force.counters if one.dispersed)
    back = {"all": away, "half": -(-away // 2), "none": 0}[result]
    if back == away and parts:
        combine(sea, [force, *parts])
    elif parts:
        _come_back(sea.box, force, parts[0], back)
    else:
        _mark_back(sea.box, force, back)
    sea.tell_side(force.side, Rejoined(force.side, force.id, thrown, back))


def _come_back(box: Box, force: Force, away: Force, count: int) -> None:
    """9.3.3 Half of a part rejoins, the first of it."""
    back: list[Counter] = []
    for one in away.counters:
        if some := min(one.strength, count):
            count -= some
            back.append(apart(box, one, some))
    away.counters = [one for one in away.counters if one.strength]
    force.counters = merged([*force.counters, *back])


def _mark_back(box: Box, force: Force, count: int) -> None:
    """9.3.3 The same for merchants that are only marked."""
    back: list[Counter] = []
    for one in [one for one in force.counters if one.dispersed]:
        if some := min(one.strength, count):
            count -= some
            back.append(structs.replace(apart(box, one, some), dispersed=False))
    kept = [one for one in force.counters if one.strength]
    force.counters = merged([*kept, *back])


def follow(sea: Sea, force: Force, way: tuple[str, ...], port: str = "") -> list[Force]:
    """5.6 The dispersed part goes with its convoy, out of port, hex by hex, and into port; where that has been, and
    means to go, it has been and means to go (5.1.5a).
    """
    parts, whole = parts_of(sea, force), force.convoy
    for one in parts:
        if one.port and not force.port:
            sea.leave(one)
        for hex_ in way:
            sea.step(one, hex_)
        if one.convoy is not None and whole is not None:
            one.convoy.been, one.convoy.nearest = list(whole.been), whole.nearest
            one.convoy.destination = whole.destination
        sea.rest(one, port)
        one.moved = force.moved
    return parts
