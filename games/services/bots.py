"""Bots: each gets its seat's view, the question and its own random source, and answers like a player.

Only storing the answer holds the game's lock.
"""

import secrets
from typing import Any
from uuid import UUID

import msgspec

from games import registry
from games.kernel.errors import GameError
from games.kernel.forms import RandomSource
from games.kernel.requests import Ask
from games.kernel.title import Title
from games.models import CurrentView, Game, OpenRequest
from games.models.compression import inflate
from games.persistence import serialization
from games.selectors.bot_answers import choose_bot_answer
from games.services.answers import seal_answer
from games.services.resolve.advance import do_resolve


def do_play_bots(game_id: UUID | str, *, limit: int = 8) -> int:
    """Let bots answer up to `limit` of their questions; return how many answers were stored."""
    waiting = OpenRequest.objects.filter(
        game_id=game_id, game__status=Game.Status.RUNNING, closed_at=None, ready=False
    ).exclude(seat__bot="", seat__stand_in="")
    return sum(_answer(request) for request in waiting.select_related("seat", "game").order_by("entry", "seat")[:limit])


def advance_slice(game_id: UUID | str, *, limit: int = 50) -> bool:
    """Resolve and let bots answer in turns, at most `limit` times; return True if more can be done at once."""
    for _ in range(limit):
        resolved = do_resolve(game_id)
        if resolved.over or resolved.held:
            return False
        if not (resolved.bots and do_play_bots(game_id)) and not resolved.more:
            return False
    return True


def _answer(request: OpenRequest) -> bool:
    title = registry.game_title(request.game)
    question = serialization.read_question(title, request.question)
    answer = msgspec.json.encode(_choice(title, request, question))
    try:
        seal_answer(request, answer, None, ready=True, channel="bot")
    except GameError:
        return False
    return True


def new_random_source() -> RandomSource:
    """Return the random source with which a bot breaks ties."""
    return secrets.SystemRandom().randrange


def _choice(title: Title[Any], request: OpenRequest, question: Ask[Any]) -> Any:
    """Return the bot's answer as JSON, or some legal answer if the form does not accept the bot's."""
    view = CurrentView.objects.values_list("view", flat=True).get(game=request.game_id, audience=request.seat.role)
    form, whim = question.form, new_random_source()
    seen = inflate(bytes(view))
    chosen = choose_bot_answer(title, request.seat.answering_bot, seen, question, whim, request.game_id)
    return form.write(chosen.typed if chosen is not None else form.sample(whim))
