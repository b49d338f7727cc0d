"""What became of letters after they were sent, and what follows for the address they went to."""

import logging
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.errors import missing, wrong_state
from games.models import Game, MailEvent, OutgoingMail, Player, Seat
from games.selectors.delivery import BOUNCE_MEMORY, UNREACHABLE, held_back
from games.services import hooks, outbox
from games.services.personal import do_owe_letter
from games.services.rulers import those_who_rule
from games.stored.addresses import address_digest
from games.stored.audit import record

What = MailEvent.What
Status = OutgoingMail.Status

logger = logging.getLogger(__name__)

SOFT_LETTERS = 5
SOFT_SPAN = timedelta(days=3)
"""An address takes no mail when so many letters came back for now, the first so long before the last, none arriving
since; what is older than the last is forgotten."""
RESEND_PAUSE = timedelta(minutes=5)
"""How long a player waits before the same letter is sent once more."""
MOST_RELEASED = 50
"""Letters that go out after all when an address works again, the newest; those tell what earlier ones would have."""

_BECOMES = {What.DELIVERED: Status.DELIVERED, What.BOUNCED: Status.BOUNCED, What.COMPLAINED: Status.COMPLAINED}
_BEFORE = {
    What.DELIVERED: (Status.SENT,),
    What.BOUNCED: (Status.SENT, Status.DELIVERED),
    What.COMPLAINED: (Status.SENT, Status.DELIVERED),
}


class Told(NamedTuple):
    """What somebody says became of a letter. `report` is the digest of the report, empty where there was none.

    `tried` is when the other side had the letter in hand, as it says itself; None where it does not say.
    """

    what: str
    source: str
    hard: bool = False
    code: str = ""
    detail: str = ""
    report: str = ""
    tried: datetime | None = None


def went_to(mail: OutgoingMail) -> str:
    """The digest of the address that a letter went to last; empty where it did not go out."""
    sent = MailEvent.objects.filter(mail=mail, what=What.SENT).order_by("-id").values_list("address", flat=True)
    return sent.first() or ""


def do_note(mail: OutgoingMail, told: Told, *, address: str) -> str:
    """Note what became of a letter to an address (its digest): ``noted``, or ``known`` if the report was noted before.

    The caller has made sure that who says so can be believed.
    """
    with transaction.atomic():
        try:
            with transaction.atomic():
                MailEvent.objects.create(mail=mail, address=address, **_cut(told))
        except IntegrityError:
            return "known"
        what = What(told.what)
        if what in _BECOMES:
            rows = OutgoingMail.objects.filter(pk=mail.pk, status__in=_BEFORE[what])
            rows.update(status=_BECOMES[what], error=told.detail[:2000] if what != What.DELIVERED else "")
        if what in (What.BOUNCED, What.COMPLAINED) and mail.player_id is not None:
            _judge(mail, mail.player_id, address, told)
    return "noted"


def _cut(told: Told) -> dict[str, object]:
    fields = told._asdict() | {"code": told.code[:12], "detail": told.detail.replace("\0", "")[:500]}
    del fields["tried"]
    return fields


def _judge(mail: OutgoingMail, player_id: int, address: str, told: Told) -> None:
    """Mark the player's address if it takes no mail, and tell those who rule their games; once."""
    player = Player.objects.select_for_update(no_key=True).get(pk=player_id)
    if address_digest(player.email) != address or player.is_unreachable or _is_past(mail, player, told):
        return
    if not (told.hard or told.what == What.COMPLAINED or _failed_often(address, player.mail_works_since)):
        return
    player.bounced_address, player.bounced_at = player.email, timezone.now()
    player.bounced_why = (told.detail or told.code or told.what)[:200]
    player.save(update_fields=["bounced_address", "bounced_at", "bounced_why"])
    logger.warning("letters to player %s come back: %s", player.pk, told.code or told.what)
    _tell(player)


def _is_past(mail: OutgoingMail, player: Player, told: Told) -> bool:
    """Whether a letter came back that went out before the player said that letters arrive: its report was slow.

    Of a letter that went out again since then, the report says itself which of the two it means (to the second), or
    means the last.
    """
    if player.mail_works_since is None or told.what != What.BOUNCED or told.source == "smtp":
        return False
    if told.tried is not None and told.tried < player.mail_works_since.replace(microsecond=0):
        return True
    return not MailEvent.objects.filter(mail=mail, what=What.SENT, at__gt=player.mail_works_since).exists()


