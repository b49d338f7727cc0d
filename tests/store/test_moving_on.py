"""What a call to play a game on does, says and leaves: by the game's state, its hours, its rules and who is late."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest
import time_machine
from django.utils import timezone

from games import registry
from games.errors import Missing, Unreadable
from games.kernel.requests import ask
from games.kernel.steps import Step
from games.kernel.table import Table, end_step
from games.kernel.title import Title
from games.models import AuditEntry, Game, Notice, OpenRequest, OutgoingMail, Player, ReserveCall, SealedAnswer, Seat
from games.persistence import serialization
from games.persistence.absence_policy import AbsencePolicy, dump_absence_policy
from games.persistence.encryption import decrypt
from games.persistence.metadata_visibility import MetadataVisibility, dump_metadata_visibility
from games.persistence.position import seats_in_order
from games.selectors.events import list_audience_events
from games.selectors.seats import get_access
from games.services.lifecycle import do_start_game
from games.services.resolve import advance
from games.services.resolve.advance import ResolveResult, do_resolve
from games.services.resolve.loading import load_locked_game
from games.services.resolve.missed_deadlines import count_missed_deadlines
from tests.kernel import toy as toys
from tests.orders import late, order
from tests.table import answer, asked, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)
NewRules = Callable[[Title[Any]], None]


def now() -> datetime:
    return timezone.now()


def stored(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def both(game: Game) -> None:
    for role in ("red", "black"):
        answer(game, role)


# --- by its state


@pytest.mark.parametrize(
    ("status", "over", "held"),
    [("open", 0, 0), ("paused", 0, 0), ("held", 0, 1), ("over", 1, 0), ("abandoned", 0, 0)],
)
def test_a_game_that_stands_still_is_left_and_sleeps(running: Game, status: str, over: bool, held: bool) -> None:
    both(running)
    Game.objects.update(status=status, wake_at=now())
    assert do_resolve(running.pk) == ResolveResult(over=bool(over), held=bool(held))
    assert stored(running).wake_at is None
    assert stored(running).stop == 1


def test_a_game_that_there_is_not_is_missing() -> None:
    for name in ("no-id", "0f8fad5b-d9cb-469f-a165-70867728950e"):
        with pytest.raises(Missing):
            do_resolve(name)


def test_what_a_call_did_is_said(running: Game) -> None:
    assert do_resolve(running.pk) == ResolveResult()
    both(running)
    assert do_resolve(running.pk) == ResolveResult(has_advanced=True)
    play_out(running)
    assert do_resolve(running.pk) == ResolveResult(over=True)
    assert stored(running).ended_at is not None


def test_the_last_stop_says_that_it_is_over(running: Game) -> None:
    for _ in range(20):
        for role in OpenRequest.objects.filter(closed_at=None).values_list("seat__role", flat=True):
            answer(running, role)
        found = do_resolve(running.pk)
        if found.over:
            break
    assert found == ResolveResult(has_advanced=True, over=True)
    game = stored(running)
    assert (game.status, game.due_from, game.wake_at) == ("over", None, None)


@pytest.mark.parametrize("who", ["bot", "stand_in"])
def test_whether_a_bot_plays_any_seat_is_said(running: Game, who: str) -> None:
    assert not do_resolve(running.pk).bots
    Seat.objects.filter(role="black").update(**{who: "random"})
    assert do_resolve(running.pk).bots
    assert stored(running).wake_at is not None
    OpenRequest.objects.filter(seat__role="black").update(ready=True)
    moment = now()
    do_resolve(running.pk, now=moment)
    assert stored(running).wake_at != moment


def test_a_pause_ends_at_its_moment_and_not_before(running: Game) -> None:
    until = now() + HOUR
    Game.objects.update(status="paused", paused_at=now(), paused_until=until)
    assert do_resolve(running.pk, now=until - SECOND) == ResolveResult()
    assert stored(running).wake_at == until
    assert do_resolve(running.pk, now=until) == ResolveResult(more=True)
    assert stored(running).status == "running"
    Game.objects.update(status="running", paused_at=None, paused_until=until)
    assert do_resolve(running.pk, now=until) == ResolveResult()


# --- by its hours


def test_what_is_complete_waits_for_its_hour(running: Game) -> None:
    Game.objects.update(release_at="18:00")
    noon = datetime(2027, 3, 10, 12, tzinfo=timezone.get_default_timezone())
    OpenRequest.objects.update(due_at=noon + 48 * HOUR)
    both(running)
    Game.objects.update(due_from=None, wake_at=None)
    assert do_resolve(running.pk, now=noon) == ResolveResult()
    assert stored(running).due_from == stored(running).wake_at == noon + 6 * HOUR
    Game.objects.update(wake_at=None)
    assert do_resolve(running.pk, now=noon + 6 * HOUR - SECOND) == ResolveResult()
    assert stored(running).due_from == stored(running).wake_at == noon + 6 * HOUR
    with time_machine.travel(noon + 6 * HOUR, tick=False):
        assert do_resolve(running.pk) == ResolveResult(has_advanced=True)


def test_without_hours_a_moment_that_is_set_is_no_reason_to_wait(running: Game) -> None:
    both(running)
    Game.objects.update(due_from=now() + HOUR)
    assert do_resolve(running.pk).has_advanced


def test_a_game_with_hours_begins_at_once(seated: Game, anna: Player) -> None:
    Game.objects.update(release_at="18:00")
    do_start_game(player=anna, game_id=seated.pk)
    assert do_resolve(seated.pk) == ResolveResult(has_advanced=True)


def test_a_game_in_which_nothing_is_due_is_written_only_where_its_alarm_was_another(
    running: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[Any] = []
    update = advance.update

    def note(row: Any, *names: str) -> None:
        written.append(names)
        update(row, *names)

    monkeypatch.setattr(advance, "update", note)
    due = asked(running, "red").due_at
    assert do_resolve(running.pk) == ResolveResult()
    assert written == []
    for fields in ({"wake_at": None}, {"due_from": now()}):
        Game.objects.update(**fields)
        do_resolve(running.pk)
        assert written.pop() == ("due_from", "wake_at")
        assert (stored(running).due_from, stored(running).wake_at) == (None, due)
    assert written == []


# --- by its rules


def test_a_game_that_cannot_be_read_is_held_and_staff_told_why(running: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable(game: Game) -> Title[Any]:
        raise Unreadable("no such card")

    monkeypatch.setattr(registry, "game_title", unreadable)
    OpenRequest.objects.update(ready=True)
    assert do_resolve(running.pk) == ResolveResult(has_advanced=True, held=True)
    assert (stored(running).status, stored(running).hold_reason) == ("held", "no such card")


def with_round(toy: Title[Any], play: Any, version: str = "1") -> Title[Any]:
    return toy.evolve(version=version, steps={**toy.rules.steps, "round": Step("round", "2.0", play)})


def test_rules_that_fail_hold_the_game(
    running: Game, new_rules: NewRules, toy: Title[Any], caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(table: Table[Any]) -> str | None:
        raise ZeroDivisionError("no wind")

    both(running)
    new_rules(with_round(toy, fail))
    assert do_resolve(running.pk) == ResolveResult(has_advanced=True, held=True)
    assert stored(running).hold_reason == "ZeroDivisionError in the rules: no wind"
    assert f"game {running.pk}: the rules failed" in caplog.text
    assert Notice.objects.get(kind="held").seats == ["*"]


def test_rules_that_ask_something_else_than_was_recorded_hold_the_game(
    running: Game, new_rules: NewRules, toy: Title[Any]
) -> None:
    both(running)
    do_resolve(running.pk)

    async def other(table: Table[Any]) -> str | None:
        await ask(msgspec.structs.replace(toys._bid(table.state, "red"), key="offer"))
        end_step(None)
        return None

    new_rules(with_round(toy, other))
    late(running)
    assert do_resolve(running.pk).held
    assert stored(running).hold_reason.startswith("Replay diverged: entry 1: recorded")


@pytest.mark.parametrize("ready", [False, True])
def test_questions_that_new_rules_put_otherwise_are_put_anew_and_it_is_told(
    running: Game, new_rules: NewRules, toy: Title[Any], ready: bool
) -> None:
    """Whoever has answered already must hear of it most of all."""

    async def red_alone(table: Table[Any]) -> str | None:
        await ask(msgspec.structs.replace(toys._bid(table.state, "red"), key="offer"))
        end_step(None)
        return None

    answer(running, "red", ready=ready)
    old = asked(running, "red").pk
    new_rules(with_round(toy, red_alone, "2"))
    assert do_resolve(running.pk) == ResolveResult(has_advanced=True)
    assert stored(running).rules_version == "2"
    assert dict(OpenRequest.objects.exclude(closed_at=None).values_list("seat__role", "outcome")) == {
        "red": "reopened",
        "black": "withdrawn",
    }
    assert asked(running, "red").pk != old
    told = {notice.kind: (notice.seats, notice.facts) for notice in Notice.objects.all()}
    assert told == {"reopened": (["red"], {"seat": "red", "question": "bid"})}
    assert do_resolve(running.pk) == ResolveResult()


def test_rules_that_ask_the_same_are_noted_and_leave_the_questions(
    running: Game, new_rules: NewRules, toy: Title[Any]
) -> None:
    new_rules(toy.evolve(version="3"))
    assert do_resolve(running.pk) == ResolveResult()
    assert stored(running).rules_version == "3"
    assert OpenRequest.objects.filter(closed_at=None).count() == 2


def test_questions_that_new_rules_cannot_read_are_put_anew(running: Game, new_rules: NewRules, toy: Title[Any]) -> None:
    OpenRequest.objects.filter(seat__role="red").update(question=b"w?")
    new_rules(toy.evolve(version="3"))
    assert do_resolve(running.pk) == ResolveResult(has_advanced=True)
    assert OpenRequest.objects.get(seat__role="red", closed_at__isnull=False).outcome == "reopened"
    assert OpenRequest.objects.filter(seat__role="black").count() == 1


# --- who is late, and who is told


@pytest.mark.parametrize(("who", "readers"), [("all", ["*"]), ("table", ["red", "black"]), ("umpire", ["red"])])
def test_a_default_is_told_to_those_who_may_see_who_was_late(running: Game, who: str, readers: list[str]) -> None:
    Game.objects.update(openness=dump_metadata_visibility(MetadataVisibility(late=who)))
    answer(running, "black")
    late(running)
    moment = now()
    do_resolve(running.pk, now=moment)
    notice = Notice.objects.get(kind="default_played")
    assert (notice.seats, notice.facts, notice.author) == (readers, {"seat": "red", "question": "bid"}, None)
    row = OpenRequest.objects.get(seat__role="red", outcome="default")
    assert row.closed_at == moment
    assert OpenRequest.objects.get(seat__role="black", outcome="answered").closed_at == moment


@pytest.mark.parametrize(("ready", "told"), [(True, []), (False, ["standing_taken"])])
def test_an_order_that_answers_late_is_told_to_its_seat(
    running: Game, anna: Player, ready: bool, told: list[str]
) -> None:
    order(anna, running, "bid", "high")
    answer(running, "black")
    OpenRequest.objects.filter(seat__role="red", closed_at=None).update(ready=ready)
    late(running)
    do_resolve(running.pk)
    found = Notice.objects.filter(kind="standing_taken")
    assert [one.kind for one in found] == told
    assert [one.seats for one in found] == [["red"]] * len(told)
    assert OpenRequest.objects.get(seat__role="red", outcome="standing").followed


def test_a_draft_that_is_taken_is_its_seats_own_business(running: Game) -> None:
    answer(running, "red", ready=False)
    answer(running, "black")
    late(running)
    do_resolve(running.pk)
    notice = Notice.objects.get()
    assert (notice.kind, notice.seats, notice.facts) == ("draft_taken", ["red"], {"seat": "red", "question": "bid"})


def test_of_answers_that_were_replaced_the_last_counts(running: Game, anna: Player) -> None:
    form: Any = serialization.read_question(registry.game_title(running), asked(running, "red").question).form
    answer(running, "red", form.options[0])
    answer(running, "red", form.options[1])
    answer(running, "black")
    do_resolve(running.pk)
    events = [seen.event for seen in list_audience_events(get_access(anna, running.pk))]
    (bids,) = [event["bids"] for event in events if event["event"] == "revealed"]
    assert bids["red"] == form.options[1]
    assert SealedAnswer.objects.filter(request__seat__role="red").count() == 2


# --- who misses too many


MISSES: dict[str, tuple[dict[str, Any], str, int, int]] = {
    "the rule's default": ({}, "default", 1, 2),
    "an answer": ({}, "answered", 1, 0),
    "an answer after none was missed": ({}, "answered", 0, 0),
    "a draft": ({}, "draft", 1, 1),
    "an order": ({}, "standing", 1, 1),
    "withdrawn": ({}, "withdrawn", 1, 1),
    "nobody": ({"player": None}, "default", 1, 1),
    "a bot stands in": ({"stand_in": "random"}, "default", 1, 1),
}


@pytest.mark.parametrize("what", MISSES)
def test_deadlines_that_are_missed_are_counted_in_a_row(running: Game, what: str) -> None:
    fields, outcome, before, after = MISSES[what]
    Seat.objects.filter(role="red").update(misses=before, **fields)
    seats = seats_in_order(running)
    assert count_missed_deadlines(running, seats, {"red": outcome}) == []
    assert Seat.objects.get(role="red").misses == after
    assert Seat.objects.get(role="black").misses == 0


@pytest.mark.parametrize(("before", "written"), [(0, 0), (1, 1), (2, 0)])
def test_whoever_rules_hears_once_of_who_stays_away(
    running: Game, staff: Player, settings: Any, before: int, written: int
) -> None:
    settings.PBEM_ABSENT_AFTER_MISSES = 2
    Seat.objects.filter(role="red").update(misses=before)
    count_missed_deadlines(running, seats_in_order(running), {"red": "default", "black": "answered"})
    rows = list(OutgoingMail.objects.filter(kind="account"))
    assert len(rows) == written
    if written:
        facts = decrypt(bytes(rows[0].sealed))
        assert facts is not None
        assert (rows[0].player, facts["what"], facts["address"]) == (staff, "absence", staff.email)
        assert (facts["game"], facts["seat"], facts["misses"]) == ("North Sea 12", "red", "2")
        assert facts["url"] == f"{settings.PBEM_BASE_URL}/games/{running.pk}/umpire/"


@pytest.mark.parametrize(
    ("agreed", "before", "wanted"),
    [
        (AbsencePolicy(after=2, bot="random"), 1, "stood_in"),
        (AbsencePolicy(after=2, bot="random"), 0, None),
        (AbsencePolicy(after=2, bot="random"), 2, None),
        (AbsencePolicy(after=2, reserves=True), 1, "reserves_called"),
        (AbsencePolicy(after=2, reserves=True, bot="random"), 1, "reserves_called"),
        (AbsencePolicy(after=2, reserves=True), 0, None),
        (AbsencePolicy(), 1, None),
    ],
)
def test_what_was_agreed_on_for_the_absent_is_done_at_the_very_miss(
    running: Game, agreed: AbsencePolicy, before: int, wanted: str | None
) -> None:
    running.absence = dump_absence_policy(agreed)
    Seat.objects.filter(role="red").update(misses=before)
    found = count_missed_deadlines(running, seats_in_order(running), {"red": "default"})
    assert [(notice.kind, notice.seats, notice.facts) for notice in found] == (
        [(wanted, ["*"], {"seat": "red"})] if wanted else []
    )
    red = Seat.objects.get(role="red")
    assert red.stand_in == ("random" if wanted == "stood_in" else "")
    assert red.reserves_called is ReserveCall.objects.exists() is (wanted == "reserves_called")
    assert not AuditEntry.objects.exists()


def test_a_game_is_taken_up_with_what_is_open(running: Game) -> None:
    answer(running, "red", ready=False)
    taken = load_locked_game(running.pk)
    assert [seat.role for seat in taken.seats] == ["red", "black"]
    assert {row.seat_id for row in taken.questions} == {seat.pk for seat in taken.seats}
    assert len(taken.answers) == 1
    assert taken.load_dice is not None
