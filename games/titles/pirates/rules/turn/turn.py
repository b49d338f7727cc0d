"""3.1, 3.0.1, S.1 A player's turn, from the morning in the refuges to the card drawn at its end."""

from games.kernel.requests import Ask
from games.kernel.table import end_step
from games.kernel.text import Text
from games.titles.pirates.orders.forms import PlanForm
from games.titles.pirates.orders.orders import (
    AsPlanned,
    British,
    CardOrder,
    Discard,
    Intercept,
    Leave,
    Mines,
    PlanOrder,
    Resupply,
    kind_of,
)
from games.titles.pirates.rules.attack.prizes import resupply, supply_phantom
from games.titles.pirates.rules.rounds.setup import draw_action, pick_from_hand
from games.titles.pirates.rules.turn.ahead import plans
from games.titles.pirates.rules.turn.assignment import idle_form, plan_form
from games.titles.pirates.rules.turn.refuge import end_refuges, leave_refuge, try_refuges
from games.titles.pirates.table.events import turn as told
from games.titles.pirates.table.sea import Sea, places
from games.titles.pirates.table.state import Assigned, Errand, Fleet, Turn, Use, Vessel

PLAN_PROMPT = Text(
    "Your turn: which action cards do you use, where and how? Nobody sees their faces before you reveal them.",
    "あなたのターンです。どのアクションカードを、どこに、どの向きで使いますか? 公開するまで内容は秘密です。",
)
FOG_PROMPT = Text(
    "Fog lies over your fleet: no action cards this turn. Ships in refuge may put to sea.",
    "濃霧のためこのターンはアクションカードを使えません。避難場所の船は出港できます。",
)
DECEPTION_PROMPT = Text(
    "You are deceived: one card will be drawn from your hand. Before that, ships in refuge may put to sea.",
    "欺瞞工作により、手札から無作為に1枚だけ使えます。その前に、避難場所の船は出港できます。",
)


async def begin_turn(sea: Sea) -> str | None:
    """3.0, 3.1, 3.2.1 Refuges, then the secret assignment of every card that is to be used."""
    state = sea.state
    before = state.turn
    state.turns += 1
    again = before is not None and before.extra_to_come
    state.turn = Turn(_next_seat(sea, before), state.turns, is_extra=again)
    fleet = sea.active
    sea.tell(told.TurnBegan(fleet.seat, state.turns, again))
    await try_refuges(sea, fleet)
    if sea.is_phantom(fleet.seat):
        end_refuges(sea, fleet)
        await supply_phantom(sea)
        await plans(sea, None, attacks=kind_of(fleet.weather) != "fog_bank")
        return "phantom"
    weather = kind_of(fleet.weather) if fleet.weather else ""
    if weather == "fog_bank":
        await _fogged_turn(sea)
    elif weather == "deception":
        await _deceived_turn(sea)
    else:
        await _assign(sea)
    return "play" if sea.turn.assigned else await end_turn(sea)


def _next_seat(sea: Sea, before: Turn | None) -> str:
    if before is None:
        return sea.state.starter
    if before.extra_to_come:
        return before.seat
    others = sea.others(before.seat)
    if others[0].skipped:
        _skip(sea, others.pop(0))
    return others[0].seat


def _skip(sea: Sea, fleet: Fleet) -> None:
    """3.3.4, 3.3.4.1 The turn does not take place; fog or deception stay until the next one."""
    fleet.skipped = False
    sea.tell(told.TurnSkipped(fleet.seat))


async def _fogged_turn(sea: Sea) -> None:
    """3.3.14 No cards are used and none is drawn; the fog lifts at the end of the turn."""
    fleet = sea.active
    sea.tell(told.Fogged(fleet.seat))
    sea.turn.no_draw = True
    await _only_refuges(sea, FOG_PROMPT, attacks=False)


async def _deceived_turn(sea: Sea) -> None:
    """3.3.10, 3.3.10.1 One card drawn blindly from the hand, and only for what stands upright on it."""
    fleet = sea.active
    sea.turn.deceived = True
    await _only_refuges(sea, DECEPTION_PROMPT, attacks=bool(fleet.hand))
    cards = await pick_from_hand(sea, fleet.seat, sea.box.numbers.cards.deception_cards, "deception", "3.3.10")
    sea.tell(told.Deceived(fleet.seat, *cards))
    sea.turn.assigned = [Assigned(card) for card in cards]


async def _only_refuges(sea: Sea, prompt: Text, *, attacks: bool) -> None:
    """Ask for nothing but ships leaving their refuge and stores of prizes, if there are any."""
    form = idle_form(sea)
    await _ask_plan(sea, form if form.listed else None, prompt, "3.3.20", attacks=attacks)


async def _assign(sea: Sea) -> None:
    """3.2.0, 3.2.1 The plan of the turn. One who holds no card, no ship in refuge and no stores is not asked."""
    fleet = sea.active
    sea.turn.as_planned = sea.sealed
    if fleet.hand or idle_form(sea).listed:
        await _ask_plan(sea, plan_form(sea), PLAN_PROMPT, "3.2.1", attacks=bool(fleet.hand))
    sea.tell(told.CardsAssigned(fleet.seat, places(sea.turn.assigned)))


