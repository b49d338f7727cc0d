"""14.1: carriers that strike each other."""

from typing import Any

import pytest

from games.kernel.requests import Ask, Asks, Roll
from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.air_battle import AirStrikeForm
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.rules.air import exchange
from games.titles.pq17.rules.air.duel import second_strikes
from games.titles.pq17.rules.air.raid import Raid as FlownRaid
from games.titles.pq17.rules.air.raid import raid
from games.titles.pq17.rules.search.casualties import settle_losses, strength_by_ship
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.air import Struck
from games.titles.pq17.state.fuel import Fuel
from games.titles.pq17.state.state import AirUnit, Phase, Sky
from games.titles.pq17.visibility.redeal import conserved
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.air_attacks import ASKED_ONCE, plane
from tests.titles.pq17.ch07_combat.raids import air_unit, by_luck, carriers
from tests.titles.pq17.playing import heard, phase, play
from tests.titles.pq17.procedures import by_default, perform
from tests.titles.pq17.strikes import OPEN
from tests.titles.pq17.trial import left

rule = pytest.mark.rule


def duelling(**fields: Any) -> tuple[Board, FlownRaid]:
    """Stukas of Graf Zeppelin attack Victorious, whose Albacores may strike back."""
    board = carriers(instructions={**ASKED_ONCE}, **fields)
    air_unit(board, "stukas").mission = "attack"
    board.state.air.append(
        AirUnit("ju_87c", 1, id="idle", base="graf_zeppelin")
    )  # 14.1 She answers no answer with them
    return board, FlownRaid(board.force("b"), (air_unit(board, "stukas"),))


def answers(board: Board, attacker: str = "stukas", *, surprised: bool = False) -> list[tuple[str, str, list[str]]]:
    side, target = ("axis", "b") if attacker == "stukas" else ("allied", "g")
    found = second_strikes(board, side, board.force(target), [air_unit(board, attacker)], surprised=surprised)
    return [(one.id, carrier, [bomber.id for bomber in bombers]) for one, carrier, bombers in found]


def duel(*, surprised: bool = False, level: int | None = 1, light: str = "jul_1") -> list[str]:
    german = force("g", "axis", "task_force", "0613", "graf_zeppelin")
    other = force("x", "axis", "task_force", "0613", "admiral_scheer")
    british = force("b", "allied", "task_force", "0612", "victorious")
    units = [
        AirUnit("ju_87c", 2, id="stukas", base="graf_zeppelin"), AirUnit("albacore", 2, id="817", base="victorious"),
        AirUnit("fulmar", 2, id="809", base="victorious"),
    ]  # fmt: skip
    board = phase(arctic(german, other, british, air=units, options=Options(carrier_duel=True), light=light), "axis")
    for one in (german, other):
        if level is not None:
            board.identify(one, level)
    found = second_strikes(board, "axis", british, [units[0]], surprised=surprised)
    return [f"{bomber.id} at {one.id}" for one, _, flown in found for bomber in flown]


@rule("pq17", "14.1", "14.1b")
@pytest.mark.parametrize(
    ("says", "kinds"),
    [
        ("pass", ["air_defence", "air_defence", "air_strike", "air_strike"]),
        ("strike_back 817", ["air_defence", "air_defence", "air_strike", "air_strike"]),
        ("strike_back", ["air_defence", "air_strike"]),
    ],
)
def test_14_1_who_is_attacked_says_whether_and_with_what_he_strikes_back(says: str, kinds: list[str]) -> None:
    board, attack = duelling()
    procedure = raid(board, "axis", attack, key="r")
    found, answer = list[Ask[Any]](), None
    try:
        while True:
            request: Any = procedure.send(answer)
            if isinstance(request, Asks):
                (one,) = request.asks
                first = not found
                found.append(one)
                answer = (one.form.accept(one.form.parse(says if first else "pass")),)
            elif isinstance(request, Roll):
                answer = tuple(10 for _ in request.sides)
            else:
                answer = tuple(range(request.count))
    except StopIteration:
        pass
    assert [one.kind for one in found] == kinds
    assert found[0].form.bombers == ("817",)
    if len(kinds) > 2:
        assert [one.seat for one in found] == ["allied", "axis", "allied", "axis"]
        assert found[1].form.bombers == ()
        assert [one.name for one in found[2].form.row] == ["dd_36a", "graf_zeppelin"], "the force that attacked"


@rule("pq17", "14.1", "7.2.3c")
def test_14_1_losses_of_the_first_fight_are_booked_before_anybody_is_asked_about_the_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board, attack = duelling()
    board.state.instructions["axis"] = Instructions()
    before, seen = conserved(BOX, board.state), []
    question = exchange._strike_question

    def spy(*args: Any) -> Any:
        seen.append(conserved(BOX, board.state))
        return question(*args)

    monkeypatch.setattr(exchange, "_strike_question", spy)
    by_luck(raid(board, "axis", attack, key="r"), 9)
    assert seen == [before]
    assert board.state.losses


@rule("pq17", "14.1", "14.1b")
def test_14_1_an_attacked_carrier_sends_her_bombers_at_the_one_that_attacks() -> None:
    assert answers(carriers()) == [("g", "graf_zeppelin", ["817"])]
    assert answers(carriers(side="allied"), "817") == [("b", "victorious", ["stukas"])]


@rule("pq17", "14.1", "14.1a")
def test_14_1_when_no_second_strike_is_flown() -> None:
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
def test_14_1_without_graf_zeppelin_there_is_no_duel() -> None:
    board = carriers()
    board.force("g").counters = ships("tirpitz")
    assert second_strikes(board, "allied", board.force("g"), [air_unit(board, "817")], surprised=False) == []


