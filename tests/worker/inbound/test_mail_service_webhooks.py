"""Webhooks of mail services: authentication, delivery events, and e-mail that comes in this way."""

import hashlib
import hmac
import json
from base64 import b64encode
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage as Parsed
from email.policy import default
from typing import Any

import msgspec
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMessage
from django.db import DatabaseError
from django.test import Client

from games.models import Game, IncomingMail, MailEvent, Notebook, OutgoingMail, Player
from pbem.mail_service_views import MAX_BODY_BYTES, MAX_UNAUTHENTICATED_BYTES
from pbem.setting_values import mail_service_settings
from pbem.settings import ENV
from tests.worker.conftest import parsed
from tests.worker.inbound.test_replies import hand
from tests.worker.inbound.writing import reply
from worker.mail.inbound.dispatch import handle_inbound

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("replies"), pytest.mark.one_database]

SECRET, KEY = "service:a long enough secret", "the signing key"
SERVICES = ["brevo", "mailgun", "mailjet", "postmark", "sendgrid", "sparkpost"]
To = Callable[[str], EmailMessage]


@pytest.fixture(params=SERVICES)
def service(request: pytest.FixtureRequest, settings: Any) -> str:
    settings.PBEM_MAIL_SERVICE = request.param
    settings.ANYMAIL = mail_service_settings(
        msgspec.structs.replace(ENV, mail_service=request.param, mail_service_secret=SECRET, mail_service_key=KEY)
    )
    return str(request.param)


@pytest.fixture
def letter(service: str, running: Game, to: To) -> Parsed:
    return parsed(to("anna"))


def basic(secret: str = SECRET) -> dict[str, str]:
    return {"Authorization": f"Basic {b64encode(secret.encode()).decode()}"}


def signature(key: str = KEY, token: str = "a" * 50) -> dict[str, str]:
    code = hmac.new(key.encode(), f"1534108637{token}".encode(), hashlib.sha256).hexdigest()
    return {"timestamp": "1534108637", "token": token, "signature": code}


def mailgun_event(letter: Parsed, what: str, *, to: str = "", said: str = "", more: str = "1") -> dict[str, Any]:
    """An event as Mailgun documents it."""
    sorts = {
        "delivered": {"event": "delivered"},
        "delayed": {"event": "failed", "severity": "temporary", "reason": "generic"},
        "bounced": {"event": "failed", "severity": "permanent", "reason": "bounce"},
        "complained": {"event": "complained"},
        "opened": {"event": "opened", "client-info": {"user-agent": "Reader/1"}},
    }
    data = {
        "id": f"event-{more}",
        "timestamp": 1534108637.5,
        "recipient": to or str(letter["To"]),
        "message": {"headers": {"message-id": str(letter["Message-ID"]).strip("<>"), "subject": "…"}, "size": 809},
        "delivery-status": {"code": 550, "description": "", "message": said},
        "user-variables": {},
        "tags": [],
    }
    return {"signature": signature(), "event-data": data | sorts[what]}


def postmark_event(letter: Parsed, what: str, *, to: str = "", said: str = "", more: str = "1") -> dict[str, Any]:
    """An event as Postmark documents it."""
    sorts: dict[str, dict[str, Any]] = {
        "delivered": {"RecordType": "Delivery", "DeliveredAt": "2026-11-01T13:28:10Z"},
        "delayed": {"RecordType": "Bounce", "Type": "Transient", "TypeCode": 2, "BouncedAt": "2026-11-01T13:28:10Z"},
        "bounced": {"RecordType": "Bounce", "Type": "HardBounce", "TypeCode": 1, "BouncedAt": "2026-11-01T13:28:10Z"},
        "complained": {"RecordType": "SpamComplaint", "Type": "SpamComplaint", "TypeCode": 512},
        "opened": {"RecordType": "Open", "UserAgent": "Reader/1", "ReceivedAt": "2026-11-01T13:28:10Z"},
    }
    place = "Recipient" if what in ("delivered", "opened") else "Email"
    facts = {
        "ID": 4323372036854775807,
        "MessageID": f"00000000-0000-0000-0000-00000000000{more}",
        "ServerID": 23,
        "Metadata": {"letter": str(letter["X-PM-Metadata-letter"])},
        "Details": said,
        place: to or str(letter["To"]),
    }
    return facts | sorts[what]


