"""The views of each audience: those of all its stops, kept for ever, and the current one.

An audience is a seat's role, ``public`` or ``umpire``. Stops and events are numbered per audience, so that an
audience's numbers reveal nothing hidden from it.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class SeatView(models.Model):
    """An audience's view at one of its stops, kept for ever, compressed with the previous view as the dictionary.

    Every 16th view needs no dictionary. The events that the audience received since its previous stop are stored in the
    event segment with the number `number`.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="views", db_index=False)
    audience = models.CharField(max_length=40)
    stop = models.PositiveIntegerField()
    """The audience's own number of the stop."""
    number = models.PositiveIntegerField()
    """The number of the segment stored with the view."""
    first_event = models.PositiveIntegerField()
    """The audience's own number of the first event since the previous stop."""
    event_count = models.PositiveIntegerField()
    """The number of events since the previous stop."""
    view = models.BinaryField()
    mark = models.BinaryField()
    """A hash that covers all data stored up to this stop (`games.persistence.hash_chain.make_mark`); the stop's e-mails
    contain it.
    """
    view_version = models.CharField(max_length=40)
    """The version of the rules that made the view."""
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("stored view")
        verbose_name_plural = _("stored views")
        constraints = [models.UniqueConstraint(fields=["game", "audience", "stop"], name="view_once")]

    def __str__(self) -> str:
        return f"{self.game_id} {self.audience} {self.stop}"


class CurrentView(models.Model):
    """An audience's newest view as compressed JSON without a dictionary, so that one query can read it.

    `events` is the number of all events that the audience has received so far. The other fields are as in `SeatView`.
    """

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
