"""5.1.2a Who is ordered into a Russian port with more warships than it takes is told so before he sails."""

from typing import Any

import pytest

from games.titles.pq17.orders.cautions import Caution, berth_lines
from games.titles.pq17.presentation.labels import Labels
from games.titles.pq17.presentation.narration import EventFormatter
from games.titles.pq17.rules.movement.cautions import cautions_for
from games.titles.pq17.rules.movement.orders import moves_part
from games.titles.pq17.rules.operation.plans import plans_form
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.events.movement import Held
from games.titles.pq17.state.state import Points
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX

rule = pytest.mark.rule
OFF = "0817"
PORTS = ("murmansk", "arkhangelsk")


def warned(board: Board) -> list[Caution]:
    return [one for one in cautions_for(board, "allied") if one.why == "berths"]


def convoy(*escort: str, port: str = "reykjavik") -> Board:
    pq = force("pq", "allied", "convoy", BOX.ports[port].hex, "mv 8", *escort, port=port)
    return arctic(pq, command={name: Points() for name in ("home_fleet", "severny_flot", "gruppe_nord")})


def lines(cautions: list[Caution], **order: str) -> list[tuple[str, str, str]]:
    found = berth_lines([order], cautions)
    return [(line.pointer, line.text.en, line.text.ja) for line in found]


@rule("pq17", "5.1.2a")
@pytest.mark.parametrize(
    ("escort", "used", "beyond"),
    [
        (("dd_a_i 5",), {}, None),
        (("dd_a_i 6",), {}, {"light": 1}),
        (("dd_a_i 5",), {"light": 2}, {"light": 2}),
        (("norfolk", "kent", "dd_a_i 7"), {}, {"cruisers": 1, "light": 2}),
    ],
)
def test_by_how_much_a_convoy_goes_beyond_what_the_ports_take(escort: Any, used: Any, beyond: Any) -> None:
    board = convoy(*escort)
    board.state.russian = used
    assert [one.beyond for one in warned(board)] == ([beyond] if beyond else [])
    assert [one.ports for one in warned(board)] == [PORTS] * bool(beyond)


@rule("pq17", "5.1.2a", "1.2c")
def test_without_a_block_for_them_the_whole_force_waits_and_reads_that() -> None:
    board = convoy("dd_a_i 7")
    (found,) = warned(board)
    assert found.parts
    clyde = BOX.ports["clyde"].hex
    for number in range(BOX.numbers.blocks.allied.task_force):
        board.place(force(f"tf_{number}", "allied", "task_force", clyde, "dd_a_i 1", port="clyde"))
    (found,) = warned(board)
    assert not found.parts


@rule("pq17", "5.1.2a")
def test_whoever_lies_there_is_warned_no_more_and_the_axis_of_nothing() -> None:
    assert warned(convoy("dd_a_i 7", port="murmansk")) == []
    assert [*cautions_for(convoy("dd_a_i 7"), "axis")] == []


@rule("pq17", "5.1.2a")
def test_the_warning_stands_at_the_port_that_an_order_names() -> None:
    (found,) = warned(convoy("dd_a_i 7"))
    ((pointer, en, ja),) = lines([found], order="route", convoy="pq", to="murmansk")
    assert pointer == "/0/to"
    assert (
        en == "more warships than the Russian ports take (destroyer strength 2 too many): those part and wait outside"
    )
    assert ja == "ソ連港の収容数を超えます（駆逐艦CS 2）。超過分は分離して港外で待ちます"
    ((pointer, _, _),) = lines([found], order="move", force="pq", enters="arkhangelsk")
    assert pointer == "/0/enters"
    assert lines([found], order="move", force="pq", enters="reykjavik") == []
    assert lines([found], order="move", force="other", enters="murmansk") == []
    assert lines([found], order="move", force="pq") == []
    whole = Caution("pq", "berths", ports=PORTS, beyond={"cruisers": 1}, parts=False)
    ((_, en, ja),) = lines([whole], order="route", convoy="pq", to="murmansk")
    assert en.endswith(
        "the whole force waits outside, since they cannot part from it: no block is free, or nothing stays"
    )
    assert ja.endswith("部隊全体が港外で待ちます")


@rule("pq17", "5.1.2a", "4.2")
def test_orders_of_a_phase_and_plans_tell_it() -> None:
    board = convoy("dd_a_i 7")
    assert [one.why for one in moves_part(board, "allied").cautions] == ["berths"]
    form = plans_form(board, "allied")
    draft = [{"order": "schedule", "convoy": "pq", "to": "murmansk", "sails": "1.am"}]
    assert any("more warships than" in line.text.en for line in form.preview(draft).lines)
    assert plans_form(board, "axis").cautions == ()


@rule("pq17", "5.1.2a")
def test_a_force_that_stayed_outside_is_told_why() -> None:
    words = EventFormatter(Labels(BOX))
    held = Held("allied", "pq", OFF, "5.1.2a")
    assert "takes no more of its warships" in words.describe(held, "en")
    assert "収容数" in words.describe(held, "ja")
    assert "rule" not in words.describe(held, "en")
