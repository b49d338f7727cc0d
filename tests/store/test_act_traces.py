"""Whoever acts in a game leaves traces: hints to the worker, announcements, letters, entries of the audit record.

A game's life, act by act, with all that each leaves; and who may not act so, and when.
"""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import msgspec
import pytest
import time_machine
from django.utils import timezone

from games.errors import Forbidden, Missing, WrongState
from games.kernel.errors import Malformed
from games.models import AuditEntry, Game, Notice, OpenRequest, OutgoingMail, Player, Seat, StandingOrder, Tenure
from games.persistence.position import seats_in_order
from games.services import triggers
from games.services.hold import do_release
from games.services.lifecycle import do_abandon_game, do_join_game, do_leave_game, do_start_game
from games.services.messages import do_send_message
from games.services.resolve.advance import do_resolve, hold_locked_game
from games.services.rewind import do_rewind
from games.services.umpire import do_act_for, do_extend, do_hold, do_pause, do_resume, do_substitute
from tests.orders import order
from tests.table import answer, asked, example

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
LONG, SHORT = "x" * 501, "x" * 500
ALL, RED, BLACK = ["*"], "red", "black"
NOW = datetime(2027, 3, 10, 12, tzinfo=UTC)

Left = dict[str, list[Any]]


def _without(facts: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in facts.items() if key != name}


