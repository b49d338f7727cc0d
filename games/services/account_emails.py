"""E-mails to persons instead of seats, with a link or a code; rows of the outbox like all others."""

from collections.abc import Iterator, Mapping
from uuid import uuid4

from games.kernel.catalogues import WRITTEN
from games.kernel.text import Text
from games.models import OutgoingMail, Player
from games.persistence.encryption import encrypt
from games.persistence.message_ids import message_id
from games.services import outbox, triggers

NOBODY = "nobody"
"""The player of an e-mail to an address without an account: a normal row, which the sender drops."""


def email_languages(language: str) -> tuple[str, ...]:
    """Return the languages of an e-mail: the given one or, if it is unknown (empty), English and Japanese."""
    return (language,) if language else WRITTEN


def localized_facts(language: str, texts: Mapping[str, Text]) -> dict[str, str]:
    """Return texts as facts of an e-mail in `language`; if that is unknown, in English and Japanese."""
    first, *more = email_languages(language)
    return dict(_facts(texts, first, "")) | {key: said for one in more for key, said in _facts(texts, one, f".{one}")}


def _facts(texts: Mapping[str, Text], language: str, suffix: str) -> Iterator[tuple[str, str]]:
    return ((f"{key}{suffix}", text.get(language)) for key, text in texts.items())


def facts_in(facts: Mapping[str, str], language: str) -> dict[str, str]:
    """Return the facts of an e-mail in one more of its languages, as `localized_facts` stored them."""
    suffix = f".{language}"
    own = {key.removesuffix(suffix): said for key, said in facts.items() if key.endswith(suffix)}
    return {**facts, **own, "language": language}


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

    It is in the player's language, else in `language`, else (empty) in English and Japanese. Its reference begins with
    `reference_prefix`. `facts` are its data: links, codes, names. They are sealed, and wiped after sending.
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
