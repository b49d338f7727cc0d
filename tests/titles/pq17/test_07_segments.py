"""7.1, 7.2, 7.4 The segments of combat played: who may attack, locating, air attacks and submarines with their ends."""

from typing import Any

import pytest

from games.kernel.events import PUBLIC
from games.titles.pq17.box.options import Options
from games.titles.pq17.box.pieces import Side
from games.titles.pq17.orders.attacks import Attack, Strike
from games.titles.pq17.orders.doctrine import After, Instructions
from games.titles.pq17.orders.missions import Declare, Fly, Patrol
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.rules.air.missions import air_movement, missions_part
from games.titles.pq17.rules.forces.reloading import reloaded
from games.titles.pq17.rules.fuel.phase import fuel
from games.titles.pq17.rules.movement.passage import go
from games.titles.pq17.rules.search.contacts import contact
from games.titles.pq17.rules.search.declaring import known
from games.titles.pq17.rules.search.strikes import form_of, strikes
from games.titles.pq17.rules.submarine.attacks import submarine_combat
from games.titles.pq17.rules.submarine.patrol import patrolled
from games.titles.pq17.table.dice import dice, die
from games.titles.pq17.table.events.air import Flown, Laid, Located
from games.titles.pq17.table.events.submarine import BoatFired, PackPatrolled, TorpedoesSpent
from games.titles.pq17.table.fuel import Fuel
from games.titles.pq17.table.sea import Sea
from games.titles.pq17.table.state import AirUnit, Convoy, Force, Kind, Plan, Report, Shadow, Sky, Strength
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.playing import a_card, heard, phase, play

rule = pytest.mark.rule
OPEN = "0310"
NEAR = "0714"
"""Off Tromso, next to Bardufoss."""


def air(kind: str, name: str, base: str, strength: int = 2, **fields: Any) -> AirUnit:
    return AirUnit(kind, strength, id=name, base=base, **fields)


def facing(prey: Force, *others: Force, side: Side = "axis", level: int | None = 1, **fields: object) -> Sea:
    """An identified block in the phase of its enemy."""
    searched = fields.pop("searched", [])
    sea = phase(arctic(prey, *others, **fields), side, searched=searched)
    if level is not None:
        sea.identify(prey, level)
    return sea


def bombers(prey: Force, *units: AirUnit, side: str = "axis", level: int = 1, **fields: object) -> Sea:
    """Aircraft over an identified block that they are to attack."""
    sea = facing(prey, side=side, level=level, **fields)
    for unit in units:
        unit.mission, unit.at = "attack", prey.at
    sea.state.air += list(units)
    sea.phase.attacks = (Strike(tuple(unit.id for unit in units), contact(prey)),)
    return sea


# --- 5.3 missions


@rule("pq17", "5.3")
@rule("pq17", "5.3b")
@rule("pq17", "7.2a")
def test_pp97_what_aircraft_may_be_ordered() -> None:
    sea = facing(force("tf", "axis", "task_force", NEAR, "lutzow"), side="allied")
    sea.state.air = [
        air("pe_2", "army", "vaenga"),
        air("db_3f", "navy", "vaenga"),
        air("spitfire_pr", "pr", "wick", 1),
        air("hurricane_soviet", "fighter", "vaenga"),
        air("hurricane_soviet", "standing", "vaenga", interceptor=True),
    ]
    flights = {one.unit: one for one in missions_part(sea, "allied").flights}
    assert flights["navy"].attack == (NEAR,)
    assert flights["army"].attack == flights["army"].search == ()
    assert flights["pr"].attack == ()
    assert "trondheim" in flights["pr"].photograph
    assert "standing" not in flights


@rule("pq17", "5.3a")
@rule("pq17", "7.2c")
def test_at_night_and_in_bad_weather() -> None:
    units = (
        air("he_115", "he", "tromso", 1),
        air("ju_88", "ju", "banak"),
    )
    british = (air("hampden", "hampden", "sumburgh"), air("albacore", "albacore", "victorious"))

    def flying(**fields: object) -> list[str]:
        home = force("home", "allied", "task_force", OPEN, "victorious")
        sea = arctic(force("tf", "allied", "task_force", NEAR, "norfolk"), home, **fields)
        sea.place(force("lure", "axis", "dummy", OPEN))
        sea.place(force("false", "axis", "dummy", "1108"))
        sea.state.air = [*units, *british]
        return [one.unit for side in ("axis", "allied") for one in missions_part(sea, side).flights]

    assert flying() == ["he", "ju", "hampden", "albacore"]
    assert flying(light="dec_1") == ["he", "hampden", "albacore"]
    assert flying(sky=Sky(kind="storm")) == ["he", "ju", "hampden"]
    assert flying(sky=Sky(kind="fog")) == []


