"""Asking people in: links that are good once, seats that are kept, games that not everybody finds."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.errors import Forbidden, Missing, RateLimited, WrongState
from games.kernel.errors import Malformed
from games.models import Game, Invitation, OpenRequest, OutgoingMail, Player, Seat, Tenure
from games.persistence.encryption import decrypt
from games.selectors.access import get_game
from games.selectors.games import list_games
from games.services import invitations
from games.services.creation import SeatAssignment, do_create_game
from games.services.invitations import (
    MAX_INVITATIONS_PER_DAY,
    do_accept_as_new_player,
    do_accept_invitation,
    do_become_observer,
    do_invite,
    do_renew_observer_link,
    do_resend_invitation,
    do_withdraw_invitation,
)
from games.services.lifecycle import do_join_game, do_leave_game

pytestmark = pytest.mark.django_db

NEW = {"name": "nina", "language": "ja", "time_zone": "Asia/Tokyo"}


def letters() -> list[dict[str, str]]:
    rows = OutgoingMail.objects.filter(kind="account").order_by("id")
    return [facts for row in rows if (facts := decrypt(bytes(row.sealed)))]


def token() -> str:
    """The token of the newest letter."""
    return letters()[-1]["url"].rstrip("/").rpartition("/")[2]


@pytest.fixture
def late(db: None) -> Player:
    return Player.objects.create_user("late", "late@example.org", "pw")


def test_who_is_asked_in_may_decline_by_the_link_and_nobody_else_may(
    announced: Game, anna: Player, late: Player
) -> None:
    row = do_invite(by=anna, game_id=announced.pk, role="black", player="late")
    link = token()
    with pytest.raises(Forbidden):
        invitations.do_decline_invitation(token=link, player=anna)
    row.refresh_from_db()
    assert row.declined_at is None
    invitations.do_decline_invitation(token=link, player=late)
    row.refresh_from_db()
    assert row.declined_at is not None
    (told,) = [one for one in letters() if one["what"] == "declined"]
    assert (told["address"], told["who"]) == (anna.email, "late")
    with pytest.raises((Missing, WrongState)):
        do_accept_invitation(player=late, token=link)


def test_a_stranger_comes_by_the_letter_and_sits_down(announced: Game, anna: Player) -> None:
    do_invite(by=anna, game_id=announced.pk, role="black", email="nina@example.org")
    (letter,) = letters()
    assert (letter["what"], letter["address"], letter["by"]) == ("invitation", "nina@example.org", "anna")
    player, seat = do_accept_as_new_player(token=token(), **NEW)
    assert (player.username, player.email, player.language) == ("nina", "nina@example.org", "ja")
    assert not player.has_usable_password()
    assert seat is not None
    assert Seat.objects.get(game=announced, role="black").player == player
    with pytest.raises(Missing):
        do_accept_as_new_player(token=token(), **{**NEW, "name": "other"})


def test_of_the_token_the_hash_is_stored(announced: Game, anna: Player) -> None:
    row = do_invite(by=anna, game_id=announced.pk, email="nina@example.org")
    assert token() not in str(Invitation.objects.filter(pk=row.pk).values().get())
    assert token().encode() not in bytes(OutgoingMail.objects.latest("id").sealed)


def test_a_link_grows_old_and_can_be_withdrawn_and_a_new_one_ends_the_one_before(announced: Game, anna: Player) -> None:
    row = do_invite(by=anna, game_id=announced.pk, email="nina@example.org")
    first = token()
    do_resend_invitation(by=anna, game_id=announced.pk, invitation_id=row.pk)
    assert first != token()
    with pytest.raises(Missing):
        do_accept_as_new_player(token=first, **NEW)
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    with pytest.raises(Missing):
        do_accept_as_new_player(token=token(), **NEW)
    do_resend_invitation(by=anna, game_id=announced.pk, invitation_id=row.pk)
    do_withdraw_invitation(by=anna, game_id=announced.pk, invitation_id=row.pk)
    with pytest.raises(Missing):
        do_accept_as_new_player(token=token(), **NEW)
    assert not Player.objects.filter(username="nina").exists()


def test_an_invited_seat_is_kept_for_whoever_is_asked(announced: Game, anna: Player, late: Player) -> None:
    do_invite(by=anna, game_id=announced.pk, role="red", email="nina@example.org")
    with pytest.raises(Forbidden):
        do_join_game(player=late, game_id=announced.pk, role="red")
    assert do_join_game(player=late, game_id=announced.pk).role == "black"


def test_who_is_invited_by_name_alone_may_come(announced: Game, anna: Player, ben: Player, late: Player) -> None:
    do_invite(by=anna, game_id=announced.pk, player="BEN")
    assert letters()[-1]["language"] == "ja"
    with pytest.raises(Forbidden):
        do_accept_invitation(player=late, token=token())
    with pytest.raises(Forbidden):
        do_accept_as_new_player(token=token(), **NEW)
    assert do_accept_invitation(player=ben, token=token()) is not None


def test_a_name_that_is_taken_leaves_the_link_as_it_was(announced: Game, anna: Player) -> None:
    do_invite(by=anna, game_id=announced.pk, email="nina@example.org")
    for name in ("ANNA", "nina@x.org", "", "a\u202eb"):
        with pytest.raises(Malformed) as refused:
            do_accept_as_new_player(token=token(), **{**NEW, "name": name})
        assert refused.value.problems[0].pointer == "/name"
    assert do_accept_as_new_player(token=token(), **NEW)[1] is not None


def test_a_seat_that_was_taken_meanwhile_makes_no_account(announced: Game, anna: Player) -> None:
    do_invite(by=anna, game_id=announced.pk, role="red", email="nina@example.org")
    Seat.objects.filter(game=announced, role="red").update(kind="bot", bot="random")
    with pytest.raises(WrongState):
        do_accept_as_new_player(token=token(), **NEW)
    assert not Player.objects.filter(username="nina").exists()


def test_only_the_host_invites_and_later_only_the_umpire(
    announced: Game, anna: Player, ben: Player, staff: Player
) -> None:
    with pytest.raises(Forbidden):
        do_invite(by=ben, game_id=announced.pk, email="nina@example.org")
    do_invite(by=staff, game_id=announced.pk, email="nina@example.org")
    assert len(letters()) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"email": "a@b.example", "player": "ben"},
        {"email": "nonsense"},
        {"email": "nina@ex\u202eample.org"},
        {"player": "nobody"},
        {"email": "a@b.example", "role": "green"},
    ],
)
def test_a_wrong_wish_writes_to_nobody(announced: Game, anna: Player, ben: Player, wrong: dict[str, str]) -> None:
    with pytest.raises(Malformed):
        do_invite(by=anna, game_id=announced.pk, **wrong)
    assert not Invitation.objects.exists()
    assert not letters()


def test_what_was_accepted_is_withdrawn_no_more(announced: Game, anna: Player) -> None:
    row = do_invite(by=anna, game_id=announced.pk, role="black", email="nina@example.org")
    do_accept_as_new_player(token=token(), **NEW)
    do_withdraw_invitation(by=anna, game_id=announced.pk, invitation_id=row.pk)
    assert Invitation.objects.get(pk=row.pk).withdrawn_at is None
    other = do_invite(by=anna, game_id=announced.pk, role="red", email="emil@example.org")
    for _ in range(2):
        do_withdraw_invitation(by=anna, game_id=announced.pk, invitation_id=other.pk)
        taken = Invitation.objects.get(pk=other.pk).withdrawn_at
        assert taken is not None
    assert Invitation.objects.get(pk=other.pk).withdrawn_at == taken, "again, it changes nothing"


def test_nobody_writes_to_people_without_end(announced: Game, anna: Player, monkeypatch: Any) -> None:
    monkeypatch.setattr(invitations, "MAX_INVITATIONS_PER_DAY", 2)
    assert MAX_INVITATIONS_PER_DAY > 2
    for number in range(2):
        do_invite(by=anna, game_id=announced.pk, email=f"a{number}@example.org")
    with pytest.raises(RateLimited):
        do_invite(by=anna, game_id=announced.pk, email="b@example.org")


def test_a_substitute_comes_by_a_letter(running: Game, ben: Player, staff: Player) -> None:
    """The umpire asks somebody into an empty chair of a game under way."""
    do_leave_game(player=ben, game_id=running.pk)
    do_invite(by=staff, game_id=running.pk, role="black", email="nina@example.org")
    with pytest.raises(Forbidden):
        do_accept_invitation(player=Player.objects.get(username="anna"), token=token())
    player, _seat = do_accept_as_new_player(token=token(), **NEW)
    assert Tenure.objects.filter(seat__game=running, seat__role="black", player=player, until=None).exists()
    assert OutgoingMail.objects.filter(player=player, kind="stop").exists(), "the first letter tells where it stands"
    assert OpenRequest.objects.filter(seat__player=player, closed_at=None).exists()


def test_guests_named_at_the_opening_are_written_to(toy: Any, anna: Player) -> None:
    wishes = [
        SeatAssignment(role="red", invite=True, email="nina@example.org"),
        SeatAssignment(role="black", invite=True),
    ]
    game = do_create_game(host=anna, title="toy", scenario="standard", seats=wishes)
    invitations.invite_named_players(anna, game, wishes)
    assert [one["address"] for one in letters()] == ["nina@example.org"]
    assert set(game.seats.values_list("by_invitation", flat=True)) == {True}


def test_one_account_takes_one_seat_unless_host_and_title_allow_more(toy: Any, anna: Player) -> None:
    for several in (False, True):
        game = do_create_game(host=anna, title="toy", scenario="standard", several_seats=several)
        do_join_game(player=anna, game_id=game.pk, role="red")
        if several:
            do_join_game(player=anna, game_id=game.pk, role="black")
        else:
            with pytest.raises(Forbidden):
                do_join_game(player=anna, game_id=game.pk, role="black")


@pytest.mark.parametrize(
    ("title", "scenario", "role"), [("pirates", "two_players", "black"), ("goeben", "captains", "breslau")]
)
def test_opponents_are_never_one_person(anna: Player, title: str, scenario: str, role: str) -> None:
    game = do_create_game(host=anna, title=title, scenario=scenario, several_seats=True)
    do_join_game(player=anna, game_id=game.pk)
    with pytest.raises(Forbidden):
        do_join_game(player=anna, game_id=game.pk, role=role)


@pytest.mark.parametrize(
    ("visibility", "listed", "found"), [("public", True, True), ("unlisted", False, True), ("private", False, False)]
)
def test_who_finds_a_game(
    toy: Any, anna: Player, late: Player, staff: Player, visibility: str, listed: bool, found: bool
) -> None:
    game = do_create_game(host=anna, title="toy", scenario="standard", visibility=visibility)
    assert (game in list_games(late)) == listed
    if found:
        assert get_game(late, game.pk) == game
    else:
        with pytest.raises(Missing):
            get_game(late, game.pk)
        with pytest.raises(Missing):
            do_join_game(player=late, game_id=game.pk)
    for insider in (anna, staff):
        assert game in list_games(insider)
        assert get_game(insider, game.pk) == game


def test_observers_come_by_a_link_to_a_private_game(toy: Any, anna: Player, ben: Player, late: Player) -> None:
    game = do_create_game(host=anna, title="toy", scenario="standard", visibility="private")
    with pytest.raises(Missing):
        do_renew_observer_link(by=late, game_id=game.pk)
    first = do_renew_observer_link(by=anna, game_id=game.pk).rstrip("/").rpartition("/")[2]
    second = do_renew_observer_link(by=anna, game_id=game.pk).rstrip("/").rpartition("/")[2]
    with pytest.raises(Missing):
        do_become_observer(player=late, token=first)
    for _ in range(2):
        assert do_become_observer(player=late, token=second) == game
    assert game in list_games(late)
    assert game in list_games(late, mine=True)
    assert get_game(late, game.pk) == game
    do_renew_observer_link(by=anna, game_id=game.pk, close=True)
    for dead in (second, ""):
        with pytest.raises(Missing):
            do_become_observer(player=ben, token=dead)
