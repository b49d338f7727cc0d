"""Read incoming e-mail: due messages, quarantined messages, copies and limits."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from games.database.batch import SelectQuery, Spelled, fetch_batch, for_update, key, moment, select
from games.errors import missing
from games.models import Game, IncomingMail, Opening, OpenRequest, OutgoingMail, Player, SealedAnswer, Seat
from games.persistence.link_tokens import token_digest
from games.persistence.mail_tags import SEATLESS_KINDS, UNTAGGED

Status = IncomingMail.Status
_MOST_DRAFTS = 20
"""The number of e-mails about one question that are looked through for refused lines."""


def due_incoming_mail(now: datetime | None = None) -> QuerySet[IncomingMail]:
    """Return the messages to process now, the longest due first."""
    open_ = IncomingMail.objects.filter(status__in=(Spelled(Status.QUEUED), Spelled(Status.WAITING)))
    return open_.filter(next_try_at__lte=now or timezone.now()).order_by("next_try_at", "received_at")


def get_waiting_mail(token: str) -> IncomingMail:
    """Return the quarantined e-mail that the link with this token cancels. Raises Missing for a wrong token."""
    rows = IncomingMail.objects.select_related("game", "seat", "player").filter(status=Status.WAITING)
    found = rows.filter(cancel_digest=token_digest(token)).first()
    if found is None:
        raise missing()
    return found


def has_reply_limit_reached(player: Player, limit: int, kind: str = OutgoingMail.Kind.REPLY) -> bool:
    """Return True if at least `limit` e-mails of this kind to the player were queued within the last hour."""
    values = (player.pk, str(kind), moment(timezone.now() - timedelta(hours=1)), limit - 1)
    where = "player_id = %s AND kind = %s AND created_at > %s LIMIT 1 OFFSET %s"
    return bool(select(OutgoingMail, where=where, values=values, only=("id",)))


def check_copies_and_rate(player: Player, digest: str, limit: int) -> tuple[bool, bool]:
    """Return (True if a message with this digest is stored, True if `limit` messages came within the last hour)."""
    since = moment(timezone.now() - timedelta(hours=1))
    lately = "player_id = %s AND received_at > %s LIMIT 1 OFFSET %s"
    same, many = fetch_batch(
        SelectQuery(IncomingMail, "digest = %s", (digest,), only=("id",)),
        SelectQuery(IncomingMail, lately, (player.pk, since, limit - 1), only=("id",)),
    )
    return bool(same), bool(many)


def has_untagged_limit_reached(player: Player, limit: int) -> bool:
    """Return True if at least `limit` messages of the player without a tag came within the last hour."""
    since = timezone.now() - timedelta(hours=1)
    lately = IncomingMail.objects.filter(player=player, received_at__gt=since, tag=UNTAGGED.kind + UNTAGGED.subject.hex)
    return lately.count() >= limit


def find_by_message_id(player: Player, message_id: str) -> list[IncomingMail]:
    """Lock the player's row, and return the player's stored messages with this Message-ID.

    The lock waits for another transaction that stores a message of the player.
    """
    _, found = fetch_batch(
        SelectQuery(Player, "id = %s", (player.pk,), for_update(), ("id",)),
        SelectQuery(IncomingMail, "player_id = %s AND message_id = %s", (player.pk, message_id), only=_OF_COPIES),
    )
    return found


_OF_COPIES = ("id", "tag", "dated", "proven")


def load_parents(mail: IncomingMail) -> bool:
    """Load a message's related rows in one query; return False if its player no longer holds the seat or is inactive.

    The sender of a message with a tag for persons (`SEATLESS_KINDS`), such as for an invitation, needs no seat.
    """
    parents = (("seat", ()), ("game", ()), ("player", ()))
    own = ("id", "player_id")  # a player may have none
    found, requests = fetch_batch(
        SelectQuery(IncomingMail, "games_incomingmail.id = %s", (key(mail.pk),), only=own, parents=parents),
        SelectQuery(OpenRequest, "id = %s", (key(mail.request_id),)),
    )
    if not found:
        return False
    mail.seat, mail.game, mail.player = found[0].seat, found[0].game, found[0].player
    if mail.request_id is not None:
        (mail.request,) = requests
        mail.request.game, mail.request.seat = get_game_and_seat(mail)
    if mail.player is None or not mail.player.is_active:
        return False
    holds = mail.seat is not None and mail.seat.player_id == mail.player_id
    return holds or mail.tag.startswith(SEATLESS_KINDS)


def get_answered_opening(mail: IncomingMail) -> Opening | None:
    """Return the proposed game (`Opening`) that a message answers, or None."""
    return Opening.objects.filter(pk=mail.tag[1:], player=mail.player_id).first()


def get_game_and_seat(mail: IncomingMail) -> tuple[Game, Seat]:
    """Return a message's game and seat. Raises LookupError if the game is not opened yet."""
    if mail.game is None or mail.seat is None:
        raise LookupError(mail.pk)
    return mail.game, mail.seat


def was_kept_in_part(request: OpenRequest) -> bool:
    """Return True if the answer in force is a draft by e-mail, and an e-mail had refused lines."""
    newest = SealedAnswer.objects.filter(request=request, revision=request.revision).only("channel", "ready").first()
    if newest is None or newest.ready or newest.channel != "mail":
        return False
    rows = IncomingMail.objects.filter(request=request, outcome__in=("receipt", "draft", "partial"))
    outcomes = rows.order_by("-received_at").values_list("outcome", flat=True)[:_MOST_DRAFTS]
    return next((one for one in outcomes if one != "draft"), "") == "partial"


def answers_refusal(mail: IncomingMail, answered: Collection[str]) -> bool:
    """Return True if a message replies to the e-mail that refused the player's last message about the same question.

    `answered` are the Message-IDs of its In-Reply-To header.
    """
    if mail.request_id is None or not answered:
        return False
    earlier = IncomingMail.objects.filter(request=mail.request_id, player=mail.player_id, status=Status.HANDLED)
    last = earlier.exclude(pk=mail.pk).order_by("-received_at").values_list("outcome", flat=True).first()
    replies = OutgoingMail.objects.filter(
        player=mail.player_id, kind=OutgoingMail.Kind.REPLY, message_id__in=[*answered]
    )
    return last == "rejected" and replies.exists()


def is_superseded(mail: IncomingMail, *, has_waited: bool) -> bool:
    """Return True if a message with a later date has already answered the same question.

    Only an authenticated message can supersede an authenticated one. A message that was in quarantine (`has_waited`)
    is also superseded by an answer that came through another channel meanwhile.
    """
    if mail.request_id is None:
        return False
    if mail.dated is not None:
        where = (
            "request_id = %s AND dated > %s AND status = 'handled' AND outcome IN ('receipt', 'draft', 'partial')"
            f" AND id <> %s{' AND proven' if mail.proven else ''} LIMIT 1"
        )
        values = (key(mail.request_id), moment(mail.dated), key(mail.pk))
        if select(IncomingMail, where=where, values=values, only=("id",)):
            return True
    return has_waited and SealedAnswer.objects.filter(request=mail.request_id, revision__gt=mail.revision).exists()
