"""7.2, 9.3.2, 12.0, 15.0 to 15.8: small conditions of air attacks, dispersal, calls at two ports and fortnights."""

from typing import Any

import pytest

from games.titles.pq17.orders.preparations import PreparationsForm
from games.titles.pq17.rules.campaign.composing import _boats
from games.titles.pq17.rules.campaign.folding import _origin
from games.titles.pq17.rules.campaign.withdrawals import begin_at_home, overdue_ships, withdrawal_demands
from games.titles.pq17.rules.convoy.calling import _named
from games.titles.pq17.state.roster import Unit
from games.titles.pq17.state.state import Convoy
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import read_counters

rule = pytest.mark.rule


@rule("pq17", "15.2.1a")
@pytest.mark.parametrize(
    ("names", "ashore"),
    [
        (("mv", "mv"), [("mv", 2, False)]),
        (("mv",) * 4, [("mv", 3, False), ("mv", 1, True)]),
        (("mv",) * 9, [("mv", 3, False), ("mv", 2, True)]),
        (("mv", "mo"), [("mv", 1, False), ("mo", 1, False)]),
        (("dd_a_i",), []),
        (("mc",), []),
        ((), []),
    ],
)
def test_the_sound_ones_are_left_first_and_no_warship(names: tuple[str, ...], ashore: Any) -> None:
    one = force("pq", "allied", "convoy", "0817", port="murmansk")
    one.counters = read_counters("mv 2+crippled", "mv 3", "mo 1", "dd_a_i 2", "mc 1+towed")
    assert [(left.ship, left.strength, left.crippled) for left in _named(arctic(one), one, names)] == ashore


@rule("pq17", "15.8", "15.2")
@pytest.mark.parametrize(("part_of", "name", "port"), [("", "a", 0), ("", "b", 1), ("b", "x", 1), ("", "other", None)])
def test_a_convoy_set_out_from_the_port_of_its_own_or_of_the_one_it_is_part_of(
    part_of: str, name: str, port: int | None
) -> None:
    board = arctic(scenario="pq17")
    ids = {"a": board.operation.convoys[0].id, "b": board.operation.convoys[1].id}
    one = force(ids.get(name, name), "allied", "convoy", OPEN, "mv 1", convoy=Convoy(part_of=ids.get(part_of, part_of)))
    assert _origin(board, one) == ("reykjavik" if port is None else board.operation.convoys[port].port)
    bare = force(ids["b"], "allied", "task_force", OPEN, "london")
    assert _origin(board, bare) == board.operation.convoys[1].port


@rule("pq17", "15.8a")
@pytest.mark.parametrize(("total", "lying"), [(1, []), (2, [1]), (3, [1, 1]), (5, [2, 1]), (6, [2, 1]), (7, [2, 2])])
def test_the_boats_in_port_are_shared_between_two_ports(total: int, lying: list[int]) -> None:
    roster = campaign().roster
    roster.units = [Unit("ss_german", total, "bergen")]
    packs, groups = _boats(BOX, roster, "ss_german", 2)
    assert [int(one.ships[0].split()[1]) for one in groups] == lying
    assert sum(packs) + sum(lying) == total
    assert roster.units == []


@rule("pq17", "15.7.2")
def test_what_leaves_by_type_is_asked_for_with_who_is_there() -> None:
    found = 0
    for place, past in enumerate(BOX.campaign.fortnights):
        roster = campaign().roster
        roster.fortnight = place
        roster.units = [Unit("dd_a_i", 3, "scapa_flow"), Unit("dd_a_i", 1, "scapa_flow"), Unit("kent", 2, "scapa_flow"),
                        Unit("nigeria", 4, "scapa_flow"), Unit("dd_us", 2, "scapa_flow"),
                        Unit("dd_j_r", 2, "reykjavik")]  # fmt: skip
        leaving, fit = withdrawal_demands(BOX, roster)
        wanted = {
            entry.kind: entry.strength
            for going in past.departures if going.side == "allied"
            for entry in going.entries
            if entry.strength and entry.kind not in {**BOX.ships, **BOX.aircraft}
        }  # fmt: skip
        assert leaving == wanted
        found += len(wanted)
        for kind, ships in fit.items():
            assert set(ships) <= {"dd_a_i", "kent", "nigeria"}
            assert all(BOX.ships[ship].type == kind for ship in ships)
            assert ships.get("dd_a_i", 0) in (0, min(3, wanted[kind]))
            assert all(most == 1 for ship, most in ships.items() if BOX.ships[ship].is_single)
    assert found


@rule("pq17", "15.7.5")
@pytest.mark.parametrize(
    ("units", "overdue", "missing", "home"),
    [
        ([("koln", 2, "narvik")], {"koln": 1}, {"koln": 1}, {"koln": ["kiel"]}),
        ([("koln", 2, "kiel")], {"koln": 1}, {}, {"koln": ["kiel"]}),
        ([("dd_36a", 3, "narvik")], {"dd_36a": 2}, {"dd_36a": 2}, {"dd_36a": ["kiel", "narvik"]}),
        (
            [("dd_36a", 3, "narvik"), ("dd_36a", 1, "kiel")],
            {"dd_36a": 2},
            {"dd_36a": 1},
            {"dd_36a": ["kiel", "narvik"]},
        ),
        ([("dd_36a", 1, "narvik")], {"dd_36a": 3}, {"dd_36a": 1}, {"dd_36a": ["kiel"]}),
        ([("dd_36a", 3, "narvik")], {}, {}, {"dd_36a": ["narvik"]}),
    ],
)
def test_who_is_late_and_begins_the_next_operation_in_germany(
    units: list[tuple[str, int, str]], overdue: dict[str, int], missing: dict[str, int], home: dict[str, list[str]]
) -> None:
    roster = campaign().roster
    roster.fortnight = next(
        place for place, past in enumerate(BOX.campaign.fortnights)
        if not any(going.side == "axis" for going in past.departures)
    )  # fmt: skip
    roster.units, roster.overdue = [Unit(*one) for one in units], dict(overdue)
    assert overdue_ships(BOX, roster) == missing
    begin_at_home(BOX, roster, overdue)
    assert {kind: sorted({one.place for one in roster.units if one.kind == kind}) for kind in home} == home
    assert roster.overdue == overdue, "no less due for that"


@rule("pq17", "15.4.1", "15.8.3")
def test_an_example_of_preparations_calls_somebody_if_it_can_and_brings_those_that_must_come() -> None:
    form = PreparationsForm(classes={"dd_us": "us"}, limits_of={"us": 2}, new=("jamaica",), due=("jamaica",))
    assert form.render(form.example()) == "early jamaica\ncall dd_us strength=1"
    nobody = PreparationsForm(new=("jamaica",), due=("jamaica",))
    assert nobody.render(nobody.example()) == "early jamaica"
