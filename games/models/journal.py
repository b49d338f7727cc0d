"""The game's history, append-only: checkpoints, journal segments and events. One segment of each kind per resolve.

`number` counts the resolves of a game in the order of writing and is never reused, whatever the branch. The bytes are
deflated (see `games.models.compression`). Database triggers refuse every change (`games.models.append_only`).
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Checkpoint(models.Model):
    """The whole state at the beginning of a step, stored where a stop begins.

    `written` is the number of the journal segment written with it. `keyframe` is the number of the checkpoint (of the
    same branch) whose state is the dictionary of this one; null if this state is self-contained.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="checkpoints", db_index=False)
    branch = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    written = models.PositiveIntegerField()
    keyframe = models.PositiveIntegerField(null=True)
    step = models.CharField(max_length=80, null=True)  # noqa: DJ001 - null is the state after the last step
    state = models.BinaryField()
    digest = models.CharField(max_length=32)
    first_entry = models.PositiveIntegerField()
    first_event = models.PositiveIntegerField()
    first_draw = models.PositiveIntegerField()
    rules_version = models.CharField(max_length=40)

    class Meta:
        verbose_name = _("checkpoint")
        verbose_name_plural = _("checkpoints")
        constraints = [models.UniqueConstraint(fields=["game", "branch", "number"], name="checkpoint_once")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.branch}/{self.number}"


class JournalSegment(models.Model):
    """The answers and dice of one resolve.

    `chain` hashes this segment over its parent in the line of play, `order` over the one written before it. `salt` is
    hashed with the contents, so that the hash does not reveal them (`games.persistence.hash_chain`). `setup` holds the
    seats and settings in force (`games.persistence.chained_facts`); it is empty if they are as in the segment before.
    """

    class Cause(models.TextChoices):
        RESOLVE = "resolve", _("resolved")
        REWIND = "rewind", _("rewound")
        HOLD = "hold", _("released from hold")
        IMPORT = "import", _("imported")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="segments", db_index=False)
    number = models.PositiveIntegerField()
    branch = models.PositiveIntegerField()
    parent = models.PositiveIntegerField(null=True)
    cause = models.CharField(max_length=8, choices=Cause, default=Cause.RESOLVE)
    first_entry = models.PositiveIntegerField()
    entry_count = models.PositiveIntegerField()
    first_event = models.PositiveIntegerField()
    event_count = models.PositiveIntegerField()
    entries = models.BinaryField()
    setup = models.BinaryField(default=bytes)
    salt = models.BinaryField()
    digest = models.CharField(max_length=64)
    chain = models.BinaryField()
    order = models.BinaryField()
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
    """The events of one resolve, each in the variant of every audience. A resolve without events has no row."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="event_segments", db_index=False)
    number = models.PositiveIntegerField()
    branch = models.PositiveIntegerField()
    told = models.BinaryField()

    class Meta:
        verbose_name = _("events")
        verbose_name_plural = _("events")
        ordering = ["game", "number"]
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="events_once")]

    def __str__(self) -> str:
        return f"{self.game_id} #{self.number}"
