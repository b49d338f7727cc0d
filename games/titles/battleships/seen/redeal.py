"""Another truth that a seat cannot tell from this one; and what can neither arise nor vanish."""

from msgspec import structs

from games.kernel.codec import decode, encode
from games.kernel.events import UMPIRE
from games.kernel.forms import Pick
from games.titles.battleships.box.components import Box
from games.titles.battleships.orders.orders import Tries
from games.titles.battleships.table.sea import Sea
from games.titles.battleships.table.state import State


def redeal(box: Box, state: State, seat: str, pick: Pick) -> State:
    """8.1a, 10.6, 10.9 Other mines, flagships and orders of repair of the enemy. With a `pick` that always says 0
    nothing changes.
    """
    world = decode(encode(state), State)
    sea = Sea(world, box)
    for side in sea.sides:
        if seat not in (side, UMPIRE):
            _mines(sea, side, pick)
            _flag(sea, side, pick)
            _tries(sea, side, pick)
            _plans(sea, side, pick)
    return world


def _mines(sea: Sea, side: str, pick: Pick) -> None:
    """10.6 Mines that nobody has struck may lie elsewhere in the waters that may be mined."""
    laid, field = sea.state.mines.get(side, ()), sea.battle.mines
    if field is None or not laid:
        return
    known = [struck for struck in sea.state.struck if struck in laid]
    clear = set(sea.state.swept)
    waters = [
        f"{column:02}{row:02}"
        for column in range(field.columns[0], field.columns[1] + 1)
        for row in range(field.rows[0], field.rows[1] + 1)
    ]
    found = list(known)
    for at in (one for one in laid if one not in known):
        open_ = [at, *(one for one in waters if one not in found and one not in laid and one not in clear)]
        found.append(open_[pick(len(open_))])
    sea.state.mines[side] = tuple(sorted(found))


def _flag(sea: Sea, side: str, pick: Pick) -> None:
    """10.9 Any ship may be the flagship of which the observer has seen nothing that speaks against it: chits of this
    turn and of earlier ones (10.10d), hits on bridges (10.12b), ships sunk that bore no flag, and to which it may
    have passed since (10.9b).
    """
    flag = sea.state.flags.get(side)
    if flag is not None:
        open_ = [flag, *(name for name in sea.suspects(side) if name != flag)]
        sea.state.flags[side] = open_[pick(len(open_))]


def _tries(sea: Sea, side: str, pick: Pick) -> None:
    """8.1a Which of two kinds of damage a ship mends first shows when she does."""
    other: dict[Tries, Tries] = {"both": "hull_first", "hull_first": "both"}
    for ship in sea.fleet(side):
        if ship.tries in other and pick(2):
            ship.tries = other[ship.tries]


def _plans(sea: Sea, side: str, pick: Pick) -> None:
    """5.1 Which of two targets a fire plan prefers shows when it is carried out."""
    plan = sea.state.plans.get(side, ())
    if plan:
        sea.state.plans[side] = tuple(
            structs.replace(order, at=(order.at[1], order.at[0], *order.at[2:]))
            if len(order.at) > 1 and pick(2)
            else order
            for order in plan
        )


def conserved(state: State) -> dict[str, int]:
    """2.1 Ships are never more nor fewer, wherever they are."""
    return {"ships": len(state.ships)}
