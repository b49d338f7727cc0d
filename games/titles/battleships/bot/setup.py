"""10.6, 10.9 What the captain settles in secret: drawn, so that nobody can foretell it."""

from games.kernel.forms import Pick
from games.titles.battleships.bot.judgement import Judgement
from games.titles.battleships.orders.orders import Flagship, SetUpOrder
from games.titles.battleships.orders.setup import SetUpForm

LESSER = ("cl", "dd")
"""The kinds that do not lead where there is another."""


def set_up(judge: Judgement, form: SetUpForm, pick: Pick) -> tuple[SetUpOrder, ...]:
    """Any mines; any flagship of the larger kinds."""
    leaders = [name for name in form.ships if judge.ship(name).kind not in LESSER] or form.ships
    return tuple(
        Flagship(leaders[pick(len(leaders))]) if isinstance(order, Flagship) else order for order in form.sample(pick)
    )
