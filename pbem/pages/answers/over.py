"""What lies over the picture: where one can go and at what price, what is ordered, what is being tried.

It is an SVG by itself, made here with presentation attributes only, and never part of the picture or of its cache.
"""

import json
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import Any, NamedTuple

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from games.kernel.byhand import taps
from games.kernel.byhand.chart import fewest_marks
from games.kernel.byhand.prices import Mark, Priced
from games.kernel.byhand.spots import Pane, Place, Spots
from games.kernel.forms import Form
from games.kernel.orders import Orders
from games.kernel.text import Labels
from pbem.pages.answers.hand import actors

INK, PAPER = "#16324c", "#ffffff"
TONES = {"free": ("#1d7a45", ""), "spends": ("#c07800", "5 3.5"), "risk": ("#b3202c", "1.5 3.5")}
"""Colours and dashes by what a price means; without a band as if it were free."""
LEAST, MOST = 10.0, 24.0
"""Radii of rings, in units of the picture: small on a chart, larger on cards."""
Points = tuple[tuple[float, float], ...]
HEADED = 4
"""An arrow that heads on is drawn past the middle of its place, by this part of the step that led there."""
FLAT = 40
"""As high as a card is at most that is filled by a name."""
MOST_RINGS = 48
"""Where more could be drawn, the nearest are: a map full of rings shows nothing."""
SHARE = 0.36
"""Of a pane's radius."""


@dataclass(frozen=True)
class KeyEntry:
    """A line of the key: a tone, its colour and dashes, and what it means."""

    tone: str
    colour: str
    dash: str
    text: str


def key_of(reach: Sequence[Priced], language: str) -> tuple[KeyEntry, ...]:
    """What the rings mean, by their bands."""
    found = {one.band: one.note.get(language) for one in reach if one.band}
    return tuple(KeyEntry(tone, *TONES[tone], found[tone]) for tone in TONES if tone in found)


def nearest(reach: Sequence[Priced]) -> tuple[Priced, ...]:
    """What is drawn of all that can come next: everything, or where that is too much what is near by price.

    Of several bands the first alone, if it has any; of that as many prices as fit, one at least. The rest can be tapped
    all the same.
    """
    if len(reach) <= MOST_RINGS:
        return tuple(reach)
    first = min(reach, key=lambda one: list(TONES).index(one.band) if one.band in TONES else 0).band
    shown = [one for one in reach if one.band == first]
    prices = sorted(one.price for one in shown)
    last = max((price for price in prices if bisect_right(prices, price) <= MOST_RINGS), default=prices[0])
    return tuple(one for one in shown if one.price <= last)


def _stroke(tone: str) -> tuple[str, str]:
    return TONES.get(tone, TONES["free"])


class Spot(NamedTuple):
    """A spot in its pane."""

    pane: Pane
    place: Place

    @property
    def here(self) -> tuple[float, float]:
        """Its middle."""
        return self.place.x, self.place.y

    @property
    def radius(self) -> float:
        """How large a ring around a point is."""
        return min(max(self.pane.radius * SHARE, LEAST), MOST)

    def corner(self, down: bool) -> tuple[float, float]:
        """Where a number stands: at the right of the lower edge of a card, or at the left of the upper one."""
        across, along = self.place.width / 2 or self.radius * 0.75, self.place.height / 2 or self.radius * 0.75
        x, y = self.here
        return (x + across, y + along) if down else (x - across, y - along)


