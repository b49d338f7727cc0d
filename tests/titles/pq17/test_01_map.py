"""1.1: the hexes, the sea between them, ports and areas, and that a faulty map is refused."""

import pytest

from tests.titles.pq17.box import BOX

rule = pytest.mark.rule


@rule("pq17", "T.ice")
def test_the_lane_to_arkhangelsk_crosses_three_zones() -> None:
    zones = [BOX.hexes[one].zone for one in ("0818", "0919", "1019", "1119")]
    assert zones == ["e5", "e5", "e4", "e3"]
    assert [BOX.hexes[one].zone for one in ("0214", "0305", "0111", "0817")] == ["w4", "w5", "pack", ""]
