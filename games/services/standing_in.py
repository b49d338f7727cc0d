"""A bot stands in for a player who is absent, and makes room again: seat and knowledge stay the player's.

Or the reserves are asked to take the seat (`games.services.reserves`), until one does or the player is back.
"""

from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.errors import missing, wrong_state
from games.models import Game, Notice, Player, ReserveCall, Seat
from games.models.statements import change
from games.selectors.access import refuse_unseen
from games.services import alarms, hooks, outbox
from games.services.locks import locked_game
from games.services.notices import announce, letters
from games.services.reserve_calls import begin_call, end_call
from games.stored.openness import openness_of
from games.stored.position import seats_in_order

Kind = Notice.Kind


def stand_in(game: Game, seats: list[Seat], seat: Seat, bot: str, until: date | None = None) -> Notice:
    """Let the bot answer for the seat from now on; the unsaved announcement. The caller holds the game.

    `until` is the last day of the vacation that it is for; without one it stays until the player is back.
    """
    seat.stand_in, seat.stood_in_until = bot, until
    change(Seat, [seat.pk], stand_in=bot, stood_in_until=until)
    facts: dict[str, Any] = {"until": until.isoformat()} if until else {}
    return announce(game, Kind.STOOD_IN, to=_readers(game, seats, seat), seat=seat.role, **facts)


def call_reserves(game: Game, seats: list[Seat], seat: Seat) -> Notice:
    """Have the reserves asked to take the seat; the unsaved announcement. The caller holds the game."""
    begin_call(seat)
    return announce(game, Kind.RESERVES_CALLED, to=_readers(game, seats, seat), seat=seat.role)


def come_back(game: Game, seat: Seat) -> None:
    """The player plays again; told to those who may see who is absent. The caller holds the game."""
    seat.stand_in, seat.misses = "", 0
    change(Seat, [seat.pk], stand_in="", misses=0)
    end_call(seat, ReserveCall.Outcome.RETURNED)
    seats = seats_in_order(game)
    notice = announce(game, Kind.RETURNED, to=_readers(game, seats, seat), seat=seat.role)
    notice.save(force_insert=True)
    outbox.post(letters([notice], seats, {}))
    hooks.after_commit(hooks.MAIL, game.pk)


def do_return(*, player: Player, game_id: UUID | str, role: str = "") -> None:
    """Take over again from the bot that stands in for me; no reserve is asked any more.

    Raises Missing, and WrongState where neither was so.
    """
    with transaction.atomic():
        game = locked_game(game_id)
        refuse_unseen(player, game)
        mine = [one for one in seats_in_order(game) if one.player_id == player.pk and role in ("", one.role)]
        if not mine:
            raise missing()
        absent = [one for one in mine if one.stand_in or one.reserves_called]
        if not absent:
            raise wrong_state("Nobody stands in for you.", "代役はいません。")
        for seat in absent:
            come_back(game, seat)
        if game.status == Game.Status.RUNNING:
            alarms.set_alarm(game, timezone.now())


def _readers(game: Game, seats: list[Seat], about: Seat) -> tuple[str, ...]:
    who = openness_of(game.openness).absent
    if who == "table":
        return tuple(seat.role for seat in seats)
    return ("*",) if who == "all" else (about.role,)
