"""Chapters 12 and 15 read a second time: what was noticed of the fortnights of a campaign, and left."""

import pytest

from games.titles.pq17.bot.hunting import ships_moves
from games.titles.pq17.bot.judgement import Judgement
from games.titles.pq17.orders.moves import Combine, Mover, Moves
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.rules.campaign import composing, convoys, repairs, withdrawals
from games.titles.pq17.rules.operation.time import is_over
from games.titles.pq17.state.roster import Away, Boxes, Reason, Roster, Unit
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.ch15_campaign.orders_of_battle import leaving_in_july
from tests.titles.pq17.rosters import KEYS

rule = pytest.mark.rule


@rule("pq17", "15.7.4", "15.5.1", "15.5.3b")
@pytest.mark.parametrize("why", ["repair", "ice_or_weather"])
@pytest.mark.parametrize(("kind", "comes"), [("lutzow", False), ("admiral_scheer", True)])
def test_pp549_a_german_ship_that_is_away_when_due_to_leave_does_not_come_back(
    why: Reason, kind: str, *, comes: bool
) -> None:
    there = leaving_in_july(Unit(kind, 3, "kiel"), why)
    assert withdrawals.withdraw_units(BOX, there) == 0
    there.fortnight = KEYS.index("aug_1")
    repairs.return_units(BOX, there)
    assert [unit.kind for unit in there.units] == [kind] * comes
    assert [(one.unit.kind, one.why) for one in there.away] == [(kind, "leave")] * (not comes)


@rule("pq17", "15.7.4")
def test_pp550_of_a_class_those_in_port_go_before_those_in_dock() -> None:
    """In August II destroyers of a strength of two leave: one lies in port, and of two in dock one is left."""
    there = Roster(fortnight=KEYS.index("aug_2"), units=[Unit("dd_34_36", 1, "narvik")],
                   away=[Away(Unit("dd_34_36", 2, "kiel"), "repair", KEYS.index("sep_1"))])  # fmt: skip
    withdrawals.withdraw_units(BOX, there)
    there.fortnight = KEYS.index("sep_1")
    repairs.return_units(BOX, there)
    assert [(unit.kind, unit.strength) for unit in there.units] == [("dd_34_36", 1)]


@rule("pq17", "15.7.5", "15.7.4")
@pytest.mark.parametrize(("why", "overdue"), [("repair", {}), ("ice_or_weather", {"lutzow": 1})])
def test_pp551_by_option_she_leaves_from_dock_and_stays_due_where_she_comes_back_in_norway(
    why: Reason, overdue: dict[str, int]
) -> None:
    there = leaving_in_july(Unit("lutzow", 3, "kiel"), why)
    withdrawals.withdraw_units(BOX, there, by_play=True)
    assert there.overdue == overdue
    there.fortnight = KEYS.index("aug_1")
    repairs.return_units(BOX, there)
    assert [unit.kind for unit in there.units] == list(overdue)


def ballast(*up: Unit, down: tuple[Unit, ...] = ()) -> Roster:
    """March, with no merchants but these, in the ballast boxes of Murmansk."""
    there = campaign().roster
    there.units, there.boxes = [], {"murmansk": Boxes([], [*down], [*up])}
    return there


def embarks(there: Roster) -> tuple[str, ...]:
    """The ships of the convoy in ballast that sails of these."""
    bare = BOX.campaign.bare(BOX.campaign.fortnights[0], {})
    (convoy,) = composing.compose_operation(BOX, there, bare, convoys.formable_convoys(BOX, there, bare), {}).convoys
    return convoy.ships


