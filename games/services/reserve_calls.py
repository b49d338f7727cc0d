"""A call for reserves begins and ends with an absence; whom to ask is the sweep's affair (`games.services.reserves`).

`Seat.reserves_called` says on the seat's row that there is one, so that nobody else need look.
"""

from django.utils import timezone

from games.models import ReserveCall, Seat
from games.models.statements import change


def begin_call(seat: Seat) -> None:
    """Have the reserves asked, one after the other; the caller holds the game. Again, it changes nothing."""
    if seat.reserves_called:
        return
    seat.reserves_called = True
    change(Seat, [seat.pk], reserves_called=True)
    ReserveCall.objects.create(game_id=seat.game_id, seat=seat, look_at=timezone.now())


def end_call(seat: Seat, outcome: str) -> None:
    """Ask nobody any more, if somebody was asked; the caller holds the game."""
    if not seat.reserves_called:
        return
    seat.reserves_called = False
    change(Seat, [seat.pk], reserves_called=False)
    open_ = ReserveCall.objects.filter(seat=seat, ended_at=None)
    open_.update(ended_at=timezone.now(), outcome=outcome, look_at=None)
