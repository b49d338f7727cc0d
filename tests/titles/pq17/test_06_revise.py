"""6.6.1b Moves are carried out block by block: after a find in passing, or a stop by ice, the rest is ordered anew."""

import msgspec
import pytest

from games.orders.order_set import Order
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.missions import Fly, Patrol, SectorSearch
from games.titles.pq17.orders.moves import Combine, IceOrder, Move, Stay
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.presentation import Presentation
from games.titles.pq17.rules.air.missions import missions_part
from games.titles.pq17.rules.movement.revising import replace_orders
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.search import Searched
from games.titles.pq17.state.state import AirUnit, Force, Plan, Points
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch06_search.searches import moved_anew
from tests.titles.pq17.ch10_ice.drift import zone_of
from tests.titles.pq17.playing import a_card, cards_with, heard

rule = pytest.mark.rule
FOUND, MISSED = a_card("force", "U", submarine=False), a_card("force", "-")
IGNORES: dict[Side, Instructions] = {"allied": Instructions(meets="ignore")}


def table(*forces: Force, **fields: object) -> Board:
    """Three German forces about 0612, and an Allied cruiser in 0512 past which the first is to go; nobody follows."""
    points = {"home_fleet": Points(16), "severny_flot": Points(6), "gruppe_nord": Points(10)}
    told = {"command": points, "start": 8, "sighted": True, "unbound": True, "instructions": dict(IGNORES)}
    return arctic(
        force("cover", "allied", "task_force", "0512", "norfolk"),
        force("one", "axis", "task_force", "0612", "lutzow"),
        force("two", "axis", "task_force", "0612", "admiral_scheer"),
        force("three", "axis", "task_force", "0713", "tirpitz", plan=Plan(0, ("0712", "0711"))),
        *forces,
        **{**told, **fields},
    )


PAST = Move("one", ("0512", "0511"))
ON = Move("two", ("0611",))


def at(board: Board) -> dict[str, str]:
    return {one.id: one.at for one in board.forces_of("axis")}


@rule("pq17", "6.6.1b")
def test_who_was_found_in_passing_is_a_reason_to_order_the_others_anew() -> None:
    board = table()
    played = moved_anew(board, PAST, ON, cards=[FOUND], says={"revise": "move two way=0613\nstay three"})
    assert [(one.seat, one.kind, one.rule) for one in played.asked] == [("axis", "revise", "6.6.1b")]
    assert at(board) == {"one": "0511", "two": "0613", "three": "0713"}
    assert board.phase.orders == (PAST, Move("two", ("0613",)), Stay("three"))


@rule("pq17", "6.6.1b")
def test_who_had_no_orders_may_be_given_some() -> None:
    board = table(force("four", "axis", "task_force", "0714", "koln"))
    moved_anew(board, PAST, cards=[FOUND], says={"revise": "move four way=0715"})
    assert at(board)["four"] == "0715"


@rule("pq17", "6.6.1b")
def test_who_wants_to_hear_no_more_of_it_is_not_asked_again() -> None:
    board = table()
    second = Move("two", ("0512", "0511"))
    played = moved_anew(
        board, PAST, second, cards=cards_with("force", "U", 2), says={"revise": "instruct revises does=never"}
    )
    assert len(played.asked) == 1
    assert board.state.instructed("axis").revises == "never"


@rule("pq17", "6.6.1b")
def test_without_an_answer_all_carry_on() -> None:
    board = table()
    moved_anew(board, PAST, ON, cards=[FOUND])
    assert at(board) == {"one": "0511", "two": "0611", "three": "0711"}
    assert board.phase.orders == (PAST, ON)


@rule("pq17", "6.6.1b")
@pytest.mark.parametrize(("cards", "orders"), [((MISSED,), (PAST, ON)), ((), (ON,))])
def test_nobody_is_asked_where_nothing_was_found(cards: tuple[str, ...], orders: tuple[Order, ...]) -> None:
    board = table()
    assert not moved_anew(board, *orders, cards=cards).asked
    assert at(board)["two"] == "0611"


@rule("pq17", "6.6.1b")
def test_a_dummy_that_is_unmasked_in_passing_is_found_too() -> None:
    board = table(force("lure", "axis", "dummy", "0612"))
    played = moved_anew(board, Move("lure", ("0512", "0511")), ON, cards=[FOUND], says={"revise": "stay two"})
    assert [one.kind for one in played.asked] == ["revise"]
    assert at(board) == {"one": "0612", "two": "0612", "three": "0711"}


@rule("pq17", "6.6.1b")
def test_each_find_is_asked_about_and_who_has_moved_goes_nowhere() -> None:
    board = table()
    played = moved_anew(board, PAST, Move("two", ("0512", "0511")), cards=cards_with("force", "U", 2))
    movers = [[one.force for one in asked.form.moves.movers] for asked in played.asked]
    assert movers == [["two", "three"], ["three"]]


@rule("pq17", "6.6.1b", "10.1", "10.2.4")
@pytest.mark.parametrize(
    ("ice", "die", "asked"), [("stop", 9, True), ("turn", 9, True), ("go", 9, False), ("stop", 3, False)]
)
def test_ice_that_stops_a_force_is_a_reason(ice: IceOrder, die: int, *, asked: bool) -> None:
    """All see that it was stopped, and not whether its owner had foreseen it: so he is asked, whatever he wrote."""
    here, there = zone_of("w4", "w5")
    board = table(force("north", "allied", "task_force", here, "london"))
    cards = ["card_04", "card_07"][: 1 + (die == 9)]
    played = moved_anew(board, Move("north", (there,), ice=ice), side="allied", dice=[(die,)], cards=cards)
    assert [(one.seat, one.kind) for one in played.asked] == [("allied", "revise")] * asked
    assert (board.force("north").at == here) is asked


