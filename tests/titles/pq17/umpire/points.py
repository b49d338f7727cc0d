"""2, T.vp Victory points: what each loss is worth, and what they come to at the end."""

from games.titles.pq17.state.events import victory
from tests.titles.pq17.umpire.table import Umpire

SINGLE = {
    "tirpitz": 60, "scharnhorst": 35, "gneisenau": 35, "graf_zeppelin": 30, "lutzow": 12, "admiral_scheer": 12,
    "admiral_hipper": 10, "prinz_eugen": 10, "koln": 5, "nurnberg": 5,
}  # fmt: skip
BY_TYPE = {"bb": 30, "bc": 25, "cv": 30, "cve": 6}


def worth(u: Umpire, unit: str, strength: int) -> float:
    """T.vp What goes with a ship, or so much strength of a class or of aircraft; merchants as in ballast."""
    if unit in u.box.aircraft:
        return strength / 2
    kind = u.kind(unit)
    if unit in SINGLE:
        return SINGLE[unit]
    if kind.type in BY_TYPE:
        return BY_TYPE[kind.type]
    if kind.type == "ca":
        return -(-kind.strength * 3 // 2)
    if kind.is_heavy:
        return kind.strength
    each = 2 if kind.type == "dd" and kind.nation == "germany" else 1
    return each * (kind.strength if kind.type == "ax" and kind.is_single else strength)


def scored(u: Umpire, event: victory.Scored, *others: victory.Scored) -> None:
    """2.0, 2.1.1"""
    if event.why in ("sunk", "shot_down", "scuttled") and event.unit:
        side = u.kind(event.unit).side if event.unit in u.box.ships else u.box.aircraft[event.unit].side
        points = int(2 * worth(u, event.unit, event.strength)) * (1 if side == "axis" else -1)
        u.ruled(f"T.vp {event.why}", event.points == points, event, points)
    if event.why == "laden":
        u.ruled("2.1.1 laden", event.points == -2 * event.strength and event.on == "allied", event)


def ended(u: Umpire, event: victory.OperationEnded, *others: victory.OperationEnded) -> None:
    """2.0"""
    total = sum(one.points for one in u.state.bookings)
    u.ruled("2.0 sum", event.points == total, event, total)
    if u.state.roster is None:
        verdict = "allied" if total >= 2 else "axis" if total <= -2 else "draw"
        u.ruled("2.0 verdict", event.verdict == verdict, event, total)


JUDGES = {victory.Scored: scored, victory.OperationEnded: ended}
