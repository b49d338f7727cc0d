"""12.2: ships that break out into the Atlantic, and come back."""

from random import Random
from typing import Any

import pytest
from msgspec import structs

from games.kernel.codec import encode
from games.kernel.errors import Illegal
from games.titles.pq17.components.turns import Turn, read_turn
from games.titles.pq17.orders.returning import ReturnForm
from games.titles.pq17.rules.campaign import fortnight as fortnights
from games.titles.pq17.rules.campaign.folding import fold_operation
from games.titles.pq17.rules.forces.situations import lifted_rules, opened_areas
from games.titles.pq17.rules.operation.victory import score
from games.titles.pq17.rules.special.fortnights import place_returned, return_of, western_edge
from games.titles.pq17.rules.special.homecoming import (
    draw_return_chit,
    in_the_atlantic,
    place_on_edge,
    put_in_port,
    show_return,
)
from games.titles.pq17.rules.special.segment import after_movement, leave_map
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.special import ChitShown, MapLeft, ReturnDrawn, ShipsReturned
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.roster import Away, Roster, Unit
from games.titles.pq17.state.state import Chit, Loss, Phase, Points
from games.titles.pq17.visibility.campaign import roster_of
from games.titles.pq17.visibility.redeal import redeal
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch11_fuel.tanks import fuel_board, fuelled_fleet
from tests.titles.pq17.ch15_campaign.orders_of_battle import folded
from tests.titles.pq17.playing import play
from tests.titles.pq17.procedures import events_for, perform
from tests.titles.pq17.situations import LETTERS, at_turn, broke_out, holding, sails
from tests.titles.pq17.strikes import OPEN

rule = pytest.mark.rule


def draw(board: Board, letter: str) -> Any:
    return perform(board, draw_return_chit(board), draws=[[LETTERS.index(letter)]])


def leaving(turn: int, *ships: str, warning: int = 17) -> Board:
    raider = force("r", "axis", "task_force", "atlantic", *ships, fuel=Fuel(warning))
    board = holding("axis", "e", "break_out", raider, turn=turn)
    raider.trail = ["0502", "0501", "atlantic"]
    after_movement(board)
    return board


@rule("pq17", "12.2", "12.2b", "12.0d", position="PP174")
@pytest.mark.parametrize(("turn", "halves"), [(10, -34), (11, 0)])
def test_12_2_break_out(turn: int, halves: int) -> None:
    board = leaving(turn, "tirpitz", "admiral_hipper")
    assert (score(board.state), board.state.forces, board.state.chits["axis"].shown) == (halves, [], True)
    assert MapLeft("axis", "0501", ("tirpitz", "admiral_hipper"), halves < 0) in events_for(board, "allied")
    assert [one.how for one in board.state.losses] == ["left", "left"]


@rule("pq17", "12.2", "12.2a")
def test_12_2_only_heavy_ships_break_out_and_no_light_cruiser() -> None:
    for held, may in ((("tirpitz",), True), (("tirpitz", "koln"), False), (("tirpitz", "dd_36a 1"), False)):
        raider = force("r", "axis", "task_force", "0501", *held)
        board = holding("axis", "e", "break_out", raider)
        assert (opened_areas(board, raider) == {"atlantic"}) is may
        assert (lifted_rules(board, raider) == {"5.1.8", "11.4"}) is may
    board = holding("axis", "p", "none", force("r", "axis", "task_force", "0501", "tirpitz"))
    assert opened_areas(board, board.force("r")) == frozenset()


@rule("pq17", "12.2", "12.2b")
def test_12_2_a_break_out_is_ordered_and_leaves_the_map() -> None:
    edge = next(one.id for one in BOX.hexes.values() if one.door == "atlantic" and not one.zone)
    raider = force("raider", "axis", "task_force", edge, "tirpitz", fuel=Fuel(29))
    board = holding("axis", "e", "break_out", raider)
    sails(board, "move raider way=atlantic")
    assert (board.state.forces, score(board.state)) == ([], -24)
    other = holding("axis", "p", "none", force("raider", "axis", "task_force", edge, "tirpitz", fuel=Fuel(29)))
    with pytest.raises(Illegal):
        sails(other, "move raider way=atlantic")


