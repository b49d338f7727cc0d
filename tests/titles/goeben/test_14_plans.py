"""14.0 What captains may order for a battle, and the doctrine that spares them the question."""

from typing import Any

import pytest

from games.kernel.errors import Problem
from games.titles.goeben.orders.battleplan import BattlePlan
from games.titles.goeben.orders.doctrine import DoctrineForm
from games.titles.goeben.orders.orders import AskFirst, Fire, Launch, Targets
from games.titles.goeben.rules.captains.doctrine import doctrine_of, give_doctrines
from games.titles.goeben.state.events import battle as told
from tests.titles.goeben.fights import SEA, battle_board, fight, misses
from tests.titles.goeben.laid_out import at_sea, play

rule = pytest.mark.rule
FIRST = (6,)
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


@rule("goeben", "14.2")
def test_every_round_is_announced() -> None:
    board = battle_board("gb_dd_1", goeben="+ammunition=0")
    rounds = [event.batteries for event in fight(board, dice=[FIRST, *DD]).told(told.RoundBegan)]
    assert rounds == [("primary",), ("secondary",), ("tertiary",), ("torpedo",)]


@rule("goeben", "14.9")
def test_maximum_fire_is_settled_by_the_first_shot() -> None:
    board = battle_board("gb_dd_1", goeben="+primary=0+tertiary=0", doctrine="ask-first")
    says = {"engage": "each-round", "round": ["full-fire goeben"]}
    fight(board, dice=[FIRST, misses(14), *DD], says=says)
    assert board.ship("goeben").ammunition == 4


@rule("goeben", "14.9")
def test_maximum_fire_is_that_of_the_whole_battle() -> None:
    """Paid for once: twice 5, 3 and 2 guns with a leadership of 4, whatever is ordered later."""
    board = battle_board("gb_dd_1", doctrine="ask-first")
    says = {"engage": "each-round", "round": ["full-fire goeben", "fire goeben at=gb_dd_1", "fire goeben at=gb_dd_1"]}
    played = fight(board, dice=[FIRST, misses(18), misses(14), DD[0], misses(12), DD[1], DD[2]], says=says)
    fired = [(event.battery, event.full) for event in played.told(told.Fired) if event.ship == "goeben"]
    assert fired == [("primary", True), ("secondary", True), ("tertiary", True)]
    assert board.ship("goeben").ammunition == 4


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


@rule("goeben", "25.2")
def test_a_captain_elsewhere_hears_nothing_of_a_battle() -> None:
    board = battle_board("gb_dd_1", goeben="+ammunition=0", scenario="captains")
    played = fight(board, dice=[FIRST, *DD])
    assert played.heard("goeben", told.Fired)
    assert played.heard("breslau", told.Fired) == []
    assert played.heard("public", told.BattleEnded) == []
