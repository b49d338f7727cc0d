"""The page with e-mails that were written to files, for staff."""

from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.models import AuditEntry, Game, OutgoingMail, Player

pytestmark = pytest.mark.django_db

NAME = "20261122-000000-000000001-anna@example.org.eml"


@pytest.fixture
def folder(tmp_path: Path, settings: Any, running: Game) -> Path:
    """A folder with the letter to Red."""
    settings.EMAIL_FILE_PATH = str(tmp_path)
    mail = OutgoingMail.objects.filter(game=running, seat__role="red").first()
    assert mail is not None
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = "Round 1 <b>", "Orders <o@example.org>", "anna@example.org"
    message["Message-ID"], message["Date"] = mail.message_id, "Sun, 22 Nov 2026 00:00:00 -0000"
    message.set_content("red has c01")
    message.add_alternative('<p onclick="x()">red has c01</p><script>x()</script><img src="cid:board">', subtype="html")
    html = message.get_body(("html",))
    assert html is not None
    html.add_related(b"PNG", "image", "png", cid="<board>")
    (tmp_path / NAME).write_bytes(message.as_bytes())
    return tmp_path


def test_only_staff_see_the_letters(as_anna: Client, as_staff: Client, folder: Path) -> None:
    assert as_anna.get("/mail/").status_code == 403
    assert as_anna.get(f"/mail/{NAME}/").status_code == 403
    text = as_staff.get("/mail/").content.decode()
    assert "Round 1 &lt;b&gt;" in text
    assert "red has c01" not in text, "the list holds no secrets"


def test_a_letter_is_shown_as_text_and_in_a_frame_that_can_do_nothing(as_staff: Client, folder: Path) -> None:
    text = as_staff.get(f"/mail/{NAME}/").content.decode()
    assert "red has c01" in text
    assert '<iframe class="letter" sandbox ' in text
    frame = as_staff.get(f"/mail/{NAME}/html/")
    policy = frame["Content-Security-Policy"]
    assert "sandbox" in policy
    assert "script-src" not in policy
    assert "default-src 'none'" in policy
    assert "data:image/png;base64," in frame.content.decode()
    assert frame["X-Frame-Options"] == "SAMEORIGIN"


def test_reading_a_letter_leaves_an_audit_entry(as_staff: Client, folder: Path, running: Game) -> None:
    as_staff.get(f"/mail/{NAME}/")
    entry = AuditEntry.objects.filter(game=running.pk, action="looked_at_mail").get()
    assert entry.facts == {"audience": "red"}


def test_staff_who_sit_in_the_game_may_not_read_its_letters(
    as_staff: Client, staff: Player, folder: Path, running: Game
) -> None:
    running.seats.filter(role="black").update(player=staff)
    OutgoingMail.objects.filter(seat__role="black").update(player=staff)
    page = as_staff.get("/mail/")
    assert page.context["page"].paginator.count == 0, "a reminder's envelope tells who has not answered"
    assert [line.role for line in page.context["outbox"]] == ["black"]
    for path in (f"/mail/{NAME}/", f"/mail/{NAME}/html/"):
        assert as_staff.get(path).status_code == 403


def test_staff_who_play_read_their_own_letters(as_staff: Client, staff: Player, folder: Path, running: Game) -> None:
    running.seats.filter(role="red").update(player=staff)
    OutgoingMail.objects.filter(seat__role="red").update(player=staff)
    assert as_staff.get("/mail/").context["page"].paginator.count == 1
    assert as_staff.get(f"/mail/{NAME}/").status_code == 200
    assert not AuditEntry.objects.exists()


def test_a_letter_that_the_outbox_does_not_know_stays_shut(as_staff: Client, folder: Path) -> None:
    """Nobody can say any more whose secrets it holds."""
    OutgoingMail.objects.all().delete()
    assert as_staff.get("/mail/").status_code == 200
    for path in (f"/mail/{NAME}/", f"/mail/{NAME}/html/"):
        assert as_staff.get(path).status_code == 403


@pytest.mark.parametrize("name", ["..%2f..%2fsecret_key", "secret_key", "x.eml", ".eml", "a b.eml"])
def test_nothing_but_letters_comes_out_of_the_folder(as_staff: Client, folder: Path, name: str) -> None:
    (folder / "secret_key").write_text("hidden")
    assert as_staff.get(f"/mail/{name}/").status_code == 404


def test_without_a_folder_the_outbox_alone_is_shown(as_staff: Client, settings: Any, running: Game) -> None:
    settings.EMAIL_FILE_PATH = None
    text = as_staff.get("/mail/").content.decode()
    assert "mail-queued" in text
