"""Open questions, and the sealed answers that wait to be opened."""

import uuid

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.seat import Seat


class OpenRequest(models.Model):
    """One question to one seat. Closed rows stay, with their outcome.

    `stop` and `entry` are positions in the hidden journal. `seat_stop` is the seat's own number for that stop, and
    `mark` its mark, which receipts contain. `revision` and `ready` describe the last sealed answer (0: none; ready
    without one: a standing order will answer); only the seat may learn them. A question that a standing order answered
    at once is a row that was never open.
    """

    class Outcome(models.TextChoices):
        ANSWERED = "answered", _("answered")
        DRAFT = "draft", _("draft taken at the deadline")
        DEFAULT = "default", _("default played at the deadline")
        WITHDRAWN = "withdrawn", _("withdrawn")
        REOPENED = "reopened", _("asked again")
        STANDING = "standing", _("answered by standing order")
        OWN_DEFAULT = "own_default", _("own default played")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="requests", db_index=False)
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="requests")
    branch = models.PositiveIntegerField()
    stop = models.PositiveIntegerField()
    seat_stop = models.PositiveIntegerField()
    mark = models.BinaryField(default=bytes)
    entry = models.PositiveIntegerField()
    key = models.CharField(max_length=120)
    kind = models.CharField(max_length=60)
    rule = models.CharField(max_length=40)
    question = models.BinaryField()
    opened_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(null=True, blank=True)
    remind_at = models.DateTimeField(null=True, blank=True)
    """When a reminder is due; null if none is wanted, or none any more."""
    reminded_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closing_stop = models.PositiveIntegerField(null=True, blank=True)
    """The number of the journal segment that closed it; null if it is open or was closed without one (abandoned)."""
    outcome = models.CharField(max_length=12, choices=Outcome, blank=True, default="")
    revision = models.PositiveIntegerField(default=0)
    ready = models.BooleanField(default=False)
    answers_hash = models.BinaryField(default=bytes)
    """A hash over all revisions of the answer (`games.persistence.chained_facts.extend_answers_hash`)."""
    followed = models.BinaryField(default=bytes)
    """Deflated JSON: the facts when a standing order answered, and which order did (`Followed`)."""

    class Meta:
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        constraints = [
            models.UniqueConstraint(
                fields=["game", "seat"], condition=models.Q(closed_at__isnull=True), name="request_one_open_per_seat"
            )
        ]
        indexes = [
            models.Index(
                fields=["remind_at", "id"],
                condition=models.Q(remind_at__isnull=False, closed_at__isnull=True, ready=False),
                name="request_reminder",
            ),
            models.Index(fields=["game", "stop"], name="request_by_stop"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


class SealedAnswer(models.Model):
    """One revision of an answer, opened only when all required answers are in.

    A withdrawal is a revision without an answer. `receipt` is the confirmation to the seat, word for word, so that the
    same Idempotency-Key gets the same response again.
    """

    request = models.ForeignKey(OpenRequest, on_delete=models.CASCADE, related_name="answers", db_index=False)
    revision = models.PositiveIntegerField()
    answer = models.BinaryField(null=True)
    ready = models.BooleanField()
    channel = models.CharField(max_length=20)
    receipt = models.BinaryField(default=bytes)
    idempotency_key = models.CharField(max_length=200, blank=True, default="")
    body_hash = models.CharField(max_length=64, blank=True, default="")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("sealed answer")
        verbose_name_plural = _("sealed answers")
        constraints = [
            models.UniqueConstraint(fields=["request", "revision"], name="answer_revision_once"),
            models.UniqueConstraint(
                fields=["request", "idempotency_key"],
                condition=~models.Q(idempotency_key=""),
                name="answer_idempotency_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.request_id} r{self.revision}"
