"""Points that readers noticed and left alone: each decided by the text, or written down as a reading."""

import pytest

from games.titles.pq17.box.options import Options
from games.titles.pq17.rules.special.mishaps import collision, weather_damage
from games.titles.pq17.table.state import Phase, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.playing import play
from tests.titles.pq17.trial import force as counters
from tests.titles.pq17.trial import left

rule = pytest.mark.rule
FATES = Options(destroyer_fate=True)


# ---------------------------------------------------------------- 7.9


@rule("pq17", "7.9a", "7.9d", "13.0a", "5.1.1")
@pytest.mark.parametrize(
    ("holding", "lots", "after", "lost"),
    [
        (("dd_a_i 0+crippled", "mv 9"), [0], ["dd_a_i 0+crippled", "mv 7"], ["mv", "mv"]),
        (("dd_a_i 0+dead", "mv 9"), [0], ["dd_a_i 0+dead", "mv 7"], ["mv", "mv"]),
        (("kent 0+towed", "dd_a_i 3+tows", "mv 9"), [0, 0, 3], ["kent 0+towed", "dd_a_i 2+tows", "mv 8"],
         ["dd_a_i", "mv"]),
        (("kent 0+towed", "dd_a_i 1+tows", "mv 9"), [0, 0, 0], ["kent 0+dead", "mv 8"], ["dd_a_i", "mv"]),
        (("tb_hunt 1+crippled", "mv 9"), [0, 0, 0], ["mv 8"], ["tb_hunt", "mv"]),
    ],
)  # fmt: skip
def test_pp800_a_collision_leaves_wrecks_where_they_are(
    holding: tuple[str, ...], lots: list[int], after: list[str], lost: list[str]
) -> None:
    """A wreck has no strength left that a hit could take, and is lost when she sinks, not by what befalls others."""
    convoy = force("c", "allied", "convoy", "0412")
    convoy.counters = counters(*holding)
    sea = arctic(convoy, options=FATES, phase=Phase("allied"))
    play(collision(sea, "allied"), lots=lots)
    assert left(convoy.counters) == after
    assert [one.unit for one in sea.state.losses] == lost


@rule("pq17", "7.9a", "9.3.1a", "9.3.1b")
@pytest.mark.parametrize(
    ("sky", "holding", "after"),
    [
        ("gale", ("dd_36a 0+crippled", "dd_34_36 2"), ["dd_36a 0+crippled", "dd_34_36 1"]),
        ("storm", ("dd_36a 0+crippled", "tb_35_37 1"), ["dd_36a 0+crippled"]),
        ("storm", ("dd_36a 0+dead", "tb_35_37 1+crippled"), ["dd_36a 0+dead"]),
    ],
)  # fmt: skip
def test_pp800_weather_leaves_wrecks_where_they_are(sky: str, holding: tuple[str, ...], after: list[str]) -> None:
    """Card 5 says one DD/TB."""
    raid = force("x", "axis", "task_force", "0413")
    raid.counters = counters(*holding)
    sea = arctic(raid, options=FATES, sky=Sky(sky), phase=Phase("axis"))  # type: ignore[arg-type]
    play(weather_damage(sea), cards=["card_05"], dice=[(0,)] if sky == "gale" else [])
    assert left(raid.counters) == after
    assert len(sea.state.losses) == 1
