"""Pending webhook calls: limits, bodies and the order of calls; nothing is sent."""

import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.utils import timezone

from games.errors import RateLimited
from games.kernel.errors import Malformed
from games.models import Game, Notice, OpenRequest, OutgoingMail, Player, Webhook, WebhookCall
from games.selectors.local_times import format_short_time
from games.selectors.notices import describe_notice
from games.services import webhook_events, webhooks
from games.services.messages import do_send_message
from games.services.resolve.advance import do_resolve
from games.services.umpire import do_pause
from games.services.webhook_events import WebhookEvent, make_call
from games.services.webhooks import (
    claim_calls,
    do_add_webhook,
    do_delete_old_calls,
    do_queue_calls,
    do_test_webhook,
    record_call_result,
)
from tests.table import answer, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

URL = "https://example.org/hook"
MINUTE = timedelta(minutes=1)


@pytest.fixture
def hook(anna: Player) -> Webhook:
    return do_add_webhook(player=anna, url=URL)


def call(row: Webhook, key: str = "k", **fields: Any) -> WebhookCall:
    found = WebhookCall(webhook=row, key=key, body=b"{}", **fields)
    found.save(force_insert=True)
    return found


def told(row: Webhook) -> list[dict[str, Any]]:
    return [json.loads(bytes(one.body)) for one in row.calls.order_by("created_at", "key")]


def owe(game: Game, player: Player, kind: str = "notice", name: str = "x", **more: Any) -> OutgoingMail:
    """A letter for red, unless it is said to be another seat's."""
    how: dict[str, Any] = {"seat": game.seats.get(role="red"), "seat_stop": 1, "stop": 1, "reference": name} | more
    return OutgoingMail.objects.create(game=game, player=player, kind=kind, message_id=f"<{name}@example.org>", **how)


# --- which addresses, and how many


@pytest.mark.parametrize(
    "url",
    [
        URL,
        "https://example.org",
        "https://example.org:8443/a?b=c",
        "https://[2606:2800:220:1::1]/",
        "https://example.org/" + "a" * 480,
    ],
)
def test_addresses_that_are_taken(anna: Player, url: str, settings: Any) -> None:
    settings.PBEM_WEBHOOK_PORTS = {443, 8443}
    row = do_add_webhook(player=anna, url=url)
    assert (row.url, row.format, row.game, row.player) == (url, "plain", None, anna)
    assert len(webhooks.get_signing_key(row)) == 64


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/" + "a" * 481,
        "https://example.org:0/",
        "https://me@example.org/",
        "https://:pw@example.org/",
        "https:///hook",
        "https://example.org/\u00e9",
        "https://example.org/a b",
        "https://example.org/\u202e",
        "wss://example.org/",
    ],
)
def test_addresses_that_are_not(anna: Player, url: str, settings: Any) -> None:
    for settings.PBEM_WEBHOOK_ALLOW_PRIVATE in (False, True):
        with pytest.raises(Malformed) as refusal:
            do_add_webhook(player=anna, url=url)
        assert [one.pointer for one in refusal.value.problems] == ["/url"]


def test_plain_http_is_for_servers_that_call_their_own_network(anna: Player, settings: Any) -> None:
    settings.PBEM_WEBHOOK_ALLOW_PRIVATE = True
    assert do_add_webhook(player=anna, url="http://example.org/").pk
    settings.PBEM_WEBHOOK_ALLOW_PRIVATE = False
    with pytest.raises(Malformed):
        do_add_webhook(player=anna, url="http://example.org/")


def test_a_shape_that_there_is_not_is_refused(anna: Player) -> None:
    with pytest.raises(Malformed) as refusal:
        do_add_webhook(player=anna, url=URL, format="xml")
    assert [(one.pointer, one.code) for one in refusal.value.problems] == [("/format", "format")]


