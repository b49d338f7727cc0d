"""The counters on the displays of battles and air attacks: silhouette, name and strength, with the damage beside."""

from msgspec import Struct

from games.titles.pq17.components.contents import Box
from games.titles.pq17.presentation import lines
from games.titles.pq17.presentation.board.ink import Ink
from games.titles.pq17.presentation.board.symbols import silhouette_of
from games.titles.pq17.presentation.labels import Words
from games.titles.pq17.state.counters import Counter
from games.toolkit.text_metrics import text_width, wrap

SIZE, HIGH, LINE = 9.5, 17.0, 11.0
"""The letter size, the height of a plate, and of each further line of its name."""
BEFORE, BARE = 30.0, 6.0
"""The room before the name with and without a silhouette."""
STEPS, STEP = 4.0, 5.0
"""The room before the steps of a damaged ship, and the distance of the steps."""


class Piece(Struct, frozen=True):
    """A counter on a display: symbol, name, strength, and its states (`note`).

    Without a name it is a note alone, or the label of a unit (`is_label`).

    `whole`: the full strength of a damaged ship, whose steps are drawn; otherwise 0.
    """

    symbol: str
    name: str
    strength: str
    note: str
    is_label: bool = False
    whole: int = 0

    @property
    def plate(self) -> float:
        """Return the width of the plate with the name in one line."""
        return self._around + text_width(self.name, SIZE, bold=True) if self.name else 0.0

    @property
    def least(self) -> float:
        """Return the least width of the plate with the name in several lines."""
        return self._around + max((text_width(word, SIZE, bold=True) for word in self.name.split()), default=0.0)

    @property
    def width(self) -> float:
        """Return the width with the states beside the plate."""
        return self.plate + (text_width(self.note, SIZE, bold=self.is_label) + 6 if self.note else 0)

    @property
    def before(self) -> float:
        """Return the room before the name."""
        return BEFORE if self.symbol else BARE

    @property
    def _around(self) -> float:
        strength = text_width(self.strength, SIZE + 0.5, bold=True)
        return self.before + 8 + strength + 5 + (STEPS + STEP * self.whole if self.whole else 0)

    def lines(self, width: float) -> list[str]:
        """Return the name in lines, for a plate of that width."""
        return wrap(self.name, width - self._around + 0.1, SIZE, bold=True)

    def height(self, width: float) -> float:
        """Return the height of a plate of that width."""
        return HIGH + LINE * (len(self.lines(width)) - 1)


def piece_of(box: Box, counter: Counter, say: Words) -> Piece:
    """Return the counter of a ship or of ships of a class, with its damage."""
    ship = box.ships[counter.ship]
    damaged = ship.is_single and counter.strength < ship.strength
    strength = f"{counter.strength}/{ship.strength}" if damaged else str(counter.strength)
    states = say.marks(lines.counter_states(box, counter, say))
    return Piece(
        silhouette_of(ship.type), say.name(counter.ship), strength, states, whole=ship.strength if damaged else 0
    )


def draw_piece(ink: Ink, piece: Piece, side: str, x: float, y: float, width: float = 0.0) -> float:
    """Draw a counter with its upper left corner at a point, and beside it its states or its label; return its height.

    `width` is the width of its plate, 0 for as wide as its name.
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
    """Draw the steps of a damaged ship, those that are left filled, up to a point."""
    left = int(piece.strength.partition("/")[0]) if piece.whole else 0
    for step in range(piece.whole):
        x = right - STEPS - STEP * (piece.whole - step)
        ink.rect(x, middle - 3, STEP - 1.2, 6, colour if step < left else "none", edge=colour, line=0.7)
