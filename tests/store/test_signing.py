"""What the server signs: receipts and dice, under keys that are made once, published, and succeed each other."""

import os
import subprocess
import sys
from base64 import b64encode, urlsafe_b64decode
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from games.models import Game, OpenRequest, Player, SeatView
from games.persistence import signing
from games.persistence.signing import base64url
from games.selectors.dice import get_game_dice
from games.selectors.signing_keys import format_key_line, list_public_keys
from games.services.answers import do_submit_answer
from games.services.signing_keys import do_record_key
from tests.table import answer, asked, example, play_out
from tools.launch import ROOT


def raw(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def holds(line: str, public: str | None = None) -> bool:
    """Whether the signature at the end of a line is that of a key (of the present one)."""
    text, _, signature = line.rpartition(" ")
    try:
        Ed25519PublicKey.from_public_bytes(raw(public or signing.current_signer().public)).verify(
            raw(signature), text.encode()
        )
    except InvalidSignature:
        return False
    return True


def mark_of(game: Game, audience: str, stop: int) -> str:
    return base64url(bytes(SeatView.objects.get(game=game, audience=audience, stop=stop).mark))


@pytest.mark.django_db
def test_a_receipt_is_signed_with_the_mark_of_the_stop_that_asked(running: Game) -> None:
    stop = asked(running, "red").seat_stop
    receipt = answer(running, "red")
    assert holds(receipt.witness)
    kind, what, game, seat, at, mark, subject, time, key, _ = receipt.witness.split(" ")
    assert (kind, what, game, seat, at) == ("so-witness-1", "receipt", str(running.pk), "red", str(stop))
    assert mark == mark_of(running, "red", stop)
    assert subject == f"{receipt.decision}/1/ready/{receipt.hash}"
    assert (time, key) == (receipt.at, signing.current_signer().id)


@pytest.mark.django_db
def test_the_same_receipt_comes_again_to_the_letter(running: Game, settings: Any) -> None:
    request = asked(running, "red")
    body = msgspec.json.encode(example(request))
    how: dict[str, Any] = {"request_id": request.pk, "answer": body, "idempotency_key": "one"}
    first = do_submit_answer(player=request.seat.player, **how)
    settings.PBEM_SIGNING_SEED = bytes(32)
    assert do_submit_answer(player=request.seat.player, **how) == first


@pytest.mark.django_db
def test_what_was_signed_cannot_be_changed(running: Game) -> None:
    line = answer(running, "red").witness
    assert not holds(line.replace(" red ", " black "))
    assert not holds(line, base64url(bytes(range(32))))


@pytest.mark.django_db
def test_the_dice_are_signed_to_where_the_reader_stands(running: Game, anna: Player, staff: Player) -> None:
    for over in (False, True):
        if over:
            play_out(running)
        for player, seat in ((anna, "red"), (staff, "public")):
            dice = get_game_dice(player, running.pk)
            assert holds(dice.witness)
            _, what, _, audience, stop, mark, subject, *_ = dice.witness.split(" ")
            assert (what, audience) == ("dice", seat)
            assert mark == mark_of(running, seat, int(stop))
            said = msgspec.json.decode(msgspec.json.encode(dice))
            del said["witness"]
            assert subject == signing.document_digest(said)


@pytest.mark.django_db
def test_before_the_first_stop_there_is_no_mark(announced: Game, anna: Player) -> None:
    dice = get_game_dice(anna, announced.pk)
    assert holds(dice.witness)
    assert dice.witness.split(" ")[3:6] == ["public", "0", "-"]


@pytest.mark.django_db
def test_a_receipt_shows_nothing_of_hidden_stops(running: Game) -> None:
    """Between two stops of a seat, its receipts carry the same mark, whatever the journal has grown by."""
    first = answer(running, "red").witness.split(" ")[5]
    Game.objects.filter(pk=running.pk).update(stop=running.stop + 7, order_hash=bytes(32))
    assert answer(running, "red").witness.split(" ")[5] == first
    assert OpenRequest.objects.filter(game=running, closed_at=None).count() == 2


@pytest.mark.django_db
def test_a_key_is_published_once(settings: Any) -> None:
    row = do_record_key()
    assert do_record_key() == row
    (key,) = list_public_keys()
    assert key.id == sha256(raw(key.public)).hexdigest()[:16] == signing.current_signer().id
    assert (key.algorithm, key.until) == ("Ed25519", None)
    assert key.line.split(" ")[-2:] == ["-", "-"]


@pytest.mark.django_db
def test_a_new_key_is_signed_by_the_one_before(settings: Any) -> None:
    old, seed = do_record_key(), settings.PBEM_SIGNING_SEED
    settings.PBEM_SIGNING_SEED, settings.PBEM_SIGNING_SEEDS_RETIRED = bytes(range(32)), [seed]
    new = do_record_key()
    old.refresh_from_db()
    assert new.pk != old.pk
    assert (old.until, new.until) == (new.since, None)
    text, endorser, signature = format_key_line(new).rsplit(" ", 2)
    assert endorser == old.pk
    assert holds(f"{text} {signature}", old.public)
    assert [key.id for key in list_public_keys()] == [old.pk, new.pk]


@pytest.mark.django_db
def test_a_key_whose_predecessor_is_lost_says_so(settings: Any) -> None:
    do_record_key()
    settings.PBEM_SIGNING_SEED = bytes(range(32))
    assert format_key_line(do_record_key()).endswith(" - -")


@pytest.mark.django_db
def test_a_key_that_comes_back_is_not_retired(settings: Any) -> None:
    first, seed = do_record_key(), settings.PBEM_SIGNING_SEED
    settings.PBEM_SIGNING_SEED = bytes(32)
    do_record_key()
    settings.PBEM_SIGNING_SEED = seed
    assert do_record_key() == first
    assert [key.until is None for key in list_public_keys() if key.id == first.pk] == [True]
    assert sum(key.until is None for key in list_public_keys()) == 1


def _started(folder: Path, **variables: str) -> "subprocess.CompletedProcess[str]":
    """A process of the server that says which key it signs with."""
    code = (
        "import os; os.environ['DJANGO_SETTINGS_MODULE'] = 'pbem.settings'\n"
        "from games.persistence import signing; print(signing.current_signer().id)"
    )
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PBEM_")}
    environment = {**kept, "PBEM_DATA_DIR": str(folder), "PYTHONPATH": str(ROOT), **variables}
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)


