"""What was to be opened by mail and never was is found by when its letter was good no more, and forgotten."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0032_openings"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="opening",
            index=models.Index(
                condition=models.Q(("game", None)),
                fields=["expires_at"],
                name="opening_unanswered",
            ),
        ),
    ]
