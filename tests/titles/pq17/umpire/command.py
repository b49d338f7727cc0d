"""4.3 Command Points, in halves: what each sailing costs whom, what is left of a point, and that there are enough."""

from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events import operation
from games.titles.pq17.state.state import Command, Force, Points, State
from tests.titles.pq17.umpire import charts, seaway
from tests.titles.pq17.umpire.table import Umpire

CAPITAL, CRUISER, SOVIET, WHOLE = 2, 1, 2, 2
SIDE: dict[Command, str] = {"home_fleet": "allied", "severny_flot": "allied", "gruppe_nord": "axis"}


class Bill:
    """What is owed in a segment: capital ships, cruisers, and hexes of Soviet ships beyond their waters."""

    def __init__(self) -> None:
        self.capital: dict[str, int] = {}
        self.cruisers: dict[str, int] = {}
        self.soviet, self.beyond = False, 0

    def sails(self, u: Umpire, counters: list[Counter]) -> None:
        """4.3.2 Ships leave port."""
        for one in counters:
            kind = u.kind(one)
            if kind.nation == "soviet" or kind.role == "mf":
                self.soviet = self.soviet or kind.type != "ss"
            elif kind.is_heavy:
                owner = "gruppe_nord" if kind.side == "axis" else "home_fleet"
                of = self.capital if kind.type in charts.CAPITAL else self.cruisers
                of[owner] = of.get(owner, 0) + 1

    def owed(self, command: Command, points: Points, turn: int, paid: int) -> int:
        """4.3.2 Half points that a command buys."""
        if command == "severny_flot":
            return SOVIET * (self.soviet and turn > paid + 1) + SOVIET * self.beyond
        over = points.over if points.until >= turn else 0
        short = max(CRUISER * self.cruisers.get(command, 0) - over, 0)
        return CAPITAL * self.capital.get(command, 0) + -(-short // WHOLE) * WHOLE


def _bill(u: Umpire) -> Bill:
    bill: Bill = u.about.setdefault("bill", Bill())
    return bill


def leaves(u: Umpire, force: Force, port: str) -> None:
    """4.3, 4.3.3, 4.3.4"""
    if u.stage == "movement" and port != "kiel":
        u.about.setdefault("ships", []).append((force.id, [*force.counters]))


def steps(u: Umpire, force: Force, to: str) -> None:
    """4.3.2 Soviet ships beyond the Soviet air radius and sector."""
    soviet = u.stage == "movement" and force.kind != "wolfpack" and seaway.is_soviet(u, force)
    if soviet and to in u.box.hexes and to not in seaway.soviet_waters(u):
        _bill(u).beyond += 1


def segment(u: Umpire, before: State) -> None:
    """What was spent in a movement segment."""
    bill, side = _bill(u), u.phase.side
    training = {one.id for one in u.state.forces if one.home}
    for was in before.forces:  # 4.3.4 who goes elsewhere owes what he was spared
        if was.home and was.side == side and was.id not in training:
            bill.sails(u, was.counters)
    for name, counters in u.about.get("ships", ()):
        if name not in training:
            bill.sails(u, counters)
    first = u.state.turn == before.start and side == _initiative(u)
    for command, points in before.command.items():
        if SIDE[command] != side:
            continue
        paid = u.kept.setdefault("soviet_paid", -9)
        owed = bill.owed(command, points, u.state.turn, paid)
        now = u.state.command[command]
        spent = now.spent - points.spent
        if first and command != "severny_flot" and not points.spent and not owed and not training:
            u.ruled("4.3 at least one", spent == WHOLE or _soviets_spent(u) or not points.left, command, points, now)
            continue
        if not training:
            u.ruled("4.3.2 points", spent == owed, command, spent, owed, points, u.state.turn, vars(bill))
        u.ruled("4.3.2 no more than there are", now.left == points.left - spent >= 0, command, points, now)
    if side == "allied" and bill.soviet and u.state.turn > u.kept["soviet_paid"] + 1:
        u.kept["soviet_paid"] = u.state.turn


def _soviets_spent(u: Umpire) -> bool:
    flot = u.state.command.get("severny_flot")
    return flot is not None and flot.spent > 0


def _initiative(u: Umpire) -> str:
    return "allied" if u.state.roster is None else u.state.roster.initiative


def started(u: Umpire, before: State) -> None:
    """4.3.2, 8.3 What sailed by plan before play is paid for together as it starts."""
    if not u.heard(operation.PlayStarted):
        return
    bill, now = Bill(), {one.id: one for one in u.state.forces}
    for was in before.forces:
        force = now.get(was.id)
        planned = was.plan is not None and 0 < was.plan.sails < u.state.turn
        sailed = planned or (force is not None and was.port != force.port)
        if was.port not in ("", "kiel") and sailed:
            bill.sails(u, was.counters)
    if bill.soviet:
        u.kept["soviet_paid"] = u.state.turn
    if before.roster is not None or bill.soviet:
        return
    for command, points in before.command.items():
        if command == "severny_flot":
            continue
        spent = u.state.command[command].spent - points.spent
        owed = bill.owed(command, points, u.state.turn, -9)
        u.ruled("4.3.2 before play", spent == owed, command, spent, owed, vars(bill))


JUDGES: dict[type, object] = {}
MOVES = {"leave": leaves, "step": steps}
STAGES = {"movement": segment, "start": started}
