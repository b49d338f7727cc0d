"""The overlay of the picture: reachable places with costs, the draft's orders, and the edit that the card suggests.

It is a separate SVG with presentation attributes only, and never part of the picture or of its cache.
"""

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from math import dist
from typing import Any, NamedTuple

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from games.kernel.drafts import Annotation, Completion
from games.kernel.forms import Form
from games.kernel.hotspots import BoardHotspots, Hotspot, Region
from games.kernel.text import Labels
from games.order_editor import order_edits
from games.order_editor.paths import fewest_waypoints
from games.orders.order_set import Orders
from pbem.web.pages.order_form.clear_lines import ClearSpace, arrowhead
from pbem.web.pages.order_form.link_routes import MAX_FLAT_HEIGHT, LinkRoute, edge_point, is_tall, route_link
from pbem.web.pages.order_form.tap_editor import list_actors

INK, PAPER, MEASURED = "#16324c", "#ffffff", "#7a1f8a"
TONE_STYLES = {"free": ("#1d7a45", ""), "spends": ("#c07800", "5 3.5"), "risk": ("#b3202c", "1.5 3.5")}
"""The colour and the dash pattern of a ring by its cost band; a ring without a band is drawn as "free"."""
LEAST, MOST = 10.0, 24.0
"""The smallest and the largest radius of a ring, in units of the picture."""
Points = tuple[tuple[float, float], ...]
HEADING_LENGTH = 4
"""A heading's arrowhead lies beyond the middle of a place, by the length of the step there divided by this number."""
LINE, THIN = 3.0, 2.0
"""The width of a line over the map, and of a line in the gaps between cards."""
MAX_RINGS = 48
"""The maximum number of rings, because a map full of rings is unreadable; other places get dots."""
DOT_WIDTH = 5
"""The width of the dot on a place that can be tapped but has no ring."""
REACH = "#d07f00"
"""The colour of the outline of the area that a selected thing can reach."""
WINDOW = 270
"""Half the width and height of the part of a picture that a desktop screen shows, in units of the picture."""
RING_SHARE = 0.36
"""The radius of a ring, as a fraction of its region's radius."""


@dataclass(frozen=True)
class LegendEntry:
    """A line of the legend of the overlay."""

    tone: str
    """The cost band (free, spends or risk) that the line explains."""
    colour: str
    """The colour of its lines."""
    dash: str
    """The dash pattern of its lines, as in SVG."""
    text: str
    """Its meaning in words."""


def build_legend(completions: Sequence[Completion], language: str) -> tuple[LegendEntry, ...]:
    """Return a legend entry for each cost band of these completions."""
    found = {one.band: one.note.get(language) for one in completions if one.band}
    return tuple(LegendEntry(tone, *TONE_STYLES[tone], found[tone]) for tone in TONE_STYLES if tone in found)


def select_nearest(completions: Sequence[Completion]) -> tuple[Completion, ...]:
    """Return the completions that get a ring: all or, if they are more than `MAX_RINGS`, the cheapest ones.

    If a unit can go somewhere, only the places where it can go get rings: a ring on another thing would look like a
    way there. Of too many completions, only those of the cheapest band count. Of these, all up to a maximum price get
    rings. The maximum is the highest price that gives at most `MAX_RINGS` rings, or the lowest price if none does.
    """
    completions = [one for one in completions if one.path] or completions
    if len(completions) <= MAX_RINGS:
        return tuple(completions)
    first = min(completions, key=lambda one: list(TONE_STYLES).index(one.band) if one.band in TONE_STYLES else 0).band
    shown = [one for one in completions if one.band == first]
    prices = sorted(one.price for one in shown)
    last = max((price for price in prices if bisect_right(prices, price) <= MAX_RINGS), default=prices[0])
    return tuple(one for one in shown if one.price <= last)


def _stroke(tone: str) -> tuple[str, str]:
    return TONE_STYLES.get(tone, TONE_STYLES["free"])


