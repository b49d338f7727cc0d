"""Reserves are called by themselves, one after the other, until one takes the seat or its player is back."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, transaction
from time_machine import travel

from games.errors import Forbidden, Missing, RateLimited, WrongState
from games.models import Game, Notice, OutgoingMail, Player, Reserve, ReserveCall, ReserveStep, Seat, Tenure
from games.persistence.absence_policy import AbsencePolicy, describe_absence_policy, dump_absence_policy
from games.persistence.encryption import decrypt
from games.persistence.metadata_visibility import MetadataVisibility, dump_metadata_visibility
from games.persistence.position import seats_in_order
from games.selectors import notices
from games.selectors.games import get_game_state
from games.selectors.reserves import get_reserves_state, list_reserve_calls
from games.services import outbox, reserves
from games.services.account_emails import do_queue_account_email
from games.services.lifecycle import do_leave_game
from games.services.locks import lock_game
from games.services.reserves import do_answer_reserve_call, do_call_reserves, do_volunteer, do_withdraw_reserve
from games.services.resolve.missed_deadlines import count_missed_deadlines
from games.services.stand_ins import do_return_to_seat
from games.services.umpire import do_pause, do_resume, do_substitute
from tests.store.test_concurrency import at_once
from tests.table import answer
from worker.due_work import find_due_work

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 2, 12, tzinfo=UTC)
HOUR, INSTANT = timedelta(hours=1), timedelta(seconds=1)
AGREED = AbsencePolicy(after=2, reserves=True, answer_hours=12)
WITH_BOT = AbsencePolicy(after=2, reserves=True, answer_hours=12, bot="captain")


@pytest.fixture
def clock() -> Iterator[Any]:
    with travel(NOW, tick=False) as moved:
        yield moved


def newcomer(name: str) -> Player:
    return Player.objects.create_user(name, f"{name}@example.org", "pw")


@pytest.fixture
def emil(db: None) -> Player:
    return newcomer("emil")


@pytest.fixture
def finn(db: None) -> Player:
    return newcomer("finn")


@pytest.fixture
def game(clock: Any, running: Game, emil: Player, finn: Player) -> Game:
    """Anna is red, Ben black; Emil and Finn are reserves, in this order."""
    agree(running, AGREED)
    for player in (emil, finn):
        do_volunteer(player=player, game_id=running.pk)
    running.refresh_from_db()
    return running


def agree(game: Game, agreed: AbsencePolicy) -> None:
    Game.objects.filter(pk=game.pk).update(absence=dump_absence_policy(agreed))
    game.refresh_from_db()


def seat(game: Game, role: str = "red") -> Seat:
    return Seat.objects.get(game=game, role=role)


def stays_away(game: Game, role: str = "red") -> None:
    """The seat lets so many deadlines pass as were agreed on."""
    with transaction.atomic():
        for _ in range(2):
            for notice in count_missed_deadlines(game, seats_in_order(game), {role: "default"}):
                notice.save(force_insert=True)


def sweep(clock: Any, moment: datetime) -> int:
    clock.move_to(moment)
    return do_call_reserves(moment)


def letters(what: str) -> list[str]:
    """Who was owed a letter of that sort, in order."""
    mails = OutgoingMail.objects.filter(kind="account").select_related("player").order_by("pk")
    return [one.player.username for one in mails if one.player and (decrypt(one.sealed) or {}).get("what") == what]


def step(player: Player) -> ReserveStep:
    return ReserveStep.objects.get(player=player.pk, what="asked")


def say(player: Player, accept: bool = True) -> None:
    do_answer_reserve_call(player=player, step_id=step(player).pk, accept=accept)


def test_they_are_asked_one_after_the_other_each_once(game: Game, clock: Any) -> None:
    stays_away(game)
    assert seat(game).reserves_called
    for moment, asked in ((NOW, ["emil"]), (NOW + 12 * HOUR - INSTANT, ["emil"]), (NOW + 12 * HOUR, ["emil", "finn"])):
        sweep(clock, moment)
        sweep(clock, moment)
        assert letters("reserve_call") == asked
    for hours in (24, 48, 72, 96):
        sweep(clock, NOW + hours * HOUR)
    assert letters("reserve_call") == ["emil", "finn"]
    assert ReserveStep.objects.count() == 2


def test_the_sweep_sees_to_it(game: Game) -> None:
    stays_away(game)
    find_due_work()
    assert letters("reserve_call") == ["emil"]


def test_who_accepts_has_the_seat_and_who_was_absent_is_told(
    game: Game, clock: Any, anna: Player, emil: Player
) -> None:
    stays_away(game)
    sweep(clock, NOW)
    (call,) = list_reserve_calls(emil)
    assert (call.role, call.until) == ("red", NOW + 12 * HOUR)
    say(emil)
    say(emil)
    found = seat(game)
    assert (found.player, found.reserves_called, found.misses) == (emil, False, 0)
    assert Tenure.objects.filter(seat=found, player=emil, until=None).count() == 1
    assert Notice.objects.filter(game=game, kind="substituted").count() == 1
    assert OutgoingMail.objects.filter(game=game, seat=found, player=emil, kind="stop").exists()
    assert letters("replaced") == ["anna"]
    assert not Reserve.objects.filter(player=emil).exists()
    assert ReserveCall.objects.get().outcome == "accepted"
    assert sweep(clock, NOW + 99 * HOUR) == 0


def test_who_declines_makes_room_for_the_next_and_nobody_hears_of_it(game: Game, clock: Any, emil: Player) -> None:
    stays_away(game)
    sweep(clock, NOW)
    before = OutgoingMail.objects.count(), Notice.objects.count()
    say(emil, accept=False)
    say(emil, accept=False)
    assert (OutgoingMail.objects.count(), Notice.objects.count()) == before
    assert list_reserve_calls(emil) == ()
    with pytest.raises(WrongState):
        say(emil)
    sweep(clock, NOW)
    assert letters("reserve_call") == ["emil", "finn"]


def test_an_answer_after_its_time_counts_until_somebody_has_accepted(
    game: Game, clock: Any, emil: Player, finn: Player
) -> None:
    stays_away(game)
    sweep(clock, NOW)
    sweep(clock, NOW + 12 * HOUR)
    say(emil)
    assert seat(game).player == emil
    with pytest.raises(WrongState):
        say(finn)
    say(finn, accept=False)
    assert seat(game).player == emil


def test_one_who_declines_late_does_not_hurry_the_next(game: Game, clock: Any, emil: Player) -> None:
    stays_away(game)
    sweep(clock, NOW)
    sweep(clock, NOW + 12 * HOUR)
    say(emil, accept=False)
    assert ReserveCall.objects.get().look_at == NOW + 24 * HOUR


@pytest.mark.parametrize(
    "back", [lambda game, anna: answer(game, "red"), lambda game, anna: do_return_to_seat(player=anna, game_id=game.pk)]
)
def test_a_player_who_is_back_ends_it(game: Game, clock: Any, anna: Player, emil: Player, back: Any) -> None:
    stays_away(game)
    sweep(clock, NOW)
    back(game, anna)
    found = seat(game)
    assert (found.player, found.reserves_called, found.misses) == (anna, False, 0)
    assert ReserveCall.objects.get().outcome == "returned"
    assert list_reserve_calls(emil) == ()
    with pytest.raises(WrongState):
        say(emil)
    assert sweep(clock, NOW + 99 * HOUR) == 0
    assert letters("reserve_call") == ["emil"]
    stays_away(game)
    sweep(clock, NOW + 99 * HOUR)
    assert letters("reserve_call") == ["emil", "emil"], "another absence is another one"


def test_nobody_but_the_player_ends_it_by_answering(game: Game, clock: Any, staff: Player) -> None:
    stays_away(game)
    answer(game, "black")
    assert seat(game).reserves_called


def test_the_umpires_substitute_ends_it(game: Game, clock: Any, staff: Player, emil: Player) -> None:
    stays_away(game)
    sweep(clock, NOW)
    do_substitute(by=staff, game_id=game.pk, role="red", bot="random")
    assert ReserveCall.objects.get().outcome == "changed"
    with pytest.raises(WrongState):
        say(emil)


def test_a_seat_that_was_left_is_offered_at_once(game: Game, clock: Any, anna: Player, emil: Player) -> None:
    do_leave_game(player=anna, game_id=game.pk)
    sweep(clock, NOW)
    say(emil)
    assert seat(game).player == emil
    assert letters("replaced") == []


def test_who_is_away_unreachable_gone_or_knows_too_much_is_passed_over(
    game: Game, clock: Any, emil: Player, finn: Player
) -> None:
    away, spy, gone = newcomer("gert"), newcomer("hans"), newcomer("ivan")
    for player in (away, spy, gone):
        do_volunteer(player=player, game_id=game.pk)
    Player.objects.filter(pk=emil.pk).update(vacation_from=date(2026, 11, 1), vacation_until=date(2026, 11, 9))
    Player.objects.filter(pk=finn.pk).update(bounced_address=finn.email, bounced_at=NOW)
    Player.objects.filter(pk=gone.pk).update(is_active=False)
    Tenure.objects.create(seat=seat(game, "black"), player=spy, since=NOW, until=NOW)
    stays_away(game)
    for hours in (0, 24, 48):
        sweep(clock, NOW + hours * HOUR)
    assert letters("reserve_call") == ["gert"]
    sweep(clock, datetime(2026, 11, 11, tzinfo=UTC))
    assert letters("reserve_call") == ["gert", "emil"], "who is back from vacation is asked"


def test_who_learned_too_much_meanwhile_is_refused(game: Game, clock: Any, emil: Player) -> None:
    stays_away(game)
    sweep(clock, NOW)
    Tenure.objects.create(seat=seat(game, "black"), player=emil, since=NOW, until=NOW)
    with pytest.raises(Forbidden):
        say(emil)
    assert ReserveStep.objects.filter(what="accepted").count() == 0
    assert seat(game).reserves_called


def test_nobody_is_asked_for_two_seats_at_once(game: Game, clock: Any, emil: Player, finn: Player) -> None:
    do_withdraw_reserve(player=finn, game_id=game.pk)
    stays_away(game, "red")
    stays_away(game, "black")
    sweep(clock, NOW)
    assert letters("reserve_call") == ["emil"]
    say(emil, accept=False)
    sweep(clock, NOW + 25 * HOUR)
    assert len(list_reserve_calls(emil)) == 1, "then for the other"


def test_the_bot_comes_when_nobody_is_left_and_goes_when_somebody_accepts(
    game: Game, clock: Any, emil: Player, finn: Player
) -> None:
    agree(game, WITH_BOT)
    stays_away(game)
    for hours, bot in ((0, ""), (12, ""), (24, "captain")):
        sweep(clock, NOW + hours * HOUR)
        assert seat(game).stand_in == bot
    sweep(clock, NOW + 48 * HOUR)
    told = Notice.objects.filter(game=game).values_list("kind", flat=True)
    assert [one for one in told if one in ("reserves_called", "stood_in")] == ["reserves_called", "stood_in"]
    say(finn)
    assert (seat(game).player, seat(game).stand_in) == (finn, "")


def test_without_reserves_the_bot_comes_at_the_first_look(game: Game, clock: Any) -> None:
    agree(game, WITH_BOT)
    Reserve.objects.all().delete()
    stays_away(game)
    sweep(clock, NOW)
    assert seat(game).stand_in == "captain"
    newcomers = newcomer("gert")
    do_volunteer(player=newcomers, game_id=game.pk)
    sweep(clock, NOW)
    assert letters("reserve_call") == ["gert"], "who comes later is asked at once"


def test_without_a_bot_those_who_rule_are_told_once(game: Game, clock: Any, staff: Player) -> None:
    Reserve.objects.all().delete()
    stays_away(game)
    for hours in (0, 24, 48):
        sweep(clock, NOW + hours * HOUR)
    assert letters("no_reserve") == ["ulla"]


def test_while_the_game_is_paused_nobody_is_asked(game: Game, clock: Any, staff: Player) -> None:
    stays_away(game)
    do_pause(by=staff, game_id=game.pk)
    assert sweep(clock, NOW) == 0
    assert letters("reserve_call") == []
    do_resume(by=staff, game_id=game.pk)
    sweep(clock, NOW + HOUR)
    assert letters("reserve_call") == ["emil"]


def test_what_was_seen_to_meanwhile_is_no_more_gone_on_with(
    game: Game, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process was quicker while this one waited for the game."""
    stays_away(game)

    def lock(pk: Any) -> Game:
        ReserveCall.objects.update(look_at=NOW + HOUR)
        return lock_game(pk)

    with monkeypatch.context() as patch:
        patch.setattr(reserves, "lock_game", lock)
        assert sweep(clock, NOW) == 0
    assert letters("reserve_call") == []
    assert sweep(clock, NOW + HOUR) == 1
    assert letters("reserve_call") == ["emil"]


