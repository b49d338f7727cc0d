"""What a seat is shown, and other truths that it cannot tell from this one."""

import random

import msgspec
import pytest

from games.kernel.events import UMPIRE
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import (
    AirUnit,
    Booking,
    Chit,
    Convoy,
    Loss,
    Phase,
    Plan,
    Points,
    Report,
    Shadow,
    Sky,
    State,
    Tally,
)
from games.titles.pq17.visibility.redeal import conserved, redeal
from games.titles.pq17.visibility.view import ShadowSeen, view
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX

rule = pytest.mark.rule


def deployed() -> Board:
    """Day 5 AM: forces, dummies and packs of both sides, two of them identified."""
    board = arctic(
        force("tirpitz", "axis", "task_force", "0715", "tirpitz", "dd_36a 5", fuel=Fuel(21), plan=Plan(9, ("0715",))),
        force("lure", "axis", "dummy", "0613"),
        force("lutzow", "axis", "task_force", "0611", "lutzow", "dd_34_36 1"),
        force("pack", "axis", "wolfpack", "0511", "ss_german 3"),
        force("pack_two", "axis", "wolfpack", "0513", "ss_german 2"),
        force("in_narvik", "axis", "task_force", "0813", "admiral_scheer", port="narvik"),
        force("false_narvik", "axis", "dummy", "0813", port="narvik"),
        force("pq17", "allied", "convoy", "0410", "mv 31", "dd_a_i 2", fuel=Fuel(13)),
        force("cover", "allied", "task_force", "0508", "wichita", "norfolk", fuel=Fuel(17)),
        force("decoy", "allied", "dummy", "0607"),
    )
    board.identify(board.force("pq17"), 1)
    board.force("pq17").told = 1
    board.report(board.force("pq17"), 1, "search")
    board.identify(board.force("lutzow"), 2)
    board.report(board.force("lutzow"), 2, "search")
    return board


def mid_operation() -> Board:
    """The same with something of everything that one side knows and the other does not."""
    board = deployed()
    state = board.state
    state.command = {"home_fleet": Points(10, 6), "severny_flot": Points(6), "gruppe_nord": Points(7, 3)}
    state.chits = {"allied": Chit("f", "gearbox"), "axis": Chit("n", "no_restrictions")}
    state.cup = [letter for letter in BOX.situations if letter not in "fn"]
    state.bookings = [Booking(9, -2, "sunk"), Booking(9, 4, "arrived", "allied"), Booking(9, 1, "fuel", "axis")]
    state.losses = [
        Loss("allied", "mv", 1, 9, "ice", open=False), Loss("axis", "dd_36a", 1, 9, "weather", open=False),
        Loss("allied", "mv", 2, 9, "sunk"),
    ]  # fmt: skip
    state.air = [
        AirUnit("ju_88", 2, id="kg30", base="banak"), AirUnit("bf_109", 2, id="jg5", base="banak", interceptor=True),
        AirUnit("albacore", 2, id="817", base="victorious"),
        AirUnit("albacore", 2, damaged=1, id="832", base="victorious", at="0608", mission="search"),
        AirUnit("hurricane_soviet", 2, id="iap", base="vaenga", interceptor=True),
    ]  # fmt: skip
    state.shadows = [Shadow("pq17", "wolfpack", "pack", ("the convoy",)), Shadow("lutzow", "task_force", "cover")]
    state.sky = Sky("gale", 1, stopped=["pq17", "tirpitz"])
    state.phase = Phase("axis", {"barents": ["0410"]}, ["pq17"], ["tirpitz"], ["pq17"], ["tirpitz"])
    state.tallies = [Tally("pq17", laden=True, began=34, arrived=2)]
    state.temporary = {"bodo": ["axis"], "iokanka": ["allied", "axis"]}
    state.russian, state.patrol = {"light": 3}, ["kent"]
    state.unbound = state.sighted = state.training_used = True
    return board


def shown(board: Board, seat: str) -> bytes:
    return msgspec.json.encode(view(board, seat))


@rule("pq17", "1.2", "1.2a", "6.2.1g")
def test_of_a_standing_block_only_its_place_is_seen() -> None:
    seen = {one.at: one for one in view(mid_operation(), "allied").blocks}
    assert (seen["0715"].kind, seen["0715"].level, seen["0715"].trail) == (None, None, ("0715",))
    assert (seen["0611"].kind, seen["0611"].level, seen["0611"].shadowed) == ("task_force", 2, ("task_force",))
    assert (seen["0813"].count, seen["0813"].port) == (2, "narvik")


