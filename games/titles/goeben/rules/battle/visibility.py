"""13.chart/Limited Visibility, 13.chart/Storm What they do to a battle."""

from games.titles.goeben.box.pieces import BATTERIES, Battery
from games.titles.goeben.rules.battle.forces import weather
from games.titles.goeben.table.sea import Sea


def is_limited(sea: Sea, space: str) -> bool:
    """Whether a Limited Visibility marker counts in a space: contact is harder (14.3), and no seaplane flies (20.1)."""
    return weather(sea, space).visibility != "clear"


def prevents(sea: Sea, space: str) -> str:
    """Why there is no fighting in a space all day; "" where there may be."""
    if weather(sea, space).storm:
        return "storm"
    return "visibility" if weather(sea, space).visibility == "none" else ""


def opening(sea: Sea, space: str) -> Battery:
    """At which battery fire opens."""
    seen = weather(sea, space).visibility
    if seen in ("secondary", "tertiary"):
        return "secondary" if seen == "secondary" else "tertiary"
    return "primary"


def batteries(opens: Battery, salvo: int) -> tuple[Battery, ...]:
    """14.2 What fires in a salvo, counted from 0: one battery; at the range where fire opens those of greater range
    with it, and none before.
    """
    place, first = salvo // 2, BATTERIES.index(opens)
    if place < first:
        return ()
    return BATTERIES[: place + 1] if place == first else (BATTERIES[place],)
