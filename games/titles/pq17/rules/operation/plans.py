"""4.2 The plans of both sides, sealed at once."""

from games.kernel.requests import Ask, all_of
from games.kernel.text import Text
from games.titles.pq17.box.pieces import SIDES, Side
from games.titles.pq17.orders.moves import Mover
from games.titles.pq17.orders.planning import PlanOrder, PlansForm, Sail, Schedule, turn_of
from games.titles.pq17.rules.movement.cautions import full_ports
from games.titles.pq17.rules.movement.charts import waters_of
from games.titles.pq17.rules.movement.orders import (
    commands,
    has_initiative,
    held_by,
    mover,
    own_ports,
    prospects,
    usable,
)
from games.titles.pq17.rules.special.writing import note_ports, place_reinforcements, situation_part, write
from games.titles.pq17.table.dice import die
from games.titles.pq17.table.events.operation import Planned, StartVaried
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Plan

EARLY_PORTS = ("kiel",)
"""4.2b Where Axis forces may be planned to sail from before play starts, besides the German box."""


async def plans(sea: Sea) -> str:
    """4.2, 4.2c, 12.0 Convoys' routes, who sails before the start turn, and what situations want written;
    reinforcements of a chit lie in port by then (12.13).
    """
    place_reinforcements(sea)
    await _vary_start(sea)
    note_ports(sea)
    forms = {side: plans_form(sea, side) for side in SIDES}
    answers = await all_of({side: _question(side, form) for side, form in forms.items()})
    for side, form in forms.items():
        for order in answers[side]:
            _write(sea, side, form, order)
    sea.tell(Planned())
    return "weather"


async def _vary_start(sea: Sea) -> None:
    """8.3.1 By option a die names the turn on which play starts; not together with 8.3.2, which has it on day 1."""
    if sea.state.options.variable_start and not sea.state.options.from_day_one:
        thrown = await die(key="start", rule="8.3.1")
        sea.state.start = sea.box.charts.variable_start.begins(sea.operation.first_turn, thrown).number
        sea.tell(StartVaried(sea.state.start, thrown))


def _question(side: Side, form: PlansForm) -> Ask[tuple[PlanOrder, ...]]:
    return Ask(
        key="plans",
        kind="plans",
        seat=side,
        rule="4.2",
        prompt=Text("Plan convoys, and who sails before play starts.", "船団の行程と、開始前に出港する部隊の計画。"),
        form=form,
    )


def plans_form(sea: Sea, side: Side) -> PlansForm:
    """What a side can plan."""
    forces = sea.forces_of(side)
    movers = [mover(sea, force) for force in forces if not force.is_dummy]
    convoys = tuple(one for one in movers if one.kind == "convoy" and side == "allied")
    free = [one for one in movers if one.kind != "convoy" and _may_plan(side, one)]
    held = {one.force: rule for one in free if (rule := _held(sea, one))}
    others = tuple(one for one in free if one.force not in held)
    sorts = dict.fromkeys(one.chart for one in (*convoys, *others))
    return PlansForm(
        forces=tuple(force.id for force in sea.as_seen(forces)),
        convoys=convoys,
        movers=others,
        waters={sort: waters_of(sea, side, sort) for sort in sorts},
        ports=own_ports(sea, side),
        points={command: usable(sea, command) for command in commands(side)},
        first=1 if side == "axis" or has_initiative(sea, side) else 2,
        start=sea.state.start,
        last=2 * sea.box.numbers.turns.days,
        latest=_latest(sea) if side == "allied" else {},
        first_day=bool(convoys) and has_initiative(sea, "allied"),
        situation=situation_part(sea, side),
        usual={one.id: one.way for one in sea.operation.convoys if one.way and side == "allied"},
        prospects=prospects(sea, side),
        cargo=_cargo(sea) if side == "allied" else {},
        cautions=tuple(full_ports(sea, forces)) if side == "allied" else (),
        waits=tuple(one.force for one in movers if one.kind != "convoy" and not _may_plan(side, one)),
        held=held,
    )


def _cargo(sea: Sea) -> dict[str, dict[str, int]]:
    """15.2.1a In a campaign, the laden convoys that could call at both Soviet ports, with the merchants in them."""
    found: dict[str, dict[str, int]] = {}
    for force in sea.as_seen(sea.forces_of("allied")) if sea.state.roster is not None else ():
        if force.convoy is not None and force.convoy.laden and len(force.convoy.destinations) > 1:
            cargo = found.setdefault(force.id, {})
            for one in force.counters:
                if sea.box.ships[one.ship].type == "mx":
                    cargo[one.ship] = cargo.get(one.ship, 0) + one.strength
    return found


def _latest(sea: Sea) -> dict[str, int]:
    """15.2b In a campaign, the last turn on which a convoy in ballast may sail, to be away in its fortnight."""
    if sea.state.roster is None:
        return {}
    last = sea.box.campaign.rules.last_for_ballast.number
    allied = sea.as_seen(sea.forces_of("allied"))
    return {force.id: last for force in allied if force.convoy is not None and not force.convoy.laden}


def _may_plan(side: Side, one: Mover) -> bool:
    """4.2b The Axis plans nothing before play, but from Kiel and the German box."""
    return side == "allied" or one.port in EARLY_PORTS or one.at == "german"


def _held(sea: Sea, one: Mover) -> str:
    """5.1.3, 5.1.8 The rule that keeps a force in port before play starts as well as after; not 11.4, since 4.2b names
    Kiel as where it may be planned to sail from.
    """
    rule = held_by(sea, sea.force(one.force)) if one.port else ""
    return "" if rule == "11.4" else rule


def _write(sea: Sea, side: Side, form: PlansForm, order: PlanOrder) -> None:
    if isinstance(order, Schedule):
        force = sea.force(order.convoy)
        way = order.way or form.shortest(order.convoy, order.to)
        force.plan = Plan(turn_of(order.sails), way, order.to, ice=order.ice, then=order.then, lands=order.lands)
        if force.convoy is not None:
            force.convoy.destination = order.to
    elif isinstance(order, Sail):
        sea.force(order.force).plan = Plan(turn_of(order.sails), order.way, order.enters, order.pace)
    else:
        write(sea, side, order)
