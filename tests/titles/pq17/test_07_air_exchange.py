"""7.2 An air attack with one question a side, and the formation in which a force meets it; worked out by hand."""

from typing import Any

import msgspec
import pytest

from games.kernel.errors import Illegal
from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.air_battle import AirDefenceForm, AirStrikeForm, Fighter, Laid
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.formations import Formation
from games.titles.pq17.rules.air import exchange
from games.titles.pq17.rules.air.attacks import air_combat
from games.titles.pq17.rules.air.combat import usual_fires
from games.titles.pq17.rules.air.row import row_of
from games.titles.pq17.rules.forces.battle_display import formations_part, set_formations
from games.titles.pq17.rules.search.detachment import split_force
from games.titles.pq17.rules.surface.doctrine import Command, manoeuvres
from games.titles.pq17.rules.surface.layout import lay_out_force
from games.titles.pq17.state.battle import Battle
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.counters import Squadron
from games.titles.pq17.state.events import air as told
from games.titles.pq17.state.events.special import Settled
from games.titles.pq17.state.state import AirUnit
from games.titles.pq17.visibility.redeal import conserved
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import arctic, force, ships
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.air_attacks import ASKED_ONCE, attacked, finding_card, german
from tests.titles.pq17.playing import heard, phase, play
from tests.titles.pq17.strikes import OPEN

rule = pytest.mark.rule


CONVOY = ("mv 5", "dd_a_i 3", "aldersdale 2", "es_british 1")


def named(row: list[Any]) -> list[list[str]]:
    return [[one.ship for one in stack] for stack in row]


@rule("pq17", "7.2.4")
@pytest.mark.parametrize(
    ("row", "stacked", "lies"),
    [
        (("dd_a_i", "mv", "aldersdale", "es_british"), "yes", [["dd_a_i"], ["mv", "aldersdale"], ["es_british"]]),
        (("dd_a_i", "mv", "aldersdale", "es_british"), "no", [["dd_a_i"], ["mv"], ["aldersdale"], ["es_british"]]),
        (("mv", "dd_a_i", "aldersdale"), "yes", [["mv"], ["dd_a_i"], ["aldersdale"], ["es_british"]]),
        (("dd_a_i", "es_british"), "yes", [["dd_a_i", "es_british"], ["mv", "aldersdale"]]),
    ],
)
def test_a_row_lies_as_it_was_ordered(row: tuple[str, ...], stacked: str, lies: list[list[str]]) -> None:
    """Transports up to 10 and light ships up to 4 may lie together (3 + 1); who is not named lies right of the rest."""
    counters = ships(*CONVOY)
    assert named(row_of(BOX, counters, Formation("pq", row, stacked))) == lies


@rule("pq17", "7.2.4a")
def test_a_wreck_lies_alone_whatever_was_ordered() -> None:
    counters = ships("mv 5", "aldersdale 2")
    counters[1].dead = True
    assert named(row_of(BOX, counters, Formation("pq", ("mv", "aldersdale")))) == [["mv"], ["aldersdale"]]


@rule("pq17", "7.2.4")
@pytest.mark.parametrize("ordered", [True, False])
def test_the_formation_of_a_force_is_what_the_attacker_sees(ordered: bool) -> None:
    board = attacked("mv 5", "dd_a_i 3")
    if ordered:
        board.phase.orders = (Formation("pq", ("mv", "dd_a_i")),)
        set_formations(board)
    play(air_combat(board), cards=finding_card(), dice=[(0,), (0,), (0, 0), (0,)])
    (laid,) = [one for one in heard(board, "axis") if isinstance(one, told.Laid)]
    there = [stack[0][0] for stack in laid.row]
    assert there == (["mv", "dd_a_i"] if ordered else ["dd_a_i", "mv"])


@rule("pq17", "7.2", "7.2.4b")
def test_the_defender_writes_first_and_the_attacker_sees_the_row() -> None:
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
def test_only_who_wants_to_be_is_asked(side: str) -> None:
    board = attacked("mv 5", "dd_a_i 3", instructions={side: ASKED_ONCE[side]} if side else {})
    played = play(air_combat(board), cards=finding_card(), dice=[(0,), (0,), (0, 0), (0,)])
    assert [one.seat for one in played.asked] == ([side] if side else [])


@rule("pq17", "7.2")
def test_whoever_says_nothing_fights_as_without_the_question() -> None:
    ends = []
    for instructions in (ASKED_ONCE, {}):
        board = attacked("mv 5", "dd_a_i 3", instructions={**instructions})
        play(air_combat(board), cards=finding_card(), dice=[(4,), (5,), (9, 9), (8,)])
        ends.append(
            (board.force("pq").counters, board.state.losses, *(_fought(board, side) for side in ("axis", "allied")))
        )
    assert ends[0] == ends[1]


def _fought(board: Board, side: str) -> list[Any]:
    """The events of a fight, without those that come before and after questions alone."""
    return [one for one in heard(board, side) if not isinstance(one, told.AirAttackBegan | Settled)]


