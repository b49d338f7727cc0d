"""6.6.1: searches in passing, and orders that are given anew after one."""

from typing import Any

import msgspec
import pytest

from games.orders.order_set import Order
from games.titles.pq17.components.pieces import Side
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.missions import Fly, Patrol, SectorSearch
from games.titles.pq17.orders.move_orders import Combine, IceOrder, Move, Stay
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.presentation import Presentation
from games.titles.pq17.rules.air.missions import missions_part
from games.titles.pq17.rules.movement.passing import _met, _searched_by, search_passing_block
from games.titles.pq17.rules.movement.revising import replace_orders
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.search import Searched
from games.titles.pq17.state.events.submarine import PacksMet, SubmarinesMet
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import AirUnit, Force, Phase, Plan, Points, Shadow
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch06_search.searches import PRINTED, met_under_way, moved_anew
from tests.titles.pq17.ch10_ice.drift import zone_of
from tests.titles.pq17.ch15_campaign.orders_of_battle import moved_from_rest
from tests.titles.pq17.playing import a_card, cards_with, heard, phase, play
from tests.titles.pq17.strikes import OPEN

rule = pytest.mark.rule
FOUND, MISSED = a_card("force", "U", submarine=False), a_card("force", "-")
IGNORES: dict[Side, Instructions] = {"allied": Instructions(meets="ignore")}
PAST = Move("one", ("0512", "0511"))
ON = Move("two", ("0611",))


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


def at(board: Board) -> dict[str, str]:
    return {one.id: one.at for one in board.forces_of("axis")}


def passing(*forces: Force, side: Side = "axis", **fields: object) -> Board:
    board = arctic(*forces, **fields)
    return phase(board, side)


@pytest.mark.parametrize(("language", "word"), [("en", "not moved"), ("ja", "再命令")])
def test_the_question_is_put_in_both_languages(language: str, word: str) -> None:
    asked = moved_anew(table(), PAST, cards=[FOUND]).asked[0]
    assert word in Presentation(BOX).explain_question(asked, language)


@rule("pq17", "6.6.1", position="PP64")
def test_6_6_1_who_is_searched_in_passing() -> None:
    cover = force("cover", "allied", "task_force", OPEN, "norfolk")
    board = passing(cover, force("pq", "axis", "convoy", OPEN, "mv_german 2"))
    play(search_passing_block(board, board.force("pq")))
    assert board.told == []
    board = passing(force("cover", "allied", "task_force", OPEN, "norfolk"), force("lure", "axis", "dummy", OPEN))
    assert play(search_passing_block(board, board.force("lure")), cards=[a_card("force", "-")]).result is False
    assert heard(board, "axis")[0].passing


@rule("pq17", "6.6.1")
def test_6_6_1_a_shadower_does_not_search_who_passes() -> None:
    board = passing(
        force("cover", "allied", "task_force", OPEN, "norfolk"),
        force("tf", "axis", "task_force", OPEN, "lutzow"),
        force("other", "axis", "task_force", OPEN, "koln"),
    )
    board.state.shadows = [Shadow("other", "task_force", "cover")]
    play(search_passing_block(board, board.force("tf")))
    assert board.told == []


@rule("pq17", "6.6.1", "6.6.1a", "6.3.3", position="PP63")
def test_6_6_1_found_in_passing_and_followed() -> None:
    board = passing(
        force("cover", "allied", "task_force", OPEN, "norfolk"), force("tf", "axis", "task_force", OPEN, "tirpitz")
    )
    board.force("tf").level = 0
    card = a_card("force", "1", submarine=False)
    assert play(search_passing_block(board, board.force("tf")), cards=[card]).result is False
    assert board.force("tf").level == 0
    card = a_card("force", "0", submarine=False)
    assert play(search_passing_block(board, board.force("tf")), cards=[card]).result is False
    assert board.force("tf").level
    assert [one.who for one in board.state.shadows] == ["cover"]
    assert board.state.reports[-1].source == "passing"


@rule("pq17", "6.6.1")
@pytest.mark.parametrize(
    ("side", "at", "port", "shadows", "searches"),
    [
        ("allied", "1111", "", [], True),
        ("axis", "1111", "", [], False),
        ("allied", "1110", "", [], False),
        ("allied", "1111", "trondheim", [], False),
        ("allied", "1111", "", [Shadow("other", "task_force", "watch")], False),
        ("allied", "1111", "", [Shadow("watch", "aircraft", "u")], True),
    ],
)
def test_6_6_1_who_searches_a_block_in_passing(
    side: Any, at: str, port: str, shadows: list[Shadow], searches: bool
) -> None:
    board = arctic(force("watch", side, "task_force", at, "london" if side == "allied" else "koln", port=port),
                   force("goes", "axis", "task_force", "1111", "lutzow"), shadows=shadows)  # fmt: skip
    assert _searched_by(board, "allied", board.force("goes")) is searches


