"""From an announced game to a running one: joining, leaving, starting, giving up."""

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
from games.kernel.driver import opening
from games.kernel.errors import Malformed
from games.models import Game, Invitation, Notice, Opening, OpenRequest, Player, ReserveCall, Seat, Tenure
from games.selectors.access import may_manage, may_umpire, refuse_unseen
from games.services import hooks, outbox
from games.services.accepted import tell_of_acceptance
from games.services.advice import drop_advice
from games.services.creation import NO_SEAT, unknown
from games.services.locks import locked_game
from games.services.nonces import add_nonce, ask_for_nonces, check_nonce, settle_nonces, take_back_nonce
from games.services.notices import announce, letters
from games.services.reserve_calls import begin_call, end_call
from games.services.resolve.segments import checkpoint_row
from games.services.standing_orders import drop_orders
from games.stored import chain
from games.stored.absence import absence_of
from games.stored.audit import record
from games.stored.position import seats_in_order

Status = Game.Status


def do_join_game(
    *, player: Player, game_id: UUID | str, role: str = "", nonce: str = "", nonce_commitment: str = ""
) -> Seat:
    """Take a seat: the one named, or the first that is kept for this player, or the first free one.

    `nonce` (any text up to 200 characters) goes into the dice, so that no host can choose them; `nonce_commitment` is
    the SHA-256 of one that is laid open only before the start (`games.services.nonces`). Joining again changes nothing.
    Raises Missing, WrongState, Forbidden, Malformed.
    """
    check_nonce(nonce, nonce_commitment)
    with transaction.atomic():
        game = locked_game(game_id)
        refuse_unseen(player, game)
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
    """Whoever sits down without the link has answered too: who was asked by name, or takes the seat kept for the
    address. Of another letter to that address nothing is known by it. Each who asked them is told once.
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
        tell_of_acceptance(row, player, game, seats)


def take_free_seat(
    game: Game, seats: list[Seat], seat: Seat, player: Player, nonce: str = "", nonce_commitment: str = ""
) -> None:
    """Sit down before the start; the caller holds the game's row. Raises Forbidden, Malformed, WrongState."""
    refuse_second_seat(game, seats, seat, player)
    seat.kind, seat.player, seat.since = Seat.Kind.PLAYER, player, timezone.now()
    add_nonce(seat, seats, nonce, nonce_commitment)
    seat.save()
    Tenure.objects.create(seat=seat, player=player, since=seat.since)
    ask_for_nonces(game, seats)
    if Opening.objects.filter(game=game).exists():
        begin_when_full(game, seats)


def begin_when_full(game: Game, seats: Sequence[Seat]) -> bool:
    """Begin a game that was opened so, if every seat is taken and no nonce is hidden; the caller holds its row."""
    hidden = any(one.nonce_state == Seat.NonceState.COMMITTED for one in seats)
    if game.status != Status.OPEN or hidden or any(one.kind == Seat.Kind.OPEN for one in seats):
        return False
    begin(game, timezone.now())
    return True


def refuse_second_seat(game: Game, seats: list[Seat], seat: Seat, player: Player) -> None:
    """One account takes one seat, unless the host allows more and the title's scenario calls them partners."""
    scenario = registry.game_title(game).scenarios[game.scenario]
    for other in seats:
        if other.player_id == player.pk and not (game.several_seats and scenario.are_partners(other.role, seat.role)):
            raise forbidden("You have a seat in this game.", "このゲームにはすでに席があります。")


def _free_seat(seats: list[Seat], player: Player, role: str) -> Seat:
    wanted = [seat for seat in seats if role in ("", seat.role)]
    if not wanted:
        raise Malformed(unknown("/seat", "role", NO_SEAT, [seat.role for seat in seats]))
    free = [seat for seat in wanted if seat.kind == Seat.Kind.OPEN and _is_for(seat, player)]
    if not free:
        raise forbidden("This seat is not free for you.", "この席には座れません。")
    return min(free, key=lambda seat: (not seat.reserved_for, seat.position))


def _is_for(seat: Seat, player: Player) -> bool:
    if seat.by_invitation and not seat.reserved_for:
        return False
    return not seat.reserved_for or seat.reserved_for.casefold() == player.email.casefold()


