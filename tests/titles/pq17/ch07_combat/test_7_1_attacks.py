"""7.1, 7.1.2: who attacks whom in the segments of combat, and coordinated air attacks."""

from typing import Any

import pytest

from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.attacks import Attack, Strike, StrikesForm, Target
from games.titles.pq17.orders.doctrine import After, Instructions
from games.titles.pq17.orders.missions import Fly
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.orders.special import Specials
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.rules.search.identification import contact_name
from games.titles.pq17.rules.search.legal_attacks import is_hopeless
from games.titles.pq17.rules.search.strikes import _spares, strikes, strikes_form
from games.titles.pq17.rules.special.carrier_raids import carrier_raids
from games.titles.pq17.rules.submarine.attacks import submarine_combat
from games.titles.pq17.rules.surface.attacks import surface_combat
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.events.air import Laid as RowLaid
from games.titles.pq17.state.events.air import Located
from games.titles.pq17.state.events.surface import BattleJoined
from games.titles.pq17.state.state import AirUnit, Force, Phase, Report, Sky, Strength
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.ch06_search.shadowers import attacks, two_boats
from tests.titles.pq17.ch07_combat.air_attacks import groups
from tests.titles.pq17.ch07_combat.submarine_combat import packs_hunted
from tests.titles.pq17.engaging import attacked, misses
from tests.titles.pq17.playing import a_card, cards_with, heard, play
from tests.titles.pq17.strikes import OPEN, air, bombers, facing

rule = pytest.mark.rule
NOBODY = {"strikes": "pass"}


def changed(*forces: Force, level: int | None = None) -> Board:
    """A convoy after an air attack, with these blocks of the Axis in its hex, at this ID."""
    board = facing(force("pq", "allied", "convoy", OPEN, "mv 8"), *forces)
    for one in forces:
        if level is not None:
            board.identify(one, level)
    board.phase.stirred = [OPEN]
    return board


def ship() -> Force:
    return force("tf", "axis", "task_force", OPEN, "lutzow")


def boats() -> Force:
    return force("pack", "axis", "wolfpack", OPEN, "ss_german 2")


def questions(board: Board) -> list[Any]:
    """What is asked in both segments, nobody attacking."""
    return [*play(submarine_combat(board), says=dict(NOBODY)).asked, *play(surface_combat(board)).asked]


def hunted(level: int = 1, **orders: str) -> Board:
    """A convoy in reach of a pack that is in its hex and of bombers that were ordered so."""
    convoy, pack = force("pq", "allied", "convoy", OPEN, "mv 8"), force("pack", "axis", "wolfpack", OPEN, "ss_german 2")
    board = facing(convoy, pack, level=level, air=[air("ju_88", "kg30", "banak", at=OPEN, mission="attack")])
    board.phase.orders = (Fly("kg30", "attack", OPEN, **orders),)
    board.phase.found = ["pq"]
    return board


@rule("pq17", "7.1")
def test_7_1_after_an_air_attack_boats_and_ships_are_ordered_anew_in_one_question() -> None:
    (question,) = questions(changed(ship(), boats()))
    assert [one.forces for one in question.form.targets] == [("tf", "pack")]


@rule("pq17", "7.1")
@pytest.mark.parametrize("block", [ship(), boats(), force("lure", "axis", "dummy", OPEN)], ids=lambda one: one.kind)
def test_7_1_whatever_an_unidentified_block_is_its_owner_is_asked_as_often(block: Force) -> None:
    assert len(questions(changed(block))) == 1


@rule("pq17", "7.1", "5.2")
def test_7_1_nobody_is_asked_again_where_all_can_see_that_no_block_there_attacks() -> None:
    pack = boats()
    board = changed(pack, level=1)
    pack.moved = 1
    assert play(submarine_combat(board)).asked == [], "an identified pack that moved attacks nobody"
    pack.moved, board.phase.stirred = 0, [OPEN]
    assert play(submarine_combat(board), says=dict(NOBODY)).asked


