"""Players whose account or address is gone: their seats become free, and their games go on under another host."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.errors import Forbidden, LimitReached, WrongState
from games.kernel.errors import Malformed
from games.kernel.title import Title
from games.models import Game, Invitation, Notice, OpenRequest, OutgoingMail, Player, Seat
from games.persistence.absence_policy import AbsencePolicy, dump_absence_policy
from games.persistence.encryption import decrypt
from games.persistence.metadata_visibility import MetadataVisibility, dump_metadata_visibility
from games.services.alarms import EMPTY_SEAT_TIME
from games.services.clock_changes import do_change_clock
from games.services.creation import do_create_game
from games.services.departures import UNREACHABLE_TIME, do_leave_all_games, do_release_departed
from games.services.departures import announce_unreachable as announce
from games.services.hosting import do_hand_on_host, do_replace_player
from games.services.invitations import do_accept_invitation, do_send_invitation
from games.services.lifecycle import do_abandon_game, do_join_game, do_leave_game
from games.services.resolve.advance import do_resolve
from games.services.umpire import do_hold, do_pause
from tests.table import answer, asked

pytestmark = pytest.mark.django_db


@pytest.fixture
def timeless(running: Game) -> Game:
    """A game without deadlines."""
    Game.objects.filter(pk=running.pk).update(deadline_hours=None)
    OpenRequest.objects.filter(game=running).update(due_at=None, remind_at=None)
    running.refresh_from_db()
    return running


def kinds(game: Game) -> list[str]:
    return list(Notice.objects.filter(game=game).order_by("at").values_list("kind", flat=True))


def personal(player: Player) -> list[str]:
    """The templates of a person's account e-mails."""
    rows = OutgoingMail.objects.filter(player=player, kind="account").order_by("pk")
    return [facts["what"] for row in rows if (facts := decrypt(bytes(row.sealed)))]


def mark(player: Player, ago: timedelta = timedelta(0)) -> Player:
    """E-mails to the player have come back."""
    player.bounced_address, player.bounced_at = player.email, timezone.now() - ago
    player.save()
    return player


def seat(game: Game, role: str) -> Seat:
    return Seat.objects.get(game=game, role=role)


def test_an_empty_seat_gets_a_deadline_where_there_is_none(timeless: Game, ben: Player) -> None:
    do_leave_game(player=ben, game_id=timeless.pk)
    due = asked(timeless, "black").due_at
    assert due is not None
    assert timedelta(0) <= timezone.now() + EMPTY_SEAT_TIME - due < timedelta(minutes=1)
    assert asked(timeless, "red").due_at is None
    timeless.refresh_from_db()
    assert timeless.wake_at == due
    answer(timeless, "red")
    assert do_resolve(timeless.pk, now=due + timedelta(seconds=1)).has_advanced
    assert "default_played" in kinds(timeless)
    later = OpenRequest.objects.filter(game=timeless, closed_at=None, seat__role="black")
    assert all(one.due_at is not None for one in later)


def test_a_new_player_of_that_seat_has_all_the_time_again(timeless: Game, anna: Player, ben: Player) -> None:
    do_leave_game(player=ben, game_id=timeless.pk)
    nina = Player.objects.create_user("nina", "nina@example.org", "pw")
    do_replace_player(by=anna, game_id=timeless.pk, role="black", player="nina")
    token = do_send_invitation(Invitation.objects.get(game=timeless))
    do_accept_invitation(player=nina, token=token)
    assert seat(timeless, "black").player == nina
    assert asked(timeless, "black").due_at is None


def test_without_deadlines_by_a_change_of_the_clock_an_empty_seat_is_not_awaited_for_ever(
    running: Game, anna: Player, ben: Player
) -> None:
    do_leave_game(player=ben, game_id=running.pk)
    do_change_clock(by=anna, game_id=running.pk, deadline_hours=None)
    assert asked(running, "black").due_at is not None
    assert asked(running, "red").due_at is None


def test_a_player_who_goes_leaves_all_seats_and_offices(running: Game, anna: Player, ben: Player) -> None:
    assert do_leave_all_games(player=anna) == 1
    running.refresh_from_db()
    assert running.host == ben
    assert (seat(running, "red").kind, seat(running, "red").player) == ("open", None)
    assert sorted(kinds(running)) == ["host_changed", "left"]
    assert personal(ben) == ["now_host"]
    assert do_leave_all_games(player=anna) == 0


