"""7.2 Air attacks played: fighters, bombers that break off, torpedoes, stragglers, packs, carriers that are hurt."""

import pytest

from games.kernel.events import PUBLIC
from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.attacks import Strike
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.search.strikes import strikes_form
from games.titles.pq17.state.events.air import Laid as RowLaid
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import Convoy
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.playing import a_card, heard, play
from tests.titles.pq17.strikes import NEAR, OPEN, air, bombers, facing, raiders

rule = pytest.mark.rule


@rule("pq17", "7.2")
@rule("pq17", "7.2b")
@rule("pq17", "7.2.4c")
@rule("pq17", "11.1.3")
def test_pp98_an_air_attack_from_end_to_end() -> None:
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


@rule("pq17", "7.2b")
def test_a_convoy_burns_nothing_and_at_night_less_is_seen() -> None:
    board = bombers(
        force("pq", "allied", "convoy", OPEN, "mv 5", fuel=Fuel(30)), air("he_115", "he", "tromso", 1), level=0
    )
    board.state.light = "dec_1"
    board.state.instructions["axis"] = Instructions(torpedoes="no")
    play(air_combat(board), cards=[a_card("air", "0", day=False)], dice=[(0,), (0,)])
    assert (board.force("pq").level, board.force("pq").spent) == (1, 0)


@rule("pq17", "7.2.6")
@rule("pq17", "7.0c")
@rule("pq17", "2.1.1")
def test_merchants_that_are_bombed_score() -> None:
    board = raiders(level=1)
    play(air_combat(board), cards=[a_card("air", "0")], dice=[(0,), (9, 9)])
    assert sum(one.strength for one in board.force("pq").counters) == 3
    assert [(one.unit, one.strength, one.how) for one in board.state.losses] == [("mv", 2, "sunk")]


@rule("pq17", "7.2.1")
@rule("pq17", "7.2.2")
@rule("pq17", "7.2.3c")
@rule("pq17", "5.3c")
def test_fighters_rise_and_losses_score() -> None:
    prey = force("tf", "axis", "task_force", NEAR, "lutzow")
    board = bombers(prey, air("hampden", "hampden", "sumburgh", 1), side="allied")
    board.state.air += [
        air("bf_109", "wing", "bardufoss", 1, interceptor=True),
        air("bf_109", "away", "kirkenes_field"),
    ]
    dice = [(9,), (9,)]
    play(air_combat(board), cards=[a_card("air", "0")], dice=dice)
    assert [unit.id for unit in board.state.air] == ["wing", "away"], "it was shot down, 9 + 4"
    assert [(one.unit, one.strength) for one in board.state.losses] == [("hampden", 1)]
    assert prey.level == 2, "7.2b: whatever came of it"


@rule("pq17", "7.2.1")
def test_standing_instructions_hold_fighters_back() -> None:
    board = bombers(
        force("tf", "axis", "task_force", NEAR, "lutzow"), air("hampden", "hampden", "sumburgh", 1), side="allied"
    )
    board.state.air.append(air("bf_109", "wing", "bardufoss", 1))
    board.state.instructions["axis"] = Instructions(scramble="none")
    board.state.instructions["allied"] = Instructions(torpedoes="no")
    play(air_combat(board), cards=[a_card("air", "0")], dice=[(0,), (0,)])
    board = bombers(
        force("tf", "axis", "task_force", NEAR, "lutzow"), air("hampden", "hampden", "sumburgh", 1), side="allied"
    )
    board.state.air.append(air("bf_109", "wing", "bardufoss", 1))
    board.state.instructions["axis"] = Instructions(scramble="from_two")
    board.state.instructions["allied"] = Instructions(torpedoes="no")
    play(air_combat(board), cards=[a_card("air", "0")], dice=[(0,), (0,)])


@rule("pq17", "7.2.1o")
def test_surprise_in_the_air_by_option() -> None:
    prey = force("tf", "axis", "task_force", "0814", "lutzow")
    board = bombers(prey, air("hampden", "hampden", "sumburgh", 1), side="allied", options=Options(air_surprise=True))
    board.state.air += [air("bf_109", "wing", "bardufoss", 1), air("bf_110", "other", "bardufoss", 1)]
    play(air_combat(board), cards=[a_card("air", "U", submarine=False)], dice=[(8,), (0,), (0,), (0,), (0,)], lots=[])
    rose = next(event for event in heard(board, "allied") if type(event).__name__ == "Scrambled")
    assert (rose.surprised, len(rose.aircraft)) == (True, 1)


@rule("pq17", "7.2.3h")
def test_bombers_break_off_as_ordered() -> None:
    board = raiders(level=1)
    board.state.instructions["axis"] = Instructions(break_off="3")
    play(air_combat(board), cards=[a_card("air", "0")])
    assert not any(isinstance(event, RowLaid) for event in heard(board, "axis"))


