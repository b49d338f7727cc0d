"""12.7 The situation of a port raid: two air attacks on Murmansk or Arkhangelsk in the confirmation phase."""

from games.kernel.requests import Ask, ask
from games.kernel.text import Text
from games.titles.pq17.components.turns import Turn
from games.titles.pq17.orders.raids import Raid, RaidForm
from games.titles.pq17.rules.forces.situations import chit_for, may_fly
from games.titles.pq17.rules.special.raids import RaidTerms, resolve_raid, units_in_reach
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.special import BombersCame
from games.titles.pq17.state.state import AirUnit, Loss

HELPERS = "raid_helpers"
"""12.7a The id of the air unit that joins the raid (I/StG 5)."""


async def port_raids(board: Board) -> None:
    """12.7 Ask the Axis for the target and the units of each of two raids, and resolve them. Either may be skipped.

    The second question comes after the first raid.
    """
    if chit_for(board, "axis", "port_raid") is None:
        return
    special = board.box.special.port_raid
    helper = AirUnit(
        aircraft=special.helper.aircraft,
        strength=special.helper.strength,
        id=HELPERS,
        base=_northern_field(board),
    )
    board.bring_aircraft(helper)
    board.tell(BombersCame(helper.base, helper.aircraft, helper.strength))
    for number in range(special.raids):
        for order in await ask(_question(board, number)):
            day = order.light == "day"
            units = _with_helpers(board, order, day=day)
            flown, hits = Raid(order.on, units, order.light), special.hits_for_a_merchant
            await resolve_raid(board, "axis", flown, RaidTerms(day, merchant_hits=hits), key=f"port_raid.{number}")
    for unit in [one for one in board.state.air if one.id == HELPERS]:
        board.state.losses.append(Loss("axis", unit.aircraft, unit.strength, board.state.turn, "left"))
        board.state.air.remove(unit)
    board.tell(BombersCame(helper.base, helper.aircraft, 0))


def _northern_field(board: Board) -> str:
    fields = (one.id for one in board.box.airfields.values() if one.hex in board.box.areas.north_norway.hexes)
    return next(fields)


def _question(board: Board, number: int) -> Ask[tuple[Raid, ...]]:
    return Ask(
        key=f"port_raid.{number}",
        kind="event",
        seat="axis",
        rule="12.7",
        prompt=Text("Which port do you raid, and with what?", "港湾急襲の目標と参加部隊を選んでください（見送り可）。"),
        form=raid_form(board),
    )


def raid_form(board: Board) -> RaidForm:
    """12.7 Return the form of a raid: on either port or an airfield there, by units in northern Norway within range.

    Whether the raid may be flown by day or by night follows 12.7a.
    """
    special, northern = board.box.special.port_raid, board.box.areas.north_norway.hexes
    units = [one for one in board.state.air if one.base in board.box.airfields or one.base in board.box.ports]
    units = [one for one in units if board.box.base_hex(one.base) in northern and one.id != HELPERS]
    there = {board.box.ports[port].hex for port in special.ports}
    targets = (*special.ports, *(one.id for one in board.box.airfields.values() if one.hex in there))
    reached = {target: units_in_reach(board, "axis", target, units, day=True) for target in targets}
    return RaidForm(reach_of={target: names for target, names in reached.items() if names}, lights=lights(board))


def lights(board: Board) -> tuple[str, ...]:
    """12.7a Return the light in which a raid may be flown: ``day``, ``night``, or both.

    Only one of them is possible if all turns of the operation have the same light.
    """
    chart, light = board.box.charts.daylight, board.state.light
    kinds = {chart.is_day(light, Turn(number)) for number in (1, 2)}
    return tuple(name for name, is_day in (("day", True), ("night", False)) if is_day in kinds)


def _with_helpers(board: Board, order: Raid, *, day: bool) -> tuple[str, ...]:
    """12.7a, 12.6 Return the ids of the units that raid: those ordered, except fighters by night.

    By day against Murmansk I/StG 5 is added, if it may fly.
    """
    special = board.box.special.port_raid
    there = board.box.base_hex(order.on) == board.box.ports[special.helper.port].hex
    alive = any(one.id == HELPERS and one.flying and may_fly(board, one) for one in board.state.air)
    fighters = {one.id for one in board.state.air if board.box.aircraft[one.aircraft].type == "f"}
    units = tuple(name for name in order.units if day or name not in fighters)
    return (*units, HELPERS) if day and there and alive else units