def test_a_game_that_has_ended_calls_nobody(game: Game, clock: Any, emil: Player) -> None:
    stays_away(game)
    sweep(clock, NOW)
    Game.objects.filter(pk=game.pk).update(status="over")
    with pytest.raises(WrongState):
        say(emil)
    assert sweep(clock, NOW + 12 * HOUR) == 0
    assert ReserveCall.objects.get().outcome == "over"
    assert list_reserve_calls(emil) == ()


def test_who_withdraws_declines_and_is_asked_no_more(game: Game, clock: Any, emil: Player) -> None:
    stays_away(game)
    sweep(clock, NOW)
    for _ in range(2):
        do_withdraw_reserve(player=emil, game_id=game.pk)
    sweep(clock, NOW)
    assert letters("reserve_call") == ["emil", "finn"]
    assert not get_reserves_state(emil, game.pk).is_reserve


@pytest.mark.parametrize(
    ("prepare", "refusal"),
    [
        (lambda game, player: agree(game, AbsencePolicy()), WrongState),
        (lambda game, player: Game.objects.filter(pk=game.pk).update(status="over"), WrongState),
        (lambda game, player: Game.objects.filter(pk=game.pk).update(visibility="private"), Missing),
        (lambda game, player: Seat.objects.filter(game=game, role="red").update(player=player), Forbidden),
        (
            lambda game, player: Tenure.objects.create(seat=seat(game), player=player, since=NOW, until=NOW),
            Forbidden,
        ),
    ],
)
def test_who_cannot_be_a_reserve_is_told_why(game: Game, clock: Any, prepare: Any, refusal: Any) -> None:
    player = newcomer("gert")
    prepare(game, player)
    with pytest.raises(refusal):
        do_volunteer(player=player, game_id=game.pk)


