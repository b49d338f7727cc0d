"""The calendar of a player's deadlines by its secret link, and the buttons that make and remove the link."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.selectors.calendar import CONTENT_TYPE, get_calendar_player, list_deadlines, write_calendar
from games.services.calendar_links import do_renew_calendar_link
from pbem.web.pages.visitor import get_player


@require_safe
def show_calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Return the deadlines of the link's player as an iCalendar document. Raises Missing for an invalid link."""
    player = get_calendar_player(token)
    document = write_calendar(list_deadlines(player), player.language)
    return HttpResponse(
        document, content_type=CONTENT_TYPE, headers={"Cache-Control": "private, no-store", "X-Robots-Tag": "noindex"}
    )


@require_POST
@login_required
def change_calendar_link(request: HttpRequest) -> HttpResponse:
    """Create a new calendar link, which is shown only once; or remove it."""
    close = request.POST.get("do") == "close"
    url = do_renew_calendar_link(player=get_player(request), close=close)
    said = _("The calendar link is dead.") if close else _("Your calendar link, shown this once: %(url)s")
    messages.success(request, said % {"url": url} if url else said)
    return redirect("settings")
