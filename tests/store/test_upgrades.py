"""The way up from each release: its database is migrated, and everything in it goes on.

The files in ``tests/upgrades`` are never rewritten once their release is out; `python -m tools.keep_release` writes
that of a new one.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.conf import global_settings
from django.core import mail
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.test import Client
from knox.models import AuthToken

from games import registry
from games.models import Game, IncomingMail, OpenRequest, OutgoingMail, Player, StandingOrder, Webhook
from games.selectors.email_context import load_email_context
from games.selectors.outbox import WAIT_FOR_NEWS_OF_DAY
from games.selectors.standing_orders import list_orders
from games.selectors.verification import find_chain_faults, find_dice_faults
from games.services.hold import do_release
from games.services.resolve.advance import do_resolve
from games.services.resolve.dry_run import check_resolve
from tests.store.test_migrations import empty_database, schema
from tools.keep_packs import release
from tools.keep_release.__main__ import FOLDER, KEY, MOST_BYTES
from tools.keep_release.rows import Release, columns_of, load_database, read_release
from tools.keep_release.world import FINISHED, PASSWORD, RUNNING, answer_by_example, open_requests
from worker.mail.inbound.dispatch import handle_inbound
from worker.mail.outbound.delivery import send_due_mail
from worker.mail.outbound.mime_message import build_message

pytestmark = pytest.mark.django_db

FILES = sorted(FOLDER.glob("*.json.xz"))
TITLES = ("battleships", "goeben", "pirates", "pq17")


@pytest.fixture(scope="module", params=FILES, ids=lambda path: path.name.removesuffix(".json.xz"))
def kept(request: pytest.FixtureRequest) -> Release:
    path: Path = request.param
    return read_release(path.read_bytes())


@pytest.fixture(scope="module")
def upgraded(kept: Release, django_db_setup: None, django_db_blocker: Any) -> Iterator[dict[str, int]]:
    """The release's database, migrated to the present; each test plays in a transaction of its own."""
    with django_db_blocker.unblock(), empty_database():
        load_database(kept)
        call_command("migrate", verbosity=0)
        with connection.cursor() as cursor:
            tables = [name for name in connection.introspection.table_names(cursor) if name.startswith("games_")]
            counts = {}
            for name in tables:
                cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(name)}")  # noqa: S608  # a table of ours
                counts[name] = cursor.fetchone()[0]
        yield counts


@pytest.fixture(autouse=True)
def _keys_of_the_release(settings: Any) -> None:
    """A host keeps the keys over an upgrade; they open what is sealed in the database."""
    settings.SECRET_KEY = KEY
    settings.PBEM_MAIL_REPLY_ADDRESS = "orders@example.org"


def test_this_release_is_kept() -> None:
    names = [path.name for path in FILES]
    assert f"{release()}.json.xz" in names, "`python -m tools.keep_release` keeps the database of this release"
    assert sum(path.stat().st_size for path in FILES if path.name.startswith(release())) <= MOST_BYTES


def test_its_migrations_are_still_there_and_make_the_same_columns(kept: Release) -> None:
    known = MigrationLoader(connection).disk_migrations
    assert [name for name in kept.migrations if tuple(name) not in known] == []
    assert columns_of(kept) == kept.columns, "a released migration was changed: write a new one instead"


def test_the_upgraded_schema_is_that_of_a_new_database(kept: Release) -> None:
    fresh = schema()
    with empty_database():
        load_database(kept)
        call_command("migrate", verbosity=0)
        assert schema() == fresh


def test_no_row_is_lost(kept: Release, upgraded: dict[str, int]) -> None:
    before = {name.replace(".", "_"): len(rows) for name, rows in kept.rows.items() if name.startswith("games.")}
    assert {name: upgraded[name] for name in before if name in upgraded} == before


def test_players_log_in_with_their_settings(upgraded: Any, client: Client, settings: Any) -> None:
    settings.PASSWORD_HASHERS = global_settings.PASSWORD_HASHERS  # what servers have; tests hash quickly
    assert client.login(username="ben", password=PASSWORD)
    ben = Player.objects.get(username="ben")
    assert (ben.language, ben.time_zone, ben.mail_preferences["pictures"]) == ("ja", "Asia/Tokyo", False)
    anna = Player.objects.get(username="anna")
    assert (anna.vacation_stand_in, str(anna.vacation_from)) == (True, "2040-07-01")
    assert Player.objects.get(username="clara").language == "de"
    assert EmailAddress.objects.filter(user=anna, verified=True).exists()
    assert AuthToken.objects.filter(user=anna).exists()
    assert Webhook.objects.filter(player=anna, off_at=None).exists()


@pytest.mark.parametrize("title", TITLES)
def test_a_running_game_is_read_and_played_on(title: str, upgraded: Any, client: Client) -> None:
    game = Game.objects.get(title=title, name=f"{RUNNING} {title}")
    assert find_chain_faults(game.pk) == find_dice_faults(game.pk) == []
    if game.rules_version == registry.current_title(title).rules.version:
        assert check_resolve(game) == []
    client.force_login(Player.objects.get(username="anna"))
    assert client.get(f"/games/{game.pk}/").status_code == 200
    stop = game.stop
    _resolved(game)
    for request in open_requests(game):
        answer_by_example(request)
    _resolved(game)
    assert (game.status, game.stop > stop) == (Game.Status.RUNNING, True)
    assert OpenRequest.objects.filter(game=game, closed_at=None).exists()
    assert find_chain_faults(game.pk) == find_dice_faults(game.pk) == []


def _resolved(game: Game) -> None:
    """Resolve; a game whose rules have changed since is held, and its umpire releases it."""
    while (done := do_resolve(game.pk)).more or done.held:
        if done.held:
            do_release(by=Player.objects.get(username="ulla"), game_id=game.pk)
    game.refresh_from_db()


def test_a_finished_game_is_shown_and_verified(upgraded: Any, client: Client) -> None:
    game = Game.objects.get(name=FINISHED)
    assert game.status == Game.Status.OVER
    assert find_chain_faults(game.pk) == find_dice_faults(game.pk) == []
    client.force_login(Player.objects.get(username="anna"))
    for path in (f"/games/{game.pk}/", f"/api/v1/games/{game.pk}/record/"):
        assert client.get(path).status_code == 200


def test_standing_orders_are_still_read(upgraded: Any) -> None:
    rows = list(StandingOrder.objects.filter(seat__player__isnull=False).select_related("seat__player", "game"))
    assert rows
    for row in rows:
        assert row.seat.player
        assert row.pk in {one.id for one in list_orders(row.seat.player, row.game_id, row.seat.role) if one.active}


def test_waiting_e_mails_are_written_and_sent(upgraded: Any, mailoutbox: list[Any]) -> None:
    waiting = list(OutgoingMail.objects.filter(status=OutgoingMail.Status.QUEUED))
    assert {"stop", "message", "account"} <= {row.kind for row in waiting}
    for row in waiting:
        if context := load_email_context(row):
            assert build_message(context).subject
    send_due_mail()
    left = OutgoingMail.objects.filter(status__in=(OutgoingMail.Status.QUEUED, OutgoingMail.Status.FAILED))
    assert {row.error for row in left} <= {WAIT_FOR_NEWS_OF_DAY}
    assert {"ben@example.org", "dora@example.org"} <= {address for letter in mail.outbox for address in letter.to}


def test_received_e_mails_are_handled(upgraded: Any) -> None:
    assert IncomingMail.objects.count() == 1
    handle_inbound()
    assert not IncomingMail.objects.filter(status=IncomingMail.Status.QUEUED).exists()
