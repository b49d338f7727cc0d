"""Begin and end reserve calls: requests to the reserves, one after the other, to take the seat of an absent player.

The sweep asks the reserves (`games.services.reserves`). `Seat.reserves_called` is true during a call, so that other
code need not query the calls.
"""

from django.utils import timezone

from games.database.batch import update_rows
from games.models import ReserveCall, Seat


def begin_reserve_call(seat: Seat) -> None:
    """Store a reserve call for the seat, so that the sweep asks the reserves. Repeating it changes nothing.

    The caller has locked the game's row.
    """
    if seat.reserves_called:
        return
    seat.reserves_called = True
    update_rows(Seat, [seat.pk], reserves_called=True)
    ReserveCall.objects.create(game_id=seat.game_id, seat=seat, look_at=timezone.now())


def end_reserve_call(seat: Seat, outcome: str) -> None:
    """End the reserve call for the seat, if there is one; the caller has locked the game's row.

    `outcome` is the reason, a value of `ReserveCall.Outcome`.
    """
    if not seat.reserves_called:
        return
    seat.reserves_called = False
    update_rows(Seat, [seat.pk], reserves_called=False)
    open_ = ReserveCall.objects.filter(seat=seat, ended_at=None)
    open_.update(ended_at=timezone.now(), outcome=outcome, look_at=None)
