"""Join, leave, start and abandon a game."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games import registry
from games.errors import forbidden, missing, wrong_state
from games.kernel.driver import initial_checkpoint
from games.kernel.errors import Malformed
from games.kernel.text import Text, join_texts
from games.models import Game, Invitation, Notice, Opening, OpenRequest, Player, ReserveCall, Seat, Tenure
from games.persistence import hash_chain
from games.persistence.absence_policy import load_absence_policy
from games.persistence.audit import record_audit_entry
from games.persistence.position import seats_in_order
from games.selectors.access import may_abandon, require_visible
from games.services import alarms, outbox, triggers
from games.services.acceptance_emails import notify_inviter
from games.services.advice import delete_advice
from games.services.creation import NO_SEAT, unknown_key_problem
from games.services.locks import lock_game
from games.services.moderators import notify_of_free_seats
from games.services.nonces import add_nonce, check_nonce, finalize_nonces, remove_nonce, request_nonces
from games.services.notices import make_notice, make_notice_emails
from games.services.reserve_calls import begin_reserve_call, end_reserve_call
from games.services.resolve.segment_writer import make_checkpoint_row
from games.services.standing_orders import delete_orders

Status = Game.Status


def do_join_game(
    *, player: Player, game_id: UUID | str, role: str = "", nonce: str = "", nonce_commitment: str = ""
) -> Seat:
    """Take a seat: that of `role` or, without one, the first that is reserved for this player, else the first free one.

    `nonce` (any text up to 200 characters) goes into the dice, so that no host can choose them; `nonce_commitment` is
    the SHA-256 of a nonce that is revealed only before the start (`games.services.nonces`). Joining again changes
    nothing. Raises Missing if the player may not know of the game; WrongState after the start; Forbidden if no such
    seat is free for the player; Malformed for an unknown role or a wrong nonce.
    """
    check_nonce(nonce, nonce_commitment)
    with transaction.atomic():
        game = lock_game(game_id)
        require_visible(player, game)
        seats = seats_in_order(game)
        mine = next((s for s in seats if s.player_id == player.pk and role in ("", s.role)), None)
        if mine is not None:
            return mine
        if game.status != Status.OPEN:
            raise wrong_state("This game takes no players any more.", "このゲームはもう参加できません。")
        seat = _free_seat(seats, player, role)
        take_free_seat(game, seats, seat, player, nonce, nonce_commitment)
        _settle_invitations(game, seats, seat, player)
    return seat


def _settle_invitations(game: Game, seats: Sequence[Seat], seat: Seat, player: Player) -> None:
    """Mark the invitations of a player who joins without using a link as accepted, and notify each inviter once.

    These are the invitations by name, and that for the seat if it was reserved for the player's address. Other
    invitations to the address stay open.
    """
    asked = Q(player=player)
    if seat.reserved_for:
        asked |= Q(role=seat.role, address__iexact=seat.reserved_for)
    of_game = Invitation.objects.filter(asked, game_id=seat.game_id)
    waiting = of_game.filter(accepted_at=None, withdrawn_at=None, declined_at=None)
    told = {row.invited_by_id: row for row in waiting.select_related("invited_by")}
    if not told:
        return
    waiting.update(accepted_at=timezone.now())
    for row in told.values():
        notify_inviter(row, player, game, seats)


def take_free_seat(
    game: Game, seats: list[Seat], seat: Seat, player: Player, nonce: str = "", nonce_commitment: str = ""
) -> None:
    """Take `seat` for the player before the start; the caller has locked the game's row.

    `seats` are all seats of the game. Raises Forbidden as `refuse_second_seat`, Malformed or WrongState as `add_nonce`.
    """
    refuse_second_seat(game, seats, seat, player)
    seat.kind, seat.player, seat.since = Seat.Kind.PLAYER, player, timezone.now()
    add_nonce(seat, seats, nonce, nonce_commitment)
    seat.save()
    Tenure.objects.create(seat=seat, player=player, since=seat.since)
    request_nonces(game, seats)
    if Opening.objects.filter(game=game).exists():
        begin_when_full(game, seats)


def begin_when_full(game: Game, seats: Sequence[Seat]) -> bool:
    """Start a game that starts automatically, if all seats are taken and all nonces are revealed.

    Returns True if the game started. The caller has locked the game's row.
    """
    hidden = any(one.nonce_state == Seat.NonceState.COMMITTED for one in seats)
    if game.status != Status.OPEN or hidden or any(one.kind == Seat.Kind.OPEN for one in seats):
        return False
    begin_game(game, timezone.now())
    return True


def refuse_second_seat(game: Game, seats: list[Seat], seat: Seat, player: Player) -> None:
    """Raise Forbidden if the player may not take `seat`, because the player already holds another of `seats`.

    If the host allows several seats, a player may hold seats that are partners in the scenario.
    """
    scenario = registry.game_title(game).scenarios[game.scenario]
    for other in seats:
        if other.player_id == player.pk and not (game.several_seats and scenario.are_partners(other.role, seat.role)):
            raise forbidden("You have a seat in this game.", "このゲームにはすでに席があります。")


def _free_seat(seats: list[Seat], player: Player, role: str) -> Seat:
    wanted = [seat for seat in seats if role in ("", seat.role)]
    if not wanted:
        raise Malformed(unknown_key_problem("/seat", "role", NO_SEAT, [seat.role for seat in seats]))
    free = [seat for seat in wanted if seat.kind == Seat.Kind.OPEN and _is_for(seat, player)]
    if not free:
        raise forbidden("This seat is not free for you.", "この席には座れません。")
    return min(free, key=lambda seat: (not seat.reserved_for, seat.position))


def _is_for(seat: Seat, player: Player) -> bool:
    if seat.by_invitation and not seat.reserved_for:
        return False
    return not seat.reserved_for or seat.reserved_for.casefold() == player.email.casefold()


def do_leave_game(*, player: Player, game_id: UUID | str, role: str = "") -> None:
    """Leave the seat `role`; without a `role`, leave all of the player's seats.

    Before the start the seat is free again. In a running game the seat stays empty: the rules' defaults are its answers
    at the deadlines, all players are notified, and the umpire may seat a substitute. Raises Missing without such a
    seat, WrongState if the game has ended.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        seats = seats_in_order(game)
        mine = [seat for seat in seats if seat.player_id == player.pk and role in ("", seat.role)]
        if not mine:
            raise missing()
        if game.status in (Status.OVER, Status.ABANDONED):
            raise wrong_state("This game has ended.", "このゲームは終了しています。")
        leave_seats(game, seats, mine, player)


