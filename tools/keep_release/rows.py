"""Dump all rows of a database into one document, and load them under the migrations of their release.

The document is independent of the database: it contains values of Django fields, not SQL.
"""

import lzma
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import msgspec
from django.apps.registry import Apps
from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from msgspec import Struct

MADE_BY_MIGRATE = frozenset({"contenttypes", "auth", "sessions"})
"""Django applications whose rows are not dumped, because Django creates them or because they are only sessions."""
BATCH = 200


class Release(Struct):
    """A release's database."""

    version: str
    """The version of the release."""
    migrations: list[tuple[str, str]]
    """The applied migrations, as pairs (application, name)."""
    columns: dict[str, dict[str, str]]
    """The types of the columns of the server's own tables, by table and column."""
    rows: dict[str, list[dict[str, Any]]]
    """The rows of each table, by column."""


def read_release(data: bytes) -> Release:
    """Parse the content of a release's file."""
    return msgspec.json.decode(lzma.decompress(data), type=Release)


def write_release(release: Release) -> bytes:
    """Return the content of a release's file, compressed."""
    return lzma.compress(msgspec.json.encode(release), preset=9 | lzma.PRESET_EXTREME)


def dump_database(version: str) -> Release:
    """Return the dump of the current database."""
    applied = sorted(MigrationRecorder(connection).applied_migrations())
    apps = _apps_at(applied)
    rows = {model._meta.label_lower: [_row(one) for one in model._default_manager.order_by("pk")]
            for model in kept_models(apps)}  # fmt: skip
    return Release(version, applied, describe_columns(apps), {name: found for name, found in rows.items() if found})


def load_database(release: Release) -> None:
    """Migrate an empty database to the release's migrations and insert its rows.

    The later migrations are not applied.
    """
    MigrationExecutor(connection).migrate(_newest(release.migrations))
    found = list(kept_models(_apps_at(release.migrations)))
    with transaction.atomic():
        for model in found:
            rows = release.rows.get(model._meta.label_lower, [])
            model._default_manager.bulk_create([_made(model, row) for row in rows], batch_size=BATCH)
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), found):
            cursor.execute(statement)


def columns_of(release: Release) -> dict[str, dict[str, str]]:
    """Return the types of the columns that the release's migrations create with the current code.

    The keys are table and column, as in `Release.columns`.
    """
    return describe_columns(_apps_at(release.migrations))


def describe_columns(apps: Apps) -> dict[str, dict[str, str]]:
    """Return the types of the columns of the server's own tables, by table and column.

    `apps` are the models at one state of the migrations.
    """
    found = [model for model in kept_models(apps) if model._meta.app_label == "games"]
    return {
        model._meta.label_lower: {str(field.column): _type(field) for field in model._meta.concrete_fields}
        for model in found
    }  # fmt: skip


def kept_models(apps: Apps) -> Iterator[type[models.Model]]:
    """Yield the models whose rows are dumped, including many-to-many tables."""
    for model in apps.get_models(include_auto_created=True):
        if model._meta.app_label not in MADE_BY_MIGRATE and model._meta.managed and not model._meta.proxy:
            yield model


def _apps_at(migrations: list[tuple[str, str]]) -> Apps:
    state: Any = MigrationExecutor(connection).loader.project_state(_newest(migrations))
    return state.apps  # type: ignore[no-any-return]


def _newest(migrations: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the last of these migrations (application, name) of each application."""
    known, graph = {tuple(one) for one in migrations}, MigrationExecutor(connection).loader.graph
    return [
        (app, name)
        for app, name in migrations
        if not any(child.key[0] == app and child.key in known for child in graph.node_map[app, name].children)
    ]


def _type(field: Any) -> str:
    size = f"({field.max_length})" if field.max_length else ""
    marks = (" null" if field.null else "") + (" unique" if field.unique else "")
    to = f" {field.related_model._meta.label_lower}" if field.related_model else ""
    return f"{field.get_internal_type()}{size}{to}{marks}"


def _row(row: models.Model) -> dict[str, Any]:
    return {field.attname: _plain(field.value_from_object(row)) for field in row._meta.concrete_fields}


def _plain(value: Any) -> Any:
    return b64encode(bytes(value)).decode() if isinstance(value, bytes | memoryview) else value


def _made(model: type[models.Model], row: dict[str, Any]) -> models.Model:
    fields = {field.attname: field for field in model._meta.concrete_fields}
    return model(**{name: None if value is None else fields[name].to_python(value) for name, value in row.items()})
