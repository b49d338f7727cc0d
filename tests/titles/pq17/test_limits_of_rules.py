"""5.1.2a, 5.1.3, 5.2.1, 5.1.9a, 7.5.2g, 7.5.8, 14.0, 15.4: limits, shares and warnings, each edge from both sides."""

from typing import Any

import pytest

from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.cautions import Caution
from games.titles.pq17.rules.campaign.special_forces import release_forces
from games.titles.pq17.rules.movement.berths import make_room_in_port, use_berths
from games.titles.pq17.rules.movement.ports import count_berths, excess_ships
from games.titles.pq17.rules.surface.engagement import Engagement
from games.titles.pq17.rules.surface.gunnery import Aim
from games.titles.pq17.rules.surface.layout import join_force
from games.titles.pq17.rules.surface.withdrawal import unescorted_rounds
from games.titles.pq17.state.events.movement import Held
from games.titles.pq17.state.roster import Roster, Unit
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch05_movement.sailings import way_lines
from tests.titles.pq17.displays import battle
from tests.titles.pq17.oracles import strays
from tests.titles.pq17.playing import heard
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import counter, left, read_counters

rule = pytest.mark.rule


@rule("pq17", "5.1.2a")
@pytest.mark.parametrize(
    ("ship", "counts"),
    [
        ("anson 5", ("capital_ships", 1)),
        ("victorious 4", ("capital_ships", 1)),
        ("norfolk 3", ("cruisers", 1)),
        ("dd_a_i 3", ("light", 3)),
        ("tb_hunt 2", ("light", 2)),
        ("es_british 2", None),
        ("mv 5", None),
        ("dd_project_7 2", None),
        ("norfolk 2", None),
        ("norfolk 3+crippled", None),
        ("dd_a_i 2+crippled", None),
        ("dd_a_i 1+dead", None),
        ("ss_british 2", None),
    ],
)
def test_what_counts_in_a_russian_port(ship: str, counts: Any) -> None:
    """Undamaged warships that are not Soviet: capital ships and cruisers by ship, destroyers by strength."""
    found = {name: count for name, count in count_berths(BOX, [counter(ship)]).items() if count}
    assert found == ({counts[0]: counts[1]} if counts else {})


@rule("pq17", "5.1.2a")
@pytest.mark.parametrize(
    ("month", "used", "ships", "more"),
    [
        ("1942-07", {}, ("norfolk", "dd_a_i 5"), {}),
        ("1942-07", {}, ("norfolk", "kent"), {"cruisers": 1}),
        ("1942-07", {}, ("dd_a_i 6",), {"light": 1}),
        ("1942-07", {"light": 3}, ("dd_a_i 4",), {"light": 2}),
        ("1942-07", {"cruisers": 1}, ("dd_a_i 4",), {}),
        ("1942-07", {}, ("anson",), {"capital_ships": 1}),
        ("1942-12", {}, ("norfolk", "kent", "dd_a_i 8"), {}),
        ("1942-12", {}, ("norfolk", "kent", "london", "dd_a_i 9"), {"cruisers": 1, "light": 1}),
        ("1943-12", {}, ("anson", "norfolk", "kent", "london", "dd_a_i 10"), {}),
        ("1943-12", {"capital_ships": 1}, ("anson",), {"capital_ships": 1}),
    ],
)
def test_how_many_may_enter_by_the_month(month: str, used: Any, ships: tuple[str, ...], more: Any) -> None:
    there = force("t", "allied", "task_force", OPEN, *ships).counters
    assert excess_ships(BOX, month, used, there) == more


@rule("pq17", "5.1.2a")
@pytest.mark.parametrize(
    ("ships", "used", "stays", "parts", "uses"),
    [
        (("norfolk", "dd_a_i 5"), {}, ["dd_a_i 5", "norfolk 3"], [], {"cruisers": 1, "light": 5}),
        (("norfolk", "dd_a_i 7"), {}, ["dd_a_i 5", "norfolk 3"], ["dd_a_i 2"], {"cruisers": 1, "light": 5}),
        (("norfolk", "kent", "dd_a_i 5"), {}, ["dd_a_i 5", "kent 2"], ["norfolk 3"], {"cruisers": 1, "light": 5}),
        (("norfolk", "dd_a_i 2"), {"light": 4}, ["dd_a_i 1", "norfolk 3"], ["dd_a_i 1"], {"cruisers": 1, "light": 5}),
        (("dd_a_i 2", "es_british 2"), {"light": 5}, ["es_british 2"], ["dd_a_i 2"], {"light": 5}),
    ],
)
def test_ships_beyond_the_limit_stay_at_sea_as_a_force_of_their_own(
    ships: tuple[str, ...], used: Any, stays: list[str], parts: list[str], uses: Any
) -> None:
    one = force("t", "allied", "task_force", "0817", *ships)
    board = arctic(one, russian=dict(used))
    assert make_room_in_port(board, one, "murmansk")
    use_berths(board, one, "murmansk")
    assert sorted(left(one.counters)) == stays
    others = [found for found in board.state.forces if found.id != "t"]
    assert sorted(text for found in others for text in left(found.counters)) == parts
    assert [found.id for found in others] == ["t_2"] * bool(parts)
    assert {name: count for name, count in board.state.russian.items() if count} == uses


