"""The page of standing orders: written, tried, laid in order and taken back without JavaScript."""

import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from games.kernel.title import Title
from games.models import Game, OpenRequest, Player, StandingOrder
from games.persistence.standing_orders import load_order
from games.services.creation import do_create_game
from games.services.lifecycle import do_abandon_game, do_join_game, do_start_game
from games.services.resolve.advance import do_resolve
from games.services.standing_orders import do_add_order, do_replace_order
from tests.pages.conftest import browser
from tests.table import answer, asked

pytestmark = pytest.mark.django_db

ROW = {"row.0.order": "0"}


def page_of(game: Game, query: str = "") -> str:
    return reverse("standing_orders", args=[game.pk]) + query


def kept(game: Game, role: str = "red") -> list[dict[str, Any]]:
    """The orders of a seat as they were written, without what is usual."""
    rows = StandingOrder.objects.filter(game=game, seat__role=role).order_by("position")
    orders = [msgspec.to_builtins(load_order(row)) for row in rows]
    usual = {"when": {}, "applies": "when_asked", "lasts": "game"}
    return [{name: value for name, value in one.items() if usual.get(name, ...) != value} for one in orders]


def give(game: Game, player: Player, **raw: Any) -> StandingOrder:
    return do_add_order(player=player, game_id=game.pk, raw=raw)


def test_an_order_is_added_with_its_conditions(as_anna: Client, running: Game) -> None:
    text = as_anna.get(page_of(running, "?add=react")).content.decode()
    for control in (
        'name="row.0.answer"',
        'name="row.0.when.behind"',
        'name="row.0.when.round.least"',
        'type="checkbox" name="row.0.when.leader" value="black"',
    ):
        assert control in text
    given = {
        **ROW,
        "kind": "react",
        "row.0.answer": "trump",
        "row.0.when.behind": "yes",
        "row.0.when.round.least": "2",
        "row.0.when.leader": ["red", "black"],
        "lasts": "once",
        "applies": "when_asked",
        "do": "save",
    }
    response = as_anna.post(page_of(running, "?seat=red"), given)
    assert response["Location"] == page_of(running, "?seat=red")
    when = {"behind": True, "round": {"at_least": 2}, "leader": ["red", "black"]}
    assert kept(running) == [{"kind": "react", "when": when, "answer": "trump", "lasts": "once"}]
    text = as_anna.get(response["Location"]).content.decode()
    assert "Your standing order is kept." in text
    assert "trump (round ≥ 2, behind, leader Red/Black)" in text
    assert "standing order set" in text


def test_a_new_order_without_an_answer_is_refused_beside_the_field(as_anna: Client, running: Game) -> None:
    response = as_anna.post(page_of(running), {**ROW, "kind": "react", "do": "save", "row.0.when.behind": "no"})
    text = response.content.decode()
    assert response.status_code == 422
    assert "Choose an answer." in text
    assert '<option value="no" selected>' in text, "what was entered is kept"
    assert kept(running) == []


def test_a_request_without_a_rule_keeps_none(as_anna: Client, running: Game) -> None:
    """Not even one that passes."""
    assert as_anna.post(page_of(running), {"kind": "react", "do": "save"}).status_code == 422
    assert kept(running) == []


@pytest.mark.parametrize(
    "given",
    [
        {"row.0.answer": "c99"},
        {"row.0.answer": "trump", "row.0.when.leader": "pink"},
        {"row.0.answer": "trump", "row.0.when.round.least": "two"},
        {"row.0.answer": "trump", "lasts": "for ever"},
        {"row.0.answer": "trump", "applies": "never"},
    ],
)
def test_an_order_that_can_never_fit_is_refused(as_anna: Client, running: Game, given: dict[str, str]) -> None:
    for do in ("save", "try"):
        response = as_anna.post(page_of(running), {**ROW, "kind": "react", **given, "do": do})
        assert response.status_code == 422
        assert response.content.decode().count('class="problem"') == 1
    assert kept(running) == []


def test_passing_is_an_answer(as_anna: Client, running: Game) -> None:
    as_anna.post(
        page_of(running), {**ROW, "kind": "react", "row.0.answer": "pass", "applies": "deadline", "do": "save"}
    )
    assert kept(running) == [{"kind": "react", "answer": None, "applies": "deadline"}]
    text = as_anna.get(page_of(running)).content.decode()
    assert "only when time is up" in text
    assert "standing order set" not in text


