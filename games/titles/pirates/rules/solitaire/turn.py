"""5.4 The phantom's turn: card after card, until one of them ends it."""

from games.kernel.table import end_step
from games.titles.pirates.box.components import SolitaireAttack
from games.titles.pirates.box.scenarios import PHANTOM
from games.titles.pirates.orders.orders import kind_of
from games.titles.pirates.rules.attack.sinkings import call_home
from games.titles.pirates.rules.phantom.deck import draw_card, red_die, shuffle_all
from games.titles.pirates.rules.solitaire.actions import NO_ACTION, carry_out
from games.titles.pirates.rules.solitaire.reflag import disguise_one
from games.titles.pirates.rules.turn.turn import clear_away, refill_all
from games.titles.pirates.table.events import solitaire as told
from games.titles.pirates.table.events.turn import Fogged
from games.titles.pirates.table.sea import Sea

DECEIVED = {1: 3, 2: 4, 3: 3, 4: 4}
"""5.4.3.9 The entry that counts for a roll of the red die while the phantom is deceived."""


async def act(sea: Sea) -> str | None:
    """5.4.3 One card. The step repeats until the turn is over."""
    weather = kind_of(sea.active.weather)
    if weather == "fog_bank":
        sea.tell(Fogged(PHANTOM))
        sea.turn.no_draw = True
        return await _end_turn(sea)
    ended = await _deceived_card(sea) if weather == "deception" else await _one_card(sea)
    await call_home(sea, later=not ended)  # 3.3.30.1
    if not ended:
        return "phantom"
    sea.tell(told.PhantomTurnEnded(ended))
    await disguise_one(sea)
    return await _end_turn(sea)


async def _one_card(sea: Sea) -> str:
    """5.4.3.1–5.4.3.5 A card and the red die. Returns why the turn ends; empty where it goes on."""
    die, entry = await _draw_entry(sea, "5.4.3.1")
    if die == 1 or entry.action == NO_ACTION:
        return NO_ACTION
    done = await carry_out(sea, entry)
    if die == 2 and not done:
        return "impossible"
    if entry.ends_turn:
        return "ends_turn"
    return "scouted" if sea.phantom.scouted else ""


async def _deceived_card(sea: Sea) -> str:
    """5.4.3.9 One card, of which only the entries 3 and 4 count: no intercept."""
    _, entry = await _draw_entry(sea, "5.4.3.9", deceived=True)
    if entry.action != NO_ACTION:
        await carry_out(sea, entry)
    return "deceived"


async def _draw_entry(sea: Sea, rule: str, *, deceived: bool = False) -> tuple[int, SolitaireAttack]:
    """The top card, and its entry for the roll."""
    card = await draw_card(sea)
    die = await red_die(sea, "phantom", rule)
    entry = card.attack(DECEIVED[die] if deceived else die)
    left, purpose = len(sea.phantom.deck), "deceived" if deceived else "attack"
    sea.tell(told.SolitaireDrawn(card.id, purpose, left, die, entry.action, entry.coin, entry.aim, entry.ends_turn))
    return die, entry


async def _end_turn(sea: Sea) -> str:
    """3.1.5, 3.1.6, 5.4.1, 5.4.2 The cards away, one action card unseen onto the discards, merchants, and a shuffle."""
    state, phantom = sea.state, sea.phantom
    clear_away(sea)
    phantom.scouted = False
    if not sea.turn.no_draw:
        phantom.buried.append(state.deck.pop())
        sea.tell(told.DrewUnseen(PHANTOM, len(state.deck)))
        if not state.deck:
            end_step("score")  # 2.0 the last card ends the round at once
    await refill_all(sea)
    await shuffle_all(sea, "5.4.1")
    return "turn"
