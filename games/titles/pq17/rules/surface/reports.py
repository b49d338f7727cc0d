"""1.8.1, 7.5.2 The events that report a battle to both sides."""

from collections.abc import Mapping

from msgspec import structs

from games.kernel.events import Event
from games.titles.pq17.components.pieces import SIDES, Side
from games.titles.pq17.rules.forces.hits import reported_loss
from games.titles.pq17.rules.surface.exchange import Exchange
from games.titles.pq17.rules.surface.withdrawal import Withdrawal
from games.titles.pq17.state.battle import Battle, Unit
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.surface import (
    BattleJoined,
    GunsFired,
    Manoeuvred,
    RoundOver,
    ShipHit,
    TorpedoesRan,
    Withdrew,
)
from games.titles.pq17.state.state import Force


def tell_both_sides(board: Board, event: Event) -> None:
    """1.8.1 Send an event to the two sides in the battle only."""
    board.emit(event, to=SIDES)


def tell_layout(board: Board, at: str, battle: Battle, surprise: tuple[int, int] | None) -> None:
    """7.5.2 Report the units of a battle and their ships to both sides.

    Only the owner reads face-down ships (7.5.9). `at`: the hex. `surprise`: the die for surprise and its modifier; None
    if no die was rolled.
    """
    die, modifier = surprise or (None, 0)
    _tell_units(board, battle, _joined(at, battle, battle.units, die, modifier))


def tell_joined(board: Board, at: str, battle: Battle, force: Force) -> None:
    """7.5.2a Report to both sides the units of a force that has joined the battle."""
    _tell_units(board, battle, _joined(at, battle, [unit for unit in battle.units if unit.force == force.id]))


def _tell_units(board: Board, battle: Battle, event: BattleJoined) -> None:
    """7.5.9 Report units to both sides; if counters are face down, their ships only to their own side."""
    if not battle.dark:
        tell_both_sides(board, event)
        return
    for side in SIDES:
        ships = tuple(
            ships if owner == side else () for owner, ships in zip(event.sides, event.ships, strict=True)
        )  # fmt: skip
        board.tell_side(side, structs.replace(event, ships=ships))


def tell_each_side(board: Board, owner: Side, event: Event, hidden: Event, *, dark: bool) -> None:
    """Report an event to both sides. If counters are face down (`dark`), the enemy of `owner` gets `hidden` instead."""
    if dark:
        board.tell_side(owner, event)
        board.tell_side(board.enemy(owner), hidden)
    else:
        tell_both_sides(board, event)


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


def tell_manoeuvres(board: Board, battle: Battle, side: Side) -> None:
    """7.5.2c Report the areas, evasion and screens of a side's units to both sides."""
    own = battle.of(side)
    tell_both_sides(
        board,
        Manoeuvred(
            side,
            battle.round,
            tuple(unit.name for unit in own),
            tuple(unit.area for unit in own),
            tuple(unit.name for unit in own if unit.evading),
            tuple((unit.name, unit.shields, *unit.screens) for unit in own if unit.screens),
        ),
    )


def tell_exchange(board: Board, sides: Mapping[str, Side], fired: Exchange, *, dark: bool = False) -> None:
    """7.5.2i, 7.5.2k Report the guns, their hits, and the torpedoes of a round to both sides.

    `sides`: the side of each unit, by its id. `dark`: True if counters are face down, so that the enemy does not read
    ids of ships.
    """
    for shot in fired.broadsides:
        firer, target = shot.aim.firer, shot.aim.target
        guns = GunsFired(sides[firer], firer, shot.ship, target, shot.dice, shot.hits)
        tell_each_side(board, sides[firer], guns, structs.replace(guns, ship=""), dark=dark)
    for hit in fired.hits:
        wound, fates = hit.wound, tuple(fate for _, fate in hit.fates)
        side = sides[hit.unit]
        lost, sunk = reported_loss(board.box.ships[hit.ship], wound, fates)
        whole = ShipHit(side, hit.unit, hit.ship, hit.hits, lost, wound.dead, sunk, fates)
        tell_each_side(board, side, whole, ShipHit(side, hit.unit, "", hit.hits, 0), dark=dark)
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
        tell_each_side(board, board.enemy(sides[firer]), ran, hidden, dark=dark)


def tell_withdrawal(board: Board, side: Side, result: Withdrawal) -> None:
    """7.5.2l Report a side's withdrawal die and the units that left to both sides."""
    tell_both_sides(board, Withdrew(side, result.die, result.left))


def tell_round_over(board: Board, number: int, die: int | None, over: bool) -> None:
    """7.5.2r Report the end of a round to both sides.

    `die`: None if no die was rolled. `over`: True if the battle is over.
    """
    tell_both_sides(board, RoundOver(number, die, over))
