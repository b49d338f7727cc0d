"""14.3, 14.1 Contact: whether the sides meet, and who fires first."""

from typing import Literal

from games.kernel.forms import Choose
from games.kernel.requests import roll
from games.kernel.text import Text
from games.titles.goeben.box.charts import Meeting
from games.titles.goeben.rules.battle import aftermath, breakoff, command, visibility
from games.titles.goeben.rules.battle.forces import (
    battle,
    class_of,
    consorts,
    damage_of,
    foes,
    readout_of,
    speed,
    tell,
    warships,
)
from games.titles.goeben.rules.battle.mined_waters import mines_strike
from games.titles.goeben.rules.battle.night import nightfall
from games.titles.goeben.rules.captains import groups, roles
from games.titles.goeben.rules.captains.doctrine import doctrine_of
from games.titles.goeben.rules.ships import ports
from games.titles.goeben.table.events import battle as told
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Battle, Damage, Foe, Nation, Warship

SPEED = Text(
    "Enemy ships in sight. Spend a coal to meet them at maximum speed?",
    "敵艦見ゆ。石炭を1消費して最高速度で接敵しますか。",
)
CRUISE, MAXIMUM = "cruise", "maximum"
First = Nation | Literal[""]


async def contact(sea: Sea) -> str | None:
    """14.0 In the space whose turn it is the battle begins, if there is one."""
    space = groups.current(sea)
    if space is None:
        return groups.begin(sea, "raiding")
    if await _met_at_sea(sea, space) and await joined(sea):
        return "salvo"
    return groups.done(sea, space, "contact", "raiding")


async def _met_at_sea(sea: Sea, space: str) -> bool:
    """14.1 The ships go to the battle display, unless weather or mines have it otherwise (13.chart, 23.0)."""
    if not sea.enemies_at(space):
        return False
    why = visibility.prevents(sea, space)
    if why == "storm":
        sea.tell_at(space, told.NoBattle(space, why))
        return False
    await mines_strike(sea, space)
    if not sea.enemies_at(space):
        return False
    _deploy(sea, space, [Foe(name) for name in sea.enemies_at(space)])
    if why:
        tell(sea, told.NoBattle(space, why))
        aftermath.disperse(sea)
        return False
    await nightfall(sea)
    return True


def meet_ashore(sea: Sea, space: str) -> None:
    """16.0 The coastal defences of a port take the place of the Allied ships."""
    _deploy(sea, space, [Foe(marker.id) for marker in sea.state.forts[space]])
    battle(sea).shore = True


def _deploy(sea: Sea, space: str, enemies: list[Foe]) -> None:
    """14.1, 14.1.1 All ships of both sides that are in the space take part."""
    sea.state.battle = Battle(
        space,
        ships=[ship.id for ship in sea.ships_at(space)],
        consorts={one.id: Damage() for one in sea.consorts_at(space)},
        foes=enemies,
        opens=visibility.opening(sea, space),
        vp=sea.state.vp,
    )


async def joined(sea: Sea) -> bool:
    """14.2(1) Contact, break-off, and the orders for the battle; whether it is fought."""
    fight = battle(sea)
    first = await _first_side(sea)
    if first == "":
        aftermath.disperse(sea)
        return False
    fight.first = first
    if fight.shore:
        show_forts(sea)
    if first == "allied" and await breakoff.allies_break_off(sea):
        aftermath.disperse(sea)
        return False
    ways_out = breakoff.exits(sea) if first == "german" else {}
    await command.battle_orders(sea, ways_out)
    goals = breakoff.withdrawals(sea, roles.senior(sea, fight.space)) if ways_out else {}
    if goals:
        breakoff.withdraw(sea, goals)
        aftermath.disperse(sea)
    return not goals


def show_forts(sea: Sea) -> None:
    """16.0 Coastal defences are turned up when they are to fire."""
    fight = battle(sea)
    for marker in sea.state.forts[fight.space]:
        marker.up = True
    tell(sea, told.FortsShown(fight.space, {foe.id: sea.box.forts[foe.id] for foe in fight.foes}))


