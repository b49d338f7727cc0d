"""3.2.6 Safe passage: an undamaged merchant or prize that survived an intercept tries to reach port."""

from games.kernel.forms import Choose
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.titles.pirates.orders.chances import challenge_odds_for
from games.titles.pirates.orders.occasions import STAY, TRY, Passage
from games.titles.pirates.rules.attack.asking import answered
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events import attack as told
from games.titles.pirates.state.events.common import Modifier
from games.titles.pirates.state.rolls import challenge
from games.titles.pirates.state.state import Trophy

PASSAGE = Text("Safe passage", "安全な航路への脱出")
PROMPT = Text(
    "Your prize outlived the intercept. Does she make for a safe port?",
    "拿捕船が迎撃を生き延びました。安全な航路への脱出を試みますか？",
)


async def may_escape(board: Board, card: str, against: str, modifiers: tuple[Modifier, ...] = ()) -> None:
    """3.2.6 Let an undamaged merchant or prize try safe passage after an intercept.

    `against`: the seat that rolls the response. `modifiers`: those of the challenge. A merchant always tries, because
    it risks nothing. The owner of a prize is asked, except the phantom.
    """
    vessel, owner = board.find(card), board.owner(card)
    if vessel is None or owner is None or vessel.damage:
        return
    if board.is_prize(card) and not board.is_phantom(owner.seat):
        coins = board.box.merchants[card]
        odds = challenge_odds_for(coins.challenge, coins.response, PASSAGE, "3.2.6.1", modifiers)
        form = Choose(options=(TRY, STAY), fallback=TRY, rule="3.2.6", odds={TRY: (odds,)})
        context = Passage(card, against)
        key = board.occasion("passage")
        answer = await answered(
            board,
            Ask(key=key, kind="passage", seat=owner.seat, rule="3.2.6", prompt=PROMPT, form=form, context=context),
        )
        if answer == STAY:
            return
    await try_passage(board, card, against, modifiers)


async def try_passage(board: Board, card: str, against: str, modifiers: tuple[Modifier, ...] = ()) -> None:
    """3.2.6.1 Roll safe passage: the ship's challenge against its response.

    `against`: the seat that rolls the response. `modifiers`: those of the challenge. On success, the ship goes to its
    owner's pile.
    """
    owner = board.owner_of(card)
    coins = board.box.merchants[card]
    success, _, _ = await challenge(
        board, "safe_passage", "3.2.6", card, (owner.seat, coins.challenge), (against, coins.response), modifiers
    )
    if success:
        doubled = board.is_prize(card)
        board.take_out(card)
        owner.pile.append(Trophy(card, "safe", doubled))
        board.tell(told.Safe(card, owner.seat, doubled))
