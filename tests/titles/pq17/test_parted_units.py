"""7.2.4a, 7.5.2c, 7.5.2g, 7.5.2k: what was ordered for a unit holds for the ships that are parted from it when they are
hurt, until something is ordered for them by themselves.
"""

import pytest

from games.titles.pq17.orders import battle as ordered
from games.titles.pq17.rules.surface.doctrine import aims, launches, manoeuvres
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.surface_battles import PART, WHOLE, orders, parted

rule = pytest.mark.rule


@rule("pq17", "7.5.2c", "7.2.4a")
@pytest.mark.parametrize(
    ("given", "evade"),
    [
        ((ordered.Post(WHOLE, "deployment", evades="yes"),), [WHOLE, PART]),
        ((ordered.Post(PART, "deployment", evades="yes"),), [PART]),
        ((ordered.Post(WHOLE, "deployment", evades="yes"), ordered.Post(PART, "deployment")), [WHOLE]),
        ((ordered.Post(WHOLE, "deployment", "2", "yes"), ordered.Post(PART, "deployment", "1")), [WHOLE]),
        ((ordered.Post(WHOLE, "deployment", evades="yes"), ordered.Post(PART, "deployment", "3")), [WHOLE, PART]),
        ((ordered.Post("lutzow", "deployment", evades="yes"),), []),
    ],
)
def test_who_was_parted_evades_as_its_unit_does(given: tuple[ordered.Post, ...], evade: list[str]) -> None:
    for command in orders(*given):
        assert [one.unit for one in manoeuvres(BOX, parted("london 3"), command) if one.evades] == evade


@rule("pq17", "7.5.2g", "7.2.4a")
@pytest.mark.parametrize(
    ("given", "targets"),
    [
        ((), {"london", "norfolk"}),
        ((ordered.Aim(WHOLE, ("kent", "norfolk")),), {"kent", "norfolk"}),
        ((ordered.Aim("lutzow", ("norfolk",)),), {"london", "norfolk"}),
    ],
)
def test_who_was_parted_aims_at_whom_its_unit_does(given: tuple[ordered.Aim, ...], targets: set[str]) -> None:
    """One of the two at the next on the list (7.5.2g), without one at the next in value."""
    for command in orders(*given):
        found = aims(BOX, parted("kent 3", "london 3", "norfolk 3"), command)
        assert {one.target for one in found} == targets


@rule("pq17", "7.5.2g", "7.2.4a")
@pytest.mark.parametrize("part", ["london", "norfolk"])
def test_who_was_parted_may_be_given_a_target_of_its_own(part: str) -> None:
    for command in orders(ordered.Aim(WHOLE, ("kent",)), ordered.Aim(PART, (part,))):
        found = aims(BOX, parted("kent 3", "london 3", "norfolk 3"), command)
        assert {one.firer: one.target for one in found} == {WHOLE: "kent", PART: part}


@rule("pq17", "7.5.2k", "7.2.4a")
@pytest.mark.parametrize(
    ("given", "fire"),
    [
        ((ordered.Launch(WHOLE, (), since="3"),), []),
        ((ordered.Launch(PART, (), since="3"),), [WHOLE]),
        ((ordered.Launch(WHOLE, (), since="3"), ordered.Launch(PART, (), since="2")), [PART]),
        ((ordered.Launch(WHOLE, (), since="2"), ordered.Launch(PART, (), since="2", symbols="2")), [WHOLE, PART]),
        ((ordered.Launch("lutzow", (), since="3"),), [WHOLE, PART]),
    ],
)
def test_who_was_parted_holds_its_torpedoes_as_its_unit_does(
    given: tuple[ordered.Launch, ...], fire: list[str]
) -> None:
    """Hurt in the Torpedo Attack area by the guns, it launches in the same round, or not (7.5.2)."""
    for command in orders(*given):
        found = launches(BOX, parted("anson 5", "london 3", area="torpedo"), command)
        assert [one.firer for one in found] == fire
        assert [one.symbols for one in found if one.firer == PART] == [int(given[-1].symbols)] * (PART in fire)