@rule("pq17", "12.2", "12.2b")
@pytest.mark.parametrize(
    ("mark", "spent", "situation", "ships", "points"),
    [
        (Fuel(16), 0, "break_out", ("tirpitz",), True),
        (Fuel(15), 0, "break_out", ("tirpitz",), False),
        (Fuel(18), 2, "break_out", ("tirpitz",), True),
        (Fuel(17), 2, "break_out", ("tirpitz",), False),
        (Fuel(30, "low"), 0, "break_out", ("tirpitz",), False),
        (None, 0, "break_out", ("tirpitz",), True),
        (Fuel(30), 0, "none", ("tirpitz",), False),
        (Fuel(30), 0, "break_out", ("tirpitz", "dd_36a 1"), False),
    ],
)
def test_12_2_who_breaks_out_scores_with_seven_turns_of_fuel(
    mark: Any, spent: int, situation: str, ships: Any, points: bool
) -> None:
    one = force("t", "axis", "task_force", OPEN, *ships, fuel=mark, spent=spent)
    board = arctic(one, chits={"axis": Chit("e", situation)})
    one.at = "atlantic"
    leave_map(board, one)
    assert bool(board.state.bookings) is points
    assert one not in board.state.forces
    assert {(loss.unit, loss.how) for loss in board.state.losses} == {(ship.split()[0], "left") for ship in ships}


@rule("pq17", "12.2")
@pytest.mark.parametrize(
    ("mark", "spent", "score_"),
    [(Fuel(16), 0, -34), (Fuel(15), 0, 0), (Fuel(19), 3, -34), (Fuel(18), 3, 0), (Fuel(19, "low"), 0, 0)],
)
def test_12_2_seven_turns_before_the_warning(mark: Fuel, spent: int, score_: int) -> None:
    """Tirpitz 12 and Hipper 5, on turn 9."""
    one = force("t", "axis", "task_force", "atlantic", "tirpitz", "admiral_hipper", fuel=mark, spent=spent)
    board = holding("axis", "e", "break_out", one)
    leave_map(board, one)
    assert score(board.state) == score_


@rule("pq17", "12.2", "11.1.3")
@pytest.mark.parametrize(("burned", "halves"), [(0, -24), (1, 0)])
def test_12_2_seven_turns_are_left_after_what_the_last_turn_burned(burned: int, halves: int) -> None:
    raider = fuelled_fleet("r", "tirpitz", at="atlantic", side="axis", fuel=Fuel(16), spent=burned)
    board = fuel_board(raider, chits={"axis": Chit("e", "break_out")})
    leave_map(board, raider)
    assert score(board.state) == halves


@rule("pq17", "12.2")
@pytest.mark.parametrize(
    ("ships", "turn", "warning", "halves"),
    [
        (("tirpitz",), 9, 16, -24),
        (("tirpitz",), 9, 15, 0),
        (("scharnhorst", "gneisenau"), 9, 16, -48),
        (("admiral_hipper",), 9, 16, -10),
        (("lutzow",), 9, 16, -10),
        (("tirpitz", "admiral_hipper", "lutzow"), 20, 27, -44),
    ],
)
def test_12_2_what_leaves_seven_turns_before_its_warning(
    ships: tuple[str, ...], turn: int, warning: int, halves: int
) -> None:
    raider = force("r", "axis", "task_force", "atlantic", *ships, fuel=Fuel(warning))
    board = holding("axis", "e", "break_out", raider, turn=turn)
    after_movement(board)
    assert (score(board.state), board.state.forces) == (halves, [])


@rule("pq17", "12.2")
def test_12_2_who_is_low_has_reached_his_warning() -> None:
    raider = force("r", "axis", "task_force", "atlantic", "tirpitz", fuel=Fuel(30, "low"))
    board = holding("axis", "e", "break_out", raider)
    after_movement(board)
    assert score(board.state) == 0


@rule("pq17", "12.2.1", "12.2.1b", position="PP175")
@pytest.mark.parametrize(
    ("letters", "shown", "warning"),
    [
        ("ab", "4 am", "8 pm"), ("cd", "5 am", "9 pm"), ("ef", "7 am", "11 am"), ("gh", "9 am", "12 pm"),
        ("iv", "4 am", ""), ("wz", "", ""),
    ],
)  # fmt: skip
def test_12_2_1_when_ships_come_back(letters: str, shown: str, warning: str) -> None:
    for letter in letters:
        found = return_of(BOX, letter)
        assert found.shown == (read_turn(shown) if shown else None)
        assert found.warning == (read_turn(warning) if warning else None)


