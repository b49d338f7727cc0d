"""12.0, 13.0 What chits and lasting events let forces and aircraft do, for the chapters that move and fight with them.

Nothing here tells anybody anything but through `show`.
"""

from collections.abc import Collection, Sequence

from msgspec import structs

from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import CAPITAL_SHIPS, ICE, Side, Zone
from games.titles.pq17.box.scenarios import Operation
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.events.special import ChitShown
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit, Chit, Force

NONE = "none"
"""12.0e What a chit gives that gives nothing, or cannot be used."""
FREED: dict[str, frozenset[str]] = {
    "break_out": frozenset(("5.1.8", "11.4")),
    "minelaying": frozenset(("11.4",)),
    "sizilien": frozenset(("11.4",)),
    "wunderland": frozenset(("11.4",)),
    "no_restrictions": frozenset(("5.1.8",)),
}
"""12.2a, 11.4, 12.9 The rules that do not hold ships of a situation in port."""
BOUND = "tirpitz"
"""5.1.8 The ship that is kept in port."""
OPENING = ("break_out", "sizilien", "wunderland")
"""12.2, 12.11, 12.12 The situations that let forces go where others may not."""
RAIDER = "cb"
"""12.12 A Panzerschiff."""
LONG_RANGE = ("fw_200",)
"""12.6 The aircraft of KG 40."""


def applies(box: Box, operation: Operation, situation: str, *, carriers: bool = True) -> bool:
    """12.0e Whether a situation can be used in an operation; `carriers`: one began it in Scapa Flow (12.5)."""
    special = box.special
    match situation:
        case "none" | "cobweb":  # 12.1 in the campaign alone
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
    """12.8, 12.12 Clear or light drift is expected."""
    return _expects(box, operation, zone) <= ICE.index("light_drift")


def mined_zones(box: Box, operation: Operation) -> tuple[Zone, ...]:
    """12.8 The zones in which mines may be laid."""
    return tuple(zone for zone in box.special.minelaying.zones if _is_open(box, operation, zone))


def _has_night(box: Box, operation: Operation) -> bool:
    return operation.light not in box.charts.daylight.both


def _is_in(operation: Operation, ship: str) -> bool:
    laid = [*operation.forces, *operation.arrivals]
    return any(entry.kind == ship for group in laid for entry in group.entries)


def situation_of(sea: Sea, side: Side) -> str:
    """12.0, 12.0e The situation that a side holds and can use, "none" if there is no such."""
    chit = sea.state.chits.get(side)
    if chit is None:
        return NONE
    if chit.situation == "title" and sea.state.roster is not None and sea.state.roster.chariots:
        return NONE  # 12.14.2 Once in a campaign.
    carriers = chit.situation != "fleet_air_strike" or bool(scapa_carriers(sea))
    return chit.situation if applies(sea.box, sea.operation, chit.situation, carriers=carriers) else NONE


def _held_of(sea: Sea, wanted: Collection[str]) -> str:
    """12.0e Which of these situations the Axis holds and can use, if any; mostly it is none."""
    chit = sea.state.chits.get("axis")
    return situation_of(sea, "axis") if chit is not None and chit.situation in wanted else NONE


def scapa_carriers(sea: Sea) -> tuple[str, ...]:
    """12.5 The carriers that began the operation in Scapa Flow."""
    port = sea.box.special.fleet_air_strike.port
    return tuple(ship for ship, where in sea.state.began.items() if where == port and sea.box.ships[ship].type == "cv")


def chit_for(sea: Sea, side: Side, situation: str) -> Chit | None:
    """The chit of a side, if it gives this situation and can be used."""
    return sea.state.chits[side] if situation_of(sea, side) == situation else None


def show(sea: Sea, side: Side) -> None:
    """12.0a, 12.0d A side shows its chit, once."""
    chit = sea.state.chits.get(side)
    if chit is not None and not chit.shown:
        chit.shown = True
        sea.emit(ChitShown(side, chit.letter, chit.situation), to=("*",))


