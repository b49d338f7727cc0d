"""3.3 Cards that do something else than attack: one procedure for each, in the order of the rulebook."""

from games.kernel.forms import Arrange, ChooseSome
from games.kernel.requests import Ask, all_of, ask
from games.kernel.text import Text
from games.titles.pirates.orders.legality import DECK
from games.titles.pirates.orders.occasions import Attack
from games.titles.pirates.orders.orders import Play, kind_of
from games.titles.pirates.rules.attack.passage import try_passage
from games.titles.pirates.rules.attack.reactions import react
from games.titles.pirates.rules.rounds.setup import pick_from_hand
from games.titles.pirates.rules.rounds.teams import share_breakout
from games.titles.pirates.rules.turn.refuge import enter_refuge, repair
from games.titles.pirates.table.events import effects as told
from games.titles.pirates.table.events.attack import Cancelled
from games.titles.pirates.table.rolls import card_challenge, challenge, options_add, wear
from games.titles.pirates.table.sea import Sea
from games.titles.pirates.table.state import Fleet, Report, Vessel

ARRANGE = Text(
    "These are the next action cards, the next one first. In which order shall they be drawn?",
    "次に引かれるアクションカードです(先頭が次のカード)。引かれる順番を決めてください。",
)
GIVE = Text(
    "Which cards of your hand do you hand over to your partner? The partner decides at the same time.",
    "手札のうち、味方に渡すカードを選んでください。味方も同時に選びます。",
)


def _target(order: Play) -> str:
    return order.target or ""


async def blockade_runner(sea: Sea, order: Play) -> None:
    """3.3.2, 3.3.2.1 Each own ship out of supply is tested, also in refuge; a prize in the fleet helps."""
    fleet = sea.active
    rival = sea.opponents(fleet.seat)[0].seat
    bonus = sea.box.numbers.cards.blockade_runner_with_prize
    modifiers = (("prize", bonus),) if fleet.prizes else ()
    for vessel in [vessel for vessel in fleet.ships if vessel.unsupplied]:
        added = options_add(sea, "blockade_runner", vessel.card)
        if await card_challenge(sea, order.card, vessel.card, fleet.seat, rival, (*modifiers, *added)):
            sea.supply(vessel)


async def bounding_main(sea: Sea, order: Play) -> None:
    """3.3.4 Team game: the next player, who is an opponent, loses a turn."""
    seat = sea.turn.seat
    victim = sea.others(seat)[0]
    victim.skipped = True
    sea.tell(told.TurnLost(victim.seat, seat))


async def breakdown(sea: Sea, order: Play) -> None:
    """3.3.6 An undamaged German ship, disguised or not, breaks down."""
    target = _target(order)
    if await card_challenge(sea, order.card, target, sea.turn.seat, sea.owner_of(target).seat):
        sea.damage(sea.vessel(target))


async def breakout(sea: Sea, order: Play) -> None:
    """3.3.7 A new German ship; two if the challenge is at least twice the response."""
    kind, fleet = sea.kind(order.card), sea.active
    if sea.state.options.after_1914 and not sea.has_ship(sea.state.german):
        sea.tell(told.NoEffect(order.card, "all_at_sea"))  # 6.5.2
        return
    rival = sea.opponents(fleet.seat)[0].seat
    success, mine, theirs = await challenge(
        sea, kind.id, kind.rule, order.card, (fleet.seat, kind.challenge), (rival, kind.response)
    )
    if not success:
        return
    double = mine.total >= sea.box.numbers.cards.breakout_double_multiple * theirs.total
    ships = await sea.draw_ships(sea.state.german, "german", 2 if double else 1)
    fleet.ships += [Vessel(ship) for ship in ships]
    sea.tell(told.ShipsArrived(fleet.seat, tuple(ships)))
    await share_breakout(sea, fleet, ships)


async def collier(sea: Sea, order: Play) -> None:
    """3.3.8 Every own ship is resupplied, also in refuge."""
    for vessel in sea.active.ships:
        sea.supply(vessel)


async def damage_control(sea: Sea, order: Play) -> None:
    """3.3.9 One own ship of any sort is repaired."""
    repair(sea, sea.vessel(_target(order)))


async def lay_weather(sea: Sea, order: Play) -> None:
    """3.3.10 Deception, 3.3.14 Fog Bank: the card lies before a fleet until the end of its next turn."""
    sea.turn.played.remove(order.card)
    sea.fleet(_target(order)).weather = order.card
    sea.tell(told.WeatherLaid(_target(order), order.card, sea.turn.seat))