def mailjet_event(letter: Parsed, what: str, *, to: str = "", said: str = "", more: str = "1") -> dict[str, Any]:
    """An event as Mailjet documents it. It names a class of errors, of which the code is in words at best."""
    gone = {"error_related_to": "recipient", "error": "user unknown", "blocked": True, "hard_bounce": True}
    full = {"error_related_to": "recipient", "error": "quota exceeded", "blocked": False, "hard_bounce": False}
    sorts: dict[str, dict[str, Any]] = {
        "delivered": {"event": "sent", "smtp_reply": "sent (250 2.0.0 OK)"},
        "delayed": {"event": "bounce", "error": "greylisted", "hard_bounce": False, "blocked": False},
        "bounced": {"event": "bounce", "comment": said} | (full if "full" in said else gone),
        "complained": {"event": "spam", "source": "JMRPP"},
        "opened": {"event": "open", "ip": "192.0.2.1", "agent": "Reader/1"},
    }
    facts = {
        "time": 1534108637,
        "MessageID": 19421777835146490 + int(more),
        "Message_GUID": f"1ab23cd4-e567-8901-2345-6789f0gh1i2{more}",
        "email": to or str(letter["To"]),
        "mj_campaign_id": 7257,
        "mj_contact_id": 4,
        "customcampaign": "",
        "CustomID": "",
        "Payload": str(letter["X-MJ-EventPayload"]),
    }
    return facts | sorts[what]


def brevo_event(letter: Parsed, what: str, *, to: str = "", said: str = "", more: str = "1") -> dict[str, Any]:
    """An event as Brevo documents it. It gives the answer of the mail server as the reason."""
    sorts = {"delivered": "delivered", "delayed": "deferred", "complained": "spam", "opened": "opened"}
    sorts |= {"bounced": "soft_bounce" if "full" in said else "hard_bounce"}
    return {
        "event": sorts[what],
        "email": to or str(letter["To"]),
        "id": 26224 + int(more),
        "date": "2026-11-01 13:28:10",
        "ts": 1534108637,
        "ts_epoch": 1534108637000,
        "message-id": "<201798300811.5787683@relay.domain.com>",
        "X-Mailin-custom": str(letter["X-Mailin-custom"]),
        "subject": "…",
        "sending_ip": "192.0.2.1",
        "reason": said,
        "tag": "",
    }


def sendgrid_event(letter: Parsed, what: str, *, to: str = "", said: str = "", more: str = "1") -> list[dict[str, Any]]:
    """Events as SendGrid documents them: several at once, what the letter bore among the facts."""
    sorts: dict[str, dict[str, Any]] = {
        "delivered": {"event": "delivered", "response": said},
        "delayed": {"event": "deferred", "response": said, "attempt": "5"},
        "bounced": {"event": "bounce", "type": "bounce", "reason": said, "status": ""},
        "complained": {"event": "spamreport"},
        "opened": {"event": "open", "useragent": "Reader/1", "ip": "192.0.2.1"},
    }
    facts = {
        "email": to or str(letter["To"]),
        "timestamp": 1534108637,
        "smtp-id": "<14c5d75ce93.dfd.64b469@ismtpd-555>",
        "sg_event_id": f"sg_event_id_{more}",
        "sg_message_id": "14c5d75ce93.dfd.64b469.filter0001.16648.5515E0B88.0",
        "category": "cat facts",
    }
    other = facts | {"event": "processed", "email": "somebody@example.net", "sg_event_id": "other"}
    return [other, facts | json.loads(str(letter["X-SMTPAPI"]))["unique_args"] | sorts[what]]


