"""The cards of the seat's own forces, and of known enemy blocks, in columns."""

from collections.abc import Sequence

from msgspec import Struct

from games.titles.pq17.components.contents import Box
from games.titles.pq17.presentation import lines
from games.titles.pq17.presentation.board.ink import Ink
from games.titles.pq17.presentation.labels import Words
from games.titles.pq17.presentation.reading import Contact
from games.titles.pq17.state.counters import Counter
from games.titles.pq17.state.state import Force
from games.titles.pq17.visibility.view import View
from games.toolkit.text_metrics import cut, text_width, wrap

HEAD, ROW, SIZE, SMALL, GAP = 17.0, 13.0, 9.5, 9.0, 6.0
BOX_ = 5.0
"""The width of the box that stands for a step of strength."""
MOST_BOXES = 8


class Row(Struct, frozen=True):
    """A line of a card: a text, or a counter, whose strength is drawn as boxes."""

    text: str
    colour: str = "ink"
    size: float = SMALL
    counter: Counter | None = None


class Card(Struct, frozen=True):
    """A card about a force or block. `title`: its heading. `aside`: a text beside the heading. `rows`: its lines."""

    id: str
    side: str
    kind: str
    own: bool
    title: str
    aside: str
    rows: tuple[Row, ...]

    @property
    def height(self) -> float:
        """Return the height in units of the picture."""
        return HEAD + 4 + ROW * len(self.rows)


class Cards:
    """The cards of a view. `spots`: the hotspot of each card: middle, width and height."""

    def __init__(self, box: Box, view: View, say: Words, ink: Ink) -> None:
        self.box, self.view, self.say, self.ink = box, view, say, ink
        self.dates = lines.Dates(box, view.calendar, say)
        self.spots: dict[str, tuple[float, float, float, float]] = {}

    # --- what stands on them

    def forces(self, width: float) -> list[Card]:
        """Return a card for each of the seat's own forces, dummies last."""
        found = sorted(self.view.own, key=lambda force: force.is_dummy)
        return [self._force(force, width) for force in found]

    def _force(self, force: Force, width: float) -> Card:
        rows = [Row("", counter=counter) for counter in force.counters]
        told = [lines.fuel_line(force.fuel, self.say, self.dates), lines.plan_line(force, self.say, self.dates)]
        told.append(lines.formation_line(force, self.say))
        if force.id in self.view.stopped:
            told.append(self.say("the gale stops it", "強風のため移動不可"))
        for text in filter(None, told):
            rows += [Row(part, "faint") for part in wrap(text, width - 12, SMALL, most=2)]
        choice = lines.choice_line(self.view, force, self.say)
        rows += [Row(part, "alarm") for part in wrap(choice, width - 12, SMALL, most=3)] if choice else []
        if hunters := [one.by for one in self.view.shadows if one.force == force.id]:
            rows.append(Row(lines.shadowed_line(hunters, self.say), "watch"))
        aside = lines.place_line(force, self.say)
        if force.level is not None:
            aside += self.say(f" · ID {force.level}", f"・ID{force.level}")
        return Card(force.id, force.side, force.kind, True, self.say.name(force.id), aside, tuple(rows))

    def contacts(self, found: Sequence[Contact], width: float) -> list[Card]:
        """Return a card for each enemy block (`found`); blocks of a known kind come first."""
        order = sorted(found, key=lambda one: (one.block.kind is None, one.block.side, one.block.block))
        return [self._contact(one, width) for one in order]

    def _contact(self, contact: Contact, width: float) -> Card:
        block = contact.block
        rows = [
            Row(part)
            for text in lines.contact_lines(contact, self.say, self.dates)
            for part in wrap(text, width - 12, SMALL, most=2)
        ]
        place = self.say.where(block.port or block.at)
        title = lines.block_title(contact, self.say)
        return Card(contact.id, block.side, block.kind or "", False, title, place, tuple(rows))

    # --- drawing

    def draw(self, cards: Sequence[Card], x: float, y: float, width: float, columns: int) -> float:
        """Draw the cards, each in the column that is shortest so far; return the y of the lower edge."""
        wide = (width - GAP * (columns - 1)) / columns
        ends = [y] * columns
        for card in cards:
            column = ends.index(min(ends))
            left, top = x + column * (wide + GAP), ends[column]
            self._card(card, left, top, wide)
            self.spots.setdefault(card.id, (left + wide / 2, top + HEAD / 2, wide, HEAD))
            ends[column] = top + card.height + GAP
        return max(ends)

    def _card(self, card: Card, x: float, y: float, wide: float) -> None:
        ink = self.ink
        ghost = card.own and card.kind == "dummy"
        letters = ink.label_colour("ghost" if ghost else card.side)
        ink.rect(x, y, wide, card.height, "paper", edge=f"{card.side}_line" if not ghost else "ghost", round_=4)
        ink.rect(x, y, wide, HEAD, "ghost" if ghost else card.side, round_=4)
        if card.kind in ("convoy", "task_force", "wolfpack"):
            ink.use(f"kind-{card.kind}", x + 11, y + HEAD / 2 + 0.4, colour=letters)
        else:
            mark = "D" if card.kind == "dummy" else "?"
            ink.text(x + 11, y + 12.6, mark, 11, colour=letters, bold=True, anchor="middle")
        aside = text_width(card.aside, SMALL)
        title = cut(card.title, wide - aside - 34, SIZE, bold=True)
        ink.text(x + 21, y + 12.2, title, SIZE, colour=letters, bold=True)
        ink.text(x + wide - 6, y + 12, card.aside, SMALL, colour=letters, anchor="end")
        for index, row in enumerate(card.rows):
            base = y + HEAD + ROW * index + 10.5
            if row.counter is not None:
                self._counter(row.counter, x, base, wide)
            else:
                ink.text(x + 6, base, row.text, row.size, colour=row.colour)

    def _counter(self, counter: Counter, x: float, base: float, wide: float) -> None:
        """1.4 Draw a counter on one line: its class, its name, its strength, and its states."""
        ink, say, ship = self.ink, self.say, self.box.ships[counter.ship]
        ink.text(x + 6, base, ship.type.upper(), 9, colour="faint", bold=True)
        hurt = counter.crippled or counter.dead
        name = cut(say.name(counter.ship), wide - 132, SMALL, bold=ship.is_single)
        end = x + 32 + ink.text(x + 32, base, name, SMALL, bold=ship.is_single, colour="alarm" if hurt else "ink")
        states = say.marks(lines.counter_states(self.box, counter, say))
        right = self._strength(counter, x + wide - 6, base)
        if states:
            ink.text(end + 5, base, cut(states, right - end - 9, SMALL), SMALL, colour="alarm")

    def _strength(self, counter: Counter, right: float, base: float) -> float:
        """Draw the strength as a number, and for a named ship also as boxes; return the x where they begin.

        `right`: the x where the number ends.
        """
        ship = self.box.ships[counter.ship]
        self.ink.text(right, base, str(counter.strength), SIZE, bold=True, anchor="end")
        left = right - 14
        if ship.is_single and 1 < ship.strength <= MOST_BOXES:
            left -= (BOX_ + 1.2) * ship.strength
            for step in range(ship.strength):
                colour = ship.side if step < counter.strength else "empty"
                x = left + step * (BOX_ + 1.2)
                self.ink.rect(x, base - 6.5, BOX_, 7, colour, edge="steel", line=0.5)
        return left
