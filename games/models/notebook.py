"""A player's private data about a game: the notebook, and the working draft of a decision."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models.game import Game
from games.models.open_request import OpenRequest


class Notebook(models.Model):
    """One player's private notes on one game.

    They belong to the player, not the seat: a substitute starts with an empty notebook, and no export of the game
    contains them. `units` holds the notes on single units, by the unit's id on the board.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notebooks")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notebooks")
    text = models.TextField(blank=True, default="")
    units = models.JSONField(blank=True, default=dict)
    revision = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "game"], name="notebook_once")]

    def __str__(self) -> str:
        return f"notes of {self.player_id} on {self.game_id}"


class WorkingDraft(models.Model):
    """A player's unfinished orders for one question, saved automatically by the page.

    It is not an answer: nothing is played from it, and nobody but the player can read it or learn that it exists. It
    belongs to the player, not to the seat, so a substitute starts without it. `steps` is a packed `DraftHistory` (undo
    and redo). `revision` counts the changes; `answer_revision` is the revision of the answer that the page showed. The
    row is deleted when the orders are submitted and, by the sweep, when the question closes or the seat changes hands.
    """

    request = models.ForeignKey(OpenRequest, on_delete=models.CASCADE, related_name="working_drafts", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="working_drafts")
    steps = models.BinaryField(default=bytes)
    revision = models.PositiveIntegerField(default=0)
    answer_revision = models.PositiveIntegerField(default=0)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["request", "player"], name="working_draft_once")]

    def __str__(self) -> str:
        return f"working draft of {self.player_id} on {self.request_id}"
