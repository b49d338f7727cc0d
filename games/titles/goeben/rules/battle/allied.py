"""14.11, 14.12 The targets of the Allies, and their fire."""

from games.kernel.requests import draw_lot, roll
from games.titles.goeben.components.pieces import Battery
from games.titles.goeben.orders.doctrine import FORT
from games.titles.goeben.rules.battle import hits
from games.titles.goeben.rules.battle.forces import battle, class_of, foes, own, readout_of, tell
from games.titles.goeben.rules.battle.night import guns_by_night
from games.titles.goeben.rules.ships.ports import port_at
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.state import Foe


async def allied_salvo(board: Board, fires: tuple[Battery, ...]) -> None:
    """14.11, 14.11.1 Fire an Allied salvo: all ships of one nation at the same time, British before French ones.

    Of the ships of a nation, the largest class rolls first. `fires`: the batteries that fire.
    """
    for nation in _nations(board):
        shots: list[tuple[Foe, Battery, int]] = []
        for foe in _foes_by_class(board, nation):
            for battery in fires:
                count = guns_by_night(board, foe.id, battery)
                if count and own(board):
                    shots.append((foe, battery, await _fired(board, foe, battery, count)))
        for foe, battery, struck in shots:
            await _settle(board, foe, battery, struck)


def _nations(board: Board) -> list[str]:
    order = board.box.charts.firing.nations
    present = {_nation(board, foe) for foe in foes(board)}
    return [nation for nation in (*order, FORT) if nation in present]


def _nation(board: Board, foe: Foe) -> str:
    readout = readout_of(board, foe.id)
    return FORT if readout is None else readout.nation


def _foes_by_class(board: Board, nation: str) -> list[Foe]:
    """14.11 Return the Allied ships of a nation in the battle, in the order in which their classes fire."""
    order = (*board.box.charts.firing.classes, FORT)
    ships = [foe for foe in foes(board) if _nation(board, foe) == nation]
    return sorted(ships, key=lambda foe: order.index(class_of(board, foe.id)))


async def _fired(board: Board, foe: Foe, battery: Battery, count: int) -> int:
    """14.11, 14.12 Fire one battery of a ship or coastal defence with `count` dice; return its hits.

    The fire of a coastal defence does not make the battle a bombardment (16.alert).
    """
    await take_aim(board, foe)
    dice = await roll(*[6] * count, key=board.occasion("fire"), rule="14.11")
    least = _hits_from(board, foe.target, battery)
    struck = sum(die >= least for die in dice)
    battle(board).fire |= not battle(board).shore
    tell(board, told.Fired(foe.id, battery, foe.target, dice, struck))
    return struck


async def take_aim(board: Board, foe: Foe) -> None:
    """14.11 Give an Allied ship a target: a ship of the class that it prefers, at random if there are several.

    It keeps the target until the target is gone.
    """
    if foe.target in own(board):
        return
    wanted = board.box.charts.priority[class_of(board, foe.id)]
    best = min(wanted.index(class_of(board, name)) for name in own(board))
    likely = [name for name in own(board) if class_of(board, name) == wanted[best]]
    foe.target = likely[0] if len(likely) == 1 else await draw_lot(likely, key=board.occasion("aim"), rule="14.11")


def _hits_from(board: Board, target: str, battery: Battery) -> int:
    """14.5, 14.12 Return the lowest die that hits; nets in port protect ships from torpedoes (15.crew)."""
    if battery != "torpedo":
        return board.box.charts.gunnery.hits
    chart = board.box.charts.torpedo
    german = target in board.box.german
    netted = german and "torpedo_nets" in board.ship(target).cargo and port_at(board, battle(board).space) is not None
    return chart.netted if netted else chart.hits


async def _settle(board: Board, foe: Foe, battery: Battery, struck: int) -> None:
    """14.7 Apply the hits (`struck`) of a ship; this is done after all ships of its nation have fired."""
    chart = board.box.charts.torpedo if battery == "torpedo" else board.box.charts.gunnery
    if foe.target in board.box.german:
        await hits.on_german(board, foe.target, chart.german, struck)
    else:
        await hits.on_counter(board, foe.target, chart.allied, struck)
