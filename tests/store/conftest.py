"""Games for tests of standing orders, and what is hinted at."""

from collections.abc import Callable
from typing import Any

import pytest

from games.kernel.title import Title
from games.models import Game, Player
from games.services import triggers
from games.services.creation import do_create_game
from games.services.export import export_game
from games.services.lifecycle import do_abandon_game
from games.services.rewind import do_rewind
from tests.orders import deal


@pytest.fixture
def new_game(monkeypatch: pytest.MonkeyPatch, toy: Title[Any], anna: Player, ben: Player) -> Callable[..., Game]:
    """Deal a game with the known hands."""
    return lambda **wishes: deal(monkeypatch, anna, ben, **wishes)


@pytest.fixture
def dealt(new_game: Callable[..., Game]) -> Game:
    """A game with the known hands, at its first stop."""
    return new_game()


@pytest.fixture
def hints(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What workers are told once a transaction is committed, by its name, in order."""
    found: list[str] = []
    monkeypatch.setattr(triggers, "trigger_after_commit", lambda name, game_id: found.append(name))
    return found


WRITTEN: dict[str, bytes] = {}


@pytest.fixture
def written(new_game: Callable[..., Game], anna: Player, ben: Player, staff: Player) -> Callable[[str], bytes]:
    """The document of a game in the state of that name, made once for all who ask: nobody changes it."""

    def new(status: str) -> Game:
        from tests.store.test_importing import bring, lived_in

        if status in ("open", "called off"):
            game = do_create_game(host=anna, title="toy", scenario="standard")
            if status == "called off":
                do_abandon_game(player=anna, game_id=game.pk)
            return game
        game = lived_in(new_game, anna, ben)
        if status == "rewound":
            do_rewind(by=staff, game_id=game.pk, number=1, reason="A doubt.")
        bring(game, staff, status)
        return game

    def made(status: str) -> bytes:
        if status not in WRITTEN:
            WRITTEN[status] = export_game(by=staff, game_id=new(status).pk)
        return WRITTEN[status]

    return made
