"""14.13, 14.14, 7.5 The end of a battle and its effects on the ships."""

from typing import Literal

from games.kernel.requests import roll
from games.titles.goeben.rules.battle.forces import audience, battle, class_of, consort, tell, warships
from games.titles.goeben.rules.captains import groups
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.rules.ships.tubes import reload_tubes
from games.titles.goeben.state import alert
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.events import battle as told
from games.titles.goeben.state.events import day
from games.titles.goeben.state.scoring import score
from games.titles.goeben.state.state import Foe, Gone, Report, Warship

Outcome = Literal["sunk", "damaged", "withdrawn", "returned"]
OUTCOMES: tuple[Outcome, ...] = ("sunk", "damaged", "withdrawn", "returned")


async def battle_ends(board: Board) -> str | None:
    """14.14, 16.0, 16.alert End the battle: score its points, and change leadership and alert level.

    Return the key of the next step.
    """
    fight = battle(board)
    space, shore = fight.space, fight.shore
    await _film(board)
    _score_damage(board)
    points = board.state.vp - fight.vp
    if not shore:
        _weigh(board, points)
    fought, chart = fight.fire, board.box.charts.alert
    board.day.fought.append(space)
    seen_by = audience(board)
    disperse(board)
    if fought:
        rise, why = (chart.bombardment, "bombardment") if shore else (chart.battle, "battle")
        alert.change(board, rise, why, to=seen_by)
    if shore:
        return groups.done(board, space, "bombardment", "landing")
    return groups.done(board, space, "contact", "raiding")


async def _film(board: Board) -> None:
    """15.crew Score points for a sunk Allied warship that a camera crew filmed, once in a battle."""
    fight = battle(board)
    filming = [ship for ship in warships(board) if "camera_crew" in ship.cargo]
    sunk = any(foe.gone == "sunk" for foe in fight.foes)
    if fight.shore or not filming or not sunk:
        return
    (die,) = await roll(6, key=board.occasion("film"), rule="15.crew")
    fight.filmed.append(filming[0].id)
    tell(board, told.FilmRolled(filming[0].id, die))
    score(board, die, "film", filming[0].id, to=audience(board))


def _is_damaged(foe: Foe) -> bool:
    return foe.gone == "withdrawn" or (not foe.gone and foe.damage.total > 0)


def _score_damage(board: Board) -> None:
    """14.13, 17.1, 14.13.3 Score points for damaged ships of both sides, including ships that withdrew."""
    fight, points = battle(board), board.box.charts.points
    for foe in fight.foes:
        if not fight.shore and _is_damaged(foe):
            score(board, points.damaged[board.box.allied[foe.id].type], "allied_damaged", foe.id, to=audience(board))
    for name, damage in fight.consorts.items():
        one = consort(board, name)
        if one.gone == "withdrawn" or (not one.gone and damage.total):
            one.gone = one.gone or "damaged"
            value = points.austrian_damaged[class_of(board, name)]  # type: ignore[index]
            score(board, value, "austrian_damaged", name, to=audience(board))


def _weigh(board: Board, points: int) -> None:
    """14.14, 14.14.1 Change the leadership of all German ships after a critical battle.

    `points`: its victory points.
    """
    chart = board.box.charts.leadership
    if abs(points) < chart.critical:
        return
    for ship in warships(board):
        change_leadership(
            board, ship, chart.won if points > 0 else chart.lost, "critical_win" if points > 0 else "critical_loss"
        )


def change_leadership(board: Board, ship: Warship, by: int, why: str) -> None:
    """14.14, 24.1 Change the leadership of a ship by `by`, but not below 0.

    `why`: the key of the reason, for the event.
    """
    before = ship.leadership
    ship.leadership = max(before + by, 0)
    if ship.leadership != before:
        board.tell_at(ship.at, told.LeadershipChanged(ship.id, ship.leadership - before, ship.leadership, why))


# --- the board is cleared


def disperse(board: Board) -> None:
    """14.3.1, 14.4, 14.14 Put the battle's undamaged Allied ships into the incident pool; the others leave the game.

    A collier is lost if only enemies are in its space (7.5). A captured port that all ships of the players had to leave
    is given up (9.2).
    """
    fight = battle(board)
    fates = {how: list[str]() for how in OUTCOMES} if fight.shore else _clear(board)
    if fight.shore:
        fates["sunk"] = [foe.id for foe in fight.foes if foe.gone]
    lost = {how: tuple(names) for how, names in fates.items() if names}
    tell(board, told.BattleEnded(fight.space, board.state.vp - fight.vp, shore=fight.shore, **lost))
    _lose_collier(board)
    ports.abandon(board, {fight.space: audience(board)})
    board.state.battle = None
    for ship in board.afloat:
        reload_tubes(board, ship)


def _clear(board: Board) -> dict[Outcome, list[str]]:
    """14.13, 14.14, 14.13.4 Remove each Allied ship or coastal defence from the space; return their ids by outcome."""
    fight, turn = battle(board), board.state.turn
    fates: dict[Outcome, list[str]] = {how: [] for how in OUTCOMES}
    for foe in fight.foes:
        board.lift(fight.space, foe.id)
        if foe.gone or foe.damage.total:
            board.state.gone.append(Gone(foe.id, foe.gone or "damaged", turn))
        else:
            board.state.pool.append(foe.id)
        fates[foe.gone or ("damaged" if foe.damage.total else "returned")].append(foe.id)
    for how, names in fates.items():
        if names:
            board.state.reports.append(Report(turn, fight.space, tuple(names), how, audience(board)))
    return fates


def _lose_collier(board: Board) -> None:
    """7.5 Remove the colliers in the space if only enemies are there when the battle ends."""
    fight = battle(board)
    alone = not board.ships_at(fight.space) and not board.consorts_at(fight.space)
    enemies = not fight.shore and any(not foe.gone for foe in fight.foes)
    while alone and enemies and fight.space in board.state.colliers:
        board.state.colliers.remove(fight.space)
        tell(board, day.CollierGone(fight.space, "battle"))
