"""7.2: who is asked about an air attack was told what comes, and who looks on is told what was seen to be lost."""

from collections import Counter as Tally
from itertools import pairwise
from typing import Any

import pytest

from games.kernel.events import ALL_FIELDS, PUBLIC
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.rules.air.raid import Raid as FlownRaid
from games.titles.pq17.rules.air.raid import raid as strike
from games.titles.pq17.rules.special.carrier_raids import carrier_raids
from games.titles.pq17.rules.special.raids import RaidTerms, resolve_raid
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.air import AirAttackBegan
from games.titles.pq17.state.events.special import Settled
from games.titles.pq17.state.state import AirUnit, Phase
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import PQ17
from tests.titles.pq17.ch07_combat.air_attacks import ASKED, SIDES, stops
from tests.titles.pq17.ch07_combat.raids import air_unit, carriers
from tests.titles.pq17.procedures import events_for

rule = pytest.mark.rule


def raiding(target: str) -> tuple[Board, Any, str]:
    """Albacores of Victorious off Norway raid a port or airfield."""
    board = carriers(side="allied", instructions=dict.fromkeys(SIDES, ASKED))
    board.force("b").at = "0713"
    board.state.forces.append(force("t", "axis", "task_force", "0813", "admiral_scheer", port="narvik"))
    board.state.phase = Phase("allied", orders=(Raid(target, ("817",)),))
    return board, carrier_raids(board), "axis"


def by_event() -> tuple[Board, Any, str]:
    """The same raid by leave of an event."""
    board, procedure, seat = raiding("narvik")
    procedure.close()
    return board, resolve_raid(board, "allied", Raid("narvik", ("817",)), RaidTerms(day=True), key="raid"), seat


def answered() -> tuple[Board, Any, str]:
    """Stukas of Graf Zeppelin attack Victorious, whose Albacores strike back."""
    board = carriers(instructions=dict.fromkeys(SIDES, ASKED))
    air_unit(board, "stukas").mission, air_unit(board, "stukas").at = "attack", "0612"
    board.force("g").at = "0611"
    return board, strike(board, "axis", FlownRaid(board.force("b"), (air_unit(board, "stukas"),)), key="r"), "axis"


WAYS = {
    "port": lambda: raiding("narvik"),
    "airfield": lambda: raiding("bardufoss"),
    "event": by_event,
    "back": answered,
}


@rule("pq17", "7.2", "7.2.1", "1.5a")
@pytest.mark.parametrize("way", WAYS)
def test_who_is_asked_how_to_meet_aircraft_of_carriers_was_told_how_many_come(way: str) -> None:
    """They lay unseen in their hangars, and may have been fewer in another world."""
    forms, came = [], []
    for lacking in (0, 1):
        board, procedure, seat = WAYS[way]()
        air_unit(board, "817").damaged = lacking
        asked = next(
            one for one in stops(board, procedure, seat) if one.seat == seat and hasattr(one.form, "attackers")
        )
        forms.append(asked.form.attackers)
        came.append([one for one in asked.told if isinstance(one, AirAttackBegan)])
    assert forms == [(("albacore", 2),), (("albacore", 1),)]
    assert [[tuple(zip(one.aircraft, one.strengths, strict=True)) for one in told] for told in came] == [
        [form] for form in forms
    ]
    for (told,) in came:
        assert (told.side, told.discloses("axis")) == ("allied", (ALL_FIELDS,))


@rule("pq17", "7.2a")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("instructions", [{}, dict.fromkeys(SIDES, ASKED)], ids=["by_instruction", "asked"])
def test_what_comes_is_told_to_both_sides_whether_anybody_is_asked_or_not(way: str, instructions: Any) -> None:
    board, procedure, _ = WAYS[way]()
    board.state.instructions = instructions
    list(stops(board, procedure, PUBLIC))
    for seat, times in (("allied", 1), ("axis", 1), (PUBLIC, 0)):
        assert sum(isinstance(one, AirAttackBegan) for one in events_for(board, seat)) == times


