"""7.0, 7.9, 1.2 Hits: steps and ships lost, the fates of destroyers, and the change of a force that lost ships."""

from collections.abc import Iterable, Sequence

from msgspec import Struct, structs

from games.titles.pq17.components.combat_charts import Fate
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import FLOATING, Ship
from games.titles.pq17.orders.draft_odds import RollModifier, total_of
from games.titles.pq17.rules.forces.composition import kind_of, promote_dispersed_part, split_counter
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.dice import dice
from games.titles.pq17.state.events.forces import BlocksChanged
from games.titles.pq17.state.state import Force


class Wound(Struct, frozen=True, gc=False):
    """7.0 The effect of one salvo or of one wave's bombs on a counter.

    `lost`: the strength lost. `dead`: the ship is now Dead in the Water. `sunk`: the ship is sunk, so the counter must
    be removed.
    """

    lost: int = 0
    dead: bool = False
    sunk: bool = False


def floats_on(ship: Ship) -> bool:
    """7.0d Return True if a ship stays afloat at strength 0, as heavy ships and fleet auxiliaries do."""
    return ship.type in FLOATING


def wound(counter: Counter, ship: Ship, hits: int) -> Wound:
    """7.0a, 7.0b, 7.0d Apply all hits of one salvo, or of one wave of a strike, to a counter; return their effect.

    Hits reduce a named ship step by step: a step that lowers her strength by n costs n hits. Each hit on a class costs
    1 strength. `counter.odd` keeps hits that are too few for the next step. `forget_odd_hits` drops these hits at the
    end of a round of a surface battle, and at the end of any other combat segment.

    A heavy ship or fleet auxiliary at strength 0 is Dead in the Water (`floats_on`); one more hit sinks her. Any other
    counter is sunk at strength 0. The caller removes sunk ships from the display (7.0c).
    """
    before = counter.strength
    if hits <= 0:
        return Wound()
    if counter.dead and floats_on(ship):
        return Wound(sunk=True)
    spare, counter.odd = hits + counter.odd, 0
    while counter.strength and spare >= (price := _price(ship, counter.strength)):
        counter.strength -= price
        spare -= price
    if counter.strength:
        counter.odd = spare
        return Wound(lost=before - counter.strength)
    sunk = spare > 0 or not floats_on(ship)
    counter.dead = not sunk
    return Wound(lost=before, dead=not sunk, sunk=sunk)


def reported_loss(ship: Ship, wound: Wound, fates: Sequence[str] = ()) -> tuple[int, bool]:
    """7.0a, 7.2.6a, 7.9 Return how hits are reported: the strength lost, and True if all of that strength sank.

    Torpedo hits are reported in the same way (7.3.1b). Each strength that a class has lost counts as a ship that sank,
    unless the `fates` of destroyers say otherwise. A wreck without strength counts as a loss of one.
    """
    if ship.is_single:
        return wound.lost, wound.sunk
    sunk = (wound.sunk or wound.lost > 0) and all(fate == "sunk" for fate in fates)
    return max(wound.lost, int(wound.sunk)), sunk


def forget_odd_hits(counters: Iterable[Counter]) -> None:
    """7.0b Drop the hits that were too few for a step, at the end of a round or segment."""
    for one in counters:
        one.odd = 0


def _price(ship: Ship, strength: int) -> int:
    """7.0b Return the number of hits that the next step of a ship costs: the strength that she loses with it."""
    if not ship.is_single:
        return 1
    below = max((step for step in ship.steps if step < strength), default=0)
    return strength - below


def split_off(box: Box, counters: list[Counter], counter: Counter, strength: int) -> Counter:
    """7.3.1c, 7.9a Split strength off a counter, add it to `counters` as a counter, and return the new counter.

    The caller then changes the state of the new counter, which neither tows nor is in tow. Raises ValueError if the old
    counter has less than `strength`.
    """
    gone = split_counter(box, counter, strength)
    gone.odd, gone.towed, gone.tows = 0, False, False
    if not counter.strength:
        counters[:] = [one for one in counters if one is not counter]
    counters.append(gone)
    return gone