@rule("pq17", "7.1")
def test_7_1_who_is_asked_again_orders_his_attack_anew_and_the_others_keep_theirs() -> None:
    board = changed(ship())
    at, elsewhere = contact_name(board.force("pq")), Attack("far", "contact_99")
    board.phase.attacks = (Attack("tf", at), elsewhere)
    play(submarine_combat(board), says=dict(NOBODY))
    assert board.phase.attacks == (elsewhere,)


@rule("pq17", "7.1", "7.1.1", position="PP75")
def test_7_1_only_what_is_identified_can_be_attacked() -> None:
    prey = force("tf", "allied", "task_force", OPEN, "norfolk")
    board = facing(prey, force("pack", "axis", "wolfpack", OPEN, "ss_german 2"), level=None)
    assert strikes_form(board, "axis").targets == ()
    assert play(strikes(board)).asked == []
    board.identify(prey, 0)
    assert strikes_form(board, "axis").targets[0].forces == ("pack",)


@rule("pq17", "7.1")
def test_7_1_the_question_comes_wherever_all_can_see_that_it_may() -> None:
    prey = force("tf", "allied", "task_force", OPEN, "norfolk")
    board = facing(prey, force("lure", "axis", "dummy", OPEN))
    (question,) = play(strikes(board)).asked
    assert question.form.templates_by_verb.keys() == {"instruct"}
    assert not question.form.is_forced(), "a dummy in the hex is asked like a force"


@rule("pq17", "7.1", "6.3")
def test_7_1_no_question_comes_where_all_can_see_that_nothing_can_follow_or_attack() -> None:
    pack = force("pack", "axis", "wolfpack", OPEN, "ss_german 2")
    board = facing(pack, side="allied", found=["pack"])
    assert play(strikes(board)).asked == [], "nothing follows boats, and nothing is near"
    convoy = force("pq", "allied", "convoy", OPEN, "mv 8")
    board = facing(pack, convoy, side="allied", found=["pack"])
    assert play(strikes(board)).asked, "an unidentified block may be anything"
    board.identify(convoy, 1)
    assert play(strikes(board)).asked == [], "a convoy attacks nobody"


@rule("pq17", "7.1", "9.2.4")
def test_7_1_no_question_comes_for_boats_in_weather_in_which_they_do_not_fight() -> None:
    for weather, asked in (("fair", True), ("gale", False)):
        prey = force("tf", "allied", "task_force", OPEN, "norfolk")
        board = facing(prey, force("pack", "axis", "wolfpack", OPEN, "ss_german 2"), sky=Sky(weather))
        board.identify(board.force("pack"), 1)
        assert bool(play(strikes(board)).asked) is asked


@rule("pq17", "7.1", "6.3")
@pytest.mark.parametrize(("does", "attacks"), [("always", ["Strike", "Attack"]), ("follow", []), ("never", [])])
def test_7_1_what_is_done_after_the_search_may_be_ordered_ahead(does: After, attacks: list[str]) -> None:
    board = hunted()
    board.state.instructions["axis"] = Instructions(strikes=does)
    assert play(strikes(board)).asked == []
    assert [type(one).__name__ for one in board.phase.attacks] == attacks


@rule("pq17", "7.1")
def test_7_1_who_is_asked_after_the_search_may_order_it_for_good() -> None:
    board = hunted()
    play(strikes(board), says={"strikes": "instruct strikes does=never"})
    assert board.state.instructed("axis").strikes == "never"
    assert board.phase.attacks == ()


@rule("pq17", "7.1", "5.3")
@pytest.mark.parametrize(
    ("orders", "level", "flies"),
    [
        ({}, 0, True), ({"on": "convoy"}, 0, True), ({"on": "task_force"}, 3, False),
        ({"id": "2"}, 1, False), ({"id": "2"}, 2, True), ({"on": "convoy", "id": "3"}, 2, False),
    ],
)  # fmt: skip
def test_7_1_aircraft_attack_what_they_were_sent_for(orders: dict[str, str], level: int, flies: bool) -> None:
    board = hunted(level, **orders)
    board.state.instructions["axis"] = Instructions(strikes="always")
    play(strikes(board))
    assert any(isinstance(one, Strike) for one in board.phase.attacks) is flies
    assert (board.state.air[0].mission == "attack") is flies, "who attacks nobody goes home"


