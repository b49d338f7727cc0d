"""A game requested by e-mail, shown to the player in an e-mail and created when they confirm it."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Opening(models.Model):
    """A player's request for a game by e-mail, or the mark of a game that starts when all seats are taken.

    By e-mail, `plan` (written by `games.services.openings`) is a request until its player confirms it; nothing is
    created before that. `game` is the result: while it waits for players, it starts when the last one takes a seat.
    The e-mail is valid until `expires_at`, and once; `do_delete_expired_openings` deletes those that nobody confirmed.
    Without a plan, the game was created on the page or by the API, and its host lets it start in the same way.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="openings")
    plan = models.JSONField()
    created_at = models.DateTimeField(_("asked for"), default=timezone.now)
    expires_at = models.DateTimeField()
    dropped_at = models.DateTimeField(null=True, blank=True)
    game = models.ForeignKey(Game, null=True, blank=True, on_delete=models.CASCADE, related_name="openings")

    class Meta:
        verbose_name = _("opening")
        verbose_name_plural = _("openings")
        ordering = ["created_at", "id"]
        indexes = [
            models.Index(fields=["expires_at"], condition=models.Q(game=None), name="opening_unanswered"),
        ]

    def __str__(self) -> str:
        return str(self.id)
