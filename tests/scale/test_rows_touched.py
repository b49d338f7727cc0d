"""Cost follows what is due and what is shown, not what exists: no statement reads five thousand games through.

The games are a few of every kind, multiplied by the database. What is counted are rows, never times.
"""

from collections.abc import Callable, Iterator
from datetime import timedelta
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from bench.multiplied import multiply, tidy
from games.kernel.title import Title
from games.models import Game, Opening, OutgoingMail, Player, Seat
from games.persistence.absence_policy import AbsencePolicy, dump_absence_policy
from games.selectors.due_work import find_overlooked_games, list_due_games, list_due_reminders
from games.selectors.outbox import has_unsent_mail
from games.services import outbox
from games.services.creation import SeatAssignment, do_create_game
from games.services.lifecycle import do_abandon_game, do_join_game, do_start_game
from games.services.openings import PROPOSAL_LIFETIME, find_expired_openings
from games.services.reserve_calls import begin_reserve_call
from games.services.reserves import do_call_reserves, do_volunteer
from games.services.resolve.advance import do_resolve
from games.services.umpire import do_pause
from games.services.vacations import do_apply_vacation_stand_ins
from tests.scale.touched import rows_touched
from tests.table import answer, play_out

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql, pytest.mark.slow]

Call = tuple[str, Callable[[], Any]]
COPIES = 500
MOST_ROWS = 400
"""Rows that one statement may read: a page of forty games with all their seats, and room to spare."""


@pytest.fixture
def many(toy: Title[Any], anna: Player, ben: Player, staff: Player) -> Game:
    """Ten games of every kind, and five hundred copies of each; the one that anna plays in."""
    kinds: dict[str, Game] = {}
    for kind in ("over", "ended", "thinking", "answered", "awaited", "paused", "abandoned", "open", "overdue", "bots"):
        wishes = (
            [SeatAssignment(role="red", bot="random"), SeatAssignment(role="black", bot="random")]
            if kind == "bots"
            else []
        )
        hours = {"deadline_hours": 48, "reminder_hours": 12}
        kinds[kind] = game = do_create_game(
            host=anna, title="toy", scenario="standard", name=f"{kind} sea", seats=wishes, **hours
        )
        if kind in ("open", "bots"):
            continue
        for player in (anna, ben):
            do_join_game(player=player, game_id=game.pk)
        do_start_game(player=anna, game_id=game.pk)
        do_resolve(game.pk)
    for kind in ("over", "ended"):
        play_out(kinds[kind])
    for kind in ("answered", "paused"):
        answer(kinds[kind], "red")
    do_pause(by=staff, game_id=kinds["paused"].pk)
    do_abandon_game(player=staff, game_id=kinds["abandoned"].pk)
    _call_reserves(kinds["awaited"])
    _wait_for_a_yes(anna)
    OutgoingMail.objects.update(status="sent", sent_at=timezone.now())
    multiply(COPIES)
    do_start_game(player=anna, game_id=kinds["bots"].pk)
    for kind in ("overdue", "awaited"):
        kinds[kind].requests.update(due_at=timezone.now() + timedelta(hours=1), remind_at=timezone.now())
    Game.objects.filter(pk=kinds["overdue"].pk).update(wake_at=timezone.now())
    OutgoingMail.objects.filter(game=kinds["thinking"]).update(status="queued", sent_at=None)
    tidy()
    return kinds["thinking"]


def _call_reserves(game: Game) -> None:
    """Somebody is being asked to take a seat, and has time to think."""
    Game.objects.filter(pk=game.pk).update(absence=dump_absence_policy(AbsencePolicy(after=1, reserves=True)))
    do_volunteer(player=Player.objects.create_user("emil", "emil@example.org", "pw"), game_id=game.pk)
    begin_reserve_call(Seat.objects.get(game=game, role="red"))
    assert do_call_reserves(timezone.now()) == 1


def _wait_for_a_yes(player: Player) -> None:
    """Many games have been shown by mail, and may be opened still."""
    soon = timezone.now() + PROPOSAL_LIFETIME
    Opening.objects.bulk_create(Opening(player=player, plan={}, expires_at=soon) for _ in range(COPIES * 10))


