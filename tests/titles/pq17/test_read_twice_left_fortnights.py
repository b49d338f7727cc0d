"""Chapters 12 and 15 read a second time: what was noticed of the fortnights of a campaign, and left."""

from typing import Any

import pytest

from games.titles.pq17.rules.campaign import administration
from games.titles.pq17.rules.campaign.command import begin
from games.titles.pq17.rules.campaign.folding import fold
from games.titles.pq17.rules.campaign.fortnight import fortnight
from games.titles.pq17.rules.operation.plans import plans
from games.titles.pq17.rules.special.landing import embark
from games.titles.pq17.table.events.special import Reinforced
from games.titles.pq17.table.roster import Unit
from games.titles.pq17.table.state import Chit, Loss
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.procedures import by_default, heard, play
from tests.titles.pq17.situations import holding

rule = pytest.mark.rule


# ---------------------------------------------------------------- 12.6.1 what a ground offensive costs


@rule("pq17", "12.6.1")
@pytest.mark.parametrize(
    ("thrown", "german", "soviet"), [(0, 0, 0), (1, 1, 1), (3, 1, 2), (4, 2, 2), (9, 3, 5)],
)  # fmt: skip
def test_pp545_the_third_and_the_half_are_of_the_die(thrown: int, german: int, soviet: int) -> None:
    sea = campaign()
    sea.roster.units, sea.roster.offensive = [Unit("ju_88", 30, "banak"), Unit("i_16", 30, "vaenga")], True
    by_default(administration._offensive(sea), lambda _: thrown)
    assert [unit.strength for unit in sea.roster.units] == [30 - german, 30 - soviet]


@rule("pq17", "12.6.1")
def test_pp546_no_more_than_there_is() -> None:
    sea = campaign()
    sea.roster.units, sea.roster.offensive = [Unit("ju_88", 2, "banak"), Unit("hudson", 3, "wick")], True
    by_default(administration._offensive(sea), lambda _: 9)
    assert [(unit.kind, unit.strength) for unit in sea.roster.units] == [("hudson", 3)]


# ---------------------------------------------------------------- 12.13 reinforcements come before plans are written


@rule("pq17", "12.13", "4.2")
def test_pp547_reinforcements_of_a_chit_can_sail_before_play_starts() -> None:
    """PQ-17: destroyers at Scapa Flow, of which the enemy sees a block and nothing else before he plans."""
    sea = holding("allied", "k", "reinforcements", start=9)
    run = play(sea, plans(sea), says={"plans@allied": "sail tf_allied_1 sails=2.am way=1205,1105"})
    (new,) = sea.forces_of("allied")
    assert (new.id, new.port, new.plan is not None) == ("tf_allied_1", "scapa_flow", True)
    assert [one.units for one in heard(sea, "axis") if isinstance(one, Reinforced)] == [()]
    assert run.following == "weather"


# ---------------------------------------------------------------- 12.14.1 what was given for ARCHERY leaves again


@rule("pq17", "12.14.1", "15.8")
@pytest.mark.parametrize(
    ("situation", "losses", "escorts"),
    [
        ("archery", [], [(3, "scapa_flow")]), ("archery", ["sunk"], [(2, "scapa_flow"), (1, "clyde")]),
        ("archery", ["weather"], [(2, "scapa_flow")]), ("none", [], [(3, "scapa_flow"), (1, "clyde")]),
    ],
    ids=["none lost", "one lost", "one put out", "another situation"],
)  # fmt: skip
def test_pp548_the_escort_given_for_archery_leaves_after_the_operation(
    situation: str, losses: list[Any], escorts: list[tuple[int, str]]
) -> None:
    """Three escorts of the class were in play, and the fourth was given: no more than three are in play afterwards."""
    sea = campaign()
    play(sea, fortnight(sea))
    sea.state.command = begin(BOX, sea.roster)
    sea.roster.units = []
    others = force("others", "allied", "task_force", "1206", "dd_a_i 4", f"es_british {3 - len(losses)}",
                   port="scapa_flow")  # fmt: skip
    raid = force("raid", "allied", "task_force", "1106", "jamaica", port="clyde")
    sea.state.forces = [others, raid]
    embark(sea, raid)
    sea.state.chits = {"allied": Chit("m", situation, forces=["raid"] if situation == "archery" else [])}
    sea.state.losses = [Loss("allied", "es_british", 1, 9, how) for how in losses]
    fold(sea)
    found = [(unit.strength, unit.place) for unit in sea.roster.units if unit.kind == "es_british"]
    assert found == escorts
