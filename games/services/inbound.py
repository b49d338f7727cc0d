"""Mail that comes in, as rows: stored once before anything is done about it, handled once, answered by a letter."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.errors import missing
from games.kernel.text import Text
from games.models import IncomingMail, OutgoingMail, Player
from games.models.compress import deflate
from games.models.statements import change_where, changing_first, insert, key, moment
from games.selectors.access import sees
from games.selectors.inbound import (
    answered_lately,
    is_known,
    load_parents,
    many_untagged,
    named_so,
    place_of,
    waiting_mail,
)
from games.selectors.invitations import invitation_by_id
from games.selectors.tags import Addressed, invitation_tag, start_tag
from games.services import hooks, outbox
from games.services.personal import do_owe_letter
from games.stored.links import new_token
from games.stored.replies import Reply, seal_reply
from games.stored.tags import INVITATION, OPENING, START, UNTAGGED, WITHOUT_SEAT

Status = IncomingMail.Status

MOST_AN_HOUR = 60
"""Messages of one player that are taken in during an hour."""
MOST_UNTAGGED = 10
"""Of them those that answer none of our letters: whoever forges an address fills no box with answers, and leaves the
player room for orders. Nobody is told of what is above that."""
_MANY = "many-mails."
"""How the reference begins of a letter that says that too many came."""
MAX_ATTEMPTS = 3
RETRY = timedelta(seconds=60)
BEFORE_DEADLINE = timedelta(seconds=60)
"""An order that waits counts so long before the deadline at the latest."""

logger = logging.getLogger(__name__)


def do_take_in(
    *,
    about: Addressed,
    raw: bytes,
    digest: str,
    message_id: str,
    sender: str,
    dated: datetime | None,
    way: str,
    proven: bool,
) -> str:
    """Store a message: ``taken``, ``known`` for a copy of one that was, ``too_often`` where its sender writes too much.

    When it returns, whoever delivered the message may forget it. One that is dated in the future counts as written now.
    """
    if about.tag == UNTAGGED and many_untagged(about.player, MOST_UNTAGGED):
        return "too_often"
    known, too_many = is_known(about.player, digest, MOST_AN_HOUR)
    if known or too_many:
        return "known" if known else _too_often(about.player)
    row = IncomingMail(
        digest=digest,
        message_id=message_id,
        way=way,
        raw=deflate(raw),
        sender=sender,
        tag=about.tag.kind + about.tag.subject.hex,
        **_place(about),
        player=about.player,
        request=about.request,
        proven=proven,
        dated=dated and min(dated, timezone.now().replace(microsecond=0)),
    )
    with transaction.atomic():
        if message_id and _is_copy(row, about.player, dated):
            return "known"
        insert([row], conflict="ON CONFLICT (digest) DO NOTHING")
        hooks.after_commit(hooks.INBOUND, "")
    return "taken"


def _place(about: Addressed) -> dict[str, Any]:
    """The seat that a message is about, with its game; nothing where a game is yet to be opened."""
    return {"seat": about.seat, "game_id": about.seat.game_id} if about.seat else {}


def _too_often(player: Player) -> str:
    """Of a message that is left alone its sender is told; of many that come at once each waits for the player's row."""
    with transaction.atomic():
        Player.objects.select_for_update().get(pk=player.pk)
        _tell_of_many(player)
    return "too_often"


def _tell_of_many(player: Player) -> None:
    """Tell a player once in an hour that not each of so many mails is answered, or read at all, and how to go on."""
    lately = timezone.now() - timedelta(hours=1)
    if OutgoingMail.objects.filter(player=player, reference__startswith=_MANY, created_at__gt=lately).exists():
        return
    facts = {
        "read": str(MOST_AN_HOUR),
        "answered": str(min(settings.PBEM_MAIL_ANSWERS_PER_HOUR, MOST_AN_HOUR)),
        "until": (timezone.now() + timedelta(hours=1)).isoformat(),
        "url": f"{settings.PBEM_BASE_URL}/",
    }
    do_owe_letter(what="many_mails", address=player.email, player=player, facts=facts, named=_MANY)


