"""Replace a player of a game, and give a game another host."""

from collections.abc import Sequence
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.errors import Forbidden, WrongState, forbidden, missing, wrong_state
from games.kernel.errors import malformed
from games.models import Game, Notice, Observer, OpenRequest, Player, Reserve, Seat
from games.persistence.audit import record_audit_entry
from games.persistence.position import seats_in_order
from games.selectors.access import (
    UNFINISHED,
    has_held_seat,
    may_hand_on_host,
    may_invite,
    may_umpire,
    require_visible,
)
from games.selectors.open_decisions import get_player_by_name
from games.services import outbox, triggers
from games.services.account_emails import do_queue_account_email
from games.services.answers import withdraw_answer
from games.services.hosting_limits import lock_host, refuse_too_many_games
from games.services.invitations import do_invite
from games.services.lifecycle import seek_players, vacate_seat
from games.services.locks import lock_game
from games.services.moderators import notify_of_lost_seat
from games.services.nonces import remove_nonce
from games.services.notices import make_notice, make_notice_emails
from games.services.umpire import announce_act, refuse_unfit_bot, seat_substitute

Kind = Notice.Kind
Status = Game.Status


def do_replace_player(
    *,
    by: Player,
    game_id: UUID | str,
    role: str,
    player: str = "",
    email: str = "",
    bot: str = "",
    reason: str = "",
) -> Seat:
    """Take a seat from its player; give it to a `bot`, or invite a `player` (by name) or an `email` address to it.

    For umpire and staff, for the host of a game without an umpire and, before the start, for those who manage it. A
    host who plays may replace only players who are absent or cannot be reached. The former player loses the seat at
    once, with all queued e-mails and sealed answers, and is notified. Raises Missing without such a seat; Forbidden for
    other callers; WrongState if the game or the seat does not permit it; Malformed for an unknown player or bot, and
    the errors of `do_invite`.
    """
    invites = bool(player.strip() or email.strip())
    if invites and bot:
        raise malformed("", "Name a player or a bot.", "プレイヤーかボットを指定してください。", "one_of")
    with transaction.atomic():
        if invites:
            lock_host(by)
        game = lock_game(game_id)
        require_visible(by, game)
        seats = seats_in_order(game)
        seat = next((one for one in seats if one.role == role), None)
        if seat is None:
            raise missing()
        _refuse_replacement(by, game, seat)
        refuse_unfit_bot(game, bot)
        _replace(game, seats, seat, by=by, bot=bot, reason=reason)
        if invites:
            do_invite(by=by, game_id=game.pk, role=role, player=player, email=email)
    return seat


def _refuse_replacement(by: Player, game: Game, seat: Seat) -> None:
    """Raise Forbidden or WrongState unless `by` may replace the seat's player now."""
    if game.status not in UNFINISHED:
        raise wrong_state("This game has ended.", "このゲームは終了しています。")
    if not may_invite(by, game):
        raise forbidden(
            "Only the umpire may do this, or the host of a game without one.",
            "審判だけが行えます。審判のいないゲームでは主催者が行えます。",
        )
    if seat.player_id == by.pk:
        raise wrong_state("This is your own seat: leave it yourself.", "ご自分の席です。ご自身で抜けてください。")
    plays = game.status != Status.OPEN and not may_umpire(by, game) and has_held_seat(by, game)
    if plays and not is_lost(seat):
        raise forbidden(
            "You play in this game: you may replace only a player who is absent or cannot be reached.",
            "あなたはこのゲームの参加者です。交代させられるのは不在または連絡のつかないプレイヤーだけです。",
        )


def list_replaceable_seats(by: Player, game: Game) -> list[str]:
    """Return the roles of the seats that `by` may take from their players now, in table order."""
    return [seat.role for seat in seats_in_order(game) if _may_replace(by, game, seat)]


def _may_replace(by: Player, game: Game, seat: Seat) -> bool:
    try:
        _refuse_replacement(by, game, seat)
    except (Forbidden, WrongState):
        return False
    return True


def is_lost(seat: Seat) -> bool:
    """Return True if the seat has no player, or if its player is absent (not on vacation), inactive or unreachable."""
    if seat.player is None or not seat.player.is_active or seat.player.is_unreachable:
        return True
    on_vacation = seat.stood_in_until is not None
    called = (bool(seat.stand_in) or seat.reserves_called) and not on_vacation
    return called or seat.misses >= settings.PBEM_ABSENT_AFTER_MISSES


