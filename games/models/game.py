"""A game, the component data with which it was created, and its branches."""

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.player import validate_time_zone


class DataPack(models.Model):
    """The component data of a title with which games were created. A pack never changes; a game refers to its pack."""

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
    """One game, from its announcement to its standings.

    Every transaction that changes a game locks this row.

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

    class Trials(models.TextChoices):
        AGAINST_BOTS = "bots", _("only while all other seats are bots")
        ALLOWED = "allowed", _("allowed to every player")
        OFF = "off", _("not allowed")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=120)
    title = models.CharField(_("title"), max_length=40)
    scenario = models.CharField(_("scenario"), max_length=60)
    options = models.JSONField(_("options"), default=dict, blank=True)
    data_pack = models.ForeignKey(DataPack, on_delete=models.PROTECT, related_name="games", db_index=False)
    rules_version = models.CharField(max_length=40)
    status = models.CharField(_("status"), max_length=12, choices=Status, default=Status.OPEN)
    hold_reason = models.TextField(blank=True, default="")
    """Why the game is on hold, for moderators; empty if it is not."""

    deadline_hours = models.PositiveIntegerField(_("hours per decision"), null=True, blank=True)
    reminder_hours = models.PositiveIntegerField(_("reminder, hours before"), null=True, blank=True)
    release_at = models.CharField(_("results come out at"), max_length=200, blank=True, default="")
    """Times of day ("06:00 18:00") in `time_zone` at which results are released; empty: when all answers are in."""
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[validate_time_zone])
    clock = models.JSONField(_("clock"), default=dict, blank=True)
    """The other rules about time (`games.persistence.clock`); empty: their defaults."""
    openness = models.JSONField(_("who sees whom it waits for"), default=dict, blank=True)
    """The settings for who may see whose turn it is (`games.persistence.metadata_visibility`); empty: everybody."""
    absence = models.JSONField(_("rule for the seats of absent players"), default=dict, blank=True)
    """The settings for absent players (`games.persistence.absence_policy`); empty: nothing happens automatically."""
    has_orders = models.BooleanField(default=False)
    """True if a seat has or had standing orders; if false, no query for them is needed."""
    visibility = models.CharField(_("visibility"), max_length=8, choices=Visibility, default=Visibility.PUBLIC)
    """Who can find the game: everybody, persons who know its URL, or its participants only."""
    several_seats = models.BooleanField(_("one player may hold several seats"), default=False)
    hints_allowed = models.BooleanField(_("players may ask the bot for hints"), default=False)
    trials = models.CharField(_("trials of orders"), max_length=8, choices=Trials, default=Trials.AGAINST_BOTS)
    """When players may try orders in invented worlds; everybody can see this setting."""
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
    """The number of the present branch."""
    stop = models.PositiveIntegerField(default=0)
    """The number of all stops. Seats never see it, because each seat counts its own stops."""
    step = models.CharField(max_length=80, blank=True, default="")
    """The key of the present step."""
    checkpoint = models.PositiveIntegerField(default=0)
    """The number of the newest checkpoint of the branch."""
    keyframe = models.PositiveIntegerField(null=True, blank=True)
    """The number of the checkpoint whose state is the dictionary for the state of `checkpoint` (null: none)."""
    chain_hash = models.BinaryField(default=bytes)
    """The newest hash of the chain over the line of play."""
    order_hash = models.BinaryField(default=bytes)
    """The newest hash of the chain over all journal segments in the order of storage."""
    chain_version = models.PositiveSmallIntegerField(default=2)
    """The version of the hash chain (`games.persistence.hash_chain`); 1 only in games imported from format 1."""
    setup_hash = models.BinaryField(default=bytes)
    """The SHA-256 of the last seats and settings stored with a segment (`games.persistence.chained_facts`)."""
    due_from = models.DateTimeField(null=True, blank=True)
    """The time from which ``resolve`` has work to do."""
    wake_at = models.DateTimeField(null=True, blank=True)
    """The next alarm (`games.services.alarms`), at which the worker must look at the game, for example a deadline or a
    bot's turn: perhaps too early, never too late; null: only players can act.
    """
    standings = models.JSONField(null=True, blank=True)
    """The result list of a finished game as JSON; null before."""
    origin = models.UUIDField(null=True, blank=True)
    """The id that an imported game had on its first server; e-mails from before the import contain this id."""

    created_at = models.DateTimeField(_("created"), default=timezone.now)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    paused_at = models.DateTimeField(_("paused"), null=True, blank=True)
    paused_until = models.DateTimeField(_("paused until"), null=True, blank=True)
    """When a pause ends automatically (a host's pause does); null: somebody must end it."""
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
            models.Index(
                fields=["-ended_at"], condition=models.Q(status="over", visibility="public"), name="game_watchable"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Branch(models.Model):
    """A line of play with its own dice. Branch 0 is the first; a rewind and the release of a held game start others."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="branches", db_index=False)
    number = models.PositiveIntegerField()
    parent = models.PositiveIntegerField(null=True, blank=True)
    """The number of the branch from which this one starts; null for branch 0."""
    root = models.PositiveIntegerField()
    """The number of the branch from whose secret this one derives its own, so that no rewind can choose better dice.
    The secret of a root itself is random; roots are branch 0 and the first new branch after an import without the
    secrets.
    """
    parent_checkpoint = models.PositiveIntegerField(null=True, blank=True)
    """The number of the checkpoint of `parent` with which this branch starts."""
    secret = models.BinaryField()
    """The 32 bytes from which the dice derive."""
    commitment = models.CharField(max_length=64)
    """The SHA-256 of `secret`, published at once."""
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    """The person who rewound or released the game; null if there is none, or if the account was deleted."""
    reason = models.TextField(blank=True, default="")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("branch")
        verbose_name_plural = _("branches")
        ordering = ["game", "number"]
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="branch_once")]

    def __str__(self) -> str:
        return f"{self.game_id} branch {self.number}"
