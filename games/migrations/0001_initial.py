"""All tables, as `makemigrations` writes them from the models; `0002_triggers` adds what models cannot declare."""

import uuid

import django.contrib.auth.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.models.player


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="Player",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        max_length=60,
                        unique=True,
                        validators=[
                            django.contrib.auth.validators.UnicodeUsernameValidator(),
                            games.models.player.validate_player_name,
                        ],
                        verbose_name="name",
                    ),
                ),
                ("name_key", models.TextField(blank=True, default="", editable=False)),
                ("email", models.EmailField(max_length=254, verbose_name="e-mail")),
                (
                    "language",
                    models.CharField(
                        choices=games.models.player.language_choices,
                        default="en",
                        max_length=12,
                        verbose_name="language",
                    ),
                ),
                (
                    "time_zone",
                    models.CharField(
                        default="UTC",
                        max_length=64,
                        validators=[games.models.player.validate_time_zone],
                        verbose_name="time zone",
                    ),
                ),
                (
                    "mail_preferences",
                    models.JSONField(
                        blank=True,
                        default=games.models.player.default_mail_preferences,
                        verbose_name="mail preferences",
                    ),
                ),
                ("mail_hours", models.JSONField(blank=True, default=dict, verbose_name="hours of mail")),
                ("vacation_from", models.DateField(blank=True, null=True, verbose_name="away from")),
                ("vacation_until", models.DateField(blank=True, null=True, verbose_name="away until")),
                ("vacation_stand_in", models.BooleanField(default=False, verbose_name="a bot stands in meanwhile")),
                ("bounced_address", models.EmailField(blank=True, default="", editable=False, max_length=254)),
                (
                    "bounced_at",
                    models.DateTimeField(blank=True, editable=False, null=True, verbose_name="e-mails bounce since"),
                ),
                (
                    "bounced_why",
                    models.CharField(
                        blank=True, default="", editable=False, max_length=200, verbose_name="why they come back"
                    ),
                ),
                ("mail_works_since", models.DateTimeField(blank=True, editable=False, null=True)),
                ("is_staff", models.BooleanField(default=False, verbose_name="staff")),
                ("is_active", models.BooleanField(default=True, verbose_name="active")),
                ("date_joined", models.DateTimeField(default=django.utils.timezone.now, verbose_name="joined")),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "player",
                "verbose_name_plural": "players",
                "indexes": [
                    models.Index(condition=models.Q(("is_staff", True)), fields=["username"], name="player_staff"),
                    models.Index(
                        condition=models.Q(("is_active", False)), fields=["username"], name="player_not_active"
                    ),
                    models.Index(
                        condition=models.Q(("vacation_stand_in", True)),
                        fields=["vacation_until"],
                        name="player_stood_in_for",
                    ),
                    models.Index(
                        condition=models.Q(("bounced_at__isnull", False)),
                        fields=["bounced_at"],
                        name="player_unreachable",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("name_key",),
                        name="player_name_once",
                        violation_error_message="This name is taken.",
                    ),
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("email"),
                        name="player_email_once",
                        violation_error_message="This address is taken.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="AddressChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("address", models.EmailField(max_length=254)),
                ("old_digest", models.CharField(max_length=64, unique=True)),
                ("new_digest", models.CharField(max_length=64, unique=True)),
                ("old_confirmed_at", models.DateTimeField(blank=True, null=True)),
                ("new_confirmed_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("expires_at", models.DateTimeField()),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="address_change",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="DataPack",
            fields=[
                ("digest", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("title", models.CharField(max_length=40)),
                ("content", models.BinaryField()),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "verbose_name": "data pack",
                "verbose_name_plural": "data packs",
            },
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=120, verbose_name="name")),
                ("title", models.CharField(max_length=40, verbose_name="title")),
                ("scenario", models.CharField(max_length=60, verbose_name="scenario")),
                ("options", models.JSONField(blank=True, default=dict, verbose_name="options")),
                ("rules_version", models.CharField(max_length=40)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "open for players"),
                            ("running", "running"),
                            ("held", "held"),
                            ("paused", "paused"),
                            ("over", "over"),
                            ("abandoned", "abandoned"),
                        ],
                        default="open",
                        max_length=12,
                        verbose_name="status",
                    ),
                ),
                ("hold_reason", models.TextField(blank=True, default="")),
                (
                    "deadline_hours",
                    models.PositiveIntegerField(blank=True, null=True, verbose_name="hours per decision"),
                ),
                (
                    "reminder_hours",
                    models.PositiveIntegerField(blank=True, null=True, verbose_name="reminder, hours before"),
                ),
                (
                    "release_at",
                    models.CharField(blank=True, default="", max_length=200, verbose_name="results come out at"),
                ),
                (
                    "time_zone",
                    models.CharField(
                        default="UTC",
                        max_length=64,
                        validators=[games.models.player.validate_time_zone],
                        verbose_name="time zone",
                    ),
                ),
                ("clock", models.JSONField(blank=True, default=dict, verbose_name="clock")),
                ("openness", models.JSONField(blank=True, default=dict, verbose_name="who sees whom it waits for")),
                (
                    "absence",
                    models.JSONField(blank=True, default=dict, verbose_name="rule for the seats of absent players"),
                ),
                ("has_orders", models.BooleanField(default=False)),
                (
                    "visibility",
                    models.CharField(
                        choices=[("public", "public"), ("unlisted", "unlisted"), ("private", "private")],
                        default="public",
                        max_length=8,
                        verbose_name="visibility",
                    ),
                ),
                ("several_seats", models.BooleanField(default=False, verbose_name="one player may hold several seats")),
                ("observer_digest", models.CharField(blank=True, default="", max_length=64)),
                ("branch", models.PositiveIntegerField(default=0)),
                ("stop", models.PositiveIntegerField(default=0)),
                ("step", models.CharField(blank=True, default="", max_length=80)),
                ("checkpoint", models.PositiveIntegerField(default=0)),
                ("keyframe", models.PositiveIntegerField(blank=True, null=True)),
                ("chain_hash", models.BinaryField(default=bytes)),
                ("order_hash", models.BinaryField(default=bytes)),
                ("chain_version", models.PositiveSmallIntegerField(default=2)),
                ("setup_hash", models.BinaryField(default=bytes)),
                ("due_from", models.DateTimeField(blank=True, null=True)),
                ("wake_at", models.DateTimeField(blank=True, null=True)),
                ("standings", models.JSONField(blank=True, null=True)),
                ("origin", models.UUIDField(blank=True, null=True)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="created")),
                ("started_at", models.DateTimeField(blank=True, null=True, verbose_name="started")),
                ("paused_at", models.DateTimeField(blank=True, null=True, verbose_name="paused")),
                ("paused_until", models.DateTimeField(blank=True, null=True, verbose_name="paused until")),
                ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="ended")),
                (
                    "data_pack",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="games",
                        to="games.datapack",
                    ),
                ),
                (
                    "host",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="hosted_games",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "umpire",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="umpired_games",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "game",
                "verbose_name_plural": "games",
                "ordering": ["-created_at", "id"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("wake_at__isnull", False)), fields=["wake_at", "id"], name="game_alarm"
                    ),
                    models.Index(
                        condition=models.Q(("umpire__isnull", False)), fields=["umpire"], name="game_by_umpire"
                    ),
                    models.Index(fields=["-created_at", "id"], name="game_newest"),
                    models.Index(fields=["status", "-created_at", "id"], name="game_newest_by_status"),
                    models.Index(fields=["title", "-created_at", "id"], name="game_newest_by_title"),
                    models.Index(fields=["scenario", "-created_at", "id"], name="game_newest_by_scenario"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Branch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("parent", models.PositiveIntegerField(blank=True, null=True)),
                ("root", models.PositiveIntegerField()),
                ("parent_checkpoint", models.PositiveIntegerField(blank=True, null=True)),
                ("secret", models.BinaryField()),
                ("commitment", models.CharField(max_length=64)),
                ("reason", models.TextField(blank=True, default="")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "author",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="branches",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "verbose_name": "branch",
                "verbose_name_plural": "branches",
                "ordering": ["game", "number"],
                "constraints": [models.UniqueConstraint(fields=("game", "number"), name="branch_once")],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("role", models.CharField(max_length=40, verbose_name="role")),
                ("position", models.PositiveSmallIntegerField(verbose_name="table order")),
                (
                    "kind",
                    models.CharField(
                        choices=[("player", "player"), ("bot", "bot"), ("open", "open")],
                        default="open",
                        max_length=8,
                        verbose_name="kind",
                    ),
                ),
                ("reserved_for", models.EmailField(blank=True, default="", max_length=254, verbose_name="kept for")),
                ("by_invitation", models.BooleanField(default=False, verbose_name="by invitation")),
                ("bot", models.CharField(blank=True, default="", max_length=40, verbose_name="bot")),
                ("nonce", models.BinaryField(default=bytes)),
                ("nonce_salt", models.BinaryField(default=bytes)),
                ("nonce_commitment", models.CharField(blank=True, default="", max_length=64)),
                (
                    "nonce_state",
                    models.CharField(
                        choices=[
                            ("none", "added nothing"),
                            ("given", "given to the server"),
                            ("committed", "committed"),
                            ("revealed", "revealed"),
                        ],
                        default="none",
                        max_length=9,
                    ),
                ),
                ("since", models.DateTimeField(blank=True, null=True, verbose_name="since")),
                (
                    "stand_in",
                    models.CharField(blank=True, default="", max_length=40, verbose_name="bot that stands in"),
                ),
                (
                    "stood_in_until",
                    models.DateField(blank=True, null=True, verbose_name="last day of the vacation a bot stood in for"),
                ),
                ("reserves_called", models.BooleanField(default=False, verbose_name="reserves are asked")),
                ("misses", models.PositiveSmallIntegerField(default=0, verbose_name="deadlines missed in a row")),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="games.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "seat",
                "verbose_name_plural": "seats",
                "ordering": ["game", "position"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("stood_in_until__isnull", False)),
                        fields=["stood_in_until"],
                        name="seat_stood_in_until",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "role"), name="seat_role_once"),
                    models.UniqueConstraint(fields=("game", "position"), name="seat_position_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "player"), ("player__isnull", False)),
                            models.Q(("kind", "player"), ("since__isnull", False)),
                            models.Q(("kind__in", ["bot", "open"]), ("player__isnull", True)),
                            _connector="OR",
                        ),
                        name="seat_kind_fits_player",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Tenure",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
                ("until", models.DateTimeField(blank=True, null=True)),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="tenures",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tenures", to="games.seat"
                    ),
                ),
            ],
            options={
                "verbose_name": "tenure",
                "verbose_name_plural": "tenures",
                "ordering": ["seat", "since"],
            },
        ),
        migrations.CreateModel(
            name="OpenRequest",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="requests",
                        to="games.game",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="requests", to="games.seat"
                    ),
                ),
                ("branch", models.PositiveIntegerField()),
                ("stop", models.PositiveIntegerField()),
                ("seat_stop", models.PositiveIntegerField()),
                ("mark", models.BinaryField(default=bytes)),
                ("entry", models.PositiveIntegerField()),
                ("key", models.CharField(max_length=120)),
                ("kind", models.CharField(max_length=60)),
                ("rule", models.CharField(max_length=40)),
                ("question", models.BinaryField()),
                ("opened_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("due_at", models.DateTimeField(blank=True, null=True)),
                ("remind_at", models.DateTimeField(blank=True, null=True)),
                ("reminded_at", models.DateTimeField(blank=True, null=True)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                ("closing_stop", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("answered", "answered"),
                            ("draft", "draft taken at the deadline"),
                            ("default", "default played at the deadline"),
                            ("withdrawn", "withdrawn"),
                            ("reopened", "asked again"),
                            ("standing", "answered by standing order"),
                            ("own_default", "own default played"),
                        ],
                        default="",
                        max_length=12,
                    ),
                ),
                ("revision", models.PositiveIntegerField(default=0)),
                ("ready", models.BooleanField(default=False)),
                ("answers_hash", models.BinaryField(default=bytes)),
                ("followed", models.BinaryField(default=bytes)),
            ],
            options={
                "verbose_name": "decision",
                "verbose_name_plural": "decisions",
                "indexes": [
                    models.Index(
                        condition=models.Q(("closed_at__isnull", True), ("ready", False), ("remind_at__isnull", False)),
                        fields=["remind_at", "id"],
                        name="request_reminder",
                    ),
                    models.Index(fields=["game", "stop"], name="request_by_stop"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("closed_at__isnull", True)),
                        fields=("game", "seat"),
                        name="request_one_open_per_seat",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SealedAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("revision", models.PositiveIntegerField()),
                ("answer", models.BinaryField(null=True)),
                ("ready", models.BooleanField()),
                ("channel", models.CharField(max_length=20)),
                ("receipt", models.BinaryField(default=bytes)),
                ("idempotency_key", models.CharField(blank=True, default="", max_length=200)),
                ("body_hash", models.CharField(blank=True, default="", max_length=64)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "request",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="answers",
                        to="games.openrequest",
                    ),
                ),
            ],
            options={
                "verbose_name": "sealed answer",
                "verbose_name_plural": "sealed answers",
                "constraints": [
                    models.UniqueConstraint(fields=("request", "revision"), name="answer_revision_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("idempotency_key", ""), _negated=True),
                        fields=("request", "idempotency_key"),
                        name="answer_idempotency_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Advice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("revision", models.PositiveIntegerField(default=0)),
                ("answer", models.BinaryField(null=True)),
                ("at", models.DateTimeField(blank=True, null=True)),
                (
                    "request",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="advice",
                        to="games.openrequest",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="advice", to="games.seat"
                    ),
                ),
            ],
            options={
                "verbose_name": "advice",
                "verbose_name_plural": "pieces of advice",
                "constraints": [models.UniqueConstraint(fields=("request", "seat"), name="advice_once_per_seat")],
            },
        ),
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                ("actor", models.BigIntegerField(null=True, verbose_name="player number")),
                ("game", models.UUIDField(null=True, verbose_name="game")),
                ("action", models.CharField(max_length=40, verbose_name="action")),
                ("facts", models.JSONField(default=dict, verbose_name="facts")),
            ],
            options={
                "verbose_name": "audit entry",
                "verbose_name_plural": "audit entries",
                "ordering": ["-id"],
                "indexes": [
                    models.Index(fields=["game", "-id"], name="audit_by_game"),
                    models.Index(fields=["actor", "-id"], name="audit_by_actor"),
                    models.Index(fields=["action"], name="audit_by_action", opclasses=["varchar_pattern_ops"]),
                ],
            },
        ),
        migrations.CreateModel(
            name="OutgoingMail",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mails",
                        to="games.game",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mails",
                        to="games.seat",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="mails",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("stop", "stop"),
                            ("reminder", "reminder"),
                            ("notice", "notice"),
                            ("over", "game over"),
                            ("message", "message"),
                            ("advice", "advice"),
                            ("reply", "answer to mail"),
                            ("account", "account"),
                        ],
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                ("stop", models.PositiveIntegerField()),
                ("seat_stop", models.PositiveIntegerField(verbose_name="stop of the seat")),
                ("reference", models.CharField(blank=True, default="", max_length=64)),
                ("sealed", models.BinaryField(default=bytes)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("queued", "queued"),
                            ("sending", "sending"),
                            ("sent", "sent"),
                            ("failed", "failed"),
                            ("delivered", "delivered"),
                            ("bounced", "bounced"),
                            ("complained", "complained"),
                            ("dropped", "dropped"),
                            ("merged", "included in a later e-mail"),
                        ],
                        default="queued",
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                ("attempts", models.PositiveIntegerField(default=0, verbose_name="attempts")),
                ("deaths", models.PositiveSmallIntegerField(default=0, verbose_name="senders lost")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="queued since")),
                ("next_try_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="next attempt")),
                ("leased_until", models.DateTimeField(blank=True, null=True)),
                ("lease", models.UUIDField(blank=True, null=True)),
                ("sent_at", models.DateTimeField(blank=True, null=True, verbose_name="sent")),
                ("message_id", models.CharField(max_length=200)),
                ("error", models.TextField(blank=True, default="", verbose_name="error")),
            ],
            options={
                "verbose_name": "mail",
                "verbose_name_plural": "mail",
                "ordering": ["-id"],
                "indexes": [
                    models.Index(fields=["message_id"], name="mail_by_message_id"),
                    models.Index(fields=["kind", "-id"], name="mail_by_kind"),
                    models.Index(
                        condition=models.Q(("status__in", ["failed", "bounced", "dropped"])),
                        fields=["status", "-id"],
                        name="mail_not_sent",
                    ),
                    models.Index(
                        condition=models.Q(("status", "queued")), fields=["next_try_at", "id"], name="mail_queued"
                    ),
                    models.Index(
                        condition=models.Q(("status__in", ["queued", "sending"])),
                        fields=["player", "id"],
                        name="mail_under_way_by_reader",
                    ),
                    models.Index(
                        condition=models.Q(("status", "sending")), fields=["leased_until"], name="mail_in_hand"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "stop", "seat", "kind", "reference"), name="mail_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="SenderSlot",
            fields=[
                ("number", models.PositiveSmallIntegerField(primary_key=True, serialize=False)),
                ("holder", models.UUIDField(blank=True, null=True)),
                ("leased_until", models.DateTimeField(blank=True, null=True)),
                ("resume_at", models.DateTimeField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            name="MailEvent",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "what",
                    models.CharField(
                        choices=[
                            ("sent", "sent"),
                            ("delayed", "delayed"),
                            ("delivered", "delivered"),
                            ("bounced", "bounced"),
                            ("complained", "complained"),
                            ("again", "to be sent again"),
                        ],
                        max_length=10,
                        verbose_name="what",
                    ),
                ),
                ("hard", models.BooleanField(default=False, verbose_name="for good")),
                ("source", models.CharField(max_length=8, verbose_name="told by")),
                ("address", models.CharField(blank=True, default="", max_length=64)),
                ("code", models.CharField(blank=True, default="", max_length=12, verbose_name="code")),
                ("detail", models.CharField(blank=True, default="", max_length=500, verbose_name="detail")),
                ("report", models.CharField(blank=True, default="", max_length=64)),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                (
                    "mail",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="history", to="games.outgoingmail"
                    ),
                ),
            ],
            options={
                "verbose_name": "delivery event",
                "verbose_name_plural": "delivery events",
                "ordering": ["-id"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("what__in", ["bounced", "delivered"])),
                        fields=["address", "at"],
                        name="mail_event_address",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("report", ""), _negated=True),
                        fields=("mail", "report", "what"),
                        name="mail_event_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="IncomingMail",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("message_id", models.CharField(blank=True, default="", max_length=250)),
                ("way", models.CharField(max_length=8, verbose_name="way in")),
                ("raw", models.BinaryField()),
                ("sender", models.EmailField(max_length=254, verbose_name="sender")),
                ("tag", models.CharField(max_length=64)),
                ("proven", models.BooleanField(verbose_name="address proven")),
                ("dated", models.DateTimeField(blank=True, null=True)),
                ("received_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="received")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("queued", "queued"),
                            ("waiting", "waiting"),
                            ("handled", "handled"),
                            ("cancelled", "cancelled"),
                            ("ignored", "ignored"),
                            ("failed", "failed"),
                        ],
                        default="queued",
                        max_length=9,
                        verbose_name="status",
                    ),
                ),
                ("outcome", models.CharField(blank=True, default="", max_length=12, verbose_name="outcome")),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts")),
                ("next_try_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="next attempt")),
                ("revision", models.PositiveIntegerField(default=0)),
                ("pending", models.TextField(blank=True, default="")),
                ("cancel_digest", models.CharField(blank=True, default="", max_length=64)),
                ("error", models.TextField(blank=True, default="", verbose_name="error")),
                (
                    "game",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="incoming", to="games.game"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="incoming",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "request",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="incoming",
                        to="games.openrequest",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="incoming",
                        to="games.seat",
                    ),
                ),
            ],
            options={
                "verbose_name": "incoming mail",
                "verbose_name_plural": "incoming mail",
                "ordering": ["-received_at"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("status__in", ["queued", "waiting"])),
                        fields=["next_try_at"],
                        name="incoming_due",
                    ),
                    models.Index(fields=["player", "received_at"], name="incoming_by_player"),
                    models.Index(
                        condition=models.Q(("cancel_digest", ""), _negated=True),
                        fields=["cancel_digest"],
                        name="incoming_cancel",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("role", models.CharField(blank=True, default="", max_length=40)),
                ("address", models.EmailField(max_length=254)),
                ("language", models.CharField(default="en", max_length=12)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("undelivered_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("expires_at", models.DateTimeField()),
                ("accepted_at", models.DateTimeField(blank=True, null=True)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("declined_at", models.DateTimeField(blank=True, null=True)),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="games.game",
                    ),
                ),
                (
                    "mail",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="games.outgoingmail",
                    ),
                ),
                (
                    "invited_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "invitation",
                "verbose_name_plural": "invitations",
                "ordering": ["created_at", "id"],
                "indexes": [models.Index(fields=["invited_by", "-created_at"], name="invitation_by_host")],
            },
        ),
        migrations.CreateModel(
            name="Observer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="observers", to="games.game"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="observed",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "observer",
                "verbose_name_plural": "observers",
                "ordering": ["game", "since"],
                "constraints": [models.UniqueConstraint(fields=("game", "player"), name="observer_once")],
            },
        ),
        migrations.CreateModel(
            name="Checkpoint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("branch", models.PositiveIntegerField()),
                ("number", models.PositiveIntegerField()),
                ("written", models.PositiveIntegerField()),
                ("keyframe", models.PositiveIntegerField(null=True)),
                ("step", models.CharField(max_length=80, null=True)),
                ("state", models.BinaryField()),
                ("digest", models.CharField(max_length=32)),
                ("first_entry", models.PositiveIntegerField()),
                ("first_event", models.PositiveIntegerField()),
                ("first_draw", models.PositiveIntegerField()),
                ("rules_version", models.CharField(max_length=40)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="checkpoints",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "verbose_name": "checkpoint",
                "verbose_name_plural": "checkpoints",
                "constraints": [models.UniqueConstraint(fields=("game", "branch", "number"), name="checkpoint_once")],
            },
        ),
        migrations.CreateModel(
            name="JournalSegment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("branch", models.PositiveIntegerField()),
                ("parent", models.PositiveIntegerField(null=True)),
                (
                    "cause",
                    models.CharField(
                        choices=[
                            ("resolve", "resolved"),
                            ("rewind", "rewound"),
                            ("hold", "released from hold"),
                            ("import", "imported"),
                        ],
                        default="resolve",
                        max_length=8,
                    ),
                ),
                ("first_entry", models.PositiveIntegerField()),
                ("entry_count", models.PositiveIntegerField()),
                ("first_event", models.PositiveIntegerField()),
                ("event_count", models.PositiveIntegerField()),
                ("entries", models.BinaryField()),
                ("setup", models.BinaryField(default=bytes)),
                ("salt", models.BinaryField()),
                ("digest", models.CharField(max_length=64)),
                ("chain", models.BinaryField()),
                ("order", models.BinaryField()),
                ("rules_version", models.CharField(max_length=40)),
                ("at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="segments",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "verbose_name": "journal segment",
                "verbose_name_plural": "journal segments",
                "ordering": ["game", "number"],
                "indexes": [
                    models.Index(fields=["game", "branch", "number"], name="segment_by_branch"),
                    models.Index(
                        condition=models.Q(("cause__in", ["rewind", "hold", "import"])),
                        fields=["cause", "-id"],
                        name="segment_out_of_turn",
                    ),
                ],
                "constraints": [models.UniqueConstraint(fields=("game", "number"), name="segment_once")],
            },
        ),
        migrations.CreateModel(
            name="EventSegment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("branch", models.PositiveIntegerField()),
                ("told", models.BinaryField()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="event_segments",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "verbose_name": "events",
                "verbose_name_plural": "events",
                "ordering": ["game", "number"],
                "constraints": [models.UniqueConstraint(fields=("game", "number"), name="events_once")],
            },
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("sender", models.CharField(max_length=40)),
                ("receivers", models.JSONField(default=list)),
                ("text", models.TextField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "verbose_name": "message",
                "verbose_name_plural": "messages",
                "ordering": ["game", "at", "id"],
                "indexes": [models.Index(fields=["game", "sender", "at"], name="message_by_sender")],
            },
        ),
        migrations.CreateModel(
            name="MessageCopy",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("number", models.PositiveIntegerField()),
                ("read_at", models.DateTimeField(blank=True, null=True)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="message_copies",
                        to="games.game",
                    ),
                ),
                (
                    "message",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="copies", to="games.message"
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="message_copies",
                        to="games.seat",
                    ),
                ),
            ],
            options={
                "verbose_name": "copy of a message",
                "verbose_name_plural": "copies of messages",
                "ordering": ["seat", "number"],
                "indexes": [
                    models.Index(condition=models.Q(("read_at__isnull", True)), fields=["seat"], name="message_unread"),
                    models.Index(fields=["game"], name="message_copy_by_game"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("seat", "number"), name="message_number_once"),
                    models.UniqueConstraint(fields=("message", "seat"), name="message_once_per_seat"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Notebook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.TextField(blank=True, default="")),
                ("revision", models.PositiveIntegerField(default=0)),
                ("changed_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="notebooks", to="games.game"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notebooks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("player", "game"), name="notebook_once")],
            },
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("stop", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("default_played", "default played at the deadline"),
                            ("answered_late", "answered after the deadline"),
                            ("draft_taken", "draft taken at the deadline"),
                            ("extended", "deadline extended"),
                            ("paused", "paused"),
                            ("resumed", "resumed"),
                            ("clock_changed", "clock changed"),
                            ("substituted", "player substituted"),
                            ("stood_in", "bot stands in"),
                            ("reserves_called", "reserves are asked"),
                            ("returned", "player is back"),
                            ("acted_for", "umpire acted for a seat"),
                            ("held", "held"),
                            ("stopped", "held by the umpire"),
                            ("released", "released from hold"),
                            ("rewound", "rewound"),
                            ("left", "player left"),
                            ("reopened", "asked again"),
                            ("vacated", "seat freed by the host"),
                            ("unreachable", "e-mails to a player come back"),
                            ("host_changed", "another host"),
                            ("umpire_left", "umpire left"),
                            ("abandoned", "abandoned"),
                            ("standing_taken", "standing order followed at the deadline"),
                            ("own_default", "own default played at the deadline"),
                            ("nonce_wanted", "nonce wanted"),
                            ("nonce_dropped", "nonce dropped"),
                            ("order_off", "standing order switched off"),
                            ("exported", "exported with its secrets"),
                            ("imported", "imported"),
                        ],
                        max_length=20,
                        verbose_name="kind",
                    ),
                ),
                ("seats", models.JSONField(default=list, verbose_name="readers")),
                ("facts", models.JSONField(default=dict, verbose_name="facts")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                (
                    "author",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "verbose_name": "notice",
                "verbose_name_plural": "notices",
                "ordering": ["game", "at", "id"],
                "indexes": [
                    models.Index(fields=["game", "stop"], name="notice_by_stop"),
                    models.Index(fields=["-at", "-id"], name="notice_newest"),
                    models.Index(fields=["kind", "-at", "-id"], name="notice_newest_by_kind"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Opening",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("plan", models.JSONField()),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="asked for")),
                ("expires_at", models.DateTimeField()),
                ("dropped_at", models.DateTimeField(blank=True, null=True)),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="openings",
                        to="games.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="openings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "opening",
                "verbose_name_plural": "openings",
                "ordering": ["created_at", "id"],
                "indexes": [
                    models.Index(condition=models.Q(("game", None)), fields=["expires_at"], name="opening_unanswered")
                ],
            },
        ),
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("name", models.CharField(max_length=20, primary_key=True, serialize=False)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="Reserve",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("since", models.DateTimeField(default=django.utils.timezone.now, verbose_name="since")),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reserves",
                        to="games.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reserves",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "reserve",
                "verbose_name_plural": "reserves",
                "ordering": ["game", "id"],
                "constraints": [models.UniqueConstraint(fields=("game", "player"), name="reserve_once")],
            },
        ),
        migrations.CreateModel(
            name="ReserveCall",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="reserve_calls", to="games.game"
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reserve_calls",
                        to="games.seat",
                    ),
                ),
                ("began_at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="begun")),
                ("look_at", models.DateTimeField(blank=True, null=True)),
                ("used_up_at", models.DateTimeField(blank=True, null=True, verbose_name="nobody left to ask since")),
                ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="ended")),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("accepted", "somebody accepted"),
                            ("returned", "player is back"),
                            ("changed", "the seat changed hands otherwise"),
                            ("over", "the game is over"),
                        ],
                        default="",
                        max_length=8,
                        verbose_name="outcome",
                    ),
                ),
            ],
            options={
                "verbose_name": "call for reserves",
                "verbose_name_plural": "calls for reserves",
                "ordering": ["-began_at", "-id"],
                "indexes": [
                    models.Index(
                        condition=models.Q(("look_at__isnull", False)), fields=["look_at"], name="reserve_call_due"
                    ),
                    models.Index(fields=["seat"], name="reserve_call_by_seat"),
                    models.Index(fields=["-began_at", "-id"], name="reserve_call_newest"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at__isnull", True)),
                        fields=("seat",),
                        name="reserve_call_one_at_a_time",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ReserveStep",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("player", models.BigIntegerField(verbose_name="player number")),
                (
                    "what",
                    models.CharField(
                        choices=[("asked", "asked"), ("accepted", "accepted"), ("declined", "declined")],
                        max_length=8,
                        verbose_name="what",
                    ),
                ),
                ("until", models.DateTimeField(blank=True, null=True, verbose_name="time to answer")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                (
                    "call",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="steps",
                        to="games.reservecall",
                    ),
                ),
            ],
            options={
                "verbose_name": "step of a call for reserves",
                "verbose_name_plural": "steps of calls for reserves",
                "ordering": ["-at", "-id"],
                "indexes": [
                    models.Index(fields=["call"], name="reserve_step_by_call"),
                    models.Index(fields=["player", "-at"], name="reserve_step_by_player"),
                    models.Index(fields=["-at", "-id"], name="reserve_step_newest"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("what", "asked")), fields=("call", "player"), name="reserve_asked_once"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("what", "asked"), _negated=True),
                        fields=("call", "player"),
                        name="reserve_answers_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SigningKey",
            fields=[
                ("id", models.CharField(max_length=16, primary_key=True, serialize=False)),
                ("public", models.CharField(max_length=43)),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
                ("until", models.DateTimeField(blank=True, null=True)),
                ("endorsed_by", models.CharField(blank=True, default="", max_length=16)),
                ("endorsement", models.CharField(blank=True, default="", max_length=86)),
            ],
            options={
                "verbose_name": "signing key",
                "verbose_name_plural": "signing keys",
                "ordering": ["since", "id"],
            },
        ),
        migrations.CreateModel(
            name="StandingOrder",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("position", models.PositiveSmallIntegerField()),
                ("kind", models.CharField(max_length=60)),
                ("content", models.BinaryField()),
                (
                    "applies",
                    models.CharField(
                        choices=[("when_asked", "when asked"), ("deadline", "when time is up")],
                        default="when_asked",
                        max_length=10,
                    ),
                ),
                (
                    "lasts",
                    models.CharField(
                        choices=[("game", "until changed"), ("once", "once")], default="game", max_length=8
                    ),
                ),
                ("revision", models.PositiveIntegerField(default=1)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("changed_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("off_at", models.DateTimeField(blank=True, null=True)),
                ("off_reason", models.JSONField(blank=True, default=dict)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standing_orders",
                        to="games.game",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="standing_orders", to="games.seat"
                    ),
                ),
            ],
            options={
                "verbose_name": "standing order",
                "verbose_name_plural": "standing orders",
                "ordering": ["game", "seat", "position"],
                "indexes": [models.Index(fields=["game", "seat", "position"], name="standing_in_order")],
            },
        ),
        migrations.CreateModel(
            name="Vacation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("first", models.DateField()),
                ("last", models.DateField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="vacations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "vacation",
                "verbose_name_plural": "vacations",
                "ordering": ["player", "first"],
            },
        ),
        migrations.CreateModel(
            name="SeatView",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("audience", models.CharField(max_length=40)),
                ("stop", models.PositiveIntegerField()),
                ("number", models.PositiveIntegerField()),
                ("first_event", models.PositiveIntegerField()),
                ("event_count", models.PositiveIntegerField()),
                ("view", models.BinaryField()),
                ("mark", models.BinaryField()),
                ("view_version", models.CharField(max_length=40)),
                ("at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="views",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "verbose_name": "stored view",
                "verbose_name_plural": "stored views",
                "constraints": [models.UniqueConstraint(fields=("game", "audience", "stop"), name="view_once")],
            },
        ),
        migrations.CreateModel(
            name="CurrentView",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("audience", models.CharField(max_length=40)),
                ("stop", models.PositiveIntegerField()),
                ("number", models.PositiveIntegerField()),
                ("events", models.PositiveIntegerField()),
                ("view", models.BinaryField()),
                ("mark", models.BinaryField()),
                ("view_version", models.CharField(max_length=40)),
                ("at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lookouts",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "verbose_name": "newest view",
                "verbose_name_plural": "newest views",
                "constraints": [models.UniqueConstraint(fields=("game", "audience"), name="lookout_once")],
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("url", models.CharField(max_length=500, verbose_name="address")),
                (
                    "format",
                    models.CharField(
                        choices=[("plain", "plain"), ("discord", "Discord")],
                        default="plain",
                        max_length=8,
                        verbose_name="format",
                    ),
                ),
                ("sealed", models.BinaryField(default=bytes)),
                ("after", models.BigIntegerField(default=0)),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("off_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to="games.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "webhook",
                "verbose_name_plural": "webhooks",
                "ordering": ["created_at"],
            },
        ),
        migrations.CreateModel(
            name="WebhookCall",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("key", models.CharField(max_length=200)),
                ("body", models.BinaryField()),
                (
                    "status",
                    models.CharField(
                        choices=[("queued", "queued"), ("sent", "sent"), ("failed", "failed")],
                        default="queued",
                        max_length=6,
                    ),
                ),
                ("attempts", models.PositiveIntegerField(default=0)),
                ("next_try_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("error", models.CharField(blank=True, default="", max_length=200)),
                (
                    "webhook",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calls",
                        to="games.webhook",
                    ),
                ),
            ],
            options={
                "verbose_name": "webhook call",
                "verbose_name_plural": "webhook calls",
                "indexes": [
                    models.Index(
                        condition=models.Q(("status", "queued")),
                        fields=["next_try_at", "id"],
                        name="webhook_call_queued",
                    )
                ],
                "constraints": [models.UniqueConstraint(fields=("webhook", "key"), name="webhook_call_once")],
            },
        ),
        migrations.CreateModel(
            name="WebhookSender",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="webhook_sender",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("holder", models.UUIDField(blank=True, null=True)),
                ("leased_until", models.DateTimeField(blank=True, null=True)),
                ("released_at", models.DateTimeField(blank=True, null=True)),
                ("tests_since", models.DateTimeField(default=django.utils.timezone.now)),
                ("tests", models.PositiveSmallIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="WorkingDraft",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("steps", models.BinaryField(default=bytes)),
                ("revision", models.PositiveIntegerField(default=0)),
                ("answer_revision", models.PositiveIntegerField(default=0)),
                ("changed_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="working_drafts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "request",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="working_drafts",
                        to="games.openrequest",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("request", "player"), name="working_draft_once")],
            },
        ),
        migrations.CreateModel(
            name="IdempotentResponse",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key_digest", models.CharField(max_length=64)),
                ("request_digest", models.CharField(max_length=64)),
                ("response", models.BinaryField(default=bytes)),
                ("created_at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="idempotent_responses",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("player", "key_digest"), name="idempotent_response_once")
                ],
            },
        ),
    ]