def test_a_player_has_ten_and_no_more(anna: Player, ben: Player) -> None:
    do_add_webhook(player=ben, url=URL)
    rows = [do_add_webhook(player=anna, url=URL) for _ in range(10)]
    with pytest.raises(RateLimited):
        do_add_webhook(player=anna, url=URL)
    assert {row.pk for row in webhooks.list_own_webhooks(anna)} == {row.pk for row in rows}


def test_five_tests_in_a_minute_and_no_more(hook: Webhook, anna: Player) -> None:
    call(hook, "stop-1")
    call(hook, "test-0", created_at=timezone.now() - MINUTE)
    for _ in range(5):
        do_test_webhook(player=anna, webhook_id=hook.pk)
    with pytest.raises(RateLimited):
        do_test_webhook(player=anna, webhook_id=hook.pk)
    assert hook.calls.filter(key__startswith="test-").count() == 6
    assert told(hook)[-1]["text"] == "this is a test"


def test_a_test_says_so_and_leads_to_the_server(hook: Webhook, anna: Player, settings: Any) -> None:
    one = do_test_webhook(player=anna, webhook_id=hook.pk)
    (body,) = told(hook)
    assert body == {
        "id": str(one.pk),
        "at": one.created_at.isoformat(),
        "event": "test",
        "text": "this is a test",
        "url": settings.PBEM_BASE_URL,
    }


# --- what is told


WORDS = {
    "stop": ("News", "経過"),
    "reminder": ("Reminder: your decision", "催促：あなたの決定"),
    "notice": ("Notice", "お知らせ"),
    "over": ("Final standings", "最終順位"),
    "message": ("News", "経過"),
    "advice": ("Advice for you", "助言が届きました"),
}


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("kind", [*WORDS, "account", "reply"])
def test_a_letter_is_told_in_the_readers_language_unless_it_is_the_persons_own(
    running: Game, anna: Player, kind: str, language: str, settings: Any
) -> None:
    anna.language = language
    anna.save()
    row = do_add_webhook(player=anna, url=URL)
    OpenRequest.objects.filter(game=running).update(ready=True)
    owe(running, anna, kind, reference=str(uuid4()))
    do_queue_calls()
    if kind not in WORDS:
        assert told(row) == []
        return
    (body,) = told(row)
    text = WORDS[kind][language == "ja"]
    seat = {"en": "Red", "ja": "赤"}[language]
    assert row.calls.get().key == "<x@example.org>"
    assert (body["event"], body["seat"], body["text"]) == (kind, "red", f"North Sea 12 · {seat} · {text}")
    assert (body["game"], body["name"]) == (str(running.pk), "North Sea 12")
    assert body["url"] == f"{settings.PBEM_BASE_URL}/games/{running.pk}/"
    assert not {"_game", "_said", "decision", "due_at"} & body.keys()


@pytest.mark.parametrize(
    ("kind", "ready", "closed", "due", "wanted"),
    [
        ("stop", False, False, True, "decision"),
        ("stop", False, False, False, "decision"),
        ("stop", True, False, True, "stop"),
        ("stop", False, True, True, "stop"),
        ("reminder", False, False, True, "reminder"),
    ],
)
def test_a_letter_about_a_stop_says_whether_a_decision_is_wanted(
    running: Game, anna: Player, kind: str, ready: bool, closed: bool, due: bool, wanted: str, settings: Any
) -> None:
    row = do_add_webhook(player=anna, url=URL)
    asked = OpenRequest.objects.get(game=running, seat__role="red")
    asked.ready, asked.closed_at = ready, timezone.now() if closed else None
    asked.due_at = asked.due_at if due else None
    asked.save()
    owe(running, anna, kind, seat_stop=asked.seat_stop)
    do_queue_calls()
    (body,) = told(row)
    assert body["event"] == wanted
    if wanted == "decision":
        assert asked.due_at is None or body["due_at"] == asked.due_at.isoformat()
        assert (body["due_at"] is None, body["decision"]) == (asked.due_at is None, str(asked.pk))
        until = f" · by {format_short_time(asked.due_at, anna)}" if asked.due_at else ""
        assert body["text"] == f"North Sea 12 · Red · Your move: bid{until}"
        assert body["url"] == f"{settings.PBEM_BASE_URL}/decisions/{asked.pk}/"


