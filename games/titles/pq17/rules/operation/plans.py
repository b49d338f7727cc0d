"""4.2 The plans of both sides. Both are asked at the same time, and answer in secret."""

from games.kernel.requests import Ask, ask_all
from games.kernel.text import Text
from games.titles.pq17.components.pieces import SIDES, Side
from games.titles.pq17.orders.movers import Mover
from games.titles.pq17.orders.planning import PlanOrder, PlansForm, Sail, Schedule, turn_of
from games.titles.pq17.rules.movement.cautions import full_ports
from games.titles.pq17.rules.movement.charts import waters_of
from games.titles.pq17.rules.movement.orders import (
    commands,
    has_initiative,
    held_by,
    mover_of,
    own_ports,
    prospects,
    usable,
)
from games.titles.pq17.rules.special.writing import place_reinforcements, record_ports, situation_part, store_plans
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.dice import die
from games.titles.pq17.state.events.operation import Planned, StartVaried
from games.titles.pq17.state.state import Plan

EARLY_PORTS = ("kiel",)
"""4.2b The ports, besides the German box, from which Axis forces may sail by plan before play starts."""


async def plans(board: Board) -> str:
    """4.2, 4.2c, 12.0 Ask both sides for their plans: for convoys, forces that sail before play starts, and situations.

    Before that, put the reinforcements of a chit into port (12.13). Returns the name of the next step.
    """
    place_reinforcements(board)
    await _vary_start(board)
    record_ports(board)
    forms = {side: plans_form(board, side) for side in SIDES}
    answers = await ask_all({side: _question(side, form) for side, form in forms.items()})
    for side, form in forms.items():
        for order in answers[side]:
            _write(board, side, form, order)
    board.tell(Planned())
    return "weather"


async def _vary_start(board: Board) -> None:
    """8.3.1 Option: roll a die for the turn on which play starts.

    No die is rolled if play starts on day 1 (8.3.2).
    """
    if board.state.options.variable_start and not board.state.options.from_day_one:
        thrown = await die(key="start", rule="8.3.1")
        board.state.start = board.box.charts.variable_start.begins(board.operation.first_turn, thrown).number
        board.tell(StartVaried(board.state.start, thrown))


_PROMPTS: dict[Side, Text] = {
    "allied": Text("Plan convoys, and who sails before play starts.", "船団の行程と、開始前に出港する部隊の計画。"),
    "axis": Text("Plan who sails before play starts.", "開始前に出港する部隊の計画。"),
}
"""The text of the question for each side; only the Allies have convoys."""


def _question(side: Side, form: PlansForm) -> Ask[tuple[PlanOrder, ...]]:
    return Ask(
        key="plans",
        kind="plans",
        seat=side,
        rule="4.2",
        prompt=_PROMPTS[side],
        form=form,
    )


def plans_form(board: Board, side: Side) -> PlansForm:
    """Return the form of a side's plans."""
    forces = board.forces_of(side)
    movers = [mover_of(board, force) for force in forces if not force.is_dummy]
    convoys = tuple(one for one in movers if one.kind == "convoy" and side == "allied")
    free = [one for one in movers if one.kind != "convoy" and _may_plan(side, one)]
    held = {one.force: rule for one in free if (rule := _held(board, one))}
    others = tuple(one for one in free if one.force not in held)
    sorts = dict.fromkeys(one.chart for one in (*convoys, *others))
    return PlansForm(
        forces=tuple(force.id for force in board.as_seen(forces)),
        convoys=convoys,
        movers=others,
        waters={sort: waters_of(board, side, sort) for sort in sorts},
        ports=own_ports(board, side),
        points={command: usable(board, command) for command in commands(side)},
        first=1 if side == "axis" or has_initiative(board, side) else 2,
        start=board.state.start,
        last=2 * board.box.numbers.turns.days,
        latest=_latest(board) if side == "allied" else {},
        first_day=bool(convoys) and has_initiative(board, "allied"),
        situation=situation_part(board, side),
        usual={one.id: one.way for one in board.operation.convoys if one.way and side == "allied"},
        prospects=prospects(board, side),
        cargo=_cargo(board) if side == "allied" else {},
        cautions=tuple(full_ports(board, forces)) if side == "allied" else (),
        waits=tuple(one.force for one in movers if one.kind != "convoy" and not _may_plan(side, one)),
        held=held,
    )


def _cargo(board: Board) -> dict[str, dict[str, int]]:
    """15.2.1a Return a campaign's laden convoys that could call at both Soviet ports, with their merchants by kind."""
    found: dict[str, dict[str, int]] = {}
    for force in board.as_seen(board.forces_of("allied")) if board.state.roster is not None else ():
        if force.convoy is not None and force.convoy.laden and len(force.convoy.destinations) > 1:
            cargo = found.setdefault(force.id, {})
            for one in force.counters:
                if board.box.ships[one.ship].type == "mx":
                    cargo[one.ship] = cargo.get(one.ship, 0) + one.strength
    return found


def _latest(board: Board) -> dict[str, int]:
    """15.2b Return a campaign's convoys in ballast with the last turn on which each may sail; else empty."""
    if board.state.roster is None:
        return {}
    last = board.box.campaign.rules.last_for_ballast.number
    allied = board.as_seen(board.forces_of("allied"))
    return {force.id: last for force in allied if force.convoy is not None and not force.convoy.laden}


def _may_plan(side: Side, one: Mover) -> bool:
    """4.2b Return True if a force may sail by plan before play; Axis forces only from Kiel and the German box."""
    return side == "allied" or one.port in EARLY_PORTS or one.at == "german"


def _held(board: Board, one: Mover) -> str:
    """5.1.3, 5.1.8 Return the number of the rule that keeps a force in port before play, or "".

    Rule 11.4 does not count, because 4.2b allows forces to sail from Kiel.
    """
    rule = held_by(board, board.force(one.force)) if one.port else ""
    return "" if rule == "11.4" else rule


def _write(board: Board, side: Side, form: PlansForm, order: PlanOrder) -> None:
    if isinstance(order, Schedule):
        force = board.force(order.convoy)
        way = order.way or form.shortest(order.convoy, order.to)
        force.plan = Plan(turn_of(order.sails), way, order.to, ice=order.ice, then=order.then, lands=order.lands)
        if force.convoy is not None:
            force.convoy.destination = order.to
    elif isinstance(order, Sail):
        board.force(order.force).plan = Plan(turn_of(order.sails), order.way, order.enters, order.pace)
    else:
        store_plans(board, side, order)
