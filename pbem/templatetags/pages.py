"""Template filters of the pages: times in the reader's zone, and the classes of status words."""

from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince, timeuntil
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.kernel.catalogues import supported
from games.kernel.text import Text

register = template.Library()
TIME_FORMAT = Text("D j M Y, H:i", "Y年n月j日(D) H:i")
"""A time on a page, in Django's letters for the parts of a date."""


@register.filter
def moment(value: datetime | None) -> str | SafeString:
    """Return a time in the reader's zone, with the machine-readable time."""
    if value is None:
        return ""
    local = timezone.localtime(value)
    words = date_format(local, TIME_FORMAT.get(supported(get_language())))
    return format_html(
        '<time datetime="{}">{} {}</time>',
        local.isoformat(timespec="seconds"),
        words,
        timezone.get_current_timezone_name(),
    )


@register.filter
def bdi(name: object) -> str | SafeString:
    """Return a name that somebody chose, set apart, so that one written from right to left leaves the rest in order."""
    return format_html("<bdi>{}</bdi>", name) if name else ""


@register.filter
def nearness(value: datetime | None) -> str:
    """Return the time until or since a moment in words."""
    if value is None:
        return ""
    if value >= timezone.now():
        return _("in %(time)s") % {"time": timeuntil(value)}
    return _("%(time)s ago") % {"time": timesince(value)}
