"""The page of an invitation link, on which a guest takes the seat, and the buttons to send and change invitations."""

from typing import Any
from uuid import UUID

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, password_validation
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from games import registry
from games.errors import Missing
from games.kernel.errors import GameError, Malformed
from games.models import Game, Invitation, Player
from games.models.player import derive_login_name
from games.selectors.games import describe_agreements
from games.selectors.invitations import (
    find_accepted_invitation,
    find_invited_seat,
    get_game_by_observer_token,
    get_invitation_by_token,
)
from games.services import invitations
from pbem.web.accounts.forms import TimeZoneField
from pbem.web.pages.game_lines import get_seat_name
from pbem.web.pages.middleware import status_for_error
from pbem.web.pages.title_cards import build_title_card
from pbem.web.pages.visitor import get_page_language, get_player

INVITATION_LANGUAGES = [("", gettext_lazy("English and Japanese")), *settings.LANGUAGES]
"""The languages of an invitation to a new player, by code; without a choice the e-mail is in two languages."""
AUTHENTICATION_BACKEND = "pbem.login_throttle.ThrottledModelBackend"


class NewPlayerForm(forms.Form):
    """The form for a newcomer: a public name, a language, a time zone, and an optional password."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=60,
        widget=forms.TextInput(attrs={"data-login-name": "login-name", "autocomplete": "name"}),
        help_text=gettext_lazy(
            "Any name, such as Anna Berg. Your login name is made from it, such as Anna.Berg; the others see that one."
        ),
    )
    language = forms.ChoiceField(label=gettext_lazy("Language"), choices=settings.LANGUAGES)
    time_zone = TimeZoneField()
    password = forms.CharField(
        label=gettext_lazy("Password"),
        required=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=gettext_lazy("Leave it empty, and we mail you a code each time you log in."),
    )

    def __init__(self, *args: Any, known: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if known:
            del self.fields["name"]
        elif not self.is_bound:
            self.fields["time_zone"].widget.attrs["data-browser-zone"] = "1"
        self.fields["password"].widget.attrs["aria-describedby"] = "id_password_helptext password-rules"
        self.password_rules = password_validation.password_validators_help_texts()

    def clean_password(self) -> str:
        """Return the password, which may be empty. Raises ValidationError if it is too weak."""
        password = str(self.cleaned_data["password"])
        if password:
            name = derive_login_name(self.cleaned_data.get("name", ""))
            password_validation.validate_password(password, Player(username=name))
        return password

    def add_service_errors(self, error: Malformed, language: str) -> None:
        """Show the service's refusals beside their fields."""
        for problem in error.problems:
            field = problem.pointer[1:]
            self.add_error(field if field in self.fields else None, problem.message.get(language))


@require_http_methods(["GET", "HEAD", "POST"])
def show_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show an invitation: a button for a signed-in player, a sign-up form for a stranger.

    Raises Missing for an invalid link.
    """
    used = find_accepted_invitation(token)
    if used is not None and used.game_id is not None:
        return _redirect_to_game(used)
    row = get_invitation_by_token(token)
    if request.method == "POST" and "decline" in request.POST:
        invitations.do_decline_invitation(token=token)
        messages.success(request, _("You have declined; the player who invited you is notified."))
        return redirect("home" if request.user.is_authenticated else "login")
    if isinstance(request.user, Player):
        return _as_player(request, row, token)
    if _has_account(row):
        return _shown(request, row, None, sign_in=True)
    form = NewPlayerForm(request.POST or None, known=row.player is not None, initial=_initial(request, row))
    if request.method == "POST" and form.is_valid():
        player = _arrived(request, row, token, form)
        if player is not None:
            login(request, player, backend=AUTHENTICATION_BACKEND)
            words = _("Welcome aboard. Your login name is “%(name)s”.") if row.player is None else _("Welcome aboard.")
            messages.success(request, words % {"name": player.username})
            return _redirect_to_game(row)
    return _shown(request, row, form)


def _redirect_to_game(row: Invitation) -> HttpResponse:
    """Redirect to the page of the invitation's game or, if there is none any more, to the home page."""
    return redirect("game", game_id=row.game_id) if row.game_id else redirect("home")


def _has_account(row: Invitation) -> bool:
    """Return True if the recipient of the invitation has an account, and must therefore log in.

    Thus a forwarded link gives nobody else access to the account.
    """
    if row.game is None:
        return False
    return row.player is not None or Player.objects.filter(email__iexact=row.address).exists()


def _initial(request: HttpRequest, row: Invitation) -> dict[str, str]:
    player = row.player
    return {"language": player.language if player else get_page_language(request), "time_zone": _zone(row)}


