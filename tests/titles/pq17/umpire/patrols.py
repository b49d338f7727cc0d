"""5.1.9, 15.8.1 Patrol White: which of its ships have left, and what it costs."""

from typing import Any

from games.titles.pq17.state.state import Force, Report, State
from tests.titles.pq17.umpire import charts, seaway
from tests.titles.pq17.umpire.table import Umpire

STRAIT, REYKJAVIK = "0305", "0504"
AREA = frozenset((STRAIT, *seaway.around(STRAIT).values(), REYKJAVIK))
"""5.1.9a The strait and what lies around it, and Reykjavik: between these two they may relieve each other."""
COSTS = 4
"""5.1.9a Two points, in halves, for each."""


def begins(u: Umpire, before: State) -> None:
    """5.1.9 Who patrols is known when both sides have planned."""
    u.kept["white"] = [ship for ship in u.operation.patrol_white if ship]
    u.ruled("5.1.9 two of them", set(u.state.patrol) <= set(u.kept["white"]), u.state.patrol)


def steps(u: Umpire, force: Force, to: str) -> None:
    """5.1.9a Whoever enters a hex beyond has left her patrol, once."""
    left: list[str] = u.kept.get("white", [])
    gone = [one.ship for one in force.counters if one.ship in left] if to not in AREA else []
    for ship in gone:
        left.remove(ship)
        cost = 0 if _excused(u) or _is_free(u) else COSTS
        u.about["left_patrol"] = u.about.get("left_patrol", 0) + cost
        u.ruled("5.1.9a who leaves", fair=True)


def _is_free(u: Umpire) -> bool:
    """15.8.3b While operation EV is under way nothing is asked of them."""
    return u.state.roster is not None and u.roster.ev in ("declared", "crossed")


def _excused(u: Umpire) -> bool:
    """5.1.9a The Allies know of a task force found within the British air radius, or of a capital ship at sea."""
    return any(_tells(u, one) for one in u.state.reports if one.to == "allied")


def _tells(u: Umpire, report: Report) -> bool:
    if report.port or report.kind not in ("task_force", None):
        return False
    near = report.kind == "task_force" and report.level is not None and report.at in u.box.areas.british_radius.hexes
    named = any(u.kind(one.ship).type in charts.CAPITAL and u.kind(one.ship).side == "axis" for one in report.names)
    grouped = any(one.group == "capital" for one in report.strengths)
    return near or named or grouped or bool(report.carrier)


def segment(u: Umpire, before: State) -> None:
    """5.1.9a What it costs is booked as they leave."""
    if "white" not in u.kept:
        return
    booked = sum(one.points for one in u.state.bookings[len(before.bookings) :] if one.why == "patrol_white")
    u.ruled("5.1.9a what it costs", booked == -u.about.get("left_patrol", 0), booked, u.about.get("left_patrol"),
            [one for one in u.state.reports if one.to == "allied" and _tells(u, one)])  # fmt: skip


def elsewhere(u: Umpire, before: State) -> None:
    """5.1.9a Nothing else costs it."""
    booked = [one for one in u.state.bookings[len(before.bookings) :] if one.why == "patrol_white"]
    u.ruled("5.1.9a never else", not booked, booked, u.stage)


JUDGES: dict[type, Any] = {}
MOVES = {"step": steps}
STAGES = {
    "plans": begins, "start": segment, "movement": segment, "combine": elsewhere, "situations": elsewhere,
    "victory": elsewhere,
}  # fmt: skip
