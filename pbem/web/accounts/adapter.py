"""The django-allauth adapter: e-mails through the outbox, no flash messages, sign-up only if it is open."""

from typing import Any
from urllib.parse import quote

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language

from games.kernel.catalogues import supported
from games.models import Player
from games.models.player import name_key, validate_player_name
from games.selectors.players import find_player_by_email
from games.services.account_emails import NOBODY, do_queue_account_email
from pbem.web.accounts.email_verification import mark_email_verified

EMAIL_TEMPLATES = {
    "password_reset_key": "password_reset",
    "login_code": "login_code",
    "email_confirmation": "confirm_address",
    "email_confirmation_signup": "confirm_address",
    "account_already_exists": "account_there",
    "password_changed": "password_changed",
    "password_set": "password_changed",
    "password_reset": "password_changed",
}
"""Our e-mail template for each e-mail of allauth; allauth's other e-mails are queued as `NOBODY` and never sent."""


class AccountAdapter(DefaultAccountAdapter):
    """Adapts allauth to this server: its e-mails go through the outbox like all others."""

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Queue allauth's e-mail `template_prefix` in the outbox.

        For an unknown address an outbox row is queued, too, so that the response takes the same time.
        """
        what = EMAIL_TEMPLATES.get(template_prefix.rpartition("/")[2], NOBODY)
        urls = (context.get(name) for name in ("password_reset_url", "activate_url"))
        player = find_player_by_email(email)
        do_queue_account_email(
            template=what,
            address=player.email if player else email,
            language=supported(get_language()),
            player=player,
            facts={
                "name": player.username if player else "",
                "url": next((url for url in urls if url), ""),
                "code": str(context.get("code", "")),
            },
        )

    def add_message(self, *words: Any, **more: Any) -> None:
        """Discard a message that allauth wants to show on the next page: our pages say the same themselves."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return bool(settings.PBEM_OPEN_SIGN_UP)

    def new_user(self, request: HttpRequest) -> Player:
        """Return a new, unsaved player with the language of the page."""
        return Player(language=supported(get_language()))

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the validated player name. Raises ValidationError for a name in use or like an e-mail address."""
        name = super().clean_username(username, shallow=shallow)
        validate_player_name(name)
        if not shallow and Player.objects.filter(name_key=name_key(name)).exists():
            raise self.validation_error("username_taken")
        return str(name)

    def pre_login(self, request: HttpRequest, user: Any, **kwargs: Any) -> HttpResponse | None:
        """Before a login, mark the e-mail address as verified if a host or operator has created the player.

        Players who signed up must verify their addresses. Return allauth's response, None to let the login go on.
        """
        mark_email_verified(user)
        return super().pre_login(request, user, **kwargs)

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the client's IP address as the middleware `use_client_address` has found it."""
        return str(request.META.get("REMOTE_ADDR") or "127.0.0.1")

    def get_reset_password_from_key_url(self, key: str) -> str:
        """Return the password link on the server's own host, whatever host the request used."""
        path = reverse("account_reset_password_from_key", kwargs={"uidb36": "UID", "key": "KEY"})
        return _absolute(path.replace("UID-KEY", quote(key)))

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        """Return the verification link of a new player's address, on the server's own host."""
        return _absolute(reverse("account_confirm_email", args=[emailconfirmation.key]))


def _absolute(path: str) -> str:
    """Return the full URL of a path that already contains the path of `PBEM_BASE_URL`, if that has one."""
    return settings.PBEM_BASE_URL.removesuffix(settings.FORCE_SCRIPT_NAME or "") + path
