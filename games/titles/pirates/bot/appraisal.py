"""The value of cards, ships and attacks to a bot, in thousandths of victory points."""

from collections.abc import Iterator

from msgspec.structs import replace

from games.kernel.advice import Reasons
from games.kernel.lapses import NO_LAPSES, Lapses
from games.titles.pirates.components.box import Box, Coin
from games.titles.pirates.components.odds import attack_odds, challenge_odds
from games.titles.pirates.orders.orders import kind_of
from games.titles.pirates.state.modifiers import added
from games.titles.pirates.state.state import Vessel
from games.titles.pirates.visibility.view import FleetView, View

KEEP = {
    "amc": 2600, "trap": 2400, "slim_pickings": 2200, "break_contact": 1800, "non_combatant": 1600, "shallow_run": 1500,
    "fast_ship": 1200, "reflag": 1200, "qqq": 800, "recalled": 1500, "mistaken_identity": 1000, "pull_the_plug": 900,
    "minesweeper": 900, "q_ship": 1500, "razzle_dazzle": 700, "boarding_party": 1500, "shipping_lanes": 2200,
    "good_hunting": 1600, "surprise_attack": 1500, "special_cargo": 1500, "damage_control": 700, "breakout": 2500,
    "submarines_u": 3000, "submarines_uc": 3000, "lay_mines": 1500, "interrogate": 1800, "fair_seas": 2500,
}  # fmt: skip
"""The value of keeping a card in hand, by kind; `LITTLE` for kinds that are not listed."""
LITTLE = 500
CARD = 800
"""The value of one more action card in the hand of the next round."""
CRUISES = 3
"""The approximate number of attacks that a ship makes in a round."""


OVERLOOKED, MISJUDGED = 2, 90
"""A beginner overlooks one in 2 uses of cards, and misjudges the value of the others by up to 90 percent."""


