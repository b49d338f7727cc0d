"""Hints: what the title's bot would answer to a player's question, and why; the bot knows only the player's view."""

from typing import Any
from uuid import UUID

from msgspec import Struct

from games import registry
from games.errors import wrong_state
from games.kernel.text import Text
from games.models import BotHint, Player
from games.selectors.bot_answers import propose_answer
from games.selectors.decisions import get_decision


class Hint(Struct, frozen=True):
    """The bot's answer to a question, and why the bot gives it."""

    answer: Any
    """The answer as JSON."""
    notation: str
    """The answer in the text notation of orders."""
    text: Text
    """The answer in words."""
    reason: Text


def do_give_hint(*, player: Player, request_id: UUID | str) -> Hint:
    """Return what the bot would answer to an open question of the player, and record that a hint was given for it.

    The bot knows only the view of the asked seat; the same question always gets the same hint. Raises Missing without
    such a question; NotYours for another seat's question; WrongState in a game without hints, for a closed question, or
    if the bot has no answer.
    """
    asked = get_decision(player, request_id)
    if not asked.game.hints_allowed:
        raise wrong_state("This game is played without hints.", "このゲームではヒントを使えません。")
    if asked.closed_at is not None:
        raise wrong_state("The question is closed.", "質問は締め切られました。")
    chosen = propose_answer(player, asked)
    if chosen is None:
        raise wrong_state("The bot has no answer to this.", "ボットはこの質問に回答できません。")
    BotHint.objects.bulk_create([BotHint(request_id=asked.id)], ignore_conflicts=True)
    form = asked.question.form
    labels = form.labels_in_context(registry.game_title(asked.game).presentation.labels)
    words = Text.each(lambda language: form.describe(chosen.typed, language, labels))
    return Hint(form.write(chosen.typed), form.render(chosen.typed), words, chosen.reason)
