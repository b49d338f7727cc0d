"""6.6.1, 6.10 The hunter's choices: to chase a Fast Ship, and to pursue into shallow water."""

from games.kernel.forms import Choose
from games.kernel.odds import Odds
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.titles.pirates.orders.chances import challenge_odds_for
from games.titles.pirates.orders.occasions import CHASE, HOLD, PURSUE, Attack, Prey
from games.titles.pirates.orders.orders import kind_of
from games.titles.pirates.rules.attack.asking import answered
from games.titles.pirates.rules.attack.odds import shallow_run_modifiers
from games.titles.pirates.rules.phantom.choice import decide
from games.titles.pirates.state.board import Board
from games.titles.pirates.state.events import attack as told
from games.titles.pirates.state.rolls import challenge

CHASE_PROMPT = Text(
    "Your prey is a fast ship. Do you chase her? You may run out of supply.",
    "獲物は高速船です。追跡しますか？（補給欠乏になるおそれがあります）",
)
PURSUE_PROMPT = Text(
    "Your prey flees into shoal water. Do you pursue her there?", "獲物は浅瀬へ逃げ込みます。追撃しますか？"
)


async def chased(board: Board, attack: Attack, card: str) -> bool:
    """6.6.1 Ask whether a fast raider chases a merchant that plays Fast Ship. Return True if the raider does.

    `card`: the Fast Ship. Only a fast raider that is in supply can chase the merchant.
    """
    if not board.state.options.fast_raiders or kind_of(card) != "fast_ship":
        return False
    if not board.box.ships[attack.ship].fast or board.vessel(attack.ship).unsupplied:
        return False
    return await _follows(board, attack, card, CHASE, "6.6.1", CHASE_PROMPT)


async def check_supply(board: Board, attack: Attack, owner: str) -> None:
    """6.6.1 Roll whether a raider is out of supply after a chase.

    `owner`: the merchant's owner, who rolls the response.
    """
    ship, fast = board.find(attack.ship), board.box.numbers.fast
    if ship is None:
        return
    mine, theirs = (attack.attacker, fast.chase_challenge), (owner, fast.chase_response)
    success, _, _ = await challenge(board, "chase_supply", "6.6.1", ship.card, mine, theirs)
    if not success:
        board.run_out(ship)


async def pursued(board: Board, attack: Attack, card: str) -> bool:
    """6.10, 6.10.1 Ask whether a German ship follows a merchant into shallow water.

    `card`: the Shallow Run. Return True if the German ship follows. The Royal Navy never follows.
    """
    if not board.state.options.pursuit or attack.weapon != "intercept":
        return False
    return await _follows(board, attack, card, PURSUE, "6.10.1", PURSUE_PROMPT)


def _follow_odds(board: Board, attack: Attack, card: str, how: str) -> Odds:
    """6.6.1, 6.10.3 Return the odds that the hunter is in supply after a chase, or avoids the shoals in a pursuit."""
    if how == CHASE:
        fast, means = board.box.numbers.fast, Text("Still in supply after the chase", "追跡後も補給あり")
        return challenge_odds_for(fast.chase_challenge, fast.chase_response, means, "6.6.1")
    kind, modifiers = board.kind(card), shallow_run_modifiers(board, board.vessel(attack.ship))
    means = Text("Clear of the shoals", "浅瀬の通過")
    return challenge_odds_for(kind.challenge, kind.response, means, "6.10.3", modifiers)


async def _follows(board: Board, attack: Attack, card: str, how: str, rule: str, prompt: Text) -> bool:
    """Ask the attacker whether the hunter follows the merchant; announce the answer, and return True if it follows.

    `how` is the key of the choice: a chase or a pursuit.
    """
    form = Choose(options=(how, HOLD), fallback=HOLD, rule=rule, odds={how: (_follow_odds(board, attack, card, how),)})
    if board.is_phantom(attack.attacker):
        answer = await decide(board, form.options, HOLD)
    else:
        context, key = Prey(attack.ship, attack.target, card), board.occasion(how)
        answer = await answered(
            board, Ask(key=key, kind=how, seat=attack.attacker, rule=rule, prompt=prompt, form=form, context=context)
        )
    board.tell(told.Followed(attack.ship, attack.target, how, answer == how))
    return answer == how