def _is_copy(row: IncomingMail, player: Player, dated: datetime | None) -> bool:
    """Whether the same message came in before in another coding, under the same name and, as far as told, date.

    Copies that come at once wait for each other at their player's row. One that is proven vouches for the first, as
    long as nobody has begun with that.
    """
    told = dated is not None and dated <= timezone.now()
    same = [
        one for one in named_so(player, row.message_id) if one.tag == row.tag and (not told or one.dated == row.dated)
    ]
    if row.proven and same and not any(one.proven for one in same):
        IncomingMail.objects.filter(pk=same[0].pk, status=Status.QUEUED, attempts=0).update(proven=True)
    return bool(same)


class _Lost(Exception):
    """Somebody else has handled the message in the meantime."""


_OPEN = f"status IN ('{Status.QUEUED}', '{Status.WAITING}')"


def do_handle_next(handle: Callable[[IncomingMail], Reply | None]) -> bool:
    """Handle the message that has been due the longest, in one transaction with all that it brings about.

    `handle` acts, sets `status` and `outcome`, and says what to answer. False when none is due. The attempt counts from
    here on, so that a message at which workers die is put aside.
    """
    now = timezone.now()
    row = changing_first(
        IncomingMail,
        changes="attempts = attempts + 1, next_try_at = %s",
        where=f"{_OPEN} AND next_try_at <= %s",
        order="next_try_at, received_at",
        values=(moment(now + RETRY), moment(now)),
    )()
    if row is None:
        return False
    if row.attempts > MAX_ATTEMPTS:
        _give_up(row)
        return True
    attempt, waited = row.attempts, row.status == Status.WAITING
    try:
        with transaction.atomic():
            reply = handle(row)
            _finish(row, attempt)
            if reply is not None:
                _owe_reply(row, reply, again=waited)
    except _Lost:
        logger.info("incoming mail %s was handled elsewhere", row.pk)
    except Exception as error:
        logger.exception("incoming mail %s cannot be handled", row.pk)
        IncomingMail.objects.filter(pk=row.pk).update(error=f"{type(error).__name__}: {error}"[:2000])
    return True


_GIVEN_UP = Text(
    "Your mail could not be handled, and nothing of it counts. Please send it again, or answer on the page.",
    "メールを処理できず、無効になりました。もう一度送るか、ページから回答してください。",
)


def _give_up(row: IncomingMail) -> None:
    """Put a message aside for the operator, and tell its sender in a word."""
    logger.error("incoming mail %s is given up: %s", row.pk, row.error)
    with transaction.atomic():
        changed = IncomingMail.objects.filter(pk=row.pk, status__in=(Status.QUEUED, Status.WAITING))
        if changed.update(status=Status.FAILED) and load_parents(row):
            name = row.message_id if row.message_id.isascii() and row.message_id.isprintable() else ""
            _owe_reply(row, Reply(outcome="rejected", answering=name, notes=(_GIVEN_UP,)), again=False)


def _finish(row: IncomingMail, attempt: int) -> None:
    """Mark what was done, unless somebody else has been quicker: then nothing of it has happened. Raises _Lost.

    Of what is done with, the text and its sender's address are forgotten.
    """
    if row.status != Status.WAITING:
        row.raw, row.sender = b"", ""
    changed = change_where(
        IncomingMail,
        where=f"id = %s AND attempts = %s AND {_OPEN}",
        values=(key(row.pk), attempt),
        raw=row.raw,
        sender=row.sender,
        status=row.status,
        outcome=row.outcome,
        next_try_at=row.next_try_at,
        cancel_digest=row.cancel_digest,
        revision=row.revision,
        attempts=row.attempts,
    )
    if not changed:
        raise _Lost


