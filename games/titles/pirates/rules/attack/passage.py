"""3.2.6 Safe passage: an undamaged merchant or prize that outlived an intercept makes for port."""

from games.kernel.forms import Choose
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.titles.pirates.orders.occasions import STAY, TRY, Passage
from games.titles.pirates.rules.attack.asking import answered
from games.titles.pirates.table.events import attack as told
from games.titles.pirates.table.events.common import Modifier
from games.titles.pirates.table.rolls import challenge
from games.titles.pirates.table.sea import Sea
from games.titles.pirates.table.state import Trophy

PROMPT = Text(
    "Your prize outlived the intercept. Does she make for a safe port?",
    "拿捕船が迎撃を生き延びました。安全な航路への脱出を試みますか?",
)


async def may_escape(sea: Sea, card: str, against: str, modifiers: tuple[Modifier, ...] = ()) -> None:
    """After an intercept: a merchant always tries, since nothing can be lost; the owner of a prize is asked, but for
    the phantom.
    """
    vessel, owner = sea.find(card), sea.owner(card)
    if vessel is None or owner is None or vessel.damage:
        return
    if sea.is_prize(card) and not sea.is_phantom(owner.seat):
        form = Choose(options=(TRY, STAY), fallback=TRY, rule="3.2.6")
        context = Passage(card, against)
        key = sea.occasion("passage")
        answer = await answered(
            sea, Ask(key=key, kind="passage", seat=owner.seat, rule="3.2.6", prompt=PROMPT, form=form, context=context)
        )
        if answer == STAY:
            return
    await try_passage(sea, card, against, modifiers)


async def try_passage(sea: Sea, card: str, against: str, modifiers: tuple[Modifier, ...] = ()) -> None:
    """3.2.6.1 The ship's own challenge against her response; success takes her to her owner's pile."""
    owner = sea.owner_of(card)
    coins = sea.box.merchants[card]
    success, _, _ = await challenge(
        sea, "safe_passage", "3.2.6", card, (owner.seat, coins.challenge), (against, coins.response), modifiers
    )
    if success:
        doubled = sea.is_prize(card)
        sea.take_out(card)
        owner.pile.append(Trophy(card, "safe", doubled))
        sea.tell(told.Safe(card, owner.seat, doubled))
