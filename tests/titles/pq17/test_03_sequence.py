"""3, 4.1, 4.2, 8.3: set-up, plans, the start of play, the sequence of a turn, and when an operation ends."""

import pytest

from games.titles.pq17.orders.planning import PlansForm, Schedule
from games.titles.pq17.rules.operation import plans as planning
from games.titles.pq17.state.fuel import Fuel
from tests.titles.pq17.faults import refused, swapped
from tests.titles.pq17.openings import WAY_OF_PQ17, opened

rule = pytest.mark.rule


@rule("pq17", "5.1.5")
def test_pq_17_goes_north_of_bear_island() -> None:
    form = planning.plans_form(opened(), "allied")
    assert {one.convoy: one.way[:14] for one in form.default() if isinstance(one, Schedule)}["pq17"] == WAY_OF_PQ17[:14]


@rule("pq17", "5.1.5")
@pytest.mark.parametrize("way", ["0404", "0404,0406", "0504", ",".join((*WAY_OF_PQ17, "1119"))])
def test_a_usual_way_that_leads_nowhere_is_refused(way: str) -> None:
    hexes = ", ".join(f'"{one}"' for one in way.split(","))
    old = ", ".join(f'"{one}"' for one in WAY_OF_PQ17)
    error = refused(swapped("scenario_08_pq17.toml", f"[{old}]", f"[{hexes}]"))
    assert "5.1.5" in str(error)


@rule("pq17", "5.1.9")
def test_patrol_white_begins_in_the_strait_and_at_reykjavik() -> None:
    board = opened()
    assert (board.force("patrol_white").at, board.force("patrol_white").fuel) == ("0305", Fuel(20))
    assert board.force("relief").port == "reykjavik"
    assert opened("pq13").force("patrol_white").at == "0304"  # in March the strait is not certainly clear


@rule("pq17", "5.1.5a", "4.2")
def test_a_route_never_leads_two_hexes_away() -> None:
    form: PlansForm = planning.plans_form(opened(), "allied")
    back = ("0404", "0403", "0304", "0303", "0302")
    wrong = form.read(
        [{"order": "schedule", "convoy": "pq17", "to": "arkhangelsk", "sails": "1.am", "way": [*back, "1119"]}]
    )
    assert [(one.pointer, one.rule) for one in form.problems(wrong) if one.code == "back"] == [("/0/way", "5.1.5a")]
