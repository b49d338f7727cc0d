"""Deleting an account and downloading its data: games stay whole, and nobody reads another seat's secrets."""

import json
from typing import Any

import pytest
from django.test import Client

from games.errors import WrongState
from games.models import (
    Game,
    Invitation,
    MailEvent,
    MessageCopy,
    OpenRequest,
    OutgoingMail,
    Player,
    SealedAnswer,
    Seat,
)
from games.persistence.encryption import decrypt
from games.selectors.personal_data import export_personal_data
from games.selectors.verification import verify_game
from games.services.account_deletion import do_delete_account
from games.services.creation import SeatAssignment, do_create_game
from games.services.export import export_game
from games.services.importing.game_import import import_game
from games.services.invitations import do_invite
from games.services.lifecycle import do_leave_game
from games.services.mail_delivery import DeliveryReport, do_record_delivery_event
from games.services.messages import do_send_message
from games.services.notebook import do_write_notes
from games.services.profile import do_create_token
from games.services.standing_orders import do_add_order
from games.services.umpire import do_substitute
from games.services.webhooks import do_add_webhook
from tests.table import answer, play_out

pytestmark = pytest.mark.django_db


@pytest.fixture
def lived_in(running: Game, anna: Player, ben: Player) -> Game:
    """Both have written to each other, answered and kept notes."""
    do_send_message(player=anna, game_id=running.pk, to=["black"], text="From Anna.")
    do_send_message(player=ben, game_id=running.pk, to=["red"], text="From Ben.")
    do_write_notes(player=anna, game_id=running.pk, text="Anna's notes.")
    do_write_notes(player=ben, game_id=running.pk, text="Ben's notes.")
    do_add_order(player=anna, game_id=running.pk, raw={"kind": "bid", "answer": "high"})
    answer(running, "red")
    answer(running, "black")
    return running


def data_of(player: Player) -> Any:
    return json.loads(export_personal_data(player))


def test_the_document_holds_what_the_person_wrote_and_received(lived_in: Game, anna: Player) -> None:
    do_create_token(player=anna)
    do_add_webhook(player=anna, url="https://example.org/hook")
    found = data_of(anna)
    assert found["account"]["email"] == "anna@example.org"
    assert [one["text"] for one in found["notes"]] == ["Anna's notes."]
    (seat,) = found["seats"]
    assert (seat["seat"], seat["game"]["name"]) == ("red", lived_in.name)
    assert [one["text"] for one in seat["messages"]] == ["From Anna.", "From Ben."]
    assert [one["order"]["kind"] for one in seat["standing_orders"]] == ["bid"]
    (orders,) = seat["orders"]
    stored = SealedAnswer.objects.get(request__seat__role="red")
    assert orders["answers"][0]["answer"] == json.loads(bytes(stored.answer or b""))
    assert [one["url"] for one in found["webhooks"]] == ["https://example.org/hook"]
    assert len(found["tokens"]) == 1
    assert found["games"][0]["host"] is True
    assert found["emails_sent_to_you"]


def test_the_document_holds_nothing_of_another_seat(lived_in: Game, anna: Player, ben: Player) -> None:
    text = export_personal_data(anna).decode()
    theirs = SealedAnswer.objects.get(request__seat__role="black")
    assert str(theirs.request_id) not in text
    assert "Ben's notes." not in text
    assert "ben@example.org" not in text
    assert anna.password not in text
    assert "secret" not in text.casefold()
    assert {one["seat"] for one in data_of(anna)["seats"]} == {"red"}


def test_a_former_holder_has_only_what_belongs_to_the_tenure(
    lived_in: Game, anna: Player, ben: Player, staff: Player
) -> None:
    nina = Player.objects.create_user("nina", "nina@example.org", "pw")
    do_substitute(by=staff, game_id=lived_in.pk, role="black", player=nina)
    do_send_message(player=anna, game_id=lived_in.pk, to=["black"], text="Only for Nina.")
    answer(lived_in, "black")
    former, present = (data_of(one)["seats"][0] for one in (ben, nina))
    assert [one["text"] for one in former["messages"]] == ["From Anna.", "From Ben."]
    assert [one["revision"] for one in former["orders"][0]["answers"]] == [1]
    assert [one["revision"] for one in present["orders"][0]["answers"]] == [3]
    assert present["messages"][-1]["text"] == "Only for Nina."


