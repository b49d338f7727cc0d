"""Invitations and observers."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.outgoing_mail import OutgoingMail


class Invitation(models.Model):
    """An e-mail with a link to a game or, without a game, to a new player's account. The link works once."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=40, blank=True, default="")
    """The seat; empty: the first free seat."""
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="invitations"
    )
    """The invited player if the invitation is by name; null if it is by address."""
    address = models.EmailField(max_length=254)
    """Where the e-mail went."""
    language = models.CharField(max_length=12, blank=True, default="en")
    """The language of the e-mail; empty: the host chose none."""
    personal_line = models.CharField(max_length=300, blank=True, default="")
    """A sentence of the inviter in the e-mail."""
    digest = models.CharField(max_length=64, unique=True)
    """The hash of the token in the link."""
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    mail = models.ForeignKey(OutgoingMail, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    """The newest e-mail of the invitation."""
    undelivered_at = models.DateTimeField(null=True, blank=True)
    """When the newest e-mail bounced."""
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    """The link is valid until then."""
    accepted_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    declined_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["created_at", "id"]
        indexes = [models.Index(fields=["invited_by", "-created_at"], name="invitation_by_host")]

    def __str__(self) -> str:
        return str(self.id)


class Observer(models.Model):
    """A player who used a game's observers' link, and so may find the game and see its public view."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="observers")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="observed")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("observer")
        verbose_name_plural = _("observers")
        ordering = ["game", "since"]
        constraints = [models.UniqueConstraint(fields=["game", "player"], name="observer_once")]

    def __str__(self) -> str:
        return f"{self.player_id} observes {self.game_id}"