async def exchange_information(sea: Sea, order: Play) -> None:
    """3.3.11 Team game: the partners hand each other any number of cards, at the same time and unseen by the others."""
    partner = sea.partner(sea.turn.seat)
    if partner is None:
        return
    pair = (sea.active, partner)
    key = sea.occasion("exchange_information")
    given = await all_of({fleet.seat: _gift_question(fleet, key) for fleet in pair if fleet.hand})
    for fleet in pair:
        _hand_over_cards(sea, fleet, given.get(fleet.seat, ()))


def _gift_question(fleet: Fleet, key: str) -> Ask[tuple[str, ...]]:
    form = ChooseSome(options=tuple(fleet.hand), most=len(fleet.hand), rule="3.3.11")
    return Ask(key=key, kind="exchange_information", seat=fleet.seat, rule="3.3.11", prompt=GIVE, form=form)


def _hand_over_cards(sea: Sea, fleet: Fleet, cards: tuple[str, ...]) -> None:
    """The giver knows from now on what the partner holds, and no more than that."""
    seat, to = fleet.seat, fleet.partner
    fleet.hand = [card for card in fleet.hand if card not in cards]
    sea.fleet(to).hand += cards
    if cards:
        report(sea, seat, to, list(cards))
    told_all = told.CardsHandedOver(seat, to, len(cards), cards)
    sea.emit(told_all, to=(seat, to), reduced=told.CardsHandedOver(seat, to, len(cards)))


async def fair_seas(sea: Sea, order: Play) -> None:
    """3.3.12 One undamaged own merchant or prize tries for a safe port, with a little help."""
    bonus = ("fair_seas", sea.box.numbers.cards.fair_seas)
    rival = sea.opponents(sea.turn.seat)[0].seat
    await try_passage(sea, _target(order), rival, (bonus,))


async def heavy_weather(sea: Sea, order: Play) -> None:
    """3.3.16, 3.3.16.1 Each damaged ship at sea may founder, whosesoever she is, the own too; nobody scores."""
    seat = sea.turn.seat
    for fleet in (*sea.others(seat), sea.active):
        against = fleet.seat if fleet.seat != seat else sea.opponents(seat)[0].seat
        for vessel in [vessel for vessel in sea.vessels(fleet) if vessel.damage and not vessel.refuge]:
            if await card_challenge(sea, order.card, vessel.card, seat, against):
                sea.remove(vessel.card, "heavy_weather")


async def intelligence(sea: Sea, order: Play) -> None:
    """3.3.17 Look at a hand; or look at the next cards of the deck, one for each player, and rearrange them."""
    if _target(order) == DECK:
        await _study_deck(sea)
        return
    fleet, seat = sea.fleet(_target(order)), sea.turn.seat
    hand = sorted(fleet.hand)  # in no order that tells when a card was drawn
    report(sea, seat, fleet.seat, hand)
    seen = told.HandSeen(fleet.seat, seat, len(hand), tuple(hand))
    sea.tell_only(seat, seen, told.HandSeen(fleet.seat, seat, len(fleet.hand)))


async def _study_deck(sea: Sea) -> None:
    state, seat = sea.state, sea.turn.seat
    count = min(len(state.fleets), len(state.deck))
    upcoming = list(reversed(state.deck[-count:]))
    report(sea, seat, DECK, upcoming)
    sea.tell_only(seat, told.DeckSeen(seat, count, tuple(upcoming)), told.DeckSeen(seat, count))
    if count < 2:
        return  # all see that there is nothing to arrange
    form = Arrange(options=tuple(upcoming), rule="3.3.17")
    key = sea.occasion("arrange")
    order = await ask(Ask(key=key, kind="arrange", seat=seat, rule="3.3.17", prompt=ARRANGE, form=form))
    state.deck[-count:] = list(reversed(order))
    report(sea, seat, DECK, list(order))
    sea.tell_only(seat, told.DeckArranged(seat, order), told.DeckArranged(seat))


def report(sea: Sea, seat: str, place: str, cards: list[str]) -> None:
    """Write down what a seat has seen; a newer report of the deck replaces an older one of the same turn."""
    reports = sea.fleet(seat).reports
    if place == DECK and reports and (reports[-1].place, reports[-1].turn) == (DECK, sea.turn.number):
        reports.pop()
    reports.append(Report(sea.state.round, sea.turn.number, place, cards))


