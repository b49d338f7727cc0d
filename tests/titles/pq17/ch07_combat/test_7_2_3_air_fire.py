"""7.2.3: fire of aircraft at aircraft, aborts and losses."""

from collections import Counter as Tally
from itertools import pairwise
from typing import Any

import pytest

from games.kernel.events import PUBLIC
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.rules.air import exchange
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.rules.air.combat import (
    Fire,
    air_modifier,
    apply_results,
    dogfight,
    unmatched_strength,
    usual_replies,
)
from games.titles.pq17.rules.air.planning import breaks_off
from games.titles.pq17.rules.air.raid import Raid as FlownRaid
from games.titles.pq17.rules.air.raid import raid as strike
from games.titles.pq17.rules.special.carrier_raids import carrier_raids
from games.titles.pq17.rules.special.raids import Raid as SpecialRaid
from games.titles.pq17.rules.special.raids import RaidTerms, resolve_raid
from games.titles.pq17.rules.surface.attacks import surface_combat
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Squadron
from games.titles.pq17.state.events.air import AirFired, FlakFired, Struck
from games.titles.pq17.state.events.air import Laid as RowLaid
from games.titles.pq17.state.events.special import Raided, Settled
from games.titles.pq17.state.state import AirUnit, Phase
from games.titles.pq17.visibility.redeal import conserved
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.air_attacks import (
    ASKED,
    ASKED_ONCE,
    SIDES,
    bombed_by_day,
    finding_card,
    german,
    plane,
    planes,
    squadrons,
    stops,
)
from tests.titles.pq17.ch07_combat.raids import air_unit, murmansk_raided, port_raided
from tests.titles.pq17.engaging import attacked, misses
from tests.titles.pq17.playing import a_card, heard, phase, play
from tests.titles.pq17.procedures import events_for
from tests.titles.pq17.strikes import NEAR, OPEN, air, raiders
from tests.titles.pq17.trial import run

rule = pytest.mark.rule


def flying(them: dict[str, Squadron]) -> dict[str, int]:
    return {name: unit.flying for name, unit in them.items()}


def raiding(aborted: int) -> Board:
    """Albacores of Victorious over Bardufoss, whose printed fighters lack what Aborts took."""
    board = arctic(
        force("v", "allied", "task_force", "0713", "victorious"),
        air=[air("albacore", "a", "victorious", 1), air("bf_109", "me", "bardufoss", aborted=aborted),
             air("albacore", "b", "victorious", 1)],
        instructions={"axis": Instructions(asks_air="never"), "allied": Instructions(asks_air="never")},
    )  # fmt: skip
    return phase(board, "allied")


def banak_raided(interceptor: int, *, spared: int = 0) -> list[object]:
    """A raid on Banak, where a unit lies open beside printed fighters; what a spectator hears."""
    box = [AirUnit("bf_109", 2, id="p", base="banak", interceptor=True, damaged=interceptor)]
    there = [AirUnit("ju_88", 2, id="ju", base="banak", damaged=spared)]
    board = phase(arctic(air=[AirUnit("pe_2", 2, id="pe", base="vaenga"), *box, *there], light="dec_1"), "allied")
    terms = RaidTerms(day=False)
    play(resolve_raid(board, "allied", SpecialRaid(on="banak", units=("pe",)), terms, key="k"), dice=[(0,), (7, 9)])
    assert [unit.damaged for unit in board.state.air if unit.id == "p"] == [interceptor]
    return [one for one in heard(board, "") if isinstance(one, Raided)]


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


@rule("pq17", "7.2.3", "7.2.3a", "7.2.3b", "7.2.3c", position="PP81")
def test_7_2_3_dice_of_air_combat() -> None:
    attackers, defenders = squadrons(he_111=9), squadrons(fw_190=4)
    defenders["fw_190"].aircraft = "bf_109"
    (shots,) = run(dogfight(BOX, attackers, defenders, [Fire("fw_190", "he_111", 4)], key="a"), dice=[(4, 5, 6, 7)])
    assert shots.modifier == 3
    assert shots.results == ("-", "abort", "damaged", "hit")
    hurt = attackers["he_111"]
    assert (hurt.strength, hurt.damaged, hurt.aborted, hurt.flying) == (8, 1, 1, 6)


