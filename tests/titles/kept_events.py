"""The events of a kept game or turn, and how they differ from those of today.

A kept file lists the events of a stop before the line of digests: `= STEP EVENT`, the event as JSON in its fullest
form. Files that were written before events were kept have no such lines; they are checked by their digests alone.
"""

from collections.abc import Iterable, Sequence
from difflib import unified_diff
from itertools import zip_longest
from typing import Any

from msgspec import json

from games.kernel.driver import DriveResult
from games.kernel.journal import SeatAnswer
from games.kernel.requests import Draw, Roll
from games.kernel.title import Title

MARK = "= "


def event_lines(run: DriveResult) -> list[str]:
    """Return the lines of a stop's events."""
    return [f"{MARK}{event.step} {_fullest(event.event)}" for event in run.events]


def _fullest(told: Any) -> str:
    return json.encode(told.variants[0].event if told.variants else None, order="sorted").decode()


def event_places(title: Title[Any], run: DriveResult) -> list[str]:
    """Return for each event of a stop its step with the step's rule, and the seats that are told."""
    found = []
    for event in run.events:
        seats = dict.fromkeys(seat for variant in event.event.variants for seat in variant.to)
        step = title.rules.steps.get(event.step)
        rule = f" ({step.rule})" if step is not None else ""
        found.append(f"step {event.step}{rule}, told to {_named(seats)}")
    return found


def stop_places(run: DriveResult, answers: Sequence[SeatAnswer], thrown: Sequence[Roll | Draw]) -> str:
    """Return who answered before a stop, the rules of all dice and cards since, and who is asked by which rule."""
    asked = [f"{one.seat} {one.kind} ({one.rule})" for one in run.open_questions]
    return (
        f"answered by {_named(one.seat for one in answers)}; dice and cards by {_named(one.rule for one in thrown)}; "
        f"asks {_named(asked)}"
    )


def _named(words: Iterable[str]) -> str:
    named = [*dict.fromkeys(words)] or ["nobody"]
    return "everybody" if named == ["*"] else ", ".join(named).replace("*", "all others")


def first_differing_event(kept: Sequence[str], now: Sequence[str], places: Sequence[str] = ()) -> str:
    """Return the first event that differs, as a diff of its fields; without kept events, all events of today.

    `places`: for each event of today its step, rule and seats.
    """
    if not kept:
        return "The file does not record its events. The events now:\n" + "\n".join(now)
    for number, (old, new) in enumerate(zip_longest(kept, now, fillvalue=""), start=1):
        if old != new:
            lines = unified_diff(_pretty(old), _pretty(new), "kept", "now", lineterm="", n=99)
            place = f", {places[number - 1]}" if number <= len(places) else ""
            return f"event {number} of {len(kept)} is the first that differs{place}:\n" + "\n".join(lines)
    return "The events are the same."


def _pretty(line: str) -> list[str]:
    """The step, then the event with a field on each line; nothing for an event that is missing."""
    if not line:
        return []
    step, _, event = line.removeprefix(MARK).partition(" ")
    return [step, *json.format(event, indent=1).splitlines()]
