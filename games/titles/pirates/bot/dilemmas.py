"""The bot's choices under options: to chase, to pursue, and to take stores (6.6.1, 6.10, 6.12)."""

from collections.abc import Iterator

from games.titles.pirates.bot.appraisal import CRUISES, Appraisal
from games.titles.pirates.components.odds import challenge_odds
from games.titles.pirates.orders.legality import Prospects
from games.titles.pirates.orders.occasions import Prey, Stores
from games.titles.pirates.orders.orders import Resupply, kind_of


def supplied(judge: Appraisal, ship: str) -> int:
    """Return how much more a ship's attacks in the rest of the round are worth in supply than out of supply."""
    turns = min(CRUISES, judge.view.deck // len(judge.view.fleets))
    lacking = judge.numbers.dice.unsupplied_intercept
    return turns * (judge.catch(ship) - judge.catch(ship, lacking))


def chase(judge: Appraisal, prey: Prey) -> int:
    """6.6.1 Return the value of a chase: the gain by better odds, less the risk of being out of supply afterwards.

    Values in this module are in thousandths of victory points.
    """
    fast, malus = judge.numbers.fast, judge.numbers.cards.fast_ship
    gain = judge.hunt(prey.ship, prey.target, 0) - judge.hunt(prey.ship, prey.target, malus)
    fails = 1000 - challenge_odds(fast.chase_challenge, 0, fast.chase_response)
    return gain - fails * supplied(judge, prey.ship) // 1000


def pursue(judge: Appraisal, prey: Prey) -> int:
    """6.10 Return the value of following a merchant into shallow water: the value of the attack, less the risk.

    The shoals may damage the hunter, or sink it if it is already damaged.
    """
    clears = judge.chance(kind_of(prey.card), prey.ship)
    vessel = judge.vessels[prey.ship]
    loss = judge.value(prey.ship) if vessel.damage else judge.value(prey.ship) // 5
    return (clears * judge.hunt(prey.ship, prey.target, 0) - (1000 - clears) * loss) // 1000


def stores(judge: Appraisal, offer: Stores) -> int:
    """6.12 Return the value of taking stores from a prize: the value of being in supply, less the risk for the prize.

    The risk is half the value of the prize, times the probability that the prize is exhausted.
    """
    numbers = judge.numbers.prize_supply
    empties = challenge_odds(numbers.exhausted_challenge, 0, numbers.exhausted_response)
    return supplied(judge, offer.ship) - empties * judge.value(offer.prize) // 2000


def supplies(judge: Appraisal, prospects: Prospects) -> Iterator[Resupply]:
    """6.12.1 Yield orders to supply ships from prizes: first the ships that attack best, from the cheapest prizes."""
    ships = sorted(prospects.wanting, key=lambda ship: (-supplied(judge, ship), ship))
    prizes = sorted(prospects.laden, key=lambda prize: (judge.value(prize), prize))
    for ship, prize in zip(ships, prizes, strict=False):
        if stores(judge, Stores(ship, prize)) > 0:
            yield Resupply(ship, prize)