def _owe_reply(row: IncomingMail, reply: Reply, *, again: bool) -> None:
    """A letter that answers a message (`again`: its second one), unless its sender has had too many lately."""
    player, most = row.player, settings.PBEM_MAIL_ANSWERS_PER_HOUR
    kind = outbox.Kind.ACCOUNT if row.tag.startswith(WITHOUT_SEAT) else outbox.Kind.REPLY
    if player is None or answered_lately(player, most, kind):
        logger.warning("incoming mail %s gets no answer: too many in an hour", row.pk)
        if player is not None:
            _tell_of_many(player)
        return
    if kind == outbox.Kind.ACCOUNT:
        _owe_personal(row, player, reply)
        return
    reference = f"{row.pk.hex}.2" if again else row.pk.hex
    game, seat = place_of(row)
    mail = outbox.owed(game, seat, outbox.Kind.REPLY, seat_stop=0, reference=reference)
    mail.sealed = seal_reply(reply)
    outbox.post([mail])
    hooks.after_commit(hooks.MAIL, game.pk)


def _owe_personal(row: IncomingMail, player: Player, reply: Reply) -> None:
    """An answer to who has no seat: a letter to the person."""
    if row.tag.startswith(OPENING):
        _owe_opening(row, player, reply)
        return
    what, about = _asked_as(row)
    game = place_of(row)[0]
    facts = {
        **about,
        "game": game.name if what != START_REPLY or sees(player, game) else "",
        "says": " ".join(note.get(player.language) for note in reply.notes),
        "cancel": reply.cancel,
        "answering": reply.answering,
    }
    facts |= {"until": reply.counts_at} if reply.counts_at else {}
    do_owe_letter(what=what, address=player.email, player=player, facts=facts)


START_REPLY = "start_reply"
"""Of these letters anybody may get one who says that a game shall begin: it names no game that is hidden from them."""


def _asked_as(row: IncomingMail) -> tuple[str, dict[str, str]]:
    """Which sort of letter answers who has no seat, and where an answer to that goes."""
    if row.tag.startswith(START):
        return START_REPLY, {"reply_to": start_tag(place_of(row)[0])}
    invited = invitation_by_id(UUID(row.tag[1:])) if row.tag.startswith(INVITATION) else None
    if invited:
        return "invitation_reply", {"reply_to": invitation_tag(invited)}
    return "reserve_reply", {"call": str(UUID(row.tag[1:]))}


def _owe_opening(row: IncomingMail, player: Player, reply: Reply) -> None:
    """An answer to who would open a game."""
    says = " ".join(note.get(player.language) for note in reply.notes)
    facts = {"reply_to": settings.PBEM_MAIL_REPLY, "says": says, "cancel": reply.cancel, "answering": reply.answering}
    facts |= {"until": reply.counts_at} if reply.counts_at else {}
    do_owe_letter(what="opening", address=player.email, player=player, facts=facts | reply.facts)


def let_wait(row: IncomingMail, due: datetime | None) -> tuple[str, datetime]:
    """Let an order wait for a while; gives the token of the link that cancels it, and when it counts."""
    now = timezone.now()
    counts = now + timedelta(seconds=settings.PBEM_MAIL_GRACE)
    if due is not None:
        counts = max(min(counts, due - BEFORE_DEADLINE), now)
    token, row.cancel_digest = new_token()
    row.status, row.outcome, row.next_try_at, row.attempts = Status.WAITING, "waiting", counts, 0
    return token, counts


def go_with(row: IncomingMail, revision: int) -> None:
    """Let others that wait beside this one, which has just been sealed as `revision`, be measured from there.

    Of two that waited the later by its own date stands; what came in by another way meanwhile overtakes both.
    """
    waiting = IncomingMail.objects.filter(request=row.request_id, status=Status.WAITING, revision=revision - 1)
    waiting.exclude(pk=row.pk).update(revision=revision)


def do_cancel(*, token: str) -> None:
    """Cancel an order by mail that waits; whoever has the link may. Raises Missing."""
    with transaction.atomic():
        row = IncomingMail.objects.select_for_update(of=("self",)).get(pk=waiting_mail(token).pk)
        if row.status != Status.WAITING:
            raise missing()
        row.status = row.outcome = Status.CANCELLED
        row.raw, row.sender = b"", ""
        row.save(update_fields=["status", "outcome", "raw", "sender"])
