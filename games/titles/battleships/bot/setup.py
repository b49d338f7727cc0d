"""10.6, 10.9 The captain's secret choices, which are random so that no opponent can predict them."""

from collections.abc import Sequence

from games.kernel.forms import RandomSource
from games.kernel.text import Text
from games.titles.battleships.bot.judgement import Judgement
from games.titles.battleships.orders.orders import Flagship, SetUpOrder
from games.titles.battleships.orders.setup import SetUpForm

MINES = Text("The mines lie at random, and nobody can foresee them (10.6).",
             "機雷は予測されないよう無作為に敷設します（10.6）。")  # fmt: skip
FLAG = Text("{who}: flagship by lot among the larger ships; nobody can foresee it (10.9).",
            "{who}：予測されないよう大型艦から抽選で旗艦にします（10.9）。")  # fmt: skip
LESSER = ("cl", "dd")
"""The kinds of ship that the captain makes a flagship only if there is no larger ship."""


def set_up(judge: Judgement, form: SetUpForm, pick: RandomSource) -> tuple[SetUpOrder, ...]:
    """Return random mines, and a random flagship of one of the larger kinds."""
    leaders = [name for name in form.ships if judge.ship(name).kind not in LESSER] or form.ships
    return tuple(_drawn(judge, order, leaders, pick) for order in form.sample(pick))


def _drawn(judge: Judgement, order: SetUpOrder, leaders: Sequence[str], pick: RandomSource) -> SetUpOrder:
    if not isinstance(order, Flagship):
        return judge.reasons.note(order, MINES)
    leader = leaders[pick(len(leaders))]
    return judge.reasons.note(Flagship(leader), FLAG, who=leader)
