"""3.3 The cards that do not attack, with a procedure for each, in the order of the rulebook.

Each procedure carries out the order by which the active player plays the card.
"""

from games.kernel.forms import Arrange, ChooseSome
from games.kernel.requests import Ask, ask, ask_all
from games.kernel.text import Text
from games.titles.pirates.orders.legality import DECK
from games.titles.pirates.orders.occasions import Attack
from games.titles.pirates.orders.orders import Play, kind_of
from games.titles.pirates.rules.attack.passage import try_passage
from games.titles.pirates.rules.attack.reactions import react
from games.titles.pirates.rules.rounds.setup import pick_from_hand
from games.titles.pirates.rules.rounds.teams import share_breakout
from games.titles.pirates.rules.turn.refuge import enter_refuge, repair
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events import effects as told
from games.titles.pirates.state.events.attack import Cancelled
from games.titles.pirates.state.rolls import card_challenge, challenge, options_add, wear
from games.titles.pirates.state.state import Fleet, Report, Vessel

ARRANGE = Text(
    "These are the next action cards, the next one first. In which order shall they be drawn?",
    "次に引かれるアクションカードです（先頭が次のカード）。引かれる順番を決めてください。",
)
GIVE = Text(
    "Which cards of your hand do you hand over to your partner? The partner decides at the same time.",
    "手札のうち、味方に渡すカードを選んでください。味方も同時に選びます。",
)


def _target(order: Play) -> str:
    return order.target or ""


async def blockade_runner(board: Board, order: Play) -> None:
    """3.3.2, 3.3.2.1 Roll for each own ship out of supply, in refuge or not. On success, the ship is in supply again.

    A prize in the fleet gives a bonus.
    """
    fleet = board.active
    rival = board.opponents(fleet.seat)[0].seat
    bonus = board.box.numbers.cards.blockade_runner_with_prize
    modifiers = (("prize", bonus),) if fleet.prizes else ()
    for vessel in [vessel for vessel in fleet.ships if vessel.unsupplied]:
        added = options_add(board, "blockade_runner", vessel.card)
        if await card_challenge(board, order.card, vessel.card, fleet.seat, rival, (*modifiers, *added)):
            board.supply(vessel)


async def bounding_main(board: Board, order: Play) -> None:
    """3.3.4 In a team game, make the next player, who is an opponent, lose a turn."""
    seat = board.turn.seat
    victim = board.others(seat)[0]
    victim.skipped = True
    board.tell(told.TurnLost(victim.seat, seat))


async def breakdown(board: Board, order: Play) -> None:
    """3.3.6 Roll to damage an undamaged German ship of an opponent, disguised or not."""
    target = _target(order)
    if await card_challenge(board, order.card, target, board.turn.seat, board.owner_of(target).seat):
        board.damage(board.vessel(target))


async def breakout(board: Board, order: Play) -> None:
    """3.3.7 Roll a challenge.

    On success, draw a German ship, or two if the challenge is at least twice the response.
    """
    kind, fleet = board.kind(order.card), board.active
    if board.state.options.after_1914 and not board.has_ship(board.state.german):
        board.tell(told.NoEffect(order.card, "all_at_sea"))  # 6.5.2
        return
    rival = board.opponents(fleet.seat)[0].seat
    success, mine, theirs = await challenge(
        board, kind.id, kind.rule, order.card, (fleet.seat, kind.challenge), (rival, kind.response)
    )
    if not success:
        return
    double = mine.total >= board.box.numbers.cards.breakout_double_multiple * theirs.total
    ships = await board.draw_ships(board.state.german, "german", 2 if double else 1)
    fleet.ships += [Vessel(ship) for ship in ships]
    board.tell(told.ShipsArrived(fleet.seat, tuple(ships)))
    await share_breakout(board, fleet, ships)


async def collier(board: Board, order: Play) -> None:
    """3.3.8 Resupply every own ship, in refuge or not."""
    for vessel in board.active.ships:
        board.supply(vessel)


async def damage_control(board: Board, order: Play) -> None:
    """3.3.9 Remove a damage marker from an own German ship, prize or merchant."""
    repair(board, board.vessel(_target(order)))


async def lay_weather(board: Board, order: Play) -> None:
    """3.3.10, 3.3.14 Lay Deception or Fog Bank in front of a fleet.

    The card lies there until the fleet's next turn ends.
    """
    board.turn.played.remove(order.card)
    board.fleet(_target(order)).weather = order.card
    board.tell(told.WeatherLaid(_target(order), order.card, board.turn.seat))


