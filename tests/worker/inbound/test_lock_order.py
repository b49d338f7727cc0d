"""E-mails that are handled at the same time: all take their locks in one order, so that none waits in a circle."""

from collections.abc import Callable
from datetime import UTC, datetime
from email.message import EmailMessage as Parsed
from threading import Event
from typing import Any
from uuid import UUID

import pytest
from django.core.mail import EmailMessage
from django.db import connection, transaction

from games.models import Game, IncomingMail, Player, Reserve
from games.selectors.decisions import Decision, get_decision
from games.services.account_emails import do_queue_account_email
from games.services.answers import seal_answer
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.mail_quarantine import leave_quarantine
from games.services.profile import do_update_player
from games.services.resolve.advance import do_resolve
from tests.store.test_concurrency import at_once
from tests.table import answer
from tests.worker.conftest import parsed
from tests.worker.inbound.test_replies import hand, sealed
from tests.worker.inbound.writing import bring, reply
from worker.mail.inbound.dispatch import handle_inbound
from worker.mail.inbound.ingest import ingest

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("replies"),
    pytest.mark.postgresql,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one transaction write at a time"),
]

To = Callable[[str], EmailMessage]
MEETING = 1.0
"""Seconds that one of two handlers waits for the other to come as far as it."""


@pytest.fixture
def letter(running: Game, to: To) -> Parsed:
    return parsed(to("anna"))


class Meeting:
    """Two transactions that each hold a lock before either asks for the next, as far as the order of locks allows."""

    def __init__(self) -> None:
        self._come = (Event(), Event())

    def after(self, act: Callable[..., Any], number: int) -> Callable[..., Any]:
        """Return a function that acts, says so, and waits for the other side."""

        def run(*args: Any, **kwargs: Any) -> Any:
            found = act(*args, **kwargs)
            self._come[number].set()
            self._come[1 - number].wait(MEETING)
            return found

        return run


def handled_without_errors() -> bool:
    return not IncomingMail.objects.exclude(error="").exists()


def due_now(row: IncomingMail) -> None:
    """Let its grace be over, and let all other e-mails have come in before it: for a later one it would wait."""
    now = datetime.now(UTC)
    IncomingMail.objects.filter(pk=row.pk).update(next_try_at=now, received_at=now)


def test_an_email_whose_grace_has_ended_and_a_proven_one(
    running: Game, letter: Parsed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One holds its row and asks for the game; the other holds the game and asks for that row."""
    first, second = hand(running)[:2]
    bring(reply(letter, first, "digest hourly", vouched=""))
    waits = IncomingMail.objects.get()
    ingest(reply(letter, second, "digest off"), channel="pipe")
    due_now(waits)
    meeting = Meeting()
    monkeypatch.setattr("worker.mail.inbound.dispatch.leave_quarantine", meeting.after(leave_quarantine, 0))
    monkeypatch.setattr("worker.mail.inbound.orders_execution.seal_answer", meeting.after(seal_answer, 1))
    at_once(handle_inbound, handle_inbound)
    assert handled_without_errors()
    assert sealed(running)[-1][0].decode().strip('"') == second
    assert Player.objects.get(username="anna").mail_hours.get("digest", "") == ""


def test_ready_confirms_the_orders_that_are_given_on_the_page_meanwhile(
    running: Game, letter: Parsed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page waits for no e-mail of its player: what it submits is not replaced by what stood before."""
    first, second = hand(running)[:2]
    answer(running, "red", first, ready=False)
    seen: list[int] = []

    def overtaken(player: Player, request: UUID) -> Decision:
        found = get_decision(player, request)
        if not seen:
            at_once(lambda: answer(running, "red", second, ready=False))
        seen.append(found.revision)
        return found

    monkeypatch.setattr("worker.mail.inbound.orders_execution.get_decision", overtaken)
    bring(reply(letter, "ready"))
    assert (seen, handled_without_errors()) == ([1, 2], True)
    assert [(raw.decode().strip('"'), ready) for raw, ready, _ in sealed(running)] == [
        (first, False),
        (second, False),
        (second, True),
    ]


@pytest.fixture
def neighbours(toy: object, anna: Player, ben: Player) -> tuple[Game, Game]:
    """Two games: anna plays in the first and ben in the second, and either may be a reserve of the other."""
    absence = {"reserves": True}
    games = []
    for name, players in (("Malta", ("anna", "carl")), ("Suez", ("ben", "dora"))):
        people = [
            Player.objects.filter(username=one).first() or Player.objects.create_user(one, f"{one}@example.org", "pw")
            for one in players
        ]
        game = do_create_game(host=people[0], title="toy", scenario="standard", name=name, deadline_hours=48)
        for player, role in zip(people, ("red", "black"), strict=True):
            do_join_game(player=player, game_id=game.pk, role=role)
        do_start_game(player=people[0], game_id=game.pk)
        do_resolve(game.pk)
        Game.objects.filter(pk=game.pk).update(absence=absence)
        games.append(game)
    return games[0], games[1]


def letter_about(game: Game, letters: list[EmailMessage], name: str) -> Parsed:
    return next(parsed(one) for one in letters if game.name in one.subject and one.to == [f"{name}@example.org"])


def test_two_emails_about_two_games_each(
    neighbours: tuple[Game, Game], send: Callable[[], list[EmailMessage]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Orders to one game, and the wish to be a reserve of the other, from both sides."""
    malta, suez = neighbours
    letters = send()
    for game, name, other in ((malta, "anna", suez), (suez, "ben", malta)):
        ingest(reply(letter_about(game, letters, name), hand(game)[0], f"volunteer {other.name}"), channel="pipe")
    meeting = Meeting()
    sealing = {malta.pk: meeting.after(seal_answer, 0), suez.pk: meeting.after(seal_answer, 1)}
    monkeypatch.setattr(
        "worker.mail.inbound.orders_execution.seal_answer",
        lambda request, *rest, **more: sealing[request.game_id](request, *rest, **more),
    )
    at_once(handle_inbound, handle_inbound)
    assert handled_without_errors()
    assert [len(sealed(game)) for game in neighbours] == [1, 1], [*IncomingMail.objects.values("status", "outcome")]
    assert set(Reserve.objects.values_list("game__name", "player__username")) == {("Malta", "ben"), ("Suez", "anna")}


def test_a_change_of_settings_does_not_wait_for_a_letter_that_is_being_written(anna: Player) -> None:
    """A letter refers to the row of its reader, and its transaction may hold rows that the change asks for next."""
    written, changed = Event(), Event()

    def write() -> None:
        with transaction.atomic():
            do_queue_account_email(template="declined", address=anna.email, player=anna)
            connection.check_constraints()  # as the end of the transaction does: here its references are looked up
            written.set()
            assert changed.wait(5), "the change of settings waited"

    def change() -> None:
        assert written.wait(5)
        do_update_player(player=anna, mail_preferences={"pictures": False})
        changed.set()

    at_once(write, change)
    assert changed.is_set()
