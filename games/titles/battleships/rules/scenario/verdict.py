"""9.0, 11.13 How a battle ends."""

from typing import NamedTuple

from games.titles.battleships.box.battles import Decisive, Victory
from games.titles.battleships.table.events.scenario import Decided
from games.titles.battleships.table.points import SIXTHS, sixths_of, steps_of
from games.titles.battleships.table.sea import DEAD, GUNS_GONE, Sea
from games.titles.battleships.table.state import Ship


class Outcome(NamedTuple):
    """Who wins (nobody: a draw), by what, and the ship that it hangs on."""

    winner: str
    reason: str
    ship: str = ""


async def verdict(sea: Sea) -> str | None:
    """3.1, 11.13 The end of a turn: whether the battle goes on."""
    outcome = decided(sea, at_end_of_turn=True)
    if outcome is None and (sea.state.turn >= sea.battle.turns or is_pointless(sea)):
        outcome = at_last(sea)
    if outcome is None:
        return "sighting"
    sea.state.winner, sea.state.verdict, sea.state.over = outcome.winner, outcome.reason, True
    sixths = {side: sixths_of(sea, side) for side in sea.sides}
    sea.tell(Decided(outcome.winner, outcome.reason, sixths, outcome.ship))
    return None


def decided(sea: Sea, *, at_end_of_turn: bool = False) -> Outcome | None:
    """11.13 What has decided the battle; ends that ask for whole ships are looked at only when the turn ends."""
    for end in sea.battle.victory.decisive:
        ship = _happened(sea, end)
        if ship is None or (end.whole and not at_end_of_turn):
            continue
        crippled = [name for name in end.whole if _is_crippled(sea.ship(name))]
        if crippled:
            return Outcome(sea.other(end.winner), "otherwise", crippled[0])
        return Outcome(end.winner, end.event, ship.id)
    return None


def _happened(sea: Sea, end: Decisive) -> Ship | None:
    """The ship by which an end has come about; None if it has not."""
    ships = [sea.ship(name) for name in end.ships]
    if end.event == "all_left_whole":
        whole = all(ship.fate == "left" and not steps_of(sea, ship) for ship in ships)
        return ships[0] if whole else None
    if end.event == "bombarded":
        task = sea.battle.bombardment
        return ships[0] if task is not None and sea.state.bombarded >= task.turns else None
    return next((ship for ship in ships if ship.fate == end.event), None)


def _is_crippled(ship: Ship) -> bool:
    """11.6 Sunk, or at 3W or 3S."""
    return ship.fate == "sunk" or ship.weapons == GUNS_GONE or ship.hull == DEAD


def is_pointless(sea: Sea) -> bool:
    """11.13 Whether a side has nothing left, and the other could gain nothing more."""
    for side in sea.sides:
        enemy = sea.other(side)
        gains = any(one.side == enemy and one.full for one in sea.battle.exits)
        ends = any(end.event != "sunk" and end.winner == enemy for end in sea.battle.victory.decisive)
        if not sea.fleet(side) and not (sea.fleet(enemy) and (gains or ends)):
            return True
    return False


def at_last(sea: Sea) -> Outcome:
    """11.13 When the turns are over: by points, or by what the scenario says otherwise."""
    victory = sea.battle.victory
    if not victory.points:
        return Outcome(victory.otherwise, "otherwise")
    sixths = {side: sixths_of(sea, side) for side in sea.sides}
    first, second = sea.sides
    ahead = max(sea.sides, key=lambda side: sixths[side])
    lead = abs(sixths[first] - sixths[second])
    if victory.favourite:
        won = ahead == victory.favourite and _is_enough(victory, lead) and _is_silenced(sea)
        return Outcome(victory.favourite, "points") if won else Outcome(victory.otherwise, "otherwise")
    if not _is_enough(victory, lead):
        return Outcome("", "margin" if lead else "equal")
    return Outcome(ahead, "points")


def _is_enough(victory: Victory, lead: int) -> bool:
    """11.13 A margin of one is any lead, a sixth of a point too."""
    return lead >= victory.margin * SIXTHS if victory.margin > 1 else lead > 0


def _is_silenced(sea: Sea) -> bool:
    """11.9 Whether one of those to be silenced is: gone, or at 3W; nothing needs to be where none is named."""
    names = [name for name in sea.battle.victory.silenced if any(ship.id == name for ship in sea.state.ships)]
    ships = [sea.ship(name) for name in names]
    return not ships or any(ship.fate == "sunk" or ship.weapons == GUNS_GONE for ship in ships)
