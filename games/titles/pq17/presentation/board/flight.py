"""7.2.4 The picture of an air attack: the row of targets from left to right, and the attacking aircraft below it."""

from games.kernel.hotspots import Hotspot
from games.titles.pq17.components.contents import Box
from games.titles.pq17.orders.air_battle import Laid
from games.titles.pq17.presentation import lines
from games.titles.pq17.presentation.board.ink import Ink
from games.titles.pq17.presentation.labels import Words
from games.titles.pq17.state.battle import AirAttack
from games.titles.pq17.state.counters import Counter
from games.toolkit.text_metrics import cut, wrap

SIZE, LINE, ROW, GAP = 9.0, 12.0, 22.0, 6.0
"""The letter size, and the distances between lines, between units, and between places."""
LEAST, MOST = 96.0, 200.0
"""The least width of a place of the row, whose long lines are broken, and the greatest."""
COLUMNS = 3
"""The columns of aircraft."""


def attack_title(attack: AirAttack, say: Words) -> str:
    """Return the title of an air attack: the attacker, the target, and the place."""
    attacker, at = say.name(attack.attacker), say.where(attack.at)
    what = say("aircraft on the ground", "地上の航空機") if attack.grounded else say("ships", "艦船")
    return say(f"Air attack in {at}: the {attacker} attack {what}", f"{at}の航空攻撃: {attacker}が{what}を攻撃")


def stack_lines(box: Box, stack: Laid, say: Words) -> list[str]:
    """Return the units in a place of the row; a second unit of a kind also has its id, which orders use."""
    told = [
        lines.counter_line(box, Counter(name, strength), say) if name in box.ships else f"{say.name(name)} {strength}"
        for name, strength in stack.ships
    ]
    return [f"{say.name(stack.name)}:", *told] if "." in stack.name else told


def flying_line(name: str, kind: str, flying: int, say: Words) -> str:
    """Return an air unit with its flying strength."""
    return f"{say.name(name or kind)} ({flying})"


class AirDisplay:
    """The picture of an air attack at a position of the page (left, top, width).

    `places`: the hotspots of each place in the row and of each unit.
    """

    def __init__(self, ink: Ink, box: Box, attack: AirAttack, say: Words) -> None:
        self.ink, self.box, self.attack, self.say = ink, box, attack, say
        self.places: list[Hotspot] = []

    def draw(self, x: float, top: float, width: float) -> float:
        """Draw the row; return the y below."""
        self.ink.text(x, top + 11, attack_title(self.attack, self.say), 11, bold=True)
        y, most = top + 18, max(int(width // LEAST), 1)
        for first in range(0, len(self.attack.row), most):
            y = self._row(self.attack.row[first : first + most], x, y, width) + GAP
        return self._units(x, y + GAP, width)

    def _row(self, stacks: tuple[Laid, ...], x: float, y: float, width: float) -> float:
        wide = min(width / len(stacks), MOST) - GAP
        told = [
            [part for line in stack_lines(self.box, one, self.say) for part in wrap(line, wide - 8, SIZE)]
            for one in stacks
        ]
        high = LINE * max(map(len, told)) + 10
        for place, (stack, held) in enumerate(zip(stacks, told, strict=True)):
            left = x + place * (wide + GAP)
            side = "axis" if self.attack.attacker == "allied" else "allied"
            self.ink.rect(left, y, wide, high, "paper", edge="steel", round_=4)
            for number, text in enumerate(held, start=1):
                self.ink.text(left + 5, y + LINE * number + 2, text, SIZE, colour=f"{side}_line")
            self.places.append(Hotspot(stack.name, left + wide / 2, y + high / 2, wide, high))
        return y + high

    def _units(self, x: float, y: float, width: float) -> float:
        wide = width / COLUMNS - GAP
        for place, (name, kind, flying) in enumerate(self.attack.units):
            down, across = divmod(place, COLUMNS)
            left, upper = x + across * (wide + GAP), y + down * ROW
            text = cut(flying_line(name, kind, flying, self.say), wide - 8, SIZE)
            self.ink.text(left + 5, upper + 12, text, SIZE, colour=f"{self.attack.attacker}_line")
            if name:
                self.places.append(Hotspot(name, left + wide / 2, upper + 9, wide, ROW - 4))
        return y + ROW * -(-len(self.attack.units) // COLUMNS)