def test_before_the_start_a_game_of_nobody_else_is_called_off(toy: Title[Any], anna: Player) -> None:
    game = do_create_game(host=anna, title="toy", scenario="standard")
    do_join_game(player=anna, game_id=game.pk, role="red")
    do_leave_all_games(player=anna)
    game.refresh_from_db()
    assert (game.status, game.host) == ("abandoned", None)


def test_before_the_start_the_next_player_is_the_host(toy: Title[Any], anna: Player, ben: Player) -> None:
    game = do_create_game(host=anna, title="toy", scenario="standard")
    do_join_game(player=ben, game_id=game.pk, role="red")
    do_leave_all_games(player=anna)
    game.refresh_from_db()
    assert (game.status, game.host) == ("open", ben)


def test_an_umpire_who_goes_leaves_the_game_to_its_host(running: Game, anna: Player, staff: Player) -> None:
    Game.objects.filter(pk=running.pk).update(umpire=staff)
    do_leave_all_games(player=staff)
    running.refresh_from_db()
    assert (running.umpire, running.host) == (None, anna)
    assert kinds(running) == ["umpire_left"]
    do_pause(by=anna, game_id=running.pk)


def test_a_game_whose_last_person_goes_is_called_off(running: Game, anna: Player, ben: Player) -> None:
    do_leave_all_games(player=ben)
    do_leave_all_games(player=anna)
    running.refresh_from_db()
    assert running.status == "abandoned"


def test_the_sweep_frees_the_seats_of_inactive_players(running: Game, ben: Player) -> None:
    Player.objects.filter(pk=ben.pk).update(is_active=False)
    assert do_release_departed(timezone.now()) == 1
    assert seat(running, "black").kind == "open"
    assert do_release_departed(timezone.now()) == 0


def test_a_host_without_a_seat_is_told_that_a_seat_is_free(running: Game, ben: Player, staff: Player) -> None:
    Game.objects.filter(pk=running.pk).update(host=staff)
    do_leave_game(player=ben, game_id=running.pk)
    assert personal(staff) == ["seat_free"]


def test_all_are_told_at_once_of_an_address_that_takes_no_mail(running: Game, ben: Player, staff: Player) -> None:
    Game.objects.filter(pk=running.pk).update(host=staff)
    announce(mark(ben))
    (notice,) = Notice.objects.filter(game=running)
    assert (notice.kind, notice.facts["seat"], notice.seats) == ("unreachable", "black", ["*"])
    told = OutgoingMail.objects.filter(reference=notice.pk.hex)
    assert [one.player.username for one in told if one.player] == ["anna"]
    assert personal(staff) == ["unreachable"]


def test_the_policy_of_absences_holds_for_addresses(running: Game, anna: Player, ben: Player, staff: Player) -> None:
    policy = dump_metadata_visibility(MetadataVisibility(absent="umpire"))
    Game.objects.filter(pk=running.pk).update(openness=policy)
    announce(mark(ben))
    assert kinds(running) == []
    assert (personal(anna), personal(staff)) == ([], ["unreachable"])


def test_the_seat_is_free_after_three_days_without_a_sign_of_life(running: Game, ben: Player) -> None:
    mark(ben, UNREACHABLE_TIME - timedelta(minutes=1))
    assert do_release_departed(timezone.now()) == 0
    mark(ben, UNREACHABLE_TIME)
    assert do_release_departed(timezone.now()) == 1
    assert seat(running, "black").kind == "open"
    assert kinds(running) == ["left"]


@pytest.mark.parametrize("sign", ["answer", "login", "address"])
def test_a_sign_of_life_keeps_the_seat(running: Game, ben: Player, sign: str) -> None:
    mark(ben, UNREACHABLE_TIME)
    if sign == "answer":
        answer(running, "black")
    else:
        signs: dict[str, dict[str, Any]] = {
            "login": {"last_login": timezone.now()},
            "address": {"email": "new@example.org"},
        }
        changed = signs[sign]
        Player.objects.filter(pk=ben.pk).update(**changed)
    assert do_release_departed(timezone.now()) == 0
    assert seat(running, "black").player == ben


def test_players_who_answered_do_not_keep_the_sweep_from_others(running: Game, anna: Player, ben: Player) -> None:
    mark(anna, UNREACHABLE_TIME)
    mark(ben, UNREACHABLE_TIME)
    answer(running, "red", ready=False)
    assert do_release_departed(timezone.now(), limit=1) == 1
    assert (seat(running, "red").player, seat(running, "black").player) == (anna, None)


