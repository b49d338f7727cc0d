"""Who may invite whom, by which e-mail, into which seat; each refusal and each limit."""

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
import time_machine
from django.utils import timezone

from games.errors import Forbidden, Missing, RateLimited, WrongState
from games.kernel.errors import Malformed
from games.models import AuditEntry, Game, Invitation, Notice, Observer, OutgoingMail, Player, Seat
from games.persistence.encryption import decrypt
from games.services.creation import SeatAssignment
from games.services.invitations import (
    do_accept_as_new_player,
    do_accept_invitation,
    do_invite,
    do_renew_observer_link,
    do_resend_invitation,
    do_withdraw_invitation,
    invite_named_players,
)
from games.services.lifecycle import do_leave_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOW = datetime(2027, 3, 10, 12, tzinfo=timezone.get_default_timezone())
SECOND = timedelta(seconds=1)
NINA = {"name": "nina", "language": "ja", "time_zone": "Asia/Tokyo"}


def letters() -> list[dict[str, str]]:
    rows = OutgoingMail.objects.filter(kind="account").order_by("id")
    return [facts for row in rows if (facts := decrypt(bytes(row.sealed)))]


def token() -> str:
    return letters()[-1]["url"].rstrip("/").rpartition("/")[2]


def refused(refusal: Any) -> list[tuple[str, str]]:
    return [(one.pointer, one.code) for one in refusal.value.problems]


# --- the letter


TIME = {
    "en": "48 hours for each decision.\nWhen all have answered, the game goes on before the deadline.",
    "ja": "1つの決定につき48時間です。\n全員が回答すると、期限前でもゲームが進みます。",
}


@pytest.mark.parametrize(
    ("language", "role", "wanted", "seat", "title"),
    [("en", "", "en", "", "Toy"), ("ja", "black", "ja", "黒", "おもちゃ"), ("en", "red", "en", "Red", "Toy")],
)
def test_the_letter_to_a_stranger_says_who_asks_and_for_what(
    announced: Game, anna: Player, language: str, role: str, wanted: str, seat: str, title: str, settings: Any
) -> None:
    with time_machine.travel(NOW, tick=False):
        row = do_invite(by=anna, game_id=announced.pk, role=role, email=" nina@example.org ", language=language)
    (letter,) = letters()
    assert letter == {
        "what": "invitation",
        "address": "nina@example.org",
        "language": wanted,
        "url": f"{settings.PBEM_BASE_URL}/invitations/{token()}/",
        "name": "",
        "by": "anna",
        "game": "North Sea 12",
        "title": title,
        "scenario": "標準" if language == "ja" else "Standard",
        "seat": seat,
        "time": TIME[wanted],
        "reply_to": "",
        "personal_line": "",
    }
    assert (row.game, row.role, row.player, row.address, row.invited_by) == (
        announced, role, None, "nina@example.org", anna,
    )  # fmt: skip
    assert (row.language, row.expires_at) == (wanted, NOW + timedelta(days=14))


def test_who_is_known_here_is_written_to_in_the_own_language_by_name_or_address(
    announced: Game, anna: Player, ben: Player
) -> None:
    for how, address in (({"player": " ben "}, "ben@example.org"), ({"email": "BEN@example.org"}, "BEN@example.org")):
        row = do_invite(by=anna, game_id=announced.pk, role="black", **how)
        letter = letters()[-1]
        assert (row.address, letter["address"]) == (address, address)
        assert (letter["name"], letter["language"], letter["seat"], letter["title"]) == ("ben", "ja", "黒", "おもちゃ")
    Player.objects.filter(pk=ben.pk).update(is_active=False)
    do_invite(by=anna, game_id=announced.pk, role="black", email="ben@example.org")
    assert (letters()[-1]["name"], letters()[-1]["language"]) == ("", "")


def test_strangers_are_written_to_in_two_languages_if_the_host_chooses_none(announced: Game, ben: Player) -> None:
    Game.objects.update(host=ben)
    row = do_invite(by=ben, game_id=announced.pk, role="black", email="nina@example.org")
    letter = letters()[-1]
    assert (row.language, letter["language"]) == ("", "")
    assert (letter["title"], letter["seat"], letter["scenario"]) == ("Toy", "Black", "Standard")
    assert (letter["title.ja"], letter["seat.ja"], letter["scenario.ja"]) == ("おもちゃ", "黒", "標準")
    assert letter["time.ja"] == TIME["ja"]


@pytest.mark.parametrize(
    ("how", "wanted"),
    [
        ({}, [("", "one_of")]),
        ({"email": " ", "player": " "}, [("", "one_of")]),
        ({"email": "nina@example.org", "player": "ben"}, [("", "one_of")]),
        ({"email": "nina"}, [("/email", "email")]),
        ({"email": "ni\u202ena@example.org"}, [("/email", "control_character")]),
        ({"email": "nina@example.org", "role": "green"}, [("/seat", "role")]),
    ],
)
def test_whoever_is_asked_in_is_named_once_and_well(
    announced: Game, anna: Player, ben: Player, how: dict[str, str], wanted: list[tuple[str, str]]
) -> None:
    with pytest.raises(Malformed) as refusal:
        do_invite(by=anna, game_id=announced.pk, **how)
    assert refused(refusal) == wanted
    assert letters() == []


