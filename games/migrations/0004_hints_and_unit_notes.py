"""What a player has seen, notes on single units, and seats that pass when they can only pass."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_invitation_personal_line"),
    ]

    operations = [
        migrations.AddField(
            model_name="notebook",
            name="units",
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name="player",
            name="hints",
            field=models.BooleanField(default=True, verbose_name="explain what is new"),
        ),
        migrations.AddField(
            model_name="seat",
            name="passes_when_forced",
            field=models.BooleanField(default=False),
        ),
        migrations.CreateModel(
            name="SeenHint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("title", models.CharField(max_length=40)),
                ("kind", models.CharField(blank=True, default="", max_length=60)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seen_hints",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("player", "title", "kind"), name="seen_hint_once")],
            },
        ),
    ]
