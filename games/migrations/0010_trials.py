"""Trials of orders in invented worlds: the host's option, and plans kept by name."""

import uuid

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0009_bot_hints"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="trials",
            field=models.CharField(
                choices=[
                    ("bots", "only while all other seats are bots"),
                    ("allowed", "allowed to every player"),
                    ("off", "not allowed"),
                ],
                default="bots",
                max_length=8,
                verbose_name="trials of orders",
            ),
        ),
        migrations.CreateModel(
            name="TrialPlan",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=60)),
                ("answer", models.BinaryField()),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="trial_plans",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "request",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="trial_plans",
                        to="games.openrequest",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("request", "player", "name"), name="trial_plan_once")],
            },
        ),
    ]
