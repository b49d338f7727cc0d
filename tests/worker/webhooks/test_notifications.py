"""Notifications of devices: a local push service takes them, and the browser's key decrypts them."""

import json
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.test import Client
from django.test.utils import override_script_prefix
from django.urls import reverse
from django.utils import timezone
from py_vapid import Vapid

from games.errors import Missing, RateLimited, WrongState
from games.kernel.errors import Malformed
from games.models import Game, OutgoingMail, Player, Webhook, WebhookCall
from games.persistence.push_keys import decode_base64url, get_public_key, make_private_key
from games.selectors.mail_delivery import HELD_BACK_REASON
from games.selectors.personal_data import export_personal_data
from games.services import devices, webhook_events, webhooks
from games.services.account_deletion import do_delete_account
from games.services.answers import do_submit_answer
from games.services.devices import do_add_device, list_devices
from games.services.lifecycle import do_start_game
from games.services.messages import do_send_message
from games.services.resolve.advance import do_resolve
from games.services.webhooks import do_add_webhook, do_queue_calls, do_test_webhook
from pbem.setting_values import read_push_key
from tests.table import asked, example
from tests.worker.webhooks.browser import Browser
from tests.worker.webhooks.test_webhooks import Ear, ear
from worker.mail.outbound.delivery import send_due_mail
from worker.webhooks.notification import OTHER_KEY_REASON, get_contact
from worker.webhooks.webhook_delivery import send_webhooks

__all__ = ["ear"]

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

ENDPOINT = "https://push.example.org/v1/abc"


@pytest.fixture
def browser(ear: Ear) -> Browser:
    return Browser(ear.url)


def add(player: Player, browser: Browser, label: str = "") -> Webhook:
    return do_add_device(player=player, **browser.form(label))


def tell() -> None:
    """What the worker does in a sweep."""
    do_queue_calls()
    send_webhooks()


def start(game: Game, host: Player) -> None:
    """Begin the game and send the e-mails about it."""
    do_start_game(player=host, game_id=game.pk)
    do_resolve(game.pk)
    send_due_mail()


def read_all(browser: Browser, ear: Ear) -> list[dict[str, Any]]:
    return [browser.read(body) for _, body in ear.heard]


# --- what a device is told


@pytest.mark.both_databases
def test_a_device_shows_the_first_line_of_the_e_mail_once(
    ear: Ear, browser: Browser, client: Client, seated: Game, anna: Player, mailoutbox: list[Any], settings: Any
) -> None:
    client.force_login(anna)
    assert client.post(reverse("devices"), browser.form("Telephone")).status_code == 302
    start(seated, anna)
    tell()
    tell()
    (told,) = read_all(browser, ear)
    (letter,) = [one for one in mailoutbox if one.to == ["anna@example.org"]]
    until = letter.subject.rpartition(" · by ")[2]
    call = WebhookCall.objects.get()
    assert told == {
        "id": str(call.pk),
        "title": "North Sea 12",
        "body": f"Your move: bid · by {until}",
        "url": f"{settings.PBEM_BASE_URL}/decisions/{asked(seated, 'red').pk}/",
    }
    assert letter.subject.startswith("[North Sea 12] Your move: bid · ")
    assert (call.status, bytes(call.body)) == ("sent", b"")


def test_it_speaks_the_players_language(ear: Ear, browser: Browser, seated: Game, anna: Player, ben: Player) -> None:
    add(ben, browser)
    start(seated, anna)
    tell()
    (told,) = read_all(browser, ear)
    assert told["body"].startswith("あなたの番：入札・")
    assert told["body"].endswith("まで")


