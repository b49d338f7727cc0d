"""Invitations and observers."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.outgoing_mail import OutgoingMail


class Invitation(models.Model):
    """An e-mail with a link to a game or, without a game, to a new player's account. Only the token's hash is stored.

    `mail` is its newest e-mail, which came back at `undelivered_at`. `role` names the seat; empty: the first free one.
    `player` is set if the invitation is by name; `address` is where the e-mail went, in `language` (empty: the host
    chose none) and with the host's `personal_line`. The link works once, until `expires_at`.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=40, blank=True, default="")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="invitations"
    )
    address = models.EmailField(max_length=254)
    language = models.CharField(max_length=12, blank=True, default="en")
    personal_line = models.CharField(max_length=300, blank=True, default="")
    digest = models.CharField(max_length=64, unique=True)
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    mail = models.ForeignKey(OutgoingMail, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    undelivered_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
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
    """A person who came by the observers' link and sees the public view."""

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
