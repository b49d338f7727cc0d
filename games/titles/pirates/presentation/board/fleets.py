"""A fleet: its ships, its merchants, the cards in front of it, its pile, and the visible part of its hand."""

from collections.abc import Callable, Iterator

from msgspec import Struct

from games.kernel.hotspots import Hotspot, Region
from games.titles.pirates.components.box import Box
from games.titles.pirates.components.scenarios import PHANTOM
from games.titles.pirates.presentation.board.cards import (
    HAND_HEIGHT,
    HAND_WIDTH,
    LARGE,
    MINI_WIDTH,
    SMALL,
    USE_HEIGHT,
    Cards,
    Size,
)
from games.titles.pirates.presentation.board.ink import BRASS, FAINT, INK, PAPER, SEATS, STEEL, Ink
from games.titles.pirates.presentation.labels import Words
from games.titles.pirates.state.state import Assigned, Trophy, Vessel
from games.titles.pirates.visibility.view import FleetView, View
from games.toolkit.text_metrics import cut, text_width

LEFT, WIDTH = 12.0, 576.0
"""The left edge and the width of panels."""
EDGE, GAP, HEAD, LIFT = 7.0, 6.0, 19.0, 11.0
"""The margin within a panel, the gap between cards, the height of the panel's title, the room above cards for markers.
"""
SIDE = 112.0
"""The width kept free beside the ships for the backs of a hand."""
NEAR = 60.0
"""The radius of a card's hotspot: half the diagonal of a ship's card."""
HAND = "hand"
"""The key of the region with the reader's own hand. The key of the region of a fleet is the fleet's seat."""


class Spot(Struct, frozen=True):
    """The position of a ship's card: its upper left corner in the picture."""

    x: float
    y: float
    vessel: Vessel