def test_the_push_service_learns_who_sends_and_nothing_else(
    ear: Ear, browser: Browser, running: Game, anna: Player, settings: Any
) -> None:
    settings.PBEM_SITE_CONTACT = "host@example.org"
    row = add(anna, browser)
    call = do_test_webhook(player=anna, webhook_id=row.pk, device=True)
    send_webhooks()
    ((headers, body),) = ear.heard
    assert Vapid.verify(headers["Authorization"])
    token, _, key = headers["Authorization"].removeprefix("vapid t=").partition(",k=")
    claims = json.loads(decode_base64url(token.split(".")[1]))
    assert key == get_public_key()
    assert claims["aud"] == ear.url.partition("/hook")[0]
    assert claims["sub"] == "mailto:host@example.org"
    assert 0 < claims["exp"] - timezone.now().timestamp() <= 24 * 3600 + 1
    assert headers["Content-Encoding"] == "aes128gcm"
    assert (headers["Topic"], headers["TTL"]) == (call.pk.hex, "86400")
    assert {*headers} <= {
        *("Host", "Accept-Encoding", "Content-Length", "Content-Type", "Content-Encoding", "User-Agent"),
        *("Authorization", "TTL", "Topic", "Urgency"),
    }
    assert b"test" not in body
    assert browser.read(body)["body"] == "this is a test"


def test_the_length_of_a_notification_tells_nothing(ear: Ear, browser: Browser, seated: Game, anna: Player) -> None:
    """A test and a question in a game with a long name have the same length."""
    row = add(anna, browser)
    do_test_webhook(player=anna, webhook_id=row.pk, device=True)
    send_webhooks()
    Game.objects.filter(pk=seated.pk).update(name="北海の海戦" * 8)
    start(seated, anna)
    tell()
    assert len(ear.heard) == 2
    assert len({len(body) for _, body in ear.heard}) == 1


def test_it_waits_until_the_e_mail_has_left(ear: Ear, browser: Browser, seated: Game, anna: Player) -> None:
    """Quiet hours and digests hold for devices, too."""
    anna.mail_hours = {"digest": "daily", "at": "07:00"}
    anna.save()
    add(anna, browser)
    start(seated, anna)
    tell()
    assert OutgoingMail.objects.get(player=anna, kind="stop").status == "queued"
    assert ear.heard == []
    do_queue_calls(timezone.now() + timedelta(hours=1))
    OutgoingMail.objects.filter(player=anna).update(status="sent")
    tell()
    (told,) = read_all(browser, ear)
    assert told["body"].startswith("Your move: bid")


@pytest.mark.parametrize(
    ("status", "error", "count"),
    [("failed", "", 1), ("bounced", "", 1), ("dropped", HELD_BACK_REASON, 1), ("dropped", "", 0), ("merged", "", 0)],
)
def test_a_device_is_told_where_the_e_mail_could_not_be_sent_but_not_of_unwanted_e_mails(
    browser: Browser, seated: Game, anna: Player, status: str, error: str, count: int
) -> None:
    row = add(anna, browser)
    do_start_game(player=anna, game_id=seated.pk)
    do_resolve(seated.pk)
    OutgoingMail.objects.filter(player=anna).update(status=status, error=error)
    do_queue_calls()
    assert row.calls.count() == count


def test_a_question_that_is_answered_by_now_is_not_told(browser: Browser, seated: Game, anna: Player) -> None:
    row = add(anna, browser)
    start(seated, anna)
    question = asked(seated, "red")
    do_submit_answer(player=anna, request_id=question.pk, answer=msgspec.json.encode(example(question)))
    do_queue_calls()
    assert not row.calls.exists()


def test_it_names_who_wrote_a_message(
    ear: Ear, browser: Browser, running: Game, anna: Player, ben: Player, settings: Any
) -> None:
    send_due_mail()
    add(anna, browser)
    do_send_message(player=ben, game_id=running.pk, text="The convoy sails at dawn.")
    send_due_mail()
    tell()
    (told,) = read_all(browser, ear)
    assert (told["body"], told["url"]) == ("Message from Black", f"{settings.PBEM_BASE_URL}/games/{running.pk}/")
    assert "dawn" not in json.dumps(told)