@rule("pq17", "7.1")
@pytest.mark.parametrize(
    ("instructions", "attacks"),
    [({"quarry": "convoy"}, 2), ({"quarry": "task_force"}, 0), ({"from_id": "1"}, 2), ({"from_id": "2"}, 0)],
)
def test_7_1_a_side_attacks_by_itself_what_its_instructions_name(instructions: dict[str, str], attacks: int) -> None:
    board = hunted()
    board.state.instructions["axis"] = Instructions(strikes="always", **instructions)
    play(strikes(board))
    assert len(board.phase.attacks) == attacks


@rule("pq17", "7.1")
def test_7_1_escorts_stay_with_bombers_that_attack_nobody() -> None:
    board = hunted(on="task_force")
    board.state.air.append(air("bf_110", "zg", "banak", at=OPEN, mission="escort"))
    board.state.instructions["axis"] = Instructions(strikes="always")
    play(strikes(board))
    assert [type(one).__name__ for one in board.phase.attacks] == ["Attack"]


@rule("pq17", "7.1")
def test_7_1_the_default_attacks_nothing_hopeless() -> None:
    prey = force("tf", "axis", "task_force", OPEN, "tirpitz")
    board = facing(prey, force("dds", "allied", "task_force", OPEN, "dd_a_i 2"), side="allied")
    form = strikes_form(board, "allied")
    assert form.targets[0].forces == ("dds",)
    assert form.default() == (), "nothing is known of it"
    told = (Strength("light", 1, 2),)
    board.state.reports = [Report(to="allied", turn=9, source="search", at=OPEN, block=prey.block, strengths=told)]
    assert strikes_form(board, "allied").default() == (Attack("dds", contact_name(prey)),)


@rule("pq17", "7.1", "7.4.2a", "7.5")
def test_7_1_a_task_force_attacks_with_a_ship_that_can_and_nothing_else_does() -> None:
    norfolk = force("tf", "allied", "task_force", OPEN, "norfolk")
    raider = force("r", "axis", "task_force", OPEN, "lutzow")
    assert attacks(norfolk, raider)
    crippled = force("tf", "allied", "task_force", OPEN)
    crippled.counters = [Counter("norfolk", 3, crippled=True)]
    assert not attacks(crippled, raider)
    sunk = force("tf", "allied", "task_force", OPEN)
    sunk.counters = [Counter("norfolk", 0)]
    assert not attacks(sunk, raider)
    assert not attacks(force("lure", "allied", "dummy", OPEN), raider)
    assert not attacks(force("c", "allied", "convoy", OPEN, "mv 8", "norfolk"), raider)
    for weather, fights in (("storm", True), ("gale", False)):
        assert attacks(norfolk, two_boats(), sky=Sky(weather)) is fights


@rule("pq17", "7.1")
@pytest.mark.parametrize(
    ("ships", "prey", "told", "hopeless"),
    [
        (("lutzow",), ("task_force", "london"), None, True),
        (("lutzow",), ("convoy", "mv 4"), None, False),
        (("lutzow",), ("task_force", "london"), {"warships": 1, "heavy": 0}, False),
        (("dd_36a 1",), ("task_force", "london"), {"warships": 9, "heavy": 3}, True),
        (("lutzow",), ("wolfpack", "ss_british 2"), None, True),
        (("dd_36a 1",), ("wolfpack", "ss_british 2"), None, False),
        (("tb_35_37 1",), ("wolfpack", "ss_british 2"), None, False),
        (("es_german 1",), ("wolfpack", "ss_british 2"), None, False),
    ],
)
def test_7_1_what_a_sensible_captain_leaves_alone(ships: Any, prey: Any, told: Any, hopeless: bool) -> None:
    kind, *holding = prey
    board = arctic(force("r", "axis", "task_force", OPEN, *ships), force("x", "allied", kind, OPEN, *holding))
    if told is not None:
        block = board.force("x").block
        board.state.reports = [Report(to="axis", turn=9, source="search", at=OPEN, block=block, **told)]
    assert is_hopeless(board, board.force("r"), board.force("x")) is hopeless
    pack = force("pack", "axis", "wolfpack", OPEN, "ss_german 1")
    assert not is_hopeless(board, pack, board.force("x")), "boats dare everything"