async def exchange_information(board: Board, order: Play) -> None:
    """3.3.11 In a team game, ask both partners which cards to hand each other, any number at the same time.

    The other seats see only the number of cards.
    """
    partner = board.partner(board.turn.seat)
    if partner is None:
        return
    pair = (board.active, partner)
    key = board.occasion("exchange_information")
    given = await ask_all({fleet.seat: _gift_question(fleet, key) for fleet in pair if fleet.hand})
    for fleet in pair:
        _hand_over_cards(board, fleet, given.get(fleet.seat, ()))


def _gift_question(fleet: Fleet, key: str) -> Ask[tuple[str, ...]]:
    form = ChooseSome(options=tuple(fleet.hand), most=len(fleet.hand), rule="3.3.11", given_away=True)
    return Ask(key=key, kind="exchange_information", seat=fleet.seat, rule="3.3.11", prompt=GIVE, form=form)


def _hand_over_cards(board: Board, fleet: Fleet, cards: tuple[str, ...]) -> None:
    """Move cards from the hand of a fleet to that of its partner, and announce their number.

    The giver gets a report, because it now knows these cards in the partner's hand.
    """
    seat, to = fleet.seat, fleet.partner
    fleet.hand = [card for card in fleet.hand if card not in cards]
    board.fleet(to).hand += cards
    if cards:
        report(board, seat, to, list(cards))
    told_all = told.CardsHandedOver(seat, to, len(cards), cards)
    board.emit(told_all, to=(seat, to), reduced=told.CardsHandedOver(seat, to, len(cards)))


async def fair_seas(board: Board, order: Play) -> None:
    """3.3.12 Roll safe passage for one undamaged own merchant or prize, with a bonus."""
    bonus = ("fair_seas", board.box.numbers.cards.fair_seas)
    rival = board.opponents(board.turn.seat)[0].seat
    await try_passage(board, _target(order), rival, (bonus,))


async def heavy_weather(board: Board, order: Play) -> None:
    """3.3.16, 3.3.16.1 Roll for each damaged ship at sea, in all fleets. Nobody scores for ships that founder."""
    seat = board.turn.seat
    for fleet in (*board.others(seat), board.active):
        against = fleet.seat if fleet.seat != seat else board.opponents(seat)[0].seat
        for vessel in [vessel for vessel in board.vessels(fleet) if vessel.damage and not vessel.refuge]:
            if await card_challenge(board, order.card, vessel.card, seat, against):
                board.remove(vessel.card, "heavy_weather")


async def intelligence(board: Board, order: Play) -> None:
    """3.3.17 Show the player a hand, or the top cards of the deck.

    From the deck, the player sees a card for each player, and may rearrange these cards.
    """
    if _target(order) == DECK:
        await _study_deck(board)
        return
    fleet, seat = board.fleet(_target(order)), board.turn.seat
    hand = sorted(fleet.hand)  # the order must not reveal when a card was drawn
    report(board, seat, fleet.seat, hand)
    seen = told.HandSeen(fleet.seat, seat, len(hand), tuple(hand))
    board.tell_only(seat, seen, told.HandSeen(fleet.seat, seat, len(fleet.hand)))


async def _study_deck(board: Board) -> None:
    state, seat = board.state, board.turn.seat
    count = min(len(state.fleets), len(state.deck))
    upcoming = list(reversed(state.deck[-count:]))
    report(board, seat, DECK, upcoming)
    board.tell_only(seat, told.DeckSeen(seat, count, tuple(upcoming)), told.DeckSeen(seat, count))
    if count < 2:
        return  # all see that there is nothing to arrange
    form = Arrange(options=tuple(upcoming), rule="3.3.17")
    key = board.occasion("arrange")
    order = await ask(Ask(key=key, kind="arrange", seat=seat, rule="3.3.17", prompt=ARRANGE, form=form))
    state.deck[-count:] = list(reversed(order))
    report(board, seat, DECK, list(order))
    board.tell_only(seat, told.DeckArranged(seat, order), told.DeckArranged(seat))


def report(board: Board, seat: str, place: str, cards: list[str]) -> None:
    """Record the cards that a seat has seen in a place: the seat of another hand, or "deck".

    A newer report on the deck replaces an older one of the same turn.
    """
    reports = board.fleet(seat).reports
    if place == DECK and reports and (reports[-1].place, reports[-1].turn) == (DECK, board.turn.number):
        reports.pop()
    reports.append(Report(board.state.round, board.turn.number, place, cards))


