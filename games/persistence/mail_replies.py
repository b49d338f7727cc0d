"""Replies to a player's e-mails; a reply is stored encrypted in its outbox row until it is sent."""

import msgspec
from msgspec import Struct

from games.kernel.text import Text
from games.order_text import RefusedLine
from games.persistence.encryption import decrypt, encrypt
from games.persistence.receipts import InterpretedAnswer


class MailSection(Struct, frozen=True, omit_defaults=True):
    """The answer to a player's question about the game, as a part of a reply."""

    heading: Text
    lines: tuple[Text, ...] = ()
    """The sentences."""
    notation: str = ""
    """Orders in the text notation, as examples; empty: none."""


class MailReply(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The data of the reply to an incoming e-mail: what the server did with it."""

    outcome: str
    """``receipt`` (orders submitted), ``draft`` (draft saved), ``partial`` (draft saved, because some lines are
    refused), ``rejected``, ``waiting`` (in quarantine until `counts_at`), ``stale`` (the question is closed),
    ``overtaken`` (a later answer exists), or ``words`` (there were no orders).
    """
    answering: str = ""
    """The Message-ID of the incoming e-mail."""
    chain: tuple[str, ...] = ()
    """The Message-IDs in the References of the incoming e-mail."""
    decision: str = ""
    """The id of the question that the e-mail is about; empty: none."""
    understood: InterpretedAnswer | None = None
    """The orders as the server understood them."""
    until: str | None = None
    """As `changeable_until` of a `Receipt`."""
    closes: str = ""
    """As in a `Receipt`."""
    late: bool = False
    """As in a `Receipt`."""
    hash: str = ""
    """As in a `Receipt`."""
    witness: str = ""
    """As in a `Receipt`."""
    refused: tuple[RefusedLine, ...] = ()
    """The lines that are no valid orders, with their problems."""
    unused: tuple[str, ...] = ()
    """The lines that were not read as orders."""
    notes: tuple[Text, ...] = ()
    """Sentences about what the server did or refused."""
    sections: tuple[str, ...] = ()
    """The names of the further parts of the reply, such as ``show`` (the position) or ``help``."""
    enquiries: tuple[MailSection, ...] = ()
    """The answers to questions about the game in the e-mail."""
    cancel: str = ""
    """The URL at which orders in quarantine can be cancelled."""
    counts_at: str = ""
    """When orders in quarantine come into force."""
    facts: dict[str, str] = {}
    """Further data of an e-mail about a game to be opened."""

    @property
    def is_plain_receipt(self) -> bool:
        """True if the reply only confirms submitted orders: such a reply can be part of the next turn e-mail."""
        return self.outcome == "receipt" and not (self.refused or self.sections or self.cancel)


def encrypt_reply(reply: MailReply) -> bytes:
    """Return the reply encrypted for its outbox row, because it may quote orders, which are secret."""
    return encrypt({"reply": msgspec.json.encode(reply).decode()})


def decrypt_reply(sealed: bytes) -> MailReply | None:
    """Return the reply that `encrypt_reply` encrypted; None if its data was wiped."""
    found = decrypt(sealed)
    return msgspec.json.decode(found["reply"], type=MailReply) if found and "reply" in found else None
