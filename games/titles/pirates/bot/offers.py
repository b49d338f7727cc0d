"""The possible uses of cards and their values, from which the bot chooses.

A value is the value of the use less the value of keeping the cards in hand.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.titles.pirates.bot.appraisal import LITTLE, MISJUDGED, OVERLOOKED, Appraisal, afloat
from games.titles.pirates.components.box import Coin
from games.titles.pirates.components.odds import challenge_odds
from games.titles.pirates.orders.forms import PlanForm
from games.titles.pirates.orders.legality import DECK, FOR_OWN, UNTARGETED, Prospects
from games.titles.pirates.orders.orders import British, CardOrder, Intercept, Mines, Play, kind_of
from games.titles.pirates.visibility.view import FleetView

FODDER = 3
"""The number of cards of the lowest value that are considered for laying on a ship that intercepts."""
SHARES = {"interned": 3, "transfer_command": 2, "breakdown": 8}
"""By kind of card, the number by which a ship's points are divided to get the value of playing the card against it."""
FLAT = {
    "second_chance": 3000, "fog_bank": 4000, "bounding_main": 4500, "deception": 3000,
}  # fmt: skip
"""The value of playing a card whose effect does not depend on the ships in play, by kind."""


class Offer(NamedTuple):
    """A use of cards: an order, and its value in thousandths of victory points."""

    worth: int
    order: CardOrder


def offers(judge: Appraisal, form: PlanForm) -> Iterator[Offer]:
    """Yield every use of the hand that the bot considers, with its value."""
    prospects = form.prospects
    fodder = sorted(form.hand, key=lambda card: (judge.keep(card), card))
    yield from _intercepts(judge, prospects, fodder[:FODDER])
    yield from _british(judge, prospects, fodder)
    yield from _mines(judge, prospects, form.hand)
    yield from upright(judge, prospects, form.hand)


def noticed(judge: Appraisal, found: Iterable[Offer]) -> Iterator[Offer]:
    """Yield those of the uses `found` that the bot does not overlook, with values that it may misjudge.

    Only a beginner overlooks and misjudges (see `Lapses`).
    """
    for offer in found:
        if not judge.lapses.overlooks(OVERLOOKED, "use", offer.order):
            yield Offer(judge.lapses.misjudge(offer.worth, MISJUDGED, "use", offer.order), offer.order)


# --- intercepts by own ships


def _intercepts(judge: Appraisal, prospects: Prospects, fodder: list[str]) -> Iterator[Offer]:
    for ship in prospects.ships:
        for prey in filter(None, prospects.merchants.values()):
            targets = sorted(prey, key=lambda card: -judge.hunt(ship, card, 0))
            for card in fodder:
                for target in targets:
                    worth = judge.hunt(ship, target, judge.night(card)) - judge.keep(card)
                    yield Offer(worth, Intercept(card, ship, (target,)))
                yield from _supported(judge, prospects, ship, targets, card)


def _supported(judge: Appraisal, prospects: Prospects, ship: str, targets: list[str], card: str) -> Iterator[Offer]:
    """Yield an intercept by a ship with all supports that are worth more in it than in the hand, if there are any."""
    sally = _Sally(judge, ship, targets, card, raider=ship in prospects.raiders)
    for support in prospects.supports:
        if sally.gain(support) > judge.keep(support):
            sally.add(support)
    if sally.supports:
        yield sally.offer()


class _Sally:
    """An intercept by a ship under construction: supports can be added to it."""

    def __init__(self, judge: Appraisal, ship: str, targets: list[str], card: str, *, raider: bool) -> None:
        self.judge, self.ship, self.card, self.targets = judge, ship, card, targets
        self.aims = targets[:1]
        self.bonus, self.cost = judge.night(card), judge.keep(card)
        self.supports: list[str] = []
        self.boarding: tuple[str, ...] = ()
        self.widening = "good_hunting" if raider else "shipping_lanes"
        self.wider = targets[: 2 if raider else 3]

    def gain(self, support: str) -> int:
        """Return the value that a support would add. Return 0 if the support was added before."""
        kind = kind_of(support)
        if support == self.card or any(kind_of(other) == kind for other in self.supports):
            return 0
        if kind == self.widening:
            return self._brings(self.wider, self.bonus) - self._brings(self.aims, self.bonus)
        if kind == "surprise_attack":
            surprised = self.bonus + self.judge.surprise(self.ship)
            return self._brings(self.aims, surprised) - self._brings(self.aims, self.bonus)
        if kind == "boarding_party":
            prey = self.aims[0]
            return 0 if self.judge.vessels[prey].damage else self.judge.hunt(self.ship, prey, self.bonus) // 2
        return self._brings(self.aims, self.bonus) if kind == "special_cargo" else 0

    def add(self, support: str) -> None:
        """Add a support to the intercept."""
        kind = kind_of(support)
        self.supports.append(support)
        self.cost += self.judge.keep(support)
        if kind == self.widening:
            self.aims = self.wider
        elif kind == "surprise_attack":
            self.bonus += self.judge.surprise(self.ship)
        elif kind == "boarding_party":
            self.boarding = (self.aims[0],)

    def offer(self) -> Offer:
        """Return the intercept with its supports.

        The value of a boarded merchant is half as much again, because it may be captured instead of sunk.
        """
        worth = self._brings(self.aims, self.bonus) * (3 if self.boarding else 2) // 2 - self.cost
        return Offer(worth, Intercept(self.card, self.ship, tuple(self.aims), tuple(self.supports), self.boarding))

    def _brings(self, aims: list[str], bonus: int) -> int:
        return sum(self.judge.hunt(self.ship, aim, bonus) for aim in aims)


