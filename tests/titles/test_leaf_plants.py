"""The leaf worlds catch what is planted, and are silent where nothing is."""

from typing import Any

import pytest

from games.kernel.conformance.leaf_worlds import LeafReport, Sampling, check_leaves
from games.kernel.conformance.play import Play, play_out
from games.kernel.title import Title
from tests.sampling import rest_thorough
from tests.titles.leaf_plants import LEAF_PLANTS, LeafPlant
from tests.titles.loading import load


def _found(plant: LeafPlant, title: Title[Any]) -> list[str]:
    play: Play = play_out(title, plant.scenario, title.options.type(**plant.options), 0, most_stops=40)
    report = LeafReport()
    check_leaves(play, Sampling(plant.states, plant.leaves, one_picture_of=plant.leaves, only=(plant.leaf,)), report)
    assert report.counts["changes"], "the leaf is nowhere changed"
    return list(map(str, report.findings))


@pytest.mark.parametrize("plant", rest_thorough(LEAF_PLANTS, 2), ids=str)
def test_a_planted_leak_of_a_leaf_is_caught(plant: LeafPlant, monkeypatch: pytest.MonkeyPatch) -> None:
    alter = plant.lay(monkeypatch) or (lambda title: title)
    found = _found(plant, alter(load(plant.key)))
    assert any(plant.says in one and plant.leaf in one for one in found), found


@pytest.mark.thorough
@pytest.mark.parametrize("plant", {one.leaf: one for one in LEAF_PLANTS}.values(), ids=str)
def test_without_plants_nothing_is_found(plant: LeafPlant) -> None:
    assert not _found(plant, load(plant.key))
