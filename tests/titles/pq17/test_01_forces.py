"""1.2 to 1.4, 4.3: what forces may hold, how they come together and part, and Command Points."""

from typing import Any

import pytest

from games.titles.pq17.rules.forces.command import (
    can_pay,
    command_victory_points,
    must_spend,
    needs_point,
    owed,
    pay,
    price,
    soviet_price,
)
from games.titles.pq17.rules.forces.composition import (
    broken_rules,
    combined_level,
    combining_barred_by,
    dummies_left,
    free_blocks,
    kind_of,
    merge_counters,
    parting_barred_by,
    surplus_dummies,
)
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.reporting import convoy_ships, is_large
from games.titles.pq17.state.state import Points
from tests.titles.pq17.arctic import force, ships
from tests.titles.pq17.box import BOX

rule = pytest.mark.rule


@rule("pq17", "1.2", "1.2.1", "1.2.2")
@pytest.mark.parametrize(
    ("words", "kind"),
    [((), "dummy"), (("mv 1", "tirpitz"), "convoy"), (("ss_german 3",), "wolfpack"), (("aldersdale",), "task_force"),
     (("dd_a_i 1", "ss_british 1"), "task_force")],
)  # fmt: skip
def test_what_a_force_is(words: tuple[str, ...], kind: str) -> None:
    assert kind_of(BOX, ships(*words)) == kind


@rule("pq17", "1.2.1b")
@pytest.mark.parametrize(
    ("words", "large"),
    [(("mv 10",), False), (("mv 10", "aldersdale"), True), (("mv 9", "aldersdale"), False)],
)
def test_pp1_large_convoys(words: tuple[str, ...], large: bool) -> None:
    """PP1"""
    assert is_large(BOX, convoy_ships(BOX, ships(*words))) is large


@rule("pq17", "1.2.1a", "1.2.2")
@pytest.mark.parametrize(
    ("words", "rules"),
    [
        (("mv 9", "es_british 4", "ss_british 2"), ()), (("mv 9", "es_british 5"), ("1.2.1a",)),
        (("mv 9", "ss_british 3"), ("1.2.1a",)), (("ss_german 4",), ()), (("ss_german 4", "ss_german 1"), ("1.2.2",)),
        (("tirpitz", "dd_36a 9"), ()), (("dd_a_i 1", "ss_british 1"), ("1.2.1a",)),
    ],
)  # fmt: skip
def test_limits(words: tuple[str, ...], rules: tuple[str, ...]) -> None:
    assert broken_rules(BOX, ships(*words)) == rules


@rule("pq17", "1.2.4", "1.2.1a")
def test_pp2_a_full_convoy_takes_no_more() -> None:
    """PP2"""
    convoy = force("c", "allied", "convoy", "0410", "mv 9", "es_british 4", "ss_british 1")
    assert combining_barred_by(BOX, [convoy, force("t", "allied", "task_force", "0410", "es_british 1")]) == ("1.2.1a",)
    assert combining_barred_by(BOX, [convoy, force("p", "allied", "wolfpack", "0410", "ss_british 2")]) == ("1.2.1a",)
    assert combining_barred_by(BOX, [convoy, force("p", "allied", "wolfpack", "0410", "ss_british 1")]) == ()


@rule("pq17", "1.2.4", "1.2.2")
def test_pp3_wolfpacks() -> None:
    """PP3"""
    three, two, one = (force(f"p{n}", "axis", "wolfpack", "0613", f"ss_german {n}") for n in (3, 2, 1))
    assert combining_barred_by(BOX, [three, one]) == combining_barred_by(BOX, [two, one]) == ()
    assert combining_barred_by(BOX, [three, two]) == ("1.2.2",)