# --- other attacks


def _british(judge: Appraisal, prospects: Prospects, fodder: list[str]) -> Iterator[Offer]:
    surprise = [card for card in prospects.supports if kind_of(card) == "surprise_attack"]
    for row in prospects.british.values():
        for target in row:
            for card in fodder:
                coin = judge.box.kinds[kind_of(card)].intercept
                worth = judge.strike(coin, judge.night(card), target) - judge.keep(card)
                yield Offer(worth, British(card, target))
                if surprise and surprise[0] != card:
                    bonus = judge.night(card) + judge.numbers.cards.surprise_attack
                    both = judge.strike(coin, bonus, target) - judge.keep(card) - judge.keep(surprise[0])
                    yield Offer(both, British(card, target, (surprise[0],)))


def _mines(judge: Appraisal, prospects: Prospects, cards: tuple[str, ...]) -> Iterator[Offer]:
    for card in cards:
        if kind_of(card) == "lay_mines":
            for ship in prospects.minelayers:
                for seat in prospects.minable:
                    worth = judge.worth_of_mines(judge.box.kinds["lay_mines"].mine, seat) - judge.keep(card)
                    yield Offer(worth, Mines(card, ship, seat))


# --- cards played for their text


def upright(judge: Appraisal, prospects: Prospects, cards: tuple[str, ...]) -> Iterator[Offer]:
    """Yield the uses of cards that are played upright for the effect of their text."""
    for card in cards:
        kind, targets = kind_of(card), prospects.plays.get(card)
        if targets is None:
            continue
        if not targets and kind in UNTARGETED:
            yield Offer(text_worth(judge, kind, "") - judge.keep(card), Play(card))
        own = {vessel.card for vessel in afloat(judge.me)}
        for target in targets:
            if kind in FOR_OWN and target not in own:
                continue  # too unlikely
            yield Offer(text_worth(judge, kind, target) - judge.keep(card), Play(card, target))


def text_worth(judge: Appraisal, kind: str, target: str) -> int:
    """Return the value of the effect of a kind of card on a target, when the card is played for its text."""
    card, odds = judge.box.kinds[kind], judge.chance(kind, target)
    if kind in ("submarines_u", "submarines_uc"):
        at_seat = any(fleet.seat == target for fleet in judge.view.fleets)
        return judge.worth_of_mines(card.mine, target) if at_seat else _torpedo(judge, card.torpedo, target)
    if kind == "monitor":
        return judge.strike(card.attack, judge.numbers.cards.monitor, target)
    if kind == "interrogate":
        return odds * (judge.strike(card.attack, 0, target) + LITTLE) // 1000
    if kind == "fair_seas":
        return _passage(judge, target)
    if kind in SHARES:
        return odds * judge.value(target) // (1000 * SHARES[kind])
    if kind in ("damage_control", "island_refuge"):
        return 1500 if target in judge.vessels and judge.vessels[target].damage else 0
    return FLAT[kind] if kind in FLAT else _table_worth(judge, kind, target, odds)


def _torpedo(judge: Appraisal, coin: Coin, target: str) -> int:
    """Return the value of a torpedo attack; against a prize it also needs the roll to mistake it (6.9.1)."""
    worth, numbers = judge.strike(coin, 0, target), judge.numbers.prize_torpedo
    if all(vessel.card != target for vessel in judge.owners[target].prizes):
        return worth
    return challenge_odds(numbers.challenge, 0, numbers.response) * worth // 1000


def _passage(judge: Appraisal, target: str) -> int:
    """3.3.12 Return the value of a roll for safe passage: the chance times the points.

    The points of a prize count a quarter, because it scores as much if it stays at sea and survives the round.
    """
    merchant = judge.box.merchants[target]
    prize = any(vessel.card == target for vessel in judge.me.prizes)
    chance = challenge_odds(merchant.challenge, judge.numbers.cards.fair_seas, merchant.response)
    return chance * judge.value(target) // (4000 if prize else 1000)


def _founders(judge: Appraisal, fleet: FleetView) -> int:
    """3.3.16 Return the number of a fleet's damaged ships at sea, which may founder; negative for the own side."""
    damaged = sum(bool(vessel.damage) and not vessel.refuge for vessel in afloat(fleet))
    return damaged if fleet in judge.rivals else -damaged


def _table_worth(judge: Appraisal, kind: str, target: str, odds: int) -> int:
    """Return the value of the effect of the remaining kinds of card; `odds` are those of the card's challenge."""
    view = judge.view
    match kind:
        case "recon_aircraft":
            return 4000 if view.fleet(target).cards else 0
        case "wireless_intercept":
            return 1500 * len(view.discards_top)
        case "breakout":
            return odds * 5
        case "exchange_information":
            return 2500 * len(judge.idle_cards())
        case "rendezvous_missed":
            return sum(judge.chance(kind, ship.card) for ship in view.fleet(target).ships)
        case "heavy_weather":
            return odds * 2 * sum(_founders(judge, fleet) for fleet in view.fleets)
        case "reflag":
            return 1500 if judge.vessels[target].identified else 0
        case "collier" | "blockade_runner":
            return 1500 * sum(vessel.unsupplied for vessel in judge.me.ships)
        case "intelligence":
            return 300 if target == DECK else 100
    return 0