@rule("pq17", "5.1.2a")
def test_who_is_beyond_the_limit_altogether_stays_outside_and_other_ports_have_none() -> None:
    one = force("t", "allied", "task_force", "0817", "dd_a_i 2")
    board = arctic(one, russian={"light": 5})
    assert not make_room_in_port(board, one, "murmansk")
    assert heard(board, "allied") == [Held("allied", "t", "0817", "5.1.2a")]
    assert (heard(board, "axis"), board.state.russian) == ([], {"light": 5})
    assert make_room_in_port(board, one, "reykjavik")
    assert board.state.russian == {"light": 5}


@rule("pq17", "5.0", "5.1.2", "5.1.3", "5.1.5", "4.3.2")
@pytest.mark.parametrize(
    ("order", "fields", "day"),
    [
        ({"order": "move", "force": "a", "way": ["0402", "0403"]}, {}, "day 2 AM"),
        ({"order": "move", "force": "a", "way": ["0402", "0403", "0404"]}, {}, "day 2 PM"),
        ({"order": "move", "force": "a", "way": ["0402", "0403", "0404"], "pace": "high"}, {"hexes": 3}, "day 2 AM"),
        ({"order": "move", "force": "a", "way": ["0402", "0403"], "pace": "slow"}, {}, "day 2 PM"),
        ({"order": "move", "force": "a", "way": ["0402", "0403"]}, {"port": "tromso"}, "day 2 PM"),
        ({"order": "move", "force": "a", "way": ["0402", "0403", "0404"], "enters": "narvik"}, {}, "day 2 PM"),
        ({"order": "move", "force": "a", "way": ["0402"]}, {"hexes": 1}, "day 2 AM"),
        ({"order": "move", "force": "a", "way": ["0402", "0403"]}, {"hexes": 1}, "day 2 PM"),
        ({"order": "route", "convoy": "a", "to": "narvik", "way": ["0402", "0403", "0404"]},
         {"kind": "convoy", "hexes": 1}, "day 3 PM"),
    ],
)  # fmt: skip
def test_a_movement_tells_when_its_way_ends(order: dict[str, Any], fields: dict[str, Any], day: str) -> None:
    """Play stands at day 2 AM. A hex to leave port and one to enter it; high speed holds for this turn alone."""
    ((tone, text),) = [line for line in way_lines(order, **fields) if "hex" in line[1]]
    assert tone == "free"
    assert f"there on {day} at the earliest" in text


@rule("pq17", "5.1.9a", "5.2.1")
@pytest.mark.parametrize(
    ("cautions", "way", "warnings"),
    [
        ((Caution("a", "patrol", ("0401", "0402")),), ["0402"], 0),
        ((Caution("a", "patrol", ("0401", "0402")),), ["0402", "0403"], 1),
        ((Caution("b", "patrol", ("0401",)),), ["0402"], 0),
        ((Caution("a", "friends", ("0403",)),), ["0402", "0403"], 1),
        ((Caution("a", "friends", ("0404",)),), ["0402", "0403", "0404"], 0),
        ((Caution("a", "friends", ("0402", "0403")),), ["0402", "0403"], 2),
        ((Caution("a", "friends", ("0403",)), Caution("a", "patrol", ("0401",))), ["0402", "0403"], 2),
        ((), ["0402", "0403"], 0),
    ],
)
def test_who_is_warned_of_a_way(cautions: Any, way: list[str], warnings: int) -> None:
    """Of what he meets this turn, two hexes far; of leaving his patrol whenever that is."""
    lines = way_lines({"order": "move", "force": "a", "way": way}, *cautions)
    assert sum(tone == "risk" for tone, _ in lines) == warnings


@rule("pq17", "7.5.2g", "7.5.2h")
@pytest.mark.parametrize(
    ("ships", "aims", "wrong"),
    [
        (("dd_36a 3",), [("dd_36a", "norfolk"), ("dd_36a", "kent")], 0),
        (("dd_36a 3", "lutzow 4"), [("dd_36a", "norfolk"), ("dd_36a", "kent")], 2),
        (("dd_36a 3", "lutzow 4"), [("dd_36a", "norfolk"), ("lutzow", "kent")], 0),
        (("lutzow 4",), [("lutzow", "norfolk"), ("lutzow", "kent")], 2),
    ],
)
def test_who_may_aim_at_two(ships: tuple[str, ...], aims: list[tuple[str, str]], wrong: int) -> None:
    fight = battle(("norfolk 3", "kent 3"), ships)
    found = strays(BOX, fight, [Aim(*one) for one in aims])
    assert len(found) == wrong