def test_a_deleted_account_leaves_its_games_whole(lived_in: Game, anna: Player, ben: Player, staff: Player) -> None:
    assert do_delete_account(player=anna) is True
    assert not Player.objects.filter(username="anna").exists()
    lived_in.refresh_from_db()
    assert lived_in.host == ben
    assert Seat.objects.get(game=lived_in, role="red").kind == "open"
    assert MessageCopy.objects.filter(seat__role="black", message__text="From Anna.").exists()
    document = export_game(by=staff, game_id=lived_in.pk)
    assert b"anna@example.org" not in document
    assert b'"anna"' not in document
    assert import_game(by=staff, data=document).started_at == lived_in.started_at
    assert do_delete_account(player=anna) is False


def test_the_proofs_of_a_finished_game_hold(running: Game, anna: Player, ben: Player) -> None:
    game = play_out(running)
    before = verify_game(game.pk)
    do_delete_account(player=anna)
    assert verify_game(game.pk) == before
    seat = Seat.objects.get(game=game, role="red")
    assert (seat.kind, seat.player) == ("player", None)
    assert OpenRequest.objects.filter(seat=seat).exists()


def test_addresses_are_erased_and_the_person_is_told(running: Game, anna: Player, staff: Player) -> None:
    mail = OutgoingMail.objects.filter(player=anna, game=running).latest("id")
    failed = DeliveryReport("bounced", "smtp", detail="550 <anna@example.org> no such user")
    do_record_delivery_event(mail, failed, address="digest")
    other = do_create_game(
        host=staff, title="toy", scenario="standard", seats=[SeatAssignment(role="red", email="ANNA@example.org")]
    )
    do_invite(by=staff, game_id=other.pk, email="anna@example.org", role="black")
    do_delete_account(player=anna)
    event = MailEvent.objects.get(mail=mail, what="bounced")
    assert (event.address, event.detail) == ("", "")
    assert Seat.objects.get(game=other, role="red").reserved_for == ""
    assert not Invitation.objects.filter(address__iexact="anna@example.org").exists()
    told = OutgoingMail.objects.latest("id")
    facts = decrypt(bytes(told.sealed)) or {}
    assert (told.player, facts["what"], facts["address"]) == (None, "account_deleted", "anna@example.org")
    assert OutgoingMail.objects.get(pk=mail.pk).status == "dropped"


def test_the_only_administrator_stays(staff: Player) -> None:
    with pytest.raises(WrongState):
        do_delete_account(player=staff)
    Player.objects.create_superuser("second", "second@example.org", "pw")
    assert do_delete_account(player=staff) is True


def test_seats_that_were_left_before_are_no_longer_anybodys(lived_in: Game, ben: Player) -> None:
    do_leave_game(player=ben, game_id=lived_in.pk)
    do_delete_account(player=ben)
    assert list(lived_in.seats.get(role="black").tenures.values_list("player", flat=True)) == [None]


def test_the_admin_deactivates_and_deletes_as_the_owner_would(
    running: Game, ben: Player, staff: Player, admin_player: Client
) -> None:
    page = f"/admin/games/player/{ben.pk}/change/"
    form = admin_player.get(page).context["adminform"].form
    given = {name: "" if value is None else value for name, value in form.initial.items() if name != "is_active"}
    given |= {"mail_preferences": json.dumps(ben.mail_preferences), "mail_hours": "{}", "groups": []}
    given |= {"user_permissions": [], "is_staff": "", "is_superuser": "", "vacation_stand_in": ""}
    assert admin_player.post(page, given).status_code == 302
    assert Seat.objects.get(game=running, role="black").kind == "open"
    assert admin_player.post(f"/admin/games/player/{ben.pk}/delete/", {"post": "yes"}).status_code == 302
    assert not Player.objects.filter(pk=ben.pk).exists()
    own = f"/admin/games/player/{staff.pk}/delete/"
    assert admin_player.post(own, {"post": "yes"}).status_code == 403


@pytest.fixture
def admin_player(staff: Player) -> Client:
    client = Client()
    client.force_login(staff)
    return client
