"""15.8.2, 15.8.3: Soviet ships, and operation EV."""

from typing import Any

import pytest
from msgspec import structs

from games.kernel.errors import GameError
from games.titles.pq17.bot.hunting import ships_moves
from games.titles.pq17.bot.judgement import Judgement
from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.move_orders import Combine
from games.titles.pq17.orders.movers import Mover
from games.titles.pq17.orders.moves import Moves
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.rules.campaign import preparations, special_forces
from games.titles.pq17.rules.campaign.command import begin_fortnight
from games.titles.pq17.rules.campaign.ev import complete_ev, is_due, note_crossing
from games.titles.pq17.rules.campaign.folding import fold_operation
from games.titles.pq17.rules.campaign.fortnight import fortnight
from games.titles.pq17.rules.campaign.preparations import form_of
from games.titles.pq17.rules.forces.command import needs_point
from games.titles.pq17.rules.movement.advance import advance_force
from games.titles.pq17.rules.movement.passage import _watch
from games.titles.pq17.rules.movement.paths import is_closed_to_soviet_boats
from games.titles.pq17.rules.operation.setup import _soviet_ships, _soviet_waters, new_game, set_up_allied
from games.titles.pq17.rules.operation.start import start
from games.titles.pq17.rules.operation.time import is_over
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.roster import EvStage, Roster
from games.titles.pq17.state.state import Chit, Plan
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import campaign
from tests.titles.pq17.ch15_campaign.administration import at_administration
from tests.titles.pq17.ch15_campaign.orders_of_battle import roster_of
from tests.titles.pq17.playing import heard as heard_of
from tests.titles.pq17.procedures import perform
from tests.titles.pq17.rosters import KEYS
from tests.titles.pq17.trial import left
from tests.titles.pq17.under_way import moved, table

rule = pytest.mark.rule


def set_up(*soviet: str, key: str = "mar_1", says: str = "") -> Board:
    """An operation of a campaign with no more than these Soviet ships, set up."""
    board = campaign()
    board.roster.fortnight = KEYS.index(key)
    board.state.composed = structs.replace(
        BOX.campaign.bare(BOX.campaign.fortnights[KEYS.index(key)], {}), soviet=soviet
    )
    board.state.chits = {"axis": Chit("p", "none"), "allied": Chit("p", "none")}
    board.state.light = board.operation.light
    perform(board, set_up_allied(board), says={"set_up": says or "pass"})
    return board


@rule("pq17", "15.8.2")
@pytest.mark.parametrize(
    ("soviet", "at_sea", "in_port"),
    [
        (("dd_project_7 4", "tb_novik 2", "es_soviet 2"), ["dd_project_7 2", "tb_novik 1"],
         ["dd_project_7 2", "tb_novik 1", "es_soviet 2"]),
        (("dd_project_7 5", "tb_novik 3"), ["dd_project_7 2", "tb_novik 1"], ["dd_project_7 3", "tb_novik 2"]),
        (("dd_project_7 1", "tb_novik 1"), ["dd_project_7 1", "tb_novik 1"], []),
        (("dd_project_7 3",), ["dd_project_7 1"], ["dd_project_7 2"]),
        (("dd_project_7 3", "dd_project_7 1 crippled"), ["dd_project_7 2"],
         ["dd_project_7 1", "dd_project_7 1+crippled"]),
        (("tb_novik 1", "tb_novik 3 crippled"), ["tb_novik 1", "tb_novik 1+crippled"], ["tb_novik 2+crippled"]),
        (("es_soviet 2",), [], ["es_soviet 2"]),
    ],
)  # fmt: skip
def test_15_8_2_half_of_the_soviet_destroyers_and_torpedo_boats_are_at_sea(
    soviet: tuple[str, ...], at_sea: list[str], in_port: list[str]
) -> None:
    board = set_up(*soviet)
    found = {one.id: left(one.counters) for one in board.forces_of("allied") if one.id.startswith("soviet")}
    assert (found.get("soviet_patrol", []), found.get("soviet", [])) == (at_sea, in_port)
    for one in board.forces_of("allied"):
        if one.id.startswith("soviet"):
            assert (one.at, one.port) == ("0817", "" if one.id == "soviet_patrol" else "murmansk")