class RegionHotspot(NamedTuple):
    """A hotspot (the place of a thing on the picture) with the region of the picture in which it lies."""

    region: Region
    place: Hotspot

    @property
    def center(self) -> tuple[float, float]:
        """Return the middle of the hotspot, in units of the picture."""
        return self.place.x, self.place.y

    @property
    def radius(self) -> float:
        """Return the radius of a ring around the hotspot."""
        return min(max(self.region.radius * RING_SHARE, LEAST), MOST)

    @property
    def badge_offset(self) -> tuple[float, float]:
        """Return the distances, across and down, from the middle of the hotspot to its number.

        The number lies at a card's corner or on a ring.
        """
        return self.place.width / 2 or self.radius * 0.75, self.place.height / 2 or self.radius * 0.75


BADGE, BADGE_LETTER = 6.5, 3.0
"""The radius of a number's disc, and by how much each letter after the second widens it to both sides."""


class Overlay:
    """Draws one overlay of the picture: call the `draw_…` methods, then `svg`.

    `at` has the hotspots of each thing, by id; `legend` explains what was drawn. `bends` has, for two neighbouring
    places, the inner points of the bent lines between them.
    """

    def __init__(self, spots: BoardHotspots, labels: Labels, language: str) -> None:
        self.spots, self.labels, self.language = spots, labels, language
        self.parts: list[str] = []
        self._badges: list[str] = []
        self._labelled: set[tuple[tuple[float, float], str]] = set()
        self.legend: tuple[LegendEntry, ...] = ()
        self._links = 0
        self._clear = ClearSpace(spots.names)
        self.at: dict[str, list[RegionHotspot]] = {}
        for spot in spots.hotspots:
            pane = next((pane for pane in spots.regions if _within(pane, spot.x, spot.y)), None)
            if pane is not None:
                self.at.setdefault(spot.id, []).append(RegionHotspot(pane, spot.whole))
        self.bends: dict[tuple[str, str], list[Points]] = {}
        for bend in spots.polylines:
            self.bends.setdefault((bend.a, bend.b), []).append(bend.points)
            self.bends.setdefault((bend.b, bend.a), []).append(bend.points[::-1])

    def svg(self) -> SafeString:
        """Return the drawn overlay as an SVG of the picture's size; taps go through it to the picture."""
        width, height = self.spots.size
        return format_html(
            '<svg class="over" viewBox="0 0 {} {}" pointer-events="none" aria-hidden="true" focusable="false"'
            ' font-family="system-ui, sans-serif">{}</svg>',
            f"{width:g}",
            f"{height:g}",
            mark_safe("".join((*self.parts, *self._badges))),  # noqa: S308 (every text in it is escaped where it is drawn)
        )

    def list_tappable_names(self, form: Form[Any]) -> str:
        """Return a JSON list with [id, x, y, name] of each thing that can be tapped, for the script's keyboard control.

        (x, y) is the middle of the thing, in units of the picture.
        """
        known = {*form.values(), *(bar.value for bar in form.unavailable_values())}
        found = [
            [spot.id, spot.x, spot.y, self.labels(spot.id).get(self.language)]
            for spot in self.spots.hotspots
            if spot.id in known
        ]
        return json.dumps(found, ensure_ascii=False, separators=(",", ":"))

    # --- parts of the overlay

    def draw_reach(self, acting: Sequence[str]) -> None:
        """Draw the outline of the area that the selected things can reach, and set `legend` to its explanation."""
        shown = [one for one in self.spots.reaches if not set(acting).isdisjoint(one.ids)]
        for line in dict.fromkeys(line for one in shown for line in one.outlines):
            self.parts.append(f'<polygon points="{_written(line)}" fill="{REACH}" fill-opacity=".07"/>')
            for piece in self._clear.pieces(line):
                shape = f'<polyline points="{_written(piece)}" fill="none" stroke-linejoin="round"'
                self.parts.append(f'{shape} stroke="{PAPER}" stroke-width="4" stroke-opacity=".8"/>')
                self.parts.append(f'{shape} stroke="{REACH}" stroke-width="2.5"/>')
        texts = dict.fromkeys(one.name.get(self.language) for one in shown)
        self.legend = tuple(LegendEntry("reach", REACH, "", text) for text in texts)

    def draw_rings(self, completions: Sequence[Completion], acting: Sequence[str]) -> None:
        """Draw rings with costs around the values of these completions, and rings around the selected units."""
        for one in completions:
            colour, dash = _stroke(one.band)
            for spot in self.at.get(one.value, ()):
                self._ring(spot, colour, dash)
                if one.price:
                    self._number(spot, str(one.price), colour, down=False)
        for value in acting:
            for spot in self.at.get(value, ()):
                self._ring(spot, INK, "", 3, 4)

    def draw_dots(self, completions: Sequence[Completion]) -> None:
        """Draw dots on the values of these completions, which are too many for rings."""
        spots: dict[str, list[RegionHotspot]] = {}
        for one in completions:
            spots.setdefault(_stroke(one.band)[0], []).extend(self.at.get(one.value, ()))
        for colour, found in spots.items():
            self._dots(found, colour)

    def _dots(self, spots: Sequence[RegionHotspot], colour: str) -> None:
        line = "".join(f"M{x:.1f} {y:.1f}h0" for x, y in (spot.center for spot in spots))
        for stroke, width in ((PAPER, DOT_WIDTH + 3), (colour, DOT_WIDTH)):
            self.parts.append(f'<path d="{line}" stroke="{stroke}" stroke-width="{width}" stroke-linecap="round"/>')

    def draw_tapped(self, value: str) -> None:
        """Draw a double ring around the thing whose card is open."""
        for spot in self.at.get(value, ()):
            self._ring(spot, "#d98200", "", 3, 3)
            self._ring(spot, "#d98200", "", 1.5, 7)

    def find_point(self, value: str) -> str:
        """Return the middle of a thing on the picture as ``x,y``; empty if the picture does not show the thing."""
        return next((f"{spot.place.x:.5g},{spot.place.y:.5g}" for spot in self.at.get(value, ())), "")

    def draw_measurement(self, path: Sequence[str], distance: int) -> None:
        """Draw a measured path (place ids) with its length at its end.

        If the places are in no common region, draw a straight line between the ends.
        """
        ends = [spots[0].center for value in (path[0], path[-1]) if (spots := self.at.get(value, ()))]
        if len(ends) < 2 or ends[0] == ends[1]:
            return
        courses = list(self._courses(path)) or [ends]
        for course in courses:
            self._stroke_line(course, MEASURED, "7 4", THIN)
        self._badge(ends[1], str(distance), MEASURED)

    def draw_marks(self, values: Sequence[str]) -> None:
        """Draw a dot on each of these places, all as one SVG path, because they may be many."""
        self._dots([spot for value in values for spot in self.at.get(value, ())], MEASURED)

    def draw_orders(self, form: Form[Any], raw: Any, annotations: Sequence[Annotation]) -> None:
        """Draw the orders of a draft (`raw`) by their annotations: paths with numbered waypoints, arrows, numbers."""
        turning, steered = _turning_points(form, raw), _steered(form, raw)
        for mark in annotations:
            if mark.kind == "way":
                self._line(mark.places, INK, "")
                for number, place in enumerate(turning.get(mark.pointer, mark.places[-1:]), start=1):
                    if mark.pointer in steered:
                        self._heading(mark.places, place)
                    self._numbers(place, number)
            elif mark.kind == "link":
                for number, place in enumerate(mark.places[1:], start=1):
                    self._link(mark, place, number)
            elif len(mark.places) == 1:
                self._numbers(mark.places[0], _order_of(mark.pointer))
            else:
                for number, place in enumerate(mark.places, start=1):
                    self._numbers(place, number)

    def _link(self, mark: Annotation, place: str, number: int) -> None:
        """Draw an arrow from the first thing of a link annotation to the thing `place`, the link's `number`th target.

        If there is no room for an arrow, draw equal numbers at both things instead.
        """
        start, end = self._nearest(mark.places[0], place)
        if start is None or end is None:
            return
        label = mark.label if mark.label.isdecimal() else str(_order_of(mark.pointer))
        several = f"{label}.{number}" if len(mark.places) > 2 else label
        self._links += 1
        route = self._route(start, end)
        if route is None:
            self._number(start, label)
            self._number(end, several)
            return
        self._stroke_line(route.points, INK, "", THIN if route.badges else LINE)
        for spot, middle, text in zip((start, end), route.badges, (label, several), strict=False):
            self._label(spot, middle, text)
        if not route.badges:
            on_line = self._clear.place_number_on(route.points[0], route.points[-1])
            if on_line is None:
                self._number(start, label)
            else:
                self._badge(on_line, label, INK)
            if len(mark.places) > 2:
                self._number(end, str(number))

    def _label(self, spot: RegionHotspot, middle: tuple[float, float], text: str) -> None:
        """Draw the number of an arrow beside a card, only once for all arrows of an order that begin or end there."""
        if (spot.center, text) not in self._labelled:
            self._labelled.add((spot.center, text))
            self._badge(middle, text, INK)

    def _route(self, start: RegionHotspot, end: RegionHotspot) -> LinkRoute | None:
        """Return the route of an arrow; None without room. Only an arrow from a tall card leads to another region."""
        if start.region is not end.region and not is_tall(start.place):
            return None
        others = (spot.place for spots in self.at.values() for spot in spots if spot.region is start.region)
        return route_link(start.place, end.place, others, self.spots, self._links - 1)

    def _nearest(self, one: str, other: str) -> "tuple[RegionHotspot | None, RegionHotspot | None]":
        """Return the hotspots of two things in a common region, or else the first hotspot (or None) of each."""
        ours, theirs = self.at.get(one, ()), self.at.get(other, ())
        pairs = ((mine, spot) for mine in ours for spot in theirs if mine.region is spot.region)
        return next(pairs, (ours[0] if ours else None, theirs[0] if theirs else None))

    def draw_tried(self, annotations: Sequence[Annotation], tone: str) -> None:
        """Draw the paths and arrows of a suggested edit by its annotations, dashed, in the colour of the band."""
        for mark in annotations:
            if mark.kind == "way":
                self._line(mark.places, _stroke(tone)[0], "7 5", arrow=True)
            for place in mark.places[1:] if mark.kind == "link" else ():
                self._tried_link(mark.places[0], place, _stroke(tone)[0])

    def _tried_link(self, one: str, other: str, colour: str) -> None:
        """Draw an arrow that is tried: as the order's arrow would run, or straight where that one has no room."""
        start, end = self._nearest(one, other)
        route = self._route(start, end) if start is not None and end is not None else None
        if route is None:
            self._line((one, other), colour, "7 5", arrow=True)
        else:
            self._stroke_line(route.points, colour, "7 5")

    # --- strokes

    def _numbers(self, place: str, number: int | str) -> None:
        for spot in self.at.get(place, ()):
            self._number(spot, str(number))

    def _number(self, spot: RegionHotspot, text: str, colour: str = INK, *, down: bool = True) -> None:
        """Draw a number beside a thing, off the names: preferably below on the right or, without `down`, above left."""
        self._badge(self._clear.place_number(spot.center, *spot.badge_offset, down=down), text, colour)

    def _ring(self, spot: RegionHotspot, colour: str, dash: str, line: float = 2.5, wider: float = 0) -> None:
        """Draw a ring around a point, or a frame around a card; a ring has gaps where it would cover names.

        `line` is the width of the line, and `wider` is added to the radius.
        """
        (x, y), place = spot.center, spot.place
        pieces = self._clear.ring(spot.center, spot.radius + wider)
        shapes = [f'circle cx="{x:.1f}" cy="{y:.1f}" r="{spot.radius + wider:.1f}"']
        if place.width:
            width, height = place.width + 2 * wider, place.height + 2 * wider
            corner = f'x="{x - width / 2:.1f}" y="{y - height / 2:.1f}"'
            shapes = [f'rect {corner} width="{width:.1f}" height="{height:.1f}" rx="{5 + wider / 2:g}"']
        elif pieces:
            shapes = [f'polyline points="{_written(piece)}"' for piece in pieces]
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        back = f'stroke="{PAPER}" stroke-width="{line + 2}" stroke-opacity=".75"'
        for around in shapes:
            self.parts.append(f'<{around} fill="none" {back}/>')
            self.parts.append(f'<{around} fill="none" stroke="{colour}" stroke-width="{line}"{dashes}/>')

    def _badge(self, middle: tuple[float, float], text: str, colour: str) -> None:
        """Draw a number in a disc, or a longer one such as "3.1" in a rounded box; they are above all lines."""
        x, y = middle
        half = BADGE + BADGE_LETTER * max(0, len(text) - 2)
        shape = (
            f'circle cx="{x:.1f}" cy="{y:.1f}" r="{BADGE}"'
            if half == BADGE
            else f'rect x="{x - half:.1f}" y="{y - BADGE:.1f}" width="{2 * half:.1f}" height="{2 * BADGE}" rx="{BADGE}"'
        )
        self._badges.append(
            f'<{shape} fill="{colour}" stroke="{PAPER}" stroke-width="1"/>'
            f'<text x="{x:.1f}" y="{y + 3.4:.1f}" font-size="9.5" font-weight="700" text-anchor="middle"'
            f' fill="{PAPER}">{escape(text)}</text>'
        )

    def _line(self, places: Sequence[str], colour: str, dash: str, *, arrow: bool = False) -> None:
        for course in self._courses(places):
            self._stroke_line(self._between_cards(course) if arrow else course, colour, dash)

    def _stroke_line(self, points: Sequence[tuple[float, float]], colour: str, dash: str, width: float = LINE) -> None:
        """Draw a line with an arrowhead and a light edge; it has gaps where it would cover names."""
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        pieces = self._clear.pieces(points)
        for piece in pieces:
            shape = f'<polyline points="{_written(piece)}" fill="none" stroke-linejoin="round" stroke-linecap="round"'
            self.parts.append(f'{shape} stroke="{PAPER}" stroke-width="{2 * width:g}" stroke-opacity=".8"/>')
            self.parts.append(f'{shape} stroke="{colour}" stroke-width="{width:g}"{dashes}/>')
        if pieces:
            self._arrow(pieces[-1][-2], pieces[-1][-1], colour)

    def _between_cards(self, course: list[tuple[float, float]]) -> list[tuple[float, float]]:
        """Return a line whose ends in the middle of a flat card are moved to the card's edge.

        A flat card contains only its name, which a line to its middle would cover.
        """
        found = (spot for spots in self.at.values() for spot in spots if 0 < spot.place.height <= MAX_FLAT_HEIGHT)
        cards = {spot.center: spot.place for spot in found}
        first, last = cards.get(course[0]), cards.get(course[-1])
        start = edge_point(first, course[1]) if first is not None else course[0]
        end = edge_point(last, course[-2]) if last is not None else course[-1]
        return [start, *course[1:-1], end]

    def _heading(self, way: Sequence[str], place: str) -> None:
        """Draw an arrowhead beyond a place on a path: the heading of a unit that comes from the place before."""
        for before in (before for before, here in pairwise(way) if here == place):
            for points in self._courses((before, place)):
                (ax, ay), (bx, by) = points[-2:]
                self._arrow((ax, ay), (bx + (bx - ax) / HEADING_LENGTH, by + (by - ay) / HEADING_LENGTH), INK)

    def _arrow(self, start: tuple[float, float], end: tuple[float, float], colour: str) -> None:
        """Draw an arrowhead at the end of a line, or before the end where it would cover a name or number."""
        heads = (arrowhead(start, end, back) for back in range(0, max(int(dist(start, end)), 1), 4))
        head = next(filter(self._clear.is_free, heads), None)
        if head is not None:
            self.parts.append(f'<polygon points="{_written(head)}" fill="{colour}" stroke="{PAPER}"/>')

    def _courses(self, places: Sequence[str]) -> Iterator[list[tuple[float, float]]]:
        """Yield the lines that join consecutive places, region by region, then those between different regions."""
        for pane in self.spots.regions:
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
        """Yield straight lines between consecutive places that have no region in common."""
        for before, place in pairwise(places):
            ours, theirs = self.at.get(before, ()), self.at.get(place, ())
            if ours and theirs and not {spot.region.key for spot in ours} & {spot.region.key for spot in theirs}:
                yield [ours[0].center, theirs[0].center]

    def _in(self, pane: Region, place: str) -> tuple[float, float] | None:
        return next((spot.center for spot in self.at.get(place, ()) if spot.region is pane), None)

    def _bend(self, pane: Region, here: str, there: str) -> Points:
        """Return the inner points of the line between two places of a region; empty if the line is straight."""
        found = self.bends.get((here, there), [])
        return next((points for points in found if all(_within(pane, *point) for point in points)), ())

    def _centers(self, values: Iterable[str]) -> list[tuple[float, float]]:
        """Return the middles of these things in the first region that has any of them."""
        spots = [spot for value in values for spot in self.at.get(value, ())]
        regions = ([spot.center for spot in spots if spot.region is one] for one in self.spots.regions)
        return next(filter(None, regions), [])

    def find_home_point(self, form: Form[Any], own: Sequence[str] = ()) -> str:
        """Return six numbers for the initial scroll position, with commas between them; empty if nothing is named.

        The first two are the x and y of the home point: the unit with the most units around it, of equal ones that
        with the most targets, then the one nearest to the middle. The next two are the x and y of the middle of all
        units. The last two are the width and height of the area with all units, for windows that can show all of it.
        Units are those that can get orders, in the first region that has any: a map comes before lists of units.
        Without such units, the first thing that the form names takes their place, and without one the pieces `own`.
        """
        actors = list_actors(form)
        beside = self._centers(actors)
        if not beside:
            beside = list(islice((spot.center for value in form.values() for spot in self.at.get(value, ())), 1))
        beside = beside or self._centers(own)
        if not beside:
            return ""
        middle = tuple((min(line) + max(line)) / 2 for line in zip(*beside, strict=True))
        extent = (max(line) - min(line) for line in zip(*beside, strict=True))
        named = [self.at[value][0].center for value in form.values() if value in self.at and value not in actors]
        home = min(
            beside,
            key=lambda point: (-_count_near(point, beside), -_count_near(point, named), dist(point, middle)),
        )
        return ",".join(f"{value:.5g}" for value in (*home, *middle, *extent))


