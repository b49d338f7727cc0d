"""Forms of the account pages. Known and unknown addresses cost the same queries and get the same response."""

from typing import Any

from allauth.account import forms as allauth_forms
from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm, UsernameField
from django.contrib.auth.tokens import default_token_generator
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.forms.utils import flatatt
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from games.kernel.text import forbidden_character
from games.models import Player
from games.selectors.players import find_player_by_email
from games.time_zones import is_place, time_zones

NAME_VALIDATORS = [UnicodeUsernameValidator()]


class FastSelect(forms.Select):
    """A `<select>` for hundreds of options. It uses no template for each option: that would take 0.1 seconds."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Return the HTML of the `<select>` with its options."""
        chosen, selected = str(value), mark_safe(" selected")
        known = list(self.choices)
        if chosen and chosen not in dict(known):
            known.insert(0, (chosen, chosen))
        rows = ((option, selected if option == chosen else "", words) for option, words in known)
        options = format_html_join("\n", '<option value="{}"{}>{}</option>', rows)
        given = flatatt(self.build_attrs(self.attrs, attrs))
        return format_html('<select name="{}"{}>{}</select>', name, given, options)


class TimeZoneField(forms.ChoiceField):
    """A field for a time zone of the IANA database; it offers cities, and keeps another name that a player has."""

    widget = FastSelect

    def __init__(self) -> None:
        choices = [(name, name) for name in sorted(time_zones()) if is_place(name)]
        super().__init__(
            choices=choices,
            initial="UTC",
            label=_("Time zone"),
            help_text=_("Pages and e-mails show times in this time zone."),
        )

    def valid_value(self, value: Any) -> bool:
        """Return True for any name in the database."""
        return str(value) in time_zones()


class LogInForm(AuthenticationForm):
    """The form to log in: name or address, and password."""

    username = UsernameField(max_length=254)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].max_length = 254  # type: ignore[attr-defined]


class ResetPasswordForm(allauth_forms.ResetPasswordForm):
    """The form for the address to which a password reset link is sent."""

    def clean_email(self) -> str:
        email = str(self.cleaned_data["email"])
        player = find_player_by_email(email)
        self.users = [player] if player else []
        return email

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        return str(super().save(request, token_generator=default_token_generator))


class PasswordLinkForm(allauth_forms.UserTokenForm):
    """Checks the token of a password reset link with Django's generator.

    A token becomes invalid when the player's password, e-mail address or last login changes.
    """

    token_generator = default_token_generator


class RequestCodeForm(allauth_forms.RequestLoginCodeForm):
    """The form for the address to which a login code is sent.

    allauth searches for the lower-case address; players' addresses may be stored with capitals.
    """

    def clean_email(self) -> str:
        email = str(super().clean_email())
        self._user = find_player_by_email(email)
        return email


class SignUpForm(allauth_forms.SignupForm):
    """The form for a new player: name, address, password, language and time zone."""

    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    time_zone = TimeZoneField()

    def clean_email(self) -> str:
        """Return the address, even if it is taken: its owner gets an e-mail, and the response is the same."""
        email = str(self.cleaned_data["email"]).lower()
        if forbidden_character(email):
            raise forms.ValidationError(_("Control and bidirectional characters cannot be written."))
        self.account_already_exists = Player.objects.filter(email__iexact=email).exists()
        return email

    def signup(self, request: HttpRequest, user: Player) -> None:
        """Set the language and the time zone of the new player; allauth does not know these fields."""
        user.language, user.time_zone = self.cleaned_data["language"], self.cleaned_data["time_zone"]
        user.save(update_fields=["language", "time_zone"])
