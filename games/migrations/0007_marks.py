"""Salted segments that cover the views, and marks that vouch for them outside the server."""

from django.db import migrations, models

from games.models.guard import install, remove


class Migration(migrations.Migration):
    dependencies = [("games", "0006_alarms")]

    operations = [
        migrations.AddField("journalsegment", "salt", models.BinaryField(default=bytes), preserve_default=False),
        migrations.AddField("seatview", "mark", models.BinaryField(default=bytes), preserve_default=False),
        migrations.AddField("lookout", "mark", models.BinaryField(default=bytes), preserve_default=False),
        migrations.AddField("openrequest", "mark", models.BinaryField(default=bytes)),
        migrations.RunPython(install, remove),
    ]