async def _ask_plan(sea: Sea, form: PlanForm | None, prompt: Text, rule: str, *, attacks: bool) -> None:
    """The plan, where there is a `form` for it; `attacks` says that others may be attacked in this turn."""
    seat = sea.turn.seat
    question = None
    if form is not None:
        question = Ask(key="plan", kind="plan", seat=seat, rule=rule, prompt=prompt, form=form)
    orders = await plans(sea, question, attacks=attacks)
    for order in orders:
        _take_order(sea, order)
    for errand in _before_all_cards(sea):
        await run_errand(sea, errand)


def _take_order(sea: Sea, order: PlanOrder) -> None:
    """One line of the plan. What is written after a card is done after it."""
    turn = sea.turn
    if isinstance(order, Leave | Resupply):
        turn.errands.append(Errand(order))
    elif isinstance(order, Discard):
        turn.discard_order = order.cards
    elif isinstance(order, AsPlanned):
        turn.as_planned = True
    else:
        turn.errands = [errand if errand.before else Errand(errand.order, order.card) for errand in turn.errands]
        turn.assigned.append(_laid(order))
        turn.assigned += [Assigned(card) for card in order.supports]
        for card in (order.card, *order.supports):
            sea.active.hand.remove(card)


def _before_all_cards(sea: Sea) -> list[Leave | Resupply]:
    """3.3.20.4, 6.12.1 What the plan does before the first card is shown."""
    turn = sea.turn
    first = turn.assigned[0].card if turn.assigned else ""
    return [errand.order for errand in turn.errands if errand.before == first]


async def run_errand(sea: Sea, order: Leave | Resupply) -> None:
    """3.3.20.4 A ship puts to sea from her refuge; 6.12.1 one takes stores. The plan has it no longer."""
    sea.turn.errands = [errand for errand in sea.turn.errands if errand.order != order]
    if isinstance(order, Leave):
        leave_refuge(sea, order.ship)
    else:
        await resupply(sea, order)


def _laid(order: CardOrder) -> Assigned:
    """3.2.1.1 A card on the table, with the intention that goes with it."""
    fallbacks = (order.instead, order.only)
    if isinstance(order, Intercept):
        return Assigned(order.card, order.ship, True, Use(order.targets, order.supports, order.boarding, *fallbacks))
    if isinstance(order, Mines):
        against = (order.against,) if order.against else ()
        return Assigned(order.card, order.ship, False, Use(against, order.supports, (), *fallbacks, order.sequence))
    targets = (order.target,) if order.target else ()
    if isinstance(order, British):
        return Assigned(order.card, "", True, Use(targets, order.supports, (), *fallbacks))
    return Assigned(order.card, "", False, Use(targets, order.supports, (), *fallbacks, order.sequence))


async def end_turn(sea: Sea) -> str | None:
    """3.1.1, 3.1.5, 3.1.6 Discard, draw one card, refill the merchants: the end of the turn's last step."""
    turn = sea.turn
    clear_away(sea)
    if not turn.no_draw:
        await draw_action(sea, turn.seat)
        if not sea.state.deck:
            end_step("score")  # 2.0 the last card ends the round at once
    await refill_all(sea)
    if turn.extra_to_come:
        sea.tell(told.ExtraTurn(turn.seat))
    return "turn"


def clear_away(sea: Sea) -> None:
    """3.1.5 The active player's cards in the order chosen, then the defenders' reactions."""
    turn, fleet = sea.turn, sea.active
    lifted = [fleet.weather] if fleet.weather else []  # 3.3.10, 3.3.14
    fleet.weather = ""
    mine = [*lifted, *turn.played, *(assigned.card for assigned in turn.assigned)]
    chosen = [card for card in turn.discard_order if card in mine]
    mine = [card for card in mine if card not in chosen] + chosen
    unseen = {assigned.card for assigned in turn.assigned} if not turn.deceived else set[str]()
    turn.played, turn.assigned = [], []
    for seat, cards in ((turn.seat, mine), *turn.reactions.items()):
        _throw_away(sea, seat, [card for card in cards if card in sea.box.cards], unseen)
    turn.reactions = {}


def _throw_away(sea: Sea, seat: str, cards: list[str], unseen: set[str]) -> None:
    """3.1.5 Face up, for all to see; in the solitaire game face down (5.3.1), so that others never see the `unseen`."""
    state = sea.state
    if not cards:
        return
    state.discards += cards
    if state.phantom is None:
        sea.tell(told.Discarded(seat, tuple(cards)))
        return
    state.shown += [card for card in cards if card not in unseen]
    sea.tell_only(sea.live.seat, told.Discarded(seat, tuple(cards), len(cards)), told.Discarded(seat, (), len(cards)))


async def refill_all(sea: Sea) -> None:
    """3.1.6 Every fleet gets the merchants that it lost."""
    for fleet in sea.state.fleets:
        await _refill(sea, fleet.seat)


async def _refill(sea: Sea, seat: str) -> None:
    """3.1.6, 3.1.6.1 Merchants up to three, whoever's turn it was."""
    fleet = sea.fleet(seat)
    missing = sea.box.numbers.hand.merchants - len(fleet.merchants)
    cards = await sea.draw_ships(sea.state.merchant, "merchant", missing)
    fleet.merchants += [Vessel(card) for card in cards]
    if cards:
        sea.tell(told.MerchantsArrived(seat, tuple(cards)))
