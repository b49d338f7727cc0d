"""Answers given ahead, by REST: every call, every refusal with its pointer, and nothing for anybody else's eyes."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import override_settings
from jsonschema import Draft202012Validator

from games.kernel.text import without_translations
from games.models import Game, OpenRequest, Player, StandingOrder
from games.services.lifecycle import do_abandon_game
from games.services.resolve.advance import do_resolve
from games.services.umpire import do_substitute
from tests.api.conftest import Caller, problem, wrong
from tests.gate.reading import headers_of
from tests.table import answer, asked, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

TRUMP: dict[str, Any] = {
    "kind": "react",
    "when": {"behind": True, "round": {"at_least": 2}, "leader": ["black"]},
    "answer": "trump",
}
HIGH: dict[str, Any] = {"kind": "bid", "answer": "high"}


def place(game: Game, rest: str = "") -> str:
    return f"games/{game.pk}/standing-orders/{rest}"


def add(caller: Caller, game: Game, **order: Any) -> Any:
    """The order as the server has it."""
    response = caller.post(place(game), order)
    assert response.status_code == 201, response.content
    return response.json()


def refused(caller: Caller, game: Game, order: Any, status: int, code: str) -> dict[str, str]:
    """The wrong fields of an order that is refused, which leaves nothing behind."""
    before = StandingOrder.objects.count()
    found = problem(caller.post(place(game), order), status, code)
    assert StandingOrder.objects.count() == before
    return wrong(found)


# --- the calls


def test_an_order_is_given_read_replaced_and_taken_back(red: Caller, running: Game) -> None:
    response = red.post(place(running), TRUMP)
    made = response.json()
    assert (response.status_code, response["ETag"]) == (201, '"1"')
    assert response["Location"].endswith(f"/standing-orders/{made['id']}/")
    assert made["when"] == TRUMP["when"]
    assert (made["seat"], made["kind"], made["answer"], made["applies"], made["lasts"], made["off"]) == (
        "red",
        "react",
        "trump",
        "when_asked",
        "game",
        None,
    )
    assert "trump" in made["text"]["en"]
    assert "切り札" in made["text"]["ja"]
    one = red.get(response["Location"])
    assert one.json() == made
    assert one["Cache-Control"] == "private, no-cache"
    put = red.put(place(running, f"{made['id']}/"), {"kind": "react", "answer": None, "lasts": "once"})
    assert (put.status_code, put["ETag"]) == (200, '"2"')
    assert put.json()["answer"] is None
    assert put.json()["lasts"] == "once"
    assert red.delete(place(running, f"{made['id']}/")).status_code == 204
    assert red.get(place(running)).json() == {"results": [], "next": None}


@pytest.mark.both_databases
def test_orders_are_listed_by_preference_and_laid_in_another(red: Caller, running: Game) -> None:
    first, second, third = (add(red, running, **order)["id"] for order in (TRUMP, HIGH, {**TRUMP, "answer": None}))
    assert [one["id"] for one in red.get(place(running)).json()["results"]] == [first, second, third]
    response = red.put(place(running, "preference/"), {"orders": [third, first, second]})
    assert response.status_code == 200
    assert [one["id"] for one in response.json()["results"]] == [third, first, second]
    assert [one["position"] for one in red.get(place(running), {"seat": "red"}).json()["results"]] == [0, 1, 2]


def test_each_kind_says_what_an_order_may_be(red: Caller, running: Game) -> None:
    add(red, running, **TRUMP)
    kinds = {one["kind"]: one for one in red.get(place(running, "kinds/")).json()["results"]}
    react, bid, plan = kinds["react"], kinds["bid"], kinds["plan"]
    assert (react["is_always_answered"], react["when_asked"], bid["is_always_answered"], bid["may_pass"]) == (
        True,
        1,
        False,
        False,
    )
    assert react["name"] == {"en": "trump", "ja": "切り札"}
    facts = {one["key"]: one for one in react["facts"]}
    assert facts["round"]["sort"] == "number"
    assert without_translations(facts["leader"]["values"][0]) == {"value": "red", "label": {"en": "Red", "ja": "赤"}}
    assert facts["leader"]["values"][0]["label"]["de"] == "Rot"
    assert {"value": "trump", "label": {"en": "trump", "ja": "trump"}} in react["answers"]
    assert plan["facts"] == []
    assert plan["plan"]["form"] == "plan_ahead"
    assert {"value": "react", "label": {"en": "trump", "ja": "切り札"}} in plan["plan"]["words"]
    for one in kinds.values():
        Draft202012Validator.check_schema(one["schema"])
        for example in one["examples"]:
            assert list(Draft202012Validator(one["schema"]).iter_errors(example)) == []
            assert red.post(place(running), example).status_code == 201


def test_an_order_that_its_schema_forbids_is_refused(red: Caller, running: Game) -> None:
    """The schema and the check agree."""
    kinds = {one["kind"]: one for one in red.get(place(running, "kinds/")).json()["results"]}
    for order in (
        {**TRUMP, "answer": "c99"},
        {**TRUMP, "when": {"weather": True}},
        {**TRUMP, "when": {"round": True}},
        {**TRUMP, "applies": "never"},
        {**HIGH, "answer": None},
        {"kind": "plan", "answer": [{"kind": "bid"}]},
    ):
        assert list(Draft202012Validator(kinds[order["kind"]]["schema"]).iter_errors(order))
        assert red.post(place(running), order).status_code in (400, 422)


@pytest.mark.both_databases
def test_a_question_that_comes_is_answered_by_the_order(red: Caller, running: Game) -> None:
    add(red, running, **HIGH)
    answer(running, "red")
    answer(running, "black")
    do_resolve(running.pk)
    answer(running, OpenRequest.objects.get(game=running, closed_at=None, kind="react").seat.role)
    do_resolve(running.pk)
    open_ = OpenRequest.objects.filter(game=running, closed_at=None, ready=False)
    assert [(row.seat.role, row.kind) for row in open_] == [("black", "bid")], "red is not asked"
    answer(running, "black")
    do_resolve(running.pk)
    bids = OpenRequest.objects.filter(game=running, seat__role="red", kind="bid").order_by("opened_at", "entry")
    assert [bid.outcome for bid in bids] == ["answered", "standing"]


def test_a_rehearsal_says_what_would_have_been_answered(red: Caller, running: Game) -> None:
    hand = red.get(f"games/{running.pk}/view/").json()["view"]["hand"]
    bid = asked(running, "red")
    answer(running, "red", min(hand))
    answer(running, "black")
    do_resolve(running.pk)
    tried = red.post(place(running, "preview/"), {"orders": [{**HIGH, "when": {"round": {"at_most": 1}}}]}).json()
    (one,) = [found for found in tried["results"] if found["decision"] == str(bid.pk)]
    assert (one["kind"], one["outcome"], one["answer"], one["answer_text"]["en"]) == (
        "bid",
        "answered",
        min(hand),
        min(hand),
    )
    wanted = next((card for card in hand if card > "c06"), None)
    assert (one["predicted_outcome"], one["predicted_order"], one["predicted_answer"]) == (
        ("standing", 0, wanted) if wanted else ("default", None, one["predicted_answer"])
    )
    assert one["prompt"]["ja"]
    assert one["explanation"]["en"]
    assert StandingOrder.objects.count() == 0
    without = red.post(place(running, "preview/")).json()["results"]
    assert {found["predicted_outcome"] for found in without} == {"asked"}
    add(red, running, **HIGH)
    kept = red.post(place(running, "preview/"), {}).json()["results"]
    assert {found["predicted_outcome"] for found in kept if found["kind"] == "bid"} <= {"standing", "default"}


def test_orders_may_be_given_before_the_game_begins(red: Caller, seated: Game) -> None:
    assert add(red, seated, **HIGH)["kind"] == "bid"
    assert red.post(place(seated, "preview/")).json()["results"] == []


# --- refusals, with their pointers


@pytest.mark.parametrize(
    ("order", "status", "pointers"),
    [
        ({}, 400, {"/kind": "required"}),
        ([], 400, {"": "type"}),
        ({**TRUMP, "lasts": "turn"}, 400, {"/lasts": "type"}),
        ({**TRUMP, "applies": "maybe", "note": 1}, 400, {"/applies": "type", "/note": "unknown_field"}),
        ({**TRUMP, "when": []}, 400, {"/when": "type"}),
        ({**TRUMP, "when": {"round": {"at_least": "2"}}}, 400, {"/when/round/at_least": "type"}),
        ({**TRUMP, "when": {"round": {"over": 2}}}, 400, {"/when/round/over": "unknown_field"}),
        ({**TRUMP, "when": {"leader": [1]}}, 400, {"/when/leader/0": "type"}),
        ({**TRUMP, "kind": "surrender"}, 422, {"/kind": "not_an_option"}),
        ({**TRUMP, "when": {"weather": True}}, 422, {"/when/weather": "unknown"}),
        ({**TRUMP, "when": {"behind": ["yes"]}}, 422, {"/when/behind": "type"}),
        ({**TRUMP, "when": {"round": True}}, 422, {"/when/round": "type"}),
        ({**TRUMP, "when": {"leader": []}}, 422, {"/when/leader": "type"}),
        ({**TRUMP, "when": {"leader": ["red", "pink"]}}, 422, {"/when/leader/1": "not_an_option"}),
        ({**TRUMP, "answer": "c99"}, 422, {"/answer": "not_an_option"}),
        ({**TRUMP, "answer": ["trump"]}, 422, {"/answer": "type"}),
        ({**TRUMP, "answer": 7}, 422, {"/answer": "type"}),
        ({"kind": "bid"}, 422, {"/answer": "required"}),
        ({"kind": "plan", "answer": "trump"}, 422, {"/answer": "type"}),
        ({"kind": "plan", "when": {"round": {}}, "answer": []}, 422, {"/when": "not_here"}),
        ({"kind": "plan", "answer": [{"kind": "react", "answer": "x"}]}, 422, {"/answer/0/answer": "not_an_option"}),
    ],
)
def test_an_order_that_can_never_fit_is_refused(
    red: Caller, running: Game, order: Any, status: int, pointers: dict[str, str]
) -> None:
    assert refused(red, running, order, status, "malformed" if status == 400 else "illegal") == pointers
    kept = add(red, running, **HIGH)
    if isinstance(order, dict):
        put = problem(
            red.put(place(running, f"{kept['id']}/"), order), status, "malformed" if status == 400 else "illegal"
        )
        assert wrong(put) == pointers
        tried = red.post(place(running, "preview/"), {"orders": [HIGH, order]})
        assert wrong(problem(tried, status, "malformed" if status == 400 else "illegal")) == {
            f"/orders/1{pointer}": code for pointer, code in pointers.items()
        }


def test_a_seat_has_no_more_orders_than_the_limit(red: Caller, running: Game) -> None:
    for _ in range(40):
        add(red, running, **HIGH)
    assert refused(red, running, HIGH, 400, "malformed") == {"": "count"}
    assert wrong(problem(red.post(place(running, "preview/"), {"orders": [HIGH] * 41}), 400, "malformed")) == {
        "/orders": "type"
    }


def test_an_order_of_preference_names_every_order_once(red: Caller, black: Caller, running: Game) -> None:
    first, second = (add(red, running, **HIGH)["id"] for _ in range(2))
    foreign = add(black, running, **HIGH)["id"]
    for orders in ([first], [first, second, second], [first, first], [first, foreign], [first, second, str(uuid4())]):
        response = red.put(place(running, "preference/"), {"orders": orders})
        assert wrong(problem(response, 400, "malformed")) == {"/orders": "malformed"}
    response = red.put(place(running, "preference/"), {"orders": ["first"]})
    assert wrong(problem(response, 400, "malformed")) == {"/orders/0": "type"}
    assert [one["id"] for one in red.get(place(running)).json()["results"]] == [first, second]


def test_an_order_replaced_elsewhere_is_not_overwritten(red: Caller, running: Game) -> None:
    one = place(running, f"{add(red, running, **HIGH)['id']}/")
    assert red.put(one, TRUMP, **{"If-Match": '"1"'}).status_code == 200
    problem(red.put(one, HIGH, **{"If-Match": '"1"'}), 412, "revision_replaced")
    problem(red.delete(one, **{"If-Match": '"1"'}), 412, "revision_replaced")
    assert red.get(one).json()["kind"] == "react"
    assert red.delete(one, **{"If-Match": '"2"'}).status_code == 204
    problem(red.delete(one), 404, "not_found")


@pytest.mark.parametrize("rest", ["", "kinds/"])
def test_a_query_that_is_none_is_refused(red: Caller, running: Game, rest: str) -> None:
    assert wrong(problem(red.get(place(running, rest), {"colour": "red"}), 400, "malformed")) == {
        "/colour": "unknown_field"
    }


def test_writing_is_limited_like_all_writing(red: Caller, running: Game) -> None:
    with override_settings(PBEM_WRITES_PER_MINUTE=2):
        assert [red.post(place(running), HIGH).status_code for _ in range(3)] == [201, 201, 429]
        assert red.get(place(running)).status_code == 200


def test_orders_end_with_the_game(red: Caller, umpire: Caller, running: Game) -> None:
    kept = add(red, running, **{**HIGH, "applies": "deadline"})
    assert isinstance(umpire.player, Player)
    do_abandon_game(player=umpire.player, game_id=running.pk)
    problem(red.post(place(running), HIGH), 409, "wrong_state")
    problem(red.put(place(running, f"{kept['id']}/"), HIGH), 409, "wrong_state")
    problem(red.delete(place(running, f"{kept['id']}/")), 409, "wrong_state")
    problem(red.put(place(running, "preference/"), {"orders": [kept["id"]]}), 409, "wrong_state")
    assert red.get(place(running)).status_code == 200
    assert red.get(place(running, "kinds/")).status_code == 200


def test_a_finished_game_is_still_rehearsed(red: Caller, running: Game) -> None:
    play_out(running)
    running.refresh_from_db()
    assert running.status == Game.Status.OVER
    tried = red.post(place(running, "preview/"), {"orders": [HIGH]}).json()["results"]
    assert {one["kind"] for one in tried} >= {"bid"}
    problem(red.post(place(running), HIGH), 409, "wrong_state")


# --- nobody else's business


def every_call(caller: Caller, game: Game, order: str) -> list[Any]:
    """What each call says about an order, without the ids that the caller gave."""
    one = place(game, f"{order}/")
    responses = [
        caller.get(one),
        caller.put(one, HIGH),
        caller.put(one, {"kind": 3}),
        caller.put(one, HIGH, **{"If-Match": '"1"'}),
        caller.delete(one),
        caller.delete(one, **{"If-Match": '"9"'}),
    ]
    return [(found.status_code, found.content.replace(order.encode(), b"ID")) for found in responses]


def test_another_seats_order_answers_like_none(red: Caller, black: Caller, stranger: Caller, running: Game) -> None:
    foreign, unknown = add(black, running, **TRUMP)["id"], str(uuid4())
    for caller in (red, stranger):
        assert every_call(caller, running, foreign) == every_call(caller, running, unknown)
        problem(caller.get(place(running, f"{foreign}/")), 404, "not_found")
    assert black.get(place(running, f"{foreign}/")).status_code == 200


def test_an_order_is_found_in_its_own_game_only(red: Caller, running: Game, pirates: Game) -> None:
    mine, unknown = add(red, running, **HIGH)["id"], str(uuid4())
    assert every_call(red, pirates, mine) == every_call(red, pirates, unknown)
    assert red.get(place(running, f"{mine}/")).status_code == 200


@pytest.mark.parametrize("seat", ["black", "pink", "public", "umpire"])
def test_a_seat_that_is_not_mine_is_none(red: Caller, running: Game, seat: str) -> None:
    for response in (
        red.get(place(running), {"seat": seat}),
        red.get(place(running, "kinds/"), {"seat": seat}),
        red.post(place(running), {**HIGH, "seat": seat}),
        red.post(place(running, "preview/"), {"seat": seat}),
        red.put(place(running, "preference/"), {"orders": [], "seat": seat}),
    ):
        problem(response, 404, "not_found")


def test_spectators_staff_and_nobody_have_no_orders(
    stranger: Caller, umpire: Caller, nobody: Caller, running: Game
) -> None:
    for caller, status, code in (
        (stranger, 404, "not_found"),
        (umpire, 404, "not_found"),
        (nobody, 401, "not_authenticated"),
    ):
        for response in (
            caller.get(place(running)),
            caller.get(place(running, "kinds/")),
            caller.post(place(running), HIGH),
            caller.post(place(running, "preview/")),
            caller.put(place(running, "preference/"), {"orders": []}),
        ):
            problem(response, status, code)


def test_a_game_that_is_none_has_none(red: Caller) -> None:
    for rest in ("", "kinds/"):
        problem(red.get(f"games/{uuid4()}/standing-orders/{rest}"), 404, "not_found")
    problem(red.post(f"games/{uuid4()}/standing-orders/", HIGH), 404, "not_found")


def all_that_can_be_read(caller: Caller, game: Game) -> list[Any]:
    """Everything that a seat can ask for about a game, headers included."""
    paths = ["", "view/", "board.svg", "events/", "notices/", "dice/", "standing-orders/", "standing-orders/kinds/"]
    found = [caller.get(f"games/{game.pk}/{path}") for path in paths]
    found += [caller.get("decisions/"), caller.get("games/"), caller.post(place(game, "preview/"), {"orders": [HIGH]})]
    if caller.player is not None and caller.player.seats.filter(game=game).exists():
        found.append(caller.get(caller.decision(game)))
    return [(one.status_code, headers_of(one), one.content) for one in found]


@pytest.mark.both_databases
def test_nobody_learns_that_an_order_was_given_changed_or_taken_back(
    red: Caller, black: Caller, stranger: Caller, running: Game
) -> None:
    def seen() -> list[Any]:
        return [all_that_can_be_read(caller, running) for caller in (red, stranger)]

    before = seen()
    first = add(black, running, **TRUMP)["id"]
    second = add(black, running, **HIGH)["id"]
    assert seen() == before
    black.put(place(running, f"{first}/"), {**TRUMP, "applies": "deadline"})
    black.put(place(running, "preference/"), {"orders": [second, first]})
    assert seen() == before
    do_resolve(running.pk)
    assert seen() == before
    black.delete(place(running, f"{second}/"))
    assert seen() == before


def test_a_substitute_finds_nothing_of_the_one_before(
    red: Caller, umpire: Caller, stranger: Caller, running: Game
) -> None:
    order = add(red, running, **TRUMP)["id"]
    assert isinstance(umpire.player, Player)
    do_substitute(by=umpire.player, game_id=running.pk, role="red", player=stranger.player)
    assert stranger.get(place(running)).json()["results"] == []
    problem(stranger.get(place(running, f"{order}/")), 404, "not_found")
    problem(red.get(place(running, f"{order}/")), 404, "not_found")
    problem(red.get(place(running)), 404, "not_found")
