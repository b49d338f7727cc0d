"""A worker goes on from memory exactly as it would from the store."""

from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.errors import Missing
from games.models import Checkpoint, CurrentView, Game, JournalSegment, OpenRequest, Player, Seat, SeatView
from games.models.compression import inflate
from games.persistence import position as memory
from games.persistence import serialization
from games.persistence.position import load_last_views, load_position
from games.services.resolve.advance import do_resolve
from tests.table import answer, play_out

pytestmark = pytest.mark.django_db(transaction=True)


def _forget() -> None:
    memory._kept.clear()


def test_what_is_remembered_is_what_is_stored(running: Game) -> None:
    for _ in range(20):
        running.refresh_from_db()
        kept, seen = load_position(running), load_last_views(running)
        _forget()
        assert load_position(running) == kept
        assert load_last_views(running) == seen
        open_ = list(OpenRequest.objects.filter(game=running, closed_at=None).values_list("seat__role", flat=True))
        if not open_:
            break
        for role in open_:
            answer(running, role)
        do_resolve(running.pk)
    assert running.status == Game.Status.OVER


def test_memory_is_not_trusted_over_the_store(running: Game) -> None:
    """A game that another worker has moved on is read again."""
    before = memory._kept[running.pk]
    answer(running, "red")
    answer(running, "black")
    do_resolve(running.pk)
    memory._kept[running.pk] = before
    play_out(running)
    assert running.status == Game.Status.OVER


def test_a_game_of_another_worker_is_played_on(running: Game) -> None:
    for _ in range(10):
        _forget()
        for role in OpenRequest.objects.filter(game=running, closed_at=None).values_list("seat__role", flat=True):
            answer(running, role)
        do_resolve(running.pk)
    running.refresh_from_db()
    assert running.status == Game.Status.OVER


def _moved_on(running: Game) -> list[str]:
    """What kinds of statements play the game on, once all have answered who are asked."""
    for role in list(OpenRequest.objects.filter(game=running, closed_at=None).values_list("seat__role", flat=True)):
        answer(running, role)
    with CaptureQueriesContext(connection) as captured:
        assert do_resolve(running.pk).has_advanced
    words = [query["sql"].split()[0] for query in captured.captured_queries]
    return [word for word in words if word in ("SELECT", "INSERT", "UPDATE")]


def test_where_a_game_stands_is_read_with_all_else_and_before_anything_is_written(running: Game) -> None:
    """A statement read among those that are written would have all of them wait for it."""
    kinds = _moved_on(running)
    assert kinds.index("INSERT") > kinds.count("SELECT") == 5
    _forget()
    kinds = _moved_on(running)
    assert kinds[:8] == ["SELECT"] * 8
    assert "SELECT" not in kinds[8:]


def test_what_memory_knows_no_more_is_read_once(running: Game) -> None:
    before = memory._kept[running.pk]
    _moved_on(running)
    memory._kept[running.pk] = before
    kinds = _moved_on(running)
    assert kinds[:8] == ["SELECT"] * 8
    assert "SELECT" not in kinds[8:]


def test_a_game_is_told_where_it_stood_when_it_was_read(running: Game) -> None:
    """Who looks without holding it must not mix what was written since with what was there."""
    _until_past(running, 0)
    before = Game.objects.get(pk=running.pk)
    _forget()
    there = load_position(before)
    _until_past(running, before.checkpoint)
    _forget()
    assert load_position(before).checkpoint == there.checkpoint
    assert load_position(running).checkpoint.number > there.checkpoint.number


def _until_past(running: Game, checkpoint: int) -> None:
    while running.checkpoint <= checkpoint:
        _moved_on(running)
        running.refresh_from_db()


def test_memory_is_bounded(running: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MAX_CACHED_POSITIONS", 0)
    answer(running, "red")
    answer(running, "black")
    do_resolve(running.pk)
    assert running.pk not in memory._kept


def test_the_newest_view_is_the_last_that_is_kept(running: Game) -> None:
    play_out(running)
    for lookout in CurrentView.objects.filter(game=running):
        last = SeatView.objects.filter(game=running, audience=lookout.audience).order_by("-stop")[0]
        assert (last.stop, last.number) == (lookout.stop, lookout.number)
        assert last.first_event + last.event_count - 1 == lookout.events
        assert msgspec.json.decode(inflate(bytes(lookout.view)))


def test_rows_written_quickly_are_ordinary_rows(running: Game) -> None:
    """What goes in without the ORM comes out through it unchanged, keys, times and bytes included."""
    row = OpenRequest.objects.get(game=running, seat__role="red")
    fresh = OpenRequest.objects.get(pk=str(row.pk))
    assert fresh.opened_at.tzinfo is not None
    assert fresh.seat == Seat.objects.get(game=running, role="red")
    assert serialization.read_entries(JournalSegment.objects.get(game=running).entries)[0].kind == "draw"
    assert Checkpoint.objects.get(game=running, number=1).keyframe in (0, None)


@pytest.mark.parametrize("nonsense", ["", "x", "7b0a3b3e-0000-4000-8000-000000000000"])
def test_no_such_game(db: None, nonsense: str) -> None:
    with pytest.raises(Missing):
        do_resolve(nonsense)


def test_a_player_from_the_command_line(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("create_player", "Erich", "erich@example.org", "--token", "--language", "ja")
    token = capsys.readouterr().out.strip()
    player = Player.objects.get(username="Erich")
    assert player.language == "ja"
    assert not player.has_usable_password()
    row: Any = player.auth_token_set.get()
    assert token.startswith(row.token_key)
    with pytest.raises(CommandError, match="taken"):
        call_command("create_player", "ERICH", "other@example.org")
