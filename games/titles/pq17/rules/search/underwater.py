"""7.4 A pack and what it attacks: on what their combat depends, and what it comes to, for all that a seat knows."""

from collections.abc import Sequence

from games.titles.pq17.box.pieces import Side
from games.titles.pq17.orders.attacks import StrikesForm
from games.titles.pq17.orders.odds import Dive, Hunters
from games.titles.pq17.rules.forces.asw import escort, hunting_modifier
from games.titles.pq17.rules.forces.submarines import GROUPS, Encounter, Quarry, attacking, torpedo_hits, usual_quarry
from games.titles.pq17.rules.search.contacts import meant
from games.titles.pq17.rules.search.declaring import boats_of
from games.titles.pq17.rules.search.patrols import radii
from games.titles.pq17.rules.search.searchers import is_astray, is_soviet
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force

DICE = (0, 2, 4, 6)
"""Dice of escorts for which it is told how many boats attack: nobody but their owner knows how many there are."""


def encounter(sea: Sea, pack: Force, target: Force, *, offensive: bool, as_seen: bool = False) -> Encounter:
    """7.4 What the combat depends on: light, weather, the pack's level, another pack that shadows, air radius."""
    following = [one for one in sea.state.shadows if one.target == target.id and one.by == "wolfpack"]
    return Encounter(
        day=sea.is_day,
        weather=sea.state.sky.kind,
        level=pack.level,
        shadowed=any(one.who != pack.id for one in following),
        air_radius=bool(radii(sea, target.side, pack.at, as_seen=as_seen)),
        offensive=offensive,
    )


def quarry(sea: Sea, pack: Force, target: Force, ordered: Sequence[Quarry]) -> tuple[Quarry, ...]:
    """7.4.3c, 7.4.2c What boats name: as ordered, else by standing instruction; no convoy ships in a task force."""
    if ordered:
        return tuple(ordered)
    standing: Quarry = sea.state.instructed(pack.side).boats
    if standing == "convoy":
        return usual_quarry(convoy=target.kind == "convoy")
    return (standing,)


def dives(sea: Sea, side: Side, form: StrikesForm) -> dict[str, dict[str, Dive]]:
    """7.4, 7.7.2 By target what the attack of each pack comes to; among stragglers each boat finds its ship. Of packs
    that meet a die of surprise says who attacks.
    """
    forces, found = {one.id: one for one in sea.forces_of(side)}, dict[str, dict[str, Dive]]()
    for one in form.targets:
        packs = [forces[name] for name in one.forces if name in one.packs]
        target = meant(sea, side, one.block)[0]
        if packs and target.kind != "wolfpack":
            found[one.block] = {pack.id: _dive(sea, pack, target) for pack in packs}
    return found


def _dive(sea: Sea, pack: Force, target: Force) -> Dive:
    boats, named = boats_of(pack), quarry(sea, pack, target, ())
    hits: dict[str, tuple[int, int]] = {group: torpedo_hits(sea.box, group) for group in GROUPS}
    if is_astray(target):
        return Dive(boats, ("convoy",), hits)
    met = encounter(sea, pack, target, offensive=False, as_seen=True)
    return Dive(boats, named, hits, tuple((dice, attacking(sea.box, boats, dice, met)) for dice in DICE))


def hunts(sea: Sea, side: Side, form: StrikesForm) -> dict[str, dict[str, Hunters]]:
    """7.4.1, 7.4.2 By wolfpack the dice of each air unit and force that may hunt it, and what they must show."""
    found: dict[str, dict[str, Hunters]] = {}
    forces = {one.id: one for one in sea.forces_of(side)}
    for one in form.targets:
        target = meant(sea, side, one.block)[0]
        if target.kind != "wolfpack":
            continue
        more = hunting_modifier(
            sea.box, sea.state.sky.kind, offensive=True, air_radius=bool(radii(sea, side, target.at))
        )  # fmt: skip
        flying = {unit.id: unit for unit in sea.state.air}
        by_air = {
            name: _hunters(sea, flying[name].flying, more, soviet=_is_red(sea, flying[name].aircraft))
            for name in one.units
        }
        hunting = [forces[name] for name in one.forces if name not in one.packs]
        afloat = {force.id: _afloat(sea, force, more) for force in hunting}
        found[one.block] = {**by_air, **afloat}
    return found


def _is_red(sea: Sea, aircraft: str) -> bool:
    return sea.box.aircraft[aircraft].nation == "soviet"


def _afloat(sea: Sea, force: Force, more: int) -> Hunters:
    return _hunters(sea, escort(sea.box, force.counters).dice, more, soviet=is_soviet(sea.box, force))


def _hunters(sea: Sea, dice: int, more: int, *, soviet: bool) -> Hunters:
    chart = sea.box.charts.anti_submarine
    more += chart.soviet if soviet else 0
    return Hunters(dice, chart.held_down - more, chart.success - more, chart.dice_per_boat)
