"""What each audience sees: at every stop for good, and now.

An audience is a seat's role, ``public`` or ``umpire``. Stops and events are numbered per audience, so that nothing
that one sees counts what is hidden from it.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class SeatView(models.Model):
    """A view as it was at one stop: kept for good, deflated with the audience's previous view as dictionary.

    Every 16th stop is stored whole. `event_count` events were told since the stop before; the first of them has the
    audience's own number `first_event`. Their wording stands in event segment `number`. `mark` stands in the letters
    of this stop for all that was stored until then (`games.stored.chain.mark`).
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="views", db_index=False)
    audience = models.CharField(max_length=40)
    stop = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    first_event = models.PositiveIntegerField()
    event_count = models.PositiveIntegerField()
    view = models.BinaryField()
    mark = models.BinaryField()
    view_version = models.CharField(max_length=40)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("stored view")
        verbose_name_plural = _("stored views")
        constraints = [models.UniqueConstraint(fields=["game", "audience", "stop"], name="view_once")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.audience} {self.stop}"


class Lookout(models.Model):
    """What an audience sees now: its newest view whole (deflated JSON), ready to serve with one query."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="lookouts", db_index=False)
    audience = models.CharField(max_length=40)
    stop = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    events = models.PositiveIntegerField()
    view = models.BinaryField()
    mark = models.BinaryField()
    view_version = models.CharField(max_length=40)
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("newest view")
        verbose_name_plural = _("newest views")
        constraints = [models.UniqueConstraint(fields=["game", "audience"], name="lookout_once")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.audience}"