@rule("pq17", "15.8.2", "4.3.2a", "10.1.1", "5.1.4")
def test_15_8_2_their_owner_puts_them_anywhere_in_soviet_waters_clear_of_doubtful_ice() -> None:
    board = set_up("dd_project_7 4", says="place soviet_patrol at=0617")
    assert board.force("soviet_patrol").at == "0617"
    march, summer = set(_soviet_waters(set_up(key="mar_1"))), set(_soviet_waters(set_up(key="jul_1")))
    assert {"0817", "0717", "0617"} <= march <= summer
    assert {"0818", "0919"} <= summer - march
    assert not {"0816", "0814", "0613", "0214"} & summer
    assert not any(needs_point(BOX, [Counter("dd_project_7", 1)], one) for one in summer)


@rule("pq17", "15.8.2")
@pytest.mark.parametrize(("opens", "closed"), [("jun_1", "mar apr may"), ("aug_1", "mar apr may jun jul")])
def test_15_8_2_the_campaign_data_say_when_0715_opens_to_soviet_submarines(opens: str, closed: str) -> None:
    rules = structs.replace(BOX.campaign.rules, soviet_boats_until=opens)
    box = structs.replace(BOX, campaign=structs.replace(BOX.campaign, rules=rules))
    found = {
        one.key[:3]: is_closed_to_soviet_boats(box, box.campaign.bare(one, {}), "0715")
        for one in box.campaign.fortnights
    }
    assert [month for month, is_closed in found.items() if is_closed] == closed.split()
    assert not is_closed_to_soviet_boats(box, box.campaign.bare(box.campaign.fortnights[0], {}), "0716")


@rule("pq17", "15.8.2", "11.1", "11.1.4")
@pytest.mark.parametrize(("option", "warning"), [(False, 21), (True, 15)])
def test_15_8_2_they_left_port_as_play_starts(option: bool, warning: int) -> None:
    board = set_up("dd_project_7 4")
    board.state.options = Options(soviet_fuel=option)
    board.state.turn = 9
    board.state.command = begin_fortnight(BOX, board.roster)
    perform(board, start(board))
    assert board.force("soviet_patrol").fuel == Fuel(warning)
    assert board.state.command["severny_flot"].spent == 0


@rule("pq17", "15.8.2", "15.0")
def test_15_8_2_in_an_operation_by_itself_they_all_lie_in_murmansk() -> None:
    board = Board(new_game(BOX, "pq17", Options()), BOX)
    assert [force.id for force, _ in _soviet_ships(board)] == ["soviet"]


@rule("pq17", "15.8.2", "15.8")
def test_15_8_2_after_the_operation_they_lie_in_murmansk_again() -> None:
    board = campaign()
    perform(board, fortnight(board))
    board.state.command = begin_fortnight(BOX, board.roster)
    board.roster.units = []
    board.state.forces = [force("soviet_patrol", "allied", "task_force", "0717", "dd_project_7 2")]
    fold_operation(board)
    assert [(unit.kind, unit.strength, unit.place) for unit in board.roster.units] == [("dd_project_7", 2, "murmansk")]


@rule("pq17", "15.8.2", "3.4")
@pytest.mark.parametrize(("soviet", "raider", "over"), [("", "", False), ("murmansk", "", True), ("", "narvik", True)])
def test_15_8_2_soviet_ships_at_sea_count_as_any_task_force(soviet: str, raider: str, *, over: bool) -> None:
    board = arctic(
        force("c", "allied", "convoy", "0817", "mv 9", port="murmansk"),
        force("soviet_patrol", "allied", "task_force", "0817", "dd_project_7 2", port=soviet),
        force("r", "axis", "task_force", BOX.ports[raider].hex if raider else "0613", "lutzow", port=raider),
        turn=12,
    )
    assert is_over(board) is over


