"""Cards on the table: German ships and prizes, merchants, and action cards with their faces or backs."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from games.titles.pirates.components.box import Box, GermanShip, Merchant
from games.titles.pirates.components.options import Options
from games.titles.pirates.components.scenarios import PHANTOM
from games.titles.pirates.presentation.board.ink import BRASS, FAINT, INK, KINDS, RED, SEATS, STEEL, Ink
from games.titles.pirates.presentation.board.symbols import coin, silhouette_of
from games.titles.pirates.presentation.labels import Words
from games.titles.pirates.state.modifiers import traits
from games.titles.pirates.state.state import Vessel
from games.toolkit.svg import number
from games.toolkit.text_metrics import fit, text_width, wrap

GERMAN_PAPER, MERCHANT_PAPER, PRIZE_PAPER, ACTION_PAPER = "#eef2f3", "#fdf4dc", "#f3e6c4", "#fffdf6"
GERMAN_BAND, MERCHANT_BAND, WATERMARK = STEEL, "#a9803f", "#e3d5b4"


class Size(Struct, frozen=True):
    """The factors by which the card sizes in this module are multiplied: for ships (`scale`), and for merchants."""

    scale: float = 1
    merchants: float = 1

    @property
    def merchant(self) -> tuple[float, float]:
        """The width and height of a merchant's card."""
        return MERCHANT_WIDTH * self.merchants, MERCHANT_HEIGHT * self.merchants


LARGE = Size(1.2, 1.08)
"""The scale of the cards in the reader's own fleet."""
SMALL = Size()
"""The scale of the cards in other fleets."""

SHIP_WIDTH, SHIP_HEIGHT = 76.0, 96.0
MERCHANT_WIDTH, MERCHANT_HEIGHT = 104.0, 54.0
NAME = 10.0
"""The font size of names."""
HAND_WIDTH, HAND_HEIGHT = 92.0, 62.0
USE_HEIGHT = 25.0
"""The height of the field below an assigned card that shows its purpose."""
MINI_WIDTH, MINI_HEIGHT = 84.0, 38.0

PLAIN = Options()
MARKERS = 2
"""6.8.1 The largest number of damage markers that are drawn one by one.

A larger number is drawn as one marker with a number.
"""

Back = Literal["sideways", "upright"]


def frames() -> str:
    """Return the SVG symbols of cards without text: ships, prizes, merchants, and action cards of every size."""
    ink = Ink()
    for name, width, height, paper, band in (
        ("german", SHIP_WIDTH, SHIP_HEIGHT, GERMAN_PAPER, GERMAN_BAND),
        ("prize", SHIP_WIDTH, SHIP_HEIGHT, PRIZE_PAPER, MERCHANT_BAND),
        ("cargo", MERCHANT_WIDTH, MERCHANT_HEIGHT, MERCHANT_PAPER, MERCHANT_BAND),
    ):
        _frame(ink, name, width, height, paper, (band,))
    for category, colours in KINDS.items():
        _frame(ink, f"mini-{category}", MINI_WIDTH, MINI_HEIGHT, ACTION_PAPER, colours)
        _frame(ink, f"face-{category}", HAND_WIDTH, HAND_HEIGHT, ACTION_PAPER, colours, sign="ensign")
    return ink.svg()


def _frame(
    ink: Ink, name: str, width: float, height: float, paper: str, colours: tuple[str, ...], sign: str = ""
) -> None:
    """Define the symbol of an empty card, with a band in the colours of its category.

    `sign` is the symbol before the dice of action cards: the ensign of the Royal Navy.
    """
    ink.raw(f'<g id="{name}">')
    ink.rect(0, 0, width, height, paper, edge=INK, round_=4)
    part = (width - 1) / len(colours)
    for index, colour in enumerate(colours):
        ink.rect(0.5 + index * part, 0.5, part, 5, colour)
    if sign:
        ink.use(sign, 12, height - 10)
    ink.raw("</g>")


