"""Helpers for tests of standing orders: the toy title with known hands, and rounds whose loser is known.

Red holds c10 c05 c02 c01 c09, black c08 c03 c07 c11 c12. In the first two rounds red loses, in the third black.
"""

import re
import secrets
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone

from games.models import Game, JournalSegment, OpenRequest, Player, StandingOrder
from games.persistence import serialization
from games.persistence.standing_orders import read_followed
from games.services import creation
from games.services.creation import do_create_game
from games.services.lifecycle import do_join_game, do_start_game
from games.services.resolve.advance import ResolveResult, do_resolve
from games.services.standing_orders import do_add_order
from tests.table import answer

BIDS = (("c05", "c12"), ("c09", "c11"), ("c10", "c08"))
SECRET = bytes([98]) * 32


def tells_of(text: str, card: str) -> bool:
    """Whether a card's id stands in a text as a word: letters of signatures and addresses fall as chance will."""
    return re.search(rf"\b{card}\b", text) is not None


def deal(monkeypatch: pytest.MonkeyPatch, anna: Player, ben: Player, **wishes: Any) -> Game:
    """A running game of the toy title with the known hands, at its first stop; anna is red, ben is black."""
    known = SimpleNamespace(token_bytes=lambda count: SECRET[:count], token_hex=secrets.token_hex)
    monkeypatch.setattr(creation, "secrets", known)
    game = do_create_game(
        host=anna, title="toy", scenario="standard", name="North Sea 12", **{"deadline_hours": 48} | wishes
    )
    do_join_game(player=anna, game_id=game.pk, role="red", nonce="anna's")
    do_join_game(player=ben, game_id=game.pk, role="black", nonce="ben's")
    do_start_game(player=anna, game_id=game.pk)
    do_resolve(game.pk)
    game.refresh_from_db()
    return game


def bid(game: Game, number: int = 0) -> ResolveResult:
    """Both bid, as they do in that round; what follows of it is played."""
    for role, card in zip(("red", "black"), BIDS[number], strict=True):
        if OpenRequest.objects.filter(game=game, seat__role=role, closed_at=None).exists():
            answer(game, role, card)
    return do_resolve(game.pk)


def order(player: Player, game: Game, kind: str, value: Any = None, **more: Any) -> StandingOrder:
    """The player gives a standing order."""
    return do_add_order(player=player, game_id=game.pk, raw={"kind": kind, "answer": value, **more})


def awaited(game: Game) -> list[tuple[str, str]]:
    """Who is being asked what."""
    rows = OpenRequest.objects.filter(game=game, closed_at=None).order_by("seat__position")
    return list(rows.values_list("seat__role", "kind"))


def given(game: Game, key: str) -> list[tuple[str, Any, str]]:
    """What was answered to questions of that key: seat, answer and channel, as the journal has it."""
    rows = JournalSegment.objects.filter(game=game).order_by("number")
    entries = [entry for row in rows for entry in serialization.read_entries(row.entries) if entry.key == key]
    return [(one.seat, one.answer, one.channel) for entry in entries for one in entry.given]


def late(game: Game) -> None:
    """Time is up for whoever is asked now."""
    OpenRequest.objects.filter(game=game, closed_at=None).update(due_at=timezone.now() - timedelta(minutes=1))


def order_behind(row: OpenRequest) -> str:
    """The standing order by which a question was answered."""
    return read_followed(row.followed).order
