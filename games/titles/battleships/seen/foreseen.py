"""5.1, 6.1 What can be answered ahead for a whole battle: doctrines of guns and of torpedoes, as standing orders.

Courses for several turns and fire plans are given with the move (`orders/courses.py`), where they end by themselves.
"""

from collections.abc import Mapping
from typing import Any

from games.kernel.forms import Form
from games.titles.battleships.box.components import Box
from games.titles.battleships.orders.targets import TargetForm
from games.titles.battleships.orders.torpedoes import TorpedoForm


def standing(box: Box) -> Mapping[str, Form[Any]]:
    """The forms of standing orders, by the kind of question that they answer: no ship has a target of her own there,
    and those of all scenarios may be named.
    """
    units = [unit.id for battle in box.battles.values() for side in battle.units for unit in battle.fleet(side)]
    shore = [battery.id for battle in box.battles.values() for battery in battle.batteries]
    names = tuple(dict.fromkeys((*units, *shore)))
    guns = TargetForm(crew=names, prey=names, markers=box.tables.gunnery.most_markers)
    return {"targets": guns, "torpedoes": TorpedoForm(crew=names, prey=names)}
