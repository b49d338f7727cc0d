"""The figures of a trial of PQ-17."""

from games.kernel.text import Text
from games.kernel.title_parts import TrialFigure
from games.titles.pq17.state.state import Loss
from games.titles.pq17.visibility.view import View

HALVES = 2
"""2.0 Points are counted in halves."""
UNHURT = ("left", "shot_down")
"""2.0 Losses that are no losses of ships: those that left the operation, and aircraft."""


def figures(before: View, after: View) -> tuple[TrialFigure, ...]:
    """2.0, 6.1 Return the points, losses and identified blocks of both sides between the two views."""
    own = after.seat
    lost, hit = _lost(after, own) - _lost(before, own), _hit(after, own) - _hit(before, own)
    return (
        TrialFigure("points", Text("Your points", "自軍の得点"), _points(after) - _points(before), "more"),
        TrialFigure("lost", Text("Strength of your ships lost", "自軍艦船の損失"), lost, "less"),
        TrialFigure("hit", Text("Strength of enemy ships lost", "敵艦船の損失"), hit, "more"),
        TrialFigure("shot_down", Text("Your aircraft lost", "自軍機の損失"), _shot(after) - _shot(before), "less"),
        TrialFigure("seen", Text("Your forces identified", "識別された自軍部隊"), _seen(after) - _seen(before), "less"),
        TrialFigure("found", Text("Enemy forces identified", "識別した敵部隊"), _found(after) - _found(before), "more"),
    )


def _points(view: View) -> float:
    """2.0b Return the points of a seat: the public score, and its own sheet that is not part of it yet."""
    halves = view.score + sum(one.points for one in view.sheet if one.on != "both")
    return (halves if view.seat == "allied" else -halves) / HALVES


def _lost(view: View, side: str) -> int:
    return sum(one.strength for one in view.losses if one.side == side and _is_of_ships(one))


def _hit(view: View, side: str) -> int:
    return sum(one.strength for one in view.losses if one.side != side and _is_of_ships(one))


def _is_of_ships(loss: Loss) -> bool:
    return loss.how not in UNHURT


def _shot(view: View) -> int:
    return sum(one.strength for one in view.losses if one.side == view.seat and one.how == "shot_down")


def _seen(view: View) -> int:
    return sum(force.level is not None for force in view.forces)


def _found(view: View) -> int:
    return sum(block.level is not None for block in view.blocks)
