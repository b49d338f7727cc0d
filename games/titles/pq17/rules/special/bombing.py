"""12.4 The bombing order: Halifaxes from Wick may attack Tirpitz in port in one night turn."""

from games.titles.pq17.components import hexes
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.rules.forces.situations import chit_for, show_chit
from games.titles.pq17.rules.special.raids import RaidTerms, resolve_raid
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.special import BombersCame
from games.titles.pq17.state.state import AirUnit, Loss


def may_order_bombing(board: Board) -> bool:
    """12.4 Return True if the bombing may be ordered.

    The bombing is possible once, at night, after a photograph has shown an Axis capital ship in a port.
    """
    chit = chit_for(board, "allied", "bombing_order")
    return chit is not None and not chit.done and not board.is_day and _has_photograph(board)


def _has_photograph(board: Board) -> bool:
    photographs = (one for one in board.state.reports if one.to == "allied" and one.source == "photo")
    return any(board.box.ships[name.ship].type in ("bb", "bc", "cv") for one in photographs for name in one.names)


def place_bombers(board: Board) -> tuple[str, ...]:
    """12.4 Put the Halifaxes at Wick and show the chit; return the ids of the new air units."""
    special, most = (
        board.box.special.bombing_order,
        board.box.aircraft[board.box.special.bombing_order.aircraft].strength,
    )
    show_chit(board, "allied")
    board.state.chits["allied"].done = True
    board.tell(BombersCame(special.base, special.aircraft, special.strength))
    names = []
    for number in range(-(-special.strength // most)):
        strength = min(most, special.strength - number * most)
        unit = AirUnit(
            aircraft=special.aircraft,
            strength=strength,
            id=f"{special.aircraft}_{special.base}_{number + 1}",
            base=special.base,
        )
        board.bring_aircraft(unit)
        names.append(unit.id)
    return tuple(names)


async def bomb_port(board: Board, port: str) -> None:
    """12.4, 12.4a, 2.4b Let the Halifaxes attack Tirpitz in a port in this night turn; the damage does not score."""
    units = place_bombers(board)
    target = board.box.special.bombing_order.target
    terms = RaidTerms(day=False, only=target, scores=False)
    await resolve_raid(board, "allied", Raid(port, units), terms, key="bombing_order")


def ports_in_range(board: Board) -> tuple[str, ...]:
    """12.4a Return the German ports within range of the Halifaxes."""
    special = board.box.special.bombing_order
    base, far = board.box.base_hex(special.base), board.box.aircraft[special.aircraft].range
    ports = (
        one for one in board.box.ports.values() if one.side == "axis" and board.box.has_port(board.operation, one.id)
    )
    return tuple(one.id for one in ports if hexes.distance(base, one.hex) <= far)


def remove_bombers(board: Board) -> None:
    """12.4a Remove the Halifaxes after their turn, without points."""
    special = board.box.special.bombing_order
    left = [unit for unit in board.state.air if unit.aircraft == special.aircraft]
    if left:
        for unit in left:
            if unit.strength:
                board.state.losses.append(Loss("allied", unit.aircraft, unit.strength, board.state.turn, "left"))
        board.state.air = [unit for unit in board.state.air if unit not in left]
        board.tell(BombersCame(special.base, special.aircraft, 0))