def sparkpost_event(
    letter: Parsed, what: str, *, to: str = "", said: str = "", more: str = "1"
) -> list[dict[str, Any]]:
    """Events as SparkPost documents them: several at once, each in a box of its sort."""
    sorts: dict[str, dict[str, Any]] = {
        "delivered": {"type": "delivery"},
        "delayed": {"type": "delay", "bounce_class": "20", "raw_reason": said, "num_retries": "2"},
        "bounced": {"type": "bounce", "bounce_class": "22" if "full" in said else "10", "raw_reason": said},
        "complained": {"type": "spam_complaint", "fbtype": "abuse", "report_by": "example.net"},
        "opened": {"type": "open", "user_agent": "Reader/1"},
    }
    facts = {
        "event_id": f"9257465578811323{more}",
        "timestamp": "1534108637",
        "transmission_id": "65832150921904138",
        "message_id": "000443ee14578172be22",
        "raw_rcpt_to": to or str(letter["To"]),
        "rcpt_to": "hidden",
        "rcpt_meta": json.loads(str(letter["X-MSYS-API"]))["metadata"],
        "rcpt_tags": [],
    }
    box = "track_event" if what == "opened" else "message_event"
    return [{"msys": {}}, {"msys": {box: facts | sorts[what]}}]


EVENTS: dict[str, Callable[..., Any]] = {
    "brevo": brevo_event,
    "mailgun": mailgun_event,
    "mailjet": mailjet_event,
    "postmark": postmark_event,
    "sendgrid": sendgrid_event,
    "sparkpost": sparkpost_event,
}


def tell(event: Any, headers: dict[str, str] | None = None) -> int:
    told = Client().post(
        "/mail-service/events/",
        json.dumps(event),
        content_type="application/json",
        headers=basic() if headers is None else headers,
    )
    return told.status_code


def history() -> list[tuple[str, bool, str]]:
    events = MailEvent.objects.filter(mail__player__username="anna").order_by("pk")
    return list(events.values_list("what", "hard", "source"))


def is_marked(player: Player) -> bool:
    return Player.objects.get(pk=player.pk).is_unreachable


GONE = "smtp;550 5.1.1 The email account does not exist."


@pytest.mark.parametrize(
    ("what", "said", "noted", "status", "marked"),
    [
        ("delivered", "OK", ("delivered", False), "delivered", False),
        ("delayed", "greylisted", ("delayed", False), "sent", False),
        ("bounced", GONE, ("bounced", True), "bounced", True),
        ("bounced", "552 5.2.2 mailbox full", ("bounced", False), "bounced", False),
        ("bounced", "no such person", ("bounced", True), "bounced", True),
        ("complained", "", ("complained", False), "complained", True),
    ],
)
def test_an_event_goes_into_the_letters_history_once(
    service: str, letter: Parsed, anna: Player, what: str, said: str, noted: tuple[str, bool], status: str, marked: bool
) -> None:
    event = EVENTS[service](letter, what, said=said)
    assert [tell(event), tell(event)] == [200, 200]
    assert history() == [("sent", False, "smtp"), (*noted, "service")]
    assert OutgoingMail.objects.get(message_id=str(letter["Message-ID"])).status == status
    assert is_marked(anna) is marked


@pytest.mark.both_databases
@pytest.mark.parametrize(("by", "marked"), [(1, False), (0, True)])
def test_an_event_of_before_the_player_said_that_letters_arrive_marks_nobody(
    service: str, letter: Parsed, anna: Player, by: int, marked: bool
) -> None:
    told = (
        datetime.fromtimestamp(1534108637, UTC)
        if service != "postmark"
        else datetime(2026, 11, 1, 13, 28, 10, tzinfo=UTC)
    )
    Player.objects.filter(pk=anna.pk).update(mail_works_since=told + timedelta(seconds=by, milliseconds=900))
    assert tell(EVENTS[service](letter, "bounced", said=GONE)) == 200
    assert is_marked(anna) is marked
    assert history()[-1] == ("bounced", True, "service")


def test_an_event_with_a_date_of_no_zone_means_the_last_sending(
    settings: Any, running: Game, to: To, anna: Player
) -> None:
    settings.PBEM_MAIL_SERVICE, settings.ANYMAIL = "postmark", {"WEBHOOK_SECRET": SECRET}
    event = postmark_event(parsed(to("anna")), "bounced", said=GONE) | {"BouncedAt": "2020-11-01T13:28:10"}
    Player.objects.filter(pk=anna.pk).update(mail_works_since=datetime(2021, 1, 1, tzinfo=UTC))
    assert tell(event) == 200
    assert is_marked(anna)


