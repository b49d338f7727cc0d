"""What the umpire (or staff) may do to a game in progress: each act is told to all and left in the audit record.

Where a game has no umpire its host keeps the time: gives more of it, pauses and resumes.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games import registry
from games.errors import forbidden, missing, wrong_state
from games.kernel.errors import malformed
from games.models import Game, Lookout, Notice, OpenRequest, OutgoingMail, Player, Seat, Tenure
from games.selectors.access import find_request, knows_too_much, may_keep_time, may_umpire, refuse_unseen
from games.services import alarms, hooks, outbox
from games.services.answers import seal, withdraw
from games.services.creation import MAX_HOURS
from games.services.lifecycle import refuse_second_seat, vacate
from games.services.locks import locked_game
from games.services.notices import announce, letters
from games.stored.audit import record
from games.stored.position import seats_in_order
from games.stored.receipts import Receipt

Kind = Notice.Kind
Status = Game.Status


LONGEST_PAUSE = timedelta(days=14)
"""After so long a host's pause ends by itself: no game stands still because its host has gone."""
PAUSES = 2
PAUSES_WITHIN = timedelta(days=60)
MOST_GIVEN = timedelta(days=14)
"""So much more time a host gives in all within `GIVEN_WITHIN`."""
GIVEN_WITHIN = timedelta(days=60)


def do_extend(*, by: Player, game_id: UUID | str, hours: int, reason: str = "") -> Notice:
    """Give every open question `hours` more; a reminder that comes due again is sent again.

    A host gives `MOST_GIVEN` within `GIVEN_WITHIN` at most. Raises WrongState for more, and where nothing has a
    deadline, Malformed, Missing, Forbidden.
    """
    if not 1 <= hours <= MAX_HOURS:
        raise malformed("/hours", f"1 to {MAX_HOURS} hours.", f"1〜{MAX_HOURS}時間です。")
    with transaction.atomic():
        game = timed(by, game_id, Status.RUNNING, Status.PAUSED)
        if not may_umpire(by, game):
            _refuse_too_much(game, timedelta(hours=hours))
        if not alarms.move_deadlines(game, timedelta(hours=hours), remind_again=True):
            raise wrong_state("Nothing has a deadline now.", "現在、期限のある決定はありません。")
        alarms.set_alarm(game, timezone.now())
        return told(game, by, Kind.EXTENDED, reason, hours=hours)


def do_pause(*, by: Player, game_id: UUID | str, reason: str = "") -> Notice:
    """Stop the clocks. Answers are taken, but nothing is resolved. Raises Missing, Forbidden, WrongState.

    What the host pauses goes on by itself after `LONGEST_PAUSE`, and is paused so often as `PAUSES` says.
    """
    with transaction.atomic():
        game = timed(by, game_id, Status.RUNNING)
        now = timezone.now()
        if may_umpire(by, game):
            alarms.stop_clocks(game, now)
            return told(game, by, Kind.PAUSED, reason)
        _refuse_too_often(game, now)
        alarms.stop_clocks(game, now, now + LONGEST_PAUSE)
        return told(game, by, Kind.PAUSED, reason, days=LONGEST_PAUSE.days)


def do_resume(*, by: Player, game_id: UUID | str, reason: str = "") -> Notice:
    """Let the clocks run again; every deadline moves by the length of the pause. Raises as `do_pause`."""
    with transaction.atomic():
        game = timed(by, game_id, Status.PAUSED)
        if game.paused_until is None and not may_umpire(by, game):
            raise wrong_state("Staff has paused this game.", "スタッフがゲームを一時停止しています。")
        now = timezone.now()
        alarms.restart(game, now)
        hooks.after_commit(hooks.RESOLVE, game.pk)
        hooks.after_commit(hooks.BOTS, game.pk)
        return told(game, by, Kind.RESUMED, reason)


def do_hold(*, by: Player, game_id: UUID | str, reason: str) -> Notice:
    """Hold the game: no answers are taken, and nothing goes on, until it is released (`games.services.hold`).

    Raises Missing, Forbidden, WrongState, and Malformed without a reason.
    """
    if not reason.strip():
        raise malformed("/reason", "A reason is needed.", "理由を入力してください。")
    with transaction.atomic():
        game = _ruled(by, game_id, Status.RUNNING, Status.PAUSED)
        notice = told(game, by, Kind.STOPPED, reason)
        game.status, game.hold_reason, game.due_from, game.wake_at = Status.HELD, reason[:4000], None, None
        game.paused_at = game.paused_until = None
        game.save(update_fields=["status", "hold_reason", "due_from", "wake_at", "paused_at", "paused_until"])
        return notice


def do_substitute(
    *, by: Player, game_id: UUID | str, role: str, player: Player | None = None, bot: str = "", reason: str = ""
) -> Seat:
    """Put another player, or a bot, into a seat.

    The one before loses it at once, with all that was owed or sealed; nobody who ever saw another seat's secrets of
    this game, in a seat or as staff, may take it. Raises Missing, Forbidden, WrongState, Malformed.
    """
    if (player is None) == (not bot):
        raise malformed("", "Name a player or a bot.", "プレイヤーかボットを指定してください。")
    with transaction.atomic():
        game = _ruled(by, game_id, Status.RUNNING, Status.PAUSED, Status.HELD)
        seats = seats_in_order(game)
        seat = next((one for one in seats if one.role == role), None)
        if seat is None:
            raise missing()
        seat_substitute(game, seat, player=player, bot=bot, by=by, reason=reason)
    return seat


