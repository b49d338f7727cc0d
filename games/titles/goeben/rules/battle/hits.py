"""14.7, 14.13, 16.0 What hits do: to German ships, to those of counters, and in port."""

from collections.abc import Sequence

from games.kernel.events import Event
from games.kernel.requests import roll
from games.titles.goeben.box.pieces import GUNS
from games.titles.goeben.rules.battle.forces import (
    armour,
    audience,
    battle,
    class_of,
    consort,
    damage_of,
    foe_of,
    foes,
    is_consort,
    tell,
)
from games.titles.goeben.rules.ships.damage import hurt
from games.titles.goeben.rules.ships.ports import port_at
from games.titles.goeben.table.events import battle as told
from games.titles.goeben.table.scoring import score
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Gone

# --- German ships


async def on_german(sea: Sea, name: str, table: Sequence[str], struck: int) -> None:
    """14.7 A die on the table for each hit; what is beyond her sinking is lost."""
    if not struck or sea.ship(name).sunk:
        return
    for effect in await _effects(sea, name, table, struck):
        if not sea.ship(name).sunk:
            await _hit_german(sea, name, effect)


async def _effects(sea: Sea, name: str, table: Sequence[str], struck: int) -> tuple[str, ...]:
    dice = await roll(*[6] * struck, key=sea.occasion("hits"), rule="14.7")
    effects = tuple(table[die - 1] for die in dice)
    _tell(sea, name, told.HitsRolled(name, dice, effects))
    return effects


def _tell(sea: Sea, name: str, event: Event) -> None:
    """Announce to those who fight; outside battles (13.chart) to those who see the ship."""
    if sea.state.battle is not None:
        tell(sea, event)
    else:
        sea.tell_at(sea.ship(name).at, event)


async def _hit_german(sea: Sea, name: str, effect: str) -> None:
    """14.7 The German columns of both hit tables; no hit touches her torpedo tubes (14.tables.1)."""
    ship = sea.ship(name)
    if effect.startswith("guns"):
        for track in GUNS:
            hurt(sea, ship, track, int(effect[-1]), attacked=True)
    elif effect.startswith("hull"):
        hurt(sea, ship, "hull", int(effect[-1]), attacked=True)
    elif effect.startswith("engines"):
        hurt(sea, ship, "engines", int(effect[-1]), attacked=True)
    elif effect == "bridge":
        await _bridge(sea, name)
    elif effect == "critical":
        await _critical(sea, name)


async def _bridge(sea: Sea, name: str) -> None:
    """14.7 An odd die costs leadership."""
    (die,) = await roll(6, key=sea.occasion("bridge"), rule="14.7")
    odd = die % 2 == 1
    _tell(sea, name, told.BridgeHit(name, die, odd))
    if odd:
        hurt(sea, sea.ship(name), "leadership", sea.box.numbers.combat.bridge_odd, attacked=True)


async def _critical(sea: Sea, name: str) -> None:
    """14.7 As many boxes of hull and of engines as the die shows."""
    (die,) = await roll(6, key=sea.occasion("critical"), rule="14.7")
    _tell(sea, name, told.CriticalHit(name, die))
    hurt(sea, sea.ship(name), "engines", die, attacked=True)
    hurt(sea, sea.ship(name), "hull", die, attacked=True)


# --- counters


async def on_counter(sea: Sea, name: str, table: Sequence[str], struck: int) -> None:
    """14.7, 14.13, 14.7.1 Hits on an Allied ship, or on an Austro-Hungarian one, which has a counter like hers."""
    if not struck or _is_gone(sea, name):
        return
    for effect in await _effects(sea, name, table, struck):
        if not _is_gone(sea, name):
            _hit_counter(sea, name, effect)


def _is_gone(sea: Sea, name: str) -> bool:
    return bool(consort(sea, name).gone if is_consort(sea, name) else foe_of(sea, name).gone)