def calls(game: Game, anna: Player, staff: Player) -> Iterator[Call]:
    """What is asked of the store all day, by name."""
    yield "due games", lambda: len(list_due_games()) == 2
    yield "overlooked games", lambda: find_overlooked_games() == []
    yield "due reminders", lambda: len(list_due_reminders()) == 4
    yield "vacations that begin or end", lambda: do_apply_vacation_stand_ins(timezone.now()) == 0
    yield "reserves to be asked", lambda: do_call_reserves(timezone.now()) == 0
    yield "games that nobody will open", lambda: list(find_expired_openings(timezone.now())) == []
    yield "unsent mail", has_unsent_mail
    yield "taking up mail left lying", lambda: outbox.release_expired_leases() == 0
    yield "claiming mail", lambda: outbox.claim_mail(uuid4(), lease_seconds=60, suspects=True)
    yield "a game by name", lambda: _where("thinking sea")
    yield "a game by the beginning of its id", lambda: _where(str(game.pk)[:13])
    yield from _pages_of_a_player(game, anna)
    yield from _pages_of_an_operator(game, staff)


def _pages_of_a_player(game: Game, anna: Player) -> Iterator[Call]:
    player = Client()
    player.force_login(anna)
    place = f"/api/v1/games/{game.pk}/"
    for path in (
        *("/api/v1/games/", "/api/v1/games/?mine=true", "/api/v1/games/?status=held", "/api/v1/games/?title=pirates"),
        *("/api/v1/games/?status=running&title=toy", "/api/v1/decisions/", place, f"{place}view/", f"{place}events/"),
        *("/api/v1/reserves/", f"{place}reserves/"),
        *(f"{place}dice/", f"{place}notices/", f"{place}messages/", f"{place}standing-orders/"),
        *("/", "/games/", f"/games/{game.pk}/", f"/games/{game.pk}/messages/", "/profile/"),
    ):
        yield path, lambda path=path: player.get(path).status_code == 200
    old = _old_game()
    yield "the last pages of all games", lambda: player.get(f"/games/?behind={old.pk}").status_code == 200


def _pages_of_an_operator(game: Game, staff: Player) -> Iterator[Call]:
    operator, admin, old = Client(), "/admin/games", _old_game()
    operator.force_login(staff)
    last = OutgoingMail.objects.order_by("id")[100]
    for path in (f"{admin}/game/?behind={old.pk}", f"{admin}/outgoingmail/?behind={last.pk}"):
        yield path, lambda path=path: operator.get(path).status_code == 200
    for path in (
        *("/mail/", f"{admin}/game/", f"{admin}/game/?q=thinking", f"{admin}/game/?q={game.pk}"),
        f"{admin}/game/?q=ann",
        *(f"{admin}/game/?status__exact=held", f"{admin}/game/{game.pk}/change/", f"{admin}/game/{game.pk}/replay/"),
        *(f"{admin}/outgoingmail/", f"{admin}/outgoingmail/?q=thinking", f"{admin}/outgoingmail/?q=anna"),
        *(f"{admin}/outgoingmail/?status__exact=failed", f"{admin}/outgoingmail/?kind__exact=advice"),
        *(f"{admin}/notice/", f"{admin}/notice/?q=thinking", f"{admin}/journalsegment/", f"{admin}/auditentry/"),
        *(f"{admin}/reservecall/", f"{admin}/reservecall/?q=awaited", f"{admin}/reservestep/"),
        *(f"{admin}/journalsegment/?q=thinking", f"{admin}/auditentry/?q={staff.pk}", f"{admin}/player/?q=ben"),
        *(f"{admin}/player/", "/admin/knox/authtoken/?q=ann", "/admin/"),
    ):
        yield path, lambda path=path: operator.get(path).status_code == 200


def _old_game() -> Game:
    return Game.objects.order_by("created_at", "-id")[100]


def _where(name: str) -> bool:
    told = StringIO()
    call_command("where", name, stdout=told)
    return "thinking sea" in told.getvalue()


def test_no_call_reads_more_than_it_shows(many: Game, anna: Player, staff: Player) -> None:
    costly: list[str] = []
    for name, call in calls(many, anna, staff):
        with rows_touched() as asked:
            if not call():
                costly.append(f"{name}: refused")
        costly += [f"{name}: {one.rows} rows by {one.sql}" for one in asked if one.rows > MOST_ROWS]
    assert costly == [], "\n".join(costly)
    assert connection.vendor == "postgresql"
