"""The site as its host has configured it: name, logo, welcome and contact."""

from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from pbem.web.pages.middleware import PICTURE_POLICY

LOGO_TYPES = {
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
}
LOGO_SECONDS = 3600
"""Seconds for which browsers keep the logo."""


def add_site(request: HttpRequest) -> dict[str, Any]:
    """Context processor: return the site's name and the URL of its logo, for every page."""
    return {"site_name": settings.PBEM_SITE_NAME, "site_logo": reverse("logo") if settings.PBEM_SITE_LOGO else ""}


def get_welcome(language: str) -> str:
    """Return the host's text for visitors; empty if the host has set none."""
    welcome: str = settings.PBEM_SITE_WELCOME
    return settings.PBEM_SITE_WELCOME_JA or welcome if language == "ja" else welcome


def get_contact_url() -> str:
    """Return the link by which visitors ask for an invitation; empty if the host has set no contact."""
    contact: str = settings.PBEM_SITE_CONTACT
    if "@" not in contact or "://" in contact:
        return contact
    subject = _("An invitation to %(site)s") % {"site": settings.PBEM_SITE_NAME}
    return f"mailto:{contact}?subject={quote(subject)}"


@require_safe
def show_logo(request: HttpRequest) -> HttpResponse:
    """Return the host's logo. Raises Http404 if the host has set none."""
    path = settings.PBEM_SITE_LOGO
    if path is None:
        raise Http404
    response = HttpResponse(path.read_bytes(), content_type=LOGO_TYPES[path.suffix.lower()])
    response["Content-Security-Policy"] = PICTURE_POLICY
    response["Cache-Control"] = f"public, max-age={LOGO_SECONDS}"
    return response