def state_modifier(counter: Counter, *, crippled: int, dead: int) -> int:
    """7.0g, 7.3.1c Return the modifier of each attack die for the state of a target.

    `counter`: the counter of the target. The modifier is `dead` for a ship that is Dead in the Water or in tow,
    otherwise `crippled` for a Crippled ship, otherwise 0.
    """
    return total_of(state_modifiers(counter, crippled=crippled, dead=dead))


def state_modifiers(counter: Counter, *, crippled: int, dead: int) -> tuple[RollModifier, ...]:
    """7.0g, 7.3.1c Return the modifier for the state of a target with its name and rule; empty if it is 0.

    `crippled`, `dead`: as for `state_modifier`, which returns only the number.
    """
    if counter.dead or counter.towed:
        return (("dead", dead, "7.0g"),) if dead else ()
    return (("crippled", crippled, "7.0g"),) if crippled and counter.crippled else ()


Fates = tuple[tuple[int, Fate], ...]
"""7.9 The dice for destroyers that were hit, each with its result."""


async def roll_fates(box: Box, target: Counter, hits: int, *, key: str) -> Fates:
    """7.9, 7.9c Roll a die for each destroyer that is hit, before the hits apply; return the dice with their results.

    For other ships the result is empty. `key`: the key of the roll in the journal.
    """
    if box.ships[target.ship].type != "dd":
        return ()
    thrown = await dice(min(hits, target.strength), key=key, rule="7.9")
    return tuple((one, box.charts.destroyer_fate.results[one]) for one in thrown)


def wrecked_destroyers(target: Counter, fates: Fates) -> list[Counter]:
    """7.9a Return the destroyers that are now Crippled or Dead in the Water, each as a counter of strength 0."""
    return [
        Counter(
            target.ship, 0, crippled=fate == "crippled", dead=fate == "dead_in_water", spent=target.spent,
            green=target.green,
        )
        for _, fate in fates
        if fate in ("crippled", "dead_in_water")
    ]  # fmt: skip


def count_damaged(fates: Iterable[Fates]) -> int:
    """7.9 Return the number of destroyers whose fate is Damaged. They leave the operation without being lost."""
    return sum(fate == "damaged" for one in fates for _, fate in one)


def note_crippled(board: Board, ships: Iterable[str]) -> None:
    """12.2.1, 15.5 In a campaign, record which of the named `ships` leave the operation Crippled; they return Crippled.

    Only the owner of the ships knows this, so it is not part of the reported loss.
    """
    if board.state.roster is not None:
        board.state.roster.hurt += [ship for ship in ships if board.box.ships[ship].is_single]


def update_all_after_losses(board: Board, forces: Iterable[Force]) -> None:
    """1.2 Update several forces after losses, in an order that depends on public facts only."""
    for force in board.as_seen([one for one in forces if is_changed(board, one)]):
        update_after_losses(board, force)


def is_changed(board: Board, force: Force) -> bool:
    """1.2 Return True if losses have changed the kind of a force; a dummy never changes."""
    return force.kind != "dummy" and kind_of(board.box, force.counters) != force.kind


def _lost_sight_of(board: Board, force: Force) -> None:
    """6.3.5 End all shadowing of and by a force that no longer exists. Aircraft that shadowed it return home."""
    shadows = board.state.shadows
    following = {one.who for one in shadows if (one.target, one.by) == (force.id, "aircraft")}
    for unit in board.state.air:
        if unit.id in following:
            unit.mission, unit.at = "", ""
    board.state.shadows = [one for one in shadows if force.id not in (one.target, one.who)]


def update_after_losses(board: Board, force: Force) -> None:
    """1.2 Update the kind of a force after losses.

    An empty force loses its block; a convoy without merchants becomes a task force.
    """
    if force.is_dummy:
        return
    kind = kind_of(board.box, force.counters) if force.counters else None
    if kind == force.kind or force not in board.state.forces:
        return
    if force.kind == "convoy" and kind != "convoy":
        promote_dispersed_part(board, force)
    if kind is None:
        _lost_sight_of(board, force)
        before = len(board.forces_with(force))
        board.remove(force)
        faces = () if force.level is None else (force.level,)
        seen = BlocksChanged(force.side, force.at, before, before - 1, force.port, faces=faces)
        board.tell_of(force.side, structs.replace(seen, gone=(force.id,)), seen)
    else:
        force.kind, force.convoy, force.plan = kind, None, None