@rule("pq17", "7.2.3", "7.2.3f")
@pytest.mark.parametrize(
    ("fires", "replies"),
    [
        ((Fire("x", "b", 1), Fire("y", "b", 1)), [("f", "x", 2), ("b", "x", 2)]),
        ((Fire("y", "f", 1), Fire("x", "f", 1)), [("f", "y", 2)]),
        ((Fire("x", "b", 1), Fire("y", "f", 1)), [("f", "y", 2), ("b", "x", 2)]),
        ((), []),
    ],
)
def test_7_2_3_who_fires_back_at_whom(fires: Any, replies: Any) -> None:
    """A fighter whom nobody engaged at the first that rose; a bomber whom nobody engaged, and who is off, at nobody."""
    attackers = planes("f=bf_110 2", "b=ju_88 2", "c=ju_88 1")
    attackers["off"] = plane("bf_110", 1, id="off", aborted=1)
    found = usual_replies(BOX, attackers, fires)
    assert [(one.firer, one.target, one.strength) for one in found] == replies


@rule("pq17", "7.2.3", "7.2.3e", positions=("P12", "P13", "P14", "P15", "P16", "PP83"))
@pytest.mark.parametrize(
    ("firer", "target", "modifier"),
    [
        ("bf_109", "fulmar", 2), ("fulmar", "bf_109", 0), ("bf_109", "albacore", 4), ("bf_110", "albacore", 3),
        ("bf_110", "fulmar", 0), ("albacore", "bf_109", -4), ("ju_88", "ju_88", 0),
        ("bf_110", "hurricane_soviet", 0),
    ],
)  # fmt: skip
def test_7_2_3_what_air_values_add(firer: str, target: str, modifier: int) -> None:
    assert air_modifier(BOX.aircraft[firer], BOX.aircraft[target]) == modifier


@rule("pq17", "7.2.3")
def test_7_2_3_both_sides_fire_at_once_each_with_its_own_modifier() -> None:
    attackers, up = planes("b=albacore 1"), planes("x=bf_109 2")
    found = run(dogfight(BOX, attackers, up, (Fire("x", "b", 2), Fire("b", "x", 1)), key="k"), dice=[(9, 0), (0,)])
    assert [(one.fire.firer, one.dice, one.modifier) for one in found] == [("x", (9, 0), 4), ("b", (0,), -4)]
    assert (attackers["b"].flying, up["x"].flying) == (0, 2)


@rule("pq17", "7.2.3", "7.2.5", "7.2.6", "1.8.1")
def test_7_2_3_each_reads_of_its_own_units_and_both_of_the_stack_that_was_attacked() -> None:
    board = bombed_by_day(force("c", "allied", "task_force", "0613", "avenger 1", "dd_a_i 3"))
    told = {seat: [one for one in heard(board, seat) if type(one) in (AirFired, FlakFired, Struck)]
            for seat in ("axis", "allied", PUBLIC)}  # fmt: skip
    assert [(one.firer_unit, one.target_unit) for one in told["axis"] if isinstance(one, AirFired)] == [
        ("", "ju_88_1"), ("ju_88_1", ""),
    ]  # fmt: skip
    assert [(one.firer_unit, one.target_unit) for one in told["allied"] if isinstance(one, AirFired)] == [
        ("sea_hurricane_avenger", ""), ("", "sea_hurricane_avenger"),
    ]  # fmt: skip
    fired = {seat: [one.unit for one in events if isinstance(one, FlakFired)] for seat, events in told.items()}
    assert {seat: {*units} for seat, units in fired.items()} == {"axis": {"ju_88_1"}, "allied": {""}, PUBLIC: set()}
    struck = {seat: [(one.unit, one.stack) for one in events if isinstance(one, Struck)]
              for seat, events in told.items()}  # fmt: skip
    (stack,) = {stack for _, stack in struck["axis"]}
    assert stack in (("avenger",), ("dd_a_i",))
    assert struck == {"axis": [("ju_88_1", stack)], "allied": [("", stack)], PUBLIC: []}


