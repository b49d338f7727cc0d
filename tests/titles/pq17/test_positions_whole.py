"""Positions of `positions/` that had a test of their rule alone, each played with both its halves."""

from typing import Any

import pytest

from games.titles.pq17.orders.attacks import Attack, Strike
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.rules.fuel.phase import fuel
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.special.carrier_raids import carrier_raids, raidable, raiders
from games.titles.pq17.rules.special.events import raid_targets
from games.titles.pq17.rules.submarine.attacks import submarine_combat
from games.titles.pq17.rules.surface.attacks import surface_combat
from games.titles.pq17.state.events.special import Raided
from games.titles.pq17.state.events.surface import BattleJoined, Intercepted, RoundOver, Withdrew
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import AirUnit, Phase
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.surface_battles import engaged
from tests.titles.pq17.playing import a_card, heard, phase, play
from tests.titles.pq17.strikes import OPEN

rule = pytest.mark.rule


@rule("pq17", "7.1.3", "7.1.3a", "7.1.3b")
def test_pp78_who_may_bomb_a_port_and_with_what() -> None:
    """Albacores of a carrier off Narvik: bombs, though they could carry torpedoes. Ju 88 at Murmansk: no raid is
    offered to them. No event lets anybody raid Scapa Flow.
    """
    board = arctic(
        force("home", "allied", "task_force", "0713", "victorious"),
        force("t", "axis", "task_force", "0813", "admiral_scheer", port="narvik"),
        air=[AirUnit("albacore", 2, id="albacore", base="victorious"), AirUnit("ju_88", 2, id="ju", base="banak")],
        instructions={"axis": Instructions(scramble="none")},
    )  # fmt: skip
    board.state.phase = Phase("allied", orders=(Raid("narvik", ("albacore",)),))
    play(carrier_raids(board), dice=[(0,), (0,), (9, 0)])
    assert [one.place for one in heard(board, "axis") if isinstance(one, Raided)] == ["narvik"]
    assert [one.strength for one in board.force("t").counters] == [BOX.ships["admiral_scheer"].strength - 1]
    assert (raiders(board, "axis"), raiders(board, "allied")) == ((), ("albacore",))
    british = {one.id for one in (*BOX.ports.values(), *BOX.airfields.values()) if one.owner == "britain"}
    assert {"scapa_flow", "reykjavik"} <= british
    assert not british & ({*raid_targets(board, "axis")} | {*raidable(board, "axis")})


@rule("pq17", "7.5.2m")
def test_pp131_once_hurt_the_axis_rolls_for_withdrawal_each_round() -> None:
    """Norfolk hits Lutzow in round 2 and nothing in round 3; from then on a die is thrown for all German ships, the
    whole ones too. That no other die is thrown is seen by those laid out.
    """
    board = engaged(force("tf", "allied", "task_force", OPEN, "norfolk"),
                   force("raiders", "axis", "task_force", OPEN, "lutzow", "dd_36a 2"))  # fmt: skip
    whole, hurt = [(0, 0), (0, 0, 0, 0)], [(0, 0), (0, 0, 0)]
    second, third = [(9, 0, 0), *whole, (1,), (9,)], [(0, 0, 0), *hurt, (9,)]
    play(surface_combat(board), cards=[a_card("force", "0")], dice=[(0, 0, 0), *whole, (9,), *second, *third])
    told = heard(board, "allied")
    assert [(one.round, one.over) for one in told if isinstance(one, RoundOver)] == [(1, False), (2, False)]
    left = [one for one in told if isinstance(one, Withdrew)]
    assert [one.side for one in left] == ["axis", "axis"]
    assert [len(one.left) for one in left] == [0, 2]


@rule("pq17", "7.5.1", "7.5.1a")
def test_pp144_of_two_that_try_to_intercept_the_second_fights_the_attacker() -> None:
    """A 2 does not find an attacker that is not identified, a U does (a + is in no row of forces); the convoy
    is not attacked any more.
    """
    board = engaged(
        force("pq", "allied", "convoy", OPEN, "mv 8"), force("hipper", "axis", "task_force", OPEN, "admiral_hipper"),
        force("first", "allied", "task_force", OPEN, "kent"),
        force("second", "allied", "task_force", OPEN, "sheffield"),
    )  # fmt: skip
    cards = [a_card("force", "0"), a_card("force", "2"), a_card("force", "U", submarine=False)]
    order = [one.id for one in board.as_seen([board.force("first"), board.force("second")])]
    play(surface_combat(board), cards=cards, dice=[(0,) * 4, (0,) * 4, (0,)])
    assert [one.found for one in heard(board, "axis") if isinstance(one, Intercepted)] == [False, True]
    assert sorted(board.phase.fought) == sorted(["hipper", order[1]])
    (joined,) = [one for one in heard(board, "axis") if isinstance(one, BattleJoined)]
    assert joined.attacker == "allied"
    assert sum(one.strength for one in board.force("pq").counters) == 8


@rule("pq17", "11.3.2")
@pytest.mark.parametrize(("die", "goes_on"), [(4, True), (5, False)])
def test_pp171_submarine_combat_may_cancel_refuelling(die: int, goes_on: bool) -> None:
    """By day and in fair weather the three destroyers alone take one off the die: it comes to 3, or to 4."""
    board = arctic(
        force("c", "allied", "convoy", OPEN, "mv 8", "aldersdale", "dd_a_i 3", fuel=Fuel(16), refuelling=True),
        force("pack", "axis", "wolfpack", OPEN, "ss_german 1", level=0),
        turn=10,
    )
    convoy = board.force("c")
    convoy.counters[1].oil = 20
    phase(board, "axis")
    board.identify(convoy, 1)
    board.phase.attacks = (Attack("pack", contact_name(convoy)),)
    fought(submarine_combat(board), a_card("force", "0"), die)
    assert convoy.refuelling is goes_on
    play(fuel(board))
    assert convoy.fuel == Fuel(22 if goes_on else 16)


def fought(procedure: Any, card: str, first: int = 0) -> None:
    """A fight whose first die falls so, and all others on nought."""
    faces, answer = [first], None
    try:
        while True:
            request: Any = procedure.send(answer)
            if hasattr(request, "sides"):
                answer = tuple((faces.pop() if faces else 0) or 10 for _ in request.sides)
            else:
                answer = (request.pool.index(card),) if card in request.pool else tuple(range(request.count))
    except StopIteration:
        return


@rule("pq17", "11.3.2")
def test_pp171_an_air_attack_always_does() -> None:
    board = arctic(
        force("c", "allied", "task_force", OPEN, "aldersdale", "dd_a_i 3", fuel=Fuel(16), refuelling=True),
        air=[AirUnit("he_111", 1, id="he", base="bardufoss", mission="attack", at=OPEN)],
        turn=10,
    )
    one = board.force("c")
    one.counters[0].oil = 20
    phase(board, "axis")
    board.identify(one, 1)
    board.phase.attacks = (Strike(("he",), contact_name(one)),)
    fought(air_combat(board), a_card("air", "0"))
    assert not one.refuelling
    play(fuel(board))
    assert one.fuel == Fuel(15)
