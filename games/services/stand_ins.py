"""Begin and end a stand-in: a bot answers for an absent player, who keeps the seat.

Alternatively the reserves are asked to take the seat (`games.services.reserves`), until one accepts or the player
returns.
"""

from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from games.database.batch import update_rows
from games.errors import missing, wrong_state
from games.models import Game, Notice, Player, ReserveCall, Seat
from games.persistence.metadata_visibility import load_metadata_visibility
from games.persistence.position import seats_in_order
from games.selectors.access import require_visible
from games.services import alarms, outbox, triggers
from games.services.locks import lock_game
from games.services.notices import make_notice, make_notice_emails
from games.services.reserve_calls import begin_reserve_call, end_reserve_call

Kind = Notice.Kind


def begin_stand_in(game: Game, seats: list[Seat], seat: Seat, bot: str, until: date | None = None) -> Notice:
    """Let the bot answer for the seat from now on; return the unsaved announcement. The caller has locked the game.

    `until` is the last day of the vacation; without one, the bot stays until the player returns.
    """
    seat.stand_in, seat.stood_in_until = bot, until
    update_rows(Seat, [seat.pk], stand_in=bot, stood_in_until=until)
    facts: dict[str, Any] = {"until": until.isoformat()} if until else {}
    return make_notice(game, Kind.STOOD_IN, to=_readers(game, seats, seat), seat=seat.role, **facts)


def call_reserves(game: Game, seats: list[Seat], seat: Seat) -> Notice:
    """Begin a reserve call for the seat; return the unsaved announcement. The caller has locked the game's row."""
    begin_reserve_call(seat)
    return make_notice(game, Kind.RESERVES_CALLED, to=_readers(game, seats, seat), seat=seat.role)


def end_stand_in(game: Game, seat: Seat) -> None:
    """End the seat's stand-in and reserve call, and announce it to the seats that may know of absences.

    The caller has locked the game's row.
    """
    seat.stand_in, seat.misses = "", 0
    update_rows(Seat, [seat.pk], stand_in="", misses=0)
    end_reserve_call(seat, ReserveCall.Outcome.RETURNED)
    seats = seats_in_order(game)
    notice = make_notice(game, Kind.RETURNED, to=_readers(game, seats, seat), seat=seat.role)
    notice.save(force_insert=True)
    outbox.queue_mail(make_notice_emails([notice], seats, {}))
    triggers.trigger_after_commit(triggers.MAIL, game.pk)


def do_return_to_seat(*, player: Player, game_id: UUID | str, role: str = "") -> None:
    """Let the player answer again instead of a stand-in bot, and end a reserve call for the seat.

    Without a `role`, the player's first seat is meant. Raises Missing if the player has no such seat; WrongState if
    there is neither a stand-in nor a reserve call.
    """
    with transaction.atomic():
        game = lock_game(game_id)
        require_visible(player, game)
        mine = [one for one in seats_in_order(game) if one.player_id == player.pk and role in ("", one.role)]
        if not mine:
            raise missing()
        absent = [one for one in mine if one.stand_in or one.reserves_called]
        if not absent:
            raise wrong_state("Nobody stands in for you.", "代役はいません。")
        for seat in absent:
            end_stand_in(game, seat)
        if game.status == Game.Status.RUNNING:
            alarms.set_alarm(game, timezone.now())


def _readers(game: Game, seats: list[Seat], about: Seat) -> tuple[str, ...]:
    who = load_metadata_visibility(game.openness).absent
    if who == "table":
        return tuple(seat.role for seat in seats)
    return ("*",) if who == "all" else (about.role,)
