"""7.2: air attacks from the declaration to the last wave, and what both sides are told."""

from typing import Any

import pytest

from games.kernel.events import ALL_FIELDS, PUBLIC
from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.air_battle import Laid
from games.titles.pq17.orders.attacks import Strike
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.rules.air.raid import Raid as FlownRaid
from games.titles.pq17.rules.air.raid import raid as strike
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.search.legal_attacks import may_strike
from games.titles.pq17.rules.special.carrier_raids import carrier_raids
from games.titles.pq17.rules.special.raids import RaidTerms, resolve_raid, units_in_reach
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events import air as told
from games.titles.pq17.state.events.air import AirAttackBegan
from games.titles.pq17.state.events.air import Laid as RowLaid
from games.titles.pq17.state.events.special import Settled
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import AirUnit, Phase
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.campaigns import PQ17
from tests.titles.pq17.ch07_combat.air_attacks import ASKED, ASKED_ONCE, SIDES, attacked, finding_card, groups, stops
from tests.titles.pq17.ch07_combat.raids import air_unit, carriers
from tests.titles.pq17.engaging import misses
from tests.titles.pq17.playing import a_card, cards_with, heard, play
from tests.titles.pq17.procedures import events_for
from tests.titles.pq17.strikes import OPEN, air, bombers, facing

rule = pytest.mark.rule


def _fought(board: Board, side: str) -> list[Any]:
    """The events of a fight, without those that come before and after questions alone."""
    return [one for one in heard(board, side) if not isinstance(one, told.AirAttackBegan | Settled)]


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


@rule("pq17", "7.2", "7.2b", "7.2.4c", "11.1.3", position="PP98")
def test_7_2_an_air_attack_from_end_to_end() -> None:
    board = bombers(force("tf", "allied", "task_force", OPEN, "norfolk", fuel=Fuel(30)), air("ju_88", "ju", "banak"))
    play(air_combat(board), cards=[a_card("air", "0")], dice=[(0,), (0, 0)])
    tf = board.force("tf")
    assert (tf.level, tf.spent) == (2, 1)
    assert board.state.attacked == ["tf"]
    assert (board.state.air[0].mission, board.state.air[0].at) == ("", "")
    laid = next(event for event in heard(board, "axis") if isinstance(event, RowLaid))
    assert laid.row == ((("norfolk", 3),),)
    assert [one.names[0].ship for one in board.state.reports if one.names] == ["norfolk"]
    assert not any(isinstance(event, RowLaid) for event in heard(board, PUBLIC))


@rule("pq17", "7.2", "7.2.4b")
def test_7_2_the_defender_writes_first_and_the_attacker_sees_the_row() -> None:
    """Row: DD, MV. One Ju 88 goes for the DD in wave 1, the other for the merchants in wave 2; each
    fires once, and nobody for his neighbour, since stars alone do not (7.2.5a).
    """
    board = attacked("mv 5", "dd_a_i 3", instructions={**ASKED_ONCE})
    says = {"air_defence": "lay_out dd_a_i,mv", "air_strike": "assign ku at=dd_a_i\nassign ju at=mv wave=2"}
    played = play(air_combat(board), cards=finding_card(), dice=[(0,), (0,), (0,), (0, 0)], says=says)
    assert [(one.seat, one.kind) for one in played.asked] == [("allied", "air_defence"), ("axis", "air_strike")]
    form = played.asked[1].form
    assert form.row == (Laid("dd_a_i", (("dd_a_i", 3),)), Laid("mv", (("mv", 5),)))
    assert form.units == (("ju", 2), ("ku", 1))
    struck = [one for one in heard(board, "axis") if isinstance(one, told.Struck)]
    assert [(one.place, len(one.dice)) for one in struck] == [(0, 1), (1, 2)]


@rule("pq17", "7.2")
@pytest.mark.parametrize("side", ["allied", "axis", ""])
def test_7_2_only_who_wants_to_be_is_asked(side: str) -> None:
    board = attacked("mv 5", "dd_a_i 3", instructions={side: ASKED_ONCE[side]} if side else {})
    played = play(air_combat(board), cards=finding_card(), dice=[(0,), (0,), (0, 0), (0,)])
    assert [one.seat for one in played.asked] == ([side] if side else [])


@rule("pq17", "7.2")
def test_7_2_whoever_says_nothing_fights_as_without_the_question() -> None:
    ends = []
    for instructions in (ASKED_ONCE, {}):
        board = attacked("mv 5", "dd_a_i 3", instructions={**instructions})
        play(air_combat(board), cards=finding_card(), dice=[(4,), (5,), (9, 9), (8,)])
        ends.append(
            (board.force("pq").counters, board.state.losses, *(_fought(board, side) for side in ("axis", "allied")))
        )
    assert ends[0] == ends[1]


@rule("pq17", "7.2", "7.2.1", "1.5a")
@pytest.mark.parametrize("way", WAYS)
def test_7_2_who_is_asked_how_to_meet_aircraft_of_carriers_was_told_how_many_come(way: str) -> None:
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
    assert [[tuple(zip(one.aircraft, one.strengths, strict=True)) for one in heard_there] for heard_there in came] == [
        [form] for form in forms
    ]
    for (heard_there,) in came:
        assert (heard_there.side, heard_there.discloses("axis")) == ("allied", (ALL_FIELDS,))


