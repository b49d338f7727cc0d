"""13.chart/Limited Visibility, 13.chart/Storm The effects of visibility and storms on a battle."""

from games.titles.goeben.components.pieces import BATTERIES, Battery
from games.titles.goeben.rules.battle.forces import weather
from games.titles.goeben.state.board import Board


def is_limited(board: Board, space: str) -> bool:
    """Return True if a Limited Visibility marker is in force in a space.

    It makes contact harder (14.3) and grounds seaplanes (20.1).
    """
    return weather(board, space).visibility != "clear"


def why_no_fighting(board: Board, space: str) -> str:
    """Return the reason why there is no fighting in a space today. Return "" if fighting is possible."""
    if weather(board, space).storm:
        return "storm"
    return "visibility" if weather(board, space).visibility == "none" else ""


def opening(board: Board, space: str) -> Battery:
    """Return the battery that may fire first in a space."""
    seen = weather(board, space).visibility
    if seen in ("secondary", "tertiary"):
        return "secondary" if seen == "secondary" else "tertiary"
    return "primary"


def batteries(opens: Battery, salvo: int) -> tuple[Battery, ...]:
    """14.2 Return the batteries that fire in a salvo; salvos count from 0.

    One battery fires in each salvo. Batteries of greater range wait until fire opens and then fire too.
    """
    place, first = salvo // 2, BATTERIES.index(opens)
    if place < first:
        return ()
    return BATTERIES[: place + 1] if place == first else (BATTERIES[place],)
