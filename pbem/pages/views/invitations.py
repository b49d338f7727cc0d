"""Where an invitation's link leads: look, say who you are, sit down. Only the button does anything."""

from typing import Any
from uuid import UUID

from django import forms
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
from games.selectors.games import agreed_time
from games.selectors.invitations import invitation_behind, observed_game, seat_for
from games.services import invitations
from pbem.accounts.forms import ZoneField
from pbem.pages.middleware import status_of
from pbem.pages.table import seat_name
from pbem.pages.who import language_of, player_of

BACKEND = "pbem.doorkeeper.Doorkeeper"


class ArrivalForm(forms.Form):
    """What a newcomer says: a name that all see, a language, a clock, and a password or none."""

    name = forms.CharField(
        label=gettext_lazy("Name"), max_length=60, help_text=gettext_lazy("The others see it at the table.")
    )
    language = forms.ChoiceField(label=gettext_lazy("Language"), choices=[("en", "English"), ("ja", "日本語")])
    time_zone = ZoneField()
    password = forms.CharField(
        label=gettext_lazy("Password"),
        required=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=gettext_lazy("Leave it empty, and we mail you a code whenever you want to come in."),
    )

    def __init__(self, *args: Any, known: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if known:
            del self.fields["name"]

    def clean_password(self) -> str:
        """A password that is none is refused; none at all is as good as one."""
        password = str(self.cleaned_data["password"])
        if password:
            password_validation.validate_password(password, Player(username=self.cleaned_data.get("name", "")))
        return password

    def refuse(self, error: Malformed, language: str) -> None:
        """What the service refuses stands beside its field."""
        for problem in error.problems:
            field = problem.pointer[1:]
            self.add_error(field if field in self.fields else None, problem.message.get(language))


@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """An invitation: to a signed-in player a button, to a stranger the questions that make a player. Raises Missing."""
    row = invitation_behind(token)
    if request.method == "POST" and "decline" in request.POST:
        invitations.do_decline(token=token)
        messages.success(request, _("You have declined; who invited you is told."))
        return redirect("home" if request.user.is_authenticated else "login")
    if isinstance(request.user, Player):
        return _as_player(request, row, token)
    if _has_account(row):
        return _shown(request, row, None, sign_in=True)
    form = ArrivalForm(request.POST or None, known=row.player is not None, initial=_initial(request, row))
    if request.method == "POST" and form.is_valid():
        player = _arrived(request, row, token, form)
        if player is not None:
            login(request, player, backend=BACKEND)
            messages.success(request, _("Welcome aboard."))
            return redirect("game", game_id=row.game_id) if row.game_id else redirect("home")
    return _shown(request, row, form)


def _has_account(row: Invitation) -> bool:
    """Whether the reader of the letter has only to sign in: then a link that was passed on lets nobody be them."""
    if row.game is None:
        return False
    return row.player is not None or Player.objects.filter(email__iexact=row.address).exists()


def _initial(request: HttpRequest, row: Invitation) -> dict[str, str]:
    player = row.player
    return {"language": player.language if player else language_of(request), "time_zone": _zone(row)}


def _zone(row: Invitation) -> str:
    """The newcomer's own clock where it is known, else that of whoever invites."""
    known = row.player or row.invited_by
    return known.time_zone if known else "UTC"


def _arrived(request: HttpRequest, row: Invitation, token: str, form: ArrivalForm) -> Player | None:
    """The newcomer as a player; None where something is refused, which then stands in the form."""
    given = form.cleaned_data
    own = {"language": given["language"], "time_zone": given["time_zone"], "password": given["password"] or None}
    try:
        if row.player is not None:
            return invitations.do_settle_in(token=token, **own)
        return invitations.do_accept_as_new(token=token, name=given["name"], **own)[0]
    except Malformed as error:
        form.refuse(error, language_of(request))
    except Missing:
        raise
    except GameError as error:
        form.add_error(None, error.detail.get(language_of(request)))
    return None


def _as_player(request: HttpRequest, row: Invitation, token: str) -> HttpResponse:
    player = player_of(request)
    if request.method == "POST":
        try:
            invitations.do_accept(player=player, token=token)
        except Missing:
            raise
        except GameError as error:
            messages.error(request, error.detail.get(language_of(request)))
            return _shown(request, row, None, status=status_of(error))
        messages.success(request, _("You have taken your seat."))
        return redirect("game", game_id=row.game_id) if row.game_id else redirect("home")
    return _shown(request, row, None)


def _shown(
    request: HttpRequest, row: Invitation, form: ArrivalForm | None, *, sign_in: bool = False, status: int = 200
) -> HttpResponse:
    context: dict[str, Any] = {"row": row, "form": form, "sign_in": sign_in, "here_path": request.path}
    context |= _game(row, language_of(request)) if row.game else {}
    if form is not None and form.errors:
        status = 422
    return render(request, "pages/invitation.html", context, status=status)


def _game(row: Invitation, language: str) -> dict[str, Any]:
    """The game and the seat in words."""
    game = row.game
    if game is None:
        return {}
    title, seat = registry.naming_title(game), seat_for(row)
    scenario = title.scenarios.get(game.scenario)
    return {
        "title": title.name.get(language),
        "scenario": scenario.name.get(language) if scenario else "",
        "summary": scenario.summary.get(language) if scenario else "",
        "seat": seat_name(game, seat.role, language) if seat else "",
        "time": [one.get(language) for one in agreed_time(game)],
    }


@require_POST
@login_required
def invite(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Write to somebody, by name or address."""
    who, role = request.POST.get("who", "").strip(), request.POST.get("seat", "")
    named = {"email": who} if "@" in who else {"player": who}
    return _done(
        request,
        game_id,
        lambda: invitations.do_invite(by=player_of(request), game_id=game_id, role=role, **named),
        _("The letter is on its way."),
    )


@require_POST
@login_required
def settle(request: HttpRequest, game_id: UUID, invitation_id: UUID) -> HttpResponse:
    """Withdraw an invitation, or send it once more."""
    act = invitations.do_repeat_invitation if "again" in request.POST else invitations.do_withdraw_invitation
    said = _("The letter is on its way.") if "again" in request.POST else _("The invitation is withdrawn.")
    return _done(
        request, game_id, lambda: act(by=player_of(request), game_id=game_id, invitation_id=invitation_id), said
    )


@require_POST
@login_required
def observers(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """A new link for observers, shown this once; or an end to it."""
    shut = "shut" in request.POST
    url = invitations.do_open_to_observers(by=player_of(request), game_id=game_id, shut=shut)
    said = _("The link for observers is dead.") if shut else _("The link for observers, shown this once: %(url)s")
    messages.success(request, said if shut else said % {"url": url})
    return redirect("game", game_id=game_id)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def observe(request: HttpRequest, token: str) -> HttpResponse:
    """Where the link for observers leads. Looking changes nothing; the button makes an observer. Raises Missing."""
    game: Game = observed_game(token)
    if request.method == "POST":
        invitations.do_observe(player=player_of(request), token=token)
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
        messages.error(request, error.detail.get(language_of(request)))
    else:
        messages.success(request, said)
    return redirect("game", game_id=game_id)
