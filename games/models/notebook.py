"""A player's private data about a game: the notebook, and the working draft and trial plans of a decision."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models.game import Game
from games.models.open_request import OpenRequest


class Notebook(models.Model):
    """One player's private notes on one game.

    The notes belong to the player, not to the seat: a substitute starts with an empty notebook, and no export of the
    game contains notes.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notebooks")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notebooks")
    text = models.TextField(blank=True, default="")
    """The notes on the game."""
    units = models.JSONField(blank=True, default=dict)
    """The notes on single units, by the unit's id on the board."""
    revision = models.PositiveIntegerField(default=0)
    """The number of changes so far."""
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "game"], name="notebook_once")]

    def __str__(self) -> str:
        return f"notes of {self.player_id} on {self.game_id}"


class WorkingDraft(models.Model):
    """A player's unfinished orders for one question, saved automatically by the page.

    A draft is not an answer: the rules never use it, and only the player can read it or know that it exists. The draft
    belongs to the player, not to the seat, so a substitute starts without it. The row is deleted when the orders are
    submitted; the sweep deletes it when the question is closed or the seat has another player.
    """

    request = models.ForeignKey(OpenRequest, on_delete=models.CASCADE, related_name="working_drafts", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="working_drafts")
    steps = models.BinaryField(default=bytes)
    """The states of the draft for undo and redo: a packed `DraftHistory`."""
    revision = models.PositiveIntegerField(default=0)
    """The number of changes so far."""
    answer_revision = models.PositiveIntegerField(default=0)
    """The revision of the submitted answer that the page showed."""
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["request", "player"], name="working_draft_once")]

    def __str__(self) -> str:
        return f"working draft of {self.player_id} on {self.request_id}"


class TrialPlan(models.Model):
    """Orders for one question that a player saves under a name, to try them in invented worlds.

    A plan is not an answer: the rules never use it, and only the player can read it or know that it exists. The sweep
    deletes the plan when the question is closed or the seat has another player.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    request = models.ForeignKey(OpenRequest, on_delete=models.CASCADE, related_name="trial_plans", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="trial_plans")
    name = models.CharField(max_length=60)
    answer = models.BinaryField()
    """The orders as packed JSON."""
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["request", "player", "name"], name="trial_plan_once")]

    def __str__(self) -> str:
        return f"trial plan of {self.player_id} for {self.request_id}"
