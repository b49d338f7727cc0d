"""Responses kept for clients that repeat a call."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class IdempotentResponse(models.Model):
    """The response to a call with an Idempotency-Key, written in the transaction of the call.

    Only digests of key and request are stored. The response may hold a token that is shown once: it is encrypted.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="idempotent_responses", db_index=False
    )
    key_digest = models.CharField(max_length=64)
    request_digest = models.CharField(max_length=64)
    response = models.BinaryField(default=bytes)
    created_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "key_digest"], name="idempotent_response_once")]

    def __str__(self) -> str:
        return f"response to player {self.player_id}"