@rule("pq17", "7.2.3", "7.2.3a", position="P12")
def test_7_2_3_two_messerschmitts_abort_one_step_of_a_fulmar() -> None:
    attackers, defenders = {"fulmar": Squadron("fulmar", 2)}, {"bf_109": Squadron("bf_109", 2)}
    (shots,) = run(dogfight(BOX, attackers, defenders, [Fire("bf_109", "fulmar", 2)], key="a"), dice=[(5, 6)])
    assert (shots.modifier, sorted(shots.results)) == (2, ["-", "abort"])
    hurt = attackers["fulmar"]
    assert (hurt.strength, hurt.damaged, hurt.aborted) == (2, 0, 1)


@rule("pq17", "7.2.3", position="PP82")
@pytest.mark.parametrize(("firer", "results"), [("fulmar", ("abort", "damaged")), ("bomber", ("-", "-"))])
def test_7_2_3_a_fighter_is_never_below_nought(firer: str, results: tuple[str, ...]) -> None:
    worth = {kind: one.value for kind, one in BOX.aircraft.items() if one.type != "f"}
    weak = firer if firer in BOX.aircraft else next(kind for kind, value in worth.items() if value == 2)
    attackers, defenders = {"x": Squadron("bf_109", 4)}, {"y": Squadron(weak, 2)}
    (shots,) = run(dogfight(BOX, attackers, defenders, [Fire("y", "x", 2)], key="a"), dice=[(8, 9)])
    assert shots.results == results


@rule("pq17", "7.2.3", "7.2.3e", position="PP233")
def test_7_2_3_the_mark_of_the_bf_110_counts_where_it_fires_at_bombers() -> None:
    attackers, up = {"pe": Squadron("pe_2", 9)}, {"me": Squadron("bf_110", 9)}
    fires = [Fire("me", "pe", 3), Fire("pe", "me", 2)]
    there, back = run(dogfight(BOX, attackers, up, fires, key="d"), dice=[(7, 8, 9), (8, 9)])
    assert there.results == ("-", "abort", "damaged")
    assert back.results == ("damaged", "hit")


@rule("pq17", "7.2.3", "7.2.3f")
def test_7_2_3_who_was_fired_at_fires_back_at_that_and_a_free_fighter_at_anybody() -> None:
    attackers = {"bomber": air("ju_88", "bomber", "banak"), "fighter": air("bf_109", "fighter", "banak"),
                 "free": air("bf_109", "free", "banak"), "idle": air("ju_88", "idle", "banak")}  # fmt: skip
    fires = [Fire("a", "bomber", 1), Fire("b", "fighter", 1)]
    for also in ([], [Fire("b", "bomber", 1)]):
        back = {one.firer: one.target for one in usual_replies(BOX, attackers, [*fires, *also])}
        assert back == {"bomber": "a", "fighter": "b", "free": "a"}


