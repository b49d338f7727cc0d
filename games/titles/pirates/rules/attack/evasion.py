"""3.3.5 Break Contact and 3.3.38 Shallow Run: reactions that evade an intercept."""

from games.titles.pirates.orders.occasions import Attack
from games.titles.pirates.rules.attack.odds import break_contact_modifiers, shallow_run_modifiers
from games.titles.pirates.rules.attack.pursuit import pursued
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events import attack as told
from games.titles.pirates.state.rolls import card_challenge
from games.titles.pirates.state.state import Vessel


async def break_contact(board: Board, seat: str, card: str, attack: Attack, vessel: Vessel) -> bool:
    """3.3.5, 3.3.5.1 Roll the challenge of Break Contact. Return True if the challenge cancels the intercept.

    `vessel`: the ship that evades, of the fleet of `seat`. `card`: its Break Contact.
    """
    modifiers = break_contact_modifiers(board, attack, vessel)
    cancelled = await card_challenge(board, card, vessel.card, seat, attack.attacker, modifiers)
    if cancelled:
        board.tell(told.Cancelled(vessel.card, "break_contact"))
    return cancelled


async def shallow_run(board: Board, seat: str, card: str, attack: Attack, vessel: Vessel) -> bool:
    """3.3.38 Resolve a Shallow Run, by which a ship avoids the intercept. Shoals may damage it, or sink a damaged ship.

    `vessel`: the ship that evades, of the fleet of `seat`. `card`: its Shallow Run. 6.10.2 If the hunter pursues the
    ship, the hunter must roll for the shoals, too. Return True if the hunter pursued and neither ship was sunk; the
    intercept then continues.
    """
    if not await pursued(board, attack, card):
        board.tell(told.Cancelled(vessel.card, "shallow_run"))
        if not await _clears_shoals(board, card, vessel, seat, attack.attacker):
            _ground(board, vessel, attack.attacker)
        return False
    hunter = board.vessel(attack.ship)
    preys = await _clears_shoals(board, card, vessel, seat, attack.attacker)
    hunters = await _clears_shoals(board, card, hunter, attack.attacker, seat)
    if not preys:
        _ground(board, vessel, attack.attacker)
    if not hunters:
        _ground(board, hunter, seat)
    return board.find(vessel.card) is not None and board.find(hunter.card) is not None


async def _clears_shoals(board: Board, card: str, vessel: Vessel, seat: str, against: str) -> bool:
    """3.3.38, 6.10.3 Roll for one ship's run through shallow water. Return True if it avoids the shoals."""
    modifiers = shallow_run_modifiers(board, vessel)
    return await card_challenge(board, card, vessel.card, seat, against, modifiers)


def _ground(board: Board, vessel: Vessel, by: str) -> None:
    """3.3.38.1, 6.10.3 Damage an undamaged ship on shoals; sink a damaged one, which scores for the seat `by`."""
    if vessel.damage:
        board.sink(vessel.card, by)
    else:
        board.damage(vessel)
