"""Staff who play: what the admin must not tell them of their own games, and must not let them do to the other side."""

from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from knox.models import AuthToken

from games.models import AuditEntry, Game, JournalSegment, Notice, OutgoingMail, Player
from games.services.players import do_create_unlimited_token
from tests.table import play_out

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

TELLING = (JournalSegment, Notice, OutgoingMail, AuditEntry)
"""Records whose very number tells of the hidden course of a game."""


def page(model: Any, name: str, *args: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{name}", args=args)


def test_what_a_page_leaves_out_is_a_field_of_its_model() -> None:
    """A name that is no field any more would leave nothing out."""
    left_out = {
        model: set(admin.site.get_model_admin(model).exclude or ())
        for model in apps.get_models()
        if admin.site.is_registered(model)
    }
    assert "sealed" in left_out[OutgoingMail]
    for model, names in left_out.items():
        assert names <= {field.name for field in model._meta.get_fields()}, model


@pytest.fixture
def at_table(running: Game, staff: Player, anna: Player) -> Game:
    """The running game with a record of each kind, and with staff in the red seat."""
    Notice.objects.create(game=running, stop=1, kind="draft_taken", seats=["black"], facts={"seat": "black"})
    AuditEntry.objects.create(game=running.pk, actor=anna.pk, action="rewind", facts={"to": 7})
    running.seats.filter(role="red").update(player=staff)
    return running


def _shown(as_staff: Client, model: Any) -> int:
    found: int = as_staff.get(page(model, "changelist")).context["cl"].result_count
    return found


@pytest.mark.both_databases
@pytest.mark.parametrize("model", TELLING)
def test_staff_who_play_see_no_records_of_their_game(as_staff: Client, at_table: Game, model: Any) -> None:
    row = model.objects.filter(game=at_table.pk).first()
    assert _shown(as_staff, model) == 0
    assert as_staff.get(page(model, "change", row.pk)).status_code == 302, "as for a row that does not exist"


@pytest.mark.parametrize("model", TELLING)
def test_they_see_them_when_the_game_is_over(as_staff: Client, at_table: Game, model: Any) -> None:
    play_out(at_table)
    assert _shown(as_staff, model) > 0


@pytest.mark.parametrize("model", TELLING)
def test_others_of_the_staff_see_them_at_once(as_staff: Client, at_table: Game, anna: Player, model: Any) -> None:
    at_table.seats.filter(role="red").update(player=anna)
    assert _shown(as_staff, model) > 0


@pytest.mark.parametrize(
    ("model", "query"),
    [
        (Game, "due_from__isnull=False"),
        (Game, "stop__gt=1"),
        (Game, "hold_reason__contains=x"),
        (Game, "requests__ready=True"),
        (Game, "lookouts=1"),
        (Game, "status__exact=%00"),
        (OutgoingMail, "stop__gt=1"),
        (JournalSegment, "entries__contains=x"),
        (AuditEntry, "facts__to=7"),
    ],
)
def test_lists_filter_by_what_they_offer_and_by_nothing_else(
    as_staff: Client, running: Game, model: Any, query: str
) -> None:
    """An address can name any field, so that each would be a question about what is hidden."""
    assert as_staff.get(f"{page(model, 'changelist')}?{query}").status_code == 400


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "query", ["status__exact=running", "title=toy", "created_at__year=2026", "scenario=standard", "q=North", "o=4"]
)
def test_the_filters_that_are_offered_work(as_staff: Client, running: Game, query: str) -> None:
    Game.objects.update(created_at=timezone.now().replace(year=2026))
    assert as_staff.get(f"{page(Game, 'changelist')}?{query}").context["cl"].result_count == 1


def test_no_token_is_made_for_another_player(as_staff: Client, anna: Player) -> None:
    """With a token one plays, and looks, as its owner."""
    assert as_staff.get(page(AuthToken, "add")).status_code == 403
    assert as_staff.post(page(AuthToken, "add"), {"user": anna.pk}).status_code == 403
    assert not AuthToken.objects.exists()


@pytest.mark.both_databases
def test_a_token_is_revoked_but_not_changed(as_staff: Client, staff: Player, anna: Player) -> None:
    do_create_unlimited_token(player=anna)
    token = AuthToken.objects.get()
    assert as_staff.post(page(AuthToken, "change", token.pk), {"user": staff.pk}).status_code == 403
    as_staff.post(page(AuthToken, "delete", token.pk), {"post": "yes"})
    assert not AuthToken.objects.exists()


@pytest.mark.both_databases
def test_who_plays_cannot_take_over_an_opponents_account(as_staff: Client, at_table: Game, ben: Player) -> None:
    """Neither a new password nor an address of one's own, by which the opponent's letters would come."""
    before = Player.objects.values().get(pk=ben.pk)
    password = reverse("admin:auth_user_password_change", args=[ben.pk])
    given = {"password1": "fjord-lantern-9", "password2": "fjord-lantern-9", "usable_password": "true"}
    assert as_staff.post(password, given).status_code == 403
    assert as_staff.post(page(Player, "change", ben.pk), {"email": "mine@example.org"}).status_code == 403
    assert as_staff.post(page(Player, "delete", ben.pk), {"post": "yes"}).status_code == 403
    assert Player.objects.values().get(pk=ben.pk) == before
    shown = as_staff.get(page(Player, "change", ben.pk))
    assert shown.status_code == 200
    assert ben.password not in shown.content.decode()


def test_other_players_can_be_changed(as_staff: Client, running: Game, ben: Player) -> None:
    assert as_staff.get(reverse("admin:auth_user_password_change", args=[ben.pk])).status_code == 200
