"""Mail that has come in: what is due to be handled, and what a link to cancel is about."""

from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.utils import timezone

from games.errors import missing
from games.models import Game, IncomingMail, Opening, OpenRequest, OutgoingMail, Player, SealedAnswer, Seat
from games.models.statements import Reading, Spelled, for_update, key, moment, read_together, select
from games.stored.links import digest_of
from games.stored.tags import UNTAGGED, WITHOUT_SEAT

Status = IncomingMail.Status


def due_inbound(now: datetime | None = None) -> QuerySet[IncomingMail]:
    """Messages to be handled now, the longest due first."""
    open_ = IncomingMail.objects.filter(status__in=(Spelled(Status.QUEUED), Spelled(Status.WAITING)))
    return open_.filter(next_try_at__lte=now or timezone.now()).order_by("next_try_at", "received_at")


def waiting_mail(token: str) -> IncomingMail:
    """The order by mail that a link to cancel is about, while it waits. Raises Missing."""
    rows = IncomingMail.objects.select_related("game", "seat", "player").filter(status=Status.WAITING)
    found = rows.filter(cancel_digest=digest_of(token)).first()
    if found is None:
        raise missing()
    return found


def answered_lately(player: Player, most: int, kind: str = OutgoingMail.Kind.REPLY) -> bool:
    """Whether `most` answers to mail, which are letters of that kind, are owed to the player since an hour ago."""
    values = (player.pk, str(kind), moment(timezone.now() - timedelta(hours=1)), most - 1)
    where = "player_id = %s AND kind = %s AND created_at > %s LIMIT 1 OFFSET %s"
    return bool(select(OutgoingMail, where=where, values=values, only=("id",)))


def is_known(player: Player, digest: str, most: int) -> tuple[bool, bool]:
    """Whether a message that says the same has come in before, and whether `most` of the player did in an hour."""
    since = moment(timezone.now() - timedelta(hours=1))
    lately = "player_id = %s AND received_at > %s LIMIT 1 OFFSET %s"
    same, many = read_together(
        Reading(IncomingMail, "digest = %s", (digest,), only=("id",)),
        Reading(IncomingMail, lately, (player.pk, since, most - 1), only=("id",)),
    )
    return bool(same), bool(many)


def many_untagged(player: Player, most: int) -> bool:
    """Whether `most` messages of the player that answer none of our letters came in since an hour ago."""
    since = timezone.now() - timedelta(hours=1)
    lately = IncomingMail.objects.filter(player=player, received_at__gt=since, tag=UNTAGGED.kind + UNTAGGED.subject.hex)
    return lately.count() >= most


def named_so(player: Player, message_id: str) -> list[IncomingMail]:
    """The player's messages of that Message-ID, once nobody else stores any of the player's at the same time."""
    _, found = read_together(
        Reading(Player, "id = %s", (player.pk,), for_update(), ("id",)),
        Reading(IncomingMail, "player_id = %s AND message_id = %s", (player.pk, message_id), only=_OF_COPIES),
    )
    return found


_OF_COPIES = ("id", "tag", "dated", "proven")


def load_parents(mail: IncomingMail) -> bool:
    """Read what a message belongs to, at one go; False where its player has left the seat or the server.

    Who is asked to take a seat, or into a game, has none.
    """
    parents = (("seat", ()), ("game", ()), ("player", ()))
    own = ("id", "player_id")  # of a player there may be none
    found, requests = read_together(
        Reading(IncomingMail, "games_incomingmail.id = %s", (key(mail.pk),), only=own, parents=parents),
        Reading(OpenRequest, "id = %s", (key(mail.request_id),)),
    )
    if not found:
        return False
    mail.seat, mail.game, mail.player = found[0].seat, found[0].game, found[0].player
    if mail.request_id is not None:
        (mail.request,) = requests
        mail.request.game, mail.request.seat = place_of(mail)
    if mail.player is None or not mail.player.is_active:
        return False
    holds = mail.seat is not None and mail.seat.player_id == mail.player_id
    return holds or mail.tag.startswith(WITHOUT_SEAT)


def opening_of(mail: IncomingMail) -> Opening | None:
    """The opening that a message answers; None where it answers no letter."""
    return Opening.objects.filter(pk=mail.tag[1:], player=mail.player_id).first()


def place_of(mail: IncomingMail) -> tuple[Game, Seat]:
    """The game and the seat that a message is about. Raises LookupError where a game is yet to be opened."""
    if mail.game is None or mail.seat is None:
        raise LookupError(mail.pk)
    return mail.game, mail.seat


def is_overtaken(mail: IncomingMail, *, waited: bool) -> bool:
    """Whether a later message has answered the same question, or anything that did not wait while this one `waited`.

    A message that is proven is overtaken by proven ones only.
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
    return waited and SealedAnswer.objects.filter(request=mail.request_id, revision__gt=mail.revision).exists()
