"""Reserves: players willing to take the seat of an absent player, asked one after the other (docs/adr/0022).

The sweep asks the reserves. It stores each request before it queues the e-mail, so that it may run at any time, twice,
or again after a crash, and never asks a player twice.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games import registry
from games.errors import missing, rate_limited, wrong_state
from games.models import Game, Player, Reserve, ReserveCall, ReserveStep, Seat
from games.persistence.absence_policy import load_absence_policy
from games.persistence.position import seats_in_order
from games.persistence.vacation import vacation_end
from games.selectors.access import has_opposing_knowledge, require_visible
from games.selectors.notices import get_seat_name
from games.selectors.reserves import CALL_STATUSES, require_may_be_reserve
from games.services import alarms, outbox, triggers
from games.services.account_emails import do_queue_account_email
from games.services.locks import lock_game
from games.services.moderators import moderators_of
from games.services.notices import make_notice_emails
from games.services.reserve_calls import end_reserve_call
from games.services.stand_ins import begin_stand_in
from games.services.umpire import seat_substitute

MAX_RESERVES = 40
"""The maximum number of reserves of a game."""
RETRY_INTERVAL = timedelta(hours=1)
"""The time after which a reserve call of a stopped game is tried again."""
A_DAY = timedelta(days=1)
"""The time after which a reserve call is tried again if no reserve could be asked."""

What = ReserveStep.What


def do_volunteer(*, player: Player, game_id: UUID | str) -> None:
    """Make the player a reserve of the game; repeating it changes nothing.

    Raises Missing if the player may not see the game; Forbidden and WrongState as `require_may_be_reserve`; RateLimited
    if there are `MAX_RESERVES` reserves.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        require_visible(player, game)
        require_may_be_reserve(player, game)
        if Reserve.objects.filter(game=game, player=player).exists():
            return
        if Reserve.objects.filter(game=game).count() >= MAX_RESERVES:
            raise rate_limited("At most {most} reserves.", "補欠は{most}人までです。", most=MAX_RESERVES)
        Reserve.objects.create(game=game, player=player)
        open_ = ReserveCall.objects.filter(game=game, ended_at=None, used_up_at__isnull=False)
        open_.update(look_at=timezone.now())