def _replace(game: Game, seats: Sequence[Seat], seat: Seat, *, by: Player, bot: str, reason: str) -> None:
    """Free the seat, or give it to the `bot`; announce that, and notify the former player."""
    former = seat.player
    if bot and game.status != Status.OPEN:
        seat_substitute(game, seat, bot=bot, by=by, reason=reason)
    elif seat.kind != Seat.Kind.OPEN or bot:
        _free(game, seats, seat, by, reason)
    if bot and game.status == Status.OPEN:
        seat.kind, seat.bot, seat.since, seat.reserved_for = Seat.Kind.BOT, bot, timezone.now(), ""
        seat.save(update_fields=["kind", "bot", "since", "reserved_for"])
    if former is not None and former.is_active:
        notify_of_lost_seat(former, game, seat)


def _free(game: Game, seats: Sequence[Seat], seat: Seat, by: Player, reason: str) -> None:
    if game.status == Status.OPEN:
        remove_nonce(seat, list(seats))
        vacate_seat(seat)
        return
    for request in OpenRequest.objects.filter(game=game, seat=seat, closed_at=None, revision__gt=0):
        withdraw_answer(request)
    vacate_seat(seat)
    announce_act(game, by, Kind.VACATED, reason, seat=seat.role)
    seek_players(game, [seat])


def do_hand_on_host(*, by: Player, game_id: UUID | str, player: str) -> Game:
    """Make another person the host of the game, by name: a seated player, the umpire, an observer or a reserve.

    Only the present host and staff (`by`) may do this. All players are notified. Repeating it changes nothing. Raises
    LimitReached if that person already hosts as many games as allowed; Malformed if no such person has the name;
    WrongState if the game is finished; Missing or Forbidden if the caller may not do this.
    """
    with transaction.atomic():
        successor = get_player_by_name(player.strip())
        lock_host(successor)
        game = lock_game(game_id)
        require_visible(by, game)
        if not (by.is_staff or by.pk == game.host_id):
            raise forbidden("Only the host may do this.", "主催者だけが行えます。")
        if not may_hand_on_host(by, game):
            raise wrong_state("This game has ended.", "このゲームは終了しています。")
        if game.host_id == successor.pk:
            return game
        seats = seats_in_order(game)
        if not _belongs(successor, game, seats):
            raise malformed(
                "/player", "This player has no part in the game.", "このゲームの関係者ではありません。", "player"
            )
        refuse_too_many_games(successor)
        notice = set_host(game, successor)
        if notice is not None:
            notice.author = by
            notice.save(force_insert=True)
            outbox.queue_mail(make_notice_emails([notice], seats, {}))
        record_audit_entry(by, "hand_on_host", game.pk, host=successor.pk)
        triggers.trigger_after_commit(triggers.MAIL, game.pk)
    return game


def _belongs(player: Player, game: Game, seats: Sequence[Seat]) -> bool:
    if player.pk == game.umpire_id or any(one.player_id == player.pk for one in seats):
        return True
    return any(model.objects.filter(game=game, player=player).exists() for model in (Observer, Reserve))


def set_host(game: Game, successor: Player | None) -> Notice | None:
    """Store the game's new host and notify that player; return the unsaved announcement (None without a successor)."""
    game.host = successor
    game.save(update_fields=["host"])
    if successor is None:
        return None
    facts = {"game": game.name, "url": f"{settings.PBEM_BASE_URL}/games/{game.pk}/"}
    do_queue_account_email(template="now_host", address=successor.email, player=successor, facts=facts)
    return make_notice(game, Kind.HOST_CHANGED)


def find_successor(game: Game, seats: Sequence[Seat], former: Player) -> Player | None:
    """Return the next host after `former`: the umpire, else the player seated for longest; None if there is nobody.

    Players whose address accepts no e-mail come last.
    """
    if game.umpire is not None and game.umpire.is_active and game.umpire_id != former.pk:
        return game.umpire
    seated = [(one.since or game.created_at, one.player) for one in seats if one.player is not None]
    fit = [(player.is_unreachable, since, player) for since, player in seated if player.is_active and player != former]
    return min(fit, key=lambda one: one[:2])[2] if fit else None
