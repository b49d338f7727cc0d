"""The changing contents of the chart: port symbols, ships, counters, defences and marks.

A block is the group of all counters of a space; its leader is the line from the space to the block.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain, pairwise
from math import dist

from msgspec import Struct, structs

from games.kernel.picture import Area, Layer
from games.kernel.rectangles import Point, Rectangle, crosses
from games.titles.goeben.components.box import Box
from games.titles.goeben.presentation import lines
from games.titles.goeben.presentation.board.chart import RINGS, SLACK, Sheet, distance_cost
from games.titles.goeben.presentation.board.ink import Ink
from games.titles.goeben.presentation.labels import Words
from games.titles.goeben.state.state import Note
from games.titles.goeben.visibility.view import View
from games.toolkit.text_metrics import cut, text_width

FRAMES = {"friendly": "central", "neutral": "neutral", "allied": "allied", "captured": "brass"}
NATIONS = {"britain": "british", "france": "french", "austria": "austrian"}
SHIP, SMALL, GAP, HIGH = 9.0, 9.0, 2.0, 18.0
"""The letter size on ships' counters, and on all others; the distance between counters; the height of a counter."""
ON_A_BLOCK = 8.0
"""The cost of each unit of area where a block covers another block."""
FARTHEST = 16.0
"""If a counter of a block is farther from the space than this, the block has a leader."""
LEADERLESS = 11.0
"""A block that is nearer to its space than this needs no leader."""
ON_A_LEADER = 400.0
"""The cost of a leader that crosses another block."""
ELBOW = 12.0
"""The cost of a leader with a bend."""
ROWS = ((78.0, 0.0), (120.0, 3.0), (170.0, 6.0))
"""The greatest widths of a block that are tried, each with its cost."""

NARROWED = 20.0
"""The cost of drawing counters without silhouettes."""


class Piece(Struct, frozen=True):
    """A counter or mark: its width, and the function that draws it with its upper left corner at a point.

    `id`: the id that a tap on it selects; "" if it cannot be selected. `narrow`: a smaller form for crowded waters, or
    None.
    """

    width: float
    draw: Callable[[Ink, float, float], None]
    id: str = ""
    narrow: "Piece | None" = None