@rule("pq17", "7.5.8")
@pytest.mark.parametrize(
    ("weather", "day", "escorted", "surprised", "rounds"),
    [
        ("fair", True, False, False, 2), ("fair", True, True, False, 3), ("fair", True, False, True, 3),
        ("fair", True, True, True, 4), ("fair", False, True, True, 3), ("reduced", True, True, True, 3),
        ("reduced", False, True, True, 3), ("fog", True, True, True, 2), ("fog", False, True, True, 1),
        ("storm", True, True, True, 2), ("gale", True, True, True, 2), ("gale", False, False, False, 1),
    ],
)  # fmt: skip
def test_how_long_convoy_ships_are_fired_at(
    weather: Any, day: bool, escorted: bool, surprised: bool, rounds: int
) -> None:
    assert unescorted_rounds(weather, day=day, escorted=escorted, surprised=surprised) == rounds


@rule("pq17", "7.5.2a", "7.5.2b", "1.4b", "7.3.2")
@pytest.mark.parametrize(
    ("lies", "comes", "after"),
    [
        ("dd_36a 1", "dd_36a 2", ["dd_36a 3"]),
        ("dd_36a 3", "dd_36a 2", ["dd_36a 4", "dd_36a 1"]),
        ("dd_36a 4", "dd_36a 2", ["dd_36a 4", "dd_36a 2"]),
        ("dd_36a 1", "dd_34_36 2", ["dd_36a 1", "dd_34_36 2"]),
        ("dd_36a 1+crippled", "dd_36a 2", ["dd_36a 1+crippled", "dd_36a 2"]),
        ("dd_36a 1", "dd_36a 1+crippled", ["dd_36a 1", "dd_36a 1+crippled"]),
        ("dd_36a 1+tows", "dd_36a 2", ["dd_36a 1+tows", "dd_36a 2"]),
        ("mv 3", "mv 2", ["mv 3", "mv 2"]),
        ("dd_36a 1", "lutzow 4", ["dd_36a 1", "lutzow 4"]),
    ],
)
def test_light_ships_of_a_class_that_join_fill_up_its_counters(lies: str, comes: str, after: list[str]) -> None:
    fight = battle(("norfolk 3",), (lies,), round_=2)
    join_force(BOX, fight, "axis", read_counters(comes), force="new")
    assert [left(one.counters)[0] for one in fight.of("axis")] == after
    assert [one.force for one in fight.of("axis")][1:] == ["new"] * (len(after) - 1)


@rule("pq17", "7.5.8", "7.5.8a")
@pytest.mark.parametrize(
    ("allied", "axis", "fired"),
    [
        (("mv 8",), ("lutzow",), True),
        (("mv 8", "dd_a_i 1"), ("lutzow",), False),
        (("norfolk",), ("lutzow",), False),
        (("mv 8",), (), False),
    ],
)
def test_only_convoy_ships_without_warships_are_fired_at_by_themselves(allied: Any, axis: Any, fired: bool) -> None:
    forces = [force("pq", "allied", "convoy", OPEN, *allied)] + [force("r", "axis", "task_force", OPEN, *axis)] * bool(
        axis
    )
    board = arctic(*forces)
    fight = Engagement(board, OPEN, "axis", None, "k")
    fight.lay_out(forces)
    procedure = fight.unescorted()
    if fired:
        assert procedure.send(None).rule
    else:
        with pytest.raises(StopIteration):
            procedure.send(None)
    assert [one.id for one in fight.scatters] == []


@rule("pq17", "15.4a", "15.4.3c")
@pytest.mark.parametrize(
    ("side", "kept", "points", "left_"),
    [
        ("allied", 0, 0, {}),
        ("allied", 2, -4, {"dd_a_i": 2}),
        ("allied", 4, -8, {"dd_a_i": 3, "dd_us": 1}),
        ("allied", 9, -10, {"dd_a_i": 3, "dd_us": 2}),
        ("axis", 1, 2, {"tb_35_37": 1}),
    ],
)
def test_emergency_forces_stay_if_they_are_paid_for_again(side: Side, kept: int, points: int, left_: Any) -> None:
    """Green ones never; of the other side nobody goes, and what is no emergency force stays for nothing."""
    there = Roster(units=[
        Unit("dd_a_i", 3, "clyde", emergency=True), Unit("dd_us", 2, "clyde", emergency=True),
        Unit("dd_j_r", 2, "clyde", emergency=True, green=True), Unit("dd_a_i", 5, "scapa_flow"),
        Unit("tb_35_37", 2, "kiel", emergency=True),
    ])  # fmt: skip
    assert release_forces(BOX, there, side, kept) == points
    ours = {one.kind: one.strength for one in there.units if one.emergency and BOX.ships[one.kind].side == side}
    others = [one for one in there.units if one.emergency and BOX.ships[one.kind].side != side]
    assert (ours, len(others)) == (left_, 1 if side == "allied" else 3)
    assert sum(one.strength for one in there.units if not one.emergency) == 5
