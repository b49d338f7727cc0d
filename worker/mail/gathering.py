"""Letters that wait for the hours at which their reader wants mail, and those that are told in a later one.

Looked at when a sender has the letter in hand: then everything is known, and it costs nothing for readers who want
every letter at once. A letter that waits goes back into the outbox until its hour. Of several about one seat the last
tells what all would have told. News waits for a moment where the game is about to go on, as it is while bots are
asked: so that one letter comes with the news and the question. In the midst of what soon ends, like a turn with its
reactions (`Title.passing`), news waits for its reader's own question, or for the end.
"""

from zoneinfo import ZoneInfo

from django.utils import timezone

from games.models import Game, OutgoingMail
from games.selectors.letters import Letter
from games.selectors.outbox import FOR_MORE
from games.services import outbox
from games.stored.mail_hours import hours_of, leaves_at

Kind = OutgoingMail.Kind
WAITING = frozenset({Kind.STOP, Kind.OVER, Kind.NOTICE, Kind.MESSAGE, Kind.ADVICE})
"""Letters that may wait. An answer to a mail, a reminder and what concerns the account never do."""


MOST_MOMENTS = 30.0
"""Seconds that news is old at most when it leaves alone, however busy the bots are."""


def waits(letter: Letter) -> float:
    """Seconds until the letter may leave; 0 for now."""
    if not letter.player.mail_hours or letter.mail.kind not in WAITING:
        return outbox.MOMENT if is_followed_at_once(letter) else 0.0
    now, zone = timezone.now(), ZoneInfo(letter.player.time_zone)
    due = min((one.due_at for one in letter.decisions if one.due_at and not one.ready), default=None)
    leaves = leaves_at(hours_of(letter.player.mail_hours), zone, letter.mail.created_at, now, due)
    return (leaves - now).total_seconds()


def is_followed_at_once(letter: Letter) -> bool:
    """Whether it is fresh news, and the game goes on by itself: somebody is sure to be told more in a moment."""
    if letter.mail.kind != Kind.STOP or letter.advising or any(not one.ready for one in letter.decisions):
        return False
    game, now = letter.game, timezone.now()
    is_fresh = (now - letter.mail.created_at).total_seconds() < MOST_MOMENTS
    due = min((moment for moment in (game.due_from, game.wake_at) if moment is not None), default=None)
    return is_fresh and game.status == Game.Status.RUNNING and due is not None and due <= now


def is_told_later(letter: Letter) -> bool:
    """Whether a later letter to the seat leaves now, too, which tells what this one would."""
    has_waited = bool(letter.player.mail_hours) or letter.mail.error in FOR_MORE
    return has_waited and letter.mail.kind == Kind.STOP and outbox.is_followed(letter.mail)


def takes_up(letter: Letter) -> bool:
    """Have the letter tell what those before it would have told that wait still. True if there are any."""
    if letter.mail.kind not in (Kind.STOP, Kind.OVER):
        return False
    if letter.player.mail_hours:
        return outbox.merge_earlier(letter.mail) > 0
    return letter.follows_news and outbox.merge_earlier(letter.mail, why=FOR_MORE) > 0


def leaves_as_it_is(letter: Letter) -> bool:
    """Whether nothing that is asked above can hold the letter back, or change it."""
    has_waited = letter.mail.error in FOR_MORE
    return not (has_waited or letter.follows_news or letter.player.mail_hours or is_followed_at_once(letter))
