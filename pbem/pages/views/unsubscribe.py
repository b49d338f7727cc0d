"""Turning letters of one sort off, by the link in one of them. Seats stay as they are."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.selectors.wishes import wished
from games.services.profile import do_update_player
from pbem.pages.views.settings import MAIL


@csrf_exempt  # mail programs call this by themselves (RFC 8058); what may be changed is in the signed link
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Look at what the link turns off, and turn it off. Looking changes nothing. Raises Missing."""
    player, preference = wished(token)
    with translation.override(player.language):
        heading, about = _("Fewer letters"), str(dict(MAIL)[preference])
        if request.method == "POST":
            do_update_player(player=player, mail_preferences={preference: False})
            lead = _("Turned off: %(what)s. Your seats are yours as before; the settings turn it on again.")
            return render(request, "pages/account/words.html", {"heading": heading, "lead": lead % {"what": about}})
        context = {"heading": heading, "lead": about, "button": _("Turn it off")}
        return render(request, "pages/account/form.html", context)
