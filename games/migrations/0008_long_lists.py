"""Indexes for lists that grow for years, and for finding a row by the beginning of a name."""

from typing import Any

from django.db import migrations, models

PREFIXES = {
    "game_by_name": ("games_game", "name"),
    "player_by_name": ("games_player", "username"),
    "player_by_address": ("games_player", "email"),
}


def add_prefixes(apps: Any, schema_editor: Any) -> None:
    """What `istartswith` and `iexact` need on PostgreSQL, whatever language its database sorts by."""
    if schema_editor.connection.vendor == "postgresql":
        for name, (table, column) in PREFIXES.items():
            schema_editor.execute(f"CREATE INDEX {name} ON {table} (upper({column}::text) text_pattern_ops)")


def drop_prefixes(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "postgresql":
        for name in PREFIXES:
            schema_editor.execute(f"DROP INDEX {name}")


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("games", "0007_marks"),
    ]

    operations = [
        migrations.RunPython(add_prefixes, drop_prefixes),
        migrations.AddIndex(
            model_name="auditentry",
            index=models.Index(fields=["actor", "-id"], name="audit_by_actor"),
        ),
        migrations.AddIndex(
            model_name="auditentry",
            index=models.Index(fields=["action"], name="audit_by_action", opclasses=["varchar_pattern_ops"]),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["scenario", "-created_at", "id"], name="game_newest_by_scenario"),
        ),
        migrations.AddIndex(
            model_name="journalsegment",
            index=models.Index(
                condition=models.Q(("cause__in", ["rewind", "hold", "import"])),
                fields=["cause", "-id"],
                name="segment_out_of_turn",
            ),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(fields=["-at", "-id"], name="notice_newest"),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(fields=["kind", "-at", "-id"], name="notice_newest_by_kind"),
        ),
        migrations.AddIndex(
            model_name="outgoingmail",
            index=models.Index(fields=["message_id"], name="mail_by_message_id"),
        ),
        migrations.AddIndex(
            model_name="outgoingmail",
            index=models.Index(fields=["kind", "-id"], name="mail_by_kind"),
        ),
        migrations.AddIndex(
            model_name="outgoingmail",
            index=models.Index(
                condition=models.Q(("status__in", ["failed", "bounced", "dropped"])),
                fields=["status", "-id"],
                name="mail_not_sent",
            ),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(condition=models.Q(("is_staff", True)), fields=["username"], name="player_staff"),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(condition=models.Q(("is_active", False)), fields=["username"], name="player_not_active"),
        ),
    ]
