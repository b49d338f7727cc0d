"""Message-IDs of our e-mails: HMACs, so that they reveal no count and nobody can guess another player's."""

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac


def message_id_source(*parts: object) -> str:
    """Return the text from which the Message-ID of a seat's e-mail is made: game, role, kind, stop and reference."""
    return "|".join(map(str, parts))


def message_id(text: str) -> str:
    """Return the Message-ID for a text that identifies one e-mail. Every sending attempt gets the same Message-ID."""
    return f"<{_code(settings.SECRET_KEY, text)}@{settings.PBEM_MESSAGE_ID_DOMAIN}>"


def is_own_message_id(message_id: str, text: str) -> bool:
    """Return True if a Message-ID was made from the text, under the present secret key or one of its fallbacks."""
    code = message_id.strip("<>").partition("@")[0]
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return any(constant_time_compare(_code(key, text), code) for key in keys)


def _code(key: str, text: str) -> str:
    """Return 160 bits in hexadecimal."""
    return salted_hmac("games.outbox.message", text, secret=key, algorithm="sha256").hexdigest()[:40]
