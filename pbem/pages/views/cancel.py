"""Cancelling an order that came by mail from an address that nobody vouches for."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.selectors.inbound import waiting_mail
from games.selectors.notices import seat_name
from games.services.inbound import do_cancel
from pbem.pages.who import language_of


@require_http_methods(["GET", "HEAD", "POST"])
def cancel(request: HttpRequest, token: str) -> HttpResponse:
    """Look at the order that a letter tells of, and cancel it. Looking changes nothing. Raises Missing."""
    found = waiting_mail(token)
    heading = _("Orders by mail")
    if request.method == "POST":
        do_cancel(token=token)
        lead = _("Cancelled: that mail changes nothing.")
        return render(request, "pages/account/words.html", {"heading": heading, "lead": lead})
    if found.game is None or found.seat is None:
        lead = _("A mail that opens a game waits to count. Cancel it if you did not write it.")
    else:
        seat = seat_name(found.game, found.seat.role).get(language_of(request))
        words = _("A mail for %(seat)s in “%(game)s” waits to count. Cancel it if you did not write it.")
        lead = words % {"seat": seat, "game": found.game.name}
    return render(request, "pages/account/form.html", {"heading": heading, "lead": lead, "button": _("Cancel it")})