@rule("pq17", "6.6.1", "6.6.1a", "7.1", "7.1.1", "7.4")
@pytest.mark.parametrize(
    ("wish", "moved_", "cards_", "fights"),
    [
        ("attack", 0, ("U", "U"), True), ("attack", 0, ("U", "-"), False), ("attack", 0, ("-",), False),
        ("follow", 0, ("U",), False), ("ignore", 0, ("U",), False), ("attack", 1, ("U",), False),
    ],
)  # fmt: skip
def test_6_6_1_a_pack_attacks_a_task_force_that_it_found_passing(
    wish: Any, moved_: int, cards_: tuple[Any, ...], fights: bool
) -> None:
    """It found it by one card and locates it by another, as in its own segment; a pack that moved this turn lies still.
    A fight ends the way of what passed.
    """
    board = met_under_way(force("t", "allied", "task_force", OPEN, "kent", fuel=Fuel(20)),
                          force("p", "axis", "wolfpack", OPEN, "ss_german 2", moved=moved_))  # fmt: skip
    board.state.instructions["axis"] = Instructions(meets=wish, boats="heavy")
    drawn = [a_card("force", one) if one == "-" else "" for one in cards_]
    found = [name for name, card in BOX.cards.items() if card.day.force[0] == "U" and not card.star]
    drawn = [one or found.pop() for one in drawn]
    ends = play(search_passing_block(board, board.force("t")), cards=drawn, dice=[(0,), (0,)] if fights else []).result
    assert ends is fights
    assert any(isinstance(one, SubmarinesMet) for one in heard(board, "allied")) is fights
    assert board.force("p").level == (1 if fights else None)


@rule("pq17", "6.6.1", "6.2a")
@pytest.mark.parametrize(
    ("at", "kind", "holding", "row"),
    [
        (OPEN, "task_force", ("kent",), "force"), (PRINTED, "task_force", ("kent",), "both"),
        (PRINTED, "convoy", ("mv 9",), ""), (OPEN, "convoy", ("mv 9", "dd_a_i 1"), "force"),
        (OPEN, "dummy", (), "force"),
        (PRINTED, "", (), ""),
    ],
)  # fmt: skip
def test_6_6_1_who_searches_what_passes_and_in_what_row(at: str, kind: Any, holding: tuple[str, ...], row: str) -> None:
    """A radius by itself, and transports by themselves, find nobody in passing."""
    others = [force("k", "allied", kind, at, *holding)] if kind else []
    board = met_under_way(force("t", "axis", "task_force", at, "lutzow"), *others, side="axis")
    read: Any = row or "force"
    play(search_passing_block(board, board.force("t")), cards=[a_card(read, "-")] if row else [])
    assert [one.row for one in heard(board, "allied") if isinstance(one, Searched)] == ([row] if row else [])


@rule("pq17", "6.6.1", "6.6.1a", "6.6.1b", position="PP201")
def test_6_6_1_who_has_not_moved_yet_is_ordered_anew() -> None:
    points = {"home_fleet": Points(), "severny_flot": Points(), "gruppe_nord": Points(10)}
    board = arctic(
        force("cover", "allied", "task_force", "0512", "norfolk"), force("one", "axis", "task_force", "0612", "lutzow"),
        force("two", "axis", "task_force", "0612", "admiral_scheer"),
        command=points, start=8, sighted=True, unbound=True,
    )  # fmt: skip
    past = Move("one", ("0512", "0511"))
    card = a_card("force", "U", submarine=False)
    played = moved_from_rest(board, "axis", past, Move("two", ("0512",)), cards=[card], says={"revise": "stay two"})
    (asked,) = played.asked
    assert asked.seat == "axis"
    assert {one.id: one.at for one in board.forces_of("axis")} == {"one": "0511", "two": "0612"}
    assert Stay("two") in board.phase.orders


@rule("pq17", "6.6.1a", "7.4.2a")
def test_6_6_1a_a_pack_found_in_passing_cannot_refuse_and_is_hunted() -> None:
    board = passing(
        force("cover", "allied", "task_force", OPEN, "norfolk", "dd_a_i 3"),
        force("pack", "axis", "wolfpack", OPEN, "ss_german 2"),
    )
    board.state.instructions["allied"] = Instructions(meets="attack")
    card = a_card("force", "U", submarine=True)
    played = play(search_passing_block(board, board.force("pack")), cards=[card], dice=[(0,), (0,)])
    assert played.result is True, "its move ends"
    assert played.asked == []
    assert board.force("cover").spent == 0, "no mark at all"


