"""Every measurement without a database can be taken; how fast it goes is nobody's business here."""

from collections.abc import Callable, Iterator

import pytest

from bench import exchanges, in_process, voyages
from bench.report import Measure

PARTS = [
    in_process.kernel,
    in_process.reloading,
    in_process.rebuilding,
    in_process.bots,
    exchanges.exchanges,
    voyages.voyages,
]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__)
def test_it_measures(part: Callable[[int], Iterator[Measure]]) -> None:
    measures = list(part(1))
    assert measures
    assert all(measure.name and measure.value >= 0 for measure in measures)