def leave_seats(game: Game, seats: Sequence[Seat], mine: Sequence[Seat], player: Player) -> None:
    """Free the seats `mine` of a player who leaves a game, and notify the other seats.

    The caller has locked the game's row.
    """
    for seat in mine:
        if game.status == Status.OPEN:
            remove_nonce(seat, seats)
        vacate_seat(seat)
    if game.status != Status.OPEN:
        notices = [make_notice(game, Notice.Kind.LEFT, seat=seat.role) for seat in mine]
        Notice.objects.bulk_create(notices)
        seek_players(game, mine)
        outbox.queue_mail(make_notice_emails(notices, seats, {}))
        triggers.trigger_after_commit(triggers.MAIL, game.pk)
    notify_of_free_seats(game, seats, mine, player)


def seek_players(game: Game, free: Sequence[Seat]) -> None:
    """For free seats of a started game, begin to ask the reserves (if agreed), and set deadlines for open questions."""
    if load_absence_policy(game.absence).reserves:
        for seat in free:
            begin_reserve_call(seat)
    now = timezone.now()
    alarms.set_empty_seat_deadlines(game, now)
    if game.status == Status.RUNNING:
        alarms.set_alarm(game, now)


def vacate_seat(seat: Seat) -> None:
    """Free a seat: end its player's tenure and delete the seat's standing orders and advice."""
    delete_orders(seat)
    delete_advice(seat)
    end_reserve_call(seat, ReserveCall.Outcome.CHANGED)
    Tenure.objects.filter(seat=seat, until=None).update(until=timezone.now())
    seat.kind, seat.player, seat.bot, seat.since, seat.misses = Seat.Kind.OPEN, None, "", None, 0
    seat.stand_in, seat.stood_in_until, seat.passes_when_forced = "", None, False
    seat.save()


