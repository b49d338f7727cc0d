"""7.8, 5.3, 6.4.1, 7.5.6, 14.1 Carriers: who may launch, what is lost with them, when their aircraft strike."""

from collections import Counter as Count
from typing import Any

from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events import air, surface, victory
from games.titles.pq17.state.state import AirUnit, Force, State
from tests.titles.pq17.umpire import charts
from tests.titles.pq17.umpire.table import Umpire

EACH = 2
"""7.8 Steps of aircraft that go with each step of their carrier."""


def _ship(state: State, ship: str) -> tuple[Force, Counter] | None:
    found = ((force, one) for force in state.forces for one in force.counters if one.ship == ship)
    return next(found, None)


def _operates(state: State, ship: str, *, at_sea: bool = False) -> bool:
    """7.8 Neither Crippled nor Dead in the Water."""
    found = ((force, one) for force in state.forces for one in force.counters if one.ship == ship)
    return any(not (one.crippled or one.dead or one.towed or (at_sea and force.port)) for force, one in found)


def _twice(state: State, ship: str) -> bool:
    """Skirmishes may have a ship in two forces."""
    return sum(one.ship == ship for force in state.forces for one in force.counters) > 1


def _aboard(u: Umpire, state: State, ship: str = "") -> list[AirUnit]:
    return [one for one in state.air if one.base in u.box.ships and (not ship or one.base == ship)]


# --- who launches


def flown(u: Umpire, event: air.Flown, *others: air.Flown) -> None:
    """5.3, 7.8 Aircraft of a carrier that has flown off."""
    if not u.box.aircraft[event.aircraft].carrier:
        return
    out = [one for one in _aboard(u, u.state) if (one.aircraft, one.mission) == (event.aircraft, event.mission)
           and event.at in one.over]  # fmt: skip
    able = [one for one in out if _operates(u.state, one.base)]
    u.ruled("7.8 carriers that launch", not out or bool(able), event, out)
    if u.plain:
        u.ruled("9.2.4 decks in a storm", u.weather in ("fair", "reduced"), event, u.weather)


def scrambled(u: Umpire, event: air.Scrambled, *others: air.Scrambled) -> None:
    """7.8 Who is hurt scrambles nobody."""
    for name in event.aircraft:
        if u.box.aircraft[name].carrier:
            bases = {one.base for one in u.state.air if one.aircraft == name}
            u.ruled("7.8 carriers that scramble", any(_operates(u.state, one) for one in bases), event, bases)


def radius(u: Umpire, event: air.RadiusDeclared, *others: air.RadiusDeclared) -> None:
    """5.3.1, 6.4.1 A carrier at sea, sound, in Fair or Reduced Visibility, the Germans by day."""
    if u.plain:
        u.ruled("5.3.1 radius in what weather", u.weather in ("fair", "reduced"), event, u.weather)
    name = next((one.force for one in (event, *others) if one.force), "")
    force = next((one for one in u.state.forces if one.id == name), None)
    if force is not None:
        decks = [one.ship for one in force.counters if u.kind(one).type in charts.CARRIER]
        u.ruled("6.4.1 whose radius", any(_operates(u.state, one, at_sea=True) for one in decks), event, force)
    u.ruled("6.4.1 by day", event.side == "allied" or u.is_day, event)


# --- what is lost with her


def embarked(u: Umpire, event: air.EmbarkedLost, *others: air.EmbarkedLost) -> None:
    u.about.setdefault("drowned", Count())[event.ship] += len(event.aircraft)