def do_leave_game(*, player: Player, game_id: UUID | str, role: str = "") -> None:
    """Get up from a seat (all of one's seats if none is named).

    Before the start the seat is free again. In a running game it stays empty, its defaults are played at the deadlines,
    all are told, and the umpire may put somebody in. Raises Missing, WrongState.
    """
    with transaction.atomic():
        game = locked_game(game_id)
        seats = seats_in_order(game)
        mine = [seat for seat in seats if seat.player_id == player.pk and role in ("", seat.role)]
        if not mine:
            raise missing()
        if game.status in (Status.OVER, Status.ABANDONED):
            raise wrong_state("This game has ended.", "このゲームは終了しています。")
        for seat in mine:
            if game.status == Status.OPEN:
                take_back_nonce(seat, seats)
            vacate(seat)
        if game.status != Status.OPEN:
            notices = [announce(game, Notice.Kind.LEFT, seat=seat.role) for seat in mine]
            Notice.objects.bulk_create(notices)
            if absence_of(game.absence).reserves:
                for seat in mine:
                    begin_call(seat)
            outbox.post(letters(notices, seats, {}))
            hooks.after_commit(hooks.MAIL, game.pk)


def vacate(seat: Seat) -> None:
    """Free a seat and end its player's tenure, with its standing orders and advice; letters still owed are dropped."""
    drop_orders(seat)
    drop_advice(seat)
    end_call(seat, ReserveCall.Outcome.CHANGED)
    Tenure.objects.filter(seat=seat, until=None).update(until=timezone.now())
    seat.kind, seat.player, seat.bot, seat.since, seat.misses = Seat.Kind.OPEN, None, "", None, 0
    seat.stand_in, seat.stood_in_until = "", None
    seat.save()


def do_start_game(*, player: Player, game_id: UUID | str, without_nonces: bool = False) -> Game:
    """Begin: the host's (or staff's) word when every seat is taken. The first stop is played out by the worker.

    Nonces that are committed to and not laid open hold up the start, unless it shall go on `without_nonces`. Starting
    again changes nothing. Raises Missing, Forbidden, WrongState.
    """
    with transaction.atomic():
        game = locked_game(game_id)
        refuse_unseen(player, game)
        if player.pk not in (game.host_id, game.umpire_id) and not player.is_staff:
            raise forbidden("Only the host may start the game.", "開始できるのは主催者だけです。")
        if game.status == Status.RUNNING:
            return game
        if game.status != Status.OPEN:
            raise wrong_state("This game cannot be started.", "このゲームは開始できません。")
        seats = seats_in_order(game)
        if empty := [seat.role for seat in seats if seat.kind == Seat.Kind.OPEN]:
            raise wrong_state(f"Still free: {', '.join(empty)}.", f"空席があります: {'、'.join(empty)}")
        settle_nonces(game, seats, by=player, drop=without_nonces)
        begin(game, timezone.now())
    return game


def begin(game: Game, now: datetime) -> None:
    """Write the first checkpoint and leave the rest to `resolve`; the caller holds the game's row."""
    title = registry.game_title(game)
    options: Any = msgspec.convert(game.options, title.options_type)
    first = opening(title, title.new_game(game.scenario, options))
    checkpoint_row(game, first, None).save(force_insert=True)
    game.status, game.started_at, game.due_from, game.wake_at = Status.RUNNING, now, now, now
    game.rules_version, game.step = title.rules_version, first.step or ""
    game.checkpoint, game.keyframe = first.number, None
    game.chain_hash = game.order_hash = chain.genesis(game)
    game.save()
    hooks.after_commit(hooks.RESOLVE, game.pk)


def do_abandon_game(*, player: Player, game_id: UUID | str, reason: str = "") -> Game:
    """End a game without a result: the host before the start, then staff or the umpire, unless they play. All are told.

    Raises Missing, Forbidden, WrongState.
    """
    with transaction.atomic():
        game = locked_game(game_id)
        refuse_unseen(player, game)
        if not (may_manage if game.status == Status.OPEN else may_umpire)(player, game):
            raise forbidden("You may not end this game.", "このゲームを終了する権限がありません。")
        if game.status in (Status.OVER, Status.ABANDONED):
            raise wrong_state("This game has ended.", "このゲームは終了しています。")
        game.status, game.ended_at, game.due_from, game.wake_at = Status.ABANDONED, timezone.now(), None, None
        game.paused_until = None
        game.save(update_fields=["status", "ended_at", "due_from", "wake_at", "paused_until"])
        OpenRequest.objects.filter(game=game, closed_at=None).update(
            closed_at=game.ended_at, outcome=OpenRequest.Outcome.WITHDRAWN
        )
        notice = announce(game, Notice.Kind.ABANDONED, author=player, reason=reason[:500])
        notice.save(force_insert=True)
        outbox.post(letters([notice], seats_in_order(game), {}))
        record(player, "abandon", game.pk, reason=reason[:500])
        hooks.after_commit(hooks.MAIL, game.pk)
    return game
