"""The names of all ids in forms, events and views, in English and Japanese."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from games.kernel.text import Text, id_label
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.turns import MONTHS, Turn, read_turn
from games.titles.pq17.presentation.names import KINDS, composed_name, force_names
from games.titles.pq17.presentation.synopsis import MONTH_NAMES, campaign_name
from games.titles.pq17.presentation.vocabulary import VOCABULARY
from games.titles.pq17.presentation.whereabouts import place_text
from games.toolkit import sentences

SEATS = {
    "allied": Text("Allies", "連合軍"),
    "axis": Text("Axis", "枢軸軍"),
    "public": Text("Spectators", "観戦者"),
    "umpire": Text("Umpire", "審判"),
}
TURN = re.compile(r"([0-9]{1,2})[._](am|pm)")
"""8.1 A turn as orders write it, such as ``5.am``."""
MOST = 4096
"""The most names that are cached."""


class Labels:
    """The names of all components, and of all ids that a game creates."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self._names = dict(VOCABULARY) | KINDS | SEATS | _component_names(box) | force_names(box)
        self.label = lru_cache(MOST)(self._label)

    def _label(self, value: str) -> Text:
        """Return the label of an id: a hex with a nearby place, a turn in words, or the name."""
        if value in self.box.hexes:
            return place_text(self.box, value)
        turn = TURN.fullmatch(value)
        if turn is not None:
            return _turn(read_turn(f"{turn[1]} {turn[2]}"))
        return composed_name(value, self._names) or id_label(value)

    def name(self, value: str, language: str) -> str:
        """Return the name of an id as it is written in a sentence. A hex has only its number as its name."""
        return self.label(value).abbreviated(language)


def _turn(turn: Turn) -> Text:
    """8.1 Return a turn by its day and half day, such as "day 5 AM"."""
    halves = ("AM", "午前") if turn.is_morning else ("PM", "午後")
    return Text(f"day {turn.day} {halves[0]}", f"{turn.day}日目{halves[1]}")


def _component_names(box: Box) -> dict[str, Text]:
    """Return the names of ships, aircraft, airfields, ports and scenarios, by id."""
    found: dict[str, Text] = {one.id: one.name for one in box.ships.values()}
    found |= {one.id: one.name for one in box.aircraft.values()}
    found |= {one.id: one.name for one in box.airfields.values()}
    found |= {one.id: one.name for one in box.ports.values()}
    found |= {f"scenario.{key}": campaign_name(box, months) for key, months in box.campaign.lengths.items()}
    return found | {f"scenario.{key}": one.title for key, one in box.operations.items()}


class Words(sentences.Sentences[Labels]):
    """The labels of the title, and its wording of numbers, in one language."""

    def is_class(self, ship: str) -> bool:
        """Return True if the id names a class of ships, not one ship."""
        known = self._labels.box.ships.get(ship)
        return known is not None and not known.is_single

    def where(self, place: str) -> str:
        """Return the name of a port or box beside the map, or the number of a hex with a nearby place."""
        return self.label(place)

    def way(self, places: Sequence[str]) -> str:
        """Return the hexes of a route in order. Only the last hex has the name of a nearby place."""
        return " ".join((*places[:-1], *map(self.where, places[-1:])))

    def half(self, number: int) -> str:
        """Return half points as players write them: 3 is "1½"."""
        whole, odd = divmod(abs(number), 2)
        sign = "\u2212" if number < 0 else ""
        return sign + (str(whole) if whole or not odd else "") + ("½" if odd else "")

    def several(self, number: int, one: str, more: str) -> str:
        """Return a number with its English noun: "1 merchant", "2 merchants"."""
        return f"{number} {one if number == 1 else more}"

    def dice(self, dice: Iterable[int]) -> str:
        """Return the results of dice as text: "die 4", or "dice 4, 7"."""
        fallen = [*dice]
        return self("die " if len(fallen) == 1 else "dice ", "ダイス") + self(", ", "、").join(map(str, fallen))


def turn_name(number: int, say: Words) -> str:
    """8.1 Return the name of the turn with this number, such as "day 5 AM"."""
    return _turn(Turn(number)).get(say.language)


HALVES = (("first half of ", "前半"), ("second half of ", "後半"))


def fortnight_name(key: str, say: Words) -> str:
    """8.4 Return the name of the fortnight with this key, such as "first half of March"."""
    month, _, half = key.partition("_")
    number = MONTHS.index(month) + 1 if month in MONTHS else 0
    english, japanese = HALVES[half == "2"]
    return say(f"{english}{MONTH_NAMES[number - 1] if number else key}", f"{number}月{japanese}")
