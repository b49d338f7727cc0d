"""The reasons why ships cannot fire or launch at a target now.

The reasons are derived only from the lists of ships and targets in the form, so they disclose no more than the form.
"""

from collections.abc import Collection, Iterator, Sequence

from games.kernel.text import Text
from games.kernel.unavailable import Unavailable
from games.orders.order_set import Field, OrderTemplate

UNSEEN = Text(
    "not in sight, or beyond the range or behind land for these guns.", "視認できないか、射程外または陸の陰です。"
)
NO_GUNS = Text(
    "sights no enemy whom these guns reach, or has no such guns to fire.",
    "届く敵が視認できないか、撃てる砲がありません。",
)
OFF_THE_LINE = Text(
    "beyond the range of torpedoes, or not to port or starboard.", "魚雷の射程外か、左右の舷側にいません。"
)
NO_TORPEDOES = Text(
    "has no torpedo to launch, or no enemy to port or starboard within range.",
    "発射できる魚雷がないか、舷側の射程内に敵がいません。",
)
NO_SHELL = Text("lights no such hex: by night only, and within range.", "夜間に、射程内のヘックスだけを照らせます。")


def out_of_reach(
    verb: str, pairs: Collection[tuple[str, str]], crew: Sequence[str], prey: Sequence[str], rule: str, *why: Text
) -> Iterator[OrderTemplate]:
    """Yield templates of the orders with the verb `verb` that are impossible now, with the reason.

    `pairs` are the possible pairs (ship, target) among the ships `crew` and the enemies `prey`. `rule` is the number of
    the rule. `why` has two texts: one for an enemy that no ship can reach, one for a ship that can reach no enemy.
    """
    at_her, at_all = why
    able = {ship for ship, _ in pairs}
    for enemy in prey:
        others = tuple(ship for ship in crew if ship in able and (ship, enemy) not in pairs)
        if others:
            yield OrderTemplate(
                verb, (Field("ship", others), Field("at", (), unavailable=(Unavailable(enemy, rule, at_her),)))
            )
    if idle := tuple(Unavailable(ship, rule, at_all) for ship in crew if ship not in able):
        yield OrderTemplate(verb, (Field("ship", (), unavailable=idle),))