@rule("pq17", "7.1")
@pytest.mark.parametrize(
    ("orders", "quarry", "level", "spares"),
    [
        ((), "any", 1, ()),
        ((Fly("a", "attack", OPEN, "task_force", "0"),), "any", 1, ("a",)),
        ((Fly("a", "attack", OPEN, "convoy", "2"),), "any", 1, ("a",)),
        ((Fly("a", "attack", OPEN, "convoy", "1"),), "any", 1, ()),
        ((Fly("a", "attack", OPEN, "convoy", "1"),), "any", None, ("a",)),
        ((Fly("a", "attack", OPEN, "convoy", "0"),), "any", None, ()),
        (
            (Fly("a", "attack", OPEN, "task_force", "0"), Fly("b", "attack", OPEN, "task_force", "0")),
            "any",
            1,
            ("a", "b", "f"),
        ),
        ((), "task_force", 1, ("a", "b", "f")),
        ((), "convoy", 1, ()),
    ],
)
def test_7_1_which_aircraft_spare_a_block(orders: Any, quarry: Any, level: int | None, spares: tuple[str, ...]) -> None:
    units = [AirUnit("ju_88", 2, id="a", base="banak", mission="attack", at=OPEN),
             AirUnit("ju_88", 2, id="b", base="banak", mission="attack", at=OPEN),
             AirUnit("bf_110", 2, id="f", base="banak", mission="escort", at=OPEN)]  # fmt: skip
    board = arctic(force("pq", "allied", "convoy", OPEN, "mv 4", level=level), air=units,
                   instructions={"axis": Instructions(quarry=quarry)})  # fmt: skip
    board.state.phase = Phase("axis", orders=orders)
    assert _spares(board, "axis", units, board.force("pq")) == spares


@rule("pq17", "7.1.2", "7.1.2a")
def test_7_1_2_groups_locate_by_themselves_by_option() -> None:
    prey = force("pq", "allied", "convoy", OPEN, "mv 5")
    units = [air("ju_88", f"ju_{number}", "banak", 1) for number in range(3)]
    board = bombers(prey, *units, options=Options(air_groups=True))
    board.phase.attacks = tuple(Strike((unit.id,), contact_name(prey)) for unit in units)
    cards = [a_card("air", "U", submarine=False), a_card("air", "-"), a_card("air", "0")]
    play(air_combat(board), cards=cards, dice=[(0,), (0,), (0,), (0,)])
    assert sum(isinstance(event, RowLaid) for event in heard(board, "axis")) == 2


@rule("pq17", "7.1.2", "7.1.2a", "7.1.1o", position="PP229")
def test_7_1_2_each_group_draws_both_of_its_cards_and_u_goes_first() -> None:
    prey = force("c", "allied", "convoy", OPEN, "mv 9")
    board = groups(prey, 3, level=2, options=Options(air_groups=True, second_card=True))
    none = cards_with("air", "-", 3)
    cards = [none[0], a_card("air", "U", submarine=False), a_card("air", "2"), none[1], none[2]]
    play(air_combat(board), cards=cards, dice=[(0,), (0,), (0,), (0,)])
    assert sum(isinstance(one, RowLaid) for one in heard(board, "axis")) == 2, "two attacks, of one unit each"


