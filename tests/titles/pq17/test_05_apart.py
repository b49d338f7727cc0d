"""5.5, 5.6, 9.3.3, 12.1: convoys that scatter, their dispersed parts, and those that Cobweb betrays."""

from typing import Any

import pytest
from msgspec import structs

from games.titles.pq17.rules.convoy.dispersal import move_dispersed_part, rejoin_parts
from games.titles.pq17.rules.convoy.scattering import may_scatter, scatter
from games.titles.pq17.rules.special.fortnights import betray_convoys
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.convoy import Rejoined
from games.titles.pq17.state.events.special import ChitShown
from games.titles.pq17.state.roster import Roster
from games.titles.pq17.state.state import Force, Sky
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch05_movement.scattered import scattered_convoy
from tests.titles.pq17.playing import heard, phase, play
from tests.titles.pq17.trial import left

rule = pytest.mark.rule
CHART = BOX.charts.rejoining
ALL, HALF = (least - CHART.weather.get("fair", 0) for least in (CHART.all, CHART.half))
"""From which die on all, or half, rejoin in fair weather."""


@rule("pq17", "5.5", "12.12a", "1.2c")
@pytest.mark.parametrize(
    ("one", "full", "may"),
    [
        (scattered_convoy(), "", True),
        (scattered_convoy(scattered=True), "", False),
        (scattered_convoy(part_of="other"), "", False),
        (scattered_convoy(at="0504", port="reykjavik"), "", False),
        (scattered_convoy(at="kara_sea"), "", False),
        (scattered_convoy(), "task_force", False),
        (scattered_convoy(), "wolfpack", True),
        (scattered_convoy("mv 8"), "task_force", True),
        (scattered_convoy("mv 8", "ss_british 1"), "wolfpack", False),
        (scattered_convoy("mv 8", "ss_british 1"), "task_force", True),
    ],
    ids=["at sea", "it has", "a part", "in port", "Kara Sea", "no block for escorts", "none for boats, it has none",
         "no escorts", "no block for its boats", "its boats have one"],
)  # fmt: skip
def test_which_convoys_may_scatter(one: Force, full: Any, may: bool) -> None:
    ships = {"task_force": "dd_us 1", "wolfpack": "ss_british 1"}
    stock = getattr(BOX.numbers.blocks.allied, full) if full else 0
    board = arctic(one, *(force(f"x{n}", "allied", full, "0612", ships[full]) for n in range(stock)))
    assert may_scatter(board, one) is may


@rule("pq17", "5.5")
def test_warships_leave_as_a_task_force_and_boats_as_a_pack_and_parts_are_no_more() -> None:
    one = scattered_convoy("mv 8", "dd_a_i 2", "ss_british 1", "palomares")
    one.counters.append(Counter("mo", 2, dispersed=True))
    away = scattered_convoy("mv 3", name="away", part_of="pq")
    board = phase(arctic(one, away), "allied")
    play(scatter(board, one))
    lies = {found.id: (found.kind, sorted(left(found.counters))) for found in board.state.forces}
    assert {name: kind for name, (kind, _) in lies.items()} == {
        "pq": "convoy", "pq_escort": "task_force", "pq_boats": "wolfpack",
    }  # fmt: skip
    assert (lies["pq_escort"][1], lies["pq_boats"][1]) == (["dd_a_i 2"], ["ss_british 1"])
    assert sum(there.strength for there in one.counters if there.ship in ("mv", "mo")) == 13
    assert not any(there.dispersed for there in one.counters)
    assert one.convoy is not None
    assert one.convoy.scattered


