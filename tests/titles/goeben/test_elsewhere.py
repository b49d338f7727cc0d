"""25.2 What a captain cannot know: the places of captains out of touch, colliers used up, and zones that are clear."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from games.kernel.codec import encode
from games.kernel.conformance.play import play_out
from games.kernel.conformance.two_worlds import check_redeal
from games.kernel.random_source import random_source
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.state import State
from games.titles.goeben.visibility.elsewhere import vary
from games.titles.goeben.visibility.redeal import conserved, redeal
from games.titles.goeben.visibility.view import view
from tests.titles.goeben.box import BOX
from tests.titles.goeben.laid_out import at_sea
from tests.titles.loading import load

rule = pytest.mark.rule
FAR = "zante"
LYING = {"malta_pz": "gb_ca_1", "adriatic_pz": "gb_bc_1 gb_dd_1"}


def apart(breslau: str = FAR, goeben: str = "malta_pz") -> Board:
    """Goeben and Breslau in two spaces on the third day, with two colliers."""
    board = at_sea("captains", goeben=goeben, breslau=breslau, lying=LYING, turn=3)
    board.state.colliers = ["malta_pz", "matapan"]
    return board


def worlds(board: Board, seat: str = "goeben") -> list[State]:
    sources = [random_source(n) for n in range(120)]
    return [vary(BOX, redeal(BOX, board.state, seat, pick), seat, pick) for pick in sources]


def places(board: Board, seat: str = "goeben", ship: str = "breslau") -> set[str]:
    return {one.at for world in worlds(board, seat) for one in world.ships if one.id == ship}


@rule("goeben", "25.2", "25.2.2")
def test_a_ship_out_of_touch_may_be_anywhere_on_the_high_sea() -> None:
    found = places(apart())
    assert FAR in found
    assert len(found) > 3
    assert "malta_pz" not in found, "there she would be seen"
    assert {BOX.spaces[one].kind for one in found - {FAR}} == {"high_sea"}
    assert places(apart(), ship="goeben") == {"malta_pz"}


@rule("goeben", "25.2.1")
def test_a_ship_in_touch_stays_where_she_is() -> None:
    by_wireless = apart(f"{FAR}+cargo=wireless", goeben="malta_pz+cargo=wireless")
    assert places(by_wireless) == {FAR}
    assert places(apart("malta_pz")) == {"malta_pz"}


@rule("goeben", "25.2.2", "7.4")
def test_colliers_that_the_captain_does_not_see_may_be_used_up() -> None:
    assert {tuple(world.colliers) for world in worlds(apart())} == {("malta_pz", "matapan"), ("malta_pz",)}


@rule("goeben", "25.2.2", "14.14")
def test_zones_that_the_captain_does_not_see_may_be_clear() -> None:
    board = apart()
    found = worlds(board)
    assert {len(world.lying["adriatic_pz"]) for world in found} == {0, 2}
    assert {len(world.lying["malta_pz"]) for world in found} == {1}
    assert all(conserved(BOX, world) == conserved(BOX, board.state) for world in found)


@rule("goeben", "25.2")
@pytest.mark.parametrize("seat", ["goeben", "breslau", "public"])
def test_the_captain_sees_the_same_in_all_of_these_worlds(seat: str) -> None:
    board = apart()
    seen = encode(view(board, seat))
    assert all(encode(view(Board(world, BOX), seat)) == seen for world in worlds(board, seat))


@rule("goeben", "25.2")
def test_while_ships_sail_and_fight_they_stay() -> None:
    board = apart()
    board.day.routes["breslau"] = ("matapan", FAR)
    assert places(board) == {FAR}
    assert {tuple(world.colliers) for world in worlds(board)} == {("malta_pz", "matapan")}


@rule("goeben", "25.2.2")
@pytest.mark.parametrize(
    "counts",
    [
        lambda state: len(state.colliers),
        lambda state: sum(map(len, state.lying.values())),
        lambda state: sum(map(ord, "".join(ship.at for ship in state.ships))),
    ],
    ids=["colliers", "zones", "ships"],
)
def test_the_gate_notices_a_view_that_counts_them(counts: Callable[[State], int]) -> None:
    title = load("goeben")

    def leaking(state: State, seat: str) -> Any:
        return structs.replace(title.secrecy.view(state, seat), forts_aside=counts(state))

    play = play_out(title.evolve(view=leaking), "captains", title.options.type(), 0, most_stops=30)
    assert any("the observer sees it" in finding.what for finding in check_redeal(play))