def test_nobody_is_asked_into_a_seat_that_is_taken(announced: Game, anna: Player) -> None:
    Seat.objects.filter(game=announced, role="red").update(kind="bot", bot="random")
    with pytest.raises(WrongState, match="taken"):
        do_invite(by=anna, game_id=announced.pk, role="red", email="nina@example.org")
    do_invite(by=anna, game_id=announced.pk, email="nina@example.org")
    do_invite(by=anna, game_id=announced.pk, role="black", email="nina@example.org")
    Seat.objects.filter(game=announced, role="black").update(kind="bot", bot="random")
    with pytest.raises(WrongState, match="taken"):
        do_invite(by=anna, game_id=announced.pk, email="nina@example.org")


def test_a_seat_for_which_somebody_is_asked_is_kept_before_the_start(announced: Game, anna: Player) -> None:
    do_invite(by=anna, game_id=announced.pk, email="nina@example.org")
    assert set(announced.seats.values_list("by_invitation", flat=True)) == {False}
    do_invite(by=anna, game_id=announced.pk, role="black", email="nina@example.org")
    assert dict(announced.seats.values_list("role", "by_invitation")) == {"red": False, "black": True}


def test_a_seat_of_a_game_under_way_is_kept_for_nobody(running: Game, ben: Player, staff: Player) -> None:
    do_leave_game(player=ben, game_id=running.pk)
    do_invite(by=staff, game_id=running.pk, role="black", email="nina@example.org")
    assert running.seats.get(role="black").by_invitation is False


def test_sixty_letters_a_day_and_no_more(announced: Game, anna: Player, ben: Player) -> None:
    with time_machine.travel(NOW, tick=False):
        for number in range(61):
            Invitation.objects.create(
                game=announced, invited_by=anna, address="x@example.org", digest=f"{number}", expires_at=NOW,
                created_at=NOW - timedelta(days=1) + (SECOND if number else timedelta(0)),
            )  # fmt: skip
        with pytest.raises(RateLimited):
            do_invite(by=anna, game_id=announced.pk, email="nina@example.org")
        Invitation.objects.filter(digest="60").update(invited_by=ben)
        row = do_invite(by=anna, game_id=announced.pk, email="nina@example.org")
        with pytest.raises(RateLimited):
            do_invite(by=anna, game_id=announced.pk, email="nina@example.org")
        with pytest.raises(RateLimited):
            do_resend_invitation(by=anna, game_id=announced.pk, invitation_id=row.pk)


def test_who_was_asked_by_name_is_known_by_it_whatever_the_address(announced: Game, anna: Player, ben: Player) -> None:
    row = do_invite(by=anna, game_id=announced.pk, player="ben")
    Player.objects.filter(pk=ben.pk).update(email="elsewhere@example.org")
    do_resend_invitation(by=anna, game_id=announced.pk, invitation_id=row.pk)
    assert (letters()[-1]["name"], letters()[-1]["address"]) == ("ben", "ben@example.org")


# --- who may, and of what


def test_invitations_are_seen_to_by_whoever_may_invite(announced: Game, anna: Player, ben: Player) -> None:
    row = do_invite(by=anna, game_id=announced.pk, email="nina@example.org")
    for visibility, refusal in (("public", Forbidden), ("private", Missing)):
        Game.objects.update(visibility=visibility)
        for act in (do_withdraw_invitation, do_resend_invitation):
            with pytest.raises(refusal):
                act(by=ben, game_id=announced.pk, invitation_id=row.pk)
        with pytest.raises(refusal):
            do_invite(by=ben, game_id=announced.pk, email="other@example.org")
        with pytest.raises(refusal):
            do_renew_observer_link(by=ben, game_id=announced.pk)
    for act in (do_withdraw_invitation, do_resend_invitation):
        with pytest.raises(Missing):
            act(by=anna, game_id=announced.pk, invitation_id=uuid4())
    assert len(letters()) == 1


@pytest.mark.parametrize("name", ["accepted_at", "withdrawn_at"])
def test_what_is_settled_is_not_sent_again_nor_settled_otherwise(announced: Game, anna: Player, name: str) -> None:
    row = do_invite(by=anna, game_id=announced.pk, email="nina@example.org")
    Invitation.objects.update(**{name: NOW})
    with pytest.raises(WrongState, match="settled"):
        do_resend_invitation(by=anna, game_id=announced.pk, invitation_id=row.pk)
    do_withdraw_invitation(by=anna, game_id=announced.pk, invitation_id=row.pk)
    row.refresh_from_db()
    assert (row.accepted_at, row.withdrawn_at) == ((NOW, None) if name == "accepted_at" else (None, NOW))