@rule("pq17", "5.3.1")
def test_temporary_radii() -> None:
    sea = facing(force("pack", "axis", "wolfpack", "1108", "ss_german 2"), side="allied")
    sea.state.air = [air("catalina", "cat", "lerwick", 1), air("hampden", "hampden", "sumburgh")]
    flights = {one.unit: one for one in missions_part(sea, "allied").flights}
    assert "1309" not in flights["cat"].patrol, "no enemy port"
    assert flights["hampden"].patrol == ()
    german = facing(force("tf", "allied", "task_force", NEAR, "norfolk"))
    german.state.air = [air("bv_138", "bv", "tromso", 1)]
    german.state.light = "dec_1"
    assert missions_part(german, "axis").flights[0].patrol == (), "the Axis holds none at night"


@rule("pq17", "5.3")
@rule("pq17", "5.3.1")
def test_aircraft_fly_out_in_sight_of_all() -> None:
    sea = facing(force("tf", "allied", "task_force", NEAR, "norfolk"))
    sea.state.air = [air("ju_88", "ju", "banak"), air("bv_138", "bv", "tromso", 1), air("fw_200", "far", "banak", 1)]
    sea.phase.orders = (Fly("ju", "attack", NEAR), Patrol("bv", "0612"), Fly("far", "search", "1108"))
    assert play(air_movement(sea)).result == "search"
    assert [(unit.mission, unit.at) for unit in sea.state.air] == [
        ("attack", NEAR),
        ("radius", "0612"),
        ("search", "1108"),
    ]
    assert sum(isinstance(event, Flown) for event in heard(sea, PUBLIC)) == 3


@rule("pq17", "5.3.1a")
def test_a_carrier_declares_its_radius_and_not_which_block_it_is_in() -> None:
    sea = facing(force("home", "allied", "task_force", OPEN, "victorious"), side="allied", level=None)
    sea.phase.orders = (Declare("home"),)
    play(air_movement(sea))
    (event,) = heard(sea, "axis")
    assert (event.at, event.force) == (OPEN, "")
    assert sea.state.declared == ["home"]


# --- 7.1 declaring


@rule("pq17", "7.1")
@rule("pq17", "7.1.1")
def test_pp75_only_what_is_identified_can_be_attacked() -> None:
    prey = force("tf", "allied", "task_force", OPEN, "norfolk")
    sea = facing(prey, force("pack", "axis", "wolfpack", OPEN, "ss_german 2"), level=None)
    assert form_of(sea, "axis").targets == ()
    assert play(strikes(sea)).asked == []
    sea.identify(prey, 0)
    assert form_of(sea, "axis").targets[0].forces == ("pack",)


@rule("pq17", "7.1")
def test_the_question_comes_wherever_all_can_see_that_it_may() -> None:
    prey = force("tf", "allied", "task_force", OPEN, "norfolk")
    sea = facing(prey, force("lure", "axis", "dummy", OPEN))
    (question,) = play(strikes(sea)).asked
    assert question.form.by_verb.keys() == {"standing"}
    assert not question.form.is_forced(), "a dummy in the hex is asked like a force"


@rule("pq17", "7.1", "6.3")
def test_no_question_comes_where_all_can_see_that_nothing_can_follow_or_attack() -> None:
    pack = force("pack", "axis", "wolfpack", OPEN, "ss_german 2")
    sea = facing(pack, side="allied", searched=["pack"])
    assert play(strikes(sea)).asked == [], "nothing follows boats, and nothing is near"
    convoy = force("pq", "allied", "convoy", OPEN, "mv 8")
    sea = facing(pack, convoy, side="allied", searched=["pack"])
    assert play(strikes(sea)).asked, "an unidentified block may be anything"
    sea.identify(convoy, 1)
    assert play(strikes(sea)).asked == [], "a convoy attacks nobody"


@rule("pq17", "7.1", "9.2.4")
def test_no_question_comes_for_boats_in_weather_in_which_they_do_not_fight() -> None:
    for weather, asked in (("fair", True), ("gale", False)):
        prey = force("tf", "allied", "task_force", OPEN, "norfolk")
        sea = facing(prey, force("pack", "axis", "wolfpack", OPEN, "ss_german 2"), sky=Sky(weather))
        sea.identify(sea.force("pack"), 1)
        assert bool(play(strikes(sea)).asked) is asked


def hunted(level: int = 1, **orders: str) -> Sea:
    """A convoy in reach of a pack that is in its hex and of bombers that were ordered so."""
    convoy, pack = force("pq", "allied", "convoy", OPEN, "mv 8"), force("pack", "axis", "wolfpack", OPEN, "ss_german 2")
    sea = facing(convoy, pack, level=level, air=[air("ju_88", "kg30", "banak", at=OPEN, mission="attack")])
    sea.phase.orders = (Fly("kg30", "attack", OPEN, **orders),)
    sea.phase.searched = ["pq"]
    return sea


