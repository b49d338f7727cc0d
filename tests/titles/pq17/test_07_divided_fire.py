"""7.5.2g, 7.5.2h Who divides his fire aims at nobody a second time while there is an enemy at whom nobody aims."""

from collections import Counter as Tally

import pytest

from games.titles.pq17.orders import battle as ordered
from games.titles.pq17.rules.surface.doctrine import Command, aims
from games.titles.pq17.rules.surface.layout import lay_out_force
from games.titles.pq17.state.battle import Battle
from tests.titles.pq17.box import BOX
from tests.titles.pq17.engaging import QUIET
from tests.titles.pq17.trial import read_counters

rule = pytest.mark.rule


def aimed(strength: int, at: tuple[str, ...], enemies: tuple[str, ...]) -> dict[str, list[str]]:
    """Whom a lone destroyer that divides its fire, and a cruiser that lies beside it, aim at."""
    fight = Battle("axis", [], day=True)
    lay_out_force(fight, "axis", [read_counters(f"dd_36a {strength}")], force="x")
    lay_out_force(fight, "axis", [read_counters("koln 2")], force="y")
    lay_out_force(fight, "allied", [read_counters(one) for one in enemies], force="a")
    order = ordered.Aim("dd_36a", at, "yes")
    found: dict[str, list[str]] = {"dd_36a": [], "koln": []}
    for one in aims(BOX, fight, Command("axis", (order,), QUIET)):
        found[one.firer].append(one.target)
    return found


@rule("pq17", "7.5.2g", "7.5.2h")
@pytest.mark.parametrize("strength", [1, 2, 3, 4])
@pytest.mark.parametrize(
    "at", [("norfolk", "jamaica"), ("jamaica", "norfolk"), ("norfolk",), ("norfolk", "jamaica", "kent")]
)
@pytest.mark.parametrize("enemies", [("norfolk 3", "jamaica 4"), ("norfolk 3", "jamaica 4", "kent 2"), ("norfolk 3",)])
def test_nobody_is_aimed_at_twice_while_somebody_is_not(
    strength: int, at: tuple[str, ...], enemies: tuple[str, ...]
) -> None:
    found = aimed(strength, at, enemies)
    targets = Tally(name for names in found.values() for name in names)
    assert max(targets.values()) == 1 or len(targets) == len(enemies)
    assert all(found.values())


@rule("pq17", "7.5.2h")
def test_with_everybody_aimed_at_he_divides_his_fire_as_ordered() -> None:
    enemies = ("norfolk 3", "jamaica 4")
    assert sorted(aimed(3, ("norfolk", "jamaica"), enemies)["dd_36a"]) == ["jamaica", "norfolk"]
    assert len(aimed(1, ("norfolk", "jamaica"), enemies)["dd_36a"]) == 1


@rule("pq17", "7.5.2g", "7.5.2h")
def test_the_second_part_goes_at_whom_nobody_aims() -> None:
    enemies = ("norfolk 3", "jamaica 4", "kent 2")
    assert len({name for names in aimed(2, ("norfolk", "jamaica", "kent"), enemies).values() for name in names}) == 3