def test_reserves_are_asked_for_the_seat(running: Game, ben: Player) -> None:
    policy = dump_absence_policy(AbsencePolicy(after=1, reserves=True))
    Game.objects.filter(pk=running.pk).update(absence=policy)
    do_leave_all_games(player=ben)
    assert seat(running, "black").reserves_called


def test_a_host_who_plays_replaces_only_absent_players(running: Game, anna: Player, ben: Player) -> None:
    with pytest.raises(Forbidden):
        do_replace_player(by=anna, game_id=running.pk, role="black", bot="random")
    with pytest.raises(WrongState):
        do_replace_player(by=anna, game_id=running.pk, role="red", bot="random")
    with pytest.raises(Forbidden):
        do_replace_player(by=ben, game_id=running.pk, role="red", bot="random")
    mark(ben)
    answer(running, "black")
    do_replace_player(by=anna, game_id=running.pk, role="black", bot="random", reason="Silence.")
    assert (seat(running, "black").kind, seat(running, "black").bot) == ("bot", "random")
    assert not asked(running, "black").ready
    assert kinds(running) == ["substituted"]
    assert personal(ben) == ["seat_lost"]


def test_a_host_who_looks_on_frees_a_seat_and_invites(running: Game, ben: Player, staff: Player) -> None:
    hana = Player.objects.create_user("hana", "hana@example.org", "pw")
    Game.objects.filter(pk=running.pk).update(host=hana)
    do_replace_player(by=hana, game_id=running.pk, role="black", email="nina@example.org")
    assert seat(running, "black").kind == "open"
    assert kinds(running) == ["vacated"]
    assert Invitation.objects.get(game=running).role == "black"
    with pytest.raises(Malformed):
        do_replace_player(by=hana, game_id=running.pk, role="black", player="nina", bot="random")


def test_a_game_with_an_umpire_is_the_umpires(running: Game, anna: Player, staff: Player) -> None:
    Game.objects.filter(pk=running.pk).update(umpire=staff)
    with pytest.raises(Forbidden):
        do_replace_player(by=anna, game_id=running.pk, role="black", bot="random")
    with pytest.raises(Forbidden):
        do_abandon_game(player=anna, game_id=running.pk)
    do_replace_player(by=staff, game_id=running.pk, role="black")
    assert seat(running, "black").kind == "open"


def test_before_the_start_the_host_takes_a_seat_back(toy: Title[Any], anna: Player, ben: Player) -> None:
    game = do_create_game(host=anna, title="toy", scenario="standard")
    do_join_game(player=ben, game_id=game.pk, role="red")
    do_replace_player(by=anna, game_id=game.pk, role="red", bot="random")
    assert (seat(game, "red").kind, seat(game, "red").player) == ("bot", None)
    assert personal(ben) == ["seat_lost"]


def test_the_host_calls_a_game_off_that_goes_on(running: Game, anna: Player, ben: Player) -> None:
    with pytest.raises(Forbidden):
        do_abandon_game(player=ben, game_id=running.pk)
    do_abandon_game(player=anna, game_id=running.pk, reason="Nobody is left.")
    running.refresh_from_db()
    assert running.status == "abandoned"
    assert kinds(running) == ["abandoned"]
    with pytest.raises(WrongState):
        do_abandon_game(player=anna, game_id=running.pk)


def test_the_host_hands_on_the_role(running: Game, anna: Player, ben: Player, staff: Player, settings: Any) -> None:
    with pytest.raises(Forbidden):
        do_hand_on_host(by=ben, game_id=running.pk, player="ben")
    with pytest.raises(Malformed):
        do_hand_on_host(by=anna, game_id=running.pk, player="ulla")
    settings.PBEM_HOSTED_GAMES = 1
    mine = do_create_game(host=ben, title="toy", scenario="standard")
    with pytest.raises(LimitReached):
        do_hand_on_host(by=anna, game_id=running.pk, player="BEN")
    mine.delete()
    for _ in range(2):
        assert do_hand_on_host(by=anna if _ == 0 else staff, game_id=running.pk, player="BEN").host == ben
    assert kinds(running) == ["host_changed"]
    assert personal(ben) == ["now_host"]


def test_a_held_game_can_be_left_too(running: Game, ben: Player, staff: Player) -> None:
    do_hold(by=staff, game_id=running.pk, reason="A doubt.")
    do_leave_all_games(player=ben)
    assert seat(running, "black").kind == "open"
