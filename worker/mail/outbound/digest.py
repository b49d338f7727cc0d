"""Digests: e-mails that wait for the reader's delivery hours, and those merged into a later one.

This is decided when a sender has claimed the e-mail: then everything is known, and readers who want every e-mail at
once cost nothing. A waiting e-mail returns to the outbox until its hour. Of several about one seat, the last one covers
all. News waits for a moment if the game will continue automatically, for example while bots play, so that one e-mail
has the news and the question. During a short turn, like a turn with its reactions (`TitleRules.deferrable`), news waits
for its reader's own question, or for the end.
"""

from zoneinfo import ZoneInfo

from django.utils import timezone

from games.models import Game, OutgoingMail
from games.persistence.mail_hours import compute_send_time, load_mail_hours
from games.selectors.email_context import EmailContext
from games.selectors.outbox import WAIT_REASONS
from games.services import outbox

Kind = OutgoingMail.Kind
DEFERRABLE_KINDS = frozenset({Kind.STOP, Kind.OVER, Kind.NOTICE, Kind.MESSAGE, Kind.ADVICE})
"""E-mails that may wait. A reply to an e-mail, a reminder and account e-mails never do."""


MAX_FOLLOW_UP_SECONDS = 30.0
"""The maximum age in seconds of news that waits for busy bots."""


def seconds_until_send(context: EmailContext) -> float:
    """Return the seconds until the e-mail may leave; 0 for now."""
    if not context.player.mail_hours or context.mail.kind not in DEFERRABLE_KINDS:
        return outbox.FOLLOW_UP_SECONDS if is_followed_immediately(context) else 0.0
    now, zone = timezone.now(), ZoneInfo(context.player.time_zone)
    due = min((one.due_at for one in context.decisions if one.due_at and not one.ready), default=None)
    leaves = compute_send_time(load_mail_hours(context.player.mail_hours), zone, context.mail.created_at, now, due)
    return (leaves - now).total_seconds()


def is_followed_immediately(context: EmailContext) -> bool:
    """Return True for fresh news in a game that continues automatically: the reader will get more in a moment."""
    if context.mail.kind != Kind.STOP or context.advice_requests or any(not one.ready for one in context.decisions):
        return False
    game, now = context.game, timezone.now()
    is_fresh = (now - context.mail.created_at).total_seconds() < MAX_FOLLOW_UP_SECONDS
    due = min((moment for moment in (game.due_from, game.wake_at) if moment is not None), default=None)
    return is_fresh and game.status == Game.Status.RUNNING and due is not None and due <= now


def is_merged_later(context: EmailContext) -> bool:
    """Return True if a later e-mail to the seat leaves now too, and includes the news of this one."""
    has_waited = bool(context.player.mail_hours) or context.mail.error in WAIT_REASONS
    return has_waited and context.mail.kind == Kind.STOP and outbox.has_later_mail(context.mail)


def merge_waiting_mail(context: EmailContext) -> bool:
    """Merge earlier waiting e-mails into this one. Returns True if there are any."""
    if context.mail.kind not in (Kind.STOP, Kind.OVER):
        return False
    if context.player.mail_hours:
        return outbox.merge_earlier(context.mail) > 0
    return context.follows_news and outbox.merge_earlier(context.mail, reason=WAIT_REASONS) > 0


def is_sent_unchanged(context: EmailContext) -> bool:
    """Return True if none of the checks above can delay or change the e-mail."""
    has_waited = context.mail.error in WAIT_REASONS
    return not (has_waited or context.follows_news or context.player.mail_hours or is_followed_immediately(context))