@rule("pq17", "12.2.1", "12.2.1b")
def test_12_2_1_the_axis_alone_reads_the_letter_and_the_chit_goes_back() -> None:
    board = broke_out()
    run = draw(board, "c")
    assert [(one.seat, one.kind) for one in run.asked] == [("axis", "recall")]
    assert events_for(board, "axis") == [ReturnDrawn("c", read_turn("5 am").number, comes=True)]
    assert events_for(board, "allied") == events_for(board, "public") == [ReturnDrawn()]
    assert board.state.cup == LETTERS
    assert [roster_of(board, (side,)).returning for side in ("axis", "allied")] == ["c", ""]
    assert roster_of(board, ()).returning == ""


@rule("pq17", "12.2.1", "12.2.1a")
def test_12_2_1_who_draws_nothing_has_lost_them_without_points() -> None:
    board = broke_out()
    perform(board, draw_return_chit(board), says={"recall": "choose no"})
    assert (in_the_atlantic(board), len(board.roster.away), board.state.bookings) == ([], 2, [])
    assert events_for(board, "allied") == []
    assert not perform(board, draw_return_chit(board)).asked


@rule("pq17", "12.2.1")
@pytest.mark.parametrize(("letter", "shown", "left"), [("v", False, 2), ("w", True, 0), ("z", True, 0)])
def test_12_2_1_the_last_letters_are_shown_at_once(letter: str, shown: bool, left: int) -> None:
    board = broke_out()
    draw(board, letter)
    assert (ChitShown("axis", letter, "break_out") in events_for(board, "allied")) is shown
    assert len(in_the_atlantic(board)) == left


@rule("pq17", "12.2.1", "12.2.1a", "1.2a")
def test_12_2_1_their_owner_says_where_and_the_enemy_sees_two_blocks_alike() -> None:
    board = broke_out(returning="g")
    board.state.turn = read_turn("9 am").number + 1
    perform(board, place_on_edge(board), says={"appear": "appear at=0901 dummy=0301"})
    force, dummy = board.force("tf_atlantic"), board.force("atlantic_dummy")
    assert (force.at, dummy.at, dummy.is_dummy) == ("0901", "0301", True)
    assert [(one.ship, one.strength) for one in force.counters] == [("tirpitz", 4), ("admiral_scheer", 3)]
    assert force.fuel == Fuel(read_turn("12 pm").number)
    assert (force.level, dummy.level) == (None, None)
    assert events_for(board, "allied") == events_for(board, "axis") == [
        ChitShown("axis", "g", "break_out"), ShipsReturned(("0301", "0901")),
    ]  # fmt: skip
    assert board.roster.away == []


@rule("pq17", "12.2.1", "15.8", "12.0a")
@pytest.mark.parametrize(("letter", "lying"), [("g", ["tirpitz", "admiral_scheer"]), ("i", []), ("", [])])
def test_12_2_1_who_has_not_come_by_the_end_is_put_into_port(letter: str, lying: list[str]) -> None:
    board = broke_out(returning=letter)
    put_in_port(board)
    assert [(one.kind, one.place, one.afloat) for one in board.roster.units] == [
        (kind, "trondheim", True) for kind in lying
    ]
    assert len(board.roster.away) == 2 - len(lying)
    assert [one.letter for one in events_for(board, "allied")] == ([letter] if letter else [])
    assert board.roster.returning == ""


@rule("pq17", "12.2.1")
def test_12_2_1_they_are_drawn_for_before_the_bids() -> None:
    board = broke_out()
    board.state.composed = BOX.campaign.bare(BOX.campaign.fortnights[3], {})
    says = {"bid@allied": "choose 1", "bid@axis": "choose 0"}
    asked = perform(board, fortnights.bid(board), draws=[[0], [0]], says=says).asked
    assert [(one.seat, one.kind) for one in asked] == [("axis", "recall"), ("allied", "bid"), ("axis", "bid")]


