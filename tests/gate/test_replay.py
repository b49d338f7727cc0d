"""The replay in two worlds: steps, boards, sheets, pictures, with sizes and tags, tell a seat nothing hidden.

Only what a seat may know shows in the steps, in their number and numbering, and in what is drawn for them.
"""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from games.models import Game, Player
from games.selectors import seat_replay
from games.selectors.access import Access
from games.selectors.views import get_newest_view
from tests.api.conftest import Caller
from tests.gate.reading import Read, shown, steady
from tests.gate.worlds import compared, pair, started, to_a_secret, whimsical

pytestmark = pytest.mark.django_db

GAMES = (
    ("pirates", "two_players", "red"),
    ("goeben", "captains", "breslau"),
    ("battleships", "mers_el_kebir", "french"),
    ("pq17", "jw51b", "axis"),
)
STOPS, TRIES = 4, 6


def replayed(reader: Player, game: Game, seat: str) -> Iterator[tuple[str, str]]:
    """Yield all answers of the replay for a reader: REST with its headers, and the pages."""
    caller, browser = Caller(reader), Client()
    browser.force_login(reader)
    base = f"games/{game.pk}/replay/"
    first: int | None = 1
    steps: list[dict[str, Any]] = []
    while first:
        answer = caller.get(base, {"seat": seat, "first": first})
        yield f"{seat} steps from {first}", shown(answer)
        steps, first = [*steps, *answer.json()["steps"]], answer.json()["next_stop"]
    for step in steps:
        place = {"seat": seat, "event": step["event"]}
        yield f"{seat} picture {step}", shown(caller.get(f"{base}{step['stop']}/board.svg", place))
    for stop in sorted({step["stop"] for step in steps}):
        board = caller.get(f"{base}{stop}/", {"seat": seat})
        yield f"{seat} board {stop}", shown(board)
        for sheet in board.json()["sheets"]:
            asked = {"seat": seat, "sheet": sheet["sheet"], "digest": sheet["digest"]}
            yield f"{seat} sheet {stop} {sheet['sheet']}", shown(caller.get(f"{base}{stop}/sheet.svg", asked))


def reading(player: Player, game: Game, **_: Any) -> Read:
    """Return what a seat's player reads, of the own seat and of the public's part."""
    own = game.seats.get(player=player).role
    known: dict[str, str] = {}
    parts = [*replayed(player, game, own), *replayed(player, game, "public")]
    return [(steady(name, known), steady(text, known)) for name, text in parts]


@pytest.mark.slow
@pytest.mark.parametrize(("title", "scenario", "role"), GAMES)
def test_the_replay_tells_no_two_worlds_apart(title: str, scenario: str, role: str) -> None:
    game, whim = started(title, scenario), random.Random(f"replay {title}")
    player = Player.objects.get(seats__game=game, seats__role=role)
    same = 0
    for _ in range(TRIES):
        to_a_secret(game, role, whim, whimsical)
        found = pair(game, player, role, whim, whimsical, stops=STOPS, reading=reading)
        if found is None:
            continue
        verdicts = list(compared(*found))
        assert [one for one in verdicts if isinstance(one, str)] == []
        assert all(any("picture" in name for name, _ in read) for read in found[0].seen)
        same += len(verdicts)
        if same > STOPS:
            return
    pytest.fail(f"only {same} stops could be compared")


@pytest.mark.slow
def test_a_replay_of_somebody_elses_boards_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards of the umpire's view with the reader's own lines differ between two worlds."""
    game, whim = started("pirates", "two_players"), random.Random("a planted replay")
    player = Player.objects.get(seats__game=game, seats__role="red")

    def leaking(access: Access, stop: int) -> Any:
        return get_newest_view(access.game, "umpire")

    monkeypatch.setattr(seat_replay, "_view", leaking)
    for _ in range(TRIES):
        to_a_secret(game, "red", whim, whimsical)
        found = pair(game, player, "red", whim, whimsical, stops=2, reading=reading)
        if found is not None and any(isinstance(one, str) for one in compared(*found)):
            return
    pytest.fail("nobody noticed")