@rule("pq17", "1.2.4", "1.2.4a", "5.2.1")
def test_who_never_combines() -> None:
    soviet = force("s", "allied", "wolfpack", "0716", "ss_soviet 2")
    british = force("b", "allied", "wolfpack", "0716", "ss_british 1")
    assert combining_barred_by(BOX, [soviet, british]) == ("5.2.1",)
    assert combining_barred_by(BOX, [british, force("d", "allied", "dummy", "0716")]) == ("1.2.4a",)
    assert combining_barred_by(BOX, [british, force("f", "allied", "wolfpack", "0717", "ss_british 1")]) == ("1.2.4",)


@rule("pq17", "1.2.4")
def test_pp5_the_highest_id() -> None:
    """PP5"""
    assert [combined_level(levels) for levels in ([1, 3], [0, None], [None, None])] == [3, 0, None]


@rule("pq17", "1.2.3", "1.2.3a")
@pytest.mark.parametrize(
    ("part", "rules"),
    [
        (("dd_a_i 1",), ()), (("dd_a_i 2", "aldersdale"), ()), (("aldersdale",), ("1.2.3a",)), (("mv 1",), ("1.2.3a",)),
        ((), ("1.2.3",)), (("ss_british 1",), ()), (("ss_british 1", "dd_a_i 1"), ("1.2.3",)),
    ],
)  # fmt: skip
def test_what_may_part(part: tuple[str, ...], rules: tuple[str, ...]) -> None:
    convoy = force("c", "allied", "convoy", "0410", "mv 9", "dd_a_i 2", "aldersdale", "ss_british 2")
    assert parting_barred_by(BOX, convoy, ships(*part)) == rules


@rule("pq17", "1.2.3")
def test_the_rest_must_hold_something() -> None:
    assert parting_barred_by(BOX, force("t", "axis", "task_force", "0715", "tirpitz"), ships("tirpitz")) == ("1.2.3",)


@rule("pq17", "1.4b", "7.3.2")
def test_counters_that_come_together() -> None:
    one, other = Counter("dd_36a", 2, spent=2), Counter("dd_36a", 3, spent=1)
    lame, tender = Counter("dd_36a", 1, crippled=True), Counter("aldersdale", 2, oil=15)
    assert merge_counters([one, lame, other, tender]) == [Counter("dd_36a", 5, spent=2), lame, tender]
    assert (one.strength, other.strength) == (2, 3)
    assert (
        len(merge_counters([Counter("mv", 2), Counter("mv", 1, dispersed=True), Counter("mv", 1, inoperative=True)]))
        == 3
    )


@rule("pq17", "1.2c", "1.3")
def test_stock_and_limit_of_dummies() -> None:
    forces = [force(f"d{n}", "axis", "dummy", "0613") for n in range(3)]
    forces.append(force("c", "allied", "convoy", "0410", "mv 1"))
    assert free_blocks(BOX, forces, "axis", "dummy") == 3
    assert free_blocks(BOX, forces, "axis", "convoy") == 1
    assert [dummies_left(BOX, forces, "axis", limit) for limit in (2, 4, 9)] == [0, 1, 3]
    assert dummies_left(BOX, forces, "allied", 5) == 5


@rule("pq17", "1.3e")
def test_pp7_all_dummies_of_a_hex_but_one_go() -> None:
    """PP7"""
    forces = [
        force("one", "axis", "dummy", "0613"), force("t", "axis", "task_force", "0613", "lutzow"),
        force("two", "axis", "dummy", "0613"), force("other", "axis", "dummy", "0612"),
        force("three", "axis", "dummy", "0613"), force("theirs", "allied", "dummy", "0613"),
    ]  # fmt: skip
    assert [one.id for one in surplus_dummies(forces)] == ["two", "three"]


