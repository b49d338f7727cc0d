"""The number of database queries and worker calls of an answer and of a resolve."""

import re
from contextlib import suppress
from typing import Any
from uuid import UUID

import msgspec
import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from games.database.batch import (
    Spelled,
    batch,
    insert,
    insert_values,
    key,
    select,
    select_with,
    update,
    update_rows,
)
from games.models import EventSegment, Game, OpenRequest, OutgoingMail, Player, Seat, SeatView
from games.selectors.access import get_request
from games.selectors.outbox import due_mail, mail_with_expired_lease
from games.services import triggers
from games.services.answers import do_submit_answer
from games.services.bots import advance_slice
from games.services.creation import SeatAssignment, do_create_game
from games.services.lifecycle import do_start_game
from games.services.resolve.advance import do_resolve
from tests.table import answer, asked, example

pytestmark = pytest.mark.django_db

Given = list[tuple[str, str]]


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> Given:
    """The hints that were given, by name and game."""
    calls: Given = []
    for name in (triggers.RESOLVE, triggers.BOTS, triggers.MAIL):
        monkeypatch.setitem(triggers._hints, name, lambda game_id, name=name: calls.append((name, game_id)))
    triggers.resume()
    return calls


@pytest.fixture
def between_bots(toy: Any, anna: Player) -> Game:
    wishes = [SeatAssignment(role=role, bot="random") for role in ("red", "black")]
    game = do_create_game(host=anna, title="toy", scenario="standard", seats=wishes)
    return do_start_game(player=anna, game_id=game.pk)


