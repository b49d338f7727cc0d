"""1.1, 3.1 The information about ships, action cards and fleets, from a seat's view. This title has no distances."""

from collections.abc import Iterator
from functools import partial

from games.kernel.inspection import Inspection, Inspector, figures
from games.titles.pirates.components.box import Box
from games.titles.pirates.presentation.labels import Labels, Words
from games.titles.pirates.presentation.lines import place_line, report_line, use_line
from games.titles.pirates.presentation.text_fleet import TextFleets
from games.titles.pirates.state.state import Assigned, Vessel
from games.titles.pirates.visibility.view import FleetView, View


def inspector(box: Box, labels: Labels) -> Inspector:
    """Return the functions that list the ids in a view and show the card (a short description) of each."""
    return Inspector(own_cards, other_cards, partial(inspect, box, labels))


def own_cards(view: View) -> tuple[str, ...]:
    """Return the ids of the seat's ships, prizes and merchants, then of the seat's cards in hand and on the table."""
    fleet = next((one for one in view.fleets if one.seat == view.seat), None)
    if fleet is None:
        return ()
    laid = (one.card for one in view.assigned)
    return tuple(dict.fromkeys((*(vessel.card for vessel in _vessels(fleet)), *fleet.hand, *laid)))


def other_cards(view: View) -> tuple[str, ...]:
    """Return the ids of the other fleets and their ships, and of the public cards."""
    others = [fleet for fleet in view.fleets if fleet.seat != view.seat]
    ships = (vessel.card for fleet in others for vessel in _vessels(fleet))
    piles = (trophy.card for fleet in view.fleets for trophy in fleet.pile)
    seats = (fleet.seat for fleet in view.fleets)
    hands = (card for fleet in others for card in fleet.hand)
    return tuple(dict.fromkeys((*seats, *ships, *hands, *view.discards_top, *view.played, *piles)))


def _vessels(fleet: FleetView) -> tuple[Vessel, ...]:
    return (*fleet.ships, *fleet.prizes, *fleet.merchants)


def inspect(box: Box, labels: Labels, view: View, value: str, language: str) -> Inspection | None:
    """Return what the seat knows about the ship, fleet or action card with the id `value`; None for any other id."""
    card = _Card(box, view, Words(labels, language))
    for fleet in view.fleets:
        if fleet.seat == value:
            return card.fleet(fleet)
        for vessel in _vessels(fleet):
            if vessel.card == value:
                return card.vessel(fleet, vessel)
    assigned = next((one for one in view.assigned if one.card == value), None)
    if assigned is not None:
        return card.assigned(assigned)
    return card.action(value) if value in box.cards else card.trophy(value)


class _Card:
    """Makes the inspections of things in one view, in one language."""

    def __init__(self, box: Box, view: View, say: Words) -> None:
        self.box, self.view, self.say = box, view, say

    def vessel(self, fleet: FleetView, vessel: Vessel) -> Inspection:
        """3.2.3, 3.2.7 Return the inspection of a ship: her owner, her markers, and the cards that lie on her."""
        say, rows = self.say, TextFleets(self.box, self.view, self.say)
        ship = self.box.ships.get(vessel.card)
        if ship is None:
            prize = vessel in fleet.prizes
            kind = say("prize", "拿捕船") if prize else say("merchant", "商船")
            marks = rows.merchant_marks(vessel)
        else:
            kind = say("warship", "軍艦") if ship.warship else say("raider", "通商破壊艦")
            marks = rows.ship_marks(vessel)
        return Inspection(
            id=vessel.card,
            kind=kind,
            place=fleet.seat,
            where=say("fleet of {seat}", "{seat}の船団", seat=say.name(fleet.seat)),
            state=say.marks(marks),
            lines=tuple(self._laid_on(vessel.card)),
            contents=tuple(one.card for one in self.view.assigned if one.place == vessel.card),
            own=fleet.seat == self.view.seat,
        )

    def _laid_on(self, ship: str) -> Iterator[str]:
        """3.1 Yield lines about a ship: the number of face-down cards on it, and if it has acted or was intercepted."""
        for place in self.view.laid:
            if place.on == ship:
                yield self.say("Face down: ", "伏せ札：") + place_line(place, self.say)
        done = (
            (self.view.engaged, self.say("She has acted this turn.", "このターンに行動済み。")),
            (self.view.intercepted, self.say("She was intercepted this turn.", "このターンに迎撃された。")),
        )
        yield from (line for cards, line in done if ship in cards)

    def fleet(self, fleet: FleetView) -> Inspection:
        """2.2.1 Return the inspection of a fleet: its cards and points, and the known cards of its hand."""
        say = self.say
        reports = [report_line(one, say) for one in self.view.reports if one.place == fleet.seat]
        weather = [say("Before the fleet: {name}", "船団の前：{name}", name=say.name(fleet.weather))]
        return Inspection(
            id=fleet.seat,
            kind=say("fleet", "船団"),
            figures=figures(
                (say("cards in hand", "手札"), fleet.cards),
                (say("victory pile", "得点パイル"), fleet.pile_value),
                (say("round points", "ラウンドポイント"), sum(fleet.round_points) if fleet.round_points else ""),
            ),
            lines=(*(weather if fleet.weather else ()), *reports),
            contents=tuple(vessel.card for vessel in _vessels(fleet)),
            is_spread=True,
        )

    def assigned(self, assigned: Assigned) -> Inspection:
        """3.2.1 Return the inspection of an action card that the seat itself has laid face down."""
        say = self.say
        return Inspection(
            id=assigned.card,
            kind=self._category(assigned.card),
            place=assigned.place,
            where=say("laid face down", "伏せ札"),
            lines=(use_line(assigned, say),),
            own=True,
        )

    def action(self, card: str) -> Inspection:
        """1.1.2 Return the inspection of an action card that is public or in a hand that the seat knows."""
        say = self.say
        holder = next((fleet for fleet in self.view.fleets if card in fleet.hand), None)
        own = holder is not None and holder.seat == self.view.seat
        night = say("by night", "夜間") if self.box.card(card).night else ""
        where = ""
        if holder is not None:
            where = say("your hand", "あなたの手札") if own else say("hand of {seat}", "{seat}の手札",
                                                                    seat=say.name(holder.seat))  # fmt: skip
        elif card in self.view.played:
            where = say("played this turn", "このターンに使用")
        elif card in self.view.discards_top:
            where = say("discards", "捨て札")
        return Inspection(id=card, kind=self._category(card), where=where, state=night, own=own)

    def trophy(self, card: str) -> Inspection | None:
        """2.3 Return the inspection of a ship in a victory pile; None for a card that is in none."""
        for fleet in self.view.fleets:
            if any(trophy.card == card for trophy in fleet.pile):
                where = self.say("victory pile of {seat}", "{seat}の得点パイル", seat=self.say.name(fleet.seat))
                return Inspection(id=card, place=fleet.seat, where=where)
        return None

    def _category(self, card: str) -> str:
        say = self.say
        names = {
            "action": say("action", "アクション"),
            "reaction": say("reaction", "リアクション"),
            "support": say("support", "補助"),
            "both": say("action/reaction", "両用"),
        }
        return names[self.box.kind_of(card).category]
