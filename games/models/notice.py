"""Announcements by the server: a default was used, a deadline moved, a game was rewound."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Notice(models.Model):
    """One announcement by the server to players of a game."""

    class Kind(models.TextChoices):
        DEFAULT_PLAYED = "default_played", _("default played at the deadline")
        ANSWERED_LATE = "answered_late", _("answered after the deadline")
        DRAFT_TAKEN = "draft_taken", _("draft taken at the deadline")
        EXTENDED = "extended", _("deadline extended")
        PAUSED = "paused", _("paused")
        RESUMED = "resumed", _("resumed")
        CLOCK_CHANGED = "clock_changed", _("clock changed")
        SUBSTITUTED = "substituted", _("player substituted")
        STOOD_IN = "stood_in", _("bot stands in")
        RESERVES_CALLED = "reserves_called", _("reserves are asked")
        RETURNED = "returned", _("player is back")
        ACTED_FOR = "acted_for", _("umpire acted for a seat")
        HELD = "held", _("held")
        STOPPED = "stopped", _("held by the umpire")
        RELEASED = "released", _("released from hold")
        REWOUND = "rewound", _("rewound")
        LEFT = "left", _("player left")
        REOPENED = "reopened", _("asked again")
        VACATED = "vacated", _("seat freed by the host")
        UNREACHABLE = "unreachable", _("e-mails to a player come back")
        HOST_CHANGED = "host_changed", _("another host")
        UMPIRE_LEFT = "umpire_left", _("umpire left")
        ABANDONED = "abandoned", _("abandoned")
        STANDING_TAKEN = "standing_taken", _("standing order followed at the deadline")
        OWN_DEFAULT = "own_default", _("own default played at the deadline")
        NONCE_WANTED = "nonce_wanted", _("nonce wanted")
        NONCE_DROPPED = "nonce_dropped", _("nonce dropped")
        ORDER_OFF = "order_off", _("standing order switched off")
        EXPORTED = "exported", _("exported with its secrets")
        IMPORTED = "imported", _("imported")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notices", db_index=False)
    stop = models.PositiveIntegerField()
    """The number of the game's stop at which it was made."""
    kind = models.CharField(_("kind"), max_length=20, choices=Kind)
    seats = models.JSONField(_("readers"), default=list)
    """The roles that may read it; ``["*"]``: everybody."""
    facts = models.JSONField(_("facts"), default=dict)
    """The values in its text; they contain roles, never players' names."""
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    """The person who acted; null: the server."""
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ["game", "at", "id"]
        indexes = [
            models.Index(fields=["game", "stop"], name="notice_by_stop"),
            models.Index(fields=["-at", "-id"], name="notice_newest"),
            models.Index(fields=["kind", "-at", "-id"], name="notice_newest_by_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.game_id}"
