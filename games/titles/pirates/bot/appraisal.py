"""The value of cards, ships and attacks to a bot, in thousandths of victory points."""

from collections.abc import Iterator

from msgspec.structs import replace

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
"""The value of keeping a card in hand; half a point for cards that are not listed."""
LITTLE = 500
CARD = 800
"""The value of an action card that is still in the deck."""
CRUISES = 3
"""Approximate number of attacks of a ship in a round."""


class Appraisal:
    """The evaluation of one view by the seat that owns it."""

    def __init__(self, box: Box, view: View) -> None:
        self.box, self.view = box, view
        self.numbers = box.numbers
        self.me = view.fleet(view.seat)
        self.mate = next((fleet for fleet in view.fleets if fleet.partner == view.seat), None)
        self.rivals = [fleet for fleet in view.fleets if view.seat not in (fleet.seat, fleet.partner)]
        self.vessels = {vessel.card: vessel for fleet in view.fleets for vessel in afloat(fleet)}
        self.owners = {vessel.card: fleet for fleet in view.fleets for vessel in afloat(fleet)}

    def of(self, seat: str) -> "Appraisal":
        """Return the evaluation for another seat. It uses only what this seat knows."""
        return Appraisal(self.box, replace(self.view, seat=seat))

    # --- cards

    def keep(self, card: str) -> int:
        """Return the value of an unplayed card. It is less with a full hand, and 0 when the round ends."""
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

        A German ship counts half while the own pile has too few merchants (2.3.1).
        """
        if card not in self.box.ships:
            return self.value(card)
        germans = sum(trophy.card in self.box.ships for trophy in self.me.pile)
        merchants = sum(trophy.card in self.box.merchants for trophy in self.me.pile) + len(self.me.prizes)
        return self.value(card) if germans <= merchants else self.value(card) // 2

    def is_rested(self, ship: str) -> bool:
        """Return True if a ship is in refuge with nothing left to repair."""
        vessel = self.vessels[ship]
        return not vessel.damage and not vessel.unsupplied

    def edge(self, ship: str) -> int:
        """Return the value that a ship is expected to sink in a round, less that of the average ship of the deck."""
        ships = self.box.ships
        return CRUISES * (self.catch(ship) - sum(map(self.catch, ships)) // len(ships))

    def fitness(self, ship: str) -> int:
        """Return the value of owning a ship.

        For a hunter it depends on its guns, for a merchant on its chances of escape and safe passage.
        """
        if ship in self.box.ships:
            return self.catch(ship)
        merchant, attacks = self.box.merchants[ship], [card.attack for card in self.box.ships.values()]
        lost = sum(attack_odds(attack, 0, merchant.defence, 0).sunk for attack in attacks) // len(attacks)
        return challenge_odds(merchant.challenge, 0, merchant.response) - lost

    def catch(self, ship: str, bonus: int = 0) -> int:
        """Return the value of one attack by a ship on an average merchant."""
        attack, prey = self.box.ships[ship].attack, self.box.merchants.values()
        return sum(attack_odds(attack, bonus, merchant.defence, 0).sunk * merchant.vp for merchant in prey) // len(prey)

    # --- attacks

    def night(self, card: str) -> int:
        """1.1.4 Return the value that the card's night action adds to an intercept."""
        return self.numbers.dice.night_attack if self.box.card(card).night else 0

    def hunt(self, ship: str, target: str, bonus: int) -> int:
        """Return the value of a ship's attack on a merchant."""
        vessel = self.vessels[ship]
        dice = self.numbers.dice
        bonus += dice.damaged_intercept * vessel.damage + dice.unsupplied_intercept * bool(vessel.unsupplied)
        return self.strike(self.box.ships[ship].attack, bonus, target)

    def surprise(self, ship: str = "") -> int:
        """3.3.44, 6.3.1 Return the value that a Surprise Attack adds to a ship's intercept."""
        return self.numbers.cards.surprise_attack + self._added("surprise_attack", "", ship)

    def _added(self, roll: str, vessel: str, hunter: str = "") -> int:
        """6.0 Return the modifier that the options in force add to a roll."""
        return sum(amount for _, amount in added(self.box, self.view.options, roll, vessel, hunter))

    def chance(self, kind: str, vessel: str, hunter: str = "") -> int:
        """Return the probability, in thousandths, that a card's challenge about a ship succeeds.

        It includes markers and options.
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
        """Return the value of an attack with this coin on a ship: its value if sunk, part of it if damaged."""
        vessel = self.vessels[target]
        malus = self.numbers.dice.damaged_defence * vessel.damage
        odds = attack_odds(coin, bonus, self.defence(target), malus)
        worth = self.german_value(target)
        sound = not vessel.damage or self.view.options.cumulative_damage
        damage = odds.damaged * worth // 4 if sound else 0
        return (odds.sunk * worth + damage) // 1000

    def defence(self, card: str) -> Coin:
        """Return the defence coin of a ship."""
        ship = self.box.ships.get(card)
        return ship.defence if ship is not None else self.box.merchants[card].defence

    def worth_of_mines(self, coin: Coin, seat: str) -> int:
        """3.2.9 Return the value of mines with this coin that are laid against all merchants of a seat."""
        return sum(self.strike(coin, 0, vessel.card) for vessel in self.view.fleet(seat).merchants)

    # --- the partner (4.0)

    def idle_cards(self) -> tuple[str, ...]:
        """3.3.11 Return the own cards that need a kind of ship which the partner has and the own fleet has not."""
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
        """4.6, 4.7 Return True if the partner needs a ship more than this seat does."""
        return self.mate is not None and len(self.mate.ships) + 1 < len(self.me.ships)


def afloat(fleet: FleetView) -> Iterator[Vessel]:
    """Yield the German ships, prizes and merchants of a fleet."""
    yield from fleet.ships
    yield from fleet.prizes
    yield from fleet.merchants