def test_an_order_is_changed_where_it_stands(as_anna: Client, anna: Player, running: Game) -> None:
    first = give(running, anna, kind="bid", when={"round": {"at_most": 2}}, answer="high")
    give(running, anna, kind="bid", answer="low")
    text = as_anna.get(page_of(running, f"?change={first.pk}")).content.decode()
    assert '<option value="high" selected>' in text
    assert 'name="row.0.when.round.most" value="2"' in text
    given = {**ROW, "kind": "bid", "order": str(first.pk), "revision": "1", "row.0.answer": "trump", "do": "save"}
    assert as_anna.post(page_of(running), given).status_code == 302
    assert kept(running) == [{"kind": "bid", "answer": "trump"}, {"kind": "bid", "answer": "low"}]


def test_an_order_changed_elsewhere_is_not_overwritten(as_anna: Client, anna: Player, running: Game) -> None:
    row = give(running, anna, kind="bid", answer="low")
    do_replace_order(player=anna, order_id=row.pk, raw={"kind": "bid", "answer": "high"})
    given = {**ROW, "kind": "bid", "order": str(row.pk), "revision": "1", "row.0.answer": "trump", "do": "save"}
    response = as_anna.post(page_of(running), given)
    assert response.status_code == 409
    assert 'name="revision" value="2"' in response.content.decode()
    assert kept(running) == [{"kind": "bid", "answer": "high"}]


def test_orders_of_one_kind_are_moved_among_themselves(as_anna: Client, anna: Player, running: Game) -> None:
    high = give(running, anna, kind="bid", answer="high")
    give(running, anna, kind="react", answer="trump")
    low = give(running, anna, kind="bid", answer="low")
    as_anna.post(page_of(running), {"do": f"higher:{low.pk}"})
    assert [one["answer"] for one in kept(running)] == ["low", "trump", "high"]
    as_anna.post(page_of(running), {"do": f"lower:{low.pk}"})
    as_anna.post(page_of(running), {"do": f"lower:{low.pk}"})
    as_anna.post(page_of(running), {"do": f"higher:{high.pk}"})
    assert [one["answer"] for one in kept(running)] == ["high", "trump", "low"]


def test_an_order_is_taken_back(as_anna: Client, anna: Player, running: Game) -> None:
    row = give(running, anna, kind="bid", answer="high")
    response = as_anna.post(page_of(running), {"do": f"delete:{row.pk}"}, follow=True)
    assert "The standing order is taken back." in response.content.decode()
    assert kept(running) == []


def test_get_never_acts(as_anna: Client, anna: Player, running: Game) -> None:
    row = give(running, anna, kind="bid", answer="high")
    for query in (
        f"?do=delete:{row.pk}",
        "?add=react&do=save&kind=react&row.0.order=0&row.0.answer=trump",
        "?preview=1",
    ):
        assert as_anna.get(page_of(running, query)).status_code == 200
    assert kept(running) == [{"kind": "bid", "answer": "high"}]


def test_orders_are_written_as_lines_of_text(as_anna: Client, anna: Player, running: Game) -> None:
    give(running, anna, kind="bid", answer="low")
    text = "# my orders\nreact trump behind=yes round=2..3\nbid high holding=c11,c12\nreact pass\n"
    assert as_anna.post(page_of(running), {"how": "text", "text": text, "do": "save"}).status_code == 302
    assert kept(running)[1:] == [
        {"kind": "react", "when": {"behind": True, "round": {"at_least": 2, "at_most": 3}}, "answer": "trump"},
        {"kind": "bid", "when": {"holding": ["c11", "c12"]}, "answer": "high"},
        {"kind": "react", "answer": None},
    ]


@pytest.mark.parametrize("text", ["", "surrender now", "react trump round=many", "react c99", "bid high\nbid"])
def test_lines_that_are_no_orders_are_refused_together(as_anna: Client, running: Game, text: str) -> None:
    response = as_anna.post(page_of(running), {"how": "text", "text": text, "do": "save"})
    assert response.status_code == 422
    assert 'class="problem"' in response.content.decode()
    assert kept(running) == []


