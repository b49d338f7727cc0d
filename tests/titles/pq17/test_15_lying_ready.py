"""15.8 Who lies where, and with whom, as an operation of a campaign begins."""

from typing import Any

import pytest

from games.titles.pq17.rules.campaign.composing import binding_carriers, compose_operation
from games.titles.pq17.rules.campaign.fortnight import fortnight
from games.titles.pq17.state.roster import Away, Unit
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.ch15_campaign.orders_of_battle import lies_ready
from tests.titles.pq17.playing import play

rule = pytest.mark.rule


@rule("pq17", "15.8", "1.2.3")
def test_capital_ships_lie_with_half_of_the_destroyers_and_cruisers_with_the_others() -> None:
    """So do carriers; torpedo boats and escorts are a force of their own, the odd destroyer goes with the larger."""
    _, forces = lies_ready(
        Unit("duke_of_york", 4, "scapa_flow"), Unit("victorious", 3, "scapa_flow"), Unit("london", 3, "scapa_flow"),
        Unit("dd_a_i", 5, "scapa_flow"), Unit("tb_hunt", 2, "scapa_flow"), Unit("dd_us", 1, "scapa_flow"),
        Unit("es_british", 2, "scapa_flow"), Unit("aldersdale", 2, "scapa_flow"),
        Unit("avenger", 2, "clyde"), Unit("dd_j_r", 2, "clyde"),
    )  # fmt: skip
    assert forces == {
        "main_scapa_flow": ("duke_of_york 4", "victorious 3", "dd_a_i 3", "dd_us 1"),
        "cruisers_scapa_flow": ("london 3", "dd_a_i 2"),
        "escorts_scapa_flow": ("tb_hunt 2", "es_british 2", "aldersdale 2"),
        "main_clyde": ("avenger 2", "dd_j_r 1"),
        "cruisers_clyde": ("dd_j_r 1",),
    }


@rule("pq17", "5.1.8", "15.0a", "15.8")
@pytest.mark.parametrize("state", [{}, {"inoperative": 2}, {"dead": True}, "in dock"])
def test_tirpitz_is_bound_by_a_carrier_of_the_enemy_whether_she_lies_ready_or_not(state: Any) -> None:
    board = campaign()
    play(fortnight(board))
    board.roster.boxes = {}
    carrier = Unit("victorious", 3, "clyde", **({} if state == "in dock" else state))
    board.roster.units = [Unit("london", 3, "scapa_flow"), Unit("graf_zeppelin", 3, "narvik")]
    if state == "in dock":
        board.roster.away.append(Away(carrier, "repair", 9))
    else:
        board.roster.units.append(carrier)
    assert compose_operation(BOX, board.roster, board.operation, [], {}).binding_carriers == ("victorious",)


@rule("pq17", "5.1.8", "15.3", "15.7")
@pytest.mark.parametrize(
    ("key", "binding"),
    [("mar_1", True), ("aug_1", True), ("aug_2", False), ("sep_1", True), ("oct_1", True), ("oct_2", False)],
)
def test_no_carrier_binds_tirpitz_that_the_schedule_has_elsewhere_or_that_was_sunk(key: str, binding: bool) -> None:
    """She leaves for PEDESTAL as the first fortnight of August ends, comes back in the next, and goes to TORCH."""
    board = campaign()
    board.roster.fortnight = next(place for place, one in enumerate(BOX.campaign.fortnights) if one.key == key)
    assert binding_carriers(BOX, board.roster) == (("victorious",) if binding else ())
    board.roster.units = [one for one in board.roster.units if one.kind != "victorious"]
    assert binding_carriers(BOX, board.roster) == ()
