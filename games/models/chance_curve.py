"""The chances of a finished game: each seat's chance to win at the steps of its line of play, from rollouts."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class ChanceCurve(models.Model):
    """The chance curve of one finished game, and the progress of its computation."""

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="curve")
    order_hash = models.BinaryField(default=bytes)
    """The hash of the journal for which the curve is valid; empty until the points are planned."""
    rules_version = models.CharField(max_length=40, blank=True, default="")
    bot = models.CharField(max_length=40, blank=True, default="")
    """The level of the bots that play the rollouts."""
    spent_ms = models.PositiveIntegerField(default=0)
    """The processor time used so far, in milliseconds."""
    failure = models.TextField(blank=True, default="")
    """The reason if the installed rules cannot play the game on."""
    due_at = models.DateTimeField(null=True, blank=True)
    """When a worker must continue the computation; null when nothing is left to compute."""
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("chances")
        verbose_name_plural = _("chances")
        indexes = [
            models.Index(fields=["due_at"], condition=models.Q(due_at__isnull=False), name="curve_due"),
        ]

    def __str__(self) -> str:
        return f"chances of {self.game_id}"


class ChancePoint(models.Model):
    """A position in the line of play of a finished game, with the results of the rollouts from it."""

    class Kind(models.TextChoices):
        START = "start", _("beginning")
        DECISION = "decision", _("decisions")
        DICE = "dice", _("dice")
        REWIND = "rewind", _("rewind")

    curve = models.ForeignKey(ChanceCurve, on_delete=models.CASCADE, related_name="points", db_index=False)
    number = models.PositiveIntegerField()
    """The place of the point in the game, from 0."""
    kind = models.CharField(max_length=8, choices=Kind)
    """What led from the previous point to this one."""
    branch = models.PositiveIntegerField()
    segment = models.PositiveIntegerField()
    """The number of the journal segment with the last entry before this point."""
    entry = models.PositiveIntegerField()
    """The number of the journal entry, within the branch, before which the point lies."""
    is_boundary = models.BooleanField()
    """True if a step of the sequence of play begins here."""
    rollouts = models.PositiveIntegerField(default=0)
    """The number of rollouts so far."""
    results = models.JSONField(default=dict)
    """For each seat four sums over the rollouts: of the shares of the win, of the squared shares, of the points, and of
    the squared points.
    """

    class Meta:
        verbose_name = _("chance")
        verbose_name_plural = _("chances")
        ordering = ["curve", "number"]
        constraints = [models.UniqueConstraint(fields=["curve", "number"], name="chance_point_once")]

    def __str__(self) -> str:
        return f"{self.curve_id} {self.number}"