@rule("pq17", "15.2a")
@pytest.mark.parametrize(
    ("up", "down", "sail", "stay"),
    [(3, 2, 2, [1, 2]), (1, 3, 2, [2]), (0, 2, 2, []), (2, 0, 2, []), (1, 0, 1, [])],
)  # fmt: skip
def test_pp552_two_cam_ships_sail_with_a_convoy_in_ballast_those_face_up_first(
    up: int, down: int, sail: int, stay: list[int]
) -> None:
    boxed = [Unit("mc", count, "murmansk") for count in (up, down) if count]
    there = ballast(*boxed[: bool(up)], Unit("mv", 4, "murmansk"), down=(*boxed[bool(up) :],))
    assert sorted(embarks(there)) == [f"mc {sail}", "mv 4"]
    boxes = there.boxes["murmansk"]
    assert [unit.strength for unit in (*boxes.up, *boxes.down)] == stay


@rule("pq17", "15.2b")
def test_pp553_a_convoy_in_ballast_takes_all_that_can_sail() -> None:
    wreck = Unit("mv", 1, "murmansk", crippled=True)
    there = ballast(Unit("mv", 4, "murmansk"), wreck, down=(Unit("mo", 1, "murmansk"), Unit("mv", 2, "murmansk")))
    assert sorted(embarks(there)) == ["mo 1", "mv 6"]
    assert (there.boxes["murmansk"].up, there.boxes["murmansk"].down) == ([wreck], [])


@rule("pq17", "15.2a", "15.8a")
def test_pp554_no_submarine_is_where_a_convoy_could_take_her_along() -> None:
    """Not even one that ended the operation before in the port where convoys are put together."""
    there = campaign().roster
    there.units = [Unit("mv", 9, "reykjavik", laden=True), Unit("ss_british", 4, "reykjavik")]
    bare = BOX.campaign.bare(BOX.campaign.fortnights[0], {})
    found = composing.compose_operation(BOX, there, bare, convoys.formable_convoys(BOX, there, bare), {})
    assert [ship for one in found.convoys for ship in one.ships if ship.startswith("ss_")] == []
    assert (found.british_submarines, [one.ports for one in found.forces]) == (2, [("lerwick",)])


@rule("pq17", "15.8.2", "3.4")
@pytest.mark.parametrize(("soviet", "raider", "over"), [("", "", False), ("murmansk", "", True), ("", "narvik", True)])
def test_pp555_soviet_ships_at_sea_count_as_any_task_force(soviet: str, raider: str, *, over: bool) -> None:
    board = arctic(
        force("c", "allied", "convoy", "0817", "mv 9", port="murmansk"),
        force("soviet_patrol", "allied", "task_force", "0817", "dd_project_7 2", port=soviet),
        force("r", "axis", "task_force", BOX.ports[raider].hex if raider else "0613", "lutzow", port=raider),
        turn=12,
    )
    assert is_over(board) is over


@rule("pq17", "15.8.2", "1.2.4", "1.2c")
@pytest.mark.parametrize(("ports", "joined"), [(("murmansk", "murmansk"), True), (("murmansk", "iokanka"), False)])
def test_pp556_the_admiral_has_them_lie_with_the_others_so_that_a_block_is_free(
    ports: tuple[str, str], *, joined: bool
) -> None:
    """Without one, ships that Murmansk does not take cannot part from their convoy, which waits outside (5.1.2a)."""
    names = ("soviet", "soviet_patrol")
    there = [force(name, "allied", "task_force", BOX.ports[port].hex, "dd_project_7 2", port=port)
             for name, port in zip(names, ports, strict=True)]  # fmt: skip
    british = force("british", "allied", "task_force", "0817", "dd_a_i 2", port="murmansk")
    board = arctic(*there, british, roster=campaign().roster)
    movers = tuple(Mover(one.id, "task_force", one.at, 2, port=one.port) for one in board.state.forces)
    form = PhaseForm(moves=Moves(movers=movers, ports={port: BOX.ports[port].hex for port in ports}))
    found = [one for one in ships_moves(Judgement(BOX, view(board, "allied")), form) if isinstance(one, Combine)]
    assert found == [Combine(names)] * joined