class Counters:
    """The counters of a view on a sheet.

    The attributes are the results of drawing. `under`: the layer with routes and symbols, below the names. `ink`: the
    layer with counters, above the names. `laid`: the centre and size of each counter that a player can select, by id.
    `plates`: the rectangle of each row of counters.
    """

    def __init__(self, box: Box, say: Words, view: View, sheet: Sheet) -> None:
        self.box, self.say, self.view, self.sheet = box, say, view, sheet
        self.under, self.ink = Ink(), Ink()
        self.laid: dict[str, tuple[float, float, float, float]] = {}
        self.plates: list[Rectangle] = []
        self._beneath = 0
        self._pieces = cache(self._lying)

    def layers(self, x: float, y: float, window: Area | None = None) -> tuple[Layer, ...]:
        """Return the layers of the sheet with all contents.

        `x`, `y`: the sheet's upper left corner on the page. `window`: the part of the page to draw; None for all.
        """
        self._routes()
        self.signs()
        self.lay()
        self._names()
        sheet, (sea, names) = Area(0, 0, self.sheet.width, self.sheet.height), self.sheet.printed(x, y, window)
        under, over = (
            Layer(marks.svg(), sheet, x, y, window, defs=self.sheet.symbols) for marks in (self.under, self.ink)
        )
        return sea, under, names, over

    def _names(self) -> None:
        """Write the names that a sparse sheet leaves out, if the space has contents or a route ends there."""
        ends = [route[-1] for route in self.view.day.routes.values() if route] if self.view.day is not None else []
        for space in self.sheet.spaces:
            if self.sheet.is_named(space) or space in self.sheet.elsewhere:
                continue
            if space in ends or self._pieces(space):
                self.sheet.write(self.ink, space)

    def _routes(self) -> None:
        """Draw the routes of the ships on this day."""
        if self.view.day is None:
            return
        for route in dict.fromkeys(self.view.day.routes.values()):
            for one, other in pairwise(route):
                way = self.sheet.way(one, other)
                if way:
                    self.under.line(way, "gold", 5)
                    self.under.line(way, "black", 1.6, dash="5 3")

    # --- signs of the spaces

    def signs(self) -> None:
        """Draw the symbol of each space, with flag and frame for ports, and a ring around the spaces of the mission."""
        self._beneath = len(self.under.marks)
        for goal in lines.goals(self.box, self.view):
            if goal in self.sheet.spaces:
                self.under.use("goal", *self.sheet.place(goal))
        for name, space in self.sheet.spaces.items():
            x, y = self.sheet.place(name)
            if space.harbour:
                self._port(name, x, y)
            elif space.kind == "patrol_zone":
                self.under.use("patrol" if lines.is_patrol(self.box, self.view, name) else "freed", x, y)
            else:
                self.under.use({"transit": "transit", "atlantic_exit": "exit"}.get(space.kind, "sea"), x, y)

    def _port(self, name: str, x: float, y: float) -> None:
        space = self.box.spaces[name]
        base = space.kind == "naval_base"
        size, frame = (0.98 if base else 0.76), FRAMES[lines.side(self.box, self.view, name)]
        wide, high = 7 * size, 5 * size
        if base:
            broad, tall = 2 * wide + 7.2, 2 * high + 7.2
            self.under.rect(x - wide - 3.6, y - high - 3.6, broad, tall, "white", edge=frame, line=1.3)
        self.under.rect(x - wide - 1.4, y - high - 1.4, 2 * wide + 2.8, 2 * high + 2.8, frame)
        self.under.use(f"flag-{space.owner}", x, y, size=size)
        if name in self.view.visited:
            self.under.use("visited", x, y)

    # --- the counters in them

    def lay(self) -> None:
        """Place the counters of each space in a block beside it, and draw them.

        Blocks with ships are placed first, in the best positions.
        """
        blocks: list[Block] = []
        here = (space for space in self.sheet.spaces if space not in self.sheet.elsewhere)
        spaces = [space for space in here if self._pieces(space)]
        spaces.sort(key=lambda space: not self._ships(space))
        for space in spaces:
            blocks.append(self._room(space, blocks))
            self._block(blocks[-1])

    def _room(self, space: str, others: Sequence["Block"]) -> "Block":
        """Return the block of a space at its best position, clear of names, signs and the `others` if possible."""
        place, best, found = self.sheet.place(space), 1e9, None
        for rows, price in _shapes(self._pieces(space)):
            wide = max(sum(piece.width + GAP for piece in row) - GAP for row in rows)
            high = len(rows) * (HIGH + GAP) - GAP
            for far in RINGS:
                if price + distance_cost(far) >= best:
                    break
                for cost, area in self.sheet.beside(space, wide, high, far):
                    if price + cost >= best:
                        continue
                    block = block_at(rows, area, place)
                    more, block = self._conflicts(space, block, others)
                    if price + cost + more < best:
                        best, found = price + cost + more, block
        if found is None:
            raise ValueError(space)
        return found

    def _conflicts(self, space: str, block: "Block", others: Sequence["Block"]) -> tuple[float, "Block"]:
        """Return the cost of conflicts between a block and others, and the block with its best leader."""
        cost = ON_A_BLOCK * block.area.total_overlap([one.area for one in others], SLACK)
        cost += ON_A_LEADER * sum(is_across(one.leader, block.area) for one in others)
        if not block.leader:
            return cost, block
        least, leader = 1e9, block.leader
        for line in leaders(block.areas, self.sheet.place(space)):
            across = ELBOW * (len(line) - 2) + ON_A_LEADER * sum(is_across(line, one.area) for one in others)
            across += sum(self.sheet.crossed(space, step) for step in pairwise(line))
            if across < least:
                least, leader = across, line
            if across <= ELBOW:
                break
        return cost + least, structs.replace(block, leader=leader)

    def _block(self, block: "Block") -> None:
        """Draw the counters of a block, and its leader."""
        if block.leader:
            leader = Ink()
            for step in pairwise(block.leader):
                leader.leader(*step, "leader", "halo")
            self.under.marks[self._beneath : self._beneath] = leader.marks
        for row, lying in zip(block.rows, block.areas, strict=True):
            left = lying.left
            for piece in row:
                piece.draw(self.ink, left, lying.top)
                if piece.id:
                    self.laid[piece.id] = left + piece.width / 2, lying.top + HIGH / 2, piece.width, HIGH
                left += piece.width + GAP
            self.plates.append(lying)

    def _lying(self, space: str) -> list[Piece]:
        """Return the counters and marks of a space, in the order of drawing."""
        pieces = self._ships(space)
        note = self.view.spaces.get(space)
        if note is not None:
            pieces += self._counters(note)
            pieces += self._marks(note)
        pieces += self._weather(space)
        return pieces

    def _ships(self, space: str) -> list[Piece]:
        found = []
        for known in self.view.ships:
            if known.ship.at == space and not known.ship.sunk:
                faint = known.since is not None
                kind = self.box.german[known.ship.id].type
                found.append(_ship(known.ship.id, self.say.name(known.ship.id), kind, "steel" if faint else "black"))
        for consort in self.view.consorts:
            if consort.at == space and not consort.gone:
                readout = self.box.austrian[consort.id]
                name = cut(self.say.name(consort.id), 84, SHIP, bold=True)
                found.append(_ship(consort.id, name, readout.type, "austrian"))
        return found

    def _counters(self, note: Note) -> list[Piece]:
        found = []
        for counter in note.up:
            readout = self.box.allied.get(counter)
            if readout is None:
                found.append(_plate(counter, self.say.name(counter), "marker"))
            else:
                found.append(_plate(counter, self.say.name(readout.type), NATIONS[readout.nation]))
        if note.down:
            found.append(_face_down(note.down))
        strengths = [str(self.box.forts[fort]) for fort in note.forts_up]
        found += [_fort(strength) for strength in strengths]
        found += [_fort("?")] * note.forts_down
        return found

    def _marks(self, note: Note) -> list[Piece]:
        names = [("collier", 20.0)] * note.collier + [("mines", 15.0)] * note.mined
        names += [("held", 14.0)] * note.held + [("friend", 14.0)] * note.friendly_ship
        return [_sign(name, width) for name, width in names]

    def _weather(self, space: str) -> list[Piece]:
        weather = self.view.day.weather.get(space) if self.view.day is not None else None
        names = []
        if weather is not None:
            names += ["storm"] if weather.storm else []
            names += ["fog"] if weather.visibility != "clear" else []
        if self.view.battle is not None and self.view.battle.space == space:
            names += ["battle"] + (["moon"] if self.view.battle.night else [])
        return [_sign(name, 17) for name in names]