def breaks_out(box: Box, counters: Sequence[Counter]) -> bool:
    """12.2, 12.2a Whether a force can leave the map: heavy ships alone, and no CL among them."""
    types = {box.ships[one.ship].type for one in counters}
    return bool(types) and all(box.ships[one.ship].is_heavy for one in counters) and not types & {"cl", "claa"}


def opened(sea: Sea, force: Force) -> frozenset[str]:
    """12.2, 12.11, 12.12 Hexes and boxes beside the map into which a situation lets a force go."""
    if force.side != "axis":
        return frozenset()
    box = sea.box
    match _held_of(sea, OPENING):
        case "break_out" if breaks_out(box, force.counters):
            return frozenset(("atlantic",))
        case "sizilien" if force.kind == "task_force" and not sea.state.chits["axis"].done:
            return frozenset((box.special.sizilien.hex,))
        case "wunderland" if _may_raid(sea, force):
            return frozenset(("kara_sea",))
    return frozenset()


def _may_raid(sea: Sea, force: Force) -> bool:
    """12.12 One Panzerschiff by herself, or one wolfpack; the first of each keeps the right to come and go."""
    if not is_raider(sea.box, force) and force.kind != "wolfpack":
        return False
    went = sea.state.chits["axis"].forces
    others = [one for one in sea.forces_of("axis") if one.id in went and one.id != force.id]
    return all(is_raider(sea.box, one) != is_raider(sea.box, force) for one in others)


def is_raider(box: Box, force: Force) -> bool:
    """12.12 A single Panzerschiff."""
    return [box.ships[one.ship].type for one in force.counters] == [RAIDER]


def freed(sea: Sea, force: Force) -> frozenset[str]:
    """11.4, 12.2a, 12.9, 12.3b The rules that do not hold a German force in port, for its situation."""
    if force.side != "axis":
        return frozenset()
    situation = _held_of(sea, FREED)
    match situation:
        case "break_out" if not breaks_out(sea.box, force.counters):
            return frozenset()
        case "minelaying" if force.id not in sea.state.chits["axis"].forces:
            return frozenset()
        case "wunderland" if not is_raider(sea.box, force):
            return frozenset()
    return FREED.get(situation, frozenset())


def uses_no_restrictions(sea: Sea) -> None:
    """12.9 The Axis has used the situation for the first time: it is shown, and limits are void from now on."""
    if situation_of(sea, "axis") == "no_restrictions":
        show(sea, "axis")
        sea.state.lasting = structs.replace(sea.state.lasting, no_restrictions=True)


def sails_bound(sea: Sea, force: Force) -> None:
    """12.9 Tirpitz leaves port though no carrier was located: the Axis uses the situation, and shows it."""
    holds = any(one.ship == BOUND for one in force.counters)
    if force.side == "axis" and holds and sea.operation.binding_carriers and not sea.state.unbound:
        uses_no_restrictions(sea)


def is_elusive(sea: Sea) -> bool:
    """13.1 Whether the Allied player may still name a ship that no aircraft finds in this Axis phase."""
    return sea.state.phase is not None and sea.state.phase.event == "elusive_target"


def may_fly(sea: Sea, unit: AirUnit) -> bool:
    """12.6 Whether a unit may fly missions: in a ground offensive only British, American and naval aircraft, those of
    Graf Zeppelin, KG 40 and torpedo aircraft. Interceptors scramble all the same.
    """
    if not sea.state.offensive:
        return True
    kind = sea.box.aircraft[unit.aircraft]
    spared = kind.naval or kind.carrier or kind.torpedoes > 0 or kind.id in LONG_RANGE
    return spared or kind.nation in ("britain", "us")


def strikes_norway(sea: Sea, carrier: str) -> None:
    """12.5a Aircraft of a carrier have met fire over a Norwegian port or airfield, or bombed it."""
    if carrier not in sea.state.struck:
        sea.state.struck.append(carrier)


def heavy_points(box: Box, counters: Sequence[Counter], *, capital_ship: int, cruiser: int) -> int:
    """12.2, 12.11a So many half points for each capital ship, and for each cruiser."""
    types = [box.ships[one.ship].type for one in counters if box.ships[one.ship].is_heavy]
    capital = sum(one in CAPITAL_SHIPS for one in types)
    return capital * capital_ship + (len(types) - capital) * cruiser
