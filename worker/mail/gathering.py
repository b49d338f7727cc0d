"""Letters that wait for the hours at which their reader wants mail, and those that are told in a later one.

Looked at when a sender has the letter in hand: then everything is known, and it costs nothing for readers who want
every letter at once. A letter that waits goes back into the outbox until its hour. Of several about one seat the last
tells what all would have told.
"""

from zoneinfo import ZoneInfo

from django.utils import timezone

from games.models import OutgoingMail
from games.selectors.letters import Letter
from games.services import outbox
from games.stored.mail_hours import hours_of, leaves_at

Kind = OutgoingMail.Kind
WAITING = frozenset({Kind.STOP, Kind.OVER, Kind.NOTICE, Kind.MESSAGE, Kind.ADVICE})
"""Letters that may wait. An answer to a mail, a reminder and what concerns the account never do."""


def waits(letter: Letter) -> float:
    """Seconds until the letter may leave; 0 for now."""
    if not letter.player.mail_hours or letter.mail.kind not in WAITING:
        return 0.0
    now, zone = timezone.now(), ZoneInfo(letter.player.time_zone)
    due = min((one.due_at for one in letter.decisions if one.due_at and not one.ready), default=None)
    leaves = leaves_at(hours_of(letter.player.mail_hours), zone, letter.mail.created_at, now, due)
    return (leaves - now).total_seconds()


def is_told_later(letter: Letter) -> bool:
    """Whether a later letter to the seat leaves now, too, which tells what this one would."""
    return bool(letter.player.mail_hours) and letter.mail.kind == Kind.STOP and outbox.is_followed(letter.mail)


def takes_up(letter: Letter) -> bool:
    """Have the letter tell what those before it would have told that wait still. True if there are any."""
    if not letter.player.mail_hours or letter.mail.kind not in (Kind.STOP, Kind.OVER):
        return False
    return outbox.merge_earlier(letter.mail) > 0
