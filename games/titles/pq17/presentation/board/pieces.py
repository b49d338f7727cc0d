"""The counters on the pictures of battles and air attacks: silhouette, name and strength, and the damage."""

from msgspec import Struct

from games.titles.pq17.components.contents import Box
from games.titles.pq17.presentation import lines
from games.titles.pq17.presentation.board.ink import Ink
from games.titles.pq17.presentation.board.symbols import silhouette_of
from games.titles.pq17.presentation.labels import Words
from games.titles.pq17.state.counters import Counter
from games.toolkit.text_metrics import text_width, wrap

SIZE, HIGH, LINE = 9.5, 17.0, 11.0
"""The letter size; the height of a plate with one line; the height of each further line of a name."""
BEFORE, BARE = 30.0, 6.0
"""The room before the name, with a silhouette and without one."""
STEPS, STEP = 4.0, 5.0
"""The room before the boxes for the steps of a damaged ship, and the distance of the boxes."""


class Piece(Struct, frozen=True):
    """A counter on a picture: its symbol, name, strength, and its states or actions (`note`)."""

    symbol: str
    """The id of the silhouette; "" for none."""
    name: str
    """The name on the plate; "" if the piece is only a note, or the label of a unit."""
    strength: str
    """The strength as text."""
    note: str
    """The states or actions, written beside the plate."""
    is_label: bool = False
    """True if the piece is the label of a unit."""
    whole: int = 0
    """The undamaged strength of a damaged ship, whose steps are drawn as boxes; otherwise 0."""

    @property
    def plate(self) -> float:
        """Return the width of the plate if the name is on one line."""
        return self._around + text_width(self.name, SIZE, bold=True) if self.name else 0.0

    @property
    def least(self) -> float:
        """Return the least possible width of the plate, with each word of the name on a line of its own."""
        return self._around + max((text_width(word, SIZE, bold=True) for word in self.name.split()), default=0.0)

    @property
    def width(self) -> float:
        """Return the width of the plate and of the note beside it."""
        return self.plate + (text_width(self.note, SIZE, bold=self.is_label) + 6 if self.note else 0)

    @property
    def before(self) -> float:
        """Return the width of the plate on the left of the name, where the symbol is."""
        return BEFORE if self.symbol else BARE

    @property
    def _around(self) -> float:
        strength = text_width(self.strength, SIZE + 0.5, bold=True)
        return self.before + 8 + strength + 5 + (STEPS + STEP * self.whole if self.whole else 0)

    def lines(self, width: float) -> list[str]:
        """Return the name broken into lines, for a plate of this width."""
        return wrap(self.name, width - self._around + 0.1, SIZE, bold=True)

    def height(self, width: float) -> float:
        """Return the height of a plate of this width."""
        return HIGH + LINE * (len(self.lines(width)) - 1)


def piece_of(box: Box, counter: Counter, say: Words) -> Piece:
    """Return the piece for a counter, with its damage."""
    ship = box.ships[counter.ship]
    damaged = ship.is_single and counter.strength < ship.strength
    strength = f"{counter.strength}/{ship.strength}" if damaged else str(counter.strength)
    states = say.marks(lines.counter_states(box, counter, say))
    return Piece(
        silhouette_of(ship.type), say.name(counter.ship), strength, states, whole=ship.strength if damaged else 0
    )


def draw_piece(ink: Ink, piece: Piece, side: str, x: float, y: float, width: float = 0.0) -> float:
    """Draw a counter with its upper left corner at a point, and its note beside it; return the height of the counter.

    `width`: the maximum width of the counter without its note; if it is less than the name needs, the name has several
    lines. 0: no maximum, the name stays in one line.
    """
    wide = min(width, piece.plate) if width else piece.plate
    high = piece.height(wide + 0.1) if piece.name else HIGH
    letters, right, middle = ink.label_colour(side), x + wide, y + high / 2
    if piece.name:
        ink.rect(x, y, wide, high, side, edge="white", line=0.8, round_=2.5)
        if piece.symbol:
            ink.use(piece.symbol, x + 15, middle + 0.5, colour=letters)
        for number, line in enumerate(piece.lines(wide + 0.1)):
            ink.text(x + piece.before, y + 12 + LINE * number, line, SIZE, colour=letters, bold=True)
        ink.text(right - 5, middle + 3.5, piece.strength, SIZE + 0.5, colour=letters, bold=True, anchor="end")
        _draw_steps(ink, piece, right - 5 - text_width(piece.strength, SIZE + 0.5, bold=True), middle, letters)
    if piece.note:
        colour = f"{side}_line" if piece.is_label else "alarm"
        ink.text(right + 4, middle + 3.5, piece.note, SIZE, colour=colour, bold=piece.is_label)
    return high


def _draw_steps(ink: Ink, piece: Piece, right: float, middle: float, colour: str) -> None:
    """Draw a box for each step of a damaged ship, filled if she still has it. `right`: where the last box ends."""
    left = int(piece.strength.partition("/")[0]) if piece.whole else 0
    for step in range(piece.whole):
        x = right - STEPS - STEP * (piece.whole - step)
        ink.rect(x, middle - 3, STEP - 1.2, 6, colour if step < left else "none", edge=colour, line=0.7)
