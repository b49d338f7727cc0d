"""14.13, 14.14, 7.5 What becomes of the ships when a battle is over."""

from typing import Literal

from games.kernel.requests import roll
from games.titles.goeben.rules.battle.forces import audience, battle, class_of, consort, tell, warships
from games.titles.goeben.rules.captains import groups
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.rules.ships.tubes import reload_tubes
from games.titles.goeben.table import alert
from games.titles.goeben.table.events import battle as told
from games.titles.goeben.table.events import day
from games.titles.goeben.table.scoring import score
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Foe, Gone, Report, Warship

Outcome = Literal["sunk", "damaged", "withdrawn", "returned"]
OUTCOMES: tuple[Outcome, ...] = ("sunk", "damaged", "withdrawn", "returned")


async def battle_ends(sea: Sea) -> str | None:
    """14.14, 16.0, 16.alert The battle is over: film, points, leadership, alert; then the next space."""
    fight = battle(sea)
    space, shore = fight.space, fight.shore
    await _film(sea)
    _score_damage(sea)
    points = sea.state.vp - fight.vp
    if not shore:
        _weigh(sea, points)
    fought, chart = fight.fire, sea.box.charts.alert
    sea.day.fought.append(space)
    seen_by = audience(sea)
    disperse(sea)
    if fought:
        rise, why = (chart.bombardment, "bombardment") if shore else (chart.battle, "battle")
        alert.change(sea, rise, why, to=seen_by)
    if shore:
        return groups.done(sea, space, "bombardment", "landing")
    return groups.done(sea, space, "contact", "raiding")


async def _film(sea: Sea) -> None:
    """15.crew Once a battle, points for an Allied warship sunk before the camera."""
    fight = battle(sea)
    filming = [ship for ship in warships(sea) if "camera_crew" in ship.cargo]
    sunk = any(foe.gone == "sunk" for foe in fight.foes)
    if fight.shore or not filming or not sunk:
        return
    (die,) = await roll(6, key=sea.occasion("film"), rule="15.crew")
    fight.filmed.append(filming[0].id)
    tell(sea, told.FilmRolled(filming[0].id, die))
    score(sea, die, "film", filming[0].id, to=audience(sea))


def _is_damaged(foe: Foe) -> bool:
    return foe.gone == "withdrawn" or (not foe.gone and foe.damage.total > 0)


def _score_damage(sea: Sea) -> None:
    """14.13, 17.1, 14.13.3 Points for ships damaged, withdrawn ones among them, on either side."""
    fight, points = battle(sea), sea.box.charts.points
    for foe in fight.foes:
        if not fight.shore and _is_damaged(foe):
            score(sea, points.damaged[sea.box.allied[foe.id].type], "allied_damaged", foe.id, to=audience(sea))
    for name, damage in fight.consorts.items():
        one = consort(sea, name)
        if one.gone == "withdrawn" or (not one.gone and damage.total):
            one.gone = one.gone or "damaged"
            value = points.austrian_damaged[class_of(sea, name)]  # type: ignore[index]
            score(sea, value, "austrian_damaged", name, to=audience(sea))


def _weigh(sea: Sea, points: int) -> None:
    """14.14, 14.14.1 A critical battle, won or lost, changes the leadership of all German ships that were in it."""
    chart = sea.box.charts.leadership
    if abs(points) < chart.critical:
        return
    for ship in warships(sea):
        lead(sea, ship, chart.won if points > 0 else chart.lost, "critical_win" if points > 0 else "critical_loss")


def lead(sea: Sea, ship: Warship, by: int, why: str) -> None:
    """14.14, 24.1 The leadership of a ship goes up, or down but not below 0."""
    before = ship.leadership
    ship.leadership = max(before + by, 0)
    if ship.leadership != before:
        sea.tell_at(ship.at, told.LeadershipChanged(ship.id, ship.leadership - before, ship.leadership, why))


# --- the board is cleared


def disperse(sea: Sea) -> None:
    """14.3.1, 14.4, 14.14 The Allied ships that are unhurt go back into the pool, the others leave the game; a collier
    that only enemies have found is lost (7.5), and a port that the ships had to leave is given up (9.2).
    """
    fight = battle(sea)
    fates = {how: list[str]() for how in OUTCOMES} if fight.shore else _clear(sea)
    if fight.shore:
        fates["sunk"] = [foe.id for foe in fight.foes if foe.gone]
    lost = {how: tuple(names) for how, names in fates.items() if names}
    tell(sea, told.BattleEnded(fight.space, sea.state.vp - fight.vp, shore=fight.shore, **lost))
    _lose_collier(sea)
    ports.abandon(sea, {fight.space: audience(sea)})
    sea.state.battle = None
    for ship in sea.afloat:
        reload_tubes(sea, ship)


def _clear(sea: Sea) -> dict[Outcome, list[str]]:
    """14.13, 14.14, 14.13.4 Where each Allied ship goes."""
    fight, turn = battle(sea), sea.state.turn
    fates: dict[Outcome, list[str]] = {how: [] for how in OUTCOMES}
    for foe in fight.foes:
        sea.lift(fight.space, foe.id)
        if foe.gone or foe.damage.total:
            sea.state.gone.append(Gone(foe.id, foe.gone or "damaged", turn))
        else:
            sea.state.pool.append(foe.id)
        fates[foe.gone or ("damaged" if foe.damage.total else "returned")].append(foe.id)
    for how, names in fates.items():
        if names:
            sea.state.reports.append(Report(turn, fight.space, tuple(names), how, audience(sea)))
    return fates


def _lose_collier(sea: Sea) -> None:
    """7.5 Enemies were left alone with a collier when the fighting ended."""
    fight = battle(sea)
    alone = not sea.ships_at(fight.space) and not sea.consorts_at(fight.space)
    enemies = not fight.shore and any(not foe.gone for foe in fight.foes)
    while alone and enemies and fight.space in sea.state.colliers:
        sea.state.colliers.remove(fight.space)
        tell(sea, day.CollierGone(fight.space, "battle"))
