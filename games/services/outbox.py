"""Mail owed to seats: rows made with what they tell of, claimed with a lease, sent at least once."""

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.errors import forbidden, missing, wrong_state
from games.models import Game, MailEvent, OutgoingMail, Player, Seat
from games.models.statements import (
    Reading,
    Spelled,
    asking,
    change_where,
    changing,
    changing_first,
    in_one_journey,
    insert,
    key,
    moment,
    select,
)
from games.selectors.access import get_game, may_umpire
from games.selectors.outbox import FOR_THE_END, FOR_WHAT_FOLLOWS, abandoned_mail
from games.stored.addresses import address_digest
from games.stored.audit import record

Kind = OutgoingMail.Kind
Status = OutgoingMail.Status
MAX_ATTEMPTS = 12
FOR_ITS_HOUR = "for the hours of its reader"
"""Why a letter waits that could leave."""
MOMENT = 3.0
"""Seconds after which news is looked at again that waits for what follows at once."""
LONGEST = timedelta(hours=12)
"""News that waits for the end of what goes on is not held longer."""
LOOKED_AT = 3600.0
"""Seconds after which a letter that waits is looked at again."""
SUSPECT = 2
"""A letter at which so many senders died goes last, alone, and without a picture."""
MAX_DEATHS = 3
"""Then it is the operator's."""

logger = logging.getLogger(__name__)


def message_id(game_id: UUID, role: str, *parts: object) -> str:
    """The same Message-ID at every attempt; an HMAC, so that it counts nothing."""
    return personal_id("|".join(map(str, (game_id, role, *parts))))


def personal_id(text: str) -> str:
    """The Message-ID that belongs to a text that is only used once."""
    code = salted_hmac("games.outbox.message", text, algorithm="sha256").hexdigest()[:40]
    return f"<{code}@{settings.PBEM_MAIL_DOMAIN}>"


def owed(game: Game, seat: Seat, kind: str, *, seat_stop: int, reference: str = "") -> OutgoingMail:
    """An unsaved row for the player in `seat` at the game's present stop."""
    return OutgoingMail(
        game=game,
        seat=seat,
        player_id=seat.player_id,
        kind=kind,
        stop=game.stop,
        seat_stop=seat_stop,
        reference=reference,
        message_id=message_id(game.pk, seat.role, kind, game.stop, reference),
    )


def wait_for_what_follows(mail: OutgoingMail, now: datetime) -> None:
    """Have news wait for a moment from the first: whatever follows tells it, however soon a sender looks."""
    mail.error, mail.next_try_at = FOR_WHAT_FOLLOWS, now + timedelta(seconds=MOMENT)


def wait_for_the_end(mail: OutgoingMail, now: datetime) -> None:
    """Have news wait in the midst of what soon ends; not for ever, since somebody may think for days."""
    mail.error, mail.next_try_at = FOR_THE_END, now + LONGEST


def let_go(game: Game, now: datetime, but: Iterable[int]) -> int:
    """What waited for the end may leave, but for readers in these seats, who get a letter that tells it; how many."""
    waiting = OutgoingMail.objects.filter(game=game, status=Spelled(Status.QUEUED), error=FOR_THE_END)
    return waiting.exclude(seat__in=[*but]).update(next_try_at=now)


def post(mails: Iterable[OutgoingMail]) -> int:
    """Store rows that do not exist yet; how many were handed in."""
    rows = list(mails)
    insert(rows, conflict="ON CONFLICT DO NOTHING")
    return len(rows)


def claim_mail(holder: UUID, *, lease_seconds: float, suspects: bool = False) -> OutgoingMail | None:
    """Take the letter that has been due the longest, for as long as the lease runs; nobody else gets it meanwhile.

    The attempt counts from here on, whatever becomes of its sender. Letters at which senders died come last, and only
    for who takes `suspects`. A letter waits while an earlier one to the same reader is due or in somebody's hands, so
    that none overtakes another whose picture takes long; one that is tried again later holds nobody up.
    """
    lease = (holder, timezone.now(), timedelta(seconds=lease_seconds))
    return _taking(_SOUND, *lease)() or (_taking(_SUSPECTED, *lease)() if suspects else None)


