"""The secrecy gate over the wire: what its tests share."""

import random
import secrets
from collections.abc import Callable
from typing import Any

import pytest

from games.kernel.codec import encode
from games.stored import position
from games.titles.goeben.presentation.board import Board as Sea
from games.titles.pirates.presentation.board import Board as Cards

MOST_PICTURES = 200
_drawn: dict[tuple[type, str, bytes], str] = {}


@pytest.fixture(autouse=True)
def _remember_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worlds are played within transactions that are rolled back, and the other one stands in memory alone."""
    monkeypatch.setattr(position, "on_commit", lambda call: call())


@pytest.fixture(autouse=True)
def _no_counts(own_cache: None) -> None:
    """Nobody has written anything this minute."""


@pytest.fixture(autouse=True)
def _same_dice(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """The same dice in every run of a test."""
    monkeypatch.setattr(secrets, "token_bytes", random.Random(request.node.name).randbytes)


@pytest.fixture(autouse=True)
def _drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture follows from its view alone, so that of equal views one need be drawn."""
    for board in (Sea, Cards):
        monkeypatch.setattr(board, "draw", _once(board.draw))


def _once(draw: Callable[[Any, Any, str], str]) -> Callable[[Any, Any, str], str]:
    def drawn(board: Any, view: Any, language: str) -> str:
        key = (type(board), language, encode(view))
        if key not in _drawn:
            while len(_drawn) >= MOST_PICTURES:
                del _drawn[next(iter(_drawn))]
            _drawn[key] = draw(board, view, language)
        return _drawn[key]

    return drawn
