"""The sweep: a periodic job that finds due games, reminders and e-mails; the database is authoritative."""

import logging
from dataclasses import dataclass

from django.utils import timezone

from games.models.heartbeat import SWEEP_HEARTBEAT
from games.selectors import due_work, incoming_mail, outbox
from games.services import webhooks
from games.services.alarms import do_claim_games
from games.services.departures import do_release_departed
from games.services.heartbeat import do_record_heartbeat
from games.services.idempotency import do_delete_expired_responses
from games.services.openings import do_delete_expired_openings
from games.services.reminders import do_send_reminders
from games.services.reserves import do_call_reserves
from games.services.vacations import do_apply_vacation_stand_ins
from games.services.working_drafts import do_delete_obsolete_drafts

logger = logging.getLogger(__name__)

PAGE = 100
"""Games, and reminders, in one sweep; another sweep follows while there are more."""


@dataclass(frozen=True)
class DueWork:
    """The work that a sweep has found: ids of games to resolve, whether e-mail is due, and whether there is more.

    `inbound`: incoming mail is due; `webhooks`: calls are due.
    """

    games: tuple[str, ...]
    mail: bool
    more: bool = False
    inbound: bool = False
    webhooks: bool = False


def find_due_work() -> DueWork:
    """Queue due reminders, claim due games, and look for due e-mail and calls.

    A game is due if all answers are in, a deadline has passed, or a bot has a question.
    """
    now = timezone.now()
    do_record_heartbeat(SWEEP_HEARTBEAT, now)
    do_apply_vacation_stand_ins(now, limit=PAGE)
    do_release_departed(now, limit=PAGE)
    do_call_reserves(now, limit=PAGE)
    reminded = do_send_reminders(now, limit=PAGE)
    claimed, overlooked = do_claim_games(now, limit=PAGE), due_work.find_overlooked_games(now)
    if overlooked:
        logger.warning("no alarm was set for games %s", ", ".join(map(str, overlooked)))
    games = dict.fromkeys([*claimed, *overlooked])
    more, come_in = PAGE in (reminded, len(claimed)), incoming_mail.due_incoming_mail(now).exists()
    webhooks.do_queue_calls(now)
    webhooks.do_delete_old_calls(now)
    do_delete_expired_openings(now)
    do_delete_obsolete_drafts()
    do_delete_expired_responses(now)
    owed = webhooks.has_due_calls(now)
    return DueWork(tuple(map(str, games)), outbox.has_unsent_mail(now), more=more, inbound=come_in, webhooks=owed)
