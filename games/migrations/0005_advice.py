"""Advice to those who have to decide."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_press"),
    ]

    operations = [
        migrations.AlterField(
            model_name="outgoingmail",
            name="kind",
            field=models.CharField(
                choices=[
                    ("stop", "stop"),
                    ("reminder", "reminder"),
                    ("notice", "notice"),
                    ("over", "game over"),
                    ("message", "message"),
                    ("advice", "advice"),
                ],
                max_length=10,
                verbose_name="kind",
            ),
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
    ]
