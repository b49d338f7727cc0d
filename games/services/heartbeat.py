"""Heartbeats for monitoring."""

from datetime import datetime

from games.models import Heartbeat


def do_record_heartbeat(name: str, now: datetime) -> None:
    """Record that the job has just run."""
    if not Heartbeat.objects.filter(name=name).update(at=now):
        Heartbeat.objects.get_or_create(name=name, defaults={"at": now})
