"""Letters to persons, not to seats: a link or a code, a row of the outbox like every other letter."""

from collections.abc import Mapping
from uuid import uuid4

from games.models import OutgoingMail, Player
from games.services import hooks, outbox
from games.stored.sealing import seal

NOBODY = "nobody"
"""What is owed to an address that nobody has here: a row like every other, which the sender drops."""


def do_owe_letter(
    *,
    what: str,
    address: str,
    language: str = "en",
    player: Player | None = None,
    facts: Mapping[str, str] | None = None,
    named: str = "",
) -> OutgoingMail:
    """A letter of the sort `what` (`worker.mail.personal`) to an address; its reference begins as `named`.

    `facts` are what it says: links, codes, names. They are kept sealed, and wiped when the letter is out.
    """
    reference = f"{named}{uuid4().hex}"
    words = {**(facts or {}), "what": what, "address": address, "language": player.language if player else language}
    row = OutgoingMail(
        player=player,
        kind=outbox.Kind.ACCOUNT,
        stop=0,
        seat_stop=0,
        reference=reference,
        sealed=seal(words),
        message_id=outbox.personal_id(reference),
    )
    row.save(force_insert=True)
    hooks.after_commit(hooks.MAIL, "")
    return row
