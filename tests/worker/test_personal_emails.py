"""E-mails to persons: outbox rows that are written when they are sent, and then forgotten."""

from typing import Any

import pytest
from django.core import mail

from games.errors import WrongState
from games.models import OutgoingMail, Player
from games.persistence.encryption import decrypt, encrypt
from games.services.account_emails import NOBODY, do_queue_account_email
from games.services.outbox import do_resend
from worker.mail.outbound.account_emails import TEMPLATES
from worker.mail.outbound.delivery import send_due_mail

pytestmark = pytest.mark.django_db(transaction=True)

FACTS = {
    "name": "anna",
    "by": "ben",
    "game": "Emden",
    "title": "T",
    "scenario": "S",
    "seat": "Red",
    "misses": "3",
    "url": "http://127.0.0.1:8000/there/",
    "code": "ABC-DEF",
    "new": "new@example.org",
    "until": "2026-11-02T12:00:00+00:00",
    "says": "Aye.",
    "said": "Aye, aye.",
    "asked": "Shall we?",
    "office": "umpire",
    "who": "carla",
    "answered": "30",
    "read": "60",
    "cancel": "http://127.0.0.1:8000/cancel/",
}


@pytest.mark.parametrize("what", sorted(TEMPLATES))
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_sort_is_written_in_both_languages(what: str, language: str) -> None:
    do_queue_account_email(template=what, address="anna@example.org", language=language, facts=FACTS)
    assert send_due_mail().sent == 1
    (letter,) = mail.outbox
    html = str(letter.alternatives[0][0])
    assert letter.to == ["anna@example.org"]
    assert f'lang="{language}"' in html
    for text in (str(letter.body), html):
        assert ("ください" in text) == (language == "ja")
    assert letter.extra_headers["Auto-Submitted"] == "auto-generated"


def _written(what: str, **facts: str) -> str:
    do_queue_account_email(template=what, address="anna@example.org", language="en", facts=FACTS | facts)
    send_due_mail()
    return " ".join(str(mail.outbox[-1].body).split())


@pytest.mark.parametrize("address", ["", "orders@example.org"])
def test_the_welcome_says_whether_one_may_play_by_e_mail_alone(settings: Any, address: str) -> None:
    settings.PBEM_MAIL_REPLY_ADDRESS = address
    told = _written("welcome")
    assert ("You can also play by e-mail alone" in told) == bool(address)
    assert address in told


def test_a_limit_of_answers_that_is_no_lower_than_that_of_reading_is_not_told() -> None:
    assert "More are read, and count" in _written("many_mails")
    told = _written("many_mails", answered="60")
    assert "At most 60 in an hour are read. Nothing of the others counts" in told
    assert "More are read" not in told


def test_what_a_letter_held_is_wiped_when_it_is_out() -> None:
    row = do_queue_account_email(template="login_code", address="anna@example.org", facts=FACTS)
    assert b"ABC-DEF" not in bytes(row.sealed)
    assert b"anna@example.org" not in bytes(row.sealed)
    send_due_mail()
    row.refresh_from_db()
    assert (row.status, bytes(row.sealed)) == ("sent", b"")


def test_a_letter_to_nobody_is_dropped() -> None:
    do_queue_account_email(template=NOBODY, address="nobody@example.org")
    done = send_due_mail()
    assert (done.sent, done.dropped, mail.outbox) == (0, 1, [])


def test_a_letter_that_is_out_is_not_sent_again(staff: Player) -> None:
    row = do_queue_account_email(template="login_code", address="anna@example.org", facts=FACTS)
    send_due_mail()
    with pytest.raises(WrongState):
        do_resend(by=staff, mail_id=row.pk)
    row.refresh_from_db()
    assert row.status == OutgoingMail.Status.SENT


def test_a_sealed_word_is_read_under_its_own_key_and_a_retired_one(settings: Any) -> None:
    sealed, old = encrypt({"code": "1"}), settings.SECRET_KEY
    settings.SECRET_KEY = "another"
    assert decrypt(sealed) is None
    settings.SECRET_KEY_FALLBACKS = [old]
    assert decrypt(sealed) == {"code": "1"}