@rule("pq17", "7.1.2", "7.2.1o", position="PP281")
def test_7_1_2_each_group_may_surprise() -> None:
    prey = force("t", "allied", "task_force", OPEN, "kent")
    options = Options(air_groups=True, air_surprise=True)
    board = bombers(prey, air("ju_88", "a", "banak", 1), air("ju_88", "b", "banak", 1), level=2, options=options)
    board.phase.attacks = tuple(Strike((name,), contact_name(prey)) for name in "ab")
    board.state.instructions = {side: Instructions(scramble="none", torpedoes="no") for side in ("allied", "axis")}
    play(air_combat(board), cards=cards_with("air", "U", 2), dice=[(8,), (0,), (0,), (7,), (0,), (0,)])
    rose = [one.surprised for one in heard(board, "allied") if type(one).__name__ == "Scrambled"]
    assert rose == [True, False]


@rule("pq17", "7.1a")
def test_7_1a_a_target_is_attacked_once_from_the_air() -> None:
    board = facing(force("pq", "allied", "convoy", OPEN, "mv 5"))
    board.state.air = [air("ju_88", name, "banak", mission="attack", at=OPEN) for name in ("one", "two")]
    form = strikes_form(board, "axis")
    block = form.targets[0].block
    assert list(form.problems((Strike(("one",), block), Strike(("two",), block))))
    assert not list(form.problems((Strike(("one", "two"), block),)))


@rule("pq17", "7.1a", "6.3.3")
def test_7_1a_what_a_draft_says_of_ships_that_follow_is_pointed_at() -> None:
    form = StrikesForm(targets=(Target("x", shadowers=("tf",)), Target("y", units=("a",), packs=("p",))))
    for draft in (
        [{"order": "shadow", "by": "tf", "at": "nowhere"}],
        [{"order": "attack", "at": "x"}],
        [],
        None,
        "words",
    ):
        form.preview(draft)
        form.edits(draft, "p", ())


@rule("pq17", "7.1a", "7.1.3", position="PP313")
def test_7_1a_a_port_is_raided_once_in_a_segment() -> None:
    """By two orders for two carriers' units: the form refuses the second, and it would not be flown."""
    specials = Specials(raided=("narvik", "banak"), raiders=("a", "b"))
    twice, apart = (Raid("narvik", ("a",)), Raid("narvik", ("b",))), (Raid("narvik", ("a",)), Raid("banak", ("b",)))
    assert [one.rule for one in specials.conflicts(twice)] == ["7.1a"]
    assert not list(specials.conflicts(apart))
    board = arctic(
        force("v", "allied", "task_force", "0713", "victorious"),
        force("t", "axis", "task_force", "0813", "admiral_scheer", port="narvik"),
        air=[AirUnit("albacore", 1, id=name, base="victorious") for name in "ab"],
        instructions={"axis": Instructions(scramble="none")},
    )  # fmt: skip
    board.state.phase = Phase("allied", orders=twice)
    play(carrier_raids(board), dice=[(0,), (0,), (0,)])


@rule("pq17", "7.1a", "7.1b", position="PP232")
def test_7_1a_once_from_the_air_then_by_each_pack_then_by_a_task_force() -> None:
    prey = force("c", "allied", "convoy", OPEN, "mv 8")
    packs = [force(name, "axis", "wolfpack", OPEN, "ss_german 1") for name in ("p", "q")]
    hipper = force("h", "axis", "task_force", OPEN, "admiral_hipper")
    board = bombers(prey, air("ju_88", "a", "banak", 1), air("ju_88", "b", "banak", 1))
    for one in (*packs, hipper):
        board.place(one)
    board.state.instructions["axis"] = Instructions(asks="never", torpedoes="no", stands="stay")
    board.state.instructions["allied"] = Instructions(asks="never", stands="stay")
    both = Strike(("a",), contact_name(prey)), Strike(("b",), contact_name(prey))
    board.phase.attacks = (*both, *(Attack(one.id, contact_name(prey)) for one in (*packs, hipper)))
    air_cards, cards = cards_with("air", "0", 2), cards_with("force", "0", 3)
    play(air_combat(board), cards=air_cards, dice=[(0,), (0,), (0,), (0,)])
    assert sum(isinstance(one, RowLaid) for one in heard(board, "axis")) == 1, "what both found is one attack"
    play(submarine_combat(board), cards=cards[:2], dice=[(8,), (0,), (8,), (0,)])
    play(surface_combat(board), cards=cards[2:], dice=[(0,) * 4, (0,), (0,) * 4, (0,)])
    assert sorted(board.phase.fought) == ["c", "h"]


