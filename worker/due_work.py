"""The sweep: a periodic job that finds due games, reminders and e-mails; the database is authoritative."""

import logging
from dataclasses import dataclass

from django.utils import timezone

from games.models.heartbeat import SWEEP_HEARTBEAT
from games.selectors import due_work, incoming_mail, outbox
from games.services import webhooks
from games.services.alarms import do_claim_games
from games.services.curves.refinement import do_claim_curves
from games.services.departures import do_release_departed
from games.services.heartbeat import do_record_heartbeat
from games.services.idempotency import do_delete_expired_responses
from games.services.openings import do_delete_expired_openings
from games.services.reminders import do_send_reminders
from games.services.reserves import do_call_reserves
from games.services.trial_plans import do_delete_obsolete_plans
from games.services.vacations import do_apply_vacation_stand_ins
from games.services.working_drafts import do_delete_obsolete_drafts

logger = logging.getLogger(__name__)

PAGE = 100
"""The maximum number of games, and of reminders, in one sweep; another sweep follows while there are more."""


@dataclass(frozen=True)
class DueWork:
    """The work that a sweep has found."""

    games: tuple[str, ...]
    """The ids of games to resolve."""
    mail: bool
    """True if outgoing e-mail is due."""
    more: bool = False
    """True if there is more work than one sweep handles."""
    inbound: bool = False
    """True if incoming e-mail is due."""
    webhooks: bool = False
    """True if webhook calls are due."""
    curves: tuple[str, ...] = ()
    """The ids of finished games whose chances must be computed."""


def find_due_work() -> DueWork:
    """Queue due reminders, claim due games, and find out if e-mail or webhook calls are due; return the work.

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
    do_delete_obsolete_plans()
    do_delete_expired_responses(now)
    owed = webhooks.has_due_calls(now)
    curves, mail = tuple(map(str, do_claim_curves(now))), outbox.has_unsent_mail(now)
    return DueWork(tuple(map(str, games)), mail, more=more, inbound=come_in, webhooks=owed, curves=curves)