def test_an_order_is_tried_on_the_last_questions_and_not_kept(as_anna: Client, running: Game) -> None:
    bid = answer_both(running)
    given = {**ROW, "kind": "bid", "row.0.answer": bid, "do": "try"}
    text = as_anna.post(page_of(running), given).content.decode()
    rows = re.findall(r"<dt>Answered</dt><dd><b>(\w+)</b>.*?<dt>Would be</dt><dd><b>(\w+)</b>", text, re.S)
    assert (bid, bid) in rows
    assert "by standing order" in text
    assert f'<option value="{bid}" selected>' in text
    lines = as_anna.post(page_of(running), {"how": "text", "text": f"bid {bid}", "do": "try"}).content.decode()
    assert "by standing order" in lines
    assert f"bid {bid}</textarea>" in lines
    assert kept(running) == []
    assert "you would be asked" in as_anna.get(page_of(running, "?preview=1")).content.decode()


def answer_both(game: Game) -> str:
    """Red's first bid."""
    hand = answer(game, "red").answer
    answer(game, "black")
    do_resolve(game.pk)
    return str(hand)


def test_a_changed_order_is_tried_in_its_place(as_anna: Client, anna: Player, running: Game) -> None:
    bid = answer_both(running)
    row = give(running, anna, kind="bid", when={"round": {"at_least": 9}}, answer="high")
    assert "by standing order" not in as_anna.get(page_of(running, "?preview=1")).content.decode()
    given = {**ROW, "kind": "bid", "order": str(row.pk), "row.0.answer": bid, "do": "try"}
    text = as_anna.post(page_of(running), given).content.decode()
    assert "by standing order" in text
    assert kept(running)[0]["answer"] == "high"


def test_an_order_that_was_switched_off_says_why(as_anna: Client, anna: Player, running: Game) -> None:
    row = give(running, anna, kind="react", answer="c01")
    reason = {"en": "c01 has been played.", "ja": "c01は使用済みです。"}
    StandingOrder.objects.filter(pk=row.pk).update(off_at=row.created_at, off_reason=reason)
    text = as_anna.get(page_of(running)).content.decode()
    assert "c01 has been played." in text
    assert "Switched off:" in text


def test_an_example_fills_the_editor(as_anna: Client, running: Game) -> None:
    text = as_anna.get(page_of(running)).content.decode()
    assert "add=react&amp;example=0" in text
    text = as_anna.get(page_of(running, "?add=react&example=0")).content.decode()
    assert '<option value="trump" selected>' in text
    assert 'name="row.0.when.round.least" value="2"' in text
    assert as_anna.get(page_of(running, "?add=react&example=7")).status_code == 200


# --- plans


@pytest.fixture
def planned(toy: Title[Any], anna: Player, ben: Player) -> Game:
    """A game at whose rounds both seats are asked for a plan."""
    game = do_create_game(host=anna, title="toy", scenario="standard", options={"planned": True})
    do_join_game(player=anna, game_id=game.pk, role="red")
    do_join_game(player=ben, game_id=game.pk, role="black")
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    return game


RULES = {
    "row.0.order": "0",
    "row.0.answer": "trump",
    "row.0.when.behind": "yes",
    "row.1.order": "0",
    "row.1.answer": "pass",
}
AS_JSON = [
    {"kind": "react", "when": {"behind": True}, "answer": "trump"},
    {"kind": "react", "when": {}, "answer": None},
]


def test_a_plan_is_an_order_with_rows(as_anna: Client, planned: Game) -> None:
    text = as_anna.get(page_of(planned, "?add=plan")).content.decode()
    assert "No rules yet" in text
    text = as_anna.post(page_of(planned), {"kind": "plan", "do": "add:0"}).content.decode()
    assert 'id="row-0"' in text
    text = as_anna.post(page_of(planned), {"kind": "plan", **RULES, "do": "down:0"}).content.decode()
    assert text.index('value="pass" selected') < text.index('value="trump" selected')
    text = as_anna.post(page_of(planned), {"kind": "plan", **RULES, "do": "remove:1"}).content.decode()
    assert 'id="row-1"' not in text
    assert as_anna.post(page_of(planned), {"kind": "plan", **RULES, "do": "save"}).status_code == 302
    (order,) = kept(planned)
    assert order["kind"] == "plan"
    assert order["answer"] == AS_JSON
    row = StandingOrder.objects.get(game=planned)
    assert 'id="row-1"' in as_anna.get(page_of(planned, f"?change={row.pk}")).content.decode()
    wrong = as_anna.post(page_of(planned), {"kind": "plan", "row.0.order": "0", "do": "save"})
    assert wrong.status_code == 422
    assert "Choose an answer." in wrong.content.decode()


