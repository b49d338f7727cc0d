"""German guns: targets and fire values (14.5)."""

from typing import Any

import pytest

from games.kernel.errors import Problem
from games.titles.goeben.orders.battleplan import BattlePlan
from games.titles.goeben.orders.doctrine import DoctrineForm
from games.titles.goeben.orders.orders import AskFirst, Fire, Launch, Targets
from games.titles.goeben.rules.captains.doctrine import doctrine_of, give_doctrines
from games.titles.goeben.state.events import battle as told
from tests.titles.goeben.box import BOX
from tests.titles.goeben.fights import SEA, battle_board, fight, german, misses, salvoes
from tests.titles.goeben.laid_out import Dice, at_sea, play

rule = pytest.mark.rule
FIRST = (6,)


def first_targets(text: str, foes: str, dice: Dice) -> list[str]:
    """Whom Goeben's guns fire at, with the Allies' dice missing."""
    board = battle_board(foes, doctrine="ask-first")
    played = fight(board, dice=[FIRST, *dice], says={"engage": text})
    return [event.target for event in played.told(told.Fired) if event.ship == "goeben"]


DD = [misses(1), misses(2), misses(3)]
"""What a destroyer flotilla fires."""
FORM = BattlePlan(
    batteries={"goeben": ("primary", "secondary"), "breslau": ("secondary",)},
    foes=("gb_ca_1", "gb_dd_1"),
    full=("goeben",),
    tubes={"goeben": 2},
    in_reach={"goeben": ("gb_ca_1", "gb_dd_1")},
    exits={"goeben": ("zante",), "breslau": ("zante", "ionian_s")},
    leader=True,
    mixed=True,
)


def problems(text: str, form: BattlePlan = FORM) -> list[Problem]:
    return list(form.problems(form.read(form.parse(text))))


SILENT = "+primary=0+secondary=0+tertiary=0"


@rule("goeben", "1.3.2")
@rule("goeben", "14.5")
@pytest.mark.parametrize(
    ("goeben", "foe", "dice"),
    [
        ("", "gb_dd_1", 9), ("", "gb_lc_1", 8), ("", "gb_ca_1", 7), ("", "gb_bc_1", 6),
        ("+leadership=2", "gb_bc_1", 4), ("+primary=1", "gb_bc_1", 2), ("+cargo=reserve_crew", "gb_dd_1", 10),
        ("+cargo=calculator", "gb_dd_1", 11), ("+cargo=reserve_crew,calculator", "gb_dd_1", 12),
        ("+cargo=reserve_crew,reserve_crew", "gb_dd_1", 10),
    ],
)  # fmt: skip
@rule("goeben", "T.cargo")
@rule("goeben", "1.3")
def test_the_dice_of_a_german_battery(goeben: str, foe: str, dice: int) -> None:
    """Guns, leadership, crew and calculator, less armour. A value of 4 is four dice; what adds, adds dice."""
    played = fight(
        battle_board(foe, goeben=goeben), dice=[FIRST, (6, 6, 6, *misses(dice - 3))[:dice], (6,) * min(3, dice)]
    )
    first = played.told(told.Fired)[0]
    assert (first.battery, len(first.dice)) == ("primary", dice)


@rule("goeben", "14.5")
def test_a_six_hits_and_each_hit_has_a_die_of_its_own() -> None:
    """Six dice of the secondary guns, three sixes: three dice in the Allied column."""
    board = battle_board("gb_lc_1", goeben="+primary=0")
    played = fight(board, dice=[FIRST, (6, 5, 6, 4, 6, 1), (3, 4, 1)])
    assert played.told(told.Fired)[0].hits == 3
    assert played.told(told.HitsRolled) == [told.HitsRolled("gb_lc_1", (3, 4, 1), ("hull", "engines", "guns"))]


@rule("goeben", "14.5")
def test_dice_are_never_fewer_than_none() -> None:
    board = battle_board("gb_bc_1", goeben="+leadership=1+primary=1+secondary=0+tertiary=0+hull=12", alert=1)
    played = fight(board, dice=[FIRST, misses(4), misses(4), misses(1)])
    assert ("goeben", "primary") not in salvoes(played)
    assert board.ship("goeben").ammunition == 6, "a shot that cannot hit costs nothing"


