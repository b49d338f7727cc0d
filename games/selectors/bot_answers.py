"""The answer that a bot gives to a question, from the view of the seat that is asked."""

import logging
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from games import registry
from games.errors import Missing
from games.kernel.forms import RandomSource
from games.kernel.requests import Ask
from games.kernel.title import Title
from games.models import Player
from games.selectors.decisions import Decision
from games.selectors.seats import get_access
from games.selectors.views import get_view

logger = logging.getLogger(__name__)


class BotAnswer(NamedTuple):
    """A legal answer; `typed` may be None, for "nothing"."""

    typed: Any


def choose_bot_answer(
    title: Title[Any], bot: str, view: bytes, question: Ask[Any], pick: RandomSource, game_id: UUID
) -> BotAnswer | None:
    """Return the bot's answer; None if it fails or the form does not accept it.

    `view` is the seat's own, as JSON. A failure is logged with the game.
    """
    seen = msgspec.json.decode(view, type=title.secrecy.view_type)
    try:
        typed = title.bot(bot)(seen, question, pick)
        fits = next(iter(question.form.problems(typed)), None) is None
    except Exception:
        logger.exception("bot %s failed at %s of %s", bot, question.kind, game_id)
        return None
    return BotAnswer(typed) if fits else None


def first_choice(_count: int) -> int:
    """Return the first of several equally good choices: the same proposal each time it is computed."""
    return 0


def propose_answer(player: Player, decision: Decision) -> BotAnswer | None:
    """Return a sensible answer to the player's own question: that of the title's first bot; None without one.

    The bot knows the view of the asked seat and nothing else.
    """
    title = registry.game_title(decision.game)
    bot = next(iter(title.bots), "")
    if not bot:
        return None
    try:
        view = get_view(get_access(player, decision.game.pk, decision.seat), decision.stop)
    except Missing:
        return None
    return choose_bot_answer(title, bot, view.view, decision.question, first_choice, decision.game.pk)
