"""The views of each audience: permanently those of every stop, and the current one.

An audience is a seat's role, ``public`` or ``umpire``. Stops and events are numbered per audience, so that an
audience's numbers reveal nothing hidden from it.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class SeatView(models.Model):
    """The view at one stop: permanent, deflated with the audience's previous view as dictionary.

    Every 16th view is self-contained. `event_count` is the number of events since the stop before; the first of them
    has the audience's own number `first_event`. Their wording is in event segment `number`. The stop's e-mails contain
    `mark`, which covers all that was stored until then (`games.persistence.hash_chain.make_mark`).
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


class CurrentView(models.Model):
    """An audience's current view: the newest one, self-contained (deflated JSON), ready to serve with one query."""

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