@rule("pq17", "4.3", "4.3.2", "4.3.3")
@pytest.mark.parametrize(
    ("words", "port", "cost"),
    [
        (("nigeria", "cl_liverpool", "trinidad"), "reykjavik", 3), (("king_george_v", "victorious"), "scapa_flow", 4),
        (("avenger", "scylla", "dd_a_i 16"), "", 2), (("renown",), "", 2), (("dd_36a 5", "tb_35_37 2"), "narvik", 0),
        (("tirpitz",), "kiel", 0), (("admiral_hipper", "dd_36a 3"), "trondheim", 1), (("aldersdale", "mv 31"), "", 0),
    ],
)  # fmt: skip
def test_what_sailing_costs(words: tuple[str, ...], port: str, cost: int) -> None:
    assert price(BOX, ships(*words), port=port) == cost


@rule("pq17", "4.3", "4.3.2")
def test_soviet_ships_cost_a_point_together() -> None:
    assert soviet_price(BOX, ships("dd_project_7 3", "tb_novik 1", "es_soviet 2")) == 2
    assert soviet_price(BOX, ships("ss_soviet 4")) == soviet_price(BOX, ships("dd_a_i 4")) == 0


def spend(left: int, *costs: tuple[int, int]) -> tuple[list[int], Points]:
    """What was bought for each (turn, cost), and the points afterwards."""
    points = Points(left)
    return [pay(points, cost, turn) for turn, cost in costs], points


@rule("pq17", "4.3.2")
@pytest.mark.parametrize(
    ("costs", "bought"),
    [
        (((9, 3), (10, 5)), [4, 4]),  # P1, P2: three cruisers, then a BB, a CV and a CA
        (((9, 5), (10, 1), (11, 1)), [6, 0, 2]),  # PP21
        (((9, 1), (11, 1)), [2, 2]),  # PP22
        (((9, 1), (10, 2)), [2, 2]),
        (((9, 0), (10, 1), (11, 1)), [0, 2, 0]),
    ],
)
def test_points_are_bought_whole_and_a_half_lasts_one_more_turn(costs: Any, bought: list[int]) -> None:
    found, points = spend(16, *costs)
    assert found == bought
    assert (points.spent, points.left) == (sum(bought), 16 - sum(bought))


@rule("pq17", "4.3.2")
def test_no_more_than_there_is() -> None:
    points = Points(2, over=1, until=10)
    assert (owed(points, 3, 10), owed(points, 3, 11)) == (2, 4)
    assert can_pay(points, 3, 10)
    assert not can_pay(points, 3, 11)
    with pytest.raises(ValueError, match="4 half points"):
        pay(points, 3, 11)
    assert points == Points(2, over=1, until=10)


@rule("pq17", "4.3.2a")
def test_pp23_soviet_ships_beyond_their_aircraft() -> None:
    """PP23: 0617 lies in the sector, 0613 outside both."""
    soviet = ships("dd_project_7 2")
    assert not needs_point(BOX, soviet, "0617")
    assert needs_point(BOX, soviet, "0613")
    assert not needs_point(BOX, ships("dd_a_i 2"), "0613")
    points = Points(2)
    pay(points, BOX.numbers.command.soviet_hex, 9)
    assert not can_pay(points, BOX.numbers.command.soviet_hex, 9)


@rule("pq17", "4.3a")
def test_pp24_the_first_point() -> None:
    """PP24"""
    assert must_spend(Points(16), first=True, initiative=True)
    assert not must_spend(Points(16), first=False, initiative=True)
    assert not must_spend(Points(16), first=True, initiative=False)
    assert not must_spend(Points(12, spent=4), first=True, initiative=True)
    assert not must_spend(Points(1), first=True, initiative=True)


@rule("pq17", "2.3")
@pytest.mark.parametrize(("spent", "halves"), [([8], 4), ([10], 4), ([14], 6), ([2, 2], 2), ([6], 2), ([], 0)])
def test_p3_what_points_cost_in_victory_points(spent: list[int], halves: int) -> None:
    """P3: four points cost two; both Allied commands are counted together."""
    assert command_victory_points(BOX, [Points(spent=one) for one in spent]) == halves
