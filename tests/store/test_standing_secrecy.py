"""Whoever is not its owner learns nothing of a standing order: not what it says; where results wait, not that it is.

Two worlds are played with the same hands. In each another order of red acts alike; all that black can fetch, and every
letter to black, must be the same in both.
"""

import re
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.errors import Forbidden
from games.kernel.title import Title
from games.models import AuditEntry, Game, OpenRequest, OutgoingMail, Player
from games.selectors.decisions import list_decisions
from games.selectors.due_work import list_due_games
from games.selectors.email_context import load_email_context
from games.selectors.events import list_audience_events, list_audience_notices
from games.selectors.games import get_game_state
from games.selectors.notices import describe_notice
from games.selectors.seats import get_access
from games.selectors.standing_orders import list_all_orders, list_orders
from games.selectors.views import get_view, list_stops
from games.services.resolve.advance import do_resolve
from games.services.standing_orders import do_remove_order
from tests.gate.reading import WITNESS
from tests.orders import bid, deal, order, tells_of
from tests.table import answer, asked
from worker.mail.outbound.mime_message import build_message

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

START = datetime.fromisoformat("2026-11-20T12:00:00+00:00")
_ID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|\b[0-9a-f]{32}\b")
_CHANCE = re.compile(
    r"<[0-9a-f]{40}@[^>]+>|board\.[0-9a-f]{40}@[^\">]+|={10,}[0-9]+==|boundary=\"[^\"]+\"|value=\"\w{64}\"|Date: .*"
    r"|\"commitment\":\"[0-9a-f]{64}\",\"salt\":\"[0-9a-f]{32}\""
)

Play = Callable[[Game, Player], Any]


def everything(game: Game, player: Player) -> Iterator[str]:
    """All that the player can fetch of a game, by selectors, API, pages and mail."""
    access = get_access(player, game.pk)
    yield repr(get_view(access).view)
    yield repr([(mark.stop, mark.events, mark.at) for mark in list_stops(access)])
    yield repr(list_audience_events(access))
    yield repr([describe_notice(game, notice, "en") for notice in list_audience_notices(access)])
    yield repr(get_game_state(player, game.pk))
    yield repr([(one.kind, one.due_at, one.ready, one.revision) for one in list_decisions(player)])
    browser = Client()
    browser.force_login(player)
    base = f"/api/v1/games/{game.pk}/"
    paths = (base, f"{base}view/", f"{base}events/", f"{base}notices/", f"{base}dice/", f"{base}board.svg")
    for path in (*paths, "/api/v1/decisions/", f"{base}view/?seat=red", "/", f"/games/{game.pk}/"):
        found = browser.get(path)
        yield f"{path} {found.status_code} {found.headers.get('ETag') is not None} {found.content.decode()}"
    for mail in OutgoingMail.objects.filter(game=game, player=player).order_by("pk"):
        letter = load_email_context(mail)
        assert letter is not None
        message = build_message(letter)
        yield f"{message.subject} {message.body} {[str(part[0]) for part in message.alternatives]}"


def steady(text: str) -> str:
    """The text without what chance puts into it."""
    known: dict[str, str] = {}
    return _ID.sub(
        lambda found: known.setdefault(found[0], f"ID{len(known)}"),
        _CHANCE.sub("~", WITNESS.sub(r"MARK \1 SIGNATURE", text)),
    )


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch, toy: Title[Any], anna: Player, ben: Player) -> Callable[..., list[str]]:
    """Play a world and say what black saw of it; the world is gone afterwards."""

    def run(play: Play, **wishes: Any) -> list[str]:
        point = transaction.savepoint()
        with time_machine.travel(START, tick=False):
            game = deal(monkeypatch, anna, ben, **wishes)
            play(game, anna)
            found = [steady(text) for text in everything(Game.objects.get(pk=game.pk), ben)]
        transaction.savepoint_rollback(point)
        return found

    return run


def ordered(*orders: dict[str, Any]) -> Play:
    """Red gives these orders and two rounds are bid."""

    def play(game: Game, anna: Player) -> None:
        for raw in orders:
            order(anna, game, raw["kind"], raw.get("answer"), when=raw.get("when", {}))
        bid(game)
        bid(game, 1)

    return play


SPARE = {"kind": "react", "when": {"round": {"at_least": 3}}, "answer": "c01"}
ALIKE: list[tuple[str, Play]] = [
    ("one word", ordered({"kind": "react", "answer": "trump"}, {"kind": "react", "answer": None})),
    ("a card", ordered({"kind": "react", "answer": "c02"}, {"kind": "react", "answer": "trump"}, SPARE)),
    (
        "conditions",
        ordered(
            {"kind": "react", "when": {"behind": True, "holding": ["c02"]}, "answer": "c01"},
            {"kind": "react", "when": {"holding": ["c02"], "behind": False}, "answer": "c02"},
            {"kind": "react", "answer": "c01"},
        ),
    ),
]


