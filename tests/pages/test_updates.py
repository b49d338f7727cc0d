"""Open pages learn that something happened: what the endpoint says, to whom, and what it never tells."""

import re
from collections.abc import Callable
from importlib import import_module
from typing import Any

import msgspec
import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.models import Game, MessageCopy, OpenRequest, Player, Seat
from games.persistence.absence_policy import AbsencePolicy, dump_absence_policy
from games.services.advice import do_advise
from games.services.invitations import do_invite
from games.services.messages import do_send_message
from games.services.reserve_calls import begin_reserve_call
from games.services.reserves import do_call_reserves, do_volunteer
from games.services.resolve.advance import do_resolve
from pbem.web.pages.views.updates import MAX_UPDATES_PER_MINUTE
from tests.pages.conftest import browser
from tests.table import answer, asked, example

pytestmark = pytest.mark.django_db
MOST_QUERIES = 8
"""The session, the player and at most six queries for the updates."""


def paths(game: Game, seat: str) -> list[str]:
    """The endpoint as the desk and the pages of the game ask it."""
    base = reverse("updates")
    return [base, f"{base}?game={game.pk}", f"{base}?game={game.pk}&seat={seat}", f"{base}?game={game.pk}&seat=public"]


def updates(client: Client, game: Game | None = None) -> Any:
    response = client.get(reverse("updates") + (f"?game={game.pk}" if game else ""))
    assert response.status_code == 200
    return response.json()


def test_it_counts_the_own_questions_and_messages(as_anna: Client, running: Game, ben: Player) -> None:
    before = updates(as_anna)
    assert set(before) == {"open", "unread", "state"}
    assert (before["open"], before["unread"]) == (1, 0)
    do_send_message(player=ben, game_id=running.pk, seat="black", to=("red",), text="Hello")
    after = updates(as_anna)
    assert (after["open"], after["unread"]) == (1, 1)
    assert after["state"] != before["state"]
    MessageCopy.objects.update(read_at="2027-01-01T00:00:00Z")
    assert updates(as_anna) == before
    answer(running, "red")
    own = updates(as_anna)
    assert own["open"] == 0
    assert own["state"] != before["state"]


def test_a_new_stop_changes_the_page_of_the_game(as_anna: Client, running: Game) -> None:
    before = updates(as_anna, running)
    assert updates(as_anna, running) == before
    for role in ("red", "black"):
        answer(running, role)
    do_resolve(running.pk)
    assert updates(as_anna, running)["state"] != before["state"]


def test_a_new_player_changes_the_page_of_an_open_game(as_anna: Client, announced: Game, ben: Player) -> None:
    before = updates(as_anna, announced)["state"]
    Seat.objects.filter(game=announced, role="black").update(kind="player", player=ben)
    assert updates(as_anna, announced)["state"] != before


def read(player: Player, game: Game, seat: str, deed: Callable[[], object]) -> list[tuple[int, bytes, Any]]:
    """All bytes and headers that the player's pages get after the deed, in a world that is gone afterwards."""
    client = browser(player)
    with transaction.atomic():
        deed()
        found = [client.get(path) for path in paths(game, seat)]
        transaction.set_rollback(True)
    return [(one.status_code, one.content, sorted(one.headers.items())) for one in found]


@pytest.mark.parametrize(("reader", "seat", "other"), [("anna", "red", "black"), ("ben", "black", "red")])
@pytest.mark.parametrize("answers_first", [False, True])
def test_nothing_tells_that_another_seat_has_answered(
    running: Game, anna: Player, ben: Player, reader: str, seat: str, other: str, *, answers_first: bool
) -> None:
    """The same bytes, headers and tags, whether the reader has answered or not."""
    player = {"anna": anna, "ben": ben}[reader]
    if answers_first:
        answer(running, seat)
    here = read(player, running, seat, lambda: None)
    there = read(player, running, seat, lambda: answer(running, other))
    assert [status for status, _body, _headers in here] == [200] * 4
    assert here == there