def seat_substitute(
    game: Game, seat: Seat, *, player: Player | None = None, bot: str = "", by: Player | None = None, reason: str = ""
) -> None:
    """Put somebody into a seat of a game that has begun; the caller holds its row. Raises Forbidden, Malformed."""
    _refuse_unfit(game, seat, player, bot)
    if player is not None:
        refuse_second_seat(game, seats_in_order(game), seat, player)
    vacate(seat)
    for request in OpenRequest.objects.filter(game=game, seat=seat, closed_at=None, revision__gt=0):
        withdraw(request)
    _take_over(seat, player, bot)
    notice = told(game, by, Kind.SUBSTITUTED, reason, seat=seat.role)
    alarms.set_alarm(game, timezone.now())
    if player is not None:
        outbox.post([_welcome(game, seat, notice)])
    hooks.after_commit(hooks.BOTS, game.pk)


def do_act_for(
    *, by: Player, request_id: UUID | str, answer: bytes | None = None, text: str | None = None, reason: str = ""
) -> Receipt:
    """Answer in a seat's place. All are told that it was done, not what. Raises as a submission, and Forbidden."""
    request = find_request(request_id)
    with transaction.atomic():
        game = _ruled(by, request.game_id, Status.RUNNING, Status.PAUSED)
        receipt = seal(request, answer, text, ready=True, channel="umpire")
        told(game, by, Kind.ACTED_FOR, reason, seat=request.seat.role, question=request.kind)
    return receipt


def _ruled(by: Player, game_id: UUID | str, *statuses: str) -> Game:
    """The game's locked row, for those who may rule it. Raises Missing, Forbidden, WrongState."""
    game = locked_game(game_id)
    refuse_unseen(by, game)
    if not may_umpire(by, game):
        raise forbidden("Only the umpire may do this.", "審判だけが行えます。")
    return _in_state(game, statuses)


def _refuse_too_often(game: Game, now: datetime) -> None:
    """Pauses of hosts count, whoever was host, also those before a rewind."""
    paused = Notice.objects.filter(game=game, kind=Kind.PAUSED, at__gt=now - PAUSES_WITHIN, facts__has_key="days")
    if paused.count() >= PAUSES:
        raise wrong_state(
            f"Paused {PAUSES} times within {PAUSES_WITHIN.days} days already; ask the staff.",
            f"{PAUSES_WITHIN.days}日以内に{PAUSES}回までです。スタッフにご相談ください。",
        )


def _refuse_too_much(game: Game, wanted: timedelta) -> None:
    """What hosts gave counts, whoever was host; in a game without umpire the rest is from staff."""
    since = timezone.now() - GIVEN_WITHIN
    given = Notice.objects.filter(game=game, kind=Kind.EXTENDED, at__gt=since, author__is_staff=False)
    hours = sum(facts["hours"] for facts in given.values_list("facts", flat=True))
    left = MOST_GIVEN // timedelta(hours=1) - hours
    if wanted > timedelta(hours=left):
        raise wrong_state(
            f"At most {MOST_GIVEN.days} days more within {GIVEN_WITHIN.days} days: {max(left, 0)} hours are left; "
            "ask the staff for more.",
            f"延長は{GIVEN_WITHIN.days}日以内に合計{MOST_GIVEN.days}日まで、残りは{max(left, 0)}時間です。"
            "それ以上はスタッフにご相談ください。",
        )


def timed(by: Player, game_id: UUID | str, *statuses: str, may: Callable[[Player, Game], bool] = may_keep_time) -> Game:
    """The same for those who `may` keep the game's time."""
    game = locked_game(game_id)
    refuse_unseen(by, game)
    if not may(by, game):
        raise forbidden(
            "Only the umpire may do this, or the host of a game without one.",
            "審判だけが行えます。審判のいないゲームでは主催者が行えます。",
        )
    return _in_state(game, statuses)


def _in_state(game: Game, statuses: Sequence[str]) -> Game:
    if game.status not in statuses:
        raise wrong_state("The game is not in a state for this.", "現在の状態では行えません。")
    return game


def told(game: Game, by: Player | None, kind: str, reason: str, **facts: Any) -> Notice:
    """Announce an act to all, by mail too, and note it in the audit record."""
    notice = announce(game, kind, author=by, reason=reason[:500], **facts)
    notice.save(force_insert=True)
    seats = seats_in_order(game)
    outbox.post(letters([notice], seats, _stops(game)))
    record(by, kind, game.pk, reason=reason[:500], **facts)
    hooks.after_commit(hooks.MAIL, game.pk)
    return notice


def _stops(game: Game) -> dict[str, int]:
    return dict(Lookout.objects.filter(game=game).values_list("audience", "stop"))


def _refuse_unfit(game: Game, seat: Seat, player: Player | None, bot: str) -> None:
    if bot and bot != "random" and bot not in registry.game_title(game).bots:
        raise malformed("/bot", "There is no such bot.", "そのボットはありません。")
    if player is None:
        return
    if not player.is_active or knows_too_much(player, game, seat.role):
        raise forbidden("This player knows another seat's secrets.", "このプレイヤーは別の席の秘密を知っています。")


def _take_over(seat: Seat, player: Player | None, bot: str) -> None:
    seat.kind = Seat.Kind.PLAYER if player else Seat.Kind.BOT
    seat.player, seat.bot, seat.since = player, bot, timezone.now()
    seat.stand_in = ""
    seat.save(update_fields=["kind", "player", "bot", "since", "stand_in"])
    if player is not None:
        Tenure.objects.create(seat=seat, player=player, since=seat.since)


def _welcome(game: Game, seat: Seat, notice: Notice) -> OutgoingMail:
    """The first letter of a substitute: the newest view and what is to be decided."""
    stop = _stops(game).get(seat.role, 0)
    return outbox.owed(game, seat, outbox.Kind.STOP, seat_stop=stop, reference=notice.pk.hex)
