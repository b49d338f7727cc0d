"""6.9 Photographs of enemy ports, before anything moves in the phase."""

from collections import Counter

from games.kernel.forms import Choose
from games.kernel.requests import Ask, ask
from games.kernel.text import Text
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.missions import Photograph
from games.titles.pq17.rules.forces.deck import draw_cards
from games.titles.pq17.rules.search.air_patrols import may_base_fly
from games.titles.pq17.rules.search.cards import photographs
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.search import Photographed
from games.titles.pq17.state.reporting import reported_names
from games.titles.pq17.state.state import AirUnit, Force, Report


async def photo(board: Board) -> str:
    """6.9 Photograph ports as ordered, if it is day and the units may fly.

    Returns the name of the next step.
    """
    side = board.phase.side
    for order in board.ordered(Photograph):
        unit = next(one for one in board.state.air if one.id == order.unit)
        if board.is_day and may_base_fly(board, unit.base, carrier=False) and not unit.mission:
            unit.mission, unit.at = "photo", board.box.ports[order.port].hex
            await photograph(board, side, order.port)
    return "movement"


async def free_photograph(board: Board, side: Side) -> None:
    """13.0e, 6.9 Let a side photograph one enemy port with blocks, because of an event.

    The photograph is possible by day, at any distance and without an air unit.
    """
    ports = _occupied(board, side) if board.is_day else ()
    if not ports:
        return
    question = Ask(
        key="free_photograph",
        kind="event",
        seat=side,
        rule="13.0e",
        prompt=Text("Which port is photographed?", "どの港を写真偵察しますか。"),
        form=Choose(options=ports, rule="13.0e"),
    )
    await photograph(board, side, await ask(question), key="free_photo")


def _occupied(board: Board, side: Side) -> tuple[str, ...]:
    """Return the enemy's ports in which blocks are visible, the fullest first."""
    lying = Counter(force.port for force in board.forces_of(board.enemy(side)) if force.port)
    own = [port for port in lying if board.box.ports[port].side != side]
    return tuple(sorted(own, key=lambda port: (-lying[port], port)))


async def photograph(board: Board, side: Side, port: str, *, key: str = "photo") -> None:
    """6.9, 6.9a Draw a card for a port.

    If the card succeeds, a dated report lists all ships in the port, but not their blocks. Dummies are neither reported
    nor removed, and no ID level rises. `key`: the prefix of the draw's key in the journal.
    """
    (card,) = await draw_cards(board, side, 1, key=f"{key}.{port}", rule="6.9")
    enemy = board.enemy(side)
    if not photographs(card, board.state.sky.kind):
        board.tell(Photographed(side, port))
        return
    seen = Photographed(side, port, card.id)
    lying = [one for force in _lying(board, enemy, port) for one in force.counters]
    report = Report(
        to=side, turn=board.state.turn, source="photo", at=board.box.ports[port].hex, port=port, level=4,
        names=reported_names(board.box, lying),
    )  # fmt: skip
    board.state.reports.append(report)
    full = Photographed(side, port, card.id, report.names)
    board.tell_both(side, full, full, seen)


def _lying(board: Board, side: Side, port: str) -> list[Force]:
    return [one for one in board.forces_of(side) if one.port == port]


def may_photograph(board: Board, side: Side, unit: AirUnit) -> bool:
    """6.9, 5.3b Return True if an air unit of a side may photograph a port.

    The unit must be of type P, with strength left and without a mission.
    """
    kind = board.box.aircraft[unit.aircraft]
    return kind.type == "p" and kind.side == side and bool(unit.flying) and not unit.mission
