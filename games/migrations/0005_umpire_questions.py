"""Questions of players to the umpire, host or staff."""

import uuid

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_hints_and_unit_notes"),
    ]

    operations = [
        migrations.CreateModel(
            name="UmpireQuestion",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "office",
                    models.CharField(
                        choices=[("umpire", "umpire"), ("host", "host"), ("staff", "staff")],
                        max_length=8,
                        verbose_name="office",
                    ),
                ),
                ("text", models.TextField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("answer", models.TextField(blank=True, default="")),
                ("answered_at", models.DateTimeField(blank=True, null=True)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="umpire_questions",
                        to="games.game",
                    ),
                ),
                (
                    "seat",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="umpire_questions",
                        to="games.seat",
                    ),
                ),
            ],
            options={
                "verbose_name": "question to the umpire",
                "verbose_name_plural": "questions to the umpire",
                "ordering": ["game", "at", "id"],
                "indexes": [
                    models.Index(fields=["seat", "at"], name="umpire_question_by_seat"),
                    models.Index(fields=["game", "at"], name="umpire_question_by_game"),
                ],
            },
        ),
    ]
