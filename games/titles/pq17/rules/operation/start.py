"""8.3 Play starts: forces stand where their plans have them."""

from collections.abc import Container

from games.kernel.requests import Ask, ask
from games.kernel.text import Text
from games.titles.pq17.box.pieces import Side
from games.titles.pq17.orders.setup import SetUpForm
from games.titles.pq17.orders.waters import read
from games.titles.pq17.rules.forces.crews import at_work
from games.titles.pq17.rules.forces.losses import clear_away
from games.titles.pq17.rules.fuel.marks import burns
from games.titles.pq17.rules.fuel.marks import sailing as fuel_on_sailing
from games.titles.pq17.rules.movement.advance import advanced
from games.titles.pq17.rules.movement.charts import waters_of
from games.titles.pq17.rules.movement.orders import costs_of, own_ports, spend
from games.titles.pq17.rules.special.fortnights import betrayals
from games.titles.pq17.rules.weather.ice import may_start
from games.titles.pq17.table.events.operation import BlocksStand, PlayStarted
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Command, Force


async def start(sea: Sea) -> str:
    """8.3 What was planned until now has happened, unseen but for what Cobweb reports (12.1)."""
    state = sea.state
    early = state.start < sea.operation.first_turn.number and state.sky.kind == "gale"
    sea.tell(PlayStarted(state.turn, early))
    dummies = await _dummies(sea)
    ends: dict[str, tuple[str, str]] = dict(dummies)
    sailed = [one for one in state.forces if one.plan is not None and one.plan.sails < state.turn and one.port]
    _pay(sea, sailed)
    for force in sailed:
        at_work(sea, force)
    for force in [one for one in state.forces if one.plan is not None and one.plan.sails < state.turn]:
        ends[force.id] = await advanced(sea, force, state.turn)
        if _is_gone(sea, force):
            del ends[force.id]
    seen = []
    for name, (at, port) in sorted(ends.items(), key=lambda one: one[1]):
        force = sea.force(name)
        if (at, port) != (force.at, force.port):
            sea.set_down(force, at, port)
            seen.append(force)
    _mark_patrols(sea, ends)
    _tell(sea, seen)
    await betrayals(sea)
    return "gale"


def _mark_patrols(sea: Sea, sailed: Container[str]) -> None:
    """15.8.2, 11.1 Who is at sea from the first, and not by a plan, burns fuel as who leaves port now."""
    for force in sea.state.forces:
        if force.at_sea and force.fuel is None and force.id not in sailed and burns(sea.box, force.counters):
            endurance = sea.state.options.soviet_fuel
            force.fuel = fuel_on_sailing(sea.box, sea.state.turn, force.counters, soviet_endurance=endurance)


def _is_gone(sea: Sea, force: Force) -> bool:
    """8.3b, 10.2.6 Ice may have taken all of a force before anybody saw it, or the merchants of a convoy."""
    if force.counters:
        clear_away(sea, force)
        return False
    sea.remove(force)
    return True


def _pay(sea: Sea, forces: list[Force]) -> None:
    """4.3.2 What sailed before play started is paid for now, all together, Soviet ships once."""
    costs: dict[Command, int] = {}
    for force in forces:
        for command, cost in costs_of(sea, force).items():
            owed = costs.get(command, 0)
            costs[command] = max(owed, cost) if command == "severny_flot" else owed + cost
    for command, cost in sorted(costs.items()):
        spend(sea, command, cost)


async def _dummies(sea: Sea) -> dict[str, tuple[str, str]]:
    """8.3a Allied dummies go anywhere: into an own port, or where no ice is in doubt."""
    dummies = tuple(force.id for force in sea.forces_of("allied") if force.is_dummy)
    if not dummies:
        return {}
    ports = own_ports(sea, "allied")
    clear = [
        one
        for one in sorted(read(waters_of(sea, "allied", "sea").open))
        if not sea.box.hexes[one].zone or may_start(sea.box.ice(sea.operation, sea.box.hexes[one].zone))
    ]
    places = (*(port for port in ports if sea.box.ports[port].use != "submarines"), *clear)
    form = SetUpForm(
        forces=tuple(force.id for force in sea.as_seen(sea.forces_of("allied"))), anywhere=dummies, places=places
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


def _tell(sea: Sea, forces: list[Force]) -> None:
    """1.2b Everybody sees where blocks are that were set down, and nothing of those that stay where they were."""
    counts: dict[tuple[Side, str, str], int] = {}
    for force in forces:
        place = (force.side, force.at, force.port)
        counts[place] = counts.get(place, 0) + 1
    for (side, at, port), count in sorted(counts.items()):
        sea.tell(BlocksStand(at, port, count, side))
