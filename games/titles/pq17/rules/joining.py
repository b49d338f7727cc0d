"""1.2.3, 1.2.4, 1.3 Forces that combine and exchange ships, and dummies that go, on the map."""

from collections.abc import Sequence

from games.titles.pq17.rules.forces.composition import (
    broken,
    combined_level,
    dummies_too_many,
    kind_of,
    may_combine,
    merged,
)
from games.titles.pq17.rules.fuel import marks
from games.titles.pq17.rules.search.parting import blocks_changed, without
from games.titles.pq17.rules.search.shadowing import united
from games.titles.pq17.table.counters import Counter
from games.titles.pq17.table.fuel import Fuel
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force


def combine(sea: Sea, forces: Sequence[Force]) -> Force:
    """1.2.4, 11.1.1, 11.3.1, 11.3.2 Make one force of several: it keeps the word of the first that is of its kind, the
    highest ID, of the marks that matter (11.1a) the one that runs out first once each has paid for its turn (11.1.3),
    who follows any of them, and the air radius that its carriers have declared (5.3.1a); it refuels at sea if all did,
    and has lain in port as long as the last that came. Raises ValueError with the rule that forbids it.
    """
    barred = may_combine(sea.box, forces)
    if barred or len(forces) < 2:
        raise ValueError(barred[0] if barred else "1.2.4")
    counters = merged(one for force in forces for one in force.counters)
    kind = kind_of(sea.box, counters)
    stays = next(force for force in forces if force.kind == kind)
    gone = [force for force in forces if force is not stays]
    stays.fuel = _mark(sea, forces)
    stays.counters, stays.told = counters, 0
    stays.resting = min(force.resting for force in forces)
    stays.refuelling = all(force.refuelling for force in forces)
    stays.moved, stays.spent = max(force.moved for force in forces), 0
    faces = sorted(force.level for force in forces if force.level is not None)
    stays.level = combined_level(force.level for force in forces)
    if any(force.id in sea.state.declared for force in forces):
        sea.state.declared = list(dict.fromkeys((*sea.state.declared, stays.id)))
    for force in gone:
        sea.remove(force)
    united(sea, stays, gone)
    gone += _one_part(sea, stays, gone)
    blocks_changed(
        sea, stays, before=len(gone), gone=tuple(force.id for force in gone), faces=tuple(faces[:-1])
    )  # fmt: skip
    return stays


def _mark(sea: Sea, forces: Sequence[Force]) -> Fuel | None:
    """11.1.1, 11.1a The mark of forces that become one: those of ships whose fuel never runs low do not matter."""
    burning = [force for force in forces if marks.burns(sea.box, force.counters)]
    found = [marks.spent(force.fuel, force.spent) for force in burning or forces if force.fuel is not None]
    return marks.combined(sea.box, found) if found else None


def _one_part(sea: Sea, convoy: Force, joined: Sequence[Force]) -> list[Force]:
    """9.3.2a The dispersed parts of convoys that became one are one part of it; those that are no more."""
    names = {convoy.id, *(force.id for force in joined)}
    parts = [one for one in sea.state.forces if one.convoy is not None and one.convoy.part_of in names]
    for part in parts:
        if part.convoy is not None:
            part.convoy.part_of = convoy.id
    for part in parts[1:]:
        parts[0].counters = merged([*parts[0].counters, *part.counters])
        sea.remove(part)
    return parts[1:]


def clear_dummies(sea: Sea) -> list[Force]:
    """1.3e At the end of a combine segment all dummies of a side in one hex but one go."""
    gone = dummies_too_many(sea.state.forces)
    for dummy in gone:
        sea.remove(dummy)
        blocks_changed(sea, dummy, before=1, gone=(dummy.id,))
    return gone


def remove_dummy(sea: Sea, dummy: Force) -> None:
    """1.3d The owner takes a dummy off the map, whenever he likes. Raises ValueError for a force that is none."""
    if not dummy.is_dummy:
        raise ValueError("1.3d")
    sea.remove(dummy)
    blocks_changed(sea, dummy, before=1, gone=(dummy.id,))


def may_exchange(sea: Sea, one: Force, other: Force, to_one: Sequence[Counter], to_other: Sequence[Counter]) -> str:
    """1.2.5, 4.3.4, T.scenarios The rule by which two forces in one place may not exchange these ships, or ""; each
    keeps its kind, and who is out for training, or held in port by the scenario, its ships.
    """
    if other not in sea.together(one) or one is other or one.is_dummy or other.is_dummy:
        return "1.2.5"
    if any(sea.box.ships[ship.ship].type == "mx" for ship in (*to_one, *to_other)):
        return "1.2.3a"
    if one.home != other.home:
        return "4.3.4"
    if one.held != other.held:
        return "T.scenarios"
    after = []
    for force, comes, goes in ((one, to_one, to_other), (other, to_other, to_one)):
        try:
            after.append((force, [*without(force.counters, goes), *comes]))
        except ValueError:
            return "1.2.5"
    for force, counters in after:
        if kind_of(sea.box, counters) != force.kind:
            return "1.2.5"
        rules = broken(sea.box, counters)
        if rules:
            return rules[0]
    return ""
