"""10.6, 10.9 The captain's secret choices, which are random so that no opponent can predict them."""

from games.kernel.forms import RandomSource
from games.titles.battleships.bot.judgement import Judgement
from games.titles.battleships.orders.orders import Flagship, SetUpOrder
from games.titles.battleships.orders.setup import SetUpForm

LESSER = ("cl", "dd")
"""The kinds that are no flagship while there is a larger one."""


def set_up(judge: Judgement, form: SetUpForm, pick: RandomSource) -> tuple[SetUpOrder, ...]:
    """Return random mines, and a random flagship of one of the larger kinds."""
    leaders = [name for name in form.ships if judge.ship(name).kind not in LESSER] or form.ships
    return tuple(
        Flagship(leaders[pick(len(leaders))]) if isinstance(order, Flagship) else order for order in form.sample(pick)
    )