def test_an_e_mail_that_waits_longer_than_the_look_back_is_told_and_none_twice(
    browser: Browser, running: Game, anna: Player, ben: Player
) -> None:
    row = add(anna, browser)
    for text in ("one", "two"):
        do_send_message(player=ben, game_id=running.pk, text=text)
    first, second = OutgoingMail.objects.filter(kind="message").order_by("pk")
    OutgoingMail.objects.filter(pk=second.pk).update(status="sent")
    later = timezone.now() + webhook_events.LOOKBACK_WINDOW + timedelta(minutes=1)
    do_queue_calls(later)
    row.refresh_from_db()
    assert row.after < first.pk
    OutgoingMail.objects.filter(pk=first.pk).update(status="sent")
    do_queue_calls(later)
    do_queue_calls(later)
    row.refresh_from_db()
    assert row.after == second.pk
    assert {*row.calls.values_list("key", flat=True)} == {first.message_id, second.message_id}
    OutgoingMail.objects.filter(pk=first.pk).update(status="queued")
    Webhook.objects.update(after=0)
    do_queue_calls(timezone.now() + webhook_events.MAX_MAIL_WAIT + timedelta(hours=1))
    row.refresh_from_db()
    assert row.after == second.pk, "an e-mail that never leaves is not waited for"


def test_a_sweep_reads_the_e_mails_of_those_who_got_some(
    running: Game, anna: Player, ben: Player, django_assert_max_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhook_events, "STRIDE", 0)
    for number in range(5):
        add(ben, Browser(f"{ENDPOINT}{number}"))
    do_queue_calls()
    before = Webhook.objects.filter(player=ben).values_list("after", flat=True)[0]
    add(anna, Browser(ENDPOINT))
    mail = OutgoingMail.objects.create(
        game=running, player=anna, kind="notice", seat=running.seats.get(role="red"), seat_stop=1, stop=1,
        message_id="<x@example.org>", status="sent",
    )  # fmt: skip
    with django_assert_max_num_queries(14):
        do_queue_calls()
    assert WebhookCall.objects.get().webhook.player == anna
    do_queue_calls(timezone.now() + timedelta(minutes=11))
    assert set(Webhook.objects.filter(player=ben).values_list("after", flat=True)) == {mail.pk} != {before}


# --- delivery


@pytest.mark.both_databases
@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_has_ended_is_deleted(ear: Ear, browser: Browser, anna: Player, status: int) -> None:
    row, kept = add(anna, browser), add(anna, Browser(ENDPOINT))
    do_test_webhook(player=anna, webhook_id=row.pk, device=True)
    ear.answers = [(status, "")]
    send_webhooks()
    send_webhooks()
    assert len(ear.heard) == 1
    assert list_devices(anna) == [kept]
    assert not WebhookCall.objects.exists()


def test_an_address_of_programs_that_is_gone_is_kept(ear: Ear, anna: Player) -> None:
    row = do_add_webhook(player=anna, url=ear.url)
    do_test_webhook(player=anna, webhook_id=row.pk)
    ear.answers = [(410, "")]
    send_webhooks()
    assert webhooks.list_own_webhooks(anna) == [row]


def test_a_busy_push_service_gets_it_again_under_the_same_topic(ear: Ear, browser: Browser, anna: Player) -> None:
    row = add(anna, browser)
    do_test_webhook(player=anna, webhook_id=row.pk, device=True)
    ear.answers = [(429, "")]
    send_webhooks()
    WebhookCall.objects.update(next_try_at=timezone.now())
    send_webhooks()
    assert len({headers["Topic"] for headers, _ in ear.heard}) == 1
    assert len(ear.heard) == 2
    assert len({one["id"] for one in read_all(browser, ear)}) == 1
    assert WebhookCall.objects.get().status == "sent"


def test_no_device_leads_into_the_hosts_network(ear: Ear, anna: Player, settings: Any) -> None:
    add(anna, Browser(ear.url))
    do_test_webhook(player=anna, webhook_id=list_devices(anna)[0].pk, device=True)
    settings.PBEM_WEBHOOK_ALLOW_PRIVATE = False
    send_webhooks()
    assert ear.heard == []
    for endpoint in (ear.url, "https://127.0.0.1:22/", "https://me@example.org/", "https://example.org/#x"):
        with pytest.raises(Malformed) as refusal:
            add(anna, Browser(endpoint))
        assert [one.pointer for one in refusal.value.problems] == ["/endpoint"]


