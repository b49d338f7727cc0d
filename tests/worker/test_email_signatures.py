"""Each e-mail ends with a signature over its text and all that is stored until its stop."""

from collections.abc import Callable
from hashlib import sha256

import pytest
from django.core.mail import EmailMessage

from games.models import Game, OutgoingMail, Player, SeatView
from games.persistence.signing import base64url, text_digest
from games.selectors.signing_keys import format_key_line
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.signing_keys import do_record_key
from tests.store.test_signing import holds
from tests.table import play_out
from tests.worker.conftest import html_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

Send = Callable[[], list[EmailMessage]]


@pytest.mark.both_databases
@pytest.mark.usefixtures("all_news")
def test_every_letter_ends_with_its_signature(running: Game, send: Send) -> None:
    play_out(running)
    mails = {mail.message_id: mail for mail in OutgoingMail.objects.select_related("seat")}
    letters = send()
    assert len(letters) == len(mails)
    for letter in letters:
        mail = mails[letter.extra_headers["Message-ID"]]
        line = text_of(letter).rstrip("\n").rpartition("\n")[2]
        assert holds(line)
        _, what, game, seat, stop, mark, _, time, _, _ = line.split(" ")
        assert (what, game, seat, stop) == ("letter", str(running.pk), mail.seat.role, str(mail.seat_stop))
        view = SeatView.objects.get(game=running, audience=seat, stop=mail.seat_stop)
        assert (mark, time) == (base64url(bytes(view.mark)), mail.created_at.isoformat())


def test_the_signature_is_over_the_text(running: Game, send: Send) -> None:
    for letter in send():
        text, key, line, _ = text_of(letter).rsplit("\n", 3)
        assert key == format_key_line(do_record_key())
        assert line.split(" ")[6] == text_digest(text)
        assert line.split(" ")[6] != text_digest(text.replace("North Sea", "South Sea"))
        travelled = text.replace("\n", "  \r\n") + "\r\n\r\n"
        assert line.split(" ")[6] == text_digest(travelled)


def test_only_the_first_letter_carries_the_key(running: Game, send: Send) -> None:
    play_out(running)
    keys = dict.fromkeys(("red", "black"), 0)
    for letter in send():
        seat = text_of(letter).rstrip().rpartition("\n")[2].split(" ")[3]
        keys[seat] += "\nso-key-1 " in text_of(letter)
    assert keys == {"red": 1, "black": 1}


def test_the_html_says_the_same(running: Game, send: Send) -> None:
    for letter in send():
        html = html_of(letter)
        assert text_of(letter).rstrip().rpartition("\n")[2] in html


def test_who_is_bound_to_a_hidden_nonce_is_asked_for_it(toy: object, anna: Player, ben: Player, send: Send) -> None:
    game = do_create_game(host=ben, title="toy", scenario="standard")
    do_join_game(player=anna, game_id=game.pk, role="red", nonce_commitment=sha256(b"mine").hexdigest())
    assert send() == []
    do_join_game(player=ben, game_id=game.pk, role="black", nonce="ben's")
    (letter,) = send()
    assert letter.to == ["anna@example.org"]
    assert "reveal Red's word for the dice" in " ".join(text_of(letter).split())
    assert holds(text_of(letter).rstrip().rpartition("\n")[2])
    do_start_game(player=ben, game_id=game.pk, without_nonces=True)
    assert ["has not revealed" in " ".join(text_of(one).split()) for one in send() if one.to == letter.to] == [True]
