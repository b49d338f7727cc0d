"""14.0b: what a side bought is its own secret, in every world that its enemy cannot tell apart."""

from random import Random

import msgspec
import pytest

from games.titles.pq17.orders.formations import Formation
from games.titles.pq17.orders.move_orders import Split
from games.titles.pq17.state.battle import Battle
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Loss, Named, Phase, Purchase, Report, State
from games.titles.pq17.visibility.redeal import conserved, redeal
from games.titles.pq17.visibility.view import view
from tests.titles.pq17.arctic import force
from tests.titles.pq17.box import BOX

rule = pytest.mark.rule
WORLDS = 60
Bought = frozenset[tuple[str, int]]


def bought(*ships: tuple[str, int], side: str = "axis", **fields: object) -> Board:
    """JW 51B before anything is set up: the Axis may buy Scharnhorst and Gneisenau (36), Graf Zeppelin (30) and Prinz
    Eugen (10), the Allies Howe (30), Belfast (4) and Curacoa (2); three groups of reinforcements each.
    """
    had = [Purchase(name, group) for name, group in ships]
    return Board(State(scenario="jw51b", light="dec_2", bought={side: had}, **fields), BOX)


def dealt(board: Board, seat: str) -> list[Board]:
    return [Board(redeal(BOX, board.state, seat, Random(seed).randrange), BOX) for seed in range(WORLDS)]


def truths(board: Board, seat: str, side: str = "axis") -> set[Bought]:
    return {frozenset((one.ship, one.group) for one in other.state.bought[side]) for other in dealt(board, seat)}


def scharnhorst_at_narvik(*also: tuple[str, int], **fields: object) -> Board:
    """Scharnhorst was bought and lies in Narvik, as whatever else was bought may."""
    board = bought(("scharnhorst", 0), *also, **fields)
    board.place(force("tf_scharnhorst", "axis", "task_force", "0813", "scharnhorst", port="narvik"))
    board.state.began = {"scharnhorst": "narvik"}
    return board


def in_narvik(board: Board) -> str:
    return board.state.forces[0].counters[0].ship


@rule("pq17", "14.0", "14.0a", "14.0b")
@pytest.mark.parametrize(
    ("ships", "others"),
    [
        ([("scharnhorst", 0)], [[("scharnhorst", 0)], [("gneisenau", 0)]]),
        ([("prinz_eugen", 2)], [[("prinz_eugen", group)] for group in (1, 2, 3)]),
        ([("graf_zeppelin", 0)], [[("graf_zeppelin", 0)]]),
        (
            [("scharnhorst", 0), ("gneisenau", 1)],
            [
                [(one, 0), (two, n)]
                for one, two in (("scharnhorst", "gneisenau"), ("gneisenau", "scharnhorst"))
                for n in (1, 2, 3)
            ],
        ),
    ],
)
def test_14_0_all_that_costs_as_much_may_have_been_bought(
    ships: list[tuple[str, int]], others: list[list[tuple[str, int]]]
) -> None:
    board = bought(*ships)
    for seat in ("allied", "public"):
        assert truths(board, seat) == {frozenset(one) for one in others}
    assert truths(board, "axis") == {frozenset(ships)}


@rule("pq17", "14.0", "13.6")
def test_14_0_what_stands_on_the_map_or_has_come_stays() -> None:
    board = bought(("scharnhorst", 0), ("prinz_eugen", 1), ("gneisenau", 2), groups_placed={"axis": 1})
    board.state.forces.append(force("tf_scharnhorst", "axis", "task_force", "0813", "scharnhorst", port="narvik"))
    found = truths(board, "allied")
    fixed = {("scharnhorst", 0), ("prinz_eugen", 1)}
    assert found == {frozenset({*fixed, ("gneisenau", group)}) for group in (2, 3)}


@rule("pq17", "14.0b")
def test_14_0b_as_many_stand_on_the_map_in_every_world() -> None:
    """Belfast with a group costs 2, as Curacoa does on the map; but she would stand there as a block more."""
    board = bought(("belfast", 1), side="allied")
    assert truths(board, "axis", "allied") == {frozenset([("belfast", group)]) for group in (1, 2, 3)}


@rule("pq17", "14.0b", "1.2a")
def test_14_0b_a_ship_on_the_map_may_be_another_that_is_like_her_in_all_but_the_name() -> None:
    board = scharnhorst_at_narvik()
    others = dealt(board, "allied")
    assert {in_narvik(one) for one in others} == {"scharnhorst", "gneisenau"}
    for one in others:
        assert one.state.bought["axis"] == [Purchase(in_narvik(one))]
        assert one.state.began == {in_narvik(one): "narvik"}
    assert {msgspec.json.encode(view(one, "allied")) for one in others} == {msgspec.json.encode(view(board, "allied"))}
    assert {in_narvik(one) for one in dealt(board, "axis")} == {"scharnhorst"}
    assert redeal(BOX, board.state, "allied", lambda sides: 0) == board.state


@rule("pq17", "14.0b", "6.9a")
@pytest.mark.parametrize(
    "why", ["named", "lost", "ordered", "in a row", "in battle", "both bought", "aircraft", "price"]
)
def test_14_0b_she_stays_where_her_name_is_known_or_written(why: str) -> None:
    board = scharnhorst_at_narvik(*[("gneisenau", 1)] * (why == "both bought"))
    (block,) = board.state.forces
    if why == "named":
        board.state.reports.append(
            Report(to="allied", turn=1, source="photo", at="0813", names=(Named("scharnhorst"),))
        )
    elif why == "lost":
        board.state.losses.append(Loss("axis", "scharnhorst", 1, 1, "damaged", open=False))
    elif why == "ordered":
        board.state.phase = Phase("axis", orders=(Split("tf_scharnhorst", ("scharnhorst",)),))
    elif why == "in a row":
        block.formation = Formation("tf_scharnhorst", ("scharnhorst",))
    elif why == "in battle":
        board.state.battle = Battle("allied", [], day=True)
    elif why in ("aircraft", "price"):
        block.counters[0].ship = name = {"aircraft": "graf_zeppelin", "price": "prinz_eugen"}[why]
        board.state.bought["axis"] = [Purchase(name)]
    assert len({in_narvik(one) for one in dealt(board, "allied")}) == 1


@rule("pq17", "14.0b")
@pytest.mark.parametrize("seat", ["allied", "public"])
def test_14_0b_no_other_purchase_shows(seat: str) -> None:
    board = bought(("scharnhorst", 0), ("prinz_eugen", 2))
    others = dealt(board, seat)
    assert len(truths(board, seat)) > 3
    assert {msgspec.json.encode(view(one, seat)) for one in others} == {msgspec.json.encode(view(board, seat))}
    assert {tuple(conserved(BOX, one.state).items()) for one in others} == {tuple(conserved(BOX, board.state).items())}
    assert redeal(BOX, board.state, seat, lambda sides: 0) == board.state


@rule("pq17", "14.0b")
def test_14_0b_a_view_that_showed_it_would_be_found_out() -> None:
    """What the buyer sees, shown to his enemy, differs from world to world."""
    board = bought(("scharnhorst", 0))
    assert len({msgspec.json.encode(view(one, "axis").bought) for one in dealt(board, "allied")}) == 2
