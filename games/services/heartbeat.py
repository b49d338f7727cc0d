"""Record when each periodic job last ran, for monitoring."""

from datetime import datetime

from games.models import Heartbeat


def do_record_heartbeat(name: str, now: datetime) -> None:
    """Store `now` as the time when the periodic job `name`, such as the sweep, last ran."""
    if not Heartbeat.objects.filter(name=name).update(at=now):
        Heartbeat.objects.get_or_create(name=name, defaults={"at": now})
