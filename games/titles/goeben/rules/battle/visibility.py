"""13.chart/Limited Visibility, 13.chart/Storm The effects of visibility and storms on a battle."""

from games.titles.goeben.components.pieces import BATTERIES, Battery
from games.titles.goeben.rules.battle.forces import weather
from games.titles.goeben.state.board import Board


def is_limited(board: Board, space: str) -> bool:
    """Return True if a Limited Visibility marker is in force in a space.

    Then a weak result of the contact roll is no contact (14.3), and seaplanes cannot fly (20.1).
    """
    return weather(board, space).visibility != "clear"


def why_no_fighting(board: Board, space: str) -> str:
    """Return the key of the reason why no battle can be fought in a space today; "" if one can be fought."""
    if weather(board, space).storm:
        return "storm"
    return "visibility" if weather(board, space).visibility == "none" else ""


def opening(board: Board, space: str) -> Battery:
    """13.chart/Limited Visibility Return the first battery that can fire in the weather of a space."""
    seen = weather(board, space).visibility
    if seen in ("secondary", "tertiary"):
        return "secondary" if seen == "secondary" else "tertiary"
    return "primary"


def batteries(opens: Battery, salvo: int) -> tuple[Battery, ...]:
    """14.2 Return the batteries that fire in a salvo, when `opens` is the battery with which fire begins.

    `salvo`: the number of the salvo in the battle, from 0. Each battery fires in two salvos, one of each side.
    Batteries of longer range than `opens` do not fire before it, but together with it.
    """
    place, first = salvo // 2, BATTERIES.index(opens)
    if place < first:
        return ()
    return BATTERIES[: place + 1] if place == first else (BATTERIES[place],)
