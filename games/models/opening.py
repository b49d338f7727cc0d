"""Games that players request by e-mail: proposed to the player in an e-mail, and created when the player confirms."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Opening(models.Model):
    """A proposed game that a player requested by e-mail, or a record that a game starts when all seats are taken.

    The player can confirm a proposal once. The confirmation creates `game`, which starts automatically when all seats
    are taken. `do_delete_expired_openings` deletes proposals that were not confirmed.

    A row without a plan is no proposal: the host created its `game` on the page or by the API, to start automatically
    too.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="openings")
    plan = models.JSONField()
    """The `OpeningPlan` of the request, as JSON."""
    created_at = models.DateTimeField(_("asked for"), default=timezone.now)
    expires_at = models.DateTimeField()
    """The proposal can be confirmed until then."""
    dropped_at = models.DateTimeField(null=True, blank=True)
    """When the player discarded the proposal."""
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
