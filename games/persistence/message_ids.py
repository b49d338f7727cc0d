"""Make the Message-IDs of this server's e-mails: HMACs, which reveal no count and cannot be guessed."""

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac


def message_id_source(*parts: object) -> str:
    """Return the text from which the Message-ID of a seat's e-mail is made.

    `parts` are the game's id, the role, the kind of e-mail, the stop and the reference (`OutgoingMail.reference`).
    """
    return "|".join(map(str, parts))


def message_id(text: str) -> str:
    """Return the Message-ID for a text that identifies one e-mail; the same text gives the same Message-ID."""
    return f"<{_code(settings.SECRET_KEY, text)}@{settings.PBEM_MESSAGE_ID_DOMAIN}>"


def is_own_message_id(message_id: str, text: str) -> bool:
    """Return True if the Message-ID was made from this text with the present or an earlier secret key."""
    code = message_id.strip("<>").partition("@")[0]
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return any(constant_time_compare(_code(key, text), code) for key in keys)


def _code(key: str, text: str) -> str:
    """Return the HMAC of the text, cut to 160 bits, in hexadecimal."""
    return salted_hmac("games.outbox.message", text, secret=key, algorithm="sha256").hexdigest()[:40]
