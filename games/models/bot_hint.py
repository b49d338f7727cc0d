"""Hints that players got from the bot, and the reasons for which bots gave their own answers."""

from django.db import models
from django.utils import timezone

from games.models.open_request import OpenRequest


class BotHint(models.Model):
    """A question for which a seat got a hint (the bot's answer). Several hints for one question are one row."""

    request = models.OneToOneField(OpenRequest, on_delete=models.CASCADE, related_name="bot_hint")
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"hint to {self.request_id}"


class BotReason(models.Model):
    """The reason for a bot's answer: a text in each language. Only the umpire may read it before the game is over."""

    request = models.OneToOneField(OpenRequest, on_delete=models.CASCADE, related_name="bot_reason")
    text = models.JSONField()

    def __str__(self) -> str:
        return f"reason for {self.request_id}"
