"""5.0 The navigable sea for each category of force, for the forms. Hexes that the rules forbid are left out."""

from collections.abc import Collection

from msgspec import structs

from games.titles.pq17.components import hexes
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.waters import Waters, encode_hexes
from games.titles.pq17.rules.forces.situations import opened_areas
from games.titles.pq17.rules.movement.paths import DOORS, Sailing, step_barred_by
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import Force, Kind

SORTS: dict[str, tuple[Kind, tuple[Counter, ...]]] = {
    "sea": ("task_force", ()),
    "boats": ("wolfpack", (Counter("ss_german", 1),)),
    "soviet": ("wolfpack", (Counter("ss_soviet", 1),)),
}
"""By category of force (`sort_of`), the kind and the counters of a sample force."""
MOST_CHARTS = 400
"""The most charts that are cached. Every fortnight of every campaign has its own ice (10.4)."""


def sort_of(box: Box, force: Force) -> str:
    """Return the category of a force, with which its chart's name begins.

    Axis wolfpacks have the category "boats", Soviet wolfpacks "soviet", and all other forces "sea".
    """
    if force.kind != "wolfpack":
        return "sea"
    if force.side == "axis":
        return "boats"
    return "soviet" if any(box.ships[one.ship].nation == "soviet" for one in force.counters) else "sea"


def is_british(box: Box, force: Force) -> bool:
    """5.2.1 Return True if a force has British ships."""
    return any(box.ships[one.ship].nation == "britain" for one in force.counters)


def chart_name(board: Board, force: Force) -> str:
    """12.2, 12.11, 12.12 Return the name of a force's chart: its category, and the areas that its situation opens."""
    sort, beyond = sort_of(board.box, force), opened_areas(board, force)
    return ".".join((sort, *sorted(beyond))) if beyond else sort


def sailing(board: Board, open_: Collection[str] = (), *, pack: bool = False) -> Sailing:
    """Return the present circumstances that decide which routes are legal.

    `open_`: the areas that a situation opens to the force. `pack`: True for an Allied wolfpack; only Allied wolfpacks
    avoid hexes of friendly forces (5.2.1).
    """
    return Sailing(
        operation=board.operation,
        turn=board.now,
        weather=board.state.sky.kind,
        opened=frozenset(open_),
        friends=friendly_hexes(board) if pack else frozenset(),
    )


def friendly_hexes(board: Board) -> frozenset[str]:
    """5.2.1 Return the hexes that British submarines avoid: the hexes of Allied convoys and Soviet wolfpacks at sea."""
    return frozenset(force.at for force in board.afloat("allied") if is_friend(board.box, force))


def is_friend(box: Box, force: Force) -> bool:
    """5.2.1 Return True for a force that British submarines avoid: an Allied convoy or a Soviet wolfpack."""
    return force.side == "allied" and (force.kind == "convoy" or sort_of(box, force) == "soviet")


def avoids_friends(box: Box, force: Force) -> bool:
    """5.2.1 Return True for a wolfpack with British submarines."""
    return force.kind == "wolfpack" and is_british(box, force)


def waters_of(board: Board, side: Side, sort: str) -> Waters:
    """5.0 Return the navigable waters of the chart with the name `sort` (`chart_name`) for a side; cached."""
    operation, turn = board.operation, board.now
    key = ("waters", operation.ice_rests_on(turn), operation.ports, side, sort)
    found = board.box.charted.get(key)
    if not isinstance(found, Waters):
        kind, *more = sort.split(".")
        if len(board.box.charted) >= MOST_CHARTS:
            board.box.charted.clear()
        found = board.box.charted[key] = _waters(board.box, side, kind, sailing(board, more))
    return found


def _waters(box: Box, side: Side, sort: str, by: Sailing) -> Waters:
    kind, holding = SORTS[sort]
    force = Force(id="", side=side, kind=kind, block=0, at="", counters=[structs.replace(one) for one in holding])
    beside_it = {
        there: here for here, ways in box.waters.ways.items() for there in ways
    }  # the result is the same for both sides
    rules = {there: step_barred_by(box, force, here, there, by) for there, here in beside_it.items()}
    entered = frozenset(there for there, rule in rules.items() if not rule)
    barred = {
        rule: encode_hexes(frozenset(there for there, by_rule in rules.items() if by_rule == rule))
        for rule in sorted({*rules.values()} - {""})
    }
    closed = tuple(
        sorted(
            here + one
            for here, charted_ in box.hexes.items()
            if here in entered or charted_.is_sea
            for one in charted_.closed
            if hexes.neighbours(here).get(one) in entered
        )
    )
    beside = {}
    for door in DOORS:
        at_it = sorted(one for one in entered if box.hexes[one].door == door)
        ways = tuple(one for one in at_it if not step_barred_by(box, force, one, door, by))
        if ways and sort != "soviet":
            beside[door] = ways
    return Waters(encode_hexes(entered), closed, beside, barred)