class Cards:
    """Draws single cards. In all methods, the point (x, y) is the upper left corner of the card.

    The attribute `spent` has the ships that have acted or have been intercepted this turn (3.1.3).
    """

    def __init__(self, box: Box, say: Words, ink: Ink, spent: Iterable[str] = (), options: Options = PLAIN) -> None:
        self.box, self.say, self.ink, self.options = box, say, ink, options
        self.spent = frozenset(spent)

    # --- ships

    def extent(self, vessel: Vessel, size: Size) -> tuple[float, float]:
        """Return the width and height of a ship's card in its present orientation."""
        width, height = self._measures(vessel)
        return width * size.scale, height * size.scale

    def is_turned(self, vessel: Vessel) -> bool:
        """3.2.3 Return True if a card is turned by 90 degrees, as for identified raiders and prizes."""
        ship = self.box.ships.get(vessel.card)
        return vessel.identified and not (ship is not None and ship.warship)

    def ship(self, x: float, y: float, vessel: Vessel, size: Size) -> None:
        """Draw a German ship, or a merchant that sails as a prize."""
        self._move(x, y, size.scale)
        card = self.box.ships.get(vessel.card) or self.box.merchants[vessel.card]
        width, height = self._measures(vessel)
        frame = "german" if isinstance(card, GermanShip) else "prize"
        left = 0.0
        if self.is_turned(vessel):
            left = 20.0
            self.ink.raw(f'<g transform="translate({width:.5g} 0) rotate(90)">')
            self.ink.use(frame, 0, 0)
            self.ink.use(silhouette_of(card), 27, SHIP_HEIGHT - 17, size=0.75)
            self.ink.raw("</g>")
        else:
            self.ink.use(frame, 0, 0)
            self.ink.use(silhouette_of(card), 6, 31, size=(SHIP_WIDTH - 12) / 60)
        edge = 7 if left else 3
        self._name(3, 5, width - 3 - edge, card.name, NAME)
        self._ship_figures(left + 3, width - edge, height, card, vessel)
        self._markers(width, vessel)
        self.ink.raw("</g>")

    def _measures(self, vessel: Vessel) -> tuple[float, float]:
        return (SHIP_HEIGHT, SHIP_WIDTH) if self.is_turned(vessel) else (SHIP_WIDTH, SHIP_HEIGHT)

    def _move(self, x: float, y: float, scale: float) -> None:
        """Open an SVG group that moves and scales its contents; the caller closes it."""
        larger = f" scale({scale:.3g})" if scale != 1 else ""
        self.ink.raw(f'<g transform="translate({number(x)} {number(y)}){larger}">')

    def _name(self, x: float, y: float, width: float, name: str, size: float) -> None:
        """Write a name on up to two lines, centred in a width."""
        lines, size = fit(name, width, size)
        top = y + size + (size + 1) * (2 - len(lines)) / 2
        for index, line in enumerate(lines):
            self.ink.text(x + width / 2, top + index * (size + 1), line, size, bold=True, anchor="middle")

    def _ship_figures(
        self, left: float, right: float, bottom: float, card: GermanShip | Merchant, vessel: Vessel
    ) -> None:
        """Draw a ship's dice, value and state, from the lower edge of her card upwards."""
        ink = self.ink
        if isinstance(card, GermanShip):
            ink.use("attack", left + 6, bottom - 39)
            coin(ink, left + 13, bottom - 39, card.attack)
        else:
            self._passage(left, bottom - 39, card)
        ink.use("defence", left + 6, bottom - 24)
        coin(ink, left + 13, bottom - 24, card.defence)
        self._value(right, bottom - 24, card.vp, doubled=isinstance(card, Merchant))
        if isinstance(card, GermanShip) and card.mines:
            ink.use("mines", right - 26, bottom - 24)
        self._state(left, right, bottom, card, vessel)

    def _passage(self, left: float, middle: float, card: Merchant) -> float:
        """Draw the dice for safe passage, challenge against response, from `left` on. Return their width."""
        ink = self.ink
        ink.use("port", left + 6, middle)
        width = 13 + coin(ink, left + 13, middle, card.challenge)
        ink.text(left + width + 2.5, middle + 3.2, ":", 10, bold=True, anchor="middle")
        return width + 5 + coin(ink, left + width + 5, middle, card.response)

    def _value(self, right: float, middle: float, points: int, *, doubled: bool = False) -> None:
        """Draw the victory points of a card as a number on a dark ground."""
        text = f"{points}×2" if doubled else str(points)
        width = text_width(text, 9.5, bold=True) + 6
        self.ink.rect(right - width, middle - 6.5, width, 13, INK, round_=2)
        self.ink.text(right - width / 2, middle + 3.4, text, 9.5, bold=True, fill="#fff", anchor="middle")

    def _state(self, left: float, right: float, bottom: float, card: GermanShip | Merchant, vessel: Vessel) -> None:
        """Write the lowest line of a ship's card: disguised, or in refuge."""
        say, ink, middle = self.say, self.ink, (left + right) / 2
        if vessel.refuge:
            ink.rect(left - 1, bottom - 15.5, right - left + 2, 14, "#e6d9a8", edge="#7a6a2f", line=0.7, round_=2)
            ink.use("palm", left + 7, bottom - 8.5)
            ink.text(middle + 6, bottom - 5, say("refuge", "避難中"), 9, bold=True, anchor="middle")
            self._traits(left + 18, right - 6, bottom - 8.5, card)
            return
        self._traits(left + 5, right - 5, bottom - 8.5, card)
        if isinstance(card, Merchant):
            text = say("known prize", "拿捕船・確認済") if vessel.identified else say("prize", "拿捕船")
        elif card.warship:
            text = say("warship", "軍艦")
        else:
            text = say("identified", "確認済") if vessel.identified else say("disguised", "偽装中")
        known = self.is_turned(vessel)
        ink.text(middle, bottom - 5, text, 9, fill=RED if known else FAINT, bold=known, anchor="middle")

    def _traits(self, left: float, right: float, middle: float, card: GermanShip | Merchant) -> None:
        """6.0 Draw the signs of the traits that the options give a ship; no ship has more than two."""
        if isinstance(card, GermanShip):
            for x, trait in zip((left, right), traits(card, self.options), strict=False):
                self.ink.use(f"trait-{trait}", x, middle, size=0.8)

    def _markers(self, right: float, vessel: Vessel) -> None:
        """1.3 Draw the markers of a ship on the upper edge of her card.

        Red means damage, black lack of supply, and a tick that the ship has acted this turn.
        """
        if vessel.card in self.spent:
            self.ink.use("spent", 8, -1)
        left = right - 8
        if vessel.damage:
            left = self._damage(left, vessel.damage)
        if vessel.unsupplied:
            self.ink.use("unsupplied", left, -1)

    def _damage(self, x: float, markers: int) -> float:
        """6.8.1 Draw damage markers side by side, from `x` to the left; many of them as one marker with their number.

        Return the x for the next marker.
        """
        if markers > MARKERS:
            text = f"{markers}×"
            self.ink.use("damage", x, -1)
            width = text_width(text, 9.5, bold=True) + 5
            self.ink.rect(x - 8 - width, -7.5, width, 13, RED, round_=2)
            self.ink.text(x - 8 - width / 2, 2.4, text, 9.5, bold=True, fill="#fff", anchor="middle")
            return x - width - 19
        for place in range(markers):
            self.ink.use("damage", x - 10 * place, -1)
        return x - 10 * (markers - 1) - 17

    def merchant(self, x: float, y: float, vessel: Vessel, size: Size) -> None:
        """Draw a merchant under her owner's flag."""
        self._move(x, y, size.merchants)
        ink, card = self.ink, self.box.merchants[vessel.card]
        ink.use("cargo", 0, 0)
        scale = (MERCHANT_WIDTH - 16) / 60
        ink.use(silhouette_of(card), 8, MERCHANT_HEIGHT - 19 - 16 * scale, size=scale, fill=WATERMARK)
        self._name(3, 3, MERCHANT_WIDTH - 6, card.name, NAME)
        middle = MERCHANT_HEIGHT - 10
        ink.use("defence", 9, middle)
        used = 16 + coin(ink, 16, middle, card.defence)
        self._passage(used + 2, middle, card)
        self._value(MERCHANT_WIDTH - 3, middle, card.vp)
        self._markers(MERCHANT_WIDTH, vessel)
        ink.raw("</g>")

    # --- action cards

    def face(self, x: float, y: float, card: str, *, use: str = "") -> None:
        """Draw an action card of a hand: name, intercept dice, sign of a night action, and category.

        `use`: a text on the purpose of an assigned card, written beneath it.
        """
        ink, kind = self.ink, self.box.kind_of(card)
        if use:
            ink.rect(x, y + HAND_HEIGHT - 8, HAND_WIDTH, USE_HEIGHT + 8, ACTION_PAPER, edge=BRASS, round_=4)
        ink.use(f"face-{kind.category}", x, y)
        self._name(x + 3, y + 7, HAND_WIDTH - 6, self.say.name(card), 10.5)
        self._sort(x, y + HAND_HEIGHT - 24, card)
        middle = y + HAND_HEIGHT - 10
        coin(ink, x + 21, middle, kind.intercept)
        if self.box.card(card).night:
            ink.use("moon", x + HAND_WIDTH - 11, middle)
        if use:
            for index, line in enumerate(wrap(use, HAND_WIDTH - 6, 9, most=2)):
                ink.text(x + HAND_WIDTH / 2, y + HAND_HEIGHT + 10 + index * 10.5, line, 9, anchor="middle")

    def _sort(self, x: float, y: float, card: str) -> None:
        """Write the category of an action card, and its number among the cards of its kind."""
        kind = self.box.kind_of(card)
        text = {
            "action": self.say("action", "アクション"),
            "reaction": self.say("reaction", "リアクション"),
            "support": self.say("support", "補助"),
            "both": self.say("action/reaction", "両用"),
        }[kind.category]
        self.ink.text(x + 5, y + 4, text, 9, fill=KINDS[kind.category][0])
        if kind.count > 1:
            copy = str(self.box.card(card).number)
            self.ink.text(x + HAND_WIDTH - 5, y + 4, copy, 9, fill=FAINT, anchor="end")

    def mini(self, x: float, y: float, card: str) -> None:
        """Draw a face-up action card with its name only."""
        self.ink.use(f"mini-{self.box.kind_of(card).category}", x, y)
        self._name(x + 3, y + 6, MINI_WIDTH - 6, self.say.name(card), 10)

    def remembered(self, x: float, y: float, card: str) -> None:
        """5.4.3.6 Draw the outline of a weather card that the phantom plays. No such card lies on the table."""
        edge = SEATS[PHANTOM][0]
        self.ink.rect(x, y, MINI_WIDTH, MINI_HEIGHT, "none", edge=edge, round_=4, dash="4 3")
        self.ink.use("automaton-dark", x + 10, y + 10, size=0.8)
        self._name(x + 3, y + 7, MINI_WIDTH - 6, self.say.name(card), 10)

    def backs(self, x: float, y: float, count: int, way: Back, *, room: float) -> float:
        """Draw `count` overlapping face-down cards, together no wider than `room`. Return their width.

        `way`: whether they lie upright or sideways. The cards are 34 units high, or 24 if they lie sideways.
        """
        width = 24.0 if way == "upright" else 34.0
        step = min(width - 8, (room - width) / max(1, count - 1)) if count > 1 else 0
        for index in range(count):
            where = (x + width / 2 + index * step, y + (17 if way == "upright" else 12))
            self.ink.use("back", *where, turn=0 if way == "upright" else 90)
        return width + step * (count - 1) if count else 0
