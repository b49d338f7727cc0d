"""Seats and their tenures."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.game import Game


class Seat(models.Model):
    """A seat of a game: its role, and the player or the bot that holds it."""

    class Kind(models.TextChoices):
        PLAYER = "player", _("player")
        BOT = "bot", _("bot")
        OPEN = "open", _("open")

    class NonceState(models.TextChoices):
        NONE = "none", _("added nothing")
        GIVEN = "given", _("given to the server")
        COMMITTED = "committed", _("committed")
        REVEALED = "revealed", _("revealed")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats", db_index=False)
    role = models.CharField(_("role"), max_length=40)
    position = models.PositiveSmallIntegerField(_("table order"))
    """The place of the seat in the order of the table, from 0."""
    kind = models.CharField(_("kind"), max_length=8, choices=Kind, default=Kind.OPEN)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats"
    )
    reserved_for = models.EmailField(_("kept for"), blank=True, default="")
    """The e-mail address for which the host reserved the seat; empty: for nobody."""
    by_invitation = models.BooleanField(_("by invitation"), default=False)
    """True if only an invited player can take the seat."""
    bot = models.CharField(_("bot"), max_length=40, blank=True, default="")
    """The name of the bot that holds the seat; empty: none."""
    nonce = models.BinaryField(default=bytes)
    """The bytes that the player has added to the dice; empty: nothing, or still hidden. A substitute takes them over.
    """
    nonce_salt = models.BinaryField(default=bytes)
    nonce_commitment = models.CharField(max_length=64, blank=True, default="")
    """The SHA-256 of `nonce_salt` and `nonce`; public as soon as the player takes the seat."""
    nonce_state = models.CharField(max_length=9, choices=NonceState, default=NonceState.NONE)
    since = models.DateTimeField(_("since"), null=True, blank=True)
    """When the player took the seat."""
    stand_in = models.CharField(_("bot that stands in"), max_length=40, blank=True, default="")
    """The name of the bot that answers for an absent player; empty: none."""
    stood_in_until = models.DateField(_("last day of the vacation a bot stood in for"), null=True, blank=True)
    reserves_called = models.BooleanField(_("reserves are asked"), default=False)
    misses = models.PositiveSmallIntegerField(_("deadlines missed in a row"), default=0)
    passes_when_forced = models.BooleanField(default=False)
    """True if the server answers questions with only one possible answer for the player. Only the player sees this."""

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["game", "position"]
        indexes = [
            models.Index(
                fields=["stood_in_until"],
                condition=models.Q(stood_in_until__isnull=False),
                name="seat_stood_in_until",
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["game", "role"], name="seat_role_once"),
            models.UniqueConstraint(fields=["game", "position"], name="seat_position_once"),
            models.CheckConstraint(
                condition=models.Q(kind="player", player__isnull=False)
                | models.Q(kind="player", since__isnull=False)
                | models.Q(kind__in=["bot", "open"], player__isnull=True),
                name="seat_kind_fits_player",
            ),
        ]

    def __str__(self) -> str:
        return self.role

    @property
    def answering_bot(self) -> str:
        """The name of the bot that answers for the seat: the seat's own, or the player's stand-in; "" without a bot."""
        return self.bot or self.stand_in


class Tenure(models.Model):
    """The time in which one player holds a seat. Tenures tell which players have seen a seat's secrets.

    A player who has seen a seat's secrets may not take an opposing seat.
    """

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="tenures")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="tenures")
    since = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("tenure")
        verbose_name_plural = _("tenures")
        ordering = ["seat", "since"]

    def __str__(self) -> str:
        return f"{self.seat_id} since {self.since:%Y-%m-%d}"
