"""Make journal, checkpoints, events and audit entries append-only."""

from django.db import migrations

from games.models.guard import install, remove


class Migration(migrations.Migration):
    dependencies = [("games", "0001_store")]

    operations = [migrations.RunPython(install, remove)]