@rule("pq17", "12.2.1", "15.5.1")
@pytest.mark.parametrize("crippled", [True, False])
def test_12_2_1_who_left_the_map_crippled_comes_back_crippled(crippled: bool) -> None:
    board = arctic(force("t", "axis", "task_force", "0101", "tirpitz 3"))
    board.state.roster, board.state.composed = Roster(fortnight=3), BOX.campaign.bare(BOX.campaign.fortnights[3], {})
    board.state.command = {"severny_flot": Points(), "gruppe_nord": Points()}
    board.force("t").counters[0].crippled = crippled
    leave_map(board, board.force("t"))
    assert "crippled" not in encode(board.state.losses).decode()
    assert "hurt" not in encode(view(board, "allied")).decode()
    fold_operation(board)
    (gone,) = in_the_atlantic(board)
    assert (gone.unit.crippled, board.roster.hurt) == (crippled, [])
    board.roster.returning, board.roster.fortnight = "g", 4
    board.state.composed = BOX.campaign.bare(BOX.campaign.fortnights[4], {})
    board.state.phase = Phase(side="axis")
    board.state.turn = read_turn("9 am").number + 1
    perform(board, place_on_edge(board))
    assert [(one.ship, one.strength, one.crippled) for one in board.force("tf_atlantic").counters] == [
        ("tirpitz", 3, crippled)
    ]


@rule("pq17", "12.2.1", "12.2b")
def test_12_2_1_who_broke_out_is_away_until_a_chit_is_drawn() -> None:
    there = folded(losses=(
        Loss("axis", "tirpitz", 4, 9, "left", at="0101"), Loss("axis", "admiral_scheer", 3, 9, "sunk", at="0101"),
    ))  # fmt: skip
    assert [(one.unit.kind, one.unit.strength, one.operation) for one in there.away] == [("tirpitz", 4, "break_out")]


@rule("pq17", "12.2.1")
@pytest.mark.parametrize(
    ("letter", "shown", "warning"),
    [("b", 7, 16), ("c", 9, 18), ("f", 13, 21), ("h", 17, 24), ("i", 7, None), ("v", 7, None), ("w", None, None)],
)
def test_12_2_1_when_they_come_back(letter: str, shown: int | None, warning: int | None) -> None:
    """Day 4 AM is turn 7, day 8 PM turn 16, and so on."""
    found = return_of(BOX, letter)
    assert (found.shown.number if found.shown else None, found.warning.number if found.warning else None) == (
        shown,
        warning,
    )


@rule("pq17", "12.2.1", "12.2.1a", position="PP198")
def test_12_2_1_who_broke_out_comes_back_on_the_afternoon_after_her_chit() -> None:
    board = arctic()
    away = [Away(Unit("tirpitz", 4, "trondheim"), "leave", operation="break_out")]
    board.state.roster = Roster(fortnight=3, away=away, returning="f")
    board.state.phase = Phase(side="axis")
    board.state.turn = read_turn("7 am").number
    play(place_on_edge(board))
    show_return(board)
    assert board.state.forces == []
    board.state.turn += 1
    play(place_on_edge(board))
    real, lure = sorted(board.state.forces, key=lambda one: one.is_dummy)
    assert ([one.ship for one in real.counters], lure.is_dummy) == (["tirpitz"], True)
    assert real.fuel == Fuel(read_turn("11 am").number)
    assert {BOX.hexes[one.at].door for one in (real, lure)} == {"atlantic"}


@rule("pq17", "12.2.1a")
def test_12_2_1a_they_stand_with_a_dummy_on_the_western_edge() -> None:
    board = arctic()
    edge = [one.id for one in BOX.hexes.values() if one.door == "atlantic" and not one.zone]
    new = place_returned(board, ships("tirpitz"), edge[0], edge[1], Turn(16), ("back", "lure"))
    assert [(one.at, one.level, one.is_dummy, one.fuel) for one in new] == [
        (edge[0], None, False, Fuel(16)), (edge[1], None, True, None),
    ]  # fmt: skip
    with pytest.raises(ValueError, match=r"12\.2\.1a"):
        place_returned(board, ships("tirpitz"), "0502", edge[0], Turn(16), ("b", "l"))


@rule("pq17", "12.2.1a", "1.2b")
@pytest.mark.parametrize(("at", "dummy_at"), [("0301", "0901"), ("0901", "0301")])
def test_12_2_1a_the_numbers_of_the_two_blocks_do_not_tell_which_is_which(at: str, dummy_at: str) -> None:
    new = place_returned(arctic(), ships("tirpitz"), at, dummy_at, Turn(16), ("back", "lure"))
    assert [one.at for one in sorted(new, key=lambda one: one.block)] == ["0301", "0901"]


