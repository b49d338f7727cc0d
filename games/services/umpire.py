"""Actions of the umpire (or staff) in a running game; each is announced to all and recorded in the audit log.

In a game without an umpire, the host may extend deadlines, pause and resume.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games import registry
from games.errors import decision_closed, forbidden, missing, wrong_state
from games.kernel.errors import malformed
from games.models import CurrentView, Game, Notice, OpenRequest, OutgoingMail, Player, Seat, Tenure
from games.persistence.audit import record_audit_entry
from games.persistence.position import seats_in_order
from games.persistence.receipts import Receipt
from games.selectors.access import get_request, has_opposing_knowledge, may_control_clock, may_umpire, require_visible
from games.services import alarms, outbox, triggers
from games.services.answers import interpret_answer, seal_answer, withdraw_answer
from games.services.creation import MAX_DEADLINE_HOURS
from games.services.lifecycle import refuse_second_seat, vacate_seat
from games.services.locks import lock_game
from games.services.notices import make_notice, make_notice_emails

Kind = Notice.Kind
Status = Game.Status


MAX_PAUSE = timedelta(days=14)
"""A host's pause ends automatically after this time, so that an absent host does not block the game."""
MAX_PAUSES = 2
PAUSES_WINDOW = timedelta(days=60)
MAX_EXTENSION = timedelta(days=14)
"""The total extra time by which a host may move deadlines within `EXTENSION_WINDOW`."""
EXTENSION_WINDOW = timedelta(days=60)


def do_extend(*, by: Player, game_id: UUID | str, hours: int, reason: str = "") -> Notice:
    """Move the deadline of every open question by `hours`; players who were reminded are reminded again.

    Raises WrongState if no question has a deadline, or if a host gives more than `MAX_EXTENSION` within
    `EXTENSION_WINDOW`; Malformed if `hours` is out of range; Missing or Forbidden if the player may not do this.
    """
    if not 1 <= hours <= MAX_DEADLINE_HOURS:
        raise malformed(
            "/hours",
            "1 to {max_deadline_hours} hours.",
            "1〜{max_deadline_hours}時間です。",
            max_deadline_hours=MAX_DEADLINE_HOURS,
        )
    with transaction.atomic():
        game = lock_for_clock_control(by, game_id, Status.RUNNING, Status.PAUSED)
        if not may_umpire(by, game):
            _refuse_too_much(game, timedelta(hours=hours))
        if not alarms.move_deadlines(game, timedelta(hours=hours), remind_again=True):
            raise wrong_state("Nothing has a deadline now.", "現在、期限のある決定はありません。")
        alarms.set_alarm(game, timezone.now())
        return announce_act(game, by, Kind.EXTENDED, reason, hours=hours)


def do_pause(*, by: Player, game_id: UUID | str, reason: str = "") -> Notice:
    """Pause the game: answers are accepted, but the game does not continue.

    A host's pause ends automatically after `MAX_PAUSE`; a host may pause a game at most `MAX_PAUSES` times. Raises
    Missing if the caller may not see the game; Forbidden if the caller may not control its clock; WrongState if the
    game is not running, or if a host has paused it too often.
    """
    with transaction.atomic():
        game = lock_for_clock_control(by, game_id, Status.RUNNING)
        now = timezone.now()
        if may_umpire(by, game):
            alarms.stop_clocks(game, now)
            return announce_act(game, by, Kind.PAUSED, reason)
        _refuse_too_often(game, now)
        alarms.stop_clocks(game, now, now + MAX_PAUSE)
        return announce_act(game, by, Kind.PAUSED, reason, days=MAX_PAUSE.days)


def do_resume(*, by: Player, game_id: UUID | str, reason: str = "") -> Notice:
    """Resume a paused game; every deadline moves by the length of the pause.

    Raises Missing if the caller may not see the game; Forbidden if the caller may not control its clock; WrongState if
    the game is not paused.
    """
    with transaction.atomic():
        game = lock_for_clock_control(by, game_id, Status.PAUSED)
        if game.paused_until is None and not may_umpire(by, game):
            raise wrong_state("Staff has paused this game.", "スタッフがゲームを一時停止しています。")
        now = timezone.now()
        alarms.resume_clocks(game, now)
        triggers.trigger_after_commit(triggers.RESOLVE, game.pk)
        triggers.trigger_after_commit(triggers.BOTS, game.pk)
        return announce_act(game, by, Kind.RESUMED, reason)