@rule("pq17", "7.2a", "7.1.3", position="PP231")
def test_7_2a_soviet_army_aircraft_may_raid_an_air_base_but_no_ships_at_sea() -> None:
    prey = force("t", "axis", "task_force", "0816", "lutzow")
    units = [AirUnit("pe_2", 2, id="pe", base="vaenga"), AirUnit("db_3f", 2, id="db", base="vaenga")]
    board = facing(prey, side="allied", air=units)
    assert units_in_reach(board, "allied", "kirkenes_field", units, day=True) == ("pe", "db")
    for unit in units:
        unit.mission, unit.at = "attack", "0816"
    assert [may_strike(board, "allied", unit, prey) for unit in units] == [False, True]


@rule("pq17", "7.2a")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("instructions", [{}, dict.fromkeys(SIDES, ASKED)], ids=["by_instruction", "asked"])
def test_7_2a_what_comes_is_told_to_both_sides_whether_anybody_is_asked_or_not(way: str, instructions: Any) -> None:
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
        ("ja", "ドイツ軍機が0817（ムルマンスク）へ来襲：Ju88 A-4 2・Fw200 C 1。"),
    ],
)
def test_7_2a_what_comes_is_told_in_words(language: str, line: str) -> None:
    event = AirAttackBegan("axis", BOX.base_hex("murmansk"), ("ju_88", "fw_200"), (2, 1))
    assert PQ17.presentation.describe_event(event, language) == line


@rule("pq17", "7.2b")
def test_7_2b_a_convoy_burns_nothing_and_at_night_less_is_seen() -> None:
    board = bombers(
        force("pq", "allied", "convoy", OPEN, "mv 5", fuel=Fuel(30)), air("he_115", "he", "tromso", 1), level=0
    )
    board.state.light = "dec_1"
    board.state.instructions["axis"] = Instructions(torpedoes="no")
    play(air_combat(board), cards=[a_card("air", "0", day=False)], dice=[(0,), (0,)])
    assert (board.force("pq").level, board.force("pq").spent) == (1, 0)


@rule("pq17", "7.2b", "7.4.2", "6.7", position="PP240")
def test_7_2b_a_pack_hunted_from_the_air_is_known_as_after_an_air_attack() -> None:
    prey = force("p", "axis", "wolfpack", OPEN, "ss_german 2")
    board = bombers(prey, air("swordfish", "sw", "avenger", 1), side="allied", level=0)
    play(air_combat(board), cards=[a_card("air", "0")], dice=[(0,)])
    assert prey.level == 2


@rule("pq17", "7.2b", "7.1.2a", "11.1.3", position="PP241")
def test_7_2b_each_attack_of_groups_costs_a_turn_of_fuel() -> None:
    prey = force("t", "allied", "task_force", OPEN, "kent", fuel=Fuel(30))
    board = groups(prey, 2, level=2, options=Options(air_groups=True))
    play(air_combat(board), cards=cards_with("air", "U", 2), dice=[(0,)] * 4)
    assert prey.spent == 2
    together = groups(
        force("t", "allied", "task_force", OPEN, "kent", fuel=Fuel(30)), 2, level=2, options=Options(air_groups=True)
    )
    play(air_combat(together), cards=[a_card("air", "0"), a_card("air", "2")], dice=[(0,)] * 4)
    assert together.force("t").spent == 1


@rule("pq17", "7.2b", "7.1.2a", "11.1.3")
@pytest.mark.parametrize(("kind", "at", "burned"), [("task_force", OPEN, 1), ("convoy", OPEN, 0)])
def test_7_2b_an_attack_that_hits_nothing_costs_a_task_force_its_turn(kind: Any, at: str, burned: int) -> None:
    prey = force("t", "allied", kind, at, "mv 3" if kind == "convoy" else "kent", "dd_a_i 1", fuel=Fuel(20))
    board = bombers(prey, air("ju_88", "ju", "banak", 1))
    board.state.instructions = {side: Instructions(scramble="none", torpedoes="no") for side in ("allied", "axis")}
    play(air_combat(board), cards=[a_card("air", "1")], dice=misses(1, 1))
    assert (prey.spent, prey.level) == (burned, 2)


@rule("pq17", "7.2b", "6.7", "11.1.3")
@pytest.mark.parametrize(
    ("kind", "light", "level", "after", "burnt"),
    [
        ("task_force", "jul_1", 0, 2, 1), ("task_force", "jul_1", 3, 3, 1), ("task_force", "dec_1", 0, 1, 1),
        ("task_force", "dec_1", 2, 2, 1), ("convoy", "jul_1", 1, 2, 0), ("convoy", "dec_1", 1, 1, 0),
    ],
)  # fmt: skip
def test_7_2b_what_an_air_attack_tells_and_costs(kind: Any, light: str, level: int, after: int, burnt: int) -> None:
    words = ("mv 5",) if kind == "convoy" else ("kent",)
    prey = force("t", "allied", kind, OPEN, *words, fuel=Fuel(20))
    day = light == "jul_1"
    unit = AirUnit("fw_200", 1, id="he", base="vaernes", mission="attack", at=OPEN)
    board = facing(prey, air=[unit], level=level, light=light)
    board.phase.attacks = (Strike(("he",), contact_name(prey)),)
    play(air_combat(board), cards=[a_card("air", "U", day=day)], dice=[(0,), (0,)])
    assert (prey.level, prey.spent) == (after, burnt)
