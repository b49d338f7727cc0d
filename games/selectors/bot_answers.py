"""Compute the answer that a bot gives to a question, from the view of the asked seat."""

import logging
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from games import registry
from games.errors import Missing
from games.kernel.advice import reason_text
from games.kernel.forms import RandomSource
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.kernel.title import Title
from games.models import Player
from games.selectors.decisions import Decision
from games.selectors.seats import get_access
from games.selectors.views import get_view

logger = logging.getLogger(__name__)


class BotAnswer(NamedTuple):
    """A bot's legal answer, as the form's Python value (None: the answer "nothing"), and the reason for it."""

    typed: Any
    reason: Text


def choose_bot_answer(
    title: Title[Any], bot: str, view: bytes, question: Ask[Any], pick: RandomSource, game_id: UUID
) -> BotAnswer | None:
    """Return the bot's answer; None if the bot fails, or if the form does not accept the answer.

    `bot` is its name, `view` the asked seat's view as JSON, `pick` the bot's random source. `game_id` is only for the
    log, which records a failure.
    """
    seen = msgspec.json.decode(view, type=title.secrecy.view_type)
    try:
        advice = title.bot(bot).advise(seen, question, pick)
        reason = reason_text(advice.reasons, title.presentation.labels)
        fits = next(iter(question.form.problems(advice.answer)), None) is None
    except Exception:
        logger.exception("bot %s failed at %s of %s", bot, question.kind, game_id)
        return None
    return BotAnswer(advice.answer, reason) if fits else None


def first_choice(_count: int) -> int:
    """Return 0: the random source that always takes the first choice, so that a proposal is the same each time."""
    return 0


def propose_answer(player: Player, decision: Decision) -> BotAnswer | None:
    """Return the answer that the title's usual bot gives to the player's own question; None without a bot or answer.

    The bot knows only the view of the asked seat.
    """
    title = registry.game_title(decision.game)
    if not title.bots:
        return None
    try:
        view = get_view(get_access(player, decision.game.pk, decision.seat), decision.stop)
    except Missing:
        return None
    return choose_bot_answer(title, title.usual_bot, view.view, decision.question, first_choice, decision.game.pk)
