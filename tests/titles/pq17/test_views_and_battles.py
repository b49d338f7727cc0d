"""1.2a, 7.2.4a, 7.5.2a, 7.5.9: what a phase shows of the other side's forces, who joins, who lies apart after fire."""

from typing import Any

import pytest

from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.surface.engagement import Engagement, _as_seen, _is_critical, _is_worse, wants_to_join
from games.titles.pq17.rules.surface.layout import separate_counters
from games.titles.pq17.state.battle import Unit
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.displays import battle
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import read_counters

rule = pytest.mark.rule


@rule("pq17", "7.2.4a", "7.3.1c", "7.9a")
def test_after_fire_what_is_gone_goes_and_wrecks_lie_apart_from_those_that_still_move() -> None:
    fight = battle(("dd_a_i 2", "mv 4", "london 3"), ("koln 1",))
    escort, merchants, london = (fight.unit(name) for name in ("dd_a_i", "mv", "london"))
    escort.area, escort.evading, escort.screens = "screening", True, ("koln",)
    escort.counters = read_counters("dd_a_i 2", "dd_a_i 1+crippled", "dd_a_i 0+dead")
    merchants.counters = []
    london.counters = read_counters("london 2+crippled")
    separate_counters(fight)
    lying = {
        one.name: [(ship.strength, ship.crippled, ship.dead) for ship in one.counters] for one in fight.of("allied")
    }
    assert lying.pop("dd_a_i") == [(2, False, False)]
    assert lying.pop("london") == [(2, True, False)], "alone she lies apart already"
    assert sorted(lying.values()) == [[(0, False, True)], [(1, True, False)]]
    assert "mv" not in {one.name for one in fight.units}
    apart = [one for one in fight.of("allied") if one.name not in ("dd_a_i", "london")]
    assert {(one.area, one.side, one.force) for one in apart} == {(escort.area, "allied", escort.force)}
    assert len({one.name for one in fight.units}) == len(fight.units)


@rule("pq17", "7.5.2a", "7.5.7d")
@pytest.mark.parametrize(
    ("wish", "comes", "turned", "joins"),
    [
        ("always", ("koln",), False, True),
        ("never", ("tirpitz",), False, False),
        ("if_weaker", ("koln 1",), False, False),
        ("if_weaker", ("koln 2",), False, True),
        ("if_weaker", ("tirpitz",), True, False),
        ("always", ("tirpitz",), True, True),
    ],
)
def test_who_joins_a_battle_if_his_side_is_no_weaker_with_him(
    wish: Any, comes: tuple[str, ...], turned: bool, joins: bool
) -> None:
    """London and three of destroyers, six together, against Lützow, four."""
    board = arctic(
        force("tf", "allied", "task_force", OPEN, "london", "dd_a_i 3"),
        force("r", "axis", "task_force", OPEN, "lutzow"),
        force("late", "axis", "task_force", OPEN, *comes), instructions={"axis": Instructions(joins=wish)},
    )  # fmt: skip
    fight = Engagement(board, OPEN, "axis", None, "k")
    fight.lay_out([board.force("tf"), board.force("r")])
    fight.turned = turned
    assert wants_to_join(fight, board.force("late")) is joins


@rule("pq17", "7.5.9")
@pytest.mark.parametrize(
    ("now", "wrecked", "worse"),
    [
        (("london 3",), 0, False),
        (("london 2",), 0, True),
        (("london 3+crippled",), 0, True),
        (("london 3+crippled",), 1, False),
        (("london 3+dead",), 0, True),
    ],
)
def test_which_forces_were_damaged(now: tuple[str, ...], wrecked: int, worse: bool) -> None:
    one = force("tf", "allied", "task_force", OPEN)
    one.counters = read_counters(*now)
    held = {ship.ship: ship.strength for ship in one.counters}
    assert _is_worse(one, {"london": 3}, held, wrecked) is worse


@rule("pq17", "13.0b", "11.2.3")
def test_breakdowns_are_seen_by_nobody_and_who_is_in_critical_fuel_is_so_alone() -> None:
    unit = Unit("a", "allied", [Counter("london", 3, inoperative=True, crippled=True)])
    assert [(one.inoperative, one.crippled) for one in _as_seen(unit).counters] == [(False, True)]
    assert unit.counters[0].inoperative
    states = [_is_critical(force("t", "allied", "task_force", OPEN, "london", fuel=fuel)) for fuel in
              (None, Fuel(9), Fuel(9, "low"), Fuel(9, "critical"), Fuel(9, "training"))]  # fmt: skip
    assert states == [False, False, False, True, False]


@rule("pq17", "7.3b", "9.2.5", "7.3.2", "7.5.9")
@pytest.mark.parametrize(("weather", "runs"), [("fair", True), ("storm", True), ("gale", False)])
def test_in_a_gale_no_torpedoes_run_and_nothing_shows_of_who_lies_face_down(weather: Any, runs: bool) -> None:
    board = arctic(force("tf", "allied", "task_force", OPEN, "dd_j_r 2"),
                   force("r", "axis", "task_force", OPEN, "lutzow"), sky=Sky(weather))  # fmt: skip
    fight = Engagement(board, OPEN, "axis", None, "k")
    fight.lay_out(board.state.forces)
    own = fight.battle.of("allied")[0]
    symbols = own.counters[0].symbols(board.box.ships["dd_j_r"])
    assert symbols > 0
    assert fight._symbols(own) == (symbols if runs else 0)
    assert fight._shown(own, "axis") == fight._shown(own, "allied") == (("dd_j_r", 2),)
    fight.battle.dark = True
    assert fight._shown(own, "axis") == ()
    assert fight._shown(own, "allied") == (("dd_j_r", 2),)
