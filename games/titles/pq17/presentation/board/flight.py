"""7.2.4 The picture of an air attack: the row of targets from left to right, and below it the attacking aircraft."""

from games.kernel.hotspots import Hotspot
from games.titles.pq17.components.contents import Box
from games.titles.pq17.orders.air_battle import Laid
from games.titles.pq17.presentation import lines
from games.titles.pq17.presentation.board.ink import Ink
from games.titles.pq17.presentation.board.pieces import Piece, draw_piece, piece_of
from games.titles.pq17.presentation.labels import Words
from games.titles.pq17.state.battle import AirAttack
from games.titles.pq17.state.counters import Counter

LABEL, ROW, GAP = 16.0, 32.0, 6.0
"""The height of a stack's name; the distance between attacking units; the distance between places of the row."""
LEAST, MOST = 96.0, 200.0
"""The least width of a place of the row, at which long names are broken into lines; and the greatest width."""
COLUMNS = 3
"""The number of columns in which the attacking aircraft are listed."""


def attack_title(attack: AirAttack, say: Words) -> str:
    """Return the title of an air attack: the attacking side, the kind of target, and the place."""
    attacker, at = say.name(attack.attacker), say.where(attack.at)
    what = say("aircraft on the ground", "地上の航空機") if attack.grounded else say("ships", "艦船")
    return say(f"Air attack in {at}: the {attacker} attack {what}", f"{at}の航空攻撃：{attacker}が{what}を攻撃")


def stack_lines(box: Box, stack: Laid, say: Words) -> list[str]:
    """Return a line for each unit in a place of the row.

    If the row has several stacks of one kind, the first line is the stack's name, because orders need the name.
    """
    told = [
        lines.counter_line(box, Counter(name, strength), say) if name in box.ships else f"{say.name(name)} {strength}"
        for name, strength in stack.ships
    ]
    return [f"{say.name(stack.name)}:", *told] if "." in stack.name else told


def flying_line(name: str, kind: str, flying: int, say: Words) -> str:
    """Return the name of an air unit with its strength in the air.

    `name` is "" for an enemy unit, whose `kind` is shown.
    """
    return f"{say.name(name or kind)} ({flying})"


def _high(piece: Piece, wide: float) -> float:
    """Return the height that a counter takes up in a place `wide` units wide, with the distance to the next counter."""
    return LABEL if piece.is_label else piece.height(min(wide - 10, piece.plate) + 0.1) + 3


class AirDisplay:
    """The picture of an air attack.

    `places`: the hotspots of the places in the row and of the attacking units.
    """

    def __init__(self, ink: Ink, box: Box, attack: AirAttack, say: Words) -> None:
        self.ink, self.box, self.attack, self.say = ink, box, attack, say
        self.places: list[Hotspot] = []

    def draw(self, x: float, top: float, width: float) -> float:
        """Draw the picture with its upper left corner at `x`, `top`; return the y of its lower edge."""
        self.ink.text(x, top + 11, attack_title(self.attack, self.say), 11, bold=True)
        least = max(LEAST, *(piece.least + 16 for one in self.attack.row for piece in self._pieces(one)))
        y, most = top + 18, max(int(width // least), 1)
        for first in range(0, len(self.attack.row), most):
            y = self._row(self.attack.row[first : first + most], x, y, width) + GAP
        return self._units(x, y + GAP, width)

    def _row(self, stacks: tuple[Laid, ...], x: float, y: float, width: float) -> float:
        """Draw one line of the row of targets, each with its counters one below the other; return the y below it."""
        wide = min(width / len(stacks), MOST) - GAP
        held = [self._pieces(one) for one in stacks]
        high = max(sum(_high(piece, wide) for piece in pieces) for pieces in held) + 6
        side = "axis" if self.attack.attacker == "allied" else "allied"
        for place, (stack, pieces) in enumerate(zip(stacks, held, strict=True)):
            left, down = x + place * (wide + GAP), y + 4
            self.ink.rect(left, y, wide, high, "paper", edge="steel", round_=4)
            for piece in pieces:
                draw_piece(self.ink, piece, side, left + (0 if piece.is_label else 5), down, wide - 10)
                down += _high(piece, wide)
            self.places.append(Hotspot(stack.name, left + wide / 2, y + high / 2, wide, high))
        return y + high

    def _pieces(self, stack: Laid) -> list[Piece]:
        """Return the counters of a stack in the row.

        If the row has several stacks of one kind, the stack's name comes first, because orders use it.
        """
        say = self.say
        found = [
            piece_of(self.box, Counter(name, strength), say)
            if name in self.box.ships
            else Piece("plane", say.name(name), str(strength), "")
            for name, strength in stack.ships
        ]
        label = Piece("", "", "", f"{say.name(stack.name)}:", is_label=True)
        return [label, *found] if "." in stack.name else found

    def _units(self, x: float, y: float, width: float) -> float:
        wide = width / COLUMNS - GAP
        for place, (name, kind, flying) in enumerate(self.attack.units):
            down, across = divmod(place, COLUMNS)
            left, upper = x + across * (wide + GAP), y + down * ROW
            piece = Piece("plane", self.say.name(name or kind), str(flying), "")
            draw_piece(self.ink, piece, self.attack.attacker, left, upper, wide)
            if name:
                self.places.append(Hotspot(name, left + wide / 2, upper + 9, wide, ROW - 4))
        return y + ROW * -(-len(self.attack.units) // COLUMNS)
