"""15 The form of a side for the order-of-battle phase, filled from the roster."""

from collections.abc import Iterator

from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.administration import AdministrationForm
from games.titles.pq17.rules.campaign import repairs, replacements
from games.titles.pq17.rules.campaign.patrol import ranked_reliefs
from games.titles.pq17.rules.campaign.withdrawals import overdue_ships, side_of, withdrawal_demands
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.roster import Roster, Unit
from games.titles.pq17.state.steps import SOVIET_TYPES, lacking

DOCKED_AT: dict[Side, tuple[str, ...]] = {"allied": ("clyde", "english_channel"), "axis": ("kiel", "german")}
"""15.5.1 By side, the ports where repaired ships may return. The owner chooses the port."""
GERMANY = "kiel"
"""15.8 The German port outside Norway."""
HALF = 2
FIGHTERS, SEARCH = ("f",), ("p",)
"""1.5 The types of fighters and of search aircraft."""


def administration(board: Board, side: Side) -> AdministrationForm:
    """Return the form of a side for the order-of-battle phase."""
    box, roster, word = board.box, board.roster, board.state.instructed(side)
    docks = {unit.kind: repairs.missing_strength(box, unit) for unit in _damaged(box, roster, side)}
    room = tuple(sorted(lacking(box, roster, side), key=lambda one: _eager(box, one[0], word.replaces)))
    leaving, fit = withdrawal_demands(box, roster) if side == "allied" else ({}, {})
    return AdministrationForm(
        afloat={
            unit.kind: _ports(board, unit) for unit in roster.units if unit.afloat and side_of(box, unit.kind) == side
        },
        docks=docks,
        worst=tuple(kind for kind, missing in docks.items() if missing * HALF >= box.ships[kind].strength),
        docked_at=DOCKED_AT[side],
        in_place=(repairs.TIRPITZ,),
        mending=(box.campaign.rules.repair, box.campaign.rules.repair_tirpitz),
        mending_cost=box.campaign.rules.repair_tirpitz_cost,
        leaving=leaving,
        fit=fit,
        single=tuple(kind for ships in fit.values() for kind in ships if box.ships[kind].is_single),
        kept=sum(one.strength for one in roster.units if _may_keep(box, side, one)),
        steps=steps_of(board, side),
        room=room,
        new=tuple(_newer(box, roster)) if side == "allied" else (),
        waiting=tuple(unit.kind for unit in roster.waiting) if side == "allied" else (),
        docking=word.docks,
        cargo=dict(_cargo(box, roster)) if side == "allied" else {},
        unloaded=dict(box.campaign.rules.unloaded) if side == "allied" else {},
        patrol=tuple(roster.patrol) if side == "allied" else (),
        reliefs=_reliefs(box, roster) if side == "allied" else {},
        side=side,
        late=tuple(overdue_ships(box, roster)) if side == "axis" and board.state.options.sailing_home else (),
    )


def _cargo(box: Box, roster: Roster) -> Iterator[tuple[str, dict[str, int]]]:
    """15.2.2, 15.2.2a Yield each Soviet port with its merchants to be unloaded after this phase's arrivals, by kind.

    The strength of a kind is limited to what the port unloads in a fortnight.
    """
    for port, most in box.campaign.rules.unloaded.items():
        waiting = roster.boxes[port].unloading if port in roster.boxes else []
        found: dict[str, int] = {}
        for unit in (*waiting, *(one for one in roster.at(port) if one.laden)):
            found[unit.kind] = min(found.get(unit.kind, 0) + unit.strength, most)
        yield port, found


def _reliefs(box: Box, roster: Roster) -> dict[str, int]:
    """15.8.1 Return the ships that may relieve Patrol White in the next fortnight, with their ranks; none in March."""
    fortnights = box.campaign.fortnights[: 2 * roster.months]
    coming = fortnights[roster.fortnight + 1 : roster.fortnight + 2]
    if not coming or coming[0].month == fortnights[0].month:
        return {}
    return {one.kind: rank for rank, one in ranked_reliefs(box, roster)}


def steps_of(board: Board, side: Side) -> int:
    """15.6.3, 15.6.4 Return the number of aircraft steps that a side may replace in this phase."""
    if side == "axis":
        return board.box.campaign.fortnights[board.roster.fortnight].axis_air
    return replacements.soviet_steps(board.box, board.roster.arrived)


def fights_on_land(box: Box, side: Side, unit: Unit) -> bool:
    """12.6.1 Return True for aircraft that take part in a ground offensive: German ones in Norway, and Soviet ones."""
    aircraft = box.aircraft.get(unit.kind)
    nation = "germany" if side == "axis" else "soviet"
    return aircraft is not None and aircraft.nation == nation and unit.place not in box.ships


def _damaged(box: Box, roster: Roster, side: Side) -> list[Unit]:
    """15.5.1 Return the ships that may go into dock and are not there yet."""
    mending = {one.unit.kind for one in roster.away if one.why == "repair"}
    ours = [unit for unit in roster.units if unit.kind in box.ships and box.ships[unit.kind].side == side]
    return [unit for unit in ours if not repairs.may_repair(box, unit) and unit.kind not in mending]


def _ports(board: Board, unit: Unit) -> tuple[str, ...]:
    """15.8, 1.1.1 Return the ports that a ship may enter: in Iceland and Britain, in Norway, or Soviet ones.

    Temporary ports of the fortnight are included; bases for submarines only are not.
    """
    nation, composed = board.box.ships[unit.kind].nation, board.state.composed
    owner = nation if nation in ("soviet", "germany") else "britain"
    ours = (port for port in board.box.ports.values() if port.owner == owner and port.id != GERMANY)
    named = composed.ports if composed is not None else frozenset()
    return tuple(port.id for port in ours if port.use == "permanent" or (port.use == "temporary" and port.id in named))


def _may_keep(box: Box, side: Side, unit: Unit) -> bool:
    """15.4a, 15.4.3c Return True for an emergency force of the side that may stay if it is paid for again.

    A force with a green crew may not stay.
    """
    return unit.emergency and not unit.green and box.ships[unit.kind].side == side


def _newer(box: Box, roster: Roster) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """15.6.4, 15.6.5 Yield for each Soviet air unit its type, its base, and the types that may replace it."""
    for unit in roster.units:
        if unit.kind in SOVIET_TYPES:
            yield unit.kind, unit.place, tuple(one for one in SOVIET_TYPES if one != unit.kind)


def _eager(box: Box, kind: str, first: str) -> tuple[bool, bool]:
    """15.6.3 Return the sort key of an aircraft type for the order of replacements.

    `first`: the value of the instruction `Instructions.replaces`; its types have the lowest key. Fighters and search
    aircraft come last.
    """
    aircraft = box.aircraft[kind]
    wanted = {
        "fighters": aircraft.type in FIGHTERS,
        "search": aircraft.type in SEARCH,
        "torpedo": aircraft.torpedoes,
        "bombers": aircraft.type not in (*FIGHTERS, *SEARCH),
    }[first]
    return not wanted, aircraft.type in (*FIGHTERS, *SEARCH)