_SOUND, _SUSPECTED = f"deaths < {SUSPECT}", f"deaths >= {SUSPECT}"


_FIRST_OF_ITS_READER = (
    "NOT EXISTS (SELECT 1 FROM games_outgoingmail AS earlier WHERE earlier.player_id = games_outgoingmail.player_id"
    " AND earlier.id < games_outgoingmail.id"
    " AND earlier.status IN ('queued', 'sending') AND earlier.deaths < %s"
    " AND (earlier.status = 'queued' AND earlier.next_try_at <= %s"
    " OR earlier.status = 'sending' AND earlier.leased_until > %s))"
)


def _due(now: Any) -> Reading:
    """The letter that would be claimed now."""
    where = f"status = '{Status.QUEUED}' AND next_try_at <= %s AND {_SOUND} AND {_FIRST_OF_ITS_READER}"
    return Reading(OutgoingMail, where, (now, SUSPECT, now, now), "ORDER BY next_try_at, id LIMIT 1")


def _taking(condition: str, holder: UUID, now: datetime, seconds: timedelta) -> Callable[[], OutgoingMail | None]:
    """One statement, which spells out the status for the sake of the partial index."""
    return changing_first(
        OutgoingMail,
        changes=f"status = '{Status.SENDING}', attempts = attempts + 1, lease = %s, leased_until = %s",
        where=f"status = '{Status.QUEUED}' AND next_try_at <= %s AND {condition} AND {_FIRST_OF_ITS_READER}",
        order="next_try_at, id",
        values=(key(holder), moment(now + seconds), moment(now), SUSPECT, moment(now), moment(now)),
    )


def renew(mail: OutgoingMail, *, lease_seconds: float) -> bool:
    """Have most of a lease before something that takes long. False when the letter was lost to another sender."""
    now = timezone.now()
    if mail.leased_until is not None and mail.leased_until - now > timedelta(seconds=lease_seconds * 2 / 3):
        return True
    mail.leased_until = now + timedelta(seconds=lease_seconds)
    return _change_held(mail, leased_until=mail.leased_until)


def recover(holder: UUID) -> int:
    """The sender of that name has died: what it had in hand goes to others. How many letters that were."""
    return sum(map(_bury, OutgoingMail.objects.filter(status=Spelled(Status.SENDING), lease=holder)))


def recover_expired() -> int:
    """What was left lying by senders that died goes to others. How many letters that were."""
    return sum(map(_bury, abandoned_mail()))


def _bury(mail: OutgoingMail) -> bool:
    """One more sender died at this letter. False if that was known already."""
    error = f"its sender died, {mail.deaths + 1} in all"
    if mail.deaths + 1 >= MAX_DEATHS or mail.attempts >= MAX_ATTEMPTS:
        logger.error("letter %s is given up, see the outbox: %s", mail.pk, error)
        return _close(mail, status=Status.FAILED, deaths=mail.deaths + 1, error=error)
    return _close(mail, status=Status.QUEUED, deaths=mail.deaths + 1, error=error, next_try_at=timezone.now())


def _nothing() -> None:
    """There is nothing to do."""


def mark_sent(mail: OutgoingMail) -> bool:
    """The server took the letter. False when the lease was lost to another sender in the meantime.

    That it went out, and where to, is in its history all the same.
    """
    with transaction.atomic():
        return _sent(mail)()


def _sent(mail: OutgoingMail) -> Callable[[], bool]:
    """Mark it. Whether it was still ours is asked afterwards: so the next statement need not wait for the answer."""
    sent = _closing(mail, status=Status.SENT, sent_at=timezone.now(), error="", sealed=b"")
    if mail.went_to:
        insert([MailEvent(mail=mail, what=MailEvent.What.SENT, source="smtp", address=address_digest(mail.went_to))])
    return lambda: bool(sent())


