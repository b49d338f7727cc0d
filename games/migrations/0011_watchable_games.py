"""An index of the finished public games, which visitors may watch."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0010_trials"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("status", "over"), ("visibility", "public")),
                fields=["-ended_at"],
                name="game_watchable",
            ),
        ),
    ]
