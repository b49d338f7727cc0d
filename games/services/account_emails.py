"""E-mails to persons instead of seats, with a link or a code; rows of the outbox like all others."""

from collections.abc import Mapping
from uuid import uuid4

from games.models import OutgoingMail, Player
from games.persistence.encryption import encrypt
from games.persistence.message_ids import message_id
from games.services import outbox, triggers

NOBODY = "nobody"
"""The player of an e-mail to an address without an account: a normal row, which the sender drops."""


def do_queue_account_email(
    *,
    template: str,
    address: str,
    language: str = "en",
    player: Player | None = None,
    facts: Mapping[str, str] | None = None,
    reference_prefix: str = "",
) -> OutgoingMail:
    """Queue an e-mail to an address, from a `template` of `worker.mail.outbound.account_emails`.

    Its reference begins with `reference_prefix`.

    `facts` are its data: links, codes, names. They are sealed, and wiped after sending.
    """
    reference = f"{reference_prefix}{uuid4().hex}"
    words = {**(facts or {}), "what": template, "address": address, "language": player.language if player else language}
    row = OutgoingMail(
        player=player,
        kind=outbox.Kind.ACCOUNT,
        stop=0,
        seat_stop=0,
        reference=reference,
        sealed=encrypt(words),
        message_id=message_id(reference),
    )
    row.save(force_insert=True)
    triggers.trigger_after_commit(triggers.MAIL, "")
    return row
