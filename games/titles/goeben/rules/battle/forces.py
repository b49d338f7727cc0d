"""14.1 The ships of both sides in a battle, the value of their guns and their speed."""

from games.kernel.events import EVERYBODY, Audience, Event
from games.titles.goeben.components.pieces import Battery, Readout
from games.titles.goeben.orders.doctrine import FORT
from games.titles.goeben.rules.captains.roles import of_ship
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.state import Battle, Consort, Damage, Foe, Warship, Weather


def battle(board: Board) -> Battle:
    """Return the battle in progress. Raise LookupError if there is none."""
    if board.state.battle is None:
        raise LookupError("there is no battle")
    return board.state.battle


def weather(board: Board, space: str) -> Weather:
    """13.chart Return the weather that incidents cause in a space today; clear weather if there is none."""
    return board.day.weather.get(space, Weather())


def audience(board: Board) -> Audience:
    """25.2 Return the seats that see the battle: seats with ships in it, even sunk ones, and seats that see its space.

    Return all seats except in the mode "captains".
    """
    witnesses = board.witnesses(battle(board).space)
    if witnesses == EVERYBODY:
        return EVERYBODY
    names = [*battle(board).ships, *battle(board).consorts]
    return tuple(dict.fromkeys((*(of_ship(board, name) for name in names), *witnesses)))


def tell(board: Board, event: Event) -> None:
    """Emit an event to the seats that see the battle."""
    board.emit(event, to=audience(board))


# --- the ships of the players


def warships(board: Board) -> list[Warship]:
    """Return the German ships in the battle that are afloat."""
    return [board.ship(name) for name in battle(board).ships if not board.ship(name).sunk]


def consort(board: Board, name: str) -> Consort:
    """20.0 Return an Austro-Hungarian ship of the battle. Raise LookupError if it is not in the battle."""
    for one in board.state.consorts:
        if one.id == name:
            return one
    raise LookupError(f"there is no ship {name}")


def consorts(board: Board) -> list[str]:
    """20.0 Return the Austro-Hungarian ships that are still in the battle."""
    return [name for name in battle(board).consorts if not consort(board, name).gone]


def own(board: Board) -> list[str]:
    """Return the ids of the players' ships still in the battle, German and Austro-Hungarian."""
    return [*(ship.id for ship in warships(board)), *consorts(board)]


def is_consort(board: Board, name: str) -> bool:
    """20.0 Return True if a ship is Austro-Hungarian."""
    return name in board.box.austrian


def seats(board: Board) -> dict[str, list[str]]:
    """Return the ids of the players' ships in the battle, by the seat that commands them, in the order of the seats."""
    found: dict[str, list[str]] = {}
    for name in own(board):
        found.setdefault(of_ship(board, name), []).append(name)
    return found


# --- the Allies


def foes(board: Board) -> list[Foe]:
    """Return the Allied ships or coastal defences that are still in the battle."""
    return [foe for foe in battle(board).foes if not foe.gone]


def foe_of(board: Board, name: str) -> Foe:
    """Return the Allied ship or coastal defence with this id. Raise LookupError if it is not in the battle."""
    for foe in battle(board).foes:
        if foe.id == name:
            return foe
    raise LookupError(f"{name} is not in the battle")


# --- the value of their guns


def class_of(board: Board, name: str) -> str:
    """1.4 Return the class of a ship in the battle; "fort" for coastal defences."""
    if name in board.box.german:
        return board.box.german[name].type
    readout = readout_of(board, name)
    return FORT if readout is None else readout.type


def readout_of(board: Board, name: str) -> Readout | None:
    """2.2 Return the printed values of a counter; None for German ships and coastal defences."""
    return board.box.allied.get(name) or board.box.austrian.get(name)


def damage_of(board: Board, name: str) -> Damage:
    """14.13 Return the hits so far on a ship in the battle that has a counter."""
    if is_consort(board, name):
        return battle(board).consorts[name]
    return foe_of(board, name).damage


def armour(board: Board, name: str) -> int:
    """2.2 Return the armour of a target. It is 0 for a coastal defence (16.0)."""
    readout = readout_of(board, name)
    return 0 if readout is None else readout.armour


def guns(board: Board, name: str, battery: Battery) -> int:
    """14.5, 14.13 Return the value of a ship's battery by day, after damage. The battery may be "torpedo"."""
    if name in board.box.german:
        return 0 if battery == "torpedo" else int(getattr(board.ship(name), battery))
    readout = readout_of(board, name)
    if readout is None:
        return board.box.forts[name] if battery == "primary" else 0
    return _counter_guns(readout, damage_of(board, name), battery)


def _counter_guns(readout: Readout, damage: Damage, battery: Battery) -> int:
    """14.13, 14.13.2 Return the value of a battery of a ship with printed values, after damage.

    The first hit on guns halves them, the second makes them 0; a ship without engines or tubes has no torpedoes.
    """
    if battery == "torpedo":
        return 0 if damage.engines or damage.torpedoes else readout.torpedoes
    value: int = getattr(readout, battery)
    return (value, halved(value), 0)[min(damage.guns, 2)]


def halved(value: int) -> int:
    """14.13, 22.0 Return half of a value, rounded up."""
    return (value + 1) // 2


def speed(board: Board, readout: Readout, damage: Damage) -> int:
    """14.13 Return the speed of a ship with printed values, after damage.

    The first hit on engines reduces it, the second makes it 0.
    """
    if damage.engines:
        return board.box.numbers.combat.hurt_speed if damage.engines == 1 else 0
    return readout.speed