@rule("pq17", "7.2.4b")
def test_who_is_not_named_waits_for_room() -> None:
    """Three Ju 88 and one stack: two are ordered at it in wave 1, so that the third comes in wave 2."""
    units = tuple(
        AirUnit("ju_88", strength, id=name, base="banak") for name, strength in (("a", 3), ("b", 1), ("c", 2))
    )
    board = attacked("mv 5", units=units, instructions={**ASKED_ONCE})
    says = {"air_strike": "assign b at=mv\nassign c at=mv"}
    play(air_combat(board), cards=finding_card(), dice=[(0,), (0,), (0,), (0, 0), (0,), (0, 0, 0)], says=says)
    struck = [one for one in heard(board, "axis") if isinstance(one, told.Struck)]
    assert [len(one.dice) for one in struck] == [1, 2, 3]


@rule("pq17", "7.2.4b")
def test_pp87_five_units_at_one_stack_come_in_three_waves_and_two_at_its_neighbour_in_one() -> None:
    form = AirStrikeForm(row=(Laid("mv", (("mv", 5),)), Laid("mv.2", (("mv", 2),))),
                         units=tuple((name, 1) for name in "abcdefg"))  # fmt: skip

    def refused(waves: str) -> set[str]:
        places = ("mv",) * 5 + ("mv.2",) * 2
        flown = "\n".join(
            f"assign {name} at={at} wave={wave}" for name, at, wave in zip("abcdefg", places, waves, strict=True)
        )
        return {one.rule for one in form.problems(form.read(form.parse(flown)))}

    assert refused("1122311") == set()
    assert refused("1112311") == {"7.2.4b"}
    assert refused("1122211") == {"7.2.4b"}


@rule("pq17", "7.2.4b")
def test_a_third_unit_at_a_stack_in_a_wave_is_refused() -> None:
    form = AirStrikeForm(
        row=(Laid("mv", (("mv", 5),)), Laid("mv.2", (("mv", 2),))), units=(("a", 1), ("b", 1), ("c", 1))
    )
    with pytest.raises(Illegal) as refused:
        form.accept(form.parse("assign a at=mv\nassign b at=mv\nassign c at=mv"))
    assert [one.rule for one in refused.value.problems] == ["7.2.4b"]
    assert form.accept(form.parse("assign a at=mv\nassign b at=mv\nassign c at=mv.2"))
    assert form.accept(form.parse("assign a at=mv\nassign b at=mv\nassign c at=mv wave=2"))
    with pytest.raises(Illegal):
        form.accept(form.parse("assign a at=mv\nassign a at=mv.2"))


def rose(board: Board) -> list[str]:
    return [name for one in heard(board, "axis") if isinstance(one, told.Scrambled) for name in one.aircraft]


@rule("pq17", "7.2.1")
@pytest.mark.parametrize(("says", "up"), [("rise others", ["bf_110"]), ("rise", []), ("pass", ["bf_109", "bf_110"])])
def test_the_fighters_that_were_named_rise(says: str, up: list[str]) -> None:
    board = german(instructions={"axis": ASKED_ONCE["axis"]})
    dice = {"rise others": [(0, 0), (0, 0)], "rise": [], "pass": [(0, 0), (0, 0), (0, 0)]}[says]
    flown = [(0,), (0, 0)]
    played = play(air_combat(board), cards=finding_card(), dice=[*dice, *flown], says={"air_defence": says})
    assert rose(board) == up
    assert [one.unit for one in played.asked[0].form.fighters] == ["ours", "others"]


@rule("pq17", "7.2.1o")
@pytest.mark.parametrize(
    ("surprise", "says", "good"),
    [
        ("caught", "rise a", True),
        ("caught", "rise a,b", False),
        ("warned", "rise a,b,c", True),
        ("warned", "rise a,c,d", False),
        ("", "rise a,b,c,d", True),
    ],
)
def test_after_a_die_of_surprise_fewer_may_rise(surprise: str, says: str, good: bool) -> None:
    """Caught: one of the hex. Warned: all of the hex and one from beside it."""
    units = (Fighter("a"), Fighter("b"), Fighter("c", beside=True), Fighter("d", beside=True))
    form = AirDefenceForm(fighters=units, surprise=surprise, ships=(("mv", 5),))
    if good:
        assert form.accept(form.parse(says))
    else:
        with pytest.raises(Illegal) as refused:
            form.accept(form.parse(says))
        assert [one.rule for one in refused.value.problems] == ["7.2.1"]


@rule("pq17", "7.2.1o")
@pytest.mark.parametrize(("die", "offered"), [(9, ["standing"]), (0, ["standing", "ours", "others"])])
def test_who_was_caught_has_an_interceptor_if_he_can(die: int, offered: list[str]) -> None:
    """Bardufoss lies in 0715, beside the hex: over its own hex the interceptor is the one that may rise."""
    at = BOX.base_hex("bardufoss")
    board = german(instructions={"axis": ASKED_ONCE["axis"]}, options=Options(air_surprise=True))
    board.force("pq").at = at
    board.state.air[-1].at = at
    board.state.air.insert(0, AirUnit("bf_109", 1, id="standing", base="bardufoss", interceptor=True))
    question = exchange._defence_question(board, board.force("pq"), [], surprise=die == 9, key="k")
    asked = [one.unit for one in question.form.fighters]
    assert asked == offered


