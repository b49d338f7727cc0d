"""5.6, 9.3.2, 9.3.3 The dispersed part of a convoy: merchants that a gale separates from the convoy until they rejoin.

The dispersed part stays in the same hex as its convoy and moves with the convoy.
"""

from msgspec import structs

from games.titles.pq17.components.contents import Box
from games.titles.pq17.rules.forces.battle_display import draw_ship
from games.titles.pq17.rules.forces.composition import free_blocks, merge_counters, parts_of, split_counter
from games.titles.pq17.rules.forces.victory_points import merchant_strength
from games.titles.pq17.rules.joining import combine_forces
from games.titles.pq17.rules.search.detachment import blocks_changed, shown_levels
from games.titles.pq17.rules.weather.gale import roll_dispersal, roll_rejoining
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.convoy import Dispersed, Rejoined
from games.titles.pq17.state.state import Force


def undispersed_merchants(board: Board, force: Force) -> int:
    """9.3.2 Return the strength of a convoy's merchants that are not dispersed."""
    return sum(one.strength for one in _whole(board, force))


def _whole(board: Board, force: Force) -> list[Counter]:
    return [one for one in force.counters if board.box.ships[one.ship].type == "mx" and not one.dispersed]


async def disperse_convoys(board: Board) -> None:
    """3.2b, 9.3.2 Disperse the Allied convoys whose gale card shows a boxed D, in the Allied movement segment."""
    if board.phase.side != "allied" or board.state.sky.kind != "gale":
        return
    names = board.state.sky.dispersing
    for force in board.as_seen([one for one in board.forces_of("allied") if one.id in names]):
        voyage = force.convoy
        if voyage is not None and force.at_sea and not voyage.scattered and not voyage.part_of:
            await _disperse(board, force)


async def _disperse(board: Board, force: Force) -> None:
    """9.3.2, 9.3.2a Move random merchants of a convoy to its dispersed part; at least one stays with the convoy.

    The dispersed part is a block of its own, or only a mark on the merchants if no block is free.
    """
    card = structs.replace(next(iter(board.box.cards.values())), disperses=True)
    key = f"dispersal.{board.called(force)}"
    found = await roll_dispersal(
        board.box, card, undispersed_merchants(board, force), board.state.sky.dispersal, key=key
    )
    leaving = [
        await _leaves(board, force, f"{key}.{number}")
        for number in range(min(found.ships, undispersed_merchants(board, force) - 1))
    ]
    name = _set_apart(board, force, leaving) if leaving else ""
    board.tell_side(force.side, Dispersed(force.side, force.id, found.dice, len(leaving), name))


async def _leaves(board: Board, force: Force, key: str) -> Counter:
    """Take a random merchant out of a convoy and return it as a counter. `key`: the key of the lot in the journal."""
    chosen = await draw_ship(board.box, _whole(board, force), key=key, rule="9.3.2", secret=True)
    gone = split_counter(board.box, chosen, 1)
    force.counters = [one for one in force.counters if one.strength or one is not chosen]
    return gone


def _set_apart(board: Board, force: Force, leaving: list[Counter]) -> str:
    """9.3.2, 9.3.2a Put merchants into the dispersed part of a convoy, and return the id of its block.

    If no block is free, the merchants stay in the convoy and are marked as dispersed; then returns "".
    """
    parts = parts_of(board, force)
    if parts:
        parts[0].counters = merge_counters([*parts[0].counters, *leaving])
        return parts[0].id
    if not free_blocks(board.box, board.state.forces, force.side, "convoy") or force.convoy is None:
        force.counters = merge_counters([*force.counters, *(structs.replace(one, dispersed=True) for one in leaving)])
        return ""
    voyage = structs.replace(force.convoy, been=list(force.convoy.been), part_of=force.id)
    new = Force(
        id=f"{force.id}_dispersed",
        side=force.side,
        kind="convoy",
        block=0,
        at=force.at,
        level=force.level,
        counters=merge_counters(leaving),
        convoy=voyage,
        moved=force.moved,
    )
    board.place(new)
    blocks_changed(board, new, before=-1, force=new.id, left=force.id, faces=shown_levels(new))
    return new.id


async def rejoin_parts(board: Board) -> None:
    """9.3.3 Roll for each convoy of the phasing side with dispersed merchants, except in storm and gale.

    The result decides how many of the dispersed merchants rejoin the convoy.
    """
    for force in board.as_seen(board.forces_of(board.phase.side)):
        away = [one for one in force.counters if one.dispersed]
        if (away or parts_of(board, force)) and force.at_sea:
            await _rejoin(board, force)


async def _rejoin(board: Board, force: Force) -> None:
    rolled = await roll_rejoining(board.box, board.state.sky.kind, key=f"rejoining.{board.called(force)}")
    if rolled is None:
        return
    thrown, result = rolled
    parts = parts_of(board, force)
    away = sum(merchant_strength(board.box, one) for one in parts) + sum(
        one.strength for one in force.counters if one.dispersed
    )
    back = {"all": away, "half": -(-away // 2), "none": 0}[result]
    if back == away and parts:
        combine_forces(board, [force, *parts])
    elif parts:
        _come_back(board.box, force, parts[0], back)
    else:
        _mark_back(board.box, force, back)
    board.tell_side(force.side, Rejoined(force.side, force.id, thrown, back))


def _come_back(box: Box, force: Force, away: Force, count: int) -> None:
    """9.3.3 Let `count` merchants of the dispersed part `away` rejoin the convoy `force`, those listed first."""
    back: list[Counter] = []
    for one in away.counters:
        if some := min(one.strength, count):
            count -= some
            back.append(split_counter(box, one, some))
    away.counters = [one for one in away.counters if one.strength]
    force.counters = merge_counters([*force.counters, *back])


def _mark_back(box: Box, force: Force, count: int) -> None:
    """9.3.3 Let `count` merchants rejoin a convoy that are marked as dispersed, and have no block."""
    back: list[Counter] = []
    for one in [one for one in force.counters if one.dispersed]:
        if some := min(one.strength, count):
            count -= some
            back.append(structs.replace(split_counter(box, one, some), dispersed=False))
    kept = [one for one in force.counters if one.strength]
    force.counters = merge_counters([*kept, *back])


def move_dispersed_part(board: Board, force: Force, way: tuple[str, ...], port: str = "") -> list[Force]:
    """5.6 Move the dispersed parts of a convoy as the convoy has moved, and return these parts.

    `way`: the hexes that the convoy entered. `port`: the port that the convoy entered at the end, or "". Each part gets
    the convoy's past route and destination (5.1.5a).
    """
    parts, whole = parts_of(board, force), force.convoy
    for one in parts:
        if one.port and not force.port:
            board.leave(one)
        for hex_ in way:
            board.step(one, hex_)
        if one.convoy is not None and whole is not None:
            one.convoy.been, one.convoy.nearest = list(whole.been), whole.nearest
            one.convoy.destination = whole.destination
        board.rest(one, port)
        one.moved = force.moved
    return parts
