"""What the scheduler looks for: the database is the truth, hints are only faster."""

import logging
from dataclasses import dataclass

from django.utils import timezone

from games.selectors import due, inbound, outbox
from games.services import webhooks
from games.services.alarms import do_claim_games
from games.services.deadlines import do_remind
from games.services.opening import do_forget_openings
from games.services.pulse import SWEEP, do_note
from games.services.reserves import do_call_reserves
from games.services.vacations import do_mind_vacations

logger = logging.getLogger(__name__)

PAGE = 100
"""Games, and reminders, that one look takes; another look follows while there are more."""


@dataclass(frozen=True)
class Found:
    """Games to be played on, by id, whether mail waits, and whether to look again behind what was found.

    `inbound` says that mail has come in that nobody has handled, `webhooks` that some
    are owed a call.
    """

    games: tuple[str, ...]
    mail: bool
    more: bool = False
    inbound: bool = False
    webhooks: bool = False


def look_around() -> Found:
    """Make reminders that are due; take games with all answers in, time run out or bots to move; find mail."""
    now = timezone.now()
    do_note(SWEEP, now)
    do_mind_vacations(now, limit=PAGE)
    do_call_reserves(now, limit=PAGE)
    reminded = do_remind(now, limit=PAGE)
    claimed, overlooked = do_claim_games(now, limit=PAGE), due.overlooked_games(now)
    if overlooked:
        logger.warning("no alarm was set for games %s", ", ".join(map(str, overlooked)))
    games = dict.fromkeys([*claimed, *overlooked])
    more, come_in = PAGE in (reminded, len(claimed)), inbound.due_inbound(now).exists()
    webhooks.do_collect(now)
    webhooks.do_forget_calls(now)
    do_forget_openings(now)
    owed = webhooks.are_due(now)
    return Found(tuple(map(str, games)), outbox.unsent_mail(now), more=more, inbound=come_in, webhooks=owed)
