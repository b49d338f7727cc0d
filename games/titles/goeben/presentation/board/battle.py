"""The naval combat display (14.1): both sides with their guns and damage, and the next round of fire."""

from games.kernel.rectangles import Rectangle
from games.kernel.text import Text
from games.titles.goeben.components.box import Box
from games.titles.goeben.components.pieces import BATTERIES
from games.titles.goeben.presentation import lines
from games.titles.goeben.presentation.board.counters import NATIONS
from games.titles.goeben.presentation.board.ink import Ink
from games.titles.goeben.presentation.board.noted import Noted
from games.titles.goeben.presentation.labels import Words
from games.titles.goeben.state.state import Battle, Foe
from games.titles.goeben.visibility.view import View
from games.toolkit.text_metrics import cut, text_width

ROW = 26.0
BATTLE, RADIUS = Text("Battle", "海戦"), 80.0
"""The name of the panel, and the greatest distance of a tap from the middle of the plate that it selects."""
NARROW = 700.0
"""If the panel is narrower than this, one side is drawn above the other."""
STATE = 9.5
"""The letter size of the text on a ship's state."""
GUTTER = 44.0
"""The space between the plates of both sides, for the arrows of the orders."""
PLATE, FOE = 150.0, 168.0
"""The widths of the plates of the players' ships, and of enemies."""