@rule("goeben", "14.5")
def test_a_captain_names_his_targets() -> None:
    dice = [misses(8), misses(6), misses(2), misses(1), misses(5), misses(2), misses(1), misses(3)]
    targets = first_targets("fire goeben at=gb_lc_1", "gb_lc_1 gb_dd_1", dice=dice)
    assert targets == ["gb_lc_1", "gb_lc_1", "gb_lc_1"]


@rule("goeben", "14.5")
def test_another_target_may_be_named_for_each_battery() -> None:
    """Errata: one target for each ship in each round."""
    dice = [misses(8), misses(7), misses(2), misses(1), misses(5), misses(2), misses(1), misses(3)]
    text = "fire goeben at=gb_lc_1\nfire goeben at=gb_dd_1 battery=secondary"
    assert first_targets(text, "gb_lc_1 gb_dd_1", dice=dice) == ["gb_lc_1", "gb_dd_1", "gb_lc_1"]


@rule("goeben", "14.5")
def test_hits_beyond_sinking_are_lost_and_the_next_round_has_a_new_target() -> None:
    dice = [(6, 6, 6, *misses(5)), (6, 6, 6), misses(7), misses(1), misses(6), misses(2), misses(3)]
    board = battle_board("gb_lc_1 gb_dd_1", doctrine="ask-first")
    played = fight(board, dice=[FIRST, *dice], says={"engage": "fire goeben at=gb_lc_1,gb_dd_1"})
    targets = [event.target for event in played.told(told.Fired) if event.ship == "goeben"]
    assert targets == ["gb_lc_1", "gb_dd_1", "gb_dd_1"]
    assert [event.ship for event in played.told(told.ShipGone)] == ["gb_lc_1"], "two magazines are lost on her"
    assert board.state.vp == 6


@rule("goeben", "14.5")
def test_when_nobody_named_is_left_the_doctrine_aims() -> None:
    dice = [(6, *misses(7)), (6,), misses(7), misses(1), misses(6), misses(2), misses(3)]
    assert first_targets("fire goeben at=gb_lc_1", "gb_lc_1 gb_dd_1", dice) == ["gb_lc_1", "gb_dd_1", "gb_dd_1"]


@rule("goeben", "14.5")
def test_ships_fire_one_after_the_other_and_see_what_the_first_has_sunk() -> None:
    board = battle_board("gb_lc_1 gb_dd_1", goeben="+primary=0", breslau=SEA, doctrine="targets cl,dd")
    dice = [FIRST, (6, *misses(5)), (6,), misses(7), misses(1), misses(6), misses(2), misses(3)]
    played = fight(board, dice=dice)
    assert [(event.ship, event.target) for event in played.told(told.Fired)][:2] == [
        ("goeben", "gb_lc_1"), ("breslau", "gb_dd_1"),
    ]  # fmt: skip


@rule("goeben", "14.5")
@pytest.mark.parametrize(
    "text",
    [
        "pass", "fire goeben at=gb_dd_1,gb_ca_1", "fire goeben at=gb_ca_1\nfire goeben at=gb_dd_1 battery=secondary",
        "full-fire goeben\nhold breslau", "launch goeben at=gb_ca_1,gb_dd_1", "nation-first austrian",
        "launch goeben at=gb_ca_1 count=2", "withdraw goeben to=zante\nwithdraw breslau to=ionian_s", "each-round",
    ],
)  # fmt: skip
def test_what_may_be_ordered(text: str) -> None:
    assert problems(text) == []


@rule("goeben", "14.5")
@rule("goeben", "14.4")
@rule("goeben", "14.9")
@rule("goeben", "14.10")
@pytest.mark.parametrize(
    "text",
    [
        "fire goeben at=gb_bc_1", "fire goeben at=gb_ca_1\nfire goeben at=gb_dd_1", "full-fire breslau",
        "hold goeben\nfire goeben at=gb_ca_1", "launch breslau at=gb_ca_1", "withdraw goeben to=zante",
        "launch goeben at=gb_ca_1 count=1\nlaunch goeben at=gb_dd_1 count=1", "withdraw goeben,breslau to=ionian_s",
        "fire breslau at=gb_ca_1 battery=primary", "nation-first german\nnation-first austrian",
    ],
)  # fmt: skip
def test_what_may_not_be_ordered(text: str) -> None:
    assert problems(text) != []


