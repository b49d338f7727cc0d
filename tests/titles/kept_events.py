"""The events of a kept game or turn, and how they differ from those of today.

A kept file lists the events of a stop before the line of digests: `= STEP EVENT`, the event as JSON in its fullest
form. Files that were written before events were kept have no such lines; they are checked by their digests alone.
"""

from collections.abc import Sequence
from difflib import unified_diff
from itertools import zip_longest
from typing import Any

from msgspec import json

from games.kernel.driver import DriveResult

MARK = "= "


def event_lines(run: DriveResult) -> list[str]:
    """Return the lines of a stop's events."""
    return [f"{MARK}{event.step} {_fullest(event.event)}" for event in run.events]


def _fullest(told: Any) -> str:
    return json.encode(told.variants[0].event if told.variants else None, order="sorted").decode()


def first_differing_event(kept: Sequence[str], now: Sequence[str]) -> str:
    """Return the first event that differs, as a diff of its fields; without kept events, all events of today."""
    if not kept:
        return "The file does not record its events. The events now:\n" + "\n".join(now)
    for number, (old, new) in enumerate(zip_longest(kept, now, fillvalue=""), start=1):
        if old != new:
            lines = unified_diff(_pretty(old), _pretty(new), "kept", "now", lineterm="", n=99)
            return f"event {number} of {len(kept)} is the first that differs:\n" + "\n".join(lines)
    return "The events are the same."


def _pretty(line: str) -> list[str]:
    """The step, then the event with a field on each line; nothing for an event that is missing."""
    if not line:
        return []
    step, _, event = line.removeprefix(MARK).partition(" ")
    return [step, *json.format(event, indent=1).splitlines()]