class BattlePanel:
    """Draws the naval combat display of the current battle."""

    def __init__(self, box: Box, say: Words, view: View, ink: Ink, noted: Noted | None = None) -> None:
        self.box, self.say, self.view, self.ink = box, say, view, ink
        self.noted = noted if noted is not None else Noted()

    def draw(self, x: float, y: float, width: float, battle: Battle) -> float:
        """Draw the panel with its upper left corner at (`x`, `y`); return the y of its lower edge."""
        say, ink = self.say, self.ink
        ours = [*battle.ships, *battle.consorts]
        narrow = width < NARROW
        rows = len(ours) + len(battle.foes) if narrow else max(len(ours), len(battle.foes), 1)
        height = 66 + ROW * rows
        self.noted.pane("battle", BATTLE, (x, y, width, height), RADIUS)
        ink.rect(x, y, width, height, "paper", edge="fire", line=2.2, round_=5)
        ink.rect(x + 1.5, y + 1.5, width - 3, 23, "fire", round_=4)
        ink.use("battle", x + 17, y + 13, size=0.85)
        place = say.name(battle.space)
        title = (
            say(f"Bombardment of {place}", f"{place}沿岸砲撃")
            if battle.shore
            else say(f"Battle: {place}", f"海戦：{place}")
        )
        ink.text(x + 34, y + 17.5, title, 13, colour=ink.label_colour("fire"), bold=True)
        line, colour = lines.battle_line(battle, say), ink.label_colour("fire")
        ink.text(x + width - 10, y + 17, line, 10, colour=colour, bold=True, anchor="end")
        self._salvos(x + 10, y + 32, width - 20, battle)
        middle, wide = x + width / 2, (width - GUTTER) / 2 - 8
        for index, ship in enumerate(ours):
            top = y + 62 + index * ROW
            plate, text = (x + 8, x + 16 + PLATE) if narrow else (middle - GUTTER / 2 - PLATE, x + 10)
            self._ours(plate, top, text, width - PLATE - 28 if narrow else wide - PLATE - 8, ship, battle)
        for index, foe in enumerate(battle.foes, start=len(ours) if narrow else 0):
            plate = x + 8 if narrow else middle + GUTTER / 2
            self._foe(plate, y + 62 + index * ROW, width - 16 if narrow else wide, foe)
        return y + height

    def _salvos(self, x: float, y: float, width: float, battle: Battle) -> None:
        """14.2 Draw the eight salvos in order, with the next one marked."""
        wide = width / 8
        for index in range(8):
            battery = BATTERIES[index // 2]
            first = index % 2 == 0
            german = (battle.first == "german") == first
            now = index == battle.salvo and bool(battle.first)
            colour = "empty" if not battle.first or index < battle.salvo else "black" if german else "british"
            self.ink.rect(
                x + index * wide,
                y,
                wide - 3,
                20,
                colour,
                edge="gold" if now else "steel",
                line=2.4 if now else 0.7,
                round_=3,
            )
            if german or not battle.first:
                self.noted.spot(battery, x + index * wide + (wide - 3) / 2, y + 10, wide - 3, 20)
            self.noted.legible(Rectangle(x + index * wide, y, x + (index + 1) * wide - 3, y + 20))
            who = self.say("G", "独") if german else self.say("A", "連")
            text = f"{who} {self.say.name(battery)}" if battle.first else self.say.name(battery)
            shown = self.ink.label_colour(colour) if colour != "empty" else "faint"
            self.ink.text(
                x + index * wide + wide / 2 - 1.5,
                y + 13.4,
                cut(text, wide - 6, 9),
                9,
                colour=shown,
                anchor="middle",
            )

    def _ours(self, x: float, y: float, left: float, width: float, name: str, battle: Battle) -> None:
        """Draw the plate of a ship at `x`, and her state as text at `left`."""
        say, ink = self.say, self.ink
        german = next((known.ship for known in self.view.ships if known.ship.id == name), None)
        kind = self.box.german[name].type if german is not None else self.box.austrian[name].type
        self.noted.spot(name, x + PLATE / 2, y + 11, PLATE, ROW - 4)
        ground = "black" if german is not None else "austrian"
        ink.rect(x, y, PLATE, ROW - 4, ground, round_=3)
        ink.use(f"ship-{kind}", x + 24, y + 15, size=0.6, colour=ink.label_colour(ground))
        ink.text(
            x + 46, y + 15, cut(say.name(name), 100, 10.5, bold=True), 10.5, colour=ink.label_colour(ground), bold=True
        )
        if german is not None:
            text = say(
                f"guns {german.primary}/{german.secondary}/{german.tertiary}  ammo {german.ammunition}"
                f"  torp {german.torpedoes}  hull {german.hull}",
                f"砲 {german.primary}/{german.secondary}/{german.tertiary}  弾薬 {german.ammunition}"
                f"  魚雷 {german.torpedoes}  船体 {german.hull}",
            )
        else:
            text = lines.damage_line(battle.consorts[name], say) or say("undamaged", "無傷")
        self._state_at(left, y, cut(text, width, STATE))

    def _foe(self, x: float, y: float, width: float, foe: Foe) -> None:
        say, ink = self.say, self.ink
        ship = self.box.allied.get(foe.id)
        colour = "steel" if foe.gone else NATIONS[ship.nation] if ship is not None else "allied"
        self.noted.spot(foe.id, x + FOE / 2, y + 11, FOE, ROW - 4)
        ink.rect(x, y, FOE, ROW - 4, colour, round_=3)
        if ship is not None:
            ink.use(f"ship-{ship.type}", x + 24, y + 15, size=0.6, colour=ink.label_colour(colour))
        else:
            ink.use("fort", x + 22, y + 11, size=1.2, colour=ink.label_colour(colour))
        name = say.name(foe.id)
        if ship is not None and ship.type != "convoy":
            name = f"{say.name(ship.type)} {name}"
        size = 10.5 if text_width(name, 10.5, bold=True) <= 118 else 9.0
        ink.text(x + 46, y + 15, cut(name, 118, size, bold=True), size, colour=ink.label_colour(colour), bold=True)
        text = cut(self._state(foe), width - FOE - 10, STATE)
        self._state_at(x + FOE + 8, y, text, "allied" if foe.gone else "ink")

    def _state_at(self, x: float, y: float, text: str, colour: str = "ink") -> None:
        """Draw the text on a ship's state, and record its rectangle, which arrows avoid."""
        wide = self.ink.text(x, y + 14.5, text, STATE, colour=colour)
        self.noted.legible(Rectangle(x - 2, y + 2, x + wide + 2, y + 20))

    def _state(self, foe: Foe) -> str:
        """Return the values and the damage of an enemy, or how it left the battle."""
        say, ship = self.say, self.box.allied.get(foe.id)
        if foe.gone:
            return lines.end_line(self.box, foe, say)
        if ship is None:
            strength = self.box.forts.get(foe.id, 0)
            return say(f"strength {strength}", f"戦力 {strength}")
        hurt = lines.damage_line(foe.damage, say)
        text = say(
            f"{ship.primary}/{ship.secondary}/{ship.tertiary} torp {ship.torpedoes} armour {ship.armour}",
            f"{ship.primary}/{ship.secondary}/{ship.tertiary} 魚雷{ship.torpedoes} 装甲{ship.armour}",
        )
        return f"{text} · {hurt}" if hurt else text