class Appraisal:
    """The estimates of a bot from the view of its seat. Values are in thousandths of victory points."""

    def __init__(self, box: Box, view: View, lapses: Lapses = NO_LAPSES) -> None:
        self.box, self.view, self.lapses = box, view, lapses
        self.reasons = Reasons()
        self.numbers = box.numbers
        self.me = view.fleet(view.seat)
        self.mate = next((fleet for fleet in view.fleets if fleet.partner == view.seat), None)
        self.rivals = [fleet for fleet in view.fleets if view.seat not in (fleet.seat, fleet.partner)]
        self.vessels = {vessel.card: vessel for fleet in view.fleets for vessel in afloat(fleet)}
        self.owners = {vessel.card: fleet for fleet in view.fleets for vessel in afloat(fleet)}

    def of(self, seat: str) -> "Appraisal":
        """Return the same bot's estimates from the place of another seat. They still use only this seat's view."""
        return Appraisal(self.box, replace(self.view, seat=seat), self.lapses)

    # --- cards

    def keep(self, card: str) -> int:
        """Return the value of keeping a card in hand, in thousandths of a victory point.

        The value is that of `KEEP`, less if the hand has many cards. When the deck has at most one turn left for each
        seat, the value is a tenth of that in `KEEP`.
        """
        turns_left = self.view.deck // max(1, len(self.view.fleets))
        worth = KEEP.get(kind_of(card), LITTLE)
        if turns_left <= 1:
            return worth // 10
        surplus = max(0, self.me.cards - turns_left)
        return worth * 10 // (10 + 3 * surplus + max(0, self.me.cards - 4))

    def value(self, card: str) -> int:
        """Return the victory points of a ship in thousandths."""
        box = self.box
        if card in box.ships:
            return 1000 * box.ships[card].vp
        return 1000 * box.merchants[card].vp

    def german_value(self, card: str) -> int:
        """Return the value of sinking a ship.

        A German ship counts half if the seat's pile has more German ships than merchants (2.3.1).
        """
        if card not in self.box.ships:
            return self.value(card)
        germans = sum(trophy.card in self.box.ships for trophy in self.me.pile)
        merchants = sum(trophy.card in self.box.merchants for trophy in self.me.pile) + len(self.me.prizes)
        return self.value(card) if germans <= merchants else self.value(card) // 2

    def is_rested(self, ship: str) -> bool:
        """Return True if a ship has no damage and is in supply. A refuge is then of no more use to it."""
        vessel = self.vessels[ship]
        return not vessel.damage and not vessel.unsupplied

    def edge(self, ship: str) -> int:
        """Return the value of a ship's expected sinkings in a round, less the same value for an average German ship."""
        ships = self.box.ships
        return CRUISES * (self.catch(ship) - sum(map(self.catch, ships)) // len(ships))

    def fitness(self, ship: str) -> int:
        """Return the value of owning a ship, to compare ships of one kind.

        For a German ship, it is the value of an attack. For a merchant, it is the chance of safe passage less the
        chance of being sunk.
        """
        if ship in self.box.ships:
            return self.catch(ship)
        merchant, attacks = self.box.merchants[ship], [card.attack for card in self.box.ships.values()]
        lost = sum(attack_odds(attack, 0, merchant.defence, 0).sunk for attack in attacks) // len(attacks)
        return challenge_odds(merchant.challenge, 0, merchant.response) - lost

    def catch(self, ship: str, bonus: int = 0) -> int:
        """Return the value of one attack by a ship on an average merchant; `bonus` is a modifier of the attack roll."""
        attack, prey = self.box.ships[ship].attack, self.box.merchants.values()
        return sum(attack_odds(attack, bonus, merchant.defence, 0).sunk * merchant.vp for merchant in prey) // len(prey)

    # --- attacks

    def night(self, card: str) -> int:
        """1.1.4 Return the modifier of an intercept with this card: that of a night action, or 0 if it is none."""
        return self.numbers.dice.night_attack if self.box.card(card).night else 0

    def hunt(self, ship: str, target: str, bonus: int) -> int:
        """Return the value of a ship's attack on a merchant.

        `bonus`: a modifier of the attack roll, besides the ship's own.
        """
        vessel = self.vessels[ship]
        dice = self.numbers.dice
        bonus += dice.damaged_intercept * vessel.damage + dice.unsupplied_intercept * bool(vessel.unsupplied)
        return self.strike(self.box.ships[ship].attack, bonus, target)

    def surprise(self, ship: str = "") -> int:
        """3.3.44, 6.3.1 Return the modifier that a Surprise Attack adds to a ship's attack roll.

        `ship`: the attacking ship; "" for a ship without an option's bonus.
        """
        return self.numbers.cards.surprise_attack + self._added("surprise_attack", "", ship)

    def _added(self, roll: str, vessel: str, hunter: str = "") -> int:
        """6.0 Return the sum of the modifiers that options add to a roll about a ship (`vessel`)."""
        return sum(amount for _, amount in added(self.box, self.view.options, roll, vessel, hunter))

    def chance(self, kind: str, vessel: str, hunter: str = "") -> int:
        """Return the probability, in thousandths, that the challenge of a kind of card about a ship succeeds.

        `kind`: the kind of card. `vessel`: the ship. `hunter`: the attacking ship; "" if there is none. The probability
        includes the modifiers by damage, lack of supply and options.
        """
        card, cards, ship = self.box.kinds[kind], self.numbers.cards, self.vessels.get(vessel)
        if not card.challenge:
            return 0
        damaged, unsupplied = {
            "break_contact": (cards.break_contact_damaged, cards.break_contact_unsupplied),
            "shallow_run": (cards.shallow_run_damaged, 0),
            "interned": (cards.interned_damaged, cards.interned_unsupplied),
        }.get(kind, (0, 0))
        worn = damaged * ship.damage + unsupplied * ship.unsupplied if ship is not None else 0
        return challenge_odds(card.challenge, worn + self._added(kind, vessel, hunter), card.response)

    def strike(self, coin: Coin, bonus: int, target: str) -> int:
        """Return the value of an attack on the ship `target` with the dice `coin`. `bonus`: the modifier of the attack.

        A sinking counts the ship's value, and damage a quarter of it.
        """
        vessel = self.vessels[target]
        malus = self.numbers.dice.damaged_defence * vessel.damage
        odds = attack_odds(coin, bonus, self.defence(target), malus)
        worth = self.german_value(target)
        sound = not vessel.damage or self.view.options.cumulative_damage
        damage = odds.damaged * worth // 4 if sound else 0
        return (odds.sunk * worth + damage) // 1000

    def defence(self, card: str) -> Coin:
        """Return the defence dice of a ship."""
        ship = self.box.ships.get(card)
        return ship.defence if ship is not None else self.box.merchants[card].defence

    def worth_of_mines(self, coin: Coin, seat: str) -> int:
        """3.2.9 Return the value of mines, with the dice `coin`, against all merchants of a seat."""
        return sum(self.strike(coin, 0, vessel.card) for vessel in self.view.fleet(seat).merchants)

    # --- the partner (4.0)

    def idle_cards(self) -> tuple[str, ...]:
        """3.3.11 Return the cards in hand that need a kind of ship that only the partner's fleet has."""
        if self.mate is None:
            return ()
        return tuple(card for card in self.me.hand if self._fits(card, self.mate) and not self._fits(card, self.me))

    def _fits(self, card: str, fleet: FleetView) -> bool:
        ships = [self.box.ships[vessel.card] for vessel in fleet.ships]
        fitting = {
            "good_hunting": [ship.raider for ship in ships],
            "shipping_lanes": [ship.warship for ship in ships],
            "lay_mines": [ship.mines for ship in ships],
        }
        return any(fitting.get(kind_of(card), ()))

    def partner_needs_ship_more(self) -> bool:
        """4.6, 4.7 Return True if the partner's fleet has at least two German ships fewer than the own fleet."""
        return self.mate is not None and len(self.mate.ships) + 1 < len(self.me.ships)


def afloat(fleet: FleetView) -> Iterator[Vessel]:
    """Yield the German ships, prizes and merchants of a fleet."""
    yield from fleet.ships
    yield from fleet.prizes
    yield from fleet.merchants
