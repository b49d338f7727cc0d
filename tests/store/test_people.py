"""What people change of themselves: another address, a new account, its settings, a token; bound by bound."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone
from knox.models import AuthToken

from games.errors import Forbidden, Missing, WrongState
from games.kernel.errors import Malformed
from games.models import AddressChange, AuditEntry, Game, Invitation, OutgoingMail, Player, Vacation
from games.persistence.encryption import decrypt
from games.persistence.mail_hours import MailHours
from games.services import triggers
from games.services.account_emails import NOBODY, do_queue_account_email
from games.services.address_changes import do_confirm_address_change, do_request_address_change
from games.services.invitations import do_complete_account, do_invite, do_send_welcome
from games.services.lifecycle import do_abandon_game
from games.services.moderators import moderators_of
from games.services.players import do_create_player, do_create_unlimited_token
from games.services.profile import do_create_token, do_delete_token, do_update_player
from games.services.purge import do_delete_unbegun, do_purge_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOW = datetime(2027, 3, 10, 12, tzinfo=timezone.get_default_timezone())
SECOND = timedelta(seconds=1)


def letters() -> list[dict[str, str]]:
    rows = OutgoingMail.objects.filter(kind="account").order_by("id")
    return [facts for row in rows if (facts := decrypt(bytes(row.sealed)))]


def token(facts: dict[str, str]) -> str:
    return facts["url"].rstrip("/").rpartition("/")[2]


def pointers(refusal: Any) -> list[str]:
    return [one.pointer for one in refusal.value.problems]


# --- another address


def test_an_address_is_changed_when_both_sides_have_said_so(anna: Player, settings: Any) -> None:
    with time_machine.travel(NOW, tick=False):
        do_request_address_change(player=anna, address=" New@Example.ORG ")
        assert AddressChange.objects.get().expires_at == NOW + timedelta(days=2)
    old, new = letters()
    for facts, what, address in ((old, "address_old", anna.email), (new, "address_new", "New@example.org")):
        assert (facts["what"], facts["address"], facts["name"], facts["new"]) == (
            what, address, "anna", "New@example.org",
        )  # fmt: skip
        assert facts["url"] == f"{settings.PBEM_BASE_URL}/address/{token(facts)}/"
    with time_machine.travel(NOW, tick=False):
        assert do_confirm_address_change(token=token(old)) is False
        assert do_confirm_address_change(token=token(old)) is False
        assert Player.objects.get(pk=anna.pk).email == "anna@example.org"
        assert do_confirm_address_change(token=token(new)) is True
    assert Player.objects.get(pk=anna.pk).email == "New@example.org"
    assert not AddressChange.objects.exists()
    told = letters()[2:]
    assert [facts["address"] for facts in told] == ["anna@example.org", "New@example.org"]
    assert {(facts["what"], facts["name"], facts["new"]) for facts in told} == {
        ("address_changed", "anna", "New@example.org")
    }
    with pytest.raises(Missing):
        do_confirm_address_change(token=token(new))


def test_the_new_side_alone_changes_nothing_and_a_wish_grows_old(anna: Player) -> None:
    with time_machine.travel(NOW, tick=False):
        do_request_address_change(player=anna, address="new@example.org")
        _, new = letters()
        assert do_confirm_address_change(token=token(new)) is False
        row = AddressChange.objects.get()
        assert (row.old_confirmed_at, row.new_confirmed_at) == (None, NOW)
    with time_machine.travel(NOW + timedelta(days=2, seconds=1), tick=False), pytest.raises(Missing):
        do_confirm_address_change(token=token(new))


def test_a_wish_before_this_one_is_forgotten(anna: Player, ben: Player) -> None:
    do_request_address_change(player=ben, address="other@example.org")
    do_request_address_change(player=anna, address="first@example.org")
    do_request_address_change(player=anna, address="second@example.org")
    assert sorted(AddressChange.objects.values_list("address", flat=True)) == [
        "other@example.org",
        "second@example.org",
    ]


def test_an_address_that_somebody_has_is_not_refused_and_nothing_goes_there(anna: Player, ben: Player) -> None:
    do_request_address_change(player=anna, address="BEN@example.org")
    old, new = letters()
    assert (old["what"], new["what"], new["address"]) == ("address_old", NOBODY, "BEN@example.org")


def test_an_address_that_was_taken_meanwhile_stays_its_owners(anna: Player, ben: Player) -> None:
    do_request_address_change(player=anna, address="new@example.org")
    old, new = letters()
    Player.objects.filter(pk=ben.pk).update(email="new@example.org")
    assert do_confirm_address_change(token=token(old)) is False
    assert do_confirm_address_change(token=token(new)) is False
    assert Player.objects.get(pk=anna.pk).email == "anna@example.org"
    assert len(letters()) == 2


@pytest.mark.parametrize(
    "address",
    ["", "anna", "a b@example.org", "ANNA@example.org", "n\u202ew@example.org", "new@ex\u202eample.org"],
)
def test_what_is_no_new_address_is_refused(anna: Player, address: str) -> None:
    with pytest.raises(Malformed) as refusal:
        do_request_address_change(player=anna, address=address)
    assert pointers(refusal) == ["/email"]
    assert letters() == []


# --- letters to persons, and who rules


def test_a_letter_to_a_person_is_in_the_persons_language(ben: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    hints: list[tuple[str, object]] = []
    monkeypatch.setattr(triggers, "trigger_after_commit", lambda name, game_id: hints.append((name, game_id)))
    row = do_queue_account_email(template="welcome", address="a@b.c", language="en", player=ben, facts={"url": "u"})
    assert decrypt(bytes(row.sealed)) == {"url": "u", "what": "welcome", "address": "a@b.c", "language": "ja"}
    assert (row.player, row.kind, row.stop, row.seat_stop, len(row.reference)) == (ben, "account", 0, 0, 32)
    other = do_queue_account_email(template="welcome", address="a@b.c", language="ja")
    assert decrypt(bytes(other.sealed)) == {"what": "welcome", "address": "a@b.c", "language": "ja"}
    assert other.message_id != row.message_id
    assert hints == [("mail", "")] * 2


def test_a_game_is_ruled_by_umpire_or_host_who_do_not_play_or_by_staff(
    running: Game, anna: Player, staff: Player
) -> None:
    emil, nina = (Player.objects.create_user(name, f"{name}@example.org", "pw") for name in ("emil", "nina"))
    assert moderators_of(running) == [staff]
    running.host = emil
    assert moderators_of(running) == [emil]
    running.umpire = nina
    assert moderators_of(running) == [nina]
    running.umpire = anna
    assert moderators_of(running) == [emil]
    Player.objects.filter(pk=emil.pk).update(is_active=False)
    assert moderators_of(running) == []
    running.host = anna
    for number in range(6):
        Player.objects.create_superuser(f"s{number}", f"s{number}@example.org", "pw")
    assert len(moderators_of(running)) == 5
    Player.objects.filter(username__startswith="s").update(is_active=False)
    assert moderators_of(running) == [staff]
    running.host = running.umpire = None
    running.seats.filter(role="red").update(player=staff)
    assert moderators_of(running) == []


# --- a new account


def test_a_player_is_made_as_it_is_said(db: None) -> None:
    plain = do_create_player(name=" nina ", email=" Nina@Example.ORG ")
    assert (plain.username, plain.email, plain.language, plain.time_zone) == ("nina", "Nina@example.org", "en", "UTC")
    assert (plain.is_staff, plain.is_superuser, plain.has_usable_password()) == (False, False, False)
    chief = do_create_player(
        name="otto", email="o@example.org", language="ja", time_zone="Asia/Tokyo", password="pw", staff=True
    )
    assert (chief.language, chief.time_zone, chief.is_staff, chief.is_superuser) == ("ja", "Asia/Tokyo", True, True)
    assert chief.check_password("pw")
    assert Player.objects.count() == 2


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ({"name": "ANNA"}, ["/name"]),
        ({"name": "anna@example.net"}, ["/name"]),
        ({"email": "ANNA@example.org"}, ["/email"]),
        ({"name": "a\u202eb"}, ["/name"]),
        ({"email": "nobody"}, ["/email"]),
        ({"language": "xx"}, ["/language"]),
        ({"time_zone": "Sea/North"}, ["/time_zone"]),
        ({"name": "ANNA", "time_zone": "Sea/North"}, ["/name", "/time_zone"]),
    ],
)
def test_an_account_that_will_not_do_is_refused_field_by_field(
    anna: Player, fields: dict[str, str], wanted: list[str]
) -> None:
    with pytest.raises(Malformed) as refusal:
        do_create_player(**{"name": "nina", "email": "nina@example.org", **fields})
    assert sorted(set(pointers(refusal))) == wanted
    assert {one.code for one in refusal.value.problems} == {"invalid"}
    assert Player.objects.count() == 1


def test_tokens_are_for_who_is_there(anna: Player, ben: Player) -> None:
    assert len(do_create_unlimited_token(player=anna)) > 32
    row = AuthToken.objects.get()
    assert (row.user, row.expiry) == (anna, None)
    anna.is_active = False
    with pytest.raises(WrongState, match="not active"):
        do_create_unlimited_token(player=anna)
    with time_machine.travel(NOW, tick=False):
        found = do_create_token(player=ben, hours=3)
        assert AuthToken.objects.get(user=ben).expiry == NOW + timedelta(hours=3)
    assert AuthToken.objects.filter(token_key=found.token[:15]).exists() or found.token
    with pytest.raises(Missing):
        do_delete_token(player=anna, token_id=str(found.about.id))
    do_delete_token(player=ben, token_id=str(found.about.id))
    assert AuthToken.objects.get() == row


# --- an account that others have made


def test_who_is_welcomed_sets_what_is_theirs_and_comes_in(anna: Player, ben: Player, settings: Any) -> None:
    with time_machine.travel(NOW, tick=False):
        link = do_send_welcome(player=ben, by=anna)
        row = Invitation.objects.get()
        assert (row.player, row.address, row.language, row.invited_by) == (ben, ben.email, "ja", anna)
        assert row.expires_at == NOW + timedelta(days=14)
        (letter,) = letters()
        assert (letter["what"], letter["url"], letter["by"], letter["name"]) == ("welcome", link, "anna", "ben")
        found = do_complete_account(token=token(letter), language="en", time_zone="Asia/Tokyo", password="other")
    ben.refresh_from_db()
    row.refresh_from_db()
    assert (found, ben.language, ben.time_zone, ben.check_password("other")) == (ben, "en", "Asia/Tokyo", True)
    assert row.accepted_at == NOW
    with pytest.raises(Missing):
        do_complete_account(token=token(letter), language="ja", time_zone="UTC")


def test_a_link_may_be_told_without_a_letter_and_no_password_leaves_the_old_one(ben: Player) -> None:
    link = do_send_welcome(player=ben, sends_email=False)
    assert letters() == []
    do_complete_account(token=link.rstrip("/").rpartition("/")[2], language="en", time_zone="UTC")
    assert Player.objects.get(pk=ben.pk).check_password("pw")


def test_a_link_to_a_seat_settles_nobody_in(announced: Game, anna: Player, ben: Player) -> None:
    do_invite(by=anna, game_id=announced.pk, player="ben")
    with pytest.raises(Missing):
        do_complete_account(token=token(letters()[-1]), language="en", time_zone="UTC")
    do_invite(by=anna, game_id=announced.pk, email="nina@example.org")
    with pytest.raises(Missing):
        do_complete_account(token=token(letters()[-1]), language="en", time_zone="UTC")
    assert Player.objects.get(pk=ben.pk).language == "ja"


# --- settings


def test_what_is_not_said_stays(ben: Player) -> None:
    Player.objects.filter(pk=ben.pk).update(mail_preferences={"stop": False}, vacation_stand_in=True)
    row = do_update_player(player=ben)
    assert (row.language, row.time_zone, row.mail_preferences, row.vacation_stand_in) == (
        "ja", "UTC", {"stop": False}, True,
    )  # fmt: skip
    row = do_update_player(player=ben, language="en", time_zone="Asia/Tokyo", mail_preferences={"notice": True})
    assert (row.language, row.time_zone, row.mail_preferences) == (
        "en", "Asia/Tokyo", {"stop": False, "notice": True},
    )  # fmt: skip
    assert do_update_player(player=ben, vacation_stand_in=False).vacation_stand_in is False
    ben.refresh_from_db()
    assert (ben.language, ben.vacation_stand_in) == ("en", False)


def test_a_vacation_is_stored_and_counted_and_taken_back(ben: Player) -> None:
    with time_machine.travel(NOW, tick=False):
        first, last = date(2027, 3, 11), date(2027, 3, 12)
        row = do_update_player(player=ben, vacation=(first, last))
        assert (row.vacation_from, row.vacation_until) == (first, last)
        assert Vacation.objects.values_list("first", "last").get() == (first, last)
        do_update_player(player=ben, language="en")
        assert Vacation.objects.count() == 1
        row = do_update_player(player=ben, vacation=(None, None))
        assert (row.vacation_from, row.vacation_until, Vacation.objects.count()) == (None, None, 0)
        row = do_update_player(player=ben, vacation=(last, last))
        assert (row.vacation_from, row.vacation_until) == (last, last)


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        ({"language": "xx"}, ["/language"]),
        ({"time_zone": "Sea/North"}, ["/time_zone"]),
        ({"vacation": (date(2027, 3, 12), date(2027, 3, 11))}, ["/vacation_until"]),
        ({"language": "xx", "vacation": (date(2027, 3, 12), date(2027, 3, 11))}, ["/language", "/vacation_until"]),
    ],
)
def test_settings_that_will_not_do_are_refused_and_nothing_is_changed(
    ben: Player, change: dict[str, Any], wanted: list[str]
) -> None:
    with pytest.raises(Malformed) as refusal:
        do_update_player(player=ben, mail_preferences={"stop": False}, **change)
    assert pointers(refusal) == wanted
    ben.refresh_from_db()
    assert (ben.language, "stop" in ben.mail_preferences, ben.vacation_until) == ("ja", False, None)


def test_letters_that_wait_are_looked_at_when_hours_or_zone_change(
    ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Player] = []
    monkeypatch.setattr("games.services.profile.recheck_delayed_mail", looked.append)
    do_update_player(player=ben, language="en")
    do_update_player(player=ben, time_zone="UTC", mail_hours=MailHours())
    assert looked == []
    do_update_player(player=ben, time_zone="Asia/Tokyo")
    assert looked == [ben]


# --- games that go for good


def test_a_game_is_purged_by_an_administrator_once_it_is_over(running: Game, staff: Player, anna: Player) -> None:
    clerk = Player.objects.create_user("clerk", "clerk@example.org", "pw", is_staff=True)
    with pytest.raises(Forbidden):
        do_purge_game(by=clerk, game_id=running.pk)
    for status in ("running", "paused", "held"):
        Game.objects.update(status=status)
        with pytest.raises(WrongState):
            do_purge_game(by=staff, game_id=running.pk)
    stop = Game.objects.get().stop
    Game.objects.update(status="abandoned")
    do_purge_game(by=staff, game_id=running.pk)
    assert not Game.objects.exists()
    assert not OutgoingMail.objects.exists()
    entry = AuditEntry.objects.get(action="purge")
    assert (entry.actor, entry.game, entry.facts) == (staff.pk, running.pk, {"title": "toy", "stops": stop})


def test_a_game_that_never_began_goes_when_nobody_else_sits_there(seated: Game, anna: Player, ben: Player) -> None:
    with pytest.raises(Forbidden):
        do_delete_unbegun(by=ben, game_id=seated.pk)
    with pytest.raises(WrongState, match="call it off first"):
        do_delete_unbegun(by=anna, game_id=seated.pk)
    do_abandon_game(player=anna, game_id=seated.pk)
    do_delete_unbegun(by=anna, game_id=seated.pk)
    assert not Game.objects.exists()
    entry = AuditEntry.objects.get(action="delete")
    assert (entry.actor, entry.game, entry.facts) == (anna.pk, seated.pk, {"title": "toy"})


def test_a_game_in_which_only_its_host_sits_goes_at_once(seated: Game, anna: Player) -> None:
    seated.seats.filter(role="black").update(kind="open", player=None)
    do_delete_unbegun(by=anna, game_id=seated.pk)
    assert not Game.objects.exists()


def test_a_game_that_has_begun_or_that_one_does_not_see_is_not_deleted(running: Game, anna: Player) -> None:
    emil = Player.objects.create_user("emil", "emil@example.org", "pw")
    Game.objects.update(visibility="private")
    with pytest.raises(Missing):
        do_delete_unbegun(by=emil, game_id=running.pk)
    for status in ("running", "abandoned"):
        Game.objects.update(status=status)
        with pytest.raises(WrongState, match="has begun"):
            do_delete_unbegun(by=anna, game_id=running.pk)
    Game.objects.update(started_at=None, status="running")
    with pytest.raises(WrongState, match="has begun"):
        do_delete_unbegun(by=anna, game_id=running.pk)