def test_the_same_event_under_another_signature_counts_once(service: str, letter: Parsed) -> None:
    event = EVENTS[service](letter, "bounced", said=GONE)
    tell(event)
    tell(event | {"signature": signature(token="b" * 50)} if service == "mailgun" else event)
    assert [what for what, _, _ in history()] == ["sent", "bounced"]


def test_openings_are_nobodys_business(service: str, letter: Parsed) -> None:
    assert tell(EVENTS[service](letter, "opened")) == 200
    assert history() == [("sent", False, "smtp")]


@pytest.mark.parametrize("secret", ["", "service:a wrong secret", "other:a long enough secret"])
def test_whoever_has_not_the_secret_is_refused(service: str, letter: Parsed, anna: Player, secret: str) -> None:
    event = EVENTS[service](letter, "bounced", said=GONE)
    assert tell(event, basic(secret) if secret else {}) == 400
    assert tell({}, {}) == 400
    assert history() == [("sent", False, "smtp")]
    assert not is_marked(anna)


def test_mailgun_must_have_signed(settings: Any, running: Game, to: To, anna: Player) -> None:
    settings.PBEM_MAIL_SERVICE = "mailgun"
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET, "MAILGUN_WEBHOOK_SIGNING_KEY": KEY}
    event = mailgun_event(parsed(to("anna")), "bounced", said=GONE)
    assert tell(event | {"signature": signature("another key")}) == 400
    assert history() == [("sent", False, "smtp")]


def test_an_event_about_another_address_or_letter_does_nothing(service: str, letter: Parsed, anna: Player) -> None:
    assert tell(EVENTS[service](letter, "bounced", to="ben@example.org", said=GONE)) == 200
    unknown = Parsed()
    for name in ("Message-ID", "X-PM-Metadata-letter"):
        unknown[name] = "<guess@localhost>"
    unknown["X-MJ-EventPayload"] = unknown["X-Mailin-custom"] = '{"letter": "<guess@localhost>"}'
    unknown["X-SMTPAPI"] = '{"unique_args": {"letter": "<guess@localhost>"}}'
    unknown["X-MSYS-API"] = '{"metadata": {"letter": "<guess@localhost>"}}'
    unknown["To"] = str(letter["To"])
    assert tell(EVENTS[service](unknown, "bounced", said=GONE)) == 200
    assert history() == [("sent", False, "smtp")]
    assert not is_marked(anna)


@pytest.mark.parametrize("body", ["", "[]", "3", '{"event-data": 3}', "{", '{"RecordType": ["a"]}'])
def test_what_cannot_be_read_is_refused(service: str, body: str) -> None:
    for page in ("events", "letters"):
        told = Client().post(f"/mail-service/{page}/", body, content_type="application/json", headers=basic())
        assert told.status_code in (200, 400)
    assert not MailEvent.objects.exists()
    assert not IncomingMail.objects.exists()


def test_a_call_that_is_too_large_is_not_read(service: str) -> None:
    body = b" " * (MAX_BODY_BYTES + 1)
    told = Client().post("/mail-service/letters/", body, content_type="application/json", headers=basic())
    assert told.status_code == 413


def test_a_call_without_the_secret_is_not_read_far(service: str) -> None:
    body = b" " * (MAX_UNAUTHENTICATED_BYTES + 1)
    headers = basic(SECRET + "x")
    told = Client().post("/mail-service/letters/", body, content_type="application/json", headers=headers)
    assert told.status_code == 413


def test_while_the_database_is_away_the_service_must_call_again(
    service: str, letter: Parsed, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*about: Any, **how: Any) -> str:
        raise DatabaseError("away")

    monkeypatch.setattr("worker.mail.inbound.service_events.do_record_delivery_event", away)
    client = Client(raise_request_exception=False)
    body = json.dumps(EVENTS[service](letter, "delivered"))
    told = client.post("/mail-service/events/", body, content_type="application/json", headers=basic())
    assert told.status_code >= 500