def test_letters_of_others_and_of_seats_that_are_others_by_now_are_not_told(
    running: Game, anna: Player, ben: Player
) -> None:
    row = do_add_webhook(player=anna, url=URL)
    red, black = running.seats.order_by("position")
    for number, (seat, player, kind) in enumerate(((black, ben, "stop"), (black, anna, "stop"), (red, anna, "over"))):
        owe(running, player, kind, f"{number}", seat=seat)
    OutgoingMail.objects.create(player=anna, kind="stop", stop=0, seat_stop=0, message_id="<none@x>")
    do_queue_calls()
    assert list(row.calls.values_list("key", flat=True)) == ["<2@example.org>"]


def test_what_is_long_past_is_not_looked_at_again_and_what_may_come_to_light_is(running: Game, anna: Player) -> None:
    row = do_add_webhook(player=anna, url=URL)
    before = row.after
    assert before == max(OutgoingMail.objects.values_list("pk", flat=True))
    do_send_message(player=running.seats.get(role="black").player or anna, game_id=running.pk, text="Ahoy.")
    mail = OutgoingMail.objects.get(kind="message")
    for late, after in ((timedelta(0), before), (timedelta(seconds=1), mail.pk)):
        do_queue_calls(mail.created_at + timedelta(minutes=10) + late)
        row.refresh_from_db()
        assert row.after == after
        assert row.calls.count() == 1


def test_letters_that_are_older_than_the_address_are_not_told(running: Game, anna: Player) -> None:
    row = do_add_webhook(player=anna, url=URL)
    Webhook.objects.update(after=0)
    do_queue_calls()
    assert told(row) == []
    OutgoingMail.objects.filter(player=anna).update(created_at=row.created_at)
    do_queue_calls()
    assert len(told(row)) == 1


