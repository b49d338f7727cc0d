"""14.1, 13.1, 7.1.3, 12.5: carriers that strike together, ships that no aircraft finds, raids from the sea."""

from typing import Any

import pytest

from games.kernel.requests import Asks
from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.air.duel import second_strikes
from games.titles.pq17.rules.air.raid import Raid as FlownRaid
from games.titles.pq17.rules.air.raid import raid
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Sky
from tests.titles.pq17.arctic import ships
from tests.titles.pq17.ch07_combat.raids import air_unit, carriers
from tests.titles.pq17.procedures import perform
from tests.titles.pq17.trial import left

rule = pytest.mark.rule


def answers(board: Board, attacker: str = "stukas", *, surprised: bool = False) -> list[tuple[str, str, list[str]]]:
    side, target = ("axis", "b") if attacker == "stukas" else ("allied", "g")
    found = second_strikes(board, side, board.force(target), [air_unit(board, attacker)], surprised=surprised)
    return [(one.id, carrier, [bomber.id for bomber in bombers]) for one, carrier, bombers in found]


@rule("pq17", "14.1", "14.1b")
def test_an_attacked_carrier_sends_her_bombers_at_the_one_that_attacks() -> None:
    assert answers(carriers()) == [("g", "graf_zeppelin", ["817"])]
    assert answers(carriers(side="allied"), "817") == [("b", "victorious", ["stukas"])]


@rule("pq17", "14.1", "14.1a")
def test_when_no_second_strike_is_flown() -> None:
    assert answers(carriers(options=Options())) == []
    assert answers(carriers(level=None)) == []
    assert answers(carriers(light="dec_1")) == []
    assert answers(carriers(sky=Sky("storm"))) == []
    assert answers(carriers(), surprised=True) == []
    away = carriers()
    away.force("g").at = "0615"
    assert answers(away) == []
    flown = carriers()
    air_unit(flown, "817").mission = "search"
    assert answers(flown) == []


@rule("pq17", "14.1")
def test_without_graf_zeppelin_there_is_no_duel() -> None:
    board = carriers()
    board.force("g").counters = ships("tirpitz")
    assert second_strikes(board, "allied", board.force("g"), [air_unit(board, "817")], surprised=False) == []


@rule("pq17", "14.1a", "14.1b")
def test_the_second_strike_comes_before_the_hits_of_the_first() -> None:
    """Nobody rises by instruction; torpedoes of 817 at Graf Zeppelin fall first, then the bombs of the Stukas."""
    board = carriers()
    air_unit(board, "stukas").mission = "attack"
    for side in ("allied", "axis"):
        board.state.instructions[side] = type(board.state.instructed("axis"))(
            scramble="none", strike="heavy", torpedoes="no"
        )
    flak, miss, hit = [(0,), (0,)], (0, 0), (9, 9)
    dice = [*flak, hit, flak[0], miss]
    perform(board, raid(board, "axis", FlownRaid(board.force("b"), (air_unit(board, "stukas"),)), key="r"), dice=dice)
    assert "graf_zeppelin 2" in left(board.force("g").counters)
    assert "victorious 4" in left(board.force("b").counters)


@rule("pq17", "14.1", "14.1a")
@pytest.mark.parametrize("face", [1, 9], ids=["all_miss", "the_stukas_are_shot_down"])
def test_the_order_of_a_duel_and_that_the_fighters_decide_nothing_of_who_strikes_back(face: int) -> None:
    """It is said before the fighters meet; then they meet, the answer is flown, and the first bombs fall last."""
    board = carriers(instructions={"allied": Instructions(asks_air="once", scramble="all")})
    air_unit(board, "stukas").mission = "attack"
    procedure: Any = raid(board, "axis", FlownRaid(board.force("b"), (air_unit(board, "stukas"),)), key="r")
    before, steps, answer = answers(board), list[str](), None
    try:
        while True:
            request: Any = procedure.send(answer)
            key = request.asks[0].key if isinstance(request, Asks) else request.key
            part = key.split(".")[1]
            steps += [part] if part not in steps else []
            if isinstance(request, Asks):
                answer = tuple(one.form.default() for one in request.asks)
            else:
                answer = tuple(face if part == "fight" else 1 for _ in request.sides)
    except StopIteration:
        pass
    assert steps == ["defence", "fight", "second"] + ["strike"] * (face == 1)
    assert [bombers for _, _, bombers in before] == [["817"]]
    assert bool(board.state.losses) == (face == 9)
