"""14.11, 14.12 How the Allies aim and fire."""

from games.kernel.requests import lot, roll
from games.titles.goeben.box.pieces import Battery
from games.titles.goeben.orders.doctrine import FORT
from games.titles.goeben.rules.battle import hits
from games.titles.goeben.rules.battle.forces import battle, class_of, foes, own, readout_of, tell
from games.titles.goeben.rules.battle.night import guns_by_night
from games.titles.goeben.rules.ships.ports import port_at
from games.titles.goeben.table.events import battle as told
from games.titles.goeben.table.sea import Sea
from games.titles.goeben.table.state import Foe


async def allied_salvo(sea: Sea, fires: tuple[Battery, ...]) -> None:
    """14.11, 14.11.1 British ships before French ones; those of a nation fire at the same time, the largest rolling
    first.
    """
    for nation in _nations(sea):
        shots: list[tuple[Foe, Battery, int]] = []
        for foe in _in_order(sea, nation):
            for battery in fires:
                count = guns_by_night(sea, foe.id, battery)
                if count and own(sea):
                    shots.append((foe, battery, await _fired(sea, foe, battery, count)))
        for foe, battery, struck in shots:
            await _settle(sea, foe, battery, struck)


def _nations(sea: Sea) -> list[str]:
    order = sea.box.charts.firing.nations
    present = {_nation(sea, foe) for foe in foes(sea)}
    return [nation for nation in (*order, FORT) if nation in present]


def _nation(sea: Sea, foe: Foe) -> str:
    readout = readout_of(sea, foe.id)
    return FORT if readout is None else readout.nation


def _in_order(sea: Sea, nation: str) -> list[Foe]:
    """14.11 The ships of a nation by size."""
    order = (*sea.box.charts.firing.classes, FORT)
    ships = [foe for foe in foes(sea) if _nation(sea, foe) == nation]
    return sorted(ships, key=lambda foe: order.index(class_of(sea, foe.id)))


async def _fired(sea: Sea, foe: Foe, battery: Battery, count: int) -> int:
    """14.11, 14.12 The dice of a battery, which are its guns alone; its hits. What a coastal defence fires makes no
    bombardment (16.alert).
    """
    await take_aim(sea, foe)
    dice = await roll(*[6] * count, key=sea.occasion("fire"), rule="14.11")
    least = _hits_from(sea, foe.target, battery)
    struck = sum(die >= least for die in dice)
    battle(sea).fire |= not battle(sea).shore
    tell(sea, told.Fired(foe.id, battery, foe.target, dice, struck))
    return struck


async def take_aim(sea: Sea, foe: Foe) -> None:
    """14.11 The target is of the class that the chart prefers, drawn among several; it is kept until it is gone."""
    if foe.target in own(sea):
        return
    wanted = sea.box.charts.priority[class_of(sea, foe.id)]
    best = min(wanted.index(class_of(sea, name)) for name in own(sea))
    likely = [name for name in own(sea) if class_of(sea, name) == wanted[best]]
    foe.target = likely[0] if len(likely) == 1 else await lot(likely, key=sea.occasion("aim"), rule="14.11")


def _hits_from(sea: Sea, target: str, battery: Battery) -> int:
    """14.5, 14.12 From which die on a shot hits; torpedoes are hampered by nets in port (15.crew)."""
    if battery != "torpedo":
        return sea.box.charts.gunnery.hits
    chart = sea.box.charts.torpedo
    german = target in sea.box.german
    netted = german and "torpedo_nets" in sea.ship(target).cargo and port_at(sea, battle(sea).space) is not None
    return chart.netted if netted else chart.hits


async def _settle(sea: Sea, foe: Foe, battery: Battery, struck: int) -> None:
    """14.7 What the hits do, once all of the nation have fired."""
    chart = sea.box.charts.torpedo if battery == "torpedo" else sea.box.charts.gunnery
    if foe.target in sea.box.german:
        await hits.on_german(sea, foe.target, chart.german, struck)
    else:
        await hits.on_counter(sea, foe.target, chart.allied, struck)
