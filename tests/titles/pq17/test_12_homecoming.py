"""12.2.1 Ships that broke out into the Atlantic, in the fortnight after: drawn for, shown, and back on the edge."""

from random import Random
from typing import Any

import pytest
from msgspec import structs

from games.kernel.codec import encode
from games.titles.pq17.box.turns import read_turn
from games.titles.pq17.rules.campaign import fortnight
from games.titles.pq17.rules.campaign.folding import fold
from games.titles.pq17.rules.special.homecoming import appear, come_to_port, in_the_atlantic, recall, show_return
from games.titles.pq17.rules.special.segment import leave_map
from games.titles.pq17.rules.special.situations import situations
from games.titles.pq17.seen.campaign import roster_of
from games.titles.pq17.seen.redeal import redeal
from games.titles.pq17.seen.view import view
from games.titles.pq17.table.events.special import ChitShown, ReturnDrawn, ShipsReturned
from games.titles.pq17.table.fuel import Fuel
from games.titles.pq17.table.roster import Away, Roster, Unit
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import Phase, Points
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.procedures import heard, play

rule = pytest.mark.rule
LETTERS = sorted(BOX.situations)
ON_THE_MAP = "tirpitz"


def gone(**roster: Any) -> Sea:
    """A campaign in which Tirpitz and Scheer broke out in the fortnight before."""
    sea = arctic()
    away = [Away(Unit(kind, strength, "trondheim"), "leave", operation="break_out")
            for kind, strength in (("tirpitz", 4), ("admiral_scheer", 3))]  # fmt: skip
    sea.state.roster = Roster(fortnight=3, away=away, **roster)
    sea.state.cup = list(LETTERS)
    sea.state.phase = Phase(side="axis")
    return sea


def draw(sea: Sea, letter: str) -> Any:
    return play(sea, recall(sea), draws=[[LETTERS.index(letter)]])


def at(sea: Sea, turn: str) -> Sea:
    sea.state.turn = read_turn(turn).number
    return sea


@rule("pq17", "12.2.1", "12.2.1b")
def test_the_axis_alone_reads_the_letter_and_the_chit_goes_back() -> None:
    sea = gone()
    run = draw(sea, "c")
    assert [(one.seat, one.kind) for one in run.asked] == [("axis", "recall")]
    assert heard(sea, "axis") == [ReturnDrawn("c", read_turn("5 am").number, comes=True)]
    assert heard(sea, "allied") == heard(sea, "public") == [ReturnDrawn()]
    assert sea.state.cup == LETTERS
    assert [roster_of(sea, (side,)).returning for side in ("axis", "allied")] == ["c", ""]
    assert roster_of(sea, ()).returning == ""


@rule("pq17", "12.2.1", "12.2.1a")
def test_who_draws_nothing_has_lost_them_without_points() -> None:
    sea = gone()
    play(sea, recall(sea), says={"recall": "choose no"})
    assert (in_the_atlantic(sea), len(sea.roster.away), sea.state.bookings) == ([], 2, [])
    assert heard(sea, "allied") == []
    assert not play(sea, recall(sea)).asked


@rule("pq17", "12.2.1")
@pytest.mark.parametrize(("letter", "shown", "left"), [("v", False, 2), ("w", True, 0), ("z", True, 0)])
def test_the_last_letters_are_shown_at_once(letter: str, shown: bool, left: int) -> None:
    sea = gone()
    draw(sea, letter)
    assert (ChitShown("axis", letter, "break_out") in heard(sea, "allied")) is shown
    assert len(in_the_atlantic(sea)) == left


@rule("pq17", "12.2.1a")
@pytest.mark.parametrize(("letter", "before", "turn", "back"), [
    ("b", "3 pm", "4 am", True), ("e", "6 pm", "7 am", True),
    ("i", "3 pm", "4 am", False), ("v", "3 pm", "4 am", False),
])  # fmt: skip
def test_the_chit_is_shown_on_its_turn_and_ships_come_on_the_next(
    letter: str, before: str, turn: str, back: bool
) -> None:
    sea = gone()
    draw(sea, letter)
    show_return(at(sea, before))
    play(sea, appear(sea))
    assert not [one for one in heard(sea, "public") if isinstance(one, ChitShown)]
    play(sea, appear(at(sea, turn)))
    show_return(sea)
    assert [one for one in heard(sea, "public") if isinstance(one, ChitShown)] == [
        ChitShown("axis", letter, "break_out")
    ]
    assert not sea.state.forces
    sea.state.turn += 1
    asked = play(sea, appear(sea)).asked
    assert [(one.seat, one.kind) for one in asked] == ([("axis", "appear")] if back else [])
    assert len(sea.state.forces) == (2 if back else 0)
    assert (in_the_atlantic(sea), sea.roster.returning) == ([], "")


