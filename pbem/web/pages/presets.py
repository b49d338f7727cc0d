"""Presets for the form of a new game: values for the pace, the seats and the visibility that go together."""

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
"""The name of each preset and the values of its fields."""


@dataclass(frozen=True)
class PresetLink:
    """A link to the form with the values of a preset."""

    key: str
    name: str
    chosen: bool


def preset_values(key: str, title: Title[Any]) -> dict[str, Any]:
    """Return the values of a preset by field; none for an unknown one. In a solo game bots have the other seats.

    By e-mail the tempo is the one for games with deadlines; in one evening each question comes as it arises.
    """
    _name, values = PRESETS.get(key, ("", {}))
    bots = {"others": f"{BOT}{next(iter(title.bots), 'random')}"} if key == SOLO else {}
    tempo = title.options.tempo
    if tempo is None or not tempo.option or not values:
        return {**values, **bots}
    usual = getattr(title.options.type(), tempo.option)
    return {**values, **bots, f"option_{tempo.option}": tempo.with_deadlines if key == BY_EMAIL else usual}


def list_presets(chosen: str) -> Iterator[PresetLink]:
    """Return the links to all presets."""
    return (PresetLink(key, str(name), key == chosen) for key, (name, _values) in PRESETS.items())