def do_hold(*, by: Player, game_id: UUID | str, reason: str) -> Notice:
    """Hold the game: it accepts no answers and does not continue until it is released (`games.services.hold`).

    Raises Missing if the caller may not see the game; Forbidden if the caller may not umpire it; WrongState if the game
    is neither running nor paused; Malformed without a reason.
    """
    if not reason.strip():
        raise malformed("/reason", "A reason is needed.", "理由を入力してください。")
    with transaction.atomic():
        game = _ruled(by, game_id, Status.RUNNING, Status.PAUSED)
        notice = announce_act(game, by, Kind.STOPPED, reason)
        game.status, game.hold_reason, game.due_from, game.wake_at = Status.HELD, reason[:4000], None, None
        game.paused_at = game.paused_until = None
        game.save(update_fields=["status", "hold_reason", "due_from", "wake_at", "paused_at", "paused_until"])
        return notice


def do_substitute(
    *, by: Player, game_id: UUID | str, role: str, player: Player | None = None, bot: str = "", reason: str = ""
) -> Seat:
    """Give a seat to another `player` or to a `bot`.

    The former player loses the seat at once, with all queued e-mails and sealed answers. A player who has seen another
    seat's secrets of this game, in a seat or as staff, may not get the seat. Raises Missing without such a game or
    seat; Forbidden if the caller may not umpire the game, and for such a player; WrongState if the game is not in play;
    Malformed for an unknown bot.
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
    """Give a seat of a running game to another `player` or to a `bot`. Raises as `do_substitute`.

    `by` is the player who does this, None for the server. The caller has locked the game's row.
    """
    _refuse_unfit(game, seat, player, bot)
    if player is not None:
        refuse_second_seat(game, seats_in_order(game), seat, player)
    vacate_seat(seat)
    for request in OpenRequest.objects.filter(game=game, seat=seat, closed_at=None, revision__gt=0):
        withdraw_answer(request)
    _take_over(seat, player, bot)
    notice = announce_act(game, by, Kind.SUBSTITUTED, reason, seat=seat.role)
    alarms.clear_empty_seat_deadlines(game, seat)
    alarms.set_alarm(game, timezone.now())
    if player is not None:
        outbox.queue_mail([_welcome(game, seat, notice)])
    triggers.trigger_after_commit(triggers.BOTS, game.pk)


def do_act_for(
    *, by: Player, request_id: UUID | str, answer: bytes | None = None, text: str | None = None, reason: str = ""
) -> Receipt:
    """Answer a question for its seat. All players are notified of this, but not of the answer.

    Raises Forbidden if the caller may not umpire the game, and the errors of `do_submit_answer`.
    """
    request = get_request(request_id)
    _refuse_others(by, request.game)
    _in_state(request.game, (Status.RUNNING, Status.PAUSED))
    if request.closed_at is not None:
        raise decision_closed()
    understood = interpret_answer(request, answer, text)
    with transaction.atomic():
        game = _ruled(by, request.game_id, Status.RUNNING, Status.PAUSED)
        receipt = seal_answer(request, answer, text, ready=True, channel="umpire", understood=understood)
        announce_act(game, by, Kind.ACTED_FOR, reason, seat=request.seat.role, question=request.kind)
    return receipt


def _ruled(by: Player, game_id: UUID | str, *statuses: str) -> Game:
    """Lock a game for `by`, who may moderate it, and return it. Raises Missing, Forbidden.

    Raises WrongState if the game is in none of the `statuses`.
    """
    game = lock_game(game_id)
    _refuse_others(by, game)
    return _in_state(game, statuses)


def _refuse_others(by: Player, game: Game) -> None:
    """Raise Missing or Forbidden unless `by` may moderate the game."""
    require_visible(by, game)
    if not may_umpire(by, game):
        raise forbidden("Only the umpire may do this.", "審判だけが行えます。")


def _refuse_too_often(game: Game, now: datetime) -> None:
    """Raise WrongState if the game's hosts have paused the game `MAX_PAUSES` times, also before a rewind."""
    paused = Notice.objects.filter(game=game, kind=Kind.PAUSED, at__gt=now - PAUSES_WINDOW, facts__has_key="days")
    if paused.count() >= MAX_PAUSES:
        raise wrong_state(
            "Paused {max_pauses} times within {days} days already; ask the staff.",
            "{days}日以内に{max_pauses}回までです。スタッフにご相談ください。",
            max_pauses=MAX_PAUSES,
            days=PAUSES_WINDOW.days,
        )