@rule("pq17", "6.6.1a", "7.4.4", "7.6")
@pytest.mark.parametrize(("dice", "left"), [(((7,), (8,)), 1), (((6,), (7,)), 2)])
def test_6_6_1a_a_pack_meets_a_pack_that_passes(dice: tuple[tuple[int, ...], ...], left: int) -> None:
    """British boats, unidentified, at rest: 7 and 1 more surprise, so that they fire; with 6 the others do."""
    german = force("p", "axis", "wolfpack", OPEN, "ss_german 2")
    board = met_under_way(german, force("b", "allied", "wolfpack", OPEN, "ss_british 1"), side="axis")
    found = [name for name, card in BOX.cards.items() if card.day.force[0] == "U" and not card.star][:2]
    assert play(search_passing_block(board, board.force("p")), cards=found, dice=dice).result is True
    assert sum(one.strength for one in board.force("p").counters) == left
    assert any(isinstance(one, PacksMet) for one in heard(board, "axis"))


@rule("pq17", "6.6.1a", "7.1b", "7.5")
def test_6_6_1a_packs_come_before_ships_and_ships_find_it_where_it_was_stopped() -> None:
    board = met_under_way(force("t", "axis", "task_force", OPEN, "koln", fuel=Fuel(20)),
                          force("p", "allied", "wolfpack", OPEN, "ss_british 1"),
                force("k", "allied", "task_force", OPEN, "duke_of_york", fuel=Fuel(20)), side="axis")  # fmt: skip
    board.state.instructions["allied"] = Instructions(meets="attack", boats="heavy", asks="never", stands="stay",
                                                      torpedo_round="never")  # fmt: skip
    board.state.instructions["axis"] = Instructions(asks="never", stands="stay", torpedo_round="never")
    board.identify(board.force("t"), 3)
    board.report(board.force("t"), 3, "search")
    found = [name for name, card in BOX.cards.items() if card.day.force[0] == "U" and not card.star][:3]
    fight = [(0,) * 4, (0,) * BOX.ships["koln"].strength, (0,), (0,)]  # the Germans must try to leave (7.5.7d)
    assert play(search_passing_block(board, board.force("t")), cards=found, dice=[(1,), (0,), *fight]).result is True
    assert board.phase.fought == ["k", "t"]


@rule("pq17", "6.6.1a")
@pytest.mark.parametrize(("meets", "watch", "fights"), [("attack", ("dd_36a 3",), True), ("attack", ("lutzow",), False),
                                                        ("ignore", ("dd_36a 3",), False)])  # fmt: skip
def test_6_6_1a_who_meets_a_pack_in_passing_hunts_it_if_he_can(
    meets: Any, watch: tuple[str, ...], fights: bool
) -> None:
    board = arctic(force("watch", "axis", "task_force", OPEN, *watch),
                   force("goes", "allied", "wolfpack", OPEN, "ss_british 2", level=1),
                   instructions={"axis": Instructions(meets=meets)})  # fmt: skip
    board.state.phase = Phase("allied")
    found = play(_met(board, board.force("goes")), dice=[(0,), (0,)] if fights else []).result
    assert found is fights


@rule("pq17", "6.6.1b")
def test_6_6_1b_who_was_found_in_passing_is_a_reason_to_order_the_others_anew() -> None:
    board = table()
    played = moved_anew(board, PAST, ON, cards=[FOUND], says={"revise": "move two way=0613\nstay three"})
    assert [(one.seat, one.kind, one.rule) for one in played.asked] == [("axis", "revise", "6.6.1b")]
    assert at(board) == {"one": "0511", "two": "0613", "three": "0713"}
    assert board.phase.orders == (PAST, Move("two", ("0613",)), Stay("three"))


@rule("pq17", "6.6.1b")
def test_6_6_1b_who_had_no_orders_may_be_given_some() -> None:
    board = table(force("four", "axis", "task_force", "0714", "koln"))
    moved_anew(board, PAST, cards=[FOUND], says={"revise": "move four way=0715"})
    assert at(board)["four"] == "0715"


@rule("pq17", "6.6.1b")
def test_6_6_1b_who_wants_to_hear_no_more_of_it_is_not_asked_again() -> None:
    board = table()
    second = Move("two", ("0512", "0511"))
    played = moved_anew(
        board, PAST, second, cards=cards_with("force", "U", 2), says={"revise": "instruct revises does=never"}
    )
    assert len(played.asked) == 1
    assert board.state.instructed("axis").revises == "never"


@rule("pq17", "6.6.1b")
def test_6_6_1b_without_an_answer_all_carry_on() -> None:
    board = table()
    moved_anew(board, PAST, ON, cards=[FOUND])
    assert at(board) == {"one": "0511", "two": "0611", "three": "0711"}
    assert board.phase.orders == (PAST, ON)