class FleetPanel:
    """Draws one fleet: a panel with its cards.

    The reader's own fleet has its ships at the bottom, in front of the player; other fleets have them at the top. After
    drawing, the attribute `spots` has the hotspots of the cards, and `panes` the regions of the fleet.
    """

    def __init__(self, box: Box, say: Words, view: View, fleet: FleetView, ink: Ink) -> None:
        self.box, self.say, self.view, self.fleet, self.ink = box, say, view, fleet, ink
        self.cards = Cards(box, say, ink, spent=(*view.engaged, *view.intercepted), options=view.options)
        self.own = fleet.seat == view.seat
        self.active = fleet.seat == view.active and not view.over
        self.size: Size = LARGE if self.own else SMALL
        self.spots: list[Hotspot] = []
        self.panes: list[Region] = []

    def draw(self, y: float) -> float:
        """Draw the panel with its upper edge at `y`. Return the y of its lower edge."""
        frame = len(self.ink.marks)
        rows: list[Callable[[float], float]] = [self._ships, self._merchants]
        if self.own:
            rows.reverse()
        bottom = y + HEAD
        for row in (*rows, self._pile):
            bottom = row(bottom)
        self._pane(self.fleet.seat, self.fleet.seat, y, bottom)
        hand = bottom
        if self.fleet.hand:
            bottom = self._hand(bottom)
        if self.fleet.reaction_plan is not None:
            bottom = self._reaction_plan(bottom, len(self.fleet.reaction_plan))
        if self.view.assigned and self.active:
            bottom = self._plan(bottom)
        if bottom > hand:
            self._pane(HAND if self.own else f"{HAND}.{self.fleet.seat}", HAND, hand, bottom)
        bottom += 3
        self._frame(frame, y, bottom - y)
        self._title(y)
        return bottom

    def _pane(self, key: str, name: str, top: float, bottom: float) -> None:
        """Add the part of the picture between the heights `top` and `bottom` as a region."""
        self.panes.append(Region(key, self.say.labelled(name), (LEFT, top, WIDTH, bottom - top), NEAR))

    def _spot(self, value: str, x: float, y: float, width: float, height: float) -> None:
        """Add the hotspot of a card with the upper left corner (x, y)."""
        middle = round(x + width / 2, 1), round(y + height / 2, 1)
        self.spots.append(Hotspot(value, *middle, round(width, 1), round(height, 1)))

    def _frame(self, at: int, y: float, height: float) -> None:
        """Draw the ground of the panel below the marks from number `at` on, which are drawn already."""
        sheet = Ink()
        edge, line = (BRASS, 2.5) if self.active else (STEEL, 1)
        sheet.rect(LEFT, y, WIDTH, height, PAPER, edge=edge, line=line, round_=5)
        self.ink.marks[at:at] = sheet.marks

    def _title(self, y: float) -> None:
        """Write the owner of the fleet, a mark if it is the owner's turn, and the score."""
        say, ink = self.say, self.ink
        colour, letters = SEATS[self.fleet.seat]
        ink.rect(LEFT + 1, y + 1, WIDTH - 2, HEAD - 2, colour, edge=STEEL if colour == "#ffffff" else "", round_=4)
        self._spot(self.fleet.seat, LEFT, y, WIDTH / 2, HEAD)
        name = say.name(self.fleet.seat) + (say(" (you)", "（あなた）") if self.own else "")
        used = LEFT + 10
        if self.fleet.seat == PHANTOM:
            ink.use("automaton", used + 6, y + 9.5)
            used += 18
        used += ink.text(used, y + 14, name, 12, bold=True, fill=letters)
        if self.fleet.partner:
            used = self._team(used + 8, y, letters)
        if self.active:
            text = say("to play", "手番")
            wide = text_width(text, 9.5, bold=True) + 22
            ink.rect(used + 10, y + 3, wide, 13, "#f2cf6b", round_=6)
            ink.use("turn", used + 19, y + 9.5, size=0.75)
            ink.text(used + 27, y + 13, text, 9.5, bold=True, fill=INK)
        elif text := self._next_turn():
            ink.rect(used + 10, y + 3, text_width(text, 9.5, bold=True) + 12, 13, "#c9d6de", round_=6)
            ink.text(used + 16, y + 13, text, 9.5, bold=True, fill=INK)
        ink.text(LEFT + WIDTH - 10, y + 13.3, self._tally(), 10, bold=True, fill=letters, anchor="end")

    def _next_turn(self) -> str:
        """3.3.4, 5.4.3.10 Return the restrictions on the fleet's next turn, as text."""
        if self.fleet.skipped:
            return self.say("misses a turn", "次は休み")
        phantom = self.view.phantom
        if self.fleet.seat == PHANTOM and phantom is not None and phantom.scouted:
            return self.say("next turn a single card", "次はカード1枚だけ")
        return ""

    def _team(self, x: float, y: float, letters: str) -> float:
        """4.0 Draw a pennant in the partner's colour with the partner's name. Return the x of its right end."""
        say, ink = self.say, self.ink
        ink.rect(x, y + 4, 16, 11, SEATS[self.fleet.partner][0], edge=letters)
        ours = self.fleet.partner == self.view.seat
        name = say.name(self.fleet.partner)
        text = say("your partner", "味方") if ours else say("with {name}", "{name}と同じチーム", name=name)
        return x + 21 + ink.text(x + 21, y + 13.3, text, 10, fill=letters)

    def _tally(self) -> str:
        say, fleet = self.say, self.fleet
        parts = [
            say("hand {cards}", "手札 {cards}", cards=fleet.cards),
            say("pile {pile_value}", "得点パイル {pile_value}", pile_value=fleet.pile_value),
        ]
        if fleet.victory_points:
            scored = "+".join(map(str, fleet.victory_points))
            parts.append(say("scored {scored}", "勝利得点 {scored}", scored=scored))
        points = sum(fleet.round_points)
        detail = "+".join(map(str, fleet.round_points))
        shown = f"{points} ({detail})" if len(fleet.round_points) > 1 else str(points)
        parts.append(say("round points {shown}", "ラウンドポイント {shown}", shown=shown))
        return say("  ·  ", " ・ ").join(parts)

    # --- ships

    def _ships(self, y: float) -> float:
        """Draw the German ships, then the prizes; to their right a hidden hand, face down. Return the y below them."""
        hidden = self.fleet.cards if not self.fleet.hand else 0
        room = WIDTH - 2 * EDGE - (SIDE if hidden else 0)
        spots, bottom = self._flow(y + LIFT, room)
        for place in spots:
            self.cards.ship(place.x, place.y, place.vessel, self.size)
            self._spot(place.vessel.card, place.x, place.y, *self.cards.extent(place.vessel, self.size))
            self._laid_on(place)
        if not spots:
            bottom = self._nothing(y, self.say("no German ships", "ドイツ艦なし"))
        if hidden:
            bottom = max(bottom, self._backs(y + LIFT, hidden))
        return bottom

    def _flow(self, y: float, room: float) -> tuple[list[Spot], float]:
        """Return the positions of the ships, in as many rows as needed, and the y below them.

        `y` is the upper edge of the first row, and `room` the width.
        """
        spots: list[Spot] = []
        x, tall = LEFT + EDGE, 0.0
        for vessel in (*self.fleet.ships, *self.fleet.prizes):
            width, height = self.cards.extent(vessel, self.size)
            if x > LEFT + EDGE and x + width > LEFT + EDGE + room:
                x, y, tall = LEFT + EDGE, y + tall + LIFT, 0.0
            spots.append(Spot(x, y, vessel))
            x += width + GAP
            tall = max(tall, height + self._laid_height(vessel.card))
        return spots, y + tall

    def _nothing(self, y: float, text: str) -> float:
        self.ink.text(LEFT + EDGE + 4, y + 22, text, 10, fill=FAINT)
        return y + 32

    def _backs(self, y: float, count: int) -> float:
        """Draw a hidden hand of `count` cards, face down. Return the y below it."""
        self.cards.backs(LEFT + WIDTH - SIDE + 4, y, count, "upright", room=SIDE - EDGE - 6)
        return y + 36

    # --- cards face down

    def _laid(self, on: str) -> Iterator[tuple[int, bool]]:
        """Yield (number of cards, True if sideways) of the face-down cards on a ship, or in front of the fleet ("")."""
        if self.view.active == self.fleet.seat:
            for place in self.view.laid:
                if place.on == on:
                    yield place.count, place.sideways

    def _laid_height(self, ship: str) -> float:
        return max((22.0 if sideways else 32.0 for _, sideways in self._laid(ship)), default=0.0)

    def _laid_on(self, place: Spot) -> None:
        """Draw the face-down cards on a ship, so that they protrude below the ship's card."""
        width, height = self.cards.extent(place.vessel, self.size)
        for count, sideways in self._laid(place.vessel.card):
            wide = 34 if sideways else 24
            x = place.x + (width - wide - (count - 1) * 8) / 2
            self.cards.backs(x, place.y + height - 2, count, "sideways" if sideways else "upright", room=width)

    def _before(self, x: float, y: float, room: float) -> None:
        """Draw the cards in front of the fleet, from `x` on in a width `room`: the weather card and face-down cards."""
        if self.fleet.weather:
            self._weather(x, y, self.fleet.weather)
            x, room = x + MINI_WIDTH + GAP, room - MINI_WIDTH - GAP
        laid = list(self._laid(""))
        for index, (count, sideways) in enumerate(laid):
            share = room / (len(laid) - index)
            way = self.say("sideways", "横") if sideways else self.say("upright", "縦")
            wide = self.cards.backs(
                x, y + (5 if sideways else 0), count, "sideways" if sideways else "upright", room=min(share - 8, 110)
            )
            caption = self.say("{count} {way}", "{way}{count}枚", count=count, way=way)
            self.ink.text(x, y + 44, caption, 9, fill=FAINT)
            step = max(wide, text_width(caption, 9)) + 8
            x, room = x + step, room - step

    def _weather(self, x: float, y: float, card: str) -> None:
        """Draw the weather card in front of the fleet; a weather card of the phantom is an outline."""
        if card in self.box.cards:
            self.cards.mini(x, y, card)
            return
        self.cards.remembered(x, y, card)
        self.ink.text(x, y + 48, self.say("by the phantom", "ファントムによる"), 9, fill=FAINT)

    # --- merchants, pile

    def _merchants(self, y: float) -> float:
        x, top = LEFT + EDGE, y + LIFT
        width, height = self.size.merchant
        for vessel in self.fleet.merchants:
            self.cards.merchant(x, top, vessel, self.size)
            self._spot(vessel.card, x, top, width, height)
            x += width + GAP
        if not self.fleet.merchants:
            self.ink.text(x + 4, top + 14, self.say("no merchants", "商船なし"), 10, fill=FAINT)
            x += 70
        x += 8
        self._before(x, top + 2, LEFT + WIDTH - EDGE - x)
        return top + height

    def _pile(self, y: float) -> float:
        """Draw the victory pile, with a tab for every card. Return the y below it."""
        if not self.fleet.pile:
            return y + 3
        x, top = LEFT + EDGE, y + 6
        title = self.say("Pile", "得点パイル")
        x += self.ink.text(x, top + 11.5, title, 10, bold=True) + 6
        for trophy in self.fleet.pile:
            text, width = self._tab(trophy)
            if x + width > LEFT + WIDTH - EDGE:
                x, top = LEFT + EDGE, top + 18
            self._draw_tab(x, top, text, width, trophy)
            x += width + 4
        return top + 18

    def _tab(self, trophy: Trophy) -> tuple[str, float]:
        """Return the text on the tab of a card in the victory pile, and the width of the tab."""
        box = self.box
        times = f"×{box.numbers.score.doubled}" if trophy.doubled else ""
        text = f"{cut(self.say.name(trophy.card), 150, 9.5)} {box.value(trophy.card)}{times}"
        return text, text_width(text, 9.5) + 10

    def _draw_tab(self, x: float, y: float, text: str, width: float, trophy: Trophy) -> None:
        fill, letters = ("#f1e3bd", INK) if trophy.card in self.box.merchants else (STEEL, "#fff")
        if trophy.how == "scored":
            fill, letters = "#2b5d92", "#fff"
        edge, line = (BRASS, 2.0) if trophy.doubled else (INK, 0.7)
        self.ink.rect(x, y, width, 15, fill, edge=edge, line=line, round_=3)
        self.ink.text(x + 5, y + 11, text, 9.5, fill=letters)

    # --- visible hands and plans

    def _hand(self, y: float) -> float:
        title = self.say("Your hand", "あなたの手札") if self.own else self.say("Hand", "手札")
        y = self._heading(y, f"{title} ({len(self.fleet.hand)})")
        return self._spread(y, HAND_HEIGHT, [(card, "") for card in self.fleet.hand])

    def _plan(self, y: float) -> float:
        title = self.say("Assigned, face down for the others", "割り当てたカード（他のプレイヤーには裏向き）")
        if self.view.as_planned:
            title += self.say("; played as planned", "・計画どおりに実行")
        y = self._heading(y, title)
        plan = [(assigned.card, self._purpose(assigned)) for assigned in self.view.assigned]
        return self._spread(y, HAND_HEIGHT + USE_HEIGHT, plan)

    def _reaction_plan(self, y: float, rules: int) -> float:
        """Draw a note that a reaction plan with so many rules is in force (sealed tempo). Return the y below it.

        Only readers who may know the plan get the note. The text board shows the rules.
        """
        say = self.say
        known = say.counted(rules, "{count} rule", "{count} rules", "ルール{count}個")
        text = say("Reaction plan in force: ", "リアクションの計画を適用中：")
        self.ink.use("seal", LEFT + EDGE + 7, y + 9)
        nothing = say("no reactions", "リアクションなし")
        self.ink.text(LEFT + EDGE + 18, y + 13, text + (known if rules else nothing), 10, bold=True)
        return y + 18

    def _purpose(self, assigned: Assigned) -> str:
        """Return the place and the targets of an assigned card in a few words."""
        say, targets = self.say, self.say.names(assigned.use.targets)
        place = say.name(assigned.place)
        if assigned.place:
            text = place if assigned.sideways else say("mines, {place}", "{place}・機雷", place=place)
        elif assigned.sideways:
            text = say("Royal Navy", "イギリス軍")
        elif self.box.kind_of(assigned.card).is_support:
            return say("support", "補助")
        else:
            text = say("upright", "縦向き")
        return f"{text} → {targets}" if targets else text

    def _heading(self, y: float, text: str) -> float:
        self.ink.line(LEFT + EDGE, y + 7, LEFT + WIDTH - EDGE, y + 7, "#d3c7a4")
        self.ink.text(LEFT + EDGE, y + 20, text, 10.5, bold=True)
        return y + 24 + LIFT

    def _spread(self, y: float, height: float, cards: list[tuple[str, str]]) -> float:
        """Draw action cards face up, six in a row: pairs (card, purpose). Return the y below them."""
        step = HAND_WIDTH + 2
        for index, (card, use) in enumerate(cards):
            row, column = divmod(index, 6)
            left, top = LEFT + EDGE + column * step, y + row * (height + LIFT)
            self.cards.face(left, top, card, use=use)
            self._spot(card, left, top, HAND_WIDTH, HAND_HEIGHT)
        rows = (len(cards) + 5) // 6
        return y + rows * (height + LIFT) - LIFT + 4
