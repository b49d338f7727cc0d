"""What an answer to a player's mail says, kept sealed in its row of the outbox until it is out."""

import msgspec
from msgspec import Struct

from games.kernel.forgiving import Refused
from games.kernel.text import Text
from games.stored.receipts import Understood
from games.stored.sealing import seal, unseal


class Reply(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What became of a message.

    `outcome` is ``receipt`` (sealed), ``draft`` (kept, not ready), ``partial`` (a draft, while lines are refused),
    ``rejected``, ``waiting`` (counts after a while unless it is cancelled at `cancel`), ``stale``, ``overtaken``, or
    ``words`` (no orders were in it). `closes` and `until` are those of a receipt; `answering` is a Message-ID,
    `facts` are what a letter about a game to be opened says besides.
    """

    outcome: str
    answering: str = ""
    decision: str = ""
    understood: Understood | None = None
    until: str | None = None
    closes: str = ""
    hash: str = ""
    witness: str = ""
    refused: tuple[Refused, ...] = ()
    notes: tuple[Text, ...] = ()
    sections: tuple[str, ...] = ()
    cancel: str = ""
    counts_at: str = ""
    facts: dict[str, str] = {}


def seal_reply(reply: Reply) -> bytes:
    """A reply for the outbox: it may quote what is stored nowhere else in clear."""
    return seal({"reply": msgspec.json.encode(reply).decode()})


def unseal_reply(sealed: bytes) -> Reply | None:
    """The same read back; None for one that is wiped."""
    found = unseal(sealed)
    return msgspec.json.decode(found["reply"], type=Reply) if found and "reply" in found else None
