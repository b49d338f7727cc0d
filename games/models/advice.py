"""Advice: draft answers by the advisers of a question that another seat must answer."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.open_request import OpenRequest
from games.models.seat import Seat


class Advice(models.Model):
    """One adviser's draft of an answer: created with the question, empty until the adviser writes it.

    It is separate from the sealed answers and never becomes one. `revision` counts the changes and withdrawals.
    """

    request = models.ForeignKey(OpenRequest, on_delete=models.CASCADE, related_name="advice", db_index=False)
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="advice")
    revision = models.PositiveIntegerField(default=0)
    answer = models.BinaryField(null=True)
    at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("advice")
        verbose_name_plural = _("pieces of advice")
        constraints = [models.UniqueConstraint(fields=["request", "seat"], name="advice_once_per_seat")]

    def __str__(self) -> str:
        return f"{self.request_id} {self.seat_id}"
