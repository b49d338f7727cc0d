"""A game's history, append-only: checkpoints, journal segments and events; each resolve stores one segment.

A segment's `number` counts the resolves of a game in the order of storage, across all branches. Bytes are compressed
(see `games.models.compression`). Database triggers refuse every change (`games.models.append_only`).
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Checkpoint(models.Model):
    """The whole state at the beginning of a step. A resolve stores a checkpoint for the last step that it began."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="checkpoints", db_index=False)
    branch = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    """The place of the checkpoint in the game; a branch continues the numbers of its parent."""
    written = models.PositiveIntegerField()
    """The number of the journal segment stored with the checkpoint."""
    keyframe = models.PositiveIntegerField(null=True)
    """The number of the checkpoint (of the same branch) whose state is the compression dictionary for this state; null
    if there is none.
    """
    step = models.CharField(max_length=80, null=True)  # noqa: DJ001 - null is the state after the last step
    state = models.BinaryField()
    """The compressed state."""
    digest = models.CharField(max_length=32)
    """The hash of the uncompressed state."""
    first_entry = models.PositiveIntegerField()
    """The number of the next journal entry."""
    first_event = models.PositiveIntegerField()
    """The number of the next event."""
    first_draw = models.PositiveIntegerField()
    """The number of the next roll or draw."""
    rules_version = models.CharField(max_length=40)

    class Meta:
        verbose_name = _("checkpoint")
        verbose_name_plural = _("checkpoints")
        constraints = [models.UniqueConstraint(fields=["game", "branch", "number"], name="checkpoint_once")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.branch}/{self.number}"


class JournalSegment(models.Model):
    """The answers and dice of one resolve."""

    class Cause(models.TextChoices):
        RESOLVE = "resolve", _("resolved")
        REWIND = "rewind", _("rewound")
        HOLD = "hold", _("released from hold")
        IMPORT = "import", _("imported")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="segments", db_index=False)
    number = models.PositiveIntegerField()
    """The place among all segments of the game, across all branches."""
    branch = models.PositiveIntegerField()
    parent = models.PositiveIntegerField(null=True)
    """The number of the previous segment in the line of play; null for the first."""
    cause = models.CharField(max_length=8, choices=Cause, default=Cause.RESOLVE)
    """Why the segment was stored."""
    first_entry = models.PositiveIntegerField()
    entry_count = models.PositiveIntegerField()
    first_event = models.PositiveIntegerField()
    event_count = models.PositiveIntegerField()
    entries = models.BinaryField()
    """The journal entries, packed."""
    setup = models.BinaryField(default=bytes)
    """The seats and settings (`games.persistence.chained_facts`); empty if they have not changed since the last
    `setup`.
    """
    salt = models.BinaryField()
    """Random bytes hashed with the contents, so that the hashes do not reveal them."""
    digest = models.CharField(max_length=64)
    """The hash of the contents."""
    chain = models.BinaryField()
    """The hash in the chain over the line of play (`games.persistence.hash_chain`)."""
    order = models.BinaryField()
    """The hash in the chain over all segments in the order of storage."""
    rules_version = models.CharField(max_length=40)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("journal segment")
        verbose_name_plural = _("journal segments")
        ordering = ["game", "number"]
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="segment_once")]
        indexes = [
            models.Index(fields=["game", "branch", "number"], name="segment_by_branch"),
            models.Index(
                fields=["cause", "-id"],
                condition=models.Q(cause__in=["rewind", "hold", "import"]),
                name="segment_out_of_turn",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id} #{self.number}"


class EventSegment(models.Model):
    """The events of one resolve, each with its variant for every audience. A resolve without events has no row."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="event_segments", db_index=False)
    number = models.PositiveIntegerField()
    """The number of the journal segment."""
    branch = models.PositiveIntegerField()
    told = models.BinaryField()
    """The events, packed."""

    class Meta:
        verbose_name = _("events")
        verbose_name_plural = _("events")
        ordering = ["game", "number"]
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="events_once")]

    def __str__(self) -> str:
        return f"{self.game_id} #{self.number}"
