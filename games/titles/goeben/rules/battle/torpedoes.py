"""14.6, 14.10, 14.12 Torpedoes."""

from games.kernel.requests import roll
from games.titles.goeben.rules.battle import command, hits
from games.titles.goeben.rules.battle.forces import battle, foe_of, guns, is_consort, tell
from games.titles.goeben.rules.battle.values import fire_value
from games.titles.goeben.rules.captains.doctrine import doctrine_of
from games.titles.goeben.rules.captains.roles import of_ship
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as told


async def torpedo_attack(board: Board, name: str) -> None:
    """14.6 Attack with each torpedo that the ship `name` launches.

    20.0 An Austro-Hungarian ship makes one attack, and never runs out of torpedoes.
    """
    if is_consort(board, name):
        wanted = [one for order in command.launches(board, name) for one in order.at]
        wanted += command.ranking(board, doctrine_of(board, of_ship(board, name)))
        target = _first_afloat(board, wanted)
        if target and guns(board, name, "torpedo"):
            await _run(board, name, guns(board, name, "torpedo"), target)
        return
    for order in command.launches(board, name):
        await _launch(board, name, _first_afloat(board, list(order.at)), order.count)


def _first_afloat(board: Board, names: list[str]) -> str:
    return next((name for name in names if not foe_of(board, name).gone), "")


async def _launch(board: Board, name: str, target: str, wanted: str) -> None:
    """14.10 Launch the ordered number of torpedoes (`wanted`, "" for all) at one target (14.5, errata).

    Torpedoes launched after the target is gone are lost. An attack without dice costs nothing (14.6.1).
    """
    ship, worth = board.ship(name), board.box.numbers.combat.torpedo
    count = min(int(wanted or ship.torpedoes), ship.torpedoes)
    if not target or not count or fire_value(board, name, worth, target) <= 0:
        return
    ship.torpedoes -= count
    battle(board).launched[name] = battle(board).launched.get(name, 0) + count
    tell(board, told.TorpedoesSpent(name, count, ship.torpedoes))
    for _ in range(count):
        if not foe_of(board, target).gone:
            await _run(board, name, worth, target)


async def _run(board: Board, name: str, worth: int, target: str) -> None:
    """14.6 Resolve a torpedo like gunfire with `worth` dice; it hits more easily, and also at night (22.0)."""
    count, chart = fire_value(board, name, worth, target), board.box.charts.torpedo
    battle(board).fire = True
    dice = await roll(*[6] * count, key=board.occasion("torpedo"), rule="14.6")
    struck = sum(die >= chart.hits for die in dice)
    tell(board, told.Fired(name, "torpedo", target, dice, struck))
    await hits.on_counter(board, target, chart.allied, struck)
