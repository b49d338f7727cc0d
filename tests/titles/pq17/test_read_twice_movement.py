"""Chapters 5, 6, 8 and 11 read again by a stranger: ways, ports, who follows, and the fuel that it costs."""

from typing import Any

import pytest

from games.titles.pq17.orders.moves import Move, Route
from games.titles.pq17.rules.movement.orders import moves_part
from games.titles.pq17.rules.operation.time import is_over
from games.titles.pq17.rules.search.shadowers import begin_shadowing
from games.titles.pq17.rules.special.events import event
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.search import ShadowEnded
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import AirUnit, Convoy, Phase, Plan, Shadow, Sky
from tests.titles.pq17.arctic import force
from tests.titles.pq17.playing import heard, play
from tests.titles.pq17.under_way import moved, table

rule = pytest.mark.rule


@rule("pq17", "5.1.2a", "10.0")
def test_pp329_ships_that_ice_keeps_out_of_a_port_have_not_used_its_berths() -> None:
    """Arkhangelsk in May: solid pack bars the port, thin pack counts as light drift behind icebreakers."""
    convoy = force("c", "allied", "convoy", "1119", "mv 5", "dd_a_i 4", convoy=Convoy(destinations=("arkhangelsk",)))
    convoy.plan = Plan(0, (), "arkhangelsk", ice="stop")
    board = table(convoy, scenario="pq16", light="may_2")
    moved(board, dice=[(9,)], cards=["card_04", "card_07", "card_08", "card_09"])
    assert (convoy.port, board.state.russian) == ("", {})
    convoy.plan, convoy.moved, board.state.turn = Plan(0, (), "arkhangelsk"), 0, 10
    moved(board, dice=[(5,)], cards=["card_11"])
    assert (convoy.port, board.state.russian) == ("arkhangelsk", {"light": 4})


def cruisers_follow(*holding: str, fuel: Fuel, way: tuple[str, ...] = ("0410", "0409", "0408"), **fields: Any) -> Board:
    """Tirpitz at high speed, with cruisers that shadow her."""
    board = table(
        force("t", "axis", "task_force", "0411", "tirpitz", fuel=Fuel(25)),
        force("k", "allied", "task_force", "0411", *holding, fuel=fuel),
        **fields,
    )
    board.identify(board.force("t"), 2)
    begin_shadowing(board, "allied", "k", board.force("t"))
    moved(board, Move("t", way, pace="high"), side="axis")
    return board


@rule("pq17", "5.4", "5.1", "11.1.3", "11.2.2", "9.2.4")
@pytest.mark.parametrize(
    ("holding", "fuel", "sky", "way", "at", "burned"),
    [
        (("kent",), Fuel(20), "fair", 3, "0408", 3), (("kent",), Fuel(20), "fair", 2, "0409", 0),
        (("kent",), Fuel(12, "low"), "fair", 3, "0409", 0), (("kent",), Fuel(8, "critical"), "fair", 3, "0410", 0),
        (("kent", "dd_us 1"), Fuel(20), "storm", 3, "0409", 0), (("kent",), Fuel(20), "storm", 3, "0408", 3),
        (("kent", "es_british 1"), Fuel(20), "fair", 3, "0409", 0),
    ],
)  # fmt: skip
def test_pp331_who_shadows_keeps_up_as_fast_as_it_can_and_burns_what_that_costs(
    holding: tuple[str, ...], fuel: Fuel, sky: Any, way: int, at: str, burned: int
) -> None:
    """Both are told where the shadow is shaken off; the ID of a target that got away falls by one."""
    board = cruisers_follow(*holding, fuel=fuel, way=("0410", "0409", "0408")[:way], sky=Sky(sky))
    shadower, target = board.force("k"), board.force("t")
    kept = at == target.at
    assert (target.at, shadower.at, shadower.spent) == ("0408" if way == 3 else "0409", at, burned)
    assert (bool(board.state.shadows), target.level) == (kept, 2 if kept else 1)
    for seat in ("allied", "axis"):
        ended = [told for told in heard(board, seat) if isinstance(told, ShadowEnded)]
        assert [told.why for told in ended] == ([] if kept else ["range"])


@rule("pq17", "5.7.1", "5.7.3", "3.4")
@pytest.mark.parametrize(
    ("allied", "axis", "over"),
    [
        ("english_channel", "0612", True), ("1706", "0612", False), ("0404", "german", True), ("0404", "1708", False),
    ],
)  # fmt: skip
def test_pp332_who_is_in_the_channel_or_in_germany_is_not_at_sea(allied: str, axis: str, over: bool) -> None:
    board = table(
        force("t", "allied", "task_force", allied, "kent"), force("x", "axis", "task_force", axis, "lutzow"), turn=20
    )
    assert is_over(board) is over


@rule("pq17", "5.7.3")
def test_pp334_nobody_comes_back_from_the_channel() -> None:
    one = force("t", "allied", "task_force", "1606", "kent", fuel=Fuel(20))
    board = table(one)
    moved(board, Move("t", ("1706", "english_channel")))
    assert (one.at, [mover.force for mover in moves_part(board, "allied").movers]) == ("english_channel", [])
    board.state.turn, one.moved, one.plan = 10, 0, Plan(0, ("1706",))
    moved(board)
    assert one.at == "english_channel"


@rule("pq17", "5.5", "6.8.1", "15.2.1a")
def test_pp335_a_scattered_convoy_is_whole_again_once_it_was_in_port() -> None:
    """Until then its ID stays 3; what sails on from there is a block like any other."""
    voyage = Convoy(laden=True, destinations=("murmansk", "arkhangelsk"), destination="murmansk", scattered=True)
    convoy = force("c", "allied", "convoy", "0717", "mv 5", convoy=voyage)
    board = table(convoy)
    board.identify(convoy, 3)
    moved(board, Route("c", "murmansk", ("0817",)))
    assert (convoy.at, convoy.port, convoy.level, voyage.scattered) == ("0817", "", 3, True)
    convoy.moved, board.state.turn = 0, 10
    moved(board)
    assert (convoy.port, convoy.level, voyage.scattered) == ("murmansk", None, False)


@rule("pq17", "6.3.5", "9.5", "13.4")
@pytest.mark.parametrize(("until", "side", "kept"), [(9, "allied", True), (9, "axis", False), (10, "axis", True)])
def test_pp336_who_shadows_in_local_weather_that_is_over_gives_up(until: int, side: Any, kept: bool) -> None:
    """A gale, and fair weather over North Norway that holds in the Allied phase of its last turn alone."""
    prey = force("c", "allied", "convoy", "0611", "mv 5")
    board = table(prey, sky=Sky("gale", local={"norway": ("fair", until)}))
    board.identify(prey, 2)
    board.state.air = [AirUnit("bv_138", 1, id="bv", base="tromso", mission="shadow", at="0611")]
    board.state.shadows = [Shadow("c", "aircraft", "bv")]
    board.state.phase = Phase(side=side)
    play(event(board), dice=[(3, 4)])
    assert (bool(board.state.shadows), prey.level) == (kept, 2 if kept else 1)
    assert board.state.air[0].mission == ("shadow" if kept else "")
    for seat in ("allied", "axis"):
        ended = [told for told in heard(board, seat) if isinstance(told, ShadowEnded)]
        assert [told.why for told in ended] == ([] if kept else ["weather"])
