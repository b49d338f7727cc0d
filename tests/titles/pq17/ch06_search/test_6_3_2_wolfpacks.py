"""6.3.2: wolfpacks that shadow."""

from collections.abc import Coroutine
from typing import Any

import pytest

from games.titles.pq17.orders.move_orders import Split
from games.titles.pq17.rules.movement.segment import movement
from games.titles.pq17.rules.search.casualties import clean_up_force
from games.titles.pq17.rules.search.legal_attacks import may_attack
from games.titles.pq17.rules.search.searchers import Lookout
from games.titles.pq17.rules.search.shadowers import begin_shadowing, shadowers_for
from games.titles.pq17.rules.search.strikes import strikes, strikes_form
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.search import ShadowEnded
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import AirUnit, Kind, Phase, Plan, Shadow
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.ch06_search.shadowers import (
    all_found,
    convoy_named,
    followed_by,
    followers,
    small_convoy,
    three_boats,
    two_boats,
)
from tests.titles.pq17.playing import heard, phase, play
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import read_counters
from tests.titles.pq17.under_way import moved, table

rule = pytest.mark.rule


def _movement(board: Board) -> Coroutine[Any, Any, str]:
    phase(board, "allied")
    return movement(board)


@rule("pq17", "6.3.2", "6.3b", position="PP60")
def test_6_3_2_one_wolfpack_for_a_convoy() -> None:
    board = all_found(
        force("one", "axis", "wolfpack", OPEN, "ss_german 3"),
        force("two", "axis", "wolfpack", OPEN, "ss_german 2"),
        force("lure", "axis", "dummy", OPEN),
        force("pq", "allied", "convoy", OPEN, "mv 8", "dd_a_i 2"),
        force("tf", "allied", "task_force", OPEN, "norfolk"),
    )
    assert followers(board, "pq") == ("one", "two")
    assert followers(board, "tf") == ()
    played = play(strikes(board), says={"strikes": "shadow two at=contact_" + str(board.force("pq").block)})
    assert played.asked[0].form.targets
    assert [one.who for one in board.state.shadows] == ["two"]
    assert followers(board, "pq") == ()


@rule("pq17", "6.3.2")
def test_6_3_2_a_pack_that_follows_does_not_attack() -> None:
    board = all_found(
        force("one", "axis", "wolfpack", OPEN, "ss_german 3"),
        force("pq", "allied", "convoy", OPEN, "mv 8", "dd_a_i 2"),
    )
    (target,) = strikes_form(board, "axis").targets
    assert target.forces == ("one",)
    begin_shadowing(board, "axis", "one", board.force("pq"))
    (target,) = strikes_form(board, "axis").targets
    assert target.forces == ()


@rule("pq17", "6.3.2", "6.2")
@pytest.mark.parametrize(
    ("follows", "searches"), [("pq", ["pack"]), ("other", []), ("", ["pack"])], ids=["it", "another", "nobody"]
)
def test_6_3_2_who_follows_one_block_searches_no_other(follows: str, searches: list[str]) -> None:
    board = phase(arctic(small_convoy(), two_boats(), force("other", "allied", "task_force", OPEN, "norfolk")), "axis")
    board.state.shadows = [Shadow(follows, "wolfpack", "pack")] if follows else []
    assert [one.id for one in Lookout(board, "axis").forces(board.force("pq"))] == searches


@rule("pq17", "6.3.2", "6.3.5b", "1.2.1")
@pytest.mark.parametrize(("merchants", "follows", "level"), [(1, ["wolfpack", "aircraft"], 2), (0, ["aircraft"], 2)])
def test_6_3_2_a_pack_follows_no_task_force(merchants: int, follows: list[str], level: int) -> None:
    """Of a convoy whose last merchants are gone the escort is left; aircraft follow it as before."""
    convoy = force("c", "allied", "convoy", "0412", "dd_a_i 2", fuel=Fuel(20))
    board = arctic(convoy, force("u", "axis", "wolfpack", "0412", "ss_german 2"))
    board.state.air = [AirUnit("fw_200", 1, id="condor", base="vaernes", mission="shadow", at="0412")]
    board.identify(convoy, 2)
    board.state.shadows = [Shadow("c", "wolfpack", "u"), Shadow("c", "aircraft", "condor")]
    convoy.counters = read_counters("dd_a_i 2", *["mv 1"] * merchants)
    clean_up_force(board, convoy)
    assert convoy.kind == ("convoy" if merchants else "task_force")
    assert ([one.by for one in board.state.shadows], convoy.level) == (follows, level)
    told = [one.why for one in heard(board, "allied") if isinstance(one, ShadowEnded)]
    assert told == ([] if merchants else ["no_convoy"])


