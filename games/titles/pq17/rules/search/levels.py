"""6.1, 6.3.5b, 6.6, 6.7 ID levels, and what raises and lowers them. None is a block that stands unidentified."""

from typing import Literal

MOST_AT_SEA = 3
"""6.1 At sea there is no higher level; 4 is a photograph of a port."""
Cause = Literal["surface", "air", "submarine"]
"""6.7 Combat by which a force is known."""
_BY_DAY: dict[Cause, int] = {"surface": 3, "air": 2, "submarine": 1}
_BY_NIGHT: dict[Cause, int] = {"surface": 2, "air": 1, "submarine": 1}


def raised(level: int | None, gain: int) -> int:
    """6.2e The level after a search: an unidentified block counts as 0."""
    return min((level or 0) + gain, MOST_AT_SEA)


def after_combat(level: int | None, cause: Cause, *, day: bool) -> int:
    """6.7 At least the level of the fight; combat never lowers one."""
    least = (_BY_DAY if day else _BY_NIGHT)[cause]
    return least if level is None else max(level, least)


def after_moving(level: int | None, *, moved: bool, morning: bool, shadowed: bool) -> int | None:
    """6.6 The level once its own naval movement segment is over for a block: one less if it moved, however far, or
    stayed in a PM turn; nothing less than 0, and nothing for a block that is shadowed.
    """
    if level is None or shadowed or (not moved and morning):
        return level
    return max(level - 1, 0)


def stands_up(level: int | None, *, shadowed: bool) -> bool:
    """6.6a Whether a block stands up, unidentified, at the start of its owner's naval movement segment."""
    return level == 0 and not shadowed


def after_shadowing(level: int) -> int | None:
    """6.3.5b The level when shadowing ends: one less; a block at 0 stands up."""
    return level - 1 if level else None


def combined(levels: "list[int | None]") -> int | None:
    """1.2.4 The level of forces that become one: the highest, unidentified below 0. Raises ValueError for none."""
    return max(levels, key=lambda level: -1 if level is None else level)
