"""The captain: a bot that plays missions with sense."""

from typing import Any

import pytest

from games.kernel.forms import ChooseSome
from games.kernel.random_source import random_source
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.titles.goeben.bot.captain import DOCTRINE, HARD, SPARING, captain
from games.titles.goeben.bot.judgement import LATE, NARROW, Judgement
from games.titles.goeben.orders.doctrine import DoctrineForm
from games.titles.goeben.orders.orders import Move, Outfit, Repair
from games.titles.goeben.rules.captains.doctrine import doctrine_question
from games.titles.goeben.rules.day.planning import plan_form
from games.titles.goeben.state.board import Board
from games.titles.goeben.state.state import Campaign
from games.titles.goeben.visibility.view import view
from tests.titles.goeben.boards import FORTS, LYING
from tests.titles.goeben.box import BOX
from tests.titles.goeben.laid_out import at_sea


def answers(board: Board, kind: str, form: Any) -> Any:
    ask = Ask(key=kind, kind=kind, seat="commander", rule="4.1", prompt=Text("?", "?"), form=form)
    answer = captain(BOX)(view(board, "commander"), ask, random_source(1))
    form.accept(form.write(answer))
    return answer


def plans(board: Board) -> list[Any]:
    return list(answers(board, "plan", plan_form(board, "commander")))


def goals(board: Board) -> list[str]:
    return [order.goal for order in plans(board) if isinstance(order, Move)]


def test_with_the_points_in_hand_he_goes_home() -> None:
    board = at_sea(vp=80, turn=7, goeben="dardanelles", breslau="dardanelles")
    assert goals(board) == ["constantinople"]


def test_he_keeps_the_days_he_needs() -> None:
    board = at_sea(vp=10, turn=4, goeben="spartivento", breslau="spartivento", forts=FORTS)
    (goal,) = goals(board)
    judge = Judgement(BOX, view(board, "commander"))
    assert judge.need(goal, 4) <= judge.days_left - 1


def test_he_silences_the_ports_of_his_mission() -> None:
    board = at_sea(mission="raid_convoys", goeben="philippeville_sea", breslau="philippeville_sea", forts=FORTS)
    assert goals(board)[0] in ("philippeville", "bone")


def test_a_wrecked_ship_keeps_out_of_the_way_of_others() -> None:
    lying = {zone: names.replace("+up", "") for zone, names in LYING.items()}
    hurt = at_sea(lying=lying, forts=FORTS, vp=60, turn=2, goeben="sicily_e+hull=2", breslau="sicily_e")
    assert not set(goals(hurt)) & {"malta_pz", "malta"}


def test_he_mends_what_is_broken_in_a_friendly_base_when_there_is_time() -> None:
    board = at_sea(mission="italian_alliance", goeben="pola+hull=5+coal=0", breslau="pola")
    orders = plans(board)
    assert any(isinstance(order, Outfit) for order in orders)
    assert Repair("goeben", hull=str(plan_form(board, "commander").berths[0].dice)) in orders
    assert not [order for order in orders if isinstance(order, Move)]


def test_ships_that_must_leave_a_neutral_port_leave_it() -> None:
    board = at_sea(goeben="brindisi", breslau="brindisi")
    board.state.visited = ["brindisi"]
    assert goals(board)


def test_his_doctrine_spares_him_questions() -> None:
    board = at_sea()
    form = doctrine_question(board, "commander").form
    assert isinstance(form, DoctrineForm)
    assert answers(board, "doctrine", form) == (*DOCTRINE, HARD)


def test_on_a_long_mission_he_spares_his_ammunition() -> None:
    board = at_sea(mission="raid_convoys")
    assert answers(board, "doctrine", doctrine_question(board, "commander").form) == (*DOCTRINE, SPARING)


@pytest.mark.parametrize(("points", "enters"), [(99, False), (100, True)])
def test_a_neutral_port_that_opens_once_is_not_entered_before_it_can_end_the_mission(points: int, enters: bool) -> None:
    empty = "tyrrhenian_s+ammunition=0"
    board = at_sea(mission="italian_alliance", vp=points, alert=4, turn=4, goeben=empty, breslau=empty)
    assert (goals(board) == ["genoa"]) is enters


def test_a_port_whose_country_has_become_a_friend_opens_as_often_as_one_likes() -> None:
    board = at_sea(mission="italian_alliance", goeben="ligurian_sea", breslau="ligurian_sea")
    score = Judgement(BOX, view(board, "commander")).score("genoa", plan_form(board, "commander").berths)
    board.state.campaign = Campaign(friendly=["italy"])
    friendly = Judgement(BOX, view(board, "commander")).score("genoa", plan_form(board, "commander").berths)
    assert friendly - score == LATE


def test_a_day_is_kept_for_coastal_defences_that_hold_out() -> None:
    """From Algiers a naval base is one day away: with two days to go nothing is left for a second bombardment."""
    forts = {"algiers": FORTS["algiers"]}
    board = at_sea(mission="raid_convoys", vp=100, goeben="algiers", breslau="algiers", forts=forts)
    berths = plan_form(board, "commander").berths

    def score(turn: int) -> int:
        board.state.turn = turn
        return Judgement(BOX, view(board, "commander")).score("algiers", berths)

    last = score(board.state.days - 1), score(board.state.days - 2), score(board.state.days - 3)
    assert last[1] - last[0] == LATE - NARROW
    assert last[2] - last[1] == NARROW


def test_ships_with_coal_run_from_a_submarine() -> None:
    board = at_sea(goeben="messina+coal=1")
    form = ChooseSome(options=("goeben", "breslau"), most=2)
    assert answers(board, "evade", form) == ("breslau",)