def do_start_game(*, player: Player, game_id: UUID | str, without_nonces: bool = False) -> Game:
    """Start a game in which every seat is taken, for its host or staff; the worker then plays to the first question.

    Nonces that are not revealed yet prevent the start; with `without_nonces` they are dropped. Starting again changes
    nothing. Raises Missing if the player may not see the game; Forbidden for other players; WrongState if a seat is
    free, a nonce is hidden, or the game cannot start any more.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        require_visible(player, game)
        if player.pk not in (game.host_id, game.umpire_id) and not player.is_staff:
            raise forbidden("Only the host may start the game.", "開始できるのは主催者だけです。")
        if game.status == Status.RUNNING:
            return game
        if game.status != Status.OPEN:
            raise wrong_state("This game cannot be started.", "このゲームは開始できません。")
        seats = seats_in_order(game)
        if empty := [seat.role for seat in seats if seat.kind == Seat.Kind.OPEN]:
            raise wrong_state(
                "Still free: {empty}.", "空席があります：{empty}", empty=join_texts(map(Text.same, empty))
            )
        finalize_nonces(game, seats, by=player, drop=without_nonces)
        begin_game(game, timezone.now())
    return game


def begin_game(game: Game, now: datetime) -> None:
    """Mark the game as running, store its first checkpoint and trigger ``resolve``.

    The caller has locked the game's row.
    """
    title = registry.game_title(game)
    options: Any = msgspec.convert(game.options, title.options.type)
    first = initial_checkpoint(title, title.rules.new_game(game.scenario, options))
    make_checkpoint_row(game, first, None).save(force_insert=True)
    game.status, game.started_at, game.due_from, game.wake_at = Status.RUNNING, now, now, now
    game.rules_version, game.step = title.rules.version, first.step or ""
    game.checkpoint, game.keyframe = first.number, None
    game.chain_hash = game.order_hash = hash_chain.genesis_hash(game)
    game.save()
    triggers.trigger_after_commit(triggers.RESOLVE, game.pk)


def do_abandon_game(*, player: Player, game_id: UUID | str, reason: str = "") -> Game:
    """End a game without a result, and return it.

    The host may do so before the start and in a game without an umpire. Otherwise only the umpire and staff may do so,
    unless they hold a seat. All players are notified. Raises Missing if the player may not see the game; Forbidden for
    other players; WrongState if the game has ended.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        require_visible(player, game)
        if not (may_abandon(player, game) or (player.pk == game.host_id and game.status == Status.ABANDONED)):
            raise forbidden("You may not end this game.", "このゲームを終了する権限がありません。")
        if game.status in (Status.OVER, Status.ABANDONED):
            raise wrong_state("This game has ended.", "このゲームは終了しています。")
        abandon_game(game, player, reason)
    return game


def abandon_game(game: Game, by: Player | None, reason: str) -> None:
    """End a game without a result and notify all players; the caller has locked the game's row."""
    game.status, game.ended_at, game.due_from, game.wake_at = Status.ABANDONED, timezone.now(), None, None
    game.paused_until = None
    game.save(update_fields=["status", "ended_at", "due_from", "wake_at", "paused_until"])
    OpenRequest.objects.filter(game=game, closed_at=None).update(
        closed_at=game.ended_at, outcome=OpenRequest.Outcome.WITHDRAWN
    )
    notice = make_notice(game, Notice.Kind.ABANDONED, author=by, reason=reason[:500])
    notice.save(force_insert=True)
    outbox.queue_mail(make_notice_emails([notice], seats_in_order(game), {}))
    record_audit_entry(by, "abandon", game.pk, reason=reason[:500])
    triggers.trigger_after_commit(triggers.MAIL, game.pk)