class Block(Struct, frozen=True):
    """The counters of a space in rows, and the line (leader) from the space to them.

    `area`: the rectangle of all rows; `areas`: the rectangle of each row. `leader`: the points of the leader; empty if
    the block needs none.
    """

    rows: Sequence[Sequence[Piece]]
    area: Rectangle
    areas: tuple[Rectangle, ...]
    leader: tuple[Point, ...] = ()


def block_at(rows: Sequence[Sequence[Piece]], area: Rectangle, place: Point) -> Block:
    """Return the block of these rows in a rectangle, with the rows aligned at the side nearer to the block's space.

    `place`: the position of the space. The block has a straight leader unless it is close to the space.
    """
    areas = tuple(_areas(rows, area, place))
    ends = [_end(place, one) for one in areas]
    nearest = min(ends, key=lambda end: dist(place, end))
    beside = abs(nearest[0] - place[0]) + abs(nearest[1] - place[1]) <= LEADERLESS
    if beside and max(dist(place, _end(place, one)) for one in _each(rows, areas)) <= FARTHEST:
        return Block(rows, area, areas)
    return Block(rows, area, areas, (place, nearest))


def _each(rows: Sequence[Sequence[Piece]], areas: Sequence[Rectangle]) -> Iterator[Rectangle]:
    """Yield the rectangle of each counter. `areas`: the rectangles of the rows."""
    for row, area in zip(rows, areas, strict=True):
        left = area.left
        for piece in row:
            yield Rectangle(left, area.top, left + piece.width, area.bottom)
            left += piece.width + GAP


def leaders(areas: Sequence[Rectangle], place: Point) -> Iterator[tuple[Point, ...]]:
    """Yield lines from a space to its block that cross no row of the block: straight ones, then those with a bend.

    If there are none, yield the shortest straight one. `areas`: the rectangles of the rows. `place`: the position of
    the space.
    """
    ends = sorted(_ends(areas, place), key=lambda end: dist(place, end))
    x, y = place
    lines = chain(
        ((place, end) for end in ends), ((place, elbow, end) for end in ends for elbow in ((end[0], y), (x, end[1])))
    )
    found = False
    for line in lines:
        if not any(is_across(line, row, SLACK) for row in areas):
            found = True
            yield line
    if not found:
        yield place, ends[0]