@rule("pq17", "7.2a")
@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "German aircraft attack 0817 (Murmansk): Ju 88 A-4 2, Fw 200 C 1."),
        ("ja", "ドイツ軍機が0817（ムルマンスク）へ来襲: Ju88 A-4 2・Fw200 C 1。"),
    ],
)
def test_what_comes_is_told_in_words(language: str, line: str) -> None:
    event = AirAttackBegan("axis", BOX.base_hex("murmansk"), ("ju_88", "fw_200"), (2, 1))
    assert PQ17.presentation.describe_event(event, language) == line


def convoy_attacked(asked: tuple[str, ...], only: str = "") -> tuple[Board, Any]:
    """Ju 88 with fighters attack a convoy by Kola, over which land-based, printed and embarked fighters rise, or
    `only` those of one sort.
    """
    convoy = force("c", "allied", "convoy", "0817", "mv 8", "avenger", "dd_a_i 2")
    air = [
        AirUnit("ju_88", 3, id="kg30", base="banak", at="0817", mission="attack"),
        AirUnit("bf_110", 9, id="jg5", base="banak", at="0817", mission="escort"),
        AirUnit("hurricane_soviet", 1, id="vvs", base="vaenga"),
        AirUnit("hurricane_soviet", 1, id="printed", base="vaenga", interceptor=True),
        AirUnit("sea_hurricane", 2, id="aboard", base="avenger"),
    ]
    flying = [one for one in air if one.mission or only in ("", one.id)]
    board = arctic(convoy, air=flying, light="jul_1", phase=Phase("axis"), instructions=dict.fromkeys(asked, ASKED))
    return board, strike(board, "axis", FlownRaid(convoy, (air_unit(board, "kg30"), air_unit(board, "jg5"))), key="r")


def whole(board: Board) -> Tally[str]:
    """Steps by the kind of aircraft that are neither lost nor damaged, those of interceptors by themselves."""
    found: Tally[str] = Tally()
    for one in board.state.air:
        found["printed" if one.interceptor else one.aircraft] += one.strength - one.damaged
    return found


@rule("pq17", "7.2.3", "7.2.3b", "1.5a")
@pytest.mark.parametrize("asked", [("allied",), ("axis",), SIDES], ids="_".join)
@pytest.mark.parametrize("face", range(10))
def test_whoever_sees_aircraft_change_between_two_questions_was_told_something(
    asked: tuple[str, ...], face: int
) -> None:
    board, procedure = convoy_attacked(asked)
    found = list(stops(board, procedure, PUBLIC, face=face))
    changed = False
    for before, stop in pairwise(found):
        if before.flying != stop.flying:
            changed = True
            assert len(stop.told) > len(before.told), stop.seat
    assert len(found) == 2 + len(asked)
    assert changed or face < 7


@rule("pq17", "7.2.3b", "7.2.3c", "7.2.3d")
@pytest.mark.parametrize("asked", [("allied",), ("axis",), SIDES], ids="_".join)
@pytest.mark.parametrize(
    ("only", "loses"), [("vvs", "hurricane_soviet"), ("printed", "printed"), ("aboard", "sea_hurricane")]
)
@pytest.mark.parametrize("face", [5, 8, 9])
def test_spectators_are_told_of_losses_in_sight_alone(asked: tuple[str, ...], only: str, loses: str, face: int) -> None:
    """Of land-based units, each step once; of printed and embarked fighters their owner alone knows (1.5a)."""
    board, procedure = convoy_attacked(asked, only)
    before = whole(board)
    list(stops(board, procedure, PUBLIC, face=face))
    told = [event for one in board.told if isinstance(event := one.for_seat(PUBLIC), Settled)]
    lost = before - whole(board)
    assert Tally(name for event in told for name in event.gone) == lost - Tally(sea_hurricane=9, printed=9)
    assert (loses in lost) == (face == 9)
