"""Filters of the pages: moments with their clock, and the classes of status words."""

from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince, timeuntil
from django.utils.translation import get_language
from django.utils.translation import gettext as _

register = template.Library()


@register.filter
def moment(value: datetime | None) -> str | SafeString:
    """A moment on the reader's clock; the machine-readable time goes with it."""
    if value is None:
        return ""
    local = timezone.localtime(value)
    japanese = (get_language() or "").startswith("ja")
    words = date_format(local, "Y年n月j日(D) H:i" if japanese else "D j M Y, H:i")
    return format_html(
        '<time datetime="{}">{} {}</time>', local.isoformat(), words, timezone.get_current_timezone_name()
    )


@register.filter
def nearness(value: datetime | None) -> str:
    """How far away a moment is, in words."""
    if value is None:
        return ""
    if value >= timezone.now():
        return _("in %(time)s") % {"time": timeuntil(value)}
    return _("%(time)s ago") % {"time": timesince(value)}