def test_nothing_tells_an_observer_who_has_answered(running: Game, staff: Player) -> None:
    here = read(staff, running, "public", lambda: None)
    there = read(staff, running, "public", lambda: (answer(running, "red"), answer(running, "black")))
    assert here == there


def test_a_message_between_others_changes_nothing(running: Game, ben: Player, staff: Player) -> None:
    here = read(staff, running, "public", lambda: None)
    there = read(
        staff, running, "public",
        lambda: do_send_message(player=ben, game_id=running.pk, seat="black", to=("red",), text="Hello"),
    )  # fmt: skip
    assert here == there


def call_reserve(game: Game, player: Player) -> None:
    """Ask a reserve of the game to take the seat of red."""
    Game.objects.filter(pk=game.pk).update(absence=dump_absence_policy(AbsencePolicy(after=2, reserves=True)))
    do_volunteer(player=player, game_id=game.pk)
    begin_reserve_call(Seat.objects.get(game=game, role="red"))
    do_call_reserves(timezone.now())


@pytest.fixture
def emil(db: None) -> Player:
    return Player.objects.create_user("emil", "emil@example.org", "pw")


def test_a_call_for_a_reserve_changes_the_pages_of_the_one_who_is_called(
    running: Game, emil: Player, anna: Player, ben: Player
) -> None:
    called = read(emil, running, "public", lambda: call_reserve(running, emil))
    quiet = read(emil, running, "public", lambda: None)
    assert all(there != here for there, here in zip(called, quiet, strict=True))
    for other in (anna, ben):
        there = read(other, running, "", lambda: call_reserve(running, emil))
        assert there == read(other, running, "", lambda: None)


def test_an_invitation_by_name_changes_the_desk_of_the_invited_player_only(
    announced: Game, emil: Player, anna: Player, ben: Player
) -> None:
    def invite() -> None:
        do_invite(by=anna, game_id=announced.pk, role="black", player="emil")

    desk = 0
    assert read(emil, announced, "", invite)[desk] != read(emil, announced, "", lambda: None)[desk]
    assert read(ben, announced, "", invite) == read(ben, announced, "", lambda: None)


def test_a_question_to_advise_on_changes_the_pages_of_the_adviser(council: Game, carl: Player) -> None:
    """It is withdrawn with its question. The adviser's own draft changes them, too."""
    request = asked(council, "red")

    def advise() -> None:
        do_advise(player=carl, request_id=request.pk, answer=msgspec.json.encode(example(request)))

    def close() -> None:
        OpenRequest.objects.filter(pk=request.pk).update(closed_at=timezone.now())

    quiet = read(carl, council, "green", lambda: None)
    for deed in (advise, close):
        assert read(carl, council, "green", deed)[0] != quiet[0], deed.__name__


@pytest.mark.parametrize("other", ["ben", "dora"])
def test_nothing_tells_others_of_advice_nor_the_adviser_of_answers(council: Game, carl: Player, other: str) -> None:
    request, player = asked(council, "red"), Player.objects.get(username=other)

    def advise() -> None:
        do_advise(player=carl, request_id=request.pk, answer=msgspec.json.encode(example(request)))

    assert read(player, council, "", advise) == read(player, council, "", lambda: None)
    assert read(carl, council, "green", lambda: answer(council, "red")) == read(carl, council, "green", lambda: None)


