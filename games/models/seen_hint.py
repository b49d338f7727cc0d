"""The explanations that a player has already seen."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class SeenHint(models.Model):
    """A kind of question of a title that was explained to the player; an empty `kind` is the title's guided first turn.

    The row belongs to the player, not to a game. The row reveals nothing about a game, and only the player can read it.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="seen_hints", db_index=False
    )
    title = models.CharField(max_length=40)
    kind = models.CharField(max_length=60, blank=True, default="")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "title", "kind"], name="seen_hint_once")]

    def __str__(self) -> str:
        return f"{self.title} {self.kind} seen by {self.player_id}"
