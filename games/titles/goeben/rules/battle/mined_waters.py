"""23.0 Allied ships in mined waters."""

from games.kernel.requests import roll
from games.titles.goeben.rules.ships.damage import stow_back
from games.titles.goeben.table.events import battle as told
from games.titles.goeben.table.scoring import score
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Gone


async def mines_strike(sea: Sea, space: str) -> None:
    """23.0 Each field of mines in a space has one chance at every Allied ship there, and is then gone."""
    for _ in range(sea.state.mines.count(space)):
        ships = sea.enemies_at(space)
        if not ships:
            return
        dice = await roll(*[6] * len(ships), key=sea.occasion("mines"), rule="23.0")
        lost = [ship for ship, die in zip(ships, dice, strict=True) if die >= sea.box.numbers.mines.die]
        sea.tell_at(space, told.MinesStruck(space, dict(zip(ships, dice, strict=True)), tuple(lost)))
        for ship in lost:
            sea.lift(space, ship)
            sea.state.gone.append(Gone(ship, "damaged", sea.state.turn))
            score(sea, sea.box.charts.points.damaged[sea.box.allied[ship].type], "mined", ship, to=sea.witnesses(space))
        sea.state.mines.remove(space)
        stow_back(sea, "mines")
