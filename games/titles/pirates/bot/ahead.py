"""The bot's answers in advance for a sealed game: its reaction plan, and the fallback targets of its attacks."""

from collections.abc import Sequence

from msgspec import structs

from games.kernel.standing_orders import Condition, Range, Rule
from games.titles.pirates.bot.appraisal import Appraisal
from games.titles.pirates.orders.forms import PlanForm
from games.titles.pirates.orders.legality import targets_of
from games.titles.pirates.orders.orders import Intercept, PlanOrder, Play, kind_of

LAST_TURNS = Range(at_most=6)
"""The sizes of the deck near the end of a round, when no reaction card is worth keeping for later."""
RICH, FAIR = Range(at_least=7), Range(at_least=5)


def _react(answer: str, **when: Condition) -> Rule:
    return Rule("react", when, answer)


REACTIONS: tuple[Rule, ...] = (
    _react("minesweeper", weapon=["mines"]),
    _react("q_ship", weapon=["torpedo"]),
    _react("sail_q_ship", weapon=["torpedo"]),
    _react("razzle_dazzle", weapon=["torpedo"]),
    _react("slim_pickings", weapon=["intercept"], supports=["shipping_lanes", "good_hunting", "special_cargo"]),
    _react("amc", weapon=["intercept"], value=FAIR),
    _react("slim_pickings", weapon=["intercept"], value=RICH),
    _react("trap", weapon=["intercept"], damaged=False),
    _react("break_contact", weapon=["intercept"], value=RICH),
    _react("shallow_run", weapon=["intercept"], value=RICH, damaged=False),
    _react("non_combatant", weapon=["intercept"], value=FAIR),
    _react("fast_ship", weapon=["intercept"], value=FAIR),
    _react("qqq", weapon=["intercept"], hunter=["raider"]),
    _react("reflag", weapon=["british", "interned", "transfer_command"]),
    _react("break_contact", weapon=["british", "monitor", "interrogate"]),
    _react("shallow_run", weapon=["british", "interrogate"], damaged=False),
    _react("pull_the_plug", weapon=["british", "monitor", "interrogate"], damaged=True),
    _react("amc", weapon=["intercept"], deck=LAST_TURNS),
    _react("slim_pickings", weapon=["intercept"], deck=LAST_TURNS),
    _react("break_contact", weapon=["intercept"], deck=LAST_TURNS),
    _react("shallow_run", weapon=["intercept"], deck=LAST_TURNS),
    _react("non_combatant", weapon=["intercept"], deck=LAST_TURNS),
    _react("fast_ship", weapon=["intercept"], deck=LAST_TURNS),
    _react("shallow_run", weapon=["british", "interrogate"], deck=LAST_TURNS),
    _react("pull_the_plug", weapon=["british", "monitor", "interrogate"], deck=LAST_TURNS),
    Rule("aftermath", {"gain": Range(at_least=1)}, "mistaken_identity"),
    Rule("aftermath", {}, "recalled"),
    Rule("reflag", {}, "reflag"),
    Rule("passage", {}, "try"),
    Rule("chase", {"value": RICH}, "chase"),
    Rule("resupply", {}, "take_stores"),
)
"""The rules of the bot's reaction plan, the best reaction first."""

TORPEDOES = ("submarines_u", "submarines_uc")


def with_fallbacks(appraisal: Appraisal, form: PlanForm, order: PlanOrder, plan: Sequence[PlanOrder]) -> PlanOrder:
    """Return an attack order with all other merchants of the attacked fleet as fallback targets, the best first.

    Targets of other orders in the `plan` come last. The order is returned unchanged if it is no attack, or if the
    fallback targets would make it illegal.
    """
    targets = targets_of(order)
    if not targets or not (isinstance(order, Intercept) or _is_torpedo(order)):
        return order
    row = next((row for row in form.prospects.merchants.values() if targets[0] in row), ())
    taken = {target for other in plan for target in targets_of(other)}
    others = [card for card in row if card not in targets]
    others.sort(key=lambda card: (card in taken, -appraisal.value(card), card))
    longer = structs.replace(order, instead=tuple(others))
    return longer if next(form.problems((longer,)), None) is None else order


def _is_torpedo(order: PlanOrder) -> bool:
    return isinstance(order, Play) and kind_of(order.card) in TORPEDOES
