"""Signs of life."""

from django.db import models
from django.utils import timezone


class Pulse(models.Model):
    """When something that happens again and again, such as the sweep, happened last."""

    name = models.CharField(primary_key=True, max_length=20)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.name} at {self.at:%Y-%m-%d %H:%M:%S}"
