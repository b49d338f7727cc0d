"""Reserves, who may take the seats of absent players, and the calls to them (docs/adr/0022)."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game
from games.models.seat import Seat


class Reserve(models.Model):
    """A player who volunteered to take a seat of the game; reserves are asked in the order of volunteering."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="reserves", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reserves")
    since = models.DateTimeField(_("since"), default=timezone.now)

    class Meta:
        verbose_name = _("reserve")
        verbose_name_plural = _("reserves")
        ordering = ["game", "id"]
        constraints = [models.UniqueConstraint(fields=["game", "player"], name="reserve_once")]

    def __str__(self) -> str:
        return f"{self.player_id} for {self.game_id}"


class ReserveCall(models.Model):
    """One absence of a seat's player for which the reserves are asked; a seat has at most one call at a time."""

    class Outcome(models.TextChoices):
        ACCEPTED = "accepted", _("somebody accepted")
        RETURNED = "returned", _("player is back")
        CHANGED = "changed", _("the seat changed hands otherwise")
        OVER = "over", _("the game is over")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="reserve_calls")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="reserve_calls", db_index=False)
    began_at = models.DateTimeField(_("begun"), default=timezone.now)
    look_at = models.DateTimeField(null=True, blank=True)
    """When the sweep must continue the call; null when the call has ended."""
    used_up_at = models.DateTimeField(_("nobody left to ask since"), null=True, blank=True)
    """When for the first time no reserve was left to ask."""
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    outcome = models.CharField(_("outcome"), max_length=8, choices=Outcome, blank=True, default="")

    class Meta:
        verbose_name = _("call for reserves")
        verbose_name_plural = _("calls for reserves")
        ordering = ["-began_at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["seat"], condition=models.Q(ended_at__isnull=True), name="reserve_call_one_at_a_time"
            )
        ]
        indexes = [
            models.Index(fields=["look_at"], condition=models.Q(look_at__isnull=False), name="reserve_call_due"),
            models.Index(fields=["seat"], name="reserve_call_by_seat"),
            models.Index(fields=["-began_at", "-id"], name="reserve_call_newest"),
        ]

    def __str__(self) -> str:
        return str(self.id)


class ReserveStep(models.Model):
    """A request to a reserve to take a seat, or the reserve's reply.

    Append-only. In one call each reserve is asked at most once and replies at most once.
    """

    class What(models.TextChoices):
        ASKED = "asked", _("asked")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    call = models.ForeignKey(ReserveCall, on_delete=models.CASCADE, related_name="steps", db_index=False)
    player = models.BigIntegerField(_("player number"))
    """The reserve's id, never the name, so that a person can be erased."""
    what = models.CharField(_("what"), max_length=8, choices=What)
    until = models.DateTimeField(_("time to answer"), null=True, blank=True)
    """When the next reserve is asked."""
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("step of a call for reserves")
        verbose_name_plural = _("steps of calls for reserves")
        ordering = ["-at", "-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["call", "player"], condition=models.Q(what="asked"), name="reserve_asked_once"
            ),
            models.UniqueConstraint(
                fields=["call", "player"], condition=~models.Q(what="asked"), name="reserve_answers_once"
            ),
        ]
        indexes = [
            models.Index(fields=["call"], name="reserve_step_by_call"),
            models.Index(fields=["player", "-at"], name="reserve_step_by_player"),
            models.Index(fields=["-at", "-id"], name="reserve_step_newest"),
        ]

    def __str__(self) -> str:
        return f"{self.what} {self.call_id}"