@rule("goeben", "14.5")
def test_a_doctrine_is_given_each_morning_and_stands() -> None:
    board = at_sea()
    played = play(board, give_doctrines(board), says={"doctrine": "targets dd,cl\ntorpedoes bc most=1\nlanding"})
    question = played.question("doctrine")
    assert question.is_standing
    assert doctrine_of(board, "commander").targets[:2] == ("dd", "cl")
    play(board, give_doctrines(board))
    assert doctrine_of(board, "commander").targets[:2] == ("dd", "cl"), "who says nothing leaves it as it is"


@rule("goeben", "14.5")
def test_only_seats_with_ships_have_a_doctrine() -> None:
    board = at_sea("austrian")
    assert [question.seat for question in play(board, give_doctrines(board)).asked] == ["commander"]
    board = at_sea("austrian", ah_bb_1="pola")
    assert [question.seat for question in play(board, give_doctrines(board)).asked] == ["commander", "austrian"]


@rule("goeben", "14.5")
def test_an_order_of_a_doctrine_is_given_once() -> None:
    form = DoctrineForm()
    assert list(form.problems((Targets(("bc",)), Targets(("ca",)))))
    assert not list(form.problems(form.example()))
    assert form.default() == (AskFirst(),)


@rule("goeben", "14.5")
def test_a_doctrine_spares_the_question() -> None:
    board = battle_board("gb_dd_1", goeben="+ammunition=0")
    assert fight(board, dice=[FIRST, *DD]).kinds == []
    board = battle_board("gb_dd_1", goeben="+ammunition=0", doctrine="ask-first\ntorpedoes bc")
    assert fight(board, dice=[FIRST, *DD]).kinds == ["engage"]


@rule("goeben", "14.5")
def test_without_an_answer_the_doctrine_fights() -> None:
    board = battle_board("gb_dd_1 gb_ca_3", doctrine="ask-first\ntargets dd\ntorpedoes dd most=1")
    dice = [
        FIRST,
        misses(9),
        misses(3),
        misses(7),
        misses(3),
        misses(1),
        misses(6),
        misses(3),
        misses(2),
        misses(5),
        misses(1),
        misses(3),
    ]
    form = fight(board, dice=dice).question("engage").form
    assert form.default() == (Fire("goeben", ("gb_dd_1", "gb_ca_3")), Launch("goeben", ("gb_dd_1",), "1"))


@rule("goeben", "14.5")
def test_one_may_be_asked_before_every_battery() -> None:
    board = battle_board("gb_lc_1 gb_dd_1", doctrine="ask-first")
    says = {
        "engage": "fire goeben at=gb_lc_1\neach-round",
        "round": [
            "fire goeben at=gb_lc_1",
            "fire goeben at=gb_dd_1",
            "hold goeben",
            "launch goeben at=gb_dd_1 count=1",
        ],
    }
    dice = [FIRST, misses(8), misses(7), misses(2), misses(1), misses(2), misses(5), misses(1), misses(3)]
    played = fight(board, dice=dice, says=says)
    assert played.kinds == ["engage", "round", "round", "round", "round"]
    fired = [(event.battery, event.target) for event in played.told(told.Fired) if event.ship == "goeben"]
    assert fired == [("primary", "gb_lc_1"), ("secondary", "gb_dd_1"), ("torpedo", "gb_dd_1")]


@rule("goeben", "14.5")
def test_what_was_ordered_before_stands_without_an_answer() -> None:
    board = battle_board("gb_lc_1 gb_dd_1", doctrine="each-round\ntargets cl")
    dice = [FIRST, (6, *misses(7)), (6,), misses(7), misses(1), misses(6), misses(2), misses(3)]
    played = fight(board, dice=dice)
    assert played.kinds == ["round", "round", "round", "round"]
    fired = [(event.battery, event.target) for event in played.told(told.Fired) if event.ship == "goeben"]
    assert fired == [("primary", "gb_lc_1"), ("secondary", "gb_dd_1"), ("tertiary", "gb_dd_1")]


