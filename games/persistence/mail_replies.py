"""Replies to a player's e-mails, sealed in the outbox row until they are sent."""

import msgspec
from msgspec import Struct

from games.kernel.text import Text
from games.order_text import RefusedLine
from games.persistence.encryption import decrypt, encrypt
from games.persistence.receipts import InterpretedAnswer


class MailSection(Struct, frozen=True, omit_defaults=True):
    """A part of a reply that answers an enquiry: its heading, sentences, and orders in the notation."""

    heading: Text
    lines: tuple[Text, ...] = ()
    notation: str = ""


class MailReply(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The result of a message.

    `outcome` is ``receipt`` (sealed), ``draft`` (kept, not ready), ``partial`` (a draft, because lines are refused),
    ``rejected``, ``waiting`` (counts later unless it is cancelled at `cancel`), ``stale``, ``overtaken``, or ``words``
    (it held no orders). `closes`, `late` and `until` are those of a receipt; `unused` are lines that were not read as
    orders; `enquiries` answer questions about the game; `answering` is the Message-ID of the message, `chain` are those
    that it referred to; `facts` are further data of an e-mail about a game to be opened.
    """

    outcome: str
    answering: str = ""
    chain: tuple[str, ...] = ()
    decision: str = ""
    understood: InterpretedAnswer | None = None
    until: str | None = None
    closes: str = ""
    late: bool = False
    hash: str = ""
    witness: str = ""
    refused: tuple[RefusedLine, ...] = ()
    unused: tuple[str, ...] = ()
    notes: tuple[Text, ...] = ()
    sections: tuple[str, ...] = ()
    enquiries: tuple[MailSection, ...] = ()
    cancel: str = ""
    counts_at: str = ""
    facts: dict[str, str] = {}

    @property
    def is_plain_receipt(self) -> bool:
        """Return True if the reply only confirms submitted orders: it can be part of the next turn e-mail."""
        return self.outcome == "receipt" and not (self.refused or self.sections or self.cancel)


def encrypt_reply(reply: MailReply) -> bytes:
    """Return a sealed reply for the outbox: it may quote text that is stored nowhere else in clear."""
    return encrypt({"reply": msgspec.json.encode(reply).decode()})


def decrypt_reply(sealed: bytes) -> MailReply | None:
    """Return the reply that `encrypt_reply` sealed; None if its data was wiped."""
    found = decrypt(sealed)
    return msgspec.json.decode(found["reply"], type=MailReply) if found and "reply" in found else None
