"""7.2, 7.8: air attacks, by the positions of `positions/07_air.toml` and the worked examples of 7.2.3 and 7.2.6."""

import pytest

from games.titles.pq17.rules.air.bombing import bomb_modifier
from tests.titles.pq17.box import BOX
from tests.titles.pq17.trial import counter

rule = pytest.mark.rule


@rule("pq17", "13.1")
def test_an_elusive_target_is_harder_to_hit() -> None:
    assert bomb_modifier(BOX, counter("avenger 1"), in_port=False, elusive=True) == -1
