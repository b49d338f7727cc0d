"""Raids on ports and airfields, and second strikes, with one question a side; worked out by hand."""

from typing import Any

import pytest

from games.kernel.requests import Ask, Asks, Roll
from games.titles.pq17.components.options import Options
from games.titles.pq17.orders.air_battle import Laid
from games.titles.pq17.orders.doctrine import Instructions
from games.titles.pq17.orders.raids import Raid
from games.titles.pq17.rules.air import exchange
from games.titles.pq17.rules.air.raid import Raid as FlownRaid
from games.titles.pq17.rules.air.raid import raid as strike
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.roster import Boxes, Roster, Unit
from games.titles.pq17.state.state import AirUnit
from games.titles.pq17.visibility.redeal import conserved
from tests.titles.pq17.box import BOX
from tests.titles.pq17.ch07_combat.air_attacks import ASKED_ONCE
from tests.titles.pq17.ch07_combat.raids import (
    air_unit,
    by_luck,
    carriers,
    in_boxes,
    murmansk_raided,
    port_raided,
)

rule = pytest.mark.rule


@rule("pq17", "15.2.2b", "7.2.4")
def test_merchants_in_the_boxes_lie_in_the_row() -> None:
    board = murmansk_raided(instructions={**ASKED_ONCE})
    board.state.roster = Roster(boxes={"murmansk": Boxes([Unit("mv", 8, "murmansk")], [Unit("mo", 1, "murmansk")])})
    says = {"air_defence": "lay_out mo,mv stacked=no", "air_strike": "assign kg30 at=mo"}
    run = port_raided(board, Raid("murmansk", ("kg30",)), dice=[(0,), (0,), (9, 0)], says=says)
    assert run.asked[1].form.row == (Laid("mo", (("mo", 1),)), Laid("mv", (("mv", 8),)))
    assert in_boxes(board) == [[("mv", 8)], [], []]


def duelling(**fields: Any) -> tuple[Board, FlownRaid]:
    """Stukas of Graf Zeppelin attack Victorious, whose Albacores may strike back."""
    board = carriers(instructions={**ASKED_ONCE}, **fields)
    air_unit(board, "stukas").mission = "attack"
    board.state.air.append(
        AirUnit("ju_87c", 1, id="idle", base="graf_zeppelin")
    )  # 14.1 She answers no answer with them
    return board, FlownRaid(board.force("b"), (air_unit(board, "stukas"),))


@rule("pq17", "14.1", "14.1b")
@pytest.mark.parametrize(
    ("says", "kinds"),
    [
        ("pass", ["air_defence", "air_defence", "air_strike", "air_strike"]),
        ("strike_back 817", ["air_defence", "air_defence", "air_strike", "air_strike"]),
        ("strike_back", ["air_defence", "air_strike"]),
    ],
)
def test_who_is_attacked_says_whether_and_with_what_he_strikes_back(says: str, kinds: list[str]) -> None:
    board, attack = duelling()
    procedure = strike(board, "axis", attack, key="r")
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


@rule("pq17", "14.1a")
@pytest.mark.parametrize(("options", "offered"), [(Options(carrier_duel=True), ("817",)), (Options(), ())])
def test_without_the_option_no_strike_back_is_offered(options: Options, offered: tuple[str, ...]) -> None:
    board, attack = duelling(options=options)
    assert by_luck(strike(board, "axis", attack, key="r"), 0)[0].form.bombers == offered


@rule("pq17", "14.1a", "7.2.1o")
def test_who_was_caught_does_not_strike_back() -> None:
    board, attack = duelling(options=Options(carrier_duel=True, air_surprise=True))
    found = by_luck(strike(board, "axis", attack, key="r"), 9)
    assert (found[0].form.surprise, found[0].form.bombers) == ("caught", ())
    assert [one.kind for one in found] == ["air_defence", "air_strike"]


@rule("pq17", "14.1", "7.2.3c")
def test_losses_of_the_first_fight_are_booked_before_anybody_is_asked_about_the_second(
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
    by_luck(strike(board, "axis", attack, key="r"), 9)
    assert seen == [before]
    assert board.state.losses