@rule("pq17", "6.3.2", "6.3.5b")
def test_6_3_2_a_task_force_that_nothing_else_follows_is_known_less_well() -> None:
    convoy = force("c", "allied", "convoy", "0412", "dd_a_i 2", fuel=Fuel(20))
    board = arctic(convoy, force("u", "axis", "wolfpack", "0412", "ss_german 2"))
    board.identify(convoy, 2)
    board.state.shadows = [Shadow("c", "wolfpack", "u")]
    clean_up_force(board, convoy)
    assert (convoy.level, board.state.shadows) == (1, [])


@rule("pq17", "6.3.2", "6.3.4")
@pytest.mark.parametrize(("by", "who", "after"), [("wolfpack", "u", "c"), ("sector", "barents", "c_2")])
def test_6_3_2_a_pack_stays_with_the_convoy_whatever_it_was_told_to_prefer(by: Any, who: str, after: str) -> None:
    convoy = force("c", "allied", "convoy", "0412", "mv 2", "duke_of_york", "kent", fuel=Fuel(20))
    board = table(convoy, force("u", "axis", "wolfpack", "0412", "ss_german 2"))
    board.identify(convoy, 2)
    board.state.shadows = [Shadow("c", by, who, prefers=("capital",))]
    moved(board, Split("c", ("duke_of_york", "kent")))
    assert [one.target for one in board.state.shadows] == [after]


@rule("pq17", "6.3.2", "5.2")
def test_6_3_2_a_pack_that_follows_a_convoy_attacks_neither_it_nor_another() -> None:
    other = convoy_named(name="qp")
    board = followed_by(convoy_named(), "wolfpack", "pack", three_boats(), three_boats(name="free"), other)
    board.identify(other, 1)
    found = {
        (name, target): may_attack(board, board.force(name), board.force(target))
        for name in ("pack", "free")
        for target in ("pq", "qp")
    }
    assert found == {("pack", "pq"): False, ("pack", "qp"): False, ("free", "pq"): True, ("free", "qp"): True}


@rule("pq17", "6.3.2", "5.1.7")
@pytest.mark.parametrize(
    ("die", "met", "follows"), [(5, "light_drift", True), (9, "heavy_drift", False), (1, "clear", True)]
)
def test_6_3_2_no_german_pack_follows_into_heavy_drift(die: int, met: str, follows: bool) -> None:
    """Light drift is expected, and the convoy meets what the die says; the Axis may not go where drift is heavy."""
    box = arctic().box
    where = [
        one.id
        for one in box.hexes.values()
        if one.zone and one.is_sea and box.charts.ice.expects("jul", one.zone).ice == "light_drift"
    ]
    inside = next(one for one in sorted(where) if not box.charts.ice.expects("jul", box.hexes[one].zone).certain)
    outside = next(one for one in box.waters.ways[inside] if not box.hexes[one].zone and not box.hexes[one].door)
    target = convoy_named(outside, "mv 9")
    target.plan, target.convoy.destinations = Plan(0, (inside,)), ()
    board = followed_by(target, "wolfpack", "pack", three_boats(outside))
    play(_movement(board), dice=[(die,)], cards=["card_04", "card_07"][: 0 if met == "clear" else 2])
    assert target.at == inside
    assert (board.force("pack").at == inside) is follows
    assert bool(board.state.shadows) is follows


@rule("pq17", "6.3.2", "6.3b", "6.3.3")
@pytest.mark.parametrize(
    ("follower", "ships", "target", "may"),
    [
        ("wolfpack", ("ss_german 1",), "convoy", True), ("wolfpack", ("ss_german 1",), "task_force", False),
        ("task_force", ("lutzow",), "convoy", False), ("dummy", (), "convoy", False),
    ],
)  # fmt: skip
def test_6_3_2_german_blocks_that_follow(follower: Kind, ships: tuple[str, ...], target: Kind, may: bool) -> None:
    held = ("mv 8", "dd_a_i 1") if target == "convoy" else ("norfolk",)
    board = arctic(
        force("f", "axis", follower, "0410", *ships),
        force("x", "allied", target, "0410", *held),
    )
    phase(board, "axis")
    board.identify(board.force("x"), 0)
    board.phase.found.append("x")
    assert shadowers_for(board, "axis", board.force("x")) == (("f",) if may else ())


@rule("pq17", "6.3.2", "6.3.3")
@pytest.mark.parametrize(
    ("at", "port", "shadows", "offered"),
    [
        ("1111", "", [], ["c"]),
        ("1111", "trondheim", [], []),
        ("1110", "", [], []),
        ("1111", "", [Shadow("other", "task_force", "c")], []),
        ("1111", "", [Shadow("r", "aircraft", "u")], ["c"]),
    ],
)
def test_6_3_2_which_cruisers_may_begin_to_follow(
    at: str, port: str, shadows: list[Shadow], offered: list[str]
) -> None:
    board = arctic(force("c", "allied", "task_force", at, "london", port=port),
                   force("r", "axis", "task_force", "1111", "lutzow", level=1), shadows=shadows)  # fmt: skip
    board.state.phase = Phase("allied")
    assert list(shadowers_for(board, "allied", board.force("r"))) == offered
