"""Open questions, and the sealed answers that wait to be opened."""

import uuid

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.seat import Seat


class OpenRequest(models.Model):
    """One question to one seat. The row of a closed question is kept, with its outcome.

    A question that a standing order answered at once is stored as a row that is closed from the beginning.
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
    """The number of the game's stop, which players never see."""
    seat_stop = models.PositiveIntegerField()
    """The seat's own number for that stop."""
    mark = models.BinaryField(default=bytes)
    """The seat's mark at the stop (`games.persistence.hash_chain`), for receipts."""
    entry = models.PositiveIntegerField()
    """The number of the question's journal entry, which players never see."""
    key = models.CharField(max_length=120)
    """The name of the question within its step."""
    kind = models.CharField(max_length=60)
    rule = models.CharField(max_length=40)
    question = models.BinaryField()
    """The question with its form, packed."""
    opened_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(null=True, blank=True)
    remind_at = models.DateTimeField(null=True, blank=True)
    """When the next reminder is due; null if there is no further reminder."""
    reminded_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closing_stop = models.PositiveIntegerField(null=True, blank=True)
    """The number of the journal segment that closed the question; null if it is open, or the game was abandoned."""
    outcome = models.CharField(max_length=12, choices=Outcome, blank=True, default="")
    revision = models.PositiveIntegerField(default=0)
    """The number of answers and withdrawals so far; only the seat's player may know it."""
    ready = models.BooleanField(default=False)
    """True if the last answer is submitted, or if a standing order will answer; only the seat's player may know it."""
    answers_hash = models.BinaryField(default=bytes)
    """The hash over all revisions of the answer (`games.persistence.chained_facts.extend_answers_hash`)."""
    followed = models.BinaryField(default=bytes)
    """The record of the standing order that answered: a packed `FollowedOrder`, or empty."""

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
    """One revision of an answer; other seats see it only after all required answers are in."""

    request = models.ForeignKey(OpenRequest, on_delete=models.CASCADE, related_name="answers", db_index=False)
    revision = models.PositiveIntegerField()
    """The place among the question's revisions, from 1."""
    answer = models.BinaryField(null=True)
    """The answer as packed JSON; null for a withdrawal."""
    ready = models.BooleanField()
    """True if the answer is submitted; False if it is a draft."""
    channel = models.CharField(max_length=20)
    """How the answer came, such as "web" or "rest"; empty for a withdrawal."""
    receipt = models.BinaryField(default=bytes)
    """The exact confirmation to the seat, so that a call with the same Idempotency-Key gets the same response again."""
    idempotency_key = models.CharField(max_length=200, blank=True, default="")
    body_hash = models.CharField(max_length=64, blank=True, default="")
    """The hash of the call's body, to refuse another call with the same Idempotency-Key."""
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
