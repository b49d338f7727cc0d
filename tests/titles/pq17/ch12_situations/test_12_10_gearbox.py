"""12.10: operation Gearbox."""

import pytest

from games.titles.pq17.rules.operation.victory import score
from games.titles.pq17.rules.special.situations import confirm_situations, has_relieved
from games.titles.pq17.state.board import Board
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX
from tests.titles.pq17.situations import holding, phase_d

rule = pytest.mark.rule


def relief(letter: str, *ships: str, port: str = "barentsburg", began: str = "reykjavik") -> Board:
    there = force("g", "allied", "task_force", "0214", *ships, port=port)
    names = {ship.partition(" ")[0]: began for ship in ships if not ship.startswith("dd")}
    return holding("allied", letter, "gearbox", there, began=names)


@rule("pq17", "12.10", "12.10a", position="PP181")
def test_12_10_gearbox() -> None:
    board = relief("g", "kent", "jamaica", "dd_a_i 2")
    assert (phase_d(board), phase_d(board)) == (5, 5)
    confirm_situations(board)
    assert score(board.state) == 5
    nobody = relief("h", "jamaica", "dd_a_i 1", port="")
    assert phase_d(nobody) == 0
    confirm_situations(nobody)
    assert score(nobody.state) == -3


@rule("pq17", "12.10")
@pytest.mark.parametrize(
    ("letter", "ships", "began", "halves"),
    [
        ("h", ("jamaica", "dd_a_i 1"), "scapa_flow", 3),
        ("f", ("jamaica", "dd_a_i 1"), "reykjavik", 0),
        ("f", ("kent", "jamaica"), "reykjavik", 0),
        ("h", ("jamaica", "dd_a_i 1"), "murmansk", 0),
        ("j", ("kent", "london", "jamaica", "dd_a_i 4"), "reykjavik", 3),
    ],
)
def test_12_10_what_gearbox_asks_for(letter: str, ships: tuple[str, ...], began: str, halves: int) -> None:
    assert phase_d(relief(letter, *ships, began=began)) == halves


@rule("pq17", "12.10", "12.10a")
@pytest.mark.parametrize(
    ("letter", "ships", "done"),
    [
        ("f", ("kent", "scylla", "dd_us 1"), True),
        ("f", ("scylla", "dd_us 1"), False),
        ("f", ("kent", "dd_us 1"), False),
        ("h", ("scylla", "dd_us 1"), True),
        ("h", ("scylla",), False),
    ],
)
def test_12_10_who_relieves_spitsbergen(letter: str, ships: tuple[str, ...], done: bool) -> None:
    port = BOX.ports["barentsburg"]
    board = arctic(force("t", "allied", "task_force", port.hex, *ships, port=port.id))
    board.state.began = {name.split()[0]: "scapa_flow" for name in ships}
    assert has_relieved(board, letter) is done
    board.state.began = {name.split()[0]: "murmansk" for name in ships}
    assert not has_relieved(board, letter)


@rule("pq17", "12.10a")
@pytest.mark.parametrize(
    ("letter", "holding_", "began", "port", "halves"),
    [
        ("f", ("london", "kenya", "dd_a_i 1"), "scapa_flow", "barentsburg", 5),
        ("g", ("london", "kenya", "dd_a_i 4"), "reykjavik", "barentsburg", 5),
        ("h", ("kenya", "dd_a_i 1"), "scapa_flow", "barentsburg", 3),
        ("f", ("kenya", "dd_a_i 1"), "scapa_flow", "barentsburg", 0),
        ("h", ("kenya",), "scapa_flow", "barentsburg", 0),
        ("h", ("kenya", "dd_a_i 1"), "clyde", "barentsburg", 0),
        ("h", ("kenya", "dd_a_i 1"), "scapa_flow", "", 0),
    ],
)
def test_12_10a_who_must_lie_in_barentsburg(
    letter: str, holding_: tuple[str, ...], began: str, port: str, halves: int
) -> None:
    one = force("t", "allied", "task_force", "0214", *holding_, port=port)
    board = holding("allied", letter, "gearbox", one, began=dict.fromkeys(("london", "kenya"), began))
    assert phase_d(board) == halves


@rule("pq17", "12.10a")
@pytest.mark.parametrize(("letter", "halves"), [("f", -5), ("g", -5), ("h", -3), ("i", -3), ("j", -3)])
def test_12_10a_what_gearbox_costs_undone(letter: str, halves: int) -> None:
    board = holding("allied", letter, "gearbox")
    confirm_situations(board)
    assert score(board.state) == halves