@rule("pq17", "6.6.1b")
@pytest.mark.parametrize(("cards", "orders"), [((MISSED,), (PAST, ON)), ((), (ON,))])
def test_6_6_1b_nobody_is_asked_where_nothing_was_found(cards: tuple[str, ...], orders: tuple[Order, ...]) -> None:
    board = table()
    assert not moved_anew(board, *orders, cards=cards).asked
    assert at(board)["two"] == "0611"


@rule("pq17", "6.6.1b")
def test_6_6_1b_a_dummy_that_is_unmasked_in_passing_is_found_too() -> None:
    board = table(force("lure", "axis", "dummy", "0612"))
    played = moved_anew(board, Move("lure", ("0512", "0511")), ON, cards=[FOUND], says={"revise": "stay two"})
    assert [one.kind for one in played.asked] == ["revise"]
    assert at(board) == {"one": "0612", "two": "0612", "three": "0711"}


@rule("pq17", "6.6.1b")
def test_6_6_1b_each_find_is_asked_about_and_who_has_moved_goes_nowhere() -> None:
    board = table()
    played = moved_anew(board, PAST, Move("two", ("0512", "0511")), cards=cards_with("force", "U", 2))
    movers = [[one.force for one in asked.form.moves.movers] for asked in played.asked]
    assert movers == [["two", "three"], ["three"]]


@rule("pq17", "6.6.1b", "10.1", "10.2.4")
@pytest.mark.parametrize(
    ("ice", "die", "asked"), [("stop", 9, True), ("turn", 9, True), ("go", 9, False), ("stop", 3, False)]
)
def test_6_6_1b_ice_that_stops_a_force_is_a_reason(ice: IceOrder, die: int, *, asked: bool) -> None:
    """All see that it was stopped, and not whether its owner had foreseen it: so he is asked, whatever he wrote."""
    here, there = zone_of("w4", "w5")
    board = table(force("north", "allied", "task_force", here, "london"))
    cards = ["card_04", "card_07"][: 1 + (die == 9)]
    played = moved_anew(board, Move("north", (there,), ice=ice), side="allied", dice=[(die,)], cards=cards)
    assert [(one.seat, one.kind) for one in played.asked] == [("allied", "revise")] * asked
    assert (board.force("north").at == here) is asked


@rule("pq17", "6.6.1b")
@pytest.mark.parametrize("revises", ["ask", "never"])
def test_6_6_1b_by_standing_instruction_nobody_is_asked(revises: str) -> None:
    board = table(instructions={**IGNORES, "axis": Instructions(revises=revises)})
    assert bool(moved_anew(board, PAST, ON, cards=[FOUND]).asked) is (revises == "ask")


@rule("pq17", "6.6.1b", "3.2b")
def test_6_6_1b_steps_of_the_segment_that_are_over_are_not_open_again() -> None:
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
def test_6_6_1b_aircraft_and_sectors_may_be_ordered_anew() -> None:
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
def test_6_6_1b_what_is_not_ordered_anew_stands(new: tuple[Order, ...], kept: tuple[str, ...]) -> None:
    old = {
        "combine": Combine(("one", "two")),
        "kg30": Fly("kg30", "attack", "0611"),
        "barents": SectorSearch("barents", ("0611",)),
        "stay": Stay("three"),
    }
    assert replace_orders(tuple(old.values()), new) == (*(old[name] for name in kept), *new)


@rule("pq17", "6.6.1b", "7.1.3")
def test_6_6_1b_photographs_have_been_taken() -> None:
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
def test_6_6_1b_aircraft_that_fly_a_raid_are_not_asked_for() -> None:
    board = table(air=[AirUnit("ju_88", 2, id=name, base="banak") for name in ("kg30", "kg26")])
    board.place(force("near", "allied", "convoy", "0715", "mv 5"))
    form = moved_anew(board, PAST, Raid("vaenga", ("kg26",)), cards=[FOUND]).asked[0].form
    assert [one.unit for one in form.missions.flights] == ["kg30"]


@rule("pq17", "6.6.1b", "1.8")
def test_6_6_1b_being_asked_tells_nothing_that_was_not_seen() -> None:
    """Both sides were told of the search and its find; whether anything is left to move decides nothing."""
    board = table()
    board.state.forces = [one for one in board.state.forces if one.id in ("cover", "one")]
    played = moved_anew(board, PAST, cards=[FOUND])
    assert [one.kind for one in played.asked] == ["revise"]
    assert [one.found for one in heard(board, "public") if isinstance(one, Searched)] == [True]
    for seat in ("allied", "public"):
        assert b"unforeseen" not in msgspec.json.encode(view(board, seat))