@rule("pq17", "5.6")
@pytest.mark.parametrize(("starts", "ends"), [("", ""), ("reykjavik", ""), ("", "murmansk")])
def test_a_dispersed_part_goes_where_its_convoy_goes(starts: str, ends: str) -> None:
    one, away = scattered_convoy(at="0504"), scattered_convoy("mv 3", name="away", at="0504", part_of="pq", port=starts)
    other = scattered_convoy("mv 1", name="other", at="0504", part_of="elsewhere")
    board = arctic(one, away, other)
    one.moved = 1
    assert one.convoy is not None
    one.convoy.been, one.convoy.nearest, one.convoy.destination = ["0504", "0404"], 15, "murmansk"
    assert move_dispersed_part(board, one, ("0404", "0405"), ends) == [away]
    assert (away.at, away.port, away.moved) == ("0405", ends, 1)
    assert away.convoy is not None
    sailed = (away.convoy.been, away.convoy.nearest, away.convoy.destination)
    assert sailed == (["0504", "0404"], 15, "murmansk")
    assert (other.at, other.moved) == ("0504", 0)


def with_part(*, as_part: bool, sky: Any = "fair", **fields: Any) -> Board:
    one = scattered_convoy("mv 8", **fields)
    if as_part:
        return phase(arctic(one, scattered_convoy("mv 5", name="away", part_of="pq"), sky=Sky(sky)), "allied")
    one.counters.append(Counter("mv", 5, dispersed=True))
    return phase(arctic(one, sky=Sky(sky)), "allied")


@rule("pq17", "9.3.3")
@pytest.mark.parametrize("as_part", [True, False])
@pytest.mark.parametrize(("die", "back"), [(ALL, 5), (ALL - 1, 3), (HALF, 3), (HALF - 1, 0)])
def test_all_half_or_none_of_what_dispersed_rejoins(die: int, back: int, as_part: bool) -> None:
    """Half of five is three. Its owner alone is told."""
    assert 0 < HALF < ALL <= 9
    board = with_part(as_part=as_part)
    play(rejoin_parts(board), dice=[(die,)])
    whole = sum(one.strength for one in board.force("pq").counters if not one.dispersed)
    assert whole == 8 + back
    assert heard(board, "allied")[-1] == Rejoined("allied", "pq", die, back)
    assert not [one for one in heard(board, "axis") if isinstance(one, Rejoined)]
    assert ("away" in {one.id for one in board.state.forces}) is (as_part and back < 5)


@rule("pq17", "9.3.3")
@pytest.mark.parametrize("sky", ["storm", "gale"])
def test_in_a_storm_or_a_gale_nothing_rejoins(sky: str) -> None:
    board = with_part(as_part=True, sky=sky)
    play(rejoin_parts(board))
    assert len(board.state.forces) == 2


@rule("pq17", "12.1", "12.1a")
@pytest.mark.parametrize(
    ("roster", "at_sea", "port", "betrayed"),
    [
        ({"cobweb": 2}, True, "reykjavik", True),
        ({"cobweb": 3}, True, "reykjavik", False),
        ({"cobweb": -1}, True, "reykjavik", False),
        ({"cobweb": 2}, False, "reykjavik", False),
        ({"cobweb": 2}, True, "loch_ewe", False),
        ({"cobweb": 2, "betrayed": ["pq"]}, True, "reykjavik", False),
        ({"cobweb": 2, "betrayed": ["a", "b"]}, True, "reykjavik", False),
        ({"cobweb": 2, "betrayed": ["a"]}, True, "reykjavik", True),
    ],
)
def test_cobweb_betrays_two_convoys_from_reykjavik(roster: Any, at_sea: bool, port: str, betrayed: bool) -> None:
    one = scattered_convoy(at="0404" if at_sea else "0504", port="" if at_sea else "reykjavik")
    board = phase(arctic(one), "allied")
    board.state.roster = Roster(fortnight=3, agent="d", **{**roster, "betrayed": list(roster.get("betrayed", []))})
    first = not roster.get("betrayed")
    sails = [structs.replace(found, id="pq", port=port) for found in board.operation.convoys[:1]]
    board.state.composed = structs.replace(board.operation, convoys=tuple(sails))
    play(betray_convoys(board))
    assert (one.level == 2) is betrayed
    assert ("pq" in board.roster.betrayed) is (betrayed or "pq" in roster.get("betrayed", []))
    assert (ChitShown("axis", "d", "cobweb") in heard(board, "public")) is (betrayed and first)