async def interned(board: Board, order: Play) -> None:
    """3.3.18, 3.3.18.1 Intern a warship or an identified ship if the challenge succeeds. Nobody scores for it.

    There is a bonus against damaged or unsupplied ships.
    """
    target = _target(order)
    if await _reflagged(board, order):
        return
    vessel, numbers = board.vessel(target), board.box.numbers.cards
    modifiers = wear(vessel, numbers.interned_damaged, numbers.interned_unsupplied)
    owner = board.owner_of(target)
    if await card_challenge(board, order.card, target, board.turn.seat, owner.seat, modifiers):
        board.remove(target, "interned")


async def _reflagged(board: Board, order: Play) -> bool:
    """3.3.32.3 Return True if the owner disguises the target before the roll, so that the card has no target.

    The target is an identified raider or prize. Return False for the phantom: its cards are reactions to attacks only
    (5.3.3).
    """
    target = _target(order)
    vessel, owner = board.vessel(target), board.owner_of(target)
    if board.is_warship(target) or board.is_phantom(owner.seat):
        return False
    attack = Attack(board.turn.seat, kind_of(order.card), order.card, target)
    if not await react(board, owner.seat, attack, ("reflag",)):
        return False
    board.disguise(vessel)
    board.tell(Cancelled(target, "reflag"))
    return True


async def island_refuge(board: Board, order: Play) -> None:
    """3.3.20 Hide one own German ship in a refuge."""
    await enter_refuge(board, order.card, _target(order))


async def recon_aircraft(board: Board, order: Play) -> None:
    """3.3.31 Draw two cards at random from an opponent's hand into the own hand."""
    seat, victim = board.turn.seat, _target(order)
    if board.is_phantom(victim):
        board.phantom.scouted = True  # 5.3.2, 5.4.3.10
    cards = await pick_from_hand(board, victim, board.box.numbers.cards.recon_aircraft_cards, "recon", "3.3.31")
    board.active.hand += cards
    report(board, victim, seat, list(cards))
    taken = told.HandTaken(victim, seat, len(cards), tuple(cards))
    board.emit(taken, to=(seat, victim), reduced=told.HandTaken(victim, seat, len(cards)))


async def reflag(board: Board, order: Play) -> None:
    """3.3.32 Disguise an own identified ship again."""
    board.disguise(board.vessel(_target(order)))


async def rendezvous_missed(board: Board, order: Play) -> None:
    """3.3.33, 3.3.33.1 Roll for each German ship of a fleet at sea. On success, the ship is out of supply.

    A prize in the fleet lowers the challenge.
    """
    fleet = board.fleet(_target(order))
    hindrance = board.box.numbers.cards.rendezvous_missed_with_prize
    modifiers = (("prize", hindrance),) if fleet.prizes else ()
    for vessel in [vessel for vessel in fleet.ships if not vessel.refuge and not vessel.unsupplied]:
        added = options_add(board, "rendezvous_missed", vessel.card)
        if await card_challenge(board, order.card, vessel.card, board.turn.seat, fleet.seat, (*modifiers, *added)):
            board.run_out(vessel)


async def scuttle(board: Board, order: Play) -> None:
    """3.3.35 Scuttle a damaged own ship or prize; nobody scores."""
    board.remove(_target(order), "scuttle")


async def second_chance(board: Board, order: Play) -> None:
    """3.3.37 Add another turn for the active player after this turn."""
    board.turn.extra_to_come = True


async def transfer_command(board: Board, order: Play) -> None:
    """3.3.45 Move a warship or an identified ship, with its markers, to the active player's fleet."""
    target, seat = _target(order), board.turn.seat
    owner = board.owner_of(target)
    if await _reflagged(board, order):
        return
    if not await card_challenge(board, order.card, target, seat, owner.seat):
        return
    vessel, prize = board.vessel(target), board.is_prize(target)
    (owner.prizes if prize else owner.ships).remove(vessel)
    (board.active.prizes if prize else board.active.ships).append(vessel)
    board.tell(told.Transferred(target, owner.seat, seat))


async def wireless_intercept(board: Board, order: Play) -> None:
    """3.3.47 Take the top two cards of the discard pile into the hand."""
    count = min(board.box.numbers.cards.wireless_intercept_cards, len(board.state.discards))
    cards = [board.state.discards.pop() for _ in range(count)]
    board.active.hand += cards
    board.state.shown += cards
    board.tell(told.DiscardsTaken(board.turn.seat, tuple(cards)))