@rule("pq17", "7.1", "6.3")
@pytest.mark.parametrize(("does", "attacks"), [("always", ["Strike", "Attack"]), ("follow", []), ("never", [])])
def test_what_is_done_after_the_search_may_be_ordered_ahead(does: After, attacks: list[str]) -> None:
    sea = hunted()
    sea.state.instructions["axis"] = Instructions(strikes=does)
    assert play(strikes(sea)).asked == []
    assert [type(one).__name__ for one in sea.phase.attacks] == attacks


@rule("pq17", "7.1")
def test_who_is_asked_after_the_search_may_order_it_for_good() -> None:
    sea = hunted()
    play(strikes(sea), says={"strikes": "standing strikes does=never"})
    assert sea.state.instructed("axis").strikes == "never"
    assert sea.phase.attacks == ()


@rule("pq17", "7.1", "5.3")
@pytest.mark.parametrize(
    ("orders", "level", "flies"),
    [
        ({}, 0, True), ({"on": "convoy"}, 0, True), ({"on": "task_force"}, 3, False),
        ({"id": "2"}, 1, False), ({"id": "2"}, 2, True), ({"on": "convoy", "id": "3"}, 2, False),
    ],
)  # fmt: skip
def test_aircraft_attack_what_they_were_sent_for(orders: dict[str, str], level: int, flies: bool) -> None:
    sea = hunted(level, **orders)
    sea.state.instructions["axis"] = Instructions(strikes="always")
    play(strikes(sea))
    assert any(isinstance(one, Strike) for one in sea.phase.attacks) is flies
    assert (sea.state.air[0].mission == "attack") is flies, "who attacks nobody goes home"


@rule("pq17", "7.1")
@pytest.mark.parametrize(
    ("instructions", "attacks"),
    [({"quarry": "convoy"}, 2), ({"quarry": "task_force"}, 0), ({"from_id": "1"}, 2), ({"from_id": "2"}, 0)],
)
def test_a_side_attacks_by_itself_what_its_instructions_name(instructions: dict[str, str], attacks: int) -> None:
    sea = hunted()
    sea.state.instructions["axis"] = Instructions(strikes="always", **instructions)
    play(strikes(sea))
    assert len(sea.phase.attacks) == attacks


@rule("pq17", "7.1")
def test_escorts_stay_with_bombers_that_attack_nobody() -> None:
    sea = hunted(on="task_force")
    sea.state.air.append(air("bf_110", "zg", "banak", at=OPEN, mission="escort"))
    sea.state.instructions["axis"] = Instructions(strikes="always")
    play(strikes(sea))
    assert [type(one).__name__ for one in sea.phase.attacks] == ["Attack"]


@rule("pq17", "5.2")
@rule("pq17", "7.3.2a")
def test_packs_that_moved_or_have_no_torpedoes_do_not_attack() -> None:
    prey = force("tf", "allied", "task_force", OPEN, "norfolk")
    sea = facing(prey, force("pack", "axis", "wolfpack", OPEN, "ss_german 2", moved=1))
    assert form_of(sea, "axis").targets[0].forces == ()
    sea.force("pack").moved = 0
    assert form_of(sea, "axis").targets[0].forces == ("pack",)
    sea.force("pack").counters[0].used = True
    assert form_of(sea, "axis").targets[0].forces == ()


@rule("pq17", "7.4d")
@rule("pq17", "9.2.5")
def test_no_submarine_combat_in_a_gale() -> None:
    prey = force("tf", "allied", "task_force", OPEN, "norfolk")
    sea = facing(prey, force("pack", "axis", "wolfpack", OPEN, "ss_german 2"), sky=Sky(kind="gale"))
    assert form_of(sea, "axis").targets[0].forces == ()


@rule("pq17", "7.5.7c")
@rule("pq17", "7.5.7")
@rule("pq17", "7.5.7e")
def test_german_limits_go_by_what_was_reported() -> None:
    prey = force("tf", "allied", "task_force", OPEN, "anson", "victorious", "dd_a_i 4")
    sea = facing(prey, force("hipper", "axis", "task_force", OPEN, "admiral_hipper"))
    assert form_of(sea, "axis").targets[0].forces == ("hipper",), "nothing hidden shows in a refusal"
    told = (Strength("capital", 2, 8), Strength("carrier", 1, 4), Strength("light", 1, 4))
    sea.state.reports = [Report(to="axis", turn=9, source="search", at=OPEN, block=prey.block, strengths=told)]
    assert (known(sea, "axis", prey).unhurt, known(sea, "axis", prey).light) == (1, 4)
    assert form_of(sea, "axis").targets[0].forces == ()
    sea.state.lasting = type(sea.state.lasting)(no_restrictions=True)
    assert form_of(sea, "axis").targets[0].forces == ("hipper",)