def _failed_often(address: str, since: datetime | None) -> bool:
    """Whether too many letters came back for now, since the last that arrived or since the player said it works."""
    now = timezone.now()
    events = MailEvent.objects.filter(address=address, what__in=(What.BOUNCED, What.DELIVERED))
    times: list[datetime] = []
    for event in events.filter(at__gt=max(since or now - BOUNCE_MEMORY, now - BOUNCE_MEMORY)).order_by("-id")[:200]:
        if event.what == What.DELIVERED:
            break
        times.append(event.at)
    return len(times) >= SOFT_LETTERS and times[0] - times[-1] >= SOFT_SPAN


def _tell(player: Player) -> None:
    """A letter to whoever rules a game in which the player sits: never the player, for nobody rules who sits there."""
    over = (Game.Status.OVER, Game.Status.ABANDONED)
    for seat in Seat.objects.filter(player=player).exclude(game__status__in=over).select_related("game"):
        for ruler in those_who_rule(seat.game):
            url = f"{settings.PBEM_BASE_URL}/games/{seat.game_id}/umpire/"
            facts = {"game": seat.game.name, "seat": seat.role, "url": url}
            do_owe_letter(what="unreachable", address=ruler.email, player=ruler, facts=facts)


def do_say_it_works(*, player: Player, by: Player | None = None) -> int:
    """The player's address takes mail again: what was held back goes out; how many letters that are.

    `by` is the staff who says so, who leaves an audit entry. Raises WrongState where nothing is wrong.
    """
    with transaction.atomic():
        row = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        held = held_back(row)
        if held is None:
            raise wrong_state("Your letters arrive, as far as is known.", "メールは届いているようです。")
        row.bounced_address, row.bounced_why, row.bounced_at = "", "", None
        row.mail_works_since = timezone.now()
        row.save(update_fields=["bounced_address", "bounced_why", "bounced_at", "mail_works_since"])
        if by is not None:
            record(by, "address_works", player=row.pk)
        return _release(held.letters)


def _release(letters: list[int]) -> int:
    """Queue the letters that an address did not take, the newest of them. What is older they tell, if it was a stop."""
    keys, older = letters[:MOST_RELEASED], letters[MOST_RELEASED:]
    OutgoingMail.objects.filter(pk__in=older, kind=outbox.Kind.STOP).update(status=Status.MERGED)
    rows = OutgoingMail.objects.select_for_update(of=("self",), no_key=True)
    for mail in rows.filter(pk__in=keys).order_by("pk"):
        outbox.queue_again(mail, source="player")
    hooks.after_commit(hooks.MAIL, "")
    return len(keys)


def do_hold_back(mail: OutgoingMail) -> bool:
    """Keep a letter in hand until its reader's address takes mail; False where it does by now: then it is due again.

    Whoever says so meanwhile waits for this row of the player's, or this for them: none stays behind unseen.
    """
    with transaction.atomic():
        reader = Player.objects.select_for_update(of=("self",), no_key=True).filter(mails=mail).first()
        if reader is None or reader.is_unreachable:
            return outbox.mark_held_back(mail, UNREACHABLE)
        outbox.put_back(mail, "", retry_in=0)
    return False


def do_send_me_again(*, player: Player, game_id: UUID) -> OutgoingMail:
    """Send the newest letter about a stop of one's own seat once more, under its old Message-ID.

    Raises Missing where there is none, WrongState where it is under way, just went out, or the address takes no mail.
    """
    with transaction.atomic():
        kinds = (outbox.Kind.STOP, outbox.Kind.OVER)
        rows = OutgoingMail.objects.filter(game=game_id, seat__player=player, player=player, kind__in=kinds)
        mail = rows.select_for_update(of=("self",)).order_by("-id").first()
        if mail is None:
            raise missing()
        if Player.objects.get(pk=player.pk).is_unreachable:
            raise wrong_state("Your address takes no mail.", "あなたのアドレスにはメールが届きません。")
        fresh = mail.sent_at is not None and mail.sent_at > timezone.now() - RESEND_PAUSE
        if fresh or mail.status in (Status.QUEUED, Status.SENDING):
            raise wrong_state("This letter is on its way.", "この手紙は配送中です。")
        outbox.queue_again(mail, source="player")
        hooks.after_commit(hooks.MAIL, mail.game_id)
    return mail
