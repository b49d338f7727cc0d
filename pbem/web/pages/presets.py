"""Presets for the form of a new game: named sets of values for its pace, its seats and its visibility."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy

from games.kernel.title import Title
from pbem.web.pages.seat_fields import BOT

SOLO = "solo"
BY_EMAIL = "relaxed"
PRESETS: dict[str, tuple[Any, dict[str, Any]]] = {
    BY_EMAIL: (gettext_lazy("By e-mail, relaxed"), {"deadline_hours": 72, "grace_minutes": 60, "remind": True}),
    "evening": (gettext_lazy("This evening"), {"deadline_hours": 1, "visibility": "private"}),
    SOLO: (gettext_lazy("Solo"), {"deadline_hours": None, "visibility": "private"}),
}
"""For each preset's key: its name, and the values of form fields that it sets."""


@dataclass(frozen=True)
class PresetButton:
    """A button that fills the form of a new game with the values of a preset."""

    key: str
    name: str
    chosen: bool


def preset_values(key: str, title: Title[Any]) -> dict[str, Any]:
    """Return the values that the preset `key` sets in the form for a game of `title`; {} for an unknown preset.

    In a solo game bots have the other seats. If the title has an option for the tempo, the preset for e-mail sets the
    tempo for games with deadlines, and the other presets set the option's default.
    """
    _name, values = PRESETS.get(key, ("", {}))
    bots = {"others": f"{BOT}{title.usual_bot}"} if key == SOLO else {}
    tempo = title.options.tempo
    if tempo is None or not tempo.option or not values:
        return {**values, **bots}
    usual = getattr(title.options.type(), tempo.option)
    return {**values, **bots, f"option_{tempo.option}": tempo.with_deadlines if key == BY_EMAIL else usual}


def list_presets(chosen: str) -> Iterator[PresetButton]:
    """Yield the buttons of all presets; `chosen` is the key of the chosen one."""
    return (PresetButton(key, str(name), key == chosen) for key, (name, _values) in PRESETS.items())
