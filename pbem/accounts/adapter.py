"""How django-allauth does things here: letters by the outbox, no words of its own, sign-up where it is open."""

from typing import Any
from urllib.parse import quote

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from games.models import Player
from games.selectors.players import player_at
from games.services.personal import NOBODY, do_owe_letter
from pbem.accounts.proof import vouch

LETTERS = {
    "password_reset_key": "password_reset",
    "login_code": "login_code",
    "email_confirmation": "confirm_address",
    "email_confirmation_signup": "confirm_address",
    "account_already_exists": "account_there",
    "password_changed": "password_changed",
    "password_set": "password_changed",
    "password_reset": "password_changed",
}
"""What allauth calls a letter, and what we do; of all others a row is made, and nothing sent."""


class Adapter(DefaultAccountAdapter):
    """Ours."""

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Owe the letter. To an address that nobody has here a row is owed, too: the answer takes as long."""
        what = LETTERS.get(template_prefix.rpartition("/")[2], NOBODY)
        urls = (context.get(name) for name in ("password_reset_url", "activate_url"))
        player = player_at(email)
        do_owe_letter(
            what=what,
            address=player.email if player else email,
            language="ja" if (get_language() or "en").startswith("ja") else "en",
            player=player,
            facts={
                "name": player.username if player else "",
                "url": next((url for url in urls if url), ""),
                "code": str(context.get("code", "")),
            },
        )

    def add_message(self, *words: Any, **more: Any) -> None:
        """The pages say what there is to say."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return bool(settings.PBEM_OPEN_SIGN_UP)

    def new_user(self, request: HttpRequest) -> Player:
        """A player who reads the language of the page."""
        return Player(language="ja" if (get_language() or "en").startswith("ja") else "en")

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """A name that is free, and no address: those who are known by one would be taken for somebody else."""
        name = super().clean_username(username, shallow=shallow)
        if "@" in name:
            raise ValidationError(_("A name has no @ in it."), code="at")
        return str(name)

    def pre_login(self, request: HttpRequest, user: Any, **kwargs: Any) -> HttpResponse | None:
        """Whoever was let in by host or operator has a good address; those who signed up have to prove theirs."""
        vouch(user)
        return super().pre_login(request, user, **kwargs)

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address that the proxies which are trusted vouch for; allauth takes a household's for one."""
        return str(request.META.get("REMOTE_ADDR") or "127.0.0.1")

    def get_reset_password_from_key_url(self, key: str) -> str:
        """On the server's own address, whatever address the request was sent to."""
        path = reverse("account_reset_password_from_key", kwargs={"uidb36": "UID", "key": "KEY"})
        return settings.PBEM_BASE_URL + path.replace("UID-KEY", quote(key))

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        """The same for a new player's address."""
        return settings.PBEM_BASE_URL + reverse("account_confirm_email", args=[emailconfirmation.key])
