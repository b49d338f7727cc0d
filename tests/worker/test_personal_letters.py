"""Letters to persons: rows of the outbox, written when they are sent, in the reader's language, and then forgotten."""

from typing import Any

import pytest
from django.core import mail

from games.errors import WrongState
from games.models import OutgoingMail, Player
from games.services.outbox import do_resend
from games.services.personal import NOBODY, do_owe_letter
from games.stored.sealing import seal, unseal
from worker.mail.delivery import deliver
from worker.mail.personal import SORTS

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
    "who": "carla",
    "answered": "30",
    "read": "60",
    "cancel": "http://127.0.0.1:8000/cancel/",
}


@pytest.mark.parametrize("what", sorted(SORTS))
@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_sort_is_written_in_both_languages(what: str, language: str) -> None:
    do_owe_letter(what=what, address="anna@example.org", language=language, facts=FACTS)
    assert deliver().sent == 1
    (letter,) = mail.outbox
    html = str(letter.alternatives[0][0])
    assert letter.to == ["anna@example.org"]
    assert f'lang="{language}"' in html
    for text in (str(letter.body), html):
        assert ("ください" in text) == (language == "ja")
    assert letter.extra_headers["Auto-Submitted"] == "auto-generated"


def test_what_a_letter_held_is_wiped_when_it_is_out() -> None:
    row = do_owe_letter(what="login_code", address="anna@example.org", facts=FACTS)
    assert b"ABC-DEF" not in bytes(row.sealed)
    assert b"anna@example.org" not in bytes(row.sealed)
    deliver()
    row.refresh_from_db()
    assert (row.status, bytes(row.sealed)) == ("sent", b"")


def test_a_letter_to_nobody_is_dropped() -> None:
    do_owe_letter(what=NOBODY, address="nobody@example.org")
    done = deliver()
    assert (done.sent, done.dropped, mail.outbox) == (0, 1, [])


def test_a_letter_that_is_out_is_not_sent_again(staff: Player) -> None:
    row = do_owe_letter(what="login_code", address="anna@example.org", facts=FACTS)
    deliver()
    with pytest.raises(WrongState):
        do_resend(by=staff, mail_id=row.pk)
    row.refresh_from_db()
    assert row.status == OutgoingMail.Status.SENT


def test_a_sealed_word_is_read_under_its_own_key_and_a_retired_one(settings: Any) -> None:
    sealed, old = seal({"code": "1"}), settings.SECRET_KEY
    settings.SECRET_KEY = "another"
    assert unseal(sealed) is None
    settings.SECRET_KEY_FALLBACKS = [old]
    assert unseal(sealed) == {"code": "1"}