def test_the_key_is_made_once_and_readable_by_its_owner_alone(tmp_path: Path) -> None:
    first, second = _started(tmp_path), _started(tmp_path)
    assert first.returncode == 0, first.stderr
    assert first.stdout == second.stdout
    assert (tmp_path / "signing_key").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600
    assert not list(tmp_path.glob("*.part"))


def test_an_unknown_setting_stops_the_start_and_the_nearest_ones_are_named(tmp_path: Path) -> None:
    wrong = _started(tmp_path, PBEM_MAIL_SENDER="3")
    assert wrong.returncode
    assert "PBEM_MAIL_SENDER is no setting. Did you mean: PBEM_MAIL_SENDERS" in wrong.stderr
    assert not list(tmp_path.iterdir()), "nothing is written"
    assert _started(tmp_path, PBEM_CHROMIUM="/usr/bin/true").returncode == 0


def test_a_key_of_the_environment_comes_first_and_must_be_one(tmp_path: Path) -> None:
    seed = b64encode(bytes(32)).decode()
    given = _started(tmp_path, PBEM_SIGNING_KEY=seed)
    assert given.stdout.strip() == sha256(raw(signing._signer(bytes(32)).public)).hexdigest()[:16]
    assert not (tmp_path / "signing_key").exists()
    wrong = _started(tmp_path, PBEM_SIGNING_KEY="too short")
    assert "PBEM_SIGNING_KEY must be 32 bytes" in wrong.stderr
