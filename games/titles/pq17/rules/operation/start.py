"""8.3 The start of play: before the first player phase, forces are placed where their plans have brought them."""

from collections.abc import Container

from games.kernel.requests import Ask, ask
from games.kernel.text import Text
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.setup import SetUpForm
from games.titles.pq17.orders.waters import decode_hexes
from games.titles.pq17.rules.forces.green_crews import note_training
from games.titles.pq17.rules.forces.hits import update_after_losses
from games.titles.pq17.rules.fuel.marks import fuel_at_sailing as fuel_on_sailing
from games.titles.pq17.rules.fuel.marks import needs_fuel
from games.titles.pq17.rules.movement.advance import Company, advance_force, forces_in_order
from games.titles.pq17.rules.movement.charts import waters_of
from games.titles.pq17.rules.movement.orders import costs_of, own_ports, spend_points
from games.titles.pq17.rules.special.fortnights import betray_convoys
from games.titles.pq17.rules.weather.ice import may_start
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.operation import BlocksStand, PlayStarted
from games.titles.pq17.state.state import Command, Force


async def start(board: Board) -> str:
    """8.3 Carry out all plans up to now. The enemy learns only the number of blocks that came to each place.

    In a campaign, Cobweb also betrays convoys (12.1). Returns the name of the next step.
    """
    state = board.state
    board.tell(PlayStarted(state.turn, gale=state.turn < state.due_start))
    dummies = await _dummies(board)
    ends: dict[str, tuple[str, str]] = dict(dummies)
    sailed = [one for one in state.forces if one.plan is not None and one.plan.sails < state.turn and one.port]
    _pay(board, sailed)
    for force in sailed:
        note_training(board, force)
    company = Company(board, state.turn)
    for force in forces_in_order(board):
        ends[force.id] = await advance_force(board, force, state.turn, company)
        if _is_gone(board, force):
            del ends[force.id]
    seen = []
    for name, (at, port) in sorted(ends.items(), key=lambda one: one[1]):
        force = board.force(name)
        if (at, port) != (force.at, force.port):
            board.set_down(force, at, port)
            seen.append(force)
    _mark_patrols(board, ends)
    _tell(board, seen)
    await betray_convoys(board)
    return "gale"


def _mark_patrols(board: Board, sailed: Container[str]) -> None:
    """15.8.2, 11.1 Set the fuel marker of forces that begin at sea and have none, as if they left port now.

    `sailed`: the forces that were moved by plan, which are left out.
    """
    for force in board.state.forces:
        if force.at_sea and force.fuel is None and force.id not in sailed and needs_fuel(board.box, force.counters):
            endurance = board.state.options.soviet_fuel
            force.fuel = fuel_on_sailing(board.box, board.state.turn, force.counters, soviet_endurance=endurance)


def _is_gone(board: Board, force: Force) -> bool:
    """8.3b, 10.2.6 Remove a force from which ice has removed all ships, and return True; else update its kind."""
    if force.counters:
        update_after_losses(board, force)
        return False
    board.remove(force)
    return True


def _pay(board: Board, forces: list[Force]) -> None:
    """4.3.2 Spend the Command Points for all forces that sailed before play started; for Soviet ships only once."""
    costs: dict[Command, int] = {}
    for force in forces:
        for command, cost in costs_of(board, force).items():
            owed = costs.get(command, 0)
            costs[command] = max(owed, cost) if command == "severny_flot" else owed + cost
    for command, cost in sorted(costs.items()):
        spend_points(board, command, cost)


async def _dummies(board: Board) -> dict[str, tuple[str, str]]:
    """8.3a Ask for the positions of the Allied dummies, and return by dummy the hex and the port ("" at sea).

    A dummy may be in an own port, or in any hex where no ice is in doubt.
    """
    dummies = tuple(force.id for force in board.forces_of("allied") if force.is_dummy)
    if not dummies:
        return {}
    ports = own_ports(board, "allied")
    clear = [
        one
        for one in sorted(decode_hexes(waters_of(board, "allied", "sea").open))
        if not board.box.hexes[one].zone or may_start(board.box.ice(board.operation, board.box.hexes[one].zone))
    ]
    places = (*(port for port in ports if board.box.ports[port].use != "submarines"), *clear)
    form = SetUpForm(
        forces=tuple(force.id for force in board.as_seen(board.forces_of("allied"))), anywhere=dummies, places=places
    )
    question = Ask(
        key="dummies",
        kind="dummies",
        seat="allied",
        rule="8.3",
        prompt=Text("Where do your dummies stand as play starts?", "ダミーの配置を決めてください。"),
        form=form,
    )
    answer = await ask(question)
    return {order.force: (ports.get(order.at, order.at), order.at if order.at in ports else "") for order in answer}


def _tell(board: Board, forces: list[Force]) -> None:
    """1.2b Announce for each place to which plans brought blocks how many of these blocks are there."""
    counts: dict[tuple[Side, str, str], int] = {}
    for force in forces:
        place = (force.side, force.at, force.port)
        counts[place] = counts.get(place, 0) + 1
    for (side, at, port), count in sorted(counts.items()):
        board.tell(BlocksStand(at, port, count, side))