@rule("pq17", "7.1")
def test_the_default_attacks_nothing_hopeless() -> None:
    prey = force("tf", "axis", "task_force", OPEN, "tirpitz")
    sea = facing(prey, force("dds", "allied", "task_force", OPEN, "dd_a_i 2"), side="allied")
    form = form_of(sea, "allied")
    assert form.targets[0].forces == ("dds",)
    assert form.default() == (), "nothing is known of it"
    told = (Strength("light", 1, 2),)
    sea.state.reports = [Report(to="allied", turn=9, source="search", at=OPEN, block=prey.block, strengths=told)]
    assert form_of(sea, "allied").default() == (Attack("dds", contact(prey)),)


# --- 7.1.1 locating


def raiders(level: int = 0) -> Sea:
    return bombers(force("pq", "allied", "convoy", OPEN, "mv 5"), air("ju_88", "ju", "banak"), level=level)


@rule("pq17", "7.1.1b")
@rule("pq17", "7.1.1c")
@rule("pq17", "7.1.1")
def test_an_attack_in_vain() -> None:
    sea = raiders()
    assert play(air_combat(sea), cards=[a_card("air", "1")]).result == "submarine_combat"
    assert (sea.state.air[0].mission, sea.force("pq").level) == ("", 0)
    own, theirs, public = (heard(sea, seat) for seat in ("axis", "allied", PUBLIC))
    assert [type(event) for event in own] == [type(event) for event in theirs] == [Located]
    assert own[0].cards == (a_card("air", "1"),)
    assert (theirs[0].cards, theirs[0].by, theirs[0].force, theirs[0].who) == ((), "air", "pq", ())
    assert public[0].force == ""
    assert sea.state.attacked == []


@rule("pq17", "7.1.1a")
def test_pp76_a_second_card_against_what_is_shadowed() -> None:
    sea = raiders()
    sea.state.shadows = [Shadow("pq", "sector", "barents")]
    play(air_combat(sea), cards=[a_card("air", "-"), a_card("air", "1")])
    assert not heard(sea, "axis")[0].found
    sea = raiders()
    sea.state.options = Options(second_card=True)
    play(air_combat(sea), cards=[a_card("air", "-"), a_card("air", "1")])
    assert len(heard(sea, "axis")[0].cards) == 2, "7.1.1o: in Fair weather aircraft draw twice"


@rule("pq17", "7.1.1d")
def test_an_owner_refuses_by_standing_instruction_alone() -> None:
    card = a_card("air", "+", submarine=False)
    sea = bombers(force("tf", "allied", "task_force", OPEN, "victorious"), air("ju_88", "ju", "banak"))
    sea.state.instructions["allied"] = Instructions(refuses="always")
    play(air_combat(sea), cards=[card])
    assert not heard(sea, "axis")[-1].found
    sea = bombers(force("tf", "allied", "task_force", OPEN, "victorious"), air("ju_88", "ju", "banak"))
    play(air_combat(sea), cards=[card], dice=[(0,), (0, 0)])
    assert next(event for event in heard(sea, "axis") if isinstance(event, Located)).found


# --- 7.2 air attacks


@rule("pq17", "7.2")
@rule("pq17", "7.2b")
@rule("pq17", "7.2.4c")
@rule("pq17", "11.1.3")
def test_pp98_an_air_attack_from_end_to_end() -> None:
    sea = bombers(force("tf", "allied", "task_force", OPEN, "norfolk", fuel=Fuel(30)), air("ju_88", "ju", "banak"))
    play(air_combat(sea), cards=[a_card("air", "0")], dice=[(0,), (0, 0)])
    tf = sea.force("tf")
    assert (tf.level, tf.spent) == (2, 1)
    assert sea.state.attacked == ["tf"]
    assert (sea.state.air[0].mission, sea.state.air[0].at) == ("", "")
    laid = next(event for event in heard(sea, "axis") if isinstance(event, Laid))
    assert laid.row == ((("norfolk", 3),),)
    assert [one.names[0].ship for one in sea.state.reports if one.names] == ["norfolk"]
    assert not any(isinstance(event, Laid) for event in heard(sea, PUBLIC))


@rule("pq17", "7.2b")
def test_a_convoy_burns_nothing_and_at_night_less_is_seen() -> None:
    sea = bombers(
        force("pq", "allied", "convoy", OPEN, "mv 5", fuel=Fuel(30)), air("he_115", "he", "tromso", 1), level=0
    )
    sea.state.light = "dec_1"
    sea.state.instructions["axis"] = Instructions(torpedoes="no")
    play(air_combat(sea), cards=[a_card("air", "0", day=False)], dice=[(0,), (0,)])
    assert (sea.force("pq").level, sea.force("pq").spent) == (1, 0)


@rule("pq17", "7.2.6")
@rule("pq17", "7.0c")
@rule("pq17", "2.1.1")
def test_merchants_that_are_bombed_score() -> None:
    sea = raiders(level=1)
    play(air_combat(sea), cards=[a_card("air", "0")], dice=[(0,), (9, 9)])
    assert sum(one.strength for one in sea.force("pq").counters) == 3
    assert [(one.unit, one.strength, one.how) for one in sea.state.losses] == [("mv", 2, "sunk")]