@rule("pq17", "12.2.1a", "10.1.1")
def test_12_2_1a_not_where_the_ice_is_in_doubt() -> None:
    doubtful = [one.id for one in BOX.hexes.values() if one.door == "atlantic" and one.zone]
    for hex_ in doubtful:
        with pytest.raises(ValueError, match=r"12\.2\.1a"):
            place_returned(arctic(scenario="pq12"), ships("tirpitz"), hex_, hex_, Turn(16), ("b", "l"))


@rule("pq17", "12.2.1a")
@pytest.mark.parametrize(("letter", "before", "turn", "back"), [
    ("b", "3 pm", "4 am", True), ("e", "6 pm", "7 am", True),
    ("i", "3 pm", "4 am", False), ("v", "3 pm", "4 am", False),
])  # fmt: skip
def test_12_2_1a_the_chit_is_shown_on_its_turn_and_ships_come_on_the_next(
    letter: str, before: str, turn: str, back: bool
) -> None:
    board = broke_out()
    draw(board, letter)
    show_return(at_turn(board, before))
    perform(board, place_on_edge(board))
    assert not [one for one in events_for(board, "public") if isinstance(one, ChitShown)]
    perform(board, place_on_edge(at_turn(board, turn)))
    show_return(board)
    assert [one for one in events_for(board, "public") if isinstance(one, ChitShown)] == [
        ChitShown("axis", letter, "break_out")
    ]
    assert not board.state.forces
    board.state.turn += 1
    asked = perform(board, place_on_edge(board)).asked
    assert [(one.seat, one.kind) for one in asked] == ([("axis", "appear")] if back else [])
    assert len(board.state.forces) == (2 if back else 0)
    assert (in_the_atlantic(board), board.roster.returning) == ([], "")


@rule("pq17", "12.2.1a", "1.3")
def test_12_2_1a_without_a_dummy_left_they_come_alone() -> None:
    board = broke_out(returning="a")
    limit = structs.replace(board.operation.dummies.axis, limit=0)
    board.state.composed = structs.replace(
        board.operation, dummies=structs.replace(board.operation.dummies, axis=limit)
    )  # fmt: skip
    board.state.turn = read_turn("4 am").number + 1
    perform(board, place_on_edge(board), says={"appear": "appear at=0901"})
    assert [one.id for one in board.state.forces] == ["tf_atlantic"]


@rule("pq17", "12.2.1a")
def test_12_2_1a_who_comes_back_stands_on_a_sea_hex_of_the_western_edge() -> None:
    board = arctic()
    found = western_edge(board)
    assert found
    assert list(found) == sorted(found)
    doors = {one.id for one in BOX.hexes.values() if one.door == "atlantic"}
    assert set(found) <= doors
    assert all(BOX.hexes[one].is_sea for one in found)
    for one in doors - set(found):
        expected = BOX.ice(board.operation, BOX.hexes[one].zone)
        assert not BOX.hexes[one].is_sea or not expected.certain or expected.ice == "solid_pack"


@rule("pq17", "12.2.1a")
def test_12_2_1a_who_comes_back_is_proposed_somewhere_and_a_dummy_somewhere_else() -> None:
    form = ReturnForm(edge=("0303", "0404", "0505", "0606", "0707"), with_dummy=True)
    default = form.default()
    assert not list(form.problems(default))
    at, dummy = form.chosen(default)
    assert at in form.edge
    assert dummy in form.edge
    alone = ReturnForm(edge=("0303",), with_dummy=False)
    assert alone.chosen(alone.default()) == ("0303", "")


@rule("pq17", "12.2.1b", "15.0a")
@pytest.mark.parametrize(("letter", "shown", "others"), [
    ("a", False, set("abijklmnopqrstuv")), ("c", False, set("cd")), ("c", True, {"c"}),
])  # fmt: skip
def test_12_2_1b_the_enemy_knows_no_more_of_the_chit_than_when_it_is_shown(
    letter: str, shown: bool, others: set[str]
) -> None:
    board = broke_out(returning=letter, return_shown=shown)
    board.state.command = {"severny_flot": Points(), "gruppe_nord": Points()}
    dealt = [redeal(BOX, board.state, "allied", Random(seed).randrange).roster for seed in range(200)]
    assert {one.returning for one in dealt if one is not None} == others
    own = [redeal(BOX, board.state, "axis", Random(seed).randrange).roster for seed in range(20)]
    assert {one.returning for one in own if one is not None} == {letter}
