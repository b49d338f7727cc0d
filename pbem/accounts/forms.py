"""Forms of the account pages. Whether an address is known is found out by one look-up, and shows nowhere."""

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from allauth.core import context
from allauth.core.internal import ratelimit
from django import forms
from django.contrib.auth.forms import AuthenticationForm, UsernameField
from django.contrib.auth.tokens import default_token_generator
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.forms.utils import flatatt
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from games.kernel.text import unfit
from games.models import Player
from games.selectors.players import player_at
from games.time_zones import time_zones

NAME_VALIDATORS = [UnicodeUsernameValidator()]


class OneOfMany(forms.Select):
    """A choice among hundreds, written in one go: a template for each option takes a tenth of a second."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """The `<select>` with its options."""
        chosen, selected = str(value), mark_safe(" selected")
        rows = ((option, selected if option == chosen else "", words) for option, words in self.choices)
        options = format_html_join("\n", '<option value="{}"{}>{}</option>', rows)
        given = flatatt(self.build_attrs(self.attrs, attrs))
        return format_html('<select name="{}"{}>{}</select>', name, given, options)


class ZoneField(forms.ChoiceField):
    """A time zone of the IANA data base."""

    widget = OneOfMany

    def __init__(self) -> None:
        choices = [(name, name) for name in sorted(time_zones())]
        super().__init__(
            choices=choices, initial="UTC", label=_("Time zone"), help_text=_("Deadlines are told on this clock.")
        )


class LogInForm(AuthenticationForm):
    """Name or address, and password."""

    username = UsernameField(max_length=254)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].max_length = 254  # type: ignore[attr-defined]


class ResetPasswordForm(allauth_forms.ResetPasswordForm):
    """An address, to which the way to a new password is sent."""

    def clean_email(self) -> str:
        email = str(self.cleaned_data["email"])
        player = player_at(email)
        self.users = [player] if player else []
        return email

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        return str(super().save(request, token_generator=default_token_generator))


class LinkForm(allauth_forms.UserTokenForm):
    """Who comes by a link to a new password. Django's own tokens hold password, address and last visit."""

    token_generator = default_token_generator


class RequestCodeForm(allauth_forms.RequestLoginCodeForm):
    """An address, to which a code is sent."""

    def clean_email(self) -> str:
        email = str(self.cleaned_data["email"])
        self._user = player_at(email)
        allowed = ratelimit.consume(
            context.request, app="allauth.account", action="request_login_code", key=email.lower()
        )
        if not allowed:
            raise get_adapter().validation_error("too_many_login_attempts")
        return email


class SignUpForm(allauth_forms.SignupForm):
    """A new player: name, address, password, language and clock."""

    language = forms.ChoiceField(label=_("Language"), choices=[("en", "English"), ("ja", "日本語")])
    time_zone = ZoneField()

    def clean_email(self) -> str:
        """An address that is taken is not refused: its owner gets a letter, and the answer is the same."""
        email = str(self.cleaned_data["email"]).lower()
        if unfit(email):
            raise forms.ValidationError(_("Control and bidirectional characters cannot be written."))
        self.account_already_exists = Player.objects.filter(email__iexact=email).exists()
        return email

    def signup(self, request: HttpRequest, user: Player) -> None:
        """What allauth does not know of a player."""
        user.language, user.time_zone = self.cleaned_data["language"], self.cleaned_data["time_zone"]
        user.save(update_fields=["language", "time_zone"])
