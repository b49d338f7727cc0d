"""Standing orders: answers that stand until they are changed."""

from collections.abc import Callable

import pytest

from games.models import Game, OpenRequest, Player
from games.selectors.seats import get_access
from games.selectors.standing_orders import list_orders
from games.selectors.views import get_view
from games.services.bots import advance_slice
from games.services.resolve.advance import do_resolve
from games.services.rewind import do_rewind
from games.services.standing_orders import do_remove_order, do_replace_order
from games.services.umpire import do_act_for, do_substitute
from tests.orders import awaited, bid, given, late, order, order_behind
from tests.table import answer, asked

pytestmark = pytest.mark.django_db


# --- answers that stand


@pytest.fixture
def planned(new_game: Callable[..., Game]) -> Game:
    """A game with plans, at its first stop."""
    return new_game(options={"planned": True})


PLAN = [{"kind": "react", "answer": "trump"}]


def test_a_plan_stands_until_it_is_changed(planned: Game, anna: Player, ben: Player) -> None:
    assert awaited(planned) == [("red", "plan"), ("black", "plan")]
    answer(planned, "red", PLAN)
    answer(planned, "black", [])
    do_resolve(planned.pk)
    bid(planned)
    assert awaited(planned) == [("red", "bid"), ("black", "bid")]
    assert given(planned, "plan")[2:] == [("red", PLAN, "standing"), ("black", [], "standing")]
    (row,) = list_orders(anna, planned.pk)
    assert (row.kind, row.order.answer, row.order.applies, row.order.lasts) == ("plan", PLAN, "when_asked", "game")
    do_replace_order(player=anna, order_id=row.id, raw={"kind": "plan", "answer": []})
    bid(planned, 1)
    assert given(planned, "plan")[4] == ("red", [], "standing")


def test_a_plan_taken_back_is_asked_for_again(planned: Game, anna: Player) -> None:
    answer(planned, "red", PLAN)
    answer(planned, "black", [])
    do_resolve(planned.pk)
    do_remove_order(player=anna, order_id=list_orders(anna, planned.pk)[0].id)
    bid(planned)
    assert awaited(planned) == [("red", "plan")]
    answer(planned, "red", [])
    do_resolve(planned.pk)
    assert len(list_orders(anna, planned.pk)) == 1


def test_a_default_played_at_the_deadline_does_not_stand(planned: Game, anna: Player, ben: Player) -> None:
    answer(planned, "black", [])
    late(planned)
    do_resolve(planned.pk)
    assert list_orders(anna, planned.pk) == []
    assert len(list_orders(ben, planned.pk)) == 1


def test_what_the_umpire_answers_does_not_stand(planned: Game, staff: Player, anna: Player) -> None:
    do_act_for(by=staff, request_id=asked(planned, "red").pk, answer=b"[]")
    answer(planned, "black", [])
    do_resolve(planned.pk)
    assert list_orders(anna, planned.pk) == []


def test_a_plan_that_stands_replaces_orders_of_its_kind_but_not_the_default(planned: Game, anna: Player) -> None:
    order(anna, planned, "plan", PLAN)
    order(anna, planned, "plan", PLAN, applies="deadline")
    order(anna, planned, "react", None)
    answer(planned, "red", [])
    answer(planned, "black", [])
    do_resolve(planned.pk)
    assert sorted((one.kind, one.order.applies, str(one.order.answer)) for one in list_orders(anna, planned.pk)) == [
        ("plan", "deadline", str(PLAN)),
        ("plan", "when_asked", "[]"),
        ("react", "when_asked", "None"),
    ]


def test_an_order_given_after_the_answer_is_the_later_word(planned: Game, anna: Player) -> None:
    answer(planned, "red", [])
    order(anna, planned, "plan", PLAN)
    answer(planned, "black", [])
    do_resolve(planned.pk)
    (row,) = list_orders(anna, planned.pk)
    assert row.order.answer == PLAN
    bid(planned)
    assert [answered for seat, answered, _ in given(planned, "plan") if seat == "red"] == [[], PLAN]


def test_plans_of_bots_stand_like_anybodys(planned: Game, staff: Player) -> None:
    for role in ("red", "black"):
        do_substitute(by=staff, game_id=planned.pk, role=role, bot="random")
    advance_slice(planned.pk)
    planned.refresh_from_db()
    assert planned.status == "over"
    assert {channel for _, _, channel in given(planned, "plan")[2:]} == {"standing"}


def test_a_plan_stands_at_once_in_the_run_that_takes_it(planned: Game, anna: Player, ben: Player) -> None:
    for player in (anna, ben):
        order(player, planned, "bid", "high")
    answer(planned, "red", PLAN)
    answer(planned, "black", [])
    do_resolve(planned.pk)
    planned.refresh_from_db()
    assert planned.status == "over"
    assert [channel for _, _, channel in given(planned, "plan")] == ["rest"] * 2 + ["standing"] * 4


def test_whoever_was_answered_for_has_a_stop_of_it_even_if_nothing_else_shows(planned: Game, anna: Player) -> None:
    order(anna, planned, "bid", "c05")
    row = order(anna, planned, "plan", [])
    do_rewind(by=Player.objects.create_superuser("ulla", "ulla@example.org"), game_id=planned.pk, number=1, reason="x")
    assert awaited(planned) == [("black", "plan")]
    before = get_view(get_access(anna, planned.pk)).stop
    answer(planned, "black", [])
    do_resolve(planned.pk)
    found = OpenRequest.objects.get(game=planned, outcome="standing")
    assert found.seat_stop == get_view(get_access(anna, planned.pk)).stop == before + 1
    assert order_behind(found) == row.pk.hex
