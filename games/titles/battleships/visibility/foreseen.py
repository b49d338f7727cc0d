"""5.1, 6.1 Standing orders for a whole battle: doctrines of guns and of torpedoes.

Courses for several turns and fire plans are not standing orders: players give them with the move (`orders/courses.py`),
and they end automatically.
"""

from collections.abc import Mapping
from typing import Any

from games.kernel.forms import Form
from games.titles.battleships.components.box import Box
from games.titles.battleships.orders.targets import TargetForm
from games.titles.battleships.orders.torpedoes import TorpedoForm


def standing(box: Box) -> Mapping[str, Form[Any]]:
    """Return the forms of standing orders, by the kind of question that they answer.

    These forms accept only doctrines, not orders for single ships. They accept the ships of all scenarios.
    """
    units = [unit.id for battle in box.battles.values() for side in battle.units for unit in battle.fleet(side)]
    shore = [battery.id for battle in box.battles.values() for battery in battle.batteries]
    names = tuple(dict.fromkeys((*units, *shore)))
    guns = TargetForm(crew=names, prey=names, markers=box.tables.gunnery.most_markers)
    return {"targets": guns, "torpedoes": TorpedoForm(crew=names, prey=names)}
