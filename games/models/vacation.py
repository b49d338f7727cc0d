"""Times in which players are away: they are counted against a yearly allowance."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Vacation(models.Model):
    """One spell away, from its `first` to its `last` day, both included, on the player's own clock."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="vacations")
    first = models.DateField()
    last = models.DateField()

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        ordering = ["player", "first"]

    def __str__(self) -> str:
        return f"{self.first} to {self.last}"
