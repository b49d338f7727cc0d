"""What a mail service must see in a letter so that its events name the letter again."""

import json

from django.conf import settings


def named_for_service(message_id: str) -> dict[str, str]:
    """Headers by which the operator's mail service names the letter in its events.

    They become an event's metadata. Mailgun needs none: it keeps our Message-ID.
    """
    if settings.PBEM_MAIL_SERVICE == "postmark":
        return {"X-PM-Metadata-letter": message_id}
    if settings.PBEM_MAIL_SERVICE == "mailjet":
        return {"X-MJ-EventPayload": json.dumps({"letter": message_id})}
    return {}
