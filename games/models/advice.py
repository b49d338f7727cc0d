"""Advice: draft answers by the advisers of a question that another seat must answer."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.open_request import OpenRequest
from games.models.seat import Seat


class Advice(models.Model):
    """One adviser's draft of an answer: created with the question, empty until the adviser writes it.

    The draft never becomes the seat's answer.
    """

    request = models.ForeignKey(OpenRequest, on_delete=models.CASCADE, related_name="advice", db_index=False)
    """The question to the other seat."""
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="advice")
    """The adviser's seat."""
    revision = models.PositiveIntegerField(default=0)
    """The number of changes and withdrawals so far."""
    answer = models.BinaryField(null=True)
    """The draft as packed JSON; null before the first draft and after a withdrawal."""
    at = models.DateTimeField(null=True, blank=True)
    """When the draft was last changed."""

    class Meta:
        verbose_name = _("advice")
        verbose_name_plural = _("pieces of advice")
        constraints = [models.UniqueConstraint(fields=["request", "seat"], name="advice_once_per_seat")]

    def __str__(self) -> str:
        return f"{self.request_id} {self.seat_id}"
