"""13.1 The random event of an elusive target: the aircraft of one attack cannot find a ship."""

from collections.abc import Sequence

from msgspec import structs

from games.kernel.forms import Choose
from games.kernel.requests import Ask, ask
from games.kernel.text import Text
from games.titles.pq17.rules.air.row import UNITS_AT_ONCE, Sortie
from games.titles.pq17.rules.forces.battle_display import Stack
from games.titles.pq17.rules.forces.situations import is_elusive
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.special import TargetEluded
from games.titles.pq17.state.state import Force


async def name_elusive_ship(
    board: Board, target: Force, row: Sequence[Stack], flown: Sequence[Sortie], *, key: str
) -> tuple[list[Sortie], frozenset[str]]:
    """13.1 Let the Allied player name a ship of the attacked force that aircraft fail to find, once in a phase.

    This happens before the guns fire. Aircraft that were sent at this ship attack another target of the force, with a
    worse modifier. `row`: the row of stacks. `flown`: the sorties of the attack. Returns the changed sorties, and the
    ids of the aircraft sent at this ship. If no ship is named, returns the sorties unchanged, and no ids. `key`: the
    prefix of the question's key.
    """
    singles = {stack[0].ship: place for place, stack in enumerate(row) if _is_single(board, stack)}
    if target.side != "allied" or not is_elusive(board) or not singles or not flown:
        return list(flown), frozenset()
    usual = max(singles, key=lambda ship: board.box.ships[ship].value)
    ship = await ask(_question(tuple(singles), usual, key))
    board.phase.event = "none"
    board.tell(TargetEluded(ship))
    return _turned_away(board, row, flown, singles[ship])


def _is_single(board: Board, stack: Stack) -> bool:
    return len(stack) == 1 and board.box.ships[stack[0].ship].is_single


def _question(ships: tuple[str, ...], usual: str, key: str) -> Ask[str]:
    return Ask(
        key=f"{key}.elusive",
        kind="event",
        seat="allied",
        rule="13.1",
        prompt=Text("Which ship do the aircraft fail to find?", "航空機が発見できない艦船を選んでください。"),
        form=Choose(options=ships, fallback=usual, rule="13.1"),
    )


def _turned_away(
    board: Board, row: Sequence[Stack], flown: Sequence[Sortie], place: int
) -> tuple[list[Sortie], frozenset[str]]:
    """13.1 Redirect the units aimed at one place of the row to the most valuable other target with room in their wave.

    If there is no other target, they do not attack.
    """
    others = [other for other, stack in enumerate(row) if stack and other != place]
    others.sort(key=lambda other: -max(board.box.ships[one.ship].value for one in row[other]))
    found = [one for one in flown if one.target != place]
    turned: list[str] = []
    for one in flown:
        if one.target != place:
            continue
        open_ = [to for to in others if sum((s.wave, s.target) == (one.wave, to) for s in found) < UNITS_AT_ONCE]
        if open_:
            found.append(structs.replace(one, target=open_[0]))
            turned.append(one.unit)
    return found, frozenset(turned)