def is_across(line: Sequence[Point], area: Rectangle, slack: float = 0.0) -> bool:
    """Return True if a line through these points crosses a rectangle that is reduced by `slack` on each side."""
    return any(crosses(step, area, slack) for step in pairwise(line))


def _ends(areas: Sequence[Rectangle], place: Point) -> Iterator[Point]:
    """Yield points on the edges of a block's rows where its leader may end."""
    for row in areas:
        for part in range(5):
            x = row.left + part * (row.right - row.left) / 4
            yield from ((x, row.top), (x, row.bottom))
        yield from ((row.left, (row.top + row.bottom) / 2), (row.right, (row.top + row.bottom) / 2), _end(place, row))


def _shapes(pieces: Sequence[Piece]) -> Iterator[tuple[list[list[Piece]], float]]:
    """Yield the possible ways to arrange counters in rows, each with its cost."""
    narrow = [piece.narrow or piece for piece in pieces]
    for form, more in ((pieces, 0.0), (narrow, NARROWED)) if narrow != pieces else ((pieces, 0.0),):
        counts: set[int] = set()
        for width, price in ROWS:
            rows = _rows_within(form, width)
            if len(rows) not in counts:
                counts.add(len(rows))
                yield rows, price + more


def _rows_within(pieces: Sequence[Piece], width: float) -> list[list[Piece]]:
    """Return the counters in rows of at most this width; a counter that is wider has a row of its own."""
    rows: list[list[Piece]] = [[]]
    used = 0.0
    for piece in pieces:
        if rows[-1] and used + piece.width > width:
            rows.append([])
            used = 0.0
        rows[-1].append(piece)
        used += piece.width + GAP
    return rows


def _areas(rows: Sequence[Sequence[Piece]], area: Rectangle, place: Point) -> Iterator[Rectangle]:
    """Yield the rectangle of each row of a block, aligned at the side of `area` that is nearer to `place`."""
    top, flush_right = area.top, place[0] > (area.left + area.right) / 2
    for row in rows:
        wide = sum(piece.width + GAP for piece in row) - GAP
        left = area.right - wide if flush_right else area.left
        yield Rectangle(left, top, left + wide, top + HIGH)
        top += HIGH + GAP


def _end(place: Point, area: Rectangle) -> Point:
    """Return the point of a rectangle that is nearest to a point."""
    return min(max(place[0], area.left), area.right), min(max(place[1], area.top), area.bottom)


def _ship(ship: str, name: str, kind: str, colour: str) -> Piece:
    width = 36 + text_width(name, SHIP, bold=True)

    def draw(ink: Ink, x: float, y: float) -> None:
        ink.rect(x, y, width, HIGH, colour, edge="white", line=1.2, round_=2.5)
        ink.use(f"ship-{kind}", x + 16, y + 12, size=0.45, colour=ink.label_colour(colour))
        ink.text(x + 31, y + 12.6, name, SHIP, colour=ink.label_colour(colour), bold=True)

    return Piece(width, draw, ship, _plate(ship, name, colour))


def _plate(counter: str, text: str, colour: str) -> Piece:
    width = 10 + text_width(text, SMALL, bold=True)

    def draw(ink: Ink, x: float, y: float) -> None:
        ink.rect(x, y, width, HIGH - 1, colour, edge="#fff", round_=2)
        ink.text(x + width / 2, y + 11.8, text, SMALL, colour=ink.label_colour(colour), bold=True, anchor="middle")

    return Piece(width, draw, counter)


def _face_down(count: int) -> Piece:
    def draw(ink: Ink, x: float, y: float) -> None:
        for back in range(min(count, 3) - 1, -1, -1):
            ink.use("down", x + 8.7 + 2 * back, y + 8.9 - 0.6 * back)
        ink.text(x + 8.7, y + 12.2, str(count), 9.5, colour=ink.label_colour("steel"), bold=True, anchor="middle")

    return Piece(17.5 + 2 * (min(count, 3) - 1), draw)


def _fort(text: str) -> Piece:
    def draw(ink: Ink, x: float, y: float) -> None:
        ink.use("fort", x + 7, y + 9.5, size=1.12, colour="allied")
        ink.text(x + 7, y + 14.4, text, 9, colour=ink.label_colour("allied"), bold=True, anchor="middle")

    return Piece(14, draw)


def _sign(name: str, width: float) -> Piece:
    def draw(ink: Ink, x: float, y: float) -> None:
        ink.use(name, x + width / 2, y + 9)

    return Piece(width, draw)
