"""4.3.2 The Command Points that leaving port costs: purses, prices, and orders that cannot be paid."""

from collections.abc import Iterator, Mapping, Sequence

from games.kernel.drafts import Purse
from games.kernel.errors import Problem, pointer
from games.kernel.text import Text
from games.titles.pq17.orders.movers import Mover

SHARED = "severny_flot"
"""4.3.2 The command that pays one point together for all Soviet ships that sail in a turn."""
_COMMANDS = {
    "home_fleet": Text("Command Points of the Home Fleet", "本国艦隊CP"),
    "severny_flot": Text("Command Points of Severny Flot", "北方艦隊CP"),
    "gruppe_nord": Text("Command Points of Gruppe Nord", "北方集団CP"),
}


def purses_of(points: dict[str, int]) -> tuple[Purse, ...]:
    """4.3.2 Return a purse for each command.

    `points`: by command, the half Command Points that it can spend.
    """
    return tuple(Purse(key, _COMMANDS[key], limit, rule="4.3.2", per=2) for key, limit in points.items())


def points_charged(one: Mover) -> dict[str, dict[str, int]]:
    """4.3.2 Return the half points that a force's departure costs, by force and command; {} if it costs nothing.

    The point for Soviet ships is not included, because it is paid once for all forces that sail in the turn.
    """
    if not one.prices:
        return {}
    prices = {command: cost for command, cost in one.prices.items() if command != SHARED}
    return {one.force: prices} if prices else {}


def soviets_without_points(
    movers: Mapping[str, Mover], points: Mapping[str, int], sailing: Sequence[str]
) -> Iterator[Problem]:
    """4.3.2 Yield a problem for each force that sails although no Command Point is left for its Soviet ships.

    `movers`: the forces by id. `points`: the half points left, by command. `sailing`: for each order of the answer, the
    force that leaves port by it, or "".
    """
    for index, name in enumerate(sailing):
        if name and movers[name].prices.get(SHARED, 0) > points.get(SHARED, 0):
            text = Text("There are no points for Soviet ships.", "ソ連艦のためのCPが足りません。")
            yield Problem(pointer(index), "unpaid", text, "4.3.2")