def mailjet_letter(message: Any, text: str, recipient: str, *, listed: bool) -> dict[str, Any]:
    """A message as Mailjet documents it: in parts always, each header by itself or as a list (`listed`)."""
    return {
        "Sender": "anna@example.org",
        "Recipient": recipient,
        "Date": str(message["Date"]),
        "From": str(message["From"]),
        "Subject": str(message["Subject"]),
        "Headers": {name: [str(value)] if listed else str(value) for name, value in message.items()},
        "Parts": [{"Headers": {"Content-Type": "text/plain; charset=UTF-8"}, "ContentRef": "Text-part"}],
        "Text-part": text,
        "SpamAssassinScore": "0.602",
    }


def bring_by_brevo(
    client: Client, shown: dict[str, str], message: Any, raw: bytes, text: str, recipient: str, whole: bool
) -> int:
    """As Brevo documents it: in parts always; attachments (`whole`) would have to be fetched."""
    logo = {"Name": "logo.png", "ContentType": "image/png", "ContentLength": 9, "ContentID": "x", "DownloadToken": "ey"}
    item = {
        "Uuid": ["8d79ad4c-5b8a-4c55-8d6d-0c1e0f8a4f6b"],
        "MessageId": str(message["Message-ID"]),
        "Recipients": [recipient],
        "Headers": {name: str(value) for name, value in message.items()} | {"Delivered-To": recipient},
        "RawTextBody": text,
        "RawHtmlBody": None,
        "ExtractedMarkdownMessage": text,
        "SpamScore": 2.3,
        "Attachments": [logo] if whole else [],
    }
    body = json.dumps({"items": [item]})
    return client.post("/mail-service/letters/", body, content_type="application/json", headers=shown).status_code


def bring_by_sendgrid(
    client: Client, shown: dict[str, str], message: Any, raw: bytes, text: str, recipient: str, whole: bool
) -> int:
    """As SendGrid documents it: a form, with the message in fields or as it is."""
    fields = {"envelope": json.dumps({"to": [recipient], "from": "anna@example.org"}), "charsets": '{"text": "utf-8"}'}
    headers = "".join(f"{name}: {value}\n" for name, value in message.items())
    fields |= {"email": raw.decode()} if whole else {"headers": headers, "text": text}
    return client.post("/mail-service/letters/", fields, headers=shown).status_code


def bring_by_sparkpost(
    client: Client, shown: dict[str, str], message: Any, raw: bytes, text: str, recipient: str, whole: bool
) -> int:
    """As SparkPost documents it: the message as it is, or (`whole`) in base64."""
    content = {"email_rfc822": b64encode(raw).decode() if whole else raw.decode(), "email_rfc822_is_base64": whole}
    relay = {"content": content, "msg_from": "anna@example.org", "rcpt_to": recipient, "protocol": "smtp"}
    body = json.dumps([{"msys": {"relay_message": relay}}])
    return client.post("/mail-service/letters/", body, content_type="application/json", headers=shown).status_code


NEWER: dict[str, Callable[..., int]] = {
    "brevo": bring_by_brevo,
    "sendgrid": bring_by_sendgrid,
    "sparkpost": bring_by_sparkpost,
}


def bring(
    service: str, raw: bytes, *, recipient: str, whole: bool = False, headers: dict[str, str] | None = None
) -> int:
    """A message that comes in as the service hands it on: in parts, or `whole`."""
    message = message_from_bytes(raw, policy=default)
    text = message.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    client, shown = Client(), basic() if headers is None else headers
    if service == "mailgun":
        facts = signature() | {"recipient": recipient, "sender": "anna@example.org"}
        parts = {"message-headers": json.dumps(list(message.items())), "body-plain": text}
        fields = facts | ({"body-mime": raw.decode()} if whole else parts)
        return client.post("/mail-service/letters/", fields, headers=shown).status_code
    if service in NEWER:
        return NEWER[service](client, shown, message, raw, text, recipient, whole)
    if service == "mailjet":
        told = json.dumps(mailjet_letter(message, text, recipient, listed=whole))
        return client.post("/mail-service/letters/", told, content_type="application/json", headers=shown).status_code
    kept = [{"Name": name, "Value": value} for name, value in message.items() if name not in ("From", "To", "Subject")]
    event: dict[str, Any] = {
        "FromFull": {"Email": str(message["From"]), "Name": "", "MailboxHash": ""},
        "ToFull": [{"Email": recipient, "Name": "", "MailboxHash": ""}],
        "OriginalRecipient": recipient,
        "Subject": str(message["Subject"]),
        "MessageID": "22c74902-a0c1-4511-804f-2341342852c9",
        "TextBody": text,
        "HtmlBody": "",
        "Headers": kept,
    }
    event |= {"RawEmail": raw.decode()} if whole else {}
    body = json.dumps(event)
    return client.post("/mail-service/letters/", body, content_type="application/json", headers=shown).status_code


