"""What the measurements of mail wait for is what really leaves; whatever else happens they say, and do not wait."""

import time
from collections import Counter
from typing import Any

import pytest
from django.core.mail import EmailMessage

from bench import by_mail, turns
from bench.sink import Sink
from bench.turns import Table, Turn, WrongEmails
from games.models import Game, OutgoingMail, Player
from games.services.resolve.advance import do_resolve
from worker.mail.outbound.delivery import send_due_mail

EVERYBODY = 4
pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def sink() -> Sink:
    return Sink()


class Here:
    """Resolves games and sends their letters where the worker of the measurement would, here and at once."""

    def __init__(self, sink: Sink, box: list[EmailMessage]) -> None:
        self.sink, self.box = sink, box
        self.lost, self.doubled, self.stands_still = "", "", False
        """Whose letter of the end of a turn is lost, or comes twice; and whether no game moves on."""

    def play(self, game_id: Any) -> Any:
        if not self.stands_still:
            do_resolve(game_id)
            self._deliver(game_id)
        return game_id

    def _deliver(self, game_id: Any) -> None:
        before = len(self.box)
        send_due_mail()
        letters = self.box[before:]
        for letter in letters:
            role = Player.objects.get(email=letter.to[0]).seats.get(game=game_id).role
            times = {self.lost: 0, self.doubled: 2}.get(role, 1) if len(letters) == EVERYBODY else 1
            self.sink.letters += [(letter.to[0], time.perf_counter(), 1)] * times


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, sink: Sink, mailoutbox: list[EmailMessage]) -> Here:
    here, answer = Here(sink, mailoutbox), by_mail.answer_open

    def answered(game_id: Any) -> None:
        answer(game_id)
        here.play(game_id)

    monkeypatch.setattr(turns, "game_of_people", lambda scenario: here.play(by_mail.game_of_people(scenario)))
    monkeypatch.setattr(turns, "answer_open", answered)
    monkeypatch.setattr(turns, "PAUSE", 0)
    monkeypatch.setattr(turns, "PATIENCE", 0.1)
    return here


@pytest.fixture
def table(here: Here, sink: Sink) -> Table:
    return Table(sink, pictures=False)


def test_a_turn_is_one_players_and_everybody_is_told_at_its_end(table: Table, sink: Sink) -> None:
    begun = len(sink.letters)
    played = [table.turn() for _ in range(5)]
    for turn in played:
        *within, end = turn.answers
        assert len(within) >= 2, "a plan and a play at least come before"
        assert all(len(one.asked) == one.letters == 1 for one in within), "news of the others waits"
        assert (len(end.asked), len(end.told)) == (1, 3)
        assert turn.letters == len(within) + 4
        assert turn.seconds == pytest.approx(sum(one.seconds for one in turn.answers))
    assert sum(turn.letters for turn in played) == len(sink.letters) - begun


def test_who_is_not_told_is_named(table: Table, here: Here) -> None:
    here.lost = "white"
    with pytest.raises(WrongEmails, match=r"3 letters came, 4 should have; missing: white; too many: none; .*white: "):
        table.turn()


def test_a_letter_that_nobody_even_owes_is_missed_at_once(
    table: Table, here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "PATIENCE", 600)
    deliver_ = here._deliver

    def all_wait(game_id: Any) -> None:
        OutgoingMail.objects.filter(game=game_id, status="queued").update(next_try_at="2100-01-01T00:00Z")
        deliver_(game_id)

    monkeypatch.setattr(here, "_deliver", all_wait)
    with pytest.raises(WrongEmails, match="0 letters came, 1 should have; missing: "):
        table.turn()


def test_a_letter_too_many_is_said(table: Table, here: Here) -> None:
    here.doubled = "white"
    with pytest.raises(WrongEmails, match="5 letters came, 4 should have; missing: none; too many: white; "):
        table.turn()


def test_a_letter_that_comes_late_is_not_counted_for_another(table: Table, sink: Sink) -> None:
    table.turn()
    sink.letters.append(sink.letters[-1])
    with pytest.raises(WrongEmails, match="letters that were not owed came to "):
        table.turn()


def test_a_game_that_stands_still_is_no_endless_wait(table: Table, here: Here) -> None:
    here.stands_still = True
    with pytest.raises(TimeoutError, match=r"the answer to plan of .* the game stands still at stop 1 "):
        table.turn()


@pytest.fixture
def ending(table: Table, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A table whose first game is over with the next answer."""
    is_over, first = Table._is_over, table._game_id
    monkeypatch.setattr(Table, "_is_over", lambda self: self._game_id == first or is_over(self))
    return table


def test_everybody_must_hear_that_a_game_is_over(ending: Table) -> None:
    with pytest.raises(WrongEmails, match="1 letters came, 4 should have"):
        ending.turn()


def test_a_game_that_is_over_is_followed_by_another(ending: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "_must_hear", lambda self: set[str]())
    assert len(ending.turn().answers) == 1
    assert Game.objects.count() == 2
    assert len(ending.turn().answers) >= 3


def test_turns_of_other_lengths_are_no_match() -> None:
    of = [Turn((turns.Answer(1.0, ("red",), ()),) * length) for length in (3, 5, 3, 4, 5)]
    assert turns.usual_length(of) == 3
    assert turns.usual_length(of[1:2]) == 5


def test_letters_that_are_written_up_all_leave_each_by_itself(mailoutbox: list[EmailMessage]) -> None:
    assert by_mail._write_up(20) == 20
    Player.objects.update(mail_preferences={"pictures": False, "watch": True})
    assert send_due_mail(budget=60).sent == len(mailoutbox) == 20
    assert by_mail._write_up(3) == send_due_mail(budget=60).sent == 3


def test_letters_that_are_written_up_tell_of_a_stop_each(mailoutbox: list[EmailMessage]) -> None:
    by_mail._write_up(32)
    owed = OutgoingMail.objects.filter(status="queued").values_list("seat__role", "stop")
    assert set(Counter(role for role, _ in owed).values()) == {8}, "every seat has one of each stop"
    assert not OutgoingMail.objects.filter(status="merged").exists()
    Player.objects.update(mail_preferences={"pictures": False, "watch": True})
    assert send_due_mail(budget=60).sent == 32
    assert not OutgoingMail.objects.filter(status="merged").exists()


def test_a_letter_that_is_not_sent_ends_the_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_mail, "_mail_to", lambda port: None)
    monkeypatch.setattr(by_mail, "_bare_rate", lambda port, letter, count: 1.0)
    monkeypatch.setattr(by_mail, "_write_up", lambda letters, write=by_mail._write_up: write(letters) + 1)
    with pytest.raises(RuntimeError, match="2 of 3 letters were sent"):
        list(by_mail.sending(2))
