"""1.2.3, 5.4, 6.6, 7.2, 12.2, 15: conditions of movement, of air attacks, and of a fortnight, each by itself."""

from typing import Any

import pytest

from games.kernel.conformance.json_schema import violations
from games.kernel.errors import Problem
from games.titles.pq17.orders.planning import PlansForm, Schedule
from games.titles.pq17.rules.campaign import command
from games.titles.pq17.rules.campaign.replacements import replace_auxiliaries, replace_boats, soviet_steps
from games.titles.pq17.state.roster import Roster
from games.titles.pq17.state.state import Points, Tally
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.forms_laid_out import SEA, mover

rule = pytest.mark.rule


CALLS = PlansForm(
    convoys=(mover("pq", kind="convoy", to=("murmansk", "arkhangelsk")),), waters=SEA,
    ports={"murmansk": "0407", "arkhangelsk": "0408"}, cargo={"pq": {"mv": 3, "mo": 1}},
)  # fmt: skip


@rule("pq17", "15.2.1a")
@pytest.mark.parametrize(
    ("to", "then", "lands", "wrong"),
    [
        ("murmansk", "", (), []),
        ("murmansk", "arkhangelsk", ("mv",), []),
        ("murmansk", "arkhangelsk", ("mv", "mv", "mv"), []),
        ("murmansk", "arkhangelsk", ("mv", "mv", "mo"), []),
        ("murmansk", "arkhangelsk", ("mv", "mv", "mv", "mo"), [("/0/lands", "count")]),
        ("murmansk", "arkhangelsk", ("mo", "mo"), [("/0/lands", "count")]),
        ("murmansk", "arkhangelsk", (), [("/0/then", "port")]),
        ("murmansk", "", ("mv",), [("/0/then", "port")]),
        ("murmansk", "murmansk", ("mv",), [("/0/then", "port")]),
    ],
)
def test_a_second_port_and_who_stays_in_the_first(
    to: str, then: str, lands: tuple[str, ...], wrong: list[tuple[str, str]]
) -> None:
    order = Schedule("pq", to, "1.am", (), then=then, lands=lands)
    found: list[Problem] = [one for one in CALLS.conflicts((order,)) if one.rule == "15.2.1a"]
    assert [(one.pointer, one.code) for one in found] == wrong
    assert bool(list(violations(CALLS.schema(), CALLS.parse(CALLS.render((order,)))))) is bool(wrong)


@rule("pq17", "15.1b")
@pytest.mark.parametrize(
    ("began", "sunk", "raised"),
    [(9, 3, True), (9, 2, False), (10, 3, False), (10, 4, True), (0, 0, False), (1, 0, False)],
)
def test_a_third_of_one_convoy_sunk_raises_what_severny_flot_may_hold(began: int, sunk: int, raised: bool) -> None:
    roster = Roster()
    left: Any = {"home_fleet": Points(5), "severny_flot": Points(3), "gruppe_nord": Points(7)}
    command.carry_over_points(BOX, roster, left, [Tally("pq", laden=True, began=began)], {"pq": sunk})
    assert (roster.raised, roster.severny_flot, roster.gruppe_nord) == (raised, 3, 7)
    command.carry_over_points(BOX, roster, left, [], {})
    assert roster.raised is raised, "for good"


@rule("pq17", "15.1", "15.1b")
@pytest.mark.parametrize(
    ("kept", "raised", "severny"),
    [(0, False, 4), (1, False, 5), (2, False, 6), (6, False, 6), (6, True, 8), (3, True, 7)],
)
def test_the_points_of_a_fortnight(kept: int, raised: bool, severny: int) -> None:
    roster = Roster(severny_flot=kept, gruppe_nord=3, raised=raised)
    points = command.begin_fortnight(BOX, roster)
    assert {name: one.left for name, one in points.items()} == {
        "home_fleet": 16, "severny_flot": severny, "gruppe_nord": 3,
    }  # fmt: skip


@rule("pq17", "15.6.1", "15.6.2", "15.6.4")
def test_what_is_replaced_where_and_how_much() -> None:
    roster = campaign().roster
    roster.units, second = [], next(
        place for place, one in enumerate(BOX.campaign.fortnights) if not one.begins_a_month
    )  # fmt: skip
    roster.fortnight = second - 1
    replace_auxiliaries(BOX, roster, ["mc", "aldersdale"])
    assert roster.units == [], "in the second fortnight of a month alone"
    roster.fortnight = second
    replace_auxiliaries(BOX, roster, ["mc", "mc", "aldersdale", "palomares", "mv"], "loch_ewe")
    assert sorted((one.kind, one.strength, one.place, one.laden) for one in roster.units) == [
        ("aldersdale", 2, "loch_ewe", False), ("mc", 2, "loch_ewe", True),
    ]  # fmt: skip
    roster.units = []
    replace_boats(BOX, roster, {"ss_british": 2, "ss_german": 3, "ss_soviet": 0})
    assert [(one.kind, one.strength, one.place) for one in roster.units] == [("ss_british", 2, "lerwick")]
    assert [soviet_steps(BOX, count) for count in (0, 1, 3, 4, 6, 7)] == [0, 1, 1, 2, 2, 3]
