"""Delay and merge e-mails: by the reader's delivery hours, and to put several pieces of news into one e-mail.

A sender decides this when it has claimed an e-mail, because only then all data is known. A delayed e-mail returns to
the outbox. The last of several e-mails about one seat includes the others. News (an e-mail without a question) waits

- for a moment, if the game will continue automatically, for example while bots play, so that one e-mail contains the
  news and the question;
- during a short turn, such as a turn with its reactions (`TitleRules.deferrable`), for the reader's own question or for
  the end of the turn;
- after another e-mail with news only, for a question or for the rest of a day.

Receipts for orders wait a short time for the next e-mail (`games.services.outbox`).
"""

from datetime import datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.utils import timezone

from games.models import Game, OutgoingMail
from games.persistence.mail_hours import compute_send_time, load_mail_hours
from games.selectors.email_context import EmailContext, asked_something
from games.selectors.outbox import WAIT_FOR_NEWS_OF_DAY, WAIT_FOR_NEXT_STOP, WAIT_REASONS
from games.services import outbox

Kind = OutgoingMail.Kind
DEFERRABLE_KINDS = frozenset({Kind.STOP, Kind.OVER, Kind.NOTICE, Kind.MESSAGE, Kind.ADVICE})
"""Kinds of e-mail that may be delayed; replies, reminders and e-mails about accounts never are."""


MAX_FOLLOW_UP_SECONDS = 30.0
"""The maximum age of news that waits because bots are playing, in seconds."""
DAY = timedelta(days=1)
"""The least time between two e-mails with news only to a reader."""


class Delay(NamedTuple):
    """How long an e-mail must wait, and why."""

    seconds: float
    """The seconds to wait."""
    reason: str
    """The reason to store with the e-mail."""


def find_delay(context: EmailContext) -> Delay | None:
    """Return the delay of an e-mail; None if it may be sent now."""
    if not context.player.mail_hours or context.mail.kind not in DEFERRABLE_KINDS:
        if is_followed_immediately(context):
            return Delay(outbox.FOLLOW_UP_SECONDS, WAIT_FOR_NEXT_STOP)
        return _delay_news_of_day(context)
    now, zone = timezone.now(), ZoneInfo(context.player.time_zone)
    due = min((one.due_at for one in context.decisions if one.due_at and not one.ready), default=None)
    leaves = compute_send_time(load_mail_hours(context.player.mail_hours), zone, context.mail.created_at, now, due)
    return Delay((leaves - now).total_seconds(), outbox.WAIT_FOR_MAIL_HOURS) if leaves > now else None


def _delay_news_of_day(context: EmailContext) -> Delay | None:
    """Return the delay of news within a day after other news; None if it may be sent now."""
    last = context.last_sent
    if last is None or not _may_wait_for_day(context) or asked_something(context, last):
        return None
    return Delay((_end_of_day(last) - timezone.now()).total_seconds(), WAIT_FOR_NEWS_OF_DAY)


def _may_wait_for_day(context: EmailContext) -> bool:
    """Return True if news may wait for the rest of the day after another e-mail with news.

    False if the reader wants all news, or if there are announcements.
    """
    last = context.last_sent
    is_recent = last is not None and _end_of_day(last) > timezone.now()
    is_fresh_news = is_recent and context.mail.sent_at is None and _asks_nothing(context) and not context.notices
    return is_fresh_news and not context.player.mail_preferences.get("watch", False)


def _end_of_day(mail: OutgoingMail) -> datetime:
    return (mail.sent_at or mail.created_at) + DAY


def _asks_nothing(context: EmailContext) -> bool:
    asks = context.advice_requests or any(not one.ready for one in context.decisions)
    return context.mail.kind == Kind.STOP and not asks


def is_followed_immediately(context: EmailContext) -> bool:
    """Return True if the game of recent news continues automatically, so that more news will come in a moment."""
    if not _asks_nothing(context):
        return False
    game, now = context.game, timezone.now()
    is_fresh = (now - context.mail.created_at).total_seconds() < MAX_FOLLOW_UP_SECONDS
    due = min((moment for moment in (game.due_from, game.wake_at) if moment is not None), default=None)
    return is_fresh and game.status == Game.Status.RUNNING and due is not None and due <= now


def is_merged_later(context: EmailContext) -> bool:
    """Return True if a later e-mail to the seat is sent now too, and includes the news of this e-mail."""
    has_waited = bool(context.player.mail_hours) or context.mail.error in WAIT_REASONS
    return has_waited and context.mail.kind == Kind.STOP and outbox.has_later_mail(context.mail)


def merge_waiting_mail(context: EmailContext) -> bool:
    """Merge earlier waiting e-mails and receipts into this one. Returns True if any were merged."""
    if context.mail.kind not in (Kind.STOP, Kind.OVER):
        return False
    has_receipts = context.follows_receipts and outbox.merge_receipts(context.mail) > 0
    return _merge_waiting_news(context) or has_receipts


def _merge_waiting_news(context: EmailContext) -> bool:
    if context.player.mail_hours:
        return outbox.merge_earlier(context.mail) > 0
    return context.follows_news and outbox.merge_earlier(context.mail, reason=WAIT_REASONS) > 0


def is_sent_unchanged(context: EmailContext) -> bool:
    """Return True if no check of this module can delay or change the e-mail."""
    has_waited = context.mail.error in WAIT_REASONS
    merges = context.follows_news or context.follows_receipts
    may_wait = context.player.mail_hours or is_followed_immediately(context) or _may_wait_for_day(context)
    return not (has_waited or merges or may_wait)