@rule("pq17", "7.2.1")
@rule("pq17", "7.2.2")
@rule("pq17", "7.2.3c")
@rule("pq17", "5.3c")
def test_fighters_rise_and_losses_score() -> None:
    prey = force("tf", "axis", "task_force", NEAR, "lutzow")
    sea = bombers(prey, air("hampden", "hampden", "sumburgh", 1), side="allied")
    sea.state.air += [air("bf_109", "wing", "bardufoss", 1, interceptor=True), air("bf_109", "away", "kirkenes_field")]
    dice = [(9,), (9,)]
    play(air_combat(sea), cards=[a_card("air", "0")], dice=dice)
    assert [unit.id for unit in sea.state.air] == ["wing", "away"], "it was shot down, 9 + 4"
    assert [(one.unit, one.strength) for one in sea.state.losses] == [("hampden", 1)]
    assert prey.level == 2, "7.2b: whatever came of it"


@rule("pq17", "7.2.1")
def test_standing_instructions_hold_fighters_back() -> None:
    sea = bombers(
        force("tf", "axis", "task_force", NEAR, "lutzow"), air("hampden", "hampden", "sumburgh", 1), side="allied"
    )
    sea.state.air.append(air("bf_109", "wing", "bardufoss", 1))
    sea.state.instructions["axis"] = Instructions(scramble="none")
    sea.state.instructions["allied"] = Instructions(torpedoes="no")
    play(air_combat(sea), cards=[a_card("air", "0")], dice=[(0,), (0,)])
    sea = bombers(
        force("tf", "axis", "task_force", NEAR, "lutzow"), air("hampden", "hampden", "sumburgh", 1), side="allied"
    )
    sea.state.air.append(air("bf_109", "wing", "bardufoss", 1))
    sea.state.instructions["axis"] = Instructions(scramble="from_two")
    sea.state.instructions["allied"] = Instructions(torpedoes="no")
    play(air_combat(sea), cards=[a_card("air", "0")], dice=[(0,), (0,)])


@rule("pq17", "7.2.1o")
def test_surprise_in_the_air_by_option() -> None:
    prey = force("tf", "axis", "task_force", "0814", "lutzow")
    sea = bombers(prey, air("hampden", "hampden", "sumburgh", 1), side="allied", options=Options(air_surprise=True))
    sea.state.air += [air("bf_109", "wing", "bardufoss", 1), air("bf_110", "other", "bardufoss", 1)]
    play(air_combat(sea), cards=[a_card("air", "U", submarine=False)], dice=[(8,), (0,), (0,), (0,), (0,)], lots=[])
    rose = next(event for event in heard(sea, "allied") if type(event).__name__ == "Scrambled")
    assert (rose.surprised, len(rose.aircraft)) == (True, 1)


@rule("pq17", "7.2.3h")
def test_bombers_break_off_as_ordered() -> None:
    sea = raiders(level=1)
    sea.state.instructions["axis"] = Instructions(break_off="3")
    play(air_combat(sea), cards=[a_card("air", "0")])
    assert not any(isinstance(event, Laid) for event in heard(sea, "axis"))


@rule("pq17", "7.2.4d")
@rule("pq17", "7.3b")
def test_torpedoes_need_clear_water() -> None:
    icy = next(
        one.id
        for one in arctic().box.hexes.values()
        if one.is_sea and not arctic().box.charts.ice.expects("jul", one.zone).certain
    )
    sea = bombers(force("pq", "allied", "convoy", icy, "mv 5"), air("he_111", "he", "bardufoss"), level=1)
    play(air_combat(sea), cards=[a_card("air", "0")], dice=[(9,), (0,), (0, 0)])
    laid = next(event for event in heard(sea, "axis") if isinstance(event, Laid))
    assert laid.ice, "the die found ice, and they bombed"


@rule("pq17", "7.2.4e")
def test_a_ship_in_tow_is_attacked_as_one_that_lies_dead() -> None:
    prey = force("tf", "allied", "task_force", OPEN, "norfolk", "dd_a_i 1")
    prey.counters[0].dead = prey.counters[0].towed = True
    prey.counters[0].strength = 0
    prey.counters[1].tows = True
    sea = bombers(prey, air("ju_88", "ju", "banak"), level=2)
    sea.state.instructions["axis"] = Instructions(strike="heavy")
    play(air_combat(sea), cards=[a_card("air", "0")], dice=[(0,), (9, 0)])
    assert sea.state.losses[-1].unit == "norfolk"
    assert not sea.force("tf").counters[0].tows, "the tow is over"