@rule("pq17", "15.8.2", "1.2.4", "1.2c")
@pytest.mark.parametrize(("ports", "joined"), [(("murmansk", "murmansk"), True), (("murmansk", "iokanka"), False)])
def test_15_8_2_the_admiral_has_them_lie_with_the_others_so_that_a_block_is_free(
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


@rule("pq17", "15.8.3", "15.8.3a", "15.8.3c")
@pytest.mark.parametrize(("stage", "came"), [("declared", False), ("crossed", True)])
def test_15_8_3_operation_ev_is_carried_out_by_the_convoy_of_a_later_fortnight(stage: Any, came: bool) -> None:
    there = Roster(ev=stage, ev_declared=3, fortnight=3)
    assert not is_due(there)
    there.fortnight = 4
    assert is_due(there)
    assert complete_ev(there) is came
    assert (there.ev, is_due(there)) == ("done", False)
    assert bool(there.units) is came


@rule("pq17", "15.8.3")
def test_15_8_3_ev_is_declared_once_with_a_nought() -> None:
    assert special_forces.may_declare_ev(Roster(), 0)
    assert not special_forces.may_declare_ev(Roster(), 1)
    assert not special_forces.may_declare_ev(Roster(ev="declared"), 0)
    assert not special_forces.may_declare_ev(Roster(ev="done"), 0)


@rule("pq17", "15.8.3a")
@pytest.mark.parametrize(
    ("stage", "ships", "began", "port", "reached"),
    [
        ("declared", ("kent", "dd_a_i 2"), "clyde", "murmansk", True),
        ("declared", ("kent", "dd_a_i 1", "dd_j_r 1"), "clyde", "murmansk", True),
        ("declared", ("kent", "dd_a_i 1"), "clyde", "murmansk", False),
        ("declared", ("kent", "tb_hunt 2"), "clyde", "murmansk", False),
        ("declared", ("anson", "dd_a_i 2"), "clyde", "murmansk", False),
        ("declared", ("kent", "dd_a_i 2"), "scapa_flow", "murmansk", False),
        ("declared", ("kent", "dd_a_i 2"), "clyde", "arkhangelsk", False),
        ("", ("kent", "dd_a_i 2"), "clyde", "murmansk", False),
        ("done", ("kent", "dd_a_i 2"), "clyde", "murmansk", False),
    ],
)
def test_15_8_3a_ev_needs_a_cruiser_from_the_clyde_and_two_destroyers_in_murmansk(
    stage: Any, ships: tuple[str, ...], began: str, port: str, reached: bool
) -> None:
    there = force("t", "allied", "task_force", BOX.ports[port].hex, *ships, port=port)
    board = arctic(there, began={ships[0]: began}, roster=roster_of(ev=stage))
    note_crossing(board)
    assert board.roster.ev == ("crossed" if reached else stage)


@rule("pq17", "15.8.3a")
@pytest.mark.parametrize(
    ("others", "kind", "stage"),
    [
        (("kent", "dd_a_i 2"), "task_force", "crossed"), (("kent", "dd_a_i 1"), "task_force", "declared"),
        (("kent", "dd_a_i 1", "dd_project_7 1"), "task_force", "declared"), (("kent",), "task_force", "declared"),
        (("kent", "dd_us 2"), "task_force", "crossed"),
    ],
)  # fmt: skip
def test_15_8_3a_the_destroyers_are_those_of_the_task_force(others: tuple[str, ...], kind: Any, stage: EvStage) -> None:
    """Neither the Soviet destroyers that lie in Murmansk nor the escort of a convoy there make up for them."""
    soviets = force("s", "allied", "task_force", "0817", "dd_project_7 2", port="murmansk")
    escort = force("pq", "allied", "convoy", "0817", "mv 4", "dd_j_r 4", port="murmansk")
    board = arctic(soviets, escort, force("t", "allied", kind, "0817", *others, port="murmansk"),
                   began={"kent": "clyde"}, roster=Roster(ev="declared"))  # fmt: skip
    note_crossing(board)
    assert board.roster.ev == stage


@rule("pq17", "15.8.3a", "5.1.2")
@pytest.mark.parametrize(
    ("port", "began", "ships", "stage"),
    [
        ("murmansk", "clyde", ("kent", "dd_a_i 2"), "crossed"),
        ("murmansk", "scapa_flow", ("kent", "dd_a_i 2"), "declared"),
        ("murmansk", "clyde", ("kent", "dd_a_i 1"), "declared"),
    ],
)  # fmt: skip
def test_15_8_3a_it_has_crossed_when_it_comes_into_murmansk_and_may_sail_home(
    port: str, began: str, ships: tuple[str, ...], stage: EvStage
) -> None:
    """To Murmansk, and back to Britain: that it does not lie there any more as the operation ends changes nothing."""
    one = force("t", "allied", "task_force", "0817", *ships, plan=Plan(0, (), port))
    board = table(one, began={"kent": began}, roster=Roster(ev="declared"))
    moved(board)
    assert (one.port, board.roster.ev) == (port, stage)
    one.port, one.at = "", "0610"
    note_crossing(board)
    assert board.roster.ev == stage


@rule("pq17", "15.8.3a", "8.3b")
def test_15_8_3a_before_play_starts_too() -> None:

    one = force("t", "allied", "task_force", "0817", "kent", "dd_a_i 2", plan=Plan(1, (), "murmansk"))
    board = table(one, turn=1, began={"kent": "clyde"}, roster=Roster(ev="declared"))
    assert perform(board, advance_force(board, one, 3)).result == ("0817", "murmansk")
    assert board.roster.ev == "crossed"


@rule("pq17", "15.8.3a", "15.0a")
def test_15_8_3a_that_it_came_in_is_told_to_nobody_else() -> None:

    told = []
    stages: tuple[EvStage, ...] = ("", "declared")
    for stage in stages:
        one = force("t", "allied", "task_force", "0817", "kent", "dd_a_i 2", plan=Plan(0, (), "murmansk"))
        board = table(one, began={"kent": "clyde"}, roster=Roster(ev=stage, played=True))
        moved(board)
        told.append([heard_of(board, "axis"), heard_of(board, "public")])
    assert told[0] == told[1]


@rule("pq17", "15.8.3b")
def test_15_8_3b_ev_takes_every_new_light_ship() -> None:
    board = at_administration("may_1", green=True)
    form = preparations.form_of(board, "allied")
    assert (form.new, form.due) == (("anson", "dd_j_r"), ("dd_j_r",))
    with pytest.raises(GameError) as error:
        form.accept(form.parse("early anson"))
    assert [(one.code, one.rule) for one in error.value.problems] == [("missing", "15.8.3b")]


@rule("pq17", "15.8.3b", "5.1.9a")
@pytest.mark.parametrize(("stage", "points"), [("", -4), ("declared", 0), ("crossed", 0), ("done", -4)])
def test_15_8_3b_patrol_white_may_be_ignored_until_ev_is_completed(stage: EvStage, points: int) -> None:
    one = force("p", "allied", "task_force", "0404", "kent")
    board = arctic(one, patrol=["norfolk", "kent"], roster=Roster(ev=stage))
    _watch(board, one, ("0405", "0406", "0407"))
    assert sum(booking.points for booking in board.state.bookings) == points


@rule("pq17", "15.8.3b", "15.4.3")
@pytest.mark.parametrize(
    ("stage", "due"), [("", ()), ("declared", ("dd_j_r",)), ("crossed", ("dd_j_r",)), ("done", ())]
)
def test_15_8_3b_new_light_ships_must_come_until_ev_is_completed(stage: EvStage, due: tuple[str, ...]) -> None:
    board = campaign(options=Options(green_crews=True))
    board.roster.fortnight, board.roster.ev = KEYS.index("may_1"), stage
    assert form_of(board, "allied").due == due
