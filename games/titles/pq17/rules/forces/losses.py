"""1.2 What becomes of forces that have lost ships."""

from collections.abc import Iterable

from msgspec import structs

from games.titles.pq17.rules.forces.composition import kind_of
from games.titles.pq17.rules.forces.parts import inherit
from games.titles.pq17.table.events.forces import BlocksChanged
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force


def left_crippled(sea: Sea, ships: Iterable[str]) -> None:
    """12.2.1, 15.5 In a campaign named ships that were Crippled when they left come back so. Their owner alone knows
    it, so that it is no part of the loss.
    """
    if sea.state.roster is not None:
        sea.state.roster.hurt += [ship for ship in ships if sea.box.ships[ship].is_single]


def clear_away_all(sea: Sea, forces: Iterable[Force]) -> None:
    """1.2 The same of several forces, those that are no more what they were, in an order that says nothing."""
    for force in sea.as_seen([one for one in forces if is_changed(sea, one)]):
        clear_away(sea, force)


def is_changed(sea: Sea, force: Force) -> bool:
    """1.2 Whether a force is no more what it was; a dummy always is what it was."""
    return force.kind != "dummy" and kind_of(sea.box, force.counters) != force.kind


def _lost_sight_of(sea: Sea, force: Force) -> None:
    """6.3.5 Nothing follows a force that is gone, and it follows nobody: aircraft that shadowed it go home."""
    shadows = sea.state.shadows
    following = {one.who for one in shadows if (one.target, one.by) == (force.id, "aircraft")}
    for unit in sea.state.air:
        if unit.id in following:
            unit.mission, unit.at = "", ""
    sea.state.shadows = [one for one in shadows if force.id not in (one.target, one.who)]


def clear_away(sea: Sea, force: Force) -> None:
    """1.2 What ships were lost makes of a force: nothing left, and its block goes; without merchants a convoy is a task
    force.
    """
    if force.is_dummy:
        return
    kind = kind_of(sea.box, force.counters) if force.counters else None
    if kind == force.kind or force not in sea.state.forces:
        return
    if force.kind == "convoy" and kind != "convoy":
        inherit(sea, force)
    if kind is None:
        _lost_sight_of(sea, force)
        before = len(sea.together(force))
        sea.remove(force)
        faces = () if force.level is None else (force.level,)
        seen = BlocksChanged(force.side, force.at, before, before - 1, force.port, faces=faces)
        sea.tell_of(force.side, structs.replace(seen, gone=(force.id,)), seen)
    else:
        force.kind, force.convoy, force.plan = kind, None, None
