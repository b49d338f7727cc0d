"""Questions of players to the umpire, host or staff of a game."""

import uuid

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.seat import Seat


class UmpireQuestion(models.Model):
    """A question of a seat, with the answer. The row names no person, so that a person can be erased."""

    class Office(models.TextChoices):
        UMPIRE = "umpire", _("umpire")
        HOST = "host", _("host")
        STAFF = "staff", _("staff")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="umpire_questions", db_index=False)
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="umpire_questions", db_index=False)
    office = models.CharField(_("office"), max_length=8, choices=Office)
    """Who may read and answer the question: umpire, host or staff; no player of the game gets it."""
    text = models.TextField()
    at = models.DateTimeField(default=timezone.now)
    answer = models.TextField(blank=True, default="")
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("question to the umpire")
        verbose_name_plural = _("questions to the umpire")
        ordering = ["game", "at", "id"]
        indexes = [
            models.Index(fields=["seat", "at"], name="umpire_question_by_seat"),
            models.Index(fields=["game", "at"], name="umpire_question_by_game"),
        ]

    def __str__(self) -> str:
        return str(self.id)
