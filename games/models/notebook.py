"""What players write down for themselves."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models.game import Game


class Notebook(models.Model):
    """One player's own notes on one game. Nobody else reads them: they are the person's, not the seat's, so whoever
    takes the seat over begins an empty one, and no export of the game holds them.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notebooks")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notebooks")
    text = models.TextField(blank=True, default="")
    revision = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "game"], name="notebook_once")]

    def __str__(self) -> str:
        return f"notes of {self.player_id} on {self.game_id}"