@rule("pq17", "12.2.1", "12.2.1a", "1.2a")
def test_their_owner_says_where_and_the_enemy_sees_two_blocks_alike() -> None:
    sea = gone(returning="g")
    sea.state.turn = read_turn("9 am").number + 1
    play(sea, appear(sea), says={"appear": "appear at=0901 dummy=0301"})
    force, dummy = sea.force("tf_atlantic"), sea.force("atlantic_dummy")
    assert (force.at, dummy.at, dummy.is_dummy) == ("0901", "0301", True)
    assert [(one.ship, one.strength) for one in force.counters] == [("tirpitz", 4), ("admiral_scheer", 3)]
    assert force.fuel == Fuel(read_turn("12 pm").number)
    assert (force.level, dummy.level) == (None, None)
    assert heard(sea, "allied") == heard(sea, "axis") == [
        ChitShown("axis", "g", "break_out"), ShipsReturned(("0301", "0901")),
    ]  # fmt: skip
    assert sea.roster.away == []


@rule("pq17", "12.2.1a", "1.3")
def test_without_a_dummy_left_they_come_alone() -> None:
    sea = gone(returning="a")
    limit = structs.replace(sea.operation.dummies.axis, limit=0)
    sea.state.composed = structs.replace(
        sea.operation, dummies=structs.replace(sea.operation.dummies, axis=limit)
    )  # fmt: skip
    sea.state.turn = read_turn("4 am").number + 1
    play(sea, appear(sea), says={"appear": "appear at=0901"})
    assert [one.id for one in sea.state.forces] == ["tf_atlantic"]


@rule("pq17", "12.2.1", "15.8", "12.0a")
@pytest.mark.parametrize(("letter", "lying"), [("g", ["tirpitz", "admiral_scheer"]), ("i", []), ("", [])])
def test_who_has_not_come_by_the_end_is_put_into_port(letter: str, lying: list[str]) -> None:
    sea = gone(returning=letter)
    come_to_port(sea)
    assert [(one.kind, one.place, one.afloat) for one in sea.roster.units] == [
        (kind, "trondheim", True) for kind in lying
    ]
    assert len(sea.roster.away) == 2 - len(lying)
    assert [one.letter for one in heard(sea, "allied")] == ([letter] if letter else [])
    assert sea.roster.returning == ""


@rule("pq17", "12.2.1")
def test_they_are_drawn_for_before_the_bids() -> None:
    sea = gone()
    sea.state.composed = BOX.campaign.bare(BOX.campaign.fortnights[3], {})
    says = {"bid@allied": "choose 1", "bid@axis": "choose 0"}
    asked = play(sea, fortnight.bid(sea), draws=[[0], [0]], says=says).asked
    assert [(one.seat, one.kind) for one in asked] == [("axis", "recall"), ("allied", "bid"), ("axis", "bid")]


@rule("pq17", "12.2.1", "15.5.1")
@pytest.mark.parametrize("crippled", [True, False])
def test_who_left_the_map_crippled_comes_back_crippled(crippled: bool) -> None:
    sea = arctic(force("t", "axis", "task_force", "0101", "tirpitz 3"))
    sea.state.roster, sea.state.composed = Roster(fortnight=3), BOX.campaign.bare(BOX.campaign.fortnights[3], {})
    sea.state.command = {"severny_flot": Points(), "gruppe_nord": Points()}
    sea.force("t").counters[0].crippled = crippled
    leave_map(sea, sea.force("t"))
    assert "crippled" not in encode(sea.state.losses).decode()
    assert "hurt" not in encode(view(sea, "allied")).decode()
    fold(sea)
    (gone,) = in_the_atlantic(sea)
    assert (gone.unit.crippled, sea.roster.hurt) == (crippled, [])
    sea.roster.returning, sea.roster.fortnight = "g", 4
    sea.state.composed = BOX.campaign.bare(BOX.campaign.fortnights[4], {})
    sea.state.phase = Phase(side="axis")
    sea.state.turn = read_turn("9 am").number + 1
    play(sea, appear(sea))
    assert [(one.ship, one.strength, one.crippled) for one in sea.force("tf_atlantic").counters] == [
        ("tirpitz", 3, crippled)
    ]


@rule("pq17", "12.2.1b", "15.0a")
@pytest.mark.parametrize(("letter", "shown", "others"), [
    ("a", False, set("abijklmnopqrstuv")), ("c", False, set("cd")), ("c", True, {"c"}),
])  # fmt: skip
def test_the_enemy_knows_no_more_of_the_chit_than_when_it_is_shown(letter: str, shown: bool, others: set[str]) -> None:
    sea = gone(returning=letter, return_shown=shown)
    sea.state.command = {"severny_flot": Points(), "gruppe_nord": Points()}
    dealt = [redeal(BOX, sea.state, "allied", Random(seed).randrange).roster for seed in range(200)]
    assert {one.returning for one in dealt if one is not None} == others
    own = [redeal(BOX, sea.state, "axis", Random(seed).randrange).roster for seed in range(20)]
    assert {one.returning for one in own if one is not None} == {letter}


@rule("pq17", "3.2", "12.2.1a")
def test_the_chit_is_shown_in_the_special_situation_phase() -> None:
    sea = at(gone(returning="b"), "4 am")
    assert play(sea, situations(sea)).following == "fuel"
    assert heard(sea, "public") == [ChitShown("axis", "b", "break_out")]
