"""Heartbeats: when each periodic job last ran, for monitoring."""

from django.db import models
from django.utils import timezone

SWEEP_HEARTBEAT = "sweep"
"""The name of the periodic sweep."""


class Heartbeat(models.Model):
    """The time at which a periodic job, such as the sweep, last ran."""

    name = models.CharField(primary_key=True, max_length=20)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.name} at {self.at:%Y-%m-%d %H:%M:%S}"