def statements(captured: CaptureQueriesContext) -> list[str]:
    """What was asked, but for the marks of transactions."""
    words = [query["sql"].split()[0] for query in captured.captured_queries]
    return [word for word in words if word not in ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT")]


def test_an_answer_reads_three_times_and_writes_twice(running: Game) -> None:
    request = asked(running, "red")
    card = msgspec.json.encode(example(request))
    with CaptureQueriesContext(connection) as captured:
        do_submit_answer(player=request.seat.player, request_id=request.pk, answer=card, ready=False)
    assert statements(captured) == ["SELECT", "SELECT", "SELECT", "INSERT", "UPDATE"]


def test_the_last_answer_also_leaves_word_in_the_game(running: Game) -> None:
    answer(running, "red")
    request = asked(running, "black")
    card = msgspec.json.encode(example(request))
    with CaptureQueriesContext(connection) as captured:
        do_submit_answer(player=request.seat.player, request_id=request.pk, answer=card)
    assert statements(captured) == ["SELECT", "SELECT", "SELECT", "INSERT", "UPDATE", "UPDATE"]


def test_nobody_looks_for_bots_where_none_plays(running: Game) -> None:
    answer(running, "red")
    answer(running, "black")
    with CaptureQueriesContext(connection) as captured:
        assert not advance_slice(running.pk)
    assert statements(captured)[-1] != "SELECT"


def test_a_question_comes_with_its_seat_and_game(running: Game) -> None:
    found = get_request(asked(running, "red").pk)
    with CaptureQueriesContext(connection) as captured:
        assert (found.seat.role, found.game.name) == ("red", "North Sea 12")
    assert statements(captured) == []


def test_of_a_parent_only_what_is_asked_for_is_read(running: Game) -> None:
    (one, two) = select_with(
        OpenRequest,
        {"seat": ("id", "player_id")},
        where="games_openrequest.closed_at IS NULL AND games_openrequest.revision = %s",
        values=(0,),
        only=("id", "due_at"),
    )
    assert {one.seat.player_id, two.seat.player_id} == set(Player.objects.values_list("pk", flat=True))
    assert one.seat.get_deferred_fields() >= {"role", "nonce"}
    assert one.due_at == OpenRequest.objects.get(pk=one.pk).due_at


@pytest.mark.parametrize("model", [Game, OpenRequest, OutgoingMail, Player, Seat, SeatView])
def test_a_row_is_what_the_orm_makes_of_it(running: Game, model: type[Model]) -> None:
    """All that Django keeps of an instance, read whole or in part; and what was not read is fetched when asked for."""
    theirs = model._default_manager.order_by("pk").first()
    assert theirs is not None
    name = model._meta.concrete_fields[-1].attname
    for only in ((), ("id",)):
        (ours,) = select(model, where="id = %s", values=(_key(theirs),), only=only)
        expected = model._default_manager.only(*only).get(pk=theirs.pk) if only else theirs
        assert _kept(ours) == _kept(expected)
        assert ours.get_deferred_fields() == expected.get_deferred_fields()
        assert getattr(ours, name) == getattr(theirs, name)


def _key(row: Model) -> Any:
    return key(row.pk) if isinstance(row.pk, UUID) else row.pk


def _kept(row: Model) -> dict[str, Any]:
    state = vars(row._state)
    return {**vars(row), "_state": {**state, "fields_cache": state.get("fields_cache", {})}}


def test_a_row_has_its_parents_as_the_orm_gives_them(running: Game) -> None:
    (ours,) = select_with(Game, {"host": (), "umpire": ("id",)}, where="games_game.id = %s", values=(key(running.pk),))
    theirs = Game.objects.select_related("host", "umpire").get(pk=running.pk)
    assert (ours.umpire, theirs.umpire) == (None, None)
    assert _kept(ours.host) == _kept(theirs.host)
    assert set(vars(ours._state)["fields_cache"]) == set(vars(theirs._state)["fields_cache"])


def test_rows_are_changed_by_key_and_no_others(running: Game) -> None:
    mine = asked(running, "red")
    update_rows(OpenRequest, [mine.pk], rule="9.9", closed_at=mine.opened_at)
    update_rows(OpenRequest, [], rule="8.8")
    assert [row.rule for row in OpenRequest.objects.filter(closed_at__isnull=False)] == ["9.9"]
    assert not OpenRequest.objects.filter(rule="8.8").exists()


def test_statements_sent_together_stand_or_fall_together(running: Game) -> None:
    seat = Seat.objects.get(game=running, role="red")
    twice = Seat(game=running, role="black", position=7)

    def write() -> None:
        with transaction.atomic(), batch():
            update_rows(Seat, [seat.pk], role="green")
            insert([twice])
            insert([Seat(game=running, role="blue", position=0)])

    with pytest.raises(IntegrityError):
        write()
    seat.refresh_from_db()
    assert seat.role == "red"
    assert Seat.objects.filter(game=running).count() == 2


def test_rows_of_values_are_what_rows_of_instances_are(running: Game) -> None:
    """Keys, times and bytes come out as they do of a row that was made as an instance."""
    first = SeatView.objects.filter(game=running, audience="red").latest("stop")
    values = columns(first) | {"stop": 98, "view": b"\x00w", "at": running.created_at}
    with transaction.atomic():
        insert_values(SeatView, tuple(values), [])
        insert_values(SeatView, tuple(values), [tuple((values | {"stop": stop}).values()) for stop in (98, 99)])
        insert([SeatView(**values | {"audience": "black"})])
    for audience, stop in (("red", 98), ("red", 99), ("black", 98)):
        found = SeatView.objects.get(game=running, audience=audience, stop=stop)
        assert columns(found) == values | {"audience": audience, "stop": stop}


def columns(row: SeatView) -> dict[str, Any]:
    """What is given of a row, bytes as bytes."""
    given = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    del given["id"]
    return {name: bytes(value) if isinstance(value, memoryview) else value for name, value in given.items()}


@pytest.mark.parametrize("names", [("game_id", "number"), ("number", "game_id", "branch", "told")])
def test_rows_of_values_name_all_columns_in_their_order(running: Game, names: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="other columns"):
        insert_values(EventSegment, names, [(running.pk, 98, 0, b"w")[: len(names)]])
    assert not EventSegment.objects.filter(game=running, number=98).exists()


def test_a_block_that_fails_leaves_nothing_behind_for_the_next_statement(running: Game) -> None:
    """The block's statements share a cursor, which is closed at its end; within another block each has its own."""
    running.hold_reason = "inner"
    with suppress(ValueError), transaction.atomic(), batch():
        raise ValueError
    update(running, "hold_reason")
    with transaction.atomic(), batch():
        with batch():
            update(running, "hold_reason")
        running.hold_reason = "outer"
        update(running, "hold_reason")
    running.refresh_from_db()
    assert running.hold_reason == "outer"


def test_a_resolve_without_a_letter_calls_no_sender(
    between_bots: Game, given: Given, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        assert do_resolve(between_bots.pk).has_advanced
    assert given == [(triggers.BOTS, str(between_bots.pk))]


def test_a_slice_calls_for_each_thing_once(
    running: Game, between_bots: Game, given: Given, django_capture_on_commit_callbacks: Any
) -> None:
    with triggers.collect_triggers():
        for _ in range(3):
            with django_capture_on_commit_callbacks(execute=True):
                triggers.trigger_after_commit(triggers.MAIL, running.pk)
                triggers.trigger_after_commit(triggers.RESOLVE, running.pk)
                triggers.trigger_after_commit(triggers.MAIL, between_bots.pk)
        assert given == []
    assert given == [(triggers.MAIL, str(between_bots.pk)), (triggers.RESOLVE, str(running.pk))]


def test_what_was_collected_is_given_though_the_slice_fails(
    running: Game, given: Given, django_capture_on_commit_callbacks: Any
) -> None:
    def slice_of_work() -> None:
        with triggers.collect_triggers():
            with django_capture_on_commit_callbacks(execute=True):
                triggers.trigger_after_commit(triggers.MAIL, running.pk)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        slice_of_work()
    assert given == [(triggers.MAIL, str(running.pk))]


@pytest.mark.parametrize("rows", [due_mail, mail_with_expired_lease])
def test_what_a_partial_index_asks_for_is_spelled_out(rows: Any) -> None:
    """As a parameter it would hide from the plan of a prepared statement that the index fits."""
    sql, values = rows().query.sql_with_params()
    assert re.search(r"\"status\" = \(?'(queued|sending)'", sql)
    assert len(values) == 1


def test_only_plain_words_are_spelled_out() -> None:
    with pytest.raises(ValueError, match="no plain word"):
        str(OutgoingMail.objects.filter(status=Spelled("x' OR '1")).query)
