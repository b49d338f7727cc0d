"""Template filters of the pages: times in the reader's time zone, and names in right-to-left scripts."""

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
"""The format of a time on a page, in Django's format characters."""

_GAP, _COLON = Text(" ", ""), Text(": ", "：")


@register.filter
def moment(value: datetime | None) -> str | SafeString:
    """Return a `<time>` element with a time in the reader's time zone; an empty text for None."""
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


@register.simple_tag
def gap() -> str:
    """Return the separator of two sentences: a space, or an empty string in Japanese."""
    return _GAP.get(supported(get_language()))


@register.simple_tag
def colon() -> str:
    """Return a colon, and the space after it, in the reader's language."""
    return _COLON.get(supported(get_language()))


@register.filter
def bdi(name: object) -> str | SafeString:
    """Return a name in a `<bdi>` element, so that a right-to-left name does not reorder the text around it."""
    return format_html("<bdi>{}</bdi>", name) if name else ""


@register.filter
def nearness(value: datetime | None) -> str:
    """Return how far away a time is, in words: "in 2 hours" or "3 days ago"; an empty text for None."""
    if value is None:
        return ""
    if value >= timezone.now():
        return _("in %(time)s") % {"time": timeuntil(value)}
    return _("%(time)s ago") % {"time": timesince(value)}
