"""What a mail service must see in a letter so that its events name the letter again."""

import json

from django.conf import settings


def named_for_service(message_id: str) -> dict[str, str]:
    """Headers by which the operator's mail service names the letter in its events.

    They become an event's metadata. Mailgun needs none: it keeps our Message-ID.
    """
    if settings.PBEM_MAIL_SERVICE == "postmark":
        return {"X-PM-Metadata-letter": message_id}
    named = {"letter": message_id}
    told: dict[str, tuple[str, object]] = {
        "mailjet": ("X-MJ-EventPayload", named),
        "brevo": ("X-Mailin-custom", named),
        "sendgrid": ("X-SMTPAPI", {"unique_args": named}),
        "sparkpost": ("X-MSYS-API", {"metadata": named}),
    }
    if settings.PBEM_MAIL_SERVICE not in told:
        return {}
    header, says = told[settings.PBEM_MAIL_SERVICE]
    return {header: json.dumps(says)}
