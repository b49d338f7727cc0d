"""From the announcement to the start, and the ways out."""

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from games.admin.players import NewPlayerForm
from games.errors import Forbidden, WrongState
from games.kernel.errors import Malformed
from games.kernel.title import Title
from games.models import Checkpoint, Game, JournalSegment, Notice, OutgoingMail, Player, Seat, Tenure
from games.selectors.email_context import load_email_context
from games.selectors.games import get_game_state, list_games
from games.selectors.open_decisions import get_player_by_name
from games.selectors.players import find_player
from games.services.bots import advance_slice, do_play_bots
from games.services.creation import SeatAssignment, do_create_game
from games.services.lifecycle import do_abandon_game, do_join_game, do_leave_game, do_start_game
from games.services.players import do_create_player, do_create_unlimited_token
from games.services.purge import do_purge_game
from games.services.resolve.advance import do_resolve
from tests.table import play_out

pytestmark = pytest.mark.django_db


def test_every_wrong_field_is_named(toy: Title, anna: Player) -> None:
    with pytest.raises(Malformed) as refusal:
        do_create_game(
            host=anna,
            title="toy",
            scenario="standard",
            options={"rounds": "many"},
            seats=[
                SeatAssignment(role="green"),
                SeatAssignment(role="red", player="nobody"),
                SeatAssignment(role="red", bot="genius"),
            ],
            name="two\nlines",
            deadline_hours=0,
            reminder_hours=5,
        )
    assert [problem.pointer for problem in refusal.value.problems] == [
        "/deadline_hours",
        "/reminder_hours",
        "/name",
        "/options/rounds",
        "/seats/0/seat",
        "/seats/1/player",
        "/seats/2/bot",
        "/seats/2/seat",
    ]
    assert not Game.objects.exists()


def test_an_unknown_title_is_a_wrong_field(toy: Title, anna: Player) -> None:
    with pytest.raises(Malformed) as refused:
        do_create_game(host=anna, title="chess", scenario="standard")
    assert [(one.pointer, one.code) for one in refused.value.problems] == [("/title", "title")]


def test_an_unknown_option_is_refused(toy: Title, anna: Player) -> None:
    with pytest.raises(Malformed):
        do_create_game(host=anna, title="toy", scenario="standard", options={"nukes": True})


def test_a_kept_seat_is_for_its_player_only(toy: Title, anna: Player, ben: Player) -> None:
    game = do_create_game(host=anna, title="toy", scenario="standard", seats=[SeatAssignment(role="red", player="BEN")])
    state = get_game_state(anna, game.pk)
    assert [seat.reserved for seat in state.seats] == [True, False]
    with pytest.raises(Forbidden):
        do_join_game(player=anna, game_id=game.pk, role="red")
    assert do_join_game(player=ben, game_id=game.pk).role == "red"


def test_an_unknown_address_keeps_its_seat_quietly(toy: Title, anna: Player) -> None:
    game = do_create_game(
        host=anna, title="toy", scenario="standard", seats=[SeatAssignment(role="red", email="new@example.org")]
    )
    late = Player.objects.create_user("late", "New@Example.org")
    assert do_join_game(player=late, game_id=game.pk).role == "red"


def test_joining_twice_is_joining_once(announced: Game, anna: Player) -> None:
    first = do_join_game(player=anna, game_id=announced.pk)
    assert do_join_game(player=anna, game_id=announced.pk) == first
    assert Tenure.objects.filter(player=anna).count() == 1


def test_a_player_may_hold_two_seats_where_the_host_allows_it(announced: Game, anna: Player) -> None:
    Game.objects.filter(pk=announced.pk).update(several_seats=True)
    do_join_game(player=anna, game_id=announced.pk, role="red")
    do_join_game(player=anna, game_id=announced.pk, role="black")
    assert get_game_state(anna, announced.pk).my_seats == ("red", "black")


def test_a_taken_seat_is_taken(seated: Game) -> None:
    late = Player.objects.create_user("late", "late@example.org")
    with pytest.raises(Forbidden):
        do_join_game(player=late, game_id=seated.pk, role="red")
    with pytest.raises(Malformed):
        do_join_game(player=late, game_id=seated.pk, role="green")


def test_no_start_with_an_empty_seat(announced: Game, anna: Player) -> None:
    with pytest.raises(WrongState):
        do_start_game(player=anna, game_id=announced.pk)


def test_only_the_host_starts(seated: Game, ben: Player) -> None:
    with pytest.raises(Forbidden):
        do_start_game(player=ben, game_id=seated.pk)


def test_starting_twice_is_starting_once(seated: Game, anna: Player) -> None:
    do_start_game(player=anna, game_id=seated.pk)
    do_start_game(player=anna, game_id=seated.pk)
    assert Checkpoint.objects.filter(game=seated).count() == 1
    assert do_resolve(seated.pk).has_advanced
    assert not do_resolve(seated.pk).has_advanced


def test_nobody_joins_a_running_game(running: Game) -> None:
    late = Player.objects.create_user("late", "late@example.org")
    with pytest.raises(WrongState):
        do_join_game(player=late, game_id=running.pk)


def test_leaving_before_the_start_frees_the_seat(seated: Game, ben: Player) -> None:
    do_leave_game(player=ben, game_id=seated.pk)
    seat = Seat.objects.get(game=seated, role="black")
    assert (seat.kind, seat.player, bytes(seat.nonce)) == ("open", None, b"")
    assert not Notice.objects.exists()