@rule("pq17", "14.1", "14.1a")
@pytest.mark.parametrize("face", [1, 9], ids=["all_miss", "the_stukas_are_shot_down"])
def test_14_1_the_order_of_a_duel_and_that_the_fighters_decide_nothing_of_who_strikes_back(face: int) -> None:
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


@rule("pq17", "14.1", "14.1a", "14.1b")
@pytest.mark.parametrize(
    ("fields", "level", "attacker", "surprised", "strikes"),
    [
        ({}, 2, "graf_zeppelin", False, ["alb"]),
        ({}, None, "graf_zeppelin", False, None),
        ({}, 2, "graf_zeppelin", True, None),
        ({"light": "dec_2"}, 2, "graf_zeppelin", False, None),
        ({"options": Options()}, 2, "graf_zeppelin", False, None),
        ({"sky": Sky("storm")}, 2, "graf_zeppelin", False, None),
        ({"sky": Sky("reduced")}, 2, "graf_zeppelin", False, ["alb"]),
        ({}, 2, "banak", False, None),
    ],
)
def test_14_1_who_strikes_back_at_a_carrier(
    fields: dict[str, Any], level: int | None, attacker: str, surprised: bool, strikes: list[str] | None
) -> None:
    """By day, if the first attack was no surprise, at an identified Graf Zeppelin, with carriers' bombers alone."""
    german = force("gz", "axis", "task_force", "0411", "graf_zeppelin", level=level)
    british = force("cv", "allied", "task_force", OPEN, "victorious")
    board = arctic(german, british, **{"options": Options(carrier_duel=True), "air": [
        plane("albacore", id="alb", base="victorious"), plane("fulmar", id="ful", base="victorious"),
        plane("hampden", id="ham", base="vaenga"),
    ], **fields})  # fmt: skip
    coming = [plane("ju_87c", id="stuka", base=attacker)]
    found = second_strikes(board, "axis", british, coming, surprised=surprised)
    assert [(one.id, ship, [unit.id for unit in able]) for one, ship, able in found] == (
        [("gz", "graf_zeppelin", strikes)] if strikes else []
    )


@rule("pq17", "14.1", "14.1b", "7.2.4")
@pytest.mark.parametrize(("asks", "lies"), [("once", ["dd_36a", "graf_zeppelin"]), ("never", [])])
def test_14_1_a_second_strike_may_go_for_any_ship_of_the_force_that_attacked(asks: Any, lies: list[str]) -> None:
    """Without an order it goes for the carrier."""
    german = force("g", "axis", "task_force", "0613", "graf_zeppelin", "dd_36a 2", fuel=Fuel(30))
    british = force("b", "allied", "task_force", "0612", "victorious", fuel=Fuel(30))
    stukas = AirUnit("ju_87c", 2, id="stukas", base="graf_zeppelin", mission="attack", at="0612")
    board = arctic(
        german, british, air=[stukas, AirUnit("albacore", 2, id="817", base="victorious")],
        options=Options(carrier_duel=True), phase=Phase("axis"),
        instructions={"allied": Instructions(asks_air=asks, torpedoes="no"), "axis": Instructions()},
    )  # fmt: skip
    for one in (german, british):
        board.identify(one, 1)
    course = by_default(raid(board, "axis", FlownRaid(british, (stukas,)), key="r"), lambda _: 0)
    forms: list[Any] = [one.form for one in course.asked if isinstance(one.form, AirStrikeForm)]
    assert [place.name for form in forms for place in form.row if place.ships] == lies
    struck = [one.stack for one in heard(board, "allied") if isinstance(one, Struck) and one.side == "allied"]
    assert struck == [("graf_zeppelin",)]


@rule("pq17", "14.1", "14.1a", "14.1b", "7.2.1o", positions=("PP274", "PP275"))
def test_14_1_when_and_at_whom_a_carrier_strikes_back() -> None:
    assert duel() == ["817 at g"]
    assert duel(surprised=True) == duel(level=None) == duel(light="dec_1") == []


@rule("pq17", "14.1a")
@pytest.mark.parametrize(("options", "offered"), [(Options(carrier_duel=True), ("817",)), (Options(), ())])
def test_14_1a_without_the_option_no_strike_back_is_offered(options: Options, offered: tuple[str, ...]) -> None:
    board, attack = duelling(options=options)
    assert by_luck(raid(board, "axis", attack, key="r"), 0)[0].form.bombers == offered


@rule("pq17", "14.1a", "7.2.1o")
def test_14_1a_who_was_caught_does_not_strike_back() -> None:
    board, attack = duelling(options=Options(carrier_duel=True, air_surprise=True))
    found = by_luck(raid(board, "axis", attack, key="r"), 9)
    assert (found[0].form.surprise, found[0].form.bombers) == ("caught", ())
    assert [one.kind for one in found] == ["air_defence", "air_strike"]


@rule("pq17", "14.1a", "14.1b")
def test_14_1a_the_second_strike_comes_before_the_hits_of_the_first() -> None:
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


@rule("pq17", "14.1a", "7.8", position="PP276")
def test_14_1a_the_second_strike_flies_before_aircraft_go_with_their_carrier() -> None:
    """What Victorious loses by the first strike is settled after it: the steps are drawn then."""
    british = force("b", "allied", "task_force", "0612", "victorious")
    board = arctic(british, air=[AirUnit("albacore", 2, id="817", base="victorious")])
    before = strength_by_ship(BOX, british)
    british.counters[0].strength -= 2
    assert board.state.air[0].flying == 2
    play(settle_losses(board, british, before, key="k"))
    assert board.state.air == []
