"""Bots: each gets its seat's view, the question and its own random source, and answers like a player.

The game is locked only while the answer is stored. A long computation runs in the queue `think`, where it delays no
other game; if it exceeds its time limit, the rule's default becomes the bot's answer.
"""

import logging
import secrets
import time
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.conf import settings

from games import registry
from games.kernel.advice import RANDOM, TIME_UP, reason_text
from games.kernel.errors import GameError
from games.kernel.forms import RandomSource
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.kernel.title import Title
from games.models import BotReason, CurrentView, Game, OpenRequest
from games.models.compression import inflate
from games.persistence import serialization
from games.selectors.bot_answers import BotAnswer, choose_bot_answer
from games.services import triggers
from games.services.answers import seal_answer
from games.services.processor_time import TimeIsUp, limit_processor_time
from games.services.resolve.advance import do_resolve

logger = logging.getLogger(__name__)

QUICK_SECONDS = 1.0
"""Seconds of processor time that a bot's decision may use in the queue of games; a longer one moves to `think`."""
REMEMBERED_SECONDS = 600.0
"""After a question took too long: seconds in which this process moves all of its kind to `think` without trying."""
BOT, BOT_DEFAULT = "bot", "bot_default"
"""Channels of answers: given by a bot; the rule's default, taken because the bot exceeded its time limit."""


class _Choice(NamedTuple):
    """A bot's answer as JSON, and its reason in words."""

    answer: Any
    reason: Text


_costly: dict[tuple[str, str, str], float] = {}
"""By title, bot and kind of question: the `time.monotonic` until which such questions move to `think` at once."""


def do_play_bots(game_id: UUID | str, *, limit: int = 8) -> int:
    """Let bots answer up to `limit` of their questions in a game; return how many answers were stored.

    A question that takes long is left to the task of `do_think`, which this function triggers.
    """
    answered = 0
    for request in _waiting(game_id)[:limit]:
        try:
            answered += _answer(request, QUICK_SECONDS)
        except TimeIsUp:
            triggers.trigger_after_commit(triggers.THINK, game_id)
    return answered


def do_think(game_id: UUID | str) -> bool:
    """Let a bot answer one question within `PBEM_BOT_SECONDS`; return True if more questions wait for bots.

    If the bot exceeds that time, its answer is the rule's default, stored with the channel `BOT_DEFAULT`.
    """
    first, *others = _waiting(game_id)[:2] or [None]
    if first is None:
        return False
    try:
        _answer(first, settings.PBEM_BOT_SECONDS)
    except TimeIsUp:
        logger.warning("bot %s: no time left at %s of %s", first.seat.answering_bot, first.kind, game_id)
        title = registry.game_title(first.game)
        form = serialization.read_question(title, first.question).form
        reason = reason_text((TIME_UP,), title.presentation.labels)
        _seal(first, _Choice(form.write(form.default()), reason), BOT_DEFAULT)
    return bool(others)


def advance_slice(game_id: UUID | str, *, limit: int = 50) -> bool:
    """Resolve the game and let its bots answer, at most `limit` times in turn.

    Returns True if the limit ended this, so that more work may be left.
    """
    for _ in range(limit):
        resolved = do_resolve(game_id)
        if resolved.over or resolved.held:
            return False
        if not (resolved.bots and do_play_bots(game_id)) and not resolved.more:
            return False
    return True


def _waiting(game_id: UUID | str) -> Any:
    """Return the open questions of bots without an answer."""
    waiting = OpenRequest.objects.filter(
        game_id=game_id, game__status=Game.Status.RUNNING, closed_at=None, ready=False
    ).exclude(seat__bot="", seat__stand_in="")
    return waiting.select_related("seat", "game").order_by("entry", "seat")


def _answer(request: OpenRequest, seconds: float) -> bool:
    """Let the asked seat's bot answer in at most `seconds`; return True if the answer is stored. Raises TimeIsUp."""
    title = registry.game_title(request.game)
    question = serialization.read_question(title, request.question)
    kind = (title.key, request.seat.answering_bot, question.kind)
    if seconds <= QUICK_SECONDS and time.monotonic() < _costly.get(kind, 0.0):
        raise TimeIsUp
    try:
        chosen = _choice(title, request, question, seconds)
    except TimeIsUp:
        _costly[kind] = time.monotonic() + REMEMBERED_SECONDS
        raise
    return _seal(request, chosen, BOT)


def _seal(request: OpenRequest, chosen: _Choice, channel: str) -> bool:
    """Store the answer and its reason; return False if the question no longer accepts an answer.

    `channel`: `BOT`, or `BOT_DEFAULT` for the rules' default.
    """
    try:
        seal_answer(request, msgspec.json.encode(chosen.answer), None, ready=True, channel=channel)
    except GameError:
        return False
    _store_reason(request, chosen.reason)
    return True


def _store_reason(request: OpenRequest, reason: Text) -> None:
    """Store the reason of a bot's answer for the umpire; a later answer to the same question replaces it."""
    row = BotReason(request=request, text=msgspec.to_builtins(reason))
    BotReason.objects.bulk_create([row], update_conflicts=True, update_fields=["text"], unique_fields=["request"])


def new_random_source() -> RandomSource:
    """Return the random source with which a bot breaks ties."""
    return secrets.SystemRandom().randrange


def _choice(title: Title[Any], request: OpenRequest, question: Ask[Any], seconds: float) -> _Choice:
    """Return the bot's answer, or a random legal answer if the form does not accept it. Raises TimeIsUp.

    The time limit covers the computation only: an interrupted query would break the connection to the database.
    """
    view = CurrentView.objects.values_list("view", flat=True).get(game=request.game_id, audience=request.seat.role)
    form, whim, bot = question.form, new_random_source(), request.seat.answering_bot
    with limit_processor_time(seconds):
        chosen = choose_bot_answer(title, bot, inflate(bytes(view)), question, whim, request.game_id)
        if chosen is None:
            chosen = BotAnswer(form.sample(whim), reason_text((RANDOM,), title.presentation.labels))
        return _Choice(form.write(chosen.typed), chosen.reason)
