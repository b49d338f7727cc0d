"""Opening a game, sitting down, getting up, beginning: every wish, every refusal, and what stands there afterwards."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games.errors import Forbidden, Missing, WrongState
from games.kernel.advice import Advice
from games.kernel.errors import Illegal, Malformed, Problem
from games.kernel.text import Text
from games.kernel.title import Bot, Title
from games.models import Branch, Checkpoint, Game, Notice, OpenRequest, OutgoingMail, Player, ReserveCall, Seat, Tenure
from games.persistence.absence_policy import AbsencePolicy, dump_absence_policy
from games.persistence.clock import Clock
from games.services import bots
from games.services.bots import advance_slice, do_play_bots
from games.services.creation import SeatAssignment, create_branch, do_create_game
from games.services.lifecycle import do_abandon_game, do_join_game, do_leave_game, do_start_game
from games.services.resolve import advance
from tests.table import answer, asked, offer

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOW = datetime(2027, 3, 10, 12, tzinfo=timezone.get_default_timezone())


def wish(**fields: Any) -> SeatAssignment:
    return SeatAssignment(**{"role": "red"} | fields)


@pytest.fixture
def open_game(toy: Any, anna: Player) -> Callable[..., Game]:
    return lambda **wishes: do_create_game(**{"host": anna, "title": "toy", "scenario": "standard"} | wishes)


# --- opening


FITS: dict[str, dict[str, Any]] = {
    "nothing said": {},
    "a long name": {"name": "x" * 120},
    "hours": {"deadline_hours": 1},
    "most hours": {"deadline_hours": 1440, "reminder_hours": 1439},
    "a reminder by the day": {"reminder_hours": 1440, "clock": Clock(at=("12:00",))},
    "a zone": {"time_zone": "Asia/Tokyo"},
    "options": {"options": {"rounds": 2}},
    "a bot": {"seats": [wish(bot="random")]},
    "an address": {"seats": [wish(email="n@example.org", invite=True)]},
    "private": {"visibility": "private"},
}


@pytest.mark.parametrize(("language", "title"), [("en", "Toy"), ("ja", "おもちゃ")])
def test_a_game_without_a_name_is_called_by_its_title_as_its_host_calls_it(
    open_game: Callable[..., Game], anna: Player, language: str, title: str
) -> None:
    anna.language = language
    one, other = open_game().name, open_game(name=" ").name
    assert re.fullmatch(rf"{title} [0-9A-F]{{4}}", one)
    assert one != other, "two of the same host can be told apart"
    assert open_game(name="North Sea 12").name == "North Sea 12"


@pytest.mark.parametrize("what", FITS)
def test_what_may_be_wished_for(open_game: Callable[..., Game], what: str) -> None:
    game = open_game(**FITS[what])
    assert Game.objects.get() == game
    assert game.status == "open"


FAILS: dict[str, tuple[dict[str, Any], set[tuple[str, str]]]] = {
    "a name too long": ({"name": "x" * 121}, {("/name", "name")}),
    "a name that turns": ({"name": "a\u202eb"}, {("/name", "control_character")}),
    "no scenario": ({"scenario": "armada"}, {("/scenario", "scenario")}),
    "no zone": ({"time_zone": "Sea/North"}, {("/time_zone", "time_zone")}),
    "no hours": ({"deadline_hours": 0}, {("/deadline_hours", "range")}),
    "too many hours": ({"deadline_hours": 1441}, {("/deadline_hours", "range")}),
    "no reminder": ({"deadline_hours": 5, "reminder_hours": 0}, {("/reminder_hours", "range")}),
    "a reminder too early": ({"deadline_hours": 5, "reminder_hours": 5}, {("/reminder_hours", "range")}),
    "a reminder of nothing": ({"reminder_hours": 5}, {("/reminder_hours", "range")}),
    "an hour": ({"release_at": ("25:00",)}, {("/release_at/0", "hour")}),
    "options": ({"options": {"rounds": "x"}}, {("/options/rounds", "options")}),
    "who sees it": ({"visibility": "friends"}, {("/visibility", "visibility")}),
    "no seat": ({"seats": [wish(role="green")]}, {("/seats/0/seat", "role")}),
    "a seat twice": ({"seats": [wish(), wish(role="black"), wish()]}, {("/seats/2/seat", "twice")}),
    "two in a seat": ({"seats": [wish(email="n@e.org", bot="random")]}, {("/seats/0", "one_of")}),
    "two others": ({"seats": [wish(email="n@e.org", player="anna")]}, {("/seats/0", "one_of")}),
    "an address that turns": ({"seats": [wish(email="n\u202e@e.org")]}, {("/seats/0/email", "control_character")}),
    "a bot that is asked": ({"seats": [wish(bot="random", invite=True)]}, {("/seats/0/invite", "one_of")}),
    "no such bot": ({"seats": [wish(bot="skynet")]}, {("/seats/0/bot", "bot")}),
    "nobody": ({"seats": [wish(role="black"), wish(player="nobody")]}, {("/seats/1/player", "player")}),
    "somebody gone": ({"seats": [wish(player="gone")]}, {("/seats/0/player", "player")}),
    "an absence": ({"absence": AbsencePolicy(after=1)}, {("/absence/bot", "needs")}),
}


@pytest.mark.parametrize("what", FAILS)
def test_what_may_not_is_named(open_game: Callable[..., Game], what: str) -> None:
    Player.objects.create_user("gone", "gone@example.org", "pw", is_active=False)
    wishes, wanted = FAILS[what]
    with pytest.raises(Malformed) as refusal:
        open_game(**wishes)
    assert {(one.pointer, one.code) for one in refusal.value.problems} == wanted
    assert not Game.objects.exists()


def test_options_that_exclude_each_other_are_refused_as_options(
    open_game: Callable[..., Game], toy: Title[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(scenario: str, options: Any) -> Any:
        raise Illegal(Problem("/rounds", "too_many", Text("No.", "いいえ。"), "1.0"))

    offer(monkeypatch, toy.evolve(new_game=refuse))
    with pytest.raises(Illegal) as refusal:
        open_game()
    assert [(one.pointer, one.code) for one in refusal.value.problems] == [("/options/rounds", "too_many")]


def test_a_game_is_as_it_was_wished_for(open_game: Callable[..., Game], anna: Player, ben: Player) -> None:
    game = open_game(
        name=" North Sea ", options={"rounds": 2}, deadline_hours=48, reminder_hours=6, release_at=("18:00", "06:00"),
        time_zone="Asia/Tokyo", umpire=ben, visibility="unlisted", several_seats=True,
        seats=[wish(player="BEN", invite=True), wish(role="black", bot="random")],
    )  # fmt: skip
    row = Game.objects.get(pk=game.pk)
    assert (row.name, row.options["rounds"], row.deadline_hours, row.reminder_hours) == ("North Sea", 2, 48, 6)
    assert (row.release_at, row.time_zone, row.visibility, row.several_seats) == (
        "06:00 18:00", "Asia/Tokyo", "unlisted", True,
    )  # fmt: skip
    assert (row.host, row.umpire, row.title, row.rules_version) == (anna, ben, "toy", "1")
    red, black = row.seats.order_by("position")
    assert (red.kind, red.reserved_for, red.by_invitation, red.position) == ("open", "ben@example.org", True, 0)
    assert (black.kind, black.bot, black.reserved_for, black.by_invitation, black.position) == (
        "bot", "random", "", False, 1,
    )  # fmt: skip
    branch = Branch.objects.get()
    assert (branch.number, branch.root, len(bytes(branch.secret)), len(branch.commitment)) == (0, 0, 32, 64)


@pytest.mark.parametrize(
    ("wishes", "zone"),
    [
        ({}, "UTC"),
        ({"deadline_hours": 5}, "UTC"),
        ({"release_at": ("18:00",)}, "Asia/Tokyo"),
        ({"clock": Clock(at=("12:00",))}, "Asia/Tokyo"),
        ({"deadline_hours": 5, "clock": Clock(weekdays=(1,))}, "Asia/Tokyo"),
        ({"release_at": ("18:00",), "time_zone": "Europe/Berlin"}, "Europe/Berlin"),
    ],
)
def test_where_days_count_they_are_those_of_the_host(
    open_game: Callable[..., Game], anna: Player, wishes: dict[str, Any], zone: str
) -> None:
    anna.time_zone = "Asia/Tokyo"
    assert open_game(**wishes).time_zone == zone
    assert open_game(**wishes).name.startswith("Toy ")


def test_a_branchs_dice_follow_from_the_newest_root_that_is_known(open_game: Callable[..., Game]) -> None:
    game = open_game()
    first = Branch.objects.get()
    second = create_branch(game, 1, parent=0)
    assert (second.root, second.parent) == (0, 0)
    assert bytes(second.secret) != bytes(first.secret)
    Branch.objects.filter(number=0).update(secret=b"")
    third = create_branch(game, 2)
    assert third.root == 2
    assert create_branch(game, 3).root == 2
    other = open_game()
    assert create_branch(other, 1).root == 0


# --- sitting down and getting up


def test_who_sits_down_is_in_the_seat_since_then(open_game: Callable[..., Game], ben: Player) -> None:
    game = open_game()
    with time_machine.travel(NOW, tick=False):
        seat = do_join_game(player=ben, game_id=game.pk)
    assert (seat.role, seat.kind, seat.player, seat.since) == ("red", "player", ben, NOW)
    assert Tenure.objects.values_list("seat", "player", "since", "until").get() == (seat.pk, ben.pk, NOW, None)
    assert do_join_game(player=ben, game_id=game.pk).pk == seat.pk
    assert do_join_game(player=ben, game_id=game.pk, role="red").pk == seat.pk
    with pytest.raises(Forbidden):
        do_join_game(player=ben, game_id=game.pk, role="black")


def test_which_seat_is_whose(open_game: Callable[..., Game], ben: Player, anna: Player) -> None:
    game = open_game(seats=[wish(role="black", email="BEN@example.org"), wish(invite=True)])
    with pytest.raises(Malformed):
        do_join_game(player=ben, game_id=game.pk, role="green")
    with pytest.raises(Forbidden, match="not free for you"):
        do_join_game(player=anna, game_id=game.pk)
    with pytest.raises(Forbidden, match="not free for you"):
        do_join_game(player=ben, game_id=game.pk, role="red")
    assert do_join_game(player=ben, game_id=game.pk).role == "black"
    Seat.objects.filter(role="red").update(reserved_for="anna@example.org")
    assert do_join_game(player=anna, game_id=game.pk).role == "red"
    other = open_game(seats=[wish(role="black", email="ben@example.org")])
    assert do_join_game(player=ben, game_id=other.pk).role == "black", "what is kept for somebody goes first"
    assert do_join_game(player=anna, game_id=other.pk).role == "red"


@pytest.mark.parametrize("status", ["open", "running", "paused", "over", "abandoned"])
def test_who_gets_up_leaves_the_seat_bare(
    seated: Game, anna: Player, ben: Player, hints: list[str], status: str
) -> None:
    Seat.objects.filter(role="black").update(
        misses=2, stand_in="random", stood_in_until=NOW.date(), bot="", reserves_called=True
    )
    ReserveCall.objects.create(game=seated, seat=seated.seats.get(role="black"), look_at=NOW)
    Game.objects.update(status=status, absence=dump_absence_policy(AbsencePolicy(after=1, reserves=True)))
    if status in ("over", "abandoned"):
        with pytest.raises(WrongState):
            do_leave_game(player=ben, game_id=seated.pk)
        return
    with pytest.raises(Missing):
        do_leave_game(player=ben, game_id=seated.pk, role="red")
    do_leave_game(player=ben, game_id=seated.pk, role="black")
    row = Seat.objects.get(role="black")
    assert (row.kind, row.player, row.bot, row.since, row.misses, row.stand_in, row.stood_in_until) == (
        "open", None, "", None, 0, "", None,
    )  # fmt: skip
    assert Tenure.objects.get(player=ben).until is not None
    assert ReserveCall.objects.filter(ended_at__isnull=False, outcome="changed").count() == 1
    assert ReserveCall.objects.filter(ended_at=None).count() == (status != "open")
    assert row.reserves_called is (status != "open")
    told = [(one.kind, one.seats, one.facts) for one in Notice.objects.all()]
    assert told == ([] if status == "open" else [("left", ["*"], {"seat": "black"})])
    assert hints == ["mail"]
    kinds = list(OutgoingMail.objects.filter(player=anna).values_list("kind", flat=True))
    assert kinds == ["account" if status == "open" else "notice"], "the host, once"


def test_a_player_of_two_seats_gets_up_from_both_or_from_one(open_game: Callable[..., Game], ben: Player) -> None:
    game = open_game(several_seats=True)
    for role in ("red", "black", "red"):
        do_join_game(player=ben, game_id=game.pk, role=role)
    do_leave_game(player=ben, game_id=game.pk, role="red")
    assert dict(game.seats.values_list("role", "kind")) == {"red": "open", "black": "player"}
    do_join_game(player=ben, game_id=game.pk, role="red")
    do_leave_game(player=ben, game_id=game.pk)
    assert set(game.seats.values_list("kind", flat=True)) == {"open"}


# --- beginning and calling off


@pytest.mark.parametrize("by", ["anna", "emil", "ulla"])
def test_a_game_begins_when_all_sit(
    seated: Game, anna: Player, ben: Player, staff: Player, hints: list[str], by: str
) -> None:
    umpire = Player.objects.create_user("emil", "emil@example.org", "pw")
    Game.objects.update(umpire=umpire)
    with pytest.raises(Forbidden, match="Only the host"):
        do_start_game(player=ben, game_id=seated.pk)
    Seat.objects.filter(role="red").update(kind="open", player=None)
    with pytest.raises(WrongState, match="Still free: red"):
        do_start_game(player=anna, game_id=seated.pk)
    Seat.objects.filter(role="red").update(kind="player", player=anna)
    with time_machine.travel(NOW, tick=False):
        do_start_game(player=Player.objects.get(username=by), game_id=seated.pk)
    game = Game.objects.get()
    assert (game.status, game.started_at, game.due_from, game.wake_at) == ("running", NOW, NOW, NOW)
    assert (game.rules_version, game.step, game.checkpoint, game.keyframe) == ("1", "deal", 0, None)
    assert bytes(game.chain_hash) == bytes(game.order_hash) != b""
    assert Checkpoint.objects.values_list("number", "step", "keyframe").get() == (0, "deal", None)
    assert hints == ["resolve"]


def test_a_game_is_called_off_by_who_may(
    seated: Game, anna: Player, ben: Player, staff: Player, hints: list[str]
) -> None:
    with pytest.raises(Forbidden):
        do_abandon_game(player=ben, game_id=seated.pk)
    Game.objects.update(status="running", paused_until=NOW, due_from=NOW, wake_at=NOW)
    with pytest.raises(Forbidden):
        do_abandon_game(player=ben, game_id=seated.pk)
    Game.objects.update(umpire=Player.objects.create_user("emil", "emil@example.org", "pw"))
    with pytest.raises(Forbidden):
        do_abandon_game(player=anna, game_id=seated.pk)
    with time_machine.travel(NOW, tick=False):
        do_abandon_game(player=staff, game_id=seated.pk)
    game = Game.objects.get()
    assert (game.status, game.ended_at, game.due_from, game.wake_at, game.paused_until) == (
        "abandoned", NOW, None, None, None,
    )  # fmt: skip
    assert hints == ["mail"]
    Game.objects.update(status="open")
    do_abandon_game(player=anna, game_id=seated.pk)


def test_what_is_open_is_withdrawn_when_a_game_is_called_off(running: Game, staff: Player) -> None:
    with time_machine.travel(NOW, tick=False):
        do_abandon_game(player=staff, game_id=running.pk)
    assert set(OpenRequest.objects.values_list("closed_at", "outcome")) == {(NOW, "withdrawn")}


# --- bots


def with_bot(toy: Title[Any], choose: Any) -> Title[Any]:
    bot = Bot(lambda view, question, pick: Advice(choose(view, question, pick)))
    return replace(toy, bots={"clever": bot})


@pytest.mark.parametrize("kind", ["bot", "stand_in"])
def test_a_bot_answers_as_it_chooses_where_that_fits_and_else_something_that_does(
    running: Game, toy: Title[Any], new_rules: Callable[[Title[Any]], None], kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    Seat.objects.filter(role="red").update(**{kind: "clever"}, **({"player": None} if kind == "bot" else {}))
    seen: list[Any] = []

    def last(view: Any, question: Any, whim: Any) -> str:
        seen.append((view.seat, question.seat, question.form.options[-1], whim(1)))
        return str(question.form.options[-1])

    def wrong(view: Any, question: Any, whim: Any) -> str:
        return "c99"

    def broken(view: Any, question: Any, whim: Any) -> str:
        raise KeyError("lost")

    for choose, fits in ((last, True), (wrong, False), (broken, False)):
        new_rules(with_bot(toy, choose))
        request = asked(running, "red")
        OpenRequest.objects.filter(pk=request.pk).update(ready=False)
        assert do_play_bots(running.pk) == 1
        request.refresh_from_db()
        answer = request.answers.order_by("-revision")[0]
        assert (answer.channel, answer.ready) == ("bot", True)
        said = bytes(answer.answer or b"").decode()
        assert (said == f'"{seen[0][2]}"') if fits else (said != '"c99"')
    assert [one[:2] for one in seen] == [("red", "red")]
    assert "bot clever failed at bid of" in caplog.text


def test_bots_answer_what_they_are_asked_while_the_game_runs(running: Game, ben: Player) -> None:
    Seat.objects.filter(role="red").update(stand_in="random")
    for fields in ({"status": "paused"}, {"status": "held"}):
        Game.objects.update(**fields)
        assert do_play_bots(running.pk) == 0
    Game.objects.update(status="running")
    assert do_play_bots(running.pk, limit=0) == 0
    assert do_play_bots(running.pk) == 1
    assert do_play_bots(running.pk) == 0
    assert not OpenRequest.objects.get(seat__role="black").ready


def test_between_bots_a_game_is_played_in_slices(
    open_game: Callable[..., Game], anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = open_game(seats=[wish(bot="random"), wish(role="black", bot="random")])
    do_start_game(player=anna, game_id=game.pk)
    assert advance_slice(game.pk, limit=2) is True
    assert advance_slice(game.pk) is False
    assert Game.objects.get().status == "over"
    calls = iter(
        (
            advance.ResolveResult(more=True),
            advance.ResolveResult(more=True),
            advance.ResolveResult(held=True, more=True),
        )
    )
    monkeypatch.setattr(bots, "do_resolve", lambda game_id: next(calls))
    assert advance_slice(game.pk) is False
    assert list(calls) == []
    monkeypatch.setattr(bots, "do_resolve", lambda game_id: advance.ResolveResult(bots=True))
    assert advance_slice(game.pk) is False


def test_a_run_that_has_used_up_its_budget_is_gone_on_with(
    running: Game, hints: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    drive = advance.drive
    monkeypatch.setattr(advance, "drive", lambda *args, **how: drive(*args, **how, budget=1))
    for _ in range(8):
        for row in OpenRequest.objects.filter(closed_at=None).select_related("seat"):
            answer(running, row.seat.role)
        hints.clear()
        found = advance.do_resolve(running.pk, now=NOW)
        if found.more:
            break
    assert found == advance.ResolveResult(has_advanced=True, more=True)
    assert sorted(hints) == ["mail", "resolve"]
    game = Game.objects.get()
    assert game.due_from == game.wake_at == NOW
