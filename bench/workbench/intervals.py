"""95 % confidence intervals."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

NORMAL = 1.96
"""The number of standard deviations on each side of the mean that contain 95 % of a normal distribution."""


class Interval(NamedTuple):
    """An estimate, with the lower and upper limit of its interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.1f} ({self.low:.1f} to {self.high:.1f})"


def mean_interval(values: Sequence[float]) -> Interval:
    """Return the mean of a sample with its interval by the normal distribution; no limits for fewer than two values."""
    mean = fmean(values) if values else 0.0
    if len(values) < 2:
        return Interval(mean, float("-inf"), float("inf"))
    reach = NORMAL * stdev(values) / sqrt(len(values))
    return Interval(mean, mean - reach, mean + reach)


def share_interval(hits: int, tries: int) -> Interval:
    """Return the share of `hits` among `tries` in percent, with Wilson's interval.

    This interval is valid for small samples, too.
    """
    if not tries:
        return Interval(50.0, 0.0, 100.0)
    share, square = hits / tries, NORMAL * NORMAL
    middle = (share + square / (2 * tries)) / (1 + square / tries)
    reach = NORMAL / (1 + square / tries) * sqrt(share * (1 - share) / tries + square / (4 * tries * tries))
    return Interval(100 * share, 100 * max(middle - reach, 0.0), 100 * min(middle + reach, 1.0))