@rule("pq17", "1.2a", "2.0b", "4.3", "7.2.3d", "12.0a")
@pytest.mark.parametrize(
    ("seat", "words"),
    [
        ("allied", ["tirpitz", "lure", "pack", "in_narvik", "no_restrictions", "gruppe_nord", "jg5", "bodo"]),
        ("axis", ["decoy", "cover", "wichita", "gearbox", "home_fleet", "817", "victorious", "iap", "kent"]),
        ("public", ["tirpitz", "pq17", "decoy", "gearbox", "no_restrictions", "home_fleet", "jg5", "kent"]),
    ],
)  # fmt: skip
def test_no_word_of_what_the_others_hold(seat: str, words: list[str]) -> None:
    text = shown(mid_operation(), seat).decode().replace('"scenario":"pq17"', "")
    assert [word for word in words if f'"{word}"' in text or f'"{word}' in text] == []


@rule("pq17", "1.2", "1.9", "2.0b")
def test_own_display_and_sheet() -> None:
    board = mid_operation()
    allied, axis, public = view(board, "allied"), view(board, "axis"), view(board, "public")
    assert [one.id for one in allied.forces] == ["pq17", "cover", "decoy"]
    assert (allied.score, axis.score, public.score) == (-2, -2, -2)
    assert ([one.points for one in allied.sheet], [one.points for one in axis.sheet], public.sheet) == ([4], [1], [])
    assert [len(one.losses) for one in (allied, axis, public)] == [2, 2, 1]
    assert (set(allied.command), set(axis.command)) == ({"home_fleet", "severny_flot"}, {"gruppe_nord"})
    assert (allied.stopped, axis.stopped) == (["pq17"], ["tirpitz"])
    assert (allied.temporary, axis.temporary, public.temporary) == (["iokanka"], ["bodo", "iokanka"], ["iokanka"])
    assert (allied.unbound, axis.unbound, axis.patrol, axis.tallies) == (False, True, [], [])
    assert allied.phase == Phase("axis")
    assert axis.phase == Phase("axis", {"barents": ["0410"]}, [], ["tirpitz"], [], ["tirpitz"])


@rule("pq17", "1.5a", "7.2.3d")
def test_aircraft_of_land_bases_lie_open_those_of_carriers_only_in_the_air() -> None:
    board = mid_operation()
    assert [(one.aircraft, one.base) for one in view(board, "allied").flying] == [("ju_88", "banak")]
    flying = view(board, "axis").flying
    assert [(one.aircraft, one.strength, one.base, one.at) for one in flying] == [("albacore", 1, "", "0608")]


@rule("pq17", "6.3")
def test_shadows_are_known_by_blocks() -> None:
    board = mid_operation()
    lutzow = board.force("lutzow").block
    assert view(board, "allied").shadows == [
        ShadowSeen(by="wolfpack", force="pq17"), ShadowSeen(by="task_force", block=lutzow, who="cover"),
    ]  # fmt: skip
    assert view(board, "public").shadows == []


@rule("pq17", "6.2.1", "6.2.2a")
def test_reports_are_known_to_both_sides_refusals_to_all() -> None:
    board = mid_operation()
    board.state.reports.append(Report(to="axis", turn=9, source="refusal", at="0608", refusal="carrier"))
    assert [len(view(board, seat).reports) for seat in ("allied", "axis", "public", UMPIRE)] == [3, 3, 1, 3]


@rule("pq17", "12.0a")
def test_a_chit_that_was_shown_is_seen_but_not_its_owners_words() -> None:
    board = mid_operation()
    board.state.chits["axis"] = Chit("f", "minelaying", shown=True, target="0421", forces=["tirpitz"])
    chits = view(board, "allied").chits
    assert (chits["axis"].situation, chits["axis"].forces) == ("minelaying", [])
    assert view(mid_operation(), "axis").chits_drawn == ["allied", "axis"]


def test_the_umpire_sees_everything() -> None:
    seen = view(mid_operation(), UMPIRE)
    assert len(seen.forces) == 10
    assert (seen.blocks, seen.flying, len(seen.air), len(seen.chits), len(seen.sheet)) == ([], [], 5, 2, 2)


# ---------------------------------------------------------------- two worlds


def worlds(board: Board, seat: str, number: int) -> list[Board]:
    found = []
    for seed in range(number):
        pick = random.Random(seed)
        found.append(Board(redeal(BOX, board.state, seat, lambda sides, pick=pick: pick.randrange(sides)), BOX))
    return found


