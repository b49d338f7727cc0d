"""12.7 The port raid: two air attacks on Murmansk or Arkhangelsk in the confirmation phase."""

from games.kernel.requests import Ask, ask
from games.kernel.text import Text
from games.titles.pq17.box.turns import Turn
from games.titles.pq17.orders.raids import Raid, RaidForm
from games.titles.pq17.rules.forces.situations import chit_for, may_fly
from games.titles.pq17.rules.special.raids import Terms, raid, reach
from games.titles.pq17.table.events.special import BombersCame
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit, Loss

HELPERS = "raid_helpers"
"""12.7a The id of the unit that joins."""


async def port_raids(sea: Sea) -> None:
    """12.7 The Axis names targets and units of each attack before its dice; either may be left out."""
    if chit_for(sea, "axis", "port_raid") is None:
        return
    special = sea.box.special.port_raid
    helper = AirUnit(
        aircraft=special.helper.aircraft,
        strength=special.helper.strength,
        id=HELPERS,
        base=_northern_field(sea),
    )
    sea.bring_aircraft(helper)
    sea.tell(BombersCame(helper.base, helper.aircraft, helper.strength))
    for number in range(special.raids):
        for order in await ask(_question(sea, number)):
            day = order.light == "day"
            units = _with_helpers(sea, order, day=day)
            flown, hits = Raid(order.on, units, order.light), special.hits_for_a_merchant
            await raid(sea, "axis", flown, Terms(day, merchant_hits=hits), key=f"port_raid.{number}")
    for unit in [one for one in sea.state.air if one.id == HELPERS]:
        sea.state.losses.append(Loss("axis", unit.aircraft, unit.strength, sea.state.turn, "left"))
        sea.state.air.remove(unit)
    sea.tell(BombersCame(helper.base, helper.aircraft, 0))


def _northern_field(sea: Sea) -> str:
    fields = (one.id for one in sea.box.airfields.values() if one.hex in sea.box.areas.north_norway.hexes)
    return next(fields)


def _question(sea: Sea, number: int) -> Ask[tuple[Raid, ...]]:
    return Ask(
        key=f"port_raid.{number}",
        kind="event",
        seat="axis",
        rule="12.7",
        prompt=Text("Which port do you raid, and with what?", "港湾急襲の目標と参加部隊を選んでください(見送り可)。"),
        form=raid_form(sea),
    )


def raid_form(sea: Sea) -> RaidForm:
    """12.7 Ships or airfields of either port, in reach of units of northern Norway; the light by 12.7a."""
    special, northern = sea.box.special.port_raid, sea.box.areas.north_norway.hexes
    units = [one for one in sea.state.air if one.base in sea.box.airfields or one.base in sea.box.ports]
    units = [one for one in units if sea.box.base_hex(one.base) in northern and one.id != HELPERS]
    there = {sea.box.ports[port].hex for port in special.ports}
    targets = (*special.ports, *(one.id for one in sea.box.airfields.values() if one.hex in there))
    reached = {target: reach(sea, "axis", target, units, day=True) for target in targets}
    return RaidForm(reach_of={target: names for target, names in reached.items() if names}, lights=lights(sea))


def lights(sea: Sea) -> tuple[str, ...]:
    """12.7a By day or by night as the Axis likes, unless the whole operation was one of them."""
    chart, light = sea.box.charts.daylight, sea.state.light
    kinds = {chart.is_day(light, Turn(number)) for number in (1, 2)}
    return tuple(name for name, is_day in (("day", True), ("night", False)) if is_day in kinds)


def _with_helpers(sea: Sea, order: Raid, *, day: bool) -> tuple[str, ...]:
    """12.7a, 12.6 I/StG 5 joins by day against Murmansk, if it may fly; fighters do not fly by night."""
    special = sea.box.special.port_raid
    there = sea.box.base_hex(order.on) == sea.box.ports[special.helper.port].hex
    alive = any(one.id == HELPERS and one.flying and may_fly(sea, one) for one in sea.state.air)
    fighters = {one.id for one in sea.state.air if sea.box.aircraft[one.aircraft].type == "f"}
    units = tuple(name for name in order.units if day or name not in fighters)
    return (*units, HELPERS) if day and there and alive else units