def _hit_counter(sea: Sea, name: str, effect: str) -> None:
    """14.13 Damage of every sort counts; more than her armour sinks her, a magazine at once. A ship that is to withdraw
    does so after all hits (14.7).
    """
    if effect == "withdraws":
        if name not in battle(sea).leaving:
            battle(sea).leaving.append(name)
    elif effect == "magazine":
        _sink(sea, name)
    elif effect != "dud":
        damage = damage_of(sea, name)
        setattr(damage, effect, getattr(damage, effect) + 1)
        if damage.total > armour(sea, name):
            _sink(sea, name)


def _sink(sea: Sea, name: str) -> None:
    """14.13, 17.1 A ship is lost, and the other side scores at once."""
    points, type_ = sea.box.charts.points, class_of(sea, name)
    tell(sea, told.ShipGone(name, "sunk"))
    if is_consort(sea, name):
        consort(sea, name).gone = "sunk"
        value = points.austrian_sunk[type_]  # type: ignore[index]
        score(sea, value, "austrian_sunk", name, to=audience(sea))
    else:
        foe_of(sea, name).gone = "sunk"
        value = points.sunk[type_]  # type: ignore[index]
        score(sea, value, "allied_sunk", name, to=audience(sea))


def leave(sea: Sea) -> None:
    """14.7, 14.13.1 Ships that were hit so leave, now that all hits are resolved."""
    for name in battle(sea).leaving:
        if _is_gone(sea, name):
            continue
        tell(sea, told.ShipGone(name, "withdrawn"))
        if is_consort(sea, name):
            consort(sea, name).gone = "withdrawn"
        else:
            foe_of(sea, name).gone = "withdrawn"
    battle(sea).leaving = []


# --- ashore


async def ashore(sea: Sea, struck: int, target: str) -> None:
    """16.0, 16.0.2 Hits on a port or base; the coastal defence aimed at goes first."""
    if not struck:
        return
    port = battle(sea).space
    where, chart = port_at(sea, port), sea.box.charts.shore
    table = chart.base if where is not None and where.base else chart.port
    for effect in await _effects(sea, port, table, struck):
        if effect in ("outcry", "morale"):
            await _opinion(sea, effect, sign=-1 if effect == "outcry" else 1)
        elif effect == "fort":
            _silence(sea, _next_fort(sea, target))
        elif effect == "magazine":
            await _explosion(sea)


def _next_fort(sea: Sea, target: str) -> list[str]:
    left = [foe.id for foe in foes(sea)]
    return [target] if target in left else left[:1]


def _silence(sea: Sea, forts: list[str]) -> None:
    """16.0, 17.1 Coastal defences are destroyed, for points as they were strong."""
    port = battle(sea).space
    for name in forts:
        foe_of(sea, name).gone = "sunk"
        tell(sea, told.ShipGone(name, "destroyed"))
        sea.state.forts[port] = [marker for marker in sea.state.forts[port] if marker.id != name]
        sea.state.gone.append(Gone(name, "destroyed", sea.state.turn))
        score(sea, sea.box.forts[name], "fort", name, to=audience(sea))


async def _opinion(sea: Sea, effect: str, *, sign: int) -> None:
    """16.0 A die of points, for morale at home or lost to public anger."""
    (die,) = await roll(6, key=sea.occasion(effect), rule="16.0")
    tell(sea, told.ShoreDie(battle(sea).space, effect, (die,), sign * die))
    score(sea, sign * die, effect, battle(sea).space, to=audience(sea))


async def _explosion(sea: Sea) -> None:
    """16.0 The magazine of a base: all its defences, and points besides."""
    dice = await roll(*[6] * sea.box.numbers.combat.magazine_dice, key=sea.occasion("magazine"), rule="16.0")
    tell(sea, told.ShoreDie(battle(sea).space, "magazine", dice, sum(dice)))
    _silence(sea, [foe.id for foe in foes(sea)])
    score(sea, sum(dice), "magazine", battle(sea).space, to=audience(sea))
