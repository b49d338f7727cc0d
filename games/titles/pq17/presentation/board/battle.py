"""7.5.2 The battle display: the units of both sides in their areas, as both sides in the battle see them."""

from typing import get_args

from games.kernel.hotspots import Hotspot
from games.titles.pq17.components.contents import Box
from games.titles.pq17.components.pieces import SIDES
from games.titles.pq17.presentation import lines
from games.titles.pq17.presentation.board.ink import Ink
from games.titles.pq17.presentation.labels import Words
from games.titles.pq17.state.battle import Area, Battle, Unit
from games.toolkit.text_metrics import cut

AREAS: tuple[Area, ...] = get_args(Area)
ROW, HEAD, SIZE = 16.0, 22.0, 9.0
"""The distance from one unit to the next, large enough for taps; the height of an area's name; the letter size."""
NAME = 120.0
"""The width of the spot of an area's name."""


def unit_line(box: Box, unit: Unit, say: Words) -> str:
    """Return the ships and the actions of a unit; a second unit of a kind also has its id, which orders use."""
    held = say.join([lines.counter_line(box, counter, say) for counter in unit.counters]) or "?"
    held = (say(f"{say.name(unit.name)}: ", f"{say.name(unit.name)}：") if "." in unit.name else "") + held
    marks = [say("evading", "回避")] if unit.evading else []
    if unit.screens:
        marks.append(say("screens off ", "煙幕: ") + say.names(unit.screens))
    return held + (f" [{say.marks(marks)}]" if marks else "")


def battle_title(battle: Battle, say: Words) -> str:
    """Return the round, the attacker, and the surprised side."""
    attacker = say.name(battle.attacker)
    text = say(
        f"Surface battle, round {battle.round}: the {attacker} attack",
        f"水上戦闘・第{battle.round}ラウンド: {attacker}の攻撃",
    )
    if battle.surprised:
        caught = say.name(battle.surprised)
        text += say(f", the {caught} surprised", f"・{caught}は奇襲を受けた")
    return text


class Display:
    """The battle display at a position of the page (left, top, width), areas one below the other.

    `places`: the hotspots of units and of the areas' names.
    """

    def __init__(self, ink: Ink, box: Box, battle: Battle, say: Words) -> None:
        self.ink, self.box, self.battle, self.say = ink, box, battle, say
        self.places: list[Hotspot] = []

    def draw(self, x: float, top: float, width: float) -> float:
        """Draw the display; return the y below."""
        self.ink.text(x, top + 11, battle_title(self.battle, self.say), 11, bold=True)
        y = top + 17
        for area in AREAS:
            y = self._area(area, x, y, width) + 3
        return y

    def _area(self, area: Area, x: float, y: float, width: float) -> float:
        ranks = {side: [one for one in self.battle.of(side) if one.area == area] for side in SIDES}
        high = HEAD + ROW * max(1, *(len(units) for units in ranks.values()))
        self.ink.rect(x, y, width, high, "paper", edge="steel", round_=4)
        self.ink.text(x + width / 2, y + 14, self.say.name(area), 10, colour="faint", bold=True, anchor="middle")
        self.places.append(Hotspot(area, x + width / 2, y + HEAD / 2, NAME, HEAD - 4))
        for column, side in enumerate(SIDES):
            left = x + 6 + column * width / 2
            for index, unit in enumerate(ranks[side]):
                self._unit(unit, left, y + HEAD + index * ROW, width / 2 - 16)
        return y + high

    def _unit(self, unit: Unit, left: float, y: float, width: float) -> None:
        text = cut(unit_line(self.box, unit, self.say), width, SIZE)
        self.ink.text(left, y + 9, text, SIZE, colour=f"{unit.side}_line")
        self.places.append(Hotspot(unit.name, left + width / 2, y + 6, width, ROW - 2))