def closed(u: Umpire, before: State) -> None:
    """7.8 Two steps go with each that their carrier has lost, all with one that is gone; nothing flies from nowhere."""
    shot: Count[str] = Count()
    for one in u.heard(victory.Scored):
        if one.why == "shot_down":
            shot[one.unit] += one.strength
    drowned: Count[str] = u.about.get("drowned", Count())
    for ship in {one.base for one in _aboard(u, before)}:
        was, now = _ship(before, ship), _ship(u.state, ship)
        if was is None or _twice(before, ship):
            continue
        left = sum(one.strength for one in _aboard(u, u.state, ship))
        if now is None:
            u.ruled("7.8 lost with her", left == 0 or _elsewhere(u, ship), ship, left)
            continue
        steps = max(was[1].strength - now[1].strength, 0)
        had = sum(one.strength for one in _aboard(u, before, ship))
        number = drowned[ship]
        flew = {one.id for one in _aboard(u, before, ship) if one.mission} | u.about.get("flew", set())
        out = sum(one.strength for one in _aboard(u, u.state, ship) if one.mission or one.id in flew)  # 7.8a in the air
        u.ruled("7.8 two for each", number == EACH * steps or (number < EACH * steps and left <= out), ship, steps,
                number, had, left)  # fmt: skip
        kinds = {one.aircraft for one in _aboard(u, before, ship)}
        gone, told = had - left, sum(shot[kind] for kind in kinds)
        u.ruled("7.8 as hits", gone <= told, ship, gone, told)
        u.ruled("1.5.1 room aboard", left <= u.kind(ship).capacity, ship, left)
    homeless = [one for one in _aboard(u, u.state) if _ship(u.state, one.base) is None and not _elsewhere(u, one.base)]
    u.ruled("7.8 nothing without a deck", not homeless, homeless)


def _elsewhere(u: Umpire, ship: str) -> bool:
    """Whether a ship is out of the operation without being lost: off the map, or in the Channel."""
    return any(one.unit == ship and one.how == "left" for one in u.state.losses)


# --- strikes of carriers in a battle, and back at a carrier


def struck(u: Umpire, event: air.Struck, *others: air.Struck) -> None:
    """7.5.6, 14.1"""
    kind = u.box.aircraft[event.aircraft]
    name = next((one.unit for one in (event, *others) if one.unit), "")
    unit = u.unit(name) if name else None
    u.about.setdefault("flew", set()).add(name)
    if u.stage == "surface_combat":
        battle = u.state.battle
        u.ruled("7.5.6 carriers alone", kind.carrier, event)
        u.ruled("7.5.6 by day and in sight", u.is_day and u.weather in ("fair", "reduced"), event, u.weather)
        if battle is not None:
            u.ruled("7.5.6 from the second round", battle.round >= 2, event, battle.round)
        attacker = u.about.get("attacker", "")
        u.ruled("7.5.6 the defender's", not attacker or event.side != attacker, event, attacker)
        if unit is not None and battle is not None:
            _of_the_battle(u, event, unit, {one.force for one in battle.units})
        if event.place >= 0 and name:
            again: set[str] = u.about.setdefault("struck_once", set())
            u.ruled("7.5.6 once a phase", name not in again, event)
            again.add(name)
    elif u.stage == "air_combat" and u.phase.side != event.side:
        u.ruled("14.1 by option", u.state.options.carrier_duel and kind.carrier, event)
        u.ruled("14.1 by day", u.is_day, event)
        u.ruled("14.1 bombers", kind.type in ("db", "lb", "mb", "hb"), event)
        german = any(one.ship == "graf_zeppelin" for force in u.state.forces for one in force.counters)
        u.ruled("14.1 Graf Zeppelin", german, event)
        if unit is not None:
            u.ruled("14.1 a sound deck", unit.base in u.box.ships and _ship(u.state, unit.base) is not None, event)
        last: air.Scrambled | None = u.about.get("rising")
        u.ruled("14.1 no surprise", last is None or not last.surprised, event, last)


def _of_the_battle(u: Umpire, event: air.Struck, unit: AirUnit, fighting: set[str]) -> None:
    found = _ship(u.state, unit.base)
    u.ruled("7.5.6 of a carrier there", found is not None and found[0].id in fighting, event, unit)
    u.ruled("7.5.6 that operates", _operates(u.state, unit.base), event, unit)


def rising(u: Umpire, event: air.Scrambled, *others: air.Scrambled) -> None:
    u.about["rising"] = event
    scrambled(u, event, *others)


def located(u: Umpire, event: air.Located, *others: air.Located) -> None:
    u.about.pop("rising", None)


def joined(u: Umpire, event: Any, *others: Any) -> None:
    if event.round == 1:
        u.about["attacker"] = event.attacker


JUDGES: dict[type, Any] = {
    air.Flown: flown, air.Scrambled: rising, air.RadiusDeclared: radius, air.EmbarkedLost: embarked,
    air.Struck: struck, air.Located: located, surface.BattleJoined: joined,
}  # fmt: skip
MOVES: dict[str, Any] = {}
STAGES = dict.fromkeys(
    ("event", "photo", "movement", "search", "air_combat", "submarine_combat", "surface_combat", "combine"), closed
)
