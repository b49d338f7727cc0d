"""The pages on which players download their data and delete their account, by password or after a recent log-in."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import authenticate, logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from games.errors import WrongState
from games.models import Player
from games.selectors.personal_data import export_personal_data
from games.services.account_deletion import do_delete_account
from games.services.departures import list_games_to_leave
from pbem.session_expiry import has_fresh_log_in
from pbem.web.pages.game_lines import get_seat_name
from pbem.web.pages.visitor import get_page_language, get_player


class DeleteAccountForm(forms.Form):
    """The form to confirm the deletion by the password, if the account has one."""

    password = forms.CharField(
        label=gettext_lazy("Password"),
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, request: HttpRequest, player: Player) -> None:
        super().__init__(request.POST if request.method == "POST" else None)
        self._request, self._player = request, player
        if not player.has_usable_password():
            del self.fields["password"]

    def clean_password(self) -> str:
        """Return the password. Raises ValidationError if it is wrong; attempts are throttled like log-ins."""
        password = str(self.cleaned_data["password"])
        found = authenticate(self._request, username=self._player.username, password=password)
        if found is None or found.pk != self._player.pk:
            raise forms.ValidationError(_("Wrong password."))
        return password

    def clean(self) -> dict[str, Any] | None:
        """Validate the form. Raises ValidationError if the account has no password and the log-in is not recent."""
        if "password" not in self.fields and not has_fresh_log_in(self._request):
            raise forms.ValidationError(_("You logged in too long ago: log out, log in again, and come back here."))
        return super().clean()


@require_safe
@login_required
def download_data(request: HttpRequest) -> HttpResponse:
    """Return the player's data as a file."""
    response = HttpResponse(export_personal_data(get_player(request)), content_type="application/json")
    response["Content-Disposition"] = 'attachment; filename="my-data.json"'
    response["Cache-Control"] = "no-store"
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def delete_account(request: HttpRequest) -> HttpResponse:
    """Show the consequences of the deletion, and delete the account once it is confirmed."""
    player, language = get_player(request), get_page_language(request)
    form = DeleteAccountForm(request, player)
    if request.method == "POST" and form.is_valid():
        try:
            do_delete_account(player=player)
        except WrongState as error:
            form.add_error(None, error.detail.get(language))
        else:
            logout(request)
            messages.success(request, _("Your account is deleted."))
            return redirect("login")
    left = [
        (one, [get_seat_name(one.game, role, language) for role in one.seats]) for one in list_games_to_leave(player)
    ]
    context = {"form": form, "left": left, "here": "settings", "has_password": player.has_usable_password()}
    return render(request, "pages/account/delete.html", context, status=422 if form.errors else 200)