async def interned(sea: Sea, order: Play) -> None:
    """3.3.18, 3.3.18.1 An open German ship or prize is interned, worn ones more easily. Nobody scores."""
    target = _target(order)
    if await _reflagged(sea, order):
        return
    vessel, numbers = sea.vessel(target), sea.box.numbers.cards
    modifiers = wear(vessel, numbers.interned_damaged, numbers.interned_unsupplied)
    owner = sea.owner_of(target)
    if await card_challenge(sea, order.card, target, sea.turn.seat, owner.seat, modifiers):
        sea.remove(target, "interned")


async def _reflagged(sea: Sea, order: Play) -> bool:
    """3.3.32.3 Whether the owner of an identified raider or prize disguises her before the roll, and so takes her away.

    The phantom never does: its cards answer attacks alone (5.3.3).
    """
    target = _target(order)
    vessel, owner = sea.vessel(target), sea.owner_of(target)
    if sea.is_warship(target) or sea.is_phantom(owner.seat):
        return False
    attack = Attack(sea.turn.seat, kind_of(order.card), order.card, target)
    if not await react(sea, owner.seat, attack, ("reflag",)):
        return False
    sea.disguise(vessel)
    sea.tell(Cancelled(target, "reflag"))
    return True


async def island_refuge(sea: Sea, order: Play) -> None:
    """3.3.20 One own German ship hides away."""
    await enter_refuge(sea, order.card, _target(order))


async def recon_aircraft(sea: Sea, order: Play) -> None:
    """3.3.31 Two cards drawn blindly from an opponent's hand into the own."""
    seat, victim = sea.turn.seat, _target(order)
    if sea.is_phantom(victim):
        sea.phantom.scouted = True  # 5.3.2, 5.4.3.10
    cards = await pick_from_hand(sea, victim, sea.box.numbers.cards.recon_aircraft_cards, "recon", "3.3.31")
    sea.active.hand += cards
    report(sea, victim, seat, list(cards))
    taken = told.HandTaken(victim, seat, len(cards), tuple(cards))
    sea.emit(taken, to=(seat, victim), reduced=told.HandTaken(victim, seat, len(cards)))


async def reflag(sea: Sea, order: Play) -> None:
    """3.3.32 An own ship that was identified is disguised again."""
    sea.disguise(sea.vessel(_target(order)))


async def rendezvous_missed(sea: Sea, order: Play) -> None:
    """3.3.33, 3.3.33.1 Each German ship of a fleet at sea may run out of supply; a prize with it helps."""
    fleet = sea.fleet(_target(order))
    hindrance = sea.box.numbers.cards.rendezvous_missed_with_prize
    modifiers = (("prize", hindrance),) if fleet.prizes else ()
    for vessel in [vessel for vessel in fleet.ships if not vessel.refuge and not vessel.unsupplied]:
        added = options_add(sea, "rendezvous_missed", vessel.card)
        if await card_challenge(sea, order.card, vessel.card, sea.turn.seat, fleet.seat, (*modifiers, *added)):
            sea.run_out(vessel)


async def scuttle(sea: Sea, order: Play) -> None:
    """3.3.35 A damaged own ship or prize is sunk by her crew; nobody scores."""
    sea.remove(_target(order), "scuttle")


async def second_chance(sea: Sea, order: Play) -> None:
    """3.3.37 Another turn follows this one."""
    sea.turn.extra_to_come = True


async def transfer_command(sea: Sea, order: Play) -> None:
    """3.3.45 An open German ship or prize changes fleets, markers and all."""
    target, seat = _target(order), sea.turn.seat
    owner = sea.owner_of(target)
    if await _reflagged(sea, order):
        return
    if not await card_challenge(sea, order.card, target, seat, owner.seat):
        return
    vessel, prize = sea.vessel(target), sea.is_prize(target)
    (owner.prizes if prize else owner.ships).remove(vessel)
    (sea.active.prizes if prize else sea.active.ships).append(vessel)
    sea.tell(told.Transferred(target, owner.seat, seat))


async def wireless_intercept(sea: Sea, order: Play) -> None:
    """3.3.47 The two top cards of the discard pile into the hand."""
    count = min(sea.box.numbers.cards.wireless_intercept_cards, len(sea.state.discards))
    cards = [sea.state.discards.pop() for _ in range(count)]
    sea.active.hand += cards
    sea.state.shown += cards
    sea.tell(told.DiscardsTaken(sea.turn.seat, tuple(cards)))
