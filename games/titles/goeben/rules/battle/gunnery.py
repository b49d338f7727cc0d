"""14.2, 14.5–14.10 The salvos of a battle, and the fire of the players' ships."""

from games.kernel.requests import roll
from games.titles.goeben.components.pieces import BATTERIES, Battery
from games.titles.goeben.rules.battle import allied, command, hits, torpedoes
from games.titles.goeben.rules.battle.forces import battle, foes, is_consort, own, tell
from games.titles.goeben.rules.battle.night import guns_by_night
from games.titles.goeben.rules.battle.values import fire_value
from games.titles.goeben.rules.battle.visibility import batteries
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as told

SALVOS = 2 * len(BATTERIES)
ASHORE = SALVOS - 2
"""16.0.5 The number of salvos of a bombardment. A bombardment has no torpedoes."""


async def salvo(board: Board) -> str | None:
    """14.2, 14.2.1 Fire the next salvo, one battery of one side. Return the key of the next step.

    Each side has four batteries; in a bombardment, torpedoes are not fired (16.0.5). A side that does not have the
    battery is skipped (errata 14.5).
    """
    fight = battle(board)
    if fight.salvo >= SALVOS or not foes(board) or not own(board):
        return "battle_ends"
    fires = () if fight.shore and fight.salvo >= ASHORE else batteries(fight.opens, fight.salvo)
    german = (fight.first == "german") == (fight.salvo % 2 == 0)
    if fires and fight.salvo % 2 == 0:
        tell(board, told.RoundBegan(fight.space, fires))
    if fires and german:
        await command.ask_again(board, fires)
        await german_salvo(board, fires)
    elif fires:
        await allied.allied_salvo(board, fires)
    hits.leave(board)
    fight.salvo += 1
    return "salvo"


async def german_salvo(board: Board, fires: tuple[Battery, ...]) -> None:
    """14.5, 14.5.1 Fire the players' ships one after the other. `fires`: the batteries that fire.

    The hits of each ship take effect before the next one fires (14.7).
    """
    for name in command.firing_order(board):
        if "torpedo" in fires:
            await torpedoes.torpedo_attack(board, name)
        elif command.may_fire(board, name) and not command.holds(board, name):
            await _broadside(board, name, fires)


async def _broadside(board: Board, name: str, fires: tuple[Battery, ...]) -> None:
    """14.5, 14.7 Fire all batteries of a ship that fire now at one target, then apply the hits.

    13.chart/Limited Visibility.1 Several batteries may fire at once.
    """
    target, struck, shore = command.target(board, name, fires), 0, battle(board).shore
    for battery in fires:
        struck += await _fire(board, name, battery, target) if target else 0
    if shore:
        await hits.ashore(board, struck, target)
    else:
        await hits.on_counter(board, target, board.box.charts.gunnery.allied, struck)


async def _fire(board: Board, name: str, battery: Battery, target: str) -> int:
    """14.5, 14.8, 14.9, 16.0.3 Roll the dice of one battery; return its hits.

    Without guns or dice nothing is fired (14.6.1).
    """
    guns, full = guns_by_night(board, name, battery), name in battle(board).full or command.fires_fully(board, name)
    count = fire_value(board, name, guns, target, full=full) if guns else 0
    if count <= 0:
        return 0
    _open_fire(board, name, full=full)
    dice = await roll(*[6] * count, key=board.occasion("fire"), rule="14.5")
    chart = board.box.charts.shore if battle(board).shore else board.box.charts.gunnery
    struck = sum(die >= chart.hits for die in dice)
    battle(board).fire = True
    tell(board, told.Fired(name, battery, target, dice, struck, full))
    return struck


def _open_fire(board: Board, name: str, *, full: bool) -> None:
    """14.8, 14.9, 14.8.1 Pay the ammunition of a ship that opens fire, once in a battle for all batteries.

    `full`: with maximum fire.
    """
    fight, numbers = battle(board), board.box.numbers.combat
    if is_consort(board, name) or name in fight.fired:
        return
    ship, cost = board.ship(name), numbers.maximum_ammunition if full else numbers.ammunition
    ship.ammunition -= cost
    fight.fired.append(name)
    if full:
        fight.full.append(name)
    tell(board, told.AmmunitionSpent(name, cost, ship.ammunition))
