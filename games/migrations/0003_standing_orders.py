"""Standing orders, and fixed hours at which results come out."""

import uuid

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import games.models.player


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_append_only"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="has_orders",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="game",
            name="release_at",
            field=models.CharField(blank=True, default="", max_length=200, verbose_name="results come out at"),
        ),
        migrations.AddField(
            model_name="game",
            name="time_zone",
            field=models.CharField(
                default="UTC",
                max_length=64,
                validators=[games.models.player.validate_time_zone],
                verbose_name="time zone",
            ),
        ),
        migrations.AddField(
            model_name="openrequest",
            name="followed",
            field=models.BinaryField(default=bytes),
        ),
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("default_played", "default played at the deadline"),
                    ("draft_taken", "draft taken at the deadline"),
                    ("extended", "deadline extended"),
                    ("paused", "paused"),
                    ("resumed", "resumed"),
                    ("substituted", "player substituted"),
                    ("acted_for", "umpire acted for a seat"),
                    ("held", "held"),
                    ("released", "released from hold"),
                    ("rewound", "rewound"),
                    ("left", "player left"),
                    ("reopened", "asked again"),
                    ("abandoned", "abandoned"),
                    ("standing_taken", "standing order followed at the deadline"),
                    ("own_default", "own default played at the deadline"),
                    ("order_off", "standing order switched off"),
                ],
                max_length=20,
                verbose_name="kind",
            ),
        ),
        migrations.AlterField(
            model_name="openrequest",
            name="outcome",
            field=models.CharField(
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
    ]
