"""Which of many similar cases `./run test` runs; `./run test --deep` runs all."""

from collections.abc import Iterable
from typing import Any

import pytest


def rest_thorough(cases: Iterable[Any], keep: int = 1) -> list[Any]:
    """Return values of one parameter: the first `keep` as they are, the others marked `thorough`."""
    return [pytest.param(one, marks=[pytest.mark.thorough] * (at >= keep)) for at, one in enumerate(cases)]


def rest_without_smoke(cases: Iterable[Any]) -> list[Any]:
    """Return values of one parameter in a deep folder: the first marked `smoke`, the others as they are."""
    return [pytest.param(one, marks=[pytest.mark.smoke] * (at == 0)) for at, one in enumerate(cases)]
