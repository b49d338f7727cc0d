"""Reserves: players who would take a seat whose player stays away, asked one after the other (docs/adr/0026).

The sweep asks. Whom it has asked stands in the database before the letter does, so that it may look at any time, twice
or after it was killed in the middle, and asks nobody twice.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games import registry
from games.errors import TooOften, missing, wrong_state
from games.kernel.text import Text
from games.models import Game, Player, Reserve, ReserveCall, ReserveStep, Seat
from games.selectors.access import knows_too_much, refuse_unseen
from games.selectors.notices import seat_name
from games.selectors.reserves import CALLED_IN, refuse_reserve
from games.services import alarms, hooks, outbox
from games.services.locks import locked_game
from games.services.notices import letters
from games.services.personal import do_owe_letter
from games.services.reserve_calls import end_call
from games.services.rulers import those_who_rule
from games.services.standing_in import stand_in
from games.services.umpire import seat_substitute
from games.stored.absence import absence_of
from games.stored.position import seats_in_order
from games.stored.vacation import away_until

MOST = 40
"""Reserves of one game."""
LATER = timedelta(hours=1)
"""A game that does not go on is looked at again after so long."""
A_DAY = timedelta(days=1)
"""So often it is seen whether somebody can be asked by now, where nobody could be."""

What = ReserveStep.What


def do_volunteer(*, player: Player, game_id: UUID | str) -> None:
    """Be willing to take a seat; again, it changes nothing. Raises Missing, Forbidden, WrongState, TooOften."""
    with transaction.atomic():
        game = locked_game(game_id)
        refuse_unseen(player, game)
        refuse_reserve(player, game)
        if Reserve.objects.filter(game=game, player=player).exists():
            return
        if Reserve.objects.filter(game=game).count() >= MOST:
            raise TooOften(detail=Text(f"At most {MOST} reserves.", f"補欠は{MOST}人までです。"))
        Reserve.objects.create(game=game, player=player)
        open_ = ReserveCall.objects.filter(game=game, ended_at=None, used_up_at__isnull=False)
        open_.update(look_at=timezone.now())


def do_withdraw(*, player: Player, game_id: UUID | str) -> None:
    """Be asked no more, and decline what one is being asked; again, it changes nothing. Raises Missing."""
    with transaction.atomic():
        game = locked_game(game_id)
        refuse_unseen(player, game)
        Reserve.objects.filter(game=game, player=player).delete()
        for step in ReserveStep.objects.filter(
            player=player.pk, what=What.ASKED, call__game=game, call__ended_at=None
        ).select_related("call"):
            _decline(step.call, step)


def do_answer_call(*, player: Player, step_id: UUID | str, accept: bool) -> Game:
    """Take the seat that one was asked to take, or decline; saying the same again changes nothing.

    While nobody has accepted, an answer after its time counts as well. Raises Missing, WrongState, Forbidden for who
    knows too much.
    """
    step = ReserveStep.objects.filter(pk=step_id, player=player.pk, what=What.ASKED).select_related("call").first()
    if step is None:
        raise missing()
    with transaction.atomic():
        game = locked_game(step.call.game_id)
        call = ReserveCall.objects.get(pk=step.call_id)
        given = ReserveStep.objects.filter(call=call, player=player.pk).exclude(what=What.ASKED).first()
        if given is not None and (given.what == What.ACCEPTED) == accept:
            return game
        if given is not None:
            raise wrong_state("You have answered already.", "すでに回答済みです。")
        if not accept:
            _decline(call, step)
        elif call.ended_at is not None or game.status not in CALLED_IN:
            raise wrong_state("The seat is not free any more.", "この席はもう空いていません。")
        else:
            _take(game, call, player)
    return game


def _decline(call: ReserveCall, step: ReserveStep) -> None:
    """Nobody hears of it; the next is asked at once, if nobody is being asked beside."""
    if ReserveStep.objects.filter(call=call, player=step.player).exclude(what=What.ASKED).exists():
        return
    ReserveStep.objects.create(call=call, player=step.player, what=What.DECLINED)
    if call.ended_at is None and call.look_at == step.until:
        ReserveCall.objects.filter(pk=call.pk).update(look_at=timezone.now())


def _take(game: Game, call: ReserveCall, player: Player) -> None:
    """The seat changes hands, and whoever stayed away is told. Raises Forbidden."""
    seat = next(one for one in seats_in_order(game) if one.pk == call.seat_id)
    ReserveStep.objects.create(call=call, player=player.pk, what=What.ACCEPTED)
    former = Player.objects.filter(pk=seat.player_id, is_active=True).first() if seat.player_id else None
    end_call(seat, ReserveCall.Outcome.ACCEPTED)
    seat_substitute(game, seat, player=player)
    Reserve.objects.filter(game=game, player=player).delete()
    if former is not None:
        facts = {"game": game.name, "seat": seat_name(game, seat.role).get(former.language), "url": _page(game)}
        do_owe_letter(what="replaced", address=former.email, player=former, facts=facts)


def do_call_reserves(now: datetime, *, limit: int = 100) -> int:
    """Ask who is to be asked by now; how many calls were gone on with. To be called again and again."""
    due = list(ReserveCall.objects.filter(look_at__lte=now).order_by("look_at", "pk")[:limit])
    return sum(_go_on(one, now) for one in due)


def _go_on(found: ReserveCall, now: datetime) -> bool:
    with transaction.atomic():
        game = locked_game(found.game_id)
        call = ReserveCall.objects.filter(pk=found.pk, look_at__lte=now).first()
        if call is None:
            return False
        seats = seats_in_order(game)
        seat = next(one for one in seats if one.pk == call.seat_id)
        if game.status not in CALLED_IN:
            end_call(seat, ReserveCall.Outcome.OVER)
            return False
        if game.status != Game.Status.RUNNING:
            call.look_at = now + LATER
            call.save(update_fields=["look_at"])
            return False
        reserve = next(_who_can_be_asked(game, seats, seat, call, now), None)
        if reserve is None:
            _nobody_left(game, seats, seat, call, now)
        else:
            _ask(game, seat, call, reserve, now)
    return True


def _who_can_be_asked(game: Game, seats: list[Seat], seat: Seat, call: ReserveCall, now: datetime) -> Iterator[Player]:
    """The reserves in their order, without those who were asked, are away, sit here or know too much.

    Who is being asked for another seat of the game is not asked for two at once.
    """
    steps = ReserveStep.objects.filter(call__game=game, call__ended_at=None)
    answered = set(steps.exclude(what=What.ASKED).values_list("call", "player"))
    asked = set(steps.filter(what=What.ASKED).values_list("call", "player"))
    passed = {player for one, player in asked if one == call.pk or (one, player) not in answered}
    passed |= {one.player_id for one in seats if one.player_id}
    for one in Reserve.objects.filter(game=game).select_related("player").order_by("pk"):
        player = one.player
        here = player.is_active and not player.is_unreachable and away_until(player, now) is None
        if here and player.pk not in passed and not knows_too_much(player, game, seat.role):
            yield player


def _ask(game: Game, seat: Seat, call: ReserveCall, player: Player, now: datetime) -> None:
    until = now + timedelta(hours=absence_of(game.absence).answer_hours)
    step = ReserveStep.objects.create(call=call, player=player.pk, what=What.ASKED, until=until, at=now)
    call.look_at = until
    call.save(update_fields=["look_at"])
    facts = {
        "game": game.name,
        "title": registry.naming_title(game).name.get(player.language),
        "seat": seat_name(game, seat.role).get(player.language),
        "until": until.isoformat(),
        "url": _page(game),
        "call": str(step.pk),
    }
    do_owe_letter(what="reserve_call", address=player.email, player=player, facts=facts)


def _nobody_left(game: Game, seats: list[Seat], seat: Seat, call: ReserveCall, now: datetime) -> None:
    """The first time a bot stands in where one was agreed on, or those who rule the game are told."""
    first, bot = call.used_up_at is None, absence_of(game.absence).bot
    call.used_up_at, call.look_at = call.used_up_at or now, now + A_DAY
    call.save(update_fields=["used_up_at", "look_at"])
    if not first or seat.stand_in:
        return
    if bot and seat.player_id:
        notice = stand_in(game, seats, seat, bot)
        notice.save(force_insert=True)
        outbox.post(letters([notice], seats, {}))
        alarms.set_alarm(game, now)
        hooks.after_commit(hooks.BOTS, game.pk)
        hooks.after_commit(hooks.MAIL, game.pk)
        return
    for ruler in those_who_rule(game):
        facts = {"game": game.name, "seat": seat_name(game, seat.role).get(ruler.language)}
        do_owe_letter(
            what="no_reserve", address=ruler.email, player=ruler, facts=facts | {"url": f"{_page(game)}umpire/"}
        )


def _page(game: Game) -> str:
    return f"{settings.PBEM_BASE_URL}/games/{game.pk}/"