def do_withdraw_reserve(*, player: Player, game_id: UUID | str) -> None:
    """Remove the player from the game's reserves and decline open requests; repeating it changes nothing.

    Raises Missing if the player may not see the game.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        require_visible(player, game)
        Reserve.objects.filter(game=game, player=player).delete()
        for step in ReserveStep.objects.filter(
            player=player.pk, what=What.ASKED, call__game=game, call__ended_at=None
        ).select_related("call"):
            _decline(step.call, step)


def do_answer_reserve_call(*, player: Player, step_id: UUID | str, accept: bool) -> Game:
    """Accept or decline the seat offered by a request (`step_id`); repeating the same reply changes nothing.

    A reply after the request's time limit counts too, as long as no reserve has accepted. Raises Forbidden for a player
    who has seen opposing secrets; WrongState if the seat is no longer free, or after another reply; Missing if the
    player was not asked.
    """
    step = ReserveStep.objects.filter(pk=step_id, player=player.pk, what=What.ASKED).select_related("call").first()
    if step is None:
        raise missing()
    with transaction.atomic():
        game = lock_game(step.call.game_id)
        call = ReserveCall.objects.get(pk=step.call_id)
        given = ReserveStep.objects.filter(call=call, player=player.pk).exclude(what=What.ASKED).first()
        if given is not None and (given.what == What.ACCEPTED) == accept:
            return game
        if given is not None:
            raise wrong_state("You have answered already.", "すでに回答済みです。")
        if not accept:
            _decline(call, step)
        elif call.ended_at is not None or game.status not in CALL_STATUSES:
            raise wrong_state("The seat is not free any more.", "この席はもう空いていません。")
        else:
            _take(game, call, player)
    return game


def _decline(call: ReserveCall, step: ReserveStep) -> None:
    """Record that a reserve declined, and ask the next reserve soon unless another request is open."""
    if ReserveStep.objects.filter(call=call, player=step.player).exclude(what=What.ASKED).exists():
        return
    ReserveStep.objects.create(call=call, player=step.player, what=What.DECLINED)
    if call.ended_at is None and call.look_at == step.until:
        ReserveCall.objects.filter(pk=call.pk).update(look_at=timezone.now())


def _take(game: Game, call: ReserveCall, player: Player) -> None:
    """Give the seat to `player`, and notify the absent player. Raises Forbidden."""
    seat = next(one for one in seats_in_order(game) if one.pk == call.seat_id)
    ReserveStep.objects.create(call=call, player=player.pk, what=What.ACCEPTED)
    former = Player.objects.filter(pk=seat.player_id, is_active=True).first() if seat.player_id else None
    end_reserve_call(seat, ReserveCall.Outcome.ACCEPTED)
    seat_substitute(game, seat, player=player)
    Reserve.objects.filter(game=game, player=player).delete()
    if former is not None:
        facts = {"game": game.name, "seat": get_seat_name(game, seat.role).get(former.language), "url": _page(game)}
        do_queue_account_email(template="replaced", address=former.email, player=former, facts=facts)


def do_call_reserves(now: datetime, *, limit: int = 100) -> int:
    """Periodic job: for each due reserve call, ask the next reserve; return the number of calls that made progress.

    At most `limit` calls are handled.
    """
    due = list(ReserveCall.objects.filter(look_at__lte=now).order_by("look_at", "pk")[:limit])
    return sum(_go_on(one, now) for one in due)


def _go_on(found: ReserveCall, now: datetime) -> bool:
    with transaction.atomic():
        game = lock_game(found.game_id)
        call = ReserveCall.objects.filter(pk=found.pk, look_at__lte=now).first()
        if call is None:
            return False
        seats = seats_in_order(game)
        seat = next(one for one in seats if one.pk == call.seat_id)
        if game.status not in CALL_STATUSES:
            end_reserve_call(seat, ReserveCall.Outcome.OVER)
            return False
        if game.status != Game.Status.RUNNING:
            call.look_at = now + RETRY_INTERVAL
            call.save(update_fields=["look_at"])
            return False
        reserve = next(_who_can_be_asked(game, seats, seat, call, now), None)
        if reserve is None:
            _nobody_left(game, seats, seat, call, now)
        else:
            _ask(game, seat, call, reserve, now)
    return True


def _who_can_be_asked(game: Game, seats: list[Seat], seat: Seat, call: ReserveCall, now: datetime) -> Iterator[Player]:
    """Yield the reserves who can be asked for the seat, in the order in which they volunteered.

    These exclude reserves who were asked in this call, are being asked for another seat of the game, hold a seat in it,
    are on vacation or unreachable, or have seen another seat's secrets.
    """
    steps = ReserveStep.objects.filter(call__game=game, call__ended_at=None)
    answered = set(steps.exclude(what=What.ASKED).values_list("call", "player"))
    asked = set(steps.filter(what=What.ASKED).values_list("call", "player"))
    passed = {player for one, player in asked if one == call.pk or (one, player) not in answered}
    passed |= {one.player_id for one in seats if one.player_id}
    for one in Reserve.objects.filter(game=game).select_related("player").order_by("pk"):
        player = one.player
        here = player.is_active and not player.is_unreachable and vacation_end(player, now) is None
        if here and player.pk not in passed and not has_opposing_knowledge(player, game, seat.role):
            yield player


def _ask(game: Game, seat: Seat, call: ReserveCall, player: Player, now: datetime) -> None:
    until = now + timedelta(hours=load_absence_policy(game.absence).answer_hours)
    step = ReserveStep.objects.create(call=call, player=player.pk, what=What.ASKED, until=until, at=now)
    call.look_at = until
    call.save(update_fields=["look_at"])
    facts = {
        "game": game.name,
        "title": registry.title_for_names(game).name.get(player.language),
        "seat": get_seat_name(game, seat.role).get(player.language),
        "until": until.isoformat(),
        "url": _page(game),
        "call": str(step.pk),
    }
    do_queue_account_email(template="reserve_call", address=player.email, player=player, facts=facts)


def _nobody_left(game: Game, seats: list[Seat], seat: Seat, call: ReserveCall, now: datetime) -> None:
    """Handle a call without a reserve to ask: the first time, let the agreed bot stand in, or notify the moderators."""
    first, bot = call.used_up_at is None, load_absence_policy(game.absence).bot
    call.used_up_at, call.look_at = call.used_up_at or now, now + A_DAY
    call.save(update_fields=["used_up_at", "look_at"])
    if not first or seat.stand_in:
        return
    if bot and seat.player_id:
        notice = begin_stand_in(game, seats, seat, bot)
        notice.save(force_insert=True)
        outbox.queue_mail(make_notice_emails([notice], seats, {}))
        alarms.set_alarm(game, now)
        triggers.trigger_after_commit(triggers.BOTS, game.pk)
        triggers.trigger_after_commit(triggers.MAIL, game.pk)
        return
    for ruler in moderators_of(game):
        facts = {"game": game.name, "seat": get_seat_name(game, seat.role).get(ruler.language)}
        do_queue_account_email(
            template="no_reserve", address=ruler.email, player=ruler, facts=facts | {"url": f"{_page(game)}umpire/"}
        )


def _page(game: Game) -> str:
    return f"{settings.PBEM_BASE_URL}/games/{game.pk}/"
