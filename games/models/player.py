"""The people who play: also the user model of the server."""

from typing import Any

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.kernel.text import unfit
from games.time_zones import time_zones


def validate_time_zone(name: str) -> None:
    """Raise ValidationError for a name that the IANA data base does not know."""
    if name not in time_zones():
        raise ValidationError(_("%(name)s is not a time zone."), params={"name": name}, code="time_zone")


def default_mail_preferences() -> dict[str, Any]:
    """What a new player gets by mail: every stop with its picture, reminders, and what others say; no news of a game in
    which the own part is over.
    """
    return {"stops": True, "pictures": True, "reminders": True, "messages": True, "watch": False}


class PlayerManager(BaseUserManager["Player"]):
    """Makes players; names and addresses are unique whatever their case."""

    def create_user(self, username: str, email: str, password: str | None = None, **fields: Any) -> "Player":
        """A stored player. Without a password, only tokens and links let them in."""
        player = self.model(username=username.strip(), email=self.normalize_email(email.strip()), **fields)
        player.set_password(password)
        player.save(using=self._db)
        return player

    def create_superuser(self, username: str, email: str, password: str | None = None, **fields: Any) -> "Player":
        """A stored player who may do everything in the admin."""
        return self.create_user(username, email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "Player":
        """The player of that name in any case, for logging in."""
        return self.get(username__iexact=username)


class Player(AbstractBaseUser, PermissionsMixin):
    """One person: how to reach them, in which language, and on whose clock their deadlines are told."""

    username = models.CharField(_("name"), max_length=60, unique=True, validators=[UnicodeUsernameValidator()])
    email = models.EmailField(_("e-mail"), max_length=254)
    language = models.CharField(_("language"), max_length=5, choices=settings.LANGUAGES, default="en")
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[validate_time_zone])
    mail_preferences = models.JSONField(_("mail preferences"), default=default_mail_preferences, blank=True)
    mail_hours = models.JSONField(_("hours of mail"), default=dict, blank=True)
    """When letters come (`games.stored.mail_hours`); nothing: at once."""
    vacation_from = models.DateField(_("away from"), null=True, blank=True)
    vacation_until = models.DateField(_("away until"), null=True, blank=True)
    vacation_stand_in = models.BooleanField(_("a bot stands in meanwhile"), default=False)
    bounced_address = models.EmailField(max_length=254, blank=True, default="", editable=False)
    """The address whose letters came back; another address is not meant by it."""
    bounced_at = models.DateTimeField(_("letters come back since"), null=True, blank=True, editable=False)
    bounced_why = models.CharField(_("why they come back"), max_length=200, blank=True, default="", editable=False)
    mail_works_since = models.DateTimeField(null=True, blank=True, editable=False)
    """When the player last said that letters arrive: what came back before counts no more."""
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
                Lower("username"), name="player_name_once", violation_error_message=_("This name is taken.")
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
        ]

    def __str__(self) -> str:
        return self.username

    @property
    def is_unreachable(self) -> bool:
        """Whether letters to the present address came back for good: none goes there until the player says so."""
        return bool(self.bounced_address) and self.bounced_address.casefold() == self.email.casefold()

    def clean(self) -> None:
        """Names and addresses are shown to others: raises ValidationError for characters that would deceive them."""
        super().clean()
        unfit_ones = [name for name in ("username", "email") if unfit(getattr(self, name) or "")]
        if unfit_ones:
            raise ValidationError(
                dict.fromkeys(unfit_ones, _("Control and bidirectional characters cannot be written."))
            )

    def get_full_name(self) -> str:
        """The name shown in the admin."""
        return self.username

    get_short_name = get_full_name
