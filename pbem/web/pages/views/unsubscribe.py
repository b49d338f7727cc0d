"""Unsubscribe from one kind of e-mail by a link. The player's seats are not affected."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.selectors.players import resolve_unsubscribe_token
from games.services.profile import do_update_player
from pbem.web.pages.views.settings import MAIL_PREFERENCES


@csrf_exempt  # mail programs call this without a session (RFC 8058); the signed link limits the change
@require_http_methods(["GET", "HEAD", "POST"])
def turn_off_emails(request: HttpRequest, token: str) -> HttpResponse:
    """Show which e-mails the link turns off; POST turns them off. Raises Missing for an invalid link."""
    player, preference = resolve_unsubscribe_token(token)
    with translation.override(player.language):
        heading, about = _("Fewer e-mails"), str(dict(MAIL_PREFERENCES)[preference])
        if request.method == "POST":
            do_update_player(player=player, mail_preferences={preference: False})
            lead = _("Turned off: %(what)s. Your seats are yours as before; the settings turn it on again.")
            return render(request, "pages/account/words.html", {"heading": heading, "lead": lead % {"what": about}})
        context = {"heading": heading, "lead": about, "button": _("Turn it off")}
        return render(request, "pages/account/form.html", context)
