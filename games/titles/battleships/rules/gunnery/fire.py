"""3.1(4), 5.2 to 5.15, 10.8 The gunnery phase: every marked shot, then the damage of all."""

from games.kernel.requests import lot, roll
from games.titles.battleships.box import hexes
from games.titles.battleships.box.tables import Harm
from games.titles.battleships.rules.gunnery.modifiers import changed_attack, modifiers_of
from games.titles.battleships.rules.sighting import sight
from games.titles.battleships.table.damage import Struck, settle, strike, tell_special
from games.titles.battleships.table.events.gunnery import Bombarded, Fired, Modifier, Secondaries, Strayed
from games.titles.battleships.table.sea import Sea
from games.titles.battleships.table.state import Marker, Ship, Shot

MISS = Harm()


async def gunnery(sea: Sea) -> str:
    """3.1(4), 5.2 Every shot at its target; the damage of both sides counts after the last."""
    state = sea.state
    strikes: list[Struck] = []
    modifiers = [tuple(modifiers_of(sea, marker, sea.ship(marker.target))) for marker in state.markers]
    for marker, found in zip(state.markers, modifiers, strict=True):
        against = await _struck_instead(sea, marker)
        if against is None:
            continue
        if against.id != marker.target:
            found = tuple(modifiers_of(sea, marker, against))
        struck = await _shoot(sea, marker, against, found)
        if struck is not None:
            strikes.append(struck)
    settle(sea, strikes)
    _bombard(sea)
    return "torpedoes"


async def _struck_instead(sea: Sea, marker: Marker) -> Ship | None:
    """10.8 The ship on which a shot falls: her target; across friends, on a 1, one of these; None: it does nothing."""
    ship, target = sea.ship(marker.firer), sea.ship(marker.target)
    if not (sea.options.friendly_fire and sight.is_masked(sea, ship, target)):
        return target
    key = f"astray.{marker.firer}.{marker.guns}"
    (die,) = await roll(6, key=key, rule="10.8")
    if die != 1:
        sea.tell(Strayed(ship.id, target.id, die))
        return target
    friends = [friend.id for friend in sea.friends_between(ship, target.at)]
    friend = sea.ship(await lot(friends, key=f"{key}.friend", rule="10.8a"))
    spared = marker.guns == "secondary" and sea.counter(friend).capital
    sea.tell(Strayed(ship.id, target.id, die, friend.id, spared))
    return None if spared else friend


async def _shoot(sea: Sea, marker: Marker, against: Ship, modifiers: tuple[Modifier, ...]) -> Struck | None:
    """5.3 Resolve a marker; None where nothing came of it."""
    ship = sea.ship(marker.firer)
    far = hexes.distance(ship.at, against.at)
    shot = Shot(ship.id, against.id, marker.guns, ship.at, against.at, far)
    sea.record.shots.append(shot)
    if marker.guns == "secondary":
        return await _secondaries(sea, ship, against, shot)
    attack, key = changed_attack(sea, ship, far), f"fire.{ship.id}"
    one, other = await roll(6, 6, key=key, rule="5.3")
    total = one + other + sum(modifier.amount for modifier in modifiers)
    shot.points = sea.tables.damage.points(attack, total)
    defence = sea.counter(against).defence
    shot.odds = sea.tables.combat.odds_of(shot.points, defence)
    struck = await strike(sea, against, shot.odds, f"{key}.combat", "5.3") if shot.odds else None
    shot.result = str(struck.harm if struck is not None else MISS)
    sea.tell(
        Fired(
            firer=ship.id,
            target=against.id,
            distance=far,
            attack=sea.attack(ship),
            changed=attack,
            modifiers=modifiers,
            dice=(one, other),
            points=shot.points,
            defence=defence,
            odds=shot.odds,
            combat=struck.dice if struck is not None else (),
            result=shot.result,
            saved=struck.saved if struck is not None else 0,
        )
    )
    tell_special(sea, struck)
    return struck


async def _secondaries(sea: Sea, ship: Ship, against: Ship, shot: Shot) -> Struck:
    """5.11 A combat roll at the odds of secondary guns, without damage points."""
    shot.odds = sea.tables.gunnery.secondary_odds
    struck = await strike(sea, against, shot.odds, f"secondary.{ship.id}", "5.11")
    shot.result = str(struck.harm)
    sea.tell(Secondaries(ship.id, against.id, shot.distance, shot.odds, struck.dice, shot.result, struck.saved))
    tell_special(sea, struck)
    return struck


def _bombard(sea: Sea) -> None:
    """11.10 The place ashore is bombarded."""
    task, name = sea.battle.bombardment, sea.state.bombarding
    if task is not None and name:
        sea.state.bombarded += 1
        sea.tell(Bombarded(name, task.place, sea.state.bombarded, task.turns))
