"""What the operator sees of the server's health, and who else does not."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Game, Heartbeat, OutgoingMail, Player
from games.selectors.server_status import get_server_status
from games.services.account_emails import do_queue_account_email
from tests.pages.conftest import browser
from worker.due_work import find_due_work

pytestmark = pytest.mark.django_db

TOKEN = {"Authorization": "Bearer long and random"}


def numbers(client: Client) -> dict[str, float]:
    """The metrics by name and label."""
    text = client.get("/metrics", headers=TOKEN).content.decode()
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


def test_numbers_are_for_whoever_has_the_token(client: Client, settings: Any, running: Game) -> None:
    assert client.get("/metrics", headers=TOKEN).status_code == 404
    settings.PBEM_METRICS_TOKEN = "long and random"
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"Authorization": "Bearer wrong"}).status_code == 404
    OutgoingMail.objects.all().delete()
    do_queue_account_email(template="nobody", address="a@example.org")
    OutgoingMail.objects.update(next_try_at=timezone.now() - timedelta(minutes=5))
    Game.objects.filter(pk=running.pk).update(status="held")
    found = numbers(client)
    assert found['sealed_games{status="held"}'] == 1
    assert found['sealed_letters{status="queued"}'] == 1
    assert found["sealed_oldest_letter_seconds"] >= 300
    assert "sealed_sweep_age_seconds" not in found, "nobody has swept yet"
    find_due_work()
    assert numbers(client)["sealed_sweep_age_seconds"] < 60


def test_the_page_tells_staff_what_waits(as_staff: Client, as_anna: Client, running: Game) -> None:
    assert as_anna.get("/operator/").status_code == 403
    assert 'role="alert"' in as_staff.get("/operator/").content.decode(), "no sweep yet"
    find_due_work()
    Game.objects.filter(pk=running.pk).update(status="held", hold_reason="Replay diverged: red has the king")
    page = as_staff.get("/operator/").content.decode()
    assert 'role="alert"' not in page
    assert "red has the king" in page
    Heartbeat.objects.update(at=timezone.now() - timedelta(hours=1))
    assert 'role="alert"' in as_staff.get("/operator/").content.decode()


def test_staff_who_play_do_not_read_why_a_game_is_held(running: Game, ben: Player) -> None:
    Player.objects.filter(pk=ben.pk).update(is_staff=True)
    Game.objects.filter(pk=running.pk).update(status="held", hold_reason="Replay diverged: red has the king")
    page = browser(Player.objects.get(pk=ben.pk)).get("/operator/").content.decode()
    assert running.name in page
    assert "red has the king" not in page


def test_the_numbers_tell_staff_who_play_nothing_of_their_own_games(running: Game, ben: Player, staff: Player) -> None:
    """That a letter waits tells who has not answered."""
    Player.objects.filter(pk=ben.pk).update(is_staff=True)
    OutgoingMail.objects.filter(game=running).update(status="queued", next_try_at=timezone.now())
    assert get_server_status(staff).letters["queued"] > 0
    found = get_server_status(Player.objects.get(pk=ben.pk))
    assert (found.letters["queued"], found.oldest_letter, found.due) == (0, None, 0)
    assert "Queue" not in browser(Player.objects.get(pk=ben.pk)).get("/operator/").content.decode()


@pytest.mark.postgresql
def test_games_that_are_over_are_not_read_through_for_a_number(monkeypatch: pytest.MonkeyPatch, running: Game) -> None:
    """Of many games the database's own belief is told; those that are not over are counted."""
    rows = [Game(name=f"old {at}", title="pirates", data_pack_id=running.data_pack_id) for at in range(40)]
    for row in rows:
        row.status, row.scenario, row.rules_version = Game.Status.OVER, "two_players", "1"
    Game.objects.bulk_create(rows)
    assert get_server_status().games["over"] == 40
    monkeypatch.setattr("games.selectors.server_status.ESTIMATED_FROM", 30)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE games_game")
    Game.objects.filter(pk=running.pk).update(status="held")
    with CaptureQueriesContext(connection) as asked:
        found = get_server_status().games
    others = Game.objects.exclude(status="over").count()
    assert (found["over"], found["held"], sum(found.values())) == (40, 1, 40 + others)
    assert not [query["sql"] for query in asked if "= 'over'" in query["sql"]]