@rule("pq17", "7.1.2")
@rule("pq17", "7.1.2a")
def test_groups_locate_by_themselves_by_option() -> None:
    prey = force("pq", "allied", "convoy", OPEN, "mv 5")
    units = [air("ju_88", f"ju_{number}", "banak", 1) for number in range(3)]
    sea = bombers(prey, *units, options=Options(air_groups=True))
    sea.phase.attacks = tuple(Strike((unit.id,), contact(prey)) for unit in units)
    cards = [a_card("air", "U", submarine=False), a_card("air", "-"), a_card("air", "0")]
    play(air_combat(sea), cards=cards, dice=[(0,), (0,), (0,), (0,)])
    assert sum(isinstance(event, Laid) for event in heard(sea, "axis")) == 2


@rule("pq17", "7.1a")
def test_a_target_is_attacked_once_from_the_air() -> None:
    sea = facing(force("pq", "allied", "convoy", OPEN, "mv 5"))
    sea.state.air = [air("ju_88", name, "banak", mission="attack", at=OPEN) for name in ("one", "two")]
    form = form_of(sea, "axis")
    block = form.targets[0].block
    assert list(form.problems((Strike(("one",), block), Strike(("two",), block))))
    assert not list(form.problems((Strike(("one", "two"), block),)))


@rule("pq17", "7.7.3")
@rule("pq17", "7.7")
def test_aircraft_chase_stragglers() -> None:
    prey = force("pq", "allied", "convoy", OPEN, "mv 3", convoy=Convoy(laden=True, scattered=True))
    sea = bombers(prey, air("ju_88", "ju", "banak"), level=3)
    play(air_combat(sea), cards=[a_card("air", "0")], dice=[(0,), (9, 0)])
    assert sum(one.strength for one in prey.counters) == 2
    assert prey.level == 3


@rule("pq17", "7.4.2")
@rule("pq17", "6.7")
def test_aircraft_hunt_a_pack() -> None:
    pack = force("pack", "axis", "wolfpack", "1108", "ss_german 2")
    sea = bombers(pack, air("hudson", "hudson", "sumburgh", 1), side="allied", level=0)
    play(air_combat(sea), cards=[a_card("air", "0")], dice=[(9,), (9,)])
    assert sum(one.strength for one in pack.counters) == 1
    assert pack.level == 2
    assert [(one.unit, one.how) for one in sea.state.losses] == [("ss_german", "sunk")]


@rule("pq17", "7.8")
def test_pp99_a_carrier_that_is_hurt_loses_aircraft() -> None:
    sea = bombers(
        force("tf", "allied", "task_force", OPEN, "victorious"), air("ju_87", "ju", "kirkenes_field"), level=1
    )
    sea.state.air += [air("albacore", "albacore", "victorious", 2), air("fulmar", "fulmar", "victorious", 2)]
    sea.state.instructions["allied"] = Instructions(scramble="none")
    play(air_combat(sea), cards=[a_card("air", "0")], dice=[(0,), (9, 0)])
    steps = sea.box.ships["victorious"].strength - sea.force("tf").counters[0].strength
    assert sum(unit.strength for unit in sea.state.air if unit.base == "victorious") == 4 - 2 * steps
    assert steps == 1


# --- 7.4 submarines


def hunters(*prey: str, boats: int = 3, kind: Kind = "convoy", level: int = 0, **fields: Any) -> Sea:
    target = force("pq", "allied", kind, OPEN, *prey)
    sea = facing(target, force("pack", "axis", "wolfpack", OPEN, f"ss_german {boats}"), level=level, **fields)
    sea.phase.attacks = (Attack("pack", contact(target)),)
    return sea


@rule("pq17", "7.4")
@rule("pq17", "7.4c")
@rule("pq17", "7.4.3a")
def test_a_pack_attacks_a_convoy() -> None:
    sea = hunters("mv 8", boats=2)
    dice = [(8,), (7,), (8,), (2,)]
    assert play(submarine_combat(sea), cards=[a_card("force", "0")], dice=dice).result == "surface_combat"
    assert sum(one.strength for one in sea.force("pq").counters) == 6
    assert (sea.force("pq").level, sea.force("pack").level) == (1, 1)
    assert sum(isinstance(event, BoatFired) for event in heard(sea, "allied")) == 2
    assert not any(isinstance(event, BoatFired) for event in heard(sea, PUBLIC))


@rule("pq17", "7.4a")
@rule("pq17", "7.3.2a")
def test_torpedoes_are_spent_and_the_enemy_is_not_told() -> None:
    sea = hunters("mv 8", boats=1)
    play(submarine_combat(sea), cards=[a_card("force", "0")], dice=[(9,), (0,)])
    assert sea.force("pack").counters[0].used
    assert any(isinstance(event, TorpedoesSpent) for event in heard(sea, "axis"))
    assert not any(isinstance(event, TorpedoesSpent) for event in heard(sea, "allied"))


