"""The bot's choices under options: to chase, to pursue, and to take stores (6.6.1, 6.10, 6.12)."""

from collections.abc import Iterator

from games.titles.pirates.bot.appraisal import CRUISES, Appraisal
from games.titles.pirates.components.odds import challenge_odds
from games.titles.pirates.orders.legality import Prospects
from games.titles.pirates.orders.occasions import Prey, Stores
from games.titles.pirates.orders.orders import Resupply, kind_of


def supplied(judge: Appraisal, ship: str) -> int:
    """Return the value for a ship of being in supply for the rest of the round."""
    turns = min(CRUISES, judge.view.deck // len(judge.view.fleets))
    lacking = judge.numbers.dice.unsupplied_intercept
    return turns * (judge.catch(ship) - judge.catch(ship, lacking))


def chase(judge: Appraisal, prey: Prey) -> int:
    """6.6.1 Return the gain of a chase: better odds now, less the risk of lacking supply later."""
    fast, malus = judge.numbers.fast, judge.numbers.cards.fast_ship
    gain = judge.hunt(prey.ship, prey.target, 0) - judge.hunt(prey.ship, prey.target, malus)
    fails = 1000 - challenge_odds(fast.chase_challenge, 0, fast.chase_response)
    return gain - fails * supplied(judge, prey.ship) // 1000


def pursue(judge: Appraisal, prey: Prey) -> int:
    """6.10 Return the gain of a pursuit: the attack that it permits, less the risk of the shoals.

    The shoals sink a hunter that is damaged already.
    """
    clears = judge.chance(kind_of(prey.card), prey.ship)
    vessel = judge.vessels[prey.ship]
    loss = judge.value(prey.ship) if vessel.damage else judge.value(prey.ship) // 5
    return (clears * judge.hunt(prey.ship, prey.target, 0) - (1000 - clears) * loss) // 1000


def stores(judge: Appraisal, offer: Stores) -> int:
    """6.12 Return the gain of taking stores: the value of supply, less the risk for the prize.

    The risk is half the value of the prize, times the odds that it is exhausted.
    """
    numbers = judge.numbers.prize_supply
    empties = challenge_odds(numbers.exhausted_challenge, 0, numbers.exhausted_response)
    return supplied(judge, offer.ship) - empties * judge.value(offer.prize) // 2000


def supplies(judge: Appraisal, prospects: Prospects) -> Iterator[Resupply]:
    """6.12.1 Yield the supply orders, for the best hunters first and from the poorest prizes."""
    ships = sorted(prospects.wanting, key=lambda ship: (-supplied(judge, ship), ship))
    prizes = sorted(prospects.laden, key=lambda prize: (judge.value(prize), prize))
    for ship, prize in zip(ships, prizes, strict=False):
        if stores(judge, Stores(ship, prize)) > 0:
            yield Resupply(ship, prize)