class Over:
    """One overlay being drawn."""

    def __init__(self, spots: Spots, labels: Labels, language: str) -> None:
        self.spots, self.labels, self.language = spots, labels, language
        self.parts: list[str] = []
        self.at: dict[str, list[Spot]] = {}
        for spot in spots.spots:
            pane = next((pane for pane in spots.panes if _within(pane, spot.x, spot.y)), None)
            if pane is not None:
                self.at.setdefault(spot.id, []).append(Spot(pane, spot))
        self.bends: dict[tuple[str, str], list[Points]] = {}
        for bend in spots.bends:
            self.bends.setdefault((bend.a, bend.b), []).append(bend.points)
            self.bends.setdefault((bend.b, bend.a), []).append(bend.points[::-1])

    def svg(self) -> SafeString:
        """The overlay, as large as the picture; it takes no taps."""
        width, height = self.spots.size
        return format_html(
            '<svg class="over" viewBox="0 0 {} {}" pointer-events="none" aria-hidden="true" focusable="false"'
            ' font-family="system-ui, sans-serif">{}</svg>',
            f"{width:g}",
            f"{height:g}",
            mark_safe("".join(self.parts)),  # noqa: S308 (every text in it is escaped where it is drawn)
        )

    def names(self, form: Form[Any]) -> str:
        """The things that can be tapped, for the script's keys: id, place and name, as JSON."""
        known = {*form.values(), *(bar.value for bar in form.withheld())}
        found = [
            [spot.id, spot.x, spot.y, self.labels(spot.id).get(self.language)]
            for spot in self.spots.spots
            if spot.id in known
        ]
        return json.dumps(found, ensure_ascii=False, separators=(",", ":"))

    # --- what is drawn

    def rings(self, reach: Sequence[Priced], acting: Sequence[str]) -> None:
        """Where one can go next, with the price; and who acts."""
        for one in reach:
            colour, dash = _stroke(one.band)
            for spot in self.at.get(one.value, ()):
                self._ring(spot, colour, dash)
                if one.price:
                    self._badge(spot.corner(down=False), str(one.price), colour)
        for value in acting:
            for spot in self.at.get(value, ()):
                self._ring(spot, INK, "", 3, 4)

    def tapped(self, value: str) -> None:
        """What the card is about."""
        for spot in self.at.get(value, ()):
            self._ring(spot, "#d98200", "", 3, 3)
            self._ring(spot, "#d98200", "", 1.5, 7)

    def ordered(self, form: Form[Any], raw: Any, marks: Sequence[Mark]) -> None:
        """What is written: ways with their marks numbered, links to what is named."""
        turning, steered = _turning_points(form, raw), _steered(form, raw)
        for mark in marks:
            if mark.kind == "way":
                self._line(mark.places, INK, "")
                for number, place in enumerate(turning.get(mark.pointer, mark.places[-1:]), start=1):
                    if mark.pointer in steered:
                        self._heading(mark.places, place)
                    self._numbers(place, number)
            elif mark.kind == "link":
                for number, place in enumerate(mark.places[1:], start=1):
                    self._line((mark.places[0], place), INK, "", arrow=True)
                    if len(mark.places) > 2:
                        self._numbers(place, number)
                if mark.label.isdecimal():
                    self._numbers(mark.places[0], mark.label)
            elif len(mark.places) == 1:
                self._numbers(mark.places[0], _order_of(mark.pointer))
            else:
                for number, place in enumerate(mark.places, start=1):
                    self._numbers(place, number)

    def tried(self, marks: Sequence[Mark], tone: str) -> None:
        """What an offer would draw and the draft does not."""
        for mark in marks:
            if mark.kind in ("way", "link"):
                self._line(mark.places, _stroke(tone)[0], "7 5", arrow=True)

    # --- strokes

    def _numbers(self, place: str, number: int | str) -> None:
        for spot in self.at.get(place, ()):
            self._badge(spot.corner(down=True), str(number), INK)

    def _ring(self, spot: Spot, colour: str, dash: str, line: float = 2.5, wider: float = 0) -> None:
        """A ring around a point, a frame around a card."""
        (x, y), place = spot.here, spot.place
        around = f'circle cx="{x:.1f}" cy="{y:.1f}" r="{spot.radius + wider:.1f}"'
        if place.width:
            width, height = place.width + 2 * wider, place.height + 2 * wider
            corner = f'x="{x - width / 2:.1f}" y="{y - height / 2:.1f}"'
            around = f'rect {corner} width="{width:.1f}" height="{height:.1f}" rx="{5 + wider / 2:g}"'
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        back = f'stroke="{PAPER}" stroke-width="{line + 2}" stroke-opacity=".75"'
        self.parts.append(f'<{around} fill="none" {back}/>')
        self.parts.append(f'<{around} fill="none" stroke="{colour}" stroke-width="{line}"{dashes}/>')

    def _badge(self, middle: tuple[float, float], text: str, colour: str) -> None:
        x, y = middle
        self.parts.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6.5" fill="{colour}" stroke="{PAPER}" stroke-width="1"/>'
            f'<text x="{x:.1f}" y="{y + 3.4:.1f}" font-size="9.5" font-weight="700" text-anchor="middle"'
            f' fill="{PAPER}">{escape(text)}</text>'
        )

    def _line(self, places: Sequence[str], colour: str, dash: str, *, arrow: bool = False) -> None:
        for course in self._courses(places):
            points = self._between_cards(course) if arrow else course
            text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            shape = f'<polyline points="{text}" fill="none" stroke-linejoin="round" stroke-linecap="round"'
            dashes = f' stroke-dasharray="{dash}"' if dash else ""
            self.parts.append(f'{shape} stroke="{PAPER}" stroke-width="6" stroke-opacity=".8"/>')
            self.parts.append(f'{shape} stroke="{colour}" stroke-width="3"{dashes}/>')
            self._arrow(points[-2], points[-1], colour)

    def _between_cards(self, course: list[tuple[float, float]]) -> list[tuple[float, float]]:
        """From the edge of a card to the edge of another where a card is no higher than the name on it, which a line
        to the middle would cover.
        """
        found = (spot for spots in self.at.values() for spot in spots if 0 < spot.place.height <= FLAT)
        cards = {spot.here: spot.place for spot in found}
        first, last = cards.get(course[0]), cards.get(course[-1])
        start = _edge(first, course[1]) if first is not None else course[0]
        end = _edge(last, course[-2]) if last is not None else course[-1]
        return [start, *course[1:-1], end]

    def _heading(self, way: Sequence[str], place: str) -> None:
        """Where whoever follows the way heads when it has come to a place: on as it came."""
        for before in (before for before, here in pairwise(way) if here == place):
            for points in self._courses((before, place)):
                (ax, ay), (bx, by) = points[-2:]
                self._arrow((ax, ay), (bx + (bx - ax) / HEADED, by + (by - ay) / HEADED), INK)

    def _arrow(self, start: tuple[float, float], end: tuple[float, float], colour: str) -> None:
        """The head of an arrow that ends there."""
        (ax, ay), (bx, by) = start, end
        long = hypot(bx - ax, by - ay) or 1.0
        ux, uy = (bx - ax) / long * 9, (by - ay) / long * 9
        wings = f"{bx - ux - uy * 0.6:.1f},{by - uy + ux * 0.6:.1f} {bx - ux + uy * 0.6:.1f},{by - uy - ux * 0.6:.1f}"
        self.parts.append(f'<polygon points="{bx:.1f},{by:.1f} {wings}" fill="{colour}" stroke="{PAPER}"/>')

    def _courses(self, places: Sequence[str]) -> Iterator[list[tuple[float, float]]]:
        """The places as lines, a pane each: two that have no spot in one pane are not joined."""
        for pane in self.spots.panes:
            course: list[tuple[float, float]] = []
            for before, place in pairwise(places):
                here, there = self._in(pane, before), self._in(pane, place)
                if here is None or there is None:
                    continue
                if course[-1:] != [here]:
                    if len(course) > 1:
                        yield course
                    course = [here]
                course += [*self._bend(pane, before, place), there]
            if len(course) > 1:
                yield course
        yield from self._across(places)

    def _across(self, places: Sequence[str]) -> Iterator[list[tuple[float, float]]]:
        """Steps from one pane to another."""
        for before, place in pairwise(places):
            ours, theirs = self.at.get(before, ()), self.at.get(place, ())
            if ours and theirs and not {spot.pane.key for spot in ours} & {spot.pane.key for spot in theirs}:
                yield [ours[0].here, theirs[0].here]

    def _in(self, pane: Pane, place: str) -> tuple[float, float] | None:
        return next((spot.here for spot in self.at.get(place, ()) if spot.pane is pane), None)

    def _bend(self, pane: Pane, here: str, there: str) -> Points:
        """What lies in a pane between two places where the line is not straight."""
        found = self.bends.get((here, there), [])
        return next((points for points in found if all(_within(pane, *point) for point in points)), ())

    def home(self, form: Form[Any]) -> str:
        """Where to look first: the middle of the first thing that can act or be named, as ``x,y``."""
        for value in (*actors(form), *form.values()):
            for spot in self.at.get(value, ()):
                return f"{spot.place.x:g},{spot.place.y:g}"
        return ""