@rule("pq17", "7.1b")
def test_every_pack_attacks_for_itself() -> None:
    sea = hunters("mv 8", boats=1)
    sea.place(force("two", "axis", "wolfpack", OPEN, "ss_german 1"))
    sea.phase.attacks = (*sea.phase.attacks, Attack("two", contact(sea.force("pq"))))
    cards = [a_card("force", "-"), a_card("force", "0")]
    play(submarine_combat(sea), cards=cards, dice=[(8,), (0,)])
    assert (sea.force("pack").level, sea.force("two").level) == (None, 1)


@rule("pq17", "7.4.3")
@rule("pq17", "7.4.3c")
@rule("pq17", "7.4.3a")
def test_a_class_that_is_not_there() -> None:
    sea = hunters("mv 8", boats=1)
    sea.phase.attacks = (Attack("pack", contact(sea.force("pq")), ("heavy",)),)
    play(submarine_combat(sea), cards=[a_card("force", "0")], dice=[(8,)])
    fired = next(event for event in heard(sea, "axis") if isinstance(event, BoatFired))
    assert (fired.named, fired.found, fired.dice) == ("heavy", False, ())


@rule("pq17", "7.4.2a")
@rule("pq17", "7.4.2b")
@rule("pq17", "7.4.2c")
def test_a_task_force_hunts_a_pack() -> None:
    pack = force("pack", "axis", "wolfpack", OPEN, "ss_german 2")
    tf = force("tf", "allied", "task_force", OPEN, "norfolk", "dd_a_i 3", fuel=Fuel(30))
    sea = facing(pack, tf, side="allied")
    sea.phase.attacks = (Attack("tf", contact(pack)),)
    play(submarine_combat(sea), cards=[a_card("force", "0")], dice=[(0,), (9,), (9,)])
    assert sum(one.strength for one in pack.counters) == 1
    assert (tf.spent, tf.level) == (1, 1)
    assert (
        form_of(
            facing(
                force("p", "axis", "wolfpack", OPEN, "ss_german 2"),
                force("c", "allied", "convoy", OPEN, "mv 4", "dd_a_i 3"),
                side="allied",
            ),
            "allied",
        )
        .targets[0]
        .forces
        == ()
    )


@rule("pq17", "7.4.4")
@rule("pq17", "7.4.4a")
def test_packs_against_each_other() -> None:
    prey = force("pack", "axis", "wolfpack", OPEN, "ss_german 2")
    sea = facing(prey, force("british", "allied", "wolfpack", OPEN, "ss_british 2"), side="allied")
    sea.phase.attacks = (Attack("british", contact(prey)),)
    play(submarine_combat(sea), cards=[a_card("force", "0")], dice=[(9,), (8,)])
    assert [sum(one.strength for one in sea.force(name).counters) for name in ("pack", "british")] == [1, 2]
    assert [sea.force(name).level for name in ("pack", "british")] == [1, 1]
    sea = facing(
        force("pack", "axis", "wolfpack", OPEN, "ss_german 2"),
        force("british", "allied", "wolfpack", OPEN, "ss_british 2"),
        side="allied",
    )
    sea.phase.attacks = (Attack("british", contact(sea.force("pack"))),)
    play(submarine_combat(sea), cards=[a_card("force", "0")], dice=[(0,), (8,)])
    assert [sum(one.strength for one in sea.force(name).counters) for name in ("pack", "british")] == [2, 1]


@rule("pq17", "7.7.2")
@rule("pq17", "7.7.2a")
def test_packs_among_stragglers() -> None:
    sea = hunters("mv 8", boats=1, level=3)
    sea.force("pq").convoy = Convoy(laden=True, scattered=True)
    play(submarine_combat(sea), cards=[a_card("force", "0")], dice=[(7,), (8,), (1,)])
    assert sea.force("pack").counters[0].used
    assert sum(one.strength for one in sea.force("pq").counters) < 8


@rule("pq17", "5.3.1")
def test_temporary_radii_end_with_the_enemys_submarine_combat() -> None:
    sea = hunters("mv 8")
    sea.phase.attacks = ()
    sea.state.air = [
        air("catalina", "cat", "lerwick", 1, mission="radius", at=OPEN),
        air("bv_138", "bv", "tromso", 1, mission="radius", at=OPEN),
    ]
    play(submarine_combat(sea))
    assert [unit.mission for unit in sea.state.air] == ["", "radius"]


@rule("pq17", "7.4.5")
@rule("pq17", "7.4.5a")
@rule("pq17", "7.4.5b")
@rule("pq17", "6.4.1c")
def test_air_patrols_at_packs() -> None:
    inside = sorted(arctic().box.areas.british_radius.hexes)[0]
    sea = facing(force("pack", "axis", "wolfpack", inside, "ss_german 2"), level=0)
    pack = sea.force("pack")
    assert play(patrolled(sea, pack, inside, OPEN, 1), dice=[(4,)]).result is False
    assert pack.level == 0
    assert isinstance(heard(sea, "allied")[-1], PackPatrolled)
    assert play(patrolled(sea, pack, inside, OPEN, 1), dice=[(5,)]).result is True
    assert pack.level == 1
    pack.level = None
    assert play(patrolled(sea, pack, inside, OPEN, 1)).result is False, "unidentified, and slow"
    assert play(patrolled(sea, pack, inside, OPEN, 2), dice=[(0,)]).result is False
    assert play(patrolled(sea, pack, OPEN, "0309", 2)).result is False, "no radius"