def test_what_is_sent_again_is_good_anew(announced: Game, anna: Player) -> None:
    with time_machine.travel(NOW, tick=False):
        row = do_invite(by=anna, game_id=announced.pk, email="nina@example.org")
    first = token()
    with time_machine.travel(NOW + timedelta(days=400), tick=False):
        with pytest.raises(Missing):
            do_accept_as_new_player(token=first, **NINA)
        again = do_resend_invitation(by=anna, game_id=announced.pk, invitation_id=row.pk)
        assert again.expires_at == NOW + timedelta(days=414)
        assert token() != first
        player, seat = do_accept_as_new_player(token=token(), nonce="mine", **NINA)
    assert seat is not None
    assert (player.language, player.time_zone, player.has_usable_password()) == ("ja", "Asia/Tokyo", False)
    assert bytes(Seat.objects.get(pk=seat.pk).nonce) == b"mine"
    row.refresh_from_db()
    assert (row.accepted_at, row.player) == (NOW + timedelta(days=400), player)


# --- who comes


def test_who_is_asked_by_name_comes_and_nobody_else(announced: Game, anna: Player, ben: Player) -> None:
    do_invite(by=anna, game_id=announced.pk, player="ben")
    emil = Player.objects.create_user("emil", "emil@example.org", "pw")
    with pytest.raises(Forbidden, match="somebody else"):
        do_accept_invitation(player=emil, token=token())
    with pytest.raises(Forbidden, match="somebody else"):
        do_accept_as_new_player(token=token(), **NINA)
    seat = do_accept_invitation(player=ben, token=token(), nonce="ben's")
    assert seat is not None
    assert (seat.role, seat.player, bytes(seat.nonce)) == ("red", ben, b"ben's")


def test_a_link_to_an_address_is_good_for_whoever_has_it(announced: Game, anna: Player, ben: Player) -> None:
    row = do_invite(by=anna, game_id=announced.pk, role="black", email="nina@example.org")
    seat = do_accept_invitation(player=ben, token=token())
    assert seat is not None
    assert seat.role == "black"
    row.refresh_from_db()
    assert row.player == ben


def test_a_name_with_an_at_sign_is_none(announced: Game, anna: Player) -> None:
    do_invite(by=anna, game_id=announced.pk, email="nina@example.org")
    with pytest.raises(Malformed) as refusal:
        do_accept_as_new_player(token=token(), **{**NINA, "name": "ni@na"})
    assert refused(refusal) == [("/name", "invalid")]
    player, _ = do_accept_as_new_player(token=token(), password="secret", **NINA)
    assert player.check_password("secret")


def test_a_seat_that_is_gone_is_gone(announced: Game, anna: Player, ben: Player) -> None:
    do_invite(by=anna, game_id=announced.pk, email="nina@example.org")
    Seat.objects.filter(game=announced).update(kind="bot", bot="random")
    with pytest.raises(WrongState, match="taken by now"):
        do_accept_invitation(player=ben, token=token())
    assert Invitation.objects.get().accepted_at is None


def test_into_a_game_under_way_one_comes_in_place_of_another(running: Game, ben: Player, staff: Player) -> None:
    do_leave_game(player=ben, game_id=running.pk)
    do_invite(by=staff, game_id=running.pk, role="black", email="nina@example.org")
    player, seat = do_accept_as_new_player(token=token(), **NINA)
    assert seat is not None
    notice = Notice.objects.get(kind="substituted")
    assert (notice.facts["seat"], notice.author, seat.role) == ("black", staff, "black")
    assert Seat.objects.get(pk=seat.pk).player == player


# --- those who look on, and those who are named at the opening


def test_a_game_is_opened_to_observers_and_shut_and_it_is_noted(announced: Game, anna: Player, settings: Any) -> None:
    link = do_renew_observer_link(by=anna, game_id=announced.pk)
    assert link.startswith(f"{settings.PBEM_BASE_URL}/observe/")
    assert len(Game.objects.get().observer_digest) == 64
    assert do_renew_observer_link(by=anna, game_id=announced.pk, close=True) == ""
    assert Game.objects.get().observer_digest == ""
    entries = AuditEntry.objects.filter(action="observers").order_by("id")
    assert [(one.actor, one.game, one.facts) for one in entries] == [
        (anna.pk, announced.pk, {"shut": shut}) for shut in (False, True)
    ]
    assert not Observer.objects.exists()


@pytest.mark.parametrize(
    ("wish", "written"),
    [
        (SeatAssignment(role="red", invite=True, email="nina@example.org"), 1),
        (SeatAssignment(role="red", invite=True, player="ben"), 1),
        (SeatAssignment(role="red", invite=True), 0),
        (SeatAssignment(role="red", email="nina@example.org"), 0),
        (SeatAssignment(role="red", player="ben"), 0),
    ],
)
def test_who_is_named_and_asked_is_written_to(
    announced: Game, anna: Player, ben: Player, wish: SeatAssignment, written: int
) -> None:
    invite_named_players(anna, announced, [wish])
    assert len(letters()) == written
    if written:
        assert (letters()[0]["seat"], letters()[0]["by"]) == ("赤" if wish.player else "Red", "anna")