def _zone(row: Invitation) -> str:
    """Return the time zone of the invited player, if the invitation names one, else that of the inviter."""
    known = row.player or row.invited_by
    return known.time_zone if known else "UTC"


def _arrived(request: HttpRequest, row: Invitation, token: str, form: NewPlayerForm) -> Player | None:
    """Create the newcomer's account, accept the invitation, and return the player.

    Return None if the service refuses: then the form has errors.
    """
    given = form.cleaned_data
    own = {"language": given["language"], "time_zone": given["time_zone"], "password": given["password"] or None}
    try:
        if row.player is not None:
            return invitations.do_complete_account(token=token, **own)
        return invitations.do_accept_as_new_player(token=token, name=given["name"], **own)[0]
    except Malformed as error:
        form.add_service_errors(error, get_page_language(request))
    except Missing:
        raise
    except GameError as error:
        form.add_error(None, error.detail.get(get_page_language(request)))
    return None


def _as_player(request: HttpRequest, row: Invitation, token: str) -> HttpResponse:
    player = get_player(request)
    if request.method == "POST":
        try:
            invitations.do_accept_invitation(player=player, token=token)
        except Missing:
            raise
        except GameError as error:
            messages.error(request, error.detail.get(get_page_language(request)))
            return _shown(request, row, None, status=status_for_error(error))
        messages.success(request, _("You have taken your seat."))
        return _redirect_to_game(row)
    return _shown(request, row, None)


def _shown(
    request: HttpRequest, row: Invitation, form: NewPlayerForm | None, *, sign_in: bool = False, status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {"row": row, "form": form, "sign_in": sign_in, "here_path": request.path}
    context |= _game(row, get_page_language(request)) if row.game else {}
    if form is not None and form.errors:
        status = 422
    return render(request, "pages/invitation.html", context, status=status)


def _game(row: Invitation, language: str) -> dict[str, Any]:
    """Return the template context of the invitation's game and seat."""
    game = row.game
    if game is None:
        return {}
    title, seat = registry.title_for_names(game), find_invited_seat(row)
    scenario = title.scenarios.get(game.scenario)
    return {
        "title": title.name.get(language),
        "scenario": scenario.name.get(language) if scenario else "",
        "summary": scenario.summary.get(language) if scenario else "",
        "card": build_title_card(title, language),
        "seat": get_seat_name(game, seat.role, language) if seat else "",
        "time": [one.get(language) for one in describe_agreements(game)],
    }


@require_POST
@login_required
def send_invitation(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Invite a person, by name or address."""
    given = request.POST
    who, role = given.get("who", "").strip(), given.get("seat", "")
    named = {"email": who} if "@" in who else {"player": who}
    named |= {"language": given.get("language", ""), "personal_line": given.get("personal_line", "")}
    return _done(
        request,
        game_id,
        lambda: invitations.do_invite(by=get_player(request), game_id=game_id, role=role, **named),
        _("The e-mail is on its way."),
    )


@require_POST
@login_required
def change_invitation(request: HttpRequest, game_id: UUID, invitation_id: UUID) -> HttpResponse:
    """Withdraw or resend an invitation, depending on the button."""
    act = invitations.do_resend_invitation if "again" in request.POST else invitations.do_withdraw_invitation
    said = _("The e-mail is on its way.") if "again" in request.POST else _("The invitation is withdrawn.")
    return _done(
        request, game_id, lambda: act(by=get_player(request), game_id=game_id, invitation_id=invitation_id), said
    )


@require_POST
@login_required
def renew_or_remove_observer_link(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Replace the observers' link by a new one, which is shown only once, or remove the link."""
    shut = "shut" in request.POST
    url = invitations.do_renew_observer_link(by=get_player(request), game_id=game_id, close=shut)
    said = _("The link for observers is dead.") if shut else _("The link for observers, shown this once: %(url)s")
    messages.success(request, said if shut else said % {"url": url})
    return redirect("game", game_id=game_id)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def become_observer(request: HttpRequest, token: str) -> HttpResponse:
    """Show the page of a link for observers; POST makes the player an observer of the game.

    Raises Missing for an invalid link.
    """
    game: Game = get_game_by_observer_token(token)
    if request.method == "POST":
        invitations.do_become_observer(player=get_player(request), token=token)
        return redirect("game", game_id=game.pk)
    lead = _("You will see of “%(game)s” what everybody may see.") % {"game": game.name}
    context = {"heading": _("Look on"), "lead": lead, "button": _("Look on")}
    return render(request, "pages/account/form.html", context)


def _done(request: HttpRequest, game_id: UUID, act: Any, said: str) -> HttpResponse:
    try:
        act()
    except Missing:
        raise
    except GameError as error:
        messages.error(request, error.detail.get(get_page_language(request)))
    else:
        messages.success(request, said)
    return redirect("game", game_id=game_id)