@rule("pq17", "7.4.5a")
@rule("pq17", "7.4.5c")
@rule("pq17", "6.6.1b")
def test_a_pack_that_is_kept_tries_again_while_it_can() -> None:
    box = arctic().box
    clear = {name for name, one in box.hexes.items() if one.is_sea and not one.zone}
    british = box.areas.british_radius.hexes & clear
    here, there, beyond = next(
        (one, other, last)
        for one in sorted(british)
        for other in box.waters.ways[one]
        for last in box.waters.ways[other]
        if other in british and last in clear and last not in box.areas.british_radius.hexes and last != one
    )

    def pack(*dice: int) -> Force:
        boats = force("pack", "axis", "wolfpack", here, "ss_german 2", plan=Plan(0, (there, beyond)))
        sea = phase(arctic(boats), "axis")
        play(go(sea, boats), dice=[(one,) for one in dice])
        assert sea.phase.moved
        return boats

    assert pack(0, 0).at == beyond
    assert (pack(9, 0).at, pack(9, 0).level) == (there, 0), "one hex was lost, and moving lowers the ID that it got"
    assert (pack(9, 9).at, pack(9, 9).level) == (here, 1), "kept in its first hex, it loses no level"


@rule("pq17", "7.3.2b")
def test_torpedoes_are_reloaded_in_a_whole_turn_in_port() -> None:
    sea = arctic(
        force("pack", "axis", "wolfpack", "0813", "ss_german 2", port="narvik"),
        force("dds", "axis", "task_force", "0814", "dd_34_36 2", port="tromso"),
        force("boats", "allied", "wolfpack", "1107", "ss_british 2", port="lerwick"),
    )
    for one in sea.state.forces:
        one.counters[0].used, one.counters[0].spent = True, 1
    play(fuel(sea))
    assert [one.counters[0].used for one in sea.state.forces] == [True, True, True], "not a complete turn yet"
    play(fuel(sea))
    assert [one.counters[0].used for one in sea.state.forces] == [False, True, False]
    assert [one.counters[0].spent for one in sea.state.forces] == [0, 1, 0]
    ship = force("tf", "allied", "task_force", "1107", "dd_a_i 2", port="lerwick")
    ship.counters[0].spent = 1
    reloaded(sea.box, ship)
    assert ship.counters[0].spent == 1, "in Lerwick submarines alone"


@rule("pq17", "6.0")
@rule("pq17", "1.8.1")
@rule("pq17", "7.0")
def test_dice_of_a_fight_are_open_to_both_sides_and_to_nobody_else() -> None:
    sea = hunters("mv 8", "dd_a_i 3", boats=2)
    play(submarine_combat(sea), cards=[a_card("force", "0")], dice=[(5,), (7,), (0,), (0,), (0,)])
    seen = {seat: [type(event).__name__ for event in heard(sea, seat)] for seat in ("allied", "axis", PUBLIC)}
    assert "SubmarinesMet" in seen["allied"]
    assert "SubmarinesMet" in seen["axis"]
    assert not {"SubmarinesMet", "BoatFired", "Hunted"} & set(seen[PUBLIC])


@rule("pq17", "6.7a")
def test_a_fight_opens_the_report_of_its_level_once() -> None:
    sea = hunters("mv 8", boats=1, level=0)
    play(submarine_combat(sea), cards=[a_card("force", "0")], dice=[(8,), (0,)])
    on_convoy = [one for one in sea.state.reports if one.to == "axis"]
    assert [(one.source, one.level) for one in on_convoy] == [("submarine_combat", 1)]
    sea = hunters("mv 8", boats=1, level=2)
    play(submarine_combat(sea), cards=[a_card("force", "0")], dice=[(8,), (0,)])
    assert [one for one in sea.state.reports if one.to == "axis"] == [], "no higher than before"


@rule("pq17", "7.2.2b")
@rule("pq17", "7.3")
def test_fighters_do_not_bomb() -> None:
    prey = force("tf", "axis", "task_force", NEAR, "lutzow")
    sea = bombers(prey, air("fulmar", "fulmar", "victorious"), side="allied")
    sea.state.air[0].mission = "escort"
    play(air_combat(sea), cards=[a_card("air", "0")])
    assert not any(isinstance(event, Laid) for event in heard(sea, "allied")), "no bombers, no attack"


@rule("pq17", "1.8")
def test_a_nought_counts_as_nought() -> None:
    assert play(die(key="any", rule="1.8"), dice=[(0,)]).result == 0
    assert play(dice(3, key="any", rule="1.8"), dice=[(9, 0, 4)]).result == (9, 0, 4)