@rule("pq17", "7.2.1o", "1.1.2")
@pytest.mark.parametrize(
    ("caught", "offered"),
    [(True, ["ours", "others"]), (False, ["ours", "others", "afar"]), (None, ["ours", "others", "afar"])],
)
def test_where_no_interceptor_stands_who_was_caught_sends_up_any_one_fighter_of_the_hex(
    caught: bool | None, offered: list[str]
) -> None:
    """None from the next hex, where one rises if the attack was seen coming."""
    board = german(instructions={"axis": ASKED_ONCE["axis"]}, options=Options(air_surprise=True))
    board.force("pq").at = BOX.base_hex("bardufoss")
    board.state.air.append(AirUnit("bf_109", 2, id="afar", base="banak"))
    form = exchange._defence_question(board, board.force("pq"), [], surprise=caught, key="k").form
    assert [one.unit for one in form.fighters] == offered
    assert [one.unit for one in form.fighters if one.beside] == offered[2:]


@rule("pq17", "7.2.2")
def test_fighters_go_for_what_was_ordered_after_the_escorts() -> None:
    attackers = {
        "me": Squadron("bf_110", 1),
        "he": Squadron("he_111", 2),
        "ju": Squadron("ju_88", 2),
    }
    up = {"f": Squadron("hurricane_british", 3)}
    usual = [(one.target, one.strength) for one in usual_fires(BOX, attackers, up)]
    ordered = [(one.target, one.strength) for one in usual_fires(BOX, attackers, up, ("ju_88",))]
    assert usual == [("me", 1), ("he", 2)]
    assert ordered == [("me", 1), ("ju", 2)]


@rule("pq17", "7.2.3c", "7.2")
def test_what_the_fighters_shot_down_is_booked_before_the_attacker_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
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


@rule("pq17", "7.2.3d", "7.2")
@pytest.mark.parametrize("hurt", [0, 2])
def test_being_asked_tells_nobody_what_interceptors_are_left(hurt: int) -> None:
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


@rule("pq17", "7.5.2c", "7.5.4")
@pytest.mark.parametrize(
    ("formation", "areas"),
    [
        (None, {"sheffield": "deployment", "dd_a_i": "torpedo", "tb_o_p": "torpedo"}),
        (
            Formation("pq", smoke=("dd_a_i",)),
            {"sheffield": "deployment", "dd_a_i": "screening", "tb_o_p": "deployment"},
        ),
        (
            Formation("pq", smoke=("dd_a_i",), closes=("tb_o_p",)),
            {"sheffield": "deployment", "dd_a_i": "screening", "tb_o_p": "torpedo"},
        ),
        (
            Formation("pq", row=("tb_o_p", "dd_a_i")),
            {"sheffield": "deployment", "dd_a_i": "torpedo", "tb_o_p": "torpedo"},
        ),
    ],
)
def test_who_lays_smoke_and_who_closes(formation: Formation | None, areas: dict[str, str]) -> None:
    fight = Battle("axis", [], day=True)
    lay_out_force(fight, "allied", [[one] for one in ships("sheffield", "dd_a_i 2", "tb_o_p 2")], force="pq")
    lay_out_force(fight, "axis", [[one] for one in ships("lutzow")], force="l")
    fight.round = 2
    lying = {} if formation is None else {"pq": formation}
    command = Command("allied", (), Instructions(stands="stay"), formations=lying)
    found = manoeuvres(BOX, fight, command)
    assert {one.unit: one.area for one in found} == areas
    assert {one.screens for one in found if one.area == "screening"} <= {("lutzow",)}


@rule("pq17", "7.2.4", "1.2.3")
def test_a_formation_goes_with_the_ships_and_is_their_owners_alone() -> None:
    whole = force("t", "allied", "task_force", OPEN, "norfolk", "dd_a_i 4", formation=Formation("t", ("dd_a_i",), "no"))
    board = arctic(whole)
    new = split_force(board, whole, ships("dd_a_i 2"), "screen")
    assert new.formation == Formation("screen", ("dd_a_i",), "no")
    assert b"stacked" in msgspec.json.encode(view(board, "allied").own)
    for seat in ("axis", "public"):
        assert not view(board, seat).own


@rule("pq17", "7.2.4", "7.5.2")
def test_what_can_be_ordered_and_what_takes_it_back() -> None:
    board = phase(arctic(force("t", "allied", "task_force", OPEN, "norfolk", "dd_a_i 4")), "allied")
    board.place(force("alone", "allied", "task_force", "0410", "kent"))
    (array,) = formations_part(board, "allied").arrays
    assert (array.force, array.ships, array.smoke) == ("t", ("norfolk", "dd_a_i"), ("dd_a_i",))
    for order, left in ((Formation("t", smoke=("dd_a_i",)), True), (Formation("t"), False)):
        board.phase.orders = (order,)
        set_formations(board)
        assert bool(board.force("t").formation) is left
