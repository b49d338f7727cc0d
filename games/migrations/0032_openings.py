"""Games are opened by mail: what was asked for waits for a yes, and such mail is about no game yet."""

import uuid

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0031_declined_invitations"),
    ]

    operations = [
        migrations.AlterField(
            model_name="incomingmail",
            name="game",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="incoming", to="games.game"
            ),
        ),
        migrations.AlterField(
            model_name="incomingmail",
            name="seat",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="incoming",
                to="games.seat",
            ),
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
            },
        ),
    ]
