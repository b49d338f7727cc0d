"""The examples of the page for hosts bring a player's reply to this server, by each way and with its sender proven."""

import os
import re
import shutil
import smtplib
import sqlite3
import subprocess
import sys
import tempfile
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.asymmetric.padding import PKCS1v15
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.mail_servers.examples import example
from tests.mail_servers.postfix import Postfix, missing, user
from tests.worker.inbound.writing import reply
from tests.worker.post_office import free_port
from tools.launch import ROOT
from tools.launch.children import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.one_database, pytest.mark.skipif(bool(missing()), reason=missing())]

PYTHON = str(ROOT / ".venv" / "bin" / "python") if (ROOT / ".venv").exists() else sys.executable
SEND = "from worker.mail.outbound.delivery import send_due_mail; send_due_mail()"
DOVECOT = """
base_dir = {folder}/dovecot-run
log_path = {folder}/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
mail_location = maildir:{folder}/mail/%n
first_valid_uid = 1
passdb {{
  driver = static
  args = password=secret
}}
userdb {{
  driver = static
  args = uid={user} gid=nogroup home={folder}/mail/%n
}}
service imap-login {{
  inet_listener imap {{
    port = {port}
  }}
}}
service lmtp {{
  unix_listener {folder}/queue/private/dovecot-lmtp {{
    mode = 0600
    user = postfix
  }}
}}
"""


@dataclass(frozen=True)
class Deployment:
    """A server's data folder and environment, and the letter that its player replies to."""

    data: Path
    environment: dict[str, str]
    letter: EmailMessage

    def manage(self, *words: str, **more: str) -> None:
        run(self.environment | more, *words)

    def taken(self) -> list[tuple[str, bool]]:
        """Return by which way each message has come, and whether its sender is proven."""
        with sqlite3.connect(self.data / "sealed.sqlite3") as database:
            rows = database.execute("SELECT way, proven FROM games_incomingmail ORDER BY received_at").fetchall()
        return [(way, bool(proven)) for way, proven in rows]