def test_a_plan_that_is_asked_for_is_answered_on_its_page(as_anna: Client, planned: Game) -> None:
    request = asked(planned, "red")
    assert request.kind == "plan"
    place = reverse("decision", args=[request.pk])
    text = as_anna.get(place).content.decode()
    assert "No rules yet" in text
    assert f"?seat=red&amp;add={request.kind}#editor" in text
    given = {**RULES, "revision": "0"}
    checked = as_anna.post(place, {**given, "do": "check"}).content.decode()
    assert "trump: trump (behind)" in checked
    response = as_anna.post(place, {**given, "do": "submit"})
    receipt = as_anna.get(response["Location"]).content.decode()
    assert "trump: trump (behind)" in receipt
    assert "react trump behind=yes" in receipt
    again = as_anna.get(place).content.decode()
    assert '<option value="trump" selected>' in again
    by_text = {"how": "text", "text": "react pass round=..2", "do": "submit", "revision": "1"}
    assert as_anna.post(place, by_text).status_code == 302


# --- where it is linked, and who may see it


def test_the_game_and_its_decisions_lead_to_the_page(as_anna: Client, as_staff: Client, running: Game) -> None:
    link = page_of(running, "?seat=red")
    place = reverse("game", args=[running.pk])
    assert link in as_anna.get(place).content.decode()
    assert "standing-orders" not in as_staff.get(place).content.decode()
    decision = as_anna.get(reverse("decision", args=[asked(running, "red").pk])).content.decode()
    assert f"{link}&amp;add=bid#editor" in decision


def test_nobody_else_has_the_page(as_ben: Client, as_staff: Client, anna: Player, ben: Player, running: Game) -> None:
    row = give(running, anna, kind="bid", answer="high")
    carl = browser(Player.objects.create_user("carl", "carl@example.org", "pw"))
    for client in (carl, as_staff):
        assert client.get(page_of(running)).status_code == 404
        assert client.post(page_of(running), {"do": f"delete:{row.pk}"}).status_code == 404
    assert as_ben.get(page_of(running, "?seat=red")).status_code == 404
    calls: list[Callable[[str], Any]] = [
        lambda which: as_ben.get(page_of(running, f"?change={which}")),
        lambda which: as_ben.post(page_of(running), {"do": f"delete:{which}"}),
        lambda which: as_ben.post(page_of(running), {"do": f"higher:{which}"}),
        lambda which: as_ben.post(page_of(running), {**ROW, "kind": "bid", "order": which, "do": "save"}),
    ]
    for call in calls:
        refused, absent = call(str(row.pk)), call(str(uuid4()))
        assert refused.status_code == 404
        assert without_token(refused) == without_token(absent)
    assert kept(running) == [{"kind": "bid", "answer": "high"}]
    assert client.get(page_of(Game(pk=uuid4()))).status_code == 404


def without_token(response: Any) -> str:
    return re.sub(r'(csrfmiddlewaretoken" value=")\w+', r"\1", response.content.decode())


@pytest.mark.parametrize("query", ["?add=surrender", "?change=nonsense"])
def test_what_does_not_exist_is_not_found(as_anna: Client, running: Game, query: str) -> None:
    assert as_anna.get(page_of(running, query)).status_code == 404
    assert as_anna.post(page_of(running), {"kind": "surrender", "do": "save"}).status_code == 404


@pytest.mark.parametrize("do", ["", "nonsense", "add:9", "remove:", "up:x", "higher:", "delete"])
def test_buttons_that_do_not_exist_keep_nothing(as_anna: Client, running: Game, do: str) -> None:
    response = as_anna.post(page_of(running), {**ROW, "kind": "react", "row.0.answer": "trump", "do": do})
    assert response.status_code in (200, 404)
    assert kept(running) == []


