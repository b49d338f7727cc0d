"""The captain's escort: heavy ships join a laden convoy before German heavy ships can reach it."""

from typing import Any

import pytest

from bench.workbench.bare_play import Play
from games.kernel.requests import Ask
from games.orders.order_set import Order
from games.titles.pq17.bot.escorting import DANGER
from games.titles.pq17.bot.hunting import ships_moves
from games.titles.pq17.bot.judgement import Judgement
from games.titles.pq17.orders.move_orders import Combine, Move, Split
from games.titles.pq17.orders.movers import Mover
from games.titles.pq17.orders.moves import Moves
from games.titles.pq17.orders.phase import PhaseForm
from games.titles.pq17.state.board import Board
from games.titles.pq17.state.state import Convoy, Plan
from games.titles.pq17.visibility.view import view
from tests.titles.loading import load
from tests.titles.pq17.arctic import arctic, force
from tests.titles.pq17.box import BOX

rule = pytest.mark.rule
ROUTE = ("0510", "0511", "0512", "0513", "0514", "0614", "0615", "0616", "0717", "0817")
"""From 0509 to Murmansk."""


@pytest.mark.parametrize("scenario", ["jw51a", "pq16", "pq17"])
def test_heavy_ships_join_the_laden_convoy_in_a_whole_game(scenario: str) -> None:
    title, escorts = load("pq17"), set()

    def watch(view: Any, question: Ask[Any], answer: Any) -> None:
        for one in view.forces if question.seat == "allied" else ():
            if one.convoy is not None and one.convoy.laden and one.at_sea:
                escorts.update(counter.ship for counter in one.counters if BOX.ships[counter.ship].is_heavy)

    Play(title, scenario, 1, dict.fromkeys(title.seats(scenario), title.bots["captain"]), watch).to_the_end()
    assert len(escorts) >= 2


def convoy_at(at: str, scenario: str, *, laden: bool = True) -> Board:
    """A convoy on its route, cruisers and battleships in Reykjavik."""
    board = arctic(
        force("home_fleet", "allied", "task_force", "0504", "duke_of_york", "washington", "norfolk", "london", "kent",
              "dd_a_i 3", port="reykjavik"),
        force("jw", "allied", "convoy", at, "mv 14", "dd_a_i 3",
              convoy=Convoy(laden=laden, destinations=("murmansk",))),
        scenario=scenario,
    )  # fmt: skip
    left = ROUTE[ROUTE.index(at) + 1 :] if at in ROUTE else ROUTE
    board.force("jw").plan = Plan(1, left, "murmansk")
    return board


def orders(board: Board, at: str = "0504", port: str = "reykjavik") -> list[Order]:
    ships = {"duke_of_york": 1, "washington": 1, "norfolk": 1, "london": 1, "kent": 1, "dd_a_i": 3}
    mover = Mover("home_fleet", "task_force", at, 2, port=port, ships=ships)
    form = PhaseForm(moves=Moves(movers=(mover,), ports={"reykjavik": "0504"}))
    return list(ships_moves(Judgement(BOX, view(board, "allied")), form))


@rule("pq17", "7.5.7a")
def test_as_many_cruisers_sail_as_the_germans_have() -> None:
    """JW-51B faces Hipper, Lützow and Nürnberg: three cruisers leave the battleships and destroyers in port."""
    split, move = orders(convoy_at("0509", "jw51b"))
    assert isinstance(split, Split)
    assert sorted(split.ships) == ["dd_a_i"] * 3 + ["duke_of_york", "washington"]
    assert isinstance(move, Move)
    assert move.force == "home_fleet"


@rule("pq17", "7.5.7")
def test_one_battleship_sails_against_a_battlecruiser() -> None:
    """JW-55B faces Scharnhorst."""
    split, move = orders(convoy_at("0509", "jw55b"))
    assert isinstance(split, Split)
    assert len(split.ships) == 7
    assert isinstance(move, Move)


@rule("pq17", "1.2.4")
def test_it_joins_the_convoy_where_they_meet() -> None:
    board = convoy_at("0512", "jw51b")
    board.force("home_fleet").port = ""
    board.force("home_fleet").at = "0511"
    move, combine = orders(board, "0511", "")
    assert isinstance(move, Move)
    assert move.way == ("0512", "0513")
    assert combine == Combine(("jw", "home_fleet"))


@pytest.mark.parametrize("why", ["in ballast", "no German heavy ships", "too early", "escorted", "near its port"])
def test_nobody_sails_without_need(why: str) -> None:
    board = convoy_at("0615" if why == "near its port" else "0509", "pq15" if "German" in why else "jw51b",
                      laden=why != "in ballast")  # fmt: skip
    if why == "escorted":
        board.force("jw").counters += force("more", "allied", "task_force", "0512", "sheffield", "jamaica").counters
    if why == "too early":
        board.force("jw").plan = Plan(1, ("0405", "0506", "0507", "0508", "0509", *ROUTE), "murmansk")
        board.force("jw").at = "0404"
        assert len(ROUTE) > DANGER
    assert orders(board) == []
