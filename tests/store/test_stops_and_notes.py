"""Views of each stop, notes of a seat, the lock of a game, and announcements."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
import time_machine
from django.db import transaction

from games.errors import Missing, RevisionReplaced
from games.kernel.errors import Malformed
from games.models import CurrentView, Game, Notebook, Player, SeatView
from games.services.locks import lock_game
from games.services.notebook import do_write_notes
from games.services.notices import list_notice_readers, make_notice, make_notice_emails
from games.services.resolve.view_writer import list_audiences
from tests.table import play_out

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOW = datetime(2027, 3, 10, 12, tzinfo=UTC)


def stored(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def test_everybody_has_a_view_of_every_stop_that_concerns_them(running: Game) -> None:
    assert list_audiences(["red", "black"]) == ("red", "black", "public", "umpire")
    play_out(running)
    game = stored(running)
    for audience in list_audiences(["red", "black"]):
        views = list(SeatView.objects.filter(audience=audience).order_by("stop"))
        assert [view.stop for view in views] == list(range(1, len(views) + 1))
        told = 0
        for view in views:
            assert view.first_event == told + 1
            told += view.event_count
        newest = CurrentView.objects.get(audience=audience)
        last = views[-1]
        assert (newest.stop, newest.number, newest.events, bytes(newest.mark)) == (
            last.stop, last.number, told, bytes(last.mark),
        )  # fmt: skip
        assert (last.view_version, last.at) == (game.rules_version, newest.at)
        assert bytes(last.view)[:1] == (b"w" if last.stop % 16 == 1 else b"d")


def test_notes_have_a_length_and_a_revision(running: Game, anna: Player) -> None:
    with time_machine.travel(NOW, tick=False):
        do_write_notes(player=anna, game_id=running.pk, text="x" * 19_998 + "\r\ny")
    row = Notebook.objects.get()
    assert (row.text, row.revision, row.changed_at) == ("x" * 19_998 + "\ny", 1, NOW)
    for text, code in (("x" * 20_001, "too_large"), ("a\u202eb", "control_character")):
        with pytest.raises(Malformed) as refusal:
            do_write_notes(player=anna, game_id=running.pk, text=text)
        assert [(one.pointer, one.code) for one in refusal.value.problems] == [("/text", code)]
    with pytest.raises(RevisionReplaced):
        do_write_notes(player=anna, game_id=running.pk, text="late", revision=0)
    do_write_notes(player=anna, game_id=running.pk, text="z", revision=1)
    do_write_notes(player=anna, game_id=running.pk, text="a\nb")
    row.refresh_from_db()
    assert (row.text, row.revision) == ("a\nb", 3)


def test_a_game_is_locked_by_its_id_and_by_nothing_else(running: Game) -> None:
    with transaction.atomic():
        assert lock_game(running.pk) == lock_game(str(running.pk)) == running
        for name in ("no-id", str(uuid4())):
            with pytest.raises(Missing):
                lock_game(name)


def test_an_announcement_is_read_by_who_plays_and_is_meant(running: Game, anna: Player) -> None:
    red, black = running.seats.order_by("position")
    running.stop = 7
    for to, wanted in ((("*",), [red, black]), (("red",), [red]), (("green",), [])):
        notice = make_notice(running, "paused", to=to, author=anna, reason="r")
        assert (notice.stop, notice.seats, notice.facts, notice.author) == (7, list(to), {"reason": "r"}, anna)
        assert list_notice_readers(notice, [red, black]) == wanted
        mails = make_notice_emails([notice], [red, black], {"red": 3}, already_informed=[black])
        assert [(one.seat, one.kind, one.seat_stop, one.reference) for one in mails] == [
            (seat, "notice", 3, notice.pk.hex) for seat in wanted if seat == red
        ]
    assert make_notice_emails([make_notice(running, "paused")], [black], {"red": 3})[0].seat_stop == 0
    black.player = None
    assert list_notice_readers(make_notice(running, "paused"), [red, black]) == [red]
    with pytest.raises(Malformed) as refusal:
        make_notice(running, "paused", reason="a\u202eb")
    assert [one.pointer for one in refusal.value.problems] == ["/reason"]
