"""Pages that update themselves tell nothing that a seat cannot know: of every title, a hosted game in two worlds.

A game is played on twice by the same public acts: once as it is, once after everything that the seat cannot know has
been dealt again. At every stop, everything that the update channel tells the seat, the host and an observer is the same
to the byte. Nothing that other seats do in secret changes it.
"""

import random
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from typing import Any, NamedTuple
from zlib import crc32

import pytest
from django.http import HttpResponse
from django.utils.http import http_date
from msgspec import structs

from games.kernel.text import sanitized
from games.kernel.title import Title
from games.models import Game, MessageCopy, OpenRequest, Player, SealedAnswer
from games.persistence import position
from games.selectors import player_updates
from games.selectors.player_updates import PlayerUpdates
from pbem.web.pages.views import updates
from tests.gate.callers import callers_of
from tests.gate.channel import Watchers, noticed_actions, read_channel
from tests.gate.planted.plant import Patch
from tests.gate.reading import Read
from tests.gate.test_worlds import card_play
from tests.gate.worlds import Choice, compared, pair, started, to_a_secret, whimsical
from tests.kernel.toy import ADVISED
from tests.table import offer

pytestmark = pytest.mark.django_db

PAIRS, STOPS, LEAST = 2, 5, 6
"""Pairs of worlds, stops of each pair, and the least number of stops that must be the same in both worlds."""


class Table(NamedTuple):
    """A hosted game, and the seat that knows only its own part of it."""

    title: str
    scenario: str
    role: str
    options: dict[str, Any] = {}

    def __str__(self) -> str:
        return f"{self.title}-{self.role}"


TABLES = (
    Table("pirates", "two_players", "red"),
    Table("pirates", "two_players", "black", {"tempo": "sealed"}),
    Table("goeben", "captains", "breslau"),
    Table("goeben", "captains", "goeben"),
    Table("battleships", "mers_el_kebir", "french", {"flagship": True, "command": True}),
    Table("battleships", "mers_el_kebir", "british", {"flagship": True, "command": True}),
    Table("pq17", "jw51b", "axis"),
    Table("pq17", "jw51b", "allied"),
)


@pytest.fixture(autouse=True)
def _polls_without_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """All polls of a reading fall into one minute."""
    monkeypatch.setattr(updates, "MAX_UPDATES_PER_MINUTE", 1_000_000)


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_update_channel_tells_nothing_of_a_hosted_game(table: Table) -> None:
    whim = random.Random(str(table))
    game, watchers = hosted(table)
    player, choose = watchers["seat"][0], choice(table)
    same = pairs = 0
    for number in range(3 * PAIRS):
        to_a_secret(game, table.role, whim, choose)
        reading = partial(_read, watchers, table.role)
        found = pair(game, player, table.role, whim, choose, stops=STOPS, unlike=bool(number % 2), reading=reading)
        if found is not None:
            verdicts = list(compared(*found))
            assert not [what for what in verdicts if isinstance(what, str)]
            same, pairs = same + len(verdicts), pairs + 1
        if pairs >= PAIRS and same >= LEAST:
            return
    pytest.fail(f"of {pairs} pairs only {same} stops could be compared")


def hosted(table: Table) -> tuple[Game, Watchers]:
    """Return a game that has just begun, with the readers of its update channel; the host sits nowhere."""
    game = started(table.title, table.scenario, options=table.options, deadline_hours=48)
    callers = callers_of(game, table.role)
    readers = {kind: callers[kind] for kind in ("seat", "host", "observer")}
    watchers = {kind: (player, table.role) for kind, player in readers.items() if player is not None}
    assert len(watchers) == len(readers)
    assert not watchers["host"][0].seats.exists()
    return game, watchers


def choice(table: Table) -> Choice:
    """Return how the seats of a title answer, so that the other world can follow."""
    return card_play if table.title == "pirates" else whimsical


def _read(watchers: Watchers, role: str, player: Player, game: Game, **how: Any) -> Read:
    """Return what the channel tells at a stop. The secret actions of other seats change nothing there."""
    assert noticed_actions(watchers, game, role) == []
    return read_channel(watchers, game, role)