def test_under_another_key_the_browser_must_be_asked_again(
    ear: Ear, browser: Browser, client: Client, anna: Player, settings: Any
) -> None:
    row = add(anna, browser)
    do_test_webhook(player=anna, webhook_id=row.pk, device=True)
    settings.PBEM_PUSH_KEY = make_private_key()
    send_webhooks()
    assert (ear.heard, WebhookCall.objects.get().error) == ([], OTHER_KEY_REASON)
    client.force_login(anna)
    assert "new key" in client.get(reverse("devices")).content.decode()
    again = add(anna, browser)
    assert list_devices(anna) == [again]
    assert not devices.needs_new_permission(again)


def test_the_contact_is_one_that_push_services_take(settings: Any) -> None:
    settings.PBEM_SITE_CONTACT, settings.PBEM_BASE_URL = "", "http://127.0.0.1:8000"
    settings.DEFAULT_FROM_EMAIL = "Sealed Orders <orders@example.org>"
    assert get_contact() == "mailto:orders@example.org"
    settings.PBEM_BASE_URL = "https://orders.example.org:8443/play"
    assert get_contact() == "https://orders.example.org"
    settings.PBEM_SITE_CONTACT = "https://club.example.org/board"
    assert get_contact() == "https://club.example.org"


# --- the list of devices


def test_a_player_has_several_devices_and_the_same_browser_once(anna: Player) -> None:
    first, second = Browser(ENDPOINT), Browser(ENDPOINT + "d")
    row = add(anna, first, "Telephone")
    add(anna, second)
    Webhook.objects.update(off_at=timezone.now(), failures=30)
    assert add(anna, first, "Old telephone").pk == row.pk
    assert [(one.label, one.off_at is None) for one in list_devices(anna)] == [("Old telephone", True), ("", False)]
    for number in range(8):
        add(anna, Browser(f"{ENDPOINT}{number}"))
    with pytest.raises(RateLimited):
        add(anna, Browser(ENDPOINT + "x"))
    assert webhooks.list_own_webhooks(anna) == []
    do_add_webhook(player=anna, url="https://example.org/hook")


def test_a_browser_is_that_of_who_allowed_it_last(anna: Player, ben: Player) -> None:
    """Two players share a computer: none reads the other's news; and nobody without its keys takes a device away."""
    browser = Browser(ENDPOINT)
    row = add(anna, browser)
    add(ben, Browser(ENDPOINT))
    assert list_devices(anna) == [row]
    add(ben, browser)
    assert list_devices(anna) == []
    assert len(list_devices(ben)) == 1


@pytest.mark.parametrize("change", [{"p256dh": "AAAA"}, {"auth": "AAAA"}, {"p256dh": "é"}, {"auth": ""}])
def test_keys_that_no_browser_has_are_refused(anna: Player, change: dict[str, str]) -> None:
    with pytest.raises(Malformed) as refusal:
        do_add_device(player=anna, **{**Browser(ENDPOINT).form(), **change})
    assert [one.pointer for one in refusal.value.problems] == ["/keys"]


def test_webhooks_and_devices_are_kept_apart(anna: Player, ben: Player) -> None:
    device, hook = add(anna, Browser(ENDPOINT)), do_add_webhook(player=anna, url="https://example.org/hook")
    for row, is_device in ((device, False), (hook, True)):
        with pytest.raises(Missing):
            do_test_webhook(player=anna, webhook_id=row.pk, device=is_device)
        with pytest.raises(Missing):
            webhooks.do_remove_webhook(player=anna, webhook_id=row.pk, device=is_device)
    with pytest.raises(Missing):
        webhooks.do_remove_webhook(player=ben, webhook_id=device.pk, device=True)
    with pytest.raises(Malformed):
        do_add_webhook(player=anna, url=ENDPOINT, format="push")


