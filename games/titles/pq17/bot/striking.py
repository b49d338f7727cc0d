"""7.4 Attacks after the search: all that the default makes, save those of boats that the escorts would keep down."""

from collections.abc import Iterable, Mapping

from games.titles.pq17.bot.judgement import Judgement
from games.titles.pq17.components.scenarios import Convoy, read_entry
from games.titles.pq17.orders.attacks import Attack, Follow, StrikesForm, StrikesOrder, Target

WORTH = 100
"""The least mean number of attacking boats, in hundredths, for which a pack attacks."""
MIXED = 2
"""The strength of light ships for a die, if the report does not tell destroyers from escorts."""
ESCORTS, LIGHT = ("es",), ("dd", "tb")
"""7.4.1 Classes of ships that throw a die for each strength, and for every three."""


def choose_strikes(judge: Judgement, form: StrikesForm) -> tuple[StrikesOrder, ...]:
    """Return the default without hopeless attacks of packs; a pack that does not attack follows its convoy instead."""
    found: list[StrikesOrder] = []
    followed = {order.at for order in form.default() if isinstance(order, Follow)}
    for order in form.default():
        if not isinstance(order, Attack) or _is_worth_it(judge, form, order):
            found.append(order)
            continue
        target = next(one for one in form.targets if one.block == order.at)
        if order.force in target.shadowers and order.at not in followed:
            followed.add(order.at)
            found.append(Follow(order.force, order.at))
    return tuple(found)


def _is_worth_it(judge: Judgement, form: StrikesForm, order: Attack) -> bool:
    """Return True if enough boats of a pack are expected to fire; True for all forces but packs."""
    dive = form.dives.get(order.at, {}).get(order.force)
    if dive is None or not dive.means:
        return True
    target = next(one for one in form.targets if one.block == order.at)
    dice = escort_dice(judge, target)
    means: Mapping[int, int] = dict(dive.means)
    return means[min(means, key=lambda one: (abs(one - dice), one))] >= WORTH


def escort_dice(judge: Judgement, target: Target) -> int:
    """7.4.1 Return the likely dice of a convoy's escorts: as reported, else by the order of battle, which is public."""
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
    """Return the dice of escorts by class and strength."""
    found = list(strengths)
    small = sum(strength for kind, strength in found if kind in LIGHT)
    return small // 3 + sum(strength for kind, strength in found if kind in ESCORTS)
