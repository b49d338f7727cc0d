"""Mail programs show the e-mails of a game as one thread: asked of Dovecot, which threads as RFC 5256 says."""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterable
from email import message_from_bytes
from email.message import EmailMessage as Parsed
from pathlib import Path

import pytest
from django.core.mail import EmailMessage

from games.models import Game, OpenRequest
from games.services.resolve.advance import do_resolve
from tests.table import answer
from tests.worker.conftest import parsed
from tests.worker.inbound.writing import bring, reply

IMAP = Path("/usr/lib/dovecot/imap")
CONFIGURATION = """
base_dir = {folder}/run
protocols =
ssl = no
mail_location = maildir:{folder}/mail
first_valid_uid = 0
"""
CONVERSATION = b"a SELECT INBOX\r\nb THREAD REFERENCES UTF-8 ALL\r\nc LOGOUT\r\n"
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.one_database,
    pytest.mark.skipif(
        not IMAP.exists() or os.getuid() != 0 or shutil.which("setpriv") is None, reason="needs Dovecot, and root"
    ),
]
Send = Callable[[], list[EmailMessage]]


def threads(folder: Path, messages: Iterable[bytes]) -> str:
    """The threads of a mailbox with these messages, as IMAP writes them: `(1 2)(3)`."""
    for name in ("cur", "new", "tmp"):
        (folder / "mail" / name).mkdir(parents=True)
    for number, raw in enumerate(messages):
        (folder / "mail" / "new" / f"{number:04}.test.example").write_bytes(raw)
    (folder / "dovecot.conf").write_text(CONFIGURATION.format(folder=folder))
    for path in (*folder.parents, folder):
        if path.stat().st_uid == os.getuid() and str(path).startswith(str(folder.parents[2])):
            path.chmod(path.stat().st_mode | 0o011)
    subprocess.run(["chown", "-R", "nobody", str(folder)], check=True)
    done = subprocess.run(
        ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", str(IMAP), "-c", folder / "dovecot.conf"],
        input=CONVERSATION,
        capture_output=True,
        check=False,
        timeout=60,
        env={"USER": "nobody", "HOME": str(folder), "PATH": os.environ["PATH"]},
    )
    found = re.search(rb"\* THREAD (.*)\r\n", done.stdout)
    assert found is not None, (done.stdout, done.stderr)
    return found[1].decode()


def play_by_email(game: Game, send: Send) -> tuple[list[Parsed], list[bytes]]:
    """Let Anna play to the end by replying `ok`, and Ben on the page; return her e-mails and what she sent."""
    received, sent = [], []
    for _ in range(12):
        mine = [parsed(one) for one in send() if one.to == ["anna@example.org"]]
        received += mine
        asked = {one.seat.role for one in OpenRequest.objects.filter(game=game, closed_at=None).select_related("seat")}
        if not asked:
            break
        if "red" in asked:
            sent.append(reply(next(one for one in reversed(mine) if one["Reply-To"]), "ok"))
            bring(sent[-1])
            received += [parsed(one) for one in send() if one.to == ["anna@example.org"]]
        if "black" in asked:
            answer(game, "black")
        do_resolve(game.pk)
    return received, sent


@pytest.mark.parametrize("with_sent_mail", [False, True])
def test_a_game_is_one_thread(
    running: Game, send: Send, replies: None, tmp_path: Path, *, with_sent_mail: bool
) -> None:
    received, sent = play_by_email(running, send)
    assert len(received) >= 8
    assert len(sent) >= 3
    assert len({str(one["Subject"]) for one in received}) >= 4, (
        "the subjects differ, so only the headers can thread them"
    )
    shown = threads(tmp_path, [bytes(one) for one in received] + (sent if with_sent_mail else []))
    numbers = sorted(map(int, re.findall(r"\d+", shown)))
    assert numbers == list(range(1, len(received) + 1 + len(sent) * with_sent_mail))
    assert len(split_threads(shown)) == 1, shown


def split_threads(shown: str) -> list[str]:
    """The threads of a mailbox, one by one."""
    depth, found = 0, [""]
    for sign in shown:
        depth += {"(": 1, ")": -1}.get(sign, 0)
        found[-1] += sign
        if depth == 0:
            found.append("")
    return [one for one in found if one.strip()]


def test_e_mails_without_references_are_threads_of_their_own(tmp_path: Path, running: Game, send: Send) -> None:
    """The measure itself: the same e-mails without their headers fall apart."""
    bare = []
    for one in [parsed(one) for one in send()]:
        message = message_from_bytes(bytes(one))
        del message["References"], message["In-Reply-To"]
        bare.append(message.as_bytes())
    assert len(split_threads(threads(tmp_path, bare))) == len(bare) >= 2
