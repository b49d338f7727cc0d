"""5.0 The sea as each sort of force may sail it, for forms: what the rules bar beforehand is left out."""

from collections.abc import Collection

from msgspec import structs

from games.titles.pq17.box import hexes
from games.titles.pq17.box.contents import Box
from games.titles.pq17.box.pieces import Side
from games.titles.pq17.orders.waters import Waters, charted
from games.titles.pq17.rules.forces.situations import opened
from games.titles.pq17.rules.movement.paths import DOORS, Sailing, step_barred
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force, Kind

SORTS: dict[str, tuple[Kind, tuple[Counter, ...]]] = {
    "sea": ("task_force", ()),
    "boats": ("wolfpack", (Counter("ss_german", 1),)),
    "soviet": ("wolfpack", (Counter("ss_soviet", 1),)),
}
"""Charts by name, with a force that shows where such forces may sail."""
MOST_CHARTS = 400
"""Charts that are kept: every fortnight of every campaign has ice of its own (10.4)."""


def sort_of(box: Box, force: Force) -> str:
    """The chart that a force sails by: Soviet and German submarines have their own."""
    if force.kind != "wolfpack":
        return "sea"
    if force.side == "axis":
        return "boats"
    return "soviet" if any(box.ships[one.ship].nation == "soviet" for one in force.counters) else "sea"


def is_british(box: Box, force: Force) -> bool:
    """5.2.1 Whether a force has British ships."""
    return any(box.ships[one.ship].nation == "britain" for one in force.counters)


def chart_name(sea: Sea, force: Force) -> str:
    """The chart of a force: that of its sort, with what its situation opens to it besides (12.2, 12.11, 12.12)."""
    sort, beyond = sort_of(sea.box, force), opened(sea, force)
    return ".".join((sort, *sorted(beyond))) if beyond else sort


def sailing(sea: Sea, open_: Collection[str] = (), *, pack: bool = False) -> Sailing:
    """What ways are judged by now; `open_`: what a situation opens; `pack`: for an Allied wolfpack, which alone keeps
    clear of friends (5.2.1).
    """
    return Sailing(
        operation=sea.operation,
        turn=sea.now,
        weather=sea.state.sky.kind,
        opened=frozenset(open_),
        friends=friends(sea) if pack else frozenset(),
    )


def friends(sea: Sea) -> frozenset[str]:
    """5.2.1 The hexes where British submarines may not be: in which an Allied convoy or a Soviet wolfpack is at sea."""
    return frozenset(
        force.at for force in sea.afloat("allied") if force.kind == "convoy" or sort_of(sea.box, force) == "soviet"
    )


def waters_of(sea: Sea, side: Side, sort: str) -> Waters:
    """The chart of that name for a side, as the operation stands (`chart_name`)."""
    operation, turn = sea.operation, sea.now
    key = ("waters", operation.ice_rests_on(turn), operation.ports, side, sort)
    found = sea.box.charted.get(key)
    if not isinstance(found, Waters):
        kind, *more = sort.split(".")
        if len(sea.box.charted) >= MOST_CHARTS:
            sea.box.charted.clear()
        found = sea.box.charted[key] = _waters(sea.box, side, kind, sailing(sea, more))
    return found


def _waters(box: Box, side: Side, sort: str, by: Sailing) -> Waters:
    kind, holding = SORTS[sort]
    force = Force(id="", side=side, kind=kind, block=0, at="", counters=[structs.replace(one) for one in holding])
    beside_it = {
        there: here for here, ways in box.waters.ways.items() for there in ways
    }  # one side is as good as another
    rules = {there: step_barred(box, force, here, there, by) for there, here in beside_it.items()}
    entered = frozenset(there for there, rule in rules.items() if not rule)
    barred = {
        rule: charted(frozenset(there for there, by_rule in rules.items() if by_rule == rule))
        for rule in sorted({*rules.values()} - {""})
    }
    closed = tuple(
        sorted(
            here + one
            for here, charted_ in box.hexes.items()
            if here in entered or charted_.is_sea
            for one in charted_.closed
            if hexes.beside(here).get(one) in entered
        )
    )
    beside = {}
    for door in DOORS:
        at_it = sorted(one for one in entered if box.hexes[one].door == door)
        ways = tuple(one for one in at_it if not step_barred(box, force, one, door, by))
        if ways and sort != "soviet":
            beside[door] = ways
    return Waters(charted(entered), closed, beside, barred)