def _count_near(point: tuple[float, float], others: Sequence[tuple[float, float]]) -> int:
    """Return the number of points that a window around a point shows."""
    return sum(abs(x - point[0]) <= WINDOW and abs(y - point[1]) <= WINDOW for x, y in others)


def _within(pane: Region, x: float, y: float) -> bool:
    left, top, width, height = pane.box
    return left <= x <= left + width and top <= y <= top + height


def _written(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _order_of(pointer: str) -> int:
    """Return the number (from 1) that the page shows for the order which a pointer leads into."""
    first = pointer.split("/")[1:2]
    return int(first[0]) + 1 if first and first[0].isdecimal() else 1


def _turning_points(form: Form[Any], raw: Any) -> dict[str, tuple[str, ...]]:
    """Return the waypoints by which the notation writes each path of a draft, by the path's pointer."""
    if not isinstance(form, Orders):
        return {}
    return {
        where: fewest_waypoints(chart, movement, path)
        for where, chart, movement, path in order_edits.paths_in(form, raw)
    }


def _steered(form: Form[Any], raw: Any) -> set[str]:
    """Return the pointers to the paths of a draft whose movement rules depend on the heading."""
    if not isinstance(form, Orders):
        return set()
    return {where for where, _chart, movement, _path in order_edits.paths_in(form, raw) if movement.turns}