def test_there_is_an_end_to_the_list(game: Game, monkeypatch: pytest.MonkeyPatch, emil: Player) -> None:
    monkeypatch.setattr(reserves, "MAX_RESERVES", 2)
    do_volunteer(player=emil, game_id=game.pk)
    with pytest.raises(RateLimited):
        do_volunteer(player=newcomer("gert"), game_id=game.pk)


def test_host_umpire_and_staff_see_the_list_and_nobody_else(
    game: Game, anna: Player, ben: Player, emil: Player, staff: Player
) -> None:
    Game.objects.filter(pk=game.pk).update(umpire=newcomer("ute"))
    for player in (anna, staff, Player.objects.get(username="ute")):
        assert get_reserves_state(player, game.pk).names == ("emil", "finn")
    for player in (ben, emil):
        assert get_reserves_state(player, game.pk).names is None


def test_others_cannot_answer_for_a_reserve(game: Game, clock: Any, emil: Player, finn: Player) -> None:
    stays_away(game)
    sweep(clock, NOW)
    with pytest.raises(Missing):
        do_answer_reserve_call(player=finn, step_id=step(emil).pk, accept=True)


@pytest.mark.parametrize(("who", "readers"), [("all", ["*"]), ("table", ["red", "black"]), ("umpire", ["red"])])
def test_only_those_are_told_who_may_see_who_is_absent(
    game: Game, ben: Player, finn: Player, who: Any, readers: list[str]
) -> None:
    Game.objects.filter(pk=game.pk).update(openness=dump_metadata_visibility(MetadataVisibility(absent=who)))
    game.refresh_from_db()
    stays_away(game)
    notice = Notice.objects.get(kind="reserves_called")
    assert notice.seats == readers
    assert get_game_state(ben, game.pk).seats[0].reserves_called == (who != "umpire")
    assert get_game_state(finn, game.pk).seats[0].reserves_called == (who == "all")
    for language in ("en", "ja"):
        assert notices.describe_notice(game, notice, language)


