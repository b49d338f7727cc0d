"""What cards, attacks and reactions are worth to a bot, in thousandths of victory points."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from games.titles.pirates.assignment import DECK
from games.titles.pirates.components import Coin, Components
from games.titles.pirates.forms import PlanForm
from games.titles.pirates.legality import UNTARGETED, Prospects
from games.titles.pirates.modifiers import added
from games.titles.pirates.odds import attack_odds, challenge_odds
from games.titles.pirates.orders import British, CardOrder, Intercept, Mines, Play, kind_of
from games.titles.pirates.reactions import Aftermath, Attack
from games.titles.pirates.state import Vessel
from games.titles.pirates.view import FleetView, View

KEEP = {
    "amc": 2600, "trap": 2400, "slim_pickings": 2200, "break_contact": 1800, "non_combatant": 1600, "shallow_run": 1500,
    "fast_ship": 1200, "reflag": 1200, "qqq": 800, "recalled": 1500, "mistaken_identity": 1000, "pull_the_plug": 900,
    "minesweeper": 900, "q_ship": 1500, "razzle_dazzle": 700, "boarding_party": 1500, "shipping_lanes": 2200,
    "good_hunting": 1600, "surprise_attack": 1500, "special_cargo": 1500, "damage_control": 700, "breakout": 2500,
    "submarines_u": 3000, "submarines_uc": 3000, "lay_mines": 1500, "interrogate": 1800, "fair_seas": 2500,
}  # fmt: skip
"""What a card in the hand is worth for later; half a point where nothing is said."""
LITTLE = 500
CARD = 800
"""What an action card is worth that is still in the deck."""
CRUISES = 3
"""How often a ship attacks in a round, more or less."""


class Offer(NamedTuple):
    """A use of cards and what it is worth beyond the cards."""

    worth: int
    order: CardOrder


class Appraisal:
    """A seat's judgement of its own view."""

    def __init__(self, components: Components, view: View) -> None:
        self.components, self.view = components, view
        self.numbers = components.numbers
        self.me = view.fleet(view.seat)
        self.mate = next((fleet for fleet in view.fleets if fleet.partner == view.seat), None)
        self.rivals = [fleet for fleet in view.fleets if view.seat not in (fleet.seat, fleet.partner)]
        self.vessels = {vessel.card: vessel for fleet in view.fleets for vessel in _afloat(fleet)}
        self.owners = {vessel.card: fleet for fleet in view.fleets for vessel in _afloat(fleet)}

    def of(self, seat: str) -> "Appraisal":
        """How the table looks for another seat, to one who knows no more of it than this one."""
        return Appraisal(self.components, replace(self.view, seat=seat))

    # --- cards

    def keep(self, card: str) -> int:
        """What the card is worth unplayed: less with a full hand, nothing when the round ends."""
        turns_left = self.view.deck // max(1, len(self.view.fleets))
        worth = KEEP.get(kind_of(card), LITTLE)
        if turns_left <= 1:
            return worth // 10
        surplus = max(0, self.me.cards - turns_left)
        return worth * 10 // (10 + 3 * surplus + max(0, self.me.cards - 4))

    def value(self, card: str) -> int:
        """The victory value of a ship in thousandths."""
        components = self.components
        if card in components.ships:
            return 1000 * components.ships[card].vp
        return 1000 * components.merchants[card].vp

    def german_value(self, card: str) -> int:
        """What sinking a German ship adds to the pile: little while merchants are wanting (2.3.1)."""
        if card not in self.components.ships:
            return self.value(card)
        germans = sum(trophy.card in self.components.ships for trophy in self.me.pile)
        merchants = sum(trophy.card in self.components.merchants for trophy in self.me.pile) + len(self.me.prizes)
        return self.value(card) if germans <= merchants else self.value(card) // 2

    def is_rested(self, ship: str) -> bool:
        """In refuge with nothing left to mend."""
        vessel = self.vessels[ship]
        return not vessel.damage and not vessel.unsupplied

    def edge(self, ship: str) -> int:
        """What a ship may sink in a round more than one drawn from the deck."""
        ships = self.components.ships
        return CRUISES * (self.catch(ship) - sum(map(self.catch, ships)) // len(ships))

    def fitness(self, ship: str) -> int:
        """How good it is to have a ship: a hunter for her guns, a merchant for her escape from hunters, and home."""
        if ship in self.components.ships:
            return self.catch(ship)
        merchant, attacks = self.components.merchants[ship], [card.attack for card in self.components.ships.values()]
        lost = sum(attack_odds(attack, 0, merchant.defence, 0).sunk for attack in attacks) // len(attacks)
        return challenge_odds(merchant.challenge, 0, merchant.response) - lost

    def catch(self, ship: str, bonus: int = 0) -> int:
        """What one attack on any merchant brings."""
        attack, prey = self.components.ships[ship].attack, self.components.merchants.values()
        return sum(attack_odds(attack, bonus, merchant.defence, 0).sunk * merchant.vp for merchant in prey) // len(prey)

    # --- uses

    def offers(self, form: PlanForm) -> Iterator[Offer]:
        """Every use of the hand that can be worth something."""
        prospects = form.prospects
        fodder = sorted(form.hand, key=lambda card: (self.keep(card), card))
        yield from self._intercepts(prospects, fodder)
        yield from self._british(prospects, fodder)
        yield from self._mines(prospects, form.hand)
        yield from self.upright(prospects, form.hand)

    def _intercepts(self, prospects: Prospects, fodder: list[str]) -> Iterator[Offer]:
        for ship in prospects.ships:
            for prey in prospects.merchants.values():
                if not prey:
                    continue
                targets = sorted(prey, key=lambda card: -self.hunt(ship, card, 0))
                for card in fodder[:3]:
                    cost = self.keep(card)
                    worth = self.hunt(ship, targets[0], self._night(card)) - cost
                    yield Offer(worth, Intercept(card, ship, (targets[0],)))
                    for other in targets[1:]:
                        second = self.hunt(ship, other, self._night(card)) - cost
                        yield Offer(second, Intercept(card, ship, (other,)))
                    yield from self._supported(prospects, ship, targets, card)

    def _supported(self, prospects: Prospects, ship: str, targets: list[str], card: str) -> Iterator[Offer]:
        """An intercept with supports: each is added if it pays."""
        supports: list[str] = []
        bonus, cost = self._night(card), self.keep(card)
        aims = targets[:1]
        boarding: tuple[str, ...] = ()
        raider = ship in prospects.raiders
        for support in prospects.supports:
            kind = kind_of(support)
            if support == card or any(kind_of(other) == kind for other in supports):
                continue
            before = sum(self.hunt(ship, aim, bonus) for aim in aims)
            gain, wider = 0, aims
            if kind == ("good_hunting" if raider else "shipping_lanes") and len(targets) > 1:
                wider = targets[: 2 if raider else 3]
                gain = sum(self.hunt(ship, aim, bonus) for aim in wider) - before
            elif kind == "surprise_attack":
                gain = sum(self.hunt(ship, aim, bonus + self.surprise(ship)) for aim in aims) - before
            elif kind == "boarding_party" and not self.vessels[aims[0]].damage:
                gain = self.hunt(ship, aims[0], bonus) // 2
            elif kind == "special_cargo":
                gain = before
            if gain > self.keep(support):
                aims, cost = wider, cost + self.keep(support)
                supports.append(support)
                bonus += self.surprise(ship) if kind == "surprise_attack" else 0
                boarding = (aims[0],) if kind == "boarding_party" else boarding
        if supports:
            worth = sum(self.hunt(ship, aim, bonus) for aim in aims) * (3 if boarding else 2) // 2 - cost
            yield Offer(worth, Intercept(card, ship, tuple(aims), tuple(supports), boarding))

    def _night(self, card: str) -> int:
        return self.numbers.dice.night_attack if self.components.card(card).night else 0

    def hunt(self, ship: str, target: str, bonus: int) -> int:
        """What a ship's attack on a merchant may bring."""
        vessel = self.vessels[ship]
        dice = self.numbers.dice
        bonus += dice.damaged_intercept * vessel.damage + dice.unsupplied_intercept * bool(vessel.unsupplied)
        return self.strike(self.components.ships[ship].attack, bonus, target)

    def surprise(self, ship: str = "") -> int:
        """3.3.44, 6.3.1 What a Surprise Attack adds."""
        return self.numbers.cards.surprise_attack + self._added("surprise_attack", "", ship)

    def _added(self, roll: str, vessel: str, hunter: str = "") -> int:
        """6.0 What the options in force add to a roll."""
        return sum(amount for _, amount in added(self.components, self.view.options, roll, vessel, hunter))

    def chance(self, kind: str, vessel: str, hunter: str = "") -> int:
        """The odds of a card's challenge for or against a ship, with her markers and the options."""
        card, cards, ship = self.components.kinds[kind], self.numbers.cards, self.vessels.get(vessel)
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
        """What an attack with this coin on any ship may bring: her value if sunk, something if damaged."""
        vessel = self.vessels[target]
        malus = self.numbers.dice.damaged_defence * vessel.damage
        odds = attack_odds(coin, bonus, self.defence(target), malus)
        worth = self.german_value(target)
        sound = not vessel.damage or self.view.options.cumulative_damage
        damage = odds.damaged * worth // 4 if sound else 0
        return (odds.sunk * worth + damage) // 1000

    def defence(self, card: str) -> Coin:
        """The defence coin of any ship."""
        ship = self.components.ships.get(card)
        return ship.defence if ship is not None else self.components.merchants[card].defence

    def _british(self, prospects: Prospects, fodder: list[str]) -> Iterator[Offer]:
        surprise = [card for card in prospects.supports if kind_of(card) == "surprise_attack"]
        for row in prospects.british.values():
            for target in row:
                for card in fodder:
                    coin = self.components.kinds[kind_of(card)].intercept
                    worth = self.strike(coin, self._night(card), target) - self.keep(card)
                    yield Offer(worth, British(card, target))
                    if surprise and surprise[0] != card:
                        bonus = self._night(card) + self.numbers.cards.surprise_attack
                        both = self.strike(coin, bonus, target) - self.keep(card) - self.keep(surprise[0])
                        yield Offer(both, British(card, target, (surprise[0],)))

    def _mines(self, prospects: Prospects, cards: tuple[str, ...]) -> Iterator[Offer]:
        for card in cards:
            if kind_of(card) == "lay_mines":
                for ship in prospects.minelayers:
                    for seat in prospects.minable:
                        worth = self._minefield(self.components.kinds["lay_mines"].mine, seat) - self.keep(card)
                        yield Offer(worth, Mines(card, ship, seat))

    def _minefield(self, coin: Coin, seat: str) -> int:
        return sum(self.strike(coin, 0, vessel.card) for vessel in self.view.fleet(seat).merchants)

    def upright(self, prospects: Prospects, cards: tuple[str, ...]) -> Iterator[Offer]:
        """Cards played for their text."""
        for card in cards:
            targets = prospects.plays.get(card)
            if targets is None:
                continue
            if not targets and kind_of(card) in UNTARGETED:
                yield Offer(self.text_worth(kind_of(card), "") - self.keep(card), Play(card))
            for target in targets:
                yield Offer(self.text_worth(kind_of(card), target) - self.keep(card), Play(card, target))

    def text_worth(self, kind: str, target: str) -> int:
        """What a card's text may bring against this target."""
        card = self.components.kinds[kind]
        odds = self.chance(kind, target)
        seats = {fleet.seat for fleet in self.view.fleets}
        if kind in ("submarines_u", "submarines_uc"):
            return self._minefield(card.mine, target) if target in seats else self._torpedo(card.torpedo, target)
        if kind == "monitor":
            return self.strike(card.attack, self.numbers.cards.monitor, target)
        if kind == "interrogate":
            return odds * (self.strike(card.attack, 0, target) + LITTLE) // 1000
        if kind == "fair_seas":
            merchant = self.components.merchants[target]
            prize = any(vessel.card == target for vessel in self.me.prizes)
            chance = challenge_odds(merchant.challenge, self.numbers.cards.fair_seas, merchant.response)
            return chance * self.value(target) // (4000 if prize else 1000)
        if kind in ("interned", "transfer_command", "breakdown"):
            share = {"interned": 3, "transfer_command": 2, "breakdown": 8}[kind]
            return odds * self.value(target) // (1000 * share)
        if kind in ("damage_control", "island_refuge"):
            return 1500 if target in self.vessels and self.vessels[target].damage else 0
        return self._table_worth(kind, target, odds)

    def _torpedo(self, coin: Coin, target: str) -> int:
        """A torpedo; a prize must be taken for a merchant first (6.9.1)."""
        worth, numbers = self.strike(coin, 0, target), self.numbers.prize_torpedo
        if all(vessel.card != target for vessel in self.owners[target].prizes):
            return worth
        return challenge_odds(numbers.challenge, 0, numbers.response) * worth // 1000

    def _table_worth(self, kind: str, target: str, odds: int) -> int:
        """Cards that change hands, fleets or weather."""
        if kind == "recon_aircraft":
            return 4000 if self.view.fleet(target).cards else 0
        if kind == "wireless_intercept":
            return 1500 * len(self.view.discards_top)
        if kind == "second_chance":
            return 3000
        if kind == "breakout":
            return odds * 5
        if kind == "fog_bank":
            return 4000
        if kind == "bounding_main":
            return 4500
        if kind == "exchange_information":
            return 2500 * len(self.idle_cards())
        if kind == "deception":
            return 3000
        if kind == "rendezvous_missed":
            return sum(self.chance(kind, ship.card) for ship in self.view.fleet(target).ships)
        if kind == "heavy_weather":
            return odds * sum(bool(vessel.damage) for vessel in _afloat(self.view.fleet(target))) * 2
        if kind in ("collier", "blockade_runner"):
            return 1500 * sum(vessel.unsupplied for vessel in self.me.ships)
        if kind == "reflag":
            return 1500
        if kind == "intelligence":
            return 300 if target == DECK else 100
        return 0

    # --- the partner (4.0)

    def idle_cards(self) -> tuple[str, ...]:
        """3.3.11 Cards of the own hand that want a ship which the partner has, and the own fleet has not."""
        if self.mate is None:
            return ()
        return tuple(card for card in self.me.hand if self._fits(card, self.mate) and not self._fits(card, self.me))

    def _fits(self, card: str, fleet: FleetView) -> bool:
        ships = [self.components.ships[vessel.card] for vessel in fleet.ships]
        fitting = {
            "good_hunting": [ship.raider for ship in ships],
            "shipping_lanes": [ship.warship for ship in ships],
            "lay_mines": [ship.mines for ship in ships],
        }
        return any(fitting.get(kind_of(card), ()))

    def spares(self) -> bool:
        """4.6, 4.7 Whether the partner needs a ship more than the own fleet does."""
        return self.mate is not None and len(self.mate.ships) + 1 < len(self.me.ships)

    # --- reactions

    def reaction_worth(self, kind: str, attack: Attack) -> int:
        """What a reaction saves or gains, beyond keeping the card."""
        threat = self._threat(attack)
        card = self.components.kinds[kind]
        odds = self.chance(kind, attack.target, attack.ship)
        sound = attack.target in self.vessels and not self.vessels[attack.target].damage
        saved = {
            "slim_pickings": threat,
            "amc": threat + self._ambush(card.attack, attack),
            "trap": threat // 8 + self._ambush(card.attack, attack),
            "break_contact": odds * threat // 1000,
            "shallow_run": threat * 3 // 4 if sound else odds * threat // 1000,
            "non_combatant": threat // 3,
            "fast_ship": threat // 3,
            "qqq": 900 + threat // 10,
            "reflag": threat,
            "pull_the_plug": threat // 3,
            "minesweeper": threat,
            "q_ship": threat + 1000,
            "sail_q_ship": threat + 1000,
            "razzle_dazzle": odds * threat // 1000,
        }.get(kind, 0)
        return saved - min(900, self.keep(kind + "_1") // 2)

    def _ambush(self, coin: Coin, attack: Attack) -> int:
        return self.strike(coin, 0, attack.ship) if coin and attack.ship in self.vessels else 0

    def _threat(self, attack: Attack) -> int:
        """What the attack may cost, as the attacker would count it."""
        if attack.weapon == "mines":
            return self._minefield(attack.coin or self.components.kinds["lay_mines"].mine, attack.target)
        if attack.target not in self.vessels:
            return 0
        bonus = self.numbers.dice.night_attack if attack.night else 0
        bonus += self.surprise(attack.ship) if attack.surprise else 0
        if attack.weapon == "intercept":
            return self.hunt(attack.ship, attack.target, bonus)
        coin = attack.coin or self._coin(attack)
        return self.strike(coin, bonus, attack.target)

    def _coin(self, attack: Attack) -> Coin:
        card = self.components.kinds[kind_of(attack.card)]
        return {"british": card.intercept, "torpedo": card.torpedo}.get(attack.weapon, card.attack)

    def aftermath_worth(self, option: str, after: Aftermath) -> int:
        """Recalled takes the hunter away; Mistaken Identity gains the difference of two merchants."""
        card, _, merchant = option.partition("/")
        if kind_of(card) == "recalled":
            return self.value(after.ship) // 3
        return self.value(after.target) - self.value(merchant)


def _afloat(fleet: FleetView) -> Iterator[Vessel]:
    yield from fleet.ships
    yield from fleet.prizes
    yield from fleet.merchants