def _refuse_too_much(game: Game, wanted: timedelta) -> None:
    """Raise WrongState if `wanted` and the extra time that hosts gave recently exceed `MAX_EXTENSION`."""
    since = timezone.now() - EXTENSION_WINDOW
    given = Notice.objects.filter(game=game, kind=Kind.EXTENDED, at__gt=since, author__is_staff=False)
    hours = sum(facts["hours"] for facts in given.values_list("facts", flat=True))
    left = MAX_EXTENSION // timedelta(hours=1) - hours
    if wanted > timedelta(hours=left):
        raise wrong_state(
            "At most {days} days more within {days2} days: {max} hours are left; ask the staff for more.",
            "延長は{days2}日以内に合計{days}日まで、残りは{max}時間です。それ以上はスタッフにご相談ください。",
            days=MAX_EXTENSION.days,
            days2=EXTENSION_WINDOW.days,
            max=max(left, 0),
        )


def lock_for_clock_control(
    by: Player, game_id: UUID | str, *statuses: str, permission: Callable[[Player, Game], bool] = may_control_clock
) -> Game:
    """Lock a game for a player with the `permission` to change its clock, and return it.

    Raises WrongState if the game is in none of the `statuses`; Missing if the player may not see the game; Forbidden
    without the `permission`.
    """
    game = lock_game(game_id)
    require_visible(by, game)
    if not permission(by, game):
        raise forbidden(
            "Only the umpire may do this, or the host of a game without one.",
            "審判だけが行えます。審判のいないゲームでは主催者が行えます。",
        )
    return _in_state(game, statuses)


def _in_state(game: Game, statuses: Sequence[str]) -> Game:
    if game.status not in statuses:
        raise wrong_state("The game is not in a state for this.", "現在の状態では行えません。")
    return game


def announce_act(game: Game, by: Player | None, kind: str, reason: str, **facts: Any) -> Notice:
    """Announce an action to all players, also by e-mail, record it in the audit log, and return the announcement.

    `by` is the player who acted, None for the server. `kind` and `facts` are those of `make_notice`.
    """
    notice = make_notice(game, kind, author=by, reason=reason[:500], **facts)
    notice.save(force_insert=True)
    seats = seats_in_order(game)
    outbox.queue_mail(make_notice_emails([notice], seats, _stops(game)))
    record_audit_entry(by, kind, game.pk, reason=reason[:500], **facts)
    triggers.trigger_after_commit(triggers.MAIL, game.pk)
    return notice


def _stops(game: Game) -> dict[str, int]:
    return dict(CurrentView.objects.filter(game=game).values_list("audience", "stop"))


def refuse_unfit_bot(game: Game, bot: str) -> None:
    """Raise Malformed if the game's title has no bot of this name; "" means no bot and is accepted."""
    if bot and not registry.game_title(game).has_bot(bot):
        raise malformed("/bot", "There is no such bot.", "そのボットはありません。")


def _refuse_unfit(game: Game, seat: Seat, player: Player | None, bot: str) -> None:
    refuse_unfit_bot(game, bot)
    if player is None:
        return
    if not player.is_active or has_opposing_knowledge(player, game, seat.role):
        raise forbidden("This player knows another seat's secrets.", "このプレイヤーは別の席の秘密を知っています。")


def _take_over(seat: Seat, player: Player | None, bot: str) -> None:
    seat.kind = Seat.Kind.PLAYER if player else Seat.Kind.BOT
    seat.player, seat.bot, seat.since = player, bot, timezone.now()
    seat.stand_in, seat.passes_when_forced = "", False
    seat.save(update_fields=["kind", "player", "bot", "since", "stand_in", "passes_when_forced"])
    if player is not None:
        Tenure.objects.create(seat=seat, player=player, since=seat.since)


def _welcome(game: Game, seat: Seat, notice: Notice) -> OutgoingMail:
    """Return the unsaved first e-mail to a substitute, about the current view and the open decisions."""
    stop = _stops(game).get(seat.role, 0)
    return outbox.make_outgoing_mail(game, seat, outbox.Kind.STOP, seat_stop=stop, reference=notice.pk.hex)
