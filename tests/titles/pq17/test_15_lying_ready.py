"""15.8 Who lies where, and with whom, as an operation of a campaign begins."""

import pytest

from games.titles.pq17.state.roster import Unit
from tests.titles.pq17.ch15_campaign.orders_of_battle import lies_ready

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
