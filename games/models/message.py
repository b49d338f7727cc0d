"""Press: messages between seats."""

import uuid

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.seat import Seat


class Message(models.Model):
    """A message from one seat to others. Append-only; it names roles, never persons, so that a person can be erased."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="messages", db_index=False)
    sender = models.CharField(max_length=40)
    receivers = models.JSONField(default=list)
    text = models.TextField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ["game", "at", "id"]
        indexes = [models.Index(fields=["game", "sender", "at"], name="message_by_sender")]

    def __str__(self) -> str:
        return str(self.id)


class MessageCopy(models.Model):
    """The copy of a message in one seat's mailbox; the sender has a copy too."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="message_copies", db_index=False)
    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="copies")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="message_copies", db_index=False)
    number = models.PositiveIntegerField()
    """The place of the copy in this mailbox; it counts only this seat's copies, so that it reveals nothing about
    others.
    """
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("copy of a message")
        verbose_name_plural = _("copies of messages")
        ordering = ["seat", "number"]
        constraints = [
            models.UniqueConstraint(fields=["seat", "number"], name="message_number_once"),
            models.UniqueConstraint(fields=["message", "seat"], name="message_once_per_seat"),
        ]
        indexes = [
            models.Index(fields=["seat"], condition=models.Q(read_at__isnull=True), name="message_unread"),
            models.Index(fields=["game"], name="message_copy_by_game"),
        ]

    def __str__(self) -> str:
        return str(self.id)
