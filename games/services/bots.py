"""Bots: each gets its seat's view, the question and whims of its own, and answers like anybody else.

Nothing of this holds the game's lock but the sealing of the answer itself.
"""

import logging
import secrets
from typing import Any
from uuid import UUID

import msgspec

from games import registry
from games.kernel.errors import GameError
from games.kernel.forms import Pick
from games.kernel.requests import Ask
from games.kernel.title import Title
from games.models import Game, Lookout, OpenRequest
from games.models.compress import inflate
from games.services.answers import seal
from games.services.resolve.advance import do_resolve
from games.stored import packing

logger = logging.getLogger(__name__)


def do_play_bots(game_id: UUID | str, *, limit: int = 8) -> int:
    """Let bots answer what they are asked, up to `limit` questions; how many answers were sealed."""
    waiting = OpenRequest.objects.filter(
        game_id=game_id, game__status=Game.Status.RUNNING, closed_at=None, ready=False
    ).exclude(seat__bot="", seat__stand_in="")
    return sum(_answer(request) for request in waiting.select_related("seat", "game").order_by("entry", "seat")[:limit])


def advance_slice(game_id: UUID | str, *, limit: int = 50) -> bool:
    """Resolve and let bots answer in turns, at most `limit` times; True when there is more to do at once."""
    for _ in range(limit):
        resolved = do_resolve(game_id)
        if resolved.over or resolved.held:
            return False
        if not (resolved.bots and do_play_bots(game_id)) and not resolved.more:
            return False
    return True


def _answer(request: OpenRequest) -> bool:
    title = registry.game_title(request.game)
    question = packing.read_question(title, request.question)
    answer = msgspec.json.encode(_choice(title, request, question))
    try:
        seal(request, answer, None, ready=True, channel="bot")
    except GameError:
        return False
    return True


def new_whim() -> Pick:
    """What a bot tosses up with where it has no reason to prefer either."""
    return secrets.SystemRandom().randrange


def _choice(title: Title[Any], request: OpenRequest, question: Ask[Any]) -> Any:
    """What the bot answers, as JSON; some legal answer where it has none that its form accepts."""
    view = Lookout.objects.values_list("view", flat=True).get(game=request.game_id, audience=request.seat.role)
    seen = msgspec.json.decode(inflate(bytes(view)), type=title.view_type)
    form, whim = question.form, new_whim()
    try:
        typed = title.bot(request.seat.mover)(seen, question, whim)
        fits = next(form.problems(typed), None) is None
    except Exception:
        logger.exception("bot %s failed at %s of %s", request.seat.mover, request.kind, request.game_id)
        typed, fits = None, False
    return form.write(typed if fits else form.sample(whim))
