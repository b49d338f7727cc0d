"""12.0, 13.0 The actions of forces and aircraft that chits and lasting events allow.

No function here reveals anything to players, except `show_chit` and its callers.
"""

from collections.abc import Collection, Sequence

from msgspec import structs

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import CAPITAL_SHIPS, ICE, Side, Zone
from games.titles.pq17.components.scenarios import Operation
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.special import ChitShown
from games.titles.pq17.state.state import AirUnit, Chit, Force

NONE = "none"
"""12.0e The name of the situation of a chit that has no effect, or cannot be used."""
FREED: dict[str, frozenset[str]] = {
    "break_out": frozenset(("5.1.8", "11.4")),
    "minelaying": frozenset(("11.4",)),
    "sizilien": frozenset(("11.4",)),
    "wunderland": frozenset(("11.4",)),
    "no_restrictions": frozenset(("5.1.8",)),
}
"""12.2a, 11.4, 12.9 By situation, the rules that no longer hold the side's ships in port."""
BOUND = "tirpitz"
"""5.1.8 The id of the ship that must stay in port until carriers are located."""
OPENING = ("break_out", "sizilien", "wunderland")
"""12.2, 12.11, 12.12 The situations that open otherwise closed areas to some forces."""
RAIDER = "cb"
"""12.12 The type of a Panzerschiff."""
LONG_RANGE = ("fw_200",)
"""12.6 The aircraft types of KG 40."""


def is_usable(box: Box, operation: Operation, situation: str, *, carriers: bool = True) -> bool:
    """12.0e Return True if a situation can be used in an operation.

    `carriers`: True if a carrier began the operation in Scapa Flow. The fleet air strike needs such a carrier (12.5).
    """
    special = box.special
    match situation:
        case "none" | "cobweb":  # 12.1 only in the campaign
            return False
        case "bombing_order":
            return _has_night(box, operation) and _is_in(operation, special.bombing_order.target)
        case "fleet_air_strike":
            return carriers
        case "gearbox":
            return _expects(box, operation, special.gearbox.zone) < ICE.index("thin_pack")
        case "sizilien":
            expected = box.ice(operation, box.hexes[special.sizilien.hex].zone)
            return not expected.certain or ICE.index(expected.ice) < ICE.index("heavy_drift")
        case "wunderland":
            return _is_open(box, operation, special.wunderland.zone)
        case "minelaying":
            return bool(mined_zones(box, operation))
        case "archery":
            return operation.calendar_month in special.archery.months
        case "title":
            return operation.calendar_month in special.title.months and _is_in(operation, special.title.target)
    return True


def _expects(box: Box, operation: Operation, zone: Zone) -> int:
    return ICE.index(box.ice(operation, zone).ice)


def _is_open(box: Box, operation: Operation, zone: Zone) -> bool:
    """12.8, 12.12 Return True if no worse ice than light drift is expected in a zone."""
    return _expects(box, operation, zone) <= ICE.index("light_drift")


def mined_zones(box: Box, operation: Operation) -> tuple[Zone, ...]:
    """12.8 Return the ice zones in which mines may be laid."""
    return tuple(zone for zone in box.special.minelaying.zones if _is_open(box, operation, zone))


def _has_night(box: Box, operation: Operation) -> bool:
    return operation.light not in box.charts.daylight.both


def _is_in(operation: Operation, ship: str) -> bool:
    laid = [*operation.forces, *operation.arrivals]
    return any(entry.kind == ship for group in laid for entry in group.entries)


def situation_of(board: Board, side: Side) -> str:
    """12.0, 12.0e Return the situation of a side's chit if it can be used, or "none"."""
    chit = board.state.chits.get(side)
    if chit is None:
        return NONE
    if chit.situation == "title" and board.state.roster is not None and board.state.roster.chariots:
        return NONE  # 12.14.2 Once in a campaign.
    carriers = chit.situation != "fleet_air_strike" or bool(scapa_carriers(board))
    return chit.situation if is_usable(board.box, board.operation, chit.situation, carriers=carriers) else NONE


def _held_of(board: Board, wanted: Collection[str]) -> str:
    """12.0e Return the situation of the Axis chit if it is one of `wanted` and can be used, else "none"."""
    chit = board.state.chits.get("axis")
    return situation_of(board, "axis") if chit is not None and chit.situation in wanted else NONE


def scapa_carriers(board: Board) -> tuple[str, ...]:
    """12.5 Return the carriers that began the operation in Scapa Flow."""
    port = board.box.special.fleet_air_strike.port
    return tuple(
        ship for ship, where in board.state.began.items() if where == port and board.box.ships[ship].type == "cv"
    )


def chit_for(board: Board, side: Side, situation: str) -> Chit | None:
    """Return the chit of a side if it gives this situation and the situation can be used, otherwise None."""
    return board.state.chits[side] if situation_of(board, side) == situation else None


def show_chit(board: Board, side: Side) -> None:
    """12.0a, 12.0d Show a side's chit to everybody, if it was not shown before."""
    chit = board.state.chits.get(side)
    if chit is not None and not chit.shown:
        chit.shown = True
        board.emit(ChitShown(side, chit.letter, chit.situation), to=("*",))


