"""What models cannot declare: append-only triggers, and prefix indexes on PostgreSQL.

`startswith` and `iexact` need indexes of the upper-case text with `text_pattern_ops`, because the default operator class
follows the collation of the database.
"""

from typing import Any

from django.db import migrations

from games.models.append_only import install, remove

PREFIXES = {
    "game_by_name": ("games_game", "name"),
    "player_by_name": ("games_player", "username"),
    "player_by_address": ("games_player", "email"),
}
"""For each index its table and column."""


def add_prefixes(apps: Any, schema_editor: Any) -> None:
    """Create the prefix indexes on PostgreSQL."""
    if schema_editor.connection.vendor == "postgresql":
        for name, (table, column) in PREFIXES.items():
            schema_editor.execute(f"CREATE INDEX {name} ON {table} (upper({column}::text) text_pattern_ops)")


def drop_prefixes(apps: Any, schema_editor: Any) -> None:
    """Drop the prefix indexes on PostgreSQL."""
    if schema_editor.connection.vendor == "postgresql":
        for name in PREFIXES:
            schema_editor.execute(f"DROP INDEX {name}")


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [
        migrations.RunPython(install, remove),
        migrations.RunPython(add_prefixes, drop_prefixes),
    ]