@pytest.mark.parametrize("play", [play for _, play in ALIKE[1:]], ids=[name for name, _ in ALIKE[1:]])
def test_what_an_order_says_shows_nowhere(seen: Callable[..., list[str]], play: Play) -> None:
    """The third world switches an order off on the way, with a letter to its owner."""
    first, second = seen(ALIKE[0][1]), seen(play)
    assert any("red plays c02" in text for text in first)
    assert second == first


def test_orders_that_were_never_followed_show_nowhere(seen: Callable[..., list[str]]) -> None:
    def unfollowed(game: Game, anna: Player) -> None:
        order(anna, game, "react", "c01", applies="deadline")
        order(anna, game, "plan", [])
        by_hand(game, anna)

    def by_hand(game: Game, anna: Player) -> None:
        bid(game)
        answer(game, "red", "c02")
        do_resolve(game.pk)

    assert seen(unfollowed) == seen(by_hand)


def test_where_results_wait_for_their_hour_not_even_that_there_is_one(seen: Callable[..., list[str]]) -> None:
    """Red answers the reaction by hand at some time, or by an order: in one and the same hour it comes out."""

    def released(game: Game) -> None:
        game.refresh_from_db()
        moment = game.due_from
        assert moment is not None
        assert list_due_games(moment) == [game.pk]
        do_resolve(game.pk, now=moment)

    def play(by_hand: bool, waiting: list[list[str]]) -> Play:
        def world(game: Game, anna: Player) -> None:
            if not by_hand:
                order(anna, game, "react", "trump")
            answer(game, "red", "c05")
            answer(game, "black", "c12")
            released(game)
            waiting.append([steady(text) for text in everything(Game.objects.get(pk=game.pk), _black(game))])
            if by_hand:
                with time_machine.travel(START + timedelta(hours=22), tick=False):
                    answer(game, "red", "c02")
            released(game)

        return world

    waiting: list[list[str]] = []
    wishes = {"release_at": ["18:00"], "time_zone": "Asia/Tokyo"}
    with_order, without = seen(play(False, waiting), **wishes), seen(play(True, waiting), **wishes)
    assert with_order == without
    assert waiting[0] == waiting[1]
    assert any("red plays c02" in text for text in with_order)


def _black(game: Game) -> Player:
    player = game.seats.get(role="black").player
    assert player is not None
    return player


@pytest.mark.both_databases
def test_without_fixed_hours_only_the_time_tells(seen: Callable[..., list[str]]) -> None:
    """The test above would notice: at once, and asked first, look different."""
    asked_first = seen(lambda game, anna: bid(game))
    assert seen(lambda game, anna: (order(anna, game, "react", "trump"), bid(game))) != asked_first


# --- the guarded door


@pytest.mark.both_databases
def test_the_umpire_sees_orders_through_the_guarded_door(dealt: Game, anna: Player, ben: Player, staff: Player) -> None:
    order(anna, dealt, "react", "c01")
    (found,) = list_all_orders(staff, dealt.pk)
    assert (found.seat, found.order.answer) == ("red", "c01")
    entry = AuditEntry.objects.get(action="looked_at_standing_orders")
    assert (entry.actor, entry.game) == (staff.pk, dealt.pk)
    ben.is_staff = True
    ben.save()
    for player in (anna, ben):
        with pytest.raises(Forbidden):
            list_all_orders(player, dealt.pk)
    assert list_orders(ben, dealt.pk) == []


@pytest.mark.both_databases
def test_the_admin_shows_no_orders(dealt: Game, anna: Player, staff: Player, client: Client) -> None:
    """Neither a page of their own nor what a notice says of one: that goes through the guarded door."""
    order(anna, dealt, "react", "c01")
    bid(dealt)
    bid(dealt, 1)
    client.force_login(staff)
    notice = dealt.notices.get(kind="order_off")
    page = client.get(reverse("admin:games_notice_change", args=[notice.pk])).content.decode()
    assert "order_off" in page or "standing order" in page
    assert not tells_of(page, "c01")
    assert "standingorder" not in client.get(reverse("admin:index")).content.decode().lower()


# --- what it costs


def test_a_game_without_orders_asks_for_none(dealt: Game, anna: Player) -> None:
    with CaptureQueriesContext(
        connection,
    ) as found:
        bid(dealt)
    assert found.captured_queries
    assert not [query for query in found.captured_queries if "standingorder" in query["sql"]]
    row = order(anna, dealt, "bid", "low")
    do_remove_order(player=anna, order_id=row.pk)
    answer(dealt, "red", "c01")
    with CaptureQueriesContext(connection) as found:
        do_resolve(dealt.pk)
    assert len([query for query in found.captured_queries if "standingorder" in query["sql"]]) == 1


def test_a_file_of_a_question_is_its_owners_alone(dealt: Game, anna: Player, ben: Player) -> None:
    order(anna, dealt, "react", "trump")
    bid(dealt)
    row = OpenRequest.objects.get(game=dealt, kind="react")
    browser = Client()
    browser.force_login(ben)
    assert browser.get(f"/api/v1/decisions/{row.pk}/").status_code == 404
    browser.force_login(anna)
    found = browser.get(f"/api/v1/decisions/{row.pk}/")
    assert (found.status_code, found.json()["outcome"]) == (200, "standing")
    assert asked(dealt, "red").kind == "bid"