# --- leaks that are planted in the channel


def _answers() -> int:
    return SealedAnswer.objects.count()


def _hidden(game: Game) -> int:
    """Return a number that the true position gives."""
    return crc32(position.load_position(game).checkpoint.state) % 1000


def _tag_that_counts(patch: Patch) -> None:
    patch.setattr(updates, "sha256", lambda body: sha256(body + str(_answers()).encode()))


def _time_of_the_last_answer(patch: Patch) -> None:
    def response(*given: Any, **named: Any) -> HttpResponse:
        found = HttpResponse(*given, **named)
        last = SealedAnswer.objects.order_by("-at").first()
        found.headers["Last-Modified"] = http_date(last.at.timestamp() if last else 0)
        return found

    patch.setattr(updates, "HttpResponse", response)


def _changed(change: Callable[[PlayerUpdates, Game], PlayerUpdates]) -> Callable[[Patch], None]:
    """Lay a leak in the numbers of a player; `change` returns them with what it tells."""

    def found(player: Player, game_id: Any = None, seat: str = "") -> PlayerUpdates:
        return change(player_updates.get_player_updates(player, game_id, seat), Game.objects.get())

    return lambda patch: patch.setattr(updates, "get_player_updates", found)


def _drafts_as_open(found: PlayerUpdates, game: Game) -> PlayerUpdates:
    """Count the drafts of all seats."""
    drafts = OpenRequest.objects.filter(game=game, closed_at=None, ready=False).exclude(revision=0)
    return structs.replace(found, open=found.open + drafts.count())


def _all_unread(found: PlayerUpdates, game: Game) -> PlayerUpdates:
    """Count the unread messages of all seats."""
    return structs.replace(found, unread=MessageCopy.objects.filter(read_at=None).count())


def _true_state(found: PlayerUpdates, game: Game) -> PlayerUpdates:
    return structs.replace(found, state=f"{found.state}{_hidden(game)}")


def _work(found: PlayerUpdates, game: Game) -> PlayerUpdates:
    """Clean as many texts as the true position says, and use none."""
    for _ in range(_hidden(game)):
        sanitized("a text")
    return found


IN_SECRET: dict[str, Callable[[Patch], None]] = {
    "a tag that counts answers": _tag_that_counts,
    "the time of the last answer": _time_of_the_last_answer,
    "drafts of others in the title": _changed(_drafts_as_open),
    "messages between others as unread": _changed(_all_unread),
}
"""Leaks of what other seats do in secret."""
OF_THE_POSITION = {
    "a state made from the true position": _changed(_true_state),
    "work by the true position": _changed(_work),
}
"""Leaks of what only two worlds tell apart."""
PLANTED = Table("pirates", "two_players", "red", {"tempo": "sealed"})


@pytest.mark.parametrize("leak", IN_SECRET)
def test_a_leak_of_secret_deeds_is_noticed(leak: str, monkeypatch: pytest.MonkeyPatch, toy: Title[Any]) -> None:
    offer(monkeypatch, ADVISED)
    game, watchers = hosted(Table("toy", "council", "black"))
    assert noticed_actions(watchers, game, "black") == []
    IN_SECRET[leak](monkeypatch)
    assert noticed_actions(watchers, game, "black")


@pytest.mark.parametrize("leak", OF_THE_POSITION)
def test_a_leak_of_the_true_position_is_noticed(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, watchers = hosted(PLANTED)
    whim = random.Random(leak)
    to_a_secret(game, PLANTED.role, whim, card_play)

    def told() -> list[int | str]:
        reading = partial(_read, watchers, PLANTED.role)
        player, same = watchers["seat"][0], random.Random(leak)
        worlds = pair(game, player, PLANTED.role, same, card_play, stops=2, reading=reading)
        assert worlds is not None
        return [one for one in compared(*worlds) if isinstance(one, str)]

    assert told() == []
    OF_THE_POSITION[leak](monkeypatch)
    assert told()
