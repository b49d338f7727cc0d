"""Players (the server's user model), their vacations, and their changes of e-mail address."""

import re
from collections.abc import Collection
from typing import Any
from unicodedata import normalize

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.kernel.text import forbidden_character
from games.time_zones import time_zones


def validate_time_zone(name: str) -> None:
    """Raise ValidationError for a name that is not in the IANA time zone database."""
    if name not in time_zones():
        raise ValidationError(_("%(name)s is not a time zone."), params={"name": name}, code="time_zone")


def validate_player_name(name: str) -> None:
    """Raise ValidationError for a name that could be an e-mail address: players log in with a name or an address."""
    if "@" in name:
        raise ValidationError(_("A name has no @ in it."), code="at")


def name_key(name: str) -> str:
    """Return the form of a name by which names are compared (Unicode case folding, NFKC).

    The code folds the case itself because databases differ: SQLite folds only ASCII, PostgreSQL folds by its collation.
    """
    return normalize("NFKC", normalize("NFKC", name.strip()).casefold())


def derive_login_name(name: str) -> str:
    """Return the login name for a name as people write it: “Anna Berg” becomes “Anna.Berg”.

    Each run of spaces becomes a dot, and characters that a login name cannot have are left out. A name with an ``@`` or
    with deceptive characters is returned unchanged; validation refuses it later.
    """
    if "@" in name or forbidden_character(name):
        return name
    words = normalize("NFKC", name).split()
    return re.sub(r"[^\w.+-]", "", ".".join(words))[:60]


def default_mail_preferences() -> dict[str, Any]:
    """Return a new player's e-mail preferences.

    They include every stop with its picture, reminders and press, but no news of a game in which the player has nothing
    more to do, and no calendar file.
    """
    return {"stops": True, "pictures": True, "reminders": True, "messages": True, "watch": False, "calendar": False}


