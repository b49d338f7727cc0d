"""Points that readers noticed and left alone: each decided by the text, or written down as a reading."""

import pytest

from games.titles.pq17.rules.campaign import folding, patrol
from games.titles.pq17.rules.fuel.phase import fuel
from games.titles.pq17.rules.operation.start import start
from games.titles.pq17.state.roster import Boxes, Roster, Unit
from games.titles.pq17.state.state import Plan
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import PQ17, campaign
from tests.titles.pq17.playing import play

rule = pytest.mark.rule


@rule("pq17", "15.4.3b")
@pytest.mark.parametrize(("at", "port", "due"), [("0412", "", 10), ("0201", "scapa_flow", 11), ("german", "", 11)])
def test_pp803_a_green_crew_learns_at_sea_not_in_port(at: str, port: str, due: int) -> None:
    """Jamaica, due in the second fortnight of August; the German box holds ports (5.7.1)."""
    one = force("t", "allied", "task_force", BOX.ports[port].hex if port else at, "jamaica", port=port)
    one.counters[0].green = True
    roster = Roster(noted=[Unit("jamaica", 3, "clyde", green=True, due=11)])
    board = arctic(one, force("o", "allied", "task_force", "0412", "kent"), roster=roster)
    play(fuel(board))
    play(fuel(board))
    assert roster.sailed == (["jamaica"] if due == 10 else [])
    roster.units = [Unit("jamaica", 3, "clyde")]
    folding._mark(BOX, roster)
    assert [(unit.green, unit.due) for unit in roster.units] == [(True, due)]
    assert (roster.noted, roster.sailed) == ([], [])


@rule("pq17", "15.4.3b", "8.3")
def test_pp803_who_sailed_before_play_starts_was_at_sea() -> None:
    port = BOX.ports["kiel"].hex
    one = force("t", "axis", "task_force", port, "koln", port="kiel", plan=Plan(1, (), "kiel"))
    one.counters[0].green = True
    board = arctic(one, roster=Roster(), turn=5, start=5)
    play(start(board))
    assert board.roster.sailed == ["koln"]


@rule("pq17", "15.8.1")
@pytest.mark.parametrize(
    ("unit", "ranks"),
    [
        (Unit("kent", 2, "scapa_flow"), {"kent": 0, "renown": 1}),
        (Unit("kent", 1, "scapa_flow"), {"renown": 1}),
        (Unit("kent", 2, "scapa_flow", crippled=True), {"renown": 1}),
        (Unit("kent", 2, "scapa_flow", inoperative=1), {"renown": 1}),
        (Unit("kent", 2, "murmansk"), {"renown": 1}),
    ],
)  # fmt: skip
def test_pp807_who_is_hurt_cannot_be_used_on_patrol_white(unit: Unit, ranks: dict[str, int]) -> None:
    there = Roster(units=[unit, Unit("renown", BOX.ships["renown"].strength, "clyde")])
    assert {one.kind: rank for rank, one in patrol.ranked_reliefs(BOX, there)} == ranks


@rule("pq17", "15.2.2")
def test_pp810_a_port_in_which_nothing_lies_is_not_named_in_the_state_of_the_campaign() -> None:
    board = campaign("campaign_march")
    board.roster.boxes = {"murmansk": Boxes(), "arkhangelsk": Boxes(down=[Unit("mv", 2, "arkhangelsk")])}
    told = PQ17.presentation.text_board(PQ17.secrecy.view(board.state, "allied"), "en")
    assert "Arkhangelsk: 0 to be unloaded, 2 in ballast, 0 idle." in told
    assert "Murmansk: 0" not in told