def test_it_is_told_in_words() -> None:
    for agreed in (AGREED, WITH_BOT):
        words = describe_absence_policy(agreed)
        assert "12" in words.en
        assert "補欠" in words.ja
        assert ("Captain" in words.en) == bool(agreed.bot)


def test_what_was_asked_is_written_down_for_good(game: Game, clock: Any, emil: Player) -> None:
    stays_away(game)
    sweep(clock, NOW)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        ReserveStep.objects.update(what="declined")
    with pytest.raises(IntegrityError), transaction.atomic():
        ReserveStep.objects.create(call=ReserveCall.objects.get(), player=emil.pk, what="asked")
    with pytest.raises(IntegrityError), transaction.atomic():
        ReserveCall.objects.create(game=game, seat=seat(game))


def test_a_player_who_is_erased_leaves_a_number(game: Game, clock: Any, emil: Player) -> None:
    stays_away(game)
    sweep(clock, NOW)
    number = emil.pk
    emil.delete()
    assert ReserveStep.objects.get().player == number
    sweep(clock, NOW + 12 * HOUR)
    assert letters("reserve_call")[-1] == "finn"


def _broken(*_: object, **__: object) -> None:
    raise OSError("the disk is full")


@pytest.mark.parametrize("where", [do_queue_account_email, outbox.queue_mail], ids=lambda one: one.__name__)
def test_who_was_killed_in_the_middle_has_done_nothing(
    game: Game, clock: Any, emil: Player, monkeypatch: pytest.MonkeyPatch, where: Callable[..., Any]
) -> None:
    """Asking and accepting are whole or have not happened: the next look begins from what is stored."""
    stays_away(game)
    with monkeypatch.context() as patch:
        patch.setattr(reserves, "do_queue_account_email", _broken)
        with pytest.raises(OSError, match="disk"):
            sweep(clock, NOW)
    assert ReserveStep.objects.count() == 0
    assert sweep(clock, NOW) == 1
    with monkeypatch.context() as patch:
        patch.setattr(
            *((reserves, "do_queue_account_email") if where is do_queue_account_email else (outbox, "queue_mail")),
            _broken,
        )
        with pytest.raises(OSError, match="disk"):
            say(emil)
    assert seat(game).reserves_called
    assert ReserveStep.objects.filter(what="accepted").count() == 0
    say(emil)
    assert seat(game).player == emil


@pytest.mark.django_db(transaction=True)
def test_two_at_once_ask_once_and_one_has_the_seat(game: Game, emil: Player, finn: Player) -> None:
    stays_away(game)
    at_once(*[lambda: do_call_reserves(NOW)] * 3)
    assert letters("reserve_call") == ["emil"]
    do_call_reserves(NOW + 12 * HOUR)
    results = at_once(lambda: say(emil), lambda: say(finn), lambda: say(emil), lambda: say(finn))
    assert sum(isinstance(one, WrongState) for one in results) == 2
    assert ReserveStep.objects.filter(what="accepted").count() == 1
    assert seats_in_order(game)[0].player_id in (emil.pk, finn.pk)
    assert Tenure.objects.filter(seat=seat(game), until=None).count() == 1
