"""Hints by the bot, where a game allows them, and the reasons for the answers of bots."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0008_devices"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="hints_allowed",
            field=models.BooleanField(default=False, verbose_name="players may ask the bot for hints"),
        ),
        migrations.CreateModel(
            name="BotHint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "request",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="bot_hint",
                        to="games.openrequest",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="BotReason",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.JSONField()),
                (
                    "request",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="bot_reason",
                        to="games.openrequest",
                    ),
                ),
            ],
        ),
    ]
