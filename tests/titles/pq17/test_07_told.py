"""1.8.1, 7.5.2, 7.5.9: what both sides are told of the fire of a round, by day and of counters that lie face down."""

from typing import Any

import pytest

from games.titles.pq17.box.pieces import Side
from games.titles.pq17.rules.forces.hits import Wound
from games.titles.pq17.rules.forces.torpedoes import Salvo, Torpedoed, salvo
from games.titles.pq17.rules.surface import telling
from games.titles.pq17.rules.surface.exchange import Exchange
from games.titles.pq17.rules.surface.gunnery import Aim, Broadside, Hit
from games.titles.pq17.rules.surface.torpedo_step import Launch, Run
from games.titles.pq17.table.events.surface import GunsFired, ShipHit, TorpedoesRan
from games.titles.pq17.table.sea import Sea
from tests.titles.pq17.arctic import arctic
from tests.titles.pq17.box import BOX
from tests.titles.pq17.playing import heard
from tests.titles.pq17.trial import force, run

rule = pytest.mark.rule
SIDES: dict[str, Side] = {"london": "allied", "dd_a_i": "allied", "lutzow": "axis"}


def told(*fired: Any, dark: bool) -> Sea:
    sea = arctic()
    kinds = [tuple(one for one in fired if isinstance(one, kind)) for kind in (Broadside, Hit, Run)]
    telling.exchanged(sea, SIDES, Exchange(*kinds), dark=dark)
    assert heard(sea, "public") == []
    return sea


@rule("pq17", "7.5.2i", "7.5.9")
@pytest.mark.parametrize(("dark", "read"), [(False, "lutzow"), (True, "")])
def test_who_fires_guns_in_the_dark_is_known_to_his_own_side(dark: bool, read: str) -> None:
    sea = told(Broadside(Aim("lutzow", "london"), "lutzow", (4, 9), 1), dark=dark)
    assert heard(sea, "axis") == [GunsFired("axis", "lutzow", "lutzow", "london", (4, 9), 1)]
    assert heard(sea, "allied") == [GunsFired("axis", "lutzow", read, "london", (4, 9), 1)]


@rule("pq17", "7.0", "7.5.9")
@pytest.mark.parametrize("dark", [False, True])
def test_what_a_hit_does_in_the_dark_its_owner_sees(dark: bool) -> None:
    sea = told(Hit("london", "london", 2, Wound(lost=3, dead=True, sunk=True)), dark=dark)
    whole = ShipHit("allied", "london", "london", 2, 3, dead=True, sunk=True)
    assert heard(sea, "allied") == [whole]
    assert heard(sea, "axis") == [ShipHit("allied", "london", "", 2, 0) if dark else whole]


@rule("pq17", "7.3.1b", "7.5.2k", "7.5.9")
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(
    ("hit", "lost", "sunk"),
    [
        (Torpedoed("dd_a_i", 3, lost=2), 2, False),
        (Torpedoed("dd_a_i", 3, lost=1, crippled=1), 1, False),
        (Torpedoed("dd_a_i", 3, lost=1, dead=1), 1, False),
        (Torpedoed("dd_a_i", 3, lost=2, sunk=2), 2, True),
    ],
)
def test_what_torpedoes_do_in_the_dark_who_is_hit_sees(hit: Torpedoed, lost: int, sunk: bool, dark: bool) -> None:
    sea = told(Run(Launch("lutzow", "dd_a_i"), Salvo((7, 8), (hit,))), dark=dark)
    whole = TorpedoesRan("axis", "lutzow", "dd_a_i", (7, 8), ("dd_a_i",), (lost,), (sunk,))
    assert heard(sea, "allied") == [whole]
    assert heard(sea, "axis") == [TorpedoesRan("axis", "lutzow", "dd_a_i", (7, 8)) if dark else whole]


@rule("pq17", "7.3.1a", "7.3.1b", "7.0d")
@pytest.mark.parametrize(
    ("struck", "fell", "lost", "sunk"),
    [
        ("london 3", 2, 1, False),
        ("london 1", 0, 1, False),
        ("london 3", 9, 3, True),
        ("london 0+dead", 0, 0, True),
        ("palomares 1", 0, 1, False),
        ("mv 9", 0, 1, False),
        ("mv 9", 1, 1, False),
        ("mv 9", 8, 2, True),
    ],
)
def test_what_a_torpedo_costs_is_told_in_strength(struck: str, fell: int, lost: int, sunk: bool) -> None:
    """Neither Crippled nor Dead in the Water is strength that a ship has lost besides."""
    hits = run(salvo(BOX, force(struck), 1, key="s"), dice=[(8,), (fell,)])
    sea = told(Run(Launch("lutzow", "london"), hits), dark=False)
    (ran,) = heard(sea, "allied")
    assert (ran.lost, ran.sunk) == ((lost,), (sunk,))