def mark_sent_and_claim(
    mail: OutgoingMail, *, lease_seconds: float, suspects: bool = False, meanwhile: Callable[[], None] = _nothing
) -> tuple[bool, OutgoingMail | None, OutgoingMail | None]:
    """`mark_sent`, and `claim_mail` for the same holder, in one transaction: one wait for the disk where two were.

    Returns whether the mark was made, the letter claimed, and the one that will probably be claimed after it: that is
    to be looked at, for it may become somebody else's. `meanwhile` is done while the database is at it, which it must
    ask nothing.
    """
    lease = (_holder(mail), timezone.now(), timedelta(seconds=lease_seconds))

    def send() -> Callable[[], tuple[bool, OutgoingMail | None, list[OutgoingMail]]]:
        sent, claimed, after = _sent(mail), _taking(_SOUND, *lease), asking(_due(moment(lease[1])))
        return lambda: (sent(), claimed(), after())

    sent, claimed, after = in_one_journey(send, meanwhile)
    following = claimed or (_taking(_SUSPECTED, *lease)() if suspects else None)
    return sent, following, next(iter(after), None) if following else None


def _holder(mail: OutgoingMail) -> UUID:
    if mail.lease is None:
        raise ValueError("nobody has claimed this letter")
    return mail.lease


def mark_failed(mail: OutgoingMail, error: str, *, retry_in: float | None = None) -> bool:
    """The letter did not go out: try again in `retry_in` seconds, or give it up (None, or after 12 attempts)."""
    if retry_in is None or mail.attempts >= MAX_ATTEMPTS:
        return _close(mail, status=Status.FAILED, error=error[:2000])
    later = timezone.now() + timedelta(seconds=retry_in)
    return _close(mail, status=Status.QUEUED, error=error[:2000], next_try_at=later)


def mark_bounced(mail: OutgoingMail, error: str) -> bool:
    """The address does not take mail."""
    return _close(mail, status=Status.BOUNCED, error=error[:2000])


def mark_dropped(mail: OutgoingMail, why: str) -> bool:
    """The letter must not or need not go out any more."""
    return _close(mail, status=Status.DROPPED, attempts=mail.attempts - 1, error=why[:2000], sealed=b"")


def mark_held_back(mail: OutgoingMail, why: str) -> bool:
    """The letter cannot go out now; what is sealed in it stays, for the day when it can."""
    return _close(mail, status=Status.DROPPED, attempts=mail.attempts - 1, error=why[:2000])


def look_again(player: Player) -> int:
    """Letters to a player that wait for his hours are due now, to be looked at anew; how many."""
    where = f"player_id = %s AND status = '{Status.QUEUED}' AND error = %s"
    return change_where(OutgoingMail, where=where, values=(player.pk, FOR_ITS_HOUR), next_try_at=timezone.now())


def hold(mail: OutgoingMail, *, seconds: float, why: str = FOR_ITS_HOUR) -> bool:
    """Hand a letter back until the hours of its reader; it is looked at again within the hour, for deadlines move."""
    return put_back(mail, why, retry_in=min(seconds, LOOKED_AT))


def is_followed(mail: OutgoingMail) -> bool:
    """Whether a later letter about a stop waits for the same reader in the same seat, and is due."""
    where = f"{_SAME_READER} AND id > %s AND status = '{Status.QUEUED}' AND kind IN ({_OF_STOPS}) AND next_try_at <= %s"
    values = (mail.seat_id, mail.player_id, mail.pk, moment(timezone.now()))
    return bool(select(OutgoingMail, where=where, values=values, tail="LIMIT 1", only=("id",)))


def merge_earlier(mail: OutgoingMail, *, why: Sequence[str] = ()) -> int:
    """What waits of earlier letters about stops to the same reader in the same seat is told in this one; how many.
    With `why`, of those that wait for one of these reasons alone.
    """
    where = f"{_SAME_READER} AND id < %s AND status = '{Status.QUEUED}' AND kind = '{Kind.STOP}'"
    values: list[object] = [mail.seat_id, mail.player_id, mail.pk]
    if why:
        where, values = f"{where} AND error IN ({', '.join(['%s'] * len(why))})", [*values, *why]
    return change_where(OutgoingMail, where=where, values=values, status=Status.MERGED)