@rule("pq17", "7.1b")
def test_7_1b_what_boats_have_changed_ships_are_asked_about_and_packs_no_more() -> None:
    prey = force("ss", "allied", "wolfpack", OPEN, "ss_british 2")
    board = changed(prey, ship())
    board.identify(prey, 1)
    (question,) = play(surface_combat(board), says=dict(NOBODY)).asked
    assert [one.block for one in question.form.targets] == [contact_name(board.force("pq"))]


@rule("pq17", "7.1b")
def test_7_1b_boats_that_all_know_are_not_asked_about_in_the_surface_segment() -> None:
    assert play(surface_combat(changed(boats(), level=1))).asked == []


@rule("pq17", "7.1b")
def test_7_1b_no_pack_is_hunted_in_the_surface_segment() -> None:
    prey = force("ss", "allied", "wolfpack", OPEN, "ss_british 2")
    board = facing(prey, ship())
    board.phase.stirred = [OPEN]
    assert play(surface_combat(board)).asked == []


@rule("pq17", "7.1b")
def test_7_1b_every_pack_attacks_for_itself() -> None:
    board = packs_hunted("mv 8", boats=1)
    board.place(force("two", "axis", "wolfpack", OPEN, "ss_german 1"))
    board.phase.attacks = (*board.phase.attacks, Attack("two", contact_name(board.force("pq"))))
    cards = [a_card("force", "-"), a_card("force", "0")]
    play(submarine_combat(board), cards=cards, dice=[(8,), (0,)])
    assert (board.force("pack").level, board.force("two").level) == (None, 1)


@rule("pq17", "7.1b", "7.1.1b")
def test_7_1b_every_pack_draws_for_itself_and_one_in_vain_is_spent() -> None:
    prey = force("c", "allied", "convoy", OPEN, "mv 9")
    packs = [force(name, "axis", "wolfpack", OPEN, "ss_german 1") for name in "ab"]
    board = facing(prey, *packs, level=0)
    board.phase.attacks = tuple(Attack(one.id, contact_name(prey)) for one in packs)
    vain = cards_with("force", "-", 2)
    play(submarine_combat(board), cards=vain)
    assert [one.found for one in heard(board, "allied") if isinstance(one, Located)] == [False, False]


@rule("pq17", "7.1c")
def test_7_1c_each_force_draws_its_own_card_and_the_rest_may_join() -> None:
    board = attacked(
        force("tf", "allied", "task_force", OPEN, "norfolk"),
        force("one", "axis", "task_force", OPEN, "admiral_hipper"),
        force("two", "axis", "task_force", OPEN, "lutzow"),
    )
    board.state.instructions["axis"] = Instructions(asks="never", stands="stay", torpedo_round="never", joins="always")
    cards = [a_card("force", "0"), a_card("force", "-"), a_card("force", "U", submarine=False)]
    dice = [*misses(3, 4), (9,), *misses(3, 4, 4), (0,)]
    play(surface_combat(board), cards=cards, dice=dice)
    joined = [event for event in heard(board, "axis") if isinstance(event, BattleJoined)]
    assert [(one.round, len(one.units)) for one in joined] == [(1, 2), (2, 1)]
    assert sorted(board.phase.fought) == ["one", "tf", "two"]
