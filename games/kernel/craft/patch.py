"""Rectangles on a sheet: what lies on what when names and counters look for their places."""

from msgspec import Struct


class Patch(Struct, frozen=True):
    """A rectangle by its four sides, in units of the picture."""

    left: float
    top: float
    right: float
    bottom: float

    def shared(self, other: "Patch", slack: float = 0.0) -> float:
        """How much of two areas lies on each other, when each side may give way by `slack`."""
        if self.right <= other.left or other.right <= self.left or self.bottom <= other.top or other.bottom <= self.top:
            return 0.0
        wide = min(self.right, other.right) - max(self.left, other.left) - slack
        high = min(self.bottom, other.bottom) - max(self.top, other.top) - slack
        return wide * high if wide > 0 and high > 0 else 0.0

    def outside(self, width: float, height: float, margin: float = 2.0) -> float:
        """By how much it runs into the margin of a sheet of that size, or off it."""
        sides = (
            margin - self.left, self.right - width + margin,
            margin - self.top, self.bottom - height + margin,
        )  # fmt: skip
        return sum(max(0.0, side) for side in sides)