_SAME_READER = "seat_id = %s AND player_id = %s"
_OF_STOPS = f"'{Kind.STOP}', '{Kind.OVER}'"


def mark_merged(mail: OutgoingMail) -> bool:
    """A later letter tells what this one would have told."""
    return _close(mail, status=Status.MERGED, attempts=mail.attempts - 1, error="")


def put_back(mail: OutgoingMail, why: str, *, retry_in: float) -> bool:
    """Hand a letter back unsent, without counting the attempt: it was not its fault."""
    later = timezone.now() + timedelta(seconds=retry_in)
    return _close(mail, status=Status.QUEUED, attempts=mail.attempts - 1, error=why[:2000], next_try_at=later)


_HELD = f"id = %s AND lease = %s AND status = '{Status.SENDING}'"
"""Said of a letter: it is still in the hands of who claimed it."""


def _change_held(mail: OutgoingMail, **fields: object) -> bool:
    return bool(_changing(mail, **fields)())


def _changing(mail: OutgoingMail, **fields: object) -> Callable[[], int]:
    held = (mail.pk, None if mail.lease is None else key(mail.lease))
    return changing(OutgoingMail, where=_HELD, values=held, **fields)


def _close(mail: OutgoingMail, **fields: object) -> bool:
    return bool(_closing(mail, **fields)())


def _closing(mail: OutgoingMail, **fields: object) -> Callable[[], int]:
    return _changing(mail, lease=None, leased_until=None, **fields)


def do_resend(*, by: Player, mail_id: int) -> OutgoingMail:
    """Queue a letter again, under the same Message-ID. Staff, or the umpire of its game; leaves an audit entry.

    Raises Forbidden, Missing, and WrongState for a personal letter that is out: its link or code is forgotten.
    """
    with transaction.atomic():
        mail = OutgoingMail.objects.select_for_update(of=("self",)).select_related("game").filter(pk=mail_id).first()
        if not by.is_staff and not (mail and mail.game and may_umpire(by, mail.game)):
            raise forbidden("Only staff and umpire may resend mail.", "メールの再送はスタッフと審判のみ可能です。")
        if mail is None:
            raise missing()
        if mail.kind in (Kind.ACCOUNT, Kind.REPLY) and not mail.sealed:
            raise wrong_state("A letter with a link or code goes out once.", "リンクやコードの手紙は再送できません。")
        if mail.player is not None and mail.player.is_unreachable:
            raise wrong_state("This player's address takes no mail.", "このプレイヤーのアドレスには届きません。")
        queue_again(mail, source="umpire")
        record(by, "resend_mail", mail.game_id, mail=mail.pk)
    return mail


def queue_again(mail: OutgoingMail, *, source: str) -> None:
    """Let a letter go out once more, as if it were new; the caller holds its row."""
    mail.status, mail.next_try_at, mail.attempts, mail.error = Status.QUEUED, timezone.now(), 0, ""
    mail.lease, mail.leased_until, mail.deaths = None, None, 0
    mail.save(update_fields=["status", "next_try_at", "attempts", "error", "lease", "leased_until", "deaths"])
    MailEvent.objects.create(mail=mail, what=MailEvent.What.AGAIN, source=source)


def do_resend_to_seat(*, by: Player, game_id: UUID | str, mail_id: int) -> OutgoingMail:
    """The same for a letter of one game, by its umpire or staff. Raises as `do_resend`; Missing for another game's."""
    game = get_game(by, game_id)
    if not may_umpire(by, game):
        raise forbidden("Only the umpire may do this.", "審判だけが行えます。")
    if not OutgoingMail.objects.filter(pk=mail_id, game=game).exists():
        raise missing()
    return do_resend(by=by, mail_id=mail_id)