def run(environment: dict[str, str], *words: str) -> None:
    done = subprocess.run(
        [PYTHON, "manage.py", *words], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that every user may pass through; pytest's own belong to root alone."""
    path = Path(tempfile.mkdtemp(prefix="mail-server-"))
    path.chmod(0o755)
    yield path
    shutil.rmtree(path)


@pytest.fixture
def postfix(folder: Path) -> Iterator[Postfix]:
    server = Postfix(folder)
    yield server
    server.stop()


@pytest.fixture(scope="module")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of a server whose player anna has a letter with a question."""
    data = tmp_path_factory.mktemp("seeded") / "data"
    environment = _environment(data)
    run(environment, "migrate", "--verbosity", "0")
    run(environment, "create_player", "anna", "anna@example.org", "--password", "a fine new one 7")
    run(environment, "seed_demo", "--player", "anna")
    run(environment, "shell", "--no-imports", "-v", "0", "-c", SEND)
    return data


@pytest.fixture
def deployment(folder: Path, seeded: Path) -> Deployment:
    data = folder / "server"
    shutil.copytree(seeded, data)
    for path in (data, *data.rglob("*")):
        shutil.chown(path, user())
    letters = [message_from_bytes(one.read_bytes(), policy=policy.default) for one in data.glob("mail/*.eml")]
    (letter,) = [one for one in letters if "orders+q" in str(one["Reply-To"])]
    return Deployment(data, _environment(data), letter)


def _environment(data: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "LANG"}}
    return kept | {
        "PBEM_DATA_DIR": str(data),
        "PBEM_MAIL_URL": f"files:{data}/mail",
        "PBEM_MAIL_REPLY_ADDRESS": "orders@example.org",
        "PBEM_TRUSTED_AUTHSERV_IDS": "mx.example.org",
    }


def answer(deployment: Deployment, vouched: str = "") -> bytes:
    """Return a reply as a mail program sends it: without a statement of ours, or with a forged one."""
    return reply(deployment.letter, "show", sender="anna@example.org", vouched=vouched)


def hand_in(postfix: Postfix, raw: bytes, to: str, *, client: str = "") -> None:
    """Send a message, as if from another machine: SPF and OpenDMARC trust this one."""
    with smtplib.SMTP("127.0.0.1", postfix.port, timeout=30) as line:
        if client:
            line.ehlo()
            assert line.docmd("XCLIENT", f"ADDR={client} NAME=[UNAVAILABLE]")[0] == 220
            line.ehlo()
        line.sendmail("anna@example.org", [to], raw)


def address(deployment: Deployment) -> str:
    return str(deployment.letter["Reply-To"].addresses[0].addr_spec)


def configure(postfix: Postfix, way: str, **put: str) -> None:
    conf = {"/etc/postfix/transport": str(postfix.folder / "conf" / "transport")}
    postfix.add(example(f"{way}/main.cf", conf))
    postfix.write("transport", example(f"{way}/transport", put))


@pytest.fixture
def by_lmtp(postfix: Postfix, deployment: Deployment) -> Iterator[None]:
    """Postfix hands mail for the address to `serve_lmtp`."""
    port = free_port()
    configure(postfix, "lmtp", **{"127.0.0.1:8024": f"127.0.0.1:{port}"})
    own = deployment.environment | {"PBEM_LMTP_LISTEN": f"127.0.0.1:{port}"}
    child = subprocess.Popen([PYTHON, "manage.py", "serve_lmtp"], cwd=ROOT, env=own)
    try:
        yield
    finally:
        child.terminate()
        child.wait(30)


@pytest.mark.usefixtures("by_lmtp")
def test_postfix_hands_a_reply_over_by_lmtp(postfix: Postfix, deployment: Deployment) -> None:
    postfix.start()
    hand_in(postfix, answer(deployment), address(deployment))
    assert wait_until(lambda: deployment.taken() == [("lmtp", False)], seconds=60), postfix.said()
    with pytest.raises(smtplib.SMTPRecipientsRefused, match="User unknown"):
        hand_in(postfix, answer(deployment), "nobody-here@example.org")


def _pipe(postfix: Postfix, deployment: Deployment, env_file: Path) -> None:
    configure(postfix, "pipe")
    script = example("pipe/receive-orders", {"/etc/sealed-orders.env": str(env_file), "/srv/sealed-orders": str(ROOT)})
    program = postfix.write("receive-orders", script, 0o755)
    put = {"user=sealed": f"user={user()}", "/usr/local/bin/receive-orders": str(program)}
    postfix.add("", example("pipe/master.cf", put))


def test_postfix_pipes_a_reply_with_the_server_s_settings(postfix: Postfix, deployment: Deployment) -> None:
    """The settings come from a file that only the pipe's user reads."""
    settings = "".join(f"{name}='{value}'\n" for name, value in deployment.environment.items() if name[:5] == "PBEM_")
    _pipe(postfix, deployment, postfix.write("sealed-orders.env", settings, 0o400, user()))
    postfix.start()
    hand_in(postfix, answer(deployment), address(deployment))
    assert wait_until(lambda: deployment.taken() == [("pipe", False)], seconds=60), postfix.said()
    assert wait_until(lambda: postfix.waiting() == "", seconds=30), postfix.said()


def test_a_pipe_without_settings_leaves_the_message_in_the_queue(postfix: Postfix, deployment: Deployment) -> None:
    _pipe(postfix, deployment, postfix.folder / "not-there.env")
    postfix.start()
    hand_in(postfix, answer(deployment), address(deployment))
    assert wait_until(lambda: "status=deferred" in postfix.said(), seconds=60), postfix.said()
    assert address(deployment) in postfix.waiting()
    assert "status=bounced" not in postfix.said()
    assert deployment.taken() == []


@pytest.mark.skipif(shutil.which("dovecot") is None, reason="Dovecot is not installed")
def test_a_catch_all_alias_fills_a_mailbox_of_dovecot_that_is_polled(postfix: Postfix, deployment: Deployment) -> None:
    port, folder = free_port(), postfix.folder
    (folder / "mail").mkdir()
    shutil.chown(folder / "mail", user())
    alias = postfix.write("orders-alias", example("alias/orders-alias", {}))
    postfix.add(example("alias/main.cf", {"/etc/postfix/orders-alias": str(alias)}))
    postfix.add("mailbox_transport = lmtp:unix:private/dovecot-lmtp\n")
    postfix.start()
    own = DOVECOT.format(folder=folder, port=port, user=user())
    conf = postfix.write("dovecot.conf", own + example("dovecot/dovecot.conf", {}))
    dovecot = subprocess.Popen(["dovecot", "-F", "-c", str(conf)])
    try:
        hand_in(postfix, answer(deployment), address(deployment))
        assert wait_until(lambda: list(folder.glob("mail/orders/new/*")) != [], seconds=60), _logs(postfix)
        url = f"imap://orders:secret@127.0.0.1:{port}/INBOX"
        deployment.manage("poll_imap", "--once", PBEM_IMAP_URL=url)
        assert deployment.taken() == [("imap", False)], _logs(postfix)
    finally:
        dovecot.terminate()
        dovecot.wait(30)


def _logs(postfix: Postfix) -> str:
    other = postfix.folder / "dovecot.log"
    return postfix.said() + (other.read_text() if other.exists() else "")


def sign(raw: bytes, key: RSAPrivateKey) -> bytes:
    """Return the message as its sender's mail server signs it (RFC 6376, simple canonicalization)."""
    head, _, body = raw.replace(b"\n", b"\r\n").partition(b"\r\n\r\n")
    fields = re.findall(rb"[^\r\n]+(?:\r\n[ \t][^\r\n]*)*", head)
    names = (b"From", b"To", b"Subject", b"Date")
    covered = b"".join(one + b"\r\n" for name in names for one in fields if one.startswith(name + b":"))
    digest = b64encode(sha256(body.rstrip(b"\r\n") + b"\r\n").digest()).decode()
    field = "DKIM-Signature: v=1; a=rsa-sha256; c=simple/simple; d=example.org; s=here; "
    field += f"h=from:to:subject:date; bh={digest}; b="
    signature = key.sign(covered + field.encode(), PKCS1v15(), SHA256())
    return (field.encode() + b64encode(signature) + b"\r\n" + head + b"\r\n\r\n" + body).replace(b"\r\n", b"\n")


@dataclass(frozen=True)
class Milters:
    """The ports of OpenDKIM and OpenDMARC, and the key with which mail of example.org is signed."""

    dkim: int
    dmarc: int
    key: RSAPrivateKey


@contextmanager
def running(*command: str) -> Iterator[None]:
    """Run a program during the block."""
    child = subprocess.Popen(command)
    try:
        yield
    finally:
        child.terminate()
        child.wait(30)


@pytest.fixture
def opendkim(postfix: Postfix) -> Iterator[Milters]:
    """OpenDKIM, with the public key that it would find in the DNS."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    public = b64encode(key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).decode()
    keys = postfix.write("keys", f"here._domainkey.example.org v=DKIM1; k=rsa; p={public}\n")
    made = Milters(free_port(), free_port(), key)
    own = f"Background no\nTestDNSData file:{keys}\n"
    conf = postfix.write("opendkim.conf", own + example("milters/opendkim.conf", {"8891": str(made.dkim)}))
    with running("opendkim", "-f", "-x", str(conf)):
        yield made


@pytest.fixture
def opendmarc(postfix: Postfix, opendkim: Milters) -> Iterator[Milters]:
    """OpenDKIM and OpenDMARC, with the policy that OpenDMARC would find in the DNS."""
    records = postfix.write("records", "_dmarc.example.org v=DMARC1; p=reject\n")
    own = f"Background no\nTestDNSData {records}\n"
    conf = postfix.write("opendmarc.conf", own + example("milters/opendmarc.conf", {"8893": str(opendkim.dmarc)}))
    with running("opendmarc", "-f", "-c", str(conf)):
        yield opendkim


FORGED = ("dmarc=pass header.from=example.org", "dkim=pass header.d=example.org")
"""Results that a sender claims in the relay's name."""
ELSEWHERE = "192.0.2.77"
"""The address of another machine."""


@pytest.mark.skipif(shutil.which("opendkim") is None, reason="OpenDKIM is not installed")
@pytest.mark.usefixtures("by_lmtp")
def test_a_signature_that_opendkim_verifies_proves_the_sender(
    postfix: Postfix, deployment: Deployment, opendkim: Milters
) -> None:
    """What a sender claims in the relay's name proves nothing."""
    postfix.add(example("milters/main.cf", {"8891": str(opendkim.dkim), " inet:127.0.0.1:8893": ""}))
    postfix.start()
    for one in FORGED:
        hand_in(postfix, answer(deployment, f"mx.example.org; {one}"), address(deployment))
    assert wait_until(lambda: deployment.taken() == [("lmtp", False)] * 2, seconds=60), postfix.said()
    hand_in(postfix, sign(answer(deployment), opendkim.key), address(deployment))
    assert wait_until(lambda: ("lmtp", True) in deployment.taken(), seconds=60), (deployment.taken(), postfix.said())


@pytest.mark.skipif(
    not (shutil.which("opendkim") and shutil.which("opendmarc")), reason="OpenDKIM and OpenDMARC are not installed"
)
@pytest.mark.usefixtures("by_lmtp")
def test_a_verdict_of_opendmarc_proves_the_sender(postfix: Postfix, deployment: Deployment, opendmarc: Milters) -> None:
    """A sender's claims, a signature of another domain and a changed text prove nothing."""
    postfix.add(example("milters/main.cf", {"8891": str(opendmarc.dkim), "8893": str(opendmarc.dmarc)}))
    postfix.add("smtpd_authorized_xclient_hosts = 127.0.0.1\n")
    postfix.start()
    forged = [answer(deployment), *(answer(deployment, f"mx.example.org; {one}") for one in FORGED)]
    forged += [
        sign(answer(deployment), opendmarc.key).replace(b"d=example.org", b"d=example.net"),
        sign(answer(deployment), opendmarc.key) + b"attack\n",
    ]
    for one in forged:
        hand_in(postfix, one, address(deployment), client=ELSEWHERE)
    assert wait_until(lambda: deployment.taken() == [("lmtp", False)] * len(forged), seconds=60), postfix.said()
    hand_in(postfix, sign(answer(deployment), opendmarc.key), address(deployment), client=ELSEWHERE)
    assert wait_until(lambda: ("lmtp", True) in deployment.taken(), seconds=60), (deployment.taken(), postfix.said())
    assert sorted(deployment.taken()) == [("lmtp", False)] * len(forged) + [("lmtp", True)]
