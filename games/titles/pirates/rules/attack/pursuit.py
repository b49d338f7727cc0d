"""6.6.1, 6.10 The hunter's choices: to chase a Fast Ship, and to pursue into shallow water."""

from games.kernel.forms import Choose
from games.kernel.requests import Ask
from games.kernel.text import Text
from games.titles.pirates.orders.occasions import CHASE, HOLD, PURSUE, Attack, Prey
from games.titles.pirates.orders.orders import kind_of
from games.titles.pirates.rules.attack.asking import answered
from games.titles.pirates.rules.phantom.choice import decide
from games.titles.pirates.table.events import attack as told
from games.titles.pirates.table.rolls import challenge
from games.titles.pirates.table.sea import Sea

CHASE_PROMPT = Text(
    "Your prey is a fast ship. Do you chase her? You may run out of supply.",
    "獲物は高速船です。追跡しますか?(補給欠乏になるおそれがあります)",
)
PURSUE_PROMPT = Text(
    "Your prey flees into shoal water. Do you pursue her there?", "獲物は浅瀬へ逃げ込みます。追撃しますか?"
)


async def chased(sea: Sea, attack: Attack, card: str) -> bool:
    """6.6.1 Whether a fast raider, being in supply, chases a merchant who plays Fast Ship."""
    if not sea.state.options.fast_raiders or kind_of(card) != "fast_ship":
        return False
    if not sea.box.ships[attack.ship].fast or sea.vessel(attack.ship).unsupplied:
        return False
    return await _follows(sea, attack, card, CHASE, "6.6.1", CHASE_PROMPT)


async def check_supply(sea: Sea, attack: Attack, owner: str) -> None:
    """6.6.1 After the intercept in which she chased, the raider may be out of supply."""
    ship, fast = sea.find(attack.ship), sea.box.numbers.fast
    if ship is None:
        return
    mine, theirs = (attack.attacker, fast.chase_challenge), (owner, fast.chase_response)
    success, _, _ = await challenge(sea, "chase_supply", "6.6.1", ship.card, mine, theirs)
    if not success:
        sea.run_out(ship)


async def pursued(sea: Sea, attack: Attack, card: str) -> bool:
    """6.10, 6.10.1 Whether a German ship follows a merchant into the shallows; the Royal Navy never does."""
    if not sea.state.options.pursuit or attack.weapon != "intercept":
        return False
    return await _follows(sea, attack, card, PURSUE, "6.10.1", PURSUE_PROMPT)


async def _follows(sea: Sea, attack: Attack, card: str, how: str, rule: str, prompt: Text) -> bool:
    """The question to the attacker, and the announcement."""
    form = Choose(options=(how, HOLD), fallback=HOLD, rule=rule)
    if sea.is_phantom(attack.attacker):
        answer = await decide(sea, form.options, HOLD)
    else:
        context, key = Prey(attack.ship, attack.target, card), sea.occasion(how)
        answer = await answered(
            sea, Ask(key=key, kind=how, seat=attack.attacker, rule=rule, prompt=prompt, form=form, context=context)
        )
    sea.tell(told.Followed(attack.ship, attack.target, how, answer == how))
    return answer == how
