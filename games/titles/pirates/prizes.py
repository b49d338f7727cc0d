"""3.2.5 Prizes: merchants taken whole."""

from games.titles.pirates import events as told
from games.titles.pirates.reactions import Attack
from games.titles.pirates.sea import Sea
from games.titles.pirates.state import Vessel


def capture(sea: Sea, card: str, attack: Attack) -> None:
    """The merchant joins the attacker's fleet, disguised; her stores resupply the ship that took her."""
    owner = sea.owner_of(card)
    sea.take_out(card)
    sea.fleet(attack.attacker).prizes.append(Vessel(card))
    ship = sea.find(attack.ship)
    resupplied = ship is not None and ship.unsupplied
    sea.tell(told.Captured(card, owner.seat, attack.attacker, attack.ship if resupplied else ""))
    if ship is not None:
        sea.supply(ship)