async def _first_side(sea: Sea) -> First:
    """14.3(2) The contact chart; "" where the sides do not meet."""
    fight, chart = battle(sea), sea.box.charts.contact
    german, allied = await _german_rating(sea), allied_rating(sea)
    (die,) = await roll(6, key=sea.occasion("contact"), rule="14.3")
    result = chart.meeting(die + german - allied)
    dim = fight.night or visibility.is_limited(sea, fight.space)
    first = _first(result, dim=dim)
    names = tuple(foe.id for foe in foes(sea)) if not fight.shore else ()
    tell(sea, told.ContactRolled(fight.space, names, german, allied, die, result, first, fight.shore))
    return first


def _first(result: Meeting, *, dim: bool) -> First:
    """14.3(3) Who fires first; by night or in limited visibility only a firm contact holds."""
    if result == "none" or (dim and result in ("ac1", "gc1")):
        return ""
    return "allied" if result in ("ac1", "ac2") else "german"


def allied_rating(sea: Sea) -> int:
    """14.3(1) The alert level, the fastest ship, and one more where the Allies are at home; 16.0 nothing ashore."""
    fight, chart = battle(sea), sea.box.charts.contact
    if fight.shore:
        return chart.shore
    port = ports.port_at(sea, fight.space)
    home = ports.is_patrol(sea, fight.space) or (port is not None and port.side in ("allied", "captured"))
    speeds = [_counter_speed(sea, foe.id) for foe in foes(sea)]
    return sea.state.alert + max(speeds) + (chart.allied_place if home else 0)


def _counter_speed(sea: Sea, name: str) -> int:
    readout = readout_of(sea, name)
    return 0 if readout is None else speed(sea, readout, damage_of(sea, name))


async def _german_rating(sea: Sea) -> int:
    """14.3(1), 14.3.3 The best leadership, the best speed, which may be another ship's, and what gear adds."""
    numbers, ships = sea.box.numbers.consorts, warships(sea)
    led = [ship.leadership for ship in ships] + [numbers.leadership for _ in consorts(sea)]
    return max(led) + gear(sea, ships) + await _speed(sea, ships)


def gear(sea: Sea, ships: list[Warship]) -> int:
    """14.3, 20.1, 14.3.2, 20.1.2 Optics, wireless in two ships, and a seaplane by day in clear weather."""
    fight, chart = battle(sea), sea.box.charts.contact
    total = chart.optics if any("optics" in ship.cargo for ship in ships) else 0
    if sum("wireless" in ship.cargo for ship in ships) >= chart.wireless_ships:
        total += chart.wireless
    flying = not fight.night and not visibility.is_limited(sea, fight.space)
    if flying and any("seaplane" in ship.cargo for ship in ships):
        total += chart.seaplane
    return total


async def _speed(sea: Sea, ships: list[Warship]) -> int:
    """14.3(1) The cruise speed of one ship, or for a coal the maximum speed of one."""
    slow = [min(sea.display(ship).cruise, ship.engines) for ship in ships]
    slow += [_counter_speed(sea, name) for name in consorts(sea)]
    cost = sea.box.numbers.movement.fast_coal
    fast = [(min(sea.display(ship).maximum, ship.engines), ship.coal, ship) for ship in ships if ship.coal >= cost]
    best, _, fastest = max(fast, key=lambda one: one[:2], default=(0, 0, None))
    if fastest is None or best <= max(slow) or not await _hurries(sea):
        return max(slow)
    fastest.coal -= cost
    tell(sea, told.SpeedRaised(fastest.id, fastest.coal))
    return best


async def _hurries(sea: Sea) -> bool:
    """14.3, 25.3.1 Whether coal is spent, as the senior officer of the ships that have some says: by his doctrine, or
    asked. The ally's precedence in the Adriatic is for what his own ships do, and they burn none (20.0.1).
    """
    seat = next(ship.seat for ship in sea.ships_at(battle(sea).space))
    doctrine = doctrine_of(sea, seat)
    classes = tuple(class_of(sea, foe.id) for foe in foes(sea))
    if not doctrine.asks("contact"):
        return doctrine.steams(classes)
    fallback = MAXIMUM if doctrine.steams(classes) else CRUISE
    form = Choose(options=(CRUISE, MAXIMUM), fallback=fallback, rule="14.3")
    return await roles.consult(sea, seat, "contact", "14.3", SPEED, form) == MAXIMUM
