"""1.8.1, 7.5.2 What both sides in a battle are told of it."""

from collections.abc import Mapping

from msgspec import structs

from games.kernel.events import Event
from games.titles.pq17.box.pieces import SIDES, Side
from games.titles.pq17.rules.surface.exchange import Exchange
from games.titles.pq17.rules.surface.withdrawal import Withdrawal
from games.titles.pq17.table.battle import Battle, Unit
from games.titles.pq17.table.events.surface import (
    BattleJoined,
    GunsFired,
    Manoeuvred,
    RoundOver,
    ShipHit,
    TorpedoesRan,
    Withdrew,
)
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Force


def tell_both_sides(sea: Sea, event: Event) -> None:
    """Both sides hear it, nobody else."""
    sea.emit(event, to=SIDES)


def laid_out(sea: Sea, at: str, battle: Battle, surprise: tuple[int, int] | None) -> None:
    """7.5.2 All ships lie face up."""
    die, modifier = surprise or (None, 0)
    _tell_units(sea, battle, _joined(at, battle, battle.units, die, modifier))


def joined(sea: Sea, at: str, battle: Battle, force: Force) -> None:
    """7.5.2a A force has come in."""
    _tell_units(sea, battle, _joined(at, battle, [unit for unit in battle.units if unit.force == force.id]))


def _tell_units(sea: Sea, battle: Battle, event: BattleJoined) -> None:
    """7.5.9 Of counters face down each side reads its own."""
    if not battle.dark:
        tell_both_sides(sea, event)
        return
    for side in SIDES:
        ships = tuple(
            ships if owner == side else () for owner, ships in zip(event.sides, event.ships, strict=True)
        )  # fmt: skip
        sea.tell_side(side, structs.replace(event, ships=ships))


def each(sea: Sea, owner: Side, event: Event, hidden: Event, *, dark: bool) -> None:
    """Both sides hear it; in the dark the other side only what it sees."""
    if dark:
        sea.tell_side(owner, event)
        sea.tell_side(sea.enemy(owner), hidden)
    else:
        tell_both_sides(sea, event)


def _joined(at: str, battle: Battle, units: list[Unit], die: int | None = None, modifier: int = 0) -> BattleJoined:
    return BattleJoined(
        at,
        battle.attacker,
        battle.round,
        tuple(unit.name for unit in units),
        tuple(unit.side for unit in units),
        tuple(tuple((one.ship, one.strength) for one in unit.counters) for unit in units),
        die,
        modifier,
        battle.surprised,
    )


def manoeuvred(sea: Sea, battle: Battle, side: Side) -> None:
    """7.5.2c Where everybody stands."""
    own = battle.of(side)
    tell_both_sides(
        sea,
        Manoeuvred(
            side,
            battle.round,
            tuple(unit.name for unit in own),
            tuple(unit.area for unit in own),
            tuple(unit.name for unit in own if unit.evading),
            tuple((unit.name, unit.shields, *unit.screens) for unit in own if unit.screens),
        ),
    )


def exchanged(sea: Sea, sides: Mapping[str, Side], fired: Exchange, *, dark: bool = False) -> None:
    """7.5.2i, 7.5.2k The guns, what they hit, the torpedoes."""
    for shot in fired.broadsides:
        firer, target = shot.aim.firer, shot.aim.target
        guns = GunsFired(sides[firer], firer, shot.ship, target, shot.dice, shot.hits)
        each(sea, sides[firer], guns, structs.replace(guns, ship=""), dark=dark)
    for hit in fired.hits:
        wound, fates = hit.wound, tuple(fate for _, fate in hit.fates)
        side = sides[hit.unit]
        told = ShipHit(side, hit.unit, hit.ship, hit.hits, wound.lost, wound.dead, wound.sunk, fates)
        each(sea, side, told, ShipHit(side, hit.unit, "", hit.hits, 0), dark=dark)
    for run in fired.runs:
        hits = run.salvo.hits
        firer, target = run.launch.firer, run.launch.target
        ran = TorpedoesRan(
            sides[firer],
            firer,
            target,
            run.salvo.dice,
            tuple(one.ship for one in hits),
            tuple(one.lost for one in hits),
            tuple(bool(one.sunk) for one in hits),
        )
        hidden = structs.replace(ran, ships=(), lost=(), sunk=())
        each(sea, sea.enemy(sides[firer]), ran, hidden, dark=dark)


def withdrew(sea: Sea, side: Side, result: Withdrawal) -> None:
    """7.5.2l Who left."""
    tell_both_sides(sea, Withdrew(side, result.die, result.left))


def round_over(sea: Sea, number: int, die: int | None, over: bool) -> None:
    """7.5.2r The end of a round."""
    tell_both_sides(sea, RoundOver(number, die, over))
