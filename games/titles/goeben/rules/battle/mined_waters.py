"""23.0 Allied ships in mined waters."""

from games.kernel.requests import roll
from games.titles.goeben.rules.ships.damage import stow_back
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.scoring import score
from games.titles.goeben.state.state import Gone


async def mines_strike(board: Board, space: str) -> None:
    """23.0 Roll a die for each minefield and each Allied ship in a space, then remove the minefields."""
    for _ in range(board.state.mines.count(space)):
        ships = board.enemies_at(space)
        if not ships:
            return
        dice = await roll(*[6] * len(ships), key=board.occasion("mines"), rule="23.0")
        lost = [ship for ship, die in zip(ships, dice, strict=True) if die >= board.box.numbers.mines.die]
        board.tell_at(space, told.MinesStruck(space, dict(zip(ships, dice, strict=True)), tuple(lost)))
        for ship in lost:
            board.lift(space, ship)
            board.state.gone.append(Gone(ship, "damaged", board.state.turn))
            score(
                board,
                board.box.charts.points.damaged[board.box.allied[ship].type],
                "mined",
                ship,
                to=board.witnesses(space),
            )
        board.state.mines.remove(space)
        stow_back(board, "mines")
