"""A game, the component data it was dealt from, and its branches."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.player import validate_time_zone


class DataPack(models.Model):
    """The component data of a title as it stood when a game was created. Games pin the digest; packs never change."""

    digest = models.CharField(primary_key=True, max_length=64)
    title = models.CharField(max_length=40)
    content = models.BinaryField()
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("data pack")
        verbose_name_plural = _("data packs")

    def __str__(self) -> str:
        return f"{self.title} {self.digest[:12]}"


class Game(models.Model):
    """One game from its announcement to its standings.

    The row is the lock: whoever changes anything in a game holds it. `stop` counts what was written (never shown to
    seats, whose stops are numbered for themselves); `due_from` says since when `resolve` has something to do, and
    `wake_at` when the worker has to look at the game again, be it for that, for a deadline or for a bot.

    The row changes with each answer that completes a turn and with each resolve, and `wake_at` with it, so that all
    indexes of the table get another entry each time: there are none that nothing is looked up by.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("open for players")
        RUNNING = "running", _("running")
        HELD = "held", _("held")
        PAUSED = "paused", _("paused")
        OVER = "over", _("over")
        ABANDONED = "abandoned", _("abandoned")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("public")
        UNLISTED = "unlisted", _("unlisted")
        PRIVATE = "private", _("private")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=120)
    title = models.CharField(_("title"), max_length=40)
    scenario = models.CharField(_("scenario"), max_length=60)
    options = models.JSONField(_("options"), default=dict, blank=True)
    data_pack = models.ForeignKey(DataPack, on_delete=models.PROTECT, related_name="games", db_index=False)
    rules_version = models.CharField(max_length=40)
    status = models.CharField(_("status"), max_length=12, choices=Status, default=Status.OPEN)
    hold_reason = models.TextField(blank=True, default="")

    deadline_hours = models.PositiveIntegerField(_("hours per decision"), null=True, blank=True)
    reminder_hours = models.PositiveIntegerField(_("reminder, hours before"), null=True, blank=True)
    release_at = models.CharField(_("results come out at"), max_length=200, blank=True, default="")
    """Hours of the day ("06:00 18:00") in `time_zone`; empty: as soon as all answers are in."""
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[validate_time_zone])
    clock = models.JSONField(_("clock"), default=dict, blank=True)
    """What else is agreed on about time (`games.stored.clock`); empty: nothing."""
    openness = models.JSONField(_("who sees whom it waits for"), default=dict, blank=True)
    """The metadata policy (`games.stored.openness`); empty: all see it."""
    absence = models.JSONField(_("what becomes of absent players' seats"), default=dict, blank=True)
    """`games.stored.absence`; empty: nothing by itself."""
    has_orders = models.BooleanField(default=False)
    """A seat has, or once had, standing orders; a game without them need not look."""
    visibility = models.CharField(_("visibility"), max_length=8, choices=Visibility, default=Visibility.PUBLIC)
    """Who finds it: everybody, who has its address, or those alone who belong to it."""
    several_seats = models.BooleanField(_("one player may hold several seats"), default=False)
    observer_digest = models.CharField(max_length=64, blank=True, default="")
    """The hash of the token in the link for observers; empty while there is none."""
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="hosted_games"
    )
    umpire = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="umpired_games",
        db_index=False,
    )

    branch = models.PositiveIntegerField(default=0)
    stop = models.PositiveIntegerField(default=0)
    step = models.CharField(max_length=80, blank=True, default="")
    checkpoint = models.PositiveIntegerField(default=0)
    keyframe = models.PositiveIntegerField(null=True, blank=True)
    """The newest checkpoint of the branch, and the one that its state is deflated against (null: none)."""
    chain_hash = models.BinaryField(default=bytes)
    """Hash over the parents of the last journal segment."""
    order_hash = models.BinaryField(default=bytes)
    """Hash over all journal segments in the order of writing."""
    due_from = models.DateTimeField(null=True, blank=True)
    wake_at = models.DateTimeField(null=True, blank=True)
    """The next alarm (`games.services.alarms`): perhaps too early, never too late; null: nobody but players may act."""
    standings = models.JSONField(null=True, blank=True)
    origin = models.UUIDField(null=True, blank=True)
    """Under which id an imported game was begun, on whatever server: letters of that time name it."""

    created_at = models.DateTimeField(_("created"), default=timezone.now)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    paused_at = models.DateTimeField(_("paused"), null=True, blank=True)
    paused_until = models.DateTimeField(_("paused until"), null=True, blank=True)
    """When a pause ends by itself (a host's); null: when somebody ends it."""
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ["-created_at", "id"]
        indexes = [
            models.Index(fields=["wake_at", "id"], condition=models.Q(wake_at__isnull=False), name="game_alarm"),
            models.Index(fields=["umpire"], condition=models.Q(umpire__isnull=False), name="game_by_umpire"),
            models.Index(fields=["-created_at", "id"], name="game_newest"),
            models.Index(fields=["status", "-created_at", "id"], name="game_newest_by_status"),
            models.Index(fields=["title", "-created_at", "id"], name="game_newest_by_title"),
            models.Index(fields=["scenario", "-created_at", "id"], name="game_newest_by_scenario"),
        ]

    def __str__(self) -> str:
        return self.name


class Branch(models.Model):
    """A line of play with dice of its own. The first is number 0; a rewind and the exit from a hold begin others.

    `secret` (32 bytes) is what the dice are made of, `commitment` its SHA-256, published at once. It follows from that
    of branch `root`, so that nobody can go back for luckier dice; a root's own (number 0, or the first of a game that
    was imported without its secrets) was drawn.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="branches", db_index=False)
    number = models.PositiveIntegerField()
    parent = models.PositiveIntegerField(null=True, blank=True)
    root = models.PositiveIntegerField()
    parent_checkpoint = models.PositiveIntegerField(null=True, blank=True)
    secret = models.BinaryField()
    commitment = models.CharField(max_length=64)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    reason = models.TextField(blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("branch")
        verbose_name_plural = _("branches")
        ordering = ["game", "number"]
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="branch_once")]

    def __str__(self) -> str:
        return f"{self.game_id} branch {self.number}"