class PlayerManager(BaseUserManager["Player"]):
    """The manager of players; their names and addresses are unique regardless of case."""

    def create_user(self, username: str, email: str, password: str | None = None, **fields: Any) -> "Player":
        """Store and return a player. Without a password, the player can log in only with links and tokens."""
        player = self.model(username=username.strip(), email=self.normalize_email(email.strip()), **fields)
        player.set_password(password)
        player.save(using=self.db)
        return player

    def create_superuser(self, username: str, email: str, password: str | None = None, **fields: Any) -> "Player":
        """Store and return a player with all permissions in the admin."""
        return self.create_user(username, email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "Player":
        """Return the player with this name, ignoring case, for login."""
        return self.get(name_key=name_key(username or ""))


def language_choices() -> list[tuple[str, str]]:
    """Return the codes of the server's languages, each with the name of the language in that language."""
    return list(settings.LANGUAGES)


class Player(AbstractBaseUser, PermissionsMixin):
    """One person: contact data, language, time zone, and settings."""

    username = models.CharField(
        _("name"), max_length=60, unique=True, validators=[UnicodeUsernameValidator(), validate_player_name]
    )
    name_key = models.TextField(editable=False, blank=True, default="")
    """The result of the function `name_key` for the name; `save` sets it."""
    email = models.EmailField(_("e-mail"), max_length=254)
    language = models.CharField(_("language"), max_length=12, choices=language_choices, default="en")
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[validate_time_zone])
    mail_preferences = models.JSONField(_("mail preferences"), default=default_mail_preferences, blank=True)
    mail_hours = models.JSONField(_("hours of mail"), default=dict, blank=True)
    """The delivery hours of e-mails (`games.persistence.mail_hours`); empty: at once."""
    vacation_from = models.DateField(_("away from"), null=True, blank=True)
    vacation_until = models.DateField(_("away until"), null=True, blank=True)
    vacation_stand_in = models.BooleanField(_("a bot stands in meanwhile"), default=False)
    hints = models.BooleanField(_("explain what is new"), default=True)
    """True if pages and e-mails explain titles and kinds of question at their first appearance."""
    bounced_address = models.EmailField(max_length=254, blank=True, default="", editable=False)
    """The address that accepts no e-mail; without effect if the player has another address now."""
    bounced_at = models.DateTimeField(_("e-mails bounce since"), null=True, blank=True, editable=False)
    bounced_why = models.CharField(_("why they come back"), max_length=200, blank=True, default="", editable=False)
    mail_works_since = models.DateTimeField(null=True, blank=True, editable=False)
    """When the player last said that e-mails arrive; earlier bounces no longer count."""
    calendar_digest = models.CharField(max_length=64, blank=True, default="", editable=False)
    """The hash of the token in the player's calendar link; empty if there is none."""
    is_staff = models.BooleanField(_("staff"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    date_joined = models.DateTimeField(_("joined"), default=timezone.now)

    objects = PlayerManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["email"]

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            models.UniqueConstraint(
                fields=["name_key"], name="player_name_once", violation_error_message=_("This name is taken.")
            ),
            models.UniqueConstraint(
                Lower("email"), name="player_email_once", violation_error_message=_("This address is taken.")
            ),
        ]
        indexes = [
            models.Index(fields=["username"], condition=models.Q(is_staff=True), name="player_staff"),
            models.Index(fields=["username"], condition=models.Q(is_active=False), name="player_not_active"),
            models.Index(
                fields=["vacation_until"], condition=models.Q(vacation_stand_in=True), name="player_stood_in_for"
            ),
            models.Index(
                fields=["bounced_at"], condition=models.Q(bounced_at__isnull=False), name="player_unreachable"
            ),
            models.Index(
                fields=["calendar_digest"], condition=models.Q(calendar_digest__gt=""), name="player_by_calendar"
            ),
        ]

    def __str__(self) -> str:
        return self.username

    @property
    def is_unreachable(self) -> bool:
        """True if the present address accepts no e-mail: nothing is sent there until the player marks it as working."""
        return bool(self.bounced_address) and self.bounced_address.casefold() == self.email.casefold()

    def clean(self) -> None:
        """Raise ValidationError for deceptive characters in names and addresses, because other players see them."""
        super().clean()
        self.name_key = name_key(self.username or "")  # a form may have refused the name
        unfit_ones = [name for name in ("username", "email") if forbidden_character(getattr(self, name) or "")]
        if unfit_ones:
            raise ValidationError(
                dict.fromkeys(unfit_ones, _("Control and bidirectional characters cannot be written."))
            )

    def validate_constraints(self, exclude: Collection[str] | None = None) -> None:
        """Check the constraint on `name_key` together with the name, although forms exclude it as not editable."""
        excluded = set(exclude or ()) - {"name_key"}
        super().validate_constraints(excluded | {"name_key"} if "username" in excluded else excluded)

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Set `name_key` from the name, and store the player."""
        self.name_key = name_key(self.username)
        fields = kwargs.get("update_fields")
        if fields is not None and "username" in fields:
            kwargs["update_fields"] = {*fields, "name_key"}
        super().save(*args, **kwargs)

    def get_full_name(self) -> str:
        """Return the player's name, which the admin shows."""
        return self.username

    get_short_name = get_full_name


class Vacation(models.Model):
    """One vacation from its `first` to its `last` day, both included, in the player's time zone."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="vacations")
    first = models.DateField()
    last = models.DateField()

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        ordering = ["player", "first"]

    def __str__(self) -> str:
        return f"{self.first} to {self.last}"


class AddressChange(models.Model):
    """A player's request to change the e-mail address.

    The old and the new address each get a token of their own; only hashes of the tokens are stored.
    """

    player = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="address_change")
    address = models.EmailField(max_length=254)
    old_digest = models.CharField(max_length=64, unique=True)
    new_digest = models.CharField(max_length=64, unique=True)
    old_confirmed_at = models.DateTimeField(null=True, blank=True)
    new_confirmed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"address of {self.player_id}"