def test_a_device_goes_with_the_account_and_is_part_of_the_data(anna: Player, staff: Player) -> None:
    add(anna, Browser(ENDPOINT), "Telephone")
    found = json.loads(export_personal_data(anna))
    assert [(one["url"], one["label"]) for one in found["devices"]] == [(ENDPOINT, "Telephone")]
    assert found["webhooks"] == []
    assert "auth" not in json.dumps(found["devices"])
    do_delete_account(player=anna)
    assert not Webhook.objects.exists()


# --- the pages


@pytest.mark.both_databases
@pytest.mark.parametrize(("language", "words"), [("en", "Allow notifications"), ("ja", "通知を許可する")])
def test_on_the_page(client: Client, anna: Player, language: str, words: str) -> None:
    Player.objects.filter(pk=anna.pk).update(language=language)
    client.force_login(anna)
    place, browser = reverse("devices"), Browser(ENDPOINT)
    assert place in client.get(reverse("settings")).content.decode()
    shown = client.post(place, browser.form("Telephone"), follow=True).content.decode()
    assert words in shown
    assert "Telephone" in shown
    assert get_public_key() in shown
    assert browser.keys["auth"] not in shown
    (row,) = list_devices(anna)
    client.post(reverse("device", args=[row.pk]), {"test": "1"})
    assert row.calls.count() == 1
    assert client.post(place, browser.form() | {"auth": "x"}).status_code == 422
    client.post(reverse("device", args=[row.pk]), {"remove": "1"})
    assert list_devices(anna) == []


def test_tests_are_limited(client: Client, anna: Player) -> None:
    row = add(anna, Browser(ENDPOINT))
    client.force_login(anna)
    for _ in range(7):
        client.post(reverse("device", args=[row.pk]), {"test": "1"})
    assert row.calls.count() == webhooks.MAX_TESTS_PER_MINUTE


def test_without_a_key_only_staff_read_how_to_turn_them_on(
    client: Client, anna: Player, staff: Player, settings: Any
) -> None:
    row = add(anna, Browser(ENDPOINT))
    do_test_webhook(player=anna, webhook_id=row.pk, device=True)
    settings.PBEM_PUSH_KEY = ""
    assert not webhooks.has_due_calls()
    client.force_login(anna)
    assert client.get(reverse("devices")).status_code == 404
    assert reverse("devices") not in client.get(reverse("settings")).content.decode()
    with pytest.raises(WrongState):
        add(anna, Browser(ENDPOINT))
    client.force_login(staff)
    shown = client.get(reverse("devices")).content.decode()
    assert "make_push_key" in shown
    assert "Allow notifications" not in shown


def test_the_command_makes_a_key_that_the_settings_take(capsys: pytest.CaptureFixture[str], settings: Any) -> None:
    call_command("make_push_key")
    name, _, key = capsys.readouterr().out.strip().partition("=")
    assert name == "PBEM_PUSH_KEY"
    settings.PBEM_PUSH_KEY = key
    assert len(decode_base64url(get_public_key())) == 65


@pytest.mark.parametrize("text", ["x", "NgNT8", "A" * 44, "A" * 42 + "/", "é" * 43])
def test_the_setting_is_a_key_as_the_command_prints_it(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="PBEM_PUSH_KEY"):
        read_push_key(text)
    key = make_private_key()
    assert (read_push_key(key), read_push_key("")) == (key, "")


def test_below_a_path_the_script_serves_that_path(client: Client, anna: Player) -> None:
    client.force_login(anna)
    with override_script_prefix("/orders/"):
        shown = client.get("/profile/notifications/").content.decode()
    assert 'data-worker="/orders/notifications.js" data-scope="/orders/"' in shown


def test_the_script_is_served_at_the_root_of_the_site(client: Client) -> None:
    response = client.get(reverse("notification_worker"))
    assert reverse("notification_worker") == f"{reverse('home')}notifications.js"
    assert response["Content-Type"] == "text/javascript; charset=utf-8"
    assert response["Cache-Control"] == "no-cache"
    assert "showNotification" in response.content.decode()
    manifest = client.get(reverse("manifest")).json()
    assert (manifest["display"], manifest["scope"]) == ("standalone", reverse("home"))