def test_an_unchanged_answer_has_no_body(as_anna: Client, running: Game) -> None:
    path = paths(running, "red")[1]
    first = as_anna.get(path)
    again = as_anna.get(path, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert first["Cache-Control"] == "private, no-store"
    answer(running, "red")
    assert as_anna.get(path, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_visitors_and_strangers_learn_nothing(client: Client, as_ben: Client, announced: Game) -> None:
    assert client.get(reverse("updates")).status_code == 401
    assert client.get(reverse("updates")).content == b""
    Game.objects.update(visibility="private")
    for path in (f"?game={announced.pk}", "?game=nothing", "?game=00000000-0000-4000-8000-000000000000"):
        assert as_ben.get(reverse("updates") + path).status_code == 404


def test_it_costs_few_queries(as_anna: Client, running: Game) -> None:
    for path in paths(running, "red"):
        as_anna.get(path)
        with CaptureQueriesContext(connection) as queries:
            as_anna.get(path)
        assert len(queries) <= MOST_QUERIES, [one["sql"] for one in queries]


def test_a_page_that_asks_too_often_is_told_when_to_ask_again(as_anna: Client, monkeypatch: Any) -> None:
    cache.clear()
    monkeypatch.setattr("pbem.web.pages.views.updates.MAX_UPDATES_PER_MINUTE", 2)
    assert MAX_UPDATES_PER_MINUTE >= 60, "a dozen pages ask four times a minute"
    answers = [as_anna.get(reverse("updates")) for _ in range(3)]
    assert [one.status_code for one in answers] == [200, 200, 429]
    assert 1 <= int(answers[-1]["Retry-After"]) <= 60


def test_pages_name_the_endpoint_and_their_state(as_anna: Client, running: Game) -> None:
    for page, path in (("/", reverse("updates")), (f"/games/{running.pk}/?seat=red", paths(running, "red")[2])):
        text = as_anna.get(page).content.decode()
        found = re.search(r'<body data-updates="([^"]+)" data-state="(\w+)"', text)
        assert found is not None
        assert found[1].replace("&amp;", "&") == path
        assert found[2] == as_anna.get(path).json()["state"]
        assert "pages/updates" in text
        assert "<title>(1) " in text


@pytest.mark.parametrize("view", ["home", "game_page"])
def test_what_changes_while_a_page_is_made_is_news_for_it(
    as_anna: Client, running: Game, monkeypatch: Any, view: str
) -> None:
    """The worker asks the first question after the page has read that there is none: the page must come again."""
    module = f"pbem.web.pages.views.{view}"
    asked = import_module(module).list_decisions

    def read_too_early(*args: Any, **how: Any) -> Any:
        found = list(asked(*args, **how))
        OpenRequest.objects.filter(game=running, seat__player__username="anna").update(revision=7)
        return found

    monkeypatch.setattr(f"{module}.list_decisions", read_too_early)
    page, path = ("/", paths(running, "red")[0])
    if view == "game_page":
        page, path = f"/games/{running.pk}/?seat=red", paths(running, "red")[2]
    found = re.search(r'data-state="(\w+)"', as_anna.get(page).content.decode())
    assert found is not None
    assert found[1] != as_anna.get(path).json()["state"]


def test_visitors_have_no_script_that_asks(client: Client) -> None:
    text = client.get("/").content.decode()
    assert "data-updates" not in text
    assert "pages/updates" not in text


def test_the_receipt_offers_the_next_question(as_anna: Client, as_ben: Client, running: Game) -> None:
    asked = {one.seat.role: one for one in OpenRequest.objects.filter(closed_at=None).select_related("seat")}
    answer(running, "red")
    receipt = reverse("receipt", args=[asked["red"].pk])
    before = as_anna.get(receipt).content.decode()
    assert "Next question" not in before
    answer(running, "black")
    do_resolve(running.pk)
    following = OpenRequest.objects.get(seat__role="red", closed_at=None)
    text = as_anna.get(receipt).content.decode()
    assert f'href="{reverse("decision", args=[following.pk])}"' in text
    assert "Next question" in text


@pytest.mark.parametrize(
    ("language", "begun", "waits", "empty"),
    [
        ("en", "The game has begun.", "The game is being set up", "The game has not begun"),
        ("ja", "ゲームが始まりました。", "ゲームを準備しています", "ゲームはまだ始まっておらず"),
    ],
)
def test_a_game_that_has_begun_is_never_said_not_to_have_begun(
    as_anna: Client, seated: Game, anna: Player, language: str, begun: str, waits: str, empty: str
) -> None:
    Player.objects.filter(pk=anna.pk).update(language=language)
    assert empty in as_anna.get(f"/games/{seated.pk}/").content.decode()
    text = as_anna.post(f"/games/{seated.pk}/start/", follow=True).content.decode()
    assert begun in text
    assert waits in text
    assert empty not in text
