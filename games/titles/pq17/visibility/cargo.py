"""15.2.2, 15.2.2b Redeal which merchants in the Soviet ports wait to be unloaded and which are in ballast (empty).

The Allied player chooses in secret the merchants to unload, and the merchants that stay in the first of two ports
(15.2.1a). The number of merchants in each box is public. The number of unloaded tankers must stay the same in every
fortnight in which aircraft waited for cargo (15.3.3).
"""

from itertools import combinations

from msgspec import structs

from games.kernel.forms import RandomSource
from games.titles.pq17.components.contents import Box
from games.titles.pq17.state.roster import Boxes, Roster, Unit
from games.titles.pq17.state.state import State

UNTOLD = ("mv", "mc", "mo")
"""15.2.2 Kinds of merchants that count alike in the boxes, so that a redeal can exchange them."""
NO_CARGO = "mo"
"""15.3.3 The kind of merchant, a tanker, that carries nothing for aircraft."""
BOXES = ("unloading", "down", "up")


def restow(box: Box, world: State, roster: Roster, pick: RandomSource) -> None:
    """Exchange merchants of different kinds between the boxes of the Soviet ports, by random choice (`pick`).

    A port has several boxes (`BOXES`). Merchants may change between two boxes of the same port, or between two ports. A
    port is left out if the enemy may know its merchants, or if the Allied player has chosen merchants to unload first.
    If a report to the Axis names ships, nothing changes. `world`: the copy of the state that is redealt; `roster`: its
    order of battle.
    """
    named = any(one.to == "axis" and one.names for one in world.reports)
    if not roster.ledger or named:
        return
    before = _fresh(roster)
    ports = [port for port in sorted(roster.boxes) if not roster.unload_first.get(port) and port not in roster.known]
    lots = [(port, sort) for port in ports for sort in BOXES]
    counted = _counts_cargo(box, roster)
    for one, other in combinations(lots, 2):
        _restow_lots(roster.boxes, one, other, pick, tankers=not counted or one[1] == other[1])
    roster.unloaded += _fresh(roster) - before


def _restow_lots(
    boxes: dict[str, Boxes], one: tuple[str, str], other: tuple[str, str], pick: RandomSource, *, tankers: bool
) -> None:
    """Exchange a merchant of one box with a merchant of another kind, but in the same state, of another box, or none.

    `one`, `other`: the boxes, each as port and field of Boxes. `tankers`: True if tankers may be exchanged.
    """
    here, there = (getattr(boxes[port], sort) for port, sort in (one, other))
    pairs = [(mine, theirs) for mine in here for theirs in there if _stowed_alike(mine, theirs, tankers=tankers)]
    chosen = pick(len(pairs) + 1)
    if chosen:
        mine, theirs = pairs[chosen - 1]
        kinds = mine.kind, theirs.kind
        _change(here, mine, kinds[1])
        _change(there, theirs, kinds[0])


def _stowed_alike(one: Unit, other: Unit, *, tankers: bool) -> bool:
    states = [(unit.crippled, unit.dead, unit.laden, unit.inoperative) for unit in (one, other)]
    kinds = {one.kind, other.kind}
    return len(kinds) == 2 and kinds <= {*UNTOLD} and states[0] == states[1] and (tankers or NO_CARGO not in kinds)


def _change(box: list[Unit], unit: Unit, kind: str) -> None:
    """Change the kind of one merchant of `unit`, a unit in this box."""
    other = structs.replace(unit, kind=kind, strength=1)
    unit.strength -= 1
    alike = next((one for one in box if one.like(other)), None)
    if alike is None:
        box.append(other)
    else:
        alike.strength += 1
    box[:] = [one for one in box if one.strength]


def _counts_cargo(box: Box, roster: Roster) -> bool:
    """15.3.3 Return True if aircraft have waited for cargo; their arrival reveals the number of unloaded merchants."""
    return any(one.for_cargo for then in box.campaign.fortnights[: roster.fortnight + 1] for one in then.arrivals)


def _fresh(roster: Roster) -> int:
    """15.3.3 Return the strength of the merchants unloaded last whose cargo can bring aircraft (all but tankers)."""
    return sum(one.strength for boxes in roster.boxes.values() for one in boxes.down if one.kind != NO_CARGO)