def address_of(letter: Parsed) -> str:
    return str(letter["Reply-To"]).partition("<")[2].strip("<>")


@pytest.mark.parametrize("whole", [False, True])
def test_a_reply_is_stored_once_and_handled(service: str, letter: Parsed, whole: bool) -> None:
    raw, recipient = reply(letter, "show"), address_of(letter)
    assert [bring(service, raw, recipient=recipient, whole=whole) for _ in range(2)] == [200, 200]
    row = IncomingMail.objects.get()
    assert (row.way, row.proven) == ("service", False)
    handle_inbound()
    row.refresh_from_db()
    assert (row.status, row.outcome) == ("handled", "words")


def in_eight_bits(letter: Parsed, line: str, charset: str = "utf-8") -> bytes:
    head = f"From: {letter['To']}\nTo: {letter['Reply-To']}\nSubject: Re\nMessage-ID: <eight@mail.example.org>\n"
    kind = f"MIME-Version: 1.0\nContent-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: 8bit\n"
    return f"{head}{kind}\n".encode() + f"{line}\n".encode(charset)


@pytest.mark.parametrize("whole", [False, True])
def test_japanese_in_eight_bits_comes_through(
    service: str, letter: Parsed, running: Game, settings: Any, whole: bool
) -> None:
    settings.PBEM_MAIL_GRACE_SECONDS = 0
    raw, recipient = in_eight_bits(letter, "メモ 霧、視界なし"), address_of(letter)
    assert bring(service, raw, recipient=recipient, whole=whole) == 200
    handle_inbound()
    assert Notebook.objects.get().text == "霧、視界なし"


def test_sparkpost_brings_old_codings_as_they_are(settings: Any, running: Game, to: To) -> None:
    settings.PBEM_MAIL_SERVICE, settings.PBEM_MAIL_GRACE_SECONDS = "sparkpost", 0
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET}
    letter = parsed(to("anna"))
    raw = in_eight_bits(letter, "メモ 霧", "shift_jis")
    assert bring_by_sparkpost(Client(), basic(), None, raw, "", address_of(letter), True) == 200
    handle_inbound()
    assert Notebook.objects.get().text == "霧"


def test_an_order_that_says_itself_whom_to_believe_waits(service: str, letter: Parsed, running: Game) -> None:
    """The reply names a relay of ours that vouches for it, as anybody can write into its own message."""
    bring(service, reply(letter, hand(running)[0]), recipient=address_of(letter))
    handle_inbound()
    assert IncomingMail.objects.get().status == "waiting"


def test_mail_of_strangers_and_calls_without_the_secret_bring_nothing(service: str, letter: Parsed) -> None:
    recipient = address_of(letter)
    assert bring(service, reply(letter, "show", sender="eve@example.net"), recipient=recipient) == 200
    assert bring(service, reply(letter, "show"), recipient=recipient, headers={}) == 400
    assert not IncomingMail.objects.exists()


@pytest.mark.parametrize("page", ["events", "letters"])
def test_without_a_service_there_are_no_such_pages(page: str) -> None:
    assert Client().post(f"/mail-service/{page}/", "{}", content_type="application/json").status_code == 404


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"mail_service": "pigeon"}, "PBEM_MAIL_SERVICE must"),
        ({"mail_service": "postmark"}, "PBEM_MAIL_SERVICE_SECRET"),
        ({"mail_service": "postmark", "mail_service_secret": "user:short"}, "PBEM_MAIL_SERVICE_SECRET"),
        ({"mail_service": "mailgun", "mail_service_secret": SECRET}, "PBEM_MAIL_SERVICE_KEY"),
    ],
)
def test_the_server_does_not_start_where_anybody_could_call(fields: dict[str, str], named: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=named):
        mail_service_settings(msgspec.structs.replace(ENV, **fields))
