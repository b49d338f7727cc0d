"""``check_mail``: what is said of servers, ways in and records."""

from io import StringIO
from typing import Any

import pytest
from django.core.mail import EmailMessage
from django.core.management import call_command

from tests.worker.post_office import free_port, hanging_server, open_office
from worker.mail import checking
from worker.mail.checking import BAD, GOOD, UNKNOWN, receiving, records, sending

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
    settings.PBEM_MAIL_REPLY = "orders@example.org"
    return settings


@pytest.fixture
def smtp(settings: Any) -> Any:
    settings.EMAIL_BACKEND, settings.EMAIL_HOST = "worker.mail.smtp.Backend", "127.0.0.1"
    settings.EMAIL_TIMEOUT = settings.PBEM_MAIL_TIMEOUT = 20
    return settings


def states(found: Any) -> dict[str, str]:
    return {one.what: one.state for one in found}


def test_a_server_that_answers_and_takes_a_letter(smtp: Any) -> None:
    with open_office() as (office, smtp.EMAIL_PORT):
        assert states(sending()) == {"sending": GOOD}
        assert office.letters == []
        assert states(sending("op@example.org")) == {"sending": GOOD}
    assert office.letters[0]["Auto-Submitted"] == "auto-generated"


def test_a_server_that_is_away_or_refuses(smtp: Any) -> None:
    smtp.EMAIL_PORT = free_port()
    assert states(sending()) == {"sending": BAD}
    with open_office() as (office, smtp.EMAIL_PORT):
        office.refusals["op@example.org"] = "550 No"
        assert states(sending("op@example.org")) == {"sending": BAD}


def test_all_records_are_there(domain: Any) -> None:
    assert set(states(records(lookup, "s1")).values()) == {GOOD}


@pytest.mark.parametrize(("name", "kind", "what"), [("example.org", "TXT", "SPF"), ("example.org", "MX", "MX")])
def test_a_record_that_is_missing(
    domain: Any, monkeypatch: pytest.MonkeyPatch, name: str, kind: str, what: str
) -> None:
    monkeypatch.setitem(ZONE, (name, kind), [])
    assert {one for one, state in states(records(lookup, "s1")).items() if state == BAD} == {what}


def test_where_nobody_answers_nothing_is_said_to_fail(domain: Any) -> None:
    def away(name: str, kind: str) -> list[str]:
        raise OSError("LifetimeTimeout")

    assert set(states(records(away, "s1")).values()) == {UNKNOWN}


def test_without_the_library_the_records_are_not_seen() -> None:
    (found,) = records(None)
    assert (found.state, "dnspython" in found.words) == (UNKNOWN, True)


def test_ways_in(domain: Any, smtp: Any) -> None:
    domain.PBEM_MAIL_BOX, domain.PBEM_MAIL_LMTP = "imaps://u:p@127.0.0.1:1/x", f"127.0.0.1:{free_port()}"
    assert states(receiving()) == {"replies": GOOD, "mailbox": BAD, "LMTP": BAD, "relays": UNKNOWN}
    with open_office() as (_, port):
        domain.PBEM_MAIL_LMTP = f"127.0.0.1:{port}"
        assert states(receiving())["LMTP"] == GOOD
    smtp.EMAIL_TIMEOUT = smtp.PBEM_MAIL_TIMEOUT = 1
    with hanging_server() as port:
        domain.PBEM_MAIL_LMTP = f"127.0.0.1:{port}"
        assert states(receiving())["LMTP"] == BAD


def test_no_password_is_shown(domain: Any, smtp: Any) -> None:
    domain.PBEM_MAIL_BOX = f"imap://u:pa55word@127.0.0.1:{free_port()}/x"
    assert not any("pa55word" in one.words for one in receiving())


def test_the_command_ends_with_1_where_something_fails(
    domain: Any, monkeypatch: pytest.MonkeyPatch, mailoutbox: list[EmailMessage]
) -> None:
    out = StringIO()
    monkeypatch.setattr(checking, "resolver", lambda: None)
    call_command("check_mail", to="op@example.org", stdout=out)
    assert "ok        sending" in out.getvalue()
    assert len(mailoutbox) == 1
    domain.PBEM_MAIL_LMTP = f"127.0.0.1:{free_port()}"
    with pytest.raises(SystemExit) as ended:
        call_command("check_mail", stdout=out)
    assert ended.value.code == 1
