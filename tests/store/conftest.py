"""Games for tests of standing orders."""

from collections.abc import Callable
from typing import Any

import pytest

from games.kernel.title import Title
from games.models import Game, Player
from tests.orders import deal


@pytest.fixture
def new_game(monkeypatch: pytest.MonkeyPatch, toy: Title[Any], anna: Player, ben: Player) -> Callable[..., Game]:
    """Deal a game with the known hands."""
    return lambda **wishes: deal(monkeypatch, anna, ben, **wishes)


@pytest.fixture
def dealt(new_game: Callable[..., Game]) -> Game:
    """A game with the known hands, at its first stop."""
    return new_game()
