"""Start and end calls for reserves with an absence; the sweep asks the reserves (`games.services.reserves`).

`Seat.reserves_called` marks the seat's row, so that other code need not query the calls.
"""

from django.utils import timezone

from games.database.batch import update_rows
from games.models import ReserveCall, Seat


def begin_reserve_call(seat: Seat) -> None:
    """Start asking the reserves, one after the other; the caller holds the game. Repeating it changes nothing."""
    if seat.reserves_called:
        return
    seat.reserves_called = True
    update_rows(Seat, [seat.pk], reserves_called=True)
    ReserveCall.objects.create(game_id=seat.game_id, seat=seat, look_at=timezone.now())


def end_reserve_call(seat: Seat, outcome: str) -> None:
    """Stop asking the reserves, if they were asked; the caller holds the game."""
    if not seat.reserves_called:
        return
    seat.reserves_called = False
    update_rows(Seat, [seat.pk], reserves_called=False)
    open_ = ReserveCall.objects.filter(seat=seat, ended_at=None)
    open_.update(ended_at=timezone.now(), outcome=outcome, look_at=None)
