"""Returning players, and bots that hold seats during vacations."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from games.errors import Missing, WrongState
from games.models import (
    Game,
    Notice,
    OpenRequest,
    Player,
    Seat,
)
from games.persistence.absence_policy import AbsencePolicy, dump_absence_policy
from games.persistence.metadata_visibility import MetadataVisibility, dump_metadata_visibility
from games.services import vacations
from games.services.stand_ins import do_return_to_seat
from tests.table import asked

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOW = datetime(2027, 3, 10, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


# --- coming back, and bots on vacations


def test_who_returns_has_the_seat(running: Game, anna: Player, ben: Player, hints: list[str]) -> None:
    with pytest.raises(WrongState, match="Nobody stands in"):
        do_return_to_seat(player=anna, game_id=running.pk)
    with pytest.raises(Missing):
        do_return_to_seat(player=anna, game_id=running.pk, role="black")
    emil = Player.objects.create_user("emil", "emil@example.org", "pw")
    with pytest.raises(Missing):
        do_return_to_seat(player=emil, game_id=running.pk)
    Seat.objects.filter(role="red").update(stand_in="random")
    Game.objects.update(wake_at=None)
    do_return_to_seat(player=anna, game_id=running.pk)
    assert Seat.objects.get(role="red").stand_in == ""
    assert Game.objects.get().wake_at == asked(running, "red").due_at
    assert hints == ["mail"]
    Seat.objects.filter(role="red").update(reserves_called=True)
    Game.objects.update(wake_at=None, status="paused", visibility="private")
    do_return_to_seat(player=anna, game_id=running.pk, role="red")
    assert Game.objects.get().wake_at is None
    with pytest.raises(Missing):
        do_return_to_seat(player=emil, game_id=running.pk)


@pytest.mark.parametrize(("who", "readers"), [("all", ["*"]), ("table", ["red", "black"]), ("umpire", ["red"])])
def test_that_somebody_is_back_is_told_to_who_may_see_who_is_away(
    running: Game, anna: Player, who: str, readers: list[str]
) -> None:
    Game.objects.update(openness=dump_metadata_visibility(MetadataVisibility(absent=who)))
    Seat.objects.filter(role="red").update(stand_in="random")
    do_return_to_seat(player=anna, game_id=running.pk)
    assert Notice.objects.get(kind="returned").seats == readers


DAY = date(2027, 3, 10)
BEGIN: dict[str, tuple[Callable[[], Any], bool]] = {
    "as it was found": (lambda: None, True),
    "no bot is agreed on": (lambda: Game.objects.update(absence={}), False),
    "not away": (lambda: Player.objects.update(vacation_until=DAY - timedelta(days=1)), False),
    "not wished for": (lambda: Player.objects.update(vacation_stand_in=False), False),
    "one has come": (lambda: Seat.objects.update(stand_in="captain"), False),
    "it was here": (lambda: Seat.objects.update(stood_in_until=DAY), False),
    "another vacation's was": (lambda: Seat.objects.update(stood_in_until=DAY - timedelta(days=9)), True),
    "paused": (lambda: Game.objects.update(status="paused"), False),
}


@pytest.mark.parametrize("what", BEGIN)
def test_a_bot_comes_for_a_vacation_if_all_is_still_so_under_the_lock(
    running: Game, anna: Player, hints: list[str], what: str
) -> None:
    Game.objects.update(absence=dump_absence_policy(AbsencePolicy(after=3, bot="random")), wake_at=None)
    Player.objects.filter(pk=anna.pk).update(vacation_from=DAY, vacation_until=DAY, vacation_stand_in=True)
    change, comes = BEGIN[what]
    change()
    assert vacations._begin(running.seats.get(role="red"), NOW) is comes
    assert Notice.objects.filter(kind="stood_in").count() == comes
    assert sorted(hints) == ["bots", "mail"] * comes
    assert Game.objects.get().wake_at == (NOW if comes else None)
    if comes:
        row = Seat.objects.get(role="red")
        assert (row.stand_in, row.stood_in_until) == ("random", DAY)
        assert Notice.objects.get().facts == {"seat": "red", "until": "2027-03-10"}


END: dict[str, tuple[Callable[[], Any], list[str], date | None]] = {
    "it is over": (lambda: None, ["returned"], None),
    "it is over in a pause": (lambda: Game.objects.update(status="paused"), ["returned"], None),
    "it is over, and so is the game": (lambda: Game.objects.update(status="over"), [], None),
    "it is longer": (lambda: Player.objects.update(vacation_until=DAY + timedelta(days=1)), ["stood_in"], None),
    "it is as it was": (lambda: Player.objects.update(vacation_until=DAY), [], DAY),
    "the player is back already": (lambda: Seat.objects.update(stand_in=""), [], None),
    "it is no vacation's": (lambda: Seat.objects.update(stood_in_until=None), [], None),
}


@pytest.mark.parametrize("what", END)
def test_a_bot_goes_with_the_vacation_if_all_is_still_so_under_the_lock(
    running: Game, anna: Player, hints: list[str], what: str
) -> None:
    Game.objects.update(absence=dump_absence_policy(AbsencePolicy(after=3, bot="random")), wake_at=None)
    Player.objects.filter(pk=anna.pk).update(
        vacation_from=DAY, vacation_until=DAY - timedelta(days=1), vacation_stand_in=True
    )
    Seat.objects.filter(role="red").update(stand_in="random", stood_in_until=DAY)
    OpenRequest.objects.update(due_at=NOW + HOUR)
    change, told, until = END[what]
    change()
    goes = told == ["returned"]
    assert vacations._end(running.seats.get(role="red"), NOW) is goes
    assert [one.kind for one in Notice.objects.all()] == told
    row = Seat.objects.get(role="red")
    assert row.stood_in_until == (DAY + timedelta(days=1) if what == "it is longer" else until)
    assert row.stand_in == ("random" if until or what in STAYS else "")
    assert Game.objects.get().wake_at == (NOW + HOUR if what == "it is over" else None)
    assert hints == ["mail"] * len(told)


STAYS = ("it is longer", "it is no vacation's", "it is over, and so is the game")


def test_so_many_seats_are_seen_to_at_a_time(running: Game) -> None:
    Game.objects.update(absence=dump_absence_policy(AbsencePolicy(after=3, bot="random")))
    Player.objects.update(vacation_from=DAY, vacation_until=DAY, vacation_stand_in=True)
    assert vacations.do_apply_vacation_stand_ins(NOW, limit=1) == 1
    assert vacations.do_apply_vacation_stand_ins(NOW) == 1
    assert vacations.do_apply_vacation_stand_ins(NOW) == 0
    later = NOW + timedelta(days=1)
    assert vacations.do_apply_vacation_stand_ins(later, limit=1) == 1
    assert vacations.do_apply_vacation_stand_ins(later) == 1
