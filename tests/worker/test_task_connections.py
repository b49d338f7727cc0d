"""Before each task, the worker checks its database connections."""

from types import SimpleNamespace
from typing import Any

import pytest
from celery.signals import task_prerun

from worker import database_connections


@pytest.mark.parametrize(("eager", "looks"), [(False, 1), (True, 0)])
def test_a_task_begins_with_a_look_over_unless_it_runs_within_another(
    monkeypatch: pytest.MonkeyPatch, eager: bool, looks: int
) -> None:
    done: list[None] = []
    monkeypatch.setattr(database_connections, "close_old_connections", lambda: done.append(None))
    monkeypatch.setattr(database_connections, "connections", SimpleNamespace(all=lambda **_: []))
    task_prerun.send(sender=None, task_id="t", task=SimpleNamespace(request=SimpleNamespace(is_eager=eager)))
    assert len(done) == looks


@pytest.mark.parametrize(
    ("vendor", "connection"),
    [("sqlite", SimpleNamespace(closed=False)), ("postgresql", None), ("postgresql", SimpleNamespace(closed=True))],
)
def test_of_a_database_without_a_server_or_a_connection_nothing_is_taken_for_silence(
    vendor: str, connection: Any
) -> None:
    """It is tried as Django would."""
    assert not database_connections._is_silent(SimpleNamespace(vendor=vendor, connection=connection))  # type: ignore[arg-type]