def _within(pane: Pane, x: float, y: float) -> bool:
    left, top, width, height = pane.box
    return left <= x <= left + width and top <= y <= top + height


def _order_of(pointer: str) -> int:
    """The number of an order as the page counts them, by the pointer to a value in it."""
    first = pointer.split("/")[1:2]
    return int(first[0]) + 1 if first and first[0].isdecimal() else 1


def _edge(card: Place, toward: tuple[float, float]) -> tuple[float, float]:
    """Where a line from the middle of a card leaves it; the middle, where the line ends inside."""
    across, along = toward[0] - card.x, toward[1] - card.y
    sides = [half / abs(way) for half, way in ((card.width / 2, across), (card.height / 2, along)) if way]
    share = min(sides, default=1.0)
    return (card.x, card.y) if share >= 1 else (card.x + across * share, card.y + along * share)


def _turning_points(form: Form[Any], raw: Any) -> dict[str, tuple[str, ...]]:
    """The marks by which each path is written, by the pointer to it."""
    if not isinstance(form, Orders):
        return {}
    return {where: fewest_marks(chart, walk, path) for where, chart, walk, path in taps.paths_in(form, raw)}


def _steered(form: Form[Any], raw: Any) -> set[str]:
    """The pointers to paths on which it matters where one heads."""
    if not isinstance(form, Orders):
        return set()
    return {where for where, _chart, walk, _path in taps.paths_in(form, raw) if walk.turns}
