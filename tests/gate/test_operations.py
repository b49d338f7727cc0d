"""Every operation of the OpenAPI document, for every kind of caller, in two worlds that differ in hidden things only.

`operations` builds the calls from the document: a new operation or parameter fails here until it has values or a
reason.
"""

import random
from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple

import pytest
import time_machine
from django.db import transaction

from games.kernel.text import Text
from games.models import Game
from games.persistence import position
from games.services.devices import do_add_device
from games.services.webhooks import do_add_webhook
from tests.api.openapi import OPERATIONS
from tests.gate import operations
from tests.gate.callers import BROWSER, Callers, add_games, callers_of, read_all, reader_of, send
from tests.gate.planted.operations import LEAKS, READ, Leak
from tests.gate.reading import Read, differences, newest_letter, steady
from tests.gate.secret_actions import Action, answers, in_turn, notes, nothing, orders, player_of, reminders, writes
from tests.gate.work import Work, work_of
from tests.gate.worlds import START, compared, pair, started, to_a_secret, whimsical
from tests.kernel.toy import ADVISED, drawn
from tests.table import offer

pytestmark = pytest.mark.django_db

HAND = Text("The hand", "手札")
PARTS = ADVISED.evolve(
    picture_parts={"hand": HAND}, render_part=lambda view, part, language: drawn(view, language).picture
)
"""The toy title with a picture that has a part."""


class Table(NamedTuple):
    """A game, its callers, and the other games of the same players."""

    game: Game
    callers: Callers
    others: tuple[Game, ...]

    def read(self, action: Action, only: str = "") -> Read:
        """Return what all callers read after an action, in a world that is gone afterwards."""
        found: Read = self._after(action, partial(read_all, self.callers, self.game, self.others, only=only))
        return found

    def work(self, action: Action, only: str = "") -> dict[str, Work]:
        """Return the work of every read and preview of the seat's player after an action."""
        found: dict[str, Work] = self._after(action, lambda letters: self._work(only))
        return found

    def _work(self, only: str) -> dict[str, Work]:
        reader = reader_of(self.callers["seat"], self.game, self.others)
        known: dict[str, str] = {}
        return {
            steady(call.name, known): work_of(partial(send, reader.caller, call))
            for call in operations.calls(reader)
            if only in call.name
        }

    def _after(self, action: Action, read: Any) -> Any:
        with time_machine.travel(START, tick=False) as clock, transaction.atomic():
            letters = newest_letter()
            action(self.game)
            clock.move_to(START + timedelta(hours=2))
            in_turn(writes("blue", "red", "black"), reminders)(self.game)
            found = read(letters)
            transaction.set_rollback(True)
        position._kept.clear()
        return found


@pytest.fixture(autouse=True)
def _no_limits(settings: Any) -> None:
    """All calls of a reading fall into one minute."""
    settings.PBEM_WRITES_PER_MINUTE = settings.PBEM_EXPENSIVE_READS_PER_MINUTE = 100_000


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch, toy: Any) -> Table:
    """A game whose host has no seat. Green advises red; black reads, and has messages, an order and a webhook."""
    offer(monkeypatch, PARTS)
    game = started("toy", "council", deadline_hours=48)
    callers, others = callers_of(game, "black"), add_games(game)
    in_turn(writes("blue", "red", "black"), orders("black", {"kind": "react", "answer": None}))(game)
    do_add_webhook(player=player_of(game, "black"), url="https://example.org/hook")
    do_add_device(player=player_of(game, "black"), **BROWSER.form())
    return Table(game, callers, others)


SEALS = in_turn(
    answers("red", 1), notes("red"), orders("red", {"kind": "react", "answer": None}), writes("red", "green")
)
"""What red does in secret; black and everybody without a seat must not notice it."""


@pytest.mark.smoke
def test_every_operation_is_read_or_listed_with_a_reason() -> None:
    assert operations.unread() == []
    assert len(operations.NOT_READ) <= 3
    assert all(len(reason) > 20 for reason in operations.NOT_READ.values())


@pytest.mark.smoke
@pytest.mark.parametrize(
    ("method", "parameters"),
    [("post", []), ("get", [{"name": "shade", "in": "query"}]), ("get", [{"name": "fleet_id", "in": "path"}])],
    ids=["a preview without bodies", "a query without a value", "an address without a value"],
)
def test_a_new_operation_fails_until_it_is_read(
    monkeypatch: pytest.MonkeyPatch, method: str, parameters: list[dict[str, str]]
) -> None:
    new = {"operationId": "fleets_glance", "parameters": parameters, "responses": {"200": {}}}
    monkeypatch.setitem(OPERATIONS, "fleets_glance", (method, "/api/v1/fleets/", new))
    (found,) = operations.unread()
    assert "fleets_glance" in found


@pytest.mark.slow
def test_no_caller_notices_what_a_seat_does_in_secret(table: Table) -> None:
    without = table.read(nothing)
    assert list(differences(without, table.read(SEALS))) == []
    found = {name.partition(": ")[0] for name, _ in without}
    assert found == {*table.callers}
    assert {"seat: letter: message", "seat: letter: reminder", "host: webhook"} <= {name for name, _ in without}
    for kind, words in {"seat: webhook": '"event":"reminder"', "host: webhook": '"event":"stop"'}.items():
        assert any(words in text for name, text in without if name == kind)


@pytest.mark.slow
def test_the_work_for_a_call_tells_nothing(table: Table) -> None:
    without, sealed = table.work(nothing), table.work(SEALS)
    assert [*without] == [*sealed]
    different = {name: (work, sealed[name]) for name, work in without.items() if work != sealed[name]}
    assert different == {}
    assert all(work.statements and work.functions > 20 for name, work in without.items() if name.endswith("/view/"))


OF_TITLES = (
    r"^(seat|observer|stranger): (games/$|games/[^/]+/(view|spots|board\.svg|board\.png\?part=map)|letter|webhook"
    r"|decisions/|POST decisions/|POST games/[^/]+/standing-orders/preview)"
)
"""The readings that depend on the title."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("title", "scenario", "role"),
    [("pirates", "two_players", "red"), ("pq17", "jw51b", "axis"), ("battleships", "mers_el_kebir", "french")],
)
def test_no_caller_notices_what_is_hidden_from_a_seat(title: str, scenario: str, role: str) -> None:
    """Pictures with all their parts, previews, lists, e-mails and webhook calls. PQ-17 has many parts."""
    game, whim = started(title, scenario), random.Random(title)
    callers, others = callers_of(game, role), add_games(game)
    player = player_of(game, role)

    def reading(player: Any, game: Game, *, letters_after: int, **how: Any) -> Read:
        return read_all(callers, game, others, letters_after, OF_TITLES)

    to_a_secret(game, role, whim, whimsical)
    found = pair(game, player, role, whim, whimsical, stops=2, reading=reading)
    assert found is not None
    verdicts = list(compared(*found))
    assert [one for one in verdicts if isinstance(one, str)] == []
    assert verdicts


@pytest.mark.parametrize("leak", LEAKS, ids=str)
def test_a_planted_leak_is_caught(table: Table, leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    """The gate is silent where the leak will show, and speaks once it is planted."""

    def leaks(action: Action) -> dict[str, Any]:
        return dict(table.read(action, leak.shows)) if leak.gate == READ else dict(table.work(action, leak.shows))

    before = leaks(nothing)
    assert before
    assert before == leaks(SEALS)
    leak.plant(monkeypatch)
    assert leaks(nothing) != leaks(SEALS)
