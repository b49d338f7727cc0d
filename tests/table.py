"""Helpers for tests that play: the toy title on the server, answers by seat, a game played to its end."""

import sys
from datetime import timedelta
from types import ModuleType
from typing import Any

import msgspec
import pytest

from games import registry
from games.kernel.title import Title
from games.models import Game, OpenRequest
from games.persistence import serialization
from games.persistence.receipts import Receipt
from games.services.alarms import move_deadlines
from games.services.answers import do_submit_answer
from games.services.resolve.advance import do_resolve


def offer(monkeypatch: pytest.MonkeyPatch, title: Title[Any]) -> None:
    """Let the registry offer a title that has no package; games under way play on under its rules."""
    module = ModuleType(f"games.titles.{title.key}.title")
    module.load_title = lambda files: title  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, f"games.titles.{title.key}", ModuleType(title.key))
    monkeypatch.setitem(sys.modules, f"games.titles.{title.key}.title", module)
    monkeypatch.setattr(registry, "TITLES", ("pirates", title.key))
    registry.clear_title_cache()


def asked(game: Game, role: str) -> OpenRequest:
    """What the seat is asked now."""
    return OpenRequest.objects.select_related("seat__player").get(game=game, seat__role=role, closed_at=None)


def answer(game: Game, role: str, value: Any = None, **how: Any) -> Receipt:
    """The seat's player answers: with `value`, or as the form's example does."""
    request = asked(game, role)
    if value is None:
        value = example(request)
    return do_submit_answer(player=request.seat.player, request_id=request.pk, answer=msgspec.json.encode(value), **how)


def example(request: OpenRequest) -> Any:
    """The example that the question's own form gives."""
    form = serialization.read_question(registry.game_title(request.game), request.question).form
    return form.write(form.example())


def play_out(game: Game, limit: int = 60) -> Game:
    """Answer every question with its example until the game is over."""
    for _ in range(limit):
        open_ = list(OpenRequest.objects.filter(game=game, closed_at=None).values_list("seat__role", flat=True))
        if not open_:
            break
        for role in open_:
            answer(game, role)
        do_resolve(game.pk)
    game.refresh_from_db()
    return game


def remind_ahead(game: Game, hours: int) -> Game:
    """Have players reminded so many hours before each deadline of a game that is being played."""
    game.reminder_hours = hours
    game.save(update_fields=["reminder_hours"])
    move_deadlines(game, timedelta(0), remind_again=False)
    return game
