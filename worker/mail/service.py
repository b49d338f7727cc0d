"""What a mail service must see in a letter so that its events name the letter again."""

from django.conf import settings

_LETTER = {"postmark": "X-PM-Metadata-letter"}
"""The header that becomes an event's metadata. Mailgun needs none: it keeps our Message-ID."""


def named_for_service(message_id: str) -> dict[str, str]:
    """Headers by which the operator's mail service names the letter in its events. It takes them out again."""
    name = _LETTER.get(settings.PBEM_MAIL_SERVICE)
    return {name: message_id} if name else {}
