"""7.4 The captain's attacks after the search: all default attacks except hopeless attacks of wolfpacks."""

from collections.abc import Iterable, Mapping

from games.titles.pq17.bot import words
from games.titles.pq17.bot.judgement import Judgement
from games.titles.pq17.components.scenarios import Convoy, read_entry
from games.titles.pq17.orders.attacks import Attack, Follow, Strike, StrikesForm, StrikesOrder, Target

WORTH = 100
"""100 times the least expected number of attacking submarines for which a wolfpack attacks."""
MIXED = 2
"""The strength of light ships for each anti-submarine die, if a report does not tell destroyers from escorts."""
ESCORTS, LIGHT = ("es",), ("dd", "tb")
"""7.4.1 The classes of ships that roll an anti-submarine die for each strength, and for every three."""


def choose_strikes(judge: Judgement, form: StrikesForm) -> tuple[StrikesOrder, ...]:
    """Return the default answer without the hopeless attacks of wolfpacks.

    If a wolfpack whose attack is left out may shadow the target, and nobody else shadows it, the wolfpack does so.
    """
    found: list[StrikesOrder] = []
    followed = {order.at for order in form.default() if isinstance(order, Follow)}
    for order in form.default():
        if not isinstance(order, Attack) or _is_worth_it(judge, form, order):
            found.append(_noted(judge, order))
            continue
        target = next(one for one in form.targets if one.block == order.at)
        if order.force in target.shadowers and order.at not in followed:
            followed.add(order.at)
            follow = Follow(order.force, order.at)
            found.append(judge.reasons.note(follow, words.FOLLOW_INSTEAD, who=order.force, at=order.at))
        else:
            judge.reasons.say(words.SPARED, who=order.force, at=order.at)
    if not form.default():
        judge.reasons.say(words.NOTHING_TO_DO)
    return tuple(found)


def _noted(judge: Judgement, order: StrikesOrder) -> StrikesOrder:
    """Return an order of the default answer, and note the reason for it."""
    match order:
        case Attack():
            return judge.reasons.note(order, words.STRIKE, who=order.force, at=order.at)
        case Strike():
            return judge.reasons.note(order, words.STRIKE, who=order.units, at=order.at)
        case Follow():
            return judge.reasons.note(order, words.FOLLOW, who=order.by, at=order.at)
    return order


def _is_worth_it(judge: Judgement, form: StrikesForm, order: Attack) -> bool:
    """Return True if enough submarines of a wolfpack are expected to attack; True for all other forces."""
    dive = form.dives.get(order.at, {}).get(order.force)
    if dive is None or not dive.means:
        return True
    target = next(one for one in form.targets if one.block == order.at)
    dice = escort_dice(judge, target)
    means: Mapping[int, int] = dict(dive.means)
    return means[min(means, key=lambda one: (abs(one - dice), one))] >= WORTH


def escort_dice(judge: Judgement, target: Target) -> int:
    """7.4.1 Return the likely number of anti-submarine dice of a convoy's escorts.

    It is based on the last report of their strength, or else on the order of battle, which is public.
    """
    number = int(target.block.rpartition("_")[2])
    told = [one for one in judge.view.reports if one.block == number and one.strengths]
    if told:
        return sum(one.strength for one in told[-1].strengths if one.group == "light") // MIXED
    operation = judge.box.known(judge.view.calendar)
    block = next((one for one in judge.blocks if one.block == number), None)
    eastward = block is None or judge.course(block) in ("", *judge.east)
    convoys = operation.convoys if operation is not None else ()
    return max((_listed(judge, one) for one in convoys if one.laden is eastward), default=2)


def _listed(judge: Judgement, convoy: Convoy) -> int:
    entries = [read_entry(ship) for ship in convoy.ships]
    return _dice((judge.box.ships[one.kind].type, one.strength or 1) for one in entries)


def _dice(strengths: Iterable[tuple[str, int]]) -> int:
    """Return the number of anti-submarine dice for light ships, given as pairs of class and strength."""
    found = list(strengths)
    small = sum(strength for kind, strength in found if kind in LIGHT)
    return small // 3 + sum(strength for kind, strength in found if kind in ESCORTS)
