"""Signs of life, for whoever watches the server."""

from datetime import datetime

from games.models import Pulse
from games.stored.pulse import SWEEP

__all__ = ["SWEEP", "do_note"]


def do_note(name: str, now: datetime) -> None:
    """It has just happened."""
    if not Pulse.objects.filter(name=name).update(at=now):
        Pulse.objects.get_or_create(name=name, defaults={"at": now})
