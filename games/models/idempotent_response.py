"""Responses that are stored for clients that repeat a call."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class IdempotentResponse(models.Model):
    """The response to a call with an Idempotency-Key, stored in the transaction of the call.

    The response is encrypted, because it may contain a secret token.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="idempotent_responses", db_index=False
    )
    key_digest = models.CharField(max_length=64)
    """The hash of the Idempotency-Key."""
    request_digest = models.CharField(max_length=64)
    """The hash of the request, to refuse another request with the same key."""
    response = models.BinaryField(default=bytes)
    created_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "key_digest"], name="idempotent_response_once")]

    def __str__(self) -> str:
        return f"response to player {self.player_id}"