@pytest.fixture
def left(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Callable[[Callable[[], Any]], Left]:
    """What an act leaves: hints; announcements with readers, facts and author; letters; entries of the record."""
    hints: list[str] = []
    monkeypatch.setattr(triggers, "trigger_after_commit", lambda name, game_id: hints.append(name))

    def after(act: Callable[[], Any]) -> Left:
        hints.clear()
        models: tuple[Any, ...] = (Notice, OutgoingMail, AuditEntry)
        known = [list(model.objects.values_list("pk", flat=True)) for model in models]
        act()
        told, letters, written = (
            model.objects.exclude(pk__in=keys).order_by("pk") for model, keys in zip(models, known, strict=True)
        )
        kinds = {notice.pk.hex: notice.kind for notice in told}
        found: Left = {
            "hints": sorted(hints),
            "told": [
                (
                    one.kind,
                    one.seats,
                    {k: v for k, v in one.facts.items() if k != "commitment"},
                    one.author_id,
                    one.stop,
                )
                for one in told
            ],
            "letters": [
                (mail.seat and mail.seat.role, mail.kind, mail.seat_stop, kinds.get(mail.reference, ""))
                for mail in letters.select_related("seat")
            ],
            "record": [(one.actor, one.action, one.facts) for one in written],
        }
        return {what: rows for what, rows in found.items() if rows}

    return after


def by_hand(game: Game, staff: Player) -> None:
    request = asked(game, RED)
    value = msgspec.json.encode(example(request))
    do_act_for(by=staff, request_id=request.pk, answer=value, reason=LONG)


def stops(red: int, black: int) -> Left:
    return {"hints": ["mail"], "letters": [(RED, "stop", red, ""), (BLACK, "stop", black, "")]}


def told_to_all(kind: str, by: Player, stop: int, at: tuple[int, int], *more: str, **facts: Any) -> Left:
    return {
        "hints": sorted(["mail", *more]),
        "told": [(kind, ALL, facts, by.pk, stop)],
        "letters": [(RED, "notice", at[0], kind), (BLACK, "notice", at[1], kind)],
        "record": [(by.pk, kind, facts)],
    }


Watch = Callable[[Callable[[], Any]], Left]


def test_a_game_begins_and_moves_on(left: Watch, seated: Game, anna: Player) -> None:
    game = seated.pk
    assert left(lambda: do_start_game(player=anna, game_id=game)) == {"hints": ["resolve"]}
    assert left(lambda: do_start_game(player=anna, game_id=game)) == {}
    assert left(lambda: do_resolve(game)) == stops(1, 1)
    assert left(lambda: do_resolve(game)) == {}
    assert left(lambda: answer(seated, RED, ready=False)) == {}
    assert left(lambda: answer(seated, BLACK)) == {}
    assert left(lambda: answer(seated, RED)) == {"hints": ["resolve"]}
    assert left(lambda: do_resolve(game)) == stops(2, 2)


@pytest.fixture
def second(running: Game) -> Game:
    """A game at its second stop."""
    for role in (RED, BLACK):
        answer(running, role)
    do_resolve(running.pk)
    return running


def test_its_time_is_kept_and_told(left: Watch, second: Game, staff: Player) -> None:
    how: dict[str, Any] = {"by": staff, "game_id": second.pk, "reason": LONG}
    at = (2, 2)
    assert left(lambda: do_extend(**how, hours=3)) == told_to_all("extended", staff, 2, at, reason=SHORT, hours=3)
    assert left(lambda: do_pause(**how)) == told_to_all("paused", staff, 2, at, reason=SHORT)
    assert left(lambda: do_resume(**how)) == told_to_all("resumed", staff, 2, at, "bots", "resolve", reason=SHORT)
    assert left(lambda: do_hold(**how)) == told_to_all("stopped", staff, 2, at, reason=SHORT)


def test_it_is_released_and_rewound_and_told(left: Watch, second: Game, staff: Player) -> None:
    how: dict[str, Any] = {"by": staff, "game_id": second.pk, "reason": LONG}
    do_hold(**how)
    (asks,) = OpenRequest.objects.filter(closed_at=None).values_list("seat__role", flat=True)
    letters = {RED: (RED, "notice", 2, "released"), BLACK: (BLACK, "notice", 2, "released")}
    letters[asks] = (asks, "stop", 3, "")
    found = left(lambda: do_release(**how))
    assert sorted(found.pop("letters")) == sorted(letters.values())
    assert found == {
        "hints": ["mail"],
        "told": [("released", ALL, {"reason": SHORT}, staff.pk, 3)],
        "record": [(staff.pk, "release", {"branch": 1, "kept": 2, "refused": 0})],
    }
    newest = {role: 4 if role == asks else 3 for role in (RED, BLACK)}
    assert left(lambda: do_rewind(**how, number=1)) == {
        **stops(newest[RED], newest[BLACK]),
        "told": [("rewound", ALL, {"reason": SHORT}, staff.pk, 4)],
        "record": [(staff.pk, "rewind", {"branch": 2, "to": 1, "reason": SHORT})],
    }


def test_its_seats_change_hands_and_it_is_told(left: Watch, running: Game, staff: Player) -> None:
    how: dict[str, Any] = {"by": staff, "game_id": running.pk, "reason": LONG}
    facts = {"reason": SHORT, "seat": RED}
    assert left(lambda: by_hand(running, staff)) == told_to_all("acted_for", staff, 1, (1, 1), **facts, question="bid")
    assert left(lambda: do_substitute(**how, role=RED, bot="random")) == {
        **told_to_all("substituted", staff, 1, (1, 1), "bots", **facts),
        "letters": [(BLACK, "notice", 1, "substituted")],
    }
    carl = Player.objects.create_user("carl", "carl@example.org", "pw")
    found = left(lambda: do_substitute(**how, role=RED, player=carl))
    assert found.pop("letters") == [
        (RED, "notice", 1, "substituted"),
        (BLACK, "notice", 1, "substituted"),
        (RED, "stop", 1, "substituted"),
    ]
    assert found.items() <= told_to_all("substituted", staff, 1, (1, 1), "bots", **facts).items()


def test_a_seat_speaks_is_left_and_the_game_called_off(left: Watch, running: Game, anna: Player, staff: Player) -> None:
    game = running.pk
    assert left(lambda: do_send_message(player=anna, game_id=game, text="Ahoy.")) == {
        "hints": ["mail"],
        "letters": [(BLACK, "message", 1, "")],
    }
    assert left(lambda: do_leave_game(player=anna, game_id=game)) == {
        "hints": ["mail"],
        "told": [("left", ALL, {"seat": RED}, None, 1)],
        "letters": [(BLACK, "notice", 0, "left")],
    }
    assert left(lambda: do_abandon_game(player=staff, game_id=game, reason=LONG)) == {
        "hints": ["mail"],
        "told": [("abandoned", ALL, {"reason": SHORT}, staff.pk, 1)],
        "letters": [(BLACK, "notice", 0, "abandoned")],
        "record": [(staff.pk, "abandon", {"reason": SHORT})],
    }


def test_what_happens_by_itself_is_told_without_a_name(
    left: Callable[[Callable[[], Any]], Left], running: Game, anna: Player, caplog: pytest.LogCaptureFixture
) -> None:
    do_pause(by=anna, game_id=running.pk)
    until = Game.objects.get(pk=running.pk).paused_until
    assert left(lambda: do_resolve(running.pk, now=until)) == {
        "hints": ["bots", "mail"],
        "told": [("resumed", ALL, {}, None, 1)],
        "letters": [(RED, "notice", 0, "resumed"), (BLACK, "notice", 0, "resumed")],
    }
    game = Game.objects.get(pk=running.pk)
    assert left(lambda: hold_locked_game(game, "y" * 4001, seats_in_order(game))) == {
        "hints": ["mail"],
        "told": [("held", ALL, {}, None, 1)],
        "letters": [(RED, "notice", 0, "held"), (BLACK, "notice", 0, "held")],
    }
    game.refresh_from_db()
    assert (game.status, game.hold_reason, game.due_from, game.wake_at) == ("held", "y" * 4000, None, None)
    assert f"game {game.pk} is held: yyy" in caplog.text


def test_of_a_long_reason_to_hold_a_game_the_umpire_reads_most(running: Game, staff: Player) -> None:
    do_hold(by=staff, game_id=running.pk, reason="y" * 4001)
    game = Game.objects.get(pk=running.pk)
    assert (game.hold_reason, game.due_from, game.wake_at, game.paused_at) == ("y" * 4000, None, None, None)


# --- who may not, and when


Act = Callable[[Player, Game], Any]
RULED: dict[str, Act] = {
    "extend": lambda by, game: do_extend(by=by, game_id=game.pk, hours=1),
    "pause": lambda by, game: do_pause(by=by, game_id=game.pk),
    "resume": lambda by, game: do_resume(by=by, game_id=game.pk),
    "hold": lambda by, game: do_hold(by=by, game_id=game.pk, reason="A doubt."),
    "release": lambda by, game: do_release(by=by, game_id=game.pk),
    "rewind": lambda by, game: do_rewind(by=by, game_id=game.pk, number=1, reason="A doubt."),
    "substitute": lambda by, game: do_substitute(by=by, game_id=game.pk, role=RED, bot="random"),
    "abandon": lambda by, game: do_abandon_game(player=by, game_id=game.pk),
    "act for": lambda by, game: do_act_for(by=by, request_id=asked(game, RED).pk, text="c01"),
}
ACTS: dict[str, Act] = RULED | {
    "start": lambda by, game: do_start_game(player=by, game_id=game.pk),
    "join": lambda by, game: do_join_game(player=by, game_id=game.pk),
}
STATES = set(Game.Status.values)
FIT: dict[str, set[str]] = {
    "extend": {"running", "paused"},
    "pause": {"running"},
    "resume": {"paused"},
    "hold": {"running", "paused"},
    "release": {"held"},
    "rewind": {"running", "paused", "held"},
    "substitute": {"running", "paused", "held"},
    "abandon": {"open", "running", "paused", "held"},
    "act for": {"running", "paused"},
    "start": {"open", "running"},
    "join": {"open"},
}


@pytest.mark.parametrize("what", FIT)
def test_an_act_fits_some_states_of_a_game_and_is_refused_in_the_others(
    running: Game, staff: Player, what: str
) -> None:
    act = ACTS[what]
    before = Notice.objects.count()
    for status in STATES - FIT[what]:
        Game.objects.filter(pk=running.pk).update(status=status)
        with pytest.raises(WrongState):
            act(staff, running)
    assert Notice.objects.count() == before


@pytest.mark.parametrize("what", ACTS)
def test_of_a_private_game_a_stranger_learns_nothing_by_acting_in_it(running: Game, what: str) -> None:
    Game.objects.filter(pk=running.pk).update(visibility="private")
    emil = Player.objects.create_user("emil", "emil@example.org", "pw")
    with pytest.raises(Missing):
        ACTS[what](emil, running)


@pytest.mark.parametrize("what", RULED)
def test_nobody_rules_a_game_who_is_not_its_umpire(running: Game, anna: Player, ben: Player, what: str) -> None:
    """Its host keeps the time and calls it off, where it has no umpire, and does nothing else of these."""
    emil = Player.objects.create_user("emil", "emil@example.org", "pw")
    for player in (ben, emil, *([] if what in ("extend", "pause", "resume", "abandon") else [anna])):
        with pytest.raises(Forbidden):
            RULED[what](player, running)


def test_a_reason_is_more_than_spaces(running: Game, staff: Player) -> None:
    for act in (
        lambda: do_hold(by=staff, game_id=running.pk, reason=" \n"),
        lambda: do_rewind(by=staff, game_id=running.pk, number=1, reason=" \n"),
    ):
        with pytest.raises(Malformed) as refusal:
            act()
        assert [one.pointer for one in refusal.value.problems] == ["/reason"]
    assert OpenRequest.objects.filter(game=running, closed_at=None).count() == 2


def test_so_many_hours_are_given_and_no_more(running: Game, staff: Player) -> None:
    for hours in (0, -1, 1441):
        with pytest.raises(Malformed) as refusal:
            do_extend(by=staff, game_id=running.pk, hours=hours)
        assert [one.pointer for one in refusal.value.problems] == ["/hours"]
    do_extend(by=staff, game_id=running.pk, hours=1)
    do_extend(by=staff, game_id=running.pk, hours=1440)


def test_where_nothing_has_a_deadline_no_time_is_given(running: Game, staff: Player) -> None:
    OpenRequest.objects.filter(game=running).update(due_at=None)
    with pytest.raises(WrongState, match="deadline"):
        do_extend(by=staff, game_id=running.pk, hours=1)
    assert not Notice.objects.filter(kind="extended").exists()


def test_a_stop_that_never_was_is_no_place_to_go_back_to(running: Game, staff: Player) -> None:
    with pytest.raises(Missing):
        do_rewind(by=staff, game_id=running.pk, number=2, reason="A doubt.")
    with pytest.raises(Missing):
        do_substitute(by=staff, game_id=running.pk, role="green", bot="random")


@pytest.mark.parametrize(("player", "bot"), [(True, "random"), (False, "")])
def test_a_seat_goes_to_a_player_or_to_a_bot(running: Game, staff: Player, player: bool, bot: str) -> None:
    emil = Player.objects.create_user("emil", "emil@example.org", "pw")
    with pytest.raises(Malformed, match="a player or a bot"):
        do_substitute(by=staff, game_id=running.pk, role=RED, player=emil if player else None, bot=bot)


def test_a_bot_that_there_is_not_takes_no_seat_nor_does_one_who_is_gone(running: Game, staff: Player) -> None:
    with pytest.raises(Malformed) as refusal:
        do_substitute(by=staff, game_id=running.pk, role=RED, bot="skynet")
    assert [one.pointer for one in refusal.value.problems] == ["/bot"]
    gone = Player.objects.create_user("emil", "emil@example.org", "pw", is_active=False)
    with pytest.raises(Forbidden):
        do_substitute(by=staff, game_id=running.pk, role=RED, player=gone)


# --- who takes a seat over


@pytest.mark.parametrize("bot", ["", "random"])
def test_whoever_takes_a_seat_over_has_it_bare(running: Game, anna: Player, staff: Player, bot: str) -> None:
    answer(running, RED)
    answer(running, BLACK, ready=False)
    order(anna, running, "bid", "high")
    Seat.objects.filter(role=RED).update(misses=2, stand_in="random", stood_in_until=date(2027, 3, 1))
    emil = Player.objects.create_user("emil", "emil@example.org", "pw")
    Game.objects.update(wake_at=None)
    OpenRequest.objects.update(due_at=NOW + timedelta(days=2))
    with time_machine.travel(NOW, tick=False):
        do_substitute(by=staff, game_id=running.pk, role=RED, player=None if bot else emil, bot=bot)
    seat = Seat.objects.get(role=RED)
    assert (seat.kind, seat.player, seat.bot, seat.since) == (
        ("bot", None, "random", NOW) if bot else ("player", emil, "", NOW)
    )
    assert (seat.misses, seat.stand_in, seat.stood_in_until) == (0, "", None)
    assert not StandingOrder.objects.exists()
    assert Tenure.objects.get(player=anna).until == NOW
    tenures = list(Tenure.objects.filter(player=emil).values_list("since", "until"))
    assert tenures == ([] if bot else [(NOW, None)])
    red, black = asked(running, RED), asked(running, BLACK)
    assert (red.revision, red.ready, black.revision) == (2, False, 1)
    assert red.answers.latest("revision").answer is None
    assert Game.objects.get().wake_at == (NOW if bot else red.due_at)


def test_who_sits_here_takes_no_second_seat_over_unless_it_was_agreed_on(
    running: Game, anna: Player, ben: Player, staff: Player
) -> None:
    with pytest.raises(Forbidden):
        do_substitute(by=staff, game_id=running.pk, role=RED, player=ben)
    Tenure.objects.filter(player=ben).update(until=timezone.now())
    Seat.objects.filter(role=BLACK).update(player=None, kind="open")
    with pytest.raises(Forbidden, match="another seat's secrets"):
        do_substitute(by=staff, game_id=running.pk, role=RED, player=ben)
    assert do_substitute(by=staff, game_id=running.pk, role=BLACK, player=ben).player == ben


def test_an_answer_in_a_seats_place_is_ready_and_says_who_gave_it(running: Game, staff: Player) -> None:
    by_hand(running, staff)
    request = asked(running, RED)
    row = request.answers.get()
    assert (request.ready, row.ready, row.channel) == (True, True, "umpire")