def test_a_page_of_letters_is_told_at_a_time(running: Game, anna: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    assert webhook_events.PAGE == 200
    monkeypatch.setattr(webhook_events, "PAGE", 2)
    row = do_add_webhook(player=anna, url=URL)
    for number in range(3):
        owe(running, anna, name=f"{number}")
    do_queue_calls()
    assert sorted(row.calls.values_list("key", flat=True)) == ["<0@example.org>", "<1@example.org>"]
    do_queue_calls(timezone.now() + timedelta(minutes=11))
    do_queue_calls()
    assert row.calls.count() == 3


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_game_tells_its_announcements_its_stops_and_its_end(
    running: Game, anna: Player, staff: Player, language: str
) -> None:
    anna.language = language
    anna.save()
    row = do_add_webhook(player=anna, url=URL, game_id=running.pk)
    do_pause(by=staff, game_id=running.pk, reason="Harbour holiday")
    Game.objects.update(status="running")
    for one in ("red", "black"):
        answer(running, one)
    do_resolve(running.pk)
    Notice.objects.create(game=running, stop=1, kind="draft_taken", seats=["red"], facts={"seat": "red"})
    do_queue_calls()
    first = {one.key: json.loads(bytes(one.body)) for one in row.calls.all()}
    notice = Notice.objects.get(kind="paused")
    assert set(first) == {notice.pk.hex, "stop-0-2"}
    body = first[notice.pk.hex]
    assert (body["event"], body["kind"]) == ("notice", "paused")
    assert body["text"] == f"North Sea 12 · {describe_notice(running, notice, language)}"
    assert "_said" not in body
    stop = first["stop-0-2"]
    assert (stop["event"], stop["stop"]) == ("stop", 2)
    play_out(running)
    do_queue_calls()
    (over,) = [json.loads(bytes(one.body)) for one in row.calls.filter(key="over")]
    running.refresh_from_db()
    assert (over["event"], over["standings"]) == ("over", running.standings)
    row.refresh_from_db()
    assert row.since > row.created_at


def test_what_all_heard_before_there_was_an_address_is_not_told(running: Game, anna: Player, staff: Player) -> None:
    do_pause(by=staff, game_id=running.pk)
    row = do_add_webhook(player=anna, url=URL, game_id=running.pk)
    Game.objects.update(status="over", ended_at=row.created_at - timedelta(seconds=1))
    do_queue_calls()
    assert told(row) == []
    Game.objects.update(ended_at=row.created_at)
    Notice.objects.filter(kind="paused").update(at=row.created_at)
    do_queue_calls()
    assert {one["event"] for one in told(row)} == {"notice", "over"}
    Game.objects.update(status="running")
    row.calls.all().delete()
    do_queue_calls()
    assert {one["event"] for one in told(row)} == {"notice"}


def test_what_comes_to_light_late_is_told_within_ten_minutes(running: Game, anna: Player) -> None:
    row = do_add_webhook(player=anna, url=URL, game_id=running.pk)
    now = row.created_at + timedelta(hours=1)
    do_queue_calls(now)
    for at, found in ((now - 10 * MINUTE - timedelta(seconds=1), 0), (now - 10 * MINUTE, 1)):
        Notice.objects.create(game=running, stop=1, kind="paused", seats=["*"], facts={"reason": ""}, at=at)
        do_queue_calls(now)
        assert row.calls.count() == found


def test_whoever_is_off_is_told_nothing(hook: Webhook, running: Game, anna: Player) -> None:
    Webhook.objects.update(off_at=timezone.now())
    owe(running, anna)
    do_queue_calls()
    assert told(hook) == []


def test_the_shape_that_discord_takes_is_cut(running: Game, anna: Player) -> None:
    row = do_add_webhook(player=anna, url=URL, format="discord")
    Game.objects.update(name="x" * 120)
    owe(running, anna)
    found = make_call(row, WebhookEvent(key="k", event="notice", text="y" * 3000, game=running))
    body = msgspec.json.decode(found.body)
    assert len(body["content"]) == 2000
    assert (body["username"], body["allowed_mentions"]) == ("Sealed Orders", {"parse": []})


# --- in which order, and what becomes of a call


def test_calls_are_taken_in_their_order_each_once_and_so_many(hook: Webhook) -> None:
    now = timezone.now()
    for number in range(21):
        call(hook, f"{number}", next_try_at=now - number * MINUTE)
    call(hook, "later", next_try_at=now + MINUTE)
    call(hook, "sent", next_try_at=now - MINUTE, status="sent")
    first = list(claim_calls(now))
    assert [one.key for one in first] == [str(number) for number in range(20, 0, -1)]
    assert {one.attempts for one in first} == {1}
    assert WebhookCall.objects.filter(attempts=1).count() == 20
    assert [one.key for one in claim_calls(now)] == ["0"]
    assert list(claim_calls(now)) == []
    taken = WebhookCall.objects.get(key="5")
    assert timedelta(0) <= taken.next_try_at - now - webhooks.CALL_LEASE < timedelta(seconds=30)
    assert webhooks.CALL_LEASE == 2 * MINUTE


def test_of_two_at_once_one_takes_a_players_calls(hook: Webhook) -> None:
    now = timezone.now()
    call(hook, "a", next_try_at=now - MINUTE)
    call(hook, "b", next_try_at=now)
    mine = claim_calls(now)
    assert next(mine).key == "a"
    assert list(claim_calls(now)) == []
    assert [one.key for one in mine] == ["b"]


def test_whoever_names_no_moment_means_the_present_one(hook: Webhook) -> None:
    now = timezone.now()
    for key, at in (("due", now), ("later", now + MINUTE)):
        call(hook, key, next_try_at=at)
    assert [one.key for one in claim_calls()] == ["due"]
    assert [one.key for one in claim_calls(now + MINUTE)] == ["later"]
    one = call(hook, "failed", attempts=1)
    record_call_result(one, "no")
    one.refresh_from_db()
    assert timedelta(0) <= one.next_try_at - now - timedelta(seconds=30) < MINUTE
    call(hook, "sent", status="sent", created_at=now - timedelta(days=7, seconds=1))
    call(hook, "new", status="sent", created_at=now - timedelta(days=6))
    assert do_delete_old_calls() == 1


def test_an_address_that_is_off_is_not_called(hook: Webhook) -> None:
    now = timezone.now()
    call(hook, next_try_at=now)
    assert webhooks.has_due_calls(now)
    assert not webhooks.has_due_calls(now - timedelta(seconds=1))
    assert webhooks.has_due_calls()
    Webhook.objects.update(off_at=now)
    assert not webhooks.has_due_calls(now)
    assert list(claim_calls(now)) == []


@pytest.mark.parametrize(
    ("attempts", "seconds"),
    [(1, 30), (2, 120), (3, 600), (4, 3600), (5, 4 * 3600), (6, 12 * 3600), (7, None)],
)
def test_a_call_that_fails_is_made_again_later_and_at_last_given_up(
    hook: Webhook, attempts: int, seconds: int | None
) -> None:
    now = timezone.now()
    one = call(hook, attempts=attempts, next_try_at=now)
    other = call(hook, "other", next_try_at=now)
    record_call_result(one, "x" * 201, now)
    one.refresh_from_db()
    hook.refresh_from_db()
    assert (one.status, one.error) == ("failed" if seconds is None else "queued", "x" * 200)
    assert seconds is None or one.next_try_at == now + timedelta(seconds=seconds)
    assert (hook.failures, hook.off_at) == (1, None)
    other.refresh_from_db()
    assert (other.status, other.error, other.next_try_at) == ("queued", "", now)


def test_thirty_failures_in_a_row_switch_an_address_off_and_one_success_forgets_them(hook: Webhook) -> None:
    now = timezone.now()
    one = call(hook, attempts=1)
    Webhook.objects.update(failures=28)
    record_call_result(one, "no", now)
    hook.refresh_from_db()
    assert (hook.failures, hook.off_at) == (29, None)
    record_call_result(one, "no", now)
    record_call_result(one, "no", now + MINUTE)
    hook.refresh_from_db()
    assert (hook.failures, hook.off_at) == (31, now)
    record_call_result(one, "")
    hook.refresh_from_db()
    one.refresh_from_db()
    assert (hook.failures, one.status, one.error, bytes(one.body)) == (0, "sent", "", b"")


def test_what_went_wrong_last_is_shown_until_it_is_mended(anna: Player, hook: Webhook) -> None:
    other = do_add_webhook(player=anna, url=URL)
    now = timezone.now()
    call(hook, "new", error="new", created_at=now)
    call(hook, "old", error="old", created_at=now - MINUTE)
    call(other, "fine", created_at=now)
    assert webhooks.load_last_errors([hook, other]) == {hook.pk: "new"}
    assert webhooks.load_last_errors([other]) == {}


def test_calls_that_are_over_are_forgotten_after_a_week_but_for_the_end_of_a_game(hook: Webhook) -> None:
    now = timezone.now()
    week, instant = timedelta(days=7), timedelta(seconds=1)
    for key, status, age in (
        ("sent", "sent", week + instant), ("failed", "failed", week + instant), ("over", "sent", week + instant),
        ("queued", "queued", week + instant), ("new", "sent", week),
    ):  # fmt: skip
        call(hook, key, status=status, created_at=now - age)
    Webhook.objects.update(off_at=now)
    assert do_delete_old_calls(now) == 0
    Webhook.objects.update(off_at=None)
    assert do_delete_old_calls(now) == 2
    assert set(hook.calls.values_list("key", flat=True)) == {"over", "queued", "new"}
