"""Reserves to the second and to the letter: when they are asked, what is said to whom, and when nobody is left."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from time_machine import travel

from games.errors import RateLimited
from games.models import Game, Notice, OutgoingMail, Player, Reserve, ReserveCall, ReserveStep, Seat
from games.persistence.absence_policy import AbsencePolicy, dump_absence_policy
from games.persistence.encryption import decrypt
from games.services import reserves
from games.services.reserve_calls import begin_reserve_call, end_reserve_call
from games.services.reserves import do_answer_reserve_call, do_call_reserves, do_volunteer, do_withdraw_reserve
from tests.store.test_reserves import NOW, newcomer

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
SECOND, HOUR, DAY = timedelta(seconds=1), timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def call(running: Game, ben: Player) -> Iterator[ReserveCall]:
    """Reserves are asked to take red, each with twelve hours to answer; Gert, who reads Japanese, is one."""
    with travel(NOW, tick=False):
        agreed = AbsencePolicy(after=2, reserves=True, answer_hours=12)
        Game.objects.update(absence=dump_absence_policy(agreed))
        gert = newcomer("gert")
        gert.language = "ja"
        gert.save()
        do_volunteer(player=gert, game_id=running.pk)
        begin_reserve_call(running.seats.get(role="red"))
        yield ReserveCall.objects.get()


def letters() -> list[dict[str, str]]:
    rows = OutgoingMail.objects.filter(kind="account").order_by("pk")
    return [facts for row in rows if (facts := decrypt(bytes(row.sealed)))]


def test_who_is_asked_reads_for_what_and_until_when(call: ReserveCall, running: Game, settings: Any) -> None:
    assert do_call_reserves(NOW - SECOND) == 0
    assert do_call_reserves(NOW) == 1
    step = ReserveStep.objects.get()
    assert (step.what, step.until, step.at, step.player) == (
        "asked", NOW + 12 * HOUR, NOW, Player.objects.get(username="gert").pk,
    )  # fmt: skip
    call.refresh_from_db()
    assert call.look_at == NOW + 12 * HOUR
    assert letters() == [
        {
            "what": "reserve_call", "address": "gert@example.org", "language": "ja", "game": "North Sea 12",
            "title": "おもちゃ", "seat": "赤", "until": (NOW + 12 * HOUR).isoformat(),
            "url": f"{settings.PBEM_BASE_URL}/games/{running.pk}/", "call": str(step.pk),
        }
    ]  # fmt: skip


def test_who_has_lost_the_seat_reads_that_it_is_taken(call: ReserveCall, running: Game, settings: Any) -> None:
    do_call_reserves(NOW)
    gert = Player.objects.get(username="gert")
    do_answer_reserve_call(player=gert, step_id=ReserveStep.objects.get().pk, accept=True)
    told = letters()[-1]
    assert (told["what"], told["address"], told["game"], told["seat"], told["url"]) == (
        "replaced", "anna@example.org", "North Sea 12", "Red", f"{settings.PBEM_BASE_URL}/games/{running.pk}/",
    )  # fmt: skip
    call.refresh_from_db()
    assert (call.outcome, call.ended_at, call.look_at) == ("accepted", NOW, None)
    assert Notice.objects.get(kind="substituted").author is None
    assert not Reserve.objects.exists()


def test_who_is_gone_is_not_told_of_a_successor(call: ReserveCall, anna: Player) -> None:
    do_call_reserves(NOW)
    Player.objects.filter(pk=anna.pk).update(is_active=False)
    gert = Player.objects.get(username="gert")
    do_answer_reserve_call(player=gert, step_id=ReserveStep.objects.get().pk, accept=True)
    assert [one["what"] for one in letters()] == ["reserve_call"]


@pytest.mark.parametrize(("late", "look"), [(0, 0), (13, None)])
def test_who_declines_makes_room_at_once_while_nobody_else_is_asked(
    call: ReserveCall, running: Game, late: int, look: int | None
) -> None:
    do_volunteer(player=newcomer("hans"), game_id=running.pk)
    do_call_reserves(NOW)
    step = ReserveStep.objects.get()
    moment = NOW + late * HOUR
    if late:
        do_call_reserves(NOW + 12 * HOUR)
    with travel(moment, tick=False):
        do_answer_reserve_call(player=Player.objects.get(username="gert"), step_id=step.pk, accept=False)
    call.refresh_from_db()
    assert call.look_at == (NOW + 24 * HOUR if look is None else NOW)
    assert ReserveStep.objects.filter(what="declined").count() == 1


def test_where_nobody_is_left_those_who_rule_are_told_once_and_it_is_seen_again_daily(
    call: ReserveCall, running: Game, staff: Player, hints: list[str], settings: Any
) -> None:
    Reserve.objects.all().delete()
    for day in range(2):
        assert do_call_reserves(NOW + day * DAY) == 1
        call.refresh_from_db()
        assert (call.used_up_at, call.look_at) == (NOW, NOW + (day + 1) * DAY)
    (told,) = letters()
    assert (told["what"], told["address"], told["seat"], told["url"]) == (
        "no_reserve", staff.email, "Red", f"{settings.PBEM_BASE_URL}/games/{running.pk}/umpire/",
    )  # fmt: skip
    assert hints == ["mail"]


@pytest.mark.parametrize(("fields", "comes"), [({}, True), ({"stand_in": "captain"}, False), ({"player": None}, False)])
def test_where_nobody_is_left_the_bot_that_was_agreed_on_comes(
    call: ReserveCall, running: Game, staff: Player, hints: list[str], fields: dict[str, Any], comes: bool
) -> None:
    Reserve.objects.all().delete()
    Game.objects.update(absence=dump_absence_policy(AbsencePolicy(after=2, reserves=True, bot="random")), wake_at=None)
    Seat.objects.filter(role="red").update(**fields)
    do_call_reserves(NOW)
    assert sorted(hints) == (["bots", "mail"] if comes else ["mail"] if "player" in fields else [])
    assert Notice.objects.filter(kind="stood_in").count() == comes
    assert OutgoingMail.objects.filter(kind="notice").count() == 2 * comes
    assert (Game.objects.get().wake_at == NOW) is comes
    assert [one["what"] for one in letters()] == (["no_reserve"] if "player" in fields else [])


@pytest.mark.parametrize(
    ("status", "look", "outcome"),
    [("paused", NOW + HOUR, ""), ("held", NOW + HOUR, ""), ("over", None, "over"), ("abandoned", None, "over")],
)
def test_in_a_game_that_does_not_go_on_nobody_is_asked(call: ReserveCall, status: str, look: Any, outcome: str) -> None:
    Game.objects.update(status=status)
    assert do_call_reserves(NOW) == 0
    call.refresh_from_db()
    assert (call.look_at, call.outcome) == (look, outcome)
    assert letters() == []


def test_calls_that_have_waited_longest_come_first_and_so_many(call: ReserveCall, running: Game) -> None:
    do_volunteer(player=newcomer("hans"), game_id=running.pk)
    black = running.seats.get(role="black")
    begin_reserve_call(black)
    begin_reserve_call(black)
    assert ReserveCall.objects.count() == 2
    ReserveCall.objects.filter(seat=black).update(look_at=NOW - HOUR)
    assert do_call_reserves(NOW, limit=1) == 1
    assert ReserveStep.objects.get().call.seat == black
    assert do_call_reserves(NOW) == 1
    assert [step.call.seat.role for step in ReserveStep.objects.order_by("pk")] in (["black", "red"], ["red", "black"])
    end_reserve_call(black, "changed")
    end_reserve_call(black, "returned")
    row = ReserveCall.objects.get(seat=black)
    assert (row.outcome, row.ended_at, row.look_at, Seat.objects.get(pk=black.pk).reserves_called) == (
        "changed", NOW, None, False,
    )  # fmt: skip


def test_forty_are_the_most(call: ReserveCall, running: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    assert reserves.MAX_RESERVES == 40
    monkeypatch.setattr(reserves, "MAX_RESERVES", 1)
    gert = Player.objects.get(username="gert")
    do_volunteer(player=gert, game_id=running.pk)
    with pytest.raises(RateLimited):
        do_volunteer(player=newcomer("hans"), game_id=running.pk)
    do_withdraw_reserve(player=gert, game_id=running.pk)
    do_volunteer(player=newcomer("ivan"), game_id=running.pk)


@pytest.mark.parametrize(("used_up", "looked_at"), [(True, NOW), (False, NOW + HOUR)])
def test_who_comes_when_nobody_was_left_is_asked_at_once(
    call: ReserveCall, running: Game, used_up: bool, looked_at: Any
) -> None:
    ReserveCall.objects.update(look_at=NOW + HOUR, used_up_at=NOW - DAY if used_up else None)
    do_volunteer(player=newcomer("hans"), game_id=running.pk)
    assert ReserveCall.objects.get().look_at == looked_at