def breaks_out(box: Box, counters: Sequence[Counter]) -> bool:
    """12.2, 12.2a Return True if a force of these ships can break out into the Atlantic: heavy ships without CL."""
    types = {box.ships[one.ship].type for one in counters}
    return bool(types) and all(box.ships[one.ship].is_heavy for one in counters) and not types & {"cl", "claa"}


def opened_areas(board: Board, force: Force) -> frozenset[str]:
    """12.2, 12.11, 12.12 Return the hexes and boxes beside the map that a special situation opens to a force.

    The situation is that of the force's side.
    """
    if force.side != "axis":
        return frozenset()
    box = board.box
    match _held_of(board, OPENING):
        case "break_out" if breaks_out(box, force.counters):
            return frozenset(("atlantic",))
        case "sizilien" if force.kind == "task_force" and not board.state.chits["axis"].done:
            return frozenset((box.special.sizilien.hex,))
        case "wunderland" if _may_raid(board, force):
            return frozenset(("kara_sea",))
    return frozenset()


def _may_raid(board: Board, force: Force) -> bool:
    """12.12 Return True if a force may enter the Kara Sea: a single Panzerschiff or a wolfpack, the first of its kind.

    The first force of each kind may come and go; no other force of that kind may enter.
    """
    if not is_raider(board.box, force) and force.kind != "wolfpack":
        return False
    went = board.state.chits["axis"].forces
    others = [one for one in board.forces_of("axis") if one.id in went and one.id != force.id]
    return all(is_raider(board.box, one) != is_raider(board.box, force) for one in others)


def is_raider(box: Box, force: Force) -> bool:
    """12.12 Return True for a force that is a single Panzerschiff."""
    return [box.ships[one.ship].type for one in force.counters] == [RAIDER]


def lifted_rules(board: Board, force: Force) -> frozenset[str]:
    """11.4, 12.2a, 12.9, 12.3b Return the numbers of the rules that its side's special situation lifts for a force.

    Without the situation, these rules would keep the force in port.
    """
    if force.side != "axis":
        return frozenset()
    situation = _held_of(board, FREED)
    match situation:
        case "break_out" if not breaks_out(board.box, force.counters):
            return frozenset()
        case "minelaying" if force.id not in board.state.chits["axis"].forces:
            return frozenset()
        case "wunderland" if not is_raider(board.box, force):
            return frozenset()
    return FREED.get(situation, frozenset())


def note_no_restrictions(board: Board) -> None:
    """12.9 If the Axis chit gives the situation `no_restrictions`, show the chit and lift the limits of 7.5.7."""
    if situation_of(board, "axis") == "no_restrictions":
        show_chit(board, "axis")
        board.state.lasting = structs.replace(board.state.lasting, no_restrictions=True)


def show_as_tirpitz_sails(board: Board, force: Force) -> None:
    """12.9 Show and use the chit `no_restrictions` if Tirpitz leaves port with `force` before a carrier was located.

    Does nothing if the Axis has another chit.
    """
    holds = any(one.ship == BOUND for one in force.counters)
    if force.side == "axis" and holds and board.operation.binding_carriers and not board.state.unbound:
        note_no_restrictions(board)


def is_elusive(board: Board) -> bool:
    """13.1 Return True if, in this Axis phase, the Allied player may still name a ship that aircraft cannot find."""
    return board.state.phase is not None and board.state.phase.event == "elusive_target"


def may_fly(board: Board, unit: AirUnit) -> bool:
    """12.6 Return True if a unit may fly missions; a ground offensive keeps some aircraft on the ground.

    During an offensive, only these aircraft fly: British, American and naval aircraft, aircraft of Graf Zeppelin and KG
    40, and torpedo aircraft. Printed fighters still take off against attacks.
    """
    if not board.state.offensive:
        return True
    kind = board.box.aircraft[unit.aircraft]
    spared = kind.naval or kind.carrier or kind.torpedoes > 0 or kind.id in LONG_RANGE
    return spared or kind.nation in ("britain", "us")


def note_norway_struck(board: Board, carrier: str) -> None:
    """12.5a Record that aircraft of a carrier have attacked a Norwegian port or airfield."""
    if carrier not in board.state.struck:
        board.state.struck.append(carrier)


def heavy_points(box: Box, counters: Sequence[Counter], *, capital_ship: int, cruiser: int) -> int:
    """12.2, 12.11a Return the half points for the capital ships and cruisers in these counters.

    `capital_ship`, `cruiser`: the half points for each such ship.
    """
    types = [box.ships[one.ship].type for one in counters if box.ships[one.ship].is_heavy]
    capital = sum(one in CAPITAL_SHIPS for one in types)
    return capital * capital_ship + (len(types) - capital) * cruiser


def is_unrestricted(board: Board) -> bool:
    """12.9, 13.0e Return True if a shown chit or a directive now frees German task forces from the limits of 7.5.7."""
    return board.state.lasting.no_restrictions or board.state.turn <= board.state.lasting.directive


def is_warned(board: Board) -> bool:
    """13.3 Return True if a warning by superiors makes German forces try to withdraw from every surface battle."""
    return board.state.turn <= board.state.lasting.warning
