"""Which of many similar cases `./run test` runs; `./run test --deep` runs all."""

from collections.abc import Iterable
from typing import Any

import pytest


def rest_thorough(cases: Iterable[Any], keep: int = 1) -> list[Any]:
    """Return values of one parameter, of which those after the first `keep` are thorough."""
    return [pytest.param(one, marks=[pytest.mark.thorough] * (at >= keep)) for at, one in enumerate(cases)]


def rest_without_smoke(cases: Iterable[Any]) -> list[Any]:
    """Return values of one parameter in a deep folder, of which the first is a smoke test."""
    return [pytest.param(one, marks=[pytest.mark.smoke] * (at == 0)) for at, one in enumerate(cases)]
