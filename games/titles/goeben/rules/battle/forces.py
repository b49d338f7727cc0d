"""14.1 Who fights: the ships of both sides, what their guns are worth and how fast they are."""

from games.kernel.events import EVERYBODY, Audience, Event
from games.titles.goeben.box.pieces import Battery, Readout
from games.titles.goeben.orders.doctrine import FORT
from games.titles.goeben.rules.captains.roles import of_ship
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Battle, Consort, Damage, Foe, Warship, Weather


def battle(sea: Sea) -> Battle:
    """The battle in progress. Raises LookupError."""
    if sea.state.battle is None:
        raise LookupError("there is no battle")
    return sea.state.battle


def weather(sea: Sea, space: str) -> Weather:
    """13.chart What incidents have made of the day in a space."""
    return sea.day.weather.get(space, Weather())


def audience(sea: Sea) -> Audience:
    """25.2 Those whose ships fight, afloat or not, and whoever else sees it; without captains by themselves, all."""
    witnesses = sea.witnesses(battle(sea).space)
    if witnesses == EVERYBODY:
        return EVERYBODY
    names = [*battle(sea).ships, *battle(sea).consorts]
    return tuple(dict.fromkeys((*(of_ship(sea, name) for name in names), *witnesses)))


def tell(sea: Sea, event: Event) -> None:
    """Announce to those who fight."""
    sea.emit(event, to=audience(sea))


# --- the ships of the players


def warships(sea: Sea) -> list[Warship]:
    """The German ships in the battle that are afloat."""
    return [sea.ship(name) for name in battle(sea).ships if not sea.ship(name).sunk]


def consort(sea: Sea, name: str) -> Consort:
    """20.0 An Austro-Hungarian ship. Raises LookupError."""
    for one in sea.state.consorts:
        if one.id == name:
            return one
    raise LookupError(f"there is no ship {name}")


def consorts(sea: Sea) -> list[str]:
    """20.0 The Austro-Hungarian ships that are still in the battle."""
    return [name for name in battle(sea).consorts if not consort(sea, name).gone]


def own(sea: Sea) -> list[str]:
    """All ships of the players that are still in the battle."""
    return [*(ship.id for ship in warships(sea)), *consorts(sea)]


def is_consort(sea: Sea, name: str) -> bool:
    """20.0 An Austro-Hungarian ship."""
    return name in sea.box.austrian


def seats(sea: Sea) -> dict[str, list[str]]:
    """The ships in the battle by the seats that command them, in the order of precedence."""
    found: dict[str, list[str]] = {}
    for name in own(sea):
        found.setdefault(of_ship(sea, name), []).append(name)
    return found


# --- the Allies


def foes(sea: Sea) -> list[Foe]:
    """The Allied ships or coastal defences that are still in the battle."""
    return [foe for foe in battle(sea).foes if not foe.gone]


def foe_of(sea: Sea, name: str) -> Foe:
    """One of the Allied ships or coastal defences. Raises LookupError."""
    for foe in battle(sea).foes:
        if foe.id == name:
            return foe
    raise LookupError(f"{name} is not in the battle")


# --- what they are worth


def class_of(sea: Sea, name: str) -> str:
    """1.4 The class of any ship, or that it is a coastal defence."""
    if name in sea.box.german:
        return sea.box.german[name].type
    readout = readout_of(sea, name)
    return FORT if readout is None else readout.type


def readout_of(sea: Sea, name: str) -> Readout | None:
    """2.2 What stands on a counter; nothing for German ships and coastal defences."""
    return sea.box.allied.get(name) or sea.box.austrian.get(name)


def damage_of(sea: Sea, name: str) -> Damage:
    """14.13 The damage on a counter in the battle."""
    if is_consort(sea, name):
        return battle(sea).consorts[name]
    return foe_of(sea, name).damage


def armour(sea: Sea, name: str) -> int:
    """2.2 The armour of a target; that of a coastal defence counts for nothing (16.0)."""
    readout = readout_of(sea, name)
    return 0 if readout is None else readout.armour


def guns(sea: Sea, name: str, battery: Battery) -> int:
    """14.5, 14.13 What a battery is worth as it stands, by day."""
    if name in sea.box.german:
        return 0 if battery == "torpedo" else int(getattr(sea.ship(name), battery))
    readout = readout_of(sea, name)
    if readout is None:
        return sea.box.forts[name] if battery == "primary" else 0
    return _counter_guns(readout, damage_of(sea, name), battery)


def _counter_guns(readout: Readout, damage: Damage, battery: Battery) -> int:
    """14.13, 14.13.2 The first hit on the guns halves them, the next silences them; without engines or tubes no
    torpedoes.
    """
    if battery == "torpedo":
        return 0 if damage.engines or damage.torpedoes else readout.torpedoes
    value: int = getattr(readout, battery)
    return (value, halved(value), 0)[min(damage.guns, 2)]


def halved(value: int) -> int:
    """14.13, 22.0 Half, rounded up."""
    return (value + 1) // 2


def speed(sea: Sea, readout: Readout, damage: Damage) -> int:
    """14.13 The speed of a counter; one hit on the engines leaves little of it, the second nothing."""
    if damage.engines:
        return sea.box.numbers.combat.hurt_speed if damage.engines == 1 else 0
    return readout.speed
