"""The personal line of an invitation, and an invitation whose language is unknown."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0002_triggers")]

    operations = [
        migrations.AddField(
            model_name="invitation",
            name="personal_line",
            field=models.CharField(blank=True, default="", max_length=300),
        ),
        migrations.AlterField(
            model_name="invitation",
            name="language",
            field=models.CharField(blank=True, default="en", max_length=12),
        ),
    ]
