"""Cancel an order that came by e-mail from an unauthenticated address."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.selectors.incoming_mail import get_waiting_mail
from games.selectors.notices import get_seat_name
from games.services.incoming_mail import do_cancel_incoming
from pbem.web.pages.visitor import get_page_language


@require_http_methods(["GET", "HEAD", "POST"])
def cancel_waiting_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Show the order that an e-mailed link belongs to; POST cancels the order.

    Raises Missing if no order waits under this link.
    """
    found = get_waiting_mail(token)
    heading = _("Orders by mail")
    if request.method == "POST":
        do_cancel_incoming(token=token)
        lead = _("Cancelled: that mail changes nothing.")
        return render(request, "pages/account/words.html", {"heading": heading, "lead": lead})
    if found.game is None or found.seat is None:
        lead = _("An e-mail that opens a game waits to count. Cancel it if you did not write it.")
    else:
        seat = get_seat_name(found.game, found.seat.role).get(get_page_language(request))
        words = _("An e-mail for %(seat)s in “%(game)s” waits to count. Cancel it if you did not write it.")
        lead = words % {"seat": seat, "game": found.game.name}
    return render(request, "pages/account/form.html", {"heading": heading, "lead": lead, "button": _("Cancel it")})
