"""Address changes: requested on a page, confirmed at the old address and at the new one, in any order."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from games.kernel.errors import Malformed
from games.selectors.address_changes import get_address_change_state
from games.services.address_changes import do_confirm_address_change, do_request_address_change
from pbem.web.pages.visitor import get_page_language, get_player


class AddressForm(forms.Form):
    """The form for the player's new e-mail address."""

    email = forms.EmailField(label=gettext_lazy("New address"), max_length=254)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def change_address(request: HttpRequest) -> HttpResponse:
    """Show the form for an address change; POST requests the change, which needs two confirmations by e-mail."""
    form, player = AddressForm(request.POST or None), get_player(request)
    if request.method == "POST" and form.is_valid():
        try:
            do_request_address_change(player=player, address=form.cleaned_data["email"])
        except Malformed as error:
            form.add_error("email", error.detail.get(get_page_language(request)))
        else:
            words = _(
                "Two e-mails are on their way, to your old address and to the new one. Confirm the change in both."
            )
            messages.success(request, words)
            return redirect("settings")
    lead = _("Your address is %(address)s.") % {"address": player.email}
    context = {
        "form": form,
        "heading": _("Another address"),
        "lead": lead,
        "button": _("Change it"),
        "here": "settings",
    }
    return render(request, "pages/account/form.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def confirm_address(request: HttpRequest, token: str) -> HttpResponse:
    """Show the requested address change that an e-mailed link belongs to; POST confirms the change.

    Raises Missing if the link is expired, used or unknown.
    """
    found = get_address_change_state(token)
    if request.method == "POST":
        done = do_confirm_address_change(token=token)
        lead = (
            _("Your e-mails go to the new address from now on.")
            if done
            else _("Thank you. It happens when it is confirmed at the other address as well.")
        )
        return render(request, "pages/account/words.html", {"heading": _("Another address"), "lead": lead})
    lead = _("The e-mails to “%(name)s” shall go to %(address)s.") % {"name": found.name, "address": found.address}
    context = {"heading": _("Another address"), "lead": lead, "button": _("Confirm it")}
    return render(request, "pages/account/form.html", context)