@rule("pq17", "7.2.4d")
@rule("pq17", "7.3b")
def test_torpedoes_need_clear_water() -> None:
    icy = next(
        one.id
        for one in arctic().box.hexes.values()
        if one.is_sea and not arctic().box.charts.ice.expects("jul", one.zone).certain
    )
    board = bombers(force("pq", "allied", "convoy", icy, "mv 5"), air("he_111", "he", "bardufoss"), level=1)
    play(air_combat(board), cards=[a_card("air", "0")], dice=[(9,), (0,), (0, 0)])
    laid = next(event for event in heard(board, "axis") if isinstance(event, RowLaid))
    assert laid.ice, "the die found ice, and they bombed"


@rule("pq17", "7.2.4e")
def test_a_ship_in_tow_is_attacked_as_one_that_lies_dead() -> None:
    prey = force("tf", "allied", "task_force", OPEN, "norfolk", "dd_a_i 1")
    prey.counters[0].dead = prey.counters[0].towed = True
    prey.counters[0].strength = 0
    prey.counters[1].tows = True
    board = bombers(prey, air("ju_88", "ju", "banak"), level=2)
    board.state.instructions["axis"] = Instructions(strike="heavy")
    play(air_combat(board), cards=[a_card("air", "0")], dice=[(0,), (9, 0)])
    assert board.state.losses[-1].unit == "norfolk"
    assert not board.force("tf").counters[0].tows, "the tow is over"


@rule("pq17", "7.1.2")
@rule("pq17", "7.1.2a")
def test_groups_locate_by_themselves_by_option() -> None:
    prey = force("pq", "allied", "convoy", OPEN, "mv 5")
    units = [air("ju_88", f"ju_{number}", "banak", 1) for number in range(3)]
    board = bombers(prey, *units, options=Options(air_groups=True))
    board.phase.attacks = tuple(Strike((unit.id,), contact_name(prey)) for unit in units)
    cards = [a_card("air", "U", submarine=False), a_card("air", "-"), a_card("air", "0")]
    play(air_combat(board), cards=cards, dice=[(0,), (0,), (0,), (0,)])
    assert sum(isinstance(event, RowLaid) for event in heard(board, "axis")) == 2


@rule("pq17", "7.1a")
def test_a_target_is_attacked_once_from_the_air() -> None:
    board = facing(force("pq", "allied", "convoy", OPEN, "mv 5"))
    board.state.air = [air("ju_88", name, "banak", mission="attack", at=OPEN) for name in ("one", "two")]
    form = strikes_form(board, "axis")
    block = form.targets[0].block
    assert list(form.problems((Strike(("one",), block), Strike(("two",), block))))
    assert not list(form.problems((Strike(("one", "two"), block),)))


@rule("pq17", "7.7.3")
@rule("pq17", "7.7")
def test_aircraft_chase_stragglers() -> None:
    prey = force("pq", "allied", "convoy", OPEN, "mv 3", convoy=Convoy(laden=True, scattered=True))
    board = bombers(prey, air("ju_88", "ju", "banak"), level=3)
    play(air_combat(board), cards=[a_card("air", "0")], dice=[(0,), (9, 0)])
    assert sum(one.strength for one in prey.counters) == 2
    assert prey.level == 3


@rule("pq17", "7.4.2")
@rule("pq17", "6.7")
def test_aircraft_hunt_a_pack() -> None:
    pack = force("pack", "axis", "wolfpack", "1108", "ss_german 2")
    board = bombers(pack, air("hudson", "hudson", "sumburgh", 1), side="allied", level=0)
    play(air_combat(board), cards=[a_card("air", "0")], dice=[(9,), (9,)])
    assert sum(one.strength for one in pack.counters) == 1
    assert pack.level == 2
    assert [(one.unit, one.how) for one in board.state.losses] == [("ss_german", "sunk")]


@rule("pq17", "7.8")
def test_pp99_a_carrier_that_is_hurt_loses_aircraft() -> None:
    board = bombers(
        force("tf", "allied", "task_force", OPEN, "victorious"), air("ju_87", "ju", "kirkenes_field"), level=1
    )
    board.state.air += [air("albacore", "albacore", "victorious", 2), air("fulmar", "fulmar", "victorious", 2)]
    board.state.instructions["allied"] = Instructions(scramble="none")
    play(air_combat(board), cards=[a_card("air", "0")], dice=[(0,), (9, 0)])
    steps = board.box.ships["victorious"].strength - board.force("tf").counters[0].strength
    assert sum(unit.strength for unit in board.state.air if unit.base == "victorious") == 4 - 2 * steps
    assert steps == 1


@rule("pq17", "7.2.2b")
@rule("pq17", "7.3")
def test_fighters_do_not_bomb() -> None:
    prey = force("tf", "axis", "task_force", NEAR, "lutzow")
    board = bombers(prey, air("fulmar", "fulmar", "victorious"), side="allied")
    board.state.air[0].mission = "escort"
    play(air_combat(board), cards=[a_card("air", "0")])
    assert not any(isinstance(event, RowLaid) for event in heard(board, "allied")), "no bombers, no attack"
