"""The number of database queries that one more e-mail costs, from its claim to its mark as sent."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Game, OutgoingMail
from tests.table import play_out
from worker.mail.outbound import delivery

pytestmark = pytest.mark.django_db

CLAIM = "UPDATE \"games_outgoingmail\" SET status = 'sending'"
NOTE = 'INSERT INTO "games_mailevent"'
MARK = 'UPDATE "games_outgoingmail" SET "lease" = NULL'


def asked_for(letters: int) -> list[str]:
    """The statements of a call that sends so many letters about stops."""
    waiting = list(OutgoingMail.objects.filter(kind="stop").order_by("pk").values_list("pk", flat=True))
    OutgoingMail.objects.update(status="sent")
    OutgoingMail.objects.filter(pk__in=waiting[-letters:]).update(status="queued")
    with CaptureQueriesContext(connection) as captured:
        assert delivery.send_due_mail().sent == letters
    return [query["sql"] for query in captured.captured_queries]


def test_a_letter_more_is_twelve_statements_in_one_transaction(running: Game) -> None:
    play_out(running)
    asked_for(1)
    first, second = asked_for(1), asked_for(2)
    kinds = ("SELECT", "UPDATE", "INSERT", "DELETE", "SAVEPOINT")
    costs = [sum(sql.startswith(kind) for sql in second) - sum(sql.startswith(kind) for sql in first) for kind in kinds]
    assert costs == [9, 2, 1, 0, 1]


def test_the_next_letter_is_claimed_as_the_last_is_marked(running: Game, mailoutbox: Any) -> None:
    """One commit a letter; whoever dies behind it has marked what is out, and holds the next under a lease."""
    asked = asked_for(2)
    marked = [place for place, sql in enumerate(asked) if sql.startswith(MARK)]
    assert len(marked) == len(mailoutbox) == 2
    for place in marked:
        assert asked[place - 1].startswith("SAVEPOINT")
        assert asked[place + 1].startswith(NOTE)
        assert asked[place + 2].startswith(CLAIM)
    assert not asked[marked[0] + 3].startswith(CLAIM)
