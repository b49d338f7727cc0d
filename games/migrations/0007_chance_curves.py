"""The chances of finished games."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_calendar_link"),
    ]

    operations = [
        migrations.CreateModel(
            name="ChanceCurve",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="curve",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("order_hash", models.BinaryField(default=bytes)),
                ("rules_version", models.CharField(blank=True, default="", max_length=40)),
                ("bot", models.CharField(blank=True, default="", max_length=40)),
                ("spent_ms", models.PositiveIntegerField(default=0)),
                ("failure", models.TextField(blank=True, default="")),
                ("due_at", models.DateTimeField(blank=True, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "verbose_name": "chances",
                "verbose_name_plural": "chances",
                "indexes": [
                    models.Index(condition=models.Q(("due_at__isnull", False)), fields=["due_at"], name="curve_due")
                ],
            },
        ),
        migrations.CreateModel(
            name="ChancePoint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("start", "beginning"),
                            ("decision", "decisions"),
                            ("dice", "dice"),
                            ("rewind", "rewind"),
                        ],
                        max_length=8,
                    ),
                ),
                ("branch", models.PositiveIntegerField()),
                ("segment", models.PositiveIntegerField()),
                ("entry", models.PositiveIntegerField()),
                ("is_boundary", models.BooleanField()),
                ("rollouts", models.PositiveIntegerField(default=0)),
                ("results", models.JSONField(default=dict)),
                (
                    "curve",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="points",
                        to="games.chancecurve",
                    ),
                ),
            ],
            options={
                "verbose_name": "chance",
                "verbose_name_plural": "chances",
                "ordering": ["curve", "number"],
                "constraints": [models.UniqueConstraint(fields=("curve", "number"), name="chance_point_once")],
            },
        ),
    ]
