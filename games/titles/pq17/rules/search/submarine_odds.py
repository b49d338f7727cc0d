"""7.4 The odds of a submarine combat before it, from a seat's own knowledge."""

from collections.abc import Sequence

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.attacks import StrikesForm
from games.titles.pq17.orders.draft_odds import Dive, Hunters, Modifiers, total_of
from games.titles.pq17.rules.forces.submarine_combat import (
    GROUPS,
    Encounter,
    Quarry,
    attack_modifiers,
    escort_dice,
    hunting_modifiers,
    mean_attacking_boats,
    torpedo_hits,
    usual_quarry,
)
from games.titles.pq17.rules.search.air_patrols import radii
from games.titles.pq17.rules.search.identification import blocks_named
from games.titles.pq17.rules.search.legal_attacks import armed_boats
from games.titles.pq17.rules.search.searchers import is_astray, is_soviet
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Force

DICE = (0, 2, 4, 6)
"""The numbers of escort dice for which a form shows the mean number of attacking submarines.

Only the escorts' owner knows the actual number of dice.
"""


def encounter_of(board: Board, pack: Force, target: Force, *, offensive: bool, as_seen: bool = False) -> Encounter:
    """7.4 Return the circumstances of a combat between a wolfpack and a target.

    `offensive`: True if the target attacks the wolfpack (7.4.2a). `as_seen`: see `radii`.
    """
    following = [one for one in board.state.shadows if one.target == target.id and one.by == "wolfpack"]
    return Encounter(
        day=board.is_day,
        weather=board.state.sky.kind,
        level=pack.level,
        shadowed=any(one.who != pack.id for one in following),
        air_radius=bool(radii(board, target.side, pack.at, as_seen=as_seen)),
        offensive=offensive,
    )


def target_groups(board: Board, pack: Force, target: Force, ordered: Sequence[Quarry]) -> tuple[Quarry, ...]:
    """7.4.3c, 7.4.2c Return the target groups of a wolfpack: as `ordered`, or else by the standing instruction.

    The instruction ``convoy`` means heavy ships if the target is a task force.
    """
    if ordered:
        return tuple(ordered)
    standing: Quarry = board.state.instructed(pack.side).boats
    if standing == "convoy":
        return usual_quarry(convoy=target.kind == "convoy")
    return (standing,)


def dive_odds(board: Board, side: Side, form: StrikesForm) -> dict[str, dict[str, Dive]]:
    """7.4, 7.7.2 Return the odds of each wolfpack's attack: by target, and then by wolfpack.

    Against stragglers, every submarine attacks a ship. Attacks on wolfpacks are left out, because a die for surprise
    decides which of the two wolfpacks fires. `form`: the form with the targets.
    """
    forces, found = {one.id: one for one in board.forces_of(side)}, dict[str, dict[str, Dive]]()
    for one in form.targets:
        packs = [forces[name] for name in one.forces if name in one.packs]
        target = blocks_named(board, side, one.block)[0]
        if packs and target.kind != "wolfpack":
            found[one.block] = {pack.id: _dive(board, pack, target) for pack in packs}
    return found


def _dive(board: Board, pack: Force, target: Force) -> Dive:
    boats, named = armed_boats(pack), target_groups(board, pack, target, ())
    hits: dict[str, tuple[int, int]] = {group: torpedo_hits(board.box, group) for group in GROUPS}
    if is_astray(target):
        return Dive(boats, ("convoy",), hits)
    met = encounter_of(board, pack, target, offensive=False, as_seen=True)
    means = tuple((dice, mean_attacking_boats(board.box, boats, dice, met)) for dice in DICE)
    return Dive(boats, named, hits, means, attack_modifiers(board.box, boats, met))


def hunt_odds(board: Board, side: Side, form: StrikesForm) -> dict[str, dict[str, Hunters]]:
    """7.4.1, 7.4.2 Return, by wolfpack and attacking unit, the unit's dice and the faces that succeed.

    `form`: the form with the targets.
    """
    found: dict[str, dict[str, Hunters]] = {}
    forces = {one.id: one for one in board.forces_of(side)}
    for one in form.targets:
        target = blocks_named(board, side, one.block)[0]
        if target.kind != "wolfpack":
            continue
        more = hunting_modifiers(
            board.box, board.state.sky.kind, offensive=True, air_radius=bool(radii(board, side, target.at))
        )  # fmt: skip
        flying = {unit.id: unit for unit in board.state.air}
        by_air = {
            name: _hunters(board, flying[name].flying, more, soviet=_is_red(board, flying[name].aircraft))
            for name in one.units
        }
        hunting = [forces[name] for name in one.forces if name not in one.packs]
        afloat = {force.id: _afloat(board, force, more) for force in hunting}
        found[one.block] = {**by_air, **afloat}
    return found


def _is_red(board: Board, aircraft: str) -> bool:
    return board.box.aircraft[aircraft].nation == "soviet"


def _afloat(board: Board, force: Force, more: Modifiers) -> Hunters:
    return _hunters(board, escort_dice(board.box, force.counters).dice, more, soviet=is_soviet(board.box, force))


def _hunters(board: Board, dice: int, modifiers: Modifiers, *, soviet: bool) -> Hunters:
    chart = board.box.charts.anti_submarine
    found = (*modifiers, *((("soviet", chart.soviet, "7.4.1"),) if soviet and chart.soviet else ()))
    more = total_of(found)
    return Hunters(dice, chart.held_down - more, chart.success - more, chart.dice_per_boat, found)