def test_an_ended_game_takes_no_orders(as_anna: Client, anna: Player, staff: Player, running: Game) -> None:
    row = give(running, anna, kind="bid", answer="high")
    do_abandon_game(player=staff, game_id=running.pk)
    text = as_anna.get(page_of(running)).content.decode()
    assert "This game has ended" in text
    assert "Add an order" not in text
    response = as_anna.post(page_of(running), {"do": f"delete:{row.pk}"}, follow=True)
    assert "This game has ended." in response.content.decode()
    given = {**ROW, "kind": "bid", "row.0.answer": "low", "do": "save"}
    assert as_anna.post(page_of(running), given).status_code == 409
    assert kept(running) == [{"kind": "bid", "answer": "high"}]


def test_the_page_speaks_japanese(as_ben: Client, ben: Player, running: Game) -> None:
    give(running, ben, kind="react", when={"behind": False, "leader": ["red"]}, answer="trump")
    text = as_ben.get(page_of(running, "?add=react")).content.decode()
    for words in ("予約命令", "trump（劣勢ではない、首位 赤）", "ラウンド", "保存"):
        assert words in text


def test_a_question_that_comes_is_answered_by_the_order(as_anna: Client, running: Game) -> None:
    as_anna.post(page_of(running), {**ROW, "kind": "bid", "row.0.answer": "high", "do": "save"})
    answer_both(running)
    answer(running, asked_for(running, "react").seat.role)
    do_resolve(running.pk)
    answer(running, asked_for(running, "bid").seat.role)
    do_resolve(running.pk)
    bids = OpenRequest.objects.filter(game=running, seat__role="red", kind="bid").order_by("opened_at", "entry")
    assert [bid.outcome for bid in bids] == ["answered", "standing"]


def asked_for(game: Game, kind: str) -> OpenRequest:
    """The only question that is open."""
    return OpenRequest.objects.select_related("seat").get(game=game, kind=kind, closed_at=None)


def test_the_reaction_plan_of_a_sealed_turn_is_made_on_its_page(anna: Player, ben: Player) -> None:
    """In The Kaiser's Pirates at tempo "sealed": made with rows, kept as the seat's standing order, not asked again."""
    options = {"tempo": "sealed"}
    game = do_create_game(host=anna, title="pirates", scenario="two_players", options=options, name="Cocos Island")
    for player, role in ((anna, "red"), (ben, "black")):
        do_join_game(player=player, game_id=game.pk, role=role)
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    request = OpenRequest.objects.select_related("seat__player").get(game=game, kind="reactions", closed_at=None)
    assert request.seat.player is not None
    client, place = browser(request.seat.player), reverse("decision", args=[request.pk])
    text = client.post(place, {"do": "add:0"}).content.decode()
    assert 'name="row.0.when.value.least"' in text
    given = {"row.0.order": "0", "row.0.answer": "minesweeper", "row.0.when.value.least": "7"}
    response = client.post(place, {**given, "do": "submit", "revision": "0"})
    assert response.status_code == 302
    assert "react minesweeper value=7.." in client.get(response["Location"]).content.decode()
    other = OpenRequest.objects.select_related("seat").filter(game=game, closed_at=None).exclude(pk=request.pk)
    for one in other:
        answer(game, one.seat.role)
    do_resolve(game.pk)
    (order,) = kept(game, request.seat.role)
    assert order["kind"] == "reactions"
    assert order["answer"][0]["answer"] == "minesweeper"
    assert client.get(page_of(game, "?add=reactions")).status_code == 200


def test_orders_are_offered_for_questions_that_the_game_may_ask(anna: Player, as_anna: Client) -> None:
    """Chases of fast ships need an option of The Kaiser's Pirates."""
    for options in ({}, {"fast_raiders": True}):
        game = do_create_game(host=anna, title="pirates", scenario="two_players", options=options, name="Cocos Island")
        do_join_game(player=anna, game_id=game.pk, role="red")
        page = as_anna.get(page_of(game)).content.decode()
        assert "A prize after an intercept" in page
        assert ("My raider and a fast ship" in page) == bool(options)
        assert as_anna.get(page_of(game, "?add=chase")).status_code == (200 if options else 404)