@pytest.mark.parametrize("seat", ["allied", "axis", "public"])
def test_two_worlds(seat: str) -> None:
    board = mid_operation()
    others = worlds(board, seat, 60)
    assert {shown(one, seat) for one in others} == {shown(board, seat)}
    assert {tuple(conserved(BOX, one.state).items()) for one in others} == {tuple(conserved(BOX, board.state).items())}


def test_nothing_changes_without_a_choice() -> None:
    board = mid_operation()
    assert redeal(BOX, board.state, "allied", lambda sides: 0) == board.state
    assert msgspec.json.decode(msgspec.json.encode(board.state), type=State) == board.state


def at(board: Board, hex_: str) -> str:
    """What really is in a hex."""
    (found,) = [one for one in board.state.forces if one.at == hex_]
    return found.id


@rule("pq17", "1.2a", "11.0", "4.3", "12.0a", "7.3.2")
def test_whatever_is_hidden_differs_somewhere() -> None:
    board = mid_operation()
    others = worlds(board, "allied", 60)
    assert {at(one, "0715") for one in others} >= {"tirpitz", "lure"}
    assert {at(one, "0511") for one in others} == {"pack"}
    assert {at(one, "0410") for one in others} == {"pq17"}
    assert len({one.force("tirpitz").fuel for one in others}) == 3
    assert {one.force("tirpitz").plan is None for one in others} == {True, False}
    assert {one.state.command["gruppe_nord"].left for one in others} == set(range(11))
    assert len({one.state.chits["axis"].letter for one in others}) > 5
    assert {one.state.chits["allied"].letter for one in others} == {"f"}
    assert len({one.force("tirpitz").counters[1].spent for one in others}) == 3
    assert {one.state.air[1].damaged for one in others} == {0, 1, 2}
    assert {one.state.air[0].damaged for one in others} == {0}
    for one in others:
        chit = one.state.chits["axis"]
        assert chit.situation == BOX.situation(one.operation, "axis", chit.letter)


@rule("pq17", "6.2.1", "1.2.1")
def test_a_report_holds_in_every_world() -> None:
    """Lutzow was reported at ID 2 with one heavy ship and one light; a like force may stand there, no other."""
    board = mid_operation()
    board.place(force("scheer", "axis", "task_force", "0512", "admiral_hipper", "dd_36a 3"))
    board.place(force("fleet", "axis", "task_force", "0514", "prinz_eugen", "koln", "dd_36a 3"))
    for name in ("scheer", "fleet"):
        board.identify(board.force(name), 0)
        board.report(board.force(name), 0, "search")
    assert {at(one, "0611") for one in worlds(board, "allied", 60)} == {"lutzow", "scheer"}


@rule("pq17", "1.2a", "5.1.5")
def test_a_convoy_may_be_a_dummy_where_it_went_as_one() -> None:
    convoy = force("pq17", "allied", "convoy", "0410", "mv 31", "dd_a_i 2")
    board = arctic(convoy, force("decoy", "allied", "dummy", "0607"), force("dash", "allied", "dummy", "0612"))
    for name, hex_ in (("pq17", "0411"), ("decoy", "0608"), ("dash", "0613")):
        board.step(board.force(name), hex_)
        board.force(name).moved = 1
    board.force("dash").trail = ["0612", "0613", "0612", "0613"]
    others = worlds(board, "axis", 40)
    assert {at(one, "0608") for one in others} == {"pq17", "decoy", "dash"}
    moved = next(one for one in others if at(one, "0608") == "pq17")
    sailed = moved.force("pq17").convoy
    assert sailed is not None
    assert (sailed.been, sailed.nearest) == (["0607"], None)
    assert {at(one, "0613") for one in others} == {"dash", "decoy"}


@rule("pq17", "1.2a", "5.6")
def test_a_convoy_stays_with_its_dispersed_part() -> None:
    """Elsewhere it could not come together again with it (9.3.3)."""
    forces = [force(name, "allied", "convoy", at_, "mv 9") for name, at_ in (("pq17", "0410"), ("qp13", "0607"))]
    board = arctic(*forces)
    assert {at(one, "0607") for one in worlds(board, "axis", 40)} == {"pq17", "qp13"}
    board.place(force("part", "allied", "convoy", "0410", "mv 2", convoy=Convoy(part_of="pq17")))
    assert {at(one, "0607") for one in worlds(board, "axis", 40)} == {"qp13"}


def test_counters_keep_what_nobody_sees() -> None:
    assert Counter("mv", 3) == msgspec.convert({"ship": "mv", "strength": 3}, Counter)
