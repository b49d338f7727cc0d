"""A game that somebody would open, shown to them in a letter; it is opened by the answer."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Opening(models.Model):
    """What a player has asked for by mail (`plan`, as `games.services.opening` writes it), until they say yes.

    Nothing of it has happened before. `game` is what came of it: as long as that waits for players, it begins by itself
    when the last sits down. The letter is good until `expires_at`, and once; what nobody has opened is forgotten then
    (`do_forget_openings`).
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
