"""``check_mail``: its reports about servers, ways in and DNS records."""

from io import StringIO
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.core.management import call_command

from tests.worker.post_office import free_port, hanging_server, open_office
from worker.mail.outbound import self_check
from worker.mail.outbound.self_check import BAD, GOOD, UNKNOWN, check_dns_records, check_receiving, check_sending

ZONE = {
    ("example.org", "TXT"): ["other", "v=spf1 mx -all"],
    ("_dmarc.example.org", "TXT"): ["v=DMARC1; p=reject"],
    ("s1._domainkey.example.org", "TXT"): ["v=DKIM1; p=abc"],
    ("example.org", "MX"): ["10 mx.example.org."],
}


def lookup(name: str, kind: str) -> list[str]:
    return ZONE.get((name, kind), [])


@pytest.fixture
def domain(settings: Any) -> Any:
    settings.DEFAULT_FROM_EMAIL = "Sealed Orders <orders@example.org>"
    settings.PBEM_MAIL_REPLY_ADDRESS = "orders@example.org"
    return settings


@pytest.fixture
def smtp(settings: Any) -> Any:
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = "worker.mail.outbound.smtp_backend.BoundedSmtpBackend", "127.0.0.1"
    settings.EMAIL_TIMEOUT = settings.PBEM_MAIL_TIMEOUT = 20
    return settings


def states(found: Any) -> dict[str, str]:
    return {one.subject: one.state for one in found}


def test_a_server_that_answers_and_takes_a_letter(smtp: Any) -> None:
    with open_office() as (office, smtp.EMAIL_PORT):
        assert states(check_sending()) == {"sending": GOOD}
        assert office.letters == []
        assert states(check_sending("op@example.org")) == {"sending": GOOD}
    assert office.letters[0]["Auto-Submitted"] == "auto-generated"


def test_a_server_that_is_away_or_refuses(smtp: Any) -> None:
    smtp.EMAIL_PORT = free_port()
    assert states(check_sending()) == {"sending": BAD}
    with open_office() as (office, smtp.EMAIL_PORT):
        office.refusals["op@example.org"] = "550 No"
        assert states(check_sending("op@example.org")) == {"sending": BAD}


def test_all_records_are_there(domain: Any) -> None:
    assert set(states(check_dns_records(lookup, "s1")).values()) == {GOOD}


@pytest.mark.parametrize(("name", "kind", "what"), [("example.org", "TXT", "SPF"), ("example.org", "MX", "MX")])
def test_a_record_that_is_missing(
    domain: Any, monkeypatch: pytest.MonkeyPatch, name: str, kind: str, what: str
) -> None:
    monkeypatch.setitem(ZONE, (name, kind), [])
    assert {one for one, state in states(check_dns_records(lookup, "s1")).items() if state == BAD} == {what}


def test_where_nobody_answers_nothing_is_said_to_fail(domain: Any) -> None:
    def away(name: str, kind: str) -> list[str]:
        raise OSError("LifetimeTimeout")

    assert set(states(check_dns_records(away, "s1")).values()) == {UNKNOWN}


def test_without_the_library_the_records_are_not_seen() -> None:
    (found,) = check_dns_records(None)
    assert (found.state, "dnspython" in found.detail) == (UNKNOWN, True)


def test_ways_in(domain: Any, smtp: Any) -> None:
    domain.PBEM_IMAP_URL, domain.PBEM_LMTP_LISTEN = "imaps://u:p@127.0.0.1:1/x", f"127.0.0.1:{free_port()}"
    assert states(check_receiving()) == {"replies": GOOD, "mailbox": BAD, "LMTP": BAD, "relays": UNKNOWN}
    with open_office() as (_, port):
        domain.PBEM_LMTP_LISTEN = f"127.0.0.1:{port}"
        assert states(check_receiving())["LMTP"] == GOOD
    smtp.EMAIL_TIMEOUT = smtp.PBEM_MAIL_TIMEOUT = 1
    with hanging_server() as port:
        domain.PBEM_LMTP_LISTEN = f"127.0.0.1:{port}"
        assert states(check_receiving())["LMTP"] == BAD


def test_no_password_is_shown(domain: Any, smtp: Any) -> None:
    domain.PBEM_IMAP_URL = f"imap://u:pa55word@127.0.0.1:{free_port()}/x"
    assert not any("pa55word" in one.detail for one in check_receiving())


def test_the_command_ends_with_1_where_something_fails(
    domain: Any, monkeypatch: pytest.MonkeyPatch, mailoutbox: list[EmailMessage]
) -> None:
    out = StringIO()
    monkeypatch.setattr(self_check, "make_dns_lookup", lambda: None)
    call_command("check_mail", to="op@example.org", stdout=out)
    assert "ok        sending" in out.getvalue()
    assert len(mailoutbox) == 1
    domain.PBEM_LMTP_LISTEN = f"127.0.0.1:{free_port()}"
    with pytest.raises(SystemExit) as ended:
        call_command("check_mail", stdout=out)
    assert ended.value.code == 1
