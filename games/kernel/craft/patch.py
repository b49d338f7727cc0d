"""Rectangles on a sheet: what lies on what when names and counters look for their places."""

from collections.abc import Iterable

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

    def upon(self, others: Iterable["Patch"], slack: float = 0.0) -> float:
        """How much of it lies on others, all in all; what it shares with each, written out, for there are many."""
        left, top, right, bottom = self.left, self.top, self.right, self.bottom
        total = 0.0
        for one in others:
            if right <= one.left or one.right <= left or bottom <= one.top or one.bottom <= top:
                continue
            wide = min(right, one.right) - max(left, one.left) - slack
            high = min(bottom, one.bottom) - max(top, one.top) - slack
            if wide > 0 and high > 0:
                total += wide * high
        return total

    def outside(self, width: float, height: float, margin: float = 2.0) -> float:
        """By how much it runs into the margin of a sheet of that size, or off it."""
        across = max(0.0, margin - self.left) + max(0.0, self.right - width + margin)
        return across + max(0.0, margin - self.top) + max(0.0, self.bottom - height + margin)
