"""The digest of the token in a player's calendar link."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("games", "0005_umpire_questions"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="calendar_digest",
            field=models.CharField(blank=True, default="", editable=False, max_length=64),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                condition=models.Q(("calendar_digest__gt", "")), fields=["calendar_digest"], name="player_by_calendar"
            ),
        ),
    ]