@rule("goeben", "14.5")
def test_an_example_is_shown_to_one_whose_doctrine_orders_nothing() -> None:
    form = BattlePlan(batteries={"goeben": ("primary",)}, foes=("gb_dd_1",))
    assert form.example() != ()
    assert list(form.problems(form.example())) == []


@rule("goeben", "25.2")
@rule("goeben", "14.5")
def test_captains_order_their_own_ships_at_the_same_time() -> None:
    quiet = "+ammunition=0"
    board = battle_board("gb_dd_1", goeben=quiet, breslau=SEA + quiet, scenario="captains", doctrine="ask-first")
    played = fight(board, dice=[FIRST, *DD])
    assert [(question.kind, question.seat) for question in played.asked] == [
        ("engage", "goeben"),
        ("engage", "breslau"),
    ]
    forms: list[Any] = [question.form for question in played.asked]
    assert [list(form.tubes) for form in forms] == [["goeben"], ["breslau"]]
    assert [form.leader for form in forms] == [True, False]


@rule("goeben", "14.5")
@rule("goeben", "14.6")
def test_guns_and_torpedoes_have_targets_of_their_own() -> None:
    board = battle_board("gb_dd_1 gb_dd_2", goeben=SILENT + "+torpedoes=0", breslau=SEA, doctrine="ask-first")
    dice = [FIRST, misses(7), *[misses(1)] * 2, *[misses(2)] * 2, misses(5), *[misses(3)] * 2]
    says = {"engage": "fire breslau at=gb_dd_1\nlaunch breslau at=gb_dd_2 count=1"}
    assert german(fight(board, dice=dice, says=says)) == [("secondary", "gb_dd_1", 7), ("torpedo", "gb_dd_2", 5)]


@rule("goeben", "14.5")
def test_hits_beyond_a_sinking_are_lost_and_the_next_round_aims_anew() -> None:
    board = battle_board("gb_dd_1 gb_dd_2", goeben="+tertiary=0+torpedoes=0")
    dice = [FIRST, (6, 6, 6, *misses(6)), (3, 3, 3), misses(7), misses(1), misses(2), misses(3)]
    assert german(fight(board, dice=dice)) == [("primary", "gb_dd_1", 9), ("secondary", "gb_dd_2", 7)]
    assert board.state.vp == 3


@rule("goeben", "14.5.1")
@rule("goeben", "14.5")
def test_ships_may_fire_at_one_target_together() -> None:
    board = battle_board("gb_ca_1", goeben="+primary=0+tertiary=0", breslau=SEA)
    dice = [FIRST, misses(2), misses(5), misses(5), misses(3), misses(3), misses(1)]
    played = fight(board, dice=dice)
    assert [event.target for event in played.told(told.Fired) if event.ship in ("goeben", "breslau")] == ["gb_ca_1"] * 2


@rule("goeben", "14.5.2")
@pytest.mark.parametrize(
    ("foe", "goeben", "dice"),
    [
        ("gb_bc_1", "", [6, 4, 3]), ("gb_dd_1", "", [9, 7, 6]),
        ("gb_lc_2", "+cargo=reserve_crew,calculator", [11, 9, 8]),
        ("gb_lc_2", "+cargo=reserve_crew,reserve_crew", [9, 7, 6]),
        ("gb_lc_2", "+cargo=calculator,calculator", [10, 8, 7]),
    ],
)  # fmt: skip
def test_the_dice_of_the_batteries(foe: str, goeben: str, dice: list[int]) -> None:
    """Two of a kind add no more than one; Breslau's crew helps nobody else."""
    board = battle_board(
        foe, goeben=goeben + "+torpedoes=0", breslau=f"{SEA}+ammunition=0+torpedoes=0+cargo=reserve_crew"
    )
    readout = BOX.allied[foe]
    allies = [getattr(readout, battery) for battery in ("primary", "secondary", "tertiary")]
    rolls = [misses(count) for pair in zip(dice, allies, strict=True) for count in pair if count]
    played = fight(board, dice=[FIRST, *rolls, misses(readout.torpedoes)])
    assert [count for _, _, count in german(played)] == dice