def test_leaving_a_running_game_is_told(running: Game, ben: Player) -> None:
    nonce = bytes(Seat.objects.get(game=running, role="black").nonce)
    do_leave_game(player=ben, game_id=running.pk)
    seat = Seat.objects.get(game=running, role="black")
    assert (seat.kind, bytes(seat.nonce)) == ("open", nonce)
    assert Notice.objects.get(kind="left").facts == {"seat": "black"}
    owed = OutgoingMail.objects.filter(seat=seat)
    assert [load_email_context(mail) for mail in owed] == [None] * len(owed)


def test_a_game_can_be_called_off(running: Game, anna: Player, staff: Player) -> None:
    umpire = Player.objects.create_user("umi", "umi@example.org", "pw")
    Game.objects.filter(pk=running.pk).update(umpire=umpire)
    with pytest.raises(Forbidden):
        do_abandon_game(player=anna, game_id=running.pk)
    do_abandon_game(player=staff, game_id=running.pk, reason="storm")
    assert not do_resolve(running.pk).has_advanced
    assert get_game_state(anna, running.pk).status == "abandoned"
    assert get_game_state(anna, running.pk).awaited == ()


def test_bots_play_a_game_to_its_end(toy: Title, anna: Player) -> None:
    bots = [SeatAssignment(role="red", bot="random"), SeatAssignment(role="black", bot="random")]
    game = do_create_game(host=anna, title="toy", scenario="standard", seats=bots)
    do_start_game(player=anna, game_id=game.pk)
    assert advance_slice(game.pk, limit=2)
    while advance_slice(game.pk):
        pass
    game.refresh_from_db()
    assert game.status == Game.Status.OVER
    assert not OutgoingMail.objects.exists()


def test_a_bot_answers_its_own_questions_only(toy: Title, anna: Player) -> None:
    game = do_create_game(
        host=anna, title="toy", scenario="standard", seats=[SeatAssignment(role="black", bot="random")]
    )
    do_join_game(player=anna, game_id=game.pk)
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    assert do_play_bots(game.pk) == 1
    assert do_play_bots(game.pk) == 0
    assert JournalSegment.objects.filter(game=game).count() == 1


def test_games_are_listed(running: Game, anna: Player, staff: Player) -> None:
    assert list(list_games(anna, mine=True)) == [running]
    assert list(list_games(staff, mine=True)) == []
    assert list(list_games(staff, status="running", title="toy")) == [running]
    assert list(list_games(staff, status="open")) == []


def test_a_purge_removes_the_game_and_leaves_the_record(running: Game, staff: Player, anna: Player) -> None:
    with pytest.raises(WrongState):
        do_purge_game(by=staff, game_id=running.pk)
    play_out(running)
    with pytest.raises(Forbidden):
        do_purge_game(by=anna, game_id=running.pk)
    do_purge_game(by=staff, game_id=running.pk)
    assert not Game.objects.exists()
    assert not JournalSegment.objects.exists()


def test_names_and_addresses_are_unique_in_any_case(anna: Player) -> None:
    with pytest.raises(Malformed):
        do_create_player(name="ANNA", email="other@example.org")
    with pytest.raises(Malformed):
        do_create_player(name="other", email="ANNA@example.org")
    with pytest.raises(Malformed) as refusal:
        do_create_player(name="x y", email="nonsense", language="xx", time_zone="Mars/Base")
    assert {problem.pointer for problem in refusal.value.problems} == {"/name", "/email", "/language", "/time_zone"}


def test_names_are_unique_in_any_case_of_any_script(db: None) -> None:
    ozge = do_create_player(name="özge", email="ozge@example.org")
    for twin in ("ÖZGE", "Özge", "O\u0308ZGE", "ｏ\u0308zge"):
        with pytest.raises(Malformed) as refusal:
            do_create_player(name=twin, email="other@example.org")
        assert {problem.pointer for problem in refusal.value.problems} == {"/name"}
        assert Player.objects.get_by_natural_key(twin) == find_player(twin) == get_player_by_name(twin) == ozge
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create_user("ÖZGE", "other@example.org")


def test_a_changed_name_keeps_its_key_in_step(anna: Player) -> None:
    anna.username = "Özge"
    anna.save(update_fields=["username"])
    assert find_player("ÖZGE") == anna
    assert find_player("anna") is None
    anna.full_clean()


def test_forms_refuse_a_name_taken_in_another_case(anna: Player) -> None:
    Player.objects.create_user("özge", "ozge@example.org")
    entered = {"username": "ÖZGE", "email": "new@example.org", "language": "en", "time_zone": "UTC"}
    form = NewPlayerForm({**entered, "usable_password": "false"})
    assert form.errors == {"__all__": ["This name is taken."]}


def test_a_superuser_is_not_named_like_an_address(db: None) -> None:
    with pytest.raises(CommandError, match="no @"):
        call_command("createsuperuser", username="a@b.example", email="a@b.example", interactive=False)


def test_a_token_is_stored_hashed_and_does_not_expire(anna: Player) -> None:
    token = do_create_unlimited_token(player=anna)
    row = anna.auth_token_set.get()
    assert row.expiry is None
    assert token not in row.digest


def test_a_person_can_be_erased(running: Game, ben: Player) -> None:
    ben.delete()
    seat = Seat.objects.get(game=running, role="black")
    assert seat.player is None
    play_by = [field.name for field in JournalSegment._meta.fields]
    assert "player" not in play_by
