"""Queue e-mails about accounts: the recipient is a person, not a seat of a game; most contain a link or a code."""

from collections.abc import Iterator, Mapping
from uuid import uuid4

from games.kernel.catalogues import WRITTEN
from games.kernel.text import Text
from games.models import OutgoingMail, Player
from games.persistence.encryption import encrypt
from games.persistence.message_ids import message_id
from games.services import outbox, triggers

NOBODY = "nobody"
"""The template of an e-mail that the sender process drops, because another account has the address."""


def email_languages(language: str) -> tuple[str, ...]:
    """Return the languages in which an e-mail is written: `language`, or English and Japanese if it is empty."""
    return (language,) if language else WRITTEN


def localized_facts(language: str, texts: Mapping[str, Text]) -> dict[str, str]:
    """Return `texts` as words in the languages of the e-mail (`email_languages`), as facts for its template.

    `language` is that of the e-mail, empty for two languages. A fact in the second language has the suffix ".LANGUAGE"
    in its name, such as ``seat.ja``.
    """
    first, *more = email_languages(language)
    return dict(_facts(texts, first, "")) | {key: said for one in more for key, said in _facts(texts, one, f".{one}")}


def _facts(texts: Mapping[str, Text], language: str, suffix: str) -> Iterator[tuple[str, str]]:
    return ((f"{key}{suffix}", text.get(language)) for key, text in texts.items())


def facts_in(facts: Mapping[str, str], language: str) -> dict[str, str]:
    """Return an e-mail's facts with those texts that `localized_facts` stored for its second language, `language`."""
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

    The e-mail is in the player's language. Without a `player`, it is in `language` or, if `language` is empty, in
    English and Japanese. `facts` are the values that the template shows (links, codes, names); they are stored
    encrypted and wiped after sending. `reference_prefix` is the beginning of `OutgoingMail.reference`, by which the
    caller can find the e-mail again.
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
