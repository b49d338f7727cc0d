"""A game, the component data it was created from, and its branches."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.player import validate_time_zone


class DataPack(models.Model):
    """The component data of a title at the time a game was created. Games pin the digest; packs never change."""

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

    The row is the game's lock: every change of a game holds it. `stop` counts all stops and is never shown to seats,
    which have their own numbers. `due_from` is when ``resolve`` first had work to do. `wake_at` is when the worker must
    look at the game again: for ``resolve``, a deadline or a bot.

    Each answer that completes a turn and each resolve changes the row and `wake_at`, which adds an entry to every index
    of the table. So the table has only indexes that queries use.
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
    """Hours of the day ("06:00 18:00") in `time_zone` at which results are released; empty: when all answers are in."""
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[validate_time_zone])
    clock = models.JSONField(_("clock"), default=dict, blank=True)
    """Other agreements about time (`games.persistence.clock`); empty: none."""
    openness = models.JSONField(_("who sees whom it waits for"), default=dict, blank=True)
    """Who may see whose turn it is (`games.persistence.metadata_visibility`); empty: everyone."""
    absence = models.JSONField(_("rule for the seats of absent players"), default=dict, blank=True)
    """The policy for absent players (`games.persistence.absence_policy`); empty: nothing happens automatically."""
    has_orders = models.BooleanField(default=False)
    """True if a seat has or had standing orders; other games need not look for them."""
    visibility = models.CharField(_("visibility"), max_length=8, choices=Visibility, default=Visibility.PUBLIC)
    """Who can find the game: everyone, those who have its address, or its participants only."""
    several_seats = models.BooleanField(_("one player may hold several seats"), default=False)
    observer_digest = models.CharField(max_length=64, blank=True, default="")
    """The hash of the token in the observers' link; empty if there is none."""
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
    """The number of the branch's newest checkpoint, and of the one that its state is deflated against (null: none)."""
    chain_hash = models.BinaryField(default=bytes)
    """The chain hash of the last journal segment, over its line of play."""
    order_hash = models.BinaryField(default=bytes)
    """The chain hash over all journal segments in the order of writing."""
    chain_version = models.PositiveSmallIntegerField(default=2)
    """What the chain covers (`games.persistence.hash_chain`); games imported from documents of format 1 keep 1."""
    setup_hash = models.BinaryField(default=bytes)
    """The SHA-256 of the seats and settings that the chain covers so far (`games.persistence.chained_facts`)."""
    due_from = models.DateTimeField(null=True, blank=True)
    wake_at = models.DateTimeField(null=True, blank=True)
    """The next alarm (`games.services.alarms`): perhaps too early, never too late. Null: only players can act."""
    standings = models.JSONField(null=True, blank=True)
    origin = models.UUIDField(null=True, blank=True)
    """The original id of an imported game, on any server; e-mails from before the import use it."""

    created_at = models.DateTimeField(_("created"), default=timezone.now)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    paused_at = models.DateTimeField(_("paused"), null=True, blank=True)
    paused_until = models.DateTimeField(_("paused until"), null=True, blank=True)
    """When a host's pause ends automatically; null: somebody must end it."""
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
    """A line of play with its own dice. The first is number 0; a rewind and a release from hold start others.

    The dice derive from `secret` (32 bytes); `commitment` is its SHA-256, published at once. The secret derives from
    that of branch `root`, so that rewinding cannot give luckier dice. A root's own secret is random; roots are number 0
    and the first branch of a game that was imported without its secrets.
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