@rule("pq17", "6.6.1b")
@pytest.mark.parametrize("revises", ["ask", "never"])
def test_by_standing_instruction_nobody_is_asked(revises: str) -> None:
    board = table(instructions={**IGNORES, "axis": Instructions(revises=revises)})
    assert bool(moved_anew(board, PAST, ON, cards=[FOUND]).asked) is (revises == "ask")


@rule("pq17", "6.6.1b", "3.2b")
def test_steps_of_the_segment_that_are_over_are_not_open_again() -> None:
    """3.2b Blocks have stood up, parted, and marked refuelling before any moved."""
    board = table(force("mixed", "axis", "task_force", "0714", "koln", "dd_36a 4", level=0))
    board.state.forces[-1].counters.append(board.state.forces[-1].counters[0])
    form = moved_anew(board, PAST, cards=[FOUND]).asked[0].form
    assert isinstance(form, PhaseForm)
    assert {way.verb for way in form.templates()} <= {
        "move",
        "stay",
        "route",
        "fly",
        "patrol",
        "sector",
        "declare",
        "instruct",
    }


@rule("pq17", "6.6.1b", "5.3", "6.4.2")
def test_aircraft_and_sectors_may_be_ordered_anew() -> None:
    """3.2a Aircraft fly when blocks have moved; whoever photographs, or flies a raid, does so."""
    units = [AirUnit("ju_88", 2, id=name, base="banak") for name in ("kg30", "kg26")]
    board = table(air=units)
    board.place(force("near", "allied", "convoy", "0715", "mv 5"))
    old = (PAST, Fly("kg30", "search", "0715"), SectorSearch("barents", ("0715",)))
    says = {"revise": "fly kg30 mission=attack to=0715"}
    moved_anew(board, *old, cards=[FOUND], says=says)
    assert board.ordered(Fly) == [Fly("kg30", "attack", "0715")]
    assert board.ordered(SectorSearch) == [SectorSearch("barents", ("0715",))]


@rule("pq17", "6.6.1b")
@pytest.mark.parametrize(
    ("new", "kept"),
    [
        ((), ("combine", "kg30", "barents", "stay")),
        ((Stay("two"),), ("combine", "kg30", "barents", "stay")),
        ((Move("three", ("0712",)),), ("combine", "kg30", "barents")),
        ((Patrol("kg30", "0611"),), ("combine", "barents", "stay")),
        ((SectorSearch("barents", ()),), ("combine", "kg30", "stay")),
        ((SectorSearch("trondheim", ("0611",)),), ("combine", "kg30", "stay")),
        ((SectorSearch("trondheim", ("0612",)),), ("combine", "kg30", "barents", "stay")),
    ],
)
def test_what_is_not_ordered_anew_stands(new: tuple[Order, ...], kept: tuple[str, ...]) -> None:
    old = {
        "combine": Combine(("one", "two")),
        "kg30": Fly("kg30", "attack", "0611"),
        "barents": SectorSearch("barents", ("0611",)),
        "stay": Stay("three"),
    }
    assert replace_orders(tuple(old.values()), new) == (*(old[name] for name in kept), *new)


@rule("pq17", "6.6.1b", "7.1.3")
def test_photographs_have_been_taken() -> None:
    board = table(force("in_narvik", "axis", "task_force", "0813", "koln", port="narvik"))
    board.state.air = [
        AirUnit("spitfire_pr", 1, id="pr", base="wick"),
        AirUnit("catalina", 1, id="cat", base="akureyri"),
    ]
    assert any(one.photograph for one in missions_part(board, "allied").flights)
    here, there = zone_of("w4", "w5")
    board.place(force("north", "allied", "task_force", here, "london"))
    go = Move("north", (there,), ice="stop")
    form = moved_anew(board, go, side="allied", dice=[(9,)], cards=["card_04", "card_07"]).asked[0].form
    assert "photograph" not in {way.verb for way in form.templates()}


@rule("pq17", "6.6.1b", "7.1.3")
def test_aircraft_that_fly_a_raid_are_not_asked_for() -> None:
    board = table(air=[AirUnit("ju_88", 2, id=name, base="banak") for name in ("kg30", "kg26")])
    board.place(force("near", "allied", "convoy", "0715", "mv 5"))
    form = moved_anew(board, PAST, Raid("vaenga", ("kg26",)), cards=[FOUND]).asked[0].form
    assert [one.unit for one in form.missions.flights] == ["kg30"]


@rule("pq17", "6.6.1b", "1.8")
def test_being_asked_tells_nothing_that_was_not_seen() -> None:
    """Both sides were told of the search and its find; whether anything is left to move decides nothing."""
    board = table()
    board.state.forces = [one for one in board.state.forces if one.id in ("cover", "one")]
    played = moved_anew(board, PAST, cards=[FOUND])
    assert [one.kind for one in played.asked] == ["revise"]
    assert [one.found for one in heard(board, "public") if isinstance(one, Searched)] == [True]
    for seat in ("allied", "public"):
        assert b"unforeseen" not in msgspec.json.encode(view(board, seat))


@pytest.mark.parametrize(("language", "word"), [("en", "not moved"), ("ja", "再命令")])
def test_the_question_is_put_in_both_languages(language: str, word: str) -> None:
    asked = moved_anew(table(), PAST, cards=[FOUND]).asked[0]
    assert word in Presentation(BOX).explain_question(asked, language)