@rule("pq17", "7.2.3", "7.2.3b", "1.5a")
@pytest.mark.parametrize("asked", [("allied",), ("axis",), SIDES], ids="_".join)
@pytest.mark.parametrize("face", range(10))
def test_7_2_3_whoever_sees_aircraft_change_between_two_questions_was_told_something(
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


@rule("pq17", "7.2.3a", "7.2.3b", "7.2.3c", "7.2.3g")
@pytest.mark.parametrize(
    ("strength", "results", "left"),
    [
        (2, ("abort",), (2, 0, 1)),
        (2, ("damaged", "hit"), (1, 1, 0)),
        (2, ("abort", "damaged", "hit"), (1, 1, 0)),
        (1, ("abort", "hit"), (0, 0, 0)),
        (2, ("abort", "abort", "abort"), (2, 0, 2)),
        (2, ("-", "-"), (2, 0, 0)),
        (2, ("hit", "hit", "damaged"), (0, 0, 0)),
    ],
)
def test_7_2_3a_the_severest_results_first_and_no_more_than_there_is_strength(
    strength: int, results: Any, left: tuple[int, int, int]
) -> None:
    unit = plane("ju_88", strength)
    apply_results(unit, results)
    assert (unit.strength, unit.damaged, unit.aborted) == left


@rule("pq17", "7.2.3a", "7.2.1a", "7.1.3")
def test_7_2_3a_fighters_that_a_raid_has_aborted_are_short_in_the_next_fight_of_the_phase() -> None:
    """A step that an earlier raid aborted is away over the next target too, and back once the phase is over."""
    board = raiding(1)
    board.phase.orders = (Raid("bardufoss", ("a",)),)
    play(carrier_raids(board), dice=[(0,), (0,), (0,)])
    fighter = next(one for one in board.state.air if one.id == "me")
    assert (fighter.aborted, fighter.flying) == (1, 1)
    prey = force("t", "axis", "task_force", NEAR, "koln")
    board.place(prey)
    board.identify(prey, 1)
    play(air_combat(board))
    assert fighter.flying == 1, "the segment is over, and the phase is not"
    play(surface_combat(board))
    assert fighter.flying == 2


@rule("pq17", "7.2.3a", "12.7")
@pytest.mark.parametrize(("in_phase", "flying"), [(True, 1), (False, 2)])
def test_7_2_3a_outside_all_phases_an_abort_is_over_with_its_raid(in_phase: bool, flying: int) -> None:
    board = raiding(1)
    if not in_phase:
        board.state.phase = None
    play(
        resolve_raid(board, "allied", Raid("bardufoss", ("a",)), RaidTerms(day=True), key="r"), dice=[(0,), (0,), (0,)]
    )
    assert next(one for one in board.state.air if one.id == "me").flying == flying


@rule("pq17", "7.2.3a", "7.5.6", "7.2.5")
def test_7_2_3a_aircraft_of_a_carrier_that_flak_aborted_in_a_battle_fly_in_their_own_phase() -> None:
    """Hipper's guns abort one step of two in round 2; the next phase of their side has both."""
    board = attacked(force("home", "allied", "task_force", OPEN, "victorious", "norfolk"),
                     force("h", "axis", "task_force", OPEN, "admiral_hipper"))  # fmt: skip
    board.state.air = [AirUnit("albacore", 2, id="a", base="victorious")]
    board.state.instructions["allied"] = Instructions(asks="never", stands="stay", torpedoes="no",
                                                      torpedo_round="never")  # fmt: skip
    dice = [*misses(3, 4), (9,), (7,), (0,), *misses(3, 4), (0,)]
    play(surface_combat(board), cards=[a_card("force", "0")], dice=dice)
    (unit,) = board.state.air
    assert (unit.strength, unit.flying, unit.mission) == (2, 2, "")


@rule("pq17", "7.2.3b", "7.2.3c", "7.2.3d")
@pytest.mark.parametrize("asked", [("allied",), ("axis",), SIDES], ids="_".join)
@pytest.mark.parametrize(
    ("only", "loses"), [("vvs", "hurricane_soviet"), ("printed", "printed"), ("aboard", "sea_hurricane")]
)
@pytest.mark.parametrize("face", [5, 8, 9])
def test_7_2_3b_spectators_are_told_of_losses_in_sight_alone(
    asked: tuple[str, ...], only: str, loses: str, face: int
) -> None:
    """Of land-based units, each step once; of printed and embarked fighters their owner alone knows (1.5a)."""
    board, procedure = convoy_attacked(asked, only)
    before = whole(board)
    list(stops(board, procedure, PUBLIC, face=face))
    told = [event for one in board.told if isinstance(event := one.for_seat(PUBLIC), Settled)]
    lost = before - whole(board)
    assert Tally(name for event in told for name in event.gone) == lost - Tally(sea_hurricane=9, printed=9)
    assert (loses in lost) == (face == 9)


@rule("pq17", "7.2.3c", "7.2")
def test_7_2_3c_what_the_fighters_shot_down_is_booked_before_the_attacker_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = german(instructions={**ASKED_ONCE})
    before, asked = conserved(BOX, board.state), []
    question = exchange._strike_question

    def spy(*args: Any) -> Any:
        asked.append(conserved(BOX, board.state))
        return question(*args)

    monkeypatch.setattr(exchange, "_strike_question", spy)
    play(air_combat(board), cards=finding_card(), dice=[(9, 9), (9, 9), (0, 0)])
    assert asked == [before]
    assert sum(loss.strength for loss in board.state.losses) == 2


@rule("pq17", "7.2.3c")
def test_7_2_3c_in_a_raid_losses_are_booked_before_the_attacker_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both Ju 88 are shot down: he is asked all the same, and there is nothing to order."""
    board = murmansk_raided("mv 8", fighters=2, instructions={**ASKED_ONCE})
    before, seen = conserved(BOX, board.state), []
    question = exchange._strike_question

    def spy(*args: Any) -> Any:
        seen.append(conserved(BOX, board.state))
        return question(*args)

    monkeypatch.setattr(exchange, "_strike_question", spy)
    run = port_raided(board, Raid("murmansk", ("kg30",)), dice=[(9, 9), (0, 0)])
    assert (seen, run.asked[1].form.units) == ([before], ())
    assert [(one.unit, one.strength) for one in board.state.losses] == [("ju_88", 2)]
    (end,) = [one for one in events_for(board, "axis") if isinstance(one, Raided)]
    assert end.shot_down == ("ju_88", "ju_88")


@rule("pq17", "7.2.3d", "7.2")
@pytest.mark.parametrize("hurt", [0, 2])
def test_7_2_3d_being_asked_tells_nobody_what_interceptors_are_left(hurt: int) -> None:
    """Both sides are asked whatever rises and whatever is left; with nothing left there is nothing to order."""
    board = german(instructions={**ASKED_ONCE})
    for unit in board.state.air:
        if unit.base == "bardufoss":
            unit.damaged = hurt
    dice = [(9, 9), (9, 9), (0, 0)] if not hurt else [(0,), (0, 0)]
    played = play(air_combat(board), cards=finding_card(), dice=dice)
    assert [one.kind for one in played.asked] == ["air_defence", "air_strike"]
    assert bool(played.asked[1].form.templates()) is bool(hurt)
    assert not any(one.form.is_forced() for one in played.asked)


@rule("pq17", "7.2.3d", "7.2.3b", "7.2.6d")
def test_7_2_3d_where_bombs_fall_tells_nothing_of_printed_fighters() -> None:
    (told,) = banak_raided(0)
    assert banak_raided(1) == banak_raided(2) == [told]
    assert told.damaged == ("ju_88", "ju_88"), "steps that lie open are told"


@rule("pq17", "7.2.3d", "7.2.6d")
def test_7_2_3d_what_printed_fighters_suffer_on_the_ground_nobody_else_is_told() -> None:
    fighters = AirUnit("bf_109", 2, id="p", base="banak", interceptor=True)
    board = phase(arctic(air=[AirUnit("pe_2", 2, id="pe", base="vaenga"), fighters], light="dec_1"), "allied")
    play(
        resolve_raid(board, "allied", SpecialRaid(on="banak", units=("pe",)), RaidTerms(day=False), key="k"),
        dice=[(0,), (7, 9)],
    )
    assert fighters.damaged == 2
    assert [one.damaged for one in heard(board, "") if isinstance(one, Raided)] == [()]


@rule("pq17", "7.2.3f", "7.2.3", positions=("P11", "P12", "P13", "P14", "P15", "P16"))
def test_7_2_3f_the_raid_on_kirkenes() -> None:
    """The Bf 109 on the escort, the other units on the bombers, and all at the same time."""
    attackers = squadrons(fulmar=2, albacore__a=2, albacore__b=1)
    defenders = squadrons(bf_109__a=2, bf_109__b=2, bf_110=2)
    fires = [
        Fire("bf_109__a", "fulmar", 2),
        Fire("bf_109__b", "albacore__a", 2),
        Fire("bf_110", "albacore__b", 2),
    ]
    assert unmatched_strength(BOX, attackers, defenders, fires) == 0
    replies = usual_replies(BOX, attackers, fires)
    assert [(one.firer, one.target, one.strength) for one in replies] == [
        ("fulmar", "bf_109__a", 2),
        ("albacore__a", "bf_109__b", 2),
        ("albacore__b", "bf_110", 1),
    ]
    run(
        dogfight(BOX, attackers, defenders, [*fires, *replies], key="k"),
        dice=[(5, 6), (0, 2), (2, 7), (2, 9), (9, 9), (9,)],
    )
    assert flying(attackers) == {"fulmar": 1, "albacore__a": 2, "albacore__b": 0}
    assert (attackers["fulmar"].aborted, attackers["albacore__b"].strength) == (1, 0)
    assert flying(defenders) == {"bf_109__a": 1, "bf_109__b": 2, "bf_110": 2}
    assert defenders["bf_109__a"].damaged == 1


@rule("pq17", "7.2.3f", position="PP85")
def test_7_2_3f_bombers_fire_only_at_those_that_attacked_them() -> None:
    attackers, fires = squadrons(fulmar=1, albacore=2), [Fire("bf_109", "fulmar", 1)]
    assert [one.firer for one in usual_replies(BOX, attackers, fires)] == ["fulmar"]
    fires = [Fire("bf_109", "albacore", 1), Fire("bf_110", "albacore", 1)]
    back = usual_replies(BOX, attackers, fires)
    assert back == (Fire("fulmar", "bf_109", 1), Fire("albacore", "bf_109", 2)), "an escort nobody engaged fires, too"


@rule("pq17", "7.2.3g", position="PP84")
def test_7_2_3g_the_severest_results_count_first() -> None:
    one, two = Squadron("he_111", 1), Squadron("he_111", 2)
    for unit in (one, two):
        apply_results(unit, ["abort", "damaged", "hit"])
    assert (one.strength, one.damaged, one.aborted) == (0, 0, 0)
    assert (two.strength, two.damaged, two.aborted) == (1, 1, 0)


@rule("pq17", "7.2.3h")
def test_7_2_3h_bombers_break_off_as_ordered() -> None:
    board = raiders(level=1)
    board.state.instructions["axis"] = Instructions(break_off="3")
    play(air_combat(board), cards=[a_card("air", "0")])
    assert not any(isinstance(event, RowLaid) for event in heard(board, "axis"))


@rule("pq17", "7.2.3h")
@pytest.mark.parametrize(
    ("least", "bombers", "off"), [("0", 0, True), ("0", 1, False), ("2", 1, True), ("2", 2, False), ("4", 3, True)]
)
def test_7_2_3h_from_how_few_bombers_on_an_attack_is_broken_off(least: Any, bombers: int, off: bool) -> None:
    """Fighters count for nothing."""
    board = arctic(instructions={"axis": Instructions(break_off=least)})
    units = {f"b{number}": AirUnit("ju_88", 1, id=f"b{number}", base="banak") for number in range(bombers)}
    units["f"] = AirUnit("bf_109", 2, id="f", base="banak")
    assert breaks_off(board, "axis", units) is off
